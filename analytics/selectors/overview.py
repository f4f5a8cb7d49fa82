"""The analytics page, every figure of which leads to its rows; and yesterday and today, for Today."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from analytics.chart_scales import short_money, short_number
from analytics.chart_series import Layer, TimeChart, time_chart
from analytics.forms import Choice
from analytics.heat_chart import Funnel, HeatMap, Rank, funnel, heat_map, ranks
from analytics.selectors.tiles import Change, Links, Tile, change, fitting, tiles, with_bids
from analytics.time_spans import Figures, Period
from calls.wording import tag_words
from organizations.formats import MISSING, number, time_of_day, whole_money

# How a stretch of time is called.


def days_title(first: date, last: date) -> str:
    """Return days, both inclusive: `Oct 1 – Oct 30, 2026`, each with its year where they differ, one alone once."""
    end = f"{last:%b} {last.day}, {last.year}"
    if first == last:
        return end
    return f"{first:%b} {first.day}{'' if first.year == last.year else f', {first.year}'} – {end}"


def span_title(first: datetime, last: datetime) -> str:
    """Return a span from its first to its last millisecond, in local time: days, with times where they aren’t whole.

    `Oct 30, 2026, 2:00 PM–2:59 PM` is an hour, and over days `Oct 29, 2026, 2:00 PM – Oct 30, 2026, 9:59 AM`.
    """
    days = days_title(first.date(), last.date())
    is_whole = not (first.hour or first.minute) and (last + timedelta(milliseconds=1)).date() > last.date()
    if is_whole:
        return days
    if first.date() == last.date():
        return f"{days}, {time_of_day(first)}–{time_of_day(last)}"
    starts, ends = (f"{days_title(each.date(), each.date())}, {time_of_day(each)}" for each in (first, last))
    return f"{starts} – {ends}"


FEW_SLOTS = 62  # of a small picture


@dataclass(frozen=True)
class Comparison:
    """A figure by direction, each with its rows; both together against before. `is_part` of the last whole."""

    name: str
    is_part: bool
    inbound: str
    inbound_href: str
    outbound: str
    outbound_href: str
    total: str
    href: str
    change: Change


@dataclass(frozen=True)
class Count:
    """A figure in a list, against the period before; `is_part` of the last whole."""

    name: str
    is_part: bool
    value: int
    before: int
    change: Change
    href: str


@dataclass(frozen=True)
class Overview:
    """All that the page shows."""

    title: str
    before_name: str
    tiles: list[Tile]
    calls: TimeChart
    threads: TimeChart
    negotiated: TimeChart
    booked: TimeChart
    funnel: Funnel
    call_tags: list[Rank]
    thread_tags: list[Rank]
    heat: HeatMap
    comparisons: list[Comparison]
    loads: list[Count]
    is_empty: bool


def overview(period: Period, heat: Sequence[Sequence[int]], choice: Choice) -> Overview:
    """Return the page of a period; `heat` holds its calls by weekday, Monday first, and hour."""
    links = Links(period.current.labels, period.zone)
    figures, earlier = period.current.figures, period.previous.figures
    before_name = "previous day" if choice.days == 1 else f"previous {choice.days:,} days"
    draw = Pictures(period, choice, links, before_name)
    return Overview(
        title=days_title(choice.from_date, choice.to_date),
        before_name=before_name,
        tiles=tiles(period, links),
        calls=draw.calls(),
        threads=draw.threads(),
        negotiated=draw.negotiated(),
        booked=draw.booked(),
        funnel=_funnel(figures, earlier, links),
        call_tags=_tags(
            figures.inbound_calls_tags,
            figures.outbound_calls_tags,
            earlier.inbound_calls_tags,
            earlier.outbound_calls_tags,
            lambda tag: links.whole(channel="phone", tag=tag),
        ),
        thread_tags=_tags(
            figures.inbound_email_threads_tags,
            figures.outbound_email_threads_tags,
            earlier.inbound_email_threads_tags,
            earlier.outbound_email_threads_tags,
            lambda tag: links.whole(channel="email", tag=tag),
        ),
        heat=heat_map(heat, weekdays(choice), href=_heat_link(links)),
        comparisons=_comparisons(figures, earlier, links),
        loads=_loads(figures, earlier, links),
        is_empty=not (figures.total_calls or figures.total_email_threads or figures.total_loads_booked),
    )


def weekdays(choice: Choice) -> list[int]:
    """Return how often each weekday is in the period, Monday first."""
    whole, rest = divmod(choice.days, 7)
    extra = {(choice.from_date + timedelta(days=day)).weekday() for day in range(rest)}
    return [whole + (day in extra) for day in range(7)]


class Pictures:
    """The period's figures over time."""

    def __init__(self, period: Period, choice: Choice, links: Links, before_name: str) -> None:
        self._labels = [label.figures for label in period.current.labels]
        self._earlier, is_moved = _by_weekday(
            [label.figures for label in period.previous.labels], choice.days, 24 if choice.is_hourly else 1
        )
        self._links = links
        self._shared: dict[str, Any] = {
            "starts": [label.start for label in period.current.labels],
            "titles": [
                label.label if choice.is_hourly else f"{label.start:%a}, {label.label}"
                for label in period.current.labels
            ],
            "is_hourly": choice.is_hourly,
            "before_name": f"same weekdays in the {before_name}" if is_moved else before_name,
        }

    def calls(self) -> TimeChart:
        """Calls by direction."""
        return self._picture(
            [
                ("inbound", "in", lambda each: each.inbound_calls),
                ("outbound", "out", lambda each: each.outbound_calls),
            ],
            lambda each: each.total_calls,
            channel="phone",
        )

    def threads(self) -> TimeChart:
        """E-mail threads by direction."""
        return self._picture(
            [
                ("inbound", "in", lambda each: each.inbound_email_threads),
                ("outbound", "out", lambda each: each.outbound_email_threads),
            ],
            lambda each: each.total_email_threads,
            channel="email",
            height=150,
            most_slots=FEW_SLOTS,
        )

    def negotiated(self) -> TimeChart:
        """What a deal was talked down by, on average."""
        return self._picture(
            [("per load", "in", lambda each: each.avg_negotiated_value)],
            lambda each: each.avg_negotiated_value,
            of="agreements",
            is_sum=False,
            height=150,
            write=_saved,
            write_tick=short_money,
        )

    def booked(self) -> TimeChart:
        """Bookings by who closed them."""
        return self._picture(
            [
                ("Booked by AI agent", "in", lambda each: each.total_e2e_bookings),
                ("Booked by your team", "out", lambda each: each.total_assisted_bookings),
                (
                    "Booked with core carriers",
                    "third",
                    lambda each: each.total_bmt_capacity_load_bookings_assisted,
                ),
            ],
            lambda each: each.total_loads_booked,
            of="bookings",
            height=150,
            most_slots=FEW_SLOTS,
        )

    def _picture(
        self,
        layers: list[tuple[str, str, Callable[[Figures], float]]],
        total: Callable[[Figures], float],
        *,
        of: str = "conversations",
        channel: str = "",
        **options: Any,
    ) -> TimeChart:
        filters = {"channel": channel} if channel else {}
        return time_chart(
            layers=[Layer(name, look, list(map(read, self._labels))) for name, look, read in layers],
            before=[None if each is None else total(each) for each in self._earlier],
            href_between=lambda first, last: self._links.between(first, last, of, **filters),
            **self._shared | options,
        )


