"""The two servers that are compared, each one granian worker, and how they are measured."""

import json
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import median, quantiles

from django.db import connection

from config import local
from config.programs import programs
from tests.exchange import free_port

HOST = "127.0.0.1"


@dataclass
class Case:
    """A URL that is asked for over and over, and what came of it."""

    name: str
    url: str
    token: str = ""
    rates: list[float] = field(default_factory=list)  # answers a second, one a round
    took: list[float] = field(default_factory=list)  # milliseconds, of each answer

    @property
    def rate(self) -> float:
        """Answers a second, the median of the rounds."""
        return median(self.rates)

    @property
    def p50(self) -> float:
        """Milliseconds."""
        return median(self.took)

    @property
    def p99(self) -> float:
        """Milliseconds."""
        return quantiles(self.took, n=100)[98]

    def run(self, *, connections: int, seconds: float) -> None:
        """Measure one round, from a process of its own."""
        given = {"url": self.url, "token": self.token, "connections": connections, "seconds": seconds}
        command = [sys.executable, "-m", "tests.benchmarks.client"]
        done = subprocess.run(
            command, input=json.dumps(given), capture_output=True, text=True, check=False, cwd=local.CHECKOUT
        )
        if done.returncode:
            raise SystemExit(f"{self.name}: {done.stderr.strip()}")
        found = json.loads(done.stdout)
        self.rates.append(len(found["took"]) / found["seconds"])
        self.took += found["took"]

    def answer(self) -> dict:
        """One answer, as JSON."""
        request = urllib.request.Request(self.url, headers={"Authorization": f"Bearer {self.token}"})
        with urllib.request.urlopen(request, timeout=60) as response:
            return json.load(response)


def interleave(cases: Sequence[Case], *, rounds: int, connections: int, seconds: float) -> None:
    """Measure all cases in turns, after one that isn't counted: what else the machine does then meets all alike."""
    for case in cases:
        case.run(connections=connections, seconds=min(seconds, 1))
        case.rates.clear()
        case.took.clear()
    for _ in range(rounds):
        for case in cases:
            case.run(connections=connections, seconds=seconds)


@contextmanager
def service() -> Iterator[str]:
    """The process `web`, started as `bin/up` does; its URL."""
    web = next(program for program in programs() if program.name == "web")
    with _process("web", list(web.command), dict(web.environment), web.ready_url):
        yield f"http://{HOST}:{local.port()}"


@contextmanager
def rival(organization_id: int) -> Iterator[str]:
    """The rival, on the same PostgreSQL; its URL."""
    port, database = free_port(), connection.settings_dict
    environment = {
        "RIVAL_ORGANIZATION": str(organization_id),
        "RIVAL_DATABASE_HOST": database["HOST"],
        "RIVAL_DATABASE_USER": database["USER"],
        "RIVAL_DATABASE": database["NAME"],
    }
    command = [sys.executable, "-m", "granian", "--interface", "asgi", "--host", HOST, "--port", str(port)]
    with _process("rival", [*command, "tests.benchmarks.rival:app"], environment, f"http://{HOST}:{port}/"):
        yield f"http://{HOST}:{port}"


@contextmanager
def _process(name: str, command: list[str], environment: dict[str, str], ready_url: str) -> Iterator[None]:
    log = local.data_dir() / f"{name}.log"
    with log.open("wb") as file:
        process = subprocess.Popen(
            command, stdout=file, stderr=file, cwd=local.CHECKOUT, env=os.environ | environment
        )
        try:
            _wait(process, ready_url, log)
            yield
        finally:
            process.terminate()
            process.wait(timeout=20)


def _wait(process: subprocess.Popen[bytes], url: str, log: object) -> None:
    until = time.monotonic() + 60
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
