"""Check calls as a language model reads them: roads without a town, and towns whose letters are spelled."""

from datetime import datetime

import pytest

from calls.language.reading import Place, Reading
from calls.language.roads import road_spot, with_roads
from calls.skills.whereabouts import with_town_by_the_way, without_onward_hour
from loads.itinerary import Entry
from loads.models import Load
from organizations.places.gazetteer import find_place
from tests.calls.agent.test_check_call import told
from tests.calls.agent.test_model_check_calls import delivery, pickup  # noqa: F401 (fixtures)
from tests.calls.agent.test_model_talks import asked_back, check, model  # noqa: F401 (fixtures)


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("on the ten by the four oh five", "I-10 near I-405"),
        ("five north just past the grapevine", "I-5 north just past the grapevine"),
        ("the one ten and slauson", "I-110 and slauson"),
        ("on the ninety nine by the truck wash", "the 99 near the truck wash"),
        ("off interstate forty at the scale house", "off I-40 at the scale house"),
        ("voy por el diez cerca de la yarda", "voy por I-10 near la yarda"),
        ("highway two eighty seven south of the casino", "highway 287 south of the casino"),
        ("forty miles out of the yard", ""),
        ("behind the warehouse", ""),
    ],
)
def test_roads_go_by_their_names(words, place):
    assert with_roads(words) == place


def test_road_at_a_mile_marker_goes_by_its_name():
    assert road_spot("eighty west mile marker one ten") == "I-80 westbound, mile marker 110"


@pytest.mark.parametrize(
    ("place", "location"),
    [
        ("on the fifteen by the two fifteen", "I-15 near I-215"),
        ("eighty east mile marker two oh nine", "I-80 eastbound, mile marker 209"),
        ("in west l a", "Los Angeles, CA"),
        ("near k c", "Kansas City"),
    ],
)
def test_place_that_is_told_is_not_asked_for_again(delivery, model, place, location):  # noqa: F811
    check(
        delivery,
        model,
        model.hears(
            f"{place} loaded",
            acts=[("loaded", "loaded")],
            facts=[("place", place), ("answer", place)],
        ),
    )

    assert told(delivery)["location"] == location
    assert told(delivery)["loading"] == "loaded"
    assert delivery.state["asking"] == "eta"


def test_who_names_no_place_is_asked_for_one_once(pickup, model):  # noqa: F811
    _, first, _ = check(
        pickup,
        model,
        model.hears("at a truck stop", facts=[("answer", "at a truck stop")]),
        model.hears("over the hill by the chain up", facts=[("answer", "over the hill by the chain up")]),
    )

    assert "What town or highway" in first.text
    assert told(pickup)["location"] == "over the hill by the chain up"
    assert pickup.state["asking"] == "eta"


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("stuck on donner in the chain control", "on donner"),
        ("im outside of desert center its all shut down", "outside of desert center"),
        ("coming up on the cabbage patch", "the cabbage patch"),
    ],
)
def test_place_of_any_size_stands_as_it_is_said(pickup, model, words, place):  # noqa: F811
    check(pickup, model, model.hears(words, facts=[("place", place), ("answer", place)]))

    assert told(pickup)["location"] == place
    assert pickup.state["asking"] == "eta"


def test_town_takes_the_place_of_one_known_by_its_words(pickup, model):  # noqa: F811
    check(
        pickup,
        model,
        model.hears("at the address on the sheet", facts=[("place", "at the address on the sheet")]),
        model.hears("around six pm im by delano", facts=[("place", "delano"), ("time", "around six pm")]),
    )

    assert told(pickup)["location"] == "Delano, CA"


def test_place_told_where_something_else_is_asked_is_no_freight_on_board(pickup, model):  # noqa: F811
    check(
        pickup,
        model,
        model.hears("fresno at six pm", facts=[("place", "fresno"), ("time", "six pm")]),
        model.hears(
            "fresno man im still in fresno",
            facts=[("place", "fresno"), ("answer", "im still in fresno")],
        ),
    )

    assert told(pickup)["notes"] is None


# By the load's way


@pytest.fixture
def to_phoenix(in_acme):
    """A load from Los Angeles to Phoenix."""
    ends = find_place("Los Angeles", "CA"), find_place("Phoenix", "AZ")
    return Load(origin_place=ends[0], destination_place=ends[1], destination_city="Phoenix")


@pytest.mark.parametrize(
    ("words", "named", "meant"),
    [
        ("the petro in wheeler ridge", Place("Wheeler", "TX"), None),
        ("halfway to phoenix", Place("Halfway", "OR"), None),
        ("outside of blythe", Place("Blythe", "CA"), Place("Blythe", "CA")),
        ("dallas right now", Place("Dallas", "TX"), Place("Dallas", "TX")),
    ],
)
def test_town_that_is_part_of_a_name_off_the_way_is_none(to_phoenix, words, named, meant):
    reading = Reading(text=f"im at {words}", place=named, place_words=words, is_by_model=True)

    assert with_town_by_the_way(reading, to_phoenix).place == meant


