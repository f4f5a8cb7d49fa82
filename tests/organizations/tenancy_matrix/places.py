"""Where an id can stand in a request, and what else stands there then."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialApp
from django.utils import timezone

from bids.models import Bid, Booking, Outreach
from calls.models import CheckCallReport
from loads.models import Load, LoadMapping
from organizations.models import SavedView
from tests.factories import LoadFactory, LoadMappingFactory, OutreachFactory
from tests.organizations.routes.rows import NEVER
from tests.organizations.tenancy_matrix.worlds import World

PHONE = "+13125550123"
STOPS = [{"type": "pickup", "address": {"city": "Dallas", "state": "TX"}}]
HTMX = {"HX-Request": "true"}

type Given = Callable[[World], dict[str, Any]]


def nothing(own: World) -> dict[str, Any]:
    return {}


def series(own: World) -> dict[str, Any]:
    return {"startDate": "2026-03-02", "endDate": "2026-03-03"}


def lane(own: World) -> dict[str, Any]:
    return {"origin": "Dallas, TX", "destination": "Atlanta, GA", "radius": 75}


def conversations(own: World) -> dict[str, Any]:
    return {"of": "conversations", "start": "2026-01-01T00:00:00Z", "end": "2027-01-01T00:00:00Z"}


def by_customer(own: World) -> dict[str, Any]:
    return {"group": "customer", "since": "2026-03-01", "until": "2026-03-31"}


def check_call(own: World) -> dict[str, Any]:
    return {"toPhone": PHONE, "loadNumber": own.load.external_id, "loadStops": STOPS}


def carrier_sales_call(own: World) -> dict[str, Any]:
    return {"toPhone": PHONE, "loadId": own.load.external_id.replace("load", "offer"), "dotNumber": 2790123}


def endpoint_of(own: World) -> dict[str, Any]:
    return {"endpointId": own.endpoint.pk}


def whatever_status(own: World) -> dict[str, Any]:
    return {"status": "all"}


def to_hold(own: World) -> dict[str, Any]:
    return {"change": "hold"}


def all_loads(own: World) -> dict[str, Any]:
    return {"list": "loads", "status": "all"}


@dataclass(frozen=True)
class Place:
    """Where an id can stand in a request; `rest` is what else stands there, of the asker's own.

    `status` is what an id that never existed gets. To its owner the id makes a difference, unless `is_silent`: the
    answer is the same for every id.
    """

    where: str  # path, query, body or header
    name: str
    theirs: Callable[[World], Any]
    never: Any
    status: int
    rest: Given = nothing
    headers: dict[str, str] = field(default_factory=dict)
    is_silent: bool = False

    def __str__(self) -> str:
        return f"{self.where}-{self.name}"


def view_of(theirs: World) -> int:
    """The key of a view that one of its people has saved."""
    return SavedView.unscoped.get(organization=theirs.organization).pk


def bid_of(theirs: World) -> int:
    """The key of its bid."""
    return Bid.unscoped.get(organization=theirs.organization).pk


def outreach_of(theirs: World) -> int:
    """The key of an outreach for its load."""
    known = Outreach.unscoped.filter(organization=theirs.organization, load=theirs.load).first()
    return (known or OutreachFactory(organization=theirs.organization, load=theirs.load)).pk


def called_of(theirs: World) -> str:
    """The id of its load, about which carriers are called."""
    outreach_of(theirs)
    return theirs.load.external_id


def outreach_in_path(own: World) -> dict[str, Any]:
    return {"outreachId": outreach_of(own)}


def carrier_in_path(own: World) -> dict[str, Any]:
    return {"carrierId": own.carrier.pk}


def mapping_of(world: World) -> LoadMapping:
    """A field mapping of the world's."""
    return LoadMappingFactory(organization=world.organization)


def its_load(own: World) -> dict[str, Any]:
    return {"loadId": own.load.external_id}


def booking_body(own: World) -> dict[str, Any]:
    return {**its_load(own), "carrier": "DOT 2790123", "amount": 1800, "confirm": True}


def load_to_cover(own: World) -> dict[str, Any]:
    """A load of its own that carriers may be called about."""
    load = LoadFactory(
        organization=own.organization,
        external_id=own.load.external_id.replace("load", "cover"),
        is_outbound_sales_enabled=True,
        pickup_at=timezone.now() + timedelta(days=3),
    )
    return {"loadId": load.external_id}


def amount(own: World) -> dict[str, Any]:
    """A body that takes the bid at what it asks."""
    return {"amount": float(Bid.unscoped.get(organization=own.organization).amount or 0), "confirm": True}


def booking_of(theirs: World) -> int:
    """The key of a booking of its load."""
    load = Load.unscoped.get(pk=theirs.load.pk)
    return Booking.unscoped.get_or_create(
        organization=theirs.organization,
        load=load,
        defaults={"kind": "assisted", "booked_at": load.created_at, "booked_by": "user:1"},
    )[0].pk


def booked_of(theirs: World) -> str:
    """The id of its load, which is booked."""
    booking_of(theirs)
    return theirs.load.external_id


def reported_of(theirs: World) -> str:
    """The id of its load, about which a check call told something."""
    CheckCallReport.unscoped.get_or_create(
        organization=theirs.organization,
        conversation=theirs.call.conversation,
        load=theirs.load,
        defaults={"about": "pickup", "reported_at": theirs.load.created_at},
    )
    return theirs.load.external_id


def passkey_of(theirs: World) -> str:
    """The key of a member's passkey."""
    # A long id: answers are compared with the id taken out of them, and a 1 stands in many other places.
    user = theirs.member.user
    return str(Authenticator.objects.create(pk=70_000_000 + user.pk, user=user, type="webauthn", data={}).pk)


def of_connection(parameter: str, status: int = 404) -> list[Place]:
    """The name of its identity provider, while single sign-on is switched off."""
    return [Place("path", parameter, connection_of, "never", status, is_silent=True)]


def connection_of(theirs: World) -> str:
    """The short name of a connection."""
    return SocialApp.objects.create(
        provider="openid_connect", provider_id="theirs", client_id="theirs"
    ).provider_id


def list_filters() -> list[Place]:
    """The filters of calls and bids, over the API."""
    return [
        Place("query", "loadId", lambda theirs: theirs.load.external_id, "neverload", 200),
        Place("query", "loadId", lambda theirs: theirs.load.pk, NEVER, 200, is_silent=True),
        Place("query", "mcNumber", lambda theirs: theirs.mc_number, "99999999", 200),
    ]


def callback() -> list[Place]:
    """What the provider tells of a call: found by the reference in the path, whatever the form says."""
    return [
        Place("path", "reference", lambda theirs: theirs.call.reference, "neverreference", 403),
        Place("body", "CallSid", lambda theirs: theirs.sid, "CAneversid", 200, is_silent=True),
    ]


def of_carrier(name: str) -> list[Place]:
    """A carrier's bids or calls, whole and alone."""
    return [
        Place("path", name, lambda theirs: theirs.carrier.pk, NEVER, 404),
        Place("path", name, lambda theirs: theirs.carrier.pk, NEVER, 404, headers=HTMX),
    ]


def of_view() -> list[Place]:
    """A person's saved view: a colleague's is as unknown as a stranger's."""
    return [Place("path", "pk", view_of, NEVER, 404, is_silent=True)]
