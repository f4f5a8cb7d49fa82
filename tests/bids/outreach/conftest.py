"""An outreach in a world without a telephone network."""

from datetime import timedelta

import pytest

import organizations.tenancy.queueing
from bids.models import OutreachRules
from bids.services.outreach import start_outreach
from calls import telephony
from calls.states import AgentPurpose
from tests.bids.outreach.world import BY, World
from tests.factories import NOW, AgentFactory, BookingFactory, CarrierFactory, LoadFactory, PhoneNumberFactory


@pytest.fixture
def make_carrier(in_acme):
    """Make a carrier that ran the load's lane; the lower its number, the later."""

    def make(number, **columns):
        carrier = CarrierFactory(
            organization=in_acme,
            **{"name": f"Carrier {number:02} LLC", "phone": f"+1214555{number:04d}"} | columns,
        )
        old = LoadFactory(organization=in_acme, status="DELIVERED")
        BookingFactory(
            organization=in_acme, load=old, carrier=carrier, booked_at=NOW - timedelta(days=number)
        )
        return carrier

    return make


@pytest.fixture
def load(in_acme):
    """Dallas to Atlanta in two days, from $1,500 to $1,953; the agent may call carriers about it."""
    return LoadFactory(organization=in_acme, external_id="48213", is_outbound_sales_enabled=True)


@pytest.fixture
def seller(in_acme):
    """Who calls."""
    agent = AgentFactory(organization=in_acme, slug="sales", purpose=AgentPurpose.CARRIER_SALES)
    PhoneNumberFactory(organization=in_acme, agent=agent)
    return agent


@pytest.fixture
def set_rules(in_acme):
    """Give acme rules of outreach."""

    def set_to(**columns):
        OutreachRules.objects.update_or_create(organization=in_acme, defaults=columns)

    return set_to


@pytest.fixture
def begin(in_acme, load, seller, monkeypatch):
    """Begin an outreach whose messages and dials are caught."""

    def begun():
        mail = []
        monkeypatch.setattr(
            organizations.tenancy.queueing.transaction, "on_commit", lambda do, robust=False: do()
        )
        monkeypatch.setattr(
            organizations.tenancy.queueing, "_send_soon", lambda name, args: mail.append((name, args))
        )
        outreach = start_outreach(load=load, by=BY, at=NOW)
        world = World(in_acme, load, outreach, NOW, mail)
        monkeypatch.setattr(telephony, "place_call", world.dial)
        return world

    return begun
