"""People at work: pages, callbacks and `/livez` asked for again and again, and how long each took."""

import itertools
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from statistics import quantiles
from typing import Any

import httpx
from django.conf import settings
from django.db import close_old_connections
from django.test import Client
from twilio.request_validator import RequestValidator

from calls.models import Call
from organizations.models import Membership, Organization, User
from organizations.tenancy.states import Role
from tests.faults.installation import SLUG, WEB

PAGES = (
    "/",
    "/loads/",
    "/calls/",
    "/bids/",
    "/analytics/",
    "/loads/?status=all&q=Dallas",
    "/calls/?status=live",
)


class Askers:
    """Threads that ask, from `start` to `stop`; `took` are milliseconds by what was asked for."""

    def __init__(self) -> None:
        self.took: dict[str, list[float]] = defaultdict(list)
        self.seen: dict[str, Counter[int]] = defaultdict(Counter)
        self._is_over = threading.Event()
        self._threads: list[threading.Thread] = []

    def ask(self, kind: str, every: float, prepare: Callable[[int], dict[str, Any] | None]) -> None:
        """From now on, ask every so many seconds for what `prepare` says, None: for nothing this time."""

        def run() -> None:
            with httpx.Client(base_url=WEB, timeout=30, trust_env=False) as http:
                for number in itertools.count():
                    if self._is_over.wait(every):
                        return
                    wanted = prepare(number)
                    if wanted is None:
                        continue
                    began = time.monotonic()
                    try:
                        status = http.request(**wanted).status_code
                    except httpx.HTTPError:
                        status = 0
                    self.took[kind].append((time.monotonic() - began) * 1000)
                    self.seen[kind][status] += 1

        thread = threading.Thread(target=run, name=kind)
        self._threads.append(thread)
        thread.start()

    def stop(self) -> None:
        """Ask no more."""
        self._is_over.set()
        for each in self._threads:
            each.join()

    def p99(self, kind: str) -> float:
        """Milliseconds; endless where nothing was asked for."""
        return p99(self.took[kind])

    def wrong(self, kind: str) -> int:
        """Answers that weren't good."""
        return sum(number for status, number in self.seen[kind].items() if not 200 <= status < 300)


def p99(took: list[float]) -> float:
    """The 99th percentile; endless where there is nothing."""
    return quantiles(took, n=100)[98] if len(took) > 1 else float("inf")


def ask_pages(askers: Askers, *, people: int, every: float) -> None:
    """So many people, each of whom opens a page every so many seconds."""
    for number in range(people):
        cookie = _signed_in(number)

        def prepare(asked: int, cookie: str = cookie, first: int = number) -> dict[str, Any]:
            page = PAGES[(asked + first) % len(PAGES)]
            return {"method": "GET", "url": page, "headers": {"Cookie": cookie}}

        askers.ask("pages", every, prepare)


def ask_callbacks(askers: Askers, *, every: float) -> None:
    """The provider tells again of a call that goes on, as it does where an answer was lost."""
    validator = RequestValidator(settings.TWILIO_AUTH_TOKEN)

    def prepare(_: int) -> dict[str, Any] | None:
        call = Call.unscoped.unfinished().exclude(provider_sid="").order_by("?").first()
        close_old_connections()
        if call is None:
            return None
        path = f"/phone/calls/{call.reference}/status"
        fields = {"CallSid": call.provider_sid, "CallStatus": "in-progress"}
        signature = validator.compute_signature(f"{settings.PUBLIC_URL}{path}", fields)
        return {"method": "POST", "url": path, "data": fields, "headers": {"X-Twilio-Signature": signature}}

    askers.ask("callbacks", every, prepare)


def ask_livez(askers: Askers, *, every: float) -> None:
    """As a front does, to see whether the process lives."""
    askers.ask("livez", every, lambda _: {"method": "GET", "url": "/livez"})


def _signed_in(number: int) -> str:
    """The cookie of another broker."""
    organization = Organization.objects.get(slug=SLUG)
    person, _ = User.objects.get_or_create(email=f"broker-{number}@faults.example")
    Membership.objects.get_or_create(organization=organization, user=person, defaults={"role": Role.BROKER})
    client = Client()
    client.force_login(person)
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
