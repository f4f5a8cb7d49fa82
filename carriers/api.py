"""The API's carriers."""

from dataclasses import dataclass
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from carriers.selectors.search import HALF_ROUND, End, carriers_on_lane
from carriers.states import RulesAssessment
from organizations.api.fields import NOT_BLANK
from organizations.api.listing import Page, Query
from organizations.api.openapi import FILTER, REQUIRED_TEXT, Record, answers, link, page_parameters, parameter
from organizations.api.viewsets import OrganizationViewSet, endpoint
from organizations.equipment import Equipment, normalize
from organizations.places.gazetteer import find_place_of, read_place, suggest_places
from organizations.tenancy.states import Scope

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
        RATE,
        allow_null=True,
        help_text="Average of the carrier's bids on the lanes returned, in US dollars.",
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


@dataclass(frozen=True, slots=True)
class LaneFilter:
    """The lane, the equipment and the page."""

    origin: End
    destination: End
    equipment: frozenset[str]
    page: Page

    @classmethod
    def read(cls, query: Query) -> "LaneFilter":
        """From the query; raises Invalid with all that is wrong, unknown places included."""
        origin, destination = (query.text(name, required=True) for name in ("origin", "destination"))
        radius = min(query.number("radius", default=0.0, minimum=0), HALF_ROUND)
        equipment = _equipment(query)
        page = Page.read(query)
        query.check()
        ends = (
            _end(query, "origin", origin or "", radius),
            _end(query, "destination", destination or "", radius),
        )
        query.check()
        return cls(*ends, equipment, page)


def _equipment(query: Query) -> frozenset[str]:
    """The types named, in any usual spelling."""
    text = query.text("equipmentTypes")
    if text is None:
        return frozenset()
    found = frozenset(filter(None, map(normalize, text.split(","))))
    if not found:
        query.fail("equipmentTypes", "invalid", "Enter at least one type, such as: van,reefer.")
    return found


def _end(query: Query, name: str, text: str, radius: float) -> End:
    """The places meant; a town that isn't known is compared as it is written, but nothing is near it."""
    read = read_place(text)
    place = find_place_of(read)
    if place is not None:
        return End(place=place, miles=radius)
    if radius:
        query.fail(name, "unknown_place", _unknown(text))
    return End(text=", ".join(part for part in (read.city, read.region) if part))


def _unknown(text: str) -> str:
    near = "; ".join(map(str, suggest_places(text)))
    return f"We don't recognize this place, so we can't search around it.{f' Did you mean: {near}?' if near else ''}"


class CarrierViewSet(OrganizationViewSet):
    """`GET /carriers`."""

    required_scope = Scope.READ

    @list_carriers_of_lane
    def list(self, request: Request) -> Response:
        """Carriers that operated on a lane, most bids first."""
        asked = LaneFilter.read(Query(request.query_params))
        carriers, total = carriers_on_lane(
            origin=asked.origin,
            destination=asked.destination,
            equipment=asked.equipment,
            limit=asked.page.limit,
            offset=asked.page.offset,
        )
        return Response({"carriers": carriers, "pagination": {"total": total}})


# Routes below /api/v1/.


urlpatterns = [
    endpoint("carriers", CarrierViewSet.as_view({"get": "list"}), name="carriers"),
]
