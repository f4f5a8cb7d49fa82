"""The API's bids: the list, and deciding on one as on the dashboard's page."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from typing import Any, cast

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from bids.models import Bid
from bids.projections import BIDS
from bids.selectors import decision
from bids.selectors.bids import bid_records
from bids.selectors.decision import BidPage
from bids.services import bids, booking
from bids.states import BidChannel, BidStatus
from organizations.api import problems
from organizations.api.fields import Flag, Number, Object, Text
from organizations.api.listing import Query, read_list
from organizations.api.openapi import (
    FILTER,
    TO_WRITERS,
    Instant,
    PaginationSerializer,
    Record,
    answers,
    body,
    link,
    page_parameters,
    parameter,
    window_parameters,
)
from organizations.api.parsers import respond
from organizations.api.viewsets import ApiRequest, OrganizationViewSet, endpoint
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


# Deciding on one: the same services, warnings and locks as on its page.


CONFIRM = Flag(
    required=False,
    help_text="`true`: do it in spite of what speaks against it, which a 409 with `needs_confirmation` names.",
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
    withdrawn = Flag(required=False, help_text="`true`: the carrier took its bid back.")


class DecidedBidSerializer(Record):
    """How a bid stands after a decision."""

    id = serializers.IntegerField(help_text="ID of the bid.")
    externalLoadId = serializers.CharField(help_text="Your load ID.")
    status = serializers.ChoiceField(choices=BidStatus.values, help_text="Status of the bid.")
    amount = serializers.FloatField(
        allow_null=True, help_text="The carrier's latest offer, or what was agreed."
    )
    counterAmount = serializers.FloatField(allow_null=True, help_text="Your counter.")


class DecisionSerializer(Record):
    """What came of a decision."""

    success = serializers.BooleanField()
    bid = DecidedBidSerializer()
    bookingId = serializers.IntegerField(allow_null=True, help_text="ID of the booking, where one was made.")


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
    "Agrees on the amount and books the load with the carrier. The amount must be what the carrier asks or was "
    "offered at this moment; otherwise it's a 409 with `bid_changed`. Other bids on the load stay.",
    AcceptBidSerializer,
    {"amount": 1850},
    BidStatus.ACCEPTED,
)
counter_bid = _decision(
    "counterBid",
    "Counter a bid",
    "Offers the carrier another amount. The agent has it when the carrier calls again; nobody is called.",
    CounterBidSerializer,
    {"amount": 1725},
    BidStatus.COUNTERED,
)
reject_bid = _decision(
    "rejectBid",
    "Reject a bid",
    "Turns the bid down, or notes that the carrier took it back. The load stays open.",
    RejectBidSerializer,
    {"reason": "Rate too high"},
    BidStatus.REJECTED,
)


@contextmanager
def refusals() -> Iterator[None]:
    """Turn what a decision is refused for into the problem that it is."""
    try:
        yield
    except bids.BidClosed as error:
        raise problems.Conflict(str(error), code="bid_closed") from None
    except (booking.BidChanged, booking.Changed):
        raise problems.Conflict("The bid has changed. Read it again.", code="bid_changed") from None
    except booking.LoadBooked as error:
        raise problems.Conflict(str(error), code="load_booked") from None
    except bids.InvalidAmount as error:
        raise problems.Invalid.field("amount", "invalid", str(error)) from None


class DecisionViewSet(OrganizationViewSet):
    """What the three decisions share: the bid that the path names, and doing it while all is as it was read."""

    required_scope = Scope.CALL

    def page(self, number: str) -> BidPage:
        """The bid with all that speaks for and against; raises NotFound, or Conflict where it is decided."""
        key = int(number) if number.isascii() and number.isdecimal() and len(number) < 19 else 0
        bid = decision.find_bid(key)
        if bid is None:
            raise problems.NotFound("No bid with this ID.")
        page = decision.bid_page(bid, at=timezone.now())
        if not page.row.is_undecided:
            with refusals():
                raise bids.BidClosed(bid)
        return page

    def given(self, serializer: type[Object]) -> dict[str, Any]:
        """The request's body, checked; none at all is an empty one."""
        request = cast(ApiRequest, self.request)
        found = serializer(data=request.data if request.raw_body else {})
        found.is_valid(raise_exception=True)
        return dict(found.validated_data)

    def confirm(self, warnings: list[str], *, is_confirmed: bool) -> None:
        """Refuse what speaks for itself against it, until the client says that it is meant."""
        if warnings and not is_confirmed:
            raise problems.Conflict(" ".join(warnings), code="needs_confirmation")

    def decide(self, page: BidPage, do: Callable[[Bid], int | None]) -> HttpResponse:
        """Do it, unless the bid or its load has changed since it was read."""
        with refusals(), booking.bid_as_seen(page.bid, page.stamp) as bid:
            made = do(bid)
        bid.refresh_from_db(fields=["status", "amount", "counter_amount"])
        told = {
            "id": bid.pk,
            "externalLoadId": page.load.external_id,
            "status": bid.status,
            "amount": _dollars(bid.amount),
            "counterAmount": _dollars(bid.counter_amount),
        }
        return respond({"success": True, "bid": told, "bookingId": made})


