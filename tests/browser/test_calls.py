"""The calls' pages in a real browser: a talk that grows by itself, filters, a phone's width."""

from datetime import timedelta

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from calls.models import Call, ConversationLoad, Turn
from calls.states import CallStatus, Role
from tests.factories import NOW, CallFactory, ConversationFactory, LoadFactory

HOSTILE = "<script>alert(1)</script>" * 8

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.deep]


def say(call, role, text):
    position = Turn.unscoped.filter(conversation=call.pk).count()
    Turn.unscoped.create(
        organization=call.organization,
        conversation=call.conversation,
        position=position,
        role=role,
        text=text,
        at=NOW + timedelta(seconds=position),
    )


def end(call):
    Call.unscoped.filter(pk=call.pk).update(status=CallStatus.COMPLETED, ended_at=NOW + timedelta(seconds=69))


@pytest.fixture
def live(acme):
    """A call under way, about a load; its caller is too much of everything."""
    conversation = ConversationFactory(organization=acme, direction="inbound", summary=HOSTILE)
    call = CallFactory(
        organization=acme,
        conversation=conversation,
        status=CallStatus.ANSWERED,
        answered_at=NOW,
        from_phone="+18065550133",
        caller_name="N" * 200,
    )
    load = LoadFactory(organization=acme, external_id="48213")
    ConversationLoad.unscoped.create(organization=acme, conversation=conversation, load=load)
    say(call, Role.AGENT, "Hello?")
    return call


def test_live_call_grows_by_itself_and_rests_when_it_has_ended(window, broker, live):
    page = window().enter(broker, reverse("calls:page", args=[live.pk]))
    page.get_by_text("Hello?", exact=True).wait_for()
    say(live, Role.CALLER, "y" * 10_000)
    say(live, Role.AGENT, HOSTILE)
    page.locator(".dialogue li.agent").nth(1).wait_for()
    expect(page.locator("#announcer")).to_contain_text("Agent: <script>")
    end(live)
    page.locator(".head .badge", has_text="Completed").wait_for()
    expect(page.locator("[data-live-ask]")).to_have_count(0)


@pytest.mark.parametrize("width", [390, 1440])
def test_pages_keep_within_the_screen(window, broker, live, width):
    say(live, Role.CALLER, "y" * 10_000)
    end(live)
    screen = window(width=width)
    for path in (reverse("calls:list"), reverse("calls:page", args=[live.pk])):
        screen.enter(broker, path)
        assert not screen.is_wider_than_itself()


def test_broker_goes_from_a_load_to_its_call_and_back(window, broker, live):
    end(live)
    page = window().enter(broker)
    page.get_by_role("link", name="Dallas").first.click()
    page.get_by_role("link", name="N" * 200).click()
    page.get_by_role("link", name="Dallas").click()
    page.get_by_role("link", name="All calls on this load").click()
    page.wait_for_url("**/calls/?load=48213")
    expect(page.locator("tbody tr")).to_have_count(1)
    page.get_by_role("link", name="Inbound", exact=True).click()
    page.wait_for_url("**/calls/?load=48213&direction=inbound")
    page.get_by_label("MC").fill("999")
    page.get_by_label("MC").press("Tab")
    page.get_by_text("No matching calls").wait_for()


def test_pages_work_without_scripts(window, broker, live):
    page = window(java_script_enabled=False).enter(broker, reverse("calls:page", args=[live.pk]))
    say(live, Role.CALLER, "It’s me.")
    page.get_by_role("link", name="Reload").click()
    page.get_by_text("It’s me.").wait_for()
    page.get_by_role("link", name="Calls").first.click()
    page.wait_for_url("**/calls/")
    page.get_by_role("textbox", name="Load").fill("48213")
    page.get_by_role("button", name="Filter").click()
    expect(page.locator("tbody tr")).to_have_count(1)
