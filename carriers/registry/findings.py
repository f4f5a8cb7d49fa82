"""What a source says of a carrier, in one shape whatever the source."""

from dataclasses import dataclass, fields
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from carriers.states import Authority, ConnectionStatus, PhoneRisk, RulesAssessment, SafetyRating


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
