"""What analytics keep (buckets, mentions, spans and results of loads), and the triggers that mark what changed.

Time is cut into quarters of an hour, each known by its number since 1970-01-01 UTC; every day and every hour of every
zone of our days is made of whole ones. A quarter that changed since it was rolled up has a mark in `Change`. Nobody but
`analytics.rollup` and the triggers of `analytics.models` writes here.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import pgtrigger
from django.contrib.postgres.fields import ArrayField
from django.db import models

from analytics.losses import End, Reason
from analytics.time_spans import SQL
from bids.models import Bid, Booking, Outreach
from calls.models import Agent, Call, Conversation, ConversationLoad
from carriers.models import Carrier
from loads.models import Load, LoadEvent, RateField
from organizations.models import Organization, Owned
from organizations.projections import Watched

# What marks have seen changed, in the transaction that changes it: declared as projections are.


@dataclass(frozen=True, kw_only=True)
class Marked(Watched):
    """A table, and the instants, conversation, carrier or load that its marks name."""

    instants: Sequence[str] = ()
    conversation: str = "NULL::bigint"
    carrier: str = "NULL::bigint"
    load: str = "NULL::bigint"

    def mark(self, *relations: str) -> str:
        """The statement that marks the rows of these relations."""
        each = ", ".join(SQL.format(at=instant) for instant in self.instants) or "NULL::int"
        rows = " UNION ALL ".join(
            f"SELECT organization_id, unnest(ARRAY[{each}]) AS quarter, {self.conversation} AS talk, "  # noqa: S608 (names of our own)
            f"{self.carrier} AS carrier, {self.load} AS load FROM {rows} AS row"
            for rows in relations
            if rows
        )
        columns = ", ".join(
            f"coalesce(array_agg(DISTINCT {column}) FILTER (WHERE {column} IS NOT NULL), '{{}}')"
            for column in ("quarter", "talk", "carrier", "load")
        )
        return (
            f"INSERT INTO analytics_change (organization_id, quarters, conversations, carriers, loads) "  # noqa: S608
            f"SELECT organization_id, {columns} FROM ({rows}) AS marked GROUP BY organization_id;"
        )


MARKED = {
    "calls_conversation": Marked(
        columns=[
            *("channel", "direction", "created_at", "content_tags", "transferred_at", "carrier_id"),
            *("agent_id", "extracted_data"),
        ],
        instants=["created_at"],
        conversation="id",
    ),
    "calls_call": Marked(
        columns=["conversation_id", "status", "answered_at", "ended_at", "person_phone"],
        conversation="conversation_id",
    ),
    "calls_conversationload": Marked(
        columns=["conversation_id", "load_id"], conversation="conversation_id", load="load_id"
    ),
    "calls_agent": Marked(
        columns=["purpose"],
        load="unnest(ARRAY(SELECT DISTINCT link.load_id FROM calls_conversation AS talk "
        "JOIN calls_conversationload AS link ON link.conversation_id = talk.id WHERE talk.agent_id = row.id))",
        events=("update",),
    ),
    "bids_bid": Marked(
        columns=["conversation_id", "load_id", "status", "first_ask", "amount", "agreed_at", "discussed_at"],
        instants=["discussed_at", "agreed_at"],
        conversation="conversation_id",
        load="load_id",
    ),
    "bids_booking": Marked(
        columns=["kind", "booked_at", "load_id", "bid_id", "conversation_id", "amount", "booked_by"],
        instants=["booked_at"],
        load="load_id",
    ),
    "bids_outreach": Marked(columns=["load_id", "stop_reason"], load="load_id"),
    "carriers_carrier": Marked(columns=["is_capacity_carrier"], carrier="id", events=("delete", "update")),
    "loads_load": Marked(
        columns=["external_id", "status", "pickup_at", "start_rate", "max_rate", "book_now_rate"], load="id"
    ),
    "loads_loadevent": Marked(
        columns=["load_id", "received_at", "is_accepted", "changes"],
        where="({row}.is_accepted AND jsonb_exists({row}.changes, 'status'))",
        load="load_id",
    ),
}


def triggers(table: str) -> list[pgtrigger.Trigger]:
    """Those of a table whose rows are marked, for the Meta of a proxy of its model."""
    return MARKED[table].triggers("analytics", MARKED[table].mark)


def _organization() -> models.ForeignKey:
    """The tenant; PostgreSQL deletes these rows last: while others of it are deleted, triggers still make marks."""
    return models.ForeignKey(Organization, on_delete=models.DB_CASCADE, related_name="+", db_index=False)


class Change(Owned):
    """That something which is counted was written: a mark that stays until a roll-up has seen what it is about.

    Written by triggers in the transaction of the change, and never updated, so that a roll-up takes only those whose
    changes it sees. What hangs on a conversation names the conversation, since only a reader knows its final time.
    """

    organization = _organization()
    quarters = ArrayField(models.IntegerField(), default=list)
    conversations = ArrayField(models.BigIntegerField(), default=list)
    carriers = ArrayField(models.BigIntegerField(), default=list)
    loads = ArrayField(models.BigIntegerField(), default=list, db_default=[])

    class Meta:
        constraints = [models.UniqueConstraint(fields=["organization", "id"], name="change_key")]

    def __str__(self) -> str:
        return f"change {self.pk}"


class Bucket(Owned):
    """What was counted from the beginning of a UTC day through one of its quarters; of a day all 96 or none.

    So a span is what its last quarter says, less what the one before its first says, and the days between: the number
    of rows that an answer reads is that of its labels. Without a row nothing happened on that day or the one before.

    The table keeps rows in one piece, and uncompressed: an answer reads a thousand records.
    """

    pk = models.CompositePrimaryKey("organization", "quarter")
    organization = _organization()
    quarter = models.IntegerField()
    numbers = ArrayField(models.BigIntegerField(), help_text="As in analytics.counting.COUNTS.")
    tags = models.JSONField(help_text="By kind of conversation, and by tag.")
    # Loads that were discussed for the first time ever, and for the last so far; the same with capacity carriers.
    new_loads = models.IntegerField()
    new_touched = models.IntegerField()
    last_loads = models.IntegerField()
    last_touched = models.IntegerField()
    # Different loads of the hour, and of the 24 hours, that end with the quarter.
    loads_hour = models.IntegerField()
    loads_day = models.IntegerField()
    touched_hour = models.IntegerField()
    touched_day = models.IntegerField()
    # What the API tells of them, as JSON; empty where nothing happened, or the quarter isn't the last of an hour.
    hour = models.TextField(default="")
    day = models.TextField(default="")

    class Meta:
        # Another index, over the last bucket of each day, stands in a migration.
        indexes = [
            models.Index(
                fields=["organization", "quarter"], name="bucket_of_busy_hour", condition=~models.Q(hour="")
            )
        ]

    def __str__(self) -> str:
        return f"bucket {self.quarter}"


class Mention(Owned):
    """That a load was discussed in a quarter; `is_touched`: with a capacity carrier, beside the row for everybody."""

    pk = models.CompositePrimaryKey("organization", "load", "is_touched", "quarter")
    organization = _organization()
    load = models.BigIntegerField(help_text="Its key.")
    is_touched = models.BooleanField()
    quarter = models.IntegerField()

    class Meta:
        indexes = [
            models.Index(fields=["organization", "quarter", "is_touched", "load"], name="mention_of_quarter")
        ]

    def __str__(self) -> str:
        return f"load {self.load} in {self.quarter}"


class LoadSpan(Owned):
    """The first and the last quarter in which a load was discussed: at any moment few loads are in between.

    Buckets count those that were discussed for the first time, and for the last, since midnight.
    """

    pk = models.CompositePrimaryKey("organization", "load", "is_touched")
    organization = _organization()
    load = models.BigIntegerField(help_text="Its key.")
    is_touched = models.BooleanField()
    first = models.IntegerField()
    last = models.IntegerField()

    class Meta:
        # Another index, over the time between the two, stands in the migration.
        indexes = [
            models.Index(fields=["organization", "is_touched", "first"], name="load_span_first"),
            models.Index(fields=["organization", "is_touched", "last"], name="load_span_last"),
        ]

    def __str__(self) -> str:
        return f"load {self.load} from {self.first} to {self.last}"


class LoadResult(Owned):
    """How a load ended, and why where the agent didn't book it: what `analytics.results` makes of the rows.

    Of an open load it is what holds once its pickup is past. Without a row a load doesn't count, or bears a mark.
    """

    pk = models.CompositePrimaryKey("organization", "load")
    organization = _organization()
    load = models.BigIntegerField(help_text="Its key.")
    end = models.CharField(max_length=10, choices=End.choices)
    ended_at = models.DateTimeField()
    reason = models.CharField(max_length=20, choices=Reason.choices, blank=True)
    gap = RateField(help_text="By how much the lowest ask was above the limit.")
    talk = models.BigIntegerField(null=True, help_text="The conversation that proves it.")
    is_call = models.BooleanField(help_text="Whether that was a call.")

    def __str__(self) -> str:
        return f"load {self.load}: {self.end} {self.reason}".strip()


# The tables whose rows are counted lie in packages below.


class MarkedMeta:
    """What the proxies have in common."""

    proxy = True
    default_permissions = ()


class MarkedConversation(Conversation):
    """A conversation, whose changes are marked."""

    class Meta(MarkedMeta):
        triggers = triggers("calls_conversation")


class MarkedCall(Call):
    """A call, whose changes are marked."""

    class Meta(MarkedMeta):
        triggers = triggers("calls_call")


class MarkedConversationLoad(ConversationLoad):
    """A load's being discussed, whose changes are marked."""

    class Meta(MarkedMeta):
        triggers = triggers("calls_conversationload")


class MarkedBid(Bid):
    """A bid, whose changes are marked."""

    class Meta(MarkedMeta):
        triggers = triggers("bids_bid")


class MarkedBooking(Booking):
    """A booking, whose changes are marked."""

    class Meta(MarkedMeta):
        triggers = triggers("bids_booking")


class MarkedCarrier(Carrier):
    """A carrier, whose changes are marked."""

    class Meta(MarkedMeta):
        triggers = triggers("carriers_carrier")


class MarkedAgent(Agent):
    """An agent, whose changes are marked."""

    class Meta(MarkedMeta):
        triggers = triggers("calls_agent")


class MarkedOutreach(Outreach):
    """A round of calls about a load, whose changes are marked."""

    class Meta(MarkedMeta):
        triggers = triggers("bids_outreach")


class MarkedLoad(Load):
    """A load, whose changes are marked."""

    class Meta(MarkedMeta):
        triggers = triggers("loads_load")


class MarkedLoadEvent(LoadEvent):
    """A message of the TMS, whose changes are marked."""

    class Meta(MarkedMeta):
        triggers = triggers("loads_loadevent")
