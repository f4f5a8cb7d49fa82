"""Trucks that are put right once noted, free on another day, or wanted elsewhere; at which stop an hour is."""

from datetime import date

import pytest

from bids.carrier_sales.hearing import is_of_pickup, stop_words
from bids.models import Bid
from calls.language.asides import read_asides
from calls.language.reading import Act, Expecting, Listening, Place, Topic
from calls.language.understanding import understand
from carriers.models import TruckCapacity
from tests.bids.carrier_sales.conftest import MC, MINE, YES, means
from tests.factories import NOW

MEMPHIS, TULSA = Place("Memphis", "TN"), Place("Tulsa", "OK")
DALLAS, ATLANTA = Place("Dallas", "TX"), Place("Atlanta", "GA")


def hear(words, expecting):
    return understand(words, Listening(expecting=Expecting(expecting), now=NOW.replace(tzinfo=None)))


@pytest.fixture
def noted(line, carrier):
    """A truck in Memphis was noted for Wednesday, March 4, since nothing fits it; today is Monday, March 2."""
    made = line(phone="+12145550999")
    made.open()
    made.say(MINE, YES)
    made.say(means("got anything out of Memphis", Topic.OTHER_LOADS, Act.ASKS, origin=MEMPHIS))
    made.say(means("Wednesday", day=date(2026, 3, 4)))
    assert TruckCapacity.objects.get().day == date(2026, 3, 4)
    return made


@pytest.mark.parametrize(
    ("words", "language", "day"),
    [
        ("no make that friday he's in the shop till then", "en", date(2026, 3, 6)),
        ("no no not wednesday thursday", "en", date(2026, 3, 5)),
        ("no mejor ponlo para el viernes", "es", date(2026, 3, 6)),
        ("no no mañana no hoy ya casi acabo", "es", date(2026, 3, 2)),
    ],
)
def test_day_of_a_noted_truck_is_put_right(noted, words, language, day):
    noted.language = language

    said = noted.say(means(words, Act.NO, language=language))

    assert not said.is_last
    assert [each.day for each in TruckCapacity.objects.all()] == [day]


def test_place_of_a_noted_truck_is_put_right(noted):
    said = noted.say(means("no not memphis nashville is where the truck is", Act.NO))

    assert "Nashville" in said.text
    assert [each.city for each in TruckCapacity.objects.all()] == ["Nashville"]


@pytest.mark.parametrize("words", ["no that's all", "no thanks bye", "no nada más gracias"])
def test_plain_no_is_still_the_end(noted, words):
    assert noted.say(means(words, Act.NO)).is_last
    assert TruckCapacity.objects.get().city == "Memphis"


def test_town_that_money_is_owed_for_is_no_truck(noted):
    words = "and that detention from Tulsa who's going to call me on that"
    noted.say(means(words, Act.ASKS, Topic.DETENTION, origin=Place("Tulsa", "OK")))

    assert [each.city for each in TruckCapacity.objects.all()] == ["Memphis"]


# Of another day, or elsewhere.


@pytest.mark.parametrize(
    "words",
    [
        "no i can't pick it up today so i'm gonna pass",
        "i told you no texas",
        "hoy no puedo, no la puedo cargar hoy",
        "i'm outta hours",
    ],
)
def test_whatever_isnt_about_money_is_no_rejected_rate(words):
    assert read_asides(words).is_not_for_money


@pytest.mark.parametrize(
    "words",
    ["i can't do it for that", "i'm not going to run it for fifteen hundred", "no puedo por ese precio"],
)
def test_price_that_wont_do_is_about_money(words):
    assert not read_asides(words).is_not_for_money


# At which stop.


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("i need 2100 to atlanta and can i come in at eight tonight for the pickup", True),
        ("can they load me at two and it goes to atlanta right", True),
        ("can they unload me at six", False),
        ("necesito 2100 a atlanta", False),
    ],
)
def test_pickup_that_is_named_counts(words, said):
    assert is_of_pickup(stop_words(words)) == said


def test_stop_of_a_wish_is_in_its_own_clause():
    words = "he can't be there before five thirty and is there an appointment on the Atlanta end"

    assert "Atlanta" not in stop_words(words)


def test_price_named_beside_a_question_for_our_limit_is_their_bid(haggling):
    haggling.say(
        means("what's the lowest, I mean I'd do nineteen hundred", Act.COUNTERS, Topic.CEILING, money=(1900,))
    )

    assert Bid.objects.get().amount == 1900


def test_price_that_only_feels_for_our_limit_is_none(haggling):
    haggling.say(means("is your max 1900", Act.ASKS, Topic.CEILING, money=(1900,)))

    assert not Bid.objects.exists()


def test_weight_asked_beside_the_rate_is_told(calling):
    said = calling.say(means("yeah what's it pay, you never told me the weight", Act.YES, Topic.RATE))

    assert "pounds" in said.text


@pytest.fixture
def asked(line, carrier, load):
    """A carrier that has told its truck empty in Tulsa on Wednesday; the load on the board is Dallas to Atlanta."""
    made = line(phone="+12145550999")
    made.open()
    words = "i got a van empty in tulsa wednesday"
    made.say(
        means(
            words,
            Act.EMPTY,
            mc=MC,
            digits=MC,
            place=TULSA,
            day=date(2026, 3, 4),
            equipment="van",
            is_end=False,
        )
    )
    made.say(YES)
    return made


def test_lane_asked_for_is_found_whatever_day_the_truck_is_empty(asked):
    said = asked.say(
        means("you got dallas to atlanta right", Act.ASKS, Topic.LOAD, origin=DALLAS, destination=ATLANTA)
    )

    assert "482101" in said.text.replace(" ", "")
    assert [each.city for each in TruckCapacity.objects.all()] == ["Tulsa"]


def test_truck_is_noted_where_it_was_told_not_where_a_lane_begins(asked):
    asked.say(
        means("any boise to miami", Act.ASKS, origin=Place("Boise", "ID"), destination=Place("Miami", "FL"))
    )

    assert [each.city for each in TruckCapacity.objects.all()] == ["Tulsa"]


@pytest.mark.parametrize(
    "words",
    [
        "no the truck is in nashville its going to atlanta",
        "fix that truck its parked in nashville not memphis",
        "put the truck down as nashville okay",
    ],
)
def test_town_of_a_truck_is_put_right_beside_something_else(noted, words):
    heard = hear(words, "confirmation")

    noted.say(heard)

    assert [each.city for each in TruckCapacity.objects.all()] == ["Nashville"]


@pytest.mark.parametrize(
    ("words", "origin", "destination"),
    [
        ("you got that omaha newark one right", "Omaha", "Newark"),
        ("is the laredo chicago load still open", "Laredo", "Chicago"),
    ],
)
def test_two_towns_in_a_row_before_a_load_are_its_ends(words, origin, destination):
    heard = hear(words, "load")

    assert (heard.origin.city, heard.destination.city) == (origin, destination)


@pytest.mark.parametrize(
    "words",
    [
        "the truck is in nashville you got memphis to atlanta",
        "he's sitting in nashville what about that memphis atlanta load",
    ],
)
def test_truck_told_beside_a_lane_is_where_it_is(words):
    heard = hear(words, "load")

    assert (heard.place.city, heard.origin.city) == ("Nashville", "Memphis")
