"""What is done to bids: open pages are told, and what people do stands in the audit.

The agent's and the sweep's deeds are in the bid's own history.
"""

from datetime import datetime
from typing import Any

from bids.models import Bid
from organizations import audit, live
from organizations.actors import Actor


def record_deed(action: str, bid: Bid, by: Actor, at: datetime, **details: Any) -> None:
    """Tell open pages; append an audit row where a person acted."""
    live.changed(bid.organization_id, *bid.live_names)
    if by.kind == "user":
        audit.record(organization=bid.organization, action=action, subject=bid, by=by, at=at, **details)
