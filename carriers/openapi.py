"""Carriers as the API's document describes them."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers

from carriers.states import RulesAssessment
from organizations.api.fields import NOT_BLANK
from organizations.api.openapi import FILTER, REQUIRED_TEXT, Record, answers, link, page_parameters, parameter
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

    origin = serializers.CharField(help_text="City and state, as your loads have them.")
    destination = serializers.CharField(help_text="City and state, as your loads have them.")
    avgRate = serializers.RegexField(
        RATE, allow_null=True, help_text="Mean of the carrier's bids on it in US dollars."
    )
    totalBids = serializers.IntegerField(
        min_value=0, help_text="The carrier's bids on it; 0 where it was booked without one."
    )


class CarrierSerializer(Record):
    """A carrier, with those of its lanes that were asked for. What isn't known is null."""

    mcNumber = serializers.CharField(allow_null=True, help_text="MC number, digits alone.")
    dotNumber = serializers.IntegerField(allow_null=True, help_text="USDOT number.")
    name = serializers.CharField(allow_null=True, help_text="Legal name.")
    address = serializers.CharField(allow_null=True, help_text="In one line.")
    fleetsize = serializers.IntegerField(min_value=0, allow_null=True, help_text="Power units.")
    avgRate = serializers.RegexField(
        RATE,
        allow_null=True,
        help_text="Mean of the carrier's bids on the lanes returned in US dollars.",
    )
    lanes = LaneSerializer(many=True, help_text="The most bids first.")
    ruleAssessment = serializers.ChoiceField(
        choices=RulesAssessment.values,
        allow_null=True,
        help_text="How the carrier fares by the organization's rules.",
    )
    id = serializers.IntegerField(help_text="Key of the carrier.")
    totalBids = serializers.IntegerField(min_value=0, help_text="The carrier's bids on the lanes returned.")


class CarrierTotalSerializer(Record):
    """How many there are."""

    total = serializers.IntegerField(min_value=0, help_text="Carriers that match, exactly.")


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
    summary="List carriers that operated on a lane",
    description=(
        "Carriers with a bid, a booking or a delivered load from origin to destination, or from near the one to "
        "near the other: the most bids first, then by name, then by id. Each comes with the lanes that matched. A "
        "place that isn't known is compared as text, without regard to case; together with a radius it is an error "
        "that names near spellings. Parameters that Loadline doesn't know are ignored."
    ),
    parameters=[
        _place("origin", "Where the lane begins", "Dallas, TX"),
        _place("destination", "Where it ends", "Atlanta, GA"),
        parameter(
            "radius",
            "Miles around both places, as the crow flies; 0, or left out: these places alone.",
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
