"""The tenancy matrix: every route × every place an id can stand × another organization's ids.

They answer exactly like ids that never existed, and leave the other organization's rows as they were. A route without
a row fails, and so does a parameter, field or filter that is neither a place nor named as one that identifies nothing.
Django admin isn't here: it is for operators, who see all organizations.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils.datastructures import MultiValueDict
from django.utils.http import urlsafe_base64_encode
from twilio.request_validator import RequestValidator

import organizations.tasks
from analytics.forms import PeriodForm, RowsForm
from bids.forms import BidFilterForm
from bids.models import Bid
from calls.forms import CallFilterForm
from calls.models import Agent, Call, ConversationLoad, DoNotCall, PhoneNumber, Recording
from carriers.forms import ListForm
from carriers.models import Carrier
from config.reference.document import document
from loads.forms import BoardForm
from loads.models import Load, LoadEvent
from organizations.models import Invitation, Membership, Organization, Owned, SavedView
from organizations.people import links
from organizations.people.forms import CodeForm, ForgottenForm, SignInForm
from organizations.states import Role
from tests.factories import (
    NOW,
    AgentFactory,
    AgentVersionFactory,
    BidFactory,
    CallFactory,
    CarrierFactory,
    DoNotCallFactory,
    InvitationFactory,
    LoadFactory,
    MembershipFactory,
    PhoneNumberFactory,
    PromiseFactory,
)
from tests.organizations.routes.asking import names, walk
from tests.organizations.routes.rows import NEVER, Needs
from tests.organizations.routes.table import ROUTES

WINDOW = {"startTime": "2026-01-01", "endTime": "2026-12-31"}
PHONE = "+13125550123"
STOPS = [{"type": "pickup", "address": {"city": "Dallas", "state": "TX"}}]
HTMX = {"HX-Request": "true"}
SOUND = "tests/matrix.wav"


@dataclass(frozen=True)
class World:
    """An organization with a row of everything that bears an id."""

    organization: Organization
    load: Load
    event: LoadEvent
    call: Call
    agent: Agent
    number: PhoneNumber
    banned: DoNotCall
    carrier: Carrier
    member: Membership
    invitation: Invitation
    mc_number: str
    customer: str
    status: str
    tag: str
    key: str
    sid: str


def make_world(organization: Organization, prefix: str, digit: int) -> World:
    """Ids are the organization's own, and long enough to be found again where an answer repeats them."""
    world = {
        "mc_number": f"{digit}" * 8,
        "customer": f"{prefix}mills",
        "status": f"{prefix}status",
        "tag": f"{prefix}tag",
        "key": f"{prefix}key",
        "sid": f"CA{prefix}sid",
    }
    load = LoadFactory(
        organization=organization,
        external_id=f"{prefix}load",
        customer_name=world["customer"],
        status=world["status"],
    )
    event = LoadEvent.unscoped.create(
        organization=organization, load=load, received_at=NOW, raw=b"{}", is_accepted=True
    )
    agent = AgentFactory(organization=organization, slug=f"{prefix}desk")
    AgentVersionFactory(organization=organization, agent=agent)
    AgentFactory(organization=organization, purpose="check_call")
    AgentFactory(organization=organization, purpose="carrier_sales")
    LoadFactory(organization=organization, external_id=f"{prefix}offer", is_outbound_sales_enabled=True)
    call = CallFactory(
        organization=organization,
        conversation__agent=agent,
        conversation__mc_number=world["mc_number"],
        conversation__content_tags=[world["tag"]],
        provider_sid=world["sid"],
        reference=f"{prefix}reference",
        status="ANSWERED",
        callback_rank=3,
    )
    ConversationLoad.unscoped.create(organization=organization, conversation=call.conversation, load=load)
    if not default_storage.exists(SOUND):
        default_storage.save(SOUND, ContentFile(b"RIFF"))
    Recording.unscoped.create(
        organization=organization, call=call, noted_at=NOW, stored_at=NOW, file=SOUND, size=4
    )
    BidFactory(
        organization=organization, load=load, conversation=call.conversation, mc_number=world["mc_number"]
    )
    SavedView.unscoped.create(
        organization=organization,
        user=MembershipFactory(organization=organization).user,
        list="loads",
        name="Mine",
        query="q=1",
        created_at=NOW,
    )
    number = PhoneNumberFactory(organization=organization, agent=agent, number=f"+1214555010{digit}")
    carrier = CarrierFactory(
        organization=organization, name=f"{prefix}hauling", mc_number=f"{digit}9" * 4, is_preferred=True
    )
    call.conversation.carrier = carrier
    call.conversation.save(update_fields=["carrier"])
    return World(
        organization=organization,
        load=load,
        event=event,
        call=call,
        agent=agent,
        number=number,
        banned=DoNotCallFactory(organization=organization, number=f"+1312555014{digit}"),
        carrier=carrier,
        member=MembershipFactory(organization=organization),
        invitation=InvitationFactory(organization=organization),
        **world,
    )


