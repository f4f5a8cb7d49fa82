"""What tests of bids ask for: who acts, and another process that acts at the same time."""

import threading
from decimal import Decimal

import pytest
from django.db import connection, transaction

from bids.offer_limits import Strategy
from bids.services import negotiation_terms
from bids.services.rehearsal_stage import Stage
from organizations.tenancy import actors
from organizations.tenancy.actors import Actor
from organizations.tenancy.scope import scope
from tests.bids.replaying import assert_talks_replay
from tests.factories import NegotiationRulesFactory

# Every price talk that a test here holds is played again, whatever the test is about.


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """Where a test has the database, what is left in it."""
    result = yield
    if {"db", "transactional_db"} & set(item.fixturenames):
        assert_talks_replay()
    return result


@pytest.fixture(autouse=True)
def _rehearsed_talks_replay(monkeypatch):
    """Those of simulated carriers, before they are rolled back."""
    ends = Stage.ends

    def checked(stage):
        call = ends(stage)
        assert_talks_replay()
        return call

    monkeypatch.setattr(Stage, "ends", checked)


@pytest.fixture
def person(broker):
    """A broker of acme, as `by=`."""
    return actors.user(broker)


@pytest.fixture
def agent():
    """The automated agent, as `by=`."""
    return Actor("agent", "carrier-sales")


@pytest.fixture
def fixed_steps(acme):
    """Acme haggles in fixed steps: a figure for each round, whatever the lane."""
    return NegotiationRulesFactory(organization=acme, strategy=Strategy.FIXED_STEPS)


@pytest.fixture
def drawn(monkeypatch):
    """Final offers lie in the middle of where they may: 72 percent up the rate range, $1,825 of $1,500 to $1,953."""
    monkeypatch.setattr(negotiation_terms, "draw", lambda load: Decimal("0.5"))


@pytest.fixture
def meanwhile():
    """Do two things at once: `second` begins while the transaction of `first` is open, and must wait for it.

    Returns what each of the two returned, or the exception that it raised.
    """

    def run(organization, first, second):
        results = []

        def other():
            try:
                with scope(organization.pk):
                    results.append(outcome(second))
            finally:
                connection.close()

        thread = threading.Thread(target=other)
        with scope(organization.pk), transaction.atomic():
            results.append(outcome(first))
            thread.start()
            thread.join(0.3)
            assert thread.is_alive(), "the second waits for the first"
        thread.join(10)
        return results

    return run


def outcome(do):
    try:
        return do()
    except Exception as error:
        return error
