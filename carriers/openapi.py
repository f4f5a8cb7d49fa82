"""Carriers as the API's document describes them."""

from typing import Any

from carriers.states import RulesAssessment
from organizations.equipment import Equipment
from organizations.rest import query
from organizations.rest.openapi.operations import (
    Operation,
    link,
    page_parameters,
    parameter,
)
from organizations.rest.openapi.schemas import (
    NOT_BLANK,
    Schema,
    array,
    integer,
    nullable,
    one_of,
    record,
    reference,
    text,
)
from organizations.states import Scope

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

SCHEMAS: dict[str, Schema] = {
    "Lane": record(
        "A lane that the carrier bid on, was booked for or delivered on.",
        origin=text("City and state, as your loads have them."),
        destination=text("City and state, as your loads have them."),
        avgRate=nullable(text("Mean of the carrier's bids on it in US dollars.", pattern=RATE)),
        totalBids=integer("The carrier's bids on it; 0 where it was booked without one.", minimum=0),
    ),
    "Carrier": record(
        "A carrier, with those of its lanes that were asked for. What isn't known is null.",
        mcNumber=nullable(text("MC number, digits alone.")),
        dotNumber=nullable(integer("USDOT number.")),
        name=nullable(text("Legal name.")),
        address=nullable(text("In one line.")),
        fleetsize=nullable(integer("Power units.", minimum=0)),
        avgRate=nullable(
            text("Mean of the carrier's bids on the lanes returned in US dollars.", pattern=RATE)
        ),
        lanes=array(reference("Lane"), "The most bids first."),
        ruleAssessment=nullable(
            one_of(RulesAssessment.values, "How the carrier fares by the organization's rules.")
        ),
        id=integer("Key of the carrier."),
        totalBids=integer("The carrier's bids on the lanes returned.", minimum=0),
    ),
    "CarrierList": record(
        "A page of carriers, the most bids on the lane first.",
        carriers=array(reference("Carrier")),
        pagination=record("How many there are.", total=integer("Carriers that match, exactly.", minimum=0)),
    ),
}


_TEXT: Schema = {"type": "string", "minLength": 1, "maxLength": query.LONGEST_TEXT, "pattern": NOT_BLANK}


def _place(name: str, what: str, example: str) -> Schema:
    description = (
        f"{what}: city and state (code or name), in any usual spelling, with the country where it matters."
    )
    return parameter(name, description, _TEXT, example=example, required=True)


OPERATIONS = [
    Operation(
        method="GET",
        path="carriers",
        id="listCarriersOfLane",
        tag="Carriers",
        summary="List carriers that operated on a lane",
        description=(
            "Carriers with a bid, a booking or a delivered load from origin to destination, or from near the one to "
            "near the other: the most bids first, then by name, then by id. Each comes with the lanes that matched. A "
            "place that isn't known is compared as text, without regard to case; together with a radius it is an error "
            "that names near spellings. Parameters that Loadline doesn't know are ignored."
        ),
        scope=Scope.READ,
        parameters=[
            _place("origin", "Where the lane begins", "Dallas, TX"),
            _place("destination", "Where it ends", "Atlanta, GA"),
            parameter(
                "radius",
                "Miles around both places, as the crow flies; 0, or left out: these places alone.",
                {"type": "number", "minimum": 0, "default": 0},
                example=75,
            ),
            parameter(
                "equipmentTypes",
                f"Comma-separated, in the usual spellings: {', '.join(Equipment.values)}.",
                _TEXT | {"pattern": NOT_BLANK.replace("[^", "[^,_", 1)},
                example="van,reefer",
            ),
            *page_parameters(),
        ],
        answer="CarrierList",
        answer_examples={
            "one carrier": {"carriers": [CARRIER], "pagination": {"total": 1}},
            "none": {"carriers": [], "pagination": {"total": 0}},
        },
        links={
            "bids": link(
                "listBids",
                "Bids of the first carrier.",
                mcNumber="$response.body#/carriers/0/mcNumber",
            ),
        },
    )
]
