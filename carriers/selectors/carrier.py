"""Reads for one carrier's page."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from django.utils.dateparse import parse_datetime

from carriers.models import (
    Carrier,
    CarrierContact,
    CarrierLane,
    ContactFinding,
    HaulRestriction,
    RoutingGuideEntry,
    Vetting,
)
from carriers.states import (
    TONES,
    Authority,
    ConnectionStatus,
    PhoneRisk,
    RulesAssessment,
    SafetyRating,
    Source,
    Standing,
    VettingTrigger,
    standing,
)
from organizations.api.parsers import utc_second
from organizations.equipment import Equipment
from organizations.formats import money, number
from organizations.places import maps
from organizations.places.models import Place
from organizations.sql import fetch
from organizations.tenancy.scope import current_organization_id

LANES_SHOWN = 25
CONTACTS_SHOWN = 20
RULES_SHOWN = 20
EFFECTS = {
    RulesAssessment.FAIL: ("Agent ends the call", "stop"),
    RulesAssessment.INCOMPLETE: ("Needs info", "wait"),
    RulesAssessment.PARTIAL_PASS: ("Your call", "wait"),
}
# The facts in the order in which a broker asks for them, and what they are called.
FACTS = {
    "connection_status": "Setup packet",
    "identity_assessment": "Vetting service result",
    "is_allowed_to_operate": "Allowed to operate",
    "common_authority": "Common authority",
    "contract_authority": "Contract authority",
    "broker_authority": "Broker authority",
    "authority_granted_date": "Authority granted",
    "liability_insurance": "Liability insurance",
    "liability_expiry_date": "Liability expires",
    "cargo_insurance": "Cargo insurance",
    "cargo_expiry_date": "Cargo expires",
    "is_out_of_service": "Out of service",
    "out_of_service_date": "Out of service since",
    "safety_rating": "Safety rating",
    "safety_rating_date": "Rated on",
}
CHOICES: dict[str, dict[str, str]] = {
    "connection_status": dict(ConnectionStatus.choices),
    "identity_assessment": dict(RulesAssessment.choices),
    "common_authority": dict(Authority.choices),
    "contract_authority": dict(Authority.choices),
    "broker_authority": dict(Authority.choices),
    "safety_rating": dict(SafetyRating.choices),
}


@dataclass(frozen=True, slots=True)
class Reason:
    """Why it doesn't pass in full, and what that does."""

    words: str
    effect: str
    tone: str


@dataclass(frozen=True, slots=True)
class KnownFact:
    """What a vetting went by, who told it, and when."""

    label: str
    value: str
    source: str
    found_at: datetime | None


@dataclass(frozen=True, slots=True)
class Lane:
    """What a carrier did between two places, with all kinds of trailer."""

    origin: str
    destination: str
    places: list[float] | None  # latitude and longitude of both, where they are known
    equipment: str
    bids: int
    bookings: int
    delivered: int
    average: Decimal | None
    last_at: datetime | None


@dataclass(frozen=True, slots=True)
class Reached:
    """A phone number (E.164) or an e-mail address: whose, and what speaks against it."""

    name: str
    title: str
    phone: str
    email: str
    source: str
    is_registered: bool
    risks: list[str]


@dataclass(frozen=True)
class CarrierPage:
    """All that a carrier's page shows."""

    carrier: Carrier
    standing: Standing
    vetting: Vetting | None
    tone: str
    reasons: list[Reason]
    trigger: str
    facts: list[KnownFact]
    equipment: str
    lanes: list[Lane]
    more_lanes: int
    map: maps.Map | None
    contacts: list[Reached]
    restrictions: list[HaulRestriction]
    routing_guide: list[RoutingGuideEntry]


def carrier_page(carrier: Carrier) -> CarrierPage:
    """Return a carrier's page in eight queries."""
    vetting = Vetting.objects.filter(carrier=carrier).order_by("-vetted_at", "-pk").first()
    told = vetting.reasons if vetting else []
    lanes, more = _lanes(carrier)
    labels = dict(Equipment.choices)
    return CarrierPage(
        carrier=carrier,
        standing=standing(carrier, told),
        vetting=vetting,
        tone=TONES.get(vetting.assessment if vetting else carrier.rules_assessment, ""),
        reasons=[_reason(each) for each in told],
        trigger=VettingTrigger(vetting.trigger).label if vetting else "",
        facts=_facts(vetting.facts) if vetting else [],
        equipment=", ".join(labels.get(each, each) for each in carrier.equipment_types),
        lanes=lanes,
        more_lanes=more,
        map=_map(carrier, lanes),
        contacts=_contacts(carrier),
        restrictions=list(HaulRestriction.objects.filter(carrier=carrier).order_by("pk")[:RULES_SHOWN]),
        routing_guide=list(
            RoutingGuideEntry.objects.filter(carrier=carrier).order_by("rank", "pk")[:RULES_SHOWN]
        ),
    )


