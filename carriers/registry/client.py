"""HTTP to a source: bounded in time and size, with retries and a circuit breaker."""

import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any

import httpx
import orjson
import structlog
from django.core.cache import cache
from tenacity import (
    Retrying,
    retry_if_exception_type,
    stop_after_attempt,
    stop_before_delay,
    wait_exponential,
    wait_random,
)

from carriers.registry.findings import Nonsense, Refused, SourceError, Unavailable

# A source that fails is left alone for a while, by all processes together: being down costs nobody anything.


FAILURES = 3  # in a row; then it rests
FIRST_REST = timedelta(minutes=1)  # doubled with each further failure
MAX_COOLDOWN = timedelta(minutes=30)
PROBE = timedelta(seconds=30)  # one asks whether it is back, the others wait for that
REMEMBERED = timedelta(hours=2)


def check_circuit(name: str) -> None:
    """Raise Unavailable while the source rests, and while somebody else finds out whether it is back."""
    known = cache.get_many([_failures(name), _rest(name)])
    if _rest(name) in known:
        raise Unavailable("Not asked for a while after failures.", retry_after=FIRST_REST)
    if known.get(_failures(name), 0) >= FAILURES and not cache.add(_probe(name), 1, PROBE.total_seconds()):
        raise Unavailable("Another request is checking if it's back.", retry_after=FIRST_REST)


def note_answer(name: str) -> None:
    """It answers: forget its failures."""
    cache.delete_many([_failures(name), _rest(name), _probe(name)])


def note_failure(name: str) -> None:
    """It failed: from the third time in a row on it rests, longer each time."""
    cache.add(_failures(name), 0, REMEMBERED.total_seconds())
    count = cache.incr(_failures(name))
    if count >= FAILURES:
        doublings = min(count - FAILURES, 10)
        _open_circuit(name, min(FIRST_REST * 2**doublings, MAX_COOLDOWN))


def note_limit(name: str, pause: timedelta) -> None:
    """It has had enough of us, and says for how long."""
    _open_circuit(name, min(pause, MAX_COOLDOWN))


def _open_circuit(name: str, pause: timedelta) -> None:
    cache.set(_rest(name), 1, pause.total_seconds())
    cache.delete(_probe(name))


def _failures(name: str) -> str:
    return f"carriers:{name}:failures"


def _rest(name: str) -> str:
    return f"carriers:{name}:rest"


def _probe(name: str) -> str:
    return f"carriers:{name}:probe"


log = structlog.get_logger(__name__)

MAX_ANSWER = 2_000_000  # bytes
DEFAULT_PAUSE = timedelta(minutes=1)  # after a 429 that names none
TRIES = 3


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds: for a connection, for a request, and for all that one look-up takes, tries and pauses included."""

    connect: float = 2.0
    request: float = 5.0
    total: float = 12.0
    pause: float = 0.25  # before the second try, then twice as long


@dataclass(frozen=True, slots=True)
class Answer:
    """A status that is the source's own business to understand, and its JSON; `data` is None where it has none."""

    status: int
    data: Any


class _Passing(Unavailable):
    """A failure that may be over in a moment."""


