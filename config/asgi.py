"""The `live` process: ConversationRelay sockets, and the names of what changed, for open pages.

Pages and the API are `web`'s (config/web.py).
"""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ["LOADLINE_DATABASE_CONNECTIONS"] = "pooled"
django.setup()

from django.db import close_old_connections  # noqa: E402 - models can't be imported before django.setup()
from starlette.applications import Starlette  # noqa: E402
from starlette.concurrency import run_in_threadpool  # noqa: E402
from starlette.requests import Request  # noqa: E402
from starlette.responses import JSONResponse, PlainTextResponse, Response  # noqa: E402
from starlette.routing import Route, WebSocketRoute  # noqa: E402

from calls.relay import relay, warm_up  # noqa: E402
from config import health  # noqa: E402
from organizations import metrics  # noqa: E402
from organizations.dashboard.live_stream import events, fanning_out  # noqa: E402

warm_up()


async def livez(request: Request) -> PlainTextResponse:
    """Tell that the process answers; touches nothing."""
    return PlainTextResponse("ok\n")


async def readyz(request: Request) -> JSONResponse:
    """As `web` does: 503 without the database, Redis or a migration."""
    status, told = await run_in_threadpool(_readiness)
    return JSONResponse(told, status)


def _readiness() -> tuple[int, dict[str, Any]]:
    try:
        return health.readiness()
    finally:
        close_old_connections()


@asynccontextmanager
async def living(application: Starlette) -> AsyncIterator[None]:
    """Listen for open pages, and tell that the process lives, as long as it does."""
    beating = asyncio.create_task(health.keep_beating("live"))
    try:
        async with fanning_out(application):
            yield
    finally:
        beating.cancel()


async def figures(request: Request) -> Response:
    """What Prometheus is told of talks and streams."""
    given = request.headers.get("authorization")
    status, kind, text = await run_in_threadpool(metrics.answer, given)
    return Response(text, status, media_type=kind)


application = Starlette(
    routes=[
        Route("/livez", livez),
        Route("/readyz", readyz),
        Route("/metrics", figures),
        Route("/events", events),
        WebSocketRoute("/phone/relay/{reference}", relay),
    ],
    lifespan=living,
)
