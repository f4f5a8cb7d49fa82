"""An organization with a row of everything that bears an id."""

from dataclasses import dataclass

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from calls.models import Agent, Call, ConversationLoad, DoNotCall, PhoneNumber, Recording
from carriers.models import Carrier
from loads.models import Load, LoadEvent
from organizations import services as organizations
from organizations.models import (
    ApiToken,
    Delivery,
    EventEndpoint,
    Invitation,
    Membership,
    Organization,
    SavedView,
)
from organizations.tenancy.actors import system
from tests.factories import (
    NOW,
    AgentFactory,
    AgentVersionFactory,
    BidFactory,
    CallFactory,
    CarrierFactory,
    DeliveryAttemptFactory,
    DoNotCallFactory,
    InvitationFactory,
    LoadFactory,
    MembershipFactory,
    PhoneNumberFactory,
)

SOUND = "tests/matrix.wav"


@dataclass(frozen=True)
class World:
    """An organization with a row of everything that bears an id."""

    organization: Organization
    load: Load
    event: LoadEvent
    token: ApiToken
    call: Call
    agent: Agent
    number: PhoneNumber
    banned: DoNotCall
    carrier: Carrier
    member: Membership
    invitation: Invitation
    endpoint: EventEndpoint
    delivery: Delivery
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
    # Past its pickup and not booked, so among the lost loads too.
    LoadFactory(
        organization=organization,
        external_id=f"{prefix}offer",
        customer_name=world["customer"],
        is_outbound_sales_enabled=True,
    )
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
    delivery = DeliveryAttemptFactory(
        organization=organization, delivery__event__uid=f"evt_{prefix}", delivery__event__type="call_ended"
    ).delivery
    return World(
        organization=organization,
        endpoint=delivery.endpoint,
        delivery=delivery,
        load=load,
        event=event,
        token=organizations.create_token(
            organization=organization, name=f"{prefix}token", by=system("tests"), at=NOW
        ).token,
        call=call,
        agent=agent,
        number=number,
        banned=DoNotCallFactory(organization=organization, number=f"+1312555014{digit}"),
        carrier=carrier,
        member=MembershipFactory(organization=organization),
        invitation=InvitationFactory(organization=organization),
        **world,
    )
