"""Check calls as a language model reads them: roads without a town, and towns whose letters are spelled."""

import pytest

from calls.language.roads import road_spot, with_roads
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