type Given = Callable[[World], dict[str, Any]]


def nothing(own: World) -> dict[str, Any]:
    return {}


def series(own: World) -> dict[str, Any]:
    return {"startDate": "2026-03-02", "endDate": "2026-03-03"}


def lane(own: World) -> dict[str, Any]:
    return {"origin": "Dallas, TX", "destination": "Atlanta, GA", "radius": 75}


def conversations(own: World) -> dict[str, Any]:
    return {"of": "conversations", "start": "2026-01-01T00:00:00Z", "end": "2027-01-01T00:00:00Z"}


def view_of(theirs: World) -> int:
    """The key of a view that one of its people has saved."""
    return SavedView.unscoped.get(organization=theirs.organization).pk


def bid_of(theirs: World) -> int:
    """The key of its bid."""
    return Bid.unscoped.get(organization=theirs.organization).pk


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


def list_filters() -> list[Place]:
    """The filters of calls and bids, over the API."""
    return [
        Place("query", "loadId", lambda theirs: theirs.load.external_id, "neverload", 200),
        Place("query", "loadId", lambda theirs: theirs.load.pk, NEVER, 200, is_silent=True),
        Place("query", "mcNumber", lambda theirs: theirs.mc_number, "99999999", 200),
    ]


def check_call(own: World) -> dict[str, Any]:
    return {"toPhone": PHONE, "loadNumber": own.load.external_id, "loadStops": STOPS}


def carrier_sales_call(own: World) -> dict[str, Any]:
    return {"toPhone": PHONE, "loadId": own.load.external_id.replace("load", "offer"), "dotNumber": 2790123}


def whatever_status(own: World) -> dict[str, Any]:
    return {"status": "all"}


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


def person_in_link(pk: int) -> str:
    """A person's key as a link of the mail has it."""
    return urlsafe_base64_encode(str(pk).encode())


def of_view() -> list[Place]:
    """A person's saved view: a colleague's is as unknown as a stranger's."""
    return [Place("path", "pk", view_of, NEVER, 404, is_silent=True)]


def to_hold(own: World) -> dict[str, Any]:
    return {"deed": "hold"}


def all_loads(own: World) -> dict[str, Any]:
    return {"list": "loads", "status": "all"}


