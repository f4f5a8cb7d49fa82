"""Query parameters, read strictly."""

from datetime import UTC, datetime

import pytest
from django.http import QueryDict

from organizations.api.listing import FIRST, LAST, Page, Query, parse_moment
from organizations.api.problems import Invalid

INF = float("inf")
MOMENTS = {
    "2026-03-02": datetime(2026, 3, 2, tzinfo=UTC),
    "2026-03-02T15:04:05Z": datetime(2026, 3, 2, 15, 4, 5, tzinfo=UTC),
    "2026-03-02t15:04:05z": datetime(2026, 3, 2, 15, 4, 5, tzinfo=UTC),
    "2026-03-02T15:04:05": datetime(2026, 3, 2, 15, 4, 5, tzinfo=UTC),
    "2026-03-02T15:04": datetime(2026, 3, 2, 15, 4, tzinfo=UTC),
    "2026-03-02 15:04": datetime(2026, 3, 2, 15, 4, tzinfo=UTC),
    "2026-03-02T15:04:05.123456789Z": datetime(2026, 3, 2, 15, 4, 5, 123456, tzinfo=UTC),
    "2026-03-02T15:04:05+05:30": datetime(2026, 3, 2, 9, 34, 5, tzinfo=UTC),
    "2026-03-02T15:04:05 05:00": datetime(2026, 3, 2, 10, 4, 5, tzinfo=UTC),
    "2026-03-02T15:04:05-0600": datetime(2026, 3, 2, 21, 4, 5, tzinfo=UTC),
    "2026-03-02T15:04:05-06": datetime(2026, 3, 2, 21, 4, 5, tzinfo=UTC),
    "0001-01-01": FIRST,
    "0001-01-01T00:00:00+14:00": FIRST,
    "9999-12-31T23:59:59-12:00": LAST,
}
NO_MOMENTS = [
    "yesterday",
    "2026-02-30",
    "2026-13-01",
    "0000-01-01",
    "10000-01-01",
    "2026-3-2",
    "20260302",
    "٢٠٢٦-٠٣-٠٢",
    "2026-03-02T24:00:00",
    "2026-03-02T15:04:60",
    "2026-03-02T15:04:05+24:00",
    "2026-03-02T15:04:05+05:75",
    "2026-03-02T",
    "2026-03-02\n",
    " 2026-03-02",
    "2026-03-02Z",
    "1e9",
    "-2026-03-02",
]


@pytest.mark.parametrize(("text", "expected"), MOMENTS.items(), ids=MOMENTS)
def test_moment_is_understood(text, expected):
    assert parse_moment(text) == expected


@pytest.mark.parametrize("text", NO_MOMENTS)
def test_moment_that_is_none_is_refused(text):
    with pytest.raises(ValueError, match=r"\w"):
        parse_moment(text)


def test_date_as_end_includes_its_day():
    assert parse_moment("2026-03-02", is_end=True) == datetime(2026, 3, 3, tzinfo=UTC)
    assert parse_moment("2026-03-02T15:00", is_end=True) == datetime(2026, 3, 2, 15, tzinfo=UTC)
    assert parse_moment("9999-12-31", is_end=True) == LAST


def errors_of(query_string, read):
    query = Query(QueryDict(query_string))
    read(query)
    with pytest.raises(Invalid) as caught:
        query.check()
    return {error["field"]: error["code"] for error in caught.value.errors}


def test_window_of_one_day():
    query = Query(QueryDict("startTime=2026-03-02&endTime=2026-03-02"))
    window = query.window()
    query.check()

    assert window == (datetime(2026, 3, 2, tzinfo=UTC), datetime(2026, 3, 3, tzinfo=UTC))


@pytest.mark.parametrize(
    ("query_string", "expected"),
    [
        ("", {"startTime": "required", "endTime": "required"}),
        ("startTime=&endTime=2026-03-02", {"startTime": "blank"}),
        ("startTime=x&endTime=y", {"startTime": "invalid", "endTime": "invalid"}),
        ("startTime=2026-03-02&startTime=2026-03-03&endTime=2026-03-04", {"startTime": "repeated"}),
        ("startTime=2026-03-03&endTime=2026-03-01", {"endTime": "end_before_start"}),
        ("startTime=2026-03-02&endTime=2026-03-01", {"endTime": "end_before_start"}),
        ("startTime=2026-03-02T10:00&endTime=2026-03-02T09:59", {"endTime": "end_before_start"}),
    ],
)
def test_window_that_is_none_is_refused(query_string, expected):
    assert errors_of(query_string, Query.window) == expected


