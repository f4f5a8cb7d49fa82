"""What reading costs with a tenth of the data, and with all of it: the same questions to both, in turns.

The questions are those of every benchmark that has `reading(organization, token, web)`.
"""

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from statistics import median
from typing import Any

from organizations.models import Organization
from tests.benchmarks import Options, history, names, running
from tests.benchmarks.running import Case, Server


def run(options: Options, say: Callable[[str], None]) -> list[dict[str, Any]]:
    """Measure over one connection, so that nothing waits for its turn; return the table's lines."""
    made = [history.make(calls, say) for calls in (options.calls // 10, options.calls)]
    with running.service() as web:
        small, large = ([*_cases(*one, web)] for one in made)
        pairs = list(zip(small, large, strict=True))
        say(f"{options.rounds} rounds of {options.seconds} s for each of {len(pairs)} lines, at both sizes …")
        running.interleave([case for pair in pairs for case in pair], replace(options, connections=1))
        return [_line(*pair) for pair in pairs]


def _cases(organization: Organization, token: str, web: Server) -> list[Case]:
    cases = []
    for name in names():
        benchmark = import_module(f"tests.benchmarks.{name}")
        if not hasattr(benchmark, "reading"):
            continue
        for case in benchmark.reading(organization, token, web):
            case.name = f"{name.replace('_', ' ')}: {case.name}"
            cases.append(case)
    return cases


def _line(small: Case, large: Case) -> dict[str, Any]:
    """The ratios are of the large organization's figures to the small one's."""

    def ratio(one: float, other: float) -> float:
        return round(other / one, 2) if one else 0.0

    p50 = [median(case.took) for case in (small, large)]
    cpu = [(case.cpu + case.database_cpu) / len(case.took) * 1000 for case in (small, large)]
    return {
        "case": small.name,
        "p50_ms_small": round(p50[0], 2),
        "p50_ms_large": round(p50[1], 2),
        "p50_ratio": ratio(*p50),
        "cpu_ms_small": round(cpu[0], 2),
        "cpu_ms_large": round(cpu[1], 2),
        "cpu_ratio": ratio(*cpu),
    }
