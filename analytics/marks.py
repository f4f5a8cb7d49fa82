"""What marks have seen changed, in the transaction that changes it: declared as projections are.

Sums alone don't do here: different loads, and conversations with bids, aren't sums of what rows count for. So triggers
mark what must be counted anew: by the quarter it lies in, or by the conversation or carrier it hangs on, whose quarters
a reader looks up.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import pgtrigger

from analytics.spans import SQL
from organizations.records.projections import Watched


@dataclass(frozen=True, kw_only=True)
class Marked(Watched):
    """A table, and the instants, conversation or carrier that its marks name."""

    instants: Sequence[str] = ()
    conversation: str = "NULL::bigint"
    carrier: str = "NULL::bigint"

    def mark(self, *relations: str) -> str:
        """The statement that marks the rows of these relations."""
        each = ", ".join(SQL.format(at=instant) for instant in self.instants) or "NULL::int"
        rows = " UNION ALL ".join(
            f"SELECT organization_id, unnest(ARRAY[{each}]) AS quarter, {self.conversation} AS talk, "  # noqa: S608 (names of our own)
            f"{self.carrier} AS carrier FROM {rows} AS row"
            for rows in relations
            if rows
        )
        columns = ", ".join(
            f"coalesce(array_agg(DISTINCT {column}) FILTER (WHERE {column} IS NOT NULL), '{{}}')"
            for column in ("quarter", "talk", "carrier")
        )
        return (
            f"INSERT INTO analytics_change (organization_id, quarters, conversations, carriers) "  # noqa: S608
            f"SELECT organization_id, {columns} FROM ({rows}) AS marked GROUP BY organization_id;"
        )


MARKED = {
    "calls_conversation": Marked(
        columns=["channel", "direction", "created_at", "content_tags", "transferred_at", "carrier_id"],
        instants=["created_at"],
    ),
    "calls_call": Marked(
        columns=["conversation_id", "status", "answered_at", "ended_at"], conversation="conversation_id"
    ),
    "calls_conversationload": Marked(columns=["conversation_id", "load_id"], conversation="conversation_id"),
    "bids_bid": Marked(
        columns=["conversation_id", "status", "first_ask", "amount", "agreed_at", "discussed_at"],
        instants=["discussed_at", "agreed_at"],
        conversation="conversation_id",
    ),
    "bids_booking": Marked(columns=["kind", "booked_at"], instants=["booked_at"]),
    "carriers_carrier": Marked(columns=["is_capacity_carrier"], carrier="id", events=("delete", "update")),
}

# What is there before the triggers; conversations themselves are marked by their time.
MARK_ALL = [marked.mark(table) for table, marked in MARKED.items() if marked.instants]


def triggers(table: str) -> list[pgtrigger.Trigger]:
    """Those of a table whose rows are marked, for the Meta of a proxy of its model."""
    return MARKED[table].triggers("analytics", MARKED[table].mark)