class Wire(AbstractContextManager["Wire"]):
    """One look-up's requests to a source; all of them share the patience.

    `secret_params` go into each request's query and, like `headers`, nowhere else: neither logs nor errors have them.
    """

    def __init__(
        self,
        name: str,
        base_url: str,
        *,
        patience: Patience,
        headers: Mapping[str, str] | None = None,
        secret_params: Mapping[str, str] | None = None,
    ) -> None:
        self._name = name
        self._base_url = base_url.rstrip("/")
        self._patience = patience
        self._params = dict(secret_params or {})
        self._headers = {"Accept": "application/json", "User-Agent": "Loadline"} | dict(headers or {})

    def __enter__(self) -> "Wire":
        check_circuit(self._name)
        self._until = time.monotonic() + self._patience.total
        # A redirect would carry the key to wherever it points.
        self._client = httpx.Client(headers=self._headers, follow_redirects=False)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> None:
        """Close, and note how it went: an answer that makes no sense counts as a failure too."""
        self._client.close()
        if error is None:
            note_answer(self._name)
        elif isinstance(error, SourceError):
            log.warning(
                "carrier source failed", source=self._name, error=str(error), kind=type(error).__name__
            )
            if not isinstance(error, _Limited):
                note_failure(self._name)

    def get(self, path: str) -> Answer:
        """GET a path below the base; raises SourceError. Statuses from 400 to 499 that mean no refusal are answers."""
        return self._ask("GET", path)

    def post(self, path: str, **body: Any) -> Answer:
        """POST a search, `json=` or `data=`, which changes nothing there and so may be tried again."""
        return self._ask("POST", path, **body)

    def _ask(self, method: str, path: str, **body: Any) -> Answer:
        again = Retrying(
            retry=retry_if_exception_type(_Passing),
            stop=stop_after_attempt(TRIES) | stop_before_delay(max(0.0, self._left())),
            wait=wait_exponential(self._patience.pause) + wait_random(0, self._patience.pause),
            reraise=True,
        )
        return again(self._once, method, path, **body)

    def _once(self, method: str, path: str, **body: Any) -> Answer:
        left = min(self._left(), self._patience.request)
        if left <= 0:
            raise Unavailable(f"No answer within {self._patience.total:g} seconds.")
        timeout = httpx.Timeout(left, connect=min(left, self._patience.connect))
        url = f"{self._base_url}/{path}"
        try:
            with self._client.stream(method, url, params=self._params, timeout=timeout, **body) as response:
                content = b"".join(self._pieces(response, time.monotonic() + left))
        except httpx.TimeoutException:
            raise _Passing(f"No answer within {left:.1f} seconds.") from None
        except httpx.DecodingError:
            raise Nonsense("The answer is garbled.") from None
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            # The URL holds the key: only the kind of error is told.
            raise _Passing(f"Not reachable: {type(error).__name__}.") from None
        return self._understood(response, content)

    def _pieces(self, response: httpx.Response, until: float) -> Iterator[bytes]:
        """The body; httpx's own limit begins anew with each piece, so a trickle would never end."""
        size = 0
        for piece in response.iter_bytes():
            size += len(piece)
            if size > MAX_ANSWER:
                raise Nonsense(f"The answer has more than {MAX_ANSWER:,} bytes.")
            if time.monotonic() > until:
                raise _Passing("The answer comes too slowly.")
            yield piece

    def _understood(self, response: httpx.Response, content: bytes) -> Answer:
        status = response.status_code
        if status == 429:
            pause = _pause(response.headers.get("Retry-After", ""))
            note_limit(self._name, pause)
            raise _Limited("It has had enough requests of us.", retry_after=pause)
        if status in (401, 403, 407):
            raise Refused(f"It refuses us: status {status}.")
        if status >= 500 or status in (408, 425):
            raise _Passing(f"Status {status}.")
        if 300 <= status < 400:
            raise Refused(f"The address has moved: status {status}.")
        try:
            return Answer(status, orjson.loads(content))
        except orjson.JSONDecodeError:
            if status == 200:
                raise Nonsense("The answer is no JSON.") from None
            return Answer(status, None)

    def _left(self) -> float:
        return self._until - time.monotonic()


class _Limited(Unavailable):
    """429: the source is well, only not for us right now."""


def _pause(header: str) -> timedelta:
    """What Retry-After says: seconds, or a date."""
    if header.strip().isdecimal():
        return timedelta(seconds=min(int(header), 86_400))
    try:
        wait = parsedate_to_datetime(header) - datetime.now(UTC)
    except (ValueError, TypeError):
        return DEFAULT_PAUSE
    return max(wait, timedelta(seconds=1))
