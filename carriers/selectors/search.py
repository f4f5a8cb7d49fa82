"""Carriers found by name (with typing errors, too), MC or DOT number or phone, and by the lane that they run."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

import orjson
from django.urls import reverse

from carriers.models import Carrier, CarrierContact
from carriers.states import TONES, RulesAssessment
from organizations.dashboard.search import Hit, Section, digits_of
from organizations.formats import phone
from organizations.places.gazetteer import circle
from organizations.places.models import Place
from organizations.sql import fetch, fetch_by_index
from organizations.tenancy.scope import current_organization_id

MIN_LETTERS = 4  # of less, every other name is alike
MIN_DIGITS = 7  # of a phone number
WORDS = 6


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
    values |= {f"word{place}": f"%{literal(word)}%" for place, word in enumerate(words)}
    says = " AND ".join(_SAYS.format(word=f"%(word{place})s::text") for place in range(len(words))) or "false"
    alike = _ALIKE if len(text) >= MIN_LETTERS else "false"
    return fetch_by_index(_NAMED.format(says=says, alike=alike), values)


def literal(word: str) -> str:
    """The word for LIKE, in which some characters mean something else."""
    return word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def _assessed(assessment: str) -> tuple[str, str]:
    if not assessment:
        return "", ""
    return RulesAssessment(assessment).label, TONES[assessment]


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


# Who runs the lane: carriers that bid, were booked or delivered between two places, or near them.


HALF_ROUND = 12_500.0  # miles: nothing is farther away


@dataclass(frozen=True, slots=True)
class End:
    """An end of the lane: a place and miles around it; or a text where there is no place, as loads have it."""

    place: Place | None = None
    miles: float = 0
    text: str = ""

    def condition(self, end: str) -> tuple[str, dict[str, Any]]:
        """As SQL of a row of the lanes, and its values; `end` is its column."""
        if self.place is None:
            return f"lower({end}) = lower(%({end})s::text)", {end: self.text}
        if not self.miles:
            return f"{end}_place_id = %({end})s::int", {end: self.place.pk}
        if self.miles >= HALF_ROUND:
            return f"{end}_place_id IS NOT NULL", {}
        near, values = circle(end, self.place, self.miles)
        return f"{end}_place_id = ANY(ARRAY({near}))", values


def carriers_on_lane(
    *, origin: End, destination: End, equipment: Collection[str] = (), limit: int, offset: int = 0
) -> tuple[list[orjson.Fragment], int]:
    """The API's records of the organization's carriers, as JSON already, and how many there are in all; one query.

    Those with the most bids on the lanes found come first, then by name, then by key. Without `equipment` (of
    `organizations.equipment.Equipment`) all kinds count.
    """
    begins, of_origin = origin.condition("origin")
    ends, of_destination = destination.condition("destination")
    conditions = [begins, ends, *(["equipment = ANY(%(equipment)s::text[])"] if equipment else ())]
    values = {
        "organization": current_organization_id(),
        "limit": limit,
        "offset": offset,
        **of_origin,
        **of_destination,
        **({"equipment": list(equipment)} if equipment else {}),
    }
    [(total, *_), *_] = rows = fetch(_FOUND.format(where=" AND ".join(conditions)), values)
    return [orjson.Fragment(record) for _, record in rows if record is not None], total


def _text(end: str) -> str:
    """What tells lanes apart where the gazetteer doesn't know the end."""
    return f"CASE WHEN {end}_place_id IS NULL THEN lower({end}) END"


def _average(amounts: str, count: str) -> str:
    """Dollars as text, or null."""
    return f"round({amounts} / nullif({count}, 0), 2)::text"


# A lane may stand in several rows: of several kinds of trailer, in several spellings, or of several writers. Where no
# carrier is on the page, the total comes alone.
_FOUND = f"""
WITH lane AS MATERIALIZED (
    SELECT carrier, max(origin COLLATE "C") AS origin, max(destination COLLATE "C") AS destination, sum(bids) AS bids,
        sum(amount_sum) AS amount_sum, sum(amount_count) AS amount_count
    FROM carriers_carrierlane WHERE organization_id = %(organization)s AND {{where}}
    GROUP BY carrier, origin_place_id, destination_place_id, {_text("origin")}, {_text("destination")}
    HAVING sum(bids) > 0 OR sum(bookings) > 0
),
ranked AS (
    SELECT carrier, sum(bids) AS bids, {_average("sum(amount_sum)", "sum(amount_count)")} AS average
    FROM lane GROUP BY carrier
),
page AS (
    SELECT who.*, bids, average FROM ranked JOIN carriers_carrier AS who ON who.id = ranked.carrier
    WHERE who.organization_id = %(organization)s
    ORDER BY bids DESC, name COLLATE "C", who.id LIMIT %(limit)s OFFSET %(offset)s
),
run AS (
    SELECT carrier, '[' || string_agg(
        row_to_json(record)::text, ',' ORDER BY lane.bids DESC, lane.origin COLLATE "C", lane.destination COLLATE "C"
    ) || ']' AS lanes
    FROM lane CROSS JOIN LATERAL (
        SELECT origin, destination, {_average("lane.amount_sum", "lane.amount_count")} AS "avgRate", bids AS "totalBids"
    ) AS record
    WHERE carrier IN (SELECT id FROM page) GROUP BY carrier
)
SELECT total.count, row_to_json(record)::text
FROM (SELECT count(*) FROM ranked) AS total
LEFT JOIN (page JOIN run ON run.carrier = page.id) ON true
LEFT JOIN LATERAL (
    SELECT
        nullif(page.mc_number, '') AS "mcNumber",
        page.dot_number AS "dotNumber",
        nullif(page.name, '') AS "name",
        nullif(page.address, '') AS "address",
        page.fleet_size AS "fleetsize",
        page.average AS "avgRate",
        run.lanes::json AS "lanes",
        nullif(page.rules_assessment, '') AS "ruleAssessment",
        -- Beyond the record that a client must know.
        page.id AS "id",
        page.bids AS "totalBids"
) AS record ON page.id IS NOT NULL
ORDER BY page.bids DESC, page.name COLLATE "C", page.id
"""  # noqa: S608 (names of our own)
