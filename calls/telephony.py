"""The telephone provider: Twilio's REST API through its SDK, wherever TWILIO_API_URL points, and the URLs it calls
back.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import IO, Any
from urllib.parse import urlsplit, urlunsplit

import requests
from django.conf import settings
from twilio.base.exceptions import TwilioException, TwilioRestException, TwilioServiceException
from twilio.http.http_client import TwilioHttpClient
from twilio.request_validator import RequestValidator
from twilio.rest import Client
from urllib3.exceptions import ConnectTimeoutError, NewConnectionError

from calls.models import Agent

REQUEST_TIMEOUT = 8.0  # seconds
RING_SECONDS = 30
MAX_LISTED = 200  # numbers of the account
MAX_RECORDING = 500_000_000  # bytes; ten times what the longest call makes
# Errors that say for sure that nothing was dialed; 408 says that somebody in between gave up waiting.
SAYS_NO = frozenset(range(400, 500)) - {408}


class Refused(Exception):
    """The provider said no, definitely: nothing was dialed. `str()` says why."""


class NotNow(Exception):
    """Nothing was dialed, and it may be tried again: the provider was out of reach or wants us to slow down."""

    retry_after = timedelta(seconds=5)


class Ambiguous(Exception):
    """The request may or may not have been carried out: its answer never came, or made no sense."""


class NotThere(Exception):
    """A recording can't be had, for now; `str()` says why."""


class Unreachable(Exception):
    """What was asked about our numbers got no answer: the provider is away."""


class ErrorAnswer(Exception):
    """The provider's answer is an error, with its HTTP status; inside this module alone."""

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(f"status {status}")
        self.status = status
        self.detail = detail


class _HttpClient(TwilioHttpClient):
    """The SDK's client, speaking to the configured base URL, in short time and never trying again."""

    def __init__(self, base: str) -> None:
        # A kept connection that the other side has closed would make a request ambiguous for nothing.
        super().__init__(pool_connections=False)
        self._base = urlsplit(base)

    def request(self, method: str, url: str, *args: Any, **kwargs: Any) -> Any:
        """As the SDK's, at our base URL and with our time-outs."""
        asked = urlsplit(url)
        kwargs["timeout"] = REQUEST_TIMEOUT
        return super().request(
            method,
            urlunsplit((self._base.scheme, self._base.netloc, asked.path, asked.query, "")),
            *args,
            **kwargs,
        )


@dataclass(frozen=True, slots=True)
class PlacedCall:
    """A call as the provider knows it."""

    sid: str
    status: str
    started_at: datetime | None
    duration: int


@dataclass(frozen=True, slots=True)
class OwnedNumber:
    """A number of the account, and where its calls are led."""

    sid: str
    number: str
    voice_url: str


@dataclass(frozen=True, slots=True)
class Offered:
    """A number that can be bought, and where it is from."""

    number: str
    place: str


@cache
def _client() -> Client:
    return Client(
        settings.TWILIO_ACCOUNT_SID,
        settings.TWILIO_AUTH_TOKEN,
        http_client=_HttpClient(settings.TWILIO_API_URL),
    )


def get_ready() -> None:
    """Do all of a request that can be done before it leaves: loading the SDK takes seconds the first time."""
    _ = _client().calls


def place_call(
    *,
    from_phone: str,
    to_phone: str,
    extension: str,
    callback_url: str,
    longest: timedelta,
    ring_seconds: int = RING_SECONDS,
    is_to_person: bool = False,
) -> str:
    """Dial, and answer with the provider's id of the call. `callback_url` is the root of the call's callbacks.

    `is_to_person` says that the phone is a colleague's, who is to be connected to somebody: then what is to be done
    is only asked for once it is known whether a machine has picked up.

    Raises Refused, NotNow or Ambiguous; there is no idempotency key, so after Ambiguous nobody may simply
    try again.
    """
    parameters: dict[str, Any] = {
        "from_": from_phone,
        "to": to_phone,
        "url": f"{callback_url}/twiml",
        "method": "POST",
        "status_callback": f"{callback_url}/status",
        "status_callback_method": "POST",
        "status_callback_event": ["initiated", "ringing", "answered", "completed"],
        "timeout": ring_seconds,
        "time_limit": int(longest.total_seconds()),
    }
    if is_to_person:
        parameters["machine_detection"] = "Enable"
    elif extension:
        # A second's pause before the digits; machine detection can't be had along with them.
        parameters["send_digits"] = f"W{extension}"
    else:
        parameters |= {
            "machine_detection": "DetectMessageEnd",
            "async_amd": "true",
            "async_amd_status_callback": f"{callback_url}/machine",
            "async_amd_status_callback_method": "POST",
        }
    try:
        with _answered():
            sid = _client().calls.create(**parameters).sid
    except ErrorAnswer as error:
        if error.status == 429:
            raise NotNow from error
        if error.status not in SAYS_NO:
            raise Ambiguous(str(error)) from error
        raise Refused(error.detail or str(error)) from error
    if not isinstance(sid, str) or not sid:
        raise Ambiguous("an answer without a sid")
    return sid


