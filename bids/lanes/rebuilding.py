"""Counting all lanes anew, and telling where they differ from what bids and bookings say."""

from django.db import connection, transaction

from bids.lanes.counting import COUNTS, KEY, NOTHING, SUMS, counted, summed
from bids.lanes.triggers import DONE
from carriers.models import CarrierLane
from organizations.history import bulk
from organizations.models import Organization


def rebuild_lanes(organization: Organization) -> int:
    """Count the organization's lanes anew; returns how many rows there are then.

    Whoever writes bids or bookings meanwhile waits until it is done.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = 0")
        # Not before all who have written have committed, and nobody writes from here on.
        cursor.execute("LOCK TABLE carriers_carrierlane IN EXCLUSIVE MODE")
        cursor.execute("DELETE FROM carriers_carrierlane WHERE organization_id = %s", [organization.pk])
        cursor.execute(f"{INSERT} WHERE organization_id = %s", [organization.pk])
        count = cursor.rowcount
    bulk.analyze(CarrierLane)
    return count


def count_differences(organization: Organization) -> int:
    """How many lanes of carriers have other counts than their bids and bookings; nothing is locked or written."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = 0")
        cursor.execute(_DIFFERENT, {"organization": organization.pk})
        (count,) = cursor.fetchone()
    return int(count)


_ALL = " UNION ALL ".join(
    counted(
        f"(SELECT 1 AS sign, did.organization_id, did.carrier_id, did.load_id, {kind} "  # noqa: S608
        f"FROM {table} AS did) AS done JOIN loads_load AS load ON load.id = done.load_id"
    )
    for table, (_, kind) in DONE.items()
)
_COUNTS = ", ".join(COUNTS)
# Every organization's lanes, from nothing.
INSERT = f"""
INSERT INTO carriers_carrierlane ({KEY}, {_COUNTS}, last_at)
SELECT {KEY}, {_COUNTS}, at FROM ({summed(_ALL)}) AS lane
"""  # noqa: S608 (names of our own)
_STORED = f"SELECT {KEY}, {SUMS}, max(last_at) AS at FROM carriers_carrierlane GROUP BY {KEY}"  # noqa: S608
_DIFFERENT = f"""
WITH right_one AS (SELECT * FROM ({summed(_ALL)}) AS lane WHERE organization_id = %(organization)s),
stored AS (SELECT * FROM ({_STORED}) AS lane WHERE organization_id = %(organization)s AND NOT ({NOTHING})),
different AS (
    (SELECT {KEY}, {_COUNTS} FROM right_one EXCEPT SELECT {KEY}, {_COUNTS} FROM stored)
    UNION ALL (SELECT {KEY}, {_COUNTS} FROM stored EXCEPT SELECT {KEY}, {_COUNTS} FROM right_one)
)
SELECT count(*) FROM (SELECT DISTINCT {KEY} FROM different) AS lane
"""  # noqa: S608
