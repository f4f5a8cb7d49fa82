"""The judge counts what one counts by hand."""

from datetime import UTC, date, datetime

import pytest

from bids.models import Bid, Booking
from tests.analytics import naive
from tests.history.lines import BID, BOOKING, CALL, CARRIER, THREAD, Import, bid, but

NOTHING = {
    "totalCalls": 0,
    "inboundCalls": 0,
    "outboundCalls": 0,
    "inboundCallsTags": {},
    "outboundCallsTags": {},
    "inboundCallsWithBids": 0,
    "outboundCallsWithBids": 0,
    "inboundCallsTransferred": 0,
    "outboundCallsTransferred": 0,
    "inboundCallMinutes": 0,
    "outboundCallMinutes": 0,
    "avgNegotiatedValue": 0,
    "totalEmailThreads": 0,
    "inboundEmailThreads": 0,
    "outboundEmailThreads": 0,
    "inboundEmailThreadsTags": {},
    "outboundEmailThreadsTags": {},
    "inboundEmailThreadsWithBids": 0,
    "outboundEmailThreadsWithBids": 0,
    "totalUniqueLoads": 0,
    "totalE2EBookings": 0,
    "totalAssistedBookings": 0,
    "totalLoadsBooked": 0,
    "totalBmtCapacityLoadsTouched": 0,
    "totalBmtCapacityLoadBookingsAssisted": 0,
}
NO_METRICS = {
    "totalCalls": 0,
    "successfulCalls": 0,
    "averageCallDuration": 0,
    "totalBids": 0,
    "acceptedBids": 0,
}
MONDAY = date(2026, 3, 2)
LINES = [
    CARRIER | {"capacityCarrier": True},
    # Monday, 9:04 in Chicago: 180 seconds, two bids of which one was agreed on Tuesday, two bookings.
    but(
        CALL,
        bids=[BID, bid(agreedAt="2026-03-03T07:00:00Z", amount=2399.99)],
        bookings=[BOOKING, BOOKING | {"kind": "capacity", "bookedAt": "2026-03-03T05:59:59.999Z"}],
    ),
    # Monday, 23:59:59.999: 100 seconds, another load and the same; by a carrier that is none of ours.
    but(
        CALL,
        externalId="c-2",
        createdAt="2026-03-03T05:59:59.999Z",
        answeredAt="2026-03-03T06:00:00Z",
        endedAt="2026-03-03T06:01:40Z",
        status="FAILED",
        contentTags=["negotiation"],
        loadIds=["L-1", "L-2"],
        mcNumber="999",
        dotNumber=None,
        transferred=False,
        bids=[],
        bookings=[],
    ),
    # Tuesday, midnight: nobody answered.
    but(
        CALL,
        externalId="c-3",
        direction="outbound",
        createdAt="2026-03-03T06:00:00Z",
        answeredAt=None,
        status="NO_ANSWER",
        contentTags=[],
        loadIds=["L-3"],
        transferred=False,
        bids=[],
        bookings=[],
    ),
    THREAD,
]


@pytest.fixture
def run(acme, tmp_path):
    """Imports lines into acme."""
    return Import(tmp_path)


def test_empty_organization_has_no_figures(acme):
    answer = naive.shape_a(naive.Rows(acme.pk), MONDAY, MONDAY, "day")
    [item] = answer.pop("statsByLabel")
    previous = answer.pop("previousPeriod")
    assert answer == NOTHING
    assert {name: item[name] for name in NOTHING} == NOTHING
    assert item["label"] == "Mar 2"
    assert previous["statsByLabel"][0]["label"] == "Mar 1"


def test_shape_a_by_hand(acme, run):
    assert run(*LINES)[3] == 0
    answer = naive.shape_a(naive.Rows(acme.pk), MONDAY, date(2026, 3, 3), "day")
    monday, tuesday = ({name: item[name] for name in NOTHING} for item in answer["statsByLabel"])
    assert monday == NOTHING | {
        "totalCalls": 2,
        "inboundCalls": 2,
        "inboundCallsTags": {"negotiation": 2, "our_own_tag": 1, "transferred": 1},
        "inboundCallsWithBids": 1,
        "inboundCallsTransferred": 1,
        "inboundCallMinutes": 4.67,  # 280 seconds
        "avgNegotiatedValue": 149.5,
        "totalEmailThreads": 1,
        "inboundEmailThreads": 1,
        "inboundEmailThreadsTags": {"rate_request": 1},
        "inboundEmailThreadsWithBids": 1,
        "totalUniqueLoads": 2,
        "totalE2EBookings": 1,
        "totalLoadsBooked": 2,
        "totalBmtCapacityLoadsTouched": 1,
        "totalBmtCapacityLoadBookingsAssisted": 1,
    }
    assert tuesday == NOTHING | {
        "totalCalls": 1,
        "outboundCalls": 1,
        "avgNegotiatedValue": 0.01,
        "totalUniqueLoads": 1,
        "totalBmtCapacityLoadsTouched": 1,
    }
    assert answer["totalUniqueLoads"] == 3
    assert answer["avgNegotiatedValue"] == 74.76  # of 149.50 and 0.01, the half rounded up
    assert answer["previousPeriod"]["totalCalls"] == 0
    previous = naive.shape_a(naive.Rows(acme.pk), date(2026, 3, 4), date(2026, 3, 5), "day")["previousPeriod"]
    assert {name: previous[name] for name in NOTHING} == {name: answer[name] for name in NOTHING}


