"""What `web` does for clients that send or read slowly: they cost no thread, and are given up after a while."""

import socket
import subprocess
import sys
import time
from contextlib import ExitStack, closing

import pytest

from tests.waiting import listens, wait_until

APP = """
import sys
sys.path.insert(0, ROOT)
from django.conf import settings
from django.http import HttpResponse, StreamingHttpResponse
import config.web as web

web.MAX_SILENCE = web.BODY_TIME = 2.0
web.MAX_BODY = 1_000_000

def django(environ, start_response):
    seen = [f"{key}={environ[key]}" for key in sorted(environ) if not key.startswith("wsgi.")]
    body = environ["wsgi.input"].read()
    if environ["PATH_INFO"] == "/endless":
        response = StreamingHttpResponse(b"x" * 1_000_000 for _ in range(1000))
    else:
        response = HttpResponse("\\n".join([*seen, f"{len(body)} bytes"]), headers={"X-One": "1"})
    response.cookies["a"], response.cookies["b"] = "1", "2"
    cookies = [("Set-Cookie", each.OutputString()) for each in response.cookies.values()]
    start_response("200 OK", [*response.items(), *cookies])
    return response

application = web.Web(django, threads=2)
"""


@pytest.fixture(scope="module")
def port(tmp_path_factory):
    """`web` with two threads, little patience, and an application that tells what it got."""
    folder = tmp_path_factory.mktemp("served")
    (folder / "served.py").write_text(APP.replace("ROOT", repr(sys.path[0]), 1))
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        number = listener.getsockname()[1]
    command = f"-m granian --host 127.0.0.1 --port {number} --interface rsgi --no-ws served:application"
    server = subprocess.Popen([sys.executable, *command.split()], cwd=folder)
    try:
        wait_until(lambda: listens(number), "web listens")
        yield number
    finally:
        server.terminate()
        server.wait(timeout=30)


def connected(port, *lines, body=b"", path="/"):
    """A connection on which a request's head, and what there is of its body, was sent."""
    client = socket.create_connection(("127.0.0.1", port), timeout=30)
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\n" + "".join(f"{line}\r\n" for line in lines)
    client.sendall(head.encode() + b"\r\n" + body)
    return client


def answer(client):
    """All that comes until the other side closes."""
    with closing(client):
        received = b""
        while piece := client.recv(65536):
            received += piece
    return received.decode()


def ask(port, *lines, body=b"", path="/"):
    return answer(connected(port, "Connection: close", *lines, body=body, path=path))


@pytest.mark.deep
def test_promised_bodies_that_never_come_keep_nobody_waiting(port):
    with ExitStack() as stack:
        slow = [stack.enter_context(connected(port, "Content-Length: 9", body=b"{")) for _ in range(40)]

        assert ask(port).endswith("\n0 bytes")
        assert all(each.recv(12) == b"HTTP/1.1 408" for each in slow)


@pytest.mark.deep
def test_body_that_trickles_is_given_up(port):
    with connected(port, "Content-Length: 100000") as client:
        client.settimeout(0.2)
        for _ in range(100):
            client.sendall(b"x")
            try:
                assert client.recv(12) == b"HTTP/1.1 408"
                break
            except TimeoutError:
                continue
        else:
            pytest.fail("still waited for after twenty seconds")


def test_answers_that_nobody_reads_keep_nobody_waiting(port):
    with ExitStack() as stack:
        for _ in range(6):
            stack.enter_context(connected(port, path="/endless"))
        time.sleep(0.5)

        assert ask(port).endswith("\n0 bytes")


@pytest.mark.parametrize(
    ("lines", "body", "length"),
    [
        (["Content-Length: 3"], b"abc", 3),
        (["Transfer-Encoding: chunked"], b"3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n", 5),
        (["Content-Length: 400000"], b"x" * 400_000, 400_000),
        (["Content-Length: 0"], b"", 0),
    ],
)
def test_body_arrives_whole(port, lines, body, length):
    told = ask(port, *lines, body=body)

    assert told.endswith(f"\n{length} bytes")
    assert f"CONTENT_LENGTH={length}\n" in told or not length


@pytest.mark.parametrize(
    ("lines", "body"),
    [
        (["Content-Length: 1000001"], b""),
        (["Transfer-Encoding: chunked"], b"f4241\r\n" + b"x" * 1_000_001 + b"\r\n"),
    ],
)
def test_too_long_a_body_is_refused(port, lines, body):
    assert ask(port, *lines, body=body).startswith("HTTP/1.1 413")


def test_request_and_answer_arrive_as_they_were_sent(port):
    told = ask(
        port, "X-Two: 1", "X-Two: 2", "X_Two: 3", "Cookie: a=1", "Cookie: b=2", path="/a%20b/%C3%A9?q=%20a+b"
    )

    assert "\nHTTP_X_TWO=1,2\n" in told
    assert "\nHTTP_COOKIE=a=1; b=2\n" in told
    assert "\nPATH_INFO=/a b/é\n" in told.encode("latin-1", "replace").decode("utf-8", "replace")
    assert "\nQUERY_STRING=q=%20a+b\n" in told
    assert "\nREMOTE_ADDR=127.0.0.1\n" in told
    assert told.lower().count("set-cookie:") == 2