NO_PLACES: list[Place] = []
PLACES: dict[str, list[Place]] = {
    "livez": NO_PLACES,
    "readyz": NO_PLACES,
    "gallery": NO_PLACES,
    "gallery_charts": NO_PLACES,
    "api:openapi": NO_PLACES,
    "api:docs": NO_PLACES,
    "organizations:today": NO_PLACES,
    "calls:live_now": NO_PLACES,
    "calls:promises": NO_PLACES,
    "calls:keep_promise": [
        Place("path", "pk", lambda theirs: PromiseFactory(organization=theirs.organization).pk, NEVER, 404)
    ],
    "bids:uncovered": NO_PLACES,
    "bids:undecided": NO_PLACES,
    "analytics:yesterday": NO_PLACES,
    "organizations:sign_in": NO_PLACES,
    "organizations:sign_in_code": NO_PLACES,
    "organizations:sign_out": NO_PLACES,
    "organizations:admin_sign_in": NO_PLACES,
    "organizations:password_forgotten": NO_PLACES,
    "organizations:password_sent": NO_PLACES,
    # A link is a secret of its own; a wrong one doesn't tell whether there is such a person.
    "organizations:new_password": [
        Place(
            "path",
            name,
            lambda theirs: {"uidb64": person_in_link(theirs.member.user_id), "token": "never-token"},
            {"uidb64": person_in_link(NEVER), "token": "never-token"},
            404,
            is_silent=True,
        )
        for name in ("uidb64", "token")
    ],
    # Somebody else's link says nothing of the organization that it leads to.
    "organizations:invitation": [
        Place(
            "path",
            "token",
            lambda theirs: links.token_of(theirs.invitation),
            "1-1.never",
            404,
            is_silent=True,
        )
    ],
    "organizations:members": NO_PLACES,
    "organizations:change_role": [Place("path", "pk", lambda theirs: theirs.member.pk, NEVER, 404)],
    "organizations:remove_member": [Place("path", "pk", lambda theirs: theirs.member.pk, NEVER, 404)],
    "organizations:send_invitation_again": [
        Place("path", "pk", lambda theirs: theirs.invitation.pk, NEVER, 404)
    ],
    "organizations:take_back_invitation": [
        Place("path", "pk", lambda theirs: theirs.invitation.pk, NEVER, 404)
    ],
    "organizations:account": NO_PLACES,
    "organizations:change_password": NO_PLACES,
    "organizations:second_factor": NO_PLACES,
    "organizations:remove_second_factor": NO_PLACES,
    "organizations:recovery_codes": NO_PLACES,
    "organizations:end_sessions": [
        Place("body", "place", lambda theirs: "0123456789abcdef", "never", 404, is_silent=True)
    ],
    "organizations:settings": NO_PLACES,
    "organizations:organization": NO_PLACES,
    "organizations:api_tokens": NO_PLACES,
    "organizations:switch_organization": [
        Place("body", "organization", lambda theirs: theirs.organization.pk, NEVER, 404),
    ],
    "api:load-events": [
        Place("body", "id", lambda theirs: theirs.load.external_id, "neverload", 200, is_silent=True),
        # Refused: it is kept, and not with the other organization's load.
        Place(
            "body",
            "id",
            lambda theirs: theirs.load.external_id,
            "neverload",
            400,
            rest=lambda own: {"maxRate": -1},
            is_silent=True,
        ),
    ],
    "api:calls": list_filters(),
    "api:bids": list_filters(),
    "api:carriers": NO_PLACES,
    "api:analytics": [],
    "api:custom_call": [
        Place(
            "path",
            "agentId",
            lambda theirs: theirs.agent.slug,
            "neverdesk",
            404,
            rest=lambda own: {"toPhone": PHONE},
        )
    ],
    "api:check_call": [
        Place(
            "body",
            "loadNumber",
            lambda theirs: theirs.load.external_id,
            "neverload",
            200,
            rest=check_call,
            is_silent=True,
        ),
        # Without stops of its own it would be about the other organization's.
        Place(
            "body",
            "loadNumber",
            lambda theirs: theirs.load.external_id,
            "neverload",
            400,
            rest=lambda own: {"toPhone": PHONE},
        ),
    ],
    "api:carrier_sales_call": [
        Place(
            "body",
            "loadId",
            lambda theirs: theirs.load.external_id,
            "neverload",
            404,
            rest=lambda own: {"toPhone": PHONE, "dotNumber": 2790123},
        )
    ],
    "phone:twiml": callback(),
    "phone:status": callback(),
    "phone:machine": callback(),
    "phone:relay_ended": callback(),
    "phone:voicemail": callback(),
    "phone:transfer": callback(),
    "phone:whisper": callback(),
    "phone:dial_ended": callback(),
    "phone:second_line": callback(),
    "phone:announcement": callback(),
    "phone:recording": callback(),
    "phone:voice": [
        Place(
            "body",
            "CallSid",
            lambda theirs: theirs.sid,
            "CAneversid",
            200,
            rest=lambda own: {"To": own.number.number, "From": PHONE},
            is_silent=True,
        )
    ],
    "organizations:search": [
        Place("query", "q", lambda theirs: theirs.carrier.name, "neverhauling", 200),
        Place("query", "q", lambda theirs: theirs.load.external_id, "neverload", 200),
    ],
    "organizations:choose_columns": NO_PLACES,
    "organizations:save_view": NO_PLACES,
    "organizations:export_list": [
        Place("query", "q", lambda theirs: theirs.load.external_id, "neverload", 200, rest=all_loads),
        Place("query", "customer", lambda theirs: theirs.customer, "nevermills", 200, rest=all_loads),
    ],
    "organizations:rename_view": of_view(),
    "organizations:change_view": of_view(),
    "organizations:make_default_view": of_view(),
    "organizations:delete_view": of_view(),
    "loads:bulk": [
        Place("body", "load", lambda theirs: theirs.load.pk, NEVER, 302, rest=to_hold, is_silent=True),
    ],
    "loads:list": [
        Place("query", "q", lambda theirs: theirs.load.external_id, "neverload", 200, rest=whatever_status),
        Place("query", "customer", lambda theirs: theirs.customer, "nevermills", 200, rest=whatever_status),
        Place("query", "status", lambda theirs: theirs.status, "neverstatus", 200),
    ],
    "loads:page": [Place("path", "pk", lambda theirs: theirs.load.pk, NEVER, 404)],
    "loads:message": [
        Place(
            "path",
            "pk",
            lambda theirs: {"pk": theirs.load.pk, "message_pk": theirs.event.pk},
            {"pk": NEVER, "message_pk": NEVER},
            404,
        ),
        Place(
            "path",
            "pk",
            lambda theirs: theirs.load.pk,
            NEVER,
            404,
            rest=lambda own: {"message_pk": own.event.pk},
        ),
        Place(
            "path",
            "message_pk",
            lambda theirs: theirs.event.pk,
            NEVER,
            404,
            rest=lambda own: {"pk": own.load.pk},
        ),
    ],
    "calls:list": [
        Place("query", "carrier", lambda theirs: theirs.carrier.pk, NEVER, 200),
        Place("query", "load", lambda theirs: theirs.load.external_id, "neverload", 200),
        Place("query", "mc", lambda theirs: theirs.mc_number, "99999999", 200),
        Place("query", "tag", lambda theirs: theirs.tag, "nevertag", 200),
    ],
    "calls:page": [
        Place("path", "pk", lambda theirs: theirs.call.pk, NEVER, 404),
        Place("path", "pk", lambda theirs: theirs.call.pk, NEVER, 404, headers=HTMX | {"HX-Target": "call"}),
    ],
    "loads:hold": [Place("path", "pk", lambda theirs: theirs.load.pk, NEVER, 404)],
    "loads:release": [Place("path", "pk", lambda theirs: theirs.load.pk, NEVER, 404)],
    "loads:owner": [Place("path", "pk", lambda theirs: theirs.load.pk, NEVER, 404)],
    "calls:hang_up": [Place("path", "pk", lambda theirs: theirs.call.pk, NEVER, 404)],
    "calls:take_over": [Place("path", "pk", lambda theirs: theirs.call.pk, NEVER, 404)],
    "calls:call_back": [Place("path", "pk", lambda theirs: theirs.call.pk, NEVER, 404)],
    "calls:change_tags": [Place("path", "pk", lambda theirs: theirs.call.pk, NEVER, 404)],
    "calls:call_carrier": [Place("path", "carrier_pk", lambda theirs: theirs.carrier.pk, NEVER, 404)],
    "calls:load_actions": [
        Place("path", "load_pk", lambda theirs: theirs.load.pk, NEVER, 404),
        Place("path", "load_pk", lambda theirs: theirs.load.pk, NEVER, 404, headers=HTMX),
    ],
    "calls:check_call": [Place("path", "load_pk", lambda theirs: theirs.load.pk, NEVER, 404)],
    "calls:offer_load": [Place("path", "load_pk", lambda theirs: theirs.load.pk, NEVER, 404)],
    "bids:last_asks": [
        Place("path", "call_pk", lambda theirs: theirs.call.pk, NEVER, 404),
        Place("path", "call_pk", lambda theirs: theirs.call.pk, NEVER, 404, headers=HTMX),
    ],
    "bids:after_call": [
        Place("path", "call_pk", lambda theirs: theirs.call.pk, NEVER, 404),
        Place("path", "call_pk", lambda theirs: theirs.call.pk, NEVER, 404, headers=HTMX),
    ],
    "calls:recording": [Place("path", "pk", lambda theirs: theirs.call.pk, NEVER, 404)],
    "calls:of_load": [
        Place("path", "load_pk", lambda theirs: theirs.load.pk, NEVER, 404),
        Place("path", "load_pk", lambda theirs: theirs.load.pk, NEVER, 404, headers=HTMX),
    ],
    "bids:negotiation": [
        Place("path", "conversation_pk", lambda theirs: theirs.call.pk, NEVER, 404),
        Place("path", "conversation_pk", lambda theirs: theirs.call.pk, NEVER, 404, headers=HTMX),
    ],
    "bids:list": [
        Place("query", "load", lambda theirs: theirs.load.external_id, "neverload", 200),
        Place("query", "carrier", lambda theirs: theirs.mc_number, "99999999", 200),
        Place("query", "carrier", lambda theirs: theirs.carrier.name, "neverhauling", 200, is_silent=True),
    ],
    "bids:page": [Place("path", "pk", bid_of, NEVER, 404)],
    "bids:accept": [Place("path", "pk", bid_of, NEVER, 404)],
    "bids:counter": [Place("path", "pk", bid_of, NEVER, 404)],
    "bids:reject": [Place("path", "pk", bid_of, NEVER, 404)],
    "bids:of_load": [
        Place("path", "load_pk", lambda theirs: theirs.load.pk, NEVER, 404),
        Place("path", "load_pk", lambda theirs: theirs.load.pk, NEVER, 404, headers=HTMX),
    ],
    "bids:compare": [Place("path", "load_pk", lambda theirs: theirs.load.pk, NEVER, 404)],
    "bids:book": [
        Place("path", "load_pk", lambda theirs: theirs.load.pk, NEVER, 404),
        Place(
            "query",
            "carrier",
            lambda theirs: theirs.carrier.mc_number,
            "99999999",
            200,
            rest=lambda own: {"load_pk": own.load.pk, "amount": "1700"},
        ),
    ],
    "bids:of_call": [
        Place("path", "conversation_pk", lambda theirs: theirs.call.pk, NEVER, 404),
        Place("path", "conversation_pk", lambda theirs: theirs.call.pk, NEVER, 404, headers=HTMX),
    ],
    "bids:outreach": [
        Place("path", "load_pk", lambda theirs: theirs.load.pk, NEVER, 404),
        Place("path", "load_pk", lambda theirs: theirs.load.pk, NEVER, 404, headers=HTMX),
    ],
    "bids:start_outreach": [Place("path", "load_pk", lambda theirs: theirs.load.pk, NEVER, 404)],
    "bids:stop_outreach": [Place("path", "load_pk", lambda theirs: theirs.load.pk, NEVER, 404)],
    "bids:negotiation_rules": NO_PLACES,
    "bids:rehearsal": [Place("path", "agent_pk", lambda theirs: theirs.agent.pk, NEVER, 404)],
    "bids:rehearse": [
        Place("path", "agent_pk", lambda theirs: theirs.agent.pk, NEVER, 404),
        Place(
            "body",
            "rehearsal-load",
            lambda theirs: theirs.load.external_id,
            "neverload",
            200,
            rest=lambda own: {
                "agent_pk": own.agent.pk,
                "rehearsal-persona": "voicemail",
                "rehearsal-runs": "1",
            },
        ),
    ],
    "bids:of_carrier": of_carrier("carrier_pk"),
    "calls:numbers": NO_PLACES,
    "calls:assign_number": [
        Place("path", "pk", lambda theirs: theirs.number.pk, NEVER, 404),
    ],
    "calls:calling_rules": NO_PLACES,
    "calls:do_not_call": [
        Place("query", "q", lambda theirs: theirs.banned.number, "+12145550999", 200),
    ],
    "calls:upload_do_not_call": NO_PLACES,
    "calls:allow_again": [Place("path", "pk", lambda theirs: theirs.banned.pk, NEVER, 404)],
    "calls:of_carrier": of_carrier("carrier_pk"),
    "agents:list": NO_PLACES,
    "agents:new": NO_PLACES,
    "agents:edit": [Place("path", "pk", lambda theirs: theirs.agent.pk, NEVER, 404)],
    "agents:call": [
        Place("path", "pk", lambda theirs: theirs.agent.pk, NEVER, 404),
    ],
    "agents:versions": [Place("path", "pk", lambda theirs: theirs.agent.pk, NEVER, 404)],
    "agents:restore": [
        Place("path", "pk", lambda theirs: theirs.agent.pk, NEVER, 404, rest=lambda own: {"number": 1}),
        # A version's number says nothing without its agent.
        Place("path", "number", lambda theirs: 1, NEVER, 404, rest=lambda own: {"pk": NEVER}, is_silent=True),
    ],
    "agents:page": [Place("path", "pk", lambda theirs: theirs.agent.pk, NEVER, 404)],
    "carriers:list": [
        Place("query", "q", lambda theirs: theirs.carrier.name, "neverhauling", 200),
        Place("query", "q", lambda theirs: theirs.carrier.mc_number, "99999999", 200),
    ],
    "carriers:places": NO_PLACES,
    "carriers:vetting_rules": NO_PLACES,
    "carriers:page": [Place("path", "pk", lambda theirs: theirs.carrier.pk, NEVER, 404)],
    "carriers:block": [Place("path", "pk", lambda theirs: theirs.carrier.pk, NEVER, 404)],
    "carriers:unblock": [Place("path", "pk", lambda theirs: theirs.carrier.pk, NEVER, 404)],
    "carriers:prefer": [Place("path", "pk", lambda theirs: theirs.carrier.pk, NEVER, 404)],
    "carriers:note": [Place("path", "pk", lambda theirs: theirs.carrier.pk, NEVER, 404)],
    "analytics:overview": NO_PLACES,
    "analytics:rows": [
        Place("query", "tag", lambda theirs: theirs.tag, "nevertag", 200, rest=conversations),
    ],
    "analytics:download": NO_PLACES,
}

