"""Carriers found by name, MC or DOT number or phone; names with typing errors, too."""

from datetime import datetime
from urllib.parse import urlencode

from django.urls import reverse

from carriers.models import Carrier, CarrierContact
from carriers.states import RulesAssessment
from organizations.dashboard.formats import phone
from organizations.dashboard.search import Hit, Section, digits_of
from organizations.records.sql import fetch
from organizations.tenancy.scope import current_organization_id

MIN_LETTERS = 4  # of less, every other name is alike
MIN_DIGITS = 7  # of a phone number
WORDS = 6
TONES = {RulesAssessment.PASS: "go", RulesAssessment.FAIL: "stop"}


def find_carriers(text: str, *, limit: int, at: datetime) -> Section:
    """Return carriers of that number, of such a name, and of one that is spelled like it; one query."""
    hits = [_hit(*row) for row in _rows(text, limit + 1)]
    more = f"{reverse('carriers:list')}?{urlencode({'q': text})}" if len(hits) > limit else ""
    return Section("Carriers", "map-pin", hits[:limit], more)


def carriers_like(text: str, limit: int) -> list[int]:
    """The keys of the carriers that are found so; one query."""
    return [key for key, *_ in _rows(text, limit)]


def _rows(text: str, limit: int) -> list[tuple]:
    digits = digits_of(text)
    values = {
        "organization": current_organization_id(),
        "text": text,
        "digits": digits,
        "phone": f"%{digits}%" if len(digits) >= MIN_DIGITS else "",
        "limit": limit,
    }
    if digits:
        return fetch(_NUMBERED, values)
    words = text.replace(",", " ").split()[:WORDS]
    values |= {f"word{place}": f"%{_literal(word)}%" for place, word in enumerate(words)}
    says = " AND ".join(_SAYS.format(word=f"%(word{place})s::text") for place in range(len(words))) or "false"
    alike = _ALIKE if len(text) >= MIN_LETTERS else "false"
    return fetch(_NAMED.format(says=says, alike=alike), values)


def _literal(word: str) -> str:
    """For LIKE."""
    return word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def _assessed(assessment: str) -> tuple[str, str]:
    if not assessment:
        return "", ""
    known = RulesAssessment(assessment)
    return known.label, TONES.get(known, "wait")


def _hit(
    pk: int,
    rank: int,
    name: str,
    mc_number: str,
    dot_number: int | None,
    number: str,
    assessment: str,
    is_blocked: bool,
) -> Hit:
    known = [
        f"MC {mc_number}" if mc_number else "",
        f"DOT {dot_number}" if dot_number else "",
        phone(number) if number else "",
    ]
    state, tone = ("Do not use", "stop") if is_blocked else _assessed(assessment)
    return Hit(
        url=reverse("carriers:page", args=[pk]),
        title=name or next((each for each in known if each), "–"),
        detail=" · ".join(each for each in known if each),
        state=state,
        tone=tone,
        is_exact=rank == 0,
    )


_WHO, _CONTACTS = (model._meta.db_table for model in (Carrier, CarrierContact))
_COLUMNS = "id, rank, name, mc_number, dot_number, phone, rules_assessment, is_blocked"
_NUMBERED = f"""
SELECT {_COLUMNS} FROM (
    SELECT who.*, CASE
        WHEN mc_number = %(digits)s::text OR dot_number::text = %(digits)s::text THEN 0
        WHEN mc_number LIKE %(digits)s::text || '%%' OR dot_number::text LIKE %(digits)s::text || '%%' THEN 1
        ELSE 2
    END AS rank
    FROM {_WHO} AS who
    WHERE organization_id = %(organization)s AND (
        mc_number LIKE %(digits)s::text || '%%' OR dot_number::text LIKE %(digits)s::text || '%%'
        OR (%(phone)s::text <> '' AND (
            phone LIKE %(phone)s::text OR id IN (
                SELECT carrier_id FROM {_CONTACTS}
                WHERE organization_id = %(organization)s AND phone LIKE %(phone)s::text
            )
        ))
    )
) AS found
ORDER BY rank, length(mc_number), name COLLATE "C", id LIMIT %(limit)s::int
"""  # noqa: S608 (names of our own)
_SAYS = "(name ILIKE {word} OR dba_name ILIKE {word} OR legal_name ILIKE {word})"
_ALIKE = "name %%> %(text)s::text"
# Each way by itself: so the index of names is used for both.
_NAMED = f"""
SELECT {_COLUMNS} FROM (
    SELECT who.*, CASE WHEN lower(name) = lower(%(text)s::text) THEN 0 ELSE 1 END AS rank
    FROM {_WHO} AS who WHERE organization_id = %(organization)s AND {{says}}
    UNION ALL
    SELECT who.*, 2 FROM {_WHO} AS who
    WHERE organization_id = %(organization)s AND {{alike}} AND ({{says}}) IS NOT TRUE
) AS found
ORDER BY rank, word_similarity(%(text)s::text, name) DESC, name COLLATE "C", id LIMIT %(limit)s::int
"""  # noqa: S608
