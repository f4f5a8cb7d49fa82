"""The server-sent events of an open page: who may hear them, names of what changed, fanned out to all."""

import asyncio
import re
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from typing import Any
from urllib.parse import urlsplit

import structlog
from django.conf import settings
from django.contrib.auth import get_user
from django.db import connections
from django.http import HttpRequest
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import RedisError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from organizations import replica
from organizations.people import sessions
from organizations.redis_servers import connect_async
from organizations.tenancy.live_updates import (
    EVERYTHING,
    KEPT_MS,
    channel,
    memory,
    options,
    organization_of,
    process_channel,
    within_bounds,
)
from organizations.unavailable import is_unavailable

# One subscription to Redis for all pages that a process serves: what it hears goes to those whom it is about.


log = structlog.get_logger(__name__)

SILENCE = 15.0  # seconds until Redis is asked whether it is still there, and again until it is given up
PAUSE = 1.0  # seconds before the next attempt
CLOCKS_MS = 3_000  # how far the clocks of machines may be apart


class Away(Exception):
    """Redis can't be reached: nobody would hear of anything."""


class Reader:
    """An open page: what it is yet to be told. However slow it reads, that is a set of bounded size."""

    def __init__(self, organization_id: int, user_id: int) -> None:
        self.organization_id = organization_id
        self.user_id = user_id
        self.is_let_go = False
        self._names: set[str] = set()
        self._news = asyncio.Event()

    def notify(self, names: Iterable[str]) -> None:
        """Have the page told; what it is told twice it hears once."""
        self._names = within_bounds(self._names.union(names))
        self._news.set()

    def let_go(self) -> None:
        """End the page's stream: it asks again."""
        self.is_let_go = True
        self._news.set()

    async def take(self, *, timeout: float) -> set[str]:
        """Wait for news, at most so many seconds; empty where there are none."""
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout):
                await self._news.wait()
        self._news.clear()
        names, self._names = self._names, set()
        return names


class Fanout:
    """The pages that this process serves, and the subscription; `run` it as long as the process lives."""

    def __init__(self) -> None:
        self._readers: dict[int, set[Reader]] = {}
        self._people: Counter[int] = Counter()
        self._redis: Redis | None = None  # None: away
        self._subscription: Any = None
        self._complete_since = 0  # from this moment (ms) on nothing went by unheard
        self._changing = asyncio.Lock()

    def count_of(self, user_id: int) -> int:
        """Return how many pages of a person are open here."""
        return self._people[user_id]

    @asynccontextmanager
    async def reading(self, reader: Reader) -> AsyncIterator[None]:
        """Have the page told what is new, as long as the block lasts. Raises Away."""
        organization_id = reader.organization_id
        self._people[reader.user_id] += 1
        self._readers.setdefault(organization_id, set()).add(reader)
        try:
            await self._follow(organization_id)
            yield
        finally:
            self._people[reader.user_id] -= 1
            self._people += Counter()  # forget who has none
            self._readers[organization_id].discard(reader)
            await self._follow(organization_id, is_needed=False)

    async def missed(self, organization_id: int, since: int) -> set[str]:
        """Return what changed at `since` (ms since 1970) or later, for a page that wasn't listening. Raises Away."""
        now = time.time_ns() // 1_000_000
        since -= CLOCKS_MS + (round(settings.REPLICA_MAX_LAG * 1000) if replica.is_configured() else 0)
        if self._redis is None:
            raise Away
        if since < max(now - KEPT_MS, self._complete_since):
            return {EVERYTHING}
        try:
            found: Any = await self._redis.zrangebyscore(memory(organization_id), since, "+inf")
        except (RedisError, OSError) as error:
            raise Away from error
        return within_bounds({name.decode() for name in found})

    async def run(self) -> None:
        """Listen to Redis for ever; while it is away every page is let go, so that it asks by itself."""
        is_failing = False
        while True:
            try:
                # Without retries: a subscription that is taken up again by itself has missed something.
                retry = Retry(NoBackoff(), 0)
                redis = connect_async(settings.REDIS_URL, retry=retry, **options())
                async with redis, redis.pubsub() as heard:
                    await heard.subscribe(process_channel(), *map(channel, self._readers))
                    self._redis, self._subscription = redis, heard
                    self._complete_since = time.time_ns() // 1_000_000
                    is_failing = False
                    await self._listen(heard)
            except (RedisError, OSError) as error:
                if not is_failing:
                    log.warning("live updates stand still, browsers ask by themselves", error=str(error))
                is_failing = True
            finally:
                self._redis = self._subscription = None
                self._let_all_go()
            await asyncio.sleep(PAUSE)

    async def _listen(self, heard: Any) -> None:
        is_asked = False
        while True:
            message = await heard.get_message(timeout=SILENCE)
            if message is None and is_asked:
                raise ConnectionLost("Redis doesn't answer")
            is_asked = message is None
            if message is None:
                await heard.ping()
            elif message["type"] == "message":
                organization_id = organization_of(message["channel"])
                for reader in self._readers.get(organization_id or 0, ()):
                    reader.notify(message["data"].decode().split())

    async def _follow(self, organization_id: int, *, is_needed: bool = True) -> None:
        """Subscribe to the organization's channel, or leave it where nobody reads it any more."""
        async with self._changing:
            if not self._readers.get(organization_id):
                self._readers.pop(organization_id, None)
            if self._subscription is None:
                if is_needed:
                    raise Away
                return
            name = channel(organization_id)
            is_followed = name.encode() in self._subscription.channels
            try:
                if organization_id in self._readers and not is_followed:
                    await self._subscription.subscribe(name)
                elif organization_id not in self._readers and is_followed:
                    await self._subscription.unsubscribe(name)
            except (RedisError, OSError) as error:
                if is_needed:
                    raise Away from error

    def _let_all_go(self) -> None:
        for readers in self._readers.values():
            for reader in readers:
                reader.let_go()