def _by_weekday(earlier: list[Figures], days: int, a_day: int) -> tuple[Sequence[Figures | None], bool]:
    """The period before, moved by up to three days so that Mondays lie behind Mondays, and whether it was moved.

    Only the picture is moved: what it has nothing to compare with is left out, and totals stay those of the period.
    """
    rest = days % 7
    if days < 7 or not rest:
        return earlier, False
    if rest <= 3:
        return earlier[rest * a_day :], True
    return [*[None] * ((7 - rest) * a_day), *earlier], True


def _funnel(figures: Figures, earlier: Figures, links: Links) -> Funnel:
    def conversations(each: Figures) -> int:
        return each.total_calls + each.total_email_threads

    return funnel(
        [
            ("Calls and emails", conversations(figures), conversations(earlier), links.whole()),
            ("With an offer", with_bids(figures), with_bids(earlier), links.whole(bid=1)),
            (
                "Loads booked",
                figures.total_loads_booked,
                earlier.total_loads_booked,
                links.whole("bookings"),
            ),
        ]
    )


def _tags(
    inbound: Mapping[str, int],
    outbound: Mapping[str, int],
    inbound_before: Mapping[str, int],
    outbound_before: Mapping[str, int],
    href: Callable[[str], str],
) -> list[Rank]:
    before = Counter(inbound_before) + Counter(outbound_before)
    return ranks({"in": inbound, "out": outbound}, before, href=href, words=tag_words)


