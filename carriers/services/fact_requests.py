"""Asking the sources about a carrier: a request is a row, a task asks, answers are stored.

Nobody who wants facts waits for them: a call goes on with what is stored.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.db import IntegrityError, transaction

from carriers.identity import Numbers, ensure_carriers
from carriers.models import ContactFinding, FactsRequest
from carriers.registry.source import Findings, SourceError
from carriers.registry.sources import carrier_sources, contact_sources
from carriers.services.findings import PROFILE, Found, store_findings
from carriers.vetting_facts import FACTS
from organizations.models import Organization
from organizations.records.bulk import Raced
from organizations.tenancy.queueing import prompt

# What sources tell of phone numbers and e-mail addresses.


@dataclass(frozen=True, slots=True)
class FoundContact:
    """What a source told of a number (E.164) or an e-mail address; no risks: it knows of none."""

    address: str
    found_at: datetime
    risks: Sequence[str] = ()
    data: Mapping[str, Any] = field(default_factory=dict)


def store_contact_findings(*, organization: Organization, source: str, found: Sequence[FoundContact]) -> None:
    """Take down what a source told of numbers and addresses, in the place of what it told before."""
    for each in found:
        ContactFinding.unscoped.update_or_create(
            organization=organization,
            address=each.address.lower(),
            source=source,
            defaults={"risks": sorted(each.risks), "found_at": each.found_at, "data": dict(each.data)},
        )


log = structlog.get_logger(__name__)

MAX_AT_ONCE = 5
LEASE = timedelta(
    minutes=2
)  # longer than asking so many takes; whoever dies meanwhile leaves them to the sweep
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


def ask_sources(*, organization: Organization, at: datetime, most: int = MAX_AT_ONCE) -> int:
    """Ask at most so many of the questions whose turn it is; how many it were.

    Each is taken for a while before it is asked, so that several tasks share the work; nothing is locked meanwhile.
    """
    with transaction.atomic():
        due = FactsRequest.unscoped.of(organization).filter(next_try_at__lte=at).order_by("next_try_at", "pk")
        taken = list(due.select_for_update(skip_locked=True, no_key=True)[:most])
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
        told = FoundContact(found.address, found.found_at, found.risks, {"category": found.category})
        store_contact_findings(organization=organization, source=found.source, found=[told])
        return ""
    return "The source is no longer in the settings."


def _store(organization: Organization, numbers: Numbers, findings: Findings, at: datetime) -> str:
    """Store a carrier's facts, as a new carrier's where there was none; what there is to say of it."""
    if findings.facts is None:
        return "No such carrier on file."
    told = findings.facts.told
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
