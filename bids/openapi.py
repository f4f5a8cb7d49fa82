"""The API's bids, bookings and outreach described: each operation, with examples."""

from typing import Any

from drf_spectacular.utils import extend_schema

from bids.serializers import (
    AcceptBidSerializer,
    BidListSerializer,
    BookedLoadSerializer,
    BookingListSerializer,
    BookLoadSerializer,
    ChangedOutreachSerializer,
    CounterBidSerializer,
    DecisionSerializer,
    OneOutreachSerializer,
    OutreachListSerializer,
    RejectBidSerializer,
    StartOutreachSerializer,
)
from bids.states import BidStatus, BookingKind, OutreachStatus
from organizations.api.fields import Object
from organizations.api.openapi import (
    FILTER,
    TO_WRITERS,
    answers,
    body,
    cursor_parameters,
    link,
    page_parameters,
    parameter,
    window_parameters,
)

BID: dict[str, Any] = {
    "loadId": 88123,
    "originLocation": "Dallas, TX",
    "destinationLocation": "Atlanta, GA",
    "carrierMc": "790123",
    "carrierDot": "2790123",
    "phoneNumber": "+13125550123",
    "extension": None,
    "callerName": "Dana Whitfield",
    "callSummary": "Dana asked $1,850 for Dallas to Atlanta and wants a call back.",
    "callDateTime": "2026-03-02T15:04:05Z",
    "id": 77,
    "externalLoadId": "LD-20418",
    "amount": 1850,
    "status": "OPEN",
    "channel": "phone",
}


list_bids = extend_schema(
    operation_id="listBids",
    tags=["Bids"],
    summary="List bids",
    description=(
        "Bids in a time window, newest first, then by id. Pages are stable: every record is on exactly one. Unknown "
        "parameters are ignored."
    ),
    parameters=[
        *window_parameters("callDateTime"),
        parameter("loadId", "Only bids on this load. Exact match on your load ID.", FILTER, "LD-20418"),
        parameter(
            "mcNumber",
            "Only bids from this carrier. Only the digits of the MC number count.",
            FILTER,
            "MC 790123",
        ),
        *page_parameters(),
    ],
    responses=answers(
        BidListSerializer,
        {
            "One bid": {"salesBids": [BID], "pagination": {"limit": 100, "offset": 0, "total": 1}},
            "None": {"salesBids": [], "pagination": {"limit": 100, "offset": 0, "total": 0}},
        },
        links={
            "next": link("listBids", "The next page.", offset="$response.body#/pagination/limit"),
            "calls": link(
                "listCalls",
                "Calls on the first bid's load.",
                loadId="$response.body#/salesBids/0/externalLoadId",
            ),
        },
    ),
)


# Deciding on one: the same services, warnings and locks as on its page.


DECIDED: dict[str, Any] = {
    "success": True,
    "bid": {
        "id": 77,
        "externalLoadId": "LD-20418",
        "status": "ACCEPTED",
        "amount": 1850,
        "counterAmount": None,
    },
    "bookingId": 31,
}


BID_ID = parameter(
    "bidId", "ID of the bid.", {"type": "integer", "minimum": 1}, 77, required=True, place="path"
)


def _decision(
    name: str,
    summary: str,
    description: str,
    serializer: type[Object],
    example: dict[str, Any],
    status: BidStatus,
) -> Any:
    """The description of one of the three."""
    is_booked = status == BidStatus.ACCEPTED
    shown = (
        DECIDED if is_booked else DECIDED | {"bid": DECIDED["bid"] | {"status": status}, "bookingId": None}
    )
    return extend_schema(
        operation_id=name,
        tags=["Bids"],
        summary=summary,
        description=description,
        parameters=[BID_ID],
        request=body(serializer, {"Example": example}),
        responses=answers(DecisionSerializer, {"Done": shown}, to=(404, *TO_WRITERS)),
    )


accept_bid = _decision(
    "acceptBid",
    "Accept a bid",
    "Agrees on the amount and books the load with the carrier. The amount must be the carrier's current ask or "
    "your current counter; otherwise it's a 409 with `bid_changed`. Other bids on the load stay.",
    AcceptBidSerializer,
    {"amount": 1850},
    BidStatus.ACCEPTED,
)


counter_bid = _decision(
    "counterBid",
    "Counter a bid",
    "Offers the carrier another amount. The agent uses it when the carrier calls again; no call is made.",
    CounterBidSerializer,
    {"amount": 1725},
    BidStatus.COUNTERED,
)


reject_bid = _decision(
    "rejectBid",
    "Reject a bid",
    "Turns the bid down, or notes that the carrier withdrew. The load stays open.",
    RejectBidSerializer,
    {"reason": "Rate too high"},
    BidStatus.REJECTED,
)


# Bookings


BOOKING: dict[str, Any] = {
    "id": 31,
    "loadId": "LD-20418",
    "bidId": 77,
    "amount": 1850,
    "kind": BookingKind.values[0],
    "bookedAt": "2026-03-02T15:09:40Z",
    "carrierName": "Blue Mesa Transport LLC",
    "carrierMc": "790123",
    "carrierDot": "2790123",
    "conversationId": 5120,
}


list_bookings = extend_schema(
    operation_id="listBookings",
    tags=["Bookings"],
    summary="List bookings",
    description="Active bookings, newest first. One that fell off or was undone is no longer among them.",
    parameters=[
        parameter("loadId", "Only bookings of this load. Exact match on your load ID.", FILTER, "LD-20418"),
        *cursor_parameters(),
    ],
    responses=answers(
        BookingListSerializer,
        {
            "One booking": {"bookings": [BOOKING], "pagination": {"limit": 100, "nextCursor": None}},
            "None": {"bookings": [], "pagination": {"limit": 100, "nextCursor": None}},
        },
        links={
            "next": link("listBookings", "The next page.", cursor="$response.body#/pagination/nextCursor"),
        },
    ),
)