def _heat_link(links: Links) -> Callable[[int, int], str]:
    base = links.whole(channel="phone")
    return lambda day, hour: f"{base}&weekday={day + 1}&hour={hour}"


def _comparisons(figures: Figures, earlier: Figures, links: Links) -> list[Comparison]:
    rows: list[tuple[str, str, dict[str, Any]]] = [
        ("Calls", "calls", {"channel": "phone"}),
        ("with an offer", "calls_with_bids", {"channel": "phone", "bid": 1}),
        ("transferred", "calls_transferred", {"channel": "phone", "transferred": 1}),
        ("minutes", "call_minutes", {"channel": "phone"}),
        ("Email threads", "email_threads", {"channel": "email"}),
        ("with an offer", "email_threads_with_bids", {"channel": "email", "bid": 1}),
    ]
    found = []
    for name, field, filters in rows:
        now = [getattr(figures, f"{side}_{field}") for side in ("inbound", "outbound")]
        before = sum(getattr(earlier, f"{side}_{field}") for side in ("inbound", "outbound"))
        found.append(
            Comparison(
                name=name,
                is_part=name[:1].islower(),
                inbound=f"{now[0]:,.0f}",
                inbound_href=links.whole(**filters, direction="inbound"),
                outbound=f"{now[1]:,.0f}",
                outbound_href=links.whole(**filters, direction="outbound"),
                total=f"{sum(now):,.0f}",
                href=links.whole(**filters),
                change=change(sum(now), before),
            )
        )
    return found


def _loads(figures: Figures, earlier: Figures, links: Links) -> list[Count]:
    rows = [  # name, figure, whether it is a part of the whole before, the rows behind it
        ("Loads discussed", "total_unique_loads", False, links.whole("loads")),
        (
            "with core carriers",
            "total_bmt_capacity_loads_touched",
            True,
            links.whole("loads", capacity=1),
        ),
        ("Loads booked", "total_loads_booked", False, links.whole("bookings")),
        ("Booked by AI agent", "total_e2e_bookings", True, links.whole("bookings", kind="e2e")),
        ("Booked by your team", "total_assisted_bookings", True, links.whole("bookings", kind="assisted")),
        (
            "Booked with core carriers",
            "total_bmt_capacity_load_bookings_assisted",
            True,
            links.whole("bookings", kind="capacity"),
        ),
    ]
    found = []
    for name, field, is_part, href in rows:
        now, before = getattr(figures, field), getattr(earlier, field)
        found.append(Count(name, is_part, now, before, change(now, before), href))
    return found


# What the agent did since yesterday, for the page of today: a few figures, each with its rows.


@dataclass(frozen=True)
class Fact:
    """A figure of yesterday and today together, today's part of it, and where its rows are."""

    label: str
    value: str
    today: str
    href: str


def since_yesterday(period: Period) -> list[Fact]:
    """Return the figures of a period of two days, by day: calls, talk time, bids, deals."""
    links = Links(period.current.labels, period.zone)
    whole, today = period.current.figures, period.current.labels[-1].figures

    def fact(label: str, write: Callable[[Figures], str], href: str) -> Fact:
        return Fact(label, write(whole), write(today), href)

    return [
        fact("Calls", lambda each: _count(each.total_calls), links.whole(channel="phone")),
        fact("Talk time", _talk_time, links.whole(channel="phone")),
        fact("Calls and emails with an offer", lambda each: _count(with_bids(each)), links.whole(bid=1)),
        fact("Transferred", _transferred, links.whole(channel="phone", transferred=1)),
        fact("Loads booked", lambda each: _count(each.total_loads_booked), links.whole("bookings")),
        fact("Avg. saved vs. first ask", _deals, links.whole("agreements")),
    ]


def _count(value: float) -> str:
    return fitting(value, number)


def _transferred(figures: Figures) -> str:
    return _count(figures.inbound_calls_transferred + figures.outbound_calls_transferred)


def _deals(figures: Figures) -> str:
    return fitting(figures.avg_negotiated_value, whole_money) if figures.avg_negotiated_value else MISSING


def _saved(average: float) -> str:
    """A day without deals saved nothing that could be averaged."""
    return whole_money(average) if average else MISSING


def _talk_time(figures: Figures) -> str:
    minutes = round(figures.inbound_call_minutes + figures.outbound_call_minutes)
    hours, rest = divmod(minutes, 60)
    if hours >= 100:
        return f"{short_number(hours)} hr"
    return f"{hours} hr {rest} min" if hours and rest else f"{hours} hr" if hours else f"{rest} min"
