"""Bids as the API's document describes them."""

from typing import Any

from bids.states import BidChannel, BidStatus
from organizations.rest.openapi.operations import (
    Operation,
    filter_text,
    link,
    page_parameters,
    window_parameters,
)
from organizations.rest.openapi.schemas import (
    Schema,
    array,
    instant,
    integer,
    nullable,
    number,
    one_of,
    record,
    reference,
    text,
)
from organizations.states import Scope

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

SCHEMAS: dict[str, Schema] = {
    "Bid": record(
        "What a carrier wants for moving a load. What isn't known is null.",
        loadId=integer(
            "Your id of the load where it is a number that JSON keeps exact, else the load's number in Loadline."
        ),
        originLocation=nullable(text("City and state.")),
        destinationLocation=nullable(text("City and state.")),
        carrierMc=nullable(text("The carrier's MC number, digits alone.")),
        carrierDot=nullable(text("The carrier's USDOT number.")),
        phoneNumber=nullable(text("The carrier's number in E.164 form.")),
        extension=nullable(text("The carrier's extension.")),
        callerName=nullable(text("Who spoke for the carrier.")),
        callSummary=nullable(text("What was said in the conversation, in a few sentences.")),
        callDateTime=instant(
            "When the conversation began, or the bid was entered by hand; windows go by it."
        ),
        id=integer("Key of the bid."),
        externalLoadId=text("Your id of the load, always."),
        amount=nullable(number("US dollars for the whole load: the carrier's last figure.")),
        status=one_of(BidStatus.values, "Where the bid stands."),
        channel=one_of(BidChannel.values, "How it came in."),
    ),
    "BidList": record(
        "A page of bids, newest first.",
        salesBids=array(reference("Bid")),
        pagination=reference("Pagination"),
    ),
}

OPERATIONS = [
    Operation(
        method="GET",
        path="bids",
        id="listBids",
        tag="Bids",
        summary="List bids",
        description=(
            "Bids of a window, newest first, then by id. Pages are stable: every record is on exactly one. Parameters "
            "that Loadline doesn't know are ignored."
        ),
        scope=Scope.READ,
        parameters=[
            *window_parameters("callDateTime"),
            filter_text("loadId", "Only bids for this load, by your id, exactly.", "LD-20418"),
            filter_text(
                "mcNumber", "Only bids of this carrier; of the MC number the digits count.", "MC 790123"
            ),
            *page_parameters(),
        ],
        answer="BidList",
        answer_examples={
            "one bid": {"salesBids": [BID], "pagination": {"limit": 100, "offset": 0, "total": 1}},
            "none": {"salesBids": [], "pagination": {"limit": 100, "offset": 0, "total": 0}},
        },
        links={
            "next": link("listBids", "The next page.", offset="$response.body#/pagination/limit"),
            "calls": link(
                "listCalls",
                "Calls about the first bid's load.",
                loadId="$response.body#/salesBids/0/externalLoadId",
            ),
        },
    )
]
