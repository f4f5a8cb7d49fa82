"""The load: connections that ask for one URL again and again, in a process of their own.

`python -m tests.benchmarks.client` takes a JSON object on standard input (url, token, cookie, body, first, connections,
seconds) and prints one with the milliseconds of each answer. Plain sockets, so that the client's own work takes little
of the machine.
"""

import itertools
import json
import socket
import sys
import threading
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

ROOM = 8 * 1024 * 1024


class Refused(Exception):
    """An answer other than a success."""


class Connection:
    """One connection that is kept open."""

    def __init__(self, url: str, headers: dict[str, str]) -> None:
        parts = urlsplit(url)
        self._socket = socket.create_connection((parts.hostname, parts.port), timeout=60)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._path = f"{parts.path}?{parts.query}" if parts.query else parts.path
        self._headers = "".join(
            f"{name}: {value}\r\n" for name, value in (headers | {"Host": parts.netloc}).items()
        )
        self._room = memoryview(bytearray(ROOM))

    def ask(self, body: str | None = None) -> memoryview:
        """Send a GET, or a POST of the body, and return the answer's; raises Refused."""
        self._socket.sendall(self._request(body))
        have, end = 0, -1
        while end < 0:
            have += self._receive(have)
            end = bytes(self._room[: min(have, 4096)]).find(b"\r\n\r\n")
        head = bytes(self._room[:end]).decode("latin-1")
        if not head.startswith("HTTP/1.1 2"):
            raise Refused(head + bytes(self._room[end:have]).decode(errors="replace"))
        fields = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:])
        whole = end + 4 + int(fields["content-length"])
        while have < whole:
            have += self._receive(have)
        return self._room[end + 4 : whole]

    def _request(self, body: str | None) -> bytes:
        if body is None:
            return f"GET {self._path} HTTP/1.1\r\n{self._headers}\r\n".encode()
        encoded = body.encode()
        about = f"Content-Type: application/json\r\nContent-Length: {len(encoded)}\r\n"
        return f"POST {self._path} HTTP/1.1\r\n{self._headers}{about}\r\n".encode() + encoded

    def _receive(self, have: int) -> int:
        count = self._socket.recv_into(self._room[have:])
        if not count:
            raise Refused("the server hung up")
        return count


def bodies(template: str | None, first: int) -> Callable[[], str | None]:
    """What makes the next body: `@n@` in the template is a number that never comes twice, `@k@` one below 1,000."""
    numbers = itertools.count(first)

    def body() -> str | None:
        if template is None:
            return None
        number = next(numbers)
        return template.replace("@n@", str(number)).replace("@k@", str(number % 1000))

    return body


def measure(
    *, url: str, headers: dict[str, str], body: str | None, first: int, connections: int, seconds: float
) -> dict[str, Any]:
    """Ask over all connections for that long; how long it took in fact, and each answer's milliseconds."""
    took: list[float] = []
    failures: list[Exception] = []
    next_body = bodies(body, first)
    begin = time.perf_counter()

    def work() -> None:
        try:
            connection = Connection(url, headers)
            while (asked := time.perf_counter()) - begin < seconds:
                connection.ask(next_body())
                took.append((time.perf_counter() - asked) * 1000)
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(connections)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
    return {"seconds": time.perf_counter() - begin, "took": took}


if __name__ == "__main__":
    print(json.dumps(measure(**json.load(sys.stdin))))  # noqa: T201 (its output is a program's input)
