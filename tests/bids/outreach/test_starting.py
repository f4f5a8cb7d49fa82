"""Beginning an outreach, by hand and by rule; ending it by the load; what is decided on the way."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction

import organizations.tenancy.queueing
from bids.models import Booking, Outreach, OutreachCandidate, OutreachRules, OutreachStatusChange
from bids.services.booking import record_fall_off
from bids.services.outreach import (
    NotPossible,
    organizations_with_rules,
    start_automatic_outreaches,
    start_outreach,
)
from bids.services.outreach_calls import advance_outreach
from calls.models import Call, CallingRules
from carriers.models import Carrier
from loads import services as loads
from loads.models import Load
from organizations.models import AuditEntry
from tests.bids.outreach.world import BY
from tests.factories import NOW, BookingFactory, DoNotCallFactory, LoadFactory

pytestmark = pytest.mark.sampled(10)


def statuses(world):
    return [(turn.status, turn.outcome) for turn in world.turns]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"is_locked": True}, "The load was put on hold in your TMS."),
        ({"held_at": NOW}, "The load was put on hold."),
        ({"status": "COVERED"}, "The load was covered elsewhere."),
        ({"status": "OPPORTUNITY"}, "This load is still a quote."),
        ({"is_outbound_sales_enabled": False}, "hasn’t turned on outbound"),
        ({"pickup_time": None}, "Missing info: pickup time."),
        ({"status": "CANCELED"}, "This load isn’t available to carriers right now."),
        ({"pickup_at": NOW + timedelta(minutes=59)}, "Too close to pickup"),
    ],
)
def test_load_that_nobody_is_called_about(load, changes, words):
    Load.objects.filter(pk=load.pk).update(**changes)

    with pytest.raises(NotPossible, match=words):
        start_outreach(load=load, by=BY, at=NOW)
    assert not Outreach.objects.exists()


def test_booked_load_and_one_that_has_an_outreach_are_refused(load, make_carrier):
    make_carrier(1)
    start_outreach(load=load, by=BY, at=NOW)
    with pytest.raises(NotPossible, match="already"):
        start_outreach(load=load, by=BY, at=NOW)
    other = LoadFactory(organization=load.organization, is_outbound_sales_enabled=True)
    BookingFactory(organization=load.organization, load=other)
    with pytest.raises(NotPossible, match="booked"):
        start_outreach(load=other, by=BY, at=NOW)


def test_database_refuses_a_second_one_and_a_second_turn(load, make_carrier):
    carrier = make_carrier(1)
    outreach = start_outreach(load=load, by=BY, at=NOW)
    with pytest.raises(IntegrityError), transaction.atomic():
        Outreach.objects.create(
            organization=load.organization,
            load=load,
            status_changed_at=NOW,
            started_by="x",
            started_at=NOW,
            deadline=NOW,
        )
    for same in ({"carrier": carrier, "phone": "+1"}, {"carrier": make_carrier(2), "phone": carrier.phone}):
        with pytest.raises(IntegrityError), transaction.atomic():
            OutreachCandidate.objects.create(
                organization=load.organization, outreach=outreach, rank=9, status_changed_at=NOW, **same
            )


def test_start_is_audited_and_has_a_history(load, make_carrier):
    make_carrier(1)
    outreach = start_outreach(load=load, by=BY, at=NOW)

    assert outreach.deadline == NOW + timedelta(hours=24)
    assert AuditEntry.unscoped.get(action="outreach.started").details == {"load": "48213"}
    assert [change.new for change in OutreachStatusChange.objects.all()] == ["RUNNING"]


def test_round_without_carriers_is_exhausted_at_once(begin):
    world = begin()
    world.advance()
    world.outreach.refresh_from_db()
    assert world.outreach.status == "EXHAUSTED"


# By rule


def test_rule_begins_one_for_each_load_that_waits(in_acme, load, set_rules):
    LoadFactory(organization=in_acme, is_outbound_sales_enabled=False)
    LoadFactory(organization=in_acme, is_outbound_sales_enabled=True, is_locked=True)
    LoadFactory(organization=in_acme, is_outbound_sales_enabled=True, start_rate=None, book_now_rate=None)
    LoadFactory(organization=in_acme, is_outbound_sales_enabled=True, origin_city="")

    assert start_automatic_outreaches(organization=in_acme, by=BY, at=NOW) == 0
    set_rules(is_automatic=True)
    assert organizations_with_rules() == [in_acme.pk]
    assert start_automatic_outreaches(organization=in_acme, by=BY, at=NOW) == 1
    assert Outreach.objects.get().load_id == load.pk
    assert start_automatic_outreaches(organization=in_acme, by=BY, at=NOW) == 0


@pytest.mark.parametrize(
    ("changes", "again"), [({"is_locked": True}, 1), ({"held_at": NOW}, 1), ({"status": "COVERED"}, 0)]
)
def test_rule_begins_another_where_the_load_came_back(in_acme, begin, set_rules, changes, again):
    set_rules(is_automatic=True)
    world = begin()
    world.change_load(**changes)
    world.advance()
    world.change_load(is_locked=False, held_at=None, status="UNASSIGNED")

    assert start_automatic_outreaches(organization=in_acme, by=BY, at=NOW) == again


def test_event_of_the_tms_is_followed_at_once(in_acme, monkeypatch):
    sent = []
    monkeypatch.setattr(
        organizations.tenancy.queueing.transaction, "on_commit", lambda do, robust=False: do()
    )
    monkeypatch.setattr(
        organizations.tenancy.queueing, "_send_soon", lambda name, args: sent.append((name, args))
    )

    def tell(**event):
        sent.clear()
        load = loads.ingest_load_event(
            organization=in_acme, raw=b"{}", event={"id": "L-9", **event}, by=BY, at=NOW
        )
        return load, [each for each in sent if each[0] == "bids.tasks.follow_load"]

    assert tell(status="UNASSIGNED")[1] == []
    load, told = tell(outboundCarrierSalesEnabled=True)
    assert told == [("bids.tasks.follow_load", (in_acme.pk, load.pk))]
    assert tell(commodity="Flour")[1] == []
    assert len(tell(locked=True)[1]) == 1
    assert len(tell(outboundCarrierSalesEnabled=False)[1]) == 1
    assert tell(locked=False)[1] == []


# On the way


def test_calls_are_made_as_many_at_once_as_may_be(begin, make_carrier, set_rules):
    set_rules(at_once=2, most_contacts=3)
    for number in range(1, 6):
        make_carrier(number)
    world = begin()
    world.advance()
    world.advance()
    assert [status for status, _ in statuses(world)] == ["CALLING"] * 2 + ["WAITING"] * 3
    call = Call.objects.select_related("conversation").order_by("pk").first()
    assert call.conversation.skill_state["facts"]["outreach"] == world.outreach.pk
    while world.mail:
        world.deliver()
    for _ in range(3):
        world.end(0, "BUSY")
        world.advance()
        while world.mail:
            world.deliver()

    world.outreach.refresh_from_db()
    assert world.outreach.status == "EXHAUSTED"
    assert statuses(world) == [("DONE", "busy")] * 3 + [("SKIPPED", "not_needed")] * 2
    assert len(world.dialed) == 3


def test_load_on_hold_ends_it(begin, make_carrier):
    make_carrier(1)
    world = begin()
    world.change_load(held_at=NOW)

    world.advance()

    world.outreach.refresh_from_db()
    assert (world.outreach.status, world.outreach.stop_reason) == ("STOPPED", "load_held")


def test_ringing_phones_are_let_go_when_the_load_is_locked(begin, make_carrier):
    make_carrier(1)
    make_carrier(2)
    world = begin()
    world.advance()
    first, second = Call.objects.order_by("pk")
    world.mail = [("calls.tasks.place_call", (world.organization.pk, first.pk))]
    world.deliver()
    world.change_load(is_locked=True)

    world.advance()

    world.outreach.refresh_from_db()
    first.refresh_from_db()
    second.refresh_from_db()
    assert (world.outreach.status, world.outreach.stop_reason) == ("STOPPED", "load_locked")
    assert first.order == "hang_up"
    assert (second.status, second.failure_reason) == ("CANCELED", "outreach_ended")
    assert len(world.dialed) == 1


def test_carrier_that_was_called_lately_is_passed_over(in_acme, begin, make_carrier, set_rules):
    make_carrier(1)
    begin().advance()
    other = LoadFactory(organization=in_acme, is_outbound_sales_enabled=True)
    outreach = start_outreach(load=other, by=BY, at=NOW)
    advance_outreach(outreach_id=outreach.pk, by=BY, at=NOW)

    turn = OutreachCandidate.objects.get(outreach=outreach)
    assert (turn.status, turn.outcome) == ("SKIPPED", "called_lately")
    assert turn.detail == "Called about load 48213 just now."


def test_carrier_waits_for_its_morning(begin, make_carrier, in_acme):
    make_carrier(1, phone="+18085550101")  # 5 in the morning there
    CallingRules.objects.filter(organization=in_acme).update(hours_start=8, hours_end=21)
    world = begin()
    world.advance()
    (turn,) = world.turns
    assert (turn.status, turn.not_before) == ("WAITING", NOW + timedelta(hours=3))
    assert "8 AM–9 PM" in turn.detail
    world.wait(3 * 60)
    world.advance()
    assert statuses(world) == [("CALLING", "")]


def test_number_that_opted_out_meanwhile_is_not_called(begin, make_carrier, in_acme):
    carrier = make_carrier(1)
    world = begin()
    DoNotCallFactory(organization=in_acme, number=carrier.phone)
    world.advance()
    assert statuses(world) == [("SKIPPED", "opted_out")]


def test_organization_without_an_agent_is_told(load, make_carrier, monkeypatch):
    make_carrier(1)
    outreach = start_outreach(load=load, by=BY, at=NOW)
    advance_outreach(outreach_id=outreach.pk, by=BY, at=NOW)
    outreach.refresh_from_db()
    assert (outreach.status, outreach.stop_reason) == ("STOPPED", "no_agent")


def test_reached_limit_puts_everybody_off(begin, make_carrier, in_acme):
    make_carrier(1)
    make_carrier(2)
    CallingRules.objects.filter(organization=in_acme).update(per_minute=1)
    world = begin()
    world.advance()
    assert [status for status, _ in statuses(world)] == ["CALLING", "WAITING"]
    world.wait(1)
    world.advance()
    assert [status for status, _ in statuses(world)] == ["CALLING", "CALLING"]


def test_deadline_ends_it(begin, make_carrier):
    make_carrier(1)
    world = begin()
    world.wait(24 * 60)
    world.advance()
    world.outreach.refresh_from_db()
    assert (world.outreach.status, world.outreach.stop_reason) == ("STOPPED", "out_of_time")
    assert world.dialed == []


@pytest.fixture
def two_on_the_line(begin, make_carrier):
    """Two carriers have picked up."""
    make_carrier(1)
    make_carrier(2)
    world = begin()
    world.advance()
    world.mail = [("calls.tasks.place_call", (world.organization.pk, call.pk)) for call in Call.objects.all()]
    while world.mail:
        world.deliver()
    return world


def test_held_bid_is_booked_when_its_time_is_over(two_on_the_line):
    world = two_on_the_line
    world.agree(0, 1700)
    world.advance()
    world.outreach.refresh_from_db()
    assert world.outreach.status == "HOLDING"
    assert world.outreach.hold_until == NOW + timedelta(minutes=5)
    world.wait(4)
    world.advance()
    assert not Booking.objects.filter(load=world.load).exists()
    world.wait(1)
    world.advance()

    booking = Booking.objects.get(load=world.load)
    assert (booking.amount, booking.kind, booking.booked_by) == (1700, "e2e", "agent:outreach")
    world.outreach.refresh_from_db()
    assert world.outreach.status == "COVERED"


@pytest.mark.parametrize(("second", "booked"), [(1600, 1600), (1800, 1700), (1700, 1700)])
def test_lowest_is_booked_and_of_the_same_the_earliest(two_on_the_line, second, booked):
    world = two_on_the_line
    first_call = world.line(0).pk
    world.agree(0, 1700)
    world.wait(1)
    world.agree(0, second)
    world.advance()

    booking = Booking.objects.get(load=world.load)
    assert booking.amount == booked
    assert (booking.conversation_id == first_call) == (second >= 1700)


def test_held_bid_of_a_carrier_that_fails_meanwhile_goes_to_the_next(two_on_the_line):
    world = two_on_the_line
    world.agree(0, 1600)
    world.agree(0, 1700)
    Carrier.objects.filter(pk=world.turns[0].carrier_id).update(is_blocked=True)
    world.advance()

    assert Booking.objects.get(load=world.load).amount == Decimal(1700)
    assert statuses(world) == [("DONE", "bid"), ("DONE", "booked")]


def test_ceiling_that_was_lowered_meanwhile_holds(two_on_the_line):
    world = two_on_the_line
    world.agree(0, 1700)
    world.change_load(max_rate=Decimal(1650))
    world.end(0, "BUSY")
    world.advance()

    assert not Booking.objects.filter(load=world.load).exists()
    world.outreach.refresh_from_db()
    assert world.outreach.status == "EXHAUSTED"
    assert statuses(world)[0] == ("DONE", "bid")


def test_defaults_hold_without_a_row(in_acme):
    assert not OutreachRules.objects.exists()
    assert start_automatic_outreaches(organization=in_acme, by=BY, at=NOW) == 0


def test_load_whose_carrier_fell_off_gets_another_outreach_by_rule(
    in_acme, load, seller, make_carrier, set_rules
):
    set_rules(is_automatic=True)
    make_carrier(1)
    outreach = start_outreach(load=load, by=BY, at=NOW)
    booking = BookingFactory(organization=in_acme, load=load)
    advance_outreach(outreach_id=outreach.pk, by=BY, at=NOW)
    outreach.refresh_from_db()
    assert outreach.stop_reason == "load_covered"
    assert start_automatic_outreaches(organization=in_acme, by=BY, at=NOW) == 0

    record_fall_off(number=booking.pk, reason="No-show", by=BY, at=NOW)

    assert start_automatic_outreaches(organization=in_acme, by=BY, at=NOW) == 1
