"""Desks that put an hour right, name docks that sound like hours, and tell something after all of our questions."""

from datetime import time

import pytest

from calls.language.time_words import span_of
from tests.calls.agent.test_custom_free import BRING, DOCK
from tests.calls.agent.test_desk import hold


@pytest.mark.parametrize(
    ("words", "clock", "span"),
    [
        ("sunday its nine to midnight", time(9), (time(21), time(0))),
        ("eight am to midnight", time(8), (time(8), time(0))),
        ("from six till midnight", time(0), (time(18), time(0))),
        ("nine to noon", time(9), (time(9), time(12))),
    ],
)
def test_hours_till_midnight_are_at_night(words, clock, span):
    assert span_of(words, "en", clock) == span


NIGHT = "we canceled all morning receiving earliest id have is sunday night", "sunday its nine to midnight"


def test_hours_are_told_again_without_taking_them_for_a_dock(desk, load):
    replies, data, _ = hold(
        desk,
        load,
        *NIGHT,
        "not nine am sunday night nine pm to midnight nobodys here sunday morning",
        "dock four",
    )

    assert data["proposedTime"] == "21:00 to 00:00"
    assert replies[3].text.endswith(DOCK)
    assert data["answers"][-1]["answer"] == "dock four"


@pytest.mark.parametrize(
    ("words", "hours"),
    [
        ("its nine in the morning and no just his paperwork", "09:00 to 12:00"),
        ("its nine at night and no just his paperwork", "21:00 to 00:00"),
    ],
)
def test_half_of_the_day_is_put_right_beside_an_answer(desk, load, words, hours):
    replies, data, _ = hold(desk, load, *NIGHT, "dock four", words)

    assert data["proposedTime"] == hours
    assert replies[-1].is_last
    assert data["answers"][-1]["answer"] == words


@pytest.mark.parametrize(
    "dock", ["any of em one through six just no backing in", "any door two to five is fine"]
)
def test_docks_confirm_nothing(desk, load, dock):
    replies, data, _ = hold(desk, load, "no we're full can he do tomorrow at eleven instead", dock)

    assert "confirm" not in replies[-1].text
    assert replies[-1].text.endswith(BRING)
    assert data["answers"][1]["answer"] == dock


@pytest.mark.parametrize("asked", ["did you get that", "did you hear that"])
def test_answer_behind_whether_we_got_it_is_one(desk, load, asked):
    words = f"{asked} tomorrow at eleven and no nothing special just his paperwork"

    replies, data, _ = hold(desk, load, "no we're full do tomorrow at eleven", "dock four", words)

    assert replies[-1].is_last
    assert "just his paperwork" in data["answers"][-1]["answer"]


@pytest.mark.parametrize(
    ("last", "is_kept"),
    [
        ("nah eight sharp though if hes later than eight thirty we reschedule him to monday", True),
        ("no just dont let him show up before seven thirty okay bye", True),
        ("no that's it", False),
        ("nope thank you bye", False),
    ],
)
def test_what_is_told_after_all_of_our_questions_is_kept(desk, load, last, is_kept):
    replies, data, _ = hold(
        desk,
        load,
        "yes that's fine",
        "dock four",
        "safety vest closed toe shoes and can you spell your company name for me",
        last,
    )

    assert replies[-1].is_last
    assert (last in data["answers"][-1]["answer"]) == is_kept


def test_colleague_who_asks_what_it_is_about_is_told(desk, load):
    replies, *_ = hold(desk, load, "bueno recibo no ann no está anda en junta qué se le ofrece")

    assert "482113" in replies[1].text


@pytest.mark.parametrize("asked", ["and who am i speaking with", "but whos calling"])
def test_who_asks_who_we_are_beside_an_answer_is_told(desk, load, asked):
    replies, *_ = hold(desk, load, "yes that's fine", f"dock doors forty through forty eight {asked}")

    assert "automated" in replies[2].text
    assert replies[2].text.endswith(BRING)


def test_another_day_with_its_hours_is_an_offer(desk, load):
    _, data, _ = hold(desk, load, "thursday between eight and midnight")

    assert (data["proposedDay"], data["proposedTime"]) == ("2026-03-05", "20:00 to 00:00")


@pytest.mark.parametrize(
    "words",
    [
        "yeah that works but send him to the back gate the front one is closed dont come in from the street till five",
        "si esta bien pero que entre por la otra puerta porque esa esta cerrada y que no llegue antes de las cinco",
    ],
)
def test_closed_gate_of_a_desk_that_it_suits_is_no_closed_desk(desk, load, words):
    replies, data, _ = hold(desk, load, words, "dock four")

    assert data["answers"][0]["answer"] == words
    assert data["answers"][1]["answer"] == "dock four"
    assert not replies[2].is_last
    assert {"outcome", "callbackTime"}.isdisjoint(data)


def test_desk_that_was_closed_and_says_it_suits_is_answered_like_any(desk, load):
    replies, data, _ = hold(
        desk, load, "were closed nobody in till six", "no dont call back that still works for us five to nine"
    )

    assert not replies[2].is_last
    assert {"outcome", "callbackTime"}.isdisjoint(data)