# Who may listen: a person with a session, to the organization that the session is at, from our own pages.


SESSION_KEY = re.compile(r"[a-z0-9]{8,64}")

# The ORM waits: apart from the event loop, and from the conversations that the same process holds.
_threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="listeners")


@dataclass(frozen=True, slots=True)
class Listener:
    """A signed-in person and the organization that they see now; None: none, or one that they can't go on in."""

    user_id: int
    organization_id: int | None


async def listener_of(session_key: str) -> Listener | None:
    """Return who has this session at this moment; None where it is nobody's (any more)."""
    if not SESSION_KEY.fullmatch(session_key):
        return None
    return await asyncio.get_running_loop().run_in_executor(_threads, _listener_of, session_key)


def _listener_of(session_key: str) -> Listener | None:
    try:
        request = HttpRequest()
        request.session = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
        request.user = get_user(request)
        if not request.user.is_authenticated:
            return None
        return Listener(request.user.pk, sessions.standing(request).organization_id)
    finally:
        connections.close_all()


def is_from_our_pages(headers: Mapping[str, str]) -> bool:
    """Whether one of our own pages asks: by `Origin`, or by `Sec-Fetch-Site` where a browser leaves that out."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in ("same-origin", "none")
    return origin in our_origins()


def our_origins() -> set[str]:
    """Return where our pages are served: `LOADLINE_PUBLIC_URL`, and what CSRF_TRUSTED_ORIGINS adds."""
    parts = urlsplit(settings.PUBLIC_URL)
    return {f"{parts.scheme}://{parts.netloc}", *settings.CSRF_TRUSTED_ORIGINS}


# The stream of one page.


HEARTBEAT = 15.0  # seconds; proxies end what is silent, and a page that is gone is noticed by it
RECHECK = 60.0  # seconds between two looks whether the session still holds
RETRY_MS = 2_000  # before a browser comes back
MAX_PAGES = 20  # open at once, of a person, in a process
TOGETHER = 0.1  # seconds; what comes meanwhile goes out as one


@asynccontextmanager
async def fanning_out(application: Starlette) -> AsyncIterator[None]:
    """Starlette's lifespan: the subscription lives as long as the process."""
    application.state.fanout = fanout = Fanout()
    running = asyncio.create_task(fanout.run())
    try:
        yield
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running


