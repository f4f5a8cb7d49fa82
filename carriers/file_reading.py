"""A row of a file, as what it tells of a carrier. Pure; raises Refused with all that is wrong with it."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from carriers.identity import Numbers
from carriers.registry.findings import date_of, dollars_of, email_of, one_line, phone_of, text_of, whole_of
from carriers.services.facts import Contact
from carriers.states import Authority, ConnectionStatus, RulesAssessment, SafetyRating
from organizations.api.imports import Refused
from organizations.equipment import normalize

MAX_DOT_DIGITS = 10**10 - 1
MAX_LENGTH = {
    "name": 300,
    "legal_name": 300,
    "dba_name": 300,
    "address": 500,
    "block_reason": 300,
    "notes": 10_000,
}
MAX_EQUIPMENT_TYPES = 50
DOCKETS = ("docket_1", "docket_2", "docket_3")
RATINGS = {
    "S": SafetyRating.SATISFACTORY,
    "C": SafetyRating.CONDITIONAL,
    "U": SafetyRating.UNSATISFACTORY,
    "N": SafetyRating.UNRATED,
    "": None,
}
AUTHORITIES = {"A": Authority.ACTIVE, "I": Authority.INACTIVE, "N": Authority.NONE, "": None}
YES = frozenset(("y", "yes", "true", "t", "1", "x"))
NO = frozenset(("n", "no", "false", "f", "0", ""))


@dataclass(frozen=True, slots=True)
class FileCarrier:
    """What a row tells: nothing of what is left out.

    `profile` by the names of `carriers.services.facts.PROFILE`, `facts` by `carriers.registry.findings.FACTS`, `word`
    by columns that only the broker decides on.
    """

    numbers: Numbers
    profile: Mapping[str, Any]
    facts: Mapping[str, Any] = field(default_factory=dict)
    word: Mapping[str, Any] = field(default_factory=dict)
    contacts: Sequence[Contact] = ()


class _Values:
    """A row's values by field; what is wrong is collected."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values = values
        self.wrong: list[str] = []

    def take[T](self, name: str, read: Callable[[Any], T], empty: T) -> T:
        """The value as `read` has it; `empty` where it isn't given or is wrong."""
        value = self.values.get(name)
        if value is None or value == "":
            return empty
        try:
            return read(value)
        except ValueError as error:
            self.wrong.append(f"{name}: {error}")
            return empty

    def text(self, name: str) -> str:
        """A text of at most the column's length."""
        if not self.values.get(name):
            return ""
        text = self.take(name, text_of, "")
        if len(text) > MAX_LENGTH.get(name, 300):
            self.wrong.append(f"{name}: At most {MAX_LENGTH.get(name, 300)} characters.")
        return text

    def numbers(self, mc: str) -> Numbers:
        """The carrier's numbers."""
        dot = self.take("dot_number", lambda value: whole_of(_digits(value), most=MAX_DOT_DIGITS), None)
        if not self.wrong and not dot and not mc:
            self.wrong.append("dot_number: A carrier needs a DOT number or an MC number.")
        return Numbers(dot or None, mc)

    def address(self) -> str:
        """The address in one line, put together where its parts have columns of their own."""
        whole, street = self.text("address"), self.text("street")
        if whole and not street:
            return whole
        parts = [self.text(name) for name in ("city", "state", "postal_code", "country")]
        return one_line(street, *parts)[: MAX_LENGTH["address"]]

    def check(self) -> None:
        """Raise Refused where something was wrong."""
        if self.wrong:
            raise Refused("; ".join(self.wrong))


def read_census(values: Mapping[str, Any]) -> FileCarrier:
    """Return what a row of the census tells.

    A docket's status tells of authority only where it is inactive: an active one may be a broker's. Blank ratings
    tell nothing.
    """
    row = _Values(values)
    legal, dba = row.text("legal_name"), row.text("dba_name")
    country = row.text("country").upper()
    mc, is_inactive = _dockets(row)
    phone = row.take("phone", lambda value: phone_of(value, country), "")
    profile = {
        "name": dba or legal,
        "legal_name": legal,
        "dba_name": dba,
        "address": row.address(),
        "phone": phone,
        "email": row.take("email", email_of, ""),
        "fleet_size": row.take("fleet_size", whole_of, None),
        "drivers": row.take("drivers", whole_of, None),
    }
    facts: dict[str, Any] = {
        "safety_rating": _choice(row, "safety_rating", RATINGS),
        "safety_rating_date": row.take("safety_rating_date", date_of, None),
        "is_allowed_to_operate": False if row.text("status").upper() == "I" else None,
    }
    if is_inactive:
        facts |= {"common_authority": Authority.INACTIVE, "contract_authority": Authority.INACTIVE}
    if facts["safety_rating"] is None:
        facts["safety_rating_date"] = None
    other = row.take("other_phone", lambda value: phone_of(value, country), "")
    contacts = [Contact(phone=other, name=row.text("contact_name")[:200])] if other not in ("", phone) else []
    numbers = row.numbers(mc)
    row.check()
    return FileCarrier(numbers, _given(profile), _given(facts), {}, contacts)


