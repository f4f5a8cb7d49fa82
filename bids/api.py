"""The API's bids, bookings and outreach, as on the dashboard's pages; and a carrier with all that is known of it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from typing import Any, cast

from django.core.cache import cache
from django.http import HttpResponse
from django.utils import timezone
from redis.exceptions import RedisError
from rest_framework.request import Request

from bids import openapi
from bids.models import Bid, Booking, Outreach, OutreachCandidate
from bids.models.bids import BIDS
from bids.selectors import decision
from bids.selectors.bids import bid_records
from bids.selectors.decision import BidPage, Rates
from bids.selectors.known import known_record
from bids.selectors.outreach import candidate_record, outreach_record, progress_of
from bids.serializers import (
    AcceptBidSerializer,
    BookLoadSerializer,
    CounterBidSerializer,
    RejectBidSerializer,
    StartOutreachSerializer,
)
from bids.services import bids, booking, outreach
from bids.states import OutreachStatus
from carriers.identity import find_numbered
from carriers.models import Carrier
from carriers.openapi import get_carrier
from loads.api import load_named
from loads.models import Load
from organizations.api import problems
from organizations.api.fields import Object
from organizations.api.imports import Raced
from organizations.api.listing import Cursor, Query, read_id, read_list
from organizations.api.parsers import respond, utc_second
from organizations.api.viewsets import ApiRequest, OrganizationViewSet, endpoint
from organizations.tenancy.states import Scope

TRIED_SECONDS = 24 * 60 * 60


class BidViewSet(OrganizationViewSet):
    """`GET /bids`."""

    required_scope = Scope.READ
    reads_replica = True

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


def rates_told(load: Load, amount: Decimal) -> Rates:
    """What the amount's warnings may tell: whoever could try one after another would find out max buy.

    A load's first in a day is held against its rates; of any other nothing is told, and it needs a confirmation.
    """
    key, tried = f"bids:tried-amount:{load.pk}", str(amount)
    try:
        is_first = cache.add(key, tried, TRIED_SECONDS) or cache.get(key) == tried
    except RedisError:
        is_first = False
    return Rates.HIDDEN if is_first else Rates.UNTOLD


def confirm(warnings: list[str]) -> None:
    """Refuse what something speaks against, as long as the client doesn't say that it is meant."""
    if warnings:
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
        if not is_confirmed:
            # What the carrier asks isn't of the client's choosing.
            rates = Rates.HIDDEN if amount == page.bid.amount else rates_told(page.load, amount)
            confirm(decision.accept_warnings(page, amount, rates=rates))
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
        if not given.get("confirm", False):
            confirm(decision.counter_warnings(page, amount, rates=rates_told(page.load, amount)))
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
    reads_replica = True

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
        rates = Rates.HIDDEN if is_confirmed else rates_told(load, amount)
        page = decision.booking_page(load, carrier, str(carrier or numbers.words), amount, rates=rates)
        if page.hindrance:
            raise problems.Conflict(page.hindrance, code="carrier_blocked")
        if not is_confirmed:
            confirm(page.warnings)
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


# Outreach: calling carriers about a load.


def _found_outreach(number: str) -> Outreach:
    """The organization's outreach with that id; raises NotFound."""
    row = _outreaches().filter(pk=read_id(number)).first()
    if row is None:
        raise problems.NotFound("No outreach with this ID.")
    return row


def _outreaches() -> Any:
    columns = (each.name for each in Outreach._meta.concrete_fields)
    return Outreach.objects.select_related("load").only("load__external_id", *columns)


class OutreachesViewSet(OrganizationViewSet):
    """`GET /outreach`."""

    required_scope = Scope.READ
    reads_replica = True

    @openapi.list_outreach
    def list(self, request: Request) -> HttpResponse:
        """Newest first, in two queries."""
        query = Query(request.query_params)
        cursor, load = Cursor.read(query), query.text("loadId")
        status = query.choice("status", OutreachStatus.values)
        query.check()
        found = _outreaches()
        if load:
            found = found.filter(load__external_id=load.strip())
        if status:
            found = found.filter(status=status)
        rows = cursor.rows(found)
        pagination = cursor.envelope(rows)
        progress = progress_of(row.pk for row in rows)
        return respond(
            {"outreaches": [outreach_record(row, progress[row.pk]) for row in rows], "pagination": pagination}
        )


