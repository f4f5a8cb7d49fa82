"""Bids as the API's document describes them."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers

from bids.states import BidChannel, BidStatus
from organizations.api.openapi import (
    FILTER,
    Instant,
    PaginationSerializer,
    Record,
    answers,
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


class BidSerializer(Record):
    """What a carrier wants for moving a load. What isn't known is null."""

    loadId = serializers.IntegerField(
        help_text="Your id of the load where it is a number that JSON keeps exact, else the load's number in Loadline."
    )
    originLocation = serializers.CharField(allow_null=True, help_text="City and state.")
    destinationLocation = serializers.CharField(allow_null=True, help_text="City and state.")
    carrierMc = serializers.CharField(allow_null=True, help_text="The carrier's MC number, digits alone.")
    carrierDot = serializers.CharField(allow_null=True, help_text="The carrier's USDOT number.")
    phoneNumber = serializers.CharField(allow_null=True, help_text="The carrier's number in E.164 form.")
    extension = serializers.CharField(allow_null=True, help_text="The carrier's extension.")
    callerName = serializers.CharField(allow_null=True, help_text="Who spoke for the carrier.")
    callSummary = serializers.CharField(
        allow_null=True, help_text="What was said in the conversation, in a few sentences."
    )
    callDateTime = Instant(
        help_text="When the conversation began, or the bid was entered by hand; windows go by it."
    )
    id = serializers.IntegerField(help_text="Key of the bid.")
    externalLoadId = serializers.CharField(help_text="Your id of the load, always.")
    amount = serializers.FloatField(
        allow_null=True, help_text="US dollars for the whole load: the carrier's last figure."
    )
    status = serializers.ChoiceField(choices=BidStatus.values, help_text="Where the bid stands.")
    channel = serializers.ChoiceField(choices=BidChannel.values, help_text="How it came in.")


class BidListSerializer(Record):
    """A page of bids, newest first."""

    salesBids = BidSerializer(many=True)
    pagination = PaginationSerializer()


list_bids = extend_schema(
    operation_id="listBids",
    tags=["Bids"],
    summary="List bids",
    description=(
        "Bids of a window, newest first, then by id. Pages are stable: every record is on exactly one. Parameters "
        "that Loadline doesn't know are ignored."
    ),
    parameters=[
        *window_parameters("callDateTime"),
        parameter("loadId", "Only bids for this load, by your id, exactly.", FILTER, "LD-20418"),
        parameter(
            "mcNumber", "Only bids of this carrier; of the MC number the digits count.", FILTER, "MC 790123"
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
                "Calls about the first bid's load.",
                loadId="$response.body#/salesBids/0/externalLoadId",
            ),
        },
    ),
)
