"""The figures on top of the page, each beside the period before, and where each leads; when carriers call."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.urls import reverse

from analytics.chart_scales import short_money, short_number
from analytics.chart_series import Spark, spark
from analytics.counting import COUNTS
from analytics.rollup import changed_quarters
from analytics.selectors.figures import MAX_CHANGED
from analytics.time_spans import (
    QUARTER,
    Figures,
    Granularity,
    Label,
    Period,
    is_edge,
    quarter_of,
    span_of,
    start_of,
)
from organizations.formats import number, whole_money
from organizations.models import Organization
from organizations.sql import fetch

# Addresses of the rows behind figures.


INCLUSIVE = timedelta(milliseconds=1)  # a label's end is its last millisecond


class Links:
    """Addresses of rows within a period of labels, or within a stretch of them."""

    def __init__(self, labels: list[Label], zone: str) -> None:
        self._labels = labels
        self._base = reverse("analytics:rows")
        self._zone = zone

    def whole(self, of: str = "conversations", **filters: Any) -> str:
        """Rows of the whole period."""
        return self.between(0, len(self._labels) - 1, of, **filters)

    def between(self, first: int, last: int, of: str = "conversations", **filters: Any) -> str:
        """Rows of the labels `first` to `last`."""
        query = {
            "of": of,
            "start": _instant(self._labels[first].start),
            "end": _instant(self._labels[last].end + INCLUSIVE),
            "zone": self._zone,
        }
        return f"{self._base}?{urlencode(query | filters, safe=':/')}"


def _instant(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


MAX_LENGTH = 9  # characters that a tile has room for


@dataclass(frozen=True)
class Change:
    """What became of a figure since the period before: words, and `up`, `down` or nothing."""

    text: str
    direction: str


@dataclass(frozen=True)
class Tile:
    """A figure, its change, its course, and where its rows are."""

    label: str
    value: str
    change: Change
    before: str
    spark: Spark
    href: str


def change(now: float, before: float) -> Change:
    """Return how a figure changed, as a share of what it was; without anything before there is no share."""
    if now == before:
        return Change("no change", "")
    direction = "up" if now > before else "down"
    if not before:
        return Change("from 0", direction)
    share = abs(now - before) / abs(before)
    if share >= 10:
        return Change(
            f"{share + 1:,.0f}×" if now * before > 0 and now > before else f"{share * 100:,.0f}%", direction
        )
    return Change(f"{share * 100:.0f}%" if share >= 0.01 else "<1%", direction)


def with_bids(figures: Figures) -> int:
    """Return how many calls and e-mail threads led to a bid."""
    return (
        figures.inbound_calls_with_bids
        + figures.outbound_calls_with_bids
        + figures.inbound_email_threads_with_bids
        + figures.outbound_email_threads_with_bids
    )


def fitting(value: float, write: Callable[[object], str]) -> str:
    """A figure that fits its tile: what is very large is rounded."""
    text = write(value)
    if len(text) <= MAX_LENGTH:
        return text
    return short_number(value) if write is number else short_money(value)


def tiles(period: Period, links: Links) -> list[Tile]:
    """Return the six figures that say how it goes."""

    def tile(
        label: str,
        read: Callable[[Figures], float],
        href: str,
        write: Callable[[object], str] = number,
    ) -> Tile:
        now, before = read(period.current.figures), read(period.previous.figures)
        values = [read(each.figures) for each in period.current.labels]
        if write is whole_money:  # a mean, which a day without deals has none of
            values = [each for each in values if each]
        return Tile(label, fitting(now, write), change(now, before), write(before), spark(values), href)

    return [
        tile("Calls", lambda each: each.total_calls, links.whole(channel="phone")),
        tile("Calls and emails with an offer", with_bids, links.whole(bid=1)),
        tile("Loads booked", lambda each: each.total_loads_booked, links.whole("bookings")),
        tile(
            "Booked by AI agent",
            lambda each: each.total_e2e_bookings,
            links.whole("bookings", kind="e2e"),
        ),
        tile(
            "Avg. saved vs. first ask",
            lambda each: each.avg_negotiated_value,
            links.whole("agreements"),
            whole_money,
        ),
        tile("Loads discussed", lambda each: each.total_unique_loads, links.whole("loads")),
    ]


# When carriers call: a period's calls by weekday and hour of the zone's clock, as they are at this instant.


type Hours = list[list[int]]
type Stretch = tuple[int, int, int]  # quarters from, until before; the zone's offset in quarters

THURSDAY = 3  # 1970-01-01, when quarters begin


def calls_by_hour(organization: Organization, period: Period) -> Hours:
    """Return the period's calls, Monday first, then by hour; several statements, unless labels are hours already."""
    hours = [[0] * 24 for _ in range(7)]
    for (weekday, hour), count in _counted(organization.pk, period).items():
        hours[weekday][hour] += count
    return hours


