"""The facts and rules that vetting goes by, and what stands when several sources have spoken. Pure."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from functools import partial
from typing import Any

from carriers.states import Authority, ConnectionStatus, Effect, RulesAssessment, SafetyRating, Source

MAX_DOLLARS = Decimal(10) ** 10
# The registry keeps the cargo insurance of movers of household goods alone: of others its 0 says nothing.
KNOW_NO_CARGO = (Source.REGISTRY, Source.CENSUS)


class InvalidFacts(ValueError):
    """A fact that there isn't, or a value that it can't have; `str()` names each."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What one source told, and when: facts by name, as Python values."""

    source: str
    found_at: datetime
    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Fact:
    """A value with whoever told it last."""

    value: Any
    source: str
    found_at: datetime


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
# A date belongs to the word of the source that told what it is the date of, not to a newer one's.
DATE_OF = {
    "liability_expiry_date": "liability_insurance",
    "cargo_expiry_date": "cargo_insurance",
    "out_of_service_date": "is_out_of_service",
    "safety_rating_date": "safety_rating",
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


def merge(findings: Iterable[Finding]) -> dict[str, Fact]:
    """Return what stands: of each fact the newest word; of two at the same moment that of the source listed first."""
    order = {source: place for place, source in enumerate(Source.values)}
    ranked = sorted(findings, key=lambda each: order[each.source], reverse=True)
    standing: dict[str, Fact] = {}
    for finding in sorted(ranked, key=lambda each: each.found_at):
        for name, value in finding.facts.items():
            if name in DATE_OF or _says_nothing(name, value, finding.source):
                continue
            standing[name] = Fact(value, finding.source, finding.found_at)
            for date_name, of in DATE_OF.items():
                if of == name:
                    standing.pop(date_name, None)
                    if date_name in finding.facts:
                        standing[date_name] = Fact(finding.facts[date_name], finding.source, finding.found_at)
    return standing


def _says_nothing(name: str, value: Any, source: str) -> bool:
    return name == "cargo_insurance" and not value and source in KNOW_NO_CARGO


# What an organization asks of carriers.


@dataclass(frozen=True, slots=True)
class Rules:
    """Amounts in dollars; 0 asks for nothing.

    $750,000 is what the FMCSA asks of carriers of general freight (49 CFR 387.9); $100,000 of cargo is the trade's
    custom. The authority's age is off by default: the public registry doesn't tell it.
    """

    requires_active_authority: bool = True
    least_authority_days: int = 0
    young_authority: Effect = Effect.PARTIAL_PASS
    least_liability: Decimal = Decimal(750_000)
    least_cargo: Decimal = Decimal(100_000)
    low_cargo: Effect = Effect.PARTIAL_PASS
    refuses_out_of_service: bool = True
    conditional_rating: Effect = Effect.PARTIAL_PASS
    unrated: Effect = Effect.PASS
    requires_connection: bool = True
    requires_phone: bool = True
    most_days_old: int = 30
