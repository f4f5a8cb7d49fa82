"""Every page of the dashboard, by the table of routes, and worlds of data to look at them with.

A page that the table of routes (`tests/organizations/routes/table.py`) knows is looked at by every test that walks
through `pages()`: for accessibility, width, weight, hostile data, without scripts. What answers GET with something
other than a page stands in NOT_PAGES, what a library draws, with its own test, in BY_LIBRARY.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.urls import reverse
from django.utils import timezone

from calls.models import Call, ConversationLoad, Recording, Turn
from calls.states import CallStatus, Role
from carriers.models import CarrierContact
from loads.models import Load, LoadEvent, Stop
from organizations.models import Organization
from tests.factories import (
    AgentFactory,
    ApprovedAnswerFactory,
    BidFactory,
    BookingFactory,
    CallFactory,
    CarrierFactory,
    DeliveryAttemptFactory,
    DoNotCallFactory,
    LearnedFactFactory,
    LoadAlarmFactory,
    LoadFactory,
    NegotiationStepFactory,
    OpenQuestionFactory,
    PhoneNumberFactory,
    TruckCapacityFactory,
)
from tests.organizations.routes.rows import Needs
from tests.organizations.routes.table import ROUTES

# Read by programs, or by htmx alone.
NOT_PAGES = {
    "livez": "for the balancer",
    "readyz": "for the balancer",
    "api:openapi": "a document for programs",
    "calls:recording": "sound",
    "carriers:places": "a field's suggestions",
    "organizations:waiting": "numbers beside the rail's links",
    "bids:new_offers": "a message about what came in",
    "analytics:download": "a file",
    "organizations:export_list": "a file",
    "account_set_password": "account_reset_password, by the name that allauth looks for",
    "account_reset_password_from_key_done": "account_login, by the name that allauth looks for",
    "mfa_index": "organizations:account, by the name that allauth looks for",
    "mfa_list_webauthn": "organizations:account, by the name that allauth looks for",
    "socialaccount_connections": "organizations:account, by the name that allauth looks for",
    # These ask for a proof first: tests/browser/test_people.py looks at them.
    "account_reauthenticate": "is led to by what needs it",
    "mfa_reauthenticate": "is led to by what needs it",
    "mfa_reauthenticate_webauthn": "is led to by what needs it",
    "mfa_activate_totp": "asks for one's password first",
    "mfa_deactivate_totp": "asks for one's password first",
    "mfa_view_recovery_codes": "asks for one's password first",
    "mfa_generate_recovery_codes": "asks for one's password first",
    "mfa_add_webauthn": "asks for one's password first",
    "mfa_remove_webauthn": "asks for one's password first",
    "account_change_password": "needs a password",
}
# Drawn by Swagger UI, which is heavier than all of ours, and whose markup isn't ours to mend.
BY_LIBRARY = {"api:docs": "browser/test_reference.py"}
# Routes that show a form before they act.
FORMS = {
    "calls:take_over",
    "calls:call_back",
    "calls:call_carrier",
    "calls:check_call",
    "calls:offer_load",
    "calls:setup_call",
}
# The states of a page that are looked at, by their query; of all others the plain one.
STATES = {
    "loads:list": ("", "?status=all", "?q=nothing"),
    "bids:list": ("", "?status=all", "?carrier=nothing"),
    "bids:counter": ("", "?amount=1"),
    "bids:book": ("", "?carrier=MC 1&amount=1"),
    "calls:list": ("", "?mc=1"),
    "carriers:list": ("", "?origin=Dallas, TX&destination=Atlanta, GA&radius=75"),
    "analytics:lost_loads": ("?since=2026-01-01&until=2026-03-30",),
    "analytics:rows": ("?of=conversations&start=2026-01-01T00:00:00Z&end=2036-01-01T00:00:00Z",),
}
MARKUP = "<img src=x onerror='window.hurt=1'><b>"
TEMPLATE = "{{ 7*7 }}{% now 'Y' %}"
HOSTILE = f"{MARKUP}{TEMPLATE}شركة🚚".ljust(200, "W")
SOUND = "tests/page.wav"


@dataclass(frozen=True)
class Page:
    """A page to look at: its route's name, the address, and whether it is read signed in."""

    name: str
    url: str
    is_for_members: bool

    def __str__(self) -> str:
        return self.url


