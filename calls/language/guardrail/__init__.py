"""Reads every line of a model before a word of it leaves; docs/agent.md tells what it turns away."""

from calls.language.guardrail.lines import (
    Allowed,
    Guard,
    allowed_by,
    check,
    check_against,
    guarded,
    spoken_in,
)

__all__ = ("Allowed", "Guard", "allowed_by", "check", "check_against", "guarded", "spoken_in")
