"""The analytics page in a real browser: periods by mouse and keyboard, pictures that tell, phones, no scripts."""

import re
from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from calls.models import ConversationLoad
from tests.factories import BidFactory, BookingFactory, CallFactory, ConversationFactory, LoadFactory

PAGE = "/analytics/"
HOSTILE = "<script>alert(1)</script>" * 8

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.deep]


@pytest.fixture
def history(acme):
    """Forty days of calls and e-mails, the last one just now; a few deals."""
    now = timezone.now()
    load = LoadFactory(organization=acme)
    for number in range(80):
        conversation = ConversationFactory(
            organization=acme,
            channel="email" if number % 8 == 7 else "phone",
            direction="inbound" if number % 3 else "outbound",
            created_at=now - timedelta(hours=12) * number,
            content_tags=["negotiation"] if number % 2 else ["check_call", HOSTILE[:40]],
            summary=HOSTILE,
        )
        if conversation.channel == "phone":
            CallFactory(organization=acme, conversation=conversation, status="COMPLETED")
        if number < 5:
            ConversationLoad.unscoped.create(organization=acme, conversation=conversation, load=load)
            BidFactory(organization=acme, conversation=conversation, load=load, agreed_at=now)
            BookingFactory(organization=acme, conversation=conversation, load=load, booked_at=now)
    return acme


@pytest.fixture
def extremes(acme, history):
    """A talk of years, a deal of a billion lost, tags without a blank."""
    now = timezone.now()
    for direction in ("inbound", "outbound"):
        talk = ConversationFactory(
            organization=acme, direction=direction, created_at=now, content_tags=["x" * 40, "W" * 40]
        )
        CallFactory(
            organization=acme,
            conversation=talk,
            status="COMPLETED",
            answered_at=now,
            ended_at=now + timedelta(days=3000),
        )
    BidFactory(
        organization=acme, conversation=talk, first_ask=Decimal(1), amount=Decimal(999_999_999), agreed_at=now
    )


def figure(page, name):
    """What a tile tells."""
    return (
        page.locator(".tile", has=page.get_by_role("link", name=name, exact=True)).locator("b").inner_text()
    )


def test_period_changes_in_place_and_is_in_the_address(window, broker, history):
    page = window().enter(broker, PAGE)
    page.evaluate("window.stillTheSamePage = true")
    month = int(figure(page, "Calls"))
    page.get_by_role("link", name="7 days", exact=True).click()
    page.wait_for_url("**/analytics/?period=7")
    page.locator("#chip-period-7-days[aria-current=true]").wait_for()
    week = int(figure(page, "Calls"))
    assert 0 < week < month
    page.get_by_role("link", name="Hours", exact=True).click()
    page.wait_for_url("**/analytics/?period=7&by=hour")
    page.get_by_role("heading", name="Calls per hour").wait_for()
    assert int(figure(page, "Calls")) == week
    page.get_by_label("Time zone").select_option("America/Los_Angeles")
    page.wait_for_url(re.compile("zone=America"))
    page.wait_for_url("**by=hour**")
    assert page.evaluate("window.stillTheSamePage")
    page.go_back()
    page.wait_for_url("**/analytics/?period=7&by=hour")


def test_own_days_are_chosen_by_a_form(window, broker, history):
    page = window().enter(broker, f"{PAGE}?period=90&zone=UTC")
    page.get_by_text("Custom").click()
    page.get_by_label("From", exact=True).fill("2026-01-05")
    page.get_by_label("To", exact=True).fill("2026-01-09")
    page.get_by_role("button", name="Show").click()
    page.wait_for_url(re.compile("since=2026-01-05&until=2026-01-09"))
    page.get_by_text("Jan 5 – Jan 9, 2026").wait_for()
    assert "zone=UTC" in page.url
    expect(page.get_by_text("No activity in this period")).to_be_visible()


