"""What is kept beside calls: how many there are of each day, and of those that have ended of each hour and kind."""

from calls.states import CALL_LIFECYCLE
from organizations.records.projections import Projection, Tallied, Watched

CALLS = Tallied(kind="calls", table="calls_conversation", at="created_at", where={"channel": "phone"})
TALLY = CALLS.projection()

_ENDED = f"status IN ({', '.join(f"'{status}'" for status in CALL_LIFECYCLE.final)})"
CALL_COUNTS = Projection(
    name="call_counts",
    table="calls_callcount",
    key=["organization_id", "hour", "direction", "status", "tag"],
    sums=["count"],
    # A call counts once without a tag, and once for each that it has.
    sources=[
        f"""SELECT talk.organization_id, date_trunc('hour', talk.created_at, 'UTC') AS hour, talk.direction,
            call.status, tag, 1 AS count
        FROM {{calls_call}} AS call JOIN {{calls_conversation}} AS talk ON talk.id = call.conversation_id
        CROSS JOIN LATERAL (SELECT '' AS tag UNION SELECT unnest(talk.content_tags)) AS tags
        WHERE call.{_ENDED}"""  # noqa: S608 (statuses of our own)
    ],
    watched={
        "calls_call": Watched(columns=["conversation_id", "status"], where=f"{{row}}.{_ENDED}"),
        # Whoever changes a conversation's tags locks its call for the time being: else one transaction could end the
        # call while another one tags it, and neither would count what the other did. Call before conversation is the
        # order of locks everywhere.
        "calls_conversation": Watched(
            columns=["organization_id", "created_at", "direction", "content_tags"],
            where="{row}.channel = 'phone'",
            lock="FROM calls_call WHERE conversation_id = ANY(ARRAY(SELECT id FROM {rows} AS talk)) FOR SHARE",
            events=("delete", "update"),
        ),
    },
)
