"""An outreach over the real wire: exchange, signed callbacks, relay socket, database."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from bids.models import Booking, Outreach, OutreachCandidate
from bids.outreach.starting import start_outreach
from calls.states import AgentPurpose
from organizations.actors import system
from organizations.scope import scope
from tests.bids.rehearsal.conftest import CEILING
from tests.factories import (
    AgentFactory,
    BookingFactory,
    CarrierFactory,
    LoadFactory,
    OrganizationFactory,
    PhoneNumberFactory,
)

pytest_plugins = ["tests.running"]

pytestmark = pytest.mark.django_db(transaction=True)

OURS = "+12145550100"
BY = system("tests")
YES, BYE = "Yes, that's right.", "No, that's all. Bye."


@pytest.fixture
def acme_on_the_line(loadline):
    """A brokerage whose agent calls carriers, three at a time."""
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
    return organization


@pytest.fixture
def load(acme_on_the_line):
    """A load that is to be covered; what is offered first is $2,200."""
    soon = timezone.now() + timedelta(hours=30)
    return LoadFactory(
        organization=acme_on_the_line,
        external_id="48213",
        is_outbound_sales_enabled=True,
        pickup_at=soon,
        pickup_time=soon.replace(tzinfo=None),
        pickup_end_time=None,
        dropoff_time=soon.replace(tzinfo=None) + timedelta(days=1),
        dropoff_end_time=None,
        dropoff_at=soon + timedelta(days=1),
        start_rate=Decimal(2200),
        book_now_rate=Decimal(2245),
        max_rate=CEILING,
        customer_rate=Decimal(3115),
    )


def ran_the_lane(organization, rank, **columns):
    """A carrier that is the `rank`th to be called: it ran the lane later than the next one."""
    carrier = CarrierFactory(
        organization=organization,
        **{"name": f"Carrier {rank:02} LLC", "phone": f"+1214555{rank:04d}", "equipment_types": ["van"]}
        | columns,
    )
    booked_at = timezone.now() - timedelta(days=5 * rank)
    old = LoadFactory(organization=organization, status="DELIVERED")
    BookingFactory(organization=organization, load=old, carrier=carrier, booked_at=booked_at)
    return carrier


def asks(*figures):
    """A carrier who says these after the offer, one after the other, then agrees to what is read back."""
    return ["Yes, I have a van.", *figures, YES, BYE]


def ended(loadline, outreach):
    """The outreach, once it and all its calls have ended."""

    def look():
        row = Outreach.unscoped.get(pk=outreach.pk)
        is_calling = OutreachCandidate.unscoped.filter(outreach=row, status="CALLING").exists()
        return row if row.is_finished and not is_calling else None

    return loadline.exchange.wait_for(look, timeout=60)


def turns_of(outreach):
    turns = OutreachCandidate.unscoped.filter(outreach=outreach).select_related("carrier", "conversation")
    return list(turns.order_by("rank"))


def test_three_carriers_are_called_and_the_lowest_is_booked(loadline, acme_on_the_line, load):
    first, second, third = (ran_the_lane(acme_on_the_line, rank) for rank in (1, 2, 3))
    loadline.exchange.subscriber(first.phone, answer="busy")
    loadline.exchange.subscriber(second.phone, script=asks("I need 2700.", "I can do 2600.", "2500 then."))
    loadline.exchange.subscriber(third.phone, script=asks("2400 works.", "2350."))
    with scope(acme_on_the_line.pk):
        outreach = start_outreach(load=load, by=BY, at=timezone.now())

    outreach = ended(loadline, outreach)

    turns = turns_of(outreach)
    assert [turn.carrier for turn in turns] == [first, second, third]
    assert [turn.outcome for turn in turns] == ["busy", "bid", "booked"]
    assert outreach.status == "COVERED"
    assert Booking.unscoped.get(load=load).amount == turns[2].ask
