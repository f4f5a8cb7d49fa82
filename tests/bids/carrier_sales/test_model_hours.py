"""An hour that a carrier wishes for, as a language model reads it: which it is, and what puts it right."""

from datetime import datetime

import pytest

from calls.models import OpenQuestion
from tests.bids.carrier_sales.conftest import TO_PRICE


@pytest.mark.parametrize(
    ("words", "note", "wish"),
    [
        (
            "he crosses wednesday night and runs out of hours friday at two can he pick it up later",
            "he crosses wednesday night and runs out of hours friday at two",
            "can he pick it up later",
        ),
        (
            "el muchacho cruza el miercoles en la noche y se le acaban las horas se puede recoger mas tarde",
            "el muchacho cruza el miercoles en la noche y se le acaban las horas",
            "se puede recoger mas tarde",
        ),
    ],
)
def test_day_told_beside_a_wish_is_not_the_wish(hold, model, words, note, wish):
    replies, _ = hold(
        model,
        *TO_PRICE,
        model.hears(words, acts=[("asks", wish)], facts=[("note", note)], questions=[("flexibility", wish)]),
    )

    assert "window" not in replies[-1].text
    assert "horario" not in replies[-1].text
    assert wish in [each.words for each in OpenQuestion.objects.all()]


@pytest.mark.parametrize(
    ("words", "no", "again"),
    [
        ("no i said thursday after one and two grand is light", "no", "thursday after one"),
        (
            "no mañana no el jueves despues de la una y dos mil es muy poco",
            "no mañana no",
            "el jueves despues de la una",
        ),
    ],
)
def test_wish_that_is_put_right_goes_to_the_broker(hold, model, words, no, again):
    wish = "can they take me tuesday night"
    replies, data = hold(
        model,
        *TO_PRICE,
        model.hears(wish, acts=[("asks", wish)], questions=[("flexibility", wish)]),
        model.hears(words, acts=[("no", no), ("asks_more", words)], facts=[("time", again)]),
    )

    assert again in replies[-1].text
    assert again in [each.words for each in OpenQuestion.objects.all()]
    assert data["outcome"] != "declined"


@pytest.mark.parametrize(
    ("words", "place", "time"),
    [
        (
            "my driver cant load till about ten that morning hes coming from boise",
            "boise",
            "about ten that morning",
        ),
        (
            "el chofer viene de austin y carga hasta las diez de esa mañana",
            "austin",
            "las diez de esa mañana",
        ),
    ],
)
def test_that_morning_is_of_the_day_of_the_pickup(hold, model, load, words, place, time):
    load.pickup_time = datetime(2026, 3, 5, 8)
    load.pickup_end_time = datetime(2026, 3, 5, 12)
    load.save()

    _, data = hold(model, *TO_PRICE, model.hears(words, facts=[("place", place), ("time", time)]))

    assert data["details"]["emptyAt"] == "2026-03-05T10:00"


def test_detention_after_so_many_hours_is_no_hour_to_come_at(hold, model):
    words = "no way brother i was thinking three grand is there detention after two hours"
    replies, data = hold(
        model,
        *TO_PRICE,
        model.hears(
            words,
            acts=[
                ("refuses", "no way brother"),
                ("counters", "i was thinking three grand"),
                ("asks", "is there detention after two hours"),
            ],
            figures=[(0, 3000, "ask")],
            questions=[("detention", "is there detention after two hours")],
        ),
    )

    assert "outside the window" not in replies[-1].text
    assert data["conditions"] == []
    assert OpenQuestion.objects.get().words == "is there detention after two hours"


def test_what_is_asked_of_the_freight_is_no_condition_of_another_day(hold, model):
    words = "wednesday huh nah i need something for monday i aint sittin two days whats it weigh"
    replies, data = hold(
        model,
        *TO_PRICE,
        model.hears(
            words,
            acts=[("refuses", "nah i need something for monday"), ("asks", "whats it weigh")],
            facts=[("is_not_for_money", "i aint sittin two days")],
            questions=[("weight", "whats it weigh")],
        ),
    )

    assert "weighs" in replies[-1].text
    assert data["conditions"] == ["nah i need something for monday"]


def test_hour_to_call_that_was_just_past_by_their_numbers_clock_is_told_by_ours(hold, model):
    # It is five past nine in Dallas, five past ten in Virginia.
    words = "i gotta ask my driver call me back around quarter to ten at 540 555 0162"
    _, data = hold(
        model,
        *TO_PRICE,
        model.hears(
            words,
            acts=[("callback", "call me back around quarter to ten")],
            facts=[("time", "quarter to ten"), ("phone", "540 555 0162")],
        ),
    )

    assert data["callbackTime"].startswith("2026-03-02T09:45")
