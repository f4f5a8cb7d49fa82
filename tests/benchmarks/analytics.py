"""`GET /analytics`: periods by hour and by day next to SQL over the rows, and the series of days."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from tests.benchmarks import Options, history, running
from tests.benchmarks.running import Case

ZONE = "America/Chicago"


def run(options: Options, say: Callable[[str], None]) -> list[dict[str, Any]]:
    """Measure, and return the table's lines."""
    organization, token = history.make(options.calls, say)
    last = organization.created_at.date() - timedelta(days=1)  # its history's last whole day
    with running.service() as web, running.rival(organization.pk) as rival:

        def period(days: int, granularity: str) -> str:
            first = last - timedelta(days=days - 1)
            return f"/analytics?fromDate={first}&toDate={last}&granularity={granularity}&timezone={ZONE}"

        pairs = [
            (Case(name, web, f"/api/v1{path}", token), Case(f"{name}, SQL over the rows", rival, path))
            for name, path in (
                ("30 days by hour", period(30, "hour")),
                ("365 days by day", period(365, "day")),
            )
        ]
        first = last - timedelta(days=29)
        series = Case("series of 30 days", web, f"/api/v1/analytics?startDate={first}&endDate={last}", token)
        for ours, theirs in pairs:
            say(f"comparing {ours.name} …")
            if ours.answer() != theirs.answer():
                raise SystemExit(f"{ours.name}: the two don't answer the same")
        say(f"{options.rounds} rounds of {options.seconds} s for each line …")
        running.interleave([case for pair in pairs for case in pair] + [series], options)
        return [line for ours, theirs in pairs for line in (ours.line(theirs), theirs.line())] + [
            series.line()
        ]
