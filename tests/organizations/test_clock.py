"""The clock that people read: 12 hours unless the organization has chosen 24."""

from datetime import time

import pytest

from organizations.formats import clock_set, hour_range, time_of_day, time_range


@pytest.mark.parametrize(
    ("moment", "by_12", "by_24"),
    [
        (time(0), "12:00 AM", "00:00"),
        (time(9, 5), "9:05 AM", "09:05"),
        (time(12), "12:00 PM", "12:00"),
        (time(17), "5:00 PM", "17:00"),
    ],
)
def test_time_of_day_reads_by_the_clock(moment, by_12, by_24):
    assert time_of_day(moment) == by_12
    with clock_set("24h"):
        assert time_of_day(moment) == by_24
    assert time_of_day(moment) == by_12


@pytest.mark.parametrize(
    ("start", "end", "by_12", "by_24"),
    [
        (time(17), time(21), "5–9 PM", "17:00–21:00"),
        (time(8), time(12), "8 AM–12 PM", "08:00–12:00"),
        (time(17, 30), time(21), "5:30–9:00 PM", "17:30–21:00"),
        (time(11, 45), time(12, 15), "11:45 AM–12:15 PM", "11:45–12:15"),
    ],
)
def test_range_says_its_half_of_the_day_once(start, end, by_12, by_24):
    assert time_range(start, end) == by_12
    with clock_set("24h"):
        assert time_range(start, end) == by_24


def test_whole_hours_read_as_a_window():
    assert hour_range(8, 21) == "8 AM–9 PM"
    assert hour_range(0, 24) == "Anytime"
    with clock_set("24h"):
        assert hour_range(8, 21) == "08:00–21:00"


def test_seconds_are_told_where_they_matter():
    assert time_of_day(time(17, 0, 9), with_seconds=True) == "5:00:09 PM"
