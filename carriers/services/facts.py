"""What sources told about carriers, taken down: the facts, what stands of them, and who should be vetted again."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import orjson
import structlog
from django.db import IntegrityError, transaction

from carriers.identity import Numbers, ensure_carriers
from carriers.models import Carrier, CarrierContact, CarrierFinding, ContactFinding, FactsRequest
from carriers.registry.findings import FACTS, ContactFindings, Findings, SourceError, read_facts
from carriers.registry.sources import carrier_sources, contact_sources
from carriers.states import Source
from carriers.vetting import Fact, Finding, merge
from organizations import sql
from organizations.api.imports import Raced
from organizations.models import Organization
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

    `facts` by the names of `carriers.registry.findings.FACTS`, as Python or JSON values; `profile` by those of PROFILE.
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
        told = _stored_findings(organization, carriers)
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


def _stored_findings(organization: Organization, carriers: Mapping[int, Carrier]) -> dict[int, list[Finding]]:
    """What was found before, by carrier."""
    found: dict[int, list[Finding]] = {}
    columns = ["carrier_id", "source", "found_at", "data"]
    among = ("carrier_id", list(carriers))
    for pk, source, found_at, data in sql.find(
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
    sql.insert(CarrierFinding, news, organization_id=organization.pk)
    sql.update(Carrier, rows, organization_id=organization.pk)


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
    sql.insert(
        CarrierContact,
        list(rows.values()),
        ignore_conflicts=True,
        organization_id=organization.pk,
        source=str(source),
        created_at=at,
    )


def store_contact_findings(*, organization: Organization, found: ContactFindings) -> None:
    """Take down what a source told of a number or an address, in the place of what it told before."""
    ContactFinding.unscoped.update_or_create(
        organization=organization,
        address=found.address.lower(),
        source=found.source,
        defaults={
            "risks": sorted(found.risks),
            "found_at": found.found_at,
            "data": {"category": found.category},
        },
    )


# Asking the sources about a carrier: a request is a row, a task asks, answers are stored.


log = structlog.get_logger(__name__)

MAX_AT_ONCE = 5
# Longer than asking so many takes; whoever dies meanwhile leaves them to the sweep.
LEASE = timedelta(minutes=2)
MAX_TRIES = 8  # then it rests until somebody wants it again
MAX_PAUSE = timedelta(hours=6)


def want_facts(
    *, organization: Organization, numbers: Numbers | None, addresses: Iterable[str] = (), at: datetime
) -> None:
    """Have the sources asked about a carrier, and about phone numbers (E.164) and e-mail addresses.

    Nothing happens where they have told lately, or where settings name no source. Costs at most three queries.
    """
    about_carriers, about_contacts = carrier_sources(), contact_sources()
    wanted = {}
    if numbers is not None and (numbers.dot or numbers.mc):
        wanted = {(_subject(numbers), name): source.keeps_for for name, source in about_carriers.items()}
    for address in addresses:
        if address:
            wanted |= {(address.lower(), name): source.keeps_for for name, source in about_contacts.items()}
    if not wanted:
        return
    known = {
        (request.subject, request.source): request
        for request in FactsRequest.unscoped.of(organization).filter(
            subject__in={subject for subject, _ in wanted}
        )
    }
    new = [
        FactsRequest(organization=organization, subject=subject, source=name, wanted_at=at, next_try_at=at)
        for subject, name in wanted.keys() - known.keys()
    ]
    stale = [
        request.pk
        for key, request in known.items()
        if key in wanted and request.next_try_at is None and _is_stale(request, wanted[key], at)
    ]
    if new:
        FactsRequest.unscoped.bulk_create(new, ignore_conflicts=True)
    if stale:
        FactsRequest.unscoped.filter(pk__in=stale).update(wanted_at=at, next_try_at=at, tries=0)
    if new or stale:
        prompt("carriers.tasks.ask_sources", organization.pk)


def ask_sources(*, organization: Organization, at: datetime) -> int:
    """Ask a few of the questions whose turn it is; how many it were.

    Each is taken for a while before it is asked, so that several tasks share the work; nothing is locked meanwhile.
    """
    with transaction.atomic():
        due = FactsRequest.unscoped.of(organization).filter(next_try_at__lte=at).order_by("next_try_at", "pk")
        taken = list(due.select_for_update(skip_locked=True, no_key=True)[:MAX_AT_ONCE])
        FactsRequest.unscoped.filter(pk__in=[each.pk for each in taken]).update(next_try_at=at + LEASE)
    for request in taken:
        _ask(organization, request, at)
    return len(taken)


def organizations_wanting(*, at: datetime) -> list[int]:
    """Return the organizations that have questions whose turn it is."""
    due = FactsRequest.unscoped.filter(next_try_at__lte=at)
    return list(due.order_by("organization_id").values_list("organization_id", flat=True).distinct())


def _is_stale(request: FactsRequest, keeps_for: timedelta, at: datetime) -> bool:
    """Whether a new answer is wanted; after failures not before the longest pause is over."""
    if request.answered_at is not None and request.tries == 0:
        return at >= request.answered_at + keeps_for
    return at >= request.wanted_at + MAX_PAUSE


def _subject(numbers: Numbers) -> str:
    return f"DOT {numbers.dot}" if numbers.dot else f"MC {numbers.mc}"


def _numbers(subject: str) -> Numbers | None:
    """The carrier's numbers; None where the subject is a phone number or an address."""
    kind, _, digits = subject.partition(" ")
    if kind == "DOT":
        return Numbers(int(digits), "")
    return Numbers(None, digits) if kind == "MC" else None


