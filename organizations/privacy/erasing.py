"""Finding what is held of a person, and erasing it: rows and figures stay, whom they were about doesn't.

Two passes. What hangs on the person's number, address or conversations is emptied, whole. Then every other text of the
organization is searched for the number in all spellings, the address and the full names that the first pass met, and
loses those alone.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import batched
from typing import Any

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils.crypto import salted_hmac

from organizations import audit, tokens
from organizations.models import Erasure, Membership, Organization
from organizations.privacy import rows
from organizations.privacy.holdings import FILES, HOLDINGS, OPTED_OUT, TALKS, Holding, PersonBusy
from organizations.privacy.people import Person, full_names, person_of
from organizations.tenancy.actors import Actor
from organizations.tenancy.queueing import prompt
from organizations.tenancy.scope import current_organization_id, scope

log = structlog.get_logger(__name__)

SALT = "organizations.privacy"
BATCH = 200  # conversations in a transaction
CLAIM = timedelta(minutes=15)


class NotErased(Exception):
    """A person can't be erased; the text says why, and is meant for whoever asked."""


type Counts = dict[str, int]


# What is kept of whom was erased.


def digests_of(address: str, *, organization_id: int) -> list[bytes]:
    """The keyed hashes of a number or address, by today's SECRET_KEY first and those before it."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    value = f"{organization_id} {address}"
    return [salted_hmac(SALT, value, secret=key, algorithm="sha256").digest() for key in keys]


def never_called(numbers: Collection[str]) -> set[str]:
    """Those of the numbers whose owners were erased, and had asked never to be called; in scope, one query."""
    organization_id = current_organization_id()
    by_digest = {
        digest: number for number in numbers for digest in digests_of(number, organization_id=organization_id)
    }
    found = Erasure.objects.filter(digest__in=list(by_digest), is_never_called=True)
    return {by_digest[bytes(digest)] for digest in found.values_list("digest", flat=True)}


def allow_calls(number: str) -> None:
    """Forget that an erased number is never called, since its owner agreed to be called again."""
    found = digests_of(number, organization_id=current_organization_id())
    Erasure.objects.filter(digest__in=found, is_never_called=True).update(is_never_called=False)


# Looking and asking for it.


def find(person: Person, *, in_all: bool = True) -> Counts:
    """How many rows of each kind hold something of the person, in scope; nothing is written.

    What hangs on them is found by index; in others' texts (`in_all`) by reading all of them.
    """
    talks = _talks(person)
    counts: Counter[str] = Counter()
    own: dict[str, set[Any]] = {}
    values = rows.values_of(person, talks)
    for holding in HOLDINGS.values():
        own[holding.table] = {
            key for each in _conditions(holding) for key in rows.keys(holding, each, values)
        }
        counts[_label(holding)] += len(own[holding.table])
    if in_all:
        known = _with_names(person, talks)
        for holding in HOLDINGS.values():
            named = {key for key, _, _ in rows.naming(holding, known)}
            counts[_label(holding)] += len(named - own[holding.table])
    return {label: count for label, count in counts.items() if count}


def find_others(person: Person) -> list[str]:
    """Other numbers and addresses that stand with the person's in the same contact, to be erased as well."""
    values = rows.values_of(person, [])
    found = {
        word
        for holding in HOLDINGS.values()
        if holding.addresses and holding.of_person
        for word in rows.words_in(holding, holding.addresses, holding.of_person, values)
    }
    return sorted(found - {person.address})


def check(person: Person) -> None:
    """Raise NotErased where it is one of the organization's own people, or somebody on the line."""
    members = Membership.objects.filter(organization=current_organization_id())
    if members.filter(Q(user__email=person.email or None) | Q(phone=person.number or None)).exists():
        raise NotErased("That’s one of your users. Remove them from your users first.")
    try:
        _talks(person)
    except PersonBusy as error:
        raise NotErased(str(error)) from None


