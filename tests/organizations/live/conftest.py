"""The process `live` in a thread, pages that listen to it, and a Redis between that can be cut off."""

import os
import queue
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

import httpx
import pytest
from django.conf import settings
from django.test import Client
from redis import Redis

from organizations.dashboard import live_stream
from organizations.tenancy import live_updates
from tests.exchange import free_port
from tests.running import running_live

SUBSCRIBER = f"live-of-tests-{os.getpid()}"  # by which this worker's connection is known to Redis


class Page:
    """An open page: what it was told, one text for each event; `ended` once its stream is over."""

    def __init__(self, response: httpx.Response) -> None:
        self.response = response
        self.told: queue.Queue[str] = queue.Queue()
        self.ids: list[int] = []
        self.ended = threading.Event()
        threading.Thread(target=self._read, daemon=True).start()

    def next(self, seconds: float = 60) -> set[str]:
        """The names of the next event."""
        return set(self.told.get(timeout=seconds).split())

    def hears_nothing(self, seconds: float = 0.8) -> bool:
        """Whether nothing comes for so long."""
        time.sleep(seconds)
        return self.told.empty()

    def _read(self) -> None:
        try:
            for line in self.response.iter_lines():
                kind, _, text = line.partition(": ")
                if kind == "id":
                    self.ids.append(int(text))
                if kind == "data":
                    self.told.put(text)
        except (httpx.HTTPError, httpx.StreamError):
            pass
        finally:
            self.ended.set()


def now_ms() -> int:
    """This moment as events count it."""
    return time.time_ns() // 1_000_000


@pytest.fixture
def live(transactional_db, monkeypatch) -> Iterator[str]:
    """Where the process `live` listens."""
    monkeypatch.setattr(live_stream, "options", lambda: live_updates.options() | {"client_name": SUBSCRIBER})
    with Redis.from_url(settings.REDIS_URL) as redis:
        for key in redis.scan_iter("loadline:live:*"):
            redis.delete(key)
    port = free_port()
    with running_live(port):
        yield f"http://127.0.0.1:{port}"


@pytest.fixture
def ask(live) -> Callable[..., httpx.Response]:
    """Ask for events as a person (or nobody), without reading them."""
    with httpx.Client() as http:
        opened: list[httpx.Response] = []

        def ask(person=None, *, since: int | None = None, cookie: str = "", **headers: str) -> httpx.Response:
            if person is not None:
                client = Client()
                client.force_login(person)
                cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
            headers = {name.replace("_", "-"): value for name, value in headers.items()}
            if cookie:
                headers["Cookie"] = f"{settings.SESSION_COOKIE_NAME}={cookie}"
            params = {} if since is None else {"since": str(since)}
            request = http.build_request("GET", f"{live}/events", params=params, headers=headers, timeout=30)
            response = http.send(request, stream=True)
            if response.status_code == 200:
                opened.append(response)
            else:
                response.read()  # which frees its connection
            return response

        yield ask
        for response in opened:
            with suppress(OSError):  # a thread reads from it: closing waits for that
                response.extensions["network_stream"].get_extra_info("socket").shutdown(socket.SHUT_RDWR)


@pytest.fixture
def listen(ask) -> Callable[..., Page]:
    """Open a page of a person that listens, from this moment on."""

    def listen(person, *, since: int | None = None, **headers: str) -> Page:
        # Whoever came before the subscription stood is told that everything may have changed.
        response = ask(person, since=now_ms() + 60_000 if since is None else since, **headers)
        assert response.status_code == 200, response.read()
        return Page(response)

    return listen
