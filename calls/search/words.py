"""The words of transcripts: kept by a trigger, found with the newest first at a cost that the history doesn't set.

English is the language of most calls, and its stop words and endings are left out; Spanish words are found as they were
said, since the same is done to them and to what is looked for.
"""

from collections.abc import Collection

from organizations.scope import current_organization_id
from organizations.search import Snippet
from organizations.sql import fetch

CONFIG = "english"
# Words that many calls have are found among so many newest ones; what isn't is rare enough for the index alone.
NEWEST = 10_000
MOST = 5_000  # calls that are put in order


def calls_with_words(text: str, limit: int) -> list[int]:
    """The keys of the newest calls in which the words were said; quotes, `or` and `-` as in a web search."""
    if not any(each.isalnum() for each in text):
        return []
    values = {"organization": current_organization_id(), "text": text, "limit": limit}
    found = fetch(_AMONG_NEWEST, values)
    if len(found) < limit:
        found = fetch(_ANYWHERE, values)
    return [key for (key,) in found]


def snippets_of(keys: Collection[int], text: str) -> dict[int, list[Snippet]]:
    """Of these calls, by key: some words around those that were looked for. Plain text, to be escaped."""
    if not keys:
        return {}
    values = {"organization": current_organization_id(), "keys": list(keys), "text": text}
    return {key: _snippets(headline) for key, headline in fetch(_HEADLINE, values)}


def _snippets(headline: str) -> list[Snippet]:
    found = []
    for part in headline.split(BEGIN):
        match, end, rest = part.rpartition(END)
        found += [Snippet(match.replace(END, ""), True)] if end else []
        found += [Snippet(rest, False)] if rest else []
    return found


# Around a word that was looked for: of Unicode's private use, so that nobody says them.
BEGIN, END = "\ue000", "\ue001"
_QUERY = f"websearch_to_tsquery('{CONFIG}', %(text)s::text)"
_AMONG_NEWEST = f"""
SELECT call_id FROM (
    SELECT call_id, words FROM calls_spokenwords WHERE organization_id = %(organization)s
    ORDER BY call_id DESC LIMIT {NEWEST}
) AS newest
WHERE words @@ {_QUERY} LIMIT %(limit)s::int
"""  # noqa: S608 (names of our own)
_ANYWHERE = f"""
WITH found AS MATERIALIZED (
    SELECT call_id FROM calls_spokenwords WHERE organization_id = %(organization)s AND words @@ {_QUERY} LIMIT {MOST}
)
SELECT call_id FROM found ORDER BY call_id DESC LIMIT %(limit)s::int
"""  # noqa: S608

_HEADLINE = f"""
SELECT conversation_id, ts_headline('{CONFIG}', transcript, {_QUERY},
    'StartSel={BEGIN}, StopSel={END}, MaxWords=18, MinWords=8, MaxFragments=1')
FROM calls_call WHERE organization_id = %(organization)s AND conversation_id = ANY(%(keys)s::bigint[])
"""  # noqa: S608
