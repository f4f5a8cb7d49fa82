"""The figures on top of the page, each beside the period before, and where each leads."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from analytics.chart_scales import short_money, short_number
from analytics.chart_series import Spark, spark
from analytics.time_spans import Figures, Label, Period
from organizations.dashboard.formats import number, whole_money

# Addresses of the rows behind figures.


INCLUSIVE = timedelta(milliseconds=1)  # a label's end is its last millisecond


class Links:
    """Addresses of rows within a period of labels, or within a stretch of them."""

    def __init__(self, labels: list[Label], zone: str) -> None:
        self._labels = labels
        self._base = reverse("analytics:rows")
        self._zone = zone

    def whole(self, of: str = "conversations", **filters: Any) -> str:
        """Rows of the whole period."""
        return self.between(0, len(self._labels) - 1, of, **filters)

    def between(self, first: int, last: int, of: str = "conversations", **filters: Any) -> str:
        """Rows of the labels `first` to `last`."""
        query = {
            "of": of,
            "start": _instant(self._labels[first].start),
            "end": _instant(self._labels[last].end + INCLUSIVE),
            "zone": self._zone,
        }
        return f"{self._base}?{urlencode(query | filters, safe=':/')}"


def _instant(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


MAX_LENGTH = 9  # characters that a tile has room for


@dataclass(frozen=True)
class Change:
    """What became of a figure since the period before: words, and `up`, `down` or nothing."""

    text: str
    direction: str


@dataclass(frozen=True)
class Tile:
    """A figure, its change, its course, and where its rows are."""

    label: str
    value: str
    change: Change
    before: str
    spark: Spark
    href: str


def change(now: float, before: float) -> Change:
    """Return how a figure changed, as a share of what it was; without anything before there is no share."""
    if now == before:
        return Change("no change", "")
    direction = "up" if now > before else "down"
    if not before:
        return Change("from 0", direction)
    share = abs(now - before) / abs(before)
    if share >= 10:
        return Change(
            f"{share + 1:,.0f}×" if now * before > 0 and now > before else f"{share * 100:,.0f}%", direction
        )
    return Change(f"{share * 100:.0f}%" if share >= 0.01 else "<1%", direction)


def with_bids(figures: Figures) -> int:
    """Return how many calls and e-mail threads led to a bid."""
    return (
        figures.inbound_calls_with_bids
        + figures.outbound_calls_with_bids
        + figures.inbound_email_threads_with_bids
        + figures.outbound_email_threads_with_bids
    )


def fitting(value: float, write: Callable[[object], str]) -> str:
    """A figure that fits its tile: what is very large is rounded."""
    text = write(value)
    if len(text) <= MAX_LENGTH:
        return text
    return short_number(value) if write is number else short_money(value)


def tiles(period: Period, links: Links) -> list[Tile]:
    """Return the six figures that say how it goes."""

    def tile(
        label: str,
        read: Callable[[Figures], float],
        href: str,
        write: Callable[[object], str] = number,
    ) -> Tile:
        now, before = read(period.current.figures), read(period.previous.figures)
        values = [read(each.figures) for each in period.current.labels]
        if write is whole_money:  # a mean, which a day without deals has none of
            values = [each for each in values if each]
        return Tile(label, fitting(now, write), change(now, before), write(before), spark(values), href)

    return [
        tile("Calls", lambda each: each.total_calls, links.whole(channel="phone")),
        tile("Calls and emails with an offer", with_bids, links.whole(bid=1)),
        tile("Loads booked", lambda each: each.total_loads_booked, links.whole("bookings")),
        tile(
            "Booked by agent",
            lambda each: each.total_e2e_bookings,
            links.whole("bookings", kind="e2e"),
        ),
        tile(
            "Avg. saved vs. first ask",
            lambda each: each.avg_negotiated_value,
            links.whole("agreements"),
            whole_money,
        ),
        tile("Loads discussed", lambda each: each.total_unique_loads, links.whole("loads")),
    ]
