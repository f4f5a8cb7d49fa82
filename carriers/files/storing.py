"""Rows of a file, taken in: many at once, each told what it did."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from carriers.files.reading import FileCarrier
from carriers.identity import Numbers, ensure_carriers
from carriers.models import Carrier, CarrierContact, CarrierFinding
from carriers.services.findings import FILLED, PROFILE, REPLACED, Found, store_findings
from carriers.states import Source
from organizations.models import Organization
from organizations.records import bulk
from organizations.records.bulk import Outcome

# The broker's own list decides on these; the census fills what is empty of the first, and knows none of the second.
WORD = ("is_capacity_carrier", "is_preferred", "is_blocked", "block_reason", "notes")
DECIDED = (*FILLED, *WORD)
COLUMNS = (*PROFILE, *WORD)

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
    known = _known_numbers(organization, numbers)
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


def _known_numbers(organization: Organization, numbers: Iterable[Numbers]) -> dict[int, Numbers]:
    """The numbers of the carriers that these may mean, before they are learned."""
    columns = ["id", "dot_number", "mc_number"]
    dots = {pair.dot for pair in numbers if pair.dot is not None}
    mcs = {pair.mc for pair in numbers if pair.mc}
    return {
        key: Numbers(dot, mc)
        for among in (("dot_number", dots), ("mc_number", mcs))
        for key, dot, mc in bulk.find(Carrier, columns, organization_id=organization.pk, among=among)
    }


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
    bulk.update(Carrier, stubs, organization_id=organization.pk)
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
    bulk.update(Carrier, changed, organization_id=organization.pk)
    bulk.insert(
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
        return bulk.find(
            model, [key, *columns], organization_id=organization.pk, among=(key, list(keys)), **equal
        )

    facts = dict(find(CarrierFinding, "carrier_id", "data", source=source.value))
    contacts: dict[int, set[tuple[str, str]]] = defaultdict(set)
    for key, phone, email in find(CarrierContact, "carrier_id", "phone", "email"):
        contacts[key].add((phone, email))
    return {
        key: _State(
            is_stub=trail is not None and not bytes(trail),
            columns=dict(zip(COLUMNS, values, strict=True)),
            facts=facts.get(key, {}),
            contacts=frozenset(contacts[key]),
        )
        for key, trail, *values in find(Carrier, "id", "import_trail", *COLUMNS)
    }
