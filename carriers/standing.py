"""How a carrier stands: one word, its tone, its reasons."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from carriers.states import ConnectionStatus, RulesAssessment

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
        return Standing(
            "Do not use", "stop", [carrier.block_reason or "Marked “Do not use” by a teammate.", *words]
        )
    if carrier.connection_status == ConnectionStatus.DO_NOT_DISPATCH:
        return Standing("Do not dispatch", "stop", words)
    if carrier.rules_assessment in TONES:
        assessment = RulesAssessment(carrier.rules_assessment)
        return Standing(assessment.label, TONES[assessment], words)
    return Standing("Not checked", "", words)
