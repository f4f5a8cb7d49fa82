"""What the call list offers to click; links that keep the other filters."""

from django.http import QueryDict

from calls.forms import LIVE
from calls.states import CallStatus, Direction
from organizations.board import Chip, query, switch_chips

# In the order in which a broker asks for them.
STATUSES = (
    (None, "All"),
    (LIVE, "Live"),
    (CallStatus.COMPLETED, "Completed"),
    (CallStatus.NO_ANSWER, "No answer"),
    (CallStatus.VOICEMAIL, "Voicemail"),
    (CallStatus.BUSY, "Busy"),
    (CallStatus.FAILED, "Failed"),
    (CallStatus.CANCELED, "Canceled"),
)


def status_chips(current: QueryDict, chosen: str | None) -> list[Chip]:
    """Return a chip for every way a call can stand, and for all of them."""
    return [Chip(label, query(current, status=status), chosen == status) for status, label in STATUSES]


def direction_chips(current: QueryDict, chosen: str | None) -> list[Chip]:
    """Return the two directions; a second click takes the filter out again."""
    return switch_chips(current, "direction", Direction.choices, chosen)
