"""A telephone exchange for tests: the real one, in a thread, at pace 0.

    with running_exchange(voice_url="http://127.0.0.1:8000/phone/numbers/voice") as exchange:
        exchange.subscriber("+13125550142", script=["Hello", "Bye"])
        call = exchange.client().calls.create(to="+13125550142", from_="+13125550100", url=…)
        print(exchange.finished(sid=call.sid)["lines"])

It needs no database.
"""

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import httpx
from twilio.http.http_client import TwilioHttpClient
from twilio.rest import Client

from calls.simulator.network import Settings
from config.management.commands.exchange import HOST, serve
from tests.waiting import wait_until

ACCOUNT_SID = "AC" + "0" * 32
AUTH_TOKEN = "exchange-test-token"
FINAL = {"completed", "busy", "failed", "no-answer", "canceled"}


class LocalHttpClient(TwilioHttpClient):
    """The SDK's own HTTP client with another base URL."""

    def __init__(self, base_url: str, **options: Any) -> None:
        super().__init__(**options)
        self._base_url = base_url

    def request(self, method, url, *args, **kwargs):
        return super().request(method, url.replace("https://api.twilio.com", self._base_url), *args, **kwargs)


@dataclass
class RunningExchange:
    """A running exchange as tests use it: its control side, and an SDK client for its provider side."""

    url: str
    account_sid: str
    auth_token: str
    http: httpx.Client

    def client(self, **options: Any) -> Client:
        """The provider's SDK, speaking to this exchange."""
        http_client = LocalHttpClient(self.url, timeout=options.pop("timeout", 60), **options)
        return Client(self.account_sid, self.auth_token, http_client=http_client)

    def calls(self, **query: str) -> list[dict]:
        """Every call, oldest first; of a `sid`, `to` or `reference` when given."""
        return self.http.get("/exchange/calls", params=query).json()

    def finished(self, *, seconds: float = 60, **query: str) -> dict:
        """The newest call that matches the query, once it is over."""
        return self.wait_for(
            lambda: next((call for call in reversed(self.calls(**query)) if call["status"] in FINAL), None),
            seconds=seconds,
        )

    def wait_for[T](self, look: Callable[[], T], *, seconds: float = 60) -> T:
        """What `look` finds, as soon as it finds something true; a failure tells the exchange's calls."""
        return wait_until(look, self.calls, seconds=seconds)

    def subscriber(self, number: str, **fields: Any) -> dict:
        """Say who picks up at a number: `answer`, `persona` or `script`, `pace`, `ringSeconds`, `seed`, `about`."""
        return self._checked(self.http.put(f"/exchange/subscribers/{quote(number)}", json=fields))

    def inbound(self, *, to: str, from_: str | None = "+13125550142", **fields: Any) -> str:
        """A carrier calls one of our numbers, from its own where `from_` is None; the call's sid.

        `persona` (with `about`, `seed`) or `script`, `pace`, `callerName`.
        """
        body = {"from": from_, "to": to, **fields}
        return self._checked(self.http.post("/exchange/inbound", json=body))["sid"]

    def faults(self, **faults: Any) -> dict:
        """Make the network misbehave: `createCall`, `callbacks`, `relay`."""
        return self._checked(self.http.post("/exchange/faults", json=faults))

    def forget(self) -> None:
        """Forget everything."""
        self.http.delete("/exchange").raise_for_status()

    @staticmethod
    def _checked(response: httpx.Response) -> dict:
        assert response.is_success, f"{response.status_code} {response.text}"
        return response.json()


@contextmanager
def running_exchange(
    *,
    voice_url: str | None = None,
    pace: float = 0,
    patience: float = 6.0,
    port: int | None = None,
    account_sid: str = ACCOUNT_SID,
    auth_token: str = AUTH_TOKEN,
) -> Iterator[RunningExchange]:
    """An exchange on a free port for the time of the block. `patience`: seconds of silence to bear."""
    port = port or free_port()
    url = f"http://{HOST}:{port}"
    settings = Settings(account_sid, auth_token, url, voice_url=voice_url, pace=pace, patience=patience)

    async def run(stop: asyncio.Event) -> None:
        await serve(settings, port, stop=stop)

    with in_thread(run), httpx.Client(base_url=url, timeout=60, trust_env=False) as http:
        wait_for_port(port)
        yield RunningExchange(url, account_sid, auth_token, http)


@contextmanager
def in_thread(run: Callable[[asyncio.Event], Any]) -> Iterator[None]:
    """An event loop in a thread that runs a coroutine until the event that it is given is set."""
    loop = asyncio.new_event_loop()
    stop = asyncio.Event()
    thread = threading.Thread(target=loop.run_until_complete, args=(run(stop),), daemon=True)
    thread.start()
    try:
        yield
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(timeout=60)
        assert not thread.is_alive(), "the thread didn't stop"
        loop.close()


def free_port() -> int:
    """A loopback port that nobody uses."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return probe.getsockname()[1]


def wait_for_port(port: int, *, seconds: float = 60) -> None:
    """Return when somebody listens."""

    def is_open() -> bool:
        with socket.socket() as probe:
            probe.settimeout(1)
            return probe.connect_ex((HOST, port)) == 0

    wait_until(is_open, f"somebody listens at port {port}", seconds=seconds)
