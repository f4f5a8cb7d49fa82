"""The map of a load's way: legs between the stops whose places are known."""

import pytest

from loads.itinerary import DRAWN, Entry, map_of
from organizations.places.gazetteer import forget_places
from tests.factories import LoadFactory
from tests.loads.pages.looking import page, stop_of

pytestmark = pytest.mark.django_db


def way(*towns):
    """Stops at towns, each `Dallas, TX`."""
    return [
        Entry("pickup", city=city, state=state) for city, _, state in (town.partition(", ") for town in towns)
    ]


def titles(picture):
    return [arc.title for arc in picture.arcs]


def names(picture):
    return {name.text: name.kind for name in picture.names if name.kind != "town"}


def test_way_has_an_arc_for_each_leg():
    picture = map_of(way("Dallas, TX", "Memphis, TN", "Atlanta, GA"))

    assert titles(picture) == ["1. Dallas, TX to 2. Memphis, TN", "2. Memphis, TN to 3. Atlanta, GA"]
    assert names(picture) == {"Dallas, TX": "origin", "Memphis, TN": "stop", "Atlanta, GA": "destination"}
    assert picture.description == "Map: Dallas, TX to Atlanta, GA, 1 stop between"


def test_stop_without_a_known_place_is_left_out():
    picture = map_of(way("Dallas, TX", "Nowhere at all, TX", ", GA", "Atlanta, GA"))

    assert titles(picture) == ["1. Dallas, TX to 4. Atlanta, GA"]
    assert picture.description == "Map: Dallas, TX to Atlanta, GA"


def test_way_whose_end_is_unknown_says_that_it_goes_on():
    picture = map_of(way("Nowhere at all, TX", "Dallas, TX", "Memphis, TN", "Nowhere at all, TX"))

    assert names(picture) == {"Dallas, TX": "stop", "Memphis, TN": "stop"}
    assert picture.description == "Map: Dallas, TX to Memphis, TN and on"


def test_stops_in_one_town_are_one_dot():
    picture = map_of(way("Dallas, TX", "Dallas, TX", "Atlanta, GA", "Dallas, TX"))

    assert len(picture.arcs) == 2
    assert names(picture) == {"Dallas, TX": "origin", "Atlanta, GA": "stop"}


@pytest.mark.parametrize(
    "towns", [[], ["Dallas, TX"], ["Dallas, TX", "Dallas, TX"], ["x" * 300 + ", TX", "<b>, GA"]]
)
def test_way_of_fewer_than_two_places_has_no_map(towns):
    assert map_of(way(*towns)) is None


def test_long_way_is_drawn_as_far_as_a_picture_bears_it(django_assert_max_num_queries):
    forget_places()
    with django_assert_max_num_queries(3):
        picture = map_of(way(*["Dallas, TX", "Atlanta, GA"] * 250))

    assert len(picture.arcs) == DRAWN - 1


def test_page_shows_the_map(client, broker, acme):
    client.force_login(broker)
    load = LoadFactory(organization=acme, origin_city="Dallas", destination_city="Atlanta")
    stop_of(load, 0, city="Memphis", state="TN")

    text = page(client, load)

    assert 'aria-label="Map: Dallas, TX to Atlanta, GA, 1 stop between"' in text


def test_page_of_a_load_without_known_places_has_none(client, broker, acme):
    client.force_login(broker)
    load = LoadFactory(organization=acme, origin_city="Nowhere", origin_state="", destination_city="")

    assert '<svg class="map' not in page(client, load)
