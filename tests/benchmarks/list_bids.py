"""`GET /bids`: the first page next to the rival's, and what deep pages and filters cost."""

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
    total = options.calls * 3 // 10
    with running.service() as web, running.rival(organization.pk) as rival:
        ours = f"/api/v1/bids?startTime={first}&endTime={today}"
        page = Case("first page", web, ours, token)
        rivals_page = Case("rival's", rival, f"/bids?startTime={first}&endTime={after}")
        others = [
            Case(f"offset={total // 2}", web, f"{ours}&offset={total // 2}", token),
            Case("busiest carrier", web, f"{ours}&mcNumber={busiest.mc}", token),
            Case("busiest load", web, f"{ours}&loadId={busiest.load}", token),
        ]
        if page.answer() != rivals_page.answer():
            raise SystemExit("the two don't answer the same")
        if page.answer()["pagination"]["total"] != total:
            raise SystemExit("the total is wrong")
        say(f"{options.rounds} rounds of {options.seconds} s for each line …")
        running.interleave([page, rivals_page, *others], options)
        return [page.line(rivals_page), rivals_page.line(), *(case.line(page) for case in others)]