# The same for a client of the API, as JSON.


def carrier_record(carrier: Carrier) -> dict[str, Any]:
    """Return what is told of a carrier outside, in three queries: neither notes nor what speaks against a number.

    What colleagues wrote down, and what sources say of a phone or an address, is for the organization's own people.
    """
    vetting = Vetting.objects.filter(carrier=carrier).order_by("-vetted_at", "-pk").first()
    rows = _lane_rows(carrier)
    contacts = CarrierContact.objects.filter(carrier=carrier).order_by("name", "pk")[:CONTACTS_SHOWN]
    return {
        "id": carrier.pk,
        "mcNumber": carrier.mc_number or None,
        "dotNumber": carrier.dot_number,
        "name": carrier.name or None,
        "legalName": carrier.legal_name or None,
        "dbaName": carrier.dba_name or None,
        "address": carrier.address or None,
        "phone": carrier.phone or None,
        "email": carrier.email or None,
        "fleetsize": carrier.fleet_size,
        "drivers": carrier.drivers,
        "equipmentTypes": carrier.equipment_types,
        "connectionStatus": carrier.connection_status or None,
        "ruleAssessment": carrier.rules_assessment or None,
        "blocked": carrier.is_blocked,
        "preferred": carrier.is_preferred,
        "capacityCarrier": carrier.is_capacity_carrier,
        "vetting": _vetting_record(vetting) if vetting else None,
        "lanes": [_lane_record(row) for row in rows],
        "totalLanes": rows[0][0] if rows else 0,
        "contacts": [
            {
                "name": each.name or None,
                "title": each.title or None,
                "phone": each.phone or None,
                "email": each.email or None,
                "verified": each.is_registered,
            }
            for each in contacts
        ],
        "createdAt": utc_second(carrier.created_at),
        "updatedAt": utc_second(carrier.updated_at),
    }


def _vetting_record(vetting: Vetting) -> dict[str, Any]:
    return {
        "assessment": vetting.assessment,
        "reasons": [
            {"code": each["code"], "severity": each["severity"], "detail": each["words"]}
            for each in vetting.reasons
        ],
        "facts": [
            {
                "name": _camel(name),
                "value": vetting.facts[name]["value"],
                "source": vetting.facts[name]["source"],
                "foundAt": utc_second(datetime.fromisoformat(vetting.facts[name]["foundAt"])),
            }
            for name in FACTS
            if name in vetting.facts
        ],
        "vettedAt": utc_second(vetting.vetted_at),
        "confirmedAt": utc_second(vetting.confirmed_at),
    }


def _lane_record(row: tuple[Any, ...]) -> dict[str, Any]:
    _, origin, destination, _, kinds, bids, bookings, delivered, average, last_at = row
    return {
        "origin": origin,
        "destination": destination,
        "avgRate": None if average is None else f"{average:.2f}",
        "totalBids": int(bids),
        "bookings": int(bookings),
        "delivered": int(delivered),
        "equipmentTypes": list(kinds),
        "lastAt": utc_second(last_at) if last_at else None,
    }


def _camel(name: str) -> str:
    """Return a column's name as the API has it: isOutOfService."""
    first, *others = name.split("_")
    return first + "".join(each.capitalize() for each in others)


# Parts of both.


def _reason(reason: dict[str, Any]) -> Reason:
    effect, tone = EFFECTS.get(reason["severity"], ("", ""))
    return Reason(str(reason["words"]), effect, tone)


def _facts(facts: dict[str, Any]) -> list[KnownFact]:
    return [
        KnownFact(
            label=label,
            value=_words(name, facts[name]["value"]),
            source=dict(Source.choices).get(facts[name]["source"], ""),
            found_at=parse_datetime(facts[name]["foundAt"]),
        )
        for name, label in FACTS.items()
        if name in facts
    ]


