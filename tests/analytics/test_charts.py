"""Pictures of numbers: round axes, shapes that say what the numbers say, whatever the numbers are."""

import math
import re
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics.chart_scales import (
    axis_ticks,
    nice_step,
    short_money,
    short_number,
    slot_rows,
    slot_svg,
    time_ticks,
)
from analytics.chart_series import Layer, spark, time_chart
from analytics.heat_chart import funnel, heat_map, ranks
from analytics.selectors.overview import _by_weekday

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
FIRST = datetime(2026, 10, 1)
HOSTILE = "<script>alert(1)</script>\"'&"


def days(count):
    return [FIRST + DAY * number for number in range(count)]


def hours(count):
    return [FIRST + HOUR * number for number in range(count)]


def chart(*layers, before=(), starts=None, **options):
    """A picture of values by day; each layer is a list of them."""
    starts = starts or days(len(layers[0]))
    made = [Layer(f"layer {number}", f"look{number}", values) for number, values in enumerate(layers)]
    return time_chart(starts, [f"{start:%b %d %H}" for start in starts], made, before, **options)


def numbers_of(path):
    return [float(found) for found in re.findall(r"-?\d+\.?\d*(?:e[+-]?\d+)?", path)]


def bars_of(path):
    """Left, floor, top and width of each bar of a path."""
    return [tuple(map(float, each)) for each in re.findall(r"M([\d.]+) (-?[\d.]+)V(-?[\d.]+)h([\d.]+)", path)]


# Axes


@pytest.mark.parametrize(
    ("span", "most", "step"),
    [
        (10, 5, 2),
        (100, 5, 20),
        (101, 5, 50),
        (7, 5, 2),
        (1, 5, 0.2),
        (0.03, 5, 0.01),
        (0, 5, 1),
        (5e9, 5, 1e9),
    ],
)
def test_step_is_a_round_number(span, most, step):
    assert nice_step(span, most) == pytest.approx(step)


@pytest.mark.parametrize(
    ("values", "ticks"),
    [
        ([], [0, 1]),
        ([0, 0], [0, 1]),
        ([1], [0, 1]),
        ([3], [0, 1, 2, 3]),
        ([44], [0, 10, 20, 30, 40, 50]),
        ([50], [0, 10, 20, 30, 40, 50]),
        ([-3, 7], [-4, -2, 0, 2, 4, 6, 8]),
        ([-12], [-15, -10, -5, 0]),
    ],
)
def test_axis_runs_over_round_numbers(values, ticks):
    assert axis_ticks(values) == ticks


def test_axis_of_dollars_may_have_fractions():
    assert axis_ticks([0.5], is_whole=False) == pytest.approx([0, 0.1, 0.2, 0.3, 0.4, 0.5])


@given(st.lists(st.integers(-(10**14), 10**14), max_size=20))
def test_axis_holds_every_value_and_has_few_even_steps(cents):
    values = [each / 100 for each in cents]
    ticks = axis_ticks(values, is_whole=False)
    slack = (ticks[-1] - ticks[0]) * 1e-6

    assert ticks[0] - slack <= min([0, *values])
    assert max([0, *values]) <= ticks[-1] + slack
    assert 2 <= len(ticks) <= 9
    steps = [after - before for before, after in pairwise(ticks)]
    assert max(steps) == pytest.approx(min(steps), rel=1e-6)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (0.25, "0.25"),
        (1250, "1,250"),
        (9999, "9,999"),
        (12_500, "12.5K"),
        (999_990, "1M"),
        (3_000_000, "3M"),
        (2e9, "2B"),
        (-20_000, "−20K"),
        (5e18, "5,000P"),
    ],
)
def test_number_is_short_enough_for_an_axis(value, text):
    assert short_number(value) == text


def test_dollars_have_their_sign_before_them():
    assert [short_money(150), short_money(-25_000)] == ["$150", "−$25K"]


def test_days_are_named_every_third_of_a_month_and_fewer_where_it_is_narrow():
    ticks = time_ticks(days(30), is_hourly=False)

    assert [tick.text for tick in ticks][:3] == ["Oct 1", "Oct 4", "Oct 7"]
    assert [tick.text for tick in ticks if tick.level <= 2] == [
        "Oct 1",
        "Oct 7",
        "Oct 13",
        "Oct 19",
        "Oct 25",
    ]
    assert [tick.text for tick in ticks if tick.level == 1] == ["Oct 1", "Oct 13", "Oct 25"]
    assert ticks[0].at == pytest.approx(0.5 / 30 * 100, abs=0.01)


