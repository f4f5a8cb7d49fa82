"""Burden everything for as long as wanted, and count: `bin/test --soak [NAME …] [--seconds 600] [--kill-every 60]`.

`events`: 200 load events a second (20 % twice, 5 % malformed), 50 talks at any moment, brokers' pages, three worker
nodes, of which one dies again and again. In the end the tables are held against a model's, every call against the
exchange.
`slow`: 200 each of slow bodies, slow headers, slow readers and idle sockets beside 50 talks, pages and callbacks.
Ends with 1 where something differs, is lost or doubled, or was slower than promised.
"""

import argparse
import contextlib
import itertools
import json
import os
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from statistics import quantiles
from typing import Any

from django.db import close_old_connections
from django.db.models import Count

from bids.models import Booking
from calls.models import Call
from config.local import folder
from config.local.supervisor import give_way, programs
from loads.models import Load, LoadEvent
from loads.services import MAX_REFUSED
from organizations.models import Organization
from tests.faults import DATA
from tests.faults.brokers import Askers, ask_callbacks, ask_livez, ask_pages, p99
from tests.faults.installation import (
    SLUG,
    WEB,
    Installation,
    Requests,
    count,
    ended,
    is_quiet,
    kill,
    say,
)
from tests.faults.talks import Talks
from tests.waiting import wait_until

RATE, TWICE, MALFORMED = 200, 0.2, 0.05
TALKS, BROKERS, PAUSE = 50, 5, 2.0
MAX_WEBHOOK_MS, MAX_LIVEZ_MS, MAX_CALLBACK_MS, MAX_PAGE_MS = 300, 100, 500, 500
NODES = 2  # of workers, beside the one that `up` runs
DOWN = 5.0  # seconds that a node is away
SLOW = 200  # of each kind
EACH_SLOW = 1.0  # seconds between two pieces of what is slow


