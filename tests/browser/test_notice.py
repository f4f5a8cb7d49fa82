"""A new offer is noticed: in the sidebar, the title, the icon and a message, in front and in the background."""

import time
from datetime import timedelta
from decimal import Decimal

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from bids.services import bids
from bids.states import BidChannel
from organizations.tenancy.actors import system, user
from organizations.tenancy.scope import scope
from tests.browser.test_live import hearing, hears_nothing, wait_until_heard  # noqa: F401 (fixtures)
from tests.factories import BidFactory, CarrierFactory, LoadFactory

pytestmark = pytest.mark.django_db(transaction=True)

BY = system("tests")
HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture
def load(acme):
    return LoadFactory(
        organization=acme,
        external_id="48213",
        customer_name="Osprey Foods",
        customer_rate=Decimal(2200),
        max_rate=Decimal(1950),
    )


def offer(load, amount, carrier="Blue Mesa Freight", by=BY, **fields):
    with scope(load.organization_id):
        return bids.record_bid(
            organization=load.organization,
            load=load,
            amount=Decimal(amount),
            channel=BidChannel.PHONE,
            carrier=CarrierFactory(organization=load.organization, name=carrier),
            by=by,
            at=timezone.now(),
            **fields,
        )


def counted(page, text):
    expect(page.locator(".rail #waiting-offers")).to_have_text(text)


def open_and_hear(window, person, path="/loads/", **options):
    screen = window(**options)
    page = screen.enter(person, path)
    wait_until_heard(page)
    screen.settle()
    page.wait_for_function("localStorage.length > 0")  # it knows what there was before
    return page


@pytest.mark.deep_but("390")
@pytest.mark.parametrize("width", [1440, 390])
def test_offer_is_in_the_sidebar_the_title_the_icon_and_a_message(window, broker, load, width):
    page = open_and_hear(window, broker, width=width, height=844)
    assert page.locator("link[rel=icon]").get_attribute("href").endswith("favicon.svg")

    bid = offer(load, 1850)

    message = page.locator("#news .toast")
    expect(message).to_contain_text("Blue Mesa Freight offers $1,850")
    expect(message).to_contain_text("$350 (16%) margin")
    expect(message).to_contain_text(load.origin_city)
    counted(page, "1 offer to review")
    expect(page.locator(".rail #waiting-offers")).to_be_visible()
    expect(page).to_have_title("(1) Loads · Loadline")
    assert page.locator("link[rel=icon]").get_attribute("href").endswith("favicon-waiting.svg")
    rail, box = page.locator(".rail").bounding_box(), message.bounding_box()
    assert width > 390 or box["y"] + box["height"] <= rail["y"]
    message.get_by_role("link").click()
    page.wait_for_url(f"**{reverse('bids:page', args=[bid.pk])}")
    counted(page, "1 offer to review")
    expect(page.locator("#news .toast")).to_have_count(0)


@pytest.mark.deep
def test_it_takes_less_than_a_second(window, broker, load):
    page = open_and_hear(window, broker)
    times = []
    for number in range(1, 6):  # others share the machine
        begun = time.monotonic()
        offer(load, 1800 + number)
        page.wait_for_function(
            "n => document.title.startsWith(`(${n})`) && document.querySelector('#news .toast')", arg=number
        )
        times.append(time.monotonic() - begun)
        if times[-1] < 1:
            break
        page.get_by_role("button", name="Dismiss").click()
    assert min(times) < 1, times


@pytest.mark.deep
def test_several_offers_become_one_message_that_goes_when_it_is_dismissed(window, broker, load):
    page = open_and_hear(window, broker)
    offer(load, 1850)
    expect(page.locator("#news")).to_contain_text("Blue Mesa Freight offers")

    offer(load, 1825, carrier="Kestrel Lines")

    expect(page.locator("#news .toast")).to_have_count(1)
    expect(page.locator("#news")).to_contain_text("2 new offers")
    page.get_by_role("button", name="Dismiss").click()
    expect(page.locator("#news .toast")).to_have_count(0)
    page.reload()
    counted(page, "2 offers to review")
    page.wait_for_timeout(500)
    expect(page.locator("#news .toast")).to_have_count(0)


@pytest.mark.deep
def test_one_s_own_entry_is_counted_and_not_told(window, broker, load):
    page = open_and_hear(window, broker)
    offer(load, 1850, by=user(broker))
    counted(page, "1 offer to review")
    page.wait_for_timeout(700)
    expect(page.locator("#news .toast")).to_have_count(0)


@pytest.mark.deep
def test_message_goes_when_somebody_decides(window, broker, load):
    page = open_and_hear(window, broker)
    bid = offer(load, 1850)
    expect(page.locator("#news .toast")).to_have_count(1)

    with scope(load.organization_id):
        bids.reject_bid(bid=bid, by=BY, at=timezone.now())

    expect(page.locator("#news .toast")).to_have_count(0)
    expect(page).to_have_title("Loads · Loadline")
    counted(page, "")


@pytest.mark.deep
def test_tabs_in_the_background_go_on_hearing_by_one_stream_and_tell_nothing_until_they_are_in_front(
    window, broker, load
):
    page = open_and_hear(window, broker)
    other = page.context.new_page()
    other.goto(page.url)
    wait_until_heard(other)
    for each in (page, other):
        each.clock.install(time=timezone.now() - timedelta(seconds=61))  # it is now again after the leap
        each.evaluate(HIDE, True)
        each.clock.fast_forward(61_000)
        each.clock.resume()

    offer(load, 1850)

    for each in (page, other):
        expect(each).to_have_title("(1) Loads · Loadline")
        counted(each, "1 offer to review")
        assert each.locator("#news .toast").count() == 0
    page.evaluate(HIDE, False)
    expect(page.locator("#news .toast")).to_have_count(1)
    other.evaluate(HIDE, False)
    other.wait_for_timeout(700)
    assert other.locator("#news .toast").count() == 0


@pytest.mark.deep_but("390")
@pytest.mark.parametrize("width", [1440, 390])
def test_first_decision_stands_above_the_fold(window, broker, load, width):
    carrier = CarrierFactory(
        organization=load.organization, name="Blue Mesa Freight", rules_assessment="pass"
    )
    BidFactory(organization=load.organization, load=load, carrier=carrier, amount=Decimal(1850))
    screen = window(width=width, height=844)
    page = screen.enter(broker, "/")
    screen.settle()

    first = page.locator("#undecided li").first
    for words in (
        "Blue Mesa Freight",
        "48213",
        "Osprey Foods",
        "Max buy $1,950",
        "$350 (16%) margin",
        "Approved",
    ):
        expect(first).to_contain_text(words)
    accept = first.get_by_role("link", name="Accept").bounding_box()
    rail = page.locator(".rail").bounding_box()
    fold = rail["y"] if width < 768 else 844
    assert accept["y"] + accept["height"] <= fold
    assert not screen.is_wider_than_itself()
    calls = page.locator("#live-calls").bounding_box()
    figures = page.locator("#figures").bounding_box()
    assert accept["y"] < calls["y"] < figures["y"]
