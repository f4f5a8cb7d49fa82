"""A brokerage that simulated carriers call: an agent, a load with odd rates, and the cast in the books."""

from datetime import timedelta
from decimal import Decimal

import pytest

from bids.services.rehearsal_stage import ensure_cast
from calls.states import AgentPurpose
from tests.factories import NOW, AgentFactory, LoadFactory, PhoneNumberFactory

START, BOOK_NOW, CEILING, CUSTOMER = Decimal(2200), Decimal(2245), Decimal(2765), Decimal(3115)
LOAD, MILES = "48213", Decimal(1010)


@pytest.fixture
def cast(in_acme):
    """The carriers that personas belong to."""
    ensure_cast(in_acme, at=NOW)


@pytest.fixture
def load(in_acme):
    """The load that callers ask for."""
    return make_load(in_acme, LOAD)


def make_load(organization, external_id):
    """A van's load from Dallas to Atlanta; no figure that may be said of it is one of its rates."""
    return LoadFactory(
        organization=organization,
        external_id=external_id,
        status="UNASSIGNED",
        origin_city="Dallas",
        origin_state="TX",
        origin_timezone="America/Chicago",
        destination_city="Atlanta",
        destination_state="GA",
        destination_timezone="America/New_York",
        pickup_time=NOW.replace(tzinfo=None) + timedelta(hours=20),
        pickup_end_time=NOW.replace(tzinfo=None) + timedelta(hours=24),
        dropoff_time=NOW.replace(tzinfo=None) + timedelta(hours=44),
        dropoff_end_time=NOW.replace(tzinfo=None) + timedelta(hours=48),
        equipment="Dry Van 53'",
        equipment_type="van",
        commodity="paper towels",
        weight=Decimal(38_400),
        total_distance=MILES,
        start_rate=START,
        book_now_rate=BOOK_NOW,
        max_rate=CEILING,
        customer_rate=CUSTOMER,
        customer_name="Northwind Grocers",
    )


@pytest.fixture
def seller(in_acme):
    """The agent that sells loads, on a number of its own."""
    agent = AgentFactory(
        organization=in_acme, slug="sales", purpose=AgentPurpose.CARRIER_SALES, greeting="", prompt=""
    )
    PhoneNumberFactory(organization=in_acme, agent=agent)
    return agent


@pytest.fixture
def checker(in_acme):
    """The agent for check calls."""
    agent = AgentFactory(
        organization=in_acme, slug="check", purpose=AgentPurpose.CHECK_CALL, greeting="", prompt=""
    )
    PhoneNumberFactory(organization=in_acme, agent=agent)
    return agent
