"""The API's single carrier: its vetting, lanes and contacts, and what calls and loads taught of it."""

from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from bids.selectors.known import Known, known_of_carrier
from carriers.api import RATE
from carriers.models import Carrier, TruckCapacity
from carriers.selectors.carrier import CONTACTS_SHOWN, LANES_SHOWN, carrier_record
from carriers.states import ConnectionStatus, LearnedKind, RulesAssessment, Source
from organizations.api import problems
from organizations.api.listing import read_id
from organizations.api.openapi import Instant, Record, Said, answers, link, parameter
from organizations.api.parsers import respond, utc_second
from organizations.api.viewsets import OrganizationViewSet, endpoint
from organizations.tenancy.states import Scope

# What is told of it.


def _texts(words: str) -> Said:
    return Said({"type": "array", "items": {"type": "string"}}, words)


class VettingReasonSerializer(Record):
    """Why a carrier isn't fully approved."""

    code = serializers.CharField(help_text="Stable code, such as `authority_inactive`.")
    severity = serializers.ChoiceField(
        choices=RulesAssessment.values, help_text="How it counts toward the vetting result."
    )
    detail = serializers.CharField(help_text="The same, in plain English.")


class VettingFactSerializer(Record):
    """Something that the vetting went by."""

    name = serializers.CharField(help_text="What it is, such as `liabilityInsurance`.")
    value = Said(
        {"type": ["string", "number", "boolean", "null"]},
        "Its value: a word, a date, true or false, or US dollars.",
    )
    source = serializers.ChoiceField(  # type: ignore[assignment] # as a field is called there
        choices=Source.values, help_text="Who said it."
    )
    foundAt = Instant(help_text="When they did.")


class CarrierVettingSerializer(Record):
    """The latest vetting under your rules."""

    assessment = serializers.ChoiceField(choices=RulesAssessment.values, help_text="Its result.")
    reasons = VettingReasonSerializer(many=True, help_text="Most serious first; none if it's approved.")
    facts = VettingFactSerializer(many=True, help_text="The data it was based on.")
    vettedAt = Instant(help_text="When the result was first reached.")
    confirmedAt = Instant(help_text="When it was last the same.")


class CarrierLaneSerializer(Record):
    """A lane that the carrier bid on or was booked for."""

    origin = serializers.CharField(help_text="City and state, as on your loads.")
    destination = serializers.CharField(help_text="City and state, as on your loads.")
    avgRate = serializers.RegexField(
        RATE, allow_null=True, help_text="Average of the carrier's bids on the lane, in US dollars."
    )
    totalBids = serializers.IntegerField(min_value=0, help_text="The carrier's bids on the lane.")
    bookings = serializers.IntegerField(min_value=0, help_text="Loads booked with it there.")
    delivered = serializers.IntegerField(min_value=0, help_text="Loads it delivered there.")
    equipmentTypes = _texts("Trailers.")
    lastAt = Instant(allow_null=True, help_text="When it last bid or was booked there.")


class CarrierContactSerializer(Record):
    """A person or a desk of the carrier. Unknown values are null."""

    name = serializers.CharField(allow_null=True, help_text="Name.")
    title = serializers.CharField(allow_null=True, help_text="Role, such as dispatcher.")
    phone = serializers.CharField(allow_null=True, help_text="Phone number in E.164 form.")
    email = serializers.CharField(allow_null=True, help_text="Email address.")
    verified = serializers.BooleanField(help_text="Whether a trusted source has verified it.")


class LearnedFactSerializer(Record):
    """Something that calls and loads taught about the carrier. Unknown values are null."""

    kind = serializers.ChoiceField(choices=LearnedKind.values, help_text="What it is about.")
    label = serializers.CharField(  # type: ignore[assignment]
        help_text="The same, in plain English."
    )
    value = serializers.CharField(help_text="What the carrier told us, as the carrier's page says it.")
    detail = serializers.CharField(allow_null=True, help_text="More about it.")
    words = serializers.CharField(allow_null=True, help_text="As the carrier said it last.")
    phone = serializers.CharField(allow_null=True, help_text="Phone number of that person, in E.164 form.")
    times = serializers.IntegerField(min_value=0, help_text="How many calls said so.")
    at = Instant(help_text="When it was last said or happened.")
    conversationId = serializers.IntegerField(
        allow_null=True, help_text="The call: its `id` in `GET /calls`."
    )


