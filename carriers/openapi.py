"""The API's carriers described: those of a lane, and one with all that is known of it."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers

from carriers.selectors.carrier import CONTACTS_SHOWN, LANES_SHOWN
from carriers.states import ConnectionStatus, LearnedKind, RulesAssessment, Source
from organizations.api.fields import NOT_BLANK
from organizations.api.openapi import (
    FILTER,
    REQUIRED_TEXT,
    Instant,
    Record,
    Said,
    answers,
    link,
    page_parameters,
    parameter,
)
from organizations.equipment import Equipment

CARRIER: dict[str, Any] = {
    "mcNumber": "790123",
    "dotNumber": 2790123,
    "name": "Blue Mesa Transport LLC",
    "address": "12 Depot Rd, Amarillo, TX 79101",
    "fleetsize": 12,
    "avgRate": "1843.75",
    "lanes": [
        {"origin": "Dallas, TX", "destination": "Atlanta, GA", "avgRate": "1850.00", "totalBids": 3},
        {"origin": "Fort Worth, TX", "destination": "Marietta, GA", "avgRate": "1825.00", "totalBids": 1},
    ],
    "ruleAssessment": "pass",
    "id": 311,
    "totalBids": 4,
}
RATE = r"^\d+\.\d\d$"


class LaneSerializer(Record):
    """A lane that the carrier bid on, was booked for or delivered on."""

    origin = serializers.CharField(help_text="City and state, as on your loads.")
    destination = serializers.CharField(help_text="City and state, as on your loads.")
    avgRate = serializers.RegexField(
        RATE, allow_null=True, help_text="Average of the carrier's bids on the lane, in US dollars."
    )
    totalBids = serializers.IntegerField(
        min_value=0, help_text="The carrier's bids on the lane; 0 if it was booked without one."
    )


class CarrierSerializer(Record):
    """A carrier and its matching lanes. Unknown values are null."""

    mcNumber = serializers.CharField(allow_null=True, help_text="MC number, digits only.")
    dotNumber = serializers.IntegerField(allow_null=True, help_text="USDOT number.")
    name = serializers.CharField(allow_null=True, help_text="Legal name.")
    address = serializers.CharField(allow_null=True, help_text="Single-line address.")
    fleetsize = serializers.IntegerField(min_value=0, allow_null=True, help_text="Power units.")
    avgRate = serializers.RegexField(
        RATE, allow_null=True, help_text="Average of the carrier's bids on the lanes returned, in US dollars."
    )
    lanes = LaneSerializer(many=True, help_text="Most bids first.")
    ruleAssessment = serializers.ChoiceField(
        choices=RulesAssessment.values,
        allow_null=True,
        help_text="Vetting result under the organization's rules.",
    )
    id = serializers.IntegerField(help_text="ID of the carrier.")
    totalBids = serializers.IntegerField(min_value=0, help_text="The carrier's bids on the lanes returned.")


class CarrierTotalSerializer(Record):
    """How many there are."""

    total = serializers.IntegerField(min_value=0, help_text="Number of matching carriers, exact.")


class CarrierListSerializer(Record):
    """A page of carriers, the most bids on the lane first."""

    carriers = CarrierSerializer(many=True)
    pagination = CarrierTotalSerializer()


def _place(name: str, what: str, example: str) -> OpenApiParameter:
    words = (
        f"{what}: city and state (code or name), in any usual spelling, with the country where it matters."
    )
    return parameter(name, words, REQUIRED_TEXT, example, required=True)


list_carriers_of_lane = extend_schema(
    operation_id="listCarriersOfLane",
    tags=["Carriers"],
    summary="List carriers that ran a lane",
    description=(
        "Carriers with a bid, a booking or a delivered load from origin to destination, or within the "
        "radius of both: most bids first, then by name, then by id. Each comes with the lanes that matched. An "
        "unknown place is compared as text, ignoring case; with a radius it's an error that suggests close "
        "spellings. Unknown parameters are ignored."
    ),
    parameters=[
        _place("origin", "Where the lane starts", "Dallas, TX"),
        _place("destination", "Where it ends", "Atlanta, GA"),
        parameter(
            "radius",
            "Straight-line miles around both places. 0, or left out: these places only.",
            {"type": "number", "minimum": 0, "default": 0},
            75,
        ),
        parameter(
            "equipmentTypes",
            f"Comma-separated, in the usual spellings: {', '.join(Equipment.values)}.",
            FILTER | {"pattern": f"^$|{NOT_BLANK.replace('[^', '[^,_', 1)}"},
            "van,reefer",
        ),
        *page_parameters(),
    ],
    responses=answers(
        CarrierListSerializer,
        {
            "One carrier": {"carriers": [CARRIER], "pagination": {"total": 1}},
            "None": {"carriers": [], "pagination": {"total": 0}},
        },
        links={
            "bids": link(
                "listBids", "Bids of the first carrier.", mcNumber="$response.body#/carriers/0/mcNumber"
            )
        },
    ),
)


# One of them, which `bids` answers, since it tells of bids and bookings, too.


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


WHOLE_CARRIER: dict[str, Any] = {
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
        {"Example": {"carrier": WHOLE_CARRIER}},
        links={"bids": link("listBids", "Its bids.", mcNumber="$response.body#/carrier/mcNumber")},
        to=(404,),
    ),
)
