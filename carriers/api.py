"""The API's carriers."""

from dataclasses import dataclass

from rest_framework.request import Request
from rest_framework.response import Response

from carriers.openapi import list_carriers_of_lane
from carriers.selectors.search import HALF_ROUND, End, carriers_on_lane
from organizations.api.listing import Page, Query
from organizations.api.viewsets import OrganizationViewSet, endpoint
from organizations.equipment import normalize
from organizations.places.gazetteer import find_place_of, read_place, suggest_places
from organizations.tenancy.states import Scope


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
    reads_replica = True

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