class TrackRecordSerializer(Record):
    """How it kept its word over the last 12 months."""

    delivered = serializers.IntegerField(min_value=0, help_text="Loads delivered.")
    fellOff = serializers.IntegerField(min_value=0, help_text="Loads it fell off.")
    checkCalls = serializers.IntegerField(min_value=0, help_text="Stops that check calls asked about.")
    late = serializers.IntegerField(min_value=0, help_text="Of those, stops that it was late for.")


class TruckSerializer(Record):
    """A truck that a caller said will be empty. Unknown values are null."""

    city = serializers.CharField(allow_null=True, help_text="City.")
    state = serializers.CharField(allow_null=True, help_text="State.")
    day = Said({"type": "string", "format": "date"}, "When it's empty.")
    equipment = serializers.CharField(allow_null=True, help_text="Trailer.")
    wantedDestination = serializers.CharField(allow_null=True, help_text="Where it wants to go.")
    phone = serializers.CharField(allow_null=True, help_text="The caller's number in E.164 form.")
    notedAt = Instant(help_text="When it was said.")
    conversationId = serializers.IntegerField(
        allow_null=True, help_text="The call: its `id` in `GET /calls`."
    )


class WholeCarrierSerializer(Record):
    """A carrier with all that is known of it. Unknown values are null."""

    id = serializers.IntegerField(help_text="ID of the carrier.")
    mcNumber = serializers.CharField(allow_null=True, help_text="MC number, digits only.")
    dotNumber = serializers.IntegerField(allow_null=True, help_text="USDOT number.")
    name = serializers.CharField(allow_null=True, help_text="Name.")
    legalName = serializers.CharField(allow_null=True, help_text="Legal name.")
    dbaName = serializers.CharField(allow_null=True, help_text="DBA name.")
    address = serializers.CharField(allow_null=True, help_text="Single-line address.")
    phone = serializers.CharField(allow_null=True, help_text="Its own phone number in E.164 form.")
    email = serializers.CharField(allow_null=True, help_text="Its own email address.")
    fleetsize = serializers.IntegerField(min_value=0, allow_null=True, help_text="Power units.")
    drivers = serializers.IntegerField(min_value=0, allow_null=True, help_text="Drivers.")
    equipmentTypes = _texts("Trailers.")
    connectionStatus = serializers.ChoiceField(
        choices=ConnectionStatus.values, allow_null=True, help_text="Status of its carrier setup."
    )
    ruleAssessment = serializers.ChoiceField(
        choices=RulesAssessment.values, allow_null=True, help_text="Vetting result under your rules."
    )
    blocked = serializers.BooleanField(help_text="Whether your team marked it “Do not use”.")
    preferred = serializers.BooleanField(help_text="Whether your team prefers it.")
    capacityCarrier = serializers.BooleanField(help_text="Whether it's a core carrier.")
    vetting = CarrierVettingSerializer(allow_null=True, help_text="Null if it was never vetted.")
    lanes = CarrierLaneSerializer(many=True, help_text=f"Its lanes, most bids first, up to {LANES_SHOWN}.")
    totalLanes = serializers.IntegerField(min_value=0, help_text="Number of its lanes.")
    contacts = CarrierContactSerializer(
        many=True, help_text=f"People and departments, up to {CONTACTS_SHOWN}."
    )
    createdAt = Instant(help_text="When it was added.")
    updatedAt = Instant(help_text="When it was last updated.")
    trackRecord = TrackRecordSerializer()
    facts = LearnedFactSerializer(many=True, help_text="What calls and loads told us about it.")
    trucks = TruckSerializer(many=True, help_text="The latest trucks it reported.")


class OneCarrierSerializer(Record):
    """One carrier."""

    carrier = WholeCarrierSerializer()


