"""Calls that people make: their own phone is rung first, then the other side's; no agent speaks."""

from collections.abc import Sequence
from datetime import datetime

import structlog
from django.db import transaction

from calls.models import Call, Conversation, PhoneNumber
from calls.policy import Destination, NotAllowed, Reason
from calls.services.calling_rules import check_request
from calls.services.progress import end_call, note_status
from calls.services.queueing import oldest_number, put_in_queue
from calls.services.recordings import decide_recording
from calls.services.transfers import our_number
from calls.states import CallStatus, Channel, Direction
from carriers.models import Carrier
from loads.models import Load
from organizations.models import Organization, User
from organizations.tenancy import audit
from organizations.tenancy.actors import Actor

log = structlog.get_logger(__name__)

OTHER_SIDE_RUNG = 2  # the rank from which on it is known that the other side's phone rings


def request_persons_call(
    *,
    organization: Organization,
    person: User,
    person_phone: str,
    destination: Destination,
    loads: Sequence[Load] = (),
    carrier: Carrier | None = None,
    follows: Conversation | None = None,
    party: str = "",
    by: Actor,
    at: datetime,
) -> Call:
    """Queue a call by a person: rings `person_phone` (E.164), then the destination, and puts the two through.

    `follows` is the conversation that is called back about: what it knows of the carrier, and the number of ours that
    it went over, are taken from there. Raises NoNumber, or policy.NotAllowed: the rules of calling are those of any
    other call.
    """
    if person_phone == destination.number:
        raise NotAllowed(Reason("destination_not_allowed", "This is your own phone."))
    with transaction.atomic():
        check_request(organization=organization, destination=destination, check_call_about=None, at=at)
        number = _number_of(follows) or oldest_number()
        known = _known_of(carrier, follows)
        conversation = Conversation.objects.create(
            organization=organization,
            channel=Channel.PHONE,
            direction=Direction.OUTBOUND,
            created_at=at,
            input_data={"toPhone": destination.number},
            **known,
        )
        call = put_in_queue(
            conversation,
            from_phone=number.number,
            destination=destination,
            loads=loads,
            party=party[:200],
            person=person,
            person_phone=person_phone,
            follows=follows,
            by=by,
            at=at,
        )
        audit.record(organization=organization, action="call.made", subject=call, by=by, at=at)
    return call


def connect_person(*, call_id: int, sid: str, answered_by: str, by: Actor, at: datetime) -> tuple[bool, bool]:
    """The person's own phone was picked up: whether the other side is to be rung now, and whether to record.

    Not where a machine has picked up, where the call has ended meanwhile, or where the other side rings already.
    """
    note_status(call_id=call_id, provider_status="in-progress", sid=sid, by=by, at=at)
    if answered_by.startswith(("machine", "fax")):
        end_call(call_id=call_id, status=CallStatus.CANCELED, reason="person_machine", by=by, at=at)
    call = Call.objects.only("status", "callback_rank").get(pk=call_id)
    if call.is_finished or call.callback_rank >= OTHER_SIDE_RUNG:
        return False, False
    return True, decide_recording(call_id=call_id)


def _number_of(follows: Conversation | None) -> PhoneNumber | None:
    """The organization's number that an earlier call went over, where it still has it."""
    call = Call.objects.filter(pk=follows.pk).first() if follows else None
    if call is None or follows is None:
        return None
    return PhoneNumber.objects.filter(number=our_number(call, follows)).first()


def _known_of(carrier: Carrier | None, follows: Conversation | None) -> dict[str, object]:
    """Columns that tell who is called; the earlier conversation's word comes first."""
    carrier = carrier or (follows.carrier if follows else None)
    return {
        "carrier": carrier,
        "mc_number": getattr(follows, "mc_number", "") or getattr(carrier, "mc_number", ""),
        "dot_number": getattr(follows, "dot_number", None) or getattr(carrier, "dot_number", None),
    }
