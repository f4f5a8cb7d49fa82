"""From an empty data folder to a first call with a bid on the board: `bin/up`, its link, and a browser; no shell."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from config.local import folder
from tests.config.test_up import free_port, read_until

MAX_CLICKS = 12
OWN = (
    "DATABASE_URL",
    "REDIS_URL",
    "LOADLINE_TEST_SERVERS",
    "LOADLINE_REDIS_DB",
    "LOADLINE_DATABASE_CONNECTIONS",
    "LOADLINE_PORT",
)


@pytest.fixture(scope="module")
def up():
    """`manage.py up` on a folder that holds nothing; the link that it prints."""
    data = Path(tempfile.mkdtemp(prefix="loadline-first-", dir="/tmp")).resolve()
    data.chmod(0o755)
    environment = {name: value for name, value in os.environ.items() if name not in OWN}
    environment |= {
        "LOADLINE_DATA_DIR": str(data),
        "LOADLINE_EXCHANGE_PACE": "0",
        "LOADLINE_STATIC_MANIFEST": "1",
    }
    command = [sys.executable, str(folder.CHECKOUT / "manage.py"), "up", "--no-demo"]
    process = subprocess.Popen(
        [*command, "--port", str(free_port()), "--data-dir", str(data)],
        cwd="/",
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    drain = None
    try:
        printed = "".join(read_until(process, "Press Ctrl-C to stop."))
        card = json.loads((data / "card.json").read_text())
        assert card["sign_up"] in printed
        # Nobody reads on: a full pipe would stop it.
        drain = subprocess.Popen(["cat"], stdin=process.stdout, stdout=subprocess.DEVNULL)
        process.stdout.close()
        yield card, environment
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)
        if drain is not None:
            drain.wait(10)
        folder.end_marked(folder.path_hash(data), grace=1)
        (folder.CHECKOUT / "var" / "runs" / f"{folder.path_hash(data)}.json").unlink(missing_ok=True)
        shutil.rmtree(data, ignore_errors=True)


class Hand:
    """Counts its clicks."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks = page, 0

    def click(self, role: str, name: str) -> None:
        self.page.get_by_role(role, name=name).first.click()
        self.clicks += 1


@pytest.fixture
def page(chromium):
    """A window that complains of nothing."""
    context = chromium.new_context(viewport={"width": 390, "height": 844}, timezone_id="America/Denver")
    context.set_default_timeout(60_000)
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    yield page
    context.close()
    assert not complaints


@pytest.mark.deep
def test_from_nothing_to_a_bid_on_the_board(up, page):
    card, _ = up
    hand = Hand(page)
    page.goto(card["sign_up"])
    page.get_by_label("Brokerage name").fill("Acme Freight")
    page.get_by_label("Your name").fill("Dana West")
    page.get_by_label("Email").fill("dana@acme.example")
    page.get_by_label("Password").fill("a-long-enough-password")
    hand.click("button", "Create brokerage")
    hand.click("link", "Get a number")
    hand.click("button", "Get this number")
    hand.click("link", "Add carriers")
    hand.click("button", "Add sample carriers")
    hand.click("link", "Add a load")
    hand.click("button", "Add a test load")
    hand.click("link", "Make a practice call")
    page.get_by_label("Your phone").fill("(312) 555-0142")
    hand.click("button", "Run a practice call")
    page.wait_for_url("**/calls/*/")
    page.locator(".head .badge", has_text="Completed").wait_for()
    hand.click("link", "Offers")
    expect(page.get_by_role("link", name="Accept").first).to_be_visible()
    expect(page.get_by_text("TEST-482101").first).to_be_visible()
    assert hand.clicks <= MAX_CLICKS

    page.goto(f"{card['url']}/setup/")
    expect(page.get_by_text("6 of 6 done")).to_be_visible()
    assert page.request.get(card["sign_up"]).status == 404


@pytest.mark.deep
def test_the_same_in_two_commands(up):
    card, environment = up

    def manage(*arguments: str) -> str:
        command = [sys.executable, str(folder.CHECKOUT / "manage.py"), *arguments]
        return subprocess.run(
            command,
            env=environment,
            check=True,
            capture_output=True,
            text=True,
        ).stdout

    told = manage("create_organization", "Rocky Top Freight", "--owner", "jo@rocky.example")
    assert f"{card['url']}/invitations/" in told
    told = manage("first_call", "--organization", "rocky-top-freight")
    assert "COMPLETED" in told
    assert "on TEST-482101" in told
