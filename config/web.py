"""The `web` process: API, dashboard, admin and the provider's callbacks, for granian's RSGI interface.

Django answers in a thread, of which there are few. A thread is taken only for what Django does: what a client sends is
awaited whole before, and what it reads is sent afterwards, so that slow clients cost no thread.
"""

import asyncio
import gc
import io
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import IO, Any

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.http.response import HttpResponse, HttpResponseBase
from django.template.loader import get_template
from django.urls import reverse
from granian.rsgi import Headers, HTTPProtocol, ProtocolClosed, Scope

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ["LOADLINE_DATABASE_CONNECTIONS"] = "kept"

django = get_wsgi_application()  # for any WSGI server; sets Django up, which models wait for

from config import health, observing  # noqa: E402

MAX_BODY = 32 << 20  # bytes; more than any upload that a page or the API takes
SMALL_BODY = 1 << 16  # bytes; taken as one
MEMORY_BODY = 1 << 20  # bytes; what is longer waits in a file
MAX_SILENCE = 10.0  # seconds between two pieces, of a body or of an answer that nobody reads
BODY_TIME, BODY_RATE = 20.0, 1 << 16  # seconds for the first piece and the last, and bytes a second beyond


class BodyTooLarge(Exception):
    """The body has more than `MAX_BODY` bytes."""


class Web:
    """An RSGI application that hands requests with a complete body to Django."""

    def __init__(self, handler: WSGIHandler, *, threads: int) -> None:
        self._handler = handler
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="web")

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin to tell that it lives. What is there by now stays, and isn't looked through for garbage any more."""
        warm_up()
        gc.collect()
        gc.freeze()
        self._beating = loop.create_task(health.keep_beating("web", self._threads))

    async def __rsgi__(self, scope: Scope, protocol: HTTPProtocol) -> None:
        """Answer one request: 408 where its body doesn't come, 413 where it is too long, else as Django does.

        Whether the process lives is told from here, whatever its threads wait for.
        """
        if scope.path == "/livez" and scope.method in ("GET", "HEAD"):
            return protocol.response_str(200, [("content-type", "application/json")], '{"status": "ok"}')
        if scope.path == "/metrics" and scope.method == "GET":
            # Ahead of Django: Prometheus asks each process by its address, which is none of ALLOWED_HOSTS.
            token = scope.headers.get("authorization")
            status, kind, text = await asyncio.get_running_loop().run_in_executor(
                self._threads, observing.look_at_web, token
            )
            return protocol.response_bytes(status, [("content-type", kind)], text)
        try:
            body = await read_body(scope.headers, protocol)
        except TimeoutError:
            return refuse(protocol, 408, "The request's body didn't arrive in time.")
        except ProtocolClosed:
            return None
        except BodyTooLarge:
            return refuse(protocol, 413, f"The request's body has more than {MAX_BODY:,} bytes.")
        loop = asyncio.get_running_loop()
        answer = await loop.run_in_executor(self._threads, self._answer, scope, body, protocol)
        if answer is None:
            return None
        head, response = answer
        transport = protocol.response_stream(response.status_code, head)
        try:
            pieces = iter(response)
            while (piece := await loop.run_in_executor(self._threads, next_piece, pieces)) is not None:
                async with asyncio.timeout(MAX_SILENCE):
                    await transport.send_bytes(piece)
        except (ProtocolClosed, TimeoutError):
            return None  # they have gone, or read no more
        finally:
            await loop.run_in_executor(self._threads, response.close)

    def _answer(
        self, scope: Scope, body: IO[bytes] | None, protocol: HTTPProtocol
    ) -> tuple[list[tuple[str, str]], HttpResponseBase] | None:
        """Send Django's answer where it is whole; else return it, to be sent piece by piece."""
        head: list[tuple[str, str]] = []

        def start_response(
            _status: str, headers: list[tuple[str, str]], _error: Any = None, /
        ) -> Callable[[bytes], object]:
            head.extend((name.lower(), value) for name, value in headers)
            return lambda _: None  # PEP 3333's way to write, which Django doesn't take

        try:
            response = self._handler(environ_of(scope, body), start_response)
        finally:
            if body is not None:
                body.close()
        if not isinstance(response, HttpResponse):
            close_old_connections()  # the pieces may come from other threads
            return head, response
        # Sent from here: the loop has to wait for the interpreter while other threads compute.
        protocol.response_bytes(response.status_code, head, response.content)
        response.close()
        return None


def warm_up() -> None:
    """Load what the first requests would have to wait for: all views, routes and templates, the MCP server."""
    reverse("livez")
    import_module("config.mcp_server")
    folder = settings.BASE_DIR / "templates"
    for path in sorted(folder.rglob("*.html")):
        get_template(path.relative_to(folder).as_posix())


async def read_body(headers: Headers, protocol: HTTPProtocol) -> IO[bytes] | None:
    """The whole body, from its start; None where there is none.

    TimeoutError where it pauses for more than `MAX_SILENCE`, or takes more than `BODY_TIME` and a second for each
    `BODY_RATE` bytes that came; `BodyTooLarge` as soon as that is known.
    """
    length = headers.get("content-length")
    if length in (None, "0") and "transfer-encoding" not in headers:
        return None
    if length is not None and int(length) > MAX_BODY:
        raise BodyTooLarge
    if length is not None and int(length) <= SMALL_BODY:
        async with asyncio.timeout(BODY_TIME):
            return io.BytesIO(await protocol())
    body = tempfile.SpooledTemporaryFile(MEMORY_BODY)  # noqa: SIM115 - the caller closes it
    received, began = 0, time.monotonic()
    pieces = aiter(protocol)
    try:
        while True:
            until = began + BODY_TIME + received / BODY_RATE
            async with asyncio.timeout(min(MAX_SILENCE, until - time.monotonic())):
                piece = await anext(pieces)
            received += len(piece)
            if received > MAX_BODY:
                raise BodyTooLarge
            body.write(piece)
    except StopAsyncIteration:
        body.seek(0)
        return body
    except BaseException:
        body.close()
        raise


def environ_of(scope: Scope, body: IO[bytes] | None) -> dict[str, Any]:
    """The request as PEP 3333 has it; a header that came several times is one, as granian's own WSGI has it."""
    host, _, port = scope.server.rpartition(":")
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "SERVER_NAME": host,
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": scope.client.rpartition(":")[0].strip("[]"),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": body if body is not None else io.BytesIO(),
        "wsgi.errors": None,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope.headers.items():
        if "_" in name:
            continue  # it could pass for another that a proxy has set
        key = name.upper().replace("-", "_")
        if key not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
            key = f"HTTP_{key}"
        if key in environ:
            environ[key] += ("; " if key == "HTTP_COOKIE" else ",") + value
        else:
            environ[key] = value
    if body is not None:
        environ["CONTENT_LENGTH"] = str(body.seek(0, io.SEEK_END))
        body.seek(0)
    return environ


def next_piece(pieces: Iterator[bytes]) -> bytes | None:
    """The next piece of an answer; None at its end. No connection to the database stays with the thread."""
    try:
        return next(pieces, None)
    finally:
        close_old_connections()


def refuse(protocol: HTTPProtocol, status: int, why: str) -> None:
    """An answer without Django."""
    headers = [("content-type", "text/plain; charset=utf-8"), ("connection", "close")]
    protocol.response_str(status, headers, why + "\n")


# The loop waits for the interpreter while threads compute: for 2 ms, not for Python's usual 5. Shorter turns cost more
# than they give: at 0.5 ms a load event takes 4 % more of the processor.
sys.setswitchinterval(0.002)
application = Web(django, threads=settings.WEB_THREADS)