class Findings:
    """What was held against what was promised."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.wrong = 0

    def check(self, what: str, found: Any, is_good: bool, promised: str) -> None:
        """A line of the report."""
        self.wrong += not is_good
        say(f"| {what} | {found} | {promised} | {'yes' if is_good else 'NO'} |")

    def equal(self, what: str, found: Any, wanted: Any) -> None:
        """What must be the same."""
        self.check(what, found, found == wanted, str(wanted))

    def below(self, what: str, took: list[float], limit: float) -> None:
        """The 99th percentile of so many milliseconds."""
        found = f"p50 {quantiles(took)[1]:.0f} ms, p99 {p99(took):.0f} ms, longest {max(took):.0f} ms, of {len(took)}"
        self.check(what, found, p99(took) < limit, f"p99 < {limit} ms")


# Two more worker nodes beside that of `up`, of which one after the other dies.


class Nodes:
    """Workers, each of which is killed with all its processes in its turn, and comes back."""

    def __init__(self, at: Installation) -> None:
        self._at = at
        self._is_over = threading.Event()
        self._running: dict[int, subprocess.Popen[bytes]] = {}
        self.killed = 0

    def start(self, *, kill_every: float) -> None:
        """Start the other two, and begin to kill."""
        for number in range(NODES):
            self._launch(number)
        wait_until(
            lambda: all(b" ready." in self._log(number).read_bytes() for number in range(NODES)),
            "nodes",
            seconds=120,
        )
        self._thread = threading.Thread(target=self._kill, args=[kill_every], name="nodes")
        self._thread.start()

    def stop(self) -> None:
        """End all but that of `up`."""
        self._is_over.set()
        self._thread.join()
        for each in self._running.values():
            each.terminate()
        for each in self._running.values():
            with contextlib.suppress(subprocess.TimeoutExpired):
                each.wait(20)

    def _kill(self, every: float) -> None:
        for number in itertools.count():
            if self._is_over.wait(every):
                return
            victim = number % (NODES + 1)
            self.killed += 1
            if victim == NODES:
                kill(self._at.pids("celery", "worker@%h"))  # `up` starts it anew
                continue
            kill(self._at.pids("celery", f"node{victim}@%h"))
            self._running[victim].wait()
            if self._is_over.wait(DOWN):
                return
            self._launch(victim)

    def _launch(self, number: int) -> None:
        program = next(each for each in programs() if each.name == "worker")
        command = [word.replace("worker@%h", f"node{number}@%h") for word in program.command]
        command[command.index("--concurrency") + 1] = "2"
        with self._log(number).open("ab") as log:
            self._running[number] = subprocess.Popen(
                command,
                cwd=folder.CHECKOUT,
                env=os.environ | dict(program.environment) | {folder.MARK: folder.path_hash(DATA)},
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
            give_way(self._running[number].pid, program.nice)

    def _log(self, number: int) -> Any:
        return DATA / f"node{number}.log"


# 200 events a second.


def events(at: Installation, findings: Findings, given: argparse.Namespace) -> None:
    """Load events, talks and pages, while worker nodes die."""
    with burdened(at) as burden:
        nodes = Nodes(at)
        nodes.start(kill_every=given.kill_every)
        refused = _refused()  # slow clients' bodies, where those came first
        told = _send_events(at, given.seconds) | {"refused_before": refused}
        nodes.stop()
        live = burden.talks.live[10:]
    say(f"{nodes.killed} worker nodes killed, {min(live, default=0)} to {max(live, default=0)} calls at once")
    say(f"webhook: {told['seen']}, {told['unsure']} unanswered")
    _hold_against_model(findings, told)
    findings.below("webhook", [took for _, took in told["took"]], MAX_WEBHOOK_MS)
    say(f"webhook's p99 by ten seconds, ms: {_by_ten_seconds(told['took'])}")
    findings.below("pages", burden.askers.took["pages"], MAX_PAGE_MS)
    findings.equal("pages that weren't good", burden.askers.wrong("pages"), 0)
    _hold_against_exchange(at, findings, burden)
    _hold_analytics(at, findings)


def _send_events(at: Installation, seconds: float) -> dict[str, Any]:
    given = {
        "host": "127.0.0.1",
        "port": folder.port(),
        "token": at.token,
        "rate": RATE,
        "seconds": seconds,
        "twice": TWICE,
        "malformed": MALFORMED,
        "seed": 1,
    }
    command = [sys.executable, "tests/faults/tms.py"]
    done = subprocess.run(
        command, input=json.dumps(given), capture_output=True, text=True, check=True, cwd=folder.CHECKOUT
    )
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def _by_ten_seconds(took: list[tuple[int, float]]) -> str:
    """The 99th percentile of each ten seconds: whether it is the start, a node's death or all of it that is slow."""
    parts: dict[int, list[float]] = {}
    for second, each in took:
        parts.setdefault(second // 10, []).append(each)
    return " ".join(f"{p99(part):.0f}" for _, part in sorted(parts.items()))


COLUMNS = {
    "status": "status",
    "customerName": "customer_name",
    "equipment": "equipment",
    "weight": "weight",
    "startRate": "start_rate",
    "maxRate": "max_rate",
    "commodity": "commodity",
    "specialInstructions": "special_instructions",
    "locked": "is_locked",
}


def _hold_against_model(findings: Findings, told: dict[str, Any]) -> None:
    """Loads, stops and events as they must be."""
    close_old_connections()
    ours = {"organization__slug": SLUG}
    sent = Load.unscoped.filter(external_id__startswith="S-", **ours).annotate(stop_count=Count("stops"))
    stored = {load.external_id: _as_told(load) for load in sent}
    wanted = {name: _as_wanted(load) for name, load in told["loads"].items()}
    different = [name for name in wanted.keys() | stored.keys() if stored.get(name) != wanted.get(name)]
    for name in different[:5]:
        say(f"{name}: {stored.get(name)} is there, {wanted.get(name)} should be")
    findings.equal("loads", len(stored), len(wanted))
    findings.equal("loads that differ from the model's", len(different), 0)
    taken = LoadEvent.unscoped.filter(is_accepted=True, load__external_id__startswith="S-", **ours).count()
    least, most = told["accepted"], told["accepted"] + told["unsure"]
    findings.check(
        "events taken in", taken, least <= taken <= most, f"{least}" + (f" to {most}" if most > least else "")
    )
    kept = _refused()
    if told["refused_before"] + told["refused"] <= MAX_REFUSED:
        findings.equal("events refused", kept - told["refused_before"], told["refused"])
    else:
        findings.check(
            "events refused", kept, kept >= MAX_REFUSED, f"the last {MAX_REFUSED} of {told['refused']}"
        )
    findings.equal("wrong answers", told["wrong"], [])


def _refused() -> int:
    return LoadEvent.unscoped.filter(is_accepted=False, organization__slug=SLUG).count()


def _as_told(load: Load) -> dict[str, Any]:
    found = {name: _plain(getattr(load, column)) for name, column in COLUMNS.items()}
    return found | {
        "pickupTime": load.pickup_time.isoformat() if load.pickup_time else None,
        "origin": load.origin_zip,
        "destination": load.destination_zip,
        "stops": load.stop_count,  # type: ignore[attr-defined] # annotated
    }


def _as_wanted(load: dict[str, Any]) -> dict[str, Any]:
    found = {name: _plain(load.get(name)) for name in COLUMNS}
    return found | {
        "pickupTime": load["pickupTime"],
        "origin": load["origin"]["zip"],
        "destination": load["destination"]["zip"],
        "stops": len(load["stops"]),
    }


def _plain(value: Any) -> Any:
    if isinstance(value, Decimal):
        return float(value)
    return None if value == "" else value


def _hold_against_exchange(at: Installation, findings: Findings, burden: "Burden") -> None:
    """Every call that was asked for or came in, followed to its end."""
    say("waiting until every call has ended")
    with contextlib.suppress(AssertionError):
        wait_until(is_quiet, "calls end", seconds=600)  # long talks are no stuck ones
    counted = count(at, burden.requests)
    say(f"{len(burden.requests.calls)} calls asked for, {len(burden.talks.called_in)} called in")
    for name in ("lost", "stuck", "never_dialed", "doubled", "errors"):
        findings.equal(f"calls {name}".replace("_", " "), getattr(counted, name), 0)
    findings.check(
        "nobody knows whether they were rung", counted.unknown, True, "told so, never dialed again"
    )
    found = Counter(
        Call.unscoped.filter(provider_sid__in=burden.talks.called_in).values_list("provider_sid", flat=True)
    )
    findings.equal("calls that came in", len(found), len(burden.talks.called_in))
    findings.equal("of them twice", sum(number > 1 for number in found.values()), 0)
    booked = Booking.unscoped.values("load").annotate(times=Count("pk")).filter(times__gt=1).count()
    findings.equal("loads booked twice", booked, 0)


def _hold_analytics(at: Installation, findings: Findings) -> None:
    """What the API tells of these days, against the rows."""
    days = sorted(Call.unscoped.values_list("conversation__created_at__date", flat=True).distinct())
    asked = {"startDate": str(days[0]), "endDate": str(days[-1])}
    answer = at.http.get(
        f"{WEB}/api/v1/analytics", params=asked, headers={"Authorization": f"Bearer {at.token}"}
    )
    told = sum(day["metrics"]["totalCalls"] for day in answer.json()["data"])
    findings.equal("calls in analytics", told, Call.unscoped.filter(organization__slug=SLUG).count())


# Talks and brokers, beside whatever else.


class Burden:
    """What goes on meanwhile."""

    def __init__(self, at: Installation) -> None:
        self.requests = Requests("soak")
        self.talks = Talks(at, self.requests, TALKS)
        self.askers = Askers()


@contextmanager
def burdened(at: Installation) -> Iterator[Burden]:
    """So many talks, and brokers who look at them."""
    burden = Burden(at)
    burden.talks.start()
    try:
        wait_until(lambda: burden.talks.live and burden.talks.live[-1] >= TALKS * 0.9, "talks", seconds=120)
        ask_pages(burden.askers, people=BROKERS, every=PAUSE)
        yield burden
    finally:
        burden.askers.stop()
        burden.talks.stop()


# Slow clients.


def slow(at: Installation, findings: Findings, given: argparse.Namespace) -> None:
    """Everybody who costs nothing but a socket, at once."""
    with burdened(at) as burden:
        crowd = subprocess.Popen(
            [sys.executable, "tests/faults/crowd.py", str(folder.port()), at.token, str(SLOW)],
            cwd=folder.CHECKOUT,
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert crowd.stdout
            crowd.stdout.readline()  # all are there
            ask_livez(burden.askers, every=0.05)
            ask_callbacks(burden.askers, every=0.2)
            time.sleep(given.seconds)
        finally:
            burden.askers.stop()
            crowd.terminate()
            told, _ = crowd.communicate(timeout=30)
        live = burden.talks.live[10:]
    say(f"{min(live, default=0)} to {max(live, default=0)} calls at once; slow clients: {told.strip()}")
    for kind, limit in (("livez", MAX_LIVEZ_MS), ("callbacks", MAX_CALLBACK_MS), ("pages", MAX_PAGE_MS)):
        findings.below(kind, burden.askers.took[kind], limit)
        findings.equal(f"{kind} that weren't good", burden.askers.wrong(kind), 0)
    _hold_against_exchange(at, findings, burden)


SOAKS: dict[str, Callable[[Installation, Findings, argparse.Namespace], None]] = {
    "events": events,
    "slow": slow,
}


def main() -> int:
    """Burden, count, print; 1 where something isn't as promised."""
    parser = argparse.ArgumentParser(prog="bin/test --soak", description="Burden everything, and count.")
    parser.add_argument("names", nargs="*", choices=[*SOAKS, []], help="all of them unless named")
    parser.add_argument("--seconds", type=float, default=60.0, help="of each")
    parser.add_argument(
        "--kill-every", type=float, default=15.0, help="seconds from one worker node's death to the next"
    )
    given = parser.parse_args()
    at, wrong = Installation(), 0
    with at.running():
        Organization.objects.filter(slug=SLUG).update(requests_per_minute=10_000_000)
        for name in given.names or SOAKS:
            findings = Findings(name)
            at.take_token(name)
            say(f"\n{name}, {given.seconds:.0f} s\n\n| what | found | promised | kept |\n|---|---|---|---|")
            SOAKS[name](at, findings, given)
            wrong += findings.wrong
    say("well" if not wrong else f"{wrong} NOT as promised")
    return 1 if wrong else 0


if __name__ == "__main__":
    code = 1
    try:
        code = main()
    finally:
        ended(code)
    sys.exit(code)