# Names of parameters, fields and filters that identify nothing of an organization's.
IDENTIFIES_NOTHING = {
    *("startTime", "endTime", "limit", "offset", "direction", "day", "pickup", "sort", "equipment"),
    # What a load event and a request for a call tell beside the id of what they are about.
    *("pickupTime", "pickupEndTime", "dropoffTime", "dropoffEndTime", "origin", "destination", "stops"),
    *("customerName", "totalDistance", "weight", "commodity", "specialInstructions", "locked"),
    *("customerRate", "startRate", "maxRate", "bookNowRate", "teamServiceRequired"),
    *("outboundCarrierSalesEnabled", "routingGuideEnabled", "isVisibleToExternalCarriers"),
    *("toPhone", "callType", "waitingAtFacility", "nextStopApptStart", "nextStopApptEnd", "nextStopCity"),
    *("nextStopState", "loadStops", "metadata", "driverName", "contactName", "contactType"),
    *("fromDate", "toDate", "granularity", "timezone", "startDate", "endDate", "metric"),
    *("dispatchPhone", "reeferTemperature", "trackingApp", "dynamicVariables", "dotNumber"),
    *("X-Request-Id", "username", "password", "email", "code"),
    *("radius", "equipmentTypes", "vetting", "standing", "coverage", "missing"),
    # What the analytics pages are about.
    *("period", "since", "until", "by", "zone", "of", "start", "end", "channel", "kind", "weekday", "hour"),
    *("bid", "transferred", "capacity"),
}
# `status` is a load's word on the load board, where an organization has its own; elsewhere it is one of ours.
OURS = {("calls:list", "status"), ("bids:list", "status"), ("api:load-events", "status")}
FORMS = {
    "analytics:overview": PeriodForm,
    "analytics:rows": RowsForm,
    "bids:list": BidFilterForm,
    "calls:list": CallFilterForm,
    "carriers:list": ListForm,
    "loads:list": BoardForm,
    "organizations:password_forgotten": ForgottenForm,
    "organizations:sign_in": SignInForm,
    "organizations:sign_in_code": CodeForm,
}
# What no route reads, and an attacker would try.
STRAYS = ("organization", "organizationId", "organization_id", "tenant")


