"""Rows for tests; each takes `organization=` and makes one where none is given."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import factory
from allauth.socialaccount.models import SocialApp
from django.utils import timezone
from factory.django import DjangoModelFactory

from bids.models import (
    Bid,
    Booking,
    EndedBooking,
    NegotiationRules,
    NegotiationStep,
    Outreach,
    OutreachRules,
    PriceTalk,
)
from bids.negotiation import Standing
from bids.states import BidChannel, BidStatus, BookingEnd, BookingKind
from calls.models import (
    VERSIONED,
    Agent,
    AgentVersion,
    ApprovedAnswer,
    Call,
    CallingRules,
    ConsentRecord,
    Conversation,
    DoNotCall,
    LoadAlarm,
    OpenQuestion,
    PhoneNumber,
    Promise,
)
from calls.states import AgentPurpose, CallStatus, Channel, Direction
from carriers.models import (
    Carrier,
    ContactFinding,
    HaulRestriction,
    LearnedFact,
    RoutingGuideEntry,
    TruckCapacity,
    VettingRules,
)
from loads.models import Load, LoadMapping
from organizations.models import (
    Delivery,
    DeliveryAttempt,
    Erasure,
    Event,
    EventEndpoint,
    Invitation,
    Membership,
    Organization,
    Retention,
    SignInDomain,
    User,
)
from organizations.places.gazetteer import find_place, find_place_of
from organizations.tenancy.states import DeliveryStatus, Role

NOW = datetime(2026, 3, 2, 15, 0, tzinfo=UTC)


class OrganizationFactory(DjangoModelFactory):
    """A brokerage in Chicago."""

    class Meta:
        model = Organization
        skip_postgeneration_save = True

    name = factory.Sequence(lambda n: f"Brokerage {n}")
    slug = factory.Sequence(lambda n: f"brokerage-{n}")
    # It has been at work for long: nobody looks at how it is set up.
    confirmed_at = NOW
    setup_closed_at = NOW
    # Tests call whenever they run, as often as they like; `calling_rules=None` leaves the rules to their defaults.
    calling_rules = factory.RelatedFactory("tests.factories.CallingRulesFactory", "organization")


class UserFactory(DjangoModelFactory):
    """A person without a password; sign in with `client.force_login()`."""

    class Meta:
        model = User

    email = factory.Sequence(lambda n: f"person{n}@example.com")
    name = factory.Sequence(lambda n: f"Person {n}")


class MembershipFactory(DjangoModelFactory):
    """A broker of an organization."""

    class Meta:
        model = Membership

    organization = factory.SubFactory(OrganizationFactory)
    user = factory.SubFactory(UserFactory)
    role = Role.BROKER


class OwnedFactory(DjangoModelFactory):
    """Base for rows of an organization: written around the scope, as tests stand outside one."""

    class Meta:
        abstract = True

    organization = factory.SubFactory(OrganizationFactory)

    @classmethod
    def _create(cls, model_class, *args, **kwargs):
        return model_class.unscoped.create(*args, **kwargs)


class InvitationFactory(OwnedFactory):
    """An open invitation as broker: pages ask the clock, so its week begins today."""

    class Meta:
        model = Invitation

    email = factory.Sequence(lambda n: f"invited{n}@example.com")
    role = Role.BROKER
    created_at = NOW
    created_by = factory.SubFactory(UserFactory)
    expires_at = factory.LazyFunction(lambda: timezone.now() + timedelta(days=7))


class RetentionFactory(OwnedFactory):
    """Periods, none of them set."""

    class Meta:
        model = Retention


class ErasureFactory(OwnedFactory):
    """That somebody was erased."""

    class Meta:
        model = Erasure

    digest = b"d" * 32
    requested_at = NOW
    requested_by = "system:tests"
    done_at = NOW


class SocialAppFactory(DjangoModelFactory):
    """An identity provider that speaks OpenID Connect."""

    class Meta:
        model = SocialApp

    provider = "openid_connect"
    provider_id = factory.Sequence(lambda n: f"idp{n}")
    client_id = factory.Sequence(lambda n: f"client{n}")
    name = "Acme Login"


class SignInDomainFactory(OwnedFactory):
    """A domain whose people sign in there."""

    class Meta:
        model = SignInDomain

    domain = factory.Sequence(lambda n: f"acme{n}.example")
    app = factory.SubFactory(SocialAppFactory)


class EventEndpointFactory(OwnedFactory):
    """An endpoint that is told of everything; nobody listens there."""

    class Meta:
        model = EventEndpoint

    url = factory.Sequence(lambda n: f"http://127.0.0.1:9/hook{n}")
    created_at = NOW
    created_by = "system:tests"


class EventFactory(OwnedFactory):
    """A test event, the first of its conversation."""

    class Meta:
        model = Event

    uid = factory.Sequence(lambda n: f"evt_{n:028x}")
    type = "test"
    conversation = factory.Sequence(lambda n: f"call:{n}")
    sequence = 1
    payload = {"message": "hello"}
    occurred_at = NOW


class DeliveryFactory(OwnedFactory):
    """An event that an endpoint has taken."""

    class Meta:
        model = Delivery

    endpoint = factory.SubFactory(EventEndpointFactory, organization=factory.SelfAttribute("..organization"))
    event = factory.SubFactory(EventFactory, organization=factory.SelfAttribute("..organization"))
    conversation = factory.SelfAttribute("event.conversation")
    sequence = factory.SelfAttribute("event.sequence")
    status = DeliveryStatus.DELIVERED
    status_changed_at = NOW


class DeliveryAttemptFactory(OwnedFactory):
    """A request that was answered with 200."""

    class Meta:
        model = DeliveryAttempt

    delivery = factory.SubFactory(DeliveryFactory, organization=factory.SelfAttribute("..organization"))
    started_at = NOW
    milliseconds = 84
    url = factory.SelfAttribute("delivery.endpoint.url")
    request = '{"event":"test"}'
    status = 200


class LoadMappingFactory(OwnedFactory):
    """A field mapping that is on and takes Loadline's own names."""

    class Meta:
        model = LoadMapping

    name = "TMS"
    slug = factory.Sequence(lambda n: f"tms-{n}")
    format = "json"
    rules = {"fields": {"id": "id", "status": "status"}}
    is_on = True


