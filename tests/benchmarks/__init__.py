"""Benchmarks: the service and a rival that does the same with the least code, side by side. See docs/performance.md."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Options:
    """How large and how long."""

    calls: int
    rounds: int
    seconds: float  # of each line in each round
    connections: int
    conversations: int
