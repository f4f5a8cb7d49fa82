"""What every source of carrier facts offers: findings, and the ways in which asking can go wrong."""

from dataclasses import dataclass, fields
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any, Protocol

from carriers.identity import Numbers
from carriers.states import Authority, ConnectionStatus, PhoneRisk, RulesAssessment, SafetyRating

# What a source says of a carrier, in one shape whatever the source.


@dataclass(frozen=True, slots=True, kw_only=True)
class CarrierFacts:
    """Facts about one carrier; None and empty mean that the source doesn't say, never that there is none."""

    dot_number: int | None = None
    mc_number: str = ""  # digits
    name: str = ""
    legal_name: str = ""
    dba_name: str = ""
    address: str = ""  # one line
    phone: str = ""  # E.164
    email: str = ""
    fleet_size: int | None = None  # power units
    drivers: int | None = None
    is_allowed_to_operate: bool | None = None
    common_authority: Authority | None = None
    contract_authority: Authority | None = None
    broker_authority: Authority | None = None
    authority_granted_date: date | None = None
    liability_insurance: Decimal | None = None  # BIPD on file, dollars
    cargo_insurance: Decimal | None = None
    is_out_of_service: bool | None = None
    out_of_service_date: date | None = None
    safety_rating: SafetyRating | None = None
    safety_rating_date: date | None = None
    connection_status: ConnectionStatus | None = None
    identity_assessment: RulesAssessment | None = None

    @property
    def told(self) -> dict[str, Any]:
        """What the source says, by name."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if value not in (None, "")}


@dataclass(frozen=True, slots=True)
class Findings:
    """What a source said at a moment; `facts` is None where it knows no such carrier."""

    source: str  # carriers.states.Source
    found_at: datetime
    facts: CarrierFacts | None


@dataclass(frozen=True, slots=True)
class ContactFindings:
    """What a source said of a phone number or an e-mail address at a moment."""

    source: str
    found_at: datetime
    address: str
    category: str  # the source's own word
    risks: tuple[PhoneRisk, ...]


def one_line(street: str, city: str, state: str, postal_code: str, country: str = "US") -> str:
    """Return an address in one line, `12 Depot Rd, Amarillo, TX 79101`; another country than the US at its end."""
    place = " ".join(part for part in (state, postal_code) if part)
    parts = (street, city, place, country if country not in ("", "US") else "")
    return ", ".join(part for part in parts if part)


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
