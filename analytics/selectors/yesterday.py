"""What the agent did since yesterday, for the page of today: a few figures, each with its rows."""

from collections.abc import Callable
from dataclasses import dataclass

from analytics.charts.scales import short_number
from analytics.figures import Figures, Period
from analytics.selectors.tiles import Links, fitting, with_bids
from organizations.dashboard.formats import money, number


@dataclass(frozen=True)
class Fact:
    """A figure of yesterday and today together, today's part of it, and where its rows are."""

    label: str
    value: str
    today: str
    href: str


def since_yesterday(period: Period) -> list[Fact]:
    """Return the figures of a period of two days, by day: calls, hours talked, bids, deals."""
    links = Links(period.current.labels, period.zone)
    whole, today = period.current.figures, period.current.labels[-1].figures

    def fact(label: str, write: Callable[[Figures], str], href: str) -> Fact:
        return Fact(label, write(whole), write(today), href)

    return [
        fact("Calls", lambda each: _count(each.total_calls), links.whole(channel="phone")),
        fact("Talk time (h)", _hours, links.whole(channel="phone")),
        fact("Calls with an offer", lambda each: _count(with_bids(each)), links.whole(bid=1)),
        fact("Transferred", _put_through, links.whole(channel="phone", transferred=1)),
        fact("Loads booked", lambda each: _count(each.total_loads_booked), links.whole("bookings")),
        fact("Avg. saved vs. first ask", _deals, links.whole("agreements")),
    ]


def _count(value: float) -> str:
    return fitting(value, number)


def _put_through(figures: Figures) -> str:
    return _count(figures.inbound_calls_transferred + figures.outbound_calls_transferred)


def _deals(figures: Figures) -> str:
    return fitting(figures.avg_negotiated_value, money) if figures.avg_negotiated_value else "–"


def _hours(figures: Figures) -> str:
    hours = (figures.inbound_call_minutes + figures.outbound_call_minutes) / 60
    return f"{hours:.1f}" if hours < 100 else short_number(hours)