def fetch_call(sid: str) -> PlacedCall | None:
    """The call as the provider has it now, or None where it knows no such call; raises Ambiguous when it is away."""
    try:
        with _answered():
            return _placed(_client().calls(sid).fetch())
    except ErrorAnswer as error:
        if error.status == 404:
            return None
        raise Ambiguous(str(error)) from error
    except NotNow as error:
        raise Ambiguous("out of reach") from error


def calls_between(*, from_phone: str, to_phone: str, since: datetime) -> list[PlacedCall]:
    """Calls between two numbers that began at `since` or later; raises Ambiguous when the provider is away."""
    try:
        with _answered():
            found = _client().calls.list(to=to_phone, from_=from_phone, start_time_after=since, limit=20)
            # A second line bears the same numbers, but nobody asked for it as a call.
            return [_placed(call) for call in found if not call.parent_call_sid]
    except (ErrorAnswer, NotNow) as error:
        raise Ambiguous(str(error) or "out of reach") from error


def second_line(sid: str) -> PlacedCall | None:
    """The line that a call was transferred to, or is to be; None: there is none. Errors as for calls_between()."""
    try:
        with _answered():
            found = _client().calls.list(parent_call_sid=sid, limit=1)
            return _placed(found[0]) if found else None
    except (ErrorAnswer, NotNow) as error:
        raise Ambiguous(str(error) or "out of reach") from error


def hang_up(sid: str) -> None:
    """End a live call; raises Ambiguous when the provider is away, and does nothing where it has ended."""
    _update(sid, status="completed")


def redirect(sid: str, url: str) -> None:
    """Make a live call go on with the TwiML at `url`; errors as for hang_up()."""
    _update(sid, url=url, method="POST")


def download_recording(sid: str, to: IO[bytes]) -> None:
    """Write a recording's sound (WAV) to an open file, piece by piece; raises NotThere."""
    account = settings.TWILIO_ACCOUNT_SID
    url = f"{settings.TWILIO_API_URL}/2010-04-01/Accounts/{account}/Recordings/{sid}.wav"
    try:
        with requests.get(
            url,
            params={"RequestedChannels": 2},
            auth=(account, settings.TWILIO_AUTH_TOKEN),
            timeout=REQUEST_TIMEOUT,
            stream=True,
            allow_redirects=False,  # to wherever somebody says
        ) as response:
            if response.status_code != 200:
                raise NotThere(f"status {response.status_code}")
            written = 0
            for piece in response.iter_content(1 << 16):
                written += to.write(piece)
                if written > MAX_RECORDING:
                    raise NotThere("it is too large")
    except requests.RequestException as error:
        raise NotThere(type(error).__name__) from error
    if not written:
        raise NotThere("it is empty")


def owned_numbers() -> list[OwnedNumber]:
    """Numbers of the account, the newest hundreds of them; raises Unreachable."""
    with _asked_of_numbers():
        return [_owned(each) for each in _client().incoming_phone_numbers.list(limit=MAX_LISTED)]


def owned_number(number: str) -> OwnedNumber | None:
    """The account's number with these digits (E.164), if it has it; raises Refused or Unreachable."""
    with _asked_of_numbers():
        found = _client().incoming_phone_numbers.list(phone_number=number, limit=1)
        return _owned(found[0]) if found else None


def available_numbers(*, country: str, area_code: str = "", most: int) -> list[Offered]:
    """Numbers that can be bought; raises Refused or Unreachable."""
    wanted: dict[str, Any] = {"area_code": int(area_code)} if area_code else {}
    with _asked_of_numbers():
        found = (
            _client()
            .available_phone_numbers(country)
            .local.list(voice_enabled=True, limit=most, page_size=most, **wanted)
        )
        return [Offered(each.phone_number, _place(each.locality, each.region)) for each in found]


def is_available(number: str, *, country: str) -> bool:
    """Whether just this number (E.164) can be bought; raises Refused or Unreachable."""
    with _asked_of_numbers():
        found = _client().available_phone_numbers(country).local.list(contains=number, limit=5, page_size=5)
        return any(each.phone_number == number for each in found)


