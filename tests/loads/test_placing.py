"""Loads know their places: from each event on, by the import, and afterwards by a command."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from loads import services
from loads.models import Load
from loads.placing import place_loads
from loads.serializers import validate_event
from organizations.actors import system
from organizations.gazetteer import find_place
from tests.factories import NOW, LoadFactory

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
    with django_assert_num_queries(5):  # reads the load, stores it
        services.ingest_load_event(organization=acme, raw=b"{}", event=event, by=system("tms"), at=NOW)


def test_older_loads_get_their_places(acme, rival, django_assert_num_queries):
    for number in range(3):
        LoadFactory(
            organization=acme, external_id=f"L-{number}", origin_city="Ft. Worth", origin_state="Texas"
        )
    theirs = LoadFactory(organization=rival, origin_city="Dallas", origin_state="TX", origin_country="")
    wrong = LoadFactory(
        organization=acme,
        origin_city="Nowhere at all",
        origin_state="TX",
        origin_place=find_place("Dallas", "TX"),
    )
    find_place("Ft. Worth", "Texas", "US")
    Load.unscoped.of(acme).update(destination_city="")
    with django_assert_num_queries(9):
        assert place_loads(acme) == 4
    fort_worth = find_place("Fort Worth", "TX")
    placed = Load.unscoped.of(acme).filter(origin_place=fort_worth)
    assert placed.count() == 3
    wrong.refresh_from_db()
    theirs.refresh_from_db()
    assert wrong.origin_place is theirs.origin_place is None
    assert place_loads(acme) == 0


def test_the_command_goes_through_the_organizations(acme, rival):
    LoadFactory(organization=acme, origin_city="Dallas", origin_state="TX", destination_city="")
    LoadFactory(organization=rival, origin_city="Dallas", origin_state="TX", destination_city="")
    said = StringIO()
    call_command("place_loads", "--organization", "acme", stdout=said)
    assert said.getvalue() == "acme: 1 ends of loads placed\n"
    said = StringIO()
    call_command("place_loads", stdout=said)
    assert said.getvalue() == "acme: 0 ends of loads placed\nrival: 1 ends of loads placed\n"
    with pytest.raises(CommandError, match="no organization"):
        call_command("place_loads", "--organization", "nobody")
