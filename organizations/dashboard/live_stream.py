"""The server-sent events of an open page, and who may hear them: names of what changed, nothing else."""

import asyncio
import re
import time
from collections.abc import AsyncIterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from urllib.parse import urlsplit

import structlog
from django.conf import settings
from django.contrib.auth import get_user
from django.db import connections
from django.http import HttpRequest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from organizations.dashboard.live_fanout import Away, Fanout, Reader
from organizations.people import membership
from organizations.unavailable import is_unavailable

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
        return Listener(request.user.pk, membership.standing(request).organization_id)
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


log = structlog.get_logger(__name__)

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
