"""Vetting: facts, and what stands of them where several sources have spoken; rules; from both an assessment with
reasons, and what a carrier may haul. Pure.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

from carriers.states import Authority, ConnectionStatus, Effect, RulesAssessment, SafetyRating, Source

# The registry keeps the cargo insurance of movers of household goods alone: of others its 0 says nothing.
KNOW_NO_CARGO = (Source.REGISTRY, Source.CENSUS)


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


# A date belongs to the word of the source that told what it is the date of, not to a newer one's.
DATE_OF = {
    "liability_expiry_date": "liability_insurance",
    "cargo_expiry_date": "cargo_insurance",
    "out_of_service_date": "is_out_of_service",
    "safety_rating_date": "safety_rating",
}


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


A = RulesAssessment
OTHERS = "identity_assessment"
GRAVITY = {A.PASS: 0, A.PARTIAL_PASS: 1, A.INCOMPLETE: 2, A.FAIL: 3}


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a carrier doesn't pass in full: `severity` is the best assessment that is left."""

    code: str
    severity: RulesAssessment
    words: str


@dataclass(frozen=True, slots=True)
class Assessment:
    """The result; reasons the gravest first. `due_at`: when time alone may make it another."""

    value: RulesAssessment
    reasons: tuple[Reason, ...]
    due_at: datetime | None


def assess(facts: Mapping[str, Fact], *, has_phone: bool, rules: Rules, at: datetime) -> Assessment:
    """Hold the facts against the rules: the gravest reason decides.

    What isn't known makes it incomplete, never failing; where another assessment of these days lets the carrier pass,
    fully or in part, that one stands in for what a registry would tell. Good news that is too old counts as unknown;
    bad news counts until somebody takes it back.
    """
    case = _Case(facts, rules, at)
    found = [reason for check in CHECKS for reason in check(case) if not case.is_vouched_for(reason)]
    if rules.requires_phone and not has_phone:
        found.append(Reason("phone_unknown", A.INCOMPLETE, "No verified phone number on file."))
    reasons = tuple(sorted(found, key=lambda reason: (-GRAVITY[reason.severity], reason.code)))
    return Assessment(reasons[0].severity if reasons else A.PASS, reasons, case.due_at())


@dataclass(frozen=True, slots=True)
class _Case:
    """The facts as they look at a moment."""

    facts: Mapping[str, Fact]
    rules: Rules
    at: datetime

    @property
    def today(self) -> date:
        return self.at.astimezone(UTC).date()

    def value(self, name: str) -> Any:
        """What was told last, however long ago; None where nobody has."""
        return self.facts[name].value if name in self.facts else None

    def is_fresh(self, name: str) -> bool:
        """Whether it was told recently enough to be relied on."""
        lapses_at = self.lapses_at(name)
        return name in self.facts and (lapses_at is None or self.at < lapses_at)

    def lapses_at(self, name: str) -> datetime | None:
        """When it will be too old; None: never. Onboarding lasts, unless it is a service that says so."""
        fact = self.facts.get(name)
        lasts = name == "connection_status" and fact is not None and fact.source != Source.IDENTITY
        if fact is None or lasts or not self.rules.most_days_old:
            return None
        return fact.found_at + timedelta(days=self.rules.most_days_old)

    def is_vouched_for(self, reason: Reason) -> bool:
        """Whether it is about something unknown that another assessment has looked at."""
        is_unknown = reason.code.endswith("_unknown") and reason.code != "connection_unknown"
        good = (A.PASS, A.PARTIAL_PASS)
        return is_unknown and self.value(OTHERS) in good and self.is_fresh(OTHERS)

    def due_at(self) -> datetime | None:
        """The next moment at which a fact grows old, an insurance ends or an authority is old enough."""
        moments = [self.lapses_at(name) for name in self.facts]
        for name in ("liability_expiry_date", "cargo_expiry_date"):
            if name in self.facts:
                moments.append(_midnight(self.value(name) + timedelta(days=1)))
        if "authority_granted_date" in self.facts:
            old_enough = self.value("authority_granted_date") + timedelta(
                days=self.rules.least_authority_days
            )
            moments.append(_midnight(old_enough))
        return min((moment for moment in moments if moment is not None and moment > self.at), default=None)


def _authority(case: _Case) -> Iterator[Reason]:
    rights = ("common_authority", "contract_authority")
    known = [case.value(name) for name in rights]
    if Authority.ACTIVE not in known and case.value("broker_authority") == Authority.ACTIVE and all(known):
        yield Reason("broker_only", A.FAIL, "Broker authority only, no carrier authority.")
        return
    if not case.rules.requires_active_authority:
        return
    if case.value("is_allowed_to_operate") is False:
        yield Reason("not_allowed_to_operate", A.FAIL, "Not authorized to operate, per FMCSA.")
    if Authority.ACTIVE in known:
        if not any(case.value(name) == Authority.ACTIVE and case.is_fresh(name) for name in rights):
            yield Reason("authority_unknown", A.INCOMPLETE, "Authority check is out of date.")
    elif all(known):
        yield Reason("authority_inactive", A.FAIL, "No active carrier authority.")
    else:
        yield Reason("authority_unknown", A.INCOMPLETE, "Authority status unknown.")


def _authority_age(case: _Case) -> Iterator[Reason]:
    least = case.rules.least_authority_days
    if not least or case.rules.young_authority == Effect.PASS:
        return
    granted = case.value("authority_granted_date")
    if granted is None:
        yield Reason("authority_age_unknown", A.INCOMPLETE, "Authority grant date unknown.")
    elif (case.today - granted).days < least:
        words = f"Authority granted {granted:%b %-d, %Y}, less than {least} days ago."
        yield Reason("authority_too_young", _severity(case.rules.young_authority), words)


