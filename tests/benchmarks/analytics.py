"""`GET /analytics`: periods by hour and by day next to SQL over the rows, and the series of days."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from analytics import rebuilding
from organizations.models import Organization
from tests.benchmarks import Options, history, running
from tests.benchmarks.running import Case, Server

ZONE = "America/Chicago"


def run(options: Options, say: Callable[[str], None]) -> list[dict[str, Any]]:
    """Measure, and return the table's lines."""
    organization, token = history.make(options.calls, say)
    with running.service() as web, running.rival(organization.pk) as rival:
        *periods, series = reading(organization, token, web)
        pairs = [
            (ours, Case(f"{ours.name}, SQL over the rows", rival, ours.path.removeprefix("/api/v1")))
            for ours in periods
        ]
        for ours, theirs in pairs:
            say(f"comparing {ours.name} …")
            if ours.answer() != theirs.answer():
                raise SystemExit(f"{ours.name}: the two don't answer the same")
        say(f"{options.rounds} rounds of {options.seconds} s for each line …")
        running.interleave([case for pair in pairs for case in pair] + [series], options)
        return [line for ours, theirs in pairs for line in (ours.line(theirs), theirs.line())] + [
            series.line()
        ]


def reading(organization: Organization, token: str, web: Server) -> list[Case]:
    """What is asked of the service: two periods, and the series of days, once a worker has caught up."""
    rebuilding.complete(organization)
    _, today = history.year(organization)
    last = today - timedelta(days=1)

    def period(days: int, granularity: str) -> str:
        first = last - timedelta(days=days - 1)
        return f"/api/v1/analytics?fromDate={first}&toDate={last}&granularity={granularity}&timezone={ZONE}"

    series = f"/api/v1/analytics?startDate={last - timedelta(days=29)}&endDate={last}"
    return [
        Case("30 days by hour", web, period(30, "hour"), token),
        Case("365 days by day", web, period(365, "day"), token),
        Case("series of 30 days", web, series, token),
    ]
