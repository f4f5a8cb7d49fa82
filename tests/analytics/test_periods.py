"""Which days and hours an answer has, whatever the clocks do: by hand, by the naive calendar, and by the API."""

import re
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest

from tests.analytics import naive
from tests.analytics.histories import ERAS
from tests.analytics.judging import Judge, expected_a
from tests.factories import CallFactory, ConversationFactory

pytestmark = pytest.mark.sampled(30)

DAY = timedelta(days=1)


@pytest.fixture
def judge(acme):
    """Asks acme about itself."""
    return Judge(acme)


def hours(zone, day):
    """Clock and length in minutes of the naive calendar's hours of a day."""
    return [
        (f"{start.astimezone(naive.ZoneInfo(zone)):%H:%M%z}", (end - start) // timedelta(minutes=1))
        for start, end in naive.hours_of(day, day, zone)
    ]


# The judge itself, by hand


@pytest.mark.parametrize(
    ("zone", "day", "first", "minutes"),
    [
        ("UTC", date(2026, 3, 1), "2026-03-01T00:00Z", 24 * 60),
        ("America/Chicago", date(2026, 3, 8), "2026-03-08T06:00Z", 23 * 60),
        ("America/Chicago", date(2025, 11, 2), "2025-11-02T05:00Z", 25 * 60),
        ("Asia/Kolkata", date(2026, 3, 1), "2026-02-28T18:30Z", 24 * 60),
        ("Asia/Kathmandu", date(2026, 1, 1), "2025-12-31T18:15Z", 24 * 60),
        ("Australia/Lord_Howe", date(2025, 10, 5), "2025-10-04T13:30Z", 23 * 60 + 30),
        ("Australia/Lord_Howe", date(2026, 4, 5), "2026-04-04T13:00Z", 24 * 60 + 30),
        ("America/Sao_Paulo", date(2018, 11, 4), "2018-11-04T03:00Z", 23 * 60),
        ("America/Sao_Paulo", date(2018, 2, 17), "2018-02-17T02:00Z", 25 * 60),
        ("America/Havana", date(2025, 11, 2), "2025-11-02T04:00Z", 25 * 60),
        ("Africa/Cairo", date(2026, 4, 24), "2026-04-23T22:00Z", 23 * 60),
        ("Pacific/Apia", date(2011, 12, 29), "2011-12-29T10:00Z", 24 * 60),
        ("Pacific/Apia", date(2011, 12, 31), "2011-12-30T10:00Z", 24 * 60),
    ],
)
def test_naive_days_are_those_of_the_calendar_on_the_wall(zone, day, first, minutes):
    [(start, end)] = naive.days_of(day, day, zone)
    assert start == datetime.fromisoformat(first)
    assert (end - start) // timedelta(minutes=1) == minutes


def test_naive_calendar_has_no_day_that_was_skipped():
    assert naive.days_of(date(2011, 12, 30), date(2011, 12, 30), "Pacific/Apia") == []
    assert len(naive.days_of(date(2011, 12, 29), date(2011, 12, 31), "Pacific/Apia")) == 2


def test_naive_hours_follow_the_clock_on_the_wall():
    spring, autumn = (hours("America/Chicago", day) for day in (date(2026, 3, 8), date(2025, 11, 2)))
    assert spring[:3] == [("00:00-0600", 60), ("01:00-0600", 60), ("03:00-0500", 60)]
    assert autumn[:4] == [("00:00-0500", 60), ("01:00-0500", 60), ("01:00-0600", 60), ("02:00-0600", 60)]
    assert (len(spring), len(autumn)) == (23, 25)


def test_naive_hours_know_a_shift_by_half_an_hour():
    spring, autumn = (hours("Australia/Lord_Howe", day) for day in (date(2025, 10, 5), date(2026, 4, 5)))
    assert spring[1:4] == [("01:00+1030", 60), ("02:30+1100", 30), ("03:00+1100", 60)]
    assert autumn[1:4] == [("01:00+1100", 60), ("01:30+1030", 30), ("02:00+1030", 60)]
    assert (len(spring), len(autumn)) == (24, 25)


def test_naive_hours_begin_where_the_day_does():
    assert hours("America/Sao_Paulo", date(2018, 11, 4))[0] == ("01:00-0200", 60)
    assert [clock for clock, _ in hours("America/Havana", date(2025, 11, 2))[:3]] == [
        "00:00-0400",
        "00:00-0500",
        "01:00-0500",
    ]


def test_naive_labels():
    told = [naive.label(datetime(2026, 1, 5, hour), "hour") for hour in (0, 1, 11, 12, 13, 23)]
    assert told == [f"Jan 5, {clock}" for clock in ("12 AM", "1 AM", "11 AM", "12 PM", "1 PM", "11 PM")]
    assert naive.label(datetime(2026, 12, 15), "day") == "Dec 15"


# The API


@pytest.mark.deep_but(8)
@pytest.mark.parametrize("granularity", ["day", "hour"])
@pytest.mark.parametrize("era", ERAS, ids=lambda era: f"{era.zone}-{era.day}")
def test_labels_are_the_days_and_hours_on_the_wall(judge, acme, era, granularity):
    start, end = naive.midnight(era.day, era.zone), naive.midnight(era.day + DAY, era.zone)
    moments = [start - naive.MILLISECOND, start, end - naive.MILLISECOND, end]
    moments += [start + timedelta(minutes=30 * number) for number in range(10)]
    for at in moments:
        CallFactory(conversation=ConversationFactory(organization=acme, created_at=at), organization=acme)
    rows = naive.Rows(acme.pk)
    for first, last in ((era.day, era.day), (era.day - DAY, era.day + DAY)):
        question = first, last, granularity, era.zone
        assert judge.shape_a(*question) == expected_a(rows, *question)


@pytest.mark.parametrize("granularity", ["day", "hour"])
@pytest.mark.parametrize("era", ERAS, ids=lambda era: f"{era.zone}-{era.day}")
def test_no_moment_lies_between_two_labels(judge, era, granularity):
    first, last = era.day - 2 * DAY, era.day + 2 * DAY
    answer = judge.get(
        fromDate=str(first), toDate=str(last), granularity=granularity, timezone=era.zone
    ).json()
    items = answer["previousPeriod"]["statsByLabel"] + answer["statsByLabel"]
    for item, following in pairwise(items):
        ended, begins = datetime.fromisoformat(item["to"]), datetime.fromisoformat(following["from"])
        assert begins.astimezone(UTC) - ended.astimezone(UTC) == naive.MILLISECOND
    for item in items:
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:00(\.000)?[+-]\d\d:\d\d", item["from"])
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:59\.999[+-]\d\d:\d\d", item["to"])
    assert datetime.fromisoformat(answer["statsByLabel"][0]["from"]) == naive.midnight(first, era.zone)


def test_zone_is_chicago_where_none_is_asked_for(judge):
    answer = judge.get(fromDate="2026-01-15", toDate="2026-01-15", granularity="hour").json()
    item = answer["statsByLabel"][14]
    assert (item["label"], item["from"][:19], item["from"][-6:], item["to"]) == (
        "Jan 15, 2 PM",
        "2026-01-15T14:00:00",
        "-06:00",
        "2026-01-15T14:59:59.999-06:00",
    )


@pytest.mark.parametrize(
    ("first", "last"),
    [
        ("2026-03-02T00:00:00Z", "2026-03-03T00:00:00Z"),
        ("2026-03-02T23:59:59-11:00", "2026-03-03T01:00:00+14:00"),
        ("2026-03-02T12:00", "2026-03-03T23:59:59.999+05:45"),
    ],
)
@pytest.mark.parametrize("granularity", ["day", "hour"])
def test_date_times_are_cut_to_their_dates(judge, first, last, granularity):
    asked_for = {"granularity": granularity, "timezone": "Asia/Kathmandu"}
    cut = judge.get(fromDate="2026-03-02", toDate="2026-03-03", **asked_for)
    answer = judge.get(fromDate=first, toDate=last, **asked_for)
    assert (answer.status_code, answer.json()) == (200, cut.json())


def test_previous_period_has_as_many_days_whatever_their_hours(judge):
    for first, last in (
        (date(2026, 3, 8), date(2026, 3, 8)),  # 23 hours after 24
        (date(2026, 3, 9), date(2026, 3, 10)),  # 48 after 47
        (date(2026, 3, 1), date(2026, 3, 31)),  # 31 days, though February has 28
    ):
        answer = judge.shape_a(first, last, "day")
        previous = answer["previousPeriod"]["statsByLabel"]
        assert len(previous) == len(answer["statsByLabel"]) == (last - first).days + 1
        assert previous[-1]["label"] == naive.label(first - DAY, "day")


@pytest.mark.deep
@pytest.mark.parametrize(
    ("last", "granularity", "status"),
    [
        (date(2000, 1, 1) + 9_999 * DAY, "day", 200),
        (date(2000, 1, 1) + 10_000 * DAY, "day", 400),
        (date(2000, 1, 1) + 415 * DAY, "hour", 200),
        (date(2000, 1, 1) + 416 * DAY, "hour", 400),
    ],
)
def test_ten_thousand_buckets_are_the_most(judge, last, granularity, status):
    answer = judge.get(fromDate="2000-01-01", toDate=str(last), granularity=granularity, timezone="UTC")
    assert answer.status_code == status
    if status == 200:
        assert len(answer.json()["statsByLabel"]) == {"day": 10_000, "hour": 416 * 24}[granularity]


@pytest.mark.parametrize("zone", ["Europe/Amsterdam", "America/New_York", "Asia/Manila", "Africa/Monrovia"])
@pytest.mark.parametrize("day", ["1911-03-11", "1919-03-30", "1937-07-01", "1972-01-07"])
def test_zones_of_old_have_answers_too(judge, zone, day):
    for granularity in ("day", "hour"):
        answer = judge.get(fromDate=day, toDate=day, granularity=granularity, timezone=zone)
        assert answer.status_code == 200
        assert answer.json()["totalCalls"] == 0


def test_days_of_shape_b_are_those_of_utc(judge, acme):
    for at in (
        "2026-03-07T23:59:59.999Z",
        "2026-03-08T00:00Z",
        "2026-03-08T23:59:59.999Z",
        "2026-03-09T00:00Z",
    ):
        talk = ConversationFactory(organization=acme, created_at=datetime.fromisoformat(at))
        CallFactory(conversation=talk, organization=acme)
    answer = judge.shape_b(date(2026, 3, 7), date(2026, 3, 9))
    assert [(item["date"], item["metrics"]["totalCalls"]) for item in answer] == [
        ("2026-03-07T00:00:00Z", 1),
        ("2026-03-08T00:00:00Z", 2),
        ("2026-03-09T00:00:00Z", 1),
    ]


def test_shape_b_is_paged_as_calls_are(judge):
    asked_for = {"startDate": "2025-01-01", "endDate": "2026-12-31"}
    whole = judge.get(**asked_for).json()
    assert len(whole["data"]) == 100
    assert whole["pagination"] == {"limit": 100, "offset": 0, "total": 730}
    last = judge.get(**asked_for, limit=7, offset=725).json()
    assert [item["date"][:10] for item in last["data"]] == [f"2026-12-{day}" for day in range(27, 32)]
    assert last["pagination"] == {"limit": 7, "offset": 725, "total": 730}
    assert judge.get(**asked_for, limit=500, offset=730).json()["data"] == []