class OutreachViewSet(OrganizationViewSet):
    """`GET /outreach/{outreachId}`."""

    required_scope = Scope.READ

    @openapi.get_outreach
    def retrieve(self, request: Request, outreachId: str) -> HttpResponse:
        """One with its carriers, in three queries."""
        row = _found_outreach(outreachId)
        turns = OutreachCandidate.objects.filter(outreach=row).select_related("carrier").order_by("rank")
        told = outreach_record(row, progress_of([row.pk])[row.pk])
        return respond({"outreach": told | {"carriers": [candidate_record(turn) for turn in turns]}})


class StartOutreachViewSet(OrganizationViewSet):
    """`POST /loads/start-outreach`."""

    required_scope = Scope.CALL

    @openapi.start_outreach
    def create(self, request: Request) -> HttpResponse:
        """Begin to call carriers about a load."""
        given = StartOutreachSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        load = load_named(given.validated_data["loadId"])
        try:
            row = outreach.start_outreach(load=load, by=self.actor, at=timezone.now())
        except outreach.NotPossible as error:
            raise problems.Conflict(str(error), code="outreach_not_possible") from None
        return respond({"success": True, "outreach": outreach_record(row, progress_of([row.pk])[row.pk])})


class StopOutreachViewSet(OrganizationViewSet):
    """`POST /outreach/{outreachId}/stop`."""

    required_scope = Scope.CALL

    @openapi.stop_outreach
    def create(self, request: Request, outreachId: str) -> HttpResponse:
        """Call nobody else."""
        row = _found_outreach(outreachId)
        outreach.stop_outreach(outreach_id=row.pk, by=self.actor, at=timezone.now())
        return respond(
            {
                "success": True,
                "outreach": outreach_record(_found_outreach(outreachId), progress_of([row.pk])[row.pk]),
            }
        )


# A carrier, with what its bids and bookings tell of it.


class CarrierViewSet(OrganizationViewSet):
    """`GET /carriers/{carrierId}`."""

    required_scope = Scope.READ
    reads_replica = True

    @get_carrier
    def retrieve(self, request: Request, carrierId: str) -> HttpResponse:
        """One of them, in ten queries."""
        carrier = Carrier.objects.filter(pk=read_id(carrierId)).first()
        if carrier is None:
            raise problems.NotFound("No carrier with this ID.")
        return respond({"carrier": known_record(carrier, at=timezone.now())})


# Routes below /api/v1/.


urlpatterns = [
    endpoint("bids", BidViewSet.as_view({"get": "list"}), name="bids"),
    endpoint("bookings", BookingViewSet.as_view({"get": "list"}), name="bookings"),
    endpoint("bids/<bidId>/accept", AcceptViewSet.as_view({"post": "create"}), name="accept_bid"),
    endpoint("bids/<bidId>/counter", CounterViewSet.as_view({"post": "create"}), name="counter_bid"),
    endpoint("bids/<bidId>/reject", RejectViewSet.as_view({"post": "create"}), name="reject_bid"),
    endpoint("loads/book", BookViewSet.as_view({"post": "create"}), name="book_load"),
    endpoint("outreach", OutreachesViewSet.as_view({"get": "list"}), name="outreach"),
    endpoint("outreach/<outreachId>", OutreachViewSet.as_view({"get": "retrieve"}), name="one_outreach"),
    endpoint(
        "outreach/<outreachId>/stop", StopOutreachViewSet.as_view({"post": "create"}), name="stop_outreach"
    ),
    endpoint("loads/start-outreach", StartOutreachViewSet.as_view({"post": "create"}), name="start_outreach"),
    endpoint("carriers/<carrierId>", CarrierViewSet.as_view({"get": "retrieve"}), name="carrier"),
]
