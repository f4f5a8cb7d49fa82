"""Loads know their places from each event on."""

import pytest

from loads import services
from loads.load_events import validate_event
from loads.models import Load
from organizations.places.gazetteer import find_place
from organizations.tenancy.actors import system
from tests.factories import NOW

pytestmark = pytest.mark.django_db


def ingest(acme, **event):
    event = {"id": "L-1"} | event
    load = services.ingest_load_event(
        organization=acme, raw=b"{}", event=validate_event(event), by=system("tms"), at=NOW
    )
    return Load.unscoped.get(pk=load.pk)


def test_an_event_tells_the_places(acme):
    load = ingest(
        acme, origin={"city": "St Louis", "state": "MO"}, destination={"city": "Atlanta", "state": "GA"}
    )
    assert load.origin_place == find_place("Saint Louis", "MO")
    assert load.destination_place == find_place("Atlanta", "GA")


def test_a_place_moves_with_its_city_and_goes_with_it(acme):
    ingest(acme, origin={"city": "Dallas", "state": "TX"})
    assert ingest(acme, origin={"city": "Laredo"}).origin_place == find_place("Laredo", "TX")
    assert ingest(acme, status="UNASSIGNED").origin_place == find_place("Laredo", "TX")
    assert ingest(acme, origin={"city": "Nowhere at all"}).origin_place is None
    assert ingest(acme, origin={"city": "Laredo"}).origin_place == find_place("Laredo", "TX")
    assert ingest(acme, origin=None).origin_place is None


def test_an_event_of_known_places_costs_no_more(acme, django_assert_num_queries):
    ends = {"origin": {"city": "Dallas", "state": "TX"}, "destination": {"city": "Atlanta", "state": "GA"}}
    ingest(acme, **ends)
    event = validate_event({"id": "L-2"} | ends)
    with django_assert_num_queries(4):  # reads the load, stores it with the event
        services.ingest_load_event(organization=acme, raw=b"{}", event=event, by=system("tms"), at=NOW)