@pytest.mark.parametrize(
    ("words", "time", "place", "is_arrival"),
    [
        ("should be in phoenix round eleven", "round eleven", None, False),
        ("headed to phoenix be there about noon", "about noon", None, False),
        ("llego a phoenix a las once", "a las once", None, False),
        ("im in phoenix be there at noon", "at noon", Place("Phoenix", "AZ"), True),
        ("be there at noon then phoenix", "noon", None, True),
    ],
)
def test_hour_at_the_other_end_is_no_arrival(to_phoenix, words, time, place, is_arrival):
    hour = datetime(2026, 11, 24, 11)
    reading = Reading(text=words, time=hour, time_words=time, place=place, is_by_model=True)

    assert (without_onward_hour(reading, to_phoenix).time is not None) is is_arrival


def test_truck_that_is_loaded_is_not_late_at_its_pickup(pickup, model):  # noqa: F811
    check(
        pickup,
        model,
        model.hears("delano ten thirty tonight", facts=[("place", "delano"), ("time", "ten thirty tonight")]),
        model.hears(
            "no thats the delivery they loaded me at five",
            acts=[("no", "no thats the delivery"), ("loaded", "they loaded me at five")],
        ),
    )

    assert told(pickup)["outcome"] == "loaded"
    assert told(pickup)["isLate"] is None
    assert told(pickup)["etaLocal"] is None
    assert told(pickup)["notes"] == ["ETA at the next stop: ten thirty tonight"]


@pytest.mark.parametrize(
    ("words", "loaded", "time"),
    [
        ("loaded with another load drop that first be there at six pm", "loaded with another load", "six pm"),
        ("still got the last guys stuff loaded ill come to you at six pm", "loaded", "six pm"),
    ],
)
def test_who_is_still_to_come_is_loaded_with_another_load(pickup, model, words, loaded, time):  # noqa: F811
    check(
        pickup,
        model,
        model.hears(
            f"delano {words}", acts=[("loaded", loaded)], facts=[("place", "delano"), ("time", time)]
        ),
    )

    assert told(pickup)["outcome"] == "on_the_way"
    assert told(pickup)["etaLocal"] == "2026-11-24T18:00:00"
    assert told(pickup)["loading"] == "loaded"


@pytest.mark.parametrize(
    ("words", "place", "location"),
    [
        ("like an hour out of fresno by delano", "an hour out of fresno by delano", "Delano, CA"),
        (
            "half an hour outta bakersfield near tulare",
            "half an hour outta bakersfield near tulare",
            "Tulare, CA",
        ),
        ("salimos de bakersfield vamos por delano", "salimos de bakersfield vamos por delano", "Delano, CA"),
        ("im twenty minutes out of delano", "twenty minutes out of delano", "Delano, CA"),
        (
            "at the petro in lost timber forty miles out",
            "the petro in lost timber",
            "the petro in lost timber, 40 miles out",
        ),
    ],
)
def test_truck_is_at_what_it_is_by_and_its_distance_stands_beside(pickup, model, words, place, location):  # noqa: F811
    check(pickup, model, model.hears(words, facts=[("place", place), ("answer", place)]))

    assert told(pickup)["location"] == location


def test_hour_at_the_other_end_is_kept_whole(to_phoenix):
    words = "ill get to phoenix round four four thirty tonight"
    reading = Reading(
        text=words, time=datetime(2026, 11, 24, 16, 30), time_words="four thirty", is_by_model=True
    )

    assert without_onward_hour(reading, to_phoenix).note == "ETA at the next stop: round four four thirty"


def test_window_of_the_other_end_is_told_once(pickup, model, asked_back, monkeypatch):  # noqa: F811
    reno = Entry("dropoff", city="Reno", state="NV", window_start=datetime(2026, 11, 25, 9))
    monkeypatch.setattr("calls.skills.check_call.load_of", lambda _: Load())
    monkeypatch.setattr("calls.skills.check_call._by_the_way", lambda _, meant, __: meant)
    monkeypatch.setattr("calls.skills.check_call._entry", lambda *_, **__: reno)
    words = "loaded when do they want it in reno and can i drop it tonight"

    *_, reply = check(
        pickup,
        model,
        model.hears(
            words,
            acts=[("loaded", "loaded"), ("asks", "when do they want it in reno")],
            questions=[
                ("delivery", "when do they want it in reno"),
                ("flexibility", "can i drop it tonight"),
            ],
        ),
    )

    assert reply.text.count("It delivers in") == 1
    assert asked_back == ["can i drop it tonight"]
