"""What is kept beside bids and bookings: how many there are of each day, and which carriers run which lanes."""

from organizations.records.projections import Projection, Tallied, Watched

BIDS = Tallied(kind="bids", table="bids_bid", at="discussed_at")
TALLY = BIDS.projection()


def _done(table: str, counts: str, at: str) -> str:
    """What bids or bookings count for: by carrier, both ends of the load's lane, and equipment.

    What has no carrier or no lane counts for nothing.
    """
    ends = ", ".join(
        f"concat_ws(', ', nullif(load.{end}_city, ''), nullif(load.{end}_state, '')) AS {end}, load.{end}_place_id"
        for end in ("origin", "destination")
    )
    return f"""
        SELECT done.organization_id, done.carrier_id AS carrier, {ends}, load.equipment_type AS equipment, {counts},
            done.{at} AS last_at
        FROM {{{table}}} AS done JOIN {{loads_load}} AS load ON load.id = done.load_id
        WHERE done.carrier_id IS NOT NULL
            AND (load.origin_city <> '' OR load.origin_state <> '')
            AND (load.destination_city <> '' OR load.destination_state <> '')
    """  # noqa: S608 (names of our own)


# The one lock is that of the load whose lane is counted: else a bid could be counted on a lane that its load is just
# leaving. Whoever changes a load holds it anyhow.
_LOCK = """FROM loads_load WHERE id = ANY(ARRAY(SELECT load_id FROM {rows} AS done WHERE carrier_id IS NOT NULL))
    ORDER BY id FOR NO KEY UPDATE"""

LANES = Projection(
    name="carrier_lanes",
    table="carriers_carrierlane",
    key=[
        *("organization_id", "carrier"),
        *("origin", "origin_place_id", "destination", "destination_place_id", "equipment"),
    ],
    nullable=["origin_place_id", "destination_place_id"],
    sums=["bids", "amount_sum", "amount_count", "bookings", "delivered"],
    newest="last_at",
    sources=[
        _done(
            "bids_bid",
            "1 AS bids, coalesce(done.amount, 0) AS amount_sum, (done.amount IS NOT NULL)::int AS amount_count, "
            "0 AS bookings, 0 AS delivered",
            at="discussed_at",
        ),
        _done(
            "bids_booking",
            "0 AS bids, 0 AS amount_sum, 0 AS amount_count, 1 AS bookings, "
            "(load.status = 'DELIVERED')::int AS delivered",
            at="booked_at",
        ),
    ],
    watched={
        "bids_bid": Watched(
            columns=["organization_id", "load_id", "carrier_id", "amount", "discussed_at"],
            lock=_LOCK,
            is_by_statement=True,
        ),
        "bids_booking": Watched(
            columns=["organization_id", "load_id", "carrier_id", "booked_at"],
            lock=_LOCK,
            is_by_statement=True,
        ),
        "loads_load": Watched(
            columns=[
                *("organization_id", "status", "equipment_type"),
                *("origin_city", "origin_state", "origin_place_id"),
                *("destination_city", "destination_state", "destination_place_id"),
            ],
            events=("delete", "update"),
        ),
    },
)