class LoadFactory(OwnedFactory):
    """An open van load, Dallas to Atlanta, with all its rates."""

    class Meta:
        model = Load

    external_id = factory.Sequence(lambda n: f"L-{n}")
    status = "UNASSIGNED"
    customer_name = "Kestrel Mills"
    pickup_time = datetime(2026, 3, 4, 8, 0)
    pickup_end_time = datetime(2026, 3, 4, 12, 0)
    dropoff_time = datetime(2026, 3, 5, 8, 0)
    dropoff_end_time = datetime(2026, 3, 5, 16, 0)
    pickup_at = datetime(2026, 3, 4, 14, 0, tzinfo=UTC)
    dropoff_at = datetime(2026, 3, 5, 13, 0, tzinfo=UTC)
    origin_city = "Dallas"
    origin_state = "TX"
    origin_country = "US"
    origin_timezone = "America/Chicago"
    destination_city = "Atlanta"
    destination_state = "GA"
    destination_country = "US"
    destination_timezone = "America/New_York"
    equipment = "53' Dry Van"
    equipment_type = "van"
    total_distance = Decimal(781)
    weight = Decimal(42000)
    commodity = "Flour"
    customer_rate = Decimal(2719)
    start_rate = Decimal(1500)
    max_rate = Decimal(1953)
    book_now_rate = Decimal(1525)


class CarrierFactory(OwnedFactory):
    """A small carrier that passes vetting."""

    class Meta:
        model = Carrier

    name = "Blue Mesa Transport LLC"
    mc_number = factory.Sequence(lambda n: f"{790000 + n}")
    dot_number = factory.Sequence(lambda n: 2790000 + n)
    rules_assessment = "pass"
    connection_status = "onboarded"


class AgentFactory(OwnedFactory):
    """A custom agent."""

    class Meta:
        model = Agent

    slug = factory.Sequence(lambda n: f"agent-{n}")
    name = factory.Sequence(lambda n: f"Agent {n}")
    purpose = AgentPurpose.CUSTOM
    greeting = "Hi {{ name }}, this is the automated assistant with Acme Freight."
    prompt = "Ask {{ name }} whether the appointment stands."
    variables = factory.LazyFunction(lambda: [{"name": "name", "required": False, "default": "there"}])


class AgentVersionFactory(OwnedFactory):
    """The first version of an agent of the same organization."""

    class Meta:
        model = AgentVersion

    agent = factory.SubFactory(AgentFactory, organization=factory.SelfAttribute("..organization"))
    number = 1
    values = factory.LazyAttribute(lambda version: {name: getattr(version.agent, name) for name in VERSIONED})
    by = "user:1"
    at = NOW


