"""Calls by weekday and hour: as plain Python counts them, rolled up or not, in every kind of zone."""

import random
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from analytics.rollup import roll_up
from analytics.selectors import tiles
from analytics.selectors.figures import period_stats
from analytics.time_spans import Granularity
from calls.models import Conversation
from organizations.tenancy.scope import scope

# Days around which each zone changes its clock, or doesn't; by an hour, or half of one.
PLACES = [
    ("America/Chicago", date(2026, 3, 8)),
    ("America/Chicago", date(2026, 11, 1)),
    ("Australia/Lord_Howe", date(2026, 4, 5)),
    ("Australia/Lord_Howe", date(2026, 10, 4)),
    ("Asia/Kathmandu", date(2026, 6, 1)),
    ("America/St_Johns", date(2026, 3, 8)),
    ("Pacific/Apia", date(2011, 12, 30)),
    ("UTC", date(2026, 6, 1)),
]

pytestmark = [pytest.mark.django_db, pytest.mark.deep]


def talk(organization, chance, day, number):
    """Conversations in the days around one, at any quarter, some of them e-mails."""
    start = datetime(day.year, day.month, day.day, tzinfo=UTC) - timedelta(days=6)
    Conversation.unscoped.bulk_create(
        Conversation(
            organization=organization,
            channel="phone" if chance.random() < 0.8 else "email",
            direction=chance.choice(["inbound", "outbound"]),
            created_at=start + timedelta(minutes=chance.randrange(12 * 24 * 60)),
        )
        for _ in range(number)
    )


def expected(organization, first, last, zone):
    """The same by plain Python."""
    found = Counter()
    for conversation in Conversation.unscoped.filter(organization=organization, channel="phone"):
        local = conversation.created_at.astimezone(ZoneInfo(zone))
        if first <= local.date() <= last:
            found[local.weekday(), local.hour] += 1
    return [[found[weekday, hour] for hour in range(24)] for weekday in range(7)]


@pytest.mark.parametrize(("zone", "day"), PLACES, ids=lambda value: str(value))
@pytest.mark.parametrize("is_live", [False, True], ids=["rolled up", "live"])
def test_hours_are_those_of_the_zones_clock(acme, rival, monkeypatch, zone, day, is_live):
    chance = random.Random(f"{zone}{day}")
    first, last = day - timedelta(days=4), day + timedelta(days=3)
    for organization in (acme, rival):
        talk(organization, chance, day, 500)
    with scope(acme.pk):
        if not is_live:
            roll_up(acme)
            monkeypatch.setattr(tiles, "_ROWS", "SELECT of no use")
        else:
            monkeypatch.setattr(tiles, "MAX_CHANGED", 0)
        by_days, by_hours = (
            tiles.calls_by_hour(acme, period_stats(acme, first, last, granularity, zone))
            for granularity in (Granularity.DAY, Granularity.HOUR)
        )

    assert by_days == by_hours == expected(acme, first, last, zone)
    assert sum(map(sum, by_days)) > 200


@pytest.mark.parametrize("seed", range(5))
def test_what_has_changed_is_counted_too(acme, monkeypatch, seed):
    monkeypatch.setattr(tiles, "_ROWS", "SELECT of no use")
    chance, day, zone = random.Random(seed), date(2026, 3, 8), "America/Chicago"
    first, last = day - timedelta(days=4), day + timedelta(days=3)
    talk(acme, chance, day, 300)
    with scope(acme.pk):
        roll_up(acme)
        talk(acme, chance, day, 40)
        for conversation in chance.sample(list(Conversation.unscoped.order_by("pk")), 20):
            if chance.random() < 0.5:
                conversation.delete()
            else:
                conversation.created_at += timedelta(minutes=chance.randrange(-3000, 3000))
                conversation.save()
        period = period_stats(acme, first, last, Granularity.DAY, zone)

        assert tiles.calls_by_hour(acme, period) == expected(acme, first, last, zone)
        roll_up(acme)
        assert tiles.calls_by_hour(acme, period) == expected(acme, first, last, zone)


def test_nothing_is_nothing(acme):
    with scope(acme.pk):
        period = period_stats(acme, date(2026, 3, 1), date(2026, 3, 8), Granularity.DAY, "UTC")

        assert tiles.calls_by_hour(acme, period) == [[0] * 24] * 7
