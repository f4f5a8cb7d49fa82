"""Sample data: in by a button, out by another, and nothing real is touched."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bids.models import Bid, Booking
from calls.models import Call, Conversation, ConversationLoad
from carriers.file_reading import read_own
from carriers.imports import store_carriers
from carriers.models import Carrier
from carriers.states import Source
from config.demo import sample
from loads import services as loads
from loads.load_events import validate_event
from loads.models import Load, LoadEvent
from organizations.models import AuditEntry
from organizations.tenancy.actors import system
from organizations.tenancy.scope import scope
from tests.factories import BidFactory, BookingFactory, CallFactory, CarrierFactory, LoadFactory

pytestmark = pytest.mark.sampled(4)

BY = {"by": system("tests"), "at": timezone.now()}


def add(organization, kind="all"):
    sample.put_in_sample(organization, kind, **BY)


def remove(organization):
    sample.take_out_sample(organization, **BY)


def counts():
    models = (Load, LoadEvent, Carrier, Call, Conversation, Bid, Booking)
    return {model.__name__: model.unscoped.count() for model in models}


def talk(load, carrier, *, status="COMPLETED"):
    """A call about the load with a bid."""
    call = CallFactory(organization=load.organization, status=status, conversation__carrier=carrier)
    ConversationLoad.unscoped.create(
        organization=load.organization, conversation=call.conversation, load=load
    )
    return BidFactory(
        organization=load.organization, load=load, carrier=carrier, conversation=call.conversation
    )


def test_all_of_it_comes_and_goes(in_acme):
    LoadFactory(organization=in_acme, external_id="482101")
    CarrierFactory(organization=in_acme)
    before = counts()
    add(in_acme)
    assert (Load.objects.count(), Carrier.objects.filter(is_sample=True).count()) == (26, 16)
    add(in_acme)  # a step done twice
    assert (Load.objects.count(), Carrier.objects.count()) == (26, 17)
    remove(in_acme)
    remove(in_acme)
    assert counts() == before


def test_what_was_talked_about_sample_loads_goes_with_them(in_acme):
    before = counts()
    add(in_acme)
    load, carrier = sample.sample_loads().first(), Carrier.objects.filter(is_sample=True).first()
    bid = talk(load, carrier)
    BookingFactory(organization=in_acme, load=load, carrier=carrier, bid=bid)
    remove(in_acme)
    assert counts() == before


def test_figures_forget_what_was_talked_about_sample_loads(in_acme, api):
    window = {"fromDate": "2026-03-02", "toDate": "2026-03-02", "granularity": "day"}
    add(in_acme)
    talk(sample.sample_loads().first(), Carrier.objects.filter(is_sample=True).first())
    told = [api.get("/api/v1/analytics", window).json()]
    remove(in_acme)
    told.append(api.get("/api/v1/analytics", window).json())
    figures = ("totalCalls", "outboundCalls", "outboundCallsWithBids", "totalUniqueLoads")
    assert [any(each[name] for name in figures) for each in told] == [True, False]


def test_what_is_real_stays_with_the_carrier_that_it_is_about(in_acme):
    real = LoadFactory(organization=in_acme, external_id="TEST-1")
    add(in_acme)
    carrier = Carrier.objects.filter(is_sample=True).first()
    bid = talk(real, carrier)
    both = talk(sample.sample_loads().first(), carrier)
    ConversationLoad.objects.create(organization=in_acme, conversation=both.conversation, load=real)
    remove(in_acme)
    assert list(Load.objects.all()) == [real]
    assert list(Bid.objects.all()) == [bid]
    assert list(Carrier.objects.all()) == [carrier]
    assert Conversation.objects.count() == 2


def test_load_that_the_tms_has_told_of_is_real(in_acme):
    add(in_acme, "load")
    load = Load.objects.get()
    body = {"id": load.external_id, "commodity": "Steel"}
    loads.ingest_load_event(organization=in_acme, raw=b"{}", event=validate_event(body), **BY)
    remove(in_acme)
    assert Load.objects.get() == load


def test_carrier_that_was_there_before_is_real(in_acme):
    mine = CarrierFactory(organization=in_acme, dot_number=2784913, mc_number="784512", name="Mine")
    add(in_acme, "carriers")
    remove(in_acme)
    assert Carrier.objects.get() == mine


def test_carrier_that_a_file_tells_of_becomes_real(in_acme):
    add(in_acme, "carriers")
    row = read_own({"dot_number": "2784913", "name": "Blue Ridge Hauling LLC", "phone": "(417) 555-0199"})
    at = timezone.now() + timedelta(seconds=1)
    store_carriers(organization=in_acme, source=Source.FILE, carriers=[row], found_at=at, at=at)
    remove(in_acme)
    assert Carrier.objects.get().dot_number == 2784913


def test_nothing_is_removed_while_somebody_talks(in_acme, client, owner):
    add(in_acme)
    talk(sample.sample_loads().first(), Carrier.objects.first(), status="ANSWERED")
    client.force_login(owner)
    assert "still on" in client.post("/setup/sample/remove/", follow=True).text
    assert sample.has_sample()


def test_neighbours_sample_stays(acme, rival):
    for each in (acme, rival):
        with scope(each.pk):
            add(each)
    with scope(acme.pk):
        remove(acme)
    with scope(rival.pk):
        assert Load.objects.count() == 25


def test_buttons(client, owner, acme):
    client.force_login(owner)
    assert "Remove sample data" not in client.get("/setup/").text
    assert "The sample data is in." in client.post("/setup/sample/add/", {"what": "all"}, follow=True).text
    assert "Remove sample data" in client.get("/setup/").text
    assert "The sample data is gone." in client.post("/setup/sample/remove/", follow=True).text
    assert client.post("/setup/sample/add/", {"what": "everything"}).status_code == 404
    assert set(AuditEntry.unscoped.values_list("action", flat=True)) == {"sample.added", "sample.removed"}


@pytest.mark.parametrize("path", ["/setup/sample/add/", "/setup/sample/remove/"])
def test_who_only_reads_may_not(client, viewer, acme, path):
    client.force_login(viewer)
    assert client.post(path, {"what": "all"}).status_code == 403
