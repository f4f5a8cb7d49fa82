"""`GET /calls`: the first page next to the rival's, and what deep pages and filters cost."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from tests.benchmarks import Options, history, running
from tests.benchmarks.running import Case


def run(options: Options, say: Callable[[str], None]) -> list[dict[str, Any]]:
    """Measure, and return the table's lines."""
    organization, token = history.make(options.calls, say)
    today = organization.created_at.date()  # when its history ends
    first, after = today - timedelta(days=history.DAYS + 1), today + timedelta(days=1)
    deep = options.calls // 2
    with running.service() as url, running.rival(organization.pk) as rival_url:
        ours = f"{url}/api/v1/calls?startTime={first}&endTime={today}"
        theirs = f"{rival_url}/calls?startTime={first}&endTime={after}"
        page, rivals_page = Case("first page", ours, token), Case("rival's", theirs)
        others = [
            Case(f"offset={deep}", f"{ours}&offset={deep}", token),
            Case(
                "window to the minute",
                f"{url}/api/v1/calls?startTime={first}T12:34Z&endTime={today}T12:34Z",
                token,
            ),
            Case(f"mcNumber={history.BUSY_MC}", f"{ours}&mcNumber={history.BUSY_MC}", token),
            Case("loadId=BM-25000", f"{ours}&loadId=BM-25000", token),
        ]
        if page.answer() != rivals_page.answer():
            raise SystemExit("the two don't answer the same")
        if page.answer()["pagination"]["total"] != options.calls:
            raise SystemExit("the total is wrong")
        say(f"{options.rounds} rounds of {options.seconds} s for each line …")
        running.interleave(
            [page, rivals_page, *others],
            rounds=options.rounds,
            connections=options.connections,
            seconds=options.seconds,
        )
    lines = [_line(page, rivals_page), _line(rivals_page, rivals_page)]
    return lines + [_line(case, page) for case in others]


def _line(case: Case, against: Case) -> dict[str, Any]:
    return {
        "case": case.name,
        "requests_per_second": round(case.rate, 1),
        "p50_ms": round(case.p50, 2),
        "p99_ms": round(case.p99, 2),
        "against": against.name,
        "ratio": round(case.rate / against.rate, 3),
    }