def _counted(organization_id: int, period: Period) -> "Counter[tuple[int, int]]":
    labels, zone = period.current.labels, ZoneInfo(period.zone)
    found: Counter[tuple[int, int]] = Counter()
    if period.granularity == Granularity.HOUR or not labels:
        for label in labels:
            found[label.start.weekday(), label.start.hour] += label.figures.total_calls
        return found
    start, end = labels[0].start, labels[-1].end + INCLUSIVE
    if is_edge(start) and is_edge(end):
        first, last = quarter_of(start), quarter_of(end) - 1
        changed = changed_quarters(organization_id, first, last)
        if len(changed) <= max(MAX_CHANGED, (last - first) // 4):
            for is_rolled_up, place, count in _calls(organization_id, _stretches(labels, zone), changed):
                if is_rolled_up:
                    weekday, hour = divmod(place, 24)
                    found[(weekday + THURSDAY) % 7, hour] += count
                else:
                    found[_place(start_of(place), zone)] += count
            return found
    for at, count in fetch(_ROWS, [organization_id, start, end]):
        found[_place(at, zone)] += count
    return found


def _place(moment: datetime, zone: ZoneInfo) -> tuple[int, int]:
    local = moment.astimezone(zone)
    return local.weekday(), local.hour


def _stretches(labels: Sequence[Label], zone: ZoneInfo) -> list[Stretch]:
    """The period in stretches with one offset each; a day that has two is looked at quarter by quarter."""
    found: list[Stretch] = []
    for label in labels:
        first, end = quarter_of(label.start), quarter_of(label.end) + 1
        edges = [first, end] if label.start.utcoffset() == label.end.utcoffset() else range(first, end + 1)
        for start, until in pairwise(edges):
            offset = (start_of(start).astimezone(zone).utcoffset() or timedelta(0)) // QUARTER
            if found and found[-1][2] == offset:
                found[-1] = (found[-1][0], until, offset)
            else:
                found.append((start, until, offset))
    return found


def _calls(
    organization_id: int, stretches: Sequence[Stretch], changed: Sequence[int]
) -> list[tuple[bool, int, int]]:
    """Whether it was rolled up, hours since Thursday's first one or else a changed quarter, and calls or more calls."""
    starts, ends, offsets = (list(each) for each in zip(*stretches, strict=True))
    values: dict[str, object] = {
        "organization": organization_id,
        "starts": starts,
        "ends": ends,
        "offsets": offsets,
    }
    if not changed:
        return fetch(_BUCKETS, values)
    spans = [span_of(quarter) for quarter in changed]
    values |= {
        "quarters": list(changed),
        "since": [start for start, _ in spans],
        "until": [end for _, end in spans],
    }
    return fetch(f"({_BUCKETS}) UNION ALL ({_CHANGED})", values)


_CALLS = " + ".join(f"bucket.numbers[{COUNTS.index(name) + 1}]" for name in ("calls_in", "calls_out"))

# A bucket counts from its UTC day's beginning: the last of an hour, of a day or of a stretch is added to its hour, and
# taken away from the hour that follows, unless a day begins there.
_BUCKETS = f"""
WITH stretch AS (
    SELECT * FROM unnest(%(starts)s::int[], %(ends)s::int[], %(offsets)s::int[]) AS given (first, until, moved)
),
bucket AS (
    SELECT first, until, moved, quarter, {_CALLS} AS calls, (quarter + moved + 1) %% 4 = 0 AS ends_hour,
        quarter %% 96 = 95 AS ends_day
    FROM stretch JOIN analytics_bucket AS bucket
        ON bucket.organization_id = %(organization)s AND quarter >= first - 1 AND quarter < until
)
SELECT true, place, sum(calls)::bigint FROM (
    SELECT (quarter + moved) / 4 %% 168 AS place, calls FROM bucket
    WHERE quarter >= first AND (ends_hour OR ends_day OR quarter = until - 1)
    UNION ALL
    SELECT (quarter + 1 + moved) / 4 %% 168, -calls FROM bucket
    WHERE quarter < until - 1 AND NOT ends_day AND (ends_hour OR quarter = first - 1)
) AS part
GROUP BY place
"""  # noqa: S608 (names of our own)
_CHANGED = f"""
SELECT false, changed.quarter, live.calls - coalesce(bucket.calls, 0) + coalesce(before.calls, 0)
FROM unnest(%(quarters)s::int[], %(since)s::timestamptz[], %(until)s::timestamptz[]) AS changed (quarter, since, until)
CROSS JOIN LATERAL (
    SELECT count(*) AS calls FROM calls_conversation
    WHERE organization_id = %(organization)s AND channel = 'phone' AND created_at >= since AND created_at < until
) AS live
LEFT JOIN LATERAL (
    SELECT {_CALLS} AS calls FROM analytics_bucket AS bucket
    WHERE organization_id = %(organization)s AND bucket.quarter = changed.quarter
) AS bucket ON true
LEFT JOIN LATERAL (
    SELECT {_CALLS} AS calls FROM analytics_bucket AS bucket
    WHERE organization_id = %(organization)s AND bucket.quarter = changed.quarter - 1 AND changed.quarter %% 96 <> 0
) AS before ON true
"""  # noqa: S608
_ROWS = """
SELECT date_bin('15 minutes', created_at, 'epoch') AS quarter, count(*)
FROM calls_conversation
WHERE organization_id = %s AND channel = 'phone' AND created_at >= %s AND created_at < %s
GROUP BY quarter
"""
