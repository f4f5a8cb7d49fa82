"""The contract of `GET /analytics` as tables, what it refuses, and what each of its open points was decided to be."""

import re

import pytest

from analytics.time_spans import MAX_LABELS
from organizations import services as organizations
from organizations.tenancy.actors import system
from tests.api.desk import errors, problem
from tests.factories import NOW, BidFactory, BookingFactory, CallFactory, LoadFactory

URL = "/api/v1/analytics"
DAYS = {"fromDate": "2026-03-02", "toDate": "2026-03-02"}
PERIOD = DAYS | {"granularity": "day"}
SERIES = {"startDate": "2026-03-02", "endDate": "2026-03-03"}

COUNTS = {
    *("totalCalls", "inboundCalls", "outboundCalls", "inboundCallsWithBids", "outboundCallsWithBids"),
    *("inboundCallsTransferred", "outboundCallsTransferred", "totalEmailThreads", "inboundEmailThreads"),
    *("outboundEmailThreads", "inboundEmailThreadsWithBids", "outboundEmailThreadsWithBids"),
    *("totalUniqueLoads", "totalE2EBookings", "totalAssistedBookings", "totalLoadsBooked"),
    *("totalBmtCapacityLoadsTouched", "totalBmtCapacityLoadBookingsAssisted"),
}
NUMBERS = {"inboundCallMinutes", "outboundCallMinutes", "avgNegotiatedValue"}
TAGS = {"inboundCallsTags", "outboundCallsTags", "inboundEmailThreadsTags", "outboundEmailThreadsTags"}
FIGURES = COUNTS | NUMBERS | TAGS
METRICS = {"totalCalls", "successfulCalls", "averageCallDuration", "totalBids", "acceptedBids"}
ASKED_FOR = {
    "average_rate": "averageRate",
    "avg_call_duration": "avgCallDuration",
    "total_bids": "totalBids",
    "call_volume": "callVolume",
    "loads_touched": "loadsTouched",
    "loads_booked": "loadsBooked",
}


@pytest.fixture
def history(acme):
    """A call with a tag, a bid and a booking."""
    load = LoadFactory(organization=acme)
    call = CallFactory(
        organization=acme, conversation__content_tags=["negotiation"], conversation__direction="inbound"
    )
    BidFactory(organization=acme, conversation=call.conversation, load=load)
    BookingFactory(organization=acme, load=load)


def is_number(value):
    return type(value) in (int, float)


def check_figures(record):
    assert record.keys() >= FIGURES
    assert all(type(record[name]) is int and record[name] >= 0 for name in COUNTS)
    assert all(is_number(record[name]) for name in NUMBERS)
    for name in TAGS:
        assert type(record[name]) is dict
        assert all(type(number) is int and number > 0 for number in record[name].values())


# Answers


@pytest.mark.parametrize("granularity", ["hour", "day"])
def test_period_has_every_field_in_its_type(api, history, granularity):
    answer = api.get(URL, PERIOD | {"granularity": granularity}).json()

    assert answer.keys() == FIGURES | {"statsByLabel", "previousPeriod"}
    assert answer["previousPeriod"].keys() == FIGURES | {"statsByLabel"}
    for stats in (answer, answer["previousPeriod"]):
        check_figures(stats)
        assert len(stats["statsByLabel"]) == {"hour": 24, "day": 1}[granularity]
        for item in stats["statsByLabel"]:
            assert item.keys() == FIGURES | {"label", "from", "to"}
            check_figures(item)
    assert answer["inboundCallsTags"] == {"negotiation": 1}


def test_bucket_is_told_by_its_first_and_last_millisecond(api):
    by_day = api.get(URL, PERIOD).json()["statsByLabel"][0]
    by_hour = api.get(URL, PERIOD | {"granularity": "hour", "timezone": "Asia/Kolkata"}).json()

    assert (by_day["label"], by_day["from"], by_day["to"]) == (
        "Mar 2",
        "2026-03-02T00:00:00.000-06:00",
        "2026-03-02T23:59:59.999-06:00",
    )
    afternoon = by_hour["statsByLabel"][14]
    assert (afternoon["label"], afternoon["from"], afternoon["to"]) == (
        "Mar 2, 2 PM",
        "2026-03-02T14:00:00.000+05:30",
        "2026-03-02T14:59:59.999+05:30",
    )


