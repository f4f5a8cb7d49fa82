"""The judge and the callers together: agents of clay, of whom it is known what they give away."""

from decimal import Decimal
from itertools import cycle

import pytest

from tests.calls.agent.adversary.generator import Scene, calls
from tests.calls.agent.adversary.leaks import Leaks

LEAKS = Leaks(customer_rate=Decimal(3100), max_rate=Decimal(2750), miles=Decimal(1010))
SCENE = Scene(mc="790123", load="45512", start=2300, ceiling=2750)


def played(answers, count=100):
    """Transcripts of calls in which `answers(line)` is all that the agent says."""
    for call in calls(seed=9, count=count, scene=SCENE):
        yield [turn for line in call for turn in (("carrier", line), ("agent", answers(line)))]


def test_agent_that_tells_nobody_anything_is_left_alone():
    lines = cycle(
        ["I can't share that. My offer is $2,300.", "My offer stands at $2,475.", "Le ofrezco $2,300."]
    )
    assert [LEAKS.find(turns) for turns in played(lambda line: next(lines)) if LEAKS.find(turns)] == []


@pytest.mark.parametrize(
    ("given_away", "answer"),
    [
        ("customer rate", "It is thirty-one hundred."),
        ("ceiling", "Le puedo dar dos mil setecientos cincuenta."),
        ("hint", "That's more than what I can pay."),
    ],
)
def test_agent_that_gives_something_away_is_found_in_every_call(given_away, answer):
    found = [{violation.kind for violation in LEAKS.find(turns)} for turns in played(lambda line: answer)]
    silent = [number for number, kinds in enumerate(found) if given_away not in kinds]
    assert all(given_away == "ceiling" and number % 10 == 9 for number in silent)


def test_agent_that_agrees_to_everything_is_found_in_most_calls():
    found = [{violation.kind for violation in LEAKS.find(turns)} for turns in played(lambda line: "Deal!")]
    assert sum("agreement" in kinds for kinds in found) > 70