@dataclass(frozen=True)
class World:
    """An organization with a row of everything that a page is about."""

    organization: Organization
    rows: dict[str, dict[str, Any]]

    def arguments(self, name: str) -> dict[str, Any]:
        """What stands in the route's path: a row of this world, or a new one of the table of routes."""
        route = ROUTES[name]
        if route.rows is None:
            return {}
        return self.rows.get(name) or route.rows(self.organization)


def is_page(name: str) -> bool:
    """Whether the route answers a person who asks for it."""
    route = ROUTES[name]
    is_for_people = route.needs in (Needs.SESSION, Needs.SESSION_OR_TOKEN, Needs.NOTHING)
    return (
        is_for_people and (route.method == "GET" or name in FORMS) and name not in {*NOT_PAGES, *BY_LIBRARY}
    )


def pages(world: World) -> Iterator[Page]:
    """Every page, in each of its states that are named."""
    for name in filter(is_page, ROUTES):
        url = reverse(name, kwargs=world.arguments(name))
        for state in STATES.get(name, ("",)):
            yield Page(name, url + state, ROUTES[name].needs is not Needs.NOTHING)


def ordinary_world(organization: Organization) -> World:
    """A morning: forty loads, a carrier that haggled, a call that was recorded, one that is on the line."""
    loads = [LoadFactory(organization=organization, external_id=f"{48213 + number}") for number in range(40)]
    return _world(organization, loads[0], name="Blue Mesa Transport LLC", words="I'd need nineteen hundred.")


def hostile_world(organization: Organization) -> World:
    """Too much of everything: markup, template syntax, long words, right-to-left, emoji, 500 stops, nine digits."""
    load = LoadFactory(
        organization=organization,
        external_id="L" * 64,
        customer_name=HOSTILE,
        origin_city=HOSTILE[:120],
        destination_city=HOSTILE[:120],
        equipment=HOSTILE,
        commodity=HOSTILE,
        special_instructions=HOSTILE * 5,
        customer_rate=Decimal("999999999.99"),
        start_rate=Decimal(999999999),
        max_rate=Decimal(999999999),
        book_now_rate=Decimal(999999999),
        weight=Decimal(999999999),
        status=HOSTILE[:40],
    )
    Stop.unscoped.bulk_create(
        Stop(
            organization=organization,
            load=load,
            position=number,
            type="dropoff",
            city=HOSTILE[:120],
            street=HOSTILE,
        )
        for number in range(500)
    )
    Organization.objects.filter(pk=organization.pk).update(name=HOSTILE)
    return _world(organization, load, name=HOSTILE, words=HOSTILE * 3, amount=Decimal("999999999.99"))


