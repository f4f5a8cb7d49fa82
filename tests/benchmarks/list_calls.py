"""`GET /calls`: the first page next to the rival's, and what deep pages and filters cost."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from tests.benchmarks import Options, history, running
from tests.benchmarks.running import Case


def run(options: Options, say: Callable[[str], None]) -> list[dict[str, Any]]:
    """Measure, and return the table's lines."""
    organization, token = history.make(options.calls, say)
    busiest = history.busiest(organization)
    today = organization.created_at.date()  # when its history ends
    first, after = today - timedelta(days=history.DAYS + 1), today + timedelta(days=1)
    deep = options.calls // 2
    with running.service() as web, running.rival(organization.pk) as rival:
        window = f"startTime={first}&endTime={today}"
        ours = f"/api/v1/calls?{window}"
        page = Case("first page", web, ours, token)
        rivals_page = Case("rival's", rival, f"/calls?startTime={first}&endTime={after}")
        minutes = f"startTime={first}T12:34Z&endTime={today}T12:34Z"
        others = [
            Case(f"offset={deep}", web, f"{ours}&offset={deep}", token),
            Case("window to the minute", web, f"/api/v1/calls?{minutes}", token),
            Case("busiest carrier", web, f"{ours}&mcNumber={busiest.mc}", token),
            Case("busiest load", web, f"{ours}&loadId={busiest.load}", token),
        ]
        if page.answer() != rivals_page.answer():
            raise SystemExit("the two don't answer the same")
        if page.answer()["pagination"]["total"] != options.calls:
            raise SystemExit("the total is wrong")
        say(f"{options.rounds} rounds of {options.seconds} s for each line …")
        running.interleave([page, rivals_page, *others], options)
        return [page.line(rivals_page), rivals_page.line(), *(case.line(page) for case in others)]
