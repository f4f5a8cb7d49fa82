"""What every source of facts offers, and the ways in which asking it can go wrong."""

from datetime import datetime, timedelta
from typing import Protocol

from carriers.identity import Numbers
from carriers.registry.findings import ContactFindings, Findings


class Source(Protocol):
    """Somebody who knows carriers by their numbers, over a wire of its own."""

    name: str  # carriers.states.Source
    keeps_for: timedelta  # what it said is as good as new for so long

    def look_up(self, numbers: Numbers, *, at: datetime) -> Findings:
        """Return what the source says of the carrier; raises SourceError.

        It may take as long as the source's patience: a call never waits for it.
        """
        ...


class ContactSource(Source, Protocol):
    """A source that also knows phone numbers and e-mail addresses."""

    def look_up_contact(self, address: str, *, at: datetime) -> ContactFindings:
        """Return what the source says of a phone number (E.164) or an e-mail address; raises SourceError."""
        ...


class SourceError(Exception):
    """The source had no answer that could be used; `str()` says why, without any key."""

    retry_after = timedelta(minutes=15)


class Unavailable(SourceError):
    """It is down, slow, has had enough of us, or is left alone for a while after such failures."""

    def __init__(self, reason: str, *, retry_after: timedelta | None = None) -> None:
        super().__init__(reason)
        if retry_after is not None:
            self.retry_after = retry_after


class Refused(SourceError):
    """It doesn't accept our key, or doesn't know the address that settings give."""

    retry_after = timedelta(hours=1)


class Nonsense(SourceError):
    """Its answer can't be what it should be: not JSON, of another shape, or about another carrier."""

    retry_after = timedelta(hours=1)
