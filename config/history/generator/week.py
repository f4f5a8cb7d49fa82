"""How a brokerage's day and week breathe. Pure."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from itertools import accumulate
from random import Random
from zoneinfo import ZoneInfo

WEEKDAYS = (1.0, 1.07, 1.03, 0.98, 0.86, 0.11, 0.06)  # Monday first
# On the brokerage's clock, midnight first: two peaks, lunch between them, a few calls at night.
HOURS = (1, 1, 1, 1, 2, 6, 22, 52, 88, 104, 100, 90, 68, 78, 92, 84, 62, 38, 18, 9, 5, 3, 2, 1)


def shares(rng: Random, first: date, days: int, total: int) -> list[int]:
    """Return how many of `total` fall on each day; they sum up to it exactly."""
    weights = [
        WEEKDAYS[(first + timedelta(days=day)).weekday()] * rng.uniform(0.85, 1.15) for day in range(days)
    ]
    whole = sum(weights)
    borders = [round(total * until / whole) for until in accumulate(weights)]
    return [border - before for before, border in zip([0, *borders], borders, strict=False)]


def moments(rng: Random, day: date, zone: ZoneInfo, count: int) -> list[datetime]:
    """Return that many moments of the local day in UTC, in order; an hour that a DST change skips is empty."""
    starts = _starts(day, zone)
    hours = rng.choices(starts, [HOURS[hour] for hour, _ in starts], k=count) if count else []
    return sorted(start + timedelta(seconds=int(rng.random() * 3_600)) for _, start in hours)


def _starts(day: date, zone: ZoneInfo) -> Sequence[tuple[int, datetime]]:
    """The local hours that there are on that day, with the instant at which each begins."""
    found = []
    for hour in range(24):
        start = datetime.combine(day, time(hour), zone).astimezone(UTC)
        if start.astimezone(zone).hour == hour:
            found.append((hour, start))
    return found
