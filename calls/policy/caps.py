"""How many calls may be placed, how many at once, and how soon again about the same load."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from calls.policy.reason import Reason


@dataclass(frozen=True, slots=True)
class Cap:
    """At most `most` calls within any `window`; `words` say of what.

    `reached_by` is when the `most`th newest of them was asked for, None while there are fewer: the cap is reached until
    that one has left the window.
    """

    words: str
    most: int
    window: timedelta
    reached_by: datetime | None

    def free_again(self, at: datetime) -> datetime | None:
        """When the next call may be placed; None if one may be placed now."""
        if self.reached_by is None or at - self.reached_by >= self.window:
            return None
        return self.reached_by + self.window


def judge_caps(caps: Iterable[Cap], *, live: int, most_live: int, at: datetime) -> Reason | None:
    """What speaks against one more call beside `live` unfinished ones: the cap that lasts longest."""
    reached = [(again, cap.words) for cap in caps if (again := cap.free_again(at)) is not None]
    if live >= most_live:
        return Reason(
            "call_limit_reached",
            f"This organization has {live} calls out at the same time, and may have {most_live}.",
            max(reached)[0] if reached else None,
        )
    if not reached:
        return None
    again, words = max(reached)
    return Reason("call_limit_reached", f"This organization may place {words}, and has.", again)


@dataclass(frozen=True, slots=True)
class Contact:
    """What was asked about a load before: when it was last told of, and check calls that are still under way."""

    reported_at: datetime | None = None
    asked_at: datetime | None = None  # of the newest unfinished check call, whomever it goes to
    is_asking_number: bool = False  # whether one of them goes to this very number


def judge_contact(contact: Contact, *, quiet: timedelta, at: datetime) -> Reason | None:
    """What speaks against another check call about a load: a fresh answer, or one that is being asked for."""
    if not quiet:
        return None
    if contact.reported_at is not None and at - contact.reported_at < quiet:
        return _recently("The last answer about this load is fresh.", contact.reported_at + quiet)
    if contact.asked_at is not None and at - contact.asked_at < quiet:
        return _recently("A check call about this load is under way.", contact.asked_at + quiet)
    if contact.is_asking_number:
        return _recently("A check call about this load to this number is under way.", None)
    return None


def _recently(detail: str, again: datetime | None) -> Reason:
    return Reason("recently_contacted", detail, again)
