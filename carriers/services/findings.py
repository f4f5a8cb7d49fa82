"""What sources told about carriers, taken down: the facts, what stands of them, and who should be vetted again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import orjson
from django.db import transaction

from carriers.models import Carrier, CarrierContact, CarrierFinding
from carriers.states import Source
from carriers.vetting_facts import FACTS, Fact, Finding, merge, read_facts
from organizations.models import Organization
from organizations.records import bulk
from organizations.tenancy.queueing import prompt

# What a source tells beside facts. Of the first the newest word counts, the others fill what is empty: the broker's own
# entry for a carrier isn't overwritten by a register's.
REPLACED = ("legal_name", "dba_name", "fleet_size", "drivers")
FILLED = ("name", "address", "phone", "email", "equipment_types")
PROFILE = (*REPLACED, *FILLED)
EMPTY: tuple[Any, ...] = (None, "", [])


@dataclass(frozen=True, slots=True)
class Contact:
    """Somebody of a carrier who can be reached: a phone in E.164, an e-mail address, or both."""

    phone: str = ""
    email: str = ""
    name: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """What a source told about a carrier.

    `facts` by the names of `carriers.vetting_facts.FACTS`, as Python or JSON values; `profile` by those of PROFILE.
    What is left out, null or empty isn't told.
    """

    carrier_id: int
    found_at: datetime
    facts: Mapping[str, Any] = field(default_factory=dict)
    profile: Mapping[str, Any] = field(default_factory=dict)
    contacts: Sequence[Contact] = ()


def store_findings(*, organization: Organization, source: str, found: Sequence[Found], at: datetime) -> int:
    """Take down what a source told of carriers, at most one word for each; how many carriers' facts are others now.

    Steps: reads all facts (InvalidFacts: nothing is stored); locks the carriers; drops words older than what the same
    source has told already; keeps what a history said of a carrier that nobody else has told of; merges; writes
    findings, the carriers' columns and further contacts; leaves the carriers to be vetted. A statement a table,
    whatever the number: give it thousands at once.
    """
    read = {each.carrier_id: (each, read_facts(each.facts)) for each in found}
    with transaction.atomic():
        chosen = Carrier.unscoped.of(organization).filter(pk__in=read).order_by("pk")
        carriers = {each.pk: each for each in chosen.select_for_update(no_key=True)}
        told = _told(organization, carriers)
        news: list[dict[str, Any]] = []
        rows, changed = [], 0
        for pk, carrier in carriers.items():
            each, facts = read[pk]
            before = told.get(pk, [])
            if _is_late(before, source, each.found_at):
                continue
            # Who tells no facts leaves an imported assessment as it is.
            adopted = _history_of(carrier) if facts and not before else []
            word = Finding(source, each.found_at, facts)
            kept = [old for old in before if old.source != source or source == Source.PERSON]
            news += [_row(pk, finding) for finding in (*adopted, word) if finding.facts]
            standing = merge([*kept, *adopted, word])
            columns = _profile(carrier, each.profile) | _facts(
                carrier, standing, is_vetted=bool(facts or before)
            )
            changed += any(getattr(carrier, name) != value for name, value in columns.items())
            # Facts that are the same are fresh again: the vetting's dates move.
            due = at if facts or before else carrier.vetting_due_at
            rows.append({"id": pk, **columns, "vetting_due_at": due, "updated_at": at})
        _write(organization, source, news, rows)
        _add_contacts(organization, source, carriers, [each for each, _ in read.values()], at)
        if any(row["vetting_due_at"] for row in rows):
            prompt("carriers.tasks.vet_carriers", organization.pk)
    return changed


def _told(organization: Organization, carriers: Mapping[int, Carrier]) -> dict[int, list[Finding]]:
    """What was found before, by carrier."""
    found: dict[int, list[Finding]] = {}
    columns = ["carrier_id", "source", "found_at", "data"]
    among = ("carrier_id", list(carriers))
    for pk, source, found_at, data in bulk.find(
        CarrierFinding, columns, organization_id=organization.pk, among=among
    ):
        found.setdefault(pk, []).append(Finding(source, found_at, read_facts(orjson.loads(data))))
    return found


def _is_late(before: Sequence[Finding], source: str, found_at: datetime) -> bool:
    return source != Source.PERSON and any(old.source == source and old.found_at > found_at for old in before)


def _history_of(carrier: Carrier) -> list[Finding]:
    """An assessment and a connection that came with the carrier are one finding among others from now on."""
    facts = {}
    if carrier.connection_status:
        facts["connection_status"] = carrier.connection_status
    if carrier.rules_assessment and carrier.vetted_at is None:
        facts["identity_assessment"] = carrier.rules_assessment
    return [Finding(Source.HISTORY, carrier.updated_at, facts)] if facts else []


def _row(carrier_id: int, finding: Finding) -> dict[str, Any]:
    return {
        "carrier_id": carrier_id,
        "source": str(finding.source),
        "found_at": finding.found_at,
        "data": dict(finding.facts),
    }


def _facts(carrier: Carrier, standing: Mapping[str, Fact], *, is_vetted: bool) -> dict[str, Any]:
    """The carrier's columns by what stands; as they are where nobody has told any facts."""
    columns = {}
    for name in FACTS:
        stored = getattr(carrier, name)
        empty = "" if isinstance(stored, str) else None
        columns[name] = standing[name].value if name in standing else empty if is_vetted else stored
    return columns


def _profile(carrier: Carrier, profile: Mapping[str, Any]) -> dict[str, Any]:
    """The carrier's columns by what a source tells beside facts."""
    columns: dict[str, Any] = {}
    for name in REPLACED:
        told = profile.get(name)
        columns[name] = getattr(carrier, name) if told in EMPTY else told
    for name in FILLED:
        stored = getattr(carrier, name)
        columns[name] = profile.get(name, stored) if stored in EMPTY else stored
    columns["name"] = columns["name"] or columns["dba_name"] or columns["legal_name"]
    return columns


def _write(
    organization: Organization, source: str, news: Sequence[dict[str, Any]], rows: Sequence[dict[str, Any]]
) -> None:
    if source != Source.PERSON:
        replaced = CarrierFinding.unscoped.of(organization).filter(source=source)
        replaced.filter(carrier_id__in=[row["id"] for row in rows]).delete()
    bulk.insert(CarrierFinding, news, organization_id=organization.pk)
    bulk.update(Carrier, rows, organization_id=organization.pk)


def _add_contacts(
    organization: Organization,
    source: str,
    carriers: Mapping[int, Carrier],
    found: Sequence[Found],
    at: datetime,
) -> None:
    """Further ways to reach a carrier: also its phone and e-mail, where it has others already."""
    rows = {}
    for each in found:
        carrier = carriers.get(each.carrier_id)
        if carrier is None:
            continue
        phone, email = each.profile.get("phone") or "", each.profile.get("email") or ""
        other = Contact(
            phone=phone if carrier.phone and phone != carrier.phone else "",
            email=email if carrier.email and email != carrier.email else "",
        )
        for contact in (other, *each.contacts):
            if contact.phone or contact.email:
                rows[carrier.pk, contact.phone, contact.email] = {
                    "carrier_id": carrier.pk,
                    "phone": contact.phone,
                    "email": contact.email,
                    "name": contact.name,
                    "title": contact.title,
                }
    bulk.insert(
        CarrierContact,
        list(rows.values()),
        ignore_conflicts=True,
        organization_id=organization.pk,
        source=str(source),
        created_at=at,
    )
