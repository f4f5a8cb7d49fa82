"""How facts read: money, distances, windows in the stop's own zone, ages, phone numbers."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest

from organizations import formats

NOW = datetime(2026, 3, 2, 15, 0, tzinfo=UTC)  # a Monday; 09:00 in Chicago, 10:00 in New York
CHICAGO, NEW_YORK = "America/Chicago", "America/New_York"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Decimal("2450.00"), "$2,450"),
        (Decimal("2450.50"), "$2,450.50"),
        (Decimal("-150"), "−$150"),
        (Decimal("999999999.99"), "$999,999,999.99"),
        (0, "$0"),
        ("1500.00", "$1,500"),
        (None, "–"),
        ("", "–"),
        ("NaN", "–"),
        (True, "–"),
    ],
)
def test_money_reads_as_dollars(value, text):
    assert formats.money(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [("2450", "2,450"), ("1.5", "1.50"), ("1250000", "1.25M"), ("999999999", "1000M"), (None, "–")],
)
def test_short_money_fits_a_label(value, text):
    assert formats.short_money(value) == text


@pytest.mark.parametrize(
    ("amount", "distance", "text"),
    [
        (2719, Decimal("781.000"), "$3.48/mi"),
        (-50, 100, "−$0.50/mi"),
        (999_999_999, 957, "$1,044,932/mi"),
        (2719, 0, ""),
        (2719, None, ""),
        (None, 781, ""),
    ],
)
def test_per_mile_stands_beside_a_rate(amount, distance, text):
    assert formats.per_mile(amount, distance) == text


def test_measures_bear_their_unit():
    assert formats.miles(Decimal("1371.000")) == "1,371\u00a0mi"
    assert formats.miles(Decimal("4.250")) == "4.2\u00a0mi"
    assert formats.pounds(42000) == "42,000\u00a0lb"
    assert formats.pounds(None) == "–"


@pytest.mark.parametrize(
    ("share", "text"),
    [("0.32", "32%"), ("-0.05", "−5%"), ("0.004", "0.4%"), ("-0.0000001", "0%"), (None, "–")],
)
def test_percent_reads_as_a_share(share, text):
    assert formats.percent(share) == text


@pytest.mark.parametrize(
    ("start", "end", "zone", "text"),
    [
        (datetime(2026, 3, 2, 8), datetime(2026, 3, 2, 12), CHICAGO, "Today 8 AM–12 PM CST"),
        (datetime(2026, 3, 3, 14), None, CHICAGO, "Tomorrow 2:00 PM CST"),
        (datetime(2026, 3, 3, 14), datetime(2026, 3, 3, 14), CHICAGO, "Tomorrow 2:00 PM CST"),
        (datetime(2026, 3, 1, 14), None, CHICAGO, "Yesterday 2:00 PM CST"),
        (datetime(2026, 3, 5, 8), datetime(2026, 3, 5, 16), NEW_YORK, "Thu 8 AM–4 PM EST"),
        (datetime(2026, 3, 5, 22), datetime(2026, 3, 6, 6), NEW_YORK, "Thu 10:00 PM – Fri 6:00 AM EST"),
        (datetime(2026, 3, 9, 8), None, CHICAGO, "Mar 9 8:00 AM CDT"),
        (datetime(2025, 12, 14, 8), None, CHICAGO, "Dec 14, 2025 8:00 AM CST"),
        (datetime(2026, 3, 2, 8), None, "", "Today 8:00 AM"),
        (datetime(2026, 3, 2, 8), None, "Mars/Olympus", "Today 8:00 AM"),
        (datetime(2026, 3, 2, 8), None, "../../etc/passwd", "Today 8:00 AM"),
        (None, datetime(2026, 3, 2, 12), CHICAGO, "Today by 12:00 PM CST"),
        (None, None, CHICAGO, "–"),
        (datetime(2026, 3, 5, 8), None, "America/Bogota", "Thu 8:00 AM UTC−5"),
        (datetime(2026, 3, 5, 8), None, "Asia/Kathmandu", "Thu 8:00 AM UTC+5:45"),
        (
            datetime(1, 1, 1),
            datetime(9999, 12, 31, 23, 59),
            CHICAGO,
            "Jan 1, 1 12:00 AM – Dec 31, 9999 11:59 PM LMT",
        ),
    ],
)
def test_window_reads_in_the_stops_own_zone(start, end, zone, text):
    assert formats.window(start, end, zone, NOW) == text


def test_window_names_days_as_its_reader_counts_them():
    late = datetime(2026, 3, 3, 5, 30, tzinfo=UTC)  # still the 2nd in Chicago, the 3rd in New York
    for zone, abbreviation in ((CHICAGO, "CST"), (NEW_YORK, "EST")):
        in_chicago, in_new_york = (
            formats.window(datetime(2026, 3, 3, 8), None, zone, late.astimezone(ZoneInfo(reader)))
            for reader in (CHICAGO, NEW_YORK)
        )
        assert in_chicago == f"Tomorrow 8:00 AM {abbreviation}"
        assert in_new_york == f"Today 8:00 AM {abbreviation}"


def test_full_window_bears_the_date_and_the_zone():
    text = formats.full_window(datetime(2026, 3, 4, 8), datetime(2026, 3, 4, 12), CHICAGO)
    assert text == "Wed Mar 4, 2026, 8 AM–12 PM Central"


@pytest.mark.parametrize(
    ("before", "text"),
    [
        (timedelta(seconds=10), "just now"),
        (timedelta(minutes=3, seconds=20), "3 min ago"),
        (timedelta(hours=5), "5 hr ago"),
        (timedelta(days=4), "4 days ago"),
        (timedelta(days=400), "Jan 26, 2025"),
        (timedelta(hours=-2), "in 2 hr"),
    ],
)
def test_age_is_short(before, text):
    assert formats.age(NOW - before, NOW) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [
        ("+12145550133", "(214) 555-0133"),
        ("+12145550133;ext=42", "(214) 555-0133 ext. 42"),
        ("+528155550133", "+52 81 5555 0133"),
        ("client:anna", "client:anna"),
        ("", "–"),
        (None, "–"),
    ],
)
def test_phone_reads_as_people_write_it(number, text):
    assert formats.phone(number) == text


def test_place_is_what_is_known_of_it():
    assert formats.place("Dallas", "TX") == "Dallas,\u00a0TX"
    assert formats.place("", "TX") == "TX"
    assert formats.place("", "") == "–"
