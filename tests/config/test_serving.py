"""How `web` and `live` are served: one killed worker is replaced, and slow headers hold no connection."""

import os
import signal
import socket
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from urllib.request import urlopen

import pytest

from config.local.supervisor import SERVING
from tests.waiting import listens, wait_until

pytestmark = pytest.mark.deep

APP = """
import os
def application(environ, start_response):
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [str(os.getpid()).encode()]
"""


def answers(port, number=20):
    """The worker that each of so many requests was answered by; those that a killed one held are reset."""
    found = Counter()
    for _ in range(number):
        with suppress(OSError), urlopen(f"http://127.0.0.1:{port}/", timeout=10) as answer:
            found[int(answer.read())] += 1
    return found


@pytest.fixture
def port(tmp_path):
    """A server of two workers, started as `bin/up` starts them."""
    (tmp_path / "served.py").write_text(APP)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        number = listener.getsockname()[1]
    command = f"-m granian --host 127.0.0.1 --port {number} --workers 2 --interface wsgi {SERVING} served:application"
    server = subprocess.Popen([sys.executable, *command.split()], cwd=tmp_path, stderr=subprocess.DEVNULL)
    try:
        wait_until(lambda: listens(number), "the server listens")
        yield number
    finally:
        server.terminate()
        server.wait(timeout=30)


def test_killed_worker_is_replaced_while_the_other_goes_on(port):
    wait_until(lambda: len(answers(port)) > 1, "both workers answer")
    killed = next(iter(answers(port)))
    os.kill(killed, signal.SIGKILL)

    wait_until(lambda: killed not in (seen := answers(port)) and len(seen) > 1, "another takes its place")


def test_headers_that_never_end_are_given_up(port):
    with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
        client.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
        assert b"200" not in client.recv(1000)
