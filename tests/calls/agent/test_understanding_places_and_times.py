"""Lanes, whereabouts, days and times."""

from datetime import date, datetime

import pytest

from calls.agent.meaning import Place
from tests.calls.agent.understood import heard


@pytest.mark.parametrize(
    ("words", "origin", "destination"),
    [
        ("dallas tx to atlanta ga picking up tomorrow", Place("Dallas", "TX"), Place("Atlanta", "GA")),
        (
            "from Chicago, Illinois, to Memphis, Tennessee on Monday",
            Place("Chicago", "IL"),
            Place("Memphis", "TN"),
        ),
        ("anything from Laredo going north", Place("Laredo"), None),
        ("going to Atlanta", None, Place("Atlanta")),
        ("the one out of Dallas", Place("Dallas"), None),
        ("I need to talk to the manager", None, None),
        (
            "la carga que va de Laredo, Texas a Chicago, Illinois",
            Place("Laredo", "TX"),
            Place("Chicago", "IL"),
        ),
    ],
)
def test_lane_has_the_ends_that_were_named(words, origin, destination):
    meaning = heard(words, "load", offer=None, miles=None)
    assert (meaning.origin, meaning.destination) == (origin, destination)


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("I'm just past Amarillo on I-40", Place("Amarillo")),
        ("about 20 miles out of Tulsa", Place("Tulsa")),
        ("I'm outside of St. Louis", Place("St. Louis")),
        ("memphis", Place("Memphis")),
        ("I'm in Kansas City, Kansas", Place("Kansas City", "KS")),
        ("somewhere in Arkansas", Place("", "AR")),
        ("20 miles out", None),
        ("I'm at the shipper", None),
        ("voy llegando a Houston", Place("Houston")),
        ("como a veinte millas de Tulsa", Place("Tulsa")),
    ],
)
def test_place_is_where_the_truck_is(words, place):
    assert heard(words, "place", offer=None, miles=None).place == place


@pytest.mark.parametrize(
    ("words", "time"),
    [
        ("two", datetime(2026, 3, 3, 2)),
        ("about six, no, make that seven pm", datetime(2026, 3, 2, 19)),
        ("tomorrow at nine", datetime(2026, 3, 3, 9)),
        ("a las dos de la tarde", datetime(2026, 3, 3, 14)),
        ("como a las cinco y media", datetime(2026, 3, 2, 17, 30)),
        ("en hora y media", datetime(2026, 3, 2, 16, 40)),
        ("I just left Laredo about an hour ago", None),
        ("thirty miles", None),
    ],
)
def test_time_is_read_in_both_languages(words, time):
    assert heard(words, "time", offer=None, miles=None).time == time


def test_call_back_at_two_is_in_the_afternoon():
    assert heard("call me back at two").time == datetime(2026, 3, 3, 14)
    assert heard("call me at 2 in the morning").time == datetime(2026, 3, 3, 2)
    assert heard("call me in an hour").time == datetime(2026, 3, 2, 16, 10)


def test_minute_to_wait_is_no_time():
    assert heard("hold on, one minute please").time is None


def test_sum_is_no_time():
    meaning = heard("I'd be at 2330")
    assert meaning.time is None
    assert [each.amount for each in meaning.money] == [2330]


@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("today", date(2026, 3, 2)),
        ("on Monday", date(2026, 3, 2)),
        ("next Monday", date(2026, 3, 9)),
        ("Friday", date(2026, 3, 6)),
        ("next Friday", date(2026, 3, 13)),
        ("the 1st", date(2026, 4, 1)),
        ("January 5th", date(2027, 1, 5)),
        ("February 30", None),
        ("3/14", date(2026, 3, 14)),
        ("pasado mañana", date(2026, 3, 4)),
        ("el catorce de marzo", date(2026, 3, 14)),
    ],
)
def test_day_is_the_next_one_of_its_name(words, day):
    assert heard(words, "load", offer=None, miles=None).day == day
