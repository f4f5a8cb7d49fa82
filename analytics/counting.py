"""What the rows say, counted one by one: the truth that roll-ups are made of, and that what isn't rolled up is read by.

Everything here is a function of the rows of conversations, bids and bookings, and of spans of time that don't overlap.
What is counted are whole numbers alone, so that sums of spans are exact: times in microseconds, money in cents.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import orjson
from django.db import connection

type Loads = list[tuple[int, bool]]  # keys, and whether it was discussed with a capacity carrier
type Tags = dict[str, dict[str, int]]  # by kind of conversation, as in KINDS

# What is counted in a span; each a sum of those of its parts.
COUNTS = (
    "calls_in",
    "calls_out",
    "calls_in_with_bids",
    "calls_out_with_bids",
    "calls_in_transferred",
    "calls_out_transferred",
    "connected_in",  # microseconds
    "connected_out",
    "threads_in",
    "threads_out",
    "threads_in_with_bids",
    "threads_out_with_bids",
    "completed",
    "connected_completed",  # microseconds
    "bids",
    "bids_accepted",
    "amounts",  # bids that have one …
    "amounts_sum",  # … in cents
    "agreements",  # bids agreed on, whose two figures are known …
    "agreements_sum",  # … and how far the carriers came down, in cents
    "booked_e2e",
    "booked_assisted",
    "booked_capacity",
)
KINDS = ("calls_in", "calls_out", "threads_in", "threads_out")


class Counted(NamedTuple):
    """The numbers of COUNTS, in their order, and how often conversations bear which tag."""

    numbers: tuple[int, ...]
    tags: Tags


NOTHING = Counted((0,) * len(COUNTS), {})


class Distinct(NamedTuple):
    """How many different loads were discussed, and how many of them with capacity carriers."""

    loads: int = 0
    touched: int = 0


def count(organization_id: int, spans: Sequence[tuple[datetime, datetime]]) -> list[Counted]:
    """Count each of the spans, which are from an instant on until just before another. One query, as below."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNTED, _values(organization_id, spans))
        found = {place: _counted(numbers, tags) for place, *numbers, tags in cursor.fetchall()}
    return [found.get(place, NOTHING) for place in range(1, len(spans) + 1)]


def count_with_loads(
    organization_id: int, spans: Sequence[tuple[datetime, datetime]]
) -> list[tuple[Counted, Loads]]:
    """Count each of the spans, and name its loads."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNTED_WITH_LOADS, _values(organization_id, spans))
        found = {
            place: (_counted(numbers, tags), orjson.loads(loads or "[]"))
            for place, *numbers, tags, loads in cursor.fetchall()
        }
    return [found.get(place, (NOTHING, [])) for place in range(1, len(spans) + 1)]


def count_loads(
    organization_id: int, spans: Sequence[tuple[datetime, datetime]]
) -> tuple[Distinct, list[Distinct]]:
    """Count the different loads of all the spans together, and of each."""
    with connection.cursor() as cursor:
        cursor.execute(_LOADS, _values(organization_id, spans))
        found = {place: Distinct(*numbers) for place, *numbers in cursor.fetchall()}
    return found.get(None, Distinct()), [found.get(place, Distinct()) for place in range(1, len(spans) + 1)]


def _counted(numbers: Iterable[int], tags: str | None) -> Counted:
    found: Tags = {}
    for kind, tag, number in orjson.loads(tags or "[]"):
        found.setdefault(kind, {})[tag] = number
    return Counted(tuple(numbers), found)


def _values(organization_id: int, spans: Iterable[tuple[datetime, datetime]]) -> dict[str, Any]:
    pairs = list(spans)
    return {
        "organization": organization_id,
        "starts": [start for start, _ in pairs],
        "ends": [end for _, end in pairs],
    }


# The spans given, and the conversations that began in them, each with its kind: an index finds them, span by span.
SPANS = """
span AS MATERIALIZED (
    SELECT place::int, since, until
    FROM unnest(%(starts)s::timestamptz[], %(ends)s::timestamptz[]) WITH ORDINALITY AS given (since, until, place)
)
"""
TALKS = """
SELECT span.place, talk.id, talk.carrier_id, talk.content_tags, talk.transferred_at,
    CASE talk.channel WHEN 'phone' THEN 'calls' ELSE 'threads' END
    || CASE talk.direction WHEN 'inbound' THEN '_in' ELSE '_out' END AS kind
FROM span
CROSS JOIN (VALUES ('phone'), ('email')) AS of_channel (channel)
JOIN calls_conversation AS talk ON talk.organization_id = %(organization)s AND talk.channel = of_channel.channel
    AND talk.created_at >= span.since AND talk.created_at < span.until
