"""An organization's history in the import's own format (docs/history-import.md): what `import_history` reads again."""

import json
from collections.abc import Iterator
from typing import Any

import orjson
from django.db.models import Prefetch

from bids.models import Bid, Booking
from calls.models import Conversation, ConversationLoad, EmailMessage
from calls.states import CALL_LIFECYCLE, Channel
from carriers.models import Carrier
from loads.load_events import event_of
from loads.models import LoadEvent

BATCH = 500

type Line = dict[str, Any]


def history_of(organization_id: int) -> Iterator[bytes]:
    """The lines, batch by batch from the database; a call that isn't over is left out: an import takes none.

    A load is told by the very messages of its TMS that were accepted, in their order; by what they changed, where a
    mapping read them.
    """
    for lines in (_loads(organization_id), _carriers(organization_id), _conversations(organization_id)):
        for line in lines:
            yield orjson.dumps(line, default=_plain, option=orjson.OPT_APPEND_NEWLINE | orjson.OPT_UTC_Z)


def _loads(organization_id: int) -> Iterator[Line]:
    rows = LoadEvent.unscoped.filter(organization=organization_id, is_accepted=True).exclude(raw=b"")
    values = rows.order_by("pk").values_list("raw", "mapping", "load__external_id", "changes")
    for raw, mapping, external_id, changes in values.iterator(BATCH):
        if mapping is None and (event := _own_form(bytes(raw), external_id)) is not None:
            yield {"type": "load", "event": event}
        elif external_id:
            yield {"type": "load", "event": event_of(external_id, changes)}


def _own_form(raw: bytes, external_id: str) -> Any:
    """The message, where it is a load event of our own form; None where a mapping that is gone has read it."""
    try:
        event = json.loads(raw)
    except ValueError:
        return None
    return event if isinstance(event, dict) and event.get("id") == external_id else None


def _carriers(organization_id: int) -> Iterator[Line]:
    for row in Carrier.unscoped.filter(organization=organization_id).order_by("pk").iterator(BATCH):
        yield {
            "type": "carrier",
            "mcNumber": row.mc_number,
            "dotNumber": row.dot_number,
            "name": row.name,
            "address": row.address,
            "fleetsize": row.fleet_size,
            "phone": row.phone,
            "email": row.email,
            "ruleAssessment": row.rules_assessment,
            "connectionStatus": row.connection_status,
            "equipmentTypes": row.equipment_types,
            "capacityCarrier": row.is_capacity_carrier,
        }


def _conversations(organization_id: int) -> Iterator[Line]:
    rows = (
        Conversation.unscoped.filter(organization=organization_id)
        .select_related("call", "email_thread")
        .prefetch_related(
            Prefetch("load_links", ConversationLoad.unscoped.select_related("load").order_by("pk")),
            Prefetch("bids", Bid.unscoped.select_related("load").order_by("position", "pk")),
            Prefetch("bookings", Booking.unscoped.select_related("load").order_by("position", "pk")),
        )
        .defer("import_trail", "skill_state", "input_data", "extracted_data")
        .order_by("pk")
    )
    for talk in rows.iterator(BATCH):
        if talk.channel == Channel.EMAIL:
            yield {"type": "emailThread", **_of_both(talk), **_thread(talk)}
        elif (call := getattr(talk, "call", None)) and call.status in CALL_LIFECYCLE.final:
            yield {"type": "call", **_of_both(talk), **_call(call)}


def _of_both(talk: Conversation) -> Line:
    return {
        "externalId": talk.external_id or f"loadline-{talk.pk}",
        "direction": talk.direction,
        "createdAt": talk.created_at,
        "contentTags": talk.content_tags,
        "summary": talk.summary,
        "loadIds": [link.load.external_id for link in talk.load_links.all()],
        "mcNumber": talk.mc_number,
        "dotNumber": talk.dot_number,
        "carrierHwConnectionStatus": talk.connection_status,
        "carrierHwRulesAssessment": talk.rules_assessment,
        "transferred": talk.transferred_at is not None,
        "bids": [_bid(bid) for bid in talk.bids.all()],
        "bookings": [
            {
                "loadId": booking.load.external_id,
                "bookedAt": booking.booked_at,
                "amount": booking.amount,
                "kind": booking.kind,
            }
            for booking in talk.bookings.all()
        ],
    }


def _bid(bid: Bid) -> Line:
    return {
        "externalId": bid.external_id or f"loadline-{bid.pk}",
        "loadId": bid.load.external_id,
        "createdAt": bid.created_at,
        "firstAsk": bid.first_ask,
        "amount": bid.amount,
        "status": bid.status,
        "agreedAt": bid.agreed_at,
        "notes": bid.notes,
    }


def _call(call: Any) -> Line:
    return {
        "status": call.status,
        "fromPhone": call.from_phone,
        "toPhone": call.to_phone,
        "callerName": call.caller_name,
        "callerExt": call.caller_extension,
        "answeredAt": call.answered_at,
        "endedAt": call.ended_at,
        "transcript": call.transcript,
        "recordingUrl": call.recording_url,
    }


def _thread(talk: Conversation) -> Line:
    messages = EmailMessage.unscoped.filter(thread=talk.pk).order_by("sent_at", "pk")
    return {
        "subject": talk.email_thread.subject,
        "messages": [
            {
                "messageId": each.message_id,
                "from": each.sender or "-",
                "to": each.recipients,
                "sentAt": each.sent_at,
                "subject": each.subject,
                "text": each.text,
            }
            for each in messages
        ],
    }


def _plain(value: Any) -> Any:
    return float(value) if value % 1 else int(value)  # dollars and cents