def buy_number(number: str, *, voice_url: str, status_url: str) -> None:
    """Buy a number (E.164) whose calls are led to us; raises Refused or Unreachable."""
    with _asked_of_numbers():
        _client().incoming_phone_numbers.create(phone_number=number, **_led_to(voice_url, status_url))


def point_number(sid: str, *, voice_url: str, status_url: str) -> None:
    """Lead the calls to a number of the account to us; raises Refused or Unreachable."""
    with _asked_of_numbers():
        _client().incoming_phone_numbers(sid).update(**_led_to(voice_url, status_url))


def is_authentic(url: str, parameters: Mapping[str, Any], signature: str) -> bool:
    """Whether the provider signed this: `url` as we gave it, never as the request's Host header has it."""
    return RequestValidator(settings.TWILIO_AUTH_TOKEN).validate(url, parameters, signature)


def _update(sid: str, **changes: Any) -> None:
    try:
        with _answered():
            _client().calls(sid).update(**changes)
    except ErrorAnswer as error:
        if error.status not in (400, 404):
            raise Ambiguous(str(error)) from error
    except NotNow as error:
        raise Ambiguous("out of reach") from error


@contextmanager
def _answered() -> Iterator[None]:
    """Sort what can go wrong with a request: an error as the answer, never connected, or nothing that makes sense."""
    try:
        yield
    except (TwilioRestException, TwilioServiceException) as error:
        detail = error.msg if isinstance(error, TwilioRestException) else error.detail or error.title
        raise ErrorAnswer(error.status, str(detail or "")) from error
    except requests.RequestException as error:
        if isinstance(error, requests.ConnectionError) and _never_connected(error):
            raise NotNow from error
        raise Ambiguous(type(error).__name__) from error
    except (TwilioException, ValueError, TypeError, KeyError, AttributeError) as error:
        # Pages have errors of their own kind, and the SDK stumbles over JSON of another shape than it expects.
        raise Ambiguous(f"an answer that makes no sense: {type(error).__name__}") from error


@contextmanager
def _asked_of_numbers() -> Iterator[None]:
    """Of numbers nothing is ambiguous: what was bought shows in the list."""
    try:
        with _answered():
            yield
    except ErrorAnswer as error:
        if error.status in SAYS_NO - {401, 403, 429}:
            raise Refused(error.detail or str(error)) from error
        raise Unreachable(str(error)) from error
    except (NotNow, Ambiguous) as error:
        raise Unreachable(str(error) or "out of reach") from error


def _led_to(voice_url: str, status_url: str) -> dict[str, str]:
    return {
        "voice_url": voice_url,
        "voice_method": "POST",
        "status_callback": status_url,
        "status_callback_method": "POST",
    }


def _place(town: str | None, region: str | None) -> str:
    """`Dallas, TX`: towns come in capitals."""
    return ", ".join(filter(None, ((town or "").title(), region)))


def _owned(number: Any) -> OwnedNumber:
    return OwnedNumber(number.sid, number.phone_number, number.voice_url or "")


def _never_connected(error: requests.ConnectionError) -> bool:
    cause = getattr(error.args[0], "reason", None) if error.args else None
    return isinstance(cause, NewConnectionError | ConnectTimeoutError)


def _placed(call: Any) -> PlacedCall:
    return PlacedCall(
        sid=call.sid, status=call.status, started_at=call.start_time, duration=int(call.duration or 0)
    )


# Where the provider finds us: built from the configured public addresses, and from a call's reference alone.


def callback_url(reference: str, step: str = "") -> str:
    """The root of a call's callbacks, or one of them: `twiml`, `status`, `relay-ended` … (`calls.urls`)."""
    root = f"{settings.PUBLIC_URL}/phone/calls/{reference}"
    return f"{root}/{step}" if step else root


def number_urls() -> dict[str, str]:
    """Where the calls to a number of ours are answered, and where their end is told."""
    root = f"{settings.PUBLIC_URL}/phone/numbers"
    return {"voice_url": f"{root}/voice", "status_url": f"{root}/status"}


def relay_url(reference: str) -> str:
    """The WebSocket of a call's conversation."""
    return f"{settings.LIVE_URL}/phone/relay/{reference}"


def locale_of(agent: Agent | None, language: str) -> str:
    """The language as speech services name it: the agent's own where it is that language's, else of the US."""
    own = agent.language if agent else "en-US"
    return own if own[:2].lower() == language else f"{language}-US"
