"""What is known of a carrier, by whom, and what a vetting says of it."""

from django.db import models


class ConnectionStatus(models.TextChoices):
    """Where the carrier stands with the brokerage's identity service."""

    ONBOARDED = "onboarded", "Onboarded"
    NEEDS_TO_ONBOARD = "needs_to_onboard", "Needs to onboard"
    DO_NOT_DISPATCH = "do_not_dispatch", "Do not dispatch"


class RulesAssessment(models.TextChoices):
    """How the carrier fares by the organization's rules."""

    PASS = "pass", "Pass"
    PARTIAL_PASS = "partial_pass", "Partial pass"
    INCOMPLETE = "incomplete", "Incomplete"
    FAIL = "fail", "Fail"


class Effect(models.TextChoices):
    """What a rule does to a carrier that doesn't keep it; values are those of RulesAssessment."""

    PASS = "pass", "Doesn’t matter"
    PARTIAL_PASS = "partial_pass", "Partial pass: a person decides"
    FAIL = "fail", "Fail: no talk about rates"


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
    IDENTITY = "identity", "Identity service"
    CENSUS = "census", "FMCSA census file"
    FILE = "file", "Carrier file"
    HISTORY = "history", "Imported history"
    PERSON = "person", "A person"


class PhoneRisk(models.TextChoices):
    """Why nobody talks about rates with a phone number, or an e-mail address."""

    FRAUD = "fraud", "Flagged for fraud"
    IDENTITY_ALERT = "identity_alert", "Of a carrier with an identity alert"
    DISPATCHER_SERVICE = "dispatcher_service", "Of a dispatcher service"
    BLOCKED_PARTY = "blocked_party", "Of a blocked party"
    SPOOFING = "spoofing", "Caller id spoofed"
    HIGH_RISK = "high_risk", "Unknown and high-risk"


class VettingTrigger(models.TextChoices):
    """Why a carrier was vetted again."""

    FACTS = "facts", "New facts"
    RULES = "rules", "New rules"
    TIME = "time", "A date has passed"
    PERSON = "person", "Asked for by a person"
