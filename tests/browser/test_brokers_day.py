"""A broker's day from sign-in to sign-out, over the wire: the carrier rings, haggles, is accepted, called back, taken
over; everything that moves is seen to move."""

import csv

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from bids.models import Bid, Booking, NegotiationRules
from bids.services.rehearsal_stage import ensure_cast
from calls.models import Call
from calls.states import AgentPurpose
from organizations.tenancy.scope import scope
from organizations.tenancy.states import Role
from tests.bids.rehearsal.conftest import make_load
from tests.factories import AgentFactory, LoadFactory, MembershipFactory, PhoneNumberFactory

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.deep]

OURS, CARRIER, BROKER = "+12145550100", "+13125550142", "+13125550199"
PACE = 0.05  # of real speech: slow enough to be watched


@pytest.fixture
def brokerage(acme, loadline, settings):
    """Acme with a number that its agent answers, a board of loads, and pages that hear what is new."""
    url = f"{settings.LIVE_URL.replace('ws', 'http', 1)}/events"
    settings.EVENTS_URL = url.replace("127.0.0.1", "localhost") if "localhost" in loadline.web else url
    settings.SECURE_CSP = settings.SECURE_CSP | {
        "connect-src": [*settings.SECURE_CSP["connect-src"], settings.EVENTS_URL]
    }
    agent = AgentFactory(
        organization=acme,
        slug="sales",
        purpose=AgentPurpose.CARRIER_SALES,
        greeting="",
        prompt="",
        variables=[],
    )
    PhoneNumberFactory(organization=acme, number=OURS, agent=agent)
    NegotiationRules.unscoped.create(organization=acme, agent_may_book=False)
    for number in range(12):
        LoadFactory(organization=acme, external_id=f"{70001 + number}", origin_city="Laredo")
    with scope(acme.pk):
        ensure_cast(acme, at=timezone.now())
    return acme


@pytest.fixture
def load(brokerage):
    """The load of the day: Dallas to Atlanta for Kestrel Mills."""
    return make_load(brokerage, "48213")


def heard(page):
    """Wait until the page hears what is new."""
    page.locator("body[data-hears]").wait_for()
    page.wait_for_timeout(500)


@pytest.mark.parametrize("width", [1440, 390])
def test_a_brokers_day(loadline, window, broker, rival, brokerage, load, width):
    MembershipFactory(organization=rival, user=broker, role=Role.VIEWER)
    screen = window(width=width, accept_downloads=True)

    # Sign in, find the load, read its rates and its customer.
    page = screen.sign_in(broker)
    page.get_by_role("heading", name="Today", level=1).wait_for()
    page.goto(f"{loadline.web}/search/?q=48213")
    page.get_by_role("main").get_by_role("link", name="48213").first.click()
    page.wait_for_url(f"**/loads/{load.pk}/")
    expect(page.get_by_text(load.customer_name).first).to_be_visible()
    expect(page.get_by_text(f"${load.customer_rate:,.0f}").first).to_be_visible()
    expect(page.get_by_text(f"${load.max_rate:,.0f}").first).to_be_visible()

    # A carrier calls: the call shows by itself, and its transcript grows.
    screen.open("/calls/")
    heard(page)
    about = {
        "load": load.external_id,
        "lane": ["Dallas, TX", "Atlanta, GA"],
        "equipment": "dry van",
        "rate": 2200,
    }
    sid = loadline.exchange.inbound(to=OURS, from_=None, persona="haggler", seed=31, pace=PACE, about=about)
    call = loadline.exchange.wait_for(lambda: Call.unscoped.filter(provider_sid=sid).first())
    row = page.locator(f"a[href='/calls/{call.pk}/']").first
    row.wait_for()
    row.click()
    page.wait_for_url(f"**/calls/{call.pk}/")
    lines = page.locator(".dialogue li")
    lines.nth(1).wait_for()
    seen = lines.count()
    expect(lines.nth(seen + 1)).to_be_visible()

    # It ends with an ask for the broker to decide on; accepted, it is booked.
    loadline.exchange.finished(sid=sid, seconds=90)
    page.locator(".head .badge", has_text="Completed").wait_for()
    bid = loadline.exchange.wait_for(lambda: Bid.unscoped.filter(conversation=call.pk).first())
    screen.open("/bids/")
    page.locator("tr").get_by_role("link", name="Accept").first.click()
    page.get_by_role("button", name=f"Book load {load.external_id}").click()
    page.get_by_text(f"Accepted by {broker}").first.wait_for()
    screen.open(f"/loads/{load.pk}/")
    page.get_by_text("Booked:").wait_for()
    booking = Booking.unscoped.get()
    assert (booking.bid_id, booking.kind) == (bid.pk, "assisted")

    # Call the carrier back: the broker's own phone rings first.
    loadline.exchange.subscriber(BROKER, answer="human", pace=0.05)
    screen.open(f"/calls/{call.pk}/call-back/")
    page.get_by_text(load.customer_name).first.wait_for()
    page.get_by_label("Your phone").fill(BROKER)
    page.get_by_role("button", name="Call now").click()
    page.get_by_label("Outcome").wait_for()
    assert loadline.exchange.finished(to=BROKER)["transferredTo"] == call.from_phone

    # Take another call over while it goes on.
    sid = loadline.exchange.inbound(to=OURS, from_=CARRIER, script=[{"wait": 60}, "Hello?"])
    call = loadline.exchange.wait_for(
        lambda: Call.unscoped.filter(provider_sid=sid, conversation__skill_state__is_begun=True).first()
    )
    screen.open(f"/calls/{call.pk}/")
    page.get_by_role("link", name="Take over").first.click()
    page.get_by_label("Phone").fill(BROKER)
    page.get_by_role("button", name="Take over").click()
    assert loadline.exchange.finished(sid=sid)["transferredTo"] == BROKER

    # Filter, export.
    screen.open("/loads/?status=all")  # booked, it has left the open ones
    page.locator("form[data-filters] [name=customer]").fill(load.customer_name)
    page.keyboard.press("Enter")
    page.wait_for_url("**customer=**")
    screen.settle()
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV").click()
    with open(download.value.path(), encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file))
    assert any(load.external_id in row for row in rows)

    # Switch the organization, sign out.
    page.get_by_label("Account:").click()
    page.get_by_role("button", name=rival.name).click()
    screen.open("/loads/")
    page.get_by_text("No loads yet").first.wait_for()
    page.get_by_label("Account:").click()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("button", name="Sign in").wait_for()
