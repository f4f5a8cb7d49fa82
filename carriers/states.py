"""Statuses of carriers and facts, and where a carrier stands."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from django.db import models


class ConnectionStatus(models.TextChoices):
    """Where the carrier stands with the brokerage's identity service."""

    ONBOARDED = "onboarded", "Complete"
    NEEDS_TO_ONBOARD = "needs_to_onboard", "Not complete"
    DO_NOT_DISPATCH = "do_not_dispatch", "Do not use"


class RulesAssessment(models.TextChoices):
    """How the carrier fares by the organization's rules."""

    PASS = "pass", "Approved"
    PARTIAL_PASS = "partial_pass", "Needs review"
    INCOMPLETE = "incomplete", "Setup incomplete"
    FAIL = "fail", "Not approved"


class Effect(models.TextChoices):
    """What a rule does to a carrier that doesn't keep it; values are those of RulesAssessment."""

    PASS = "pass", "Allow"
    PARTIAL_PASS = "partial_pass", "Needs review: your team decides"
    FAIL = "fail", "Not approved: no rates discussed"


class Authority(models.TextChoices):
    """An operating authority, as the registry has it."""

    ACTIVE = "active", "Active"
    INACTIVE = "inactive", "Inactive"
    NONE = "none", "None"


class SafetyRating(models.TextChoices):
    """The registry's rating after a compliance review; most carriers never had one."""

    SATISFACTORY = "satisfactory", "Satisfactory"
    CONDITIONAL = "conditional", "Conditional"
    UNSATISFACTORY = "unsatisfactory", "Unsatisfactory"
    UNRATED = "unrated", "Not rated"


class Source(models.TextChoices):
    """Who told something of a carrier."""

    REGISTRY = "registry", "FMCSA registry"
    IDENTITY = "identity", "Vetting service"
    CENSUS = "census", "FMCSA census file"
    FILE = "file", "Carrier file"
    HISTORY = "history", "Imported history"
    PERSON = "person", "Entered by a person"


class PhoneRisk(models.TextChoices):
    """Why nobody talks about rates with a phone number, or an e-mail address."""

    FRAUD = "fraud", "Flagged for fraud"
    IDENTITY_ALERT = "identity_alert", "Carrier has an identity alert"
    DISPATCHER_SERVICE = "dispatcher_service", "Dispatch service"
    BLOCKED_PARTY = "blocked_party", "Belongs to a blocked party"
    SPOOFING = "spoofing", "Caller ID spoofed"
    HIGH_RISK = "high_risk", "Unknown, high risk"


class LearnedKind(models.TextChoices):
    """What is known of a carrier from calls and loads, as a broker asks for it."""

    CONTACT = "contact", "Contact"
    EQUIPMENT = "equipment", "Equipment"
    PLACE = "place", "Trucks out of"
    LANE = "lane", "Lane wanted"
    EMAIL = "email", "Rate con email"
    DRIVER = "driver", "Driver"
    # Proven by bookings and check calls, not stored; `value` of one that was removed names the row: "booking 12".
    RPM = "rpm", "Lowest RPM taken"
    BROKEN = "broken", "Broken promise"


PROVEN = (LearnedKind.RPM, LearnedKind.BROKEN)


class VettingTrigger(models.TextChoices):
    """Why a carrier was vetted again."""

    FACTS = "facts", "New data"
    RULES = "rules", "Rules changed"
    TIME = "time", "Date expired"
    PERSON = "person", "Manual check"


# How a carrier stands: one word, its tone, its reasons.


TONES: dict[str, str] = {
    RulesAssessment.PASS: "go",
    RulesAssessment.PARTIAL_PASS: "wait",
    RulesAssessment.INCOMPLETE: "wait",
    RulesAssessment.FAIL: "stop",
}


class Judged(Protocol):
    """What `standing` asks of a carrier."""

    rules_assessment: str
    connection_status: str
    is_blocked: bool
    block_reason: str


@dataclass(frozen=True)
class Standing:
    """Whether a carrier may be talked to, as a badge: why, gravest first."""

    text: str
    tone: str
    reasons: list[str]

    @property
    def badge(self) -> str:
        """The same where offers stand beside it, which have a review of their own."""
        return "Vetting: needs review" if self.text == RulesAssessment.PARTIAL_PASS.label else self.text


def standing(carrier: Judged, reasons: Sequence[dict[str, Any]] = ()) -> Standing:
    """Return how a carrier stands: a broker's block goes before the vetting, whose `reasons` are Vetting's."""
    words = [str(reason["words"]) for reason in reasons]
    if carrier.is_blocked:
        return Standing(
            "Do not use", "stop", [carrier.block_reason or "Marked “Do not use” by a teammate.", *words]
        )
    if carrier.connection_status == ConnectionStatus.DO_NOT_DISPATCH:
        return Standing("Do not use", "stop", words)
    if carrier.rules_assessment in TONES:
        assessment = RulesAssessment(carrier.rules_assessment)
        return Standing(assessment.label, TONES[assessment], words)
    return Standing("Not checked", "", words)
