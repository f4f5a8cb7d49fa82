"""Pure rules: facts about a carrier, an organization's rules and a moment make an assessment with its reasons."""

from carriers.vetting.assessing import Assessment, Reason, assess
from carriers.vetting.facts import FACTS, Fact, Finding, InvalidFacts, merge, read_facts
from carriers.vetting.hauling import Haul, Restriction, effect_on
from carriers.vetting.rules import Rules

__all__ = [
    "FACTS",
    "Assessment",
    "Fact",
    "Finding",
    "Haul",
    "InvalidFacts",
    "Reason",
    "Restriction",
    "Rules",
    "assess",
    "effect_on",
    "merge",
    "read_facts",
]
