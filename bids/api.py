"""The API's bids."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from bids.models import Bid
from bids.projections import BIDS
from bids.selectors.bids import bid_records
from bids.states import BidChannel, BidStatus
from organizations.api.listing import Query, read_list
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
from organizations.api.parsers import respond
from organizations.api.viewsets import OrganizationViewSet, endpoint
from organizations.tenancy.states import Scope

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
        help_text="Your load ID, if it's a number JSON can represent exactly; otherwise the load's number in Loadline."
    )
    originLocation = serializers.CharField(allow_null=True, help_text="City and state.")
    destinationLocation = serializers.CharField(allow_null=True, help_text="City and state.")
    carrierMc = serializers.CharField(allow_null=True, help_text="The carrier's MC number, digits only.")
    carrierDot = serializers.CharField(allow_null=True, help_text="The carrier's USDOT number.")
    phoneNumber = serializers.CharField(
        allow_null=True, help_text="The carrier's phone number in E.164 form."
    )
    extension = serializers.CharField(allow_null=True, help_text="The carrier's extension.")
    callerName = serializers.CharField(
        allow_null=True, help_text="Name of the person who called for the carrier."
    )
    callSummary = serializers.CharField(allow_null=True, help_text="Summary of the conversation.")
    callDateTime = Instant(
        help_text="When the conversation started, or the bid was entered manually. Time windows use this."
    )
    id = serializers.IntegerField(help_text="ID of the bid.")
    externalLoadId = serializers.CharField(help_text="Your load ID, always.")
    amount = serializers.FloatField(
        allow_null=True, help_text="The carrier's latest offer, all-in, in US dollars."
    )
    status = serializers.ChoiceField(choices=BidStatus.values, help_text="Status of the bid.")
    channel = serializers.ChoiceField(choices=BidChannel.values, help_text="Source of the bid.")


class BidListSerializer(Record):
    """A page of bids, newest first."""

    salesBids = BidSerializer(many=True)
    pagination = PaginationSerializer()


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


class BidViewSet(OrganizationViewSet):
    """`GET /bids`."""

    required_scope = Scope.READ

    @list_bids
    def list(self, request: Request) -> HttpResponse:
        """Bids of a window, newest first."""
        listed = read_list(Query(request.query_params), BIDS, Bid.objects.all)
        bids, pagination = bid_records(listed)
        return respond({"salesBids": bids, "pagination": pagination})


# Routes below /api/v1/.


urlpatterns = [
    endpoint("bids", BidViewSet.as_view({"get": "list"}), name="bids"),
]
