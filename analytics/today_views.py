"""What the page of today shows of analytics."""

from datetime import timedelta

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from analytics import selectors
from analytics.figures import Granularity
from analytics.pages.yesterday import since_yesterday
from analytics.snapshot import snapshot
from organizations.dashboard import DashboardRequest
from organizations.display import zone_of
from organizations.htmx import render_page_or_part


@require_safe
def yesterday(request: DashboardRequest) -> HttpResponse:
    """What agents did yesterday and today, by the organization's clock; for the page of today, or a page of its own."""
    now = timezone.now()
    zone = request.organization.timezone
    today = now.astimezone(zone_of(zone)).date()
    with snapshot():
        period = selectors.period_stats(
            request.organization, today - timedelta(days=1), today, Granularity.DAY, zone
        )
    context = {"now": now, "facts": since_yesterday(period)}
    return render_page_or_part(request, "analytics/yesterday.html", "facts", context)