@pytest.mark.parametrize("metric", [None, *ASKED_FOR])
def test_series_has_every_field_in_its_type(api, history, metric):
    answer = api.get(URL, SERIES | ({"metric": metric} if metric else {})).json()

    assert answer.keys() == {"data", "pagination"}
    assert answer["pagination"] == {"limit": 100, "offset": 0, "total": 2}
    assert [item["date"] for item in answer["data"]] == ["2026-03-02T00:00:00Z", "2026-03-03T00:00:00Z"]
    for item in answer["data"]:
        assert item.keys() == {"date", "metrics"}
        assert item["metrics"].keys() == METRICS | ({ASKED_FOR[metric]} if metric else set())
        assert all(map(is_number, item["metrics"].values()))


def test_series_comes_in_pages(api):
    year = {"startDate": "2026-01-01", "endDate": "2026-12-31"}

    whole = api.get(URL, year | {"limit": 500}).json()["data"]
    pages = [api.get(URL, year | {"offset": offset}).json() for offset in range(0, 400, 100)]

    assert len(whole) == 365
    assert [item for page in pages for item in page["data"]] == whole
    assert {page["pagination"]["total"] for page in pages} == {365}
    assert api.get(URL, year | {"offset": 2**63 - 1}).json()["data"] == []


def test_zone_is_chicago_unless_told_otherwise(api):
    told = api.get(URL, PERIOD | {"timezone": "America/Chicago"}).content

    assert api.get(URL, PERIOD).content == told
    assert api.get(URL, PERIOD | {"timezone": "UTC"}).content != told


def test_date_time_is_cut_to_its_date(api):
    as_dates = api.get(URL, PERIOD).content

    given = PERIOD | {"fromDate": "2026-03-02T23:30:00-11:00", "toDate": "2026-03-02T00:00:00Z"}
    assert api.get(URL, given).content == as_dates


def test_path_with_a_slash_answers_the_same(api):
    assert api.get(f"{URL}/", PERIOD).content == api.get(URL, PERIOD).content


# Which answer


@pytest.mark.parametrize("missing", PERIOD)
def test_period_lacks_a_parameter(api, missing):
    given = {name: value for name, value in PERIOD.items() if name != missing}

    assert errors(api.get(URL, given)) == {(missing, "required")}


@pytest.mark.parametrize("missing", SERIES)
def test_series_lacks_a_parameter(api, missing):
    given = {name: value for name, value in SERIES.items() if name != missing}

    assert errors(api.get(URL, given)) == {(missing, "required")}


def test_neither_set_is_given(api):
    for given in ({}, {"limit": "7"}, {"anything": "else"}):
        assert errors(api.get(URL, given)) == {(name, "required") for name in [*PERIOD, *SERIES]}


def test_sets_are_not_mixed(api):
    assert errors(api.get(URL, PERIOD | SERIES)) == {("startDate", "mixed"), ("endDate", "mixed")}
    assert errors(api.get(URL, PERIOD | {"metric": "total_bids"})) == {("metric", "mixed")}
    assert errors(api.get(URL, PERIOD | {"limit": 5, "offset": 0})) == {
        ("limit", "mixed"),
        ("offset", "mixed"),
    }
    assert errors(api.get(URL, SERIES | {"timezone": "UTC"})) == {("timezone", "mixed")}
    assert errors(api.get(URL, {"metric": "total_bids"})) == {
        ("startDate", "required"),
        ("endDate", "required"),
    }
    assert errors(api.get(URL, {"fromDate": "2026-03-02", "endDate": "2026-03-02"})) == {
        ("toDate", "required"),
        ("granularity", "required"),
        ("startDate", "required"),
        ("endDate", "mixed"),
    }


def test_parameter_of_the_other_answer_is_told_where_it_belongs(api):
    (wrong,) = problem(api.get(URL, SERIES | {"timezone": "UTC"}), 400)["errors"]

    assert wrong["detail"] == (
        "timezone belongs to fromDate, toDate and granularity; with startDate and endDate leave it out."
    )


def test_empty_parameters_count_as_left_out(api):
    assert api.get(URL, PERIOD | {"limit": "", "startDate": "", "timezone": " "}).status_code == 200
    assert api.get(URL, SERIES | {"timezone": "", "metric": "", "limit": ""}).status_code == 200


def test_unknown_parameters_are_ignored(api):
    assert api.get(URL, PERIOD | {"utm": "x"}).status_code == 200


# What it refuses

BAD_DAYS = [
    *("2026-02-30", "0000-01-01", "0001-01-01", "1799-12-31", "2200-01-01", "9999-12-31", "10000-01-01"),
    *(
        "",
        " ",
        "today",
        "2026-3-2",
        "20260302",
        "2026-W10-1",
        "١٢٣٤-٠١-٠١",
        "2026-03-02T24:00:00Z",
        "x" * 501,
    ),
    *("2026-03-02T10:00:00+99:00", "2026-03-02'; DROP TABLE calls_call; --"),
]
BAD_ZONES = [
    "America",
    "../../etc/passwd",
    "Factory",
    "localtime",
    "america/chicago",
    "+06:00",
    "x" * 501,
]


