"""What every source of carrier facts offers: findings, their values, and how asking can go wrong."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from datetime import date, datetime, timedelta
from decimal import Decimal, InvalidOperation
from functools import partial
from typing import Any, Protocol

import phonenumbers

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
    def given(self) -> dict[str, Any]:
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


# Values as registries write them: texts that are numbers, letters that are states, dates in several forms.


NORTH_AMERICAN = re.compile(r"[2-9]\d{2}[2-9]\d{6}", re.ASCII)
EMAIL = re.compile(r"[^@\s,;<>\"]+@[^@\s,;<>\"]+\.[^@\s,;<>\".]{2,}", re.ASCII)
MAX_EMAIL_LENGTH = 254
# 2019-04-30, 20190430, "20190430 0930", 30-APR-19, 04/30/2019
DATES = ("%Y-%m-%d", "%Y%m%d", "%d-%b-%y", "%d-%b-%Y", "%m/%d/%Y")
MAX_DOLLARS = Decimal(10_000_000_000)
INT32_MAX = 2**31 - 1


def text_of(value: Any) -> str:
    """Return a text with single spaces."""
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise ValueError("Expected a text.")
    return " ".join(str(value).replace("\x00", " ").split())


def whole_of(value: Any, *, most: int = INT32_MAX) -> int | None:
    """Return a whole number that isn't negative, from a number or its digits (`"1,204"`, `"12.0"`)."""
    if value is None or value == "":
        return None
    if isinstance(value, str):
        value = value.strip().replace(",", "").removesuffix(".0")
        if not value:
            return None
        if not (value.isascii() and value.isdecimal()):
            raise ValueError("Expected a whole number.")
        value = int(value[:20])
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError("Expected a whole number.")
    if not 0 <= value <= most:
        raise ValueError(f"Must be from 0 to {most}.")
    return value


def dollars_of(value: Any) -> Decimal | None:
    """Return dollars that aren't negative, from a number or a text (`"$1,000,000"`)."""
    if value is None or isinstance(value, bool | list | dict):
        if value is None:
            return None
        raise ValueError("Expected an amount in dollars.")
    plain = str(value).strip().removeprefix("$").replace(",", "")
    if not plain:
        return None
    try:
        amount = Decimal(plain)
    except InvalidOperation:
        raise ValueError("Expected an amount in dollars.") from None
    if not amount.is_finite() or not 0 <= amount < MAX_DOLLARS:
        raise ValueError("Expected an amount in dollars.")
    return amount.quantize(Decimal("0.01"))


def flag_of(value: Any) -> bool | None:
    """Return what Y or N says; None for anything that says neither, such as `u`."""
    if isinstance(value, bool):
        return value
    return {"Y": True, "N": False}.get(text_of(value).upper())


def date_of(value: Any) -> date | None:
    """Return a day, from any of the forms that registries use; a time of day after it doesn't matter."""
    text = text_of(value)
    if not text:
        return None
    day = re.split(r"[ T]", text, maxsplit=1)[0]
    if re.fullmatch(r"\d{4}-\d\d-\d\d", day, re.ASCII):
        try:
            return date.fromisoformat(day)
        except ValueError:
            raise ValueError("Expected a date.") from None
    for form in DATES[1:]:
        try:
            found = datetime.strptime(day, form).date()  # noqa: DTZ007 (a day has no zone)
        except ValueError:
            continue
        if found.year > datetime.now().year + 20 and "%y" in form:  # noqa: DTZ005
            found = found.replace(year=found.year - 100)
        return found
    raise ValueError("Expected a date.")


def phone_of(value: Any, country: str = "US") -> str:
    """Return a phone number in E.164 form, or "" where it is none: registries hold much that nobody can dial."""
    text = text_of(value)
    digits = re.sub(r"\D", "", text)
    if country in ("US", "CA", "") and NORTH_AMERICAN.fullmatch(digits):
        return f"+1{digits}"
    if len(digits) < 7:
        return ""
    try:
        parsed = phonenumbers.parse(text, country or "US")
    except phonenumbers.NumberParseException:
        return ""
    if not phonenumbers.is_possible_number(parsed):
        return ""
    if parsed.country_code == 1 and not NORTH_AMERICAN.fullmatch(str(parsed.national_number)):
        return ""
    return str(phonenumbers.format_number(parsed, phonenumbers.PhoneNumberFormat.E164))


def email_of(value: Any) -> str:
    """Return an e-mail address in lower case, or "" where it is none."""
    text = text_of(value).lower().strip(" .;,")
    return text if EMAIL.fullmatch(text) and len(text) <= MAX_EMAIL_LENGTH else ""


# Facts as they are stored, read back.


class InvalidFacts(ValueError):
    """A fact that there isn't, or a value that it can't have; `str()` names each."""


def _flag(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    raise ValueError("is neither true nor false")


def _day(value: Any) -> date:
    if isinstance(value, datetime):
        raise ValueError("is no date")
    return value if isinstance(value, date) else date.fromisoformat(value)


def _dollars(value: Any) -> Decimal:
    if isinstance(value, bool):
        raise ValueError("is no amount")
    try:
        amount = Decimal(str(value))
    except InvalidOperation:
        raise ValueError("is no amount") from None
    if not (amount.is_finite() and 0 <= amount < MAX_DOLLARS):
        raise ValueError("is no amount of insurance")
    return amount.quantize(Decimal("0.01"))


def _choice(choices: Any, value: Any) -> str:
    if value not in choices.values:
        raise ValueError(f"is none of {', '.join(choices.values)}")
    return str(value)


# Each fact that vetting knows, and how its value is read; columns of Carrier bear the same names.
FACTS: Mapping[str, Callable[[Any], Any]] = {
    "is_allowed_to_operate": _flag,
    "common_authority": partial(_choice, Authority),
    "contract_authority": partial(_choice, Authority),
    "broker_authority": partial(_choice, Authority),
    "authority_granted_date": _day,
    "liability_insurance": _dollars,
    "liability_expiry_date": _day,
    "cargo_insurance": _dollars,
    "cargo_expiry_date": _day,
    "is_out_of_service": _flag,
    "out_of_service_date": _day,
    "safety_rating": partial(_choice, SafetyRating),
    "safety_rating_date": _day,
    "connection_status": partial(_choice, ConnectionStatus),
    "identity_assessment": partial(_choice, RulesAssessment),
}


def read_facts(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts of a source as Python values, of JSON's or already theirs; null and "" are left out.

    An out-of-service date alone says that there is an order. Raises InvalidFacts.
    """
    facts, wrong = {}, []
    for name, value in data.items():
        if name not in FACTS:
            wrong.append(f"{name}: no such fact")
        elif value is not None and value != "":
            try:
                facts[name] = FACTS[name](value)
            except (TypeError, ValueError) as error:
                wrong.append(f"{name}: {error}")
    if wrong:
        raise InvalidFacts("; ".join(wrong))
    if "out_of_service_date" in facts:
        facts.setdefault("is_out_of_service", True)
    return facts