class PhoneNumberFactory(OwnedFactory):
    """A number of the organization; never one that tests give to carriers, who wouldn't be called then."""

    class Meta:
        model = PhoneNumber

    number = factory.Sequence(lambda n: f"+1469555{n % 10000:04d}")


class ConversationFactory(OwnedFactory):
    """A phone conversation."""

    class Meta:
        model = Conversation

    channel = Channel.PHONE
    direction = Direction.OUTBOUND
    created_at = NOW


class CallFactory(OwnedFactory):
    """A call that waits in the queue, with a conversation of the same organization."""

    class Meta:
        model = Call

    conversation = factory.SubFactory(
        ConversationFactory, organization=factory.SelfAttribute("..organization")
    )
    status = CallStatus.QUEUED
    status_changed_at = NOW
    updated_at = NOW
    from_phone = "+12145550100"
    to_phone = "+13125550123"
    reference = factory.Sequence(lambda n: f"reference-{n}")


class ApprovedAnswerFactory(OwnedFactory):
    """What detention pays, on every load."""

    class Meta:
        model = ApprovedAnswer

    topic = "detention"
    answer_en = "Two hours free, then $50 an hour."


class OpenQuestionFactory(OwnedFactory):
    """What a caller asked about payment, in a conversation of the same organization."""

    class Meta:
        model = OpenQuestion

    conversation = factory.SubFactory(
        ConversationFactory, organization=factory.SelfAttribute("..organization")
    )
    topic = "terms"
    words = factory.Sequence(lambda n: f"how fast do you guys pay {n}")
    asked_at = NOW


class LoadAlarmFactory(OwnedFactory):
    """A breakdown that nobody has seen, told in a conversation about a load of the same organization."""

    class Meta:
        model = LoadAlarm

    conversation = factory.SubFactory(
        ConversationFactory, organization=factory.SelfAttribute("..organization")
    )
    load = factory.SubFactory(LoadFactory, organization=factory.SelfAttribute("..organization"))
    kind = "broken_down"
    words = "the truck quit on me outside of Waco"
    raised_at = NOW


class PromiseFactory(OwnedFactory):
    """A callback that was promised for an hour ago, in a conversation of the same organization."""

    class Meta:
        model = Promise

    conversation = factory.SubFactory(
        ConversationFactory, organization=factory.SelfAttribute("..organization")
    )
    made_at = NOW - timedelta(hours=2)
    due_at = NOW - timedelta(hours=1)
    is_timed = True
    timezone = "America/Chicago"
    phone = "+18065550133"


class BidFactory(OwnedFactory):
    """An open bid made in a phone conversation, for a load of the same organization."""

    class Meta:
        model = Bid

    conversation = factory.SubFactory(
        ConversationFactory, organization=factory.SelfAttribute("..organization")
    )
    load = factory.SubFactory(LoadFactory, organization=factory.SelfAttribute("..organization"))
    channel = BidChannel.PHONE
    status = BidStatus.OPEN
    status_changed_at = NOW
    first_ask = Decimal(2400)
    amount = Decimal(1900)
    discussed_at = NOW
    created_at = NOW
    updated_at = NOW
    mc_number = "790123"
    dot_number = 2790123
    caller_name = "Dana"
    phone = "+18065550101"


class BookingFactory(OwnedFactory):
    """A load that the agent booked, without a bid or conversation behind it."""

    class Meta:
        model = Booking

    load = factory.SubFactory(LoadFactory, organization=factory.SelfAttribute("..organization"))
    kind = BookingKind.E2E
    amount = Decimal(1900)
    booked_at = NOW
    booked_by = "agent:carrier-sales"


class EndedBookingFactory(OwnedFactory):
    """A booking that the carrier fell off."""

    class Meta:
        model = EndedBooking

    number = factory.Sequence(lambda n: 1000 + n)
    load = factory.SubFactory(LoadFactory, organization=factory.SelfAttribute("..organization"))
    kind = BookingKind.E2E
    amount = Decimal(1900)
    booked_at = NOW
    booked_by = "agent:carrier-sales"
    how = BookingEnd.FELL_OFF
    ended_at = NOW
    ended_by = "user:1"


class CallingRulesFactory(OwnedFactory):
    """Rules that let every call pass."""

    class Meta:
        model = CallingRules

    organization = factory.SubFactory(OrganizationFactory, calling_rules=None)
    hours_start = 0
    hours_end = 24
    per_minute = 30_000
    per_day = 30_000
    per_number_hour = 30_000
    most_live = 30_000
    quiet_minutes = 0


