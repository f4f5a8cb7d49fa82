"""What it costs to tell of events: load events and turns of a talk, with an endpoint that asks for all and without.

Telling is what happens in the request or the turn itself; nobody sends, which another process does.
"""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
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


@dataclass
class Talks:
    """The turns that an organization's calls have, in this process: a figure for each round."""

    organization: Organization
    rates: list[float] = field(default_factory=list)  # turns a second
    cpu: list[float] = field(default_factory=list)  # milliseconds of a turn
    database_cpu: list[float] = field(default_factory=list)

    def run(self) -> None:
        """Hold a round's talks, and wait until their messages have left."""
        calls, count = inbound_calls(self.organization, TALKS), TALKS * (1 + len(WORDS))
        before, database_before, begun = time.process_time(), running.database_cpu(), time.perf_counter()
        with scope(self.organization.pk):
            for call, number in calls:
                turns.begin(call, at=timezone.now())
                for words in WORDS:
                    turns.hear(call, words.format(number=number), at=timezone.now(), language=BuiltIn())
        self.rates.append(count / (time.perf_counter() - begun))
        time.sleep(queueing.PAUSE)
        self.cpu.append((time.process_time() - before) / count * 1000)
        self.database_cpu.append((running.database_cpu() - database_before) / count * 1000)


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
        cases = [Case("new load", web, path, _token(each), body=body) for each in pair]
        running.interleave(cases, options)
    for each in pair:
        load_events.throw_away(each)
    without, told = cases
    ratio = (
        (told.cpu + told.database_cpu)
        / len(told.took)
        / (without.cpu + without.database_cpu)
        * len(without.took)
    )
    return [
        _line("new load", without.rate, *_milliseconds(without)),
        _line("new load, told of", told.rate, *_milliseconds(told), ratio),
    ]


def _milliseconds(case: Case) -> tuple[float, float]:
    """Of CPU for each answer: the server's and PostgreSQL's."""
    return case.cpu / len(case.took) * 1000, case.database_cpu / len(case.took) * 1000


def _talks(pair: tuple[Organization, Organization], options: Options) -> list[dict[str, Any]]:
    for each in pair:  # what the first turns alone take isn't counted
        Talks(each).run()
    silent, told = (Talks(each) for each in pair)
    for number in range(options.rounds):
        for talks in (silent, told) if number % 2 else (told, silent):
            talks.run()
    # Of CPU the least round: what else the machine does only adds to it.
    silent_cpu, told_cpu = ([min(talks.cpu), min(talks.database_cpu)] for talks in (silent, told))
    return [
        _line("turn of a talk", median(silent.rates), *silent_cpu),
        _line("turn, told of", median(told.rates), *told_cpu, sum(told_cpu) / sum(silent_cpu)),
    ]


def _line(
    name: str, rate: float, cpu: float, database_cpu: float, more: float | None = None
) -> dict[str, Any]:
    """The table's line; `more` is the CPU of both processes against the line above."""
    return {
        "case": name,
        "per_second": round(rate, 1),
        "cpu_ms": round(cpu, 2),
        "database_ms": round(database_cpu, 2),
        "more": "" if more is None else f"{more - 1:+.1%}",
    }


def _organization(slug: str) -> Organization:
    return brokerage(slug, requests_per_minute=100_000_000)


def _token(organization: Organization) -> str:
    ApiToken.unscoped.of(organization).delete()
    made = organizations.create_token(organization=organization, name="benchmark", by=BY, at=timezone.now())
    return made.plain
