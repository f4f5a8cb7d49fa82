"""A list in a real browser: columns chosen, a view saved and opened, rows ticked, the list downloaded."""

import csv
from decimal import Decimal

import pytest
from playwright.sync_api import expect

from loads.models import Load
from organizations.models import SavedView
from tests.factories import BidFactory, CarrierFactory, LoadFactory

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.deep]


@pytest.fixture
def loads(acme):
    """Three dry vans, one with a bid, and a reefer."""
    made = [LoadFactory(organization=acme, external_id=f"4821{number}") for number in range(3)]
    BidFactory(organization=acme, load=made[0], amount=Decimal(1700))
    LoadFactory(organization=acme, external_id="cold", equipment_type="reefer", origin_city="=1+1")
    return made


def test_columns_are_chosen_a_view_is_saved_and_the_list_downloaded(window, broker, loads):
    page = window().enter(broker)
    page.locator("select[name=equipment]").select_option("reefer")
    page.locator("tbody tr").nth(1).wait_for(state="detached")
    page.locator("summary", has_text="Columns").click()
    for column in ("Target", "Book-it-now", "Max buy", "Rate range · best offer · margin", "Offers, calls"):
        page.get_by_role("checkbox", name=column, exact=True).uncheck()
    page.get_by_role("checkbox", name="Miles", exact=True).check()
    page.get_by_role("button", name="Apply").click()
    page.wait_for_url("**columns=id,lane,window,miles,customer,rate**")
    expect(page.locator("thead th:not(.pick)")).to_have_text(
        ["Load", "Lane", "Pickup / delivery", "Miles", "Customer", "Customer rate"]
    )
    page.locator("summary", has_text="View").click()
    page.get_by_label("Save this view as").fill("Cold ones")
    page.get_by_role("button", name="Save view").click()
    page.get_by_role("link", name="Cold ones").wait_for()
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV").click()
    assert download.value.suggested_filename.startswith("acme-loads-20")
    rows = list(csv.DictReader(download.value.path().read_text("utf-8-sig").splitlines()))
    assert [(row["Load"], row["Origin city"]) for row in rows] == [("cold", "'=1+1")]
    page.get_by_role("link", name="All loads").click()
    page.get_by_text("48210").wait_for()
    page.get_by_role("link", name="Cold ones").click()
    page.get_by_text("48210").wait_for(state="detached")
    page.locator("[aria-current=page]", has_text="Cold ones").wait_for()
    page.get_by_role("link", name="Clear filters").click()
    page.get_by_text("48210").wait_for()
    page.get_by_role("link", name="Cold ones").click()
    page.locator("[aria-current=page]", has_text="Cold ones").wait_for()
    page.locator("summary", has_text="View").click()
    page.get_by_role("button", name="Delete view").click()
    page.get_by_role("navigation", name="Saved views").wait_for(state="detached")
    assert not SavedView.unscoped.exists()


def test_rows_are_ticked_by_key_and_put_on_hold(window, broker, loads):
    page = window().enter(broker)
    page.keyboard.press("j")
    page.keyboard.press("x")
    page.keyboard.press("j")
    page.keyboard.press("x")
    page.get_by_text("2 selected").wait_for()
    page.get_by_role("button", name="Put on hold").click()
    page.get_by_text("2 loads put on hold.").wait_for()
    assert Load.unscoped.exclude(held_at=None).count() == 2


def test_all_of_it_works_without_scripts(window, broker, loads):
    page = window(width=390, java_script_enabled=False).enter(broker)
    page.locator("summary", has_text="Columns").click()
    page.get_by_role("checkbox", name="Lane", exact=True).uncheck()
    page.get_by_role("button", name="Apply").click()
    page.wait_for_url("**columns=id,window**")
    page.locator("summary", has_text="View").click()
    page.get_by_label("Save this view as").fill("Short")
    page.get_by_role("button", name="Save view").click()
    expect(page.get_by_role("link", name="Short")).to_have_attribute("aria-current", "page")
    page.get_by_role("checkbox", name="Select load cold").check()
    page.get_by_role("button", name="Put on hold").click()
    page.get_by_text("1 load put on hold.").wait_for()


@pytest.mark.parametrize("width", [390, 1440])
def test_lists_keep_within_the_screen(window, broker, acme, loads, width):
    LoadFactory(
        organization=acme,
        external_id="X" * 64,
        customer_name="N" * 200,
        customer_rate=123456789,
        start_rate=123456788,
        max_rate=123456789,
        book_now_rate=123456789,
    )
    CarrierFactory(organization=acme, name="W" * 200)
    everything = (
        "columns=lane,window,equipment,miles,weight,customer,rate,start,book,max,room,bids,missing,owner"
    )
    screen = window(width=width)
    for path in ("/loads/", f"/loads/?{everything}", "/carriers/", "/carriers/?columns=preferred"):
        page = screen.enter(broker, path)
        assert not screen.is_wider_than_itself(), path
        table = page.locator("table")
        if "columns" not in path:
            card = page.locator(".sheet").bounding_box()
            assert table.bounding_box()["width"] <= card["width"], path
