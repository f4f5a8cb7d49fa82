"""Where and when a truck is empty, and where it wants to go, as a language model reads it."""

import pytest

from bids.models import Bid
from carriers.models import TruckCapacity
from tests.bids.carrier_sales.conftest import TO_BOOKED, TO_PRICE
from tests.factories import LoadFactory

# Monday, March 2.


def to_noted(model):
    """A truck in Tulsa is noted for today."""
    words = "no its in tulsa empty today what do you have out of there"
    return (
        "yes",
        model.hears(
            words,
            acts=[("asks", words)],
            facts=[("origin", "tulsa"), ("day", "today")],
            questions=[("other_loads", "what do you have out of there")],
        ),
    )


@pytest.mark.parametrize(
    ("words", "facts", "day", "wish"),
    [
        (
            "i can load wednesday not today and wed like to head to memphis or mobile",
            [("day", "wednesday"), ("destination", "memphis"), ("destination", "mobile")],
            "2026-03-04",
            "Memphis, TN or Mobile, AL",
        ),
        ("hes not out till tuesday", [("day", "tuesday")], "2026-03-03", ""),
        ("home is el paso so somewhere that way", [("destination", "el paso")], "2026-03-02", "El Paso, TX"),
    ],
)
def test_day_or_direction_of_the_truck_just_noted_puts_it_right(
    hold, in_acme, model, words, facts, day, wish
):
    LoadFactory(organization=in_acme, external_id="482190", origin_city="Fresno", origin_state="CA")
    replies, _ = hold(model, *to_noted(model), model.hears(words, facts=facts))

    noted = TruckCapacity.objects.get()
    assert (noted.city, noted.day.isoformat(), noted.wanted_destination) == ("Tulsa", day, wish)
    assert "Tulsa" in replies[-1].text
    assert "Fresno" not in replies[-1].text


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("got anything coming out of atlanta wednesday for him to texas or oklahoma", "place"),
        ("whats leaving atlanta wednesday to texas or oklahoma hes empty there", "origin"),
    ],
)
def test_truck_after_this_load_leaves_the_details_of_the_deal(hold, model, words, place):
    hold(
        model,
        *TO_BOOKED,
        model.hears(
            "driver is ray truck ten trailer two oh four empty in waco at nine",
            acts=[("empty", "empty in waco at nine")],
            facts=[("driver", "ray"), ("truck", "ten"), ("place", "waco"), ("time", "nine")],
        ),
        model.hears(
            words,
            acts=[("asks", words)],
            facts=[
                (place, "atlanta"),
                ("day", "wednesday"),
                ("destination", "texas"),
                ("destination", "oklahoma"),
            ],
            questions=[("other_loads", words)],
        ),
    )

    details = Bid.objects.get().details
    assert details["emptyPlace"] == "Waco, TX"
    assert "2026-03-04" not in details["emptyAt"]
    noted = TruckCapacity.objects.get()
    assert (noted.city, noted.day.isoformat(), noted.wanted_destination) == (
        "Atlanta",
        "2026-03-04",
        "TX or OK",
    )


@pytest.mark.parametrize(
    ("first", "then", "place"),
    [
        (("hell be empty wednesday around noon", "wednesday around noon"), "at one", "waco"),
        (("se desocupa el miercoles al mediodia", "miercoles al mediodia"), "a la una", "waco"),
    ],
)
def test_hour_alone_is_of_the_day_told_before(hold, model, first, then, place):
    words, time = first
    _, data = hold(
        model,
        "yes",
        "load 482101",
        model.hears(
            f"yes a dry van {words}", acts=[("yes", "yes"), ("empty", words)], facts=[("time", time)]
        ),
        model.hears(
            f"eighteen hundred {then} in {place}",
            acts=[("counters", "eighteen hundred")],
            figures=[(0, 1800, "ask")],
            facts=[("time", then), ("place", place)],
        ),
    )

    assert data["details"]["emptyAt"].startswith("2026-03-04T")


@pytest.mark.parametrize("town", ["denton", "mesquite"])
def test_truck_is_noted_where_it_stands_and_not_where_the_load_is(hold, model, town):
    words = f"no two thousand thats it im empty in {town} since yesterday"
    hold(
        model,
        model.hears("yes its me", acts=[("yes", "yes")]),
        model.hears("the dallas to atlanta", facts=[("origin", "dallas"), ("destination", "atlanta")]),
        *TO_PRICE[2:],
        model.hears(
            words,
            acts=[("refuses", "no"), ("counters", "two thousand"), ("empty", f"im empty in {town}")],
            figures=[(0, 2000, "ask")],
            facts=[("place", town)],
        ),
        model.hears(
            "call me if they come up bye",
            acts=[("callback", "call me if they come up"), ("leaves", "bye")],
        ),
    )

    assert TruckCapacity.objects.get().city.lower() == town


@pytest.mark.parametrize(
    ("words", "state"),
    [
        ("ill pass but keep me in mind for something light out of oklahoma", "oklahoma"),
        ("no sir not that one just call me if you get anything leaving oklahoma", "oklahoma"),
    ],
)
def test_state_that_the_noted_truck_is_in_makes_no_second_truck(hold, model, words, state):
    replies, _ = hold(
        model,
        *to_noted(model),
        model.hears(
            words,
            acts=[("asks", words)],
            facts=[("origin", state)],
            questions=[("other_loads", words)],
        ),
    )

    noted = TruckCapacity.objects.get()
    assert (noted.city, noted.state) == ("Tulsa", "OK")
    assert "Tulsa" in replies[-1].text


@pytest.mark.parametrize(
    ("words", "act", "place", "time"),
    [
        ("cant make that im in waco right now id be there at eleven thirty", "late", "waco", "eleven thirty"),
        ("hes running behind hes in austin hell get to the shipper at noon", "late", "austin", "noon"),
    ],
)
def test_hour_of_arrival_is_not_when_the_truck_is_empty(hold, model, words, act, place, time):
    _, data = hold(
        model,
        *TO_PRICE,
        model.hears(words, acts=[(act, words)], facts=[("place", place), ("time", time)]),
    )

    assert data["details"] == {"emptyPlace": f"{place.capitalize()}, TX"}
