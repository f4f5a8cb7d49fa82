"""Every simulated carrier over the real wire: exchange, signed callbacks, relay socket, database."""

import pytest
from django.utils import timezone

from bids.models import Booking
from bids.services.rehearsal_stage import ensure_cast
from calls.models import Conversation
from calls.states import AgentPurpose
from organizations.tenancy.scope import scope
from tests.bids.rehearsal.conftest import CEILING, CUSTOMER, make_load
from tests.bids.rehearsal.test_personas import CARRIERS
from tests.calls.agent.adversary.leaks import Leaks
from tests.factories import AgentFactory, OrganizationFactory, PhoneNumberFactory

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.deep]

OURS = "+12145550100"
SEEDS = (31, 32)
LEAKS = Leaks(customer_rate=CUSTOMER, max_rate=CEILING)


@pytest.fixture
def acme_on_the_line(loadline):
    """A brokerage whose number is answered by the agent that sells loads."""
    organization = OrganizationFactory(name="Acme Freight", slug="acme")
    agent = AgentFactory(
        organization=organization,
        slug="sales",
        purpose=AgentPurpose.CARRIER_SALES,
        greeting="",
        prompt="",
        variables=[],
    )
    PhoneNumberFactory(organization=organization, number=OURS, agent=agent)
    with scope(organization.pk):
        ensure_cast(organization, at=timezone.now())
    return organization


def test_every_carrier_who_calls_ends_where_it_should(loadline, acme_on_the_line):
    asked = {}
    for number, (persona, seed) in enumerate((persona, seed) for persona in CARRIERS for seed in SEEDS):
        load = make_load(acme_on_the_line, f"48{number:03}")  # its own: a booked one is gone for the others
        about = {"load": load.external_id, "lane": ["Dallas, TX", "Atlanta, GA"], "equipment": "dry van"}
        sid = loadline.exchange.inbound(
            to=OURS, from_=None, persona=persona, seed=seed, about=about | {"rate": 2200}
        )
        asked[sid] = (persona, load)
    for sid, (persona, load) in asked.items():
        heard = loadline.exchange.finished(sid=sid)
        conversation = finished(loadline, acme_on_the_line, sid)
        told = "\n".join(f"{line['role']}: {line['text']}" for line in heard["lines"])
        assert conversation.extracted_data["outcome"] in CARRIERS[persona], f"{persona}\n{told}"
        assert LEAKS.find([(line["role"], line["text"]) for line in heard["lines"]]) == [], told
        with scope(acme_on_the_line.pk):
            booked = list(Booking.objects.filter(conversation=conversation))
        assert all(booking.load_id == load.pk and booking.amount <= CEILING for booking in booked)
        assert bool(booked) == (conversation.extracted_data["outcome"] == "booked")


def finished(loadline, organization, sid):
    """The conversation, once what came of it is written."""

    def look():
        found = Conversation.unscoped.filter(organization=organization, call__provider_sid=sid)
        return found.exclude(extracted_data={}).first()

    return loadline.exchange.wait_for(look)
