"""Loadline itself, running in threads of the test: web, live and worker on the test's database, the exchange beside.

Django's live server is `web`, granian serves the relay socket (in a process of its own where that is to be killed), a
thread stands in for the Celery worker, and the telephone exchange is the real one at pace 0: every byte between them
goes over the wire.
"""

import asyncio
import os
import signal
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
import structlog
from celery import current_app
from django.conf import settings
from django.db import connection, connections
from granian.constants import Interfaces
from granian.server.embed import Server
from redis import Redis

import organizations.tenancy.queueing
from calls import telephony
from config.local import folder
from config.local.supervisor import programs
from organizations.tenancy.live_updates import process_channel
from tests.exchange import RunningExchange, free_port, in_thread, running_exchange, wait_for_port
from tests.waiting import wait_until

log = structlog.get_logger(__name__)


@dataclass
class Loadline:
    """Where it listens."""

    web: str
    exchange: RunningExchange


@pytest.fixture
def loadline(live_server, settings, monkeypatch, under_way) -> Iterator[Loadline]:
    """All of Loadline with its exchange, for one test; its database is emptied afterwards."""
    port = free_port()
    with _around(live_server, settings, monkeypatch, under_way, port) as found, running_live(port):
        yield found


@dataclass
class Killable(Loadline):
    """A Loadline whose `live` is a process of its own."""

    live: "LiveProcess"


@pytest.fixture
def killable(live_server, settings, monkeypatch, under_way) -> Iterator[Killable]:
    """As `loadline`, with a `live` that can be killed and started again."""
    port = free_port()
    with _around(live_server, settings, monkeypatch, under_way, port) as found:
        live = LiveProcess(port)
        live.start()
        try:
            yield Killable(found.web, found.exchange, live)
        finally:
            live.kill()


@contextmanager
def _around(live_server, settings, monkeypatch, under_way: list[str], port: int) -> Iterator[Loadline]:
    """Everything but `live`, which is to listen at that port."""
    settings.PUBLIC_URL = live_server.url
    settings.LIVE_URL = f"ws://127.0.0.1:{port}"
    with running_exchange(voice_url=f"{live_server.url}/phone/numbers/voice") as exchange:
        settings.TWILIO_API_URL = exchange.url
        settings.TWILIO_ACCOUNT_SID, settings.TWILIO_AUTH_TOKEN = exchange.account_sid, exchange.auth_token
        telephony._client.cache_clear()
        with _worker(monkeypatch):
            yield Loadline(live_server.url, exchange)
            exchange.forget()
    wait_until(lambda: not under_way, lambda: under_way)
    telephony._client.cache_clear()


class LiveProcess:
    """The process `live`, as `bin/up` starts it, on the test's database."""

    name = "live"

    def __init__(self, port: int) -> None:
        self._port = port
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        program = next(each for each in programs() if each.name == self.name)
        command = list(program.command)
        command[command.index("--port") + 1] = str(self._port)
        database = folder.database_url().rpartition("/")[0] + f"/{connection.settings_dict['NAME']}"
        environment = os.environ | dict(program.environment) | {"DATABASE_URL": database}
        environment["REDIS_URL"] = folder.redis_url()
        self._process = subprocess.Popen(
            command, cwd=folder.CHECKOUT, env=environment, start_new_session=True, stdout=subprocess.DEVNULL
        )
        wait_for_port(self._port, seconds=180)

    def kill(self) -> None:
        """`kill -9`, the process and its workers: no goodbye, no cleaning up."""
        if self._process and self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait(60)


class WebProcess(LiveProcess):
    """The process `web` in the same way."""

    name = "web"


@contextmanager
def running_live(port: int) -> Iterator[None]:
    """The process `live`, in a thread: relay sockets and events, which it listens to Redis for."""

    from config.asgi import application  # noqa: PLC0415 (it warms up, for seconds: not wherever tests are listed)

    async def run(stop: asyncio.Event) -> None:
        server = Server(
            application, address="127.0.0.1", port=port, interface=Interfaces.ASGI, log_enabled=False
        )
        serving = asyncio.create_task(server.serve())
        await stop.wait()
        server.stop()
        await serving

    with in_thread(run), Redis.from_url(settings.REDIS_URL) as redis:
        wait_for_port(port)
        wait_until(lambda: redis.pubsub_numsub(process_channel())[0][1], "it listens to Redis")
        yield


@contextmanager
def _worker(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Tasks run in threads of their own as soon as they are prompted, without a broker between."""

    current_app.loader.import_default_modules()

    def run(name: str, args: tuple) -> None:
        try:
            current_app.tasks[name].apply(args=args, throw=True)
        except Exception:
            log.exception("task failed")
            raise
        finally:
            connections.close_all()

    with ThreadPoolExecutor(max_workers=4, thread_name_prefix="worker") as threads:
        monkeypatch.setattr(
            organizations.tenancy.queueing, "_send_soon", lambda name, args: threads.submit(run, name, args)
        )
        yield
