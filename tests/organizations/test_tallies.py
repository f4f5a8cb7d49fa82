"""Tallies: always the number of rows that are there, whoever writes them and however."""

import random
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection, connections, transaction
from django.db.models import Sum

from bids.models import Bid
from calls.models import Conversation
from calls.states import Channel, Direction
from organizations.models import Tally
from organizations.projections import Tallied, page_of
from organizations.sql import fetch_planned
from organizations.tenancy.scope import scope
from tests.factories import NOW, ConversationFactory, LoadFactory

CALLS = Tallied(kind="calls", table="calls_conversation", at="created_at", where={"channel": "phone"})
DAY = timedelta(days=1)
FIRST = datetime(2026, 2, 25, tzinfo=UTC)
SPAN = timedelta(days=9)


def instant(chance):
    """Anywhere in nine days, often exactly midnight, often the same as others."""
    moment = FIRST + chance.random() * SPAN
    return chance.choice(
        [moment, FIRST + chance.randrange(10) * DAY, moment.replace(minute=0, second=0, microsecond=0)]
    )


def conversation(organization, chance, mc_number=""):
    return Conversation(
        organization=organization,
        channel=Channel.PHONE if chance.random() < 0.8 else Channel.EMAIL,
        direction=Direction.INBOUND,
        created_at=instant(chance),
        mc_number=mc_number,
    )


def write(organization, chance, mc_number=""):
    """One write of a kind that the service knows, to the rows of one carrier: many rows or one."""
    rows = Conversation.unscoped.of(organization).of_mc(mc_number)
    chosen = chance.sample(list(rows.values_list("pk", flat=True)), k=min(rows.count(), chance.randrange(6)))
    match chance.randrange(7):
        case 0 | 1:
            made = [conversation(organization, chance, mc_number) for _ in range(chance.randrange(12))]
            Conversation.unscoped.bulk_create(made)
        case 2:
            conversation(organization, chance, mc_number).save()
        case 3:
            rows.filter(pk__in=chosen).delete()
        case 4:
            rows.filter(pk__in=chosen).update(created_at=instant(chance), summary="moved")
        case 5:
            rows.filter(pk__in=chosen).update(channel=chance.choice(Channel.values))
        case 6:
            with transaction.atomic():
                conversation(organization, chance, mc_number).save()
                rows.filter(pk__in=chosen).delete()
                transaction.set_rollback(True)


def value_of(total):
    return fetch_planned(f"SELECT {total.text}", total.values)[0][0]


def check_lists(organization, chance):
    """Totals and pages of random windows equal those counted and sliced naively."""
    for _ in range(4):
        start, end = sorted([instant(chance), instant(chance)])
        offset, limit = chance.choice([0, 1, 5, 30, 1000]), chance.choice([1, 7, 500])
        naive = (
            Conversation.objects.by_phone().in_window(start, end).newest_first().values_list("pk", flat=True)
        )

        total, page = page_of(CALLS, start=start, end=end, limit=limit, offset=offset)

        assert value_of(total) == naive.count()
        assert [pk for (pk,) in fetch_planned(page.text, page.values)] == list(naive[offset : offset + limit])


@pytest.mark.deep_but(4)
@pytest.mark.parametrize("seed", range(12))
def test_totals_and_pages_equal_the_naive_ones(acme, rival, seed):
    chance = random.Random(seed)
    for _ in range(15):
        write(chance.choice([acme, acme, rival]), chance)
        with scope(acme.pk):
            check_lists(acme, chance)


def tallied(kind="calls"):
    return dict(Tally.unscoped.filter(kind=kind).values_list("day").annotate(Sum("count")))


def test_bids_are_tallied_by_the_time_of_their_talk(acme):
    load = LoadFactory(organization=acme)
    times = {"created_at": NOW, "updated_at": NOW, "status_changed_at": NOW}
    bid = Bid.unscoped.create(organization=acme, load=load, discussed_at=NOW, amount=1, **times)
    Bid.unscoped.create(organization=acme, load=load, discussed_at=NOW - DAY, amount=1, **times)

    Bid.unscoped.filter(pk=bid.pk).update(discussed_at=NOW - DAY)

    assert tallied("bids") == {(NOW - DAY).date(): 2}


def test_update_that_moves_nothing_writes_no_tally(acme):
    row = ConversationFactory(organization=acme)
    Tally.unscoped.all().delete()

    row.summary = "Asked for more."
    row.save()

    assert tallied() == {}


@pytest.mark.parametrize("end", [datetime.max.replace(tzinfo=UTC), datetime(2026, 3, 3, tzinfo=UTC)])
def test_window_may_begin_with_time_itself_and_end_with_it(in_acme, end):
    ConversationFactory(organization=in_acme)

    total, _ = page_of(CALLS, start=datetime.min.replace(tzinfo=UTC), end=end, limit=1, offset=0)

    assert value_of(total) == 1


def test_tallies_of_a_deleted_organization_go_with_it(acme, rival):
    ConversationFactory(organization=acme)
    ConversationFactory(organization=rival)

    acme.delete()
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")

    assert list(Tally.unscoped.values_list("organization", "count")) == [(rival.pk, 1)]


def test_page_beyond_the_last_row_is_empty_and_has_the_total(in_acme):
    ConversationFactory(organization=in_acme)

    total, page = page_of(CALLS, start=NOW - DAY, end=NOW + DAY, limit=1, offset=7)

    assert total.when_empty == 1
    assert fetch_planned(page.text, page.values) == []


# Several transactions at once


def in_thread(work):
    """Run it on a connection of its own."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: [work(), connections.close_all()][0]).result(timeout=60)


@pytest.mark.django_db(transaction=True)
def test_emptied_table_has_no_tallies(acme):
    ConversationFactory(organization=acme)

    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE calls_conversation CASCADE")

    assert tallied() == {}


@pytest.mark.django_db(transaction=True)
def test_writers_of_a_day_dont_wait_for_each_other(acme):
    def write_both_days():
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '2s'")  # an error, rather than a test that hangs
        ConversationFactory(organization=acme, created_at=NOW - DAY)
        ConversationFactory(organization=acme)

    ConversationFactory(organization=acme)
    with transaction.atomic():
        ConversationFactory(organization=acme)
        in_thread(write_both_days)
        ConversationFactory(
            organization=acme, created_at=NOW - DAY
        )  # a deadlock, if days were locked in this order
        in_thread(write_both_days)
        assert in_thread(tallied) == {NOW.date(): 3, (NOW - DAY).date(): 2}

    assert tallied() == {NOW.date(): 4, (NOW - DAY).date(): 3}
    assert Tally.unscoped.filter(day=NOW).count() == 2, "as many as there were writers at once"


@pytest.mark.django_db(transaction=True)
def test_tallies_are_exact_after_many_writers_at_once(acme):
    def work(seed):
        try:
            chance = random.Random(seed)
            for _ in range(15):
                with transaction.atomic():
                    write(acme, chance, str(seed))
                    write(acme, chance, str(seed))
        finally:
            connections.close_all()

    with ThreadPoolExecutor(6) as threads:
        for done in [threads.submit(work, seed) for seed in range(6)]:
            done.result(timeout=60)

    with scope(acme.pk):
        check_lists(acme, random.Random(0))
        calls = Conversation.objects.by_phone().count()
        assert calls > 0
        assert sum(tallied().values()) == calls