def stray_places(name: str) -> list[Place]:
    """An organization's id where none belongs, beside a request that is fine, or refused for what it lacks."""
    route = ROUTES[name]
    where = "query" if route.method == "GET" else "body"
    if name == "organizations:switch_organization":
        return []
    rests: dict[str, tuple[int, Given]] = {
        "api:calls": (200, nothing),
        "api:bids": (200, nothing),
        "api:carriers": (200, lane),
        "api:analytics": (200, series),
        "api:load-events": (200, lambda own: {"id": own.load.external_id}),
        "api:check_call": (200, check_call),
        "api:carrier_sales_call": (200, carrier_sales_call),
        "loads:list": (200, nothing),
        "organizations:export_list": (200, all_loads),
        "calls:list": (200, nothing),
        "carriers:list": (200, nothing),
        "organizations:today": (200, nothing),
        "analytics:overview": (200, nothing),
        "analytics:rows": (200, conversations),
        "analytics:download": (200, nothing),
    }
    if name not in rests:
        return []
    status, rest = rests[name]
    return [
        Place(where, stray, lambda theirs: theirs.organization.pk, NEVER, status, rest, is_silent=True)
        for stray in STRAYS
    ]


def keys(name: str) -> list[Place]:
    """The Idempotency-Key of another organization's request, which was just the same."""
    rests: dict[str, Given] = {
        "api:load-events": lambda own: {"id": "L-1"},
        "api:check_call": lambda own: {"toPhone": PHONE, "loadNumber": "L-1", "loadStops": STOPS},
        "api:custom_call": lambda own: {"toPhone": PHONE},
        "api:carrier_sales_call": carrier_sales_call,
    }
    route = ROUTES[name]
    if route.needs is not Needs.TOKEN or route.method != "POST":
        return []
    return [
        Place(
            "header",
            "Idempotency-Key",
            lambda theirs: theirs.key,
            "neverkey",
            200,
            rests[name],
            is_silent=True,
        )
    ]


