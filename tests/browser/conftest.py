"""A real browser: Debian's Chromium through Playwright, against Django's live server; skipped without one."""

import os
import shutil
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.test import Client

from tests.waiting import wait_until

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright isn't installed")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PATIENCE = 60_000  # milliseconds: other tests keep the machine busy
PASSWORD = "a-long-enough-password"


@pytest.fixture(scope="module")
def chromium() -> Iterator["playwright.Browser"]:
    """The browser, started once a module: its driver leaves no room for other tests' event loops while it lives."""
    if CHROMIUM is None:
        pytest.skip("Chromium isn't installed (apt install chromium): browser tests are skipped")
    playwright.expect.set_options(timeout=PATIENCE)
    with playwright.sync_playwright() as driver:
        # Playwright keeps an event loop in this thread: Django would take our queries for async ones.
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


class Screen:
    """A browser window that collects what the console and the content security policy complain of."""

    def __init__(self, page: "playwright.Page", url: str) -> None:
        self.page, self.url = page, url
        self.complaints: list[str] = []
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def open(self, path: str) -> "playwright.Page":
        """Go to a path of the dashboard."""
        self.page.goto(f"{self.url}{path}")
        return self.page

    def sign_in(self, person) -> "playwright.Page":
        """Sign in by the form."""
        self.open("/sign-in/")
        self.give_password(person)
        self.page.get_by_role("button", name="Sign in").click()
        self.page.wait_for_url(f"{self.url}/")
        return self.page

    def give_password(self, person) -> None:
        """Fill in both steps of the form, as far as the password."""
        self.page.get_by_label("Email").fill(person.email)
        self.page.get_by_role("button", name="Continue").click()
        self.page.get_by_label("Password").fill(PASSWORD)

    def enter(self, person, path: str = "/loads/") -> "playwright.Page":
        """Be signed in already, and go to a path."""
        client = Client()
        client.force_login(person)
        name = settings.SESSION_COOKIE_NAME
        cookie = {"name": name, "value": client.cookies[name].value, "url": self.url}
        self.page.context.add_cookies([cookie])
        return self.open(path)

    def settle(self) -> None:
        """Wait until everything that the page fetches has arrived."""
        self.page.wait_for_load_state("load")
        while self.page.evaluate("Boolean(document.querySelector('[aria-busy=true], .htmx-request'))"):
            self.page.wait_for_timeout(20)

    def is_wider_than_itself(self) -> bool:
        """Whether the page scrolls sideways."""
        return self.page.evaluate("document.documentElement.scrollWidth > window.innerWidth")

    def _hear(self, message: "playwright.ConsoleMessage") -> None:
        # htmx tells of what it was about to fetch when the page was left: that is no fault of a page.
        is_left = message.text.startswith(("htmx:sendAbort", "htmx:afterRequest"))
        if message.type in ("error", "warning") and not is_left:
            self.complaints.append(f"{message.text} ({message.location['url']})")


@pytest.fixture
def hears_nothing(settings) -> None:
    """Pages ask by themselves what is new: `live` doesn't run beside most tests."""
    settings.EVENTS_URL = ""


@pytest.fixture
def window(chromium, live_server, hears_nothing, under_way):
    """Make a window: `window(width=390)`, `window(java_script_enabled=False)`; it ends without complaint."""
    screens: list[Screen] = []

    def make(width: int = 1440, height: int = 900, **options) -> Screen:
        context = chromium.new_context(viewport={"width": width, "height": height}, **options)
        context.set_default_timeout(PATIENCE)
        screens.append(Screen(context.new_page(), live_server.url))
        return screens[-1]

    yield make
    complaints = [complaint for screen in screens for complaint in screen.complaints]
    for screen in screens:
        screen.page.context.close()
    wait_until(lambda: not under_way, "every request is answered")
    assert not complaints


@pytest.fixture
def broker(acme, broker):
    """A broker of acme who can sign in."""
    broker.set_password(PASSWORD)
    broker.save()
    return broker
