"""The agents' pages in a real browser: a draft is written, rehearsed, saved, and a call asked for."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from calls.models import Agent, Call
from calls.services import agents
from organizations.tenancy.actors import user
from organizations.tenancy.scope import scope
from tests.factories import NOW, AgentFactory, CallFactory, DoNotCallFactory, LoadFactory, PhoneNumberFactory

HOSTILE = "<script>alert(1)</script>" * 8

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.deep]


@pytest.fixture
def agent(acme, broker):
    """One that has been changed, and is too much of everything."""
    with scope(acme.pk):
        made = agents.create_agent(
            organization=acme,
            slug="desk",
            values={
                "name": "N" * 200,
                "greeting": "Hi {{ name }}, this is the automated assistant with Acme Freight.",
                "prompt": f"Does it stand, {{{{ name }}}}? {HOSTILE} {'w' * 300}",
                "variables": [{"name": "name", "default": "there"}, {"name": "v" * 100, "required": True}],
                "extraction": [
                    {"name": "f" * 60, "type": "choice", "question": "q" * 300, "choices": ["a", "b"]}
                ],
            },
            by=user(broker),
            at=NOW,
        )
        agents.change_agent(
            agent_id=made.pk, values={"voicemail_message": HOSTILE}, note="n" * 200, by=user(broker), at=NOW
        )
    PhoneNumberFactory(organization=acme, agent=made)
    CallFactory(organization=acme, conversation__agent=made, conversation__summary=HOSTILE)
    return made


def test_draft_is_rehearsed_and_saved(window, broker, agent):
    page = window().enter(broker, reverse("agents:edit", args=[agent.pk]))
    page.get_by_label("Instructions").fill("Is the gate open, {{ name }}? Which dock is it?")
    page.get_by_label("Test caller").select_option("agreeable")
    page.get_by_label("Calls", exact=True).select_option("2")
    page.get_by_role("button", name="Run test").click()
    page.get_by_text("Call 2", exact=True).wait_for()
    expect(page.locator(".said").get_by_text("Is the gate open, there?")).to_have_count(2)
    expect(page.locator("progress")).to_have_count(0)
    assert not Call.unscoped.exclude(status="QUEUED").exists()
    page.get_by_label("What changed? (optional)").fill("Asks for the dock")
    page.get_by_label("What changed? (optional)").press("Enter")
    page.wait_for_url(f"**/agents/{agent.pk}/")
    page.get_by_text("Asks for the dock").wait_for()
    assert Agent.unscoped.get().version == 3
    page.get_by_role("link", name="See what changed in each version").click()
    page.get_by_role("button", name="Restore").last.click()
    page.get_by_role("dialog").get_by_role("button", name="Restore").click()
    page.wait_for_url(f"**/agents/{agent.pk}/")
    assert Agent.unscoped.get().version == 4


def test_mistakes_are_told_where_they_are_without_scripts(window, broker, agent):
    page = window(java_script_enabled=False).enter(broker, reverse("agents:edit", args=[agent.pk]))
    page.get_by_label("Instructions").fill("Is it {{ colour }}?")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("isn’t defined under Variables").wait_for()
    page.get_by_role("button", name="Add rows").first.click()
    expect(page.locator("input[name$='-name'][value='colour']")).to_have_count(1)
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url(f"**/agents/{agent.pk}/")
    page.get_by_role("link", name="Test with simulated callers").click()
    page.get_by_role("button", name="Run test").click()
    page.get_by_text("Call 1", exact=True).wait_for()


def test_call_is_asked_back_and_made(window, broker, agent):
    page = window(width=390).enter(broker, reverse("agents:call", args=[agent.pk]))
    page.get_by_label("Number").fill("+1 312 555 0143")
    page.get_by_label("v" * 100).fill("seven")
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Call now").click()
    page.wait_for_url("**/calls/*/")
    assert Call.unscoped.filter(to_phone="+13125550143").count() == 1


def test_number_is_put_on_the_list_and_taken_off(window, broker, agent):
    page = window().enter(broker, reverse("calls:do_not_call"))
    page.get_by_label("Number", exact=True).last.fill("+13125550123")
    page.get_by_label("Reason", exact=True).first.fill("Said so by mail")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("button", name="Remove").click()
    page.get_by_role("dialog").get_by_label("Reason").fill("Called us")
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    page.get_by_text("Do-not-call list is empty").wait_for()


@pytest.mark.parametrize("width", [390, 1440])
def test_pages_keep_within_the_screen(window, broker, acme, agent, width):
    AgentFactory(organization=acme, purpose="carrier_sales", is_active=False)
    LoadFactory(organization=acme)
    DoNotCallFactory(organization=acme, reason="r" * 200)
    screen = window(width=width)
    paths = [
        reverse("agents:list"),
        reverse("agents:new"),
        *(reverse(f"agents:{name}", args=[agent.pk]) for name in ("page", "edit", "versions", "call")),
        reverse("bids:rehearsal", args=[agent.pk]),
        reverse("calls:numbers"),
        reverse("calls:calling_rules"),
        reverse("calls:do_not_call"),
    ]
    screen.enter(broker, paths[0])
    for path in paths:
        screen.open(path).wait_for_load_state("networkidle")
        assert not screen.is_wider_than_itself(), path
