"""The API's bids and bookings: lists, deciding on a bid, and booking without one, as on the dashboard's pages."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, cast

from django.http import HttpResponse
from django.utils import timezone
from rest_framework.request import Request

from bids import openapi
from bids.api import carriers, outreach
from bids.models import Bid, Booking
from bids.models.bids import BIDS
from bids.openapi import (
    AcceptBidSerializer,
    BookLoadSerializer,
    CounterBidSerializer,
    RejectBidSerializer,
)
from bids.selectors import decision
from bids.selectors.bids import bid_records
from bids.selectors.decision import BidPage
from bids.services import bids, booking
from carriers.identity import find_numbered
from loads.api import load_named
from organizations.api import problems
from organizations.api.fields import Object
from organizations.api.imports import Raced
from organizations.api.listing import Cursor, Query, read_id, read_list
from organizations.api.parsers import respond, utc_second
from organizations.api.viewsets import ApiRequest, OrganizationViewSet, endpoint
from organizations.tenancy.states import Scope


class BidViewSet(OrganizationViewSet):
    """`GET /bids`."""

    required_scope = Scope.READ

    @openapi.list_bids
    def list(self, request: Request) -> HttpResponse:
        """Bids of a window, newest first."""
        listed = read_list(Query(request.query_params), BIDS, Bid.objects.all)
        bids, pagination = bid_records(listed)
        return respond({"salesBids": bids, "pagination": pagination})


# Deciding on one: the same services, warnings and locks as on its page.


@contextmanager
def refusals() -> Iterator[None]:
    """Turn what a decision is refused for into the problem that it is."""
    try:
        yield
    except bids.BidClosed as error:
        raise problems.Conflict(str(error), code="bid_closed") from None
    except (booking.BidChanged, booking.Changed):
        raise problems.Conflict("The bid has changed. Fetch it again.", code="bid_changed") from None
    except booking.LoadBooked as error:
        raise problems.Conflict(str(error), code="load_booked") from None
    except bids.InvalidAmount as error:
        raise problems.Invalid.field("amount", "invalid", str(error)) from None


def confirm(warnings: list[str], *, is_confirmed: bool) -> None:
    """Refuse what speaks for itself against it, until the client says that it is meant."""
    if warnings and not is_confirmed:
        raise problems.Conflict(" ".join(warnings), code="needs_confirmation")


class DecisionViewSet(OrganizationViewSet):
    """What the three decisions share: the bid that the path names, and doing it while all is as it was read."""

    required_scope = Scope.CALL

    def page(self, number: str) -> BidPage:
        """The bid with all that speaks for and against; raises NotFound, or Conflict where it is decided."""
        bid = decision.find_bid(read_id(number))
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

    def decide(self, page: BidPage, do: Callable[[Bid], int | None]) -> HttpResponse:
        """Do it, unless the bid or its load has changed since it was read."""
        with refusals(), booking.bid_as_seen(page.bid, page.stamp) as bid:
            made = do(bid)
        bid.refresh_from_db(fields=["status", "amount", "counter_amount"])
        told = {
            "id": bid.pk,
            "externalLoadId": page.load.external_id,
            "status": bid.status,
            "amount": bid.amount,
            "counterAmount": bid.counter_amount,
        }
        return respond({"success": True, "bid": told, "bookingId": made})


class AcceptViewSet(DecisionViewSet):
    """`POST /bids/{bidId}/accept`."""

    @openapi.accept_bid
    def create(self, request: Request, bidId: str) -> HttpResponse:
        """Book the load."""
        given, page = self.given(AcceptBidSerializer), self.page(bidId)
        amount, is_confirmed = given["amount"], given.get("confirm", False)
        if amount not in [figure for figure, _ in page.figures]:
            with refusals():
                raise booking.BidChanged
        if page.hindrance:
            raise problems.Conflict(page.hindrance, code="carrier_blocked")
        confirm(decision.accept_warnings(page, amount, names_rates=False), is_confirmed=is_confirmed)
        by, at = self.actor, timezone.now()
        return self.decide(
            page,
            lambda bid: (
                booking.accept_bid(bid=bid, amount=amount, is_rebooking=is_confirmed, by=by, at=at).pk
            ),
        )


class CounterViewSet(DecisionViewSet):
    """`POST /bids/{bidId}/counter`."""

    @openapi.counter_bid
    def create(self, request: Request, bidId: str) -> HttpResponse:
        """Offer another amount."""
        given, page = self.given(CounterBidSerializer), self.page(bidId)
        amount, ask = given["amount"], page.bid.amount
        if ask is not None and amount >= ask:
            raise problems.Invalid.field("amount", "too_high", "Must be less than the carrier's ask.")
        warnings = decision.counter_warnings(page, amount, names_rates=False)
        confirm(warnings, is_confirmed=given.get("confirm", False))
        by, at = self.actor, timezone.now()

        def do(bid: Bid) -> None:
            bids.counter_bid(bid=bid, amount=amount, by=by, at=at)

        return self.decide(page, do)


class RejectViewSet(DecisionViewSet):
    """`POST /bids/{bidId}/reject`."""

    @openapi.reject_bid
    def create(self, request: Request, bidId: str) -> HttpResponse:
        """Turn it down."""
        given, page = self.given(RejectBidSerializer), self.page(bidId)
        close = bids.withdraw_bid if given.get("withdrawn") else bids.reject_bid
        by, at = self.actor, timezone.now()

        def do(bid: Bid) -> None:
            close(bid=bid, reason=given.get("reason", ""), by=by, at=at)

        return self.decide(page, do)


class BookingViewSet(OrganizationViewSet):
    """`GET /bookings`."""

    required_scope = Scope.READ

    @openapi.list_bookings
    def list(self, request: Request) -> HttpResponse:
        """Bookings that stand, newest first, in one query."""
        query = Query(request.query_params)
        cursor, load = Cursor.read(query), query.text("loadId")
        query.check()
        found = Booking.objects.select_related("load", "carrier").defer("load__import_trail")
        rows = cursor.rows(found.filter(load__external_id=load.strip()) if load else found)
        pagination = cursor.envelope(rows)
        return respond({"bookings": [_booking_record(row) for row in rows], "pagination": pagination})


def _booking_record(booking: Booking) -> dict[str, Any]:
    carrier = booking.carrier
    return {
        "id": booking.pk,
        "loadId": booking.load.external_id,
        "bidId": booking.bid_id,
        "amount": booking.amount,
        "kind": booking.kind,
        "bookedAt": utc_second(booking.booked_at),
        "carrierName": carrier.name if carrier else None,
        "carrierMc": (carrier.mc_number or None) if carrier else None,
        "carrierDot": str(carrier.dot_number) if carrier and carrier.dot_number else None,
        "conversationId": booking.conversation_id,
    }


class BookViewSet(OrganizationViewSet):
    """`POST /loads/book`."""

    required_scope = Scope.CALL

    @openapi.book_load
    def create(self, request: Request) -> HttpResponse:
        """Book the load for the carrier, while it is as it was read."""
        body = BookLoadSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        given = body.validated_data
        load = load_named(given["loadId"])
        seen = booking.stamp_of(load)
        numbers, carrier = find_numbered(*given["carrier"])
        amount, is_confirmed = given["amount"], given.get("confirm", False)
        page = decision.booking_page(load, carrier, str(carrier or numbers.words), amount, names_rates=False)
        if page.hindrance:
            raise problems.Conflict(page.hindrance, code="carrier_blocked")
        confirm(page.warnings, is_confirmed=is_confirmed)
        try:
            made = booking.book_load(
                load=load,
                seen=seen,
                carrier=numbers,
                amount=amount,
                is_rebooking=is_confirmed,
                by=self.actor,
                at=timezone.now(),
            )
        except booking.LoadBooked as error:
            raise problems.Conflict(str(error), code="load_booked") from None
        except (booking.Changed, Raced):
            raise problems.Conflict(
                "The load or its carrier changed while it was booked. Send the request again.",
                code="load_changed",
            ) from None
        return respond({"success": True, "booking": _booking_record(made)})


urlpatterns = [
    endpoint("bids", BidViewSet.as_view({"get": "list"}), name="bids"),
    endpoint("bookings", BookingViewSet.as_view({"get": "list"}), name="bookings"),
    endpoint("bids/<bidId>/accept", AcceptViewSet.as_view({"post": "create"}), name="accept_bid"),
    endpoint("bids/<bidId>/counter", CounterViewSet.as_view({"post": "create"}), name="counter_bid"),
    endpoint("bids/<bidId>/reject", RejectViewSet.as_view({"post": "create"}), name="reject_bid"),
    endpoint("loads/book", BookViewSet.as_view({"post": "create"}), name="book_load"),
    *outreach.urlpatterns,
    *carriers.urlpatterns,
]
