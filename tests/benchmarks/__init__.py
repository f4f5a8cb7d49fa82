"""Benchmarks: the service and a rival that does the same with the least code, side by side. See docs/performance.md."""

from dataclasses import dataclass
from pkgutil import iter_modules

SHARED = {"__main__", "callers", "client", "hagglers", "history", "running", "spoken"}


def names() -> list[str]:
    """The benchmarks: every module here, apart from what they share."""
    return sorted(
        module.name for module in iter_modules(__path__) if not module.ispkg and module.name not in SHARED
    )


@dataclass(frozen=True)
class Options:
    """How large and how long."""

    calls: int
    rounds: int
    seconds: float  # of each line in each round
    connections: int
    conversations: int
    loads: int = 1_000  # of attack
    seed: int = 0  # of attack; 0: its own
    through: str = "rule"  # what attack's callers talk with: the rule, or the skill
