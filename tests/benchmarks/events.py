"""What it costs to tell of events: load events and turns of a talk, with an endpoint that asks for all and without.

Telling is what happens in the request or the turn itself; nobody sends, which another process does.
"""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from django.utils import timezone

from calls import turns
from calls.language.understanding import BuiltIn
from organizations import services as organizations
from organizations.events.services import create_endpoint
from organizations.models import ApiToken, Event, EventEndpoint, Organization
from organizations.tenancy import queueing
from organizations.tenancy.actors import system
from organizations.tenancy.scope import scope
from tests.benchmarks import Options, load_events, running
from tests.benchmarks.callers import WORDS
from tests.benchmarks.relay_turns import brokerage, inbound_calls
from tests.benchmarks.running import Case

BY = system("benchmark")
TALKS = 5  # of each organization in each round


type Figures = tuple[
    float, float, float
]  # a second; milliseconds of CPU of each, of the process and of PostgreSQL


@dataclass
class Talks:
    """The turns that an organization's calls have, in this process."""

    organization: Organization

    def run(self) -> Figures:
        """Hold a round's talks, and wait until their messages have left."""
        calls, count = inbound_calls(self.organization, TALKS), TALKS * (1 + len(WORDS))
        before, database_before, begun = time.process_time(), running.database_cpu(), time.perf_counter()
        with scope(self.organization.pk):
            for call, number in calls:
                turns.begin(call, at=timezone.now())
                for words in WORDS:
                    turns.hear(call, words.format(number=number), at=timezone.now(), language=BuiltIn())
        rate = count / (time.perf_counter() - begun)
        time.sleep(queueing.PAUSE)
        cpu, database_cpu = time.process_time() - before, running.database_cpu() - database_before
        return rate, cpu / count * 1000, database_cpu / count * 1000


@dataclass
class Requests:
    """The load events that an organization's TMS sends."""

    case: Case
    options: Options

    def run(self) -> Figures:
        """Send a round's."""
        self.case.forget()
        self.case.run(connections=self.options.connections, seconds=self.options.seconds)
        count = len(self.case.took)
        return self.case.rate, self.case.cpu / count * 1000, self.case.database_cpu / count * 1000


def run(options: Options, say: Callable[[str], None]) -> list[dict[str, Any]]:
    """Measure, and return the table's lines."""
    silent, told = _organization("benchmark-silent"), _organization("benchmark-told")
    EventEndpoint.unscoped.of(told).delete()
    with scope(told.pk):
        create_endpoint(organization=told, url="http://127.0.0.1:9/none", by=BY, at=timezone.now())
    told.refresh_from_db()
    say(f"{options.rounds} rounds of {options.seconds} s of load events and {TALKS} talks each …")
    lines = [*_load_events((silent, told), options), *_talks((silent, told), options)]
    Event.unscoped.of(told).delete()
    return lines


def _load_events(pair: tuple[Organization, Organization], options: Options) -> list[dict[str, Any]]:
    path, body = "/api/v1/webhooks/loads/events", json.dumps(load_events.EVENT)
    with running.service() as web:
        cases = [Requests(Case("new load", web, path, _token(each), body=body), options) for each in pair]
        found = _in_turns(cases, options)
    for each in pair:
        load_events.throw_away(each)
    return _lines("new load", found)


def _talks(pair: tuple[Organization, Organization], options: Options) -> list[dict[str, Any]]:
    return _lines("turn of a talk", _in_turns([Talks(each) for each in pair], options))


def _in_turns(both: Sequence["Talks | Requests"], options: Options) -> list[list[Figures]]:
    """The figures of each for each round, the first of which isn't counted."""
    found: list[list[Figures]] = [[], []]
    for number in range(options.rounds + 1):
        for at in (0, 1) if number % 2 else (1, 0):
            figures = both[at].run()
            if number:
                found[at].append(figures)
    return found


def _lines(name: str, found: list[list[Figures]]) -> list[dict[str, Any]]:
    """Both lines. Of CPU the least of the rounds: what else the machine does only adds to it."""
    rates = [median(rate for rate, _, _ in rounds) for rounds in found]
    cpu, database_cpu = ([min(figures[at] for figures in rounds) for rounds in found] for at in (1, 2))
    more = (cpu[1] + database_cpu[1]) / (cpu[0] + database_cpu[0]) - 1
    return [
        {
            "case": name + words,
            "per_second": round(rates[at], 1),
            "cpu_ms": round(cpu[at], 2),
            "database_ms": round(database_cpu[at], 2),
            "more": f"{more:+.1%}" if at else "",
        }
        for at, words in enumerate(("", ", told of"))
    ]


def _organization(slug: str) -> Organization:
    return brokerage(slug, requests_per_minute=100_000_000)


def _token(organization: Organization) -> str:
    ApiToken.unscoped.of(organization).delete()
    made = organizations.create_token(organization=organization, name="benchmark", by=BY, at=timezone.now())
    return made.plain
