"""The triggers that keep `calls.models.CallCount`, in the transaction that ends a call or changes what it is listed by.

As with tallies (`organizations.tallies`), who counts never waits for another: a kind may have several rows in an hour,
a transaction adds to one that no other one holds just then, or makes a new one.

Status and tags stand in two tables. Whoever changes a conversation's tags locks its call for the time being: else one
transaction could end the call while another one tags it, and neither would count what the other did. Call before
conversation is the order of locks everywhere.
"""

from calls.states import CALL_LIFECYCLE

FINAL = ", ".join(f"'{status}'" for status in CALL_LIFECYCLE.final)
KEY = "organization_id, hour, direction, status, tag"
_HOUR = "date_trunc('hour', {talk}.created_at, 'UTC')"
# A call counts once without a tag, and once for each that it has.
_TAGS = "(SELECT '' AS tag UNION SELECT unnest({talk}.content_tags)) AS each"

_SAME = " AND ".join(f"kept.{column} = delta.{column}" for column in KEY.split(", "))
_APPLY = f"""
    WITH delta AS MATERIALIZED (
        SELECT {KEY}, sum(number) AS number FROM ({{delta}}) AS counted GROUP BY {KEY} HAVING sum(number) <> 0
    ),
    held AS MATERIALIZED (
        SELECT kept.* FROM delta JOIN calls_callcount AS kept ON {_SAME} FOR UPDATE OF kept SKIP LOCKED
    ),
    mine AS MATERIALIZED (SELECT min(id) AS id, {KEY} FROM held GROUP BY {KEY}),
    added AS (
        UPDATE calls_callcount AS kept SET count = kept.count + delta.number
        FROM mine JOIN delta USING ({KEY}) WHERE kept.id = mine.id
    )
    INSERT INTO calls_callcount ({KEY}, count)
    SELECT {KEY}, number FROM delta LEFT JOIN mine USING ({KEY})
    WHERE mine.id IS NULL AND EXISTS (SELECT FROM organizations_organization WHERE id = delta.organization_id);
"""  # noqa: S608 (names of our own)


def _counted(calls: str, talks: str, sign: str = "") -> str:
    """What the ended calls among `calls` count for, with their conversations in `talks`."""
    hour, tags = _HOUR.format(talk="talk"), _TAGS.format(talk="talk")
    return f"""
        SELECT talk.organization_id, {hour} AS hour, talk.direction, call.status, tag, {sign}1 AS number
        FROM {calls} AS call JOIN {talks} AS talk ON talk.id = call.conversation_id CROSS JOIN LATERAL {tags}
        WHERE call.status IN ({FINAL})
    """  # noqa: S608


def _one(row: str, sign: str = "") -> str:
    """What one conversation counts for, of which the call stands in `state`."""
    hour, tags = _HOUR.format(talk=row), _TAGS.format(talk=row)
    return f"""
        SELECT {row}.organization_id, {hour} AS hour, {row}.direction, state AS status, tag, {sign}1 AS number
        FROM {tags}
    """  # noqa: S608


# Plans are remembered, also those made for one row where thousands come later: an index is always right.
_FUNCTION = """
CREATE FUNCTION calls_count_{name}() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
{declare}BEGIN
    {body}
    RETURN NULL;
END $$;
"""
_BODIES = {
    "added": _APPLY.format(delta=_counted("new_rows", "calls_conversation")),
    "removed": _APPLY.format(delta=_counted("old_rows", "calls_conversation", "-")),
    "moved": _APPLY.format(
        delta=_counted("(SELECT OLD.*)", "calls_conversation", "-")
        + " UNION ALL "
        + _counted("(SELECT NEW.*)", "calls_conversation")
    ),
    "talk_removed": _APPLY.format(delta=_counted("calls_call", "old_rows", "-")),
    "emptied": "DELETE FROM calls_callcount;",
}
_RELABELED = f"""SELECT status INTO state FROM calls_call WHERE conversation_id = NEW.id FOR SHARE;
    IF state IN ({FINAL}) THEN
        {_APPLY.format(delta=_one("OLD", "-") + " UNION ALL " + _one("NEW"))}
    END IF;"""  # noqa: S608
_LISTED_BY = ("organization_id", "created_at", "direction", "content_tags")
_TRIGGERS = f"""
CREATE TRIGGER calls_count_added AFTER INSERT ON calls_call REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION calls_count_added();
CREATE TRIGGER calls_count_removed AFTER DELETE ON calls_call REFERENCING OLD TABLE AS old_rows
    FOR EACH STATEMENT EXECUTE FUNCTION calls_count_removed();
CREATE TRIGGER calls_count_moved AFTER UPDATE ON calls_call FOR EACH ROW
    WHEN (OLD.status <> NEW.status AND (OLD.status IN ({FINAL}) OR NEW.status IN ({FINAL})))
    EXECUTE FUNCTION calls_count_moved();
CREATE TRIGGER calls_count_relabeled AFTER UPDATE ON calls_conversation FOR EACH ROW
    WHEN (({", ".join(f"OLD.{column}" for column in _LISTED_BY)})
        IS DISTINCT FROM ({", ".join(f"NEW.{column}" for column in _LISTED_BY)}))
    EXECUTE FUNCTION calls_count_relabeled();
CREATE TRIGGER calls_count_talk_removed AFTER DELETE ON calls_conversation REFERENCING OLD TABLE AS old_rows
    FOR EACH STATEMENT EXECUTE FUNCTION calls_count_talk_removed();
CREATE TRIGGER calls_count_emptied AFTER TRUNCATE ON calls_call
    FOR EACH STATEMENT EXECUTE FUNCTION calls_count_emptied();
"""
COUNT = f"""
INSERT INTO calls_callcount ({KEY}, count)
SELECT {KEY}, sum(number) FROM ({_counted("calls_call", "calls_conversation")}) AS counted GROUP BY {KEY};
"""  # noqa: S608


def create() -> str:
    """The statements that create them."""
    functions = [_FUNCTION.format(name=name, declare="", body=body) for name, body in _BODIES.items()]
    relabeled = _FUNCTION.format(name="relabeled", declare="DECLARE\n    state text;\n", body=_RELABELED)
    return "".join([*functions, relabeled, _TRIGGERS])


def drop() -> str:
    """The statements that drop them."""
    return "".join(f"DROP FUNCTION calls_count_{name}() CASCADE;" for name in (*_BODIES, "relabeled"))
