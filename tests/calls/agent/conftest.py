"""What tests of check calls and of the desk ask for: nothing is stored, nobody takes calls, a load and its desk."""

from datetime import timedelta
from decimal import Decimal

import pytest

from bids.services.rehearsal_stage import stage
from calls.setup import CUSTOM, STANDARD
from calls.skills import answering, check_call
from tests.factories import NOW, AgentFactory, LoadFactory


@pytest.fixture
def alarms(monkeypatch):
    """Alarms that a check call raised, as (kind, words); nobody takes calls, unless a test says so."""
    raised = []
    monkeypatch.setattr(
        check_call, "raise_alarm", lambda **alarm: raised.append((str(alarm["kind"]), alarm["words"]))
    )
    monkeypatch.setattr(check_call, "person_for", lambda *_, **__: None)
    return raised


@pytest.fixture
def passed_on(monkeypatch):
    """Questions that were passed on, as (topic, words); nothing is approved to be said."""
    left = []
    monkeypatch.setattr(answering, "approved_answer", lambda **_: "")
    monkeypatch.setattr(
        answering,
        "note_question",
        lambda **question: left.append((str(question["topic"]), question["words"])),
    )
    return left


@pytest.fixture
def desk(in_acme):
    """The agent that every brokerage has from the start, for the appointments of a facility's desk."""
    with stage():
        yield AgentFactory(organization=in_acme, **STANDARD[CUSTOM])


@pytest.fixture
def load(in_acme):
    """Picked up in Dallas tomorrow."""
    return LoadFactory(
        organization=in_acme,
        external_id="482113",
        status="UNASSIGNED",
        origin_city="Dallas",
        origin_state="TX",
        origin_timezone="America/Chicago",
        destination_city="Atlanta",
        destination_state="GA",
        destination_timezone="America/New_York",
        pickup_time=NOW.replace(tzinfo=None, hour=8, minute=0, second=0, microsecond=0) + timedelta(days=1),
        pickup_end_time=None,
        dropoff_time=NOW.replace(tzinfo=None, hour=14, minute=0, second=0, microsecond=0) + timedelta(days=3),
        dropoff_end_time=None,
        weight=Decimal(38_400),
    )
