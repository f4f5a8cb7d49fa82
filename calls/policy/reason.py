"""What a rule answers when it says no."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a call may not be placed now.

    `code` stays and is told to API clients, `detail` is a sentence for people; `retry_at` is the moment from which on
    the rule no longer says no, None where time alone cures nothing (or nobody can tell when).
    """

    code: str
    detail: str
    retry_at: datetime | None = None


class NotAllowed(ValueError):
    """The organization's agent may not place this call: `reason` says why, `str()` in words."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.detail)
        self.reason = reason

    @property
    def code(self) -> str:
        """The reason's code."""
        return self.reason.code
