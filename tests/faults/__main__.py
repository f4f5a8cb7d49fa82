"""Break everything that can break while work comes in, and count: `bin/test --faults [NAME …]`.

Each fault has requests of its own, before, while and after it is there. What was acknowledged is followed to its end in
the database and at the telephone exchange, which remembers who was rung how often. Ends with 1 where something was lost
or doubled, a 5xx other than 503 was answered, or work didn't go on in time.
"""

import os
import sys
import tempfile
from pathlib import Path

DATA = Path(tempfile.mkdtemp(prefix="loadline-faults-", dir="/tmp")).resolve()
DATA.chmod(0o755)
for name in ("DATABASE_URL", "REDIS_URL", "CELERY_BROKER_URL", "LOADLINE_TEST_SERVERS"):
    os.environ.pop(name, None)
os.environ |= {"LOADLINE_DATA_DIR": str(DATA), "DJANGO_SETTINGS_MODULE": "config.settings"}

from tests.config.test_up import free_port  # noqa: E402 - settings read the folder

os.environ["LOADLINE_PORT"] = str(free_port())

import django  # noqa: E402

django.setup()

import contextlib  # noqa: E402
import itertools  # noqa: E402
import random  # noqa: E402
import shutil  # noqa: E402
import signal  # noqa: E402
import socket  # noqa: E402
import subprocess  # noqa: E402
import threading  # noqa: E402
import time  # noqa: E402
from collections import Counter  # noqa: E402
from collections.abc import Callable, Iterator  # noqa: E402
from contextlib import contextmanager  # noqa: E402
from dataclasses import dataclass, field  # noqa: E402
from statistics import quantiles  # noqa: E402

import httpx  # noqa: E402
from django.conf import settings  # noqa: E402
from django.db import close_old_connections  # noqa: E402
from django.utils import timezone  # noqa: E402
from redis import Redis  # noqa: E402

from calls.models import Agent, Call, CallingRules  # noqa: E402
from calls.states import AgentPurpose, CallStatus  # noqa: E402
from config.local import folder  # noqa: E402
from config.local.supervisor import PORTS, url  # noqa: E402
from loads.models import Load  # noqa: E402
from organizations.models import Organization  # noqa: E402
from organizations.services import create_token  # noqa: E402
from organizations.tenancy.actors import system  # noqa: E402
from organizations.tenancy.states import Scope  # noqa: E402
from tests.waiting import wait_until  # noqa: E402

HEALS_IN = 10.0  # seconds until work goes on once the fault is over
HEALS_WITHOUT_WEB = 30.0  # where `web` starts anew as a whole
SECONDS = 5.0  # of requests before and after a fault begins
UNKNOWN = "dial_outcome_unknown"
WEB, EXCHANGE = url(PORTS["web"], ""), url(PORTS["exchange"], "")
POINTS = (
    *("before-the-claim", "after-the-claim", "before-the-request"),
    *("after-the-answer", "after-the-id-is-stored"),
)
KILLS_A_POINT = 20


@dataclass
class Requests:
    """What was asked for while one fault was there, and what came of it."""

    fault: str
    loads: list[str] = field(default_factory=list)  # acknowledged
    calls: list[tuple[int, str]] = field(default_factory=list)  # acknowledged: id and number
    seen: Counter[int] = field(default_factory=Counter)  # statuses; 0 where nothing was answered
    healed: float = 0.0  # seconds
    may_take: float = HEALS_IN
    note: str = ""