def _world(
    organization: Organization, load: Load, *, name: str, words: str, amount: Decimal = Decimal(1900)
) -> World:
    """Everything around one load: its message, the carrier, the calls with their talk, the bids and a booking."""
    now = timezone.now()
    event = LoadEvent.unscoped.create(
        organization=organization,
        load=load,
        received_at=now,
        source="token:1",
        raw=b'{"id": "' + load.external_id.encode() + b'"}',
        is_accepted=True,
        changes={"customerName": [None, name]},
    )
    carrier = CarrierFactory(
        organization=organization,
        name=name,
        legal_name=name,
        address=words[:300],
        notes=words,
        phone="+18065550101",
    )
    CarrierContact.unscoped.create(
        organization=organization, carrier=carrier, name=name[:200], phone="+18065550102"
    )
    TruckCapacityFactory(
        organization=organization,
        carrier=carrier,
        phone="+18065550101",
        city=name[:120],
        rate_asked=amount,
        wanted_destination=name[:200],
        day=now.date(),
    )
    for kind in ("contact", "lane"):
        LearnedFactFactory(
            organization=organization, carrier=carrier, kind=kind, value=name[:300], words=words[:300]
        )
    agent = AgentFactory(organization=organization, purpose="carrier_sales", name=name[:100], prompt=words)
    number = PhoneNumberFactory(organization=organization, agent=agent)
    DoNotCallFactory(organization=organization, reason=words[:200])
    ended, live = (
        _call(load, status, carrier=carrier, agent=agent, name=name, words=words)
        for status in (CallStatus.COMPLETED, CallStatus.ANSWERED)
    )
    ApprovedAnswerFactory(organization=organization, customer=name, answer_en=words[:300])
    for topic in ("terms", "other"):
        OpenQuestionFactory(
            organization=organization,
            conversation=ended.conversation,
            load=load,
            topic=topic,
            words=words[:300],
        )
    LoadAlarmFactory(organization=organization, conversation=ended.conversation, load=load, words=words[:300])
    bid = BidFactory(
        organization=organization,
        load=load,
        carrier=carrier,
        conversation=ended.conversation,
        amount=amount,
        first_ask=amount,
        caller_name=name[:120],
        discussed_at=now,
    )
    NegotiationStepFactory(
        organization=organization, load=load, conversation=ended.conversation, heard=words, ask=amount
    )
    booking = BookingFactory(organization=organization, carrier=carrier, amount=amount, booked_at=now)
    delivery = DeliveryAttemptFactory(
        organization=organization,
        status=500,
        answer=words,
        request=words,
        request_headers={"X-Name": words},
        delivery__status="FAILED",
        delivery__result=words[:200],
        delivery__endpoint__description=name[:200],
        delivery__event__conversation=words[:100],
    ).delivery
    by_load, by_call, by_carrier = {"pk": load.pk}, {"pk": ended.pk}, {"pk": carrier.pk}
    rows = {
        "loads:page": by_load,
        "loads:message": {"pk": load.pk, "message_pk": event.pk},
        "calls:page": by_call,
        "calls:take_over": {"pk": live.pk},
        "calls:call_back": {"pk": ended.pk},
        "calls:call_carrier": {"carrier_pk": carrier.pk},
        "calls:load_actions": {"load_pk": load.pk},
        "calls:check_call": {"load_pk": load.pk},
        "calls:offer_load": {"load_pk": load.pk},
        "bids:last_asks": {"call_pk": ended.pk},
        "bids:after_call": {"call_pk": ended.pk},
        "calls:questions": by_call,
        "calls:questions_of_load": {"load_pk": load.pk},
        "calls:alarms_of_load": {"load_pk": load.pk},
        "calls:of_load": {"load_pk": load.pk},
        "calls:of_carrier": {"carrier_pk": carrier.pk},
        "bids:negotiation": {"conversation_pk": ended.pk},
        "bids:outreach": {"load_pk": load.pk},
        "bids:of_carrier": {"carrier_pk": carrier.pk},
        "bids:known": {"carrier_pk": carrier.pk},
        "carriers:page": by_carrier,
        "agents:page": {"pk": agent.pk},
        "bids:page": {"pk": bid.pk},
        "bids:accept": {"pk": bid.pk},
        "bids:counter": {"pk": bid.pk},
        "bids:reject": {"pk": bid.pk},
        "bids:fell_off": {"number": booking.pk},
        "bids:of_load": {"load_pk": load.pk},
        "bids:compare": {"load_pk": load.pk},
        "bids:book": {"load_pk": load.pk},
        "bids:of_call": {"conversation_pk": ended.pk},
        "loads:hold": by_load,
        "organizations:event_endpoint": {"pk": delivery.endpoint_id},
        "organizations:event_delivery": {"pk": delivery.pk},
        "calls:number": {"pk": number.pk},
    }
    return World(organization, rows)


def _call(load: Load, status: CallStatus, *, carrier: Any, agent: Any, name: str, words: str) -> Call:
    """A call about the load, with what was said and its recording."""
    organization, now = load.organization, timezone.now()
    call = CallFactory(
        organization=organization,
        status=status,
        status_changed_at=now,
        answered_at=now - timedelta(minutes=3),
        ended_at=now if status == CallStatus.COMPLETED else None,
        caller_name=name[:200],
        conversation__agent=agent,
        conversation__carrier=carrier,
        conversation__summary=words,
        conversation__content_tags=["negotiation"],
        conversation__created_at=now,
    )
    ConversationLoad.unscoped.create(organization=organization, conversation=call.conversation, load=load)
    Turn.unscoped.bulk_create(
        Turn(
            organization=organization,
            conversation=call.conversation,
            position=number,
            role=(Role.AGENT, Role.CALLER)[number % 2],
            text=words,
            at=now - timedelta(seconds=150 - number * 10),
        )
        for number in range(12)
    )
    if not default_storage.exists(SOUND):
        default_storage.save(SOUND, ContentFile(b"RIFF"))
    Recording.unscoped.create(
        organization=organization, call=call, noted_at=now, stored_at=now, file=SOUND, size=4
    )
    return call