def test_shape_a_by_the_hour_by_hand(acme, run):
    run(*LINES)
    items = naive.shape_a(naive.Rows(acme.pk), MONDAY, MONDAY, "hour")["statsByLabel"]
    busy = {item["label"]: item for item in items if {name: item[name] for name in NOTHING} != NOTHING}
    assert len(items) == 24
    assert {
        label: (
            item["totalCalls"],
            item["totalEmailThreads"],
            item["totalLoadsBooked"],
            item["totalUniqueLoads"],
        )
        for label, item in busy.items()
    } == {"Mar 2, 9 AM": (1, 1, 1, 1), "Mar 2, 11 PM": (1, 0, 1, 2)}


def test_shape_b_by_hand(acme, run):
    run(*LINES)
    rows = naive.Rows(acme.pk)
    assert naive.shape_b(rows, date(2026, 3, 1), date(2026, 3, 3)) == [
        {"date": "2026-03-01T00:00:00Z", "metrics": NO_METRICS},
        {
            "date": "2026-03-02T00:00:00Z",
            "metrics": {
                "totalCalls": 1,
                "successfulCalls": 1,
                "averageCallDuration": 180,
                "totalBids": 3,
                "acceptedBids": 2,
            },
        },
        {"date": "2026-03-03T00:00:00Z", "metrics": NO_METRICS | {"totalCalls": 2}},
    ]
    told = {
        metric: naive.shape_b(rows, MONDAY, MONDAY, metric)[0]["metrics"]
        for metric in naive.METRICS
        if metric
    }
    always = naive.shape_b(rows, MONDAY, MONDAY)[0]["metrics"]
    assert told == {
        "average_rate": always | {"averageRate": 2316.83},  # 2250.50, 2399.99 and 2300
        "avg_call_duration": always | {"avgCallDuration": 180},
        "total_bids": always | {"totalBids": 3},
        "call_volume": always | {"callVolume": 1},
        "loads_touched": always | {"loadsTouched": 1},
        "loads_booked": always | {"loadsBooked": 1},
    }


def test_seconds_are_rounded_once(acme, run):
    for number in range(3):
        ended = f"2026-03-02T15:04:10.{number + 1}Z"
        run(but(CALL, externalId=f"c-{number}", endedAt=ended, bids=[], bookings=[]))
    rows = naive.Rows(acme.pk)  # 1.1, 1.2 and 1.3 seconds
    assert naive.shape_a(rows, MONDAY, MONDAY, "day")["inboundCallMinutes"] == 0.06
    assert naive.shape_b(rows, MONDAY, MONDAY)[0]["metrics"]["averageCallDuration"] == 1.2


def test_bids_without_figures_have_no_negotiated_value(acme, run):
    run(
        but(CALL, bids=[bid(firstAsk=...), bid(amount=...), bid(agreedAt=...), bid(amount=2500)], bookings=[])
    )
    rows = naive.Rows(acme.pk)
    assert naive.shape_a(rows, MONDAY, MONDAY, "day")["avgNegotiatedValue"] == -100


def test_other_tenants_rows_do_not_count(acme, rival, tmp_path):
    Import(tmp_path, "rival")(*LINES)
    answer = naive.shape_a(naive.Rows(acme.pk), MONDAY, MONDAY, "day")
    assert {name: answer[name] for name in NOTHING} == NOTHING
    assert naive.shape_a(naive.Rows(rival.pk), MONDAY, MONDAY, "day")["totalCalls"] == 2


def test_rows_are_as_they_are_now(acme, run):
    run(*LINES)
    Bid.unscoped.filter(amount=2300).delete()
    Booking.unscoped.update(booked_at=datetime(2026, 3, 2, 5, 59, 59, tzinfo=UTC))
    answer = naive.shape_a(naive.Rows(acme.pk), MONDAY, MONDAY, "day")
    assert (answer["inboundEmailThreadsWithBids"], answer["totalLoadsBooked"]) == (0, 0)
    assert answer["previousPeriod"]["totalLoadsBooked"] == 2
