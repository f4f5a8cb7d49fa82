"""A receiver of events: a real server that keeps what it is sent, and verifies signatures with its own arithmetic."""

import base64
import hashlib
import hmac
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Received:
    """A request as it came."""

    headers: dict[str, str]
    body: bytes
    at: float = field(default_factory=time.time)

    @property
    def event(self) -> dict:
        return json.loads(self.body)


@dataclass
class Receiver:
    """Where it listens, what it got, and what it answers: a status, and perhaps a body and headers."""

    url: str
    received: list[Received] = field(default_factory=list)
    answer: Callable[[Received], tuple] = lambda request: (200,)

    @property
    def events(self) -> list[dict]:
        return [each.event for each in self.received]


def is_signed(request: Received, secret: str, *, now: float | None = None) -> bool:
    """Whether one of the signatures is the secret's, by the text of the Standard Webhooks specification."""
    identifier, stamp = request.headers["webhook-id"], request.headers["webhook-timestamp"]
    if abs((now or time.time()) - int(stamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    right = hmac.new(key, f"{identifier}.{stamp}.".encode() + request.body, hashlib.sha256).digest()
    for signature in request.headers["webhook-signature"].split(" "):
        version, _, given = signature.partition(",")
        if version == "v1" and hmac.compare_digest(base64.b64decode(given), right):
            return True
    return False


@contextmanager
def receiver(answer: Callable[[Received], tuple] = lambda request: (200,)) -> Iterator[Receiver]:
    """A server on this machine, for as long as the block lasts."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(length := int(self.headers["Content-Length"]))
            if len(body) < length:  # the sender died while it sent
                return
            request = Received({name.lower(): value for name, value in self.headers.items()}, body)
            found.received.append(request)
            status, content, headers = (*found.answer(request), b"", {})[:3]
            self.send_response(status)
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 128

        def handle_error(self, *_) -> None:
            """A client that has hung up."""

    server = Server(("127.0.0.1", 0), Handler)
    found = Receiver(f"http://127.0.0.1:{server.server_port}/hook", answer=answer)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield found
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
