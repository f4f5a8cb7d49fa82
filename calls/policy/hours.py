"""Calling hours by the clock of the place that is called."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from calls.policy.reason import Reason

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Hours:
    """From the whole hour `start` on, until just before `end`; 0 to 24 is always."""

    start: int
    end: int

    def __str__(self) -> str:
        return f"{self.start:02}:00–{self.end:02}:00"


def judge_hours(hours: Hours, *, zones: Collection[str], at: datetime) -> Reason | None:
    """What speaks against a call at the moment `at` to somebody who may be in any of these IANA zones.

    All of them must be within the hours, since nobody can tell which one it is.
    """
    if _is_open(hours, zones, at):
        return None
    opening = next_opening(hours, zones=zones, at=at)
    clocks = " or ".join(sorted({f"{at.astimezone(ZoneInfo(zone)):%H:%M}" for zone in zones}))
    return Reason(
        "outside_calling_window",
        f"It is {clocks} at the place of this number; this organization calls within {hours} there.",
        opening,
    )


def next_opening(hours: Hours, *, zones: Collection[str], at: datetime) -> datetime | None:
    """The first moment after `at` within the hours of all zones; None where they never have one in common."""
    return min(
        (moment for moment in _starts(hours, zones, at) if _is_open(hours, zones, moment)), default=None
    )


def _starts(hours: Hours, zones: Collection[str], at: datetime) -> Iterator[datetime]:
    """When the hours begin in each zone, from `at` on; the first moment common to all is one of these."""
    for zone in map(ZoneInfo, zones):
        today = at.astimezone(zone).date()
        for day in (today, today + DAY, today + 2 * DAY):
            start = datetime.combine(day, time(hours.start), zone).astimezone(at.tzinfo)
            if start > at:
                yield start


def _is_open(hours: Hours, zones: Collection[str], at: datetime) -> bool:
    return all(hours.start <= at.astimezone(ZoneInfo(zone)).hour < hours.end for zone in zones)