CARRIER: dict[str, Any] = {
    "id": 311,
    "mcNumber": "790123",
    "dotNumber": 2790123,
    "name": "Blue Mesa Transport LLC",
    "legalName": "Blue Mesa Transport LLC",
    "dbaName": None,
    "address": "12 Depot Rd, Amarillo, TX 79101",
    "phone": "+18065550123",
    "email": "dispatch@bluemesa.example",
    "fleetsize": 12,
    "drivers": 14,
    "equipmentTypes": ["van", "reefer"],
    "connectionStatus": "onboarded",
    "ruleAssessment": "partial_pass",
    "blocked": False,
    "preferred": True,
    "capacityCarrier": False,
    "vetting": {
        "assessment": "partial_pass",
        "reasons": [
            {
                "code": "cargo_low",
                "severity": "partial_pass",
                "detail": "Cargo insurance is $75,000; you require $100,000.",
            }
        ],
        "facts": [
            {
                "name": "cargoInsurance",
                "value": "75000.00",
                "source": "registry",
                "foundAt": "2026-03-01T06:00:00Z",
            }
        ],
        "vettedAt": "2026-02-20T06:00:00Z",
        "confirmedAt": "2026-03-01T06:00:00Z",
    },
    "lanes": [
        {
            "origin": "Dallas, TX",
            "destination": "Atlanta, GA",
            "avgRate": "1850.00",
            "totalBids": 3,
            "bookings": 2,
            "delivered": 2,
            "equipmentTypes": ["van"],
            "lastAt": "2026-02-20T17:30:00Z",
        }
    ],
    "totalLanes": 1,
    "contacts": [
        {
            "name": "Dana Whitfield",
            "title": "Dispatcher",
            "phone": "+13125550123",
            "email": None,
            "verified": True,
        }
    ],
    "createdAt": "2025-11-04T15:00:00Z",
    "updatedAt": "2026-03-01T06:00:00Z",
    "trackRecord": {"delivered": 9, "fellOff": 1, "checkCalls": 7, "late": 2},
    "facts": [
        {
            "kind": "equipment",
            "label": "Equipment",
            "value": "Van",
            "detail": None,
            "words": "All of ours are dry vans.",
            "phone": None,
            "times": 2,
            "at": "2026-02-20T17:30:00Z",
            "conversationId": 5120,
        }
    ],
    "trucks": [
        {
            "city": "Dallas",
            "state": "TX",
            "day": "2026-03-04",
            "equipment": "van",
            "wantedDestination": "Georgia",
            "phone": "+13125550123",
            "notedAt": "2026-03-02T15:04:05Z",
            "conversationId": 5120,
        }
    ],
}
get_carrier = extend_schema(
    operation_id="getCarrier",
    tags=["Carriers"],
    summary="Get a carrier",
    description=(
        "A carrier with its vetting, lanes, contacts, and what calls and loads told us about it. Facts that your team "
        "removed are left out, and so are your team's notes."
    ),
    parameters=[
        parameter(
            "carrierId",
            "ID of the carrier.",
            {"type": "integer", "minimum": 1},
            311,
            required=True,
            place="path",
        )
    ],
    responses=answers(
        OneCarrierSerializer,
        {"Example": {"carrier": CARRIER}},
        links={"bids": link("listBids", "Its bids.", mcNumber="$response.body#/carrier/mcNumber")},
        to=(404,),
    ),
)


class CarrierViewSet(OrganizationViewSet):
    """`GET /carriers/{carrierId}`."""

    required_scope = Scope.READ

    @get_carrier
    def retrieve(self, request: Request, carrierId: str) -> HttpResponse:
        """One of them, in ten queries."""
        carrier = Carrier.objects.filter(pk=read_id(carrierId)).first()
        if carrier is None:
            raise problems.NotFound("No carrier with this ID.")
        known = known_of_carrier(carrier, at=timezone.now())
        told = carrier_record(carrier) | {
            "trackRecord": {
                "delivered": known.record.delivered,
                "fellOff": known.record.fell_off,
                "checkCalls": known.record.reports,
                "late": known.record.late,
            },
            "facts": [_fact(each) for each in (*known.facts, *known.more)],
            "trucks": [_truck(each) for each in known.trucks],
        }
        return respond({"carrier": told})


def _fact(known: Known) -> dict[str, Any]:
    return {
        "kind": known.kind,
        "label": known.label,
        "value": known.value,
        "detail": known.detail or None,
        "words": known.words or None,
        "phone": known.phone or None,
        "times": known.times,
        "at": utc_second(known.at),
        "conversationId": known.call_id,
    }


def _truck(truck: TruckCapacity) -> dict[str, Any]:
    return {
        "city": truck.city or None,
        "state": truck.state or None,
        "day": truck.day.isoformat(),
        "equipment": truck.equipment or None,
        "wantedDestination": truck.wanted_destination or None,
        "phone": truck.phone or None,
        "notedAt": utc_second(truck.noted_at),
        "conversationId": truck.conversation_id,
    }


# Routes below /api/v1/.


urlpatterns = [
    endpoint("carriers/<carrierId>", CarrierViewSet.as_view({"get": "retrieve"}), name="carrier"),
]
