"""Calling carriers about a load, as its page shows it."""

import pytest
from django.urls import reverse

from bids.models import Outreach, OutreachCandidate
from bids.services.outreach_calls import advance_outreach
from calls.models import Call
from calls.services.progress import note_status
from loads.models import Load
from tests.bids.outreach.world import BY
from tests.factories import NOW, BidFactory, BookingFactory

pytestmark = pytest.mark.deep

HTMX = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def _at_that_time(monkeypatch):
    """The load's pickup lies ahead."""
    monkeypatch.setattr("bids.views.bids.timezone.now", lambda: NOW)


@pytest.fixture
def page(client, broker, load):
    """Look at the fragment as a broker."""
    client.force_login(broker)
    return lambda: client.get(reverse("bids:outreach", args=[load.pk]), headers=HTMX)


def text_of(response):
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def test_carriers_that_fit_are_told_with_their_reasons(page, make_carrier):
    make_carrier(2)
    make_carrier(1)

    told = text_of(page())

    assert "Matching carriers" in told
    assert told.index("Carrier 01 LLC") < told.index("Carrier 02 LLC")
    assert "Ran Dallas → Atlanta once, last on Mar 1" in told
    assert "Call all" in told
    assert "carriers called" not in told
    assert "data-live-ask" not in told


def test_list_costs_as_much_with_many_as_with_few(page, make_carrier, django_assert_num_queries):
    for number in range(1, 13):
        make_carrier(number)
    page()
    with django_assert_num_queries(18):
        page()


def test_broker_starts_and_stops_it(client, page, load, seller, make_carrier):
    make_carrier(1)

    started = client.post(reverse("bids:start_outreach", args=[load.pk]))

    assert started.url == reverse("loads:page", args=[load.pk])
    outreach = Outreach.objects.get()
    assert (outreach.status, outreach.load_id) == ("RUNNING", load.pk)
    advance_outreach(outreach_id=outreach.pk, by=BY, at=NOW)
    told = text_of(page())
    assert "1 of 1 carriers called" in told
    assert "data-live-ask" in told
    assert "Stop calling" in told

    client.post(reverse("bids:stop_outreach", args=[load.pk]))

    outreach.refresh_from_db()
    assert (outreach.status, outreach.stop_reason) == ("STOPPED", "by_user")
    advance_outreach(outreach_id=outreach.pk, by=BY, at=NOW)
    assert Call.objects.get().status == "CANCELED"
    advance_outreach(outreach_id=outreach.pk, by=BY, at=NOW)
    told = text_of(page())
    assert "Stopped by a teammate." in told
    assert "data-live-ask" not in told


def test_why_not_is_told(client, page, load, make_carrier):
    make_carrier(1)
    Load.objects.filter(pk=load.pk).update(is_outbound_sales_enabled=False)

    told = text_of(page())

    assert "Your TMS hasn’t turned on outbound for this load." in told
    assert "Call them" not in told
    client.post(reverse("bids:start_outreach", args=[load.pk]))
    assert not Outreach.objects.exists()


def test_what_each_said_is_told(client, page, load, seller, make_carrier):
    make_carrier(1)
    page()
    client.post(reverse("bids:start_outreach", args=[load.pk]))
    outreach = Outreach.objects.get()
    advance_outreach(outreach_id=outreach.pk, by=BY, at=NOW)
    call = Call.objects.get()
    note_status(call_id=call.pk, provider_status="busy", by=BY, at=NOW)
    advance_outreach(outreach_id=outreach.pk, by=BY, at=NOW)

    told = text_of(page())

    assert "No carriers left to call" in told
    assert "Busy" in told
    assert reverse("calls:page", args=[call.pk]) in told
    assert OutreachCandidate.objects.get().outcome == "busy"


def test_viewer_starts_nothing(client, viewer, load):
    client.force_login(viewer)

    told = text_of(client.get(reverse("bids:outreach", args=[load.pk]), headers=HTMX))

    assert "<form" not in told
    assert client.post(reverse("bids:start_outreach", args=[load.pk])).status_code == 403
    assert client.post(reverse("bids:stop_outreach", args=[load.pk])).status_code == 403


def test_whole_page_stands_alone(client, broker, load):
    client.force_login(broker)

    response = client.get(reverse("bids:outreach", args=[load.pk]))

    assert "Carriers for 48213" in text_of(response)


def test_whoever_was_promised_an_answer_is_to_be_told(page, begin, make_carrier):
    make_carrier(1)
    make_carrier(2)
    world = begin()
    world.advance()
    while world.mail:
        world.deliver()
    world.agree(0, 1700)
    world.wait(1)
    world.advance()
    assert "$1,700 is held for" in text_of(page())
    assert "Tell Carrier" not in text_of(page())
    world.agree(0, 1650)
    world.advance()

    told = text_of(page())

    assert "Carrier 02 LLC booked at $1,650. 2 of 2 carriers called." in told
    assert "Tell Carrier 01 LLC at (214) 555-0001 that they didn’t get the load." in told
    assert "Tell Carrier 02 LLC" not in told  # it was told on the line


def test_winner_whose_call_is_still_ending_is_told_that_it_has_the_load(
    page, begin, make_carrier, acme, load
):
    make_carrier(1)
    make_carrier(2)
    world = begin()
    world.advance()
    outreach = Outreach.objects.get()
    for turn in OutreachCandidate.objects.select_related("carrier"):
        bid = BidFactory(organization=acme, load=load, carrier=turn.carrier)
        OutreachCandidate.objects.filter(pk=turn.pk).update(bid=bid, agreed_at=NOW, status="CALLING")
    first = OutreachCandidate.objects.order_by("rank").first()
    BookingFactory(organization=acme, load=load, carrier=first.carrier)
    Outreach.objects.filter(pk=outreach.pk).update(status="COVERED", ended_at=NOW)

    told = text_of(page())

    assert "Tell Carrier 01 LLC at (214) 555-0001 that they got the load." in told
    assert "Tell Carrier 02 LLC at (214) 555-0002 that they didn’t get the load." in told
    assert "Booked" in told
