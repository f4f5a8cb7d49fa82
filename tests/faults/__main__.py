"""Break everything that can break while work comes in, and count: `bin/test --faults [NAME …]`.

Each fault has requests of its own, before, while and after it is there. What was acknowledged is followed to its end in
the database and at the telephone exchange, which remembers who was rung how often. Ends with 1 where something was lost
or doubled, a 5xx other than 503 was answered, or work didn't go on in time.
"""

import contextlib
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from statistics import quantiles

from django.db import close_old_connections

from config.local import folder
from tests.faults import DATA
from tests.faults.installation import (
    WEB,
    Installation,
    Requests,
    count,
    ended,
    is_quiet,
    kill,
    redis,
    say,
    stopped,
)
from tests.waiting import wait_until

HEALS_WITHOUT_WEB = 30.0  # where `web` starts anew as a whole
SECONDS = 5.0  # of requests before and after a fault begins
POINTS = (
    *("before-the-claim", "after-the-claim", "before-the-request"),
    *("after-the-answer", "after-the-id-is-stored"),
)
KILLS_A_POINT = 20


# The faults: each breaks something and returns when it isn't broken any more, but for what has to start again.


def kill_web_process(at: Installation, _: Requests) -> None:
    """One of the processes that answer is killed."""
    kill(at.pids("config.web:application")[-1:])


def kill_web(at: Installation, requests: Requests) -> None:
    """All of `web` is killed."""
    requests.may_take = HEALS_WITHOUT_WEB
    kill(at.pids("config.web:application"))


def kill_live(at: Installation, _: Requests) -> None:
    """`live` is killed amid talks: the provider comes back to its successor."""
    kill(at.pids("config.asgi:application"))


def kill_worker(at: Installation, _: Requests) -> None:
    """The worker that dials is killed with its processes."""
    kill(at.pids("celery", "worker@%h"))


def kill_workers_processes(at: Installation, _: Requests) -> None:
    """A process of the worker is killed twenty times, whatever it does."""
    for _ in range(20):
        if children := at.pids("celery", "worker@%h")[1:]:
            kill([random.choice(children)])
        time.sleep(0.3)


def kill_others(at: Installation, _: Requests) -> None:
    """`background`, `sender` and `beat` are killed."""
    kill(at.pids("celery", "background@%h") + at.pids("celery", "sender@%h") + at.pids("celery", " beat "))


def stop_worker(at: Installation, _: Requests) -> None:
    """The worker is asked to end, as at a new release."""
    kill(at.pids("celery", "worker@%h")[:1], number=signal.SIGTERM)


def hang_worker(at: Installation, _: Requests) -> None:
    """The worker hangs for ten seconds."""
    with stopped(at.pids("celery", "worker@%h"), 10):
        pass


def kill_redis(at: Installation, _: Requests) -> None:
    """Valkey is killed, and starts with nothing."""
    kill(at.server_pids("valkey"))


def flush_redis(at: Installation, _: Requests) -> None:
    """Valkey forgets everything, three times."""
    for _ in range(3):
        with redis() as client:
            client.flushall()
        time.sleep(1)


def hang_redis(at: Installation, _: Requests) -> None:
    """Valkey hangs for eight seconds."""
    with stopped(at.server_pids("valkey"), 8):
        pass


def fill_redis(at: Installation, _: Requests) -> None:
    """Valkey has no room: it refuses whatever writes."""
    with redis() as client:
        before = client.config_get("maxmemory")["maxmemory"]
        client.config_set("maxmemory", 1)
        time.sleep(8)
        client.config_set("maxmemory", before)


def kill_database_process(at: Installation, _: Requests) -> None:
    """A process of PostgreSQL is killed: all of its connections end, and it recovers."""
    kill(at.server_pids("postgres")[-1:])


def kill_database(at: Installation, _: Requests) -> None:
    """PostgreSQL is killed."""
    kill(at.server_pids("postgres"))


def hang_database(at: Installation, _: Requests) -> None:
    """PostgreSQL hangs for ten seconds."""
    with stopped(at.server_pids("postgres"), 10):
        pass


def provider_fails(at: Installation, _: Requests) -> None:
    """The provider answers 500 for a while."""
    at.set_faults(createCall={"mode": "500"})
    time.sleep(5)
    at.set_faults()


def provider_is_busy(at: Installation, _: Requests) -> None:
    """The provider answers 429 for a while."""
    at.set_faults(createCall={"mode": "429"})
    time.sleep(5)
    at.set_faults()


def provider_drops(at: Installation, requests: Requests) -> None:
    """The provider dials and doesn't say so."""
    at.set_faults(createCall={"mode": "accept_then_drop"})
    time.sleep(5)
    at.set_faults()


def callbacks_are_lost(at: Installation, _: Requests) -> None:
    """The provider's callbacks don't arrive."""
    at.set_faults(callbacks={"mode": "lost"})
    time.sleep(5)
    at.set_faults()


def callbacks_come_twice(at: Installation, _: Requests) -> None:
    """The provider's callbacks come twice."""
    at.set_faults(callbacks={"mode": "duplicate"})
    time.sleep(5)
    at.set_faults()


def callbacks_are_shuffled(at: Installation, _: Requests) -> None:
    """The provider's callbacks come in any order."""
    at.set_faults(callbacks={"mode": "shuffle"})
    time.sleep(5)
    at.set_faults()


