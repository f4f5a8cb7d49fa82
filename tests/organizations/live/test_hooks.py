"""What is told when something is written: each write names what open pages must look at again."""

from decimal import Decimal

import pytest

from bids.services import bids
from bids.states import BidChannel
from calls.models import PhoneNumber
from calls.services import progress
from calls.services.steps import Step
from calls.states import CallStatus, Role
from loads import services as loads
from loads.load_events import validate_event
from organizations.tenancy import live_updates
from organizations.tenancy.actors import system
from organizations.tenancy.lifecycle import move
from tests.factories import NOW, AgentFactory, CallFactory, LoadFactory, OutreachFactory, PhoneNumberFactory

BY = system("tests")


@pytest.fixture
def told(in_acme, monkeypatch, django_capture_on_commit_callbacks):
    """What is told to acme's pages by what a function does."""
    names: set[str] = set()

    def add(organization_id, new):
        assert organization_id == in_acme.pk
        names.update(new)

    monkeypatch.setattr(live_updates._publisher, "add", add)

    def told(do):
        names.clear()
        with django_capture_on_commit_callbacks(execute=True):
            do()
        return names

    return told


def test_call_that_moves_is_told(in_acme, told):
    call = CallFactory(organization=in_acme)

    assert told(lambda: move(call, CallStatus.DIALING, by=BY, at=NOW)) == {"calls", f"call:{call.pk}"}


def test_call_that_comes_in_is_told(in_acme, told):
    PhoneNumberFactory(organization=in_acme, agent=AgentFactory(organization=in_acme))
    number = PhoneNumber.objects.get()

    found = told(
        lambda: progress.receive_call(
            number=number, from_phone="+13125550123", caller_name="", sid="CA1", by=BY, at=NOW
        )
    )

    assert "calls" in found


def test_words_are_told(in_acme, told):
    call = CallFactory(
        organization=in_acme,
        status=CallStatus.ANSWERED,
        conversation__agent=AgentFactory(organization=in_acme),
    )

    def speak():
        step = Step.enter(call, NOW)
        step.append(Role.CALLER, "Hello?")
        step.leave(step.last_line())

    assert told(speak) == {f"call:{call.pk}", "words"}


def test_bid_that_is_made_changed_countered_and_refused_is_told(in_acme, told):
    load = LoadFactory(organization=in_acme)
    found = []

    def make():
        found.append(
            bids.record_bid(
                organization=in_acme,
                load=load,
                amount=Decimal(2000),
                channel=BidChannel.MANUAL,
                by=BY,
                at=NOW,
            )
        )

    names = {"bids", f"load:{load.pk}"}
    assert told(make) == names
    for amount in (1900, 1800):
        assert told(
            lambda amount=amount: bids.counter_bid(bid=found[0], amount=Decimal(amount), by=BY, at=NOW)
        ) == (names)
    assert told(lambda: bids.reject_bid(bid=found[0], by=BY, at=NOW)) == names


def test_outreach_that_moves_is_told(in_acme, told):
    outreach = OutreachFactory(organization=in_acme)

    assert told(lambda: move(outreach, "STOPPED", by=BY, at=NOW)) == {
        f"outreach:{outreach.pk}",
        f"load:{outreach.load_id}",
    }


def test_event_of_the_tms_is_told_unless_it_changes_nothing(in_acme, told):
    event = validate_event({"id": "L-7", "status": "UNASSIGNED", "startRate": 1500})

    def ingest():
        loads.ingest_load_event(organization=in_acme, raw=b"{}", event=event, by=BY, at=NOW)

    assert "loads" in told(ingest)
    assert told(ingest) == set()


def test_owner_is_told(in_acme, broker, told):
    load = LoadFactory(organization=in_acme)

    assert told(lambda: loads.assign_owner(load=load, owner=broker, by=BY, at=NOW)) == {
        "loads",
        f"load:{load.pk}",
    }
