"""The carriers' pages in a real browser: a lane searched as one types, a carrier blocked, a phone's width."""

from decimal import Decimal

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from carriers.models import Carrier, CarrierContact
from tests.carriers.test_pages import lane, vetting
from tests.factories import BidFactory, CallFactory, CarrierFactory, LoadFactory

HOSTILE = "<script>alert(1)</script>" * 8

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.deep]


@pytest.fixture
def carrier(acme):
    """One that ran Dallas to Atlanta, and is too much of everything."""
    made = CarrierFactory(
        organization=acme,
        name="N" * 200,
        legal_name=HOSTILE,
        address="y" * 500,
        phone="+18065550101",
        email=f"{'a' * 60}@{'b' * 60}.example",
        notes="z" * 1000,
    )
    vetting(made, words="w" * 300)
    lane(made)
    CarrierContact.unscoped.create(organization=acme, carrier=made, name="D" * 200, phone="+18065550102")
    load = LoadFactory(organization=acme, external_id="48213")
    call = CallFactory(organization=acme, conversation__carrier=made, conversation__summary=HOSTILE)
    BidFactory(
        organization=acme, load=load, carrier=made, conversation=call.conversation, amount=Decimal(1850)
    )
    return made


def test_lane_is_searched_as_one_types(window, broker, carrier):
    screen = window()
    page = screen.enter(broker, reverse("carriers:list"))
    page.get_by_label("From").press_sequentially("Dalas, T", delay=20)
    page.locator("#origins option[value='Dallas, TX']").wait_for(state="attached")
    page.get_by_label("From").fill("Dallas, TX")
    page.get_by_label("To", exact=True).fill("Atlanta, GA")
    page.get_by_label("To", exact=True).press("Enter")
    page.wait_for_url("**destination=Atlanta**")
    page.locator("svg.map .arc").first.wait_for(state="attached")
    screen.settle()  # each field that is left asks too
    assert "origin=Dallas" in page.url
    expect(page.locator("tbody tr")).to_have_count(1)
    page.get_by_role("link", name="Approved", exact=True).click()
    page.get_by_text("No carriers on this lane yet").wait_for()
    assert "origin=Dallas" in page.url
    page.get_by_role("link", name="Clear all").first.click()
    page.get_by_role("link", name="N" * 200).click()
    page.wait_for_url(f"**/carriers/{carrier.pk}/")


def test_carrier_is_blocked_and_its_bids_and_calls_come_by_themselves(window, broker, carrier):
    page = window().enter(broker, reverse("carriers:page", args=[carrier.pk]))
    page.get_by_text("$2.37/mi").wait_for()
    page.get_by_role("link", name="Outbound").wait_for()
    page.locator("summary", has_text="Do not use").click()
    page.get_by_label("Reason").fill("Double-brokered in May.")
    page.get_by_role("button", name="Mark “Do not use”").click()
    page.get_by_text("Do not use.").wait_for()
    assert Carrier.unscoped.get().block_reason == "Double-brokered in May."


@pytest.mark.parametrize("width", [390, 1440])
def test_pages_keep_within_the_screen(window, broker, carrier, width):
    Carrier.unscoped.filter(pk=carrier.pk).update(is_blocked=True, block_reason="W" * 300)
    screen = window(width=width)
    for path in (
        reverse("carriers:list"),
        f"{reverse('carriers:list')}?origin=Dallas%2C+TX&destination=Atlanta%2C+GA",
        f"{reverse('carriers:list')}?origin={'x' * 100}",
        reverse("carriers:page", args=[carrier.pk]),
        reverse("bids:of_carrier", args=[carrier.pk]),
        reverse("calls:of_carrier", args=[carrier.pk]),
    ):
        screen.enter(broker, path)
        assert not screen.is_wider_than_itself(), path


def test_pages_work_without_scripts(window, broker, carrier):
    page = window(java_script_enabled=False).enter(broker, reverse("carriers:list"))
    page.get_by_label("From").fill("Dallas, TX")
    page.get_by_label("To", exact=True).fill("Atlanta, GA")
    page.get_by_role("button", name="Filter").click()
    expect(page.locator("svg.map .arc")).to_have_count(1)
    page.get_by_role("link", name="N" * 200).click()
    page.get_by_role("link", name="Offers from this carrier").click()
    page.get_by_text("$1,850").wait_for()
    page.go_back()
    page.get_by_role("link", name="Calls with this carrier").click()
    page.get_by_role("link", name="Outbound").wait_for()
    page.go_back()
    page.get_by_role("button", name="Prefer").click()
    page.get_by_role("button", name="Remove preferred").wait_for()


def test_keys_lead_to_the_carriers(window, broker, carrier):
    page = window().enter(broker)
    page.keyboard.type("gr")
    page.wait_for_url("**/carriers/")
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/carriers/{carrier.pk}/")