def two_beats(at: Installation, _: Requests) -> None:
    """A second `beat` runs; then the first is killed."""
    command = [sys.executable, "-m", "celery", "-A", "config", "beat", "--pidfile", "", "--schedule"]
    second = subprocess.Popen(
        [*command, str(DATA / "second-beat")],
        cwd=folder.CHECKOUT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    time.sleep(8)
    kill([pid for pid in at.pids("celery", " beat ") if pid != second.pid])
    time.sleep(8)
    second.kill()
    second.wait()


def clock_goes_wrong(at: Installation, _: Requests) -> None:
    """All processes' clocks are ten minutes slow for a while, then ten minutes fast, then right; and messages are lost.

    So that the sweep must find calls, by a clock that was set back.
    """
    for wrong_by in (-600, 600, 0):
        at.set_clock(wrong_by)
        time.sleep(6)
    with redis() as client:
        client.flushall()


def fill_disk(at: Installation, _: Requests) -> None:
    """Valkey can't write its append-only file."""
    filler = at.valkey_disk / "filler"
    with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(1 << 16))
    time.sleep(8)
    filler.unlink()


def slow_senders(at: Installation, requests: Requests) -> None:
    """Two hundred who promise a body and send none, send headers letter by letter, or nothing."""
    host, port = "127.0.0.1", folder.port()
    head = b"POST /api/v1/webhooks/loads/events HTTP/1.1\r\nHost: x\r\nContent-Length: 500000\r\n\r\n"
    begun = [head, b"GET /sign-in/ HTTP/1.1\r\nHos", b""]
    clients = []
    for number in range(200):
        client = socket.create_connection((host, port), timeout=5)
        client.sendall(begun[number % 3])
        clients.append(client)
    took = []
    for _ in range(200):
        began = time.monotonic()
        assert at.http.get(f"{WEB}/livez").status_code == 200
        took.append((time.monotonic() - began) * 1000)
        time.sleep(0.03)
    for client in clients:
        client.close()
    requests.note = f"/livez p99 {quantiles(took, n=100)[98]:.0f} ms"


def killed_at(point: str) -> Callable[[Installation, Requests], None]:
    """The worker's process is killed at a point of dialing."""

    def break_it(at: Installation, requests: Requests) -> None:
        for number in range(KILLS_A_POINT):
            asked = at.points / f"{point}-{number}"
            asked.touch()
            asked.chmod(0o666)
        while list(at.points.glob(f"{point}-*")):
            at.ask_call(requests)
            time.sleep(0.2)

    break_it.__name__ = f"killed_{point.replace('-', '_')}"
    return break_it


FAULTS = [
    *(kill_web_process, kill_web, kill_live, kill_worker, kill_workers_processes, kill_others),
    *(stop_worker, hang_worker, two_beats, clock_goes_wrong, slow_senders),
    *(kill_redis, flush_redis, hang_redis, fill_redis, fill_disk),
    *(kill_database_process, kill_database, hang_database),
    *(provider_fails, provider_is_busy, provider_drops),
    *(callbacks_are_lost, callbacks_come_twice, callbacks_are_shuffled),
    *map(killed_at, POINTS),
]


def main(names: list[str]) -> int:
    """Break, wait, count, print; 1 where something isn't as promised."""
    at, done = Installation(), list[Requests]()
    chosen = [each for each in FAULTS if not names or each.__name__ in names]
    for fault, lacking in ((clock_goes_wrong, at.without_clock), (fill_disk, at.without_disk)):
        if lacking and fault in chosen:
            say(f"{fault.__name__} is left out: {lacking}")
            chosen.remove(fault)
    with at.running():
        for fault in chosen:
            requests = Requests(fault.__name__)
            close_old_connections()
            at.take_token(requests.fault)
            with at.traffic(requests):
                time.sleep(SECONDS)
                fault(at, requests)
                at.wait_until_well(requests)
                time.sleep(SECONDS)
            done.append(requests)
            say(f"{requests.fault}: went on after {requests.healed:.1f} s {requests.note}")
        say("waiting until every call has ended")
        with contextlib.suppress(AssertionError):
            wait_until(is_quiet, "calls end", seconds=300)
        counted = [(each, count(at, each)) for each in done]
    say("")
    say(
        "| fault | accepted | lost | stuck | never dialed | doubled | unknown | 5xx | answers | went on after |"
    )
    say("|---|---|---|---|---|---|---|---|---|---|")
    is_well = True
    for each, found in counted:
        is_late = each.healed > each.may_take
        is_well &= found.is_well and not is_late
        answers = ", ".join(f"{number}× {status or 'none'}" for status, number in sorted(each.seen.items()))
        say(
            f"| {each.fault.replace('_', ' ')} | {len(each.loads) + len(each.calls)} | {found.lost} | "
            f"{found.stuck} | {found.never_dialed} | {found.doubled} | {found.unknown} | {found.errors} | "
            f"{answers} | {each.healed:.1f} s{' LATE' if is_late else ''} |"
        )
    say("well" if is_well else "NOT as promised")
    return 0 if is_well else 1


if __name__ == "__main__":
    code = 1
    try:
        code = main(sys.argv[1:])
    finally:
        ended(code)
    sys.exit(code)
