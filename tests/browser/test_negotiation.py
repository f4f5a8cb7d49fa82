"""The negotiation receipt on a call's page, in a real browser: there at once, growing with the talk, then at rest."""

from decimal import Decimal

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from bids.negotiation import begin, hear_ask
from bids.offer_limits import Rules, Strategy
from bids.services import negotiation_terms
from calls.language.reading import Figure
from calls.models import Call, Turn
from calls.states import CallStatus, Role
from organizations.tenancy.scope import scope
from tests.factories import NOW, AgentFactory, CallFactory, LoadFactory

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.deep]


@pytest.fixture
def call(acme):
    agent = AgentFactory(organization=acme, purpose="carrier_sales")
    return CallFactory(organization=acme, status="ANSWERED", answered_at=NOW, conversation__agent=agent)


@pytest.fixture
def load(acme):
    return LoadFactory(organization=acme, external_id="48213")


class Haggling:
    """A talk about a load that goes on between two looks at the page."""

    def __init__(self, call, load):
        self.call, self.load = call, load
        self.terms, self.rules = negotiation_terms.terms_of(load), Rules(strategy=Strategy.FIXED_STEPS)
        self.standing = begin(self.terms, self.rules)

    def ask(self, dollars, heard):
        step = hear_ask(self.standing, Decimal(dollars), terms=self.terms, rules=self.rules)
        self.standing = step.standing
        with scope(self.call.organization_id):
            negotiation_terms.record_step(
                conversation=self.call.conversation,
                load=self.load,
                heard=heard,
                said=Figure(Decimal(dollars)),
                step=step,
                at=NOW,
            )

    def say(self, text):
        position = Turn.unscoped.filter(conversation=self.call.pk).count()
        Turn.unscoped.create(
            organization=self.call.organization,
            conversation=self.call.conversation,
            position=position,
            role=Role.CALLER,
            text=text,
            at=NOW,
        )

    def end(self):
        Call.unscoped.filter(pk=self.call.pk).update(status=CallStatus.COMPLETED, ended_at=NOW)


def test_receipt_grows_with_the_talk_and_rests_when_it_has_ended(window, broker, call, load):
    talk = Haggling(call, load)
    page = window().enter(broker, reverse("calls:page", args=[call.pk]))
    receipt = page.locator("#negotiation")
    receipt.wait_for(state="hidden")
    talk.ask(2450, "I'd need twenty-four fifty on that")
    receipt.get_by_text("“I'd need twenty-four fifty on that”").wait_for()

    # The page around it is swapped: it stays, and goes on asking.
    talk.say("Can you do better?")
    page.get_by_text("Can you do better?", exact=True).wait_for()
    expect(receipt.locator("li")).to_have_count(1)
    talk.ask(2300, "Twenty-three")
    receipt.get_by_text("$1,725", exact=True).wait_for()

    with page.expect_response(lambda response: response.status == 286):
        talk.end()
    page.locator(".head .badge", has_text="Completed").wait_for()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.wait_for_timeout(4000)
    assert [url for url in asked if "negotiation" in url] == []
    expect(receipt.locator("li")).to_have_count(2)


@pytest.mark.parametrize("width", [390, 1440])
def test_receipt_keeps_within_the_screen(window, broker, call, load, width):
    talk = Haggling(call, load)
    talk.ask(99999999, "y" * 2000)
    talk.ask(2450, "I'd need twenty-four fifty on that")
    talk.end()
    screen = window(width=width)
    page = screen.enter(broker, reverse("calls:page", args=[call.pk]))
    page.locator("#negotiation li").nth(1).wait_for()

    assert not screen.is_wider_than_itself()


def test_receipt_is_a_link_without_scripts(window, broker, call, load):
    Haggling(call, load).ask(2450, "I'd need twenty-four fifty on that")
    page = window(java_script_enabled=False).enter(broker, reverse("calls:page", args=[call.pk]))
    page.get_by_role("link", name="Negotiation").click()

    page.get_by_text("Round 1: hold").wait_for()