class AcceptViewSet(DecisionViewSet):
    """`POST /bids/{bidId}/accept`."""

    @accept_bid
    def create(self, request: Request, bidId: str) -> HttpResponse:
        """Book the load."""
        given, page = self.given(AcceptBidSerializer), self.page(bidId)
        amount, is_confirmed = given["amount"], given.get("confirm", False)
        if amount not in [figure for figure, _ in page.figures]:
            with refusals():
                raise booking.BidChanged
        if page.hindrance:
            raise problems.Conflict(page.hindrance, code="carrier_blocked")
        self.confirm(decision.accept_warnings(page, amount), is_confirmed=is_confirmed)
        by, at = self.actor, timezone.now()
        return self.decide(
            page,
            lambda bid: (
                booking.accept_bid(bid=bid, amount=amount, is_rebooking=is_confirmed, by=by, at=at).pk
            ),
        )


class CounterViewSet(DecisionViewSet):
    """`POST /bids/{bidId}/counter`."""

    @counter_bid
    def create(self, request: Request, bidId: str) -> HttpResponse:
        """Offer another amount."""
        given, page = self.given(CounterBidSerializer), self.page(bidId)
        amount, ask = given["amount"], page.bid.amount
        if ask is not None and amount >= ask:
            raise problems.Invalid.field("amount", "too_high", "Must be less than the carrier's ask.")
        self.confirm(decision.counter_warnings(page, amount), is_confirmed=given.get("confirm", False))
        by, at = self.actor, timezone.now()

        def do(bid: Bid) -> None:
            bids.counter_bid(bid=bid, amount=amount, by=by, at=at)

        return self.decide(page, do)


class RejectViewSet(DecisionViewSet):
    """`POST /bids/{bidId}/reject`."""

    @reject_bid
    def create(self, request: Request, bidId: str) -> HttpResponse:
        """Turn it down."""
        given, page = self.given(RejectBidSerializer), self.page(bidId)
        close = bids.withdraw_bid if given.get("withdrawn") else bids.reject_bid
        by, at = self.actor, timezone.now()

        def do(bid: Bid) -> None:
            close(bid=bid, reason=given.get("reason", ""), by=by, at=at)

        return self.decide(page, do)


def _dollars(amount: Decimal | None) -> float | None:
    return None if amount is None else float(amount)


# Routes below /api/v1/.


urlpatterns = [
    endpoint("bids", BidViewSet.as_view({"get": "list"}), name="bids"),
    endpoint("bids/<bidId>/accept", AcceptViewSet.as_view({"post": "create"}), name="accept_bid"),
    endpoint("bids/<bidId>/counter", CounterViewSet.as_view({"post": "create"}), name="counter_bid"),
    endpoint("bids/<bidId>/reject", RejectViewSet.as_view({"post": "create"}), name="reject_bid"),
]
