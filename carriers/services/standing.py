"""What people make of a carrier, whatever its papers say: blocked, or preferred; each change is audited."""

from datetime import datetime
from typing import Any

from django.db import transaction

from carriers.models import Carrier
from organizations import audit
from organizations.actors import Actor


def block_carrier(*, carrier: Carrier, reason: str = "", by: Actor, at: datetime) -> bool:
    """Talk rates with it no more; whether it wasn't so already. A call that is under way ends politely."""
    return _set(carrier, "carrier.blocked", {"is_blocked": True, "block_reason": reason[:300]}, by, at)


def unblock_carrier(*, carrier: Carrier, by: Actor, at: datetime) -> bool:
    """Let its papers decide again; whether it was blocked."""
    return _set(carrier, "carrier.unblocked", {"is_blocked": False, "block_reason": ""}, by, at)


def prefer_carrier(*, carrier: Carrier, by: Actor, at: datetime) -> bool:
    """Prefer it to others; whether it wasn't so already."""
    return _set(carrier, "carrier.preferred", {"is_preferred": True}, by, at)


def unprefer_carrier(*, carrier: Carrier, by: Actor, at: datetime) -> bool:
    """Take it as any other; whether it was preferred."""
    return _set(carrier, "carrier.unpreferred", {"is_preferred": False}, by, at)


def note_carrier(*, carrier: Carrier, notes: str, by: Actor, at: datetime) -> bool:
    """Write down what colleagues should know of it, in the place of what stood there; whether that changes anything."""
    return _set(carrier, "carrier.noted", {"notes": notes}, by, at)


def _set(carrier: Carrier, action: str, fields: dict[str, Any], by: Actor, at: datetime) -> bool:
    """Change and audit, if anything changes; the instance bears the new values."""
    with transaction.atomic():
        stored = Carrier.unscoped.select_for_update(no_key=True).get(pk=carrier.pk)
        changes = {name: value for name, value in fields.items() if getattr(stored, name) != value}
        for name, value in fields.items():
            setattr(carrier, name, value)
        if not changes:
            return False
        Carrier.unscoped.filter(pk=carrier.pk).update(**changes, updated_at=at)
        audit.record(organization=stored.organization, action=action, subject=stored, by=by, at=at, **changes)
    return True
