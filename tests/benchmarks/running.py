"""The two servers that are compared, each with as many granian workers, and how they are measured."""

import json
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from django.db import connection

from bids.selectors import bids
from calls.selectors import calls
from config.local import folder
from config.local.supervisor import Program, programs
from tests.benchmarks import Options
from tests.exchange import free_port

HOST = "127.0.0.1"


@dataclass(frozen=True)
class Server:
    """A process that is measured, with its children."""

    url: str
    process: "subprocess.Popen[bytes]"

    def cpu(self) -> float:
        """Seconds of CPU that it has taken so far."""
        return sum(_cpu(pid) for pid in self._pids())

    def memory(self) -> int:
        """What it takes of the memory just now, in KiB."""
        return sum(_status(pid, "VmRSS") for pid in self._pids())

    def peak(self) -> int:
        """The most that it ever took of the memory, in KiB."""
        return sum(_status(pid, "VmHWM") for pid in self._pids())

    def _pids(self) -> list[int]:
        return [self.process.pid, *_children(self.process.pid)]


def database_cpu() -> float:
    """Seconds of CPU that PostgreSQL has taken so far, those of connections that have ended included."""
    pid = int((folder.data_dir() / "postgres" / "postmaster.pid").read_text().split()[0])
    return _cpu(pid, with_ended=True) + sum(_cpu(child) for child in _children(pid))


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _cpu(pid: int, *, with_ended: bool = False) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    ticks = sum(int(field) for field in fields[11 : 15 if with_ended else 13])
    return ticks / os.sysconf("SC_CLK_TCK")


def _status(pid: int, name: str) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith(name)).split()[1])


@dataclass
class Case:
    """What is asked for over and over, and what came of it. With a body it is a POST: see `client.bodies`."""

    name: str
    server: Server
    path: str
    token: str = ""
    cookie: str = ""
    body: str | None = None
    rates: list[float] = field(default_factory=list)  # answers a second, one a round
    took: list[float] = field(default_factory=list)  # milliseconds, of each answer
    cpu: float = 0.0  # seconds that the server took in all rounds
    database_cpu: float = 0.0  # and PostgreSQL

    @property
    def rate(self) -> float:
        """Answers a second, the median of the rounds."""
        return median(self.rates)

    def run(self, *, connections: int, seconds: float) -> None:
        """Measure one round, from a process of its own."""
        given = {
            "url": self.server.url + self.path,
            "headers": self._headers(),
            "body": self.body,
            "first": time.time_ns() // 1000,  # numbers go up by less than one a microsecond
            "connections": connections,
            "seconds": seconds,
        }
        command = [sys.executable, "-m", "tests.benchmarks.client"]
        before, database_before = self.server.cpu(), database_cpu()
        done = subprocess.run(
            command, input=json.dumps(given), capture_output=True, text=True, check=False, cwd=folder.CHECKOUT
        )
        if done.returncode:
            raise SystemExit(f"{self.name}: {done.stderr.strip()}")
        self.cpu += self.server.cpu() - before
        self.database_cpu += database_cpu() - database_before
        found = json.loads(done.stdout)
        self.rates.append(len(found["took"]) / found["seconds"])
        self.took += found["took"]

    def forget(self) -> None:
        """Begin anew."""
        self.rates, self.took, self.cpu, self.database_cpu = [], [], 0.0, 0.0

    def answer(self) -> Any:
        """One answer to a GET, as JSON."""
        request = urllib.request.Request(self.server.url + self.path, headers=self._headers())
        with urllib.request.urlopen(request, timeout=60) as response:
            return json.load(response)

    def line(self, against: "Case | None" = None) -> dict[str, Any]:
        """The table's line; the ratio is of answers a second."""
        return {
            "case": self.name,
            "requests_per_second": round(self.rate, 1),
            "p50_ms": round(median(self.took), 2),
            "p99_ms": round(quantiles(self.took, n=100)[98] if len(self.took) > 1 else self.took[0], 2),
            "cpu_ms": round(self.cpu / len(self.took) * 1000, 2),
            "database_ms": round(self.database_cpu / len(self.took) * 1000, 2),
            "peak_mb": round(self.server.peak() / 1024, 1),
            "against": against.name if against else "",
            "ratio": round(self.rate / against.rate, 3) if against else "",
        }

    def _headers(self) -> dict[str, str]:
        headers = {"Accept": "application/json" if self.token else "*/*"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if self.cookie:
            headers["Cookie"] = self.cookie
        return headers


def interleave(
    cases: Sequence[Case], options: Options, *, between: Callable[[], None] = lambda: None
) -> None:
    """Measure all cases in turns, after one that isn't counted: what else the machine does then meets all alike.

    `between` tidies up after each, where no clock runs.
    """
    for number in range(options.rounds + 1):
        for case in cases:
            seconds = options.seconds if number else min(options.seconds, 1)
            case.run(connections=options.connections, seconds=seconds)
            between()
            if not number:
                case.forget()


@contextmanager
def service() -> Iterator[Server]:
    """The process `web`, started as `bin/up` does, but with a machine's log lines, as in production."""
    web = _web()
    environment = {**web.environment, "LOADLINE_LOG_JSON": "1"}
    with _process("web", list(web.command), environment, web.ready_url) as process:
        yield Server(f"http://{HOST}:{folder.port()}", process)


def _web() -> Program:
    return next(program for program in programs() if program.name == "web")


@contextmanager
def live() -> Iterator[Callable[[], int]]:
    """The process `live`, started as `bin/up` does; what it takes of the memory at any moment, in KiB."""
    program = next(program for program in programs() if program.name == "live")
    with _process("live", list(program.command), dict(program.environment), program.ready_url) as process:
        yield Server("", process).memory


@contextmanager
def rival(organization_id: int) -> Iterator[Server]:
    """The rival, on the same PostgreSQL."""
    port, database = free_port(), connection.settings_dict
    environment = {
        "RIVAL_ORGANIZATION": str(organization_id),
        "RIVAL_DATABASE_HOST": database["HOST"],
        "RIVAL_DATABASE_USER": database["USER"],
        "RIVAL_DATABASE": database["NAME"],
        "RIVAL_CALLS": calls.RECORDS,
        "RIVAL_BIDS": bids.RECORDS,
    }
    web = list(_web().command)
    workers = web[web.index("--workers") + 1]
    command = [sys.executable, "-m", "granian", "--interface", "asgi", "--host", HOST, "--port", str(port)]
    command += ["--workers", workers, "tests.benchmarks.rival.app:app"]
    url = f"http://{HOST}:{port}"
    with _process("rival", command, environment, f"{url}/") as process:
        yield Server(url, process)


@contextmanager
def _process(
    name: str, command: list[str], environment: dict[str, str], ready_url: str
) -> Iterator[subprocess.Popen[bytes]]:
    log = folder.data_dir() / f"{name}.log"
    with log.open("wb") as file:
        process = subprocess.Popen(
            command, stdout=file, stderr=file, cwd=folder.CHECKOUT, env=os.environ | environment
        )
        try:
            _wait(process, ready_url, log)
            yield process
        finally:
            process.terminate()
            process.wait(timeout=20)


def _wait(process: subprocess.Popen[bytes], url: str, log: object) -> None:
    until = time.monotonic() + 180  # a machine may do other work too
    while time.monotonic() < until and process.poll() is None:
        try:
            urllib.request.urlopen(url, timeout=2).close()
            return
        except urllib.error.HTTPError as error:
            if error.code == 404:  # it answers, and has no such page
                return
        except OSError:
            pass
        time.sleep(0.1)
    raise SystemExit(f"{url} doesn't answer: see {log}")