def test_picture_tells_what_it_is_pointed_at_and_leads_to_the_rows(window, broker, history):
    page = window().enter(broker, PAGE)
    slot = page.locator(".canvas").first.locator(".slot").nth(20)
    box = slot.locator(".tip")
    assert box.is_hidden()
    slot.locator("> rect").hover()
    box.wait_for()
    told = box.locator("text").all_text_contents()
    assert "inbound" in told
    count = told[told.index("total") + 1]
    slot.locator("> rect").click()
    page.wait_for_url("**/analytics/rows/**")
    expect(page.locator("h1")).to_have_text(f"{count} calls")
    page.get_by_role("link", name="Analytics").last.click()
    page.wait_for_url(re.compile("since="))


def test_rows_open_their_call(window, broker, history):
    page = window().enter(broker, PAGE)
    page.get_by_role("link", name="Calls", exact=True).last.click()
    page.wait_for_url("**/analytics/rows/**")
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/calls/\d+/"))


def test_tab_passes_the_pictures_and_finds_the_tables(window, broker, history):
    page = window().enter(broker, PAGE)
    page.locator("#main").focus()
    reached = []
    for _ in range(40):
        page.keyboard.press("Tab")
        reached.append(
            page.evaluate(
                "[document.activeElement.textContent.trim(), !!document.activeElement.closest('.plot')]"
            )
        )
    assert not any(is_picture for _, is_picture in reached)
    assert "View as table" in [text for text, _ in reached]


def test_picture_is_a_table_too(window, broker, history):
    page = window().enter(broker, PAGE)
    table = page.get_by_role("table", name="Calls per day")
    assert not table.is_visible()
    page.get_by_text("View as table").first.click()
    expect(table.get_by_role("columnheader")).to_have_text(
        ["When", "inbound", "outbound", "total", "same weekdays in the previous 30 days"]
    )
    expect(table.get_by_role("row")).to_have_count(31)


def test_everything_works_without_scripts(window, broker, history):
    page = window(java_script_enabled=False).enter(broker, PAGE)
    page.get_by_role("link", name="7 days", exact=True).click()
    page.wait_for_url("**period=7**")
    page.get_by_label("Time zone").select_option("America/New_York")
    page.get_by_role("button", name="Set").click()
    page.wait_for_url(re.compile("period=7.*zone=America"))
    page.get_by_text("Custom").click()
    page.get_by_role("button", name="Show").click()
    page.wait_for_url(re.compile("zone=America.*since="))
    page.get_by_role("link", name="Loads booked", exact=True).click()
    expect(page.locator("h1")).to_have_text("5 bookings")


def test_figures_come_as_a_file(window, broker, history):
    page = window().enter(broker, f"{PAGE}?period=7")
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV").click()
    assert re.fullmatch(r"analytics-[\d-]+-by-day\.csv", download.value.suggested_filename)


def test_no_page_scrolls_sideways(window, broker, extremes):
    screen = window(color_scheme="dark")
    screen.enter(broker, PAGE)
    rows = screen.page.get_by_role("link", name="Calls", exact=True).last.get_attribute("href")
    for path in (PAGE, f"{PAGE}?period=7&by=hour", f"{PAGE}?since=2026-01-05&until=2026-01-05", rows):
        screen.open(path)
        for width in (360, 390, 768, 1024, 1280, 1440, 2560):
            screen.page.set_viewport_size({"width": width, "height": 900})
            assert not screen.is_wider_than_itself(), (path, width)


def test_text_of_pictures_keeps_its_size_on_a_phone(window, broker, history):
    sizes = []
    for width in (390, 1440):
        page = window(width=width).enter(broker, PAGE)
        label = page.locator(".canvas").first.locator("text").first
        sizes.append(label.evaluate("text => text.getBoundingClientRect().height"))
        shown = page.locator(".canvas").first.locator("> text")
        assert sum(each.is_visible() for each in shown.all()) == {390: 3, 1440: 10}[width]
    assert sizes[0] == sizes[1]


def test_page_prints_its_pictures_and_leaves_out_the_controls(window, broker, history):
    page = window().enter(broker, PAGE)
    page.emulate_media(media="print")
    assert page.locator(".controls").is_hidden()
    assert page.locator(".rail").is_hidden()
    assert page.locator(".plot").first.is_visible()
    assert page.locator(".printed").get_by_text("Central").is_visible()
