"""A local server that answers as sources do: well, slowly, wrongly, or not at all."""

import json
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit


@dataclass
class Reply:
    """What is answered, and how."""

    body: Any = None  # JSON, or bytes as they are
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    after: float = 0.0  # seconds of silence
    trickle: float = 0.0  # seconds between bytes
    breaks_off: bool = False  # says more bytes than it sends


@dataclass
class Asked:
    """A request as it came."""

    method: str
    path: str
    query: dict[str, list[str]]
    headers: dict[str, str]
    body: bytes


class Wires:
    """The server as a test uses it: replies by path, and what was asked."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.asked: list[Asked] = []
        self._replies: dict[str, list[Reply]] = defaultdict(list)

    def on(self, path: str, *replies: Reply) -> None:
        """Answer requests of a path by these, the last one again and again."""
        self._replies[path] = list(replies)

    def reply_to(self, path: str) -> Reply:
        """The next reply; 404 in plain text where there is none."""
        replies = self._replies.get(path) or [Reply(b"identifier not found", 404)]
        return replies.pop(0) if len(replies) > 1 else replies[0]


@contextmanager
def running_wires() -> Iterator[Wires]:
    """A server on a free port of this machine."""
    stopping = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def _serve(self) -> None:
            parts = urlsplit(self.path)
            length = int(self.headers.get("Content-Length", 0))
            path = parts.path.lstrip("/")
            wires.asked.append(
                Asked(self.command, path, parse_qs(parts.query), dict(self.headers), self.rfile.read(length))
            )
            self._answer(wires.reply_to(path))

        do_GET = do_POST = _serve

        def _answer(self, reply: Reply) -> None:
            if stopping.wait(reply.after):
                return
            body = reply.body if isinstance(reply.body, bytes) else json.dumps(reply.body).encode()
            self.send_response(reply.status)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body) + (100 if reply.breaks_off else 0)))
            self.end_headers()
            try:
                if not reply.trickle:
                    self.wfile.write(body)
                    return
                for byte in body:
                    self.wfile.write(bytes([byte]))
                    if stopping.wait(reply.trickle):
                        return
            except OSError:
                pass  # the client has gone away, as it should

        def log_message(self, *_args: Any) -> None:
            """Silence."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        block_on_close = False

    server = Server(("127.0.0.1", 0), Handler)
    wires = Wires(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield wires
    finally:
        stopping.set()
        server.shutdown()
        server.server_close()
        thread.join(timeout=60)


def elapsed_since(begin: float) -> float:
    """Seconds since a reading of the monotonic clock."""
    return time.monotonic() - begin
