"""An installation of its own to break or to burden: as `bin/up` runs it, on an empty folder, and what came of it."""

import contextlib
import itertools
import os
import shutil
import signal
import struct
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from django.conf import settings
from django.db import close_old_connections
from django.utils import timezone
from redis import Redis

from calls.models import Agent, Call, CallingRules
from calls.states import AgentPurpose, CallStatus
from config.local import folder
from config.local.supervisor import PORTS, url
from loads.models import Load
from organizations.models import Organization
from organizations.services import create_token
from organizations.tenancy.actors import system
from organizations.tenancy.states import Scope
from tests.faults import DATA
from tests.waiting import wait_until

VALKEY_DISK = "96m"
HEALS_IN = 10.0  # seconds until work goes on once the fault is over
UNKNOWN = "dial_outcome_unknown"
WEB, EXCHANGE = url(PORTS["web"], ""), url(PORTS["exchange"], "")
SLUG = "faults-freight"


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
        self.clock, self.clock_library = DATA / "clock", DATA / "clock.so"
        self.without_clock = self._make_clock()
        self.valkey_disk = DATA / "valkey"
        self.without_disk = self._mount_disk()

    @contextmanager
    def running(self, **more: str) -> Iterator[None]:
        """Started and set up; ended in any case. `more` is for the processes' environment."""
        places = [str(Path(__file__).parent / "points"), os.environ.get("PYTHONPATH", "")]
        environment = os.environ | {
            "LOADLINE_EXCHANGE_PACE": "0",
            "LOADLINE_FAULT_POINTS": str(self.points),
            "PYTHONPATH": os.pathsep.join(filter(None, places)),
        }
        if not self.without_clock:
            environment |= {"LD_PRELOAD": str(self.clock_library), "LOADLINE_FAULT_CLOCK": str(self.clock)}
        environment |= more
        log = (DATA / "up.log").open("wb")
        up = subprocess.Popen(
            [sys.executable, "manage.py", "up", "--no-demo"],
            cwd=folder.CHECKOUT,
            env=environment,
            stdout=log,
            stderr=log,
        )
        try:
            log_of = DATA / "up.log"
            wait_until(
                lambda: b"Loadline is ready" in log_of.read_bytes() or up.poll(), "up is ready", seconds=600
            )
            assert up.poll() is None, log_of.read_text()[-4000:]
            self._set_up()
            yield
        finally:
            up.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                up.wait(30)
            up.kill()
            folder.end_marked(folder.path_hash(DATA), grace=1)
            if not self.without_disk:
                subprocess.run(["umount", "--lazy", str(self.valkey_disk)], check=False)

    def set_clock(self, wrong_by: int) -> None:
        """So many seconds fast, or slow, for all processes at once."""
        with self.clock.open("r+b") as file:
            file.write(struct.pack("@l", wrong_by))

    def _make_clock(self) -> str:
        """A clock that can be set, for the processes alone; what it lacks where there can't be one."""
        if not shutil.which("cc"):
            return "needs a C compiler"
        source = Path(__file__).parent / "points" / "clock.c"
        command = ["cc", "-O2", "-shared", "-fPIC", "-o", self.clock_library, source]
        subprocess.run(command, check=True, capture_output=True)
        self.clock.write_bytes(struct.pack("@l", 0))
        self.clock.chmod(0o644)
        return ""

    def _mount_disk(self) -> str:
        """A small file system for Valkey's files; what it lacks where there can't be one."""
        self.valkey_disk.mkdir()
        owner = folder.server_owner()
        identity = f",uid={owner.uid},gid={owner.gid}" if owner else ""
        mounted = subprocess.run(
            [
                "mount",
                "-t",
                "tmpfs",
                "-o",
                f"size={VALKEY_DISK},mode=700{identity}",
                "tmpfs",
                str(self.valkey_disk),
            ],
            check=False,
            capture_output=True,
        )
        return "" if mounted.returncode == 0 else "needs root, to mount a small file system"

    def _set_up(self) -> None:
        self.manage("create_organization", "Faults Freight", "--owner", "jo@faults.example")
        self.manage("first_call", "--organization", SLUG)
        organization = Organization.objects.get(slug=SLUG)
        self.agent = Agent.unscoped.filter(organization=organization, purpose=AgentPurpose.CUSTOM)[0].slug
        rules, _ = CallingRules.unscoped.get_or_create(organization=organization)
        limits = dict.fromkeys(("per_minute", "per_day", "per_number_hour", "most_live"), 30_000)
        CallingRules.unscoped.filter(pk=rules.pk).update(hours_start=0, hours_end=24, **limits)

    def take_token(self, name: str) -> None:
        """A token of its own for each fault: what each may ask for a minute is limited."""
        organization = Organization.objects.get(slug=SLUG)
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

    def ask_call(self, requests: Requests, *, twice: bool = False, number: str = "") -> str:
        """A call to a number, or one that nobody else is called at; the number, where it was acknowledged.

        Sent `twice` with one idempotency key, as a client does that had no answer.
        """
        number = number or f"+1312{next(self._numbers)}"
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


def is_quiet() -> bool:
    """Whether no call is under way."""
    close_old_connections()
    time.sleep(1)
    return not Call.unscoped.unfinished().exists()


def say(text: str) -> None:
    """A line for whoever waits."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def ended(code: int) -> int:
    """Throw away what a run that went well has left; say where the logs of another one are."""
    if code:
        say(f"logs: {DATA}")
    else:
        shutil.rmtree(DATA, ignore_errors=True)
    return code
