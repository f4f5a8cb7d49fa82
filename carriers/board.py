"""What the carrier list offers to click, and how a carrier's standing reads: one word, its tone, its reasons."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from django.http import QueryDict

from carriers.forms import OF_LANE, SORTS, STANDINGS, UNVETTED, Filters
from carriers.states import ConnectionStatus, RulesAssessment
from organizations.board import Chip, query, switch_chips

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


def standing(carrier: Judged, reasons: Sequence[dict[str, Any]] = ()) -> Standing:
    """Return how a carrier stands: a broker's block goes before the vetting, whose `reasons` are Vetting's."""
    words = [str(reason["words"]) for reason in reasons]
    if carrier.is_blocked:
        return Standing("Blocked", "stop", [carrier.block_reason or "Blocked by a colleague.", *words])
    if carrier.connection_status == ConnectionStatus.DO_NOT_DISPATCH:
        return Standing("Do not dispatch", "stop", words)
    if carrier.rules_assessment in TONES:
        assessment = RulesAssessment(carrier.rules_assessment)
        return Standing(assessment.label, TONES[assessment], words)
    return Standing("Not vetted", "", words)


def is_narrowed(filters: Filters) -> bool:
    """Return whether anything but the lane narrows the list."""
    return bool(filters.words or filters.equipment or filters.vetting or filters.standing)


def vetting_chips(current: QueryDict, chosen: str) -> list[Chip]:
    """Return a chip for every assessment, and for all of them."""
    labels = [("", "All"), *RulesAssessment.choices, (UNVETTED, "Not vetted")]
    return [Chip(label, query(current, vetting=value or None), chosen == value) for value, label in labels]


def standing_chips(current: QueryDict, chosen: str) -> list[Chip]:
    """Return what brokers say of carriers; a second click takes the filter out again."""
    return switch_chips(current, "standing", STANDINGS, chosen)


def sorts(filters: Filters) -> list[str]:
    """Return what the list can be sorted by: by what carriers did only where a lane is searched."""
    return [name for name in SORTS if filters.has_lane or name not in OF_LANE]
