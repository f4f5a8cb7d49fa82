"""A small application on the other side of the exchange: TwiML, a relay socket, and all callbacks noted."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import parse_qsl

from granian.constants import Interfaces
from granian.server.embed import Server
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from twilio.request_validator import RequestValidator

from tests.exchange import AUTH_TOKEN, free_port, in_thread, wait_for_port


@dataclass
class Post:
    """A request that the application got."""

    path: str
    query: str
    fields: dict[str, str]
    is_signed: bool


@dataclass
class FakeApp:
    """What the application answers and what it got.

    `twiml` maps a path to its document. `talk` is what its agent says, by turns: text or a list of messages;
    when the carrier has answered the last one the agent ends with `handoff`.
    """

    port: int
    twiml: dict[str, str] = field(default_factory=dict)
    talk: list[str | list[dict]] = field(default_factory=list)
    handoff: str | None = None
    speaks_first: bool = True
    posts: list[Post] = field(default_factory=list)
    heard: list[dict] = field(default_factory=list)
    sessions: int = 0
    signatures: list[bool] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def relay_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/relay"

    def relay_twiml(
        self, *, action: str = "", attributes: str = "", children: str = "", after: str = ""
    ) -> str:
        action = f' action="{action}"' if action else ""
        return (
            f'<Response><Connect{action}><ConversationRelay url="{self.relay_url}" {attributes}>{children}'
            f"</ConversationRelay></Connect>{after}</Response>"
        )

    def posts_to(self, path: str) -> list[dict[str, str]]:
        return [post.fields for post in self.posts if post.path == path]

    def prompts(self) -> list[str]:
        return [message["voicePrompt"] for message in self.heard if message["type"] == "prompt"]

    async def answer(self, request: Request) -> Response:
        body = (await request.body()).decode()
        fields = dict(parse_qsl(body, keep_blank_values=True))
        url = f"{self.url}{request.url.path}" + (f"?{request.url.query}" if request.url.query else "")
        signature = request.headers.get("x-twilio-signature", "")
        is_signed = RequestValidator(AUTH_TOKEN).validate(url, fields, signature)
        self.posts.append(Post(request.url.path, request.url.query, fields, is_signed))
        if request.url.path == "/broken":
            return Response("no", 500)
        return Response(self.twiml.get(request.url.path, ""), media_type="text/xml")

    async def relay(self, socket: WebSocket) -> None:
        signature = socket.headers.get("x-twilio-signature", "")
        self.signatures.append(RequestValidator(AUTH_TOKEN).validate(self.relay_url, {}, signature))
        await socket.accept()
        self.sessions += 1
        turns = list(self.talk)
        try:
            self.heard.append(json.loads(await socket.receive_text()))
            if self.speaks_first and turns:
                await self._speak(socket, turns.pop(0))
            while True:
                message = json.loads(await socket.receive_text())
                self.heard.append(message)
                if message["type"] == "prompt" and message["last"]:
                    if not turns:
                        await self._end(socket)
                        return
                    await self._speak(socket, turns.pop(0))
        except WebSocketDisconnect:
            self.heard.append({"type": "disconnected"})

    async def _speak(self, socket: WebSocket, turn: str | list[dict]) -> None:
        if isinstance(turn, str):
            *first, last = turn.split(" ")
            for word in first:
                await socket.send_json({"type": "text", "token": f"{word} ", "last": False})
            turn = [{"type": "text", "token": last, "last": True}]
        for message in turn:
            if "sleep" in message:
                await asyncio.sleep(message["sleep"])
            elif "raw" in message:
                await socket.send_text(message["raw"])
            elif "close" in message:
                await socket.close()
            else:
                await socket.send_json(message)

    async def _end(self, socket: WebSocket) -> None:
        handoff = {} if self.handoff is None else {"handoffData": self.handoff}
        await socket.send_json({"type": "end", **handoff})
        await socket.receive()

    def reset(self) -> None:
        fresh = FakeApp(self.port)
        self.__dict__.update(fresh.__dict__)


@contextmanager
def running_app() -> Iterator[FakeApp]:
    """The application on a free port for the time of the block."""
    fake = FakeApp(free_port())
    app = Starlette(
        routes=[
            WebSocketRoute("/relay", fake.relay),
            Route("/{path:path}", fake.answer, methods=["GET", "POST"]),
        ]
    )

    async def run(stop: asyncio.Event) -> None:
        server = Server(app, port=fake.port, interface=Interfaces.ASGINL, log_enabled=False)
        serving = asyncio.create_task(server.serve())
        await stop.wait()
        server.stop()
        await serving

    with in_thread(run):
        wait_for_port(fake.port)
        yield fake
