"""What people do to bids stands in the audit; the agent's and the sweep's deeds are in the bid's own history."""

from datetime import datetime
from typing import Any

from bids.models import Bid
from organizations import audit
from organizations.actors import Actor


def record_deed(action: str, bid: Bid, by: Actor, at: datetime, **details: Any) -> None:
    """Append an audit row where a person acted."""
    if by.kind == "user":
        audit.record(organization=bid.organization, action=action, subject=bid, by=by, at=at, **details)