def _dockets(row: _Values) -> tuple[str, bool]:
    """The MC number, an active one if there is, and whether all that there are have become inactive."""
    held = []
    for name in DOCKETS:
        if row.text(f"{name}_prefix").upper() == "MC":
            number = row.take(name, lambda value: whole_of(_digits(value), most=MAX_DOT_DIGITS), None)
            if number:
                held.append((row.text(f"{name}_status").upper(), str(number)))
    active = [number for status, number in held if status != "I"]
    numbers = active or [number for _, number in held]
    return (numbers[0] if numbers else ""), bool(held) and not active


def read_own(values: Mapping[str, Any]) -> FileCarrier:
    """Return what a row of the broker's own list tells."""
    row = _Values(values)
    country = row.text("country").upper()
    country = country if len(country) == 2 else ""
    phone, other = (
        row.take(name, lambda value: _phone(value, country), "") for name in ("phone", "other_phone")
    )
    email, other_email = (row.take(name, _email, "") for name in ("email", "other_email"))
    name, legal, dba = (row.text(each) for each in ("name", "legal_name", "dba_name"))
    profile = {
        "name": name or dba or legal,
        "legal_name": legal,
        "dba_name": dba,
        "address": row.address(),
        "phone": phone,
        "email": email,
        "fleet_size": row.take("fleet_size", whole_of, None),
        "drivers": row.take("drivers", whole_of, None),
        "equipment_types": row.take("equipment_types", _equipment_types, None),
    }
    out_of_service_date = row.take("out_of_service_date", date_of, None)
    facts = {
        "common_authority": _choice(row, "common_authority", AUTHORITIES),
        "contract_authority": _choice(row, "contract_authority", AUTHORITIES),
        "broker_authority": _choice(row, "broker_authority", AUTHORITIES),
        "authority_granted_date": row.take("authority_granted_date", date_of, None),
        "liability_insurance": row.take("liability_insurance", dollars_of, None),
        "liability_expiry_date": row.take("liability_expiry_date", date_of, None),
        "cargo_insurance": row.take("cargo_insurance", dollars_of, None),
        "cargo_expiry_date": row.take("cargo_expiry_date", date_of, None),
        "is_out_of_service": True if out_of_service_date else None,
        "out_of_service_date": out_of_service_date,
        "safety_rating": _choice(row, "safety_rating", RATINGS),
        "safety_rating_date": row.take("safety_rating_date", date_of, None),
        "connection_status": row.take(
            "connection_status", lambda value: _value(value, ConnectionStatus), None
        ),
        "identity_assessment": row.take(
            "identity_assessment", lambda value: _value(value, RulesAssessment), None
        ),
    }
    word = {
        "is_capacity_carrier": row.take("is_capacity_carrier", _yes, None),
        "is_preferred": row.take("is_preferred", _yes, None),
        "is_blocked": row.take("is_blocked", _yes, None),
        "block_reason": row.text("block_reason"),
        "notes": row.text("notes"),
    }
    contact = Contact(
        phone=other if other != phone else "",
        email=other_email if other_email != email else "",
        name=row.text("contact_name")[:200],
    )
    numbers = row.numbers(row.take("mc_number", _mc, ""))
    row.check()
    contacts = [contact] if contact.phone or contact.email else []
    return FileCarrier(numbers, _given(profile), _given(facts), _given(word), contacts)


def _given(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value not in (None, "", [])}


def _digits(value: Any) -> Any:
    """`USDOT 1234567` and `1234567.0` are 1234567."""
    if not isinstance(value, str):
        return value
    return re.sub(r"(?i)^\s*(us\s*)?(dot|mc|mx)?\s*[#:-]?\s*", "", value)


def _mc(value: Any) -> str:
    number = whole_of(_digits(value), most=MAX_DOT_DIGITS)
    return str(number) if number else ""


def _phone(value: Any, country: str) -> str:
    """A number that can be dialed; the broker's own mistakes are told, other than the registry's."""
    phone = phone_of(value, country or "US")
    if not phone:
        raise ValueError("Expected a phone number.")
    return phone


def _email(value: Any) -> str:
    email = email_of(value)
    if not email:
        raise ValueError("Expected an email address.")
    return email


def _yes(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    text = text_of(value).casefold()
    if text in YES or text in NO:
        return text in YES
    raise ValueError("Expected yes or no.")


def _equipment_types(value: Any) -> list[str]:
    texts = value if isinstance(value, list) else re.split(r"[,;|/]", text_of(value))
    if len(texts) > MAX_EQUIPMENT_TYPES:
        raise ValueError(f"At most {MAX_EQUIPMENT_TYPES} types.")
    return sorted({normalize(text_of(text)) for text in texts} - {""})


def _choice(row: _Values, name: str, choices: Mapping[str, Any]) -> Any:
    """A value by its letter or its word (`S`, `Satisfactory`)."""

    def read(value: Any) -> Any:
        text = text_of(value)
        by_word = {str(each): each for each in choices.values() if each}
        found = choices.get(text.upper(), by_word.get(text.casefold()))
        if found is None and text:
            words = ", ".join(by_word)
            raise ValueError(f"Must be one of: {words}.")
        return found

    return row.take(name, read, None)


def _value(value: Any, choices: Any) -> Any:
    text = re.sub(r"[\s-]+", "_", text_of(value).casefold())
    if text not in choices.values:
        raise ValueError(f"Must be one of: {', '.join(choices.values)}.")
    return choices(text)
