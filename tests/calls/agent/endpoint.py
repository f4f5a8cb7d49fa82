"""A chat endpoint on this machine, which speaks the API of the well-known ones and behaves as a test tells it."""

import json
import threading
import time
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Endpoint:
    """`script` is what it answers: a list of pieces, pauses, raw bytes, or "drop".

    A pause is a number of seconds, or the event `go_on`.
    """

    def __init__(self):
        self.script, self.status, self.requests = [], 200, []
        self.headers = {"Content-Type": "text/event-stream"}
        self.is_endless, self.finish, self.usage = False, "stop", None
        self._stopped, self.go_on = threading.Event(), threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    @property
    def prompt(self):
        """Everything the last request said."""
        return json.dumps(self.requests[-1]["messages"], ensure_ascii=False)

    def close(self):
        self._stopped.set()
        self.go_on.set()
        self._server.shutdown()
        self._server.server_close()

    def _handler(endpoint):
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                endpoint.requests.append(
                    json.loads(body) | {"path": self.path, "key": self.headers["Authorization"]}
                )
                self.send_response(endpoint.status)
                for name, value in endpoint.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                with suppress(OSError):
                    endpoint._play(self)

            def log_message(self, *_):
                pass

        return Handler

    def _play(self, handler):
        def write(data):
            handler.wfile.write(data)
            handler.wfile.flush()

        for item in self.script:
            if isinstance(item, int | float):
                self._stopped.wait(item)
            elif item is self.go_on:
                self.go_on.wait()
            elif isinstance(item, bytes):
                write(item)
            elif item == "drop":
                handler.connection.shutdown(2)
                return
            else:
                write(_event(item))
        while self.is_endless and not self._stopped.is_set():
            write(_event("and so on, "))
            time.sleep(0.001)
        if self.status == 200:
            write(_event("", finish=self.finish))
            if self.usage is not None:
                write(_event("", usage=self.usage))
            write(b"data: [DONE]\n\n")


def _event(text, finish=None, usage=None):
    chunk = {
        "id": "1",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": "test",
        "choices": [{"index": 0, "delta": {"content": text}, "finish_reason": finish}],
    }
    if usage is not None:
        chunk |= {"choices": [], "usage": usage}
    return f"data: {json.dumps(chunk)}\n\n".encode()
