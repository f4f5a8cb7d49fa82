"""What the API takes and tells of bids, bookings and outreach: records of answers, bodies of requests."""

import re
from typing import Any

from rest_framework import serializers

from bids.states import (
    BidChannel,
    BidStatus,
    BookingKind,
    CandidateOutcome,
    CandidateStatus,
    OutreachStatus,
    StopReason,
)
from loads.api import OneLoadSerializer
from organizations.api.fields import Flag, Number, Object, Schema, Text
from organizations.api.openapi import (
    CursorSerializer,
    Instant,
    PaginationSerializer,
    Record,
    Said,
)


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


# Deciding on one.


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


# Bookings, and booking without a bid.


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


# Outreach.


class OutreachProgressSerializer(Record):
    """How many carriers are where."""

    carriers = serializers.IntegerField(min_value=0, help_text="Carriers in this outreach.")
    waiting = serializers.IntegerField(min_value=0, help_text="Carriers still to be called.")
    calling = serializers.IntegerField(min_value=0, help_text="Carriers on the phone now.")
    called = serializers.IntegerField(
        min_value=0, help_text="Carriers called so far, those on the phone included."
    )
    skipped = serializers.IntegerField(min_value=0, help_text="Carriers that weren't called.")
    agreed = serializers.IntegerField(min_value=0, help_text="Carriers that agreed on a rate.")
    lowestAsk = serializers.FloatField(
        allow_null=True, help_text="The lowest rate that a carrier asked for, all-in, in US dollars."
    )


class OutreachSerializer(Record):
    """An outreach: calling carriers about a load until it's covered. Unknown values are null."""

    id = serializers.IntegerField(help_text="ID of the outreach.")
    loadId = serializers.CharField(help_text="Your load ID.")
    status = serializers.ChoiceField(
        choices=OutreachStatus.values, help_text="Calling, holding, or how it ended."
    )
    stopReason = serializers.ChoiceField(
        choices=StopReason.values, allow_null=True, help_text="Why it was stopped, if it was."
    )
    startedAt = Instant(help_text="When it started.")
    deadline = Instant(help_text="When it ends at the latest.")
    holdUntil = Instant(
        allow_null=True, help_text="When the best offer stops waiting for the other calls to finish."
    )
    endedAt = Instant(allow_null=True, help_text="When it ended.")
    progress = OutreachProgressSerializer()


class OutreachReasonSerializer(Record):
    """Why a carrier is called."""

    code = serializers.CharField(help_text="Stable code, such as `ran_lane`.")
    detail = serializers.CharField(help_text="The same, in plain English.")


class OutreachCarrierSerializer(Record):
    """A carrier's turn in an outreach. Unknown values are null."""

    rank = serializers.IntegerField(min_value=1, help_text="Its place; 1 is called first.")
    carrierId = serializers.IntegerField(help_text="ID of the carrier.")
    carrierName = serializers.CharField(help_text="Name of the carrier, or its number.")
    carrierMc = serializers.CharField(allow_null=True, help_text="The carrier's MC number, digits only.")
    carrierDot = serializers.CharField(allow_null=True, help_text="The carrier's USDOT number.")
    phone = serializers.CharField(help_text="The number that is called, in E.164 form.")
    reasons = OutreachReasonSerializer(many=True, help_text="Why this carrier, most important first.")
    status = serializers.ChoiceField(choices=CandidateStatus.values, help_text="Where its turn stands.")
    outcome = serializers.ChoiceField(
        choices=CandidateOutcome.values, allow_null=True, help_text="How the call ended."
    )
    detail = serializers.CharField(
        allow_null=True, help_text="Why it's waiting or wasn't called, in plain English."
    )
    ask = serializers.FloatField(allow_null=True, help_text="Its latest offer, all-in, in US dollars.")
    bidId = serializers.IntegerField(allow_null=True, help_text="Its bid.")
    conversationId = serializers.IntegerField(
        allow_null=True, help_text="The call: its `id` in `GET /calls`."
    )
    notBefore = Instant(allow_null=True, help_text="When it can be called at the earliest.")
    calledAt = Instant(allow_null=True, help_text="When it was called.")
    agreedAt = Instant(allow_null=True, help_text="When it agreed on a rate.")
    finishedAt = Instant(allow_null=True, help_text="When its turn was over.")


class WholeOutreachSerializer(OutreachSerializer):
    """An outreach with its carriers, the calls to them and what came of each."""

    carriers = OutreachCarrierSerializer(many=True, help_text="The carriers, in the order they're called.")


class OutreachListSerializer(Record):
    """A page of outreaches, the newest first."""

    outreaches = OutreachSerializer(many=True)
    pagination = CursorSerializer()


class OneOutreachSerializer(Record):
    """One outreach."""

    outreach = WholeOutreachSerializer()


class ChangedOutreachSerializer(Record):
    """An outreach that was started or stopped."""

    success = Said({"type": "boolean", "const": True}, "Always true.")
    outreach = OutreachSerializer()


class StartOutreachSerializer(OneLoadSerializer):
    """The body of `POST /loads/start-outreach`."""
