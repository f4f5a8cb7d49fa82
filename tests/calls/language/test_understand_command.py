"""`manage.py understand`: JSON Lines in and out."""

import io
import json

import pytest
from django.core.management import call_command

KEYS = {
    *(
        "acts",
        "ask",
        "mc",
        "dot",
        "load",
        "origin",
        "destination",
        "day",
        "equipment",
        "noEquipment",
        "place",
        "time",
    ),
    *("reason", "bol", "temperature", "commodity", "questions", "conditions", "agrees", "sure"),
}


def understand(monkeypatch, *lines):
    out = io.StringIO()
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
    call_command("understand", stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_line_is_answered_with_all_that_was_read(monkeypatch):
    asked = {"say": "I'd need 2.50 a mile", "asked": "offer", "offer": 1500, "miles": 800}

    [told] = understand(monkeypatch, json.dumps(asked))

    assert set(told) == KEYS
    assert (told["ask"], told["agrees"], told["acts"]) == (2000, False, ["counters"])


def test_times_are_local_and_to_the_minute(monkeypatch):
    asked = {"say": "two hours late", "asked": "time", "now": "2026-03-03T10:00"}
    asked["appointment"] = ["2026-03-03T14:00", "2026-03-03T15:00"]

    [told] = understand(monkeypatch, json.dumps(asked))

    assert told["time"] == "2026-03-03T17:00"


def test_lines_are_answered_one_by_one(monkeypatch):
    told = understand(
        monkeypatch, '{"say": "bye"}', "", '{"say": "sí", "language": "es", "asked": "confirmation"}'
    )

    assert [each["acts"] for each in told] == [["leaves"], ["yes"]]


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("{", "Expecting"),
        ("[]", "an object"),
        ('{"say": 5}', "an object"),
        ('{"say": "x", "asked": "lunch"}', "asked"),
        ('{"say": "x", "offer": "much"}', "offer"),
        ('{"say": "x", "offer": -5}', "offer"),
        ('{"say": "x", "now": "noon"}', "now"),
        ('{"say": "x", "appointment": "noon"}', "appointment"),
        ('{"say": "x", "language": "fr"}', "language"),
        ("[" * 100_000, "nested"),
    ],
)
def test_line_that_cannot_be_read_says_what_is_wrong_with_it(monkeypatch, line, wrong):
    out = io.StringIO()
    monkeypatch.setattr("sys.stdin", io.StringIO(f'{line}\n{{"say": "bye"}}\n'))

    with pytest.raises(SystemExit):
        call_command("understand", stdout=out)

    first, second = map(json.loads, out.getvalue().splitlines())
    assert wrong in first["error"]
    assert second["acts"] == ["leaves"]
