"""`GET /bids`: the first page next to the rival's, and what deep pages and filters cost."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from bids.models import Bid
from organizations.models import Organization
from tests.benchmarks import Options, history, running
from tests.benchmarks.running import Case, Server


def run(options: Options, say: Callable[[str], None]) -> list[dict[str, Any]]:
    """Measure, and return the table's lines."""
    organization, token = history.make(options.calls, say)
    first, today = history.year(organization)
    with running.service() as web, running.rival(organization.pk) as rival:
        page, *others = reading(organization, token, web)
        rivals_page = Case("rival's", rival, f"/bids?startTime={first}&endTime={today + timedelta(days=1)}")
        if page.answer() != rivals_page.answer():
            raise SystemExit("the two don't answer the same")
        if page.answer()["pagination"]["total"] != Bid.unscoped.of(organization).count():
            raise SystemExit("the total is wrong")
        say(f"{options.rounds} rounds of {options.seconds} s for each line …")
        running.interleave([page, rivals_page, *others], options)
        return [page.line(rivals_page), rivals_page.line(), *(case.line(page) for case in others)]


def reading(organization: Organization, token: str, web: Server) -> list[Case]:
    """What is asked of the service, the first page first."""
    busiest = history.busiest(organization)
    first, today = history.year(organization)
    ours = f"/api/v1/bids?startTime={first}&endTime={today}"
    middle = history.size(organization) * 3 // 20
    return [
        Case("first page", web, ours, token),
        Case("page in the middle", web, f"{ours}&offset={middle}", token),
        Case("busiest carrier", web, f"{ours}&mcNumber={busiest.mc}", token),
        Case("busiest load", web, f"{ours}&loadId={busiest.load}", token),
    ]
