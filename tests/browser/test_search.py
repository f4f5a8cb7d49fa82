"""The search box in a real browser: suggestions as one types, by keys alone, and without scripts."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from calls.states import CallStatus
from tests.factories import CallFactory, CarrierFactory, LoadFactory

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.deep]


@pytest.fixture
def found(acme):
    """A load, a carrier and a call that are found by the same word, and one of hostile names."""
    load = LoadFactory(organization=acme, external_id="48213", customer_name="Laredo Mills")
    carrier = CarrierFactory(organization=acme, name="Laredo Haulers " + "N" * 180)
    CarrierFactory(organization=acme, name="Laredo <script>alert(1)</script>")
    call = CallFactory(
        organization=acme, status=CallStatus.COMPLETED, transcript="Caller: We unload in Laredo & wait."
    )
    return load, carrier, call


def test_suggestions_are_walked_by_arrows_and_opened_by_enter(window, broker, found, acme):
    load = found[0]
    screen = window()
    page = screen.enter(broker, reverse("calls:list"))
    box = page.get_by_role("combobox", name="Search loads, carriers and calls")
    page.locator("h1").click()
    page.keyboard.press("/")
    expect(box).to_be_focused()
    box.press_sequentially("laredo", delay=20)
    options = page.locator("#suggestions [role=option]")
    expect(options).to_have_count(5)
    expect(box).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("ArrowDown")
    expect(box).to_have_attribute("aria-activedescendant", "option-1-1")
    page.keyboard.press("ArrowUp")
    expect(box).to_have_attribute("aria-activedescendant", "option-all")
    page.keyboard.press("Escape")
    expect(options.first).to_be_hidden()
    with page.expect_response(re.compile("mills$")):
        box.press_sequentially(" mills", delay=20)
    screen.settle()
    expect(options).to_have_count(2)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/loads/{load.pk}/")


def test_enter_without_a_choice_shows_all_and_rows_are_walked_by_letters(window, broker, found):
    page = window().enter(broker, reverse("loads:list"))
    page.get_by_role("combobox", name="Search loads, carriers and calls").fill("laredo")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/search/\?q=laredo"))
    expect(page.locator("main mark")).to_have_text("Laredo")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("h1").click()
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/carriers/\d+/"))


def test_search_works_without_scripts_on_a_phone(window, broker, found):
    page = window(java_script_enabled=False, width=390).sign_in(broker)
    page.get_by_label("Search loads, carriers and calls").fill("laredo")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/search/\?q=laredo"))
    expect(page.locator("main [data-row]")).to_have_count(4)
    page.get_by_role("link", name=re.compile("48213")).click()
    page.wait_for_url(re.compile(r"/loads/\d+/"))