class Installation:
    """Everything, as `bin/up` runs it, on an empty folder."""

    def __init__(self) -> None:
        self.points = DATA / "points"
        self.points.mkdir()
        self.points.chmod(0o777)
        self._numbers = itertools.count(2_000_000)
        self.http = httpx.Client(timeout=20, trust_env=False)
        self.token = self.agent = ""

    @contextmanager
    def running(self) -> Iterator[None]:
        """Started and set up; ended in any case."""
        places = [str(Path(__file__).parent / "points"), os.environ.get("PYTHONPATH", "")]
        environment = os.environ | {
            "LOADLINE_EXCHANGE_PACE": "0",
            "LOADLINE_FAULT_POINTS": str(self.points),
            "PYTHONPATH": os.pathsep.join(filter(None, places)),
        }
        log = (DATA / "up.log").open("wb")
        up = subprocess.Popen(
            [sys.executable, "manage.py", "up", "--no-demo"],
            cwd=folder.CHECKOUT,
            env=environment,
            stdout=log,
            stderr=log,
        )
        try:
            wait_until(
                lambda: b"Loadline is ready" in (DATA / "up.log").read_bytes(), "up is ready", seconds=240
            )
            self._set_up()
            yield
        finally:
            up.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                up.wait(30)
            up.kill()
            folder.end_marked(folder.path_hash(DATA), grace=1)

    def _set_up(self) -> None:
        self.manage("create_organization", "Faults Freight", "--owner", "jo@faults.example")
        self.manage("first_call", "--organization", "faults-freight")
        organization = Organization.objects.get(slug="faults-freight")
        self.agent = Agent.unscoped.filter(organization=organization, purpose=AgentPurpose.CUSTOM)[0].slug
        rules, _ = CallingRules.unscoped.get_or_create(organization=organization)
        limits = dict.fromkeys(("per_minute", "per_day", "per_number_hour", "most_live"), 30_000)
        CallingRules.unscoped.filter(pk=rules.pk).update(hours_start=0, hours_end=24, **limits)

    def take_token(self, name: str) -> None:
        """A token of its own for each fault: what each may ask for a minute is limited."""
        organization = Organization.objects.get(slug="faults-freight")
        self.token = create_token(
            organization=organization,
            name=name,
            scopes=list(Scope.values),
            expires_at=None,
            by=system("faults"),
            at=timezone.now(),
        ).plain

    def manage(self, *arguments: str) -> str:
        """What a command prints."""
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.run(command, cwd=folder.CHECKOUT, check=True, capture_output=True, text=True).stdout

    # What comes in.

    def post(self, path: str, body: dict[str, object], key: str = "") -> httpx.Response | None:
        """An API client's request; None where nothing is answered."""
        headers = {"Authorization": f"Bearer {self.token}"} | ({"Idempotency-Key": key} if key else {})
        try:
            return self.http.post(f"{WEB}/api/v1/{path}", json=body, headers=headers)
        except httpx.HTTPError:
            return None

    def send_load(self, requests: Requests) -> bool:
        """A load event of the TMS."""
        name = f"F-{next(self._numbers)}"
        answer = self.post("webhooks/loads/events", {"id": name, "status": "UNASSIGNED"})
        requests.seen[answer.status_code if answer else 0] += 1
        if answer is not None and answer.status_code == 200:
            requests.loads.append(name)
            return True
        return False

    def ask_call(self, requests: Requests, *, twice: bool = False) -> str:
        """A call to a number that nobody else is called at; the number, where it was acknowledged.

        Sent `twice` with one idempotency key, as a client does that had no answer.
        """
        number = f"+1312{next(self._numbers)}"
        for _ in range(1 + twice):
            path = f"custom-use-cases/{self.agent}/create-phone-call"
            answer = self.post(path, {"toPhone": number}, key=f"key-{number}")
            requests.seen[answer.status_code if answer else 0] += 1
        if answer is None or answer.status_code != 200:
            return ""
        requests.calls.append((int(answer.json()["call"]["id"]), number))
        return number

    def dials(self, number: str) -> int:
        """How often the exchange was asked to ring a number."""
        return len(self.http.get(f"{EXCHANGE}/exchange/calls", params={"to": number}).json())

    def set_faults(self, **faults: object) -> None:
        """Have the exchange misbehave; nothing given: behave again."""
        given = {"createCall": None, "callbacks": None} | faults
        self.http.post(f"{EXCHANGE}/exchange/faults", json=given).raise_for_status()

    @contextmanager
    def traffic(self, requests: Requests, *, threads: int = 3) -> Iterator[None]:
        """Loads and calls, several a second."""
        is_over = threading.Event()

        def work() -> None:
            for number in itertools.count():
                if is_over.wait(0.4):
                    return
                self.send_load(requests)
                if number % 2:
                    self.ask_call(requests, twice=number % 5 == 0)

        workers = [threading.Thread(target=work) for _ in range(threads)]
        for each in workers:
            each.start()
        try:
            yield
        finally:
            is_over.set()
            for each in workers:
                each.join()

    def wait_until_well(self, requests: Requests) -> None:
        """Until a load is taken and a call that is asked for now is dialed; how long that took.

        What is asked for while the broker is away waits for the sweep: so a call is asked for again and again.
        """
        began, asked, next_at = time.monotonic(), list[str](), 0.0
        while time.monotonic() < began + 120:
            if time.monotonic() > next_at:
                next_at = time.monotonic() + 0.5
                if self.send_load(requests) and (number := self.ask_call(requests)):
                    asked.append(number)
            with contextlib.suppress(httpx.HTTPError):
                if any(self.dials(number) for number in asked[-20:]):
                    break
            time.sleep(0.05)
        requests.healed = time.monotonic() - began

    # Whom to hurt.

    def pids(self, *words: str) -> list[int]:
        """The processes of this installation whose command line has all these words; parents first."""
        found = []
        for path in Path("/proc").glob("[0-9]*/cmdline"):
            with contextlib.suppress(OSError):
                line = path.read_bytes().replace(b"\0", b" ").decode(errors="replace")
                marked = f"{folder.MARK}={folder.path_hash(DATA)}".encode()
                is_ours = marked in path.with_name("environ").read_bytes() or str(DATA) in line
                if is_ours and all(word in line for word in words):
                    found.append(int(path.parent.name))
        return sorted(found)

    def server_pids(self, name: str) -> list[int]:
        """PostgreSQL with its children, or Valkey."""
        file = {"postgres": DATA / "postgres" / "postmaster.pid"}.get(name)
        if file:
            parent = int(file.read_text().split()[0])
        else:
            with redis() as client:
                parent = int(client.info("server")["process_id"])
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        return [parent, *map(int, children)]


