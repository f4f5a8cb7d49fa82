"""Which quarters have changed since they were rolled up."""

from analytics.time_spans import SQL
from organizations.records.sql import fetch_planned


def changed_quarters(organization_id: int, first: int, last: int) -> list[int]:
    """Those from `first` to `last` that bear a mark, in order."""
    found = {quarter for (quarter,) in fetch_planned(_MARKED, {"organization": organization_id})}
    return sorted(quarter for quarter in found if first <= quarter <= last)


# A conversation's quarter is that of its time as it is now: whoever moved it has marked both.
RESOLVE = f"""
SELECT unnest(quarters) AS quarter FROM mark
UNION
SELECT {SQL.format(at="talk.created_at")} FROM (SELECT DISTINCT unnest(conversations) AS id FROM mark) AS marked
JOIN calls_conversation AS talk ON talk.id = marked.id
UNION
SELECT {SQL.format(at="talk.created_at")} FROM (SELECT DISTINCT unnest(carriers) AS id FROM mark) AS marked
JOIN calls_conversation AS talk ON talk.carrier_id = marked.id
"""  # noqa: S608 (names of our own)
_MARKED = f"""
WITH mark AS MATERIALIZED (
    SELECT quarters, conversations, carriers FROM analytics_change WHERE organization_id = %(organization)s
)
{RESOLVE}
"""  # noqa: S608
