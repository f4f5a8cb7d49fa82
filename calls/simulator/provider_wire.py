"""The provider's REST side on the wire: forms and filters in, JSON out."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Literal
from urllib.parse import parse_qsl, urlsplit

from starlette.requests import Request

from calls.simulator.facts import COMPANIES, IMPOSTOR_PHONE
from calls.simulator.state import (
    Call,
    CallOptions,
    Hook,
    OwnedNumber,
    Recording,
    RecordingWish,
    Source,
    is_dialable,
    normalise,
    rfc2822,
)

# The provider's numbers for sale, on the wire.


AREAS = {
    "214": ("DALLAS", "TX"),
    "312": ("CHICAGO", "IL"),
    "404": ("ATLANTA", "GA"),
    "213": ("LOS ANGELES", "CA"),
    "602": ("PHOENIX", "AZ"),
    "615": ("NASHVILLE", "TN"),
    "713": ("HOUSTON", "TX"),
    "816": ("KANSAS CITY", "MO"),
    "901": ("MEMPHIS", "TN"),
    "973": ("NEWARK", "NJ"),
}
TAKEN = frozenset({company.phone for company in COMPANIES} | {IMPOSTOR_PHONE})


def sellable(area: str, digits: str) -> list[str]:
    """Numbers in an area, or one in each area in turn; of those the ones that hold the digits.

    A whole number that somebody asks for by all its digits can always be had: people try what they have.
    """
    if re.fullmatch(r"1?[2-9]\d{9}", digits):
        return [f"+1{digits[-10:]}"]
    areas = [area] if area else list(AREAS)
    numbers = [f"+1{each}55501{line:02}" for line in range(100) for each in areas]
    return [number for number in numbers if digits in number and number not in TAKEN]


def place_of(number: str) -> tuple[str, str]:
    """The town and state of a number's area; nothing where that isn't known."""
    return AREAS.get(number[2:5], ("", ""))


MAX_TWIML = 4_000
EVENTS = frozenset({"initiated", "ringing", "answered", "completed"})


class Refusal(Exception):
    """A request that is refused, with the provider's error number."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message


class Form:
    """A form's fields; a field may be repeated."""

    def __init__(self, pairs: Sequence[tuple[str, str]]) -> None:
        self._pairs = pairs

    @classmethod
    async def read(cls, request: Request) -> "Form":
        """The form in a request's body."""
        body = (await request.body()).decode("utf-8", "replace")
        return cls(parse_qsl(body, keep_blank_values=True))

    def get(self, name: str, default: str = "") -> str:
        """A field's last value."""
        return next((value for key, value in reversed(self._pairs) if key == name), default)

    def all(self, name: str) -> list[str]:
        """A field's values in order."""
        return [value for key, value in self._pairs if key == name]

    def __contains__(self, name: str) -> bool:
        return any(key == name for key, _ in self._pairs)

    def is_true(self, name: str) -> bool:
        """Whether a field says true."""
        return self.get(name).lower() == "true"

    def number(self, name: str, default: int, *, least: int, most: int) -> int:
        """A whole number within bounds. Raises Refusal."""
        text = self.get(name)
        if not text:
            return default
        if not re.fullmatch(r"-?\d{1,9}", text, re.ASCII) or not least <= int(text) <= most:
            raise Refusal(400, 20001, f"{name} must be a whole number from {least} to {most}")
        return int(text)

    def choice[T: str](self, name: str, allowed: tuple[T, ...], default: T) -> T:
        """One of some words, in any case. Raises Refusal."""
        text = self.get(name)
        if not text:
            return default
        for word in allowed:
            if word.lower() == text.lower():
                return word
        raise Refusal(400, 20001, f"{name} must be one of {', '.join(filter(None, allowed))}")

    def method(self, name: str) -> Literal["GET", "POST"]:
        """An HTTP method, POST when not given. Raises Refusal."""
        return self.choice(name, ("POST", "GET"), "POST")

    def url(self, name: str, code: int) -> str | None:
        """An absolute URL; None when not given. Raises Refusal with the code."""
        text = self.get(name)
        if not text:
            return None
        if not is_url(text):
            raise Refusal(400, code, f"{name} is not a valid URL: {text}")
        return text

    def hook(self, name: str) -> Hook | None:
        """A callback's URL with its method. Raises Refusal."""
        url = self.url(name, 21609)
        return Hook(url, self.method(f"{name}Method")) if url else None

    def source(self) -> Source | None:
        """The TwiML or the URL of it; None when neither is given. Raises Refusal."""
        if url := self.url("Url", 21205):
            return Source(url, self.method("Method"))
        twiml = self.get("Twiml")
        if len(twiml) > MAX_TWIML:
            raise Refusal(400, 20001, f"Twiml must be at most {MAX_TWIML} characters, not {len(twiml)}")
        return Source(twiml=twiml) if twiml else None


def is_url(text: str) -> bool:
    """Whether a text is an absolute HTTP URL."""
    try:
        parts = urlsplit(text)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and not re.search(r"\s", text)
    except ValueError:
        return False


def read_call(form: Form, *, account_sid: str, pace_at: Callable[[str], float]) -> Call:
    """The call that a form asks for; `pace_at` tells the pace at the number called. Raises Refusal."""
    if not form.get("To").strip():
        raise Refusal(400, 21201, "No 'To' number is specified")
    to = normalise(form.get("To"))
    if not (is_dialable(to) or re.fullmatch(r"client:\S+", to)):
        raise Refusal(400, 21211, f"Invalid 'To' Phone Number: {form.get('To')}")
    if not form.get("From").strip():
        raise Refusal(400, 21213, "'From' phone number not provided")
    from_ = normalise(form.get("From"))
    if not (is_dialable(from_) or re.fullmatch(r"client:\S+", from_)):
        raise Refusal(400, 21212, f"Invalid 'From' Phone Number: {form.get('From')}")
    source = form.source()
    if source is None:
        raise Refusal(400, 21205, "Url parameter is required unless Twiml is given")
    options = _read_options(form, source)
    call = Call(account_sid, from_, to, "outbound-api", options, pace_at(to))
    call.remember_reference(options.status_hook.url if options.status_hook else None, source.url)
    return call


