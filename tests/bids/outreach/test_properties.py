"""An outreach under random events in random order: whatever is lost, late or doubled, its promises hold."""

from datetime import timedelta

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bids.models import Booking
from bids.services.outreach import stop_outreach
from tests.bids.outreach.world import BY

pytestmark = pytest.mark.deep

CARRIERS, AT_ONCE, CONTACTS = 7, 2, 5

PLACE = st.integers(0, 5)
FIGURE = st.integers(15, 22).map(lambda hundreds: 100 * hundreds)
EVENTS = st.one_of(
    st.tuples(st.just("deliver"), PLACE),
    st.tuples(st.just("deliver"), PLACE),
    st.tuples(st.just("deliver"), PLACE),
    st.tuples(st.just("lose"), PLACE),
    st.tuples(st.just("advance")),
    st.tuples(st.just("sweep")),
    st.tuples(st.just("wait"), st.sampled_from([1, 3, 6, 20])),
    st.tuples(st.just("answer"), PLACE),
    st.tuples(st.just("end"), PLACE, st.sampled_from(["BUSY", "NO_ANSWER", "VOICEMAIL", "COMPLETED"])),
    st.tuples(st.just("bid"), PLACE, FIGURE),
    st.tuples(st.just("agree"), PLACE, FIGURE),
    st.tuples(st.just("agree"), PLACE, FIGURE),
    st.tuples(st.just("take_back"), PLACE),
)
GONE = st.one_of(
    st.tuples(st.just("book_elsewhere"), FIGURE),
    st.sampled_from([("lock",), ("withdraw",), ("cover",), ("stop",)]),
)


class Undone(Exception):
    """Takes back what an example has written."""


@pytest.mark.parametrize("hold_minutes", [0, 5])
def test_promises_hold_whatever_happens(begin, make_carrier, set_rules, hold_minutes):
    set_rules(at_once=AT_ONCE, most_contacts=CONTACTS, hold_minutes=hold_minutes)
    for number in range(1, CARRIERS + 1):
        make_carrier(number)

    @settings(max_examples=40, suppress_health_check=list(HealthCheck))
    @given(before=st.lists(EVENTS, max_size=30), gone=st.none() | GONE, after=st.lists(EVENTS, max_size=12))
    def play(before, gone, after):
        try:
            with transaction.atomic():
                world = begin()
                for event in [*before, *([gone] if gone else []), *after]:
                    happen(world, event)
                    hold_promises(world)
                run_out(world)
                raise Undone
        except Undone:
            pass

    play()


def happen(world, event):
    name, *values = event
    if name == "lock":
        world.change_load(is_locked=True)
    elif name == "withdraw":
        world.change_load(status="TENDERED")
    elif name == "cover":
        world.change_load(status="COVERED")
    elif name == "stop":
        stop_outreach(outreach_id=world.outreach.pk, by=BY, at=world.now)
    else:
        getattr(world, name)(*values)


def hold_promises(world):
    assert world.wrong == []
    turns = list(world.turns)
    assert len({turn.carrier_id for turn in turns}) == len({turn.phone for turn in turns}) == len(turns)
    assert sum(turn.status == "CALLING" for turn in turns) <= AT_ONCE
    assert sum(turn.called_at is not None for turn in turns) <= CONTACTS
    bookings = list(Booking.objects.filter(load=world.load))
    assert len(bookings) <= 1
    assert all(each.amount <= world.load.max_rate for each in bookings if each.kind == "e2e")


def run_out(world):
    """Whatever goes on comes to its end: messages arrive, lines go dead, sweeps run, until the deadline at most."""
    for _ in range(60):
        while world.mail:
            world.deliver()
            hold_promises(world)
        while world.line(0):
            world.end(0, "COMPLETED")
        world.wait(1)
        world.sweep()
        hold_promises(world)
        world.outreach.refresh_from_db()
        if world.outreach.is_finished and not world.turns.filter(status__in=["WAITING", "CALLING"]).exists():
            break
    world.outreach.refresh_from_db()
    assert world.outreach.is_finished
    assert not world.turns.filter(status__in=["WAITING", "CALLING"]).exists()
    assert world.outreach.ended_at <= world.outreach.deadline + timedelta(hours=2)
    if world.outreach.status == "COVERED":
        booking = Booking.objects.get(load=world.load)
        held = world.turns.filter(agreed_at__isnull=False, agreed_at__lte=booking.booked_at)
        still = held.filter(bid__status__in=["OPEN", "COUNTERED"])
        assert all(booking.amount <= turn.ask for turn in still), "at the lowest that was held"