"""

_KINDS_SQL = ",\n".join(
    f"count(*) FILTER (WHERE kind = '{kind}') AS {kind},"
    f"count(*) FILTER (WHERE kind = '{kind}' AND has_bids) AS {kind}_with_bids"
    for kind in KINDS
)
NUMBERS = f"""
talk AS ({TALKS}),
talks AS (
    SELECT place, {_KINDS_SQL},
        count(*) FILTER (WHERE kind = 'calls_in' AND transferred_at IS NOT NULL) AS calls_in_transferred,
        count(*) FILTER (WHERE kind = 'calls_out' AND transferred_at IS NOT NULL) AS calls_out_transferred,
        coalesce(sum(connected) FILTER (WHERE kind = 'calls_in'), 0)::bigint AS connected_in,
        coalesce(sum(connected) FILTER (WHERE kind = 'calls_out'), 0)::bigint AS connected_out,
        count(*) FILTER (WHERE status = 'COMPLETED') AS completed,
        coalesce(sum(connected) FILTER (WHERE status = 'COMPLETED'), 0)::bigint AS connected_completed
    FROM (
        SELECT talk.place, talk.kind, talk.transferred_at, line.status,
            EXISTS (SELECT FROM bids_bid AS bid WHERE bid.conversation_id = talk.id) AS has_bids,
            coalesce(greatest(extract(epoch FROM line.ended_at - line.answered_at) * 1000000, 0), 0)::bigint
                AS connected
        FROM talk LEFT JOIN calls_call AS line ON line.conversation_id = talk.id
    ) AS each
    GROUP BY place
),
bids AS (
    SELECT span.place, count(*) AS bids, count(*) FILTER (WHERE bid.status = 'ACCEPTED') AS bids_accepted,
        count(bid.amount) AS amounts, coalesce(sum(bid.amount * 100), 0)::bigint AS amounts_sum
    FROM span JOIN bids_bid AS bid ON bid.organization_id = %(organization)s
        AND bid.discussed_at >= span.since AND bid.discussed_at < span.until
    GROUP BY span.place
),
agreements AS (
    SELECT span.place, count(*) AS agreements, sum((bid.first_ask - bid.amount) * 100)::bigint AS agreements_sum
    FROM span JOIN bids_bid AS bid ON bid.organization_id = %(organization)s
        AND bid.agreed_at >= span.since AND bid.agreed_at < span.until
    WHERE bid.first_ask IS NOT NULL AND bid.amount IS NOT NULL
    GROUP BY span.place
),
bookings AS (
    SELECT span.place, count(*) FILTER (WHERE booking.kind = 'e2e') AS booked_e2e,
        count(*) FILTER (WHERE booking.kind = 'assisted') AS booked_assisted,
        count(*) FILTER (WHERE booking.kind = 'capacity') AS booked_capacity
    FROM span JOIN bids_booking AS booking ON booking.organization_id = %(organization)s
        AND booking.booked_at >= span.since AND booking.booked_at < span.until
    GROUP BY span.place
),
numbers AS (
    SELECT place, {", ".join(f"coalesce({name}, 0)::bigint AS {name}" for name in COUNTS)}
    FROM talks
    FULL JOIN bids USING (place) FULL JOIN agreements USING (place) FULL JOIN bookings USING (place)
)
"""  # noqa: S608 (names of our own, here and below)
# A tag counts once in a conversation, however often it stands there.
TAGS = """
SELECT place, kind, tag, count(*) AS number
FROM (SELECT DISTINCT talk.place, talk.id, talk.kind, unnest(talk.content_tags) AS tag FROM talk) AS each
GROUP BY place, kind, tag
"""
MENTIONS = """
SELECT talk.place, link.load_id, bool_or(coalesce(carrier.is_capacity_carrier, false)) AS is_touched
FROM talk JOIN calls_conversationload AS link ON link.conversation_id = talk.id
LEFT JOIN carriers_carrier AS carrier ON carrier.id = talk.carrier_id
GROUP BY talk.place, link.load_id
"""
_TAGS_TOLD = f"""
tags AS (
    SELECT place, json_agg(json_build_array(kind, tag, number))::text AS tags FROM ({TAGS}) AS tag GROUP BY place
)
"""  # noqa: S608
_COUNTED = f"""
WITH {SPANS}, {NUMBERS}, {_TAGS_TOLD}
SELECT place, {", ".join(COUNTS)}, tags FROM numbers LEFT JOIN tags USING (place)
"""  # noqa: S608
_COUNTED_WITH_LOADS = f"""
WITH {SPANS}, {NUMBERS}, {_TAGS_TOLD},
loads AS (
    SELECT place, json_agg(json_build_array(load_id, is_touched))::text AS loads
    FROM ({MENTIONS}) AS mention GROUP BY place
)
SELECT place, {", ".join(COUNTS)}, tags, loads FROM numbers LEFT JOIN tags USING (place) LEFT JOIN loads USING (place)
"""  # noqa: S608
_LOADS = f"""
WITH {SPANS}, talk AS ({TALKS}), mention AS ({MENTIONS})
SELECT place, count(DISTINCT load_id), count(DISTINCT load_id) FILTER (WHERE is_touched)
FROM mention GROUP BY GROUPING SETS ((place), ())
"""  # noqa: S608
