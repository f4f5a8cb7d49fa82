"""What a row of the table of routes says, and how to make what its path names."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from organizations import services as organizations
from organizations.models import Organization, SavedView
from organizations.tenancy.actors import system
from tests.factories import (
    NOW,
    AgentFactory,
    AgentVersionFactory,
    BidFactory,
    BookingFactory,
    CallFactory,
    CarrierFactory,
    DeliveryFactory,
    EventEndpointFactory,
    InvitationFactory,
    LoadFactory,
    LoadMappingFactory,
    MembershipFactory,
    OutreachFactory,
)

NEVER = 2**31 - 7


class Needs(Enum):
    """What a route asks of whoever comes."""

    NOTHING = auto()
    SESSION = auto()
    TOKEN = auto()
    SIGNATURE = auto()
    SESSION_OR_TOKEN = auto()
    LINK = auto()  # a secret in the path, sent by mail
    ENTRANCE = auto()  # that one is on the way in, or out
    PROVIDER = auto()  # an organization's identity provider


@dataclass(frozen=True)
class Route:
    """A row: `rows` are the path's arguments for things of an organization, `never` those for nothing at all."""

    needs: Needs
    method: str = "GET"
    rows: Callable[[Organization], dict[str, Any]] | None = None
    never: dict[str, Any] | None = None
    body: dict[str, Any] | None = None


def identity_provider(parameter: str, method: str = "GET") -> Route:
    """A step on the way to an identity provider and back."""
    return Route(Needs.PROVIDER, method, never={parameter: "never"})


def load_event(organization: Organization) -> dict[str, Any]:
    """A load and a message of its TMS."""
    load = LoadFactory(organization=organization)
    event = load.events.model.unscoped.create(
        organization=organization, load=load, received_at=load.created_at, raw=b"{}", is_accepted=True
    )
    return {"pk": load.pk, "message_pk": event.pk}


def received(method: str) -> Route:
    """A load event, which owners look at."""
    return Route(
        Needs.SESSION,
        method,
        lambda organization: {"pk": load_event(organization)["message_pk"]},
        {"pk": NEVER},
    )


def mapping(method: str) -> Route:
    """A field mapping, which owners make."""
    return Route(
        Needs.SESSION,
        method,
        lambda organization: {"pk": LoadMappingFactory(organization=organization).pk},
        {"pk": NEVER},
    )


def api_token() -> Route:
    """Something that an owner does with an API token."""
    return Route(
        Needs.SESSION,
        "POST",
        lambda organization: {
            "pk": organizations.create_token(
                organization=organization, name="tms", by=system("tests"), at=NOW
            ).token.pk
        },
        {"pk": NEVER},
    )


def event_endpoint(method: str) -> Route:
    """An event endpoint, or something that an owner does with it."""
    return Route(
        Needs.SESSION,
        method,
        lambda organization: {"pk": EventEndpointFactory(organization=organization).pk},
        {"pk": NEVER},
    )


def event_delivery(method: str) -> Route:
    """An event's way to an endpoint, or something that an owner does with it."""
    return Route(
        Needs.SESSION,
        method,
        lambda organization: {"pk": DeliveryFactory(organization=organization).pk},
        {"pk": NEVER},
    )


def endpoint_by_token(method: str = "GET", body: dict[str, Any] | None = None) -> Route:
    """The same for an API client."""
    return Route(
        Needs.TOKEN,
        method,
        lambda organization: {"endpointId": EventEndpointFactory(organization=organization).pk},
        {"endpointId": NEVER},
        body,
    )


def callback(needs: Needs = Needs.SIGNATURE) -> Route:
    """A callback of the telephone provider about one call."""
    return Route(
        needs,
        "POST",
        lambda organization: {"reference": CallFactory(organization=organization).reference},
        {"reference": "never"},
    )


def line(method: str, needs: Needs = Needs.SESSION, parameter: str = "pk") -> Route:
    """Something to do with one call's line."""
    return Route(
        needs,
        method,
        lambda organization: {parameter: CallFactory(organization=organization).pk},
        {parameter: NEVER},
    )


def carrier(method: str = "GET", parameter: str = "pk", needs: Needs = Needs.SESSION) -> Route:
    """A page about one carrier, or something to do with it."""
    return Route(
        needs,
        method,
        lambda organization: {parameter: CarrierFactory(organization=organization).pk},
        {parameter: NEVER},
    )


def agent(method: str = "GET", parameter: str = "pk") -> Route:
    """A page about one agent, or something to do with it."""
    return Route(
        Needs.SESSION,
        method,
        lambda organization: {parameter: AgentFactory(organization=organization).pk},
        {parameter: NEVER},
    )


def agent_version(organization: Organization) -> dict[str, Any]:
    """An agent, and a version of it."""
    return {"pk": AgentVersionFactory(organization=organization).agent_id, "number": 1}


def bid() -> Route:
    """A page about one bid."""
    return Route(
        Needs.SESSION,
        rows=lambda organization: {"pk": BidFactory(organization=organization).pk},
        never={"pk": NEVER},
    )


def bid_by_token(body: dict[str, Any]) -> Route:
    """A decision on one bid, for an API client."""
    return Route(
        Needs.TOKEN,
        "POST",
        lambda organization: {"bidId": BidFactory(organization=organization, amount=1800).pk},
        {"bidId": NEVER},
        body,
    )


def outreach_by_token(method: str = "GET", body: dict[str, Any] | None = None) -> Route:
    """An outreach, or stopping it, for an API client."""
    return Route(
        Needs.TOKEN,
        method,
        lambda organization: {"outreachId": OutreachFactory(organization=organization).pk},
        {"outreachId": NEVER},
        body,
    )


def booking(method: str) -> Route:
    """Something to do with one booking."""
    return Route(
        Needs.SESSION,
        method,
        lambda organization: {"number": BookingFactory(organization=organization).pk},
        never={"number": NEVER},
    )


def load_in(parameter: str, method: str = "GET") -> Route:
    """A page about one load, or something to do with it."""
    return Route(
        Needs.SESSION,
        method,
        lambda organization: {parameter: LoadFactory(organization=organization).pk},
        {parameter: NEVER},
    )


def view_of_list() -> Route:
    """Something to do with a person's saved view, which even a colleague doesn't see."""

    def made(organization: Organization) -> dict[str, Any]:
        person = MembershipFactory(organization=organization).user
        view = SavedView(organization=organization, user=person, list="loads", name="Mine", query="q=1")
        view.created_at = NOW
        view.save()
        return {"pk": view.pk}

    return Route(Needs.SESSION, "POST", made, {"pk": NEVER})


def member() -> Route:
    """Something that an owner does with a member."""
    return Route(
        Needs.SESSION,
        "POST",
        lambda organization: {"pk": MembershipFactory(organization=organization).pk},
        {"pk": NEVER},
    )


def invited() -> Route:
    """Something that an owner does with an invitation."""
    return Route(
        Needs.SESSION,
        "POST",
        lambda organization: {"pk": InvitationFactory(organization=organization).pk},
        {"pk": NEVER},
    )
