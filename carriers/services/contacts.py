"""What sources tell of phone numbers and e-mail addresses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from carriers.models import ContactFinding
from organizations.models import Organization


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
