"""The triggers that keep the lanes, in the transaction that changes a bid, a booking or a load.

A statement's rows are added and taken away together, a key at a time, however many they are. As with tallies
(`organizations.tallies`), who counts never waits for another: a key may have several rows, a transaction adds to those
that no other one holds just then, and makes one of them; or it adds a new one. So neither do writers queue up behind an
import, nor can they deadlock over lanes, in whatever order they write.

The one lock is that of the load whose lane is counted: else a bid could be counted on a lane that its load is just
leaving. Whoever changes a load holds it anyhow.
"""

from bids.lanes.counting import BID, BOOKING, COUNTS, KEY, NOTHING, SUMS, counted, summed

LOAD = (
    "id, organization_id, status, origin_city, origin_state, origin_place_id, destination_city, "
    "destination_state, destination_place_id, equipment_type"
)
DONE = {
    "bids_bid": ("id, organization_id, load_id, carrier_id, amount, discussed_at", BID),
    "bids_booking": ("id, organization_id, load_id, carrier_id, booked_at", BOOKING),
}
EVENTS = {
    "insert": "NEW TABLE AS new_rows",
    "delete": "OLD TABLE AS old_rows",
    "update": "OLD TABLE AS old_rows NEW TABLE AS new_rows",
}

_SAME_KEY = " AND ".join(
    f"lane.{column} IS NOT DISTINCT FROM delta.{column}"
    if column.endswith("place_id")
    else f"lane.{column} = delta.{column}"
    for column in KEY.split(", ")
)
_HELD = ", ".join(f"lane.{column}" for column in (*KEY.split(", "), *COUNTS))

# Rows of the key that others hold are left alone. What an organization's rows counted for goes with it.
_APPLY = f"""
WITH delta AS MATERIALIZED ({{delta}}),
held AS MATERIALIZED (
    SELECT lane.id, {_HELD}, lane.last_at AS at
    FROM delta JOIN carriers_carrierlane AS lane ON {_SAME_KEY} FOR UPDATE OF lane SKIP LOCKED
),
total AS MATERIALIZED (
    SELECT min(id) AS id, array_agg(id) AS ids, {KEY}, {SUMS}, max(at) AS at FROM (
        SELECT * FROM held UNION ALL SELECT NULL, {KEY}, {", ".join(COUNTS)}, at FROM delta
    ) AS part GROUP BY {KEY}
),
gone AS (
    DELETE FROM carriers_carrierlane AS lane USING total
    WHERE lane.id = ANY(total.ids) AND (lane.id <> total.id OR {" AND ".join(f"total.{count} = 0" for count in COUNTS)})
),
kept AS (
    UPDATE carriers_carrierlane AS lane
    SET {", ".join(f"{count} = total.{count}" for count in COUNTS)}, last_at = total.at
    FROM total WHERE lane.id = total.id AND NOT ({" AND ".join(f"total.{count} = 0" for count in COUNTS)})
)
INSERT INTO carriers_carrierlane ({KEY}, {", ".join(COUNTS)}, last_at)
SELECT {KEY}, {", ".join(COUNTS)}, at FROM total
WHERE id IS NULL AND NOT ({NOTHING})
    AND EXISTS (SELECT FROM organizations_organization WHERE id = total.organization_id);
"""  # noqa: S608 (names of our own)

# Plans are remembered, also those made for one row where thousands come later, or for a table that was empty then: an
# index is always right.
_FUNCTION = """
CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
    {body}
    RETURN NULL;
END $$;
CREATE TRIGGER {name} AFTER {event} ON {table} REFERENCING {rows} FOR EACH STATEMENT EXECUTE FUNCTION {name}();
"""
_UNCHANGED = """
IF NOT EXISTS (SELECT {columns} FROM new_rows EXCEPT SELECT {columns} FROM old_rows) THEN RETURN NULL; END IF;
"""
_LOCK = """
PERFORM FROM loads_load WHERE id = ANY(ARRAY(
    SELECT load_id FROM ({changed}) AS changed WHERE carrier_id IS NOT NULL
)) ORDER BY id FOR NO KEY UPDATE;
"""


def create() -> str:
    """The statements that create the triggers."""
    functions = [_done(table, event) for table in DONE for event in EVENTS]
    return "".join([*functions, *(_loads(event) for event in ("delete", "update"))])


def drop() -> str:
    """The statements that drop them."""
    names = [_name(table, event) for table in DONE for event in EVENTS]
    names += [_name("loads_load", event) for event in ("delete", "update")]
    return "".join(f"DROP FUNCTION {name} CASCADE;" for name in names)


def _name(table: str, event: str) -> str:
    return f"lanes_{table}_{event}"


def _done(table: str, event: str) -> str:
    """Of bids or bookings."""
    columns, kind = DONE[table]
    changed = _changed(event, columns)
    done = f"(SELECT sign, organization_id, carrier_id, load_id, {kind} FROM ({changed}) AS did) AS done"  # noqa: S608
    things = counted(f"{done} JOIN loads_load AS load ON load.id = done.load_id")
    return _function(
        table, event, columns, _LOCK.format(changed=changed) + _APPLY.format(delta=summed(things))
    )


def _loads(event: str) -> str:
    """Of loads: what was done about them is on another lane now, or delivered."""
    done = " UNION ALL ".join(
        f"SELECT load.sign, did.organization_id, did.carrier_id, {kind} "  # noqa: S608
        f"FROM {table} AS did WHERE did.load_id = load.id"
        for table, (_, kind) in DONE.items()
    )
    things = counted(f"({_changed(event, LOAD)}) AS load CROSS JOIN LATERAL ({done}) AS done")
    return _function("loads_load", event, LOAD, _APPLY.format(delta=summed(things)))


def _changed(event: str, columns: str) -> str:
    """The rows that count now, with the sign 1, and those that don't any more, with -1."""
    rows = {"new_rows": 1, "old_rows": -1}
    if event != "update":
        table = "new_rows" if event == "insert" else "old_rows"
        return f"SELECT {rows[table]} AS sign, {columns} FROM {table}"  # noqa: S608
    return " UNION ALL ".join(
        f"SELECT {sign} AS sign, * FROM (SELECT {columns} FROM {table} EXCEPT SELECT {columns} FROM {other}) AS {table}"  # noqa: S608
        for (table, sign), other in zip(rows.items(), reversed(rows), strict=True)
    )


def _function(table: str, event: str, columns: str, body: str) -> str:
    if event == "update":
        body = _UNCHANGED.format(columns=columns) + body
    name = _name(table, event)
    return _FUNCTION.format(name=name, body=body, event=event.upper(), table=table, rows=EVENTS[event])
