"""A load that carriers bid for, and people who look at it."""

from decimal import Decimal

import pytest

from tests.factories import NOW, BidFactory, CallFactory, CarrierFactory, ConversationFactory, LoadFactory


@pytest.fixture(autouse=True)
def _at_that_time(monkeypatch):
    """Pages are looked at, and decisions made, at NOW."""
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW)


@pytest.fixture
def load(acme):
    """Dallas to Atlanta: target 1,500, max 1,953, customer 2,719, 781 miles."""
    return LoadFactory(organization=acme, external_id="48213")


@pytest.fixture
def make_bid(acme, load):
    """Make a bid of a carrier of its own, said in a call that has ended."""

    def make(amount=1900, *, carrier=None, **columns):
        name = columns.pop("name", f"Carrier {amount} LLC")
        carrier = carrier or CarrierFactory(organization=acme, name=name)
        if "conversation" not in columns:
            talk = ConversationFactory(
                organization=acme, carrier=carrier, summary="They can be there by ten."
            )
            CallFactory(
                organization=acme, conversation=talk, status="COMPLETED", answered_at=NOW, ended_at=NOW
            )
            columns["conversation"] = talk
        given = {"load": load, "mc_number": carrier.mc_number, "carrier": carrier} | columns
        ask = None if amount is None else Decimal(amount)
        return BidFactory(organization=acme, amount=ask, **given)

    return make


@pytest.fixture
def bid(make_bid):
    """Blue Mesa asks 1,900."""
    return make_bid(name="Blue Mesa Transport LLC")


@pytest.fixture
def desk(client, broker):
    """The dashboard, as a broker of acme sees it."""
    client.force_login(broker)
    return client


def told(response, status=200) -> str:
    """The page's text, its white space as one."""
    assert response.status_code == status
    return " ".join(response.content.decode().split())