def places(name: str) -> list[Place]:
    return [*PLACES[name], *stray_places(name), *keys(name)]


def matrix() -> dict[str, Any]:
    rows = [(name, place) for name in PLACES if name in ROUTES for place in places(name)]
    return {
        "argnames": ("name", "place"),
        "argvalues": rows,
        "ids": [f"{name}-{place}" for name, place in rows],
    }


# The closed world


def test_every_route_has_a_row():
    assert set(PLACES) == names() == set(ROUTES)


def test_every_id_in_a_path_has_a_place():
    for name, pattern in walk(get_resolver()):
        if not name.startswith("admin:") and name != "?":
            in_path = {place.name for place in PLACES[name] if place.where == "path"}
            parameters = set(pattern.pattern.converters) | set(pattern.pattern.regex.groupindex)
            assert parameters == in_path, name


def test_every_documented_parameter_and_field_is_a_place_or_identifies_nothing():
    paths = document("http://testserver")["paths"]
    shared = document("http://testserver")["components"]
    for name, route in ROUTES.items():
        if route.needs is not Needs.TOKEN:
            continue
        path = reverse(name, kwargs={key: f"{{{key}}}" for key in route.never or {}})
        operation = paths[path.replace("%7B", "{").replace("%7D", "}")][route.method.lower()]
        found = {
            shared["parameters"][each["$ref"].rsplit("/", 1)[1]]["name"] if "$ref" in each else each["name"]
            for each in operation["parameters"]
        }
        if route.method == "POST":
            body = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rsplit("/", 1)[1]
            found |= set(shared["schemas"][body]["properties"])
        ours = {word for where, word in OURS if where == name}
        assert found - IDENTIFIES_NOTHING - ours == {place.name for place in PLACES[name] + keys(name)}, name