def redis() -> Redis:
    """The installation's Valkey."""
    return Redis.from_url(settings.REDIS_URL, socket_timeout=5)


def kill(pids: list[int], *, number: int = signal.SIGKILL) -> None:
    """Send a signal to all of them."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


@contextmanager
def stopped(pids: list[int], seconds: float) -> Iterator[None]:
    """They hang for so long."""
    kill(pids, number=signal.SIGSTOP)
    try:
        time.sleep(seconds)
        yield
    finally:
        kill(pids, number=signal.SIGCONT)


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
    """A second `beat` runs."""
    command = [sys.executable, "-m", "celery", "-A", "config", "beat", "--pidfile", "", "--schedule"]
    second = subprocess.Popen(
        [*command, str(DATA / "second-beat")],
        cwd=folder.CHECKOUT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    time.sleep(15)
    second.kill()
    second.wait()


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
    *(stop_worker, hang_worker, two_beats, slow_senders),
    *(kill_redis, flush_redis, hang_redis, fill_redis),
    *(kill_database_process, kill_database, hang_database),
    *(provider_fails, provider_is_busy, provider_drops),
    *(callbacks_are_lost, callbacks_come_twice, callbacks_are_shuffled),
    *map(killed_at, POINTS),
]


@dataclass(frozen=True)
class Counted:
    """What came of one fault's requests."""

    lost: int
    stuck: int
    never_dialed: int  # though nobody was rung, and not because nobody knows
    doubled: int
    unknown: int  # nobody knows whether they were rung: told so, never dialed again
    errors: int  # 5xx other than 503

    @property
    def is_well(self) -> bool:
        """Nothing of what must not be."""
        return not (self.lost or self.stuck or self.never_dialed or self.doubled or self.errors)


def count(at: Installation, requests: Requests) -> Counted:
    """Follow what was acknowledged to its end."""
    stored = set(Load.unscoped.filter(external_id__in=requests.loads).values_list("external_id", flat=True))
    calls = Call.unscoped.in_bulk([pk for pk, _ in requests.calls])
    rung = {number: at.dials(number) for _, number in requests.calls}
    lost, stuck, never_dialed, unknown = len(set(requests.loads) - stored), 0, 0, 0
    for pk, number in requests.calls:
        call = calls.get(pk)
        if call is None:
            lost += 1
        elif not call.is_finished:
            stuck += 1
        elif not rung[number]:
            is_unknown = call.status == CallStatus.FAILED and call.failure_reason == UNKNOWN
            unknown += is_unknown
            never_dialed += not is_unknown
    return Counted(
        lost,
        stuck,
        never_dialed,
        sum(number > 1 for number in rung.values()),
        unknown,
        sum(number for status, number in requests.seen.items() if status >= 500 and status != 503),
    )


def main(names: list[str]) -> int:
    """Break, wait, count, print; 1 where something isn't as promised."""
    at, done = Installation(), list[Requests]()
    chosen = [each for each in FAULTS if not names or each.__name__ in names]
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


def is_quiet() -> bool:
    """Whether no call is under way."""
    close_old_connections()
    time.sleep(1)
    return not Call.unscoped.unfinished().exists()


def say(text: str) -> None:
    """A line for whoever waits."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    code = 1
    try:
        code = main(sys.argv[1:])
    finally:
        if not code:
            shutil.rmtree(DATA, ignore_errors=True)
        else:
            say(f"logs: {DATA}")
    sys.exit(code)
