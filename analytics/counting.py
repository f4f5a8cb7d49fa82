"""What the rows say, counted one by one: the truth that roll-ups are made of, and that what isn't rolled up is read by.

Everything here is a function of the rows of conversations, bids and bookings, and of spans of time that don't overlap.
What is counted are whole numbers alone, so that sums of spans are exact: times in microseconds, money in cents.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import orjson

from analytics.time_spans import A_DAY, Quarters
from organizations.sql import fetch, fetch_by_index, fetch_planned

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
    rows = fetch(_COUNTED, _values(organization_id, spans))
    found = {place: _counted(numbers, tags) for place, *numbers, tags in rows}
    return [found.get(place, NOTHING) for place in range(1, len(spans) + 1)]


def count_with_loads(
    organization_id: int, spans: Sequence[tuple[datetime, datetime]]
) -> list[tuple[Counted, Loads]]:
    """Count each of the spans, and name its loads."""
    found = {
        place: (_counted(numbers, tags), orjson.loads(loads or "[]"))
        for place, *numbers, tags, loads in fetch(_COUNTED_WITH_LOADS, _values(organization_id, spans))
    }
    return [found.get(place, (NOTHING, [])) for place in range(1, len(spans) + 1)]


def count_loads(
    organization_id: int, spans: Sequence[tuple[datetime, datetime]]
) -> tuple[Distinct, list[Distinct]]:
    """Count the different loads of all the spans together, and of each."""
    found = {place: Distinct(*numbers) for place, *numbers in fetch(_LOADS, _values(organization_id, spans))}
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


# How many different loads: exactly, without looking at every conversation.


type Found = set[tuple[int, bool]]  # loads, each for all conversations and for those with capacity carriers

# One range type for all organizations and both kinds: each has its own numbers. Core PostgreSQL has no index that takes
# an equality and a range together.


def _place(of: str, quarter: str) -> str:
    return f"{of}organization_id * 8589934592 + {of}is_touched::int * 4294967296 + 2147483648 + {quarter}"


def _range(of: str = "") -> str:
    return f"int8range({_place(of, of + 'first')}, {_place(of, of + 'last')}, '(]')"


BETWEEN = _range()


class Live(NamedTuple):
    """The loads discussed in quarters that have changed, as the rows say now; by quarter."""

    by_quarter: dict[int, Found]

    @classmethod
    def of(cls, quarters: Sequence[int], loads: Sequence[Loads]) -> "Live":
        """The loads of each of these quarters, as they were counted."""
        found: dict[int, Found] = {quarter: set() for quarter in quarters}
        for quarter, each in zip(quarters, loads, strict=True):
            for load, is_touched in each:
                found[quarter].update([(load, False), *([(load, True)] if is_touched else [])])
        return cls(found)

    def within(self, first: int, last: int) -> Found:
        """Those of the quarters from `first` to `last`."""
        return set().union(*(loads for quarter, loads in self.by_quarter.items() if first <= quarter <= last))


def windows(organization_id: int, quarters: Collection[int]) -> dict[int, tuple[Distinct, Distinct]]:
    """The different loads of the hour and of the 24 hours that end with each of these quarters, as rolled up."""
    rows = fetch_planned(_WINDOWS, [organization_id, list(quarters)]) if quarters else []
    return {
        quarter: (Distinct(hour, touched_hour), Distinct(day, touched_day))
        for quarter, hour, day, touched_hour, touched_day in rows
    }


def mentioned(
    organization_id: int, ranges: Collection[tuple[int, int]], changed: Collection[int]
) -> list[Found]:
    """The loads mentioned in ranges of quarters, as rolled up, leaving out the quarters that have changed."""
    found: list[Found] = [set() for _ in ranges]
    if ranges:
        firsts, lasts = zip(*ranges, strict=True)
        values = [list(firsts), list(lasts), organization_id, list(changed)]
        for place, load, is_touched in fetch(_MENTIONED, values):
            found[place - 1].add((load, is_touched))
    return found


def distinct_of(loads: Found) -> Distinct:
    """How many they are."""
    touched = sum(is_touched for _, is_touched in loads)
    return Distinct(len(loads) - touched, touched)


def between(organization_id: int, spans: Sequence[Quarters], live: Live) -> list[Distinct]:
    """The different loads of spans of quarters, where those of `live` count as they are now.

    One query for what was rolled up of all of them.
    """
    values = {
        "organization": organization_id,
        "firsts": [start for start, _ in spans],
        "lasts": [end - 1 for _, end in spans],
    }
    found = {
        place: Distinct(*numbers) for place, *numbers in fetch_by_index(_BETWEEN, values, is_planned=True)
    }
    more = _corrections(organization_id, spans, live)
    return [
        Distinct(known.loads + more[place, False], known.touched + more[place, True])
        for place, known in ((place, found.get(place, Distinct())) for place in range(len(spans)))
    ]


def _corrections(organization_id: int, spans: Sequence[Quarters], live: Live) -> "Counter[tuple[int, bool]]":
    """By how many the different loads of each span, by place, are more than those that were rolled up."""
    found: Counter[tuple[int, bool]] = Counter()
    if not live.by_quarter:
        return found
    changed = sorted(live.by_quarter)
    now = [live.within(start, end - 1) for start, end in spans]
    loads = list({load for each in now for load, _ in each})
    firsts, lasts = [start for start, _ in spans], [end - 1 for _, end in spans]
    values = [changed, firsts, lasts, organization_id, loads, organization_id, changed]
    rows = fetch(_REMAINING, values)
    known = {(place - 1, load, is_touched) for place, load, is_touched, _ in rows}
    for place, load, is_touched, is_left in rows:
        found[place - 1, is_touched] -= not is_left and (load, is_touched) not in now[place - 1]
    for place, each in enumerate(now):
        for load, is_touched in each:
            found[place, is_touched] += (place, load, is_touched) not in known
    return found


_WINDOWS = """
SELECT quarter, loads_hour, loads_day, touched_hour, touched_day FROM analytics_bucket
WHERE organization_id = %s AND quarter = ANY(%s::int[])
"""
_MENTIONED = """
SELECT DISTINCT place::int, load, is_touched
FROM unnest(%s::int[], %s::int[]) WITH ORDINALITY AS given (first, last, place)
JOIN analytics_mention ON organization_id = %s AND quarter BETWEEN first AND last AND NOT quarter = ANY(%s)
"""
# Of each span: the loads that were new from its beginning on, and those under way when it began, by the last bucket of
# each day since the first one. Where an end isn't midnight, its bucket has what is since.
_ENDS_DAY = f"(quarter + 1) %% {A_DAY} = 0"
_BETWEEN = f"""
WITH given AS (
    SELECT (place - 1)::int AS place, first, last
    FROM unnest(%(firsts)s::int[], %(lasts)s::int[]) WITH ORDINALITY AS given (first, last, place)
)
SELECT place, sum(loads)::int, sum(touched)::int FROM (
    SELECT place, new_loads - (quarter < first)::int * last_loads AS loads,
        new_touched - (quarter < first)::int * last_touched AS touched
    FROM given JOIN analytics_bucket ON organization_id = %(organization)s AND quarter <= last AND {_ENDS_DAY}
    UNION ALL
    SELECT place, new_loads, new_touched
    FROM given JOIN analytics_bucket ON organization_id = %(organization)s AND quarter = last AND NOT {_ENDS_DAY}
    UNION ALL
    SELECT place, -last_loads, -last_touched
    FROM given JOIN analytics_bucket ON organization_id = %(organization)s AND quarter = first - 1 AND NOT {_ENDS_DAY}
    UNION ALL
    SELECT given.place, -(NOT kind.is_touched)::int, -kind.is_touched::int
    FROM given
    CROSS JOIN (VALUES (%(organization)s::bigint, false), (%(organization)s, true))
        AS kind (organization_id, is_touched)
    JOIN analytics_loadspan AS span ON {_range("span.")} @> ({_place("kind.", "given.first")})
        AND {_range("span.")} @> ({_place("kind.", "given.last")} + 1)
    WHERE NOT EXISTS (
        SELECT FROM analytics_mention AS mention
        WHERE mention.organization_id = %(organization)s AND mention.load = span.load
            AND mention.is_touched = span.is_touched AND mention.quarter BETWEEN given.first AND given.last
    )
) AS each
GROUP BY place
"""  # noqa: S608
# Of the loads that are or were discussed in changed quarters: in which spans they were rolled up, and whether a mention
# remains there where nothing has changed.
_REMAINING = """
SELECT place::int, load, is_touched, bool_or(NOT quarter = ANY(%s))
FROM unnest(%s::int[], %s::int[]) WITH ORDINALITY AS given (first, last, place)
JOIN analytics_mention ON organization_id = %s AND quarter BETWEEN first AND last AND load = ANY(ARRAY(
    SELECT unnest(%s::bigint[])
    UNION SELECT load FROM analytics_mention WHERE organization_id = %s AND quarter = ANY(%s)
))
GROUP BY place, load, is_touched
"""
