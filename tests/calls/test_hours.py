"""Where a number is at home, and whether it is a decent hour there."""

from datetime import UTC, datetime, timedelta

import pytest

from calls.calling_rules import Hours, judge_hours, zones_of

DECENT = Hours(8, 21)
CHICAGO, NEW_YORK = "America/Chicago", "America/New_York"


def utc(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("number", "zones"),
    [
        ("+13125550123", {CHICAGO}),
        ("+12025550188", {NEW_YORK}),
        ("+14805550123", {"America/Phoenix"}),
        ("+18085550123", {"Pacific/Honolulu"}),
        ("+16045550123", {"America/Vancouver"}),
        ("+17875550123", {"America/Puerto_Rico"}),
        # Area codes across the line of two zones, whatever the exchange.
        ("+14235550123", {CHICAGO, NEW_YORK}),
        ("+18502345678", {CHICAGO, NEW_YORK}),
        ("+12082345678", {"America/Boise", "America/Denver", "America/Los_Angeles"}),
        # Numbers that lie nowhere.
        ("+18005550199", set()),
        ("+18885550199", set()),
        ("+442079460958", {"Europe/London"}),
        ("+525512345678", {"America/Mexico_City"}),
        ("+870773111632", set()),
    ],
)
def test_number_tells_its_zones(number, zones):
    assert zones_of(number) == zones


@pytest.mark.parametrize(
    ("moment", "is_open"),
    [
        ("2026-03-02T13:59:59.999999", False),  # 07:59:59 in Chicago
        ("2026-03-02T14:00:00", True),
        ("2026-03-03T02:59:59", True),
        ("2026-03-03T03:00:00", False),  # 21:00
        ("2026-07-01T12:59:59", False),  # daylight time
        ("2026-07-01T13:00:00", True),
        ("2026-03-08T13:00:00", True),  # the Sunday on which it begins
        ("2026-03-07T13:00:00", False),  # the day before
    ],
)
def test_hours_are_the_called_places(moment, is_open):
    reason = judge_hours(DECENT, zones={CHICAGO}, at=utc(moment))

    assert (reason is None) == is_open
    if reason:
        assert reason.code == "outside_calling_window"
        assert "8 AM–9 PM" in reason.detail


@pytest.mark.parametrize(
    ("moment", "zones", "opening"),
    [
        ("2026-03-03T05:00:00", {CHICAGO}, "2026-03-03T14:00:00"),
        ("2026-03-02T13:00:00", {CHICAGO}, "2026-03-02T14:00:00"),
        ("2026-03-07T05:00:00", {CHICAGO}, "2026-03-07T14:00:00"),
        ("2026-03-08T05:00:00", {CHICAGO}, "2026-03-08T13:00:00"),  # an hour was skipped in the night
        ("2026-11-01T04:00:00", {CHICAGO}, "2026-11-01T14:00:00"),  # an hour came twice
        ("2026-03-02T13:30:00", {CHICAGO, NEW_YORK}, "2026-03-02T14:00:00"),  # the later one's morning
        ("2026-03-03T02:30:00", {CHICAGO, NEW_YORK}, "2026-03-03T14:00:00"),  # the earlier one's evening
        ("2026-03-03T03:30:00", {NEW_YORK, "Pacific/Honolulu"}, "2026-03-03T18:00:00"),
    ],
)
def test_refusal_says_when_it_will_do(moment, zones, opening):
    reason = judge_hours(DECENT, zones=zones, at=utc(moment))

    assert reason.retry_at == utc(opening)
    assert judge_hours(DECENT, zones=zones, at=reason.retry_at) is None
    assert judge_hours(DECENT, zones=zones, at=reason.retry_at - timedelta(microseconds=1))


def test_both_clocks_are_named():
    assert (
        "8:30 PM or 9:30 PM"
        in judge_hours(DECENT, zones={CHICAGO, NEW_YORK}, at=utc("2026-03-03T02:30")).detail
    )


def test_hours_that_never_meet_have_no_opening():
    zones = {"America/New_York", "Pacific/Honolulu"}  # five hours apart

    assert judge_hours(Hours(8, 12), zones=zones, at=utc("2026-03-02T15:00")).retry_at is None


def test_all_day_is_always_open():
    start = utc("2026-03-08T00:00")

    for minutes in range(0, 24 * 60, 7):
        at = start + timedelta(minutes=minutes)
        assert judge_hours(Hours(0, 24), zones={CHICAGO, NEW_YORK}, at=at) is None