@pytest.mark.parametrize(
    ("starts", "is_hourly", "first"),
    [
        (hours(24), True, ["12 AM", "2 AM", "4 AM"]),
        (hours(48), True, ["Oct 1", "6 AM", "12 PM"]),
        (hours(24 * 7), True, ["Oct 1", "Oct 2", "Oct 3"]),
        (days(400), False, ["Oct", "Dec", "Feb"]),
        (days(1), False, ["Oct 1"]),
        ([], False, []),
    ],
)
def test_labels_suit_the_length_of_the_period(starts, is_hourly, first):
    assert [tick.text for tick in time_ticks(starts, is_hourly=is_hourly)][:3] == first


def test_a_new_year_is_named():
    assert "Jan 2027" in [tick.text for tick in time_ticks(days(300), is_hourly=False)]


@pytest.mark.parametrize("count", [1, 2, 7, 25, 31, 90, 365, 3660])
def test_labels_are_never_too_many(count):
    for starts, is_hourly in ((days(count), False), (hours(count), True)):
        ticks = time_ticks(starts, is_hourly=is_hourly)
        for level, most in ((1, 3), (2, 6), (3, 12)):
            assert 1 <= sum(tick.level <= level for tick in ticks) <= most


# Bars over time


def test_bar_is_as_high_as_its_value():
    drawn = chart([5, 10, 0], height=100)

    assert [(tick.at, tick.text) for tick in drawn.y_ticks] == [
        (100, "0"),
        (80, "2"),
        (60, "4"),
        (40, "6"),
        (20, "8"),
        (0, "10"),
    ]
    bars = bars_of(drawn.shapes[0].path)
    assert [(floor, top) for _, floor, top, _ in bars] == [(100, 50), (100, 0)]
    assert bars[0][0] + bars[0][3] / 2 == pytest.approx(1000 / 6, abs=0.1)


def test_layers_stand_on_each_other():
    drawn = chart([6, 2], [4, 0], height=100)

    assert [bar[1:3] for bar in bars_of(drawn.shapes[0].path)] == [(100, 40), (100, 80)]
    assert [bar[1:3] for bar in bars_of(drawn.shapes[1].path)] == [(40, 0)]


def test_little_beside_much_is_seen():
    floor, top = bars_of(chart([1, 1_000_000], height=100).shapes[0].path)[0][1:3]

    assert floor - top == 1


def test_negative_values_hang_below_zero():
    drawn = chart([-50, 100], is_sum=False, height=150)

    assert drawn.zero == 100
    assert [bar[1:3] for bar in bars_of(drawn.shapes[0].path)] == [(100, 150), (100, 0)]


def test_lone_bar_is_no_wall():
    ((left, _, _, width),) = bars_of(chart([3]).shapes[0].path)

    assert width == 64
    assert left + width / 2 == 500


def test_period_before_is_a_line_through_the_middles():
    drawn = chart([4, 4], before=[2, 4, 9], height=100)

    assert drawn.before == "M250.00 50L750.00 0"
    assert chart([4], before=[2], height=100).before == "M468 50h64"


def test_mean_without_anything_breaks_the_line():
    assert chart([9, 9, 9, 9], before=[3, 0, 3, 3], is_sum=False).before.count("M") == 2


@pytest.mark.parametrize("layers", [[[]], [[], []], []])
def test_nothing_is_empty(layers):
    drawn = time_chart([], [], [Layer("a", "in", values) for values in layers])

    assert drawn.is_empty
    assert (drawn.shapes, drawn.slots, drawn.x_ticks, drawn.before) == ([], [], [], "")


def test_zeros_are_empty_but_have_an_axis():
    drawn = chart([0] * 30, before=[3] * 30)

    assert drawn.is_empty
    assert drawn.shapes[0].path == ""
    assert drawn.y_ticks


@given(
    st.lists(st.integers(0, 10**12), min_size=1, max_size=400),
    st.lists(st.integers(0, 10**12), max_size=400),
    st.booleans(),
)
def test_everything_stays_in_the_picture(values, before, is_hourly):
    starts = hours(len(values)) if is_hourly else days(len(values))
    drawn = chart(values, before=before, starts=starts, is_hourly=is_hourly, height=200)

    for left, floor, top, width in bars_of(drawn.shapes[0].path):
        assert left >= -0.01
        assert left + width <= 1000.01
        assert -1 <= top <= floor <= 200
    assert all(math.isfinite(each) for each in numbers_of(drawn.before))
    assert sum(slot.width for slot in drawn.slots) == pytest.approx(100, abs=0.5)