@pytest.mark.parametrize("name", FORMS)
def test_every_filter_is_a_place_or_identifies_nothing(name):
    ours = {word for where, word in OURS if where == name}
    found = set(FORMS[name].base_fields) - IDENTIFIES_NOTHING - ours

    assert found == {place.name for place in PLACES[name]}


# The matrix


@pytest.fixture
def theirs(acme):
    return make_world(acme, "acme", 7)


@pytest.fixture
def own(rival, monkeypatch):
    monkeypatch.setattr(organizations.tasks, "_send_soon", lambda name, args: None)
    return make_world(rival, "rival", 8)


class Asker:
    """Somebody with a session, a token, and the provider's signature where it is theirs to give."""

    def __init__(self, person, plain, *, is_provider):
        self.browser, self.client = Client(), Client()
        self.browser.force_login(person)
        self.plain = plain
        self.is_provider = is_provider

    def ask(self, name, place, value, own):
        """Send the route's request with the value in its place, and undo what it wrote."""
        with transaction.atomic():
            response = self._send(name, place, value, own)
            transaction.set_rollback(True)
        return response

    def _send(self, name, place, value, own):
        route = ROUTES[name]
        given = place.rest(own)
        url = reverse(name, kwargs=self._path(name, place, value, given, own))
        headers = {"X-Request-Id": "same"} | place.headers
        fields = {key: item for key, item in given.items() if key not in (route.never or {})}
        if place.where == "header":
            headers[place.name] = value
        elif place.where != "path":
            fields[place.name] = value
        if route.needs is Needs.TOKEN:
            headers["Authorization"] = f"Bearer {self.plain}"
            if route.method == "POST":
                return self.client.post(url, fields, "application/json", headers=headers)
            return self.client.get(url, WINDOW | fields, headers=headers)
        if route.needs is Needs.SIGNATURE:
            if self.is_provider or place.where == "body":
                headers["X-Twilio-Signature"] = signature(url, fields)
            return self.client.post(url, fields, headers=headers)
        send = self.browser.get if route.method == "GET" else self.browser.post
        return send(url, fields, headers=headers)

    def _path(self, name, place, value, given, own):
        defaults = {"agentId": own.agent.slug, "reference": own.call.reference}
        found = {key: given.get(key, defaults.get(key)) for key in ROUTES[name].never or {}}
        if place.where != "path":
            return found
        return found | (value if isinstance(value, dict) else {place.name: value})