@pytest.mark.parametrize(
    ("good", "name"), [(PERIOD, "fromDate"), (PERIOD, "toDate"), (SERIES, "startDate"), (SERIES, "endDate")]
)
def test_bad_day_is_refused(api, good, name):
    for value in BAD_DAYS:
        assert {field for field, _ in errors(api.get(URL, good | {name: value}))} == {name}, value


def test_bad_zone_is_refused(api):
    for value in BAD_ZONES:
        assert {field for field, _ in errors(api.get(URL, PERIOD | {"timezone": value}))} == {"timezone"}


@pytest.mark.parametrize(
    ("good", "name", "values"),
    [
        (PERIOD, "granularity", ["", " ", "week", "Day", "hour,day"]),
        (SERIES, "metric", ["bids", "Total_Bids", "total_bids,call_volume"]),
        (SERIES, "limit", ["0", "501", "-1", "abc", "1e2", "9" * 400]),
        (SERIES, "offset", ["-1", "abc", "9223372036854775808"]),
    ],
)
def test_bad_word_or_number_is_refused(api, good, name, values):
    for value in values:
        assert {field for field, _ in errors(api.get(URL, good | {name: value}))} == {name}, value


def test_broken_text_is_refused(api):
    for query in ("fromDate=%00", "timezone=UTC%00", "fromDate=%FF", "timezone=%ED%A0%80", "%00=1"):
        assert api.get(f"{URL}?{query}").status_code == 400


def test_parameter_that_stands_twice_is_refused(api):
    given = "fromDate=2026-03-02&fromDate=2026-03-01&toDate=2026-03-02&granularity=day"

    assert errors(api.get(f"{URL}?{given}")) == {("fromDate", "repeated")}


def test_period_that_ends_before_it_begins_is_refused(api):
    given = PERIOD | {"fromDate": "2026-03-03"}

    assert errors(api.get(URL, given)) == {("toDate", "end_before_start")}
    assert errors(api.get(URL, SERIES | {"endDate": "2026-03-01"})) == {("endDate", "end_before_start")}


@pytest.mark.deep
@pytest.mark.parametrize(
    ("granularity", "most", "more"),
    [("day", "2027-05-18", "2027-05-19"), ("hour", "2001-02-19", "2001-02-20")],
)
def test_period_has_so_many_buckets_at_most(api, granularity, most, more):
    given = {"fromDate": "2000-01-01", "granularity": granularity, "timezone": "UTC"}

    answer = api.get(URL, given | {"toDate": most})
    assert answer.status_code == 200
    assert MAX_LABELS - 24 < len(answer.json()["statsByLabel"]) <= MAX_LABELS
    assert errors(api.get(URL, given | {"toDate": more})) == {("toDate", "too_many_buckets")}
    assert errors(api.get(URL, given | {"toDate": "2199-12-31"})) == {("toDate", "too_many_buckets")}


@pytest.mark.deep_but(2)
@pytest.mark.parametrize("day", ["1800-01-01", "2199-12-31"])
@pytest.mark.parametrize(
    "zone", ["UTC", "Africa/Monrovia", "Pacific/Kiritimati", "Etc/GMT+12", "Asia/Kathmandu"]
)
def test_farthest_days_are_understood(api, day, zone):
    answer = api.get(URL, {"fromDate": day, "toDate": day, "granularity": "hour", "timezone": zone})

    assert answer.status_code == 200
    moment = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d")
    assert all(moment.fullmatch(item["from"]) for item in answer.json()["statsByLabel"])


# Whose it is


def test_nothing_of_another_organization_is_counted(client, rival_token, history):
    headers = {"Authorization": f"Bearer {rival_token}"}

    answer = client.get(URL, PERIOD, headers=headers).json()
    series = client.get(URL, SERIES | {"metric": "loads_booked"}, headers=headers).json()

    assert not any(answer[name] for name in FIGURES)
    assert not any(value for item in series["data"] for value in item["metrics"].values())


def test_scope_to_read_is_asked_for(client, acme):
    made = organizations.create_token(
        organization=acme, name="tms", scopes=["ingest", "call"], by=system("tests"), at=NOW
    )
    problem(client.get(URL, PERIOD, headers={"Authorization": f"Bearer {made.plain}"}), 403)