def _ask(organization: Organization, request: FactsRequest, at: datetime) -> None:
    """Ask, store what is answered, and note when to ask again."""
    try:
        problem = _answer(organization, request, at)
    except SourceError as error:
        _note_failure(request, str(error), error.retry_after, at)
        return
    except (Raced, IntegrityError) as error:  # somebody wrote the same carrier just now
        log.info("facts not stored, to be tried again", subject=request.subject, error=repr(error))
        _note_failure(request, "Another process wrote the same carrier.", timedelta(seconds=10), at)
        return
    FactsRequest.unscoped.filter(pk=request.pk).update(
        answered_at=at, next_try_at=None, tries=0, problem=problem
    )


def _answer(organization: Organization, request: FactsRequest, at: datetime) -> str:
    """Ask the source and store what it says; what there is to say of the answer. Raises SourceError."""
    numbers = _numbers(request.subject)
    if numbers is not None:
        source = carrier_sources().get(request.source)
        if source is not None:
            return _store(organization, numbers, source.look_up(numbers, at=at), at)
    elif (contacts := contact_sources().get(request.source)) is not None:
        found = contacts.look_up_contact(request.subject, at=at)
        store_contact_findings(organization=organization, found=found)
        return ""
    return "The source is no longer in the settings."


def _store(organization: Organization, numbers: Numbers, findings: Findings, at: datetime) -> str:
    """Store a carrier's facts, as a new carrier's where there was none; what there is to say of it."""
    if findings.facts is None:
        return "No such carrier on file."
    told = findings.facts.given
    pair = Numbers(findings.facts.dot_number or numbers.dot, findings.facts.mc_number or numbers.mc)
    with transaction.atomic():
        # Two that learn of a carrier at once take turns; nobody else waits for this lock.
        Organization.objects.select_for_update(no_key=True).get(pk=organization.pk)
        key = ensure_carriers(organization=organization, numbers=[pair], at=at)[pair]
        found = Found(
            key,
            findings.found_at,
            facts={name: told[name] for name in told if name in FACTS},
            profile={name: told[name] for name in told if name in PROFILE},
        )
        store_findings(organization=organization, source=findings.source, found=[found], at=at)
    return ""


def _note_failure(request: FactsRequest, problem: str, pause: timedelta, at: datetime) -> None:
    """Try again after a pause that doubles; after many times leave it until somebody wants it again."""
    tries = request.tries + 1
    next_try_at = None if tries >= MAX_TRIES else at + min(pause * 2 ** (tries - 1), MAX_PAUSE)
    FactsRequest.unscoped.filter(pk=request.pk).update(
        tries=tries, problem=problem[:200], next_try_at=next_try_at
    )
