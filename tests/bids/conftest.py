"""What tests of bids ask for: who acts, and another process that acts at the same time."""

import threading

import pytest
from django.db import connection, transaction

from organizations.tenancy import actors
from organizations.tenancy.actors import Actor
from organizations.tenancy.scope import scope


@pytest.fixture
def person(broker):
    """A broker of acme, as `by=`."""
    return actors.user(broker)


@pytest.fixture
def agent():
    """The automated agent, as `by=`."""
    return Actor("agent", "carrier-sales")


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
