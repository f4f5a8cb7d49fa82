"""Calls found by id, number, carrier, or words that were said."""

from collections.abc import Collection
from datetime import datetime
from enum import IntEnum

from django.urls import reverse

from calls.selectors.calls import CallRow, rows_of
from carriers.selectors.search import carriers_like
from organizations.dashboard.search import Hit, Section, Snippet, digits_of
from organizations.formats import phone
from organizations.sql import fetch, fetch_by_index
from organizations.tenancy.scope import current_organization_id

# The words of transcripts: kept by a trigger, found with the newest first at a cost that the history doesn't set.


CONFIG = "english"
# Words that many calls have are found among so many newest ones; what isn't is rare enough for the index alone.
NEWEST = 10_000
MAX_SORTED_BY_WORDS = 5_000  # calls that are put in order


def calls_with_words(text: str, limit: int) -> list[int]:
    """The keys of the newest calls in which the words were said; quotes, `or` and `-` as in a web search."""
    if not any(each.isalnum() for each in text):
        return []
    values = {"organization": current_organization_id(), "text": text, "limit": limit}
    found = fetch(_AMONG_NEWEST, values)
    if len(found) < limit:
        found = fetch_by_index(_ANYWHERE, values)
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
    SELECT call_id FROM calls_spokenwords WHERE organization_id = %(organization)s AND words @@ {_QUERY}
    LIMIT {MAX_SORTED_BY_WORDS}
)
SELECT call_id FROM found ORDER BY call_id DESC LIMIT %(limit)s::int
"""  # noqa: S608

_HEADLINE = f"""
SELECT conversation_id, ts_headline('{CONFIG}', transcript, {_QUERY},
    'StartSel={BEGIN}, StopSel={END}, MaxWords=18, MinWords=8, MaxFragments=1')
FROM calls_call WHERE organization_id = %(organization)s AND conversation_id = ANY(%(keys)s::bigint[])
"""  # noqa: S608


MIN_DIGITS = 7  # of a phone number
WHOLE = 10  # digits that a number of North America has
CARRIERS = 5  # whose calls are looked for
NEWEST_OF_CARRIER = 2  # calls of each that stand above the rest of them all
MAX_SORTED_BY_NUMBER = 2_000  # calls of one number's beginning that are put in order
MAX_KEY = 2**63 - 1


class Why(IntEnum):
    """Why a call was found, the best reason first."""

    ID = 0
    NUMBER = 1
    CARRIER = 2
    MORE_OF_CARRIER = 3
    WORDS = 4


def find_calls(text: str, *, limit: int, at: datetime) -> Section:
    """Return the calls found, the newest first of each reason; in at most seven queries."""
    found = _by_number(text, limit) if digits_of(text) else _by_carrier(text, limit)
    if len(found) < limit:
        for key in calls_with_words(text, limit):
            found.setdefault(key, Why.WORDS)
    keys = sorted(found, key=lambda key: (found[key], -key))[:limit]
    rows = {row.pk: row for row in rows_of(keys, at=at)}
    said = snippets_of([key for key in keys if found[key] == Why.WORDS], text)
    hits = [_hit(rows[key], found[key], said.get(key, ())) for key in keys if key in rows]
    return Section("Calls", "phone", hits, is_log=True)


def _by_number(text: str, limit: int) -> dict[int, Why]:
    """By the call's id, by phone number (whole, or its beginning), by MC number."""
    digits = digits_of(text)
    values = {
        "organization": current_organization_id(),
        "key": int(digits) if digits == text.lstrip("#") and int(digits) <= MAX_KEY else 0,
        "mc": digits.lstrip("0")[:10],
        "limit": limit,
    }
    parts = [_OF_KEY, _OF_MC]
    if len(digits) >= MIN_DIGITS:
        national = digits[1:] if digits.startswith("1") else digits
        is_whole = len(national) >= WHOLE
        values["numbers"] = [f"+1{national}", f"+{digits}"]
        parts += [(_OF_WHOLE if is_whole else _OF_BEGINNING).format(end=end) for end in ("from", "to")]
    found: dict[int, Why] = {}
    for key, why in fetch(" UNION ALL ".join(parts), values):
        found[key] = min(Why(why), found.get(key, Why.WORDS))
    return found


def _by_carrier(text: str, limit: int) -> dict[int, Why]:
    """With the carriers of such a name: the newest few of each, so that none hides the others, then the rest."""
    carriers = carriers_like(text, CARRIERS)
    if not carriers:
        return {}
    values = {"organization": current_organization_id(), "carriers": carriers, "limit": limit}
    return {
        key: Why.CARRIER if place <= NEWEST_OF_CARRIER else Why.MORE_OF_CARRIER
        for key, place in fetch(_OF_CARRIERS, values)
    }


def _hit(row: CallRow, why: Why, said: list[Snippet] | tuple[()]) -> Hit:
    words = ", ".join(load.external_id for load in row.loads)
    direction = "Inbound" if row.direction == "inbound" else "Outbound"
    known = (
        direction,
        phone(row.number) if row.name and row.number else "",
        f"MC {row.mc_number}" if row.mc_number else "",
        f"about {words}" if words else "",
    )
    return Hit(
        url=reverse("calls:page", args=[row.pk]),
        title=row.party,
        detail=" · ".join(part for part in known if part),
        state=row.status_label,
        tone=row.tone,
        snippets=said,
        at=row.created_at,
        is_exact=why == Why.ID,
    )


_CALL = "FROM calls_call WHERE organization_id = %(organization)s"
_OF_KEY = f"SELECT conversation_id, {Why.ID} {_CALL} AND conversation_id = %(key)s::bigint"
_OF_MC = f"""
(SELECT id, {Why.CARRIER} FROM calls_conversation
WHERE organization_id = %(organization)s AND mc_number = %(mc)s::text AND mc_number <> '' AND channel = 'phone'
ORDER BY created_at DESC, id DESC LIMIT %(limit)s::int)
"""  # noqa: S608 (names of our own)
# Each number by itself: an index has its newest calls, be it our own one that everybody calls.
_OF_WHOLE = f"""
(SELECT found.* FROM unnest(%(numbers)s::text[]) AS number CROSS JOIN LATERAL (
    SELECT conversation_id, {Why.NUMBER} {_CALL} AND {{end}}_phone = number AND {{end}}_phone <> ''
    ORDER BY conversation_id DESC LIMIT %(limit)s::int
) AS found)
"""  # noqa: S608
_OF_BEGINNING = f"""
(SELECT * FROM (
    SELECT found.* FROM unnest(%(numbers)s::text[]) AS number CROSS JOIN LATERAL (
        SELECT conversation_id, {Why.NUMBER} {_CALL} AND {{end}}_phone <> ''
            AND {{end}}_phone ~>=~ number AND {{end}}_phone ~<~ (number || ':') -- which comes after the digits
        LIMIT {MAX_SORTED_BY_NUMBER}
    ) AS found
) AS any_of_them ORDER BY conversation_id DESC LIMIT %(limit)s::int)
"""  # noqa: S608
_OF_CARRIERS = """
SELECT found.id, found.place FROM unnest(%(carriers)s::bigint[]) AS carrier CROSS JOIN LATERAL (
    SELECT newest.id, row_number() OVER (ORDER BY newest.id DESC) AS place FROM (
        SELECT id FROM calls_conversation
        WHERE organization_id = %(organization)s AND carrier_id = carrier AND channel = 'phone'
        ORDER BY id DESC LIMIT %(limit)s::int
    ) AS newest
) AS found
"""
