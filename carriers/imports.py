"""Carriers out of an imported history: many at once."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from carriers.file_reading import MAX_EQUIPMENT_TYPES, FileCarrier
from carriers.identity import Numbers, ensure_carriers, stored_numbers
from carriers.models import Carrier, CarrierContact, CarrierFinding
from carriers.registry.findings import INT32_MAX
from carriers.services.facts import FILLED, PROFILE, REPLACED, Found, store_findings
from carriers.states import ConnectionStatus, RulesAssessment, Source
from organizations import sql
from organizations.api import imports
from organizations.api.fields import Choice, Flag, Text
from organizations.api.imports import (
    Line,
    Many,
    McNumber,
    Outcome,
    Phone,
    Record,
    Refused,
    Trail,
    Whole,
)
from organizations.models import Organization
from organizations.tenancy.actors import Actor

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
    return dict(sql.find(Carrier, columns, organization_id=organization.pk, among=("id", keys)))


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
        carrier.import_trail = imports.join([*imports.split(carrier.import_trail), line.digest])
        if is_changed:
            carrier.updated_at = at
        outcomes.append(Outcome.IMPORTED if is_new else Outcome.UPDATED if is_changed else Outcome.UNCHANGED)
    rows = [
        {"id": carrier.pk} | {name: getattr(carrier, name) for name in COLUMNS}
        for carrier in carriers.values()
    ]
    sql.update(Carrier, rows, organization_id=organization.pk)
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


# Rows of a file, taken in: many at once, each told what it did.


# The broker's own list decides on these; the census fills what is empty of the first, and knows none of the second.
WORD = ("is_capacity_carrier", "is_preferred", "is_blocked", "block_reason", "notes")
DECIDED = (*FILLED, *WORD)
FILE_COLUMNS = (*PROFILE, *WORD)

type Keyed = Sequence[tuple[int, FileCarrier]]


@dataclass(frozen=True, slots=True)
class _State:
    """What is stored of a carrier, as far as a file may change it."""

    is_stub: bool
    columns: Mapping[str, Any]
    facts: Mapping[str, Any]  # of this source
    contacts: frozenset[tuple[str, str]]  # phone and e-mail

    @property
    def addresses(self) -> set[str]:
        """Every number and e-mail address of it."""
        return {
            self.columns["phone"],
            self.columns["email"],
            *(each for pair in self.contacts for each in pair),
        }


def store_carriers(
    *,
    organization: Organization,
    source: Source,
    carriers: Sequence[FileCarrier],
    found_at: datetime,
    at: datetime,
) -> list[Outcome]:
    """Take in what rows tell, in order, and return what each did; in the caller's transaction.

    `found_at` is the moment of which the file tells: facts that the same source has told later stay. Raises Raced.
    """
    numbers = [row.numbers for row in carriers]
    known = stored_numbers(organization, numbers)  # before they are learned
    keys = ensure_carriers(organization=organization, numbers=numbers, at=at, are_told=True, are_stubs=False)
    new = set(keys.values()) - known.keys()
    outcomes = []
    for batch in _without_repeats([(keys[row.numbers], row) for row in carriers]):
        outcomes += _store_once_each(organization, source, batch, new, found_at, at)
        new -= {key for key, _ in batch}
    return [
        Outcome.UPDATED
        if outcome == Outcome.UNCHANGED
        and known.get(keys[pair], pair) != pair
        and _are_new(known[keys[pair]], pair)
        else outcome
        for outcome, pair in zip(outcomes, numbers, strict=True)
    ]


def _are_new(known: Numbers, told: Numbers) -> bool:
    return (told.dot is not None and told.dot != known.dot) or (told.mc != "" and told.mc != known.mc)


def _without_repeats(rows: Keyed) -> Iterable[Keyed]:
    """Cut the rows into stretches in which no carrier comes twice; nearly always it is one."""
    stretch: dict[int, FileCarrier] = {}
    for key, row in rows:
        if key in stretch:
            yield list(stretch.items())
            stretch = {}
        stretch[key] = row
    yield list(stretch.items())


def _store_once_each(
    organization: Organization, source: Source, rows: Keyed, new: Set[int], found_at: datetime, at: datetime
) -> list[Outcome]:
    before = _states(organization, source, [key for key, _ in rows])
    if source == Source.FILE:
        _decide(organization, rows, before, at)
    news = [(key, row) for key, row in rows if key in new or not _is_known(source, row, before[key])]
    store_findings(
        organization=organization,
        source=source,
        found=[Found(key, found_at, row.facts, row.profile, row.contacts) for key, row in news],
        at=at,
    )
    # What somebody's list has isn't made up.
    keys = [key for key, _ in rows]
    Carrier.unscoped.filter(organization=organization, pk__in=keys, is_sample=True).update(is_sample=False)
    # A stub that a file fills is none any more; and no history had to do with it.
    stubs = [{"id": key, "import_trail": None} for key, state in before.items() if state.is_stub]
    sql.update(Carrier, stubs, organization_id=organization.pk)
    told = {key for key, state in before.items() if not state.is_stub and key not in new}
    after = before | _states(organization, source, [key for key, _ in news if key in told])
    return [
        Outcome.IMPORTED
        if key not in told
        else Outcome.UNCHANGED
        if before[key] == after[key]
        else Outcome.UPDATED
        for key, _ in rows
    ]


def _is_known(source: Source, row: FileCarrier, state: _State) -> bool:
    """Whether the row tells nothing that would change anything; facts are always stored, since they are fresh again."""
    return not (
        state.is_stub
        or row.facts
        or state.facts
        or any(row.profile.get(name, state.columns[name]) != state.columns[name] for name in REPLACED)
        or any(name in row.profile and not state.columns[name] for name in FILLED)
        or (
            source == Source.FILE
            and any(state.columns[name] != told for name, told in _decisions(row).items())
        )
        or not {row.profile.get("phone", ""), row.profile.get("email", "")} <= state.addresses | {""}
        or not {(contact.phone, contact.email) for contact in row.contacts} <= state.contacts
    )


def _decisions(row: FileCarrier) -> dict[str, Any]:
    return {name: value for name, value in {**row.profile, **row.word}.items() if name in DECIDED}


def _decide(organization: Organization, rows: Keyed, before: Mapping[int, _State], at: datetime) -> None:
    """Set what the broker's own list says in the place of what is stored; an earlier number or address is kept."""
    changed, earlier = [], []
    for key, row in rows:
        columns = before[key].columns
        told = _decisions(row)
        if any(columns[name] != value for name, value in told.items()):
            changed.append({"id": key, **{name: columns[name] for name in DECIDED}, **told, "updated_at": at})
        for name in ("phone", "email"):
            if columns[name] and told.get(name, columns[name]) != columns[name]:
                earlier.append({"carrier_id": key, "phone": "", "email": "", name: columns[name]})
    sql.update(Carrier, changed, organization_id=organization.pk)
    sql.insert(
        CarrierContact,
        earlier,
        ignore_conflicts=True,
        organization_id=organization.pk,
        source=Source.PERSON.value,
        created_at=at,
    )


def _states(organization: Organization, source: Source, keys: Sequence[int]) -> dict[int, _State]:
    """What is stored of the carriers; three queries."""

    def find(model: Any, key: str, *columns: str, **equal: Any) -> list[tuple[Any, ...]]:
        return sql.find(
            model, [key, *columns], organization_id=organization.pk, among=(key, list(keys)), **equal
        )

    facts = dict(find(CarrierFinding, "carrier_id", "data", source=source.value))
    contacts: dict[int, set[tuple[str, str]]] = defaultdict(set)
    for key, phone, email in find(CarrierContact, "carrier_id", "phone", "email"):
        contacts[key].add((phone, email))
    return {
        key: _State(
            is_stub=trail is not None and not bytes(trail),
            columns=dict(zip(FILE_COLUMNS, values, strict=True)),
            facts=facts.get(key, {}),
            contacts=frozenset(contacts[key]),
        )
        for key, trail, *values in find(Carrier, "id", "import_trail", *FILE_COLUMNS)
    }
