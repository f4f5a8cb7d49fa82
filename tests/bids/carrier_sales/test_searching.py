"""Loads searched for as a dispatcher does: around the truck, toward home, about the day; else the truck is noted."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bids.carrier_sales import load_search
from bids.carrier_sales.notebook import Wanted
from calls.language.reading import Act, Expecting, Place, Topic
from carriers.models import TruckCapacity
from loads.models import Load
from organizations.places.gazetteer import find_place
from tests.bids.carrier_sales.conftest import BYE, NO, YES, means
from tests.factories import NOW, BookingFactory, LoadFactory

DALLAS, ATLANTA = Place("Dallas", "TX"), Place("Atlanta", "GA")
THURSDAY = date(2026, 3, 5)


@pytest.fixture
def known(line, carrier):
    """A carrier that has said who it is."""
    made = line()
    made.open()
    made.say(YES)
    return made


@pytest.fixture
def put(in_acme):
    """Make a load between two towns that the gazetteer knows, on a day of March."""
    numbers = iter(range(600001, 600099))

    def make(origin="Dallas, TX", destination="Atlanta, GA", day=4, **columns):
        for end, text in (("origin", origin), ("destination", destination)):
            city, state = text.split(", ")
            columns |= {f"{end}_city": city, f"{end}_state": state, f"{end}_place": find_place(city, state)}
        times = {
            "pickup_time": datetime(2026, 3, day, 8),
            "pickup_at": datetime(2026, 3, day, 14, tzinfo=UTC),
        }
        return LoadFactory(organization=in_acme, external_id=str(next(numbers)), **times | columns)

    return make


def asks_for(text="got anything?", **parts):
    return means(text, Act.ASKS, Topic.OTHER_LOADS, **parts)


def found(in_acme, equipment="", but=(), **wish):
    matches = load_search.on_lane(
        Wanted(**wish), equipment=equipment, at=NOW, but=but, is_for=lambda load: True
    )
    return [match.load for match in matches]


def named(line):
    return line.state["candidates"]


# What is near


def test_pickups_around_the_truck_are_offered_the_nearest_first(known, put):
    far, near = put("Waco, TX"), put("Waxahachie, TX")
    put("Houston, TX")

    said = known.say(asks_for(origin=DALLAS, destination=ATLANTA))

    assert named(known) == [near.pk, far.pk]
    assert said.text.startswith("I can't find an open load on that lane. What I do have: Load 6 0 0 0 0 2,")
    assert "out of Waxahachie, TX, about 30 miles from Dallas, to Atlanta, GA, picking up" in said.text
    assert said.expecting == Expecting.LOAD


def test_town_in_any_spelling_is_found_without_the_gazetteers_key(known, put):
    near = put("Ft Worth, TX")
    Load.objects.update(origin_place=None, destination_place=None)

    said = known.say(asks_for(origin=Place("dallas"), destination=Place("Atlanta")))

    assert named(known) == [near.pk]
    assert "out of Ft Worth, TX, about 30 miles from Dallas," in said.text


def test_spanish_says_how_far_too(line, carrier, put):
    put("Waxahachie, TX")
    made = line(language="es")
    made.open()
    made.say(YES)

    said = made.say(asks_for(origin=DALLAS, destination=ATLANTA))

    assert "saliendo de Waxahachie, TX, a unas 30 millas de Dallas, a Atlanta, GA" in said.text


def test_home_is_within_a_hundred_miles_or_in_the_state(in_acme, put):
    in_state, near = put(destination="Savannah, GA"), put(destination="Anniston, AL")
    put(destination="Miami, FL")

    wish = {"origin": ["Dallas", "TX"], "destination": ["Atlanta", "GA"]}
    assert found(in_acme, **wish) == [near, in_state]


def test_miles_from_home_are_said(known, put):
    put(destination="Macon, GA")

    said = known.say(asks_for(origin=DALLAS, destination=ATLANTA))

    assert "Dallas, TX to Macon, GA, about 75 miles from Atlanta, picking up" in said.text


def test_day_is_that_day_or_one_either_side(known, in_acme, put):
    before, after = put(day=4), put(day=6)
    put(day=7), put(day=2)

    wish = {"origin": ["Dallas", "TX"], "destination": ["Atlanta", "GA"], "day": THURSDAY}
    assert found(in_acme, **wish) == [before, after]
    said = known.say(asks_for(origin=DALLAS, destination=ATLANTA, day=THURSDAY))
    assert said.text.startswith("I have nothing like that for that day. What I do have:")


def test_exact_lane_and_day_goes_before_what_is_near(known, put):
    put("Waxahachie, TX")
    exact = put()

    known.say(asks_for(origin=DALLAS, destination=ATLANTA, day=date(2026, 3, 4)))

    assert known.state["at_load"] == exact.pk


def test_equipment_is_a_must(in_acme, put):
    put()
    reefer = put(equipment_type="reefer")

    assert found(in_acme, equipment="reefer", origin=["Dallas", "TX"]) == [reefer]


def test_whole_state_will_do(known, put):
    first, second = put("Laredo, TX", "Reno, NV", day=3), put("El Paso, TX", "Reno, NV")
    put("Tulsa, OK", "Reno, NV")

    said = known.say(asks_for("anything out of Texas?", origin=Place("", "TX")))

    assert named(known) == [first.pk, second.pk]
    assert said.text.startswith("I have more than one that fits:")


def test_wish_to_a_state_needs_no_place_of_the_truck(known, put):
    put(destination="Atlanta, GA")
    home = put("Tulsa, OK", "Houston, TX")

    known.say(asks_for("anything going to Texas?", destination=Place("", "TX")))

    assert known.state["at_load"] == home.pk


def test_load_is_found_by_its_freight(known, put):
    put(commodity="Paper rolls")
    peaches = put("Fresno, CA", "Dallas, TX", commodity="Fresh Peaches, palletized")

    known.say(means("the peach load", commodity="peach"))

    assert known.state["at_load"] == peaches.pk


def test_freight_that_there_is_not_is_no_reason_to_offer_others(known, put):
    put(commodity="Paper rolls")

    said = known.say(means("the stone fruit load", commodity="stone fruit"))

    assert said.text.startswith("I don't see an open load like that. Where")


def test_freight_picks_among_those_named(known, put):
    put(commodity="Paper rolls")
    wine = put(commodity="Wine", destination="Macon, GA")
    known.say(asks_for(origin=DALLAS))

    known.say(means("the wine load", commodity="wine"))

    assert known.state["at_load"] == wine.pk


def test_loads_that_are_booked_or_not_for_others_are_left_out(in_acme, put):
    BookingFactory(organization=in_acme, load=put())
    put(status="COVERED")

    assert found(in_acme, origin=["Dallas", "TX"]) == []


def test_one_query_however_many_loads(in_acme, put):
    for place in range(30):
        put("Waxahachie, TX" if place % 2 else "Nowhereville, TX")
    wish = {"origin": ["Dallas", "TX"], "destination": ["Atlanta", "GA"], "day": date(2026, 3, 4)}
    assert len(found(in_acme, **wish)) == 30  # places are remembered from now on

    with CaptureQueriesContext(connection) as captured:
        found(in_acme, **wish)

    assert len(captured) == 1


def test_lookup_is_bounded(in_acme, put, monkeypatch):
    monkeypatch.setattr(load_search, "MAX_COMPARED", 2)
    for _ in range(3):
        put()
    put("Houston, TX", day=3)

    assert len(found(in_acme, origin=["Dallas", "TX"])) == 2


# What isn't offered again


def test_what_was_turned_down_is_not_named_again(known, put):
    first, second, third = put("Waxahachie, TX"), put("Waco, TX"), put("Tyler, TX")
    known.say(asks_for(origin=DALLAS, destination=ATLANTA))
    assert named(known) == [first.pk, second.pk] or named(known) == [first.pk, third.pk]
    left = {second.pk, third.pk} - {*named(known)}

    known.say(asks_for("what else?"))

    assert {*named(known)} == left


def test_load_that_was_declined_is_not_found_by_its_lane_again(known, put):
    put()
    known.say(asks_for(origin=DALLAS), YES, means("no way", Act.DECLINES))

    said = known.say(asks_for(origin=DALLAS))

    assert "What I do have" not in said.text
    assert known.state["at_load"] is None or said.is_last


def test_wrong_trailer_is_followed_by_what_fits_the_same_wish(known, put):
    put()
    near = put("Waxahachie, TX", equipment_type="reefer")
    put("Houston, TX", equipment_type="reefer")
    known.say(asks_for(origin=DALLAS, destination=ATLANTA))

    known.say(means("I've a reefer", equipment="reefer"))

    assert named(known) == [near.pk]


def test_others_are_asked_for_during_the_talk_about_money_without_losing_the_load(known, put):
    load = put()
    known.say(asks_for(origin=DALLAS), YES)

    said = known.say(asks_for("what else you got?"))

    assert said.text.startswith("I have nothing else that fits right now.")
    assert said.amounts == (Decimal(1500),)
    assert known.state["at_load"] == load.pk


@pytest.mark.parametrize(
    "heard",
    [
        means("the second one", Act.AGREES),
        means("let's do the second one", Act.YES),
        means("the one out of Waco", origin=Place("Waco")),
        means("Thursday's", day=THURSDAY),
    ],
)
def test_one_of_two_is_picked(known, put, heard):
    put("Waxahachie, TX")
    waco = put("Waco, TX", day=5)
    known.say(asks_for(origin=DALLAS, destination=ATLANTA))

    known.say(heard)

    assert known.state["at_load"] == waco.pk


def test_single_one_is_picked_by_a_question_about_it(known, put):
    only = put("Waxahachie, TX")
    known.say(asks_for(origin=DALLAS))

    known.say(means("how heavy is it?", Act.ASKS, Topic.WEIGHT))

    assert known.state["at_load"] == only.pk


# The truck is noted


def test_truck_without_a_load_is_noted(known, carrier):
    said = known.say(
        asks_for(origin=DALLAS, destination=ATLANTA, day=THURSDAY, equipment="reefer", money=(2400,))
    )

    assert said.text.startswith(
        "I don't have one for you right now; I've noted your truck in Dallas for Thursday, March 5, "
        "a reefer to Atlanta, and we'll call if something comes up."
    )
    truck = TruckCapacity.objects.get()
    assert (truck.carrier, truck.mc_number, truck.phone) == (carrier, carrier.mc_number, carrier.phone)
    assert (truck.whereabouts, truck.place, truck.day) == ("Dallas, TX", find_place("Dallas", "TX"), THURSDAY)
    assert (truck.equipment, truck.rate_asked, truck.wanted_destination) == ("reefer", 2400, "Atlanta, GA")
    assert (truck.noted_at, truck.conversation_id) == (NOW, known.conversation.pk)
    assert truck.expires_on == THURSDAY + timedelta(days=1)
    assert known.say(NO).is_last
    assert known.conclude().extracted["outcome"] == "load_not_found"


def test_truck_is_noted_once_however_often_it_is_told(known):
    for equipment in ("", "van"):
        known.say(asks_for(origin=DALLAS, day=THURSDAY, equipment=equipment))

    assert TruckCapacity.objects.get().equipment == "van"


def test_what_is_missing_is_asked_once(known):
    asked = known.say(asks_for(destination=Place("", "TX")))
    assert asked.text.endswith("like that. Where is your truck, and when is it empty?")
    assert asked.expecting == Expecting.PLACE

    said = known.say(means("in Memphis, on Thursday", place=Place("Memphis", "TN"), day=THURSDAY))

    assert "I've noted your truck in Memphis for Thursday, March 5" in said.text
    assert TruckCapacity.objects.get().wanted_destination == "TX"


def test_half_an_answer_is_asked_for_the_other_half(known):
    known.say(asks_for(destination=Place("", "TX")))

    asked = known.say(means("Memphis", place=Place("Memphis", "TN")))
    assert (asked.text, asked.expecting) == ("What day is your truck empty?", Expecting.TIME)
    known.say(means("it's empty now", Act.EMPTY))

    assert (TruckCapacity.objects.get().city, TruckCapacity.objects.get().day) == ("Memphis", NOW.date())


def test_answer_may_find_a_load_after_all(known, put):
    gone = put("Houston, TX", status="COVERED")
    here = put("Memphis, TN", day=5)
    known.say(means(load=gone.external_id))

    known.say(means("Memphis on Thursday", place=Place("Memphis", "TN"), day=THURSDAY))

    assert known.state["at_load"] == here.pk
    assert not TruckCapacity.objects.exists()


@pytest.mark.parametrize("answer", [NO, BYE, means("no idea", Act.UNSURE)])
def test_nobody_is_pressed_to_tell(known, answer):
    known.say(asks_for(destination=Place("", "TX")))

    said = known.say(answer)
    again = said if said.is_last else known.say(asks_for(destination=Place("", "GA")))

    assert again.is_last or "I have nothing else that fits right now." in again.text
    assert not TruckCapacity.objects.exists()


def test_who_hangs_up_at_the_question_was_told_what_there_is(known):
    known.say(asks_for(destination=Place("", "TX")))

    assert known.conclude().extracted["outcome"] == "load_not_found"


def test_whoever_wants_none_of_the_near_ones_has_the_truck_noted(known, put):
    put("Waxahachie, TX")
    known.say(asks_for(origin=DALLAS, day=date(2026, 3, 4)))

    said = known.say(NO)

    assert said.text.startswith("I've noted your truck in Dallas for Wednesday, March 4, and we'll call if")
    assert TruckCapacity.objects.get().city == "Dallas"


def test_whole_state_is_noted_and_said_by_its_name(known):
    said = known.say(asks_for(origin=Place("", "TX"), day=THURSDAY))

    assert "I've noted your truck in Texas for Thursday" in said.text
    assert (TruckCapacity.objects.get().city, TruckCapacity.objects.get().place) == ("", None)


def test_unknown_carrier_is_noted_by_its_number(line, in_acme):
    made = line(phone="+13125550155")
    made.open()
    made.say(means("MC 999001", mc="999001", digits="999001"), YES)

    made.say(asks_for(origin=DALLAS, day=THURSDAY))

    truck = TruckCapacity.objects.get()
    assert (truck.carrier, truck.mc_number, truck.phone) == (None, "999001", "+13125550155")


def test_whom_we_call_about_a_load_that_is_gone_is_not_asked(line, carrier, load):
    Load.objects.filter(pk=load.pk).update(status="COVERED")
    made = line(facts={"loadId": load.external_id, "dotNumber": carrier.dot_number})

    said = made.open()

    assert said.is_last
    assert "I have nothing else that fits right now." in said.text
