"""An outreach over the real wire: exchange, signed callbacks, relay socket, database."""

from datetime import datetime, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest
from django.db import transaction
from django.utils import timezone

from bids import tasks
from bids.models import Bid, Booking, Outreach, OutreachCandidate
from bids.services.outreach import start_outreach
from calls.models import CallingRules
from calls.states import AgentPurpose
from carriers.models import Carrier
from organizations.tenancy.actors import system
from organizations.tenancy.scope import scope
from tests.bids.rehearsal.conftest import CEILING
from tests.factories import (
    AgentFactory,
    BookingFactory,
    CarrierFactory,
    LoadFactory,
    NegotiationRulesFactory,
    OrganizationFactory,
    PhoneNumberFactory,
)

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

    return loadline.exchange.wait_for(look)


def turns_of(outreach):
    turns = OutreachCandidate.unscoped.filter(outreach=outreach).select_related("carrier", "conversation")
    return list(turns.order_by("rank"))


def test_three_carriers_are_called_and_the_lowest_is_booked(loadline, acme_on_the_line, load):
    NegotiationRulesFactory(organization=acme_on_the_line, strategy="fixed_steps")
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


def open_here(organization):
    """The area code of a place where calls may be placed now, though not in Hawaii."""
    for area, zone in (("214", "America/Chicago"), ("212", "America/New_York")):
        hour = timezone.now().astimezone(ZoneInfo(zone)).hour
        if hour < 23:  # not just before the hours that are set here end
            rules = CallingRules.unscoped.filter(organization=organization)
            rules.update(hours_start=max(0, hour - 1), hours_end=hour + 2)
            return area
    raise AssertionError("it is never 23 o'clock in two zones")


@pytest.mark.deep
def test_twelve_carriers_are_called_until_the_eighth_covers_it(loadline, acme_on_the_line, load):
    area = open_here(acme_on_the_line)
    phones = {rank: f"+1{area}555{rank:04d}" for rank in range(1, 14)} | {7: "+18085550107"}
    carriers = {rank: ran_the_lane(acme_on_the_line, rank, phone=phone) for rank, phone in phones.items()}
    Carrier.unscoped.filter(pk=carriers[13].pk).update(rules_assessment="fail")
    # Until the eighth has agreed, the ninth and tenth are on the line.
    slow = {"wait": 4}
    who = {
        1: {"persona": "stubborn"},
        2: {"answer": "busy"},
        3: {"answer": "machine", "persona": "voicemail"},
        4: {"script": asks("1900.")},  # fails vetting before its turn
        5: {"persona": "opt_out"},
        6: {"answer": "no-answer", "ringSeconds": 1},
        7: {"script": asks("1800.")},  # it is night there
        8: {"script": asks("2650.", "2500.", "2450.")},
        9: {"script": [slow, *asks("2400.")]},
        10: {"script": [slow, "Yes, I have one.", "3400.", "3300, that's it.", "No, then I'll pass."]},
        11: {"script": asks("1500.")},
        12: {"persona": "agreeable"},
        13: {"script": asks("1500.")},
    }
    for rank, answer in who.items():
        loadline.exchange.subscriber(phones[rank], **answer)
    with scope(acme_on_the_line.pk), transaction.atomic():
        outreach = start_outreach(load=load, by=BY, at=timezone.now())
        Carrier.objects.filter(pk=carriers[4].pk).update(rules_assessment="fail")

    outreach = ended(loadline, outreach)
    tasks.sweep_outreaches()

    turns = {turn.rank: turn for turn in turns_of(outreach)}
    told = "\n".join(f"{turn.rank} {turn.status} {turn.outcome} {turn.ask}" for turn in turns.values())
    assert [turn.carrier for turn in turns.values()] == [carriers[rank] for rank in range(1, 13)]
    outcomes = {rank: turn.outcome for rank, turn in turns.items()}
    assert outcomes | {8: "", 9: "", 10: "", 11: "", 12: ""} == {
        1: "declined",
        2: "busy",
        3: "voicemail",
        4: "not_qualified",
        5: "opted_out",
        6: "no_answer",
        7: "not_needed",
        **dict.fromkeys(range(8, 13), ""),
    }, told
    assert outreach.status == "COVERED", told
    # At the lowest acceptable ask heard.
    booking = Booking.unscoped.get(load=load)
    bids = Bid.unscoped.filter(load=load)
    assert booking.amount == min(bids.values_list("amount", flat=True)), told
    assert booking.amount == min(turn.ask for turn in turns.values() if turn.ask)
    assert booking.amount <= CEILING
    assert booking.kind == "e2e"
    # Nobody twice, nobody who fails, nobody at night, nobody whose turn hadn't come when it was covered.
    rung = [call["to"] for call in loadline.exchange.calls()]
    assert len(rung) == len(set(rung)), told
    assert set(rung) == {turn.phone for turn in turns.values() if turn.called_at}, told
    assert not {phones[4], phones[7], phones[12], phones[13]} & set(rung), told
    started = [datetime.fromisoformat(call["startedAt"]) for call in loadline.exchange.calls()]
    assert max(started) < booking.booked_at
