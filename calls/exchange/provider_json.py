"""The provider's resources as its REST side shows them."""

from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlencode

from .clock import rfc2822
from .state import Call, OwnedNumber, Recording

VERSION = "2010-04-01"


def call_json(call: Call) -> dict[str, Any]:
    """A call."""
    uri = f"/{VERSION}/Accounts/{call.account_sid}/Calls/{call.sid}"
    parts = ("notifications", "recordings", "payments", "events", "siprec", "streams", "transcriptions")
    is_over = call.status.is_final
    return {
        "sid": call.sid,
        "account_sid": call.account_sid,
        "parent_call_sid": call.parent_sid,
        "to": call.to,
        "to_formatted": _formatted(call.to),
        "from": call.from_,
        "from_formatted": _formatted(call.from_),
        "phone_number_sid": "",
        "status": str(call.status),
        "start_time": rfc2822(call.answered_at or call.started_at),
        "end_time": rfc2822(call.ended_at),
        "duration": str(call.duration) if is_over and call.answered_at else ("0" if is_over else None),
        "price": None,
        "price_unit": "USD",
        "direction": call.direction,
        "answered_by": call.answered_by,
        "api_version": VERSION,
        "forwarded_from": None,
        "group_sid": None,
        "caller_name": call.caller_name or None,
        "queue_time": "0",
        "trunk_sid": None,
        "annotation": None,
        "date_created": rfc2822(call.created_at),
        "date_updated": rfc2822(call.ended_at or call.answered_at or call.created_at),
        "uri": f"{uri}.json",
        "subresource_uris": {part: f"{uri}/{part.title()}.json" for part in parts},
    }


def number_json(number: OwnedNumber, account_sid: str) -> dict[str, Any]:
    """A number of ours."""
    return {
        "sid": number.sid,
        "account_sid": account_sid,
        "phone_number": number.phone_number,
        "friendly_name": number.friendly_name or _formatted(number.phone_number),
        "voice_url": number.voice.url if number.voice else "",
        "voice_method": number.voice.method if number.voice else "POST",
        "voice_fallback_url": number.fallback.url if number.fallback else "",
        "voice_fallback_method": number.fallback.method if number.fallback else "POST",
        "voice_caller_id_lookup": False,
        "voice_receive_mode": "voice",
        "status_callback": number.status_hook.url if number.status_hook else "",
        "status_callback_method": number.status_hook.method if number.status_hook else "POST",
        "capabilities": {"voice": True, "sms": False, "mms": False, "fax": False},
        "address_requirements": "none",
        "beta": False,
        "origin": "twilio",
        "status": "in-use",
        "api_version": VERSION,
        "date_created": rfc2822(number.created_at),
        "date_updated": rfc2822(number.updated_at),
        "uri": f"/{VERSION}/Accounts/{account_sid}/IncomingPhoneNumbers/{number.sid}.json",
    }


def recording_json(recording: Recording, base_url: str) -> dict[str, Any]:
    """A recording."""
    account_sid = recording.call.account_sid
    uri = f"/{VERSION}/Accounts/{account_sid}/Recordings/{recording.sid}"
    return {
        "sid": recording.sid,
        "account_sid": account_sid,
        "call_sid": recording.call.sid,
        "conference_sid": None,
        "status": "completed",
        "source": recording.source,
        "channels": recording.channels,
        "duration": str(recording.duration),
        "start_time": rfc2822(recording.started_at),
        "date_created": rfc2822(recording.started_at),
        "date_updated": rfc2822(recording.call.ended_at),
        "price": None,
        "price_unit": "USD",
        "error_code": None,
        "encryption_details": None,
        "api_version": VERSION,
        "media_url": f"{base_url}{uri}",
        "uri": f"{uri}.json",
        "subresource_uris": {},
    }


def page_json[T](
    key: str,
    items: Sequence[T],
    show: Callable[[T], dict[str, Any]],
    *,
    path: str,
    query: list[tuple[str, str]],
    page: int,
    size: int,
) -> dict[str, Any]:
    """One page of a list, with the URIs of its neighbours; only what is on it is shown."""

    def uri(number: int) -> str:
        kept = [(name, value) for name, value in query if name not in ("Page", "PageSize", "PageToken")]
        return f"{path}?{urlencode([*kept, ('PageSize', size), ('Page', number)])}"

    start = page * size
    shown = [show(item) for item in items[start : start + size]]
    return {
        key: shown,
        "page": page,
        "page_size": size,
        "start": start,
        "end": start + max(0, len(shown) - 1),
        "uri": uri(page),
        "first_page_uri": uri(0),
        "previous_page_uri": uri(page - 1) if page else None,
        "next_page_uri": uri(page + 1) if start + size < len(items) else None,
    }


def _formatted(number: str) -> str:
    """A North American number the way people write it."""
    if number.startswith("+1") and len(number) == 12:
        return f"({number[2:5]}) {number[5:8]}-{number[8:]}"
    return number
