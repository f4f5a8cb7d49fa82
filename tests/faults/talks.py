"""Talks that go on beside everything else: as soon as one ends, the next begins, called in or called out."""

import itertools
import threading
from collections import Counter

from django.db import close_old_connections

from calls.models import Call, PhoneNumber
from tests.faults.installation import EXCHANGE, SLUG, Installation, Requests

PACE = 0.35  # seconds a word
PERSONAS = ("agreeable", "haggler", "asks_details", "stubborn", "unknown_load")
STARTED_AT_ONCE = 5  # a second: all at once they would end at once, too
NUMBERS = itertools.count(3_000_000)  # nobody is rung in two soaks


class Talks:
    """So many talks at any moment, from `start` to `stop`."""

    def __init__(self, at: Installation, requests: Requests, count: int) -> None:
        self._at, self._requests, self._count = at, requests, count
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="talks")
        self.called_in: list[str] = []  # the provider's ids
        self.live: list[int] = []  # how many there were, each second
        self.seen: Counter[int] = Counter()  # answers of the exchange

    def start(self) -> None:
        """Begin."""
        self._number = PhoneNumber.unscoped.filter(organization__slug=SLUG).latest("pk").number
        self._thread.start()

    def stop(self) -> None:
        """Begin no more; those that go on end by themselves."""
        self._is_over.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._is_over.wait(1):
            close_old_connections()
            live = Call.unscoped.unfinished().count()
            self.live.append(live)
            for number in range(min(STARTED_AT_ONCE, self._count - live)):
                if number % 2:
                    self._call_out()
                else:
                    self._call_in()

    def _call_in(self) -> None:
        number = next(NUMBERS)
        wish = {
            "from": f"+1312{number}",
            "to": self._number,
            "persona": PERSONAS[number % len(PERSONAS)],
            "pace": PACE,
            "seed": number,
        }
        answer = self._at.http.post(f"{EXCHANGE}/exchange/inbound", json=wish)
        self.seen[answer.status_code] += 1
        if answer.status_code < 300:
            self.called_in.append(answer.json()["sid"])

    def _call_out(self) -> None:
        number = next(NUMBERS)
        self._at.http.put(
            f"{EXCHANGE}/exchange/subscribers/+1312{number}",
            json={
                "persona": PERSONAS[number % len(PERSONAS)],
                "pace": PACE,
                "seed": number,
                "ringSeconds": 1,
            },
        )
        self._at.ask_call(self._requests, number=f"+1312{number}", twice=number % 5 == 0)
