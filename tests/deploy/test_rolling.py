"""A new release without a refused request: two `web` behind the front, restarted one after the other under load."""

import os
import shutil
import subprocess
import threading
from collections import Counter
from contextlib import ExitStack

import pytest

from config.local.folder import CHECKOUT
from tests.exchange import free_port
from tests.waiting import wait_until
from tests.web_process import Web, status

CADDY = shutil.which("caddy", path=f"{CHECKOUT}/var/deployment/bin:{os.environ['PATH']}")
pytestmark = [pytest.mark.deep, pytest.mark.skipif(not CADDY, reason=".ci/deployment installs Caddy")]


@pytest.fixture
def webs():
    with ExitStack() as until:
        both = [Web(free_port()), Web(free_port())]
        for each in both:
            until.callback(each.kill)
            each.start()
        yield both


@pytest.fixture
def front(webs, tmp_path):
    """Caddy with deploy/Caddyfile, by plain HTTP on a port of this machine."""
    port = free_port()
    environment = os.environ | {
        "HOME": str(tmp_path),
        "XDG_DATA_HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path),
        "LOADLINE_HOST": f"http://127.0.0.1:{port}",
        "LOADLINE_WEB": " ".join(f"127.0.0.1:{each.port}" for each in webs),
        "LOADLINE_LIVE": "127.0.0.1:1",
    }
    command = [CADDY, "run", "--adapter", "caddyfile", "--config", str(CHECKOUT / "deploy" / "Caddyfile")]
    process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    try:
        wait_until(lambda: status(port, "/sign-in/") == 200, "the front answers")
        yield port
    finally:
        process.terminate()
        process.wait(30)


def test_no_request_is_refused_while_each_is_restarted(webs, front):
    seen, is_over = Counter(), threading.Event()

    def ask(path, data):
        while not is_over.wait(0.02):
            seen[path, status(front, path, data)] += 1

    # A page, and a body that is read before its sender is refused.
    asked = {"/sign-in/": None, "/api/v1/webhooks/loads/events": b"{}"}
    askers = [threading.Thread(target=ask, args=item) for item in asked.items() for _ in range(2)]
    for each in askers:
        each.start()
    try:
        for web in webs:
            web.stop()
            web.start()
    finally:
        is_over.set()
        for each in askers:
            each.join()

    assert set(seen) == {("/sign-in/", 200), ("/api/v1/webhooks/loads/events", 401)}, seen
    assert min(seen.values()) > 20


def test_front_keeps_figures_inside(front):
    assert status(front, "/metrics") == 404
    assert status(front, "/readyz") == 404
    assert status(front, "/livez") == 200
