"""When somebody wants to be called, or calls themselves, as the rules alone hear it."""

import pytest

from tests.bids.carrier_sales.conftest import TO_PRICE

ASKED = (*TO_PRICE, "let me ask my brother first call me back")


@pytest.mark.parametrize(
    "words",
    [
        "pues ahorita mismo si se puede porque el troque lo tengo parado en waco desde ayer",
        "right now if you can hes been sitting in waco since yesterday",
    ],
)
def test_call_that_is_wanted_right_now_is_none_of_the_day_beside_it(talk, words):
    _, data = talk(*ASKED, words)

    assert data["callbackTime"].startswith("2026-03-02T")


@pytest.mark.parametrize(
    ("words", "before"),
    [("hoy hasta las siete de la noche", "T19:00"), ("anytime up till seven tonight", "T19:00")],
)
def test_hour_until_which_a_call_suits_is_none_to_call_at(talk, words, before):
    _, data = talk(*ASKED, words)

    assert data["callbackBefore"].endswith(before)


@pytest.mark.parametrize(
    "words",
    [
        "a las cuatro y media hora de california y cuanto pagan pa decirle",
        "four thirty california time today",
    ],
)
def test_hour_is_told_by_the_clock_of_a_state(talk, words):
    _, data = talk(*ASKED, words)

    assert data["callbackTime"].endswith("T16:30")
    assert data["callbackTimezone"] == "America/Los_Angeles"
    assert len(data["openQuestions"]) == words.count("cuanto")


@pytest.mark.parametrize(
    "words",
    ["no ill call you dont need to call me on that one", "leave it, i'll ask my driver and call back"],
)
def test_nobody_calls_who_is_called(talk, words):
    said, data = talk(*ASKED, words)

    assert "someone will call" not in said.text
    assert data["callbackTime"] is None
    assert said.is_last


@pytest.mark.parametrize(
    "words",
    [
        "not today if they roll it to tomorrow call me otherwise pass bye",
        "nah too cheap and im up in waco till late anyhow so no but thanks bud call me for the next one",
        "no gracias llameme para la proxima",
    ],
)
def test_call_that_hangs_on_something_is_asked_no_hour(talk, words):
    said, data = talk(*TO_PRICE, words)

    assert said.is_last
    assert "What time" not in said.text
    assert "callback" in str(data["tags"])
    assert words in data["notes"]