def test_window_may_be_empty():
    query = Query(QueryDict("startTime=2026-03-02&endTime=2026-03-02T00:00:00Z"))
    window = query.window()
    query.check()

    assert window.start == window.end


@pytest.mark.parametrize(
    ("query_string", "expected"),
    [
        ("limit=0", {"limit": "min_value"}),
        ("limit=501", {"limit": "max_value"}),
        ("limit=-1&offset=-1", {"limit": "min_value", "offset": "min_value"}),
        ("limit=abc&offset=1.5", {"limit": "invalid", "offset": "invalid"}),
        ("limit=١٢", {"limit": "invalid"}),
        ("limit=1e3&offset=%2B1", {"limit": "invalid", "offset": "invalid"}),
        ("limit=+1&offset=1%20", {"limit": "invalid", "offset": "invalid"}),
        ("limit=0x10&offset=1_0", {"limit": "invalid", "offset": "invalid"}),
        ("limit=1%0A", {"limit": "invalid"}),
        ("limit=.0&offset=1.", {"limit": "invalid", "offset": "invalid"}),
        ("limit=100.5&offset=1.0.0", {"limit": "invalid", "offset": "invalid"}),
        ("limit=1&limit=2", {"limit": "repeated"}),
        ("offset=9223372036854775808", {"offset": "max_value"}),
        ("offset=" + "9" * 400, {"offset": "invalid"}),
        ("offset=" + "9" * 5000, {"offset": "max_length"}),
    ],
)
def test_page_that_is_none_is_refused(query_string, expected):
    assert errors_of(query_string, Page.read) == expected


@pytest.mark.parametrize(
    ("query_string", "limit", "offset"),
    [
        ("", 100, 0),
        ("limit=1", 1, 0),
        ("limit=500&offset=7", 500, 7),
        ("limit=100.0&offset=0.00", 100, 0),
        ("limit=&offset=%20", 100, 0),
        ("offset=9223372036854775807", 100, 2**63 - 1),
    ],
)
def test_page_within_its_bounds_is_read(query_string, limit, offset):
    query = Query(QueryDict(query_string))
    page = Page.read(query)
    query.check()

    assert (page.limit, page.offset) == (limit, offset)


def test_all_wrong_parameters_are_told_at_once():
    def read(query):
        Page.read(query)
        query.window()
        query.choice("granularity", ("hour", "day"), required=True)
        query.text("loadId", max_length=3)

    found = errors_of("limit=x&endTime=2026-02-30&granularity=week&loadId=1234", read)

    assert found == {
        "limit": "invalid",
        "startTime": "required",
        "endTime": "invalid",
        "granularity": "invalid_choice",
        "loadId": "max_length",
    }


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0),
        ("", 7),
        ("-0.0", 0),
        ("75", 75),
        ("75.25", 75.25),
        ("7.5e1", 75),
        ("1e+2", 100),
        ("1e 2", 100),
        ("1e400", INF),
    ],
)
def test_number_is_read_as_json_writes_it(text, value):
    query = Query(QueryDict(mutable=True))
    query.parameters["radius"] = text

    assert query.number("radius", default=7, minimum=0) == value
    query.check()


@pytest.mark.parametrize(
    ("text", "code"),
    [(each, "invalid") for each in ("x", "NaN", "Infinity", ".5", "5.", "1_0", "0x1", "+1", "٧", "1e", "1 0")]
    + [("-1", "min_value"), ("-1e400", "min_value")],
)
def test_number_is_read_strictly(text, code):
    query = Query(QueryDict(mutable=True))
    query.parameters["radius"] = text

    assert query.number("radius", default=7, minimum=0) == 7
    assert [error["code"] for error in query.errors] == [code]
