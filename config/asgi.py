"""The `live` process: ConversationRelay sockets, and the names of what changed, for open pages.

Pages and the API are `web`'s (config/wsgi.py).
"""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("LOADLINE_DATABASE_POOL", "1")
django.setup()

from starlette.applications import Starlette  # noqa: E402 - models can't be imported before django.setup()
from starlette.concurrency import run_in_threadpool  # noqa: E402
from starlette.requests import Request  # noqa: E402
from starlette.responses import PlainTextResponse, Response  # noqa: E402
from starlette.routing import Route, WebSocketRoute  # noqa: E402

from calls.webhooks.relay import relay, warm_up  # noqa: E402
from organizations import metrics  # noqa: E402
from organizations.dashboard.live_stream import events, fanning_out  # noqa: E402

warm_up()


async def livez(request: Request) -> PlainTextResponse:
    """Tell that the process answers; touches nothing."""
    return PlainTextResponse("ok\n")


async def figures(request: Request) -> Response:
    """What Prometheus is told of talks and streams."""
    given = request.headers.get("authorization")
    status, kind, text = await run_in_threadpool(metrics.answer, given)
    return Response(text, status, media_type=kind)


application = Starlette(
    routes=[
        Route("/livez", livez),
        Route("/metrics", figures),
        Route("/events", events),
        WebSocketRoute("/phone/relay/{reference}", relay),
    ],
    lifespan=fanning_out,
)
