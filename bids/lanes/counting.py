"""What a bid or booking counts for, as SQL: by carrier, both ends of its load's lane, and equipment."""

KEY = "organization_id, carrier, origin, origin_place_id, destination, destination_place_id, equipment"
COUNTS = ("bids", "amount_sum", "amount_count", "bookings", "delivered")

SUMS = ", ".join(f"sum({count}) AS {count}" for count in COUNTS)
NOTHING = " AND ".join(f"{count} = 0" for count in COUNTS)

BID = "1 AS bids, did.amount, 0 AS bookings, did.discussed_at AS at"
BOOKING = "0 AS bids, NULL::numeric AS amount, 1 AS bookings, did.booked_at AS at"


def _end(end: str) -> str:
    text = f"concat_ws(', ', nullif(load.{end}_city, ''), nullif(load.{end}_state, ''))"
    return f"{text} AS {end}, load.{end}_place_id"


def counted(source: str) -> str:
    """A SELECT of the key and counts of each thing done.

    `source` has a `load` and what was `done`: sign, organization_id, carrier_id, and BID or BOOKING. What has no
    carrier or no lane counts for nothing.
    """
    return f"""
SELECT done.organization_id, done.carrier_id AS carrier, {_end("origin")}, {_end("destination")},
    load.equipment_type AS equipment,
    done.sign * done.bids AS bids,
    done.sign * coalesce(done.amount, 0) AS amount_sum,
    done.sign * (done.amount IS NOT NULL)::int AS amount_count,
    done.sign * done.bookings AS bookings,
    done.sign * done.bookings * (load.status = 'DELIVERED')::int AS delivered,
    CASE WHEN done.sign > 0 THEN done.at END AS at
FROM {source}
WHERE done.carrier_id IS NOT NULL
    AND (load.origin_city <> '' OR load.origin_state <> '')
    AND (load.destination_city <> '' OR load.destination_state <> '')
"""  # noqa: S608 (names of our own)


def summed(things: str) -> str:
    """A SELECT of the counts by key."""
    return f"SELECT {KEY}, {SUMS}, max(at) AS at FROM ({things}) AS thing GROUP BY {KEY}"  # noqa: S608
