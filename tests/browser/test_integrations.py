"""The integrations' page in a real browser: a token to copy, a test event and what came of it."""

import pytest
from playwright.sync_api import expect

from organizations.tenancy.states import Role
from tests.api.desk import EVENTS

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.deep]


@pytest.fixture
def page(window, broker):
    broker.memberships.update(role=Role.OWNER)
    opened = window(permissions=["clipboard-read", "clipboard-write"])
    opened.enter(broker, "/settings/integrations/")
    opened.settle()
    return opened.page


def test_owner_connects_a_tms(page, live_server):
    page.get_by_placeholder("McLeod, Turvo, reports").fill("McLeod")
    page.get_by_role("button", name="Create token").click()
    page.locator("[data-copy=new-token]").click()
    expect(page.locator("[data-copy=new-token]")).to_have_text("Copied")
    token = page.evaluate("navigator.clipboard.readText()")

    for body, status in (({"id": "L-1", "maxRate": 1900}, 200), ({"id": "L-1", "maxRate": -1}, 400)):
        answer = page.request.post(
            live_server.url + EVENTS, data=body, headers={"Authorization": f"Bearer {token}"}
        )
        assert answer.status == status

    page.goto(f"{live_server.url}/settings/integrations/")
    page.get_by_role("link", name="Rejected", exact=True).click()
    expect(page.locator(".events > li")).to_have_count(1)
    page.locator(".events summary").click()
    expect(page.locator(".events")).to_contain_text("maxRate: Must not be less than 0.")
    expect(page.locator(".events")).to_contain_text("Sent by token McLeod")


def test_test_event_comes_and_goes(page):
    page.get_by_role("button", name="Send test load").click()
    expect(page.locator(".events summary").first).to_contain_text("LOADLINE-TEST")

    page.get_by_role("button", name="Remove test load").click()
    expect(page.get_by_text("No events yet")).to_be_visible()