def _words(name: str, value: Any) -> str:
    """A fact's value as JSON has it, in words."""
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if name.endswith("_insurance"):
        return money(value)
    if name.endswith("_date"):
        day = date.fromisoformat(value)
        return f"{day:%b} {day.day}, {day.year}"
    return CHOICES[name].get(value, str(value))


def _lanes(carrier: Carrier) -> tuple[list[Lane], int]:
    """The lanes with the most bids, and how many others there are."""
    rows = _lane_rows(carrier)
    labels = dict(Equipment.choices)
    lanes = []
    for _, origin, destination, places, kinds, bids, bookings, delivered, exact, last_at in rows:
        equipment = ", ".join(labels.get(each, each) for each in kinds)
        average = None if exact is None else exact.quantize(Decimal(1), ROUND_HALF_UP)
        lanes.append(
            Lane(origin, destination, places, equipment, bids, bookings, delivered, average, last_at)
        )
    return lanes, (rows[0][0] - len(lanes) if rows else 0)


def _lane_rows(carrier: Carrier) -> list[tuple[Any, ...]]:
    values = {"organization": current_organization_id(), "carrier": carrier.pk, "limit": LANES_SHOWN}
    return fetch(_LANES, values)


def _map(carrier: Carrier, lanes: Sequence[Lane]) -> maps.Map | None:
    ways = [
        maps.way(lane.places, lane.bids, f"{lane.origin} to {lane.destination}: {number(lane.bids)} offers")
        for lane in lanes
        if lane.places is not None
    ]
    return maps.draw(ways, description=f"Map: the lanes of {carrier}")


def _contacts(carrier: Carrier) -> list[Reached]:
    """The carrier's own phone and e-mail first, then people and desks."""
    others = list(CarrierContact.objects.filter(carrier=carrier).order_by("name", "pk")[:CONTACTS_SHOWN])
    own = [CarrierContact(phone=carrier.phone, email=carrier.email, name="")]
    found = [*(own if carrier.phone or carrier.email else []), *others]
    addresses = {each for contact in found for each in (contact.phone, contact.email.lower()) if each}
    risks: dict[str, list[str]] = {}
    findings = ContactFinding.objects.risky().filter(address__in=addresses).order_by("address", "source")
    for address, codes in findings.values_list("address", "risks"):
        risks.setdefault(address, []).extend(codes)
    return [_reached(contact, risks, is_own=contact.pk is None) for contact in found]


def _reached(contact: CarrierContact, risks: dict[str, list[str]], *, is_own: bool) -> Reached:
    against: Sequence[str] = [*risks.get(contact.phone, ()), *risks.get(contact.email.lower(), ())]
    labels = dict(PhoneRisk.choices)
    return Reached(
        name=contact.name,
        title=contact.title,
        phone=contact.phone,
        email=contact.email,
        source="" if is_own else contact.get_source_display(),
        is_registered=contact.is_registered,
        risks=[labels.get(code, code) for code in dict.fromkeys(against)],
    )


_PLACES = Place._meta.db_table
_LANES = f"""
SELECT lane.number, origin, destination,
    CASE WHEN a.id + b.id IS NOT NULL THEN ARRAY[a.latitude, a.longitude, b.latitude, b.longitude] END,
    kinds, bids, bookings, delivered, average, last_at
FROM (
    SELECT count(*) OVER () AS number, max(origin COLLATE "C") AS origin, max(destination COLLATE "C") AS destination,
        origin_place_id, destination_place_id,
        coalesce(array_agg(DISTINCT equipment) FILTER (WHERE equipment <> ''), '{{}}') AS kinds,
        sum(bids) AS bids, sum(bookings) AS bookings, sum(delivered) AS delivered,
        sum(amount_sum) / nullif(sum(amount_count), 0) AS average,
        max(last_at) AS last_at
    FROM {CarrierLane._meta.db_table} WHERE organization_id = %(organization)s AND carrier = %(carrier)s
    GROUP BY origin_place_id, destination_place_id, CASE WHEN origin_place_id IS NULL THEN lower(origin) END,
        CASE WHEN destination_place_id IS NULL THEN lower(destination) END
    HAVING sum(bids) > 0 OR sum(bookings) > 0
) AS lane
LEFT JOIN {_PLACES} AS a ON a.id = origin_place_id LEFT JOIN {_PLACES} AS b ON b.id = destination_place_id
ORDER BY bids DESC, bookings DESC, origin, destination, origin_place_id, destination_place_id LIMIT %(limit)s
"""  # noqa: S608