book_load = extend_schema(
    operation_id="bookLoad",
    tags=["Bookings"],
    summary="Book a load",
    description=(
        "Books the load for a carrier at a rate that you agreed on outside Loadline. A carrier that's new to you is "
        "added. To accept a carrier's bid, use `POST /bids/{bidId}/accept`. Bids on the load stay."
    ),
    request=body(
        BookLoadSerializer,
        {
            "By DOT number": {"loadId": "LD-20418", "carrier": "DOT 2790123", "amount": 1850},
            "Despite a warning": {
                "loadId": "LD-20418",
                "carrier": "MC 790123",
                "amount": 1850,
                "confirm": True,
            },
        },
    ),
    responses=answers(
        BookedLoadSerializer,
        {
            "Booked": {
                "success": True,
                "booking": BOOKING | {"bidId": None, "kind": "assisted", "conversationId": None},
            }
        },
        to=(404, *TO_WRITERS),
    ),
)


# Outreach


OUTREACH: dict[str, Any] = {
    "id": 12,
    "loadId": "LD-20418",
    "status": "RUNNING",
    "stopReason": None,
    "startedAt": "2026-03-02T15:04:05Z",
    "deadline": "2026-03-03T15:04:05Z",
    "holdUntil": None,
    "endedAt": None,
    "progress": {
        "carriers": 14,
        "waiting": 9,
        "calling": 3,
        "called": 4,
        "skipped": 1,
        "agreed": 0,
        "lowestAsk": 1900,
    },
}


TURN: dict[str, Any] = {
    "rank": 1,
    "carrierId": 311,
    "carrierName": "Blue Mesa Transport LLC",
    "carrierMc": "790123",
    "carrierDot": "2790123",
    "phone": "+13125550123",
    "reasons": [{"code": "ran_lane", "detail": "Ran Dallas → Atlanta 3 times, last on Feb 20"}],
    "status": "DONE",
    "outcome": "bid",
    "detail": None,
    "ask": 1900,
    "bidId": 77,
    "conversationId": 5120,
    "notBefore": None,
    "calledAt": "2026-03-02T15:04:09Z",
    "agreedAt": None,
    "finishedAt": "2026-03-02T15:09:40Z",
}


OUTREACH_ID = parameter(
    "outreachId", "ID of the outreach.", {"type": "integer", "minimum": 1}, 12, required=True, place="path"
)


TO_ONE = {"stop": link("stopOutreach", "Stop it.", outreachId="$response.body#/outreach/id")}


list_outreach = extend_schema(
    operation_id="listOutreach",
    tags=["Outreach"],
    summary="List outreach",
    description="Outreaches, the newest first, with their progress.",
    parameters=[
        parameter("loadId", "Only outreach for this load. Exact match on your load ID.", FILTER, "LD-20418"),
        parameter(
            "status",
            "Only outreach with this status.",
            {"type": "string", "enum": OutreachStatus.values},
            "RUNNING",
        ),
        *cursor_parameters(),
    ],
    responses=answers(
        OutreachListSerializer,
        {
            "One outreach": {"outreaches": [OUTREACH], "pagination": {"limit": 100, "nextCursor": None}},
            "None": {"outreaches": [], "pagination": {"limit": 100, "nextCursor": None}},
        },
        links={
            "next": link("listOutreach", "The next page.", cursor="$response.body#/pagination/nextCursor"),
            "one": link(
                "getOutreach", "The first one with its calls.", outreachId="$response.body#/outreaches/0/id"
            ),
        },
    ),
)


get_outreach = extend_schema(
    operation_id="getOutreach",
    tags=["Outreach"],
    summary="Get an outreach",
    description="An outreach with every carrier in it: why it's called, the call and how it ended.",
    parameters=[OUTREACH_ID],
    responses=answers(
        OneOutreachSerializer,
        {"Example": {"outreach": OUTREACH | {"carriers": [TURN]}}},
        links=TO_ONE,
        to=(404,),
    ),
)


start_outreach = extend_schema(
    operation_id="startOutreach",
    tags=["Outreach"],
    summary="Start an outreach",
    description=(
        "The agent calls the carriers that fit the load, by your outreach rules, until it's covered. Where none fits, "
        "it ends at once as `EXHAUSTED`. If the load can't be offered, or its carriers are being called already, it's "
        "a 409 with `outreach_not_possible`."
    ),
    request=body(StartOutreachSerializer, {"Example": {"loadId": "LD-20418"}}),
    responses=answers(
        ChangedOutreachSerializer,
        {"Started": {"success": True, "outreach": OUTREACH}},
        links=TO_ONE | {"one": link("getOutreach", "How it goes.", outreachId="$response.body#/outreach/id")},
        to=(404, *TO_WRITERS),
    ),
)


stop_outreach = extend_schema(
    operation_id="stopOutreach",
    tags=["Outreach"],
    summary="Stop an outreach",
    description=(
        "No one else is called and ringing calls are hung up; calls in progress go on. Nothing changes if it has ended."
    ),
    request=None,
    parameters=[OUTREACH_ID],
    responses=answers(
        ChangedOutreachSerializer,
        {
            "Stopped": {
                "success": True,
                "outreach": OUTREACH
                | {"status": "STOPPED", "stopReason": "by_user", "endedAt": "2026-03-02T15:20:00Z"},
            }
        },
        to=(404, *TO_WRITERS),
    ),
)