def signature(url, fields):
    told = MultiValueDict({key: [str(value)] for key, value in fields.items()})
    return RequestValidator(settings.TWILIO_AUTH_TOKEN).compute_signature(f"{settings.PUBLIC_URL}{url}", told)


@pytest.fixture
def rival_asks(own, stranger, rival_token):
    stranger.memberships.update(role=Role.OWNER)  # where they belong they may do everything
    return Asker(stranger, rival_token, is_provider=False)


# What differs from one answer to the next by chance: forgery tokens, nonces, keys of rows just made, instants.
CHANCE = re.compile(
    r'(?<=csrfmiddlewaretoken" value=")\w+|(?<=X-CSRFToken": ")\w+|(?<=nonce[-=])["\w+/=-]+|(?<=data-since=")\d+'
    r'|(?<="id":)\d+|(?<="conversationId":)\d+|(?<=At":")[^"]+|(?<=relay/)[\w-]+|(?<=calls/)[\w-]+(?=/relay-ended)'
)
# Headers that count, or set what is the asker's own.
TOLD_ALONE = re.compile("RateLimit|Set-Cookie|Content-Length", re.IGNORECASE)


def told(response, place, value):
    """The answer without chance, and without the id where it repeats it."""
    # A short key may stand in a text by chance; repeated, it stands in a link's query or a list's form.
    filled = rf'\b{place.name}(?:=|" form="filters" value="){value}\b'
    named = re.escape(value) if isinstance(value, str) else filled

    def plain(text):
        return re.sub(named, "·", CHANCE.sub("·", text), flags=re.IGNORECASE)

    headers = {name: plain(text) for name, text in response.headers.items() if not TOLD_ALONE.match(name)}
    return response.status_code, headers, plain(response.getvalue().decode())


def rows_of(organization):
    """Every row that belongs to the organization."""
    owned = [model for model in apps.get_models() if issubclass(model, Owned)]
    found = {
        model: list(model.unscoped.filter(organization=organization).order_by("pk").values())
        for model in owned
    }
    return found | {Membership: list(organization.memberships.order_by("pk").values())}


@pytest.mark.parametrize(**matrix())
def test_anothers_id_answers_like_one_that_never_was(rival_asks, theirs, own, token, name, place):
    value = place.theirs(theirs)
    if place.where == "header":
        use_key(name, place, theirs, token)
    before = rows_of(theirs.organization)

    answers = [rival_asks.ask(name, place, each, own) for each in (value, place.never)]

    assert rows_of(theirs.organization) == before
    assert answers[0].status_code == place.status, answers[0].getvalue()
    assert told(answers[0], place, value) == told(answers[1], place, place.never)
    assert not answers[0].has_header("Idempotency-Replayed")


def use_key(name, place, theirs, token):
    """The other organization has sent the same request, under the key."""
    url = reverse(name, kwargs=dict.fromkeys(ROUTES[name].never or {}, theirs.agent.slug))
    headers = {"Authorization": f"Bearer {token}", place.name: place.theirs(theirs)}
    assert Client().post(url, place.rest(theirs), "application/json", headers=headers).status_code == 200


@pytest.mark.parametrize(
    ("name", "place"), [(name, place) for name, place in matrix()["argvalues"] if not place.is_silent]
)
def test_id_makes_a_difference_to_its_owner(theirs, broker, token, name, place):
    broker.memberships.update(role=Role.OWNER)
    owner = Asker(broker, token, is_provider=True)
    value = place.theirs(theirs)

    answers = [owner.ask(name, place, each, theirs) for each in (value, place.never)]

    assert told(answers[0], place, value) != told(answers[1], place, place.never)
