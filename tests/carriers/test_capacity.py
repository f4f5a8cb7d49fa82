"""Trucks that are noted: once for a conversation, place and day."""

from datetime import date, timedelta
from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction

from carriers.models import TruckCapacity
from carriers.services.learned import note_capacity
from organizations.places.gazetteer import find_place
from tests.factories import NOW, CarrierFactory, TruckCapacityFactory

DAY = date(2026, 3, 5)


def note(organization, **columns):
    given = {"city": "Dallas", "state": "TX", "day": DAY, "at": NOW, "conversation_id": 7} | columns
    return note_capacity(organization=organization, **given)


def test_note_has_what_was_told(in_acme):
    carrier = CarrierFactory(organization=in_acme)

    truck = note(in_acme, carrier=carrier, equipment="van", rate_asked=Decimal(2400))

    assert truck == TruckCapacity.objects.get()
    assert truck.place == find_place("Dallas", "TX")
    assert (truck.carrier, truck.equipment, truck.rate_asked) == (carrier, "van", 2400)
    assert truck.expires_on == DAY + timedelta(days=1)
    assert str(truck) == "Dallas, TX, Mar 5"


def test_same_truck_of_a_conversation_is_one_row_that_learns(in_acme):
    note(in_acme, equipment="van")
    note(in_acme, rate_asked=Decimal(2400), at=NOW + timedelta(minutes=1))

    truck = TruckCapacity.objects.get()
    assert (truck.equipment, truck.rate_asked, truck.noted_at) == ("van", 2400, NOW + timedelta(minutes=1))


@pytest.mark.parametrize(
    "other", [{"city": "Waco"}, {"day": DAY + timedelta(days=1)}, {"conversation_id": 8}]
)
def test_another_place_day_or_conversation_is_another_truck(in_acme, other):
    note(in_acme)
    note(in_acme, **other)

    assert TruckCapacity.objects.count() == 2


def test_town_that_is_not_known_is_kept_as_it_was_said(in_acme):
    assert note(in_acme, city="Nowhereville").place is None
    assert note(in_acme, city="", conversation_id=None).whereabouts == "TX"


def test_truck_is_somewhere(in_acme):
    with pytest.raises(IntegrityError), transaction.atomic():
        note(in_acme, city="", state="")


def test_truck_counts_until_the_day_after(in_acme):
    TruckCapacityFactory(organization=in_acme, day=DAY)

    assert TruckCapacity.objects.available(DAY + timedelta(days=1)).exists()
    assert not TruckCapacity.objects.available(DAY + timedelta(days=2)).exists()
    assert TruckCapacity.objects.around(DAY + timedelta(days=1), 1).exists()
    assert not TruckCapacity.objects.around(DAY + timedelta(days=2), 1).exists()
