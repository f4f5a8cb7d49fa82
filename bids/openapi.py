"""The API's bids and bookings described: records of answers, bodies of decisions and of booking, with examples."""

import re
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers

from bids.states import BidChannel, BidStatus, BookingKind
from loads.api import OneLoadSerializer
from organizations.api.fields import Flag, Number, Object, Schema, Text
from organizations.api.openapi import (
    FILTER,
    TO_WRITERS,
    CursorSerializer,
    Instant,
    PaginationSerializer,
    Record,
    Said,
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


class BidSerializer(Record):
    """A carrier's offer on a load. Unknown values are null."""

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


# Deciding on one: the same services, warnings and locks as on its page.


CONFIRM = Flag(
    required=False,
    help_text="`true`: go ahead despite the warnings that a 409 with `needs_confirmation` lists.",
)


class AcceptBidSerializer(Object):
    """The body of `POST /bids/{bidId}/accept`."""

    amount = Number(
        min_value=1, help_text="What you agree on, all-in US dollars: the carrier's ask, or your counter."
    )
    confirm = CONFIRM


class CounterBidSerializer(Object):
    """The body of `POST /bids/{bidId}/counter`."""

    amount = Number(min_value=1, help_text="What you offer, all-in US dollars: less than the carrier's ask.")
    confirm = CONFIRM


class RejectBidSerializer(Object):
    """The body of `POST /bids/{bidId}/reject`."""

    reason = Text(max_length=200, required=False, help_text="Why, in your words. Only your team sees it.")
    withdrawn = Flag(required=False, help_text="`true`: the carrier withdrew.")


class DecidedBidSerializer(Record):
    """The bid after a decision."""

    id = serializers.IntegerField(help_text="ID of the bid.")
    externalLoadId = serializers.CharField(help_text="Your load ID.")
    status = serializers.ChoiceField(choices=BidStatus.values, help_text="Status of the bid.")
    amount = serializers.FloatField(
        allow_null=True, help_text="The carrier's latest offer, or the agreed rate."
    )
    counterAmount = serializers.FloatField(allow_null=True, help_text="Your counter.")


class DecisionSerializer(Record):
    """Result of a decision."""

    success = serializers.BooleanField()
    bid = DecidedBidSerializer()
    bookingId = serializers.IntegerField(allow_null=True, help_text="ID of the booking, if one was made.")


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
ID = parameter("bidId", "ID of the bid.", {"type": "integer", "minimum": 1}, 77, required=True, place="path")


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
        parameters=[ID],
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


class BookingSerializer(Record):
    """A load's active booking with a carrier."""

    id = serializers.IntegerField(help_text="ID of the booking.")
    loadId = serializers.CharField(help_text="Your load ID.")
    bidId = serializers.IntegerField(
        allow_null=True, help_text="The bid that was accepted, if there was one."
    )
    amount = serializers.FloatField(allow_null=True, help_text="Agreed rate, all-in, in US dollars.")
    kind = serializers.ChoiceField(choices=BookingKind.values, help_text="Who booked it, and how.")
    bookedAt = Instant(help_text="When it was booked.")
    carrierName = serializers.CharField(allow_null=True, help_text="Name of the carrier.")
    carrierMc = serializers.CharField(allow_null=True, help_text="The carrier's MC number, digits only.")
    carrierDot = serializers.CharField(allow_null=True, help_text="The carrier's USDOT number.")
    conversationId = serializers.IntegerField(allow_null=True, help_text="The call that led to it.")


class BookingListSerializer(Record):
    """A page of bookings, newest first."""

    bookings = BookingSerializer(many=True)
    pagination = CursorSerializer()


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


# Booking without a bid


class CarrierNumber(Text):
    """A carrier's number with its kind: `MC 790123`, `DOT 2790123`; at most ten digits."""

    default_error_messages = {"invalid": "Expected a number with its kind: MC 790123, or DOT 2790123."}
    pattern = "^([Mm][Cc]|([Uu][Ss])?[Dd][Oo][Tt])[ #.:-]*0*([1-9][0-9]{0,9})$"

    def to_internal_value(self, data: Any) -> Any:
        """Return `mc` or `dot`, and the number."""
        found = re.fullmatch(self.pattern, super().to_internal_value(data))
        if found is None:
            self.fail("invalid")
        return found[1].lower().removeprefix("us"), int(found[3])

    @property
    def schema(self) -> Schema:
        """With the pattern."""
        return super().schema | {"pattern": self.pattern}


class BookLoadSerializer(OneLoadSerializer):
    """The body of `POST /loads/book`."""

    carrier = CarrierNumber(
        max_length=40, help_text="The carrier by its number: `MC 790123`, or `DOT 2790123`."
    )
    amount = Number(min_value=1, help_text="The agreed rate, all-in US dollars.")
    confirm = CONFIRM


class BookedLoadSerializer(Record):
    """The load's new booking."""

    success = Said({"type": "boolean", "const": True}, "Always true.")
    booking = BookingSerializer()


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
