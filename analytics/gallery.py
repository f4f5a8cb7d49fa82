"""The gallery's pictures at `/gallery/charts` (local runs and debug): each once, ordinary and extreme."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from analytics.chart_scales import short_money
from analytics.chart_series import Layer, TimeChart, spark, time_chart
from analytics.heat_chart import funnel, heat_map, ranks
from analytics.selectors.tiles import Tile, change
from calls.wording import tag_words
from organizations.dashboard.formats import money

FIRST = datetime(2026, 10, 1, tzinfo=UTC)
WEEK = (62, 59, 71, 64, 69, 39, 50)
BILLIONS = [10**9 * number * number for number in range(30)]
LONG = "Schokoladenverpackungsmaschinenhersteller & Söhne <b>International</b>"


def gallery(request: HttpRequest) -> HttpResponse:
    """Every picture once."""
    return render(request, "analytics/gallery.html", {"charts": _charts(), **_others()})


def _charts() -> list[tuple[str, TimeChart]]:
    month = [WEEK[day % 7] + day for day in range(30)]
    long_ago = [WEEK[day % 7] * (1 + day // 90) for day in range(730)]
    return [
        ("A month", _chart([month, [count // 3 for count in month]], [count + 9 for count in month])),
        ("Two years", _chart([long_ago], [count // 2 for count in long_ago])),
        (
            "Ten days by the hour",
            _chart([[WEEK[hour % 7] * (hour % 24 > 6) for hour in range(240)]], hours=1),
        ),
        ("One day", _chart([[7]], [3])),
        ("Little beside much", _chart([[1, 2, 900_000, 3, 0, 1]])),
        ("Billions", _chart([BILLIONS], list(reversed(BILLIONS)))),
        ("Gains and losses", _mean([120.5, -80, 0, 33, -240, 96], [100, 0, 0, -50, 20, 20])),
        ("Nothing but zeros", _chart([[0] * 30], [0] * 30)),
    ]


def _chart(layers: Sequence[Sequence[int]], before: Sequence[int] = (), hours: int = 24) -> TimeChart:
    starts = _starts(len(layers[0]), hours)
    looks = (("inbound", "in"), ("outbound", "out"))
    made = [Layer(name, look, values) for (name, look), values in zip(looks, layers, strict=False)]
    return time_chart(
        starts, _titles(starts), made, before, before_name="previous 30 days", is_hourly=hours == 1
    )


def _mean(values: Sequence[float], before: Sequence[float]) -> TimeChart:
    starts = _starts(len(values), 24)
    layers = [Layer("a deal", "in", values)]
    return time_chart(
        starts, _titles(starts), layers, before, is_sum=False, write=money, write_tick=short_money
    )


def _starts(count: int, hours: int) -> list[datetime]:
    return [FIRST + timedelta(hours=hours) * number for number in range(count)]


def _titles(starts: Sequence[datetime]) -> list[str]:
    return [f"{start:%a %b} {start.day}" for start in starts]


def _others() -> dict[str, object]:
    counts = {"negotiation": 743, "general_inquiry": 528, "rate_rejected": 161, LONG: 64, "transferred": 1}
    outbound = {name: count // 4 for name, count in counts.items()}
    hours = [[max(0, 9 - abs(hour - 10)) * (7 - day) for hour in range(24)] for day in range(7)]
    return {
        "tiles": [
            Tile("Calls", "2,481", change(2481, 2176), "2,176", spark(WEEK * 4), "#calls"),
            Tile("Avg. saved vs. first ask", "−$40", change(-40, 127), "$127", spark([9, -3, -40]), "#deal"),
            Tile(LONG, "123.5M", change(123_500_000, 0), "0", spark([0, 0, 1]), "#long"),
            Tile("Nothing yet", "0", change(0, 0), "0", spark([0, 0]), "#nothing"),
        ],
        "ranks": ranks({"in": counts, "out": outbound}, outbound, words=tag_words),
        "funnels": [
            funnel(
                [
                    ("Calls and emails", 3120, 2800, "#"),
                    ("With an offer", 812, 700, "#"),
                    ("Booked", 194, 1, "#"),
                ]
            ),
            funnel([("Calls and emails", 3, 0, "#"), ("With an offer", 0, 0, "#"), ("Booked", 12, 0, "#")]),
        ],
        "heat": heat_map(hours, [5, 5, 4, 4, 4, 4, 4]),
    }
