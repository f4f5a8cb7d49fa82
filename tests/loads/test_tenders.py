"""A 990 or 214 goes out for loads that a partner tendered by EDI, and for no others."""

import pytest

from loads.models import LoadEvent, LoadMapping, MessageFormat
from organizations.events import delivery, services
from organizations.events.types import record
from organizations.models import Delivery, Event
from organizations.tenancy.actors import system
from tests.factories import NOW, LoadFactory

PARTIES = {"sender": "ACME", "receiver": "KESTREL", "scac": "ACME"}
BY = {"by": system("test"), "at": NOW}


@pytest.fixture
def came(acme, in_acme):
    """A load whose last accepted message a mapping read, or none did."""

    def make(number, *readers):
        load = LoadFactory(organization=acme, external_id=number)
        for reader in readers:
            LoadEvent.objects.create(
                organization=acme,
                load=load,
                mapping=reader,
                received_at=NOW,
                source="test",
                raw=b"x",
                is_accepted=True,
            )
        return load

    return make


@pytest.fixture
def mapping(acme, in_acme):
    def make(slug, form=MessageFormat.X12):
        return LoadMapping.objects.create(organization=acme, name=slug.title(), slug=slug, format=form)

    return make


def booked(acme, *numbers):
    acme.refresh_from_db(fields=["event_types"])
    for number in numbers:
        record(
            "load_booked",
            organization=acme,
            conversation="call:1",
            payload=lambda number=number: {"loadId": number, "bookingId": 1},
            at=NOW,
        )
    delivery.dispatch(organization_id=acme.pk, at=NOW)


def endpoint(acme, **form):
    made = services.create_endpoint(
        organization=acme, url="https://hooks.example.com/in", kind="x12", format=PARTIES | form, **BY
    )
    return made.endpoint


def told(of):
    found = Delivery.objects.filter(endpoint=of).select_related("event").order_by("sequence")
    return [(each.event.payload["loadId"], each.status) for each in found]


def test_only_tendered_loads_are_told_of(acme, in_acme, came, mapping):
    edi, other, tms = mapping("edi-204"), mapping("kestrel"), mapping("tms", MessageFormat.JSON)
    came("JSON")
    came("TMS", tms)
    came("EDI", edi)
    came("THEN-EDI", tms, edi)
    came("THEN-TMS", edi, tms)
    came("KESTREL", other)
    every, one = endpoint(acme), endpoint(acme, mapping="kestrel")
    booked(acme, "JSON", "TMS", "EDI", "THEN-EDI", "THEN-TMS", "KESTREL", "UNKNOWN")
    assert told(every) == [("EDI", "PENDING"), ("THEN-EDI", "WAITING"), ("KESTREL", "WAITING")]
    assert told(one) == [("KESTREL", "PENDING")]  # nothing before it holds it up


def test_what_is_not_told_is_not_missed_and_is_not_sent_by_hand(acme, in_acme, came):
    came("JSON")
    partner = endpoint(acme)
    booked(acme, "JSON")
    assert not services.missed(partner).exists()
    with pytest.raises(services.EndpointError, match="tender"):
        services.send_again(endpoint=partner, event=Event.objects.get(), **BY)


def test_a_mapping_that_is_none_of_edi_is_refused(acme, in_acme, mapping):
    mapping("edi-204")
    mapping("tms", MessageFormat.JSON)
    for slug in ("tms", "nothing"):
        with pytest.raises(services.EndpointError, match="edi-204"):
            endpoint(acme, mapping=slug)
    assert endpoint(acme, mapping="").format == PARTIES
