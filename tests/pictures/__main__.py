"""Run Loadline on a data folder of its own, let carriers call, and photograph the pages."""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

CHECKOUT = Path(__file__).resolve().parents[2]
READY_WITHIN = 300.0  # seconds: a fresh database, and ninety days of history
MAX_BYTES = 300_000
WIDTH, HEIGHT = 1440, 900


@dataclass(frozen=True)
class Picture:
    """A page: its name, where it is (a link of that address is followed by its row's number), in which scheme."""

    name: str
    path: str
    scheme: str = "light"
    opens: str = ""  # a link of that page, to follow


PICTURES = (
    Picture("today", "/"),
    Picture("loads", "/loads/"),
    Picture("load", "/loads/?q=482101", opens="tbody [data-open]"),
    Picture("call", "/calls/?load=482109", "dark", opens="tbody [data-open]"),
    Picture("bids", "/bids/"),
    Picture("carriers", "/carriers/?origin=Dallas%2C+TX&destination=Atlanta%2C+GA&radius=75"),
    Picture("analytics", "/analytics/"),
    Picture("agents", "/agents/", "dark", opens="tbody [data-open]"),
)
# Who calls before the pictures are taken: one talks to its end, one is still on the line.
CALLERS = (
    {"persona": "haggler", "pace": 0.15, "seed": 7, "about": {"load": "482109", "rate": 3600}},
    {"persona": "haggler", "pace": 0.5, "seed": 3, "about": {"load": "482101", "rate": 2000}},
)
TALK_SECONDS = 45


def main() -> None:
    """Read the command line, run everything, take the pictures, say which are too big."""
    parser = argparse.ArgumentParser(prog="bin/pictures", description="Take the pictures of docs/.")
    parser.add_argument("--port", type=int, default=8460, help="and the four after it")
    parser.add_argument("--to", type=Path, default=CHECKOUT / "docs" / "pictures")
    parser.add_argument("--only", choices=[picture.name for picture in PICTURES], help="this one alone")
    given = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        sys.exit("Chromium isn't installed: apt install chromium")
    given.to.mkdir(parents=True, exist_ok=True)
    with running(given.port) as card, sync_playwright() as driver:
        for caller in CALLERS:
            post(f"{card['exchange']}/exchange/inbound", {"to": card["number"], **caller})
        time.sleep(TALK_SECONDS)
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for picture in PICTURES:
            if given.only in (None, picture.name):
                take(browser, card, picture, given.to / f"{picture.name}.png")
        browser.close()


@contextmanager
def running(port: int) -> Iterator[dict[str, Any]]:
    """Everything that `bin/up` runs, on a new data folder; what it tells in its card."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DATABASE_URL", "REDIS_URL", "CELERY_BROKER_URL", "LOADLINE_DATA_DIR")
    }
    with tempfile.TemporaryDirectory(prefix="loadline-pictures-") as folder:
        data = Path(folder) / "data"
        Path(folder).chmod(0o755)  # the servers don't run as root
        command = [sys.executable, "manage.py", "up", "--port", str(port), "--data-dir", str(data)]
        process = subprocess.Popen(command, cwd=CHECKOUT, env=environment, start_new_session=True)
        try:
            yield wait_for_card(data / "card.json", process)
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(60)


def wait_for_card(path: Path, process: subprocess.Popen[bytes]) -> dict[str, Any]:
    """Return the card once everything is ready."""
    end = time.monotonic() + READY_WITHIN
    while not path.exists():
        if process.poll() is not None or time.monotonic() > end:
            sys.exit("Loadline didn't start; see above.")
        time.sleep(0.5)
    card: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return card | {"password": card["password"] or ""}


def post(url: str, body: dict[str, Any]) -> None:
    """Send JSON."""
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    urllib.request.urlopen(request, timeout=30).close()


def take(browser: Browser, card: dict[str, Any], picture: Picture, to: Path) -> None:
    """Photograph one page as somebody who has just opened it sees it."""
    context = browser.new_context(
        base_url=card["url"],
        viewport={"width": WIDTH, "height": HEIGHT},
        color_scheme="dark" if picture.scheme == "dark" else "light",
        reduced_motion="reduce",
    )
    context.set_default_timeout(60_000)
    page = context.new_page()
    page.goto("/sign-in/")
    page.get_by_label("Email").fill(card["user"])
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Password").fill(card["password"])
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(lambda url: "/sign-in/" not in url)
    answer = page.goto(picture.path)
    if answer is None or not answer.ok:
        sys.exit(f"{picture.path} answered {answer and answer.status}")
    if picture.opens:
        page.goto(page.locator(picture.opens).first.get_attribute("href") or "")
    settle(page)
    page.screenshot(path=to)
    context.close()
    size = to.stat().st_size
    sys.stderr.write(f"{to.name} {size:,} bytes{' — too big' if size > MAX_BYTES else ''}\n")


def settle(page: Page) -> None:
    """Wait until the page's parts have arrived."""
    page.wait_for_load_state("load")
    while page.evaluate("Boolean(document.querySelector('[aria-busy=true], .htmx-request'))"):
        page.wait_for_timeout(50)
    page.wait_for_timeout(500)


if __name__ == "__main__":
    main()
