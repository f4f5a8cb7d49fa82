"""The rate ladder's geometry, and margins."""

from decimal import Decimal
from itertools import pairwise, permutations

import pytest

from loads.rates import EDGE, GAP, GLYPH, Ladder, ask_state, ladder, margin, margin_range, place_labels


def draw(start=None, ceiling=None, customer=None, book_now=None, ask=None, **options) -> Ladder:
    rates = {"start": start, "ceiling": ceiling, "customer": customer, "book_now": book_now, "best_ask": ask}
    return ladder(**{name: rate and Decimal(rate) for name, rate in rates.items()}, **options)


def assert_labels_are_apart(labels, width):
    halves = [len(label.text) * GLYPH / 2 for label in labels]
    for (left, left_half), (right, right_half) in pairwise(zip(labels, halves, strict=True)):
        assert right.x - left.x >= left_half + right_half + GAP - 0.2
    if labels:
        assert labels[0].x - halves[0] >= -0.1
        assert labels[-1].x + halves[-1] <= width + 0.1


def test_ladder_spans_from_the_least_to_the_greatest_rate():
    drawn = draw("1500", "2000", "2500", "1600", "1750", width=160)
    assert (drawn.start, drawn.customer) == (EDGE, 160 - EDGE)
    assert drawn.max == 80
    assert (drawn.room.left, drawn.room.right) == (drawn.start, drawn.max)
    assert drawn.start < drawn.book_now < drawn.ask < drawn.max < drawn.customer
    assert not drawn.is_crossed
    assert drawn.loss is None


def test_ladder_of_nothing_is_none():
    assert draw() is None


def test_ladder_without_a_max_has_no_room():
    drawn = draw("1500", None, "2500", None, "1600")
    assert drawn.room is None
    assert drawn.max is None
    assert drawn.state == "above"


def test_ladder_of_equal_rates_stands_in_the_middle():
    drawn = draw("1700", "1700", "1700", width=160, is_detailed=True)
    assert drawn.start == drawn.max == drawn.customer == 80
    assert [label.text for label in drawn.below] == ["target = max 1,700"]


def test_ladder_of_a_start_above_the_max_is_crossed():
    drawn = draw("2000", "1700", "2500")
    assert drawn.is_crossed
    assert drawn.room.left == drawn.max < drawn.start == drawn.room.right


def test_ladder_shows_where_the_load_loses_money():
    drawn = draw("1500", "2000", "1700")
    assert (drawn.loss.left, drawn.loss.right) == (drawn.customer, drawn.max)
    below_start = draw("1500", "2000", "1000")
    assert (below_start.loss.left, below_start.loss.right) == (below_start.start, below_start.max)


@pytest.mark.parametrize("rates", list(permutations(("0.01", "1500", "1500.01", "999999999.99", None), 4)))
def test_labels_never_touch_nor_leave_the_picture(rates):
    drawn = draw(*rates, ask=None, width=360, is_detailed=True)
    assert_labels_are_apart(drawn.below, 360)
    assert_labels_are_apart(drawn.above, 360)


def test_labels_close_together_part_evenly():
    left, right = place_labels([(100.0, "1,500"), (104.0, "1,510")], 200)
    assert left.x < 100 < 104 < right.x
    assert 100 - left.x == pytest.approx(right.x - 104)


@pytest.mark.parametrize(
    ("ask", "state"),
    [
        ("1400", "bookable"),
        ("1525", "bookable"),
        ("1526", "within"),
        ("1953", "within"),
        ("1953.01", "above"),
    ],
)
def test_ask_stands_against_book_now_and_ceiling(ask, state):
    drawn = draw("1500", "1953", "2719", "1525", ask)
    assert drawn.state == state


def test_ask_is_not_bookable_above_the_ceiling_whatever_the_other_rates_say():
    state = ask_state(
        start=Decimal(2000), ceiling=Decimal(1700), book_now=Decimal(2100), best_ask=Decimal(1900)
    )
    assert state == "above"


def test_ask_without_any_rate_is_unknown():
    assert ask_state(start=None, ceiling=None, book_now=None, best_ask=Decimal(1)) == ""


def test_description_says_the_picture_in_words():
    drawn = draw("1500", "1953", "2719", None, "1850")
    assert drawn.description == "Target $1,500, max buy $1,953, customer $2,719, offer $1,850: within max buy"


def test_margin_is_what_stays():
    found = margin(Decimal(2719), Decimal(1850), Decimal(781))
    assert (found.amount, round(found.share, 2), round(found.per_mile, 2)) == (
        869,
        Decimal("0.32"),
        Decimal("1.11"),
    )
    assert margin(Decimal(100), Decimal(150)).is_negative


def test_margin_of_a_free_load_has_no_share():
    assert margin(Decimal(0), Decimal(10)).share is None
    assert margin(None, Decimal(10)) is None


def test_margin_range_goes_from_the_least_to_the_greatest_share():
    found = margin_range(Decimal(2000), Decimal(1800), Decimal(1500), None)
    assert (found.low, found.high) == (Decimal("0.1"), Decimal("0.25"))
    assert margin_range(None, Decimal(1)) is None
