"""Triggers that mark what has changed, in the transaction that changes it.

Whatever the figures are counted from is marked: by the quarter it lies in, or by the conversation or carrier it hangs
on, whose quarters a reader looks up. New and deleted rows are marked a statement at a time; updates, which are frequent
and hardly ever touch what is counted, have a trigger of the row whose condition costs next to nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from analytics.quarters import SQL


@dataclass(frozen=True)
class Marked:
    """A table: the instants, and the conversation or carrier, that its marks name, and the columns that count."""

    table: str
    counted: Sequence[str]
    instants: Sequence[str] = ()
    conversation: str = ""
    carrier: str = ""
    events: Sequence[str] = ("insert", "delete", "update")

    def create(self) -> str:
        """The statements that create its triggers."""
        parts = [self._statement(event) for event in self.events if event != "update"]
        return "".join([*parts, self._update()])

    def drop(self) -> str:
        """The statements that drop them."""
        return "".join(f"DROP FUNCTION analytics_{self.table}_{event} CASCADE;" for event in self.events)

    def mark_all(self) -> str:
        """The statement that marks all the rows there are."""
        return self._insert(self.table)

    def _statement(self, event: str) -> str:
        alias, kind = ("new_rows", "NEW") if event == "insert" else ("old_rows", "OLD")
        name = f"analytics_{self.table}_{event}"
        return f"""
CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {self._insert(alias)} RETURN NULL; END $$;
CREATE TRIGGER {name} AFTER {event.upper()} ON {self.table} REFERENCING {kind} TABLE AS {alias}
    FOR EACH STATEMENT EXECUTE FUNCTION {name}();
"""

    def _update(self) -> str:
        name = f"analytics_{self.table}_update"
        old, new = (", ".join(f"{row}.{column}" for column in self.counted) for row in ("OLD", "NEW"))
        marks = self._insert("(SELECT OLD.* UNION ALL SELECT NEW.*) AS both_rows")
        return f"""
CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {marks} RETURN NULL; END $$;
CREATE TRIGGER {name} AFTER UPDATE ON {self.table} FOR EACH ROW
    WHEN (({old}) IS DISTINCT FROM ({new})) EXECUTE FUNCTION {name}();
"""

    def _insert(self, rows: str) -> str:
        each = ", ".join(SQL.format(at=instant) for instant in self.instants) or "NULL::int"
        return f"""
INSERT INTO analytics_change (organization_id, quarters, conversations, carriers)
SELECT organization_id,
    coalesce(array_agg(DISTINCT quarter) FILTER (WHERE quarter IS NOT NULL), '{{}}'),
    coalesce(array_agg(DISTINCT talk) FILTER (WHERE talk IS NOT NULL), '{{}}'),
    coalesce(array_agg(DISTINCT carrier) FILTER (WHERE carrier IS NOT NULL), '{{}}')
FROM (
    SELECT organization_id, unnest(ARRAY[{each}]) AS quarter,
        {self.conversation or "NULL::bigint"} AS talk, {self.carrier or "NULL::bigint"} AS carrier
    FROM {rows}
) AS marked
GROUP BY organization_id;
"""  # noqa: S608 (names of our own)


TABLES = [
    Marked(
        "calls_conversation",
        counted=["channel", "direction", "created_at", "content_tags", "transferred_at", "carrier_id"],
        instants=["created_at"],
    ),
    Marked(
        "calls_call",
        counted=["conversation_id", "status", "answered_at", "ended_at"],
        conversation="conversation_id",
    ),
    Marked("calls_conversationload", counted=["conversation_id", "load_id"], conversation="conversation_id"),
    Marked(
        "bids_bid",
        counted=["conversation_id", "status", "first_ask", "amount", "agreed_at", "discussed_at"],
        instants=["discussed_at", "agreed_at"],
        conversation="conversation_id",
    ),
    Marked("bids_booking", counted=["kind", "booked_at"], instants=["booked_at"]),
    Marked(
        "carriers_carrier",
        counted=["is_capacity_carrier"],
        carrier="id",
        events=("delete", "update"),
    ),
]
CREATE = "".join(table.create() for table in TABLES)
DROP = "".join(table.drop() for table in TABLES)
# What is there already when the triggers come; conversations themselves are marked by their time.
MARK_ALL = "".join(table.mark_all() for table in TABLES if table.instants)