class DoNotCallFactory(OwnedFactory):
    """A number whose owner asked not to be called."""

    class Meta:
        model = DoNotCall

    number = factory.Sequence(lambda n: f"+1312555{n % 10000:04d}")
    reason = "said so on a call"
    by = "agent:carrier-sales"


class ConsentRecordFactory(OwnedFactory):
    """That a number's owner agreed to be called."""

    class Meta:
        model = ConsentRecord

    number = factory.Sequence(lambda n: f"+1312555{n % 10000:04d}")
    kind = "granted"
    source = "carrier packet"
    by = "user:1"
    at = NOW


class VettingRulesFactory(OwnedFactory):
    """The rules of vetting as they are by default."""

    class Meta:
        model = VettingRules


class HaulRestrictionFactory(OwnedFactory):
    """No carrier that passes in part alone hauls out of Texas."""

    class Meta:
        model = HaulRestriction

    only_partial = True
    origin_country, origin_state = "US", "TX"


class RoutingGuideEntryFactory(OwnedFactory):
    """The first to call on loads from Texas to Georgia."""

    class Meta:
        model = RoutingGuideEntry

    carrier = factory.SubFactory(CarrierFactory, organization=factory.SelfAttribute("..organization"))
    origin_state, destination_state = "TX", "GA"
    rank = 1


class TruckCapacityFactory(OwnedFactory):
    """A van of a carrier's, empty in Dallas on the day of the loads' pickup."""

    class Meta:
        model = TruckCapacity

    carrier = factory.SubFactory(CarrierFactory, organization=factory.SelfAttribute("..organization"))
    city, state = "Dallas", "TX"
    place = factory.LazyAttribute(lambda truck: find_place(truck.city, truck.state) if truck.city else None)
    day = date(2026, 3, 4)
    equipment = "van"
    noted_at = NOW
    expires_on = factory.LazyAttribute(lambda truck: truck.day + timedelta(days=1))


class LearnedFactFactory(OwnedFactory):
    """That a carrier told twice, the last time a week ago, that it pulls vans."""

    class Meta:
        model = LearnedFact

    carrier = factory.SubFactory(CarrierFactory, organization=factory.SelfAttribute("..organization"))
    kind = "equipment"
    value = "van"
    origin_place = factory.LazyAttribute(
        lambda fact: find_place_of(fact.value) if fact.kind == "place" else None
    )
    learned_at = NOW - timedelta(days=30)
    confirmed_at = NOW - timedelta(days=7)
    times = 2


class ContactFindingFactory(OwnedFactory):
    """A source that knows nothing bad of a number."""

    class Meta:
        model = ContactFinding

    address = factory.Sequence(lambda n: f"+1312555{n % 10000:04d}")
    found_at = NOW


class NegotiationRulesFactory(OwnedFactory):
    """The rules of haggling as they are by default."""

    class Meta:
        model = NegotiationRules


class PriceTalkFactory(OwnedFactory):
    """A price talk at our opening offer, with a carrier about a load of the same organization."""

    class Meta:
        model = PriceTalk

    load = factory.SubFactory(LoadFactory, organization=factory.SelfAttribute("..organization"))
    carrier = factory.SubFactory(CarrierFactory, organization=factory.SelfAttribute("..organization"))
    standing = factory.LazyFunction(lambda: Standing(Decimal(1500)).to_json())
    status_changed_at = NOW
    created_at = NOW
    updated_at = NOW


class NegotiationStepFactory(OwnedFactory):
    """The first answer in a price talk: held at the opening offer."""

    class Meta:
        model = NegotiationStep

    conversation = factory.SubFactory(
        ConversationFactory, organization=factory.SelfAttribute("..organization")
    )
    load = factory.SubFactory(LoadFactory, organization=factory.SelfAttribute("..organization"))
    position = factory.Sequence(lambda n: n)
    heard = "I'd need twenty-four fifty on that"
    said_amount = ask = Decimal(2450)
    said_unit = "total"
    action = "hold"
    amount = offer = Decimal(1500)
    rule = "round_one"
    round = 1
    ceiling = Decimal(1953)
    at = NOW


class OutreachRulesFactory(OwnedFactory):
    """The rules of outreach as they are by default."""

    class Meta:
        model = OutreachRules


class OutreachFactory(OwnedFactory):
    """A round of calls that has just begun, without carriers."""

    class Meta:
        model = Outreach

    load = factory.SubFactory(LoadFactory, organization=factory.SelfAttribute("..organization"))
    status_changed_at = started_at = NOW
    started_by = "user:1"
    deadline = NOW + timedelta(hours=24)
