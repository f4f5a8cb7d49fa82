"""Carriers out of an imported history: many at once."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from carriers.identity import Numbers, ensure_carriers
from carriers.models import Carrier
from carriers.services.findings import Found, store_findings
from carriers.states import ConnectionStatus, RulesAssessment, Source
from organizations.api.fields import Choice, Flag, Text
from organizations.api.imported_fields import Many, McNumber, Phone, Record, Whole
from organizations.models import Organization
from organizations.records import bulk
from organizations.records.bulk import Line, Outcome, Refused, Trail
from organizations.tenancy.actors import Actor

MAX_EQUIPMENT_TYPES = 50
INT32_MAX = 2**31 - 1

NUMBERS = {"mcNumber": McNumber(required=False), "dotNumber": Whole(least=1, required=False)}
VETTING = {
    "connection": Choice(choices=["", *ConnectionStatus.values], required=False),
    "assessment": Choice(choices=["", *RulesAssessment.values], required=False),
}
CARRIER = Record(
    {
        **NUMBERS,
        "name": Text(max_length=300, trim=True, required=False),
        "address": Text(max_length=500, trim=True, required=False),
        "fleetsize": Whole(most=INT32_MAX, required=False),
        "phone": Phone(required=False),
        "email": Text(max_length=254, trim=True, required=False),
        "ruleAssessment": VETTING["assessment"],
        "connectionStatus": VETTING["connection"],
        "equipmentTypes": Many(Text(max_length=20, trim=True), most=MAX_EQUIPMENT_TYPES),
        "capacityCarrier": Flag(required=False),
    }
)
# The line's name, our column, and what null clears it to.
FIELDS: tuple[tuple[str, str, Any], ...] = (
    ("name", "name", ""),
    ("address", "address", ""),
    ("fleetsize", "fleet_size", None),
    ("phone", "phone", ""),
    ("email", "email", ""),
    ("ruleAssessment", "rules_assessment", ""),
    ("connectionStatus", "connection_status", ""),
    ("equipmentTypes", "equipment_types", []),
    ("capacityCarrier", "is_capacity_carrier", False),
)
ASSESSED = {"ruleAssessment", "connectionStatus"}
COLUMNS = ["mc_number", *(column for _, column, _ in FIELDS), "import_trail", "updated_at"]


def read_carrier(data: dict[str, Any]) -> dict[str, Any]:
    """Return the checked fields that a `carrier` line gives; raises Refused with all that is wrong."""
    wrong: list[str] = []
    values = CARRIER.read(data, wrong)
    if not wrong and numbers_of(values) is None:
        wrong.append("dotNumber: A carrier needs a dotNumber or an mcNumber.")
    if wrong:
        raise Refused("; ".join(wrong))
    if values.get("phone"):
        values["phone"] = values["phone"][0]  # a carrier's column holds no extension
    return values


def numbers_of(values: dict[str, Any]) -> Numbers | None:
    """Return the numbers among checked values, or None where there is neither."""
    dot, mc = values.get("dotNumber"), values.get("mcNumber") or ""
    return Numbers(dot, mc) if dot or mc else None


def find_trails(*, organization: Organization, keys: Collection[int]) -> dict[int, Trail]:
    """Return the trails of those carriers that there are."""
    columns = ["id", "import_trail"]
    return dict(bulk.find(Carrier, columns, organization_id=organization.pk, among=("id", keys)))


def import_carriers(
    *, organization: Organization, lines: Sequence[Line], by: Actor, at: datetime
) -> list[Outcome]:
    """Take in the lines, in order; in the caller's transaction.

    A field left out leaves what is stored, null clears it; a stub that a conversation made is filled.
    """
    pairs = [_numbers(line) for line in lines]
    keys = ensure_carriers(organization=organization, numbers=pairs, at=at, are_told=True)
    chosen = Carrier.unscoped.of(organization).filter(pk__in=set(keys.values())).order_by("pk")
    carriers = {carrier.pk: carrier for carrier in chosen.select_for_update(no_key=True)}
    outcomes, told = [], {}
    for line, pair in zip(lines, pairs, strict=True):
        carrier = carriers[keys[pair]]
        is_new = carrier.import_trail is not None and not carrier.import_trail
        is_vetted = bool(carrier.vetted_at or carrier.vetting_due_at)
        is_changed = _apply(carrier, line.values, is_vetted=is_vetted)
        if is_vetted and ASSESSED & set(line.values):
            told[carrier.pk] = Found(carrier.pk, at, _facts(line.values))
        carrier.import_trail = bulk.join([*bulk.split(carrier.import_trail), line.digest])
        if is_changed:
            carrier.updated_at = at
        outcomes.append(Outcome.IMPORTED if is_new else Outcome.UPDATED if is_changed else Outcome.UNCHANGED)
    rows = [
        {"id": carrier.pk} | {name: getattr(carrier, name) for name in COLUMNS}
        for carrier in carriers.values()
    ]
    bulk.update(Carrier, rows, organization_id=organization.pk)
    if told:
        store_findings(organization=organization, source=Source.HISTORY, found=list(told.values()), at=at)
    return outcomes


def _numbers(line: Line) -> Numbers:
    found = numbers_of(line.values)
    assert found is not None, "read_carrier() lets no line without numbers pass"
    return found


def _facts(values: dict[str, Any]) -> dict[str, Any]:
    """What a line tells of a carrier that our own rules vet: one word among others."""
    return {
        "connection_status": values.get("connectionStatus"),
        "identity_assessment": values.get("ruleAssessment"),
    }


def _apply(carrier: Carrier, values: dict[str, Any], *, is_vetted: bool) -> bool:
    """Set what the line gives; whether anything was another. Of a vetted carrier only the rules say how it fares."""
    is_changed = False
    for name, column, empty in FIELDS:
        if name in values and not (is_vetted and name in ASSESSED):
            value = empty if values[name] is None else values[name]
            if getattr(carrier, column) != value:
                setattr(carrier, column, value)
                is_changed = True
    mc = values.get("mcNumber")
    if mc and carrier.mc_number != mc:
        carrier.mc_number, is_changed = mc, True
    return is_changed