def _read_options(form: Form, source: Source) -> CallOptions:
    """Everything about a call beside its numbers. Raises Refusal."""
    digits = form.get("SendDigits")
    if not re.fullmatch(r"[0-9A-D#*wW]{0,32}", digits):
        raise Refusal(400, 20001, "SendDigits may hold at most 32 of 0-9, A-D, #, *, w and W")
    events = form.all("StatusCallbackEvent") or ["completed"]
    # The provider also takes several in one value, with spaces between them.
    events = [event.lower() for value in events for event in value.split()]
    if unknown := set(events) - EVENTS:
        raise Refusal(
            400, 20001, f"StatusCallbackEvent must be of {', '.join(sorted(EVENTS))}, not {unknown.pop()}"
        )
    fallback = form.url("FallbackUrl", 21205)
    detection = form.choice("MachineDetection", ("", "Enable", "DetectMessageEnd"), "")
    recording = None
    if form.is_true("Record"):
        channels = 2 if form.choice("RecordingChannels", ("mono", "dual"), "mono") == "dual" else 1
        recording = RecordingWish("OutboundAPI", channels, form.hook("RecordingStatusCallback"))
    return CallOptions(
        source=source,
        fallback=Source(fallback, form.method("FallbackMethod")) if fallback else None,
        status_hook=form.hook("StatusCallback"),
        status_events=frozenset(events),
        ring_limit=form.number("Timeout", 60, least=1, most=600),
        time_limit=form.number("TimeLimit", 14_400, least=1, most=86_400),
        recording=recording,
        send_digits=digits,
        machine_detection=detection,
        is_detection_async=form.is_true("AsyncAmd"),
        detection_hook=form.hook("AsyncAmdStatusCallback"),
    )


def call_filter(query: Sequence[tuple[str, str]]) -> Callable[[Call], bool]:
    """A test for the calls that a listing's query asks for. Raises Refusal for a time that isn't one."""
    tests = [test for name, value in query if (test := _test_for(name, value))]
    return lambda call: all(test(call) for test in tests)


def _test_for(name: str, value: str) -> Callable[[Call], bool] | None:
    """The test of one query parameter; None for those that don't filter."""
    # "StartTime>=2026-01-31" arrives as the name "StartTime>"; encoded, the "=" may belong to the name.
    name = name.removesuffix("=") if name.endswith((">=", "<=")) else name
    match name:
        case "To":
            return lambda call: call.to == normalise(value)
        case "From":
            return lambda call: call.from_ == normalise(value)
        case "Status":
            return lambda call: call.status == value
        case "ParentCallSid":
            return lambda call: call.parent_sid == value
        case "StartTime" | "StartTime>" | "StartTime<" | "EndTime" | "EndTime>" | "EndTime<":
            return _time_test(name, *_read_time(name, value))
    return None


def _time_test(name: str, start: datetime, end: datetime) -> Callable[[Call], bool]:
    """Whether a call's start or end lies on a day, on it or after (>), before it (<)."""

    def test(call: Call) -> bool:
        at = call.ended_at if name.startswith("End") else (call.started_at or call.created_at)
        if at is None:
            return False
        if name.endswith(">"):
            return at >= start
        return at < start if name.endswith("<") else start <= at < end

    return test


def _read_time(name: str, value: str) -> tuple[datetime, datetime]:
    """The moment that a day or date-time begins and the one it ends. Raises Refusal."""
    try:
        at = datetime.fromisoformat(value)
    except ValueError:
        raise Refusal(400, 20001, f"{name.rstrip('<>')} must be a date or date-time, not {value}") from None
    at = at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
    return at, at + (timedelta(days=1) if len(value) <= 10 else timedelta(seconds=1))


def page_of(query: Mapping[str, str]) -> tuple[int, int]:
    """The number and size of the page a query asks for. Raises Refusal."""
    form = Form(list(query.items()))
    size = form.number("PageSize", 50, least=1, most=1_000)
    return form.number("Page", 0, least=0, most=1_000_000), size


def read_search(query: Mapping[str, str]) -> tuple[str, str]:
    """The area code and the digits that a search for numbers asks for. Raises Refusal."""
    area = query.get("AreaCode", "")
    if area and not re.fullmatch(r"[2-9]\d\d", area, re.ASCII):
        raise Refusal(400, 21601, f"AreaCode is not a valid area code: {area}")
    return area, re.sub(r"[^0-9]", "", query.get("Contains", ""))


# The provider's resources as its REST side shows them.


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


def available_json(number: str) -> dict[str, Any]:
    """A number that can be bought."""
    town, state = place_of(number)
    return {
        "friendly_name": _formatted(number),
        "phone_number": number,
        "lata": None,
        "locality": town or None,
        "rate_center": town or None,
        "latitude": None,
        "longitude": None,
        "region": state or None,
        "postal_code": None,
        "iso_country": "US",
        "address_requirements": "none",
        "beta": False,
        "capabilities": {"voice": True, "SMS": False, "MMS": False},
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


def _formatted(number: str) -> str:
    """A North American number the way people write it."""
    if number.startswith("+1") and len(number) == 12:
        return f"({number[2:5]}) {number[5:8]}-{number[8:]}"
    return number