async def events(request: Request) -> Response:
    """Stream what changes in the organization that the session is at.

    `since` (ms since 1970), or the browser's Last-Event-ID: what changed since then comes first. 401 without a session,
    403 without an organization or from foreign pages, 429 with too many pages open, 503 while Redis or the database is
    away; a stream ends when the session does.
    """
    if not is_from_our_pages(request.headers):
        return _refusal(request, 403, "Only pages of this dashboard may listen.")
    session_key = request.cookies.get(settings.SESSION_COOKIE_NAME, "")
    try:
        listener = await listener_of(session_key)
    except Exception as error:
        if not is_unavailable(error):
            raise
        return _refusal(request, 503, "The database is unavailable.")
    if listener is None:
        return _refusal(request, 401, "Sign in first.")
    if listener.organization_id is None:
        return _refusal(request, 403, "You're not in an active organization.")
    fanout: Fanout = request.app.state.fanout
    if fanout.count_of(listener.user_id) >= MAX_PAGES:
        return _refusal(request, 429, "Too many pages are open.")
    reader = Reader(listener.organization_id, listener.user_id)
    stream = _stream(fanout, reader, session_key, listener, _since(request))
    try:
        first = await anext(stream)
    except Away:
        return _refusal(request, 503, "Redis is unavailable.")
    return StreamingResponse(_all(first, stream), media_type="text/event-stream", headers=_headers(request))


async def _stream(
    fanout: Fanout, reader: Reader, session_key: str, listener: Listener, since: int
) -> AsyncIterator[str]:
    """The events as text, the first one at once. Raises Away before it, or ends."""
    async with fanout.reading(reader):
        yield f"retry: {RETRY_MS}\n" + _event(await fanout.missed(reader.organization_id, since))
        checked_at = time.monotonic()
        while not reader.is_let_go:
            names = await reader.take(timeout=HEARTBEAT)
            if time.monotonic() - checked_at > RECHECK:
                if not await _still_holds(session_key, listener):
                    return
                checked_at = time.monotonic()
            yield _event(names)
            await asyncio.sleep(TOGETHER)


async def _still_holds(session_key: str, listener: Listener) -> bool:
    """Whether the same person still sees the same organization; a database that is away takes nobody's session."""
    try:
        return await listener_of(session_key) == listener
    except Exception as error:
        if not is_unavailable(error):
            raise
        return True


async def _all(first: str, rest: AsyncIterator[str]) -> AsyncIterator[str]:
    try:
        yield first
        async for each in rest:
            yield each
    finally:
        await rest.aclose()  # type: ignore[attr-defined]  # an async generator: it leaves the fan-out


def _event(names: set[str]) -> str:
    """The names, or a heartbeat: an id without data, from which the browser goes on when it comes back."""
    told = f"data: {' '.join(sorted(names))}\n" if names else ""
    return f"id: {time.time_ns() // 1_000_000}\n{told}\n"


def _since(request: Request) -> int:
    """From when on; a value that is no moment is long ago."""
    given = request.headers.get("last-event-id") or request.query_params.get("since", "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 16 else 0


def _refusal(request: Request, status: int, text: str) -> Response:
    return PlainTextResponse(f"{text}\n", status, headers=_headers(request))


def _headers(request: Request) -> dict[str, str]:
    """Nothing is kept or held back on the way; another origin's page may read it where that origin is ours."""
    headers = {"Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no", "Vary": "Origin, Cookie"}
    origin = request.headers.get("origin")
    if origin and is_from_our_pages(request.headers):
        headers |= {"Access-Control-Allow-Origin": origin, "Access-Control-Allow-Credentials": "true"}
    return headers