def _liability(case: _Case) -> Iterator[Reason]:
    yield from _insurance(case, "liability", case.rules.least_liability, Effect.FAIL)


def _cargo(case: _Case) -> Iterator[Reason]:
    yield from _insurance(case, "cargo", case.rules.least_cargo, case.rules.low_cargo)


def _insurance(case: _Case, kind: str, least: Decimal, effect: Effect) -> Iterator[Reason]:
    """At least so much, and not expired, whatever its amount; with nothing asked for, nothing is looked at."""
    name = f"{kind}_insurance"
    amount, expiry = case.value(name), case.value(f"{kind}_expiry_date")
    if not least or effect == Effect.PASS:
        return
    if amount is not None and amount < least:
        words = f"{kind.capitalize()} insurance is ${amount:,.0f}; you require ${least:,.0f}."
        yield Reason(f"{name}_low", _severity(effect), words)
    elif expiry is not None and expiry < case.today:
        yield Reason(
            f"{name}_expired",
            _severity(effect),
            f"{kind.capitalize()} insurance expired {expiry:%b %-d, %Y}.",
        )
    elif amount is None:
        yield Reason(f"{name}_unknown", A.INCOMPLETE, f"{kind.capitalize()} insurance unknown.")
    elif not case.is_fresh(name):
        yield Reason(f"{name}_unknown", A.INCOMPLETE, f"{kind.capitalize()} insurance check is out of date.")


def _service(case: _Case) -> Iterator[Reason]:
    if not case.rules.refuses_out_of_service:
        return
    since = case.value("out_of_service_date")
    if case.value("is_out_of_service"):
        words = f"Out of service{f' since {since:%b %-d, %Y}' if since else ''}."
        yield Reason("out_of_service", A.FAIL, words)
    elif not case.is_fresh("is_out_of_service"):
        yield Reason(
            "out_of_service_unknown",
            A.INCOMPLETE,
            "Out-of-service status unknown or out of date.",
        )


def _safety(case: _Case) -> Iterator[Reason]:
    rating = case.value("safety_rating")
    effects = {
        SafetyRating.CONDITIONAL: case.rules.conditional_rating,
        SafetyRating.UNRATED: case.rules.unrated,
        SafetyRating.UNSATISFACTORY: Effect.FAIL,
    }
    effect = effects.get(rating, Effect.PASS)
    if effect != Effect.PASS:
        words = f"Safety rating: {SafetyRating(rating).label}."
        yield Reason(f"safety_{rating}", _severity(effect), words)
    elif not case.is_fresh("safety_rating"):
        yield Reason("safety_unknown", A.INCOMPLETE, "Safety rating unknown or out of date.")


def _connection(case: _Case) -> Iterator[Reason]:
    status = case.value("connection_status")
    if status == ConnectionStatus.DO_NOT_DISPATCH:
        yield Reason("do_not_dispatch", A.FAIL, "Marked “Do not use” in its setup.")
    elif not case.rules.requires_connection:
        return
    elif status == ConnectionStatus.NEEDS_TO_ONBOARD:
        yield Reason("needs_to_onboard", A.INCOMPLETE, "Carrier setup not complete.")
    elif not case.is_fresh("connection_status"):
        yield Reason("connection_unknown", A.INCOMPLETE, "Carrier setup status unknown or out of date.")


def _identity(case: _Case) -> Iterator[Reason]:
    """What others' rules made of it: a fail stays, lesser doubts lapse with time."""
    told = case.value(OTHERS)
    if told == A.FAIL:
        yield Reason("identity_fail", A.FAIL, "Not approved by your carrier vetting service.")
    elif told in (A.PARTIAL_PASS, A.INCOMPLETE) and case.is_fresh(OTHERS):
        words = f"Carrier vetting service: {A(told).label.lower()}."
        yield Reason(f"identity_{told}", A(told), words)


CHECKS = (_authority, _authority_age, _liability, _cargo, _service, _safety, _connection, _identity)


def _severity(effect: Effect) -> RulesAssessment:
    return RulesAssessment(str(effect))


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


# May this carrier haul that load? Restrictions by lane and equipment.


EFFECT_GRAVITY = {Effect.PASS: 0, Effect.PARTIAL_PASS: 1, Effect.FAIL: 2}


@dataclass(frozen=True, slots=True)
class Haul:
    """A load as far as restrictions go by it: codes; empty where unknown."""

    equipment: str = ""
    origin_state: str = ""
    origin_country: str = ""
    destination_state: str = ""
    destination_country: str = ""


@dataclass(frozen=True, slots=True)
class Restriction:
    """All of what isn't empty must fit; `only_partial` means carriers that don't pass in full."""

    effect: Effect
    only_partial: bool = False
    equipment_types: tuple[str, ...] = ()
    origin_state: str = ""
    origin_country: str = ""
    destination_state: str = ""
    destination_country: str = ""

    def holds_for(self, haul: Haul, *, passes: bool) -> bool:
        """Whether it is about this load, of a carrier that passes in full or doesn't."""
        if self.only_partial and passes:
            return False
        if self.equipment_types and haul.equipment not in self.equipment_types:
            return False
        ends = (
            (self.origin_state, haul.origin_state),
            (self.origin_country, haul.origin_country),
            (self.destination_state, haul.destination_state),
            (self.destination_country, haul.destination_country),
        )
        return all(not wanted or wanted.upper() == is_.upper() for wanted, is_ in ends)


def effect_on(haul: Haul, restrictions: Iterable[Restriction], *, passes: bool) -> Effect:
    """Return the gravest effect of the restrictions on the load; PASS where none holds."""
    effects = (each.effect for each in restrictions if each.holds_for(haul, passes=passes))
    return max(effects, key=EFFECT_GRAVITY.__getitem__, default=Effect.PASS)
