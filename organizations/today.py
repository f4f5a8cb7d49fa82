"""The page of today: parts of all packages, each fetched from its own URL; of those above it knows URL names alone."""

from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from organizations.dashboard import DashboardRequest
from organizations.display import zone_of


@dataclass(frozen=True)
class Source:
    """Where a part of the page comes from: URL names, what of `data-live` makes it fetch itself anew, and how often."""

    key: str
    title: str
    url_name: str
    names: str
    every: int  # seconds at least
    all_url_name: str = ""
    all_label: str = ""


SOURCES = (
    Source("alarms", "Needs attention", "calls:alarms", "alarms", 2, "calls:alarms", "All"),
    Source("live-calls", "Live calls", "calls:live_now", "calls words", 2, "calls:list", "All calls"),
    Source("undecided", "Bids to decide on", "bids:undecided", "bids loads", 2, "bids:list", "All bids"),
    Source(
        "uncovered",
        "Picked up next, without a carrier",
        "bids:uncovered",
        "loads bids",
        3,
        "loads:list",
        "All loads",
    ),
    Source("promises", "Promised call-backs", "calls:promises", "promises calls", 3, "calls:promises", "All"),
)


@dataclass(frozen=True)
class Part:
    """A part as the page shows it, with its addresses."""

    key: str
    title: str
    url: str
    names: str
    every: int
    all: str
    all_label: str


@require_safe
def today(request: DashboardRequest) -> HttpResponse:
    """What needs somebody now: the frame alone, at no cost; its parts arrive by themselves."""
    context = {
        "today": timezone.now().astimezone(zone_of(request.organization.timezone)).date(),
        "parts": [_part(source) for source in SOURCES],
    }
    return render(request, "organizations/today.html", context)


def _part(source: Source) -> Part:
    return Part(
        source.key,
        source.title,
        reverse(source.url_name),
        source.names,
        source.every,
        _address(source.all_url_name),
        source.all_label,
    )


def _address(url_name: str) -> str:
    """The address, or "" where there is no such page yet."""
    try:
        return reverse(url_name)
    except NoReverseMatch:
        return ""