def test_slot_tells_layers_total_and_before():
    slot = chart([1200], [34], before=[7]).slots[0]

    assert slot.title == "Oct 01 00"
    assert [(line.name, line.text) for line in slot.lines] == [
        ("layer 0", "1,200"),
        ("layer 1", "34"),
        ("total", "1,234"),
        ("before", "7"),
    ]


def test_slot_says_where_the_period_before_had_no_such_hour():
    assert chart([1, 1], before=[7]).slots[1].lines[-1].text == "–"


def test_box_of_a_slot_stands_within_the_picture():
    slots = chart([1] * 30).slots

    assert slots[0].left > 0
    assert slots[-1].left == -slots[-1].box_width - 12


def test_many_hours_share_a_slot_a_day():
    asked = []
    drawn = chart(
        [1] * 720, starts=hours(720), is_hourly=True, href_between=lambda *pair: asked.append(pair) or "#"
    )

    assert len(drawn.slots) == 30
    assert drawn.slots[0].title == "Thu Oct 1"
    assert drawn.slots[0].lines[0].text == "24"
    assert asked[1] == (24, 47)
    assert bars_of(drawn.shapes[0].path) == []  # an area


def test_many_days_share_a_slot_a_week():
    drawn = chart([1] * 365)

    assert len(drawn.slots) == 53
    assert drawn.slots[0].title == "Oct 1 – Oct 7"
    assert drawn.slots[-1].lines[0].text == "1"


def test_means_are_never_added_up():
    assert chart([1] * 365, is_sum=False).slots == []


# Markup


def test_markup_escapes_what_it_is_told():
    layers = [Layer(HOSTILE, "in", [1])]
    slots = time_chart([FIRST], [HOSTILE], layers, href_between=lambda *pair: f"/?{HOSTILE}").slots

    for text in (slot_svg(slots, top=0, height=9), slot_rows(slots)):
        assert "<script" not in text
        assert "&lt;script&gt;" in text
        assert 'href="/?&lt;' in text


def test_table_tells_what_the_slots_do():
    text = slot_rows(chart([1, 2], [3, 4], before=[5, 6]).slots)

    assert text.count("<tr>") == 3
    assert re.findall(r"<td>(.*?)</td>", text) == ["1", "3", "4", "5", "2", "4", "6", "6"]
    assert slot_rows([]) == ""


# Spark lines


def test_spark_runs_from_the_ground_to_the_top():
    assert spark([0, 5, 10]).line == "M0.0 26L60.0 14L120.0 2"


@pytest.mark.parametrize(
    ("values", "line"), [([], ""), ([7], "M0.0 2L120.0 2"), ([0, 0], "M0.0 26L120.0 26")]
)
def test_spark_of_little(values, line):
    assert spark(values).line == line


def test_spark_goes_below_the_ground_for_negative_values():
    ys = numbers_of(spark([-10, 10]).line)[1::2]

    assert ys == [26, 2]


@given(st.lists(st.floats(-1e15, 1e15), max_size=2000))
def test_spark_is_short_and_stays_in_the_picture(values):
    found = numbers_of(spark(values).line)

    assert len(found) <= 2 * 60
    assert all(-0.1 <= x <= 120.1 for x in found[::2])
    assert all(1.9 <= y <= 26.1 for y in found[1::2])


# Ranks


def test_ranks_begin_with_the_greatest_and_share_a_scale():
    found = ranks({"in": {"a": 1, "b": 6}, "out": {"b": 2, "c": 1}}, {"b": 4, "gone": 3}, words=str.upper)

    assert [(rank.name, rank.total, rank.before) for rank in found] == [("B", 8, 4), ("A", 1, 0), ("C", 1, 0)]
    assert [(part.look, part.x, part.width) for part in found[0].parts] == [("in", 0, 75), ("out", 75, 25)]
    assert [rank.mark for rank in found] == [50, None, None]


def test_ranks_of_nothing_are_none():
    assert ranks({"in": {}, "out": {"a": 0}}, {"a": 3}) == []


