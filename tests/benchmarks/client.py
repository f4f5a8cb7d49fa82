"""The load: connections that ask for one URL again and again, in a process of their own.

`python -m tests.benchmarks.client` takes a JSON object on standard input (url, token, connections, seconds) and prints
one with the milliseconds of each answer. Plain sockets, so that the client's own work takes little of the machine.
"""

import json
import socket
import sys
import threading
import time
from typing import Any
from urllib.parse import urlsplit

ROOM = 8 * 1024 * 1024


class Refused(Exception):
    """An answer other than 200."""


class Connection:
    """One connection that is kept open."""

    def __init__(self, url: str, token: str) -> None:
        parts = urlsplit(url)
        self._socket = socket.create_connection((parts.hostname, parts.port), timeout=60)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._request = (
            f"GET {parts.path}?{parts.query} HTTP/1.1\r\nHost: {parts.netloc}\r\n"
            f"Authorization: Bearer {token}\r\nAccept: application/json\r\n\r\n"
        ).encode()
        self._room = memoryview(bytearray(ROOM))

    def ask(self) -> memoryview:
        """Send the request and return the answer's body; raises Refused."""
        self._socket.sendall(self._request)
        have, end = 0, -1
        while end < 0:
            have += self._receive(have)
            end = bytes(self._room[: min(have, 4096)]).find(b"\r\n\r\n")
        head = bytes(self._room[:end]).decode("latin-1")
        if not head.startswith("HTTP/1.1 200 "):
            raise Refused(head + bytes(self._room[end:have]).decode(errors="replace"))
        fields = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:])
        whole = end + 4 + int(fields["content-length"])
        while have < whole:
            have += self._receive(have)
        return self._room[end + 4 : whole]

    def _receive(self, have: int) -> int:
        count = self._socket.recv_into(self._room[have:])
        if not count:
            raise Refused("the server hung up")
        return count


def measure(*, url: str, token: str, connections: int, seconds: float) -> dict[str, Any]:
    """Ask over all connections for that long; how long it took in fact, and each answer's milliseconds."""
    took: list[float] = []
    failures: list[Exception] = []
    begin = time.perf_counter()

    def work() -> None:
        try:
            connection = Connection(url, token)
            while (asked := time.perf_counter()) - begin < seconds:
                connection.ask()
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