def request_erasure(*, organization: Organization, person: Person, by: Actor, at: datetime) -> Erasure:
    """Have a person erased in the background; the address waits encrypted until then. Raises NotErased."""
    check(person)
    with transaction.atomic():
        erasure = _ask(organization, person, by, at)
        prompt("organizations.tasks.erase_person", organization.pk, erasure.pk)
    return erasure


def _ask(organization: Organization, person: Person, by: Actor, at: datetime) -> Erasure:
    erasure = Erasure.objects.create(
        organization=organization,
        digest=digests_of(person.address, organization_id=organization.pk)[0],
        sealed=tokens.encrypt(person.address, salt=SALT),
        is_never_called=bool(person.number)
        and (any(ask(person) for ask in OPTED_OUT.values()) or bool(never_called([person.number]))),
        requested_at=at,
        requested_by=str(by),
    )
    # Who erased, not whom.
    audit.record(organization=organization, action="person.erased", subject=erasure, by=by, at=at)
    return erasure


def erase_person(*, organization: Organization, person: Person, by: Actor, at: datetime) -> Counts:
    """Erase a person now, in the organization's scope; how many rows of each kind. Raises NotErased."""
    check(person)
    erasure = _ask(organization, person, by, at)
    carry_out(erasure_id=erasure.pk, at=at)
    erasure.refresh_from_db()
    counts: Counts = erasure.counts
    return counts


def carry_out(*, erasure_id: int, at: datetime) -> bool:
    """Erase whom a row names, unless somebody else is at it; whether it is done now.

    Begun again after a crash it does what is left: what is erased isn't found any more. While the person is on the
    line nothing is done; the sweep tries again.
    """
    free = Q(claimed_until=None) | Q(claimed_until__lt=at)
    if not Erasure.objects.filter(free, pk=erasure_id, done_at=None).update(claimed_until=at + CLAIM):
        return False
    erasure = Erasure.objects.get(pk=erasure_id)
    try:
        counts = erase(person_of(tokens.decrypt(erasure.sealed, salt=SALT)))
    except PersonBusy:
        Erasure.objects.filter(pk=erasure_id).update(claimed_until=at + timedelta(minutes=2))
        return False
    before = Counter(erasure.counts)
    Erasure.objects.filter(pk=erasure_id).update(
        done_at=at, sealed="", claimed_until=None, counts=dict(before + Counter(counts))
    )
    return True


def due(*, at: datetime) -> list[tuple[int, int]]:
    """Organization and key of erasures that nobody is at."""
    free = Q(claimed_until=None) | Q(claimed_until__lt=at)
    rows = Erasure.unscoped.filter(free, done_at=None).order_by("pk")
    return list(rows.values_list("organization_id", "pk")[:100])


# Erasing.


def erase(person: Person) -> Counts:
    """Erase the person in the organization in scope; how many rows of each kind were changed or deleted."""
    talks = _talks(person)
    known = _with_names(person, talks)
    counts: Counter[str] = Counter()
    for part in batched(talks, BATCH):
        counts["files"] += sum(delete(part) for delete in FILES.values())
        counts += empty_talks(part)
    values = rows.values_of(person, talks)
    with transaction.atomic():
        for holding in HOLDINGS.values():
            if holding.of_person:
                change = rows.delete if holding.is_deleted else rows.empty
                counts[_label(holding)] += change(holding, holding.of_person, values)
    for holding in HOLDINGS.values():
        counts[_label(holding)] += rows.unname(holding, known)
    counts["log entries"] += rows.unname_log(known)
    log.info("person erased", rows=counts.total())
    return {label: count for label, count in counts.items() if count}


