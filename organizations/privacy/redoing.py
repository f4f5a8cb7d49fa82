"""Erasing again what an older backup has brought back: whoever was erased is known by a hash, and looked for by it."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

from organizations.models import Erasure, Organization
from organizations.privacy import rows
from organizations.privacy.erasing import NotErased, digests_of, erase_person
from organizations.privacy.holdings import HOLDINGS
from organizations.privacy.people import Person
from organizations.tenancy.actors import Actor
from organizations.tenancy.scope import current_organization_id, scope

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
