"""Where a page of the ended calls lies: its total, the hours that it spans, and how many calls to skip within them.

Exact at a cost that the history doesn't set, by the counts of each hour and kind (`calls.projections.CALL_COUNTS`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.db.models import Q

from organizations.records.sql import fetch_planned
from organizations.tenancy.scope import current_organization_id

HOUR = timedelta(hours=1)


@dataclass(frozen=True)
class Ways:
    """What calls are counted by; empty: any."""

    direction: str = ""
    status: str = ""
    tag: str = ""


@dataclass(frozen=True)
class Place:
    """Where a page lies: how many calls there are in all, its number, and of its hours how many calls come before."""

    total: int
    number: int
    hours: Sequence[datetime]
    skip: int

    def within(self) -> Q:
        """Conversations of these hours: neighbours are one range."""
        spans: list[list[datetime]] = []
        for hour in sorted(hour.astimezone(UTC) for hour in self.hours):
            if spans and spans[-1][1] == hour:
                spans[-1][1] = hour + HOUR
            else:
                spans.append([hour, hour + HOUR])
        found = Q(pk__in=[]) if not spans else Q()
        for start, end in spans:
            found |= Q(created_at__gte=start, created_at__lt=end)
        return found


def place_page(ways: Ways, *, number: int, size: int, is_oldest_first: bool = False) -> Place:
    """Return where the page of that number lies, or the nearest one that exists; one query over the counts.

    There are never more hours than calls on a page, so that few rows are looked at whatever the history.
    """
    conditions = "".join(
        f" AND {name} = %({name})s::text" for name in ("direction", "status") if getattr(ways, name)
    )
    statement = _PLACE.format(conditions=conditions, order="ASC" if is_oldest_first else "DESC")
    values = {
        "organization": current_organization_id(),
        "direction": ways.direction,
        "status": ways.status,
        "tag": ways.tag,
        "offset": (number - 1) * size,
        "size": size,
    }
    [(total, offset, hours, before)] = fetch_planned(statement, values)
    return Place(total=total, number=offset // size + 1, hours=hours or (), skip=offset - before)


_PLACE = """
WITH each AS (
    SELECT hour, sum(count)::int AS number FROM calls_callcount
    WHERE organization_id = %(organization)s AND tag = %(tag)s::text{conditions}
    GROUP BY hour HAVING sum(count) > 0
),
running AS MATERIALIZED (SELECT hour, number, sum(number) OVER (ORDER BY hour {order}) AS upto FROM each),
page AS (
    SELECT total, least(%(offset)s::bigint, greatest(total - 1, 0) / %(size)s::int * %(size)s::int) AS first
    FROM (SELECT coalesce(max(upto), 0)::bigint AS total FROM running) AS whole
)
SELECT total, first,
    (SELECT array_agg(hour) FROM running WHERE upto > first AND upto - number < first + %(size)s::int),
    (SELECT coalesce(max(upto), 0)::bigint FROM running WHERE upto <= first)
FROM page
"""