def empty_talks(talks: Sequence[int], *, contacts: bool = True, words: bool = True) -> Counter[str]:
    """Empty what conversations hold of persons, of words, or of both; how many rows of each kind had any."""
    counts: Counter[str] = Counter()
    values = rows.values_of(None, talks)
    with transaction.atomic():
        for holding in HOLDINGS.values():
            if holding.of_talks:
                counts[_label(holding)] += rows.empty(
                    holding, holding.of_talks, values, contacts=contacts, words=words
                )
    return counts


def _talks(person: Person) -> list[int]:
    return sorted({key for look in TALKS.values() for key in look(person)})


def _with_names(person: Person, talks: Sequence[int]) -> Person:
    """The person with all full names that stand in their own rows."""
    values = rows.values_of(person, talks)
    names = {
        name
        for holding in HOLDINGS.values()
        if holding.names
        for each in _conditions(holding)
        for name in rows.words_in(holding, holding.names, each, values)
    }
    return Person(number=person.number, email=person.email, names=full_names(names))


def _conditions(holding: Holding) -> list[str]:
    return [each for each in (holding.of_talks, holding.of_person) if each]


def _label(holding: Holding) -> str:
    return str(holding.model._meta.verbose_name_plural)


# Erasing again what an older backup has brought back: whoever was erased is known by a hash, and looked for by it.

_NUMBER = re.compile(r"\+?\d(?:[\s().-]{0,3}\d){6,14}")
_EMAIL = re.compile(r"[\w.+%-]+@[\w-]+(?:\.[\w-]+)+")


def erasures() -> Iterator[dict[str, Any]]:
    """Whom every organization has erased, as lines to be kept beside backups: hashes, no numbers."""
    for row in Erasure.unscoped.select_related("organization").order_by("pk").iterator():
        yield {
            "organization": row.organization.slug,
            "digest": bytes(row.digest).hex(),
            "isNeverCalled": row.is_never_called,
            "requestedAt": row.requested_at.isoformat(),
        }


def redo(told: Iterable[Mapping[str, Any]], *, by: Actor, at: datetime) -> tuple[int, int]:
    """Erase again whom these lines name, where they are held again; how many, and how many couldn't be.

    Reads every text of those organizations once. The hashes are by SECRET_KEY, or one of SECRET_KEY_FALLBACKS.
    """
    wanted: dict[str, dict[bytes, bool]] = defaultdict(dict)
    for line in told:
        digest = bytes.fromhex(line["digest"])
        known = wanted[line["organization"]]
        known[digest] = bool(line["isNeverCalled"]) or known.get(digest, False)
    count = failed = 0
    for organization in Organization.objects.filter(slug__in=wanted).order_by("pk"):
        with scope(organization.pk):
            for person, is_never_called in _held(wanted[organization.slug]):
                try:
                    erase_person(organization=organization, person=person, by=by, at=at)
                except NotErased:
                    failed += 1
                    continue
                count += 1
                if is_never_called:
                    digests = digests_of(person.address, organization_id=organization.pk)
                    Erasure.objects.filter(digest__in=digests).update(is_never_called=True)
    return count, failed


def _held(wanted: Mapping[bytes, bool]) -> list[tuple[Person, bool]]:
    """Those of the wanted whose number or address stands anywhere in the organization in scope."""
    found: dict[str, bool] = {}
    for address in _addresses():
        for digest in digests_of(address, organization_id=current_organization_id()):
            if digest in wanted:
                found[address] = wanted[digest]
    return [
        (Person(email=address) if "@" in address else Person(number=address), is_never_called)
        for address, is_never_called in sorted(found.items())
    ]


def _addresses() -> set[str]:
    """Every phone number and e-mail address in any text of the organization."""
    found: set[str] = set()
    for holding in HOLDINGS.values():
        for text in rows.texts(holding):
            found |= {each[0].lower() for each in _EMAIL.finditer(text)}
            for number in _NUMBER.finditer(text):
                digits = re.sub(r"\D", "", number[0])
                found |= {f"+{digits}", f"+1{digits}"} if len(digits) == 10 else {f"+{digits}"}
    return found