def test_rank_leads_to_its_own_key():
    assert ranks({"in": {"rate_rejected": 1}}, href=lambda key: f"?tag={key}")[0].href == "?tag=rate_rejected"


# Funnel


def test_funnel_tells_the_share_of_the_step_before():
    found = funnel([("a", 200, 1, "/a"), ("b", 50, 2, "/b"), ("c", 10, 3, "/c")])

    assert [step.share for step in found.steps] == [None, 0.25, 0.2]
    assert found.levels.startswith("M0.0 0.0L60.0 0.0V132.0L0.0 132.0z")


def test_funnel_may_widen():
    found = funnel([("a", 10, 0, ""), ("b", 0, 0, ""), ("c", 20, 0, "")])

    assert [step.share for step in found.steps] == [None, 0.0, None]
    assert min(numbers_of(found.levels)) >= 0
    assert max(numbers_of(found.levels)) <= 300


def test_funnel_of_nothing_has_no_shape():
    found = funnel([(name, 0, 0, "") for name in "abc"])

    assert (found.levels, found.slopes) == ("", "")


# Heat map


def test_heat_is_the_mean_of_a_day():
    counts = [[0] * 24 for _ in range(7)]
    counts[0][9], counts[1][9], counts[2][9] = 10, 8, 1
    found = heat_map(counts, [5, 4, 4, 4, 4, 4, 4])
    levels = {(cell.day, cell.hour): cell.level for cell in found.cells}

    assert levels["Mon", 9] == levels["Tue", 9] == 6  # two a day, both
    assert levels["Wed", 9] == 1
    assert levels["Sun", 0] == 0
    slot = found.cells[9].slot
    assert (slot.title, [line.text for line in slot.lines]) == ("Mon, 9 AM – 10 AM", ["10", "2"])


def test_heat_of_nothing_is_empty():
    found = heat_map([[0] * 24] * 7, [1, 0, 0, 0, 0, 0, 0])

    assert found.is_empty
    assert {cell.level for cell in found.cells} == {0}
    assert len(found.cells) == 168


@pytest.mark.deep
@given(st.lists(st.integers(0, 10**9), min_size=168, max_size=168))
def test_heat_has_a_shade_for_whatever_there_is(counts):
    found = heat_map([counts[at : at + 24] for at in range(0, 168, 24)], [1] * 7)

    assert all((cell.level > 0) == (cell.count > 0) for cell in found.cells)
    assert max(cell.level for cell in found.cells) == (6 if any(counts) else 0)


def test_heat_leads_to_what_is_there():
    counts = [[0] * 24 for _ in range(7)]
    counts[6][23] = 1
    found = heat_map(counts, [1] * 7, href=lambda day, hour: f"{day}-{hour}")

    assert [cell.slot.href for cell in found.cells if cell.slot.href] == ["6-23"]
    hour, days = found.by_hour[23]
    assert (hour, days[6].slot.href) == ("11 PM", "6-23")


def test_picture_has_the_same_offsets_as_its_zone():
    starts = [datetime(2026, 11, 1, 5, tzinfo=UTC) + HOUR * number for number in range(25)]

    assert len(chart([1] * 25, starts=starts, is_hourly=True).slots) == 25


def test_gallery_shows_every_picture(client, viewer):
    client.force_login(viewer)
    text = client.get("/gallery/charts").text

    for name in ("plot", "spark", "funnel-shape", "ranks", "plot heat", "tile", "legend", "more numbers"):
        assert f'class="{name}' in text or f' {name}"' in text
    assert "<b>International" not in text
    assert "nan" not in text


def test_line_behind_leaves_out_what_it_has_nothing_to_compare_with():
    drawn = chart([4, 4, 4], before=[None, 2, 4], height=100)

    assert drawn.before.count("M") == 1
    assert [slot.lines[-1].text for slot in drawn.slots] == ["–", "2", "4"]


@pytest.mark.parametrize(
    ("days", "first", "length"),
    [
        (6, 0, 6),  # less than a week: day by day
        (28, 0, 28),
        (30, 2, 28),  # 28 days earlier
        (90, None, 91),  # 91 days earlier: the first of them wasn't fetched
    ],
)
def test_line_behind_has_mondays_behind_mondays(days, first, length):
    moved, is_moved = _by_weekday(list(range(days)), days, 1)  # type: ignore[arg-type]

    assert (moved[0], len(moved), is_moved) == (first, length, (first, length) != (0, days))
