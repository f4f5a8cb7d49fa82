"""Deciding on bids: countering, refusing, taking back, and the end of those that nobody decided on."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.conf import settings
from django.utils.module_loading import import_string

from bids import tasks
from bids.models import Bid, BidStatusChange
from bids.services import bids, booking
from bids.states import BID_LIFECYCLE, BidStatus
from config.celery import app
from organizations.models import AuditEntry
from organizations.tenancy.actors import system
from tests.factories import NOW, BidFactory

BY = system("tests")
LATER = NOW + timedelta(minutes=5)
WEEK = timedelta(days=7)
SECOND = timedelta(seconds=1)


def moves(bid):
    return list(BidStatusChange.unscoped.filter(bid=bid).order_by("id").values_list("old", "new", "by"))


def test_counter_offers_another_figure(in_acme, person):
    bid = bids.counter_bid(bid=BidFactory(organization=in_acme), amount=Decimal(1700), by=person, at=LATER)

    assert bid == Bid.objects.get()
    bid.refresh_from_db()
    assert (bid.status, bid.counter_amount, bid.amount) == ("COUNTERED", 1700, 1900)
    assert (bid.status_changed_at, bid.updated_at) == (LATER, LATER)
    assert moves(bid) == [("OPEN", "COUNTERED", str(person))]
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.subject_id, entry.at) == ("bid.countered", str(bid.pk), LATER)
    assert entry.details == {"asked": "1900.00", "offered": "1700.00"}


def test_counter_may_be_raised(in_acme, person):
    bid = BidFactory(organization=in_acme)
    for amount in (1700, 1750, 1750):
        bid = bids.counter_bid(bid=bid, amount=Decimal(amount), by=person, at=LATER)

    assert (bid.status, bid.counter_amount) == ("COUNTERED", 1750)
    assert len(moves(bid)) == 1
    assert AuditEntry.objects.count() == 2


@pytest.mark.parametrize("amount", ["0", "-5", "1e9", "NaN"])
def test_counter_is_an_amount(in_acme, amount):
    with pytest.raises(bids.InvalidAmount):
        bids.counter_bid(bid=BidFactory(organization=in_acme), amount=Decimal(amount), by=BY, at=NOW)


@pytest.mark.parametrize("status", ["OPEN", "COUNTERED"])
@pytest.mark.parametrize(
    ("decide", "ends_as"), [(bids.reject_bid, "REJECTED"), (bids.withdraw_bid, "WITHDRAWN")]
)
def test_bid_ends(in_acme, person, status, decide, ends_as):
    bid = decide(bid=BidFactory(organization=in_acme, status=status), reason="too late", by=person, at=LATER)

    bid.refresh_from_db()
    assert (bid.status, bid.updated_at, bid.agreed_at) == (ends_as, LATER, None)
    assert BidStatusChange.objects.get().reason == "too late"
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.details) == (f"bid.{ends_as.lower()}", {"reason": "too late"})


def test_agents_decisions_are_in_the_history_alone(in_acme, agent):
    bid = bids.reject_bid(bid=BidFactory(organization=in_acme), by=agent, at=NOW)

    assert moves(bid) == [("OPEN", "REJECTED", "agent:carrier-sales")]
    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize("status", BID_LIFECYCLE.final)
def test_decided_bid_stays_decided(in_acme, person, status):
    bid = BidFactory(organization=in_acme, status=status)
    for decide in (
        lambda: bids.reject_bid(bid=bid, by=person, at=LATER),
        lambda: bids.withdraw_bid(bid=bid, by=person, at=LATER),
        lambda: bids.counter_bid(bid=bid, amount=Decimal(1), by=person, at=LATER),
        lambda: booking.accept_bid(bid=bid, amount=bid.amount, by=person, at=LATER),
    ):
        with pytest.raises(bids.BidClosed, match=BidStatus(status).label.lower()) as caught:
            decide()
        assert caught.value.status == status

    bid.refresh_from_db()
    assert (bid.status, bid.updated_at, bid.counter_amount) == (status, NOW, None)
    assert not AuditEntry.objects.exists()


def test_decision_looks_at_the_row_not_at_what_the_caller_read(in_acme):
    bid = BidFactory(organization=in_acme)
    stale = Bid.objects.get()
    bids.reject_bid(bid=bid, by=BY, at=NOW)

    with pytest.raises(bids.BidClosed):
        bids.withdraw_bid(bid=stale, by=BY, at=NOW)


def test_bid_of_another_organization_isnt_there(in_acme, rival):
    with pytest.raises(Bid.DoesNotExist):
        bids.reject_bid(bid=BidFactory(organization=rival), by=BY, at=NOW)


# Nobody decides


@pytest.mark.parametrize("status", ["OPEN", "COUNTERED"])
def test_bid_expires_past_its_deadline(acme, status):
    bid = BidFactory(organization=acme, status=status)

    assert bids.expire_overdue_bids(by=BY, at=NOW + WEEK) == 0
    assert bids.expire_overdue_bids(by=BY, at=NOW + WEEK + SECOND) == 1
    bid.refresh_from_db()
    assert (bid.status, bid.status_changed_at) == ("EXPIRED", NOW + WEEK + SECOND)
    assert moves(bid) == [(status, "EXPIRED", "system:tests")]


@pytest.mark.parametrize("status", ["ACCEPTED", "REJECTED", "WITHDRAWN"])
def test_decided_bid_never_expires(acme, status):
    BidFactory(organization=acme, status=status)

    assert bids.expire_overdue_bids(by=BY, at=NOW + 2 * WEEK) == 0


def test_last_figure_counts_for_the_deadline(acme):
    BidFactory(organization=acme, updated_at=NOW + timedelta(days=6))

    assert bids.expire_overdue_bids(by=BY, at=NOW + timedelta(days=12)) == 0
    assert bids.expire_overdue_bids(by=BY, at=NOW + timedelta(days=13, seconds=1)) == 1


def test_bids_expire_in_batches_the_oldest_first_in_all_organizations(acme, rival):
    late = BidFactory(organization=rival, status_changed_at=NOW + SECOND)
    early = BidFactory(organization=acme)
    at = NOW + 2 * WEEK

    assert bids.expire_overdue_bids(by=BY, at=at, most=1) == 1
    assert Bid.unscoped.get(status="EXPIRED") == early
    assert bids.expire_overdue_bids(by=BY, at=at, most=1) == 1
    assert Bid.unscoped.get(pk=late.pk).status == "EXPIRED"
    assert bids.expire_overdue_bids(by=BY, at=at, most=1) == 0


def test_sweep_is_on_the_schedule_and_routed(acme):
    bid = BidFactory(organization=acme)
    planned = {entry["task"] for entry in app.conf.beat_schedule.values()}

    assert tasks.expire_overdue_bids.name in planned
    assert all(import_string(name).name == name for name in planned)
    assert settings.CELERY_TASK_ROUTES["bids.tasks.*"]["queue"] in settings.WORKER_QUEUES["worker"]
    tasks.expire_overdue_bids()
    bid.refresh_from_db()
    assert bid.status == "EXPIRED"


@pytest.mark.django_db(transaction=True)
def test_sweep_passes_by_a_bid_that_is_being_decided_on(acme, meanwhile):
    bid = BidFactory(organization=acme)
    waiting = BidFactory(organization=acme)

    def decide():
        bids.reject_bid(bid=bid, by=BY, at=NOW)
        assert bids.expire_overdue_bids(by=BY, at=NOW + 2 * WEEK) == 1

    decided, withdrawn = meanwhile(acme, decide, lambda: bids.withdraw_bid(bid=waiting, by=BY, at=NOW))

    assert decided is None
    assert isinstance(withdrawn, bids.BidClosed)
