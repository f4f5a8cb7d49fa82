"""Runs the local processes: starts them, restarts what dies, stops them all in time."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from config import local, processes
from config.console import Console

TERM_SECONDS = 7.0
"""What a process is given to stop by itself; all must be over after ten seconds, servers included."""
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 15.0
STEADY_SECONDS = 30.0
"""Who has lived that long is restarted after the first pause again."""


@dataclass(frozen=True)
class Program:
    """A process to run: its command, what it needs in the environment, and how to see that it is ready."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)
    ready_url: str = ""
    ready_line: str = ""
    """A piece of the line that it logs when it is ready, where it has no URL."""


class Supervisor:
    """Keeps programs running, from `start` to `stop`; everything it starts bears the data folder's mark."""

    def __init__(self, programs: Sequence[Program], console: Console, *, mark: str) -> None:
        self._console = console
        self._mark = mark
        self._children = [_Child(program, console, mark) for program in programs]
        self._warden: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start everything."""
        self._start_warden()
        for child in self._children:
            child.launch()

    def tend(self) -> None:
        """Restart what has died; to be called several times a second."""
        for child in self._children:
            child.tend()
        if self._warden and self._warden.poll() is not None:
            self._start_warden()

    def not_ready(self) -> list[str]:
        """The names of the programs that aren't ready yet."""
        return [child.program.name for child in self._children if not child.is_ready()]

    def stop(self) -> None:
        """End everything: politely, then, for who doesn't listen, by force."""
        for child in self._children:
            child.terminate()
        deadline = time.monotonic() + TERM_SECONDS
        while any(child.is_running() for child in self._children) and time.monotonic() < deadline:
            time.sleep(0.05)
        for child in self._children:
            child.kill()
        if self._warden and self._warden.stdin:
            with contextlib.suppress(OSError):
                self._warden.communicate(b"bye", timeout=2)
            self._warden = None

    def _start_warden(self) -> None:
        self._warden = subprocess.Popen(
            [sys.executable, "-m", "config.warden", self._mark],
            stdin=subprocess.PIPE,
            cwd=local.CHECKOUT,
            env={**os.environ, processes.MARK: self._mark},
            start_new_session=True,
        )


class _Child:
    """One program's process, and what became of it."""

    def __init__(self, program: Program, console: Console, mark: str) -> None:
        self.program = program
        self._console = console
        self._environment = {**os.environ, **program.environment, processes.MARK: mark}
        self._process: subprocess.Popen[bytes] | None = None
        self._pause = FIRST_PAUSE
        self._launched_at = self._due_at = 0.0
        self._is_ready = threading.Event()

    def launch(self) -> None:
        """Start the process in a session of its own: the terminal's Ctrl-C is the supervisor's affair."""
        self._is_ready.clear()
        self._launched_at = time.monotonic()
        self._process = subprocess.Popen(
            self.program.command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=local.CHECKOUT,
            env=self._environment,
            start_new_session=True,
        )
        threading.Thread(target=self._read, args=[self._process], name=self.program.name, daemon=True).start()

    def tend(self) -> None:
        """Notice the process' death, and start it again after a pause that grows."""
        now = time.monotonic()
        if self._process is None:
            if now >= self._due_at:
                self.launch()
            return
        code = self._process.poll()
        if code is None:
            return
        self._kill_group()  # children of a dead parent would hold its port
        self._process = None
        if now - self._launched_at > STEADY_SECONDS:
            self._pause = FIRST_PAUSE
        self._due_at = now + self._pause
        self._say(f"{_ending(code)}; it starts again in {self._pause:g} s")
        self._pause = min(self._pause * 2, LONGEST_PAUSE)

    def is_running(self) -> bool:
        """Whether the process runs."""
        return self._process is not None and self._process.poll() is None

    def is_ready(self) -> bool:
        """Whether it has answered its URL with 200, or logged that it is ready, since it was launched."""
        if not self.is_running():
            return False
        if not self._is_ready.is_set() and (
            _answers(self.program.ready_url) if self.program.ready_url else not self.program.ready_line
        ):
            self._is_ready.set()
        return self._is_ready.is_set()

    def terminate(self) -> None:
        """Ask the process to end. Its children are its own affair."""
        if self._process and self._process.poll() is None:
            self._process.terminate()

    def kill(self) -> None:
        """End the process and what it started, now."""
        if self._process is None:
            return
        if self.is_running():
            self._say(f"doesn't stop within {TERM_SECONDS:g} s and is killed")
        self._kill_group()
        self._process.wait()

    def _kill_group(self) -> None:
        if self._process:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def _read(self, process: "subprocess.Popen[bytes]") -> None:
        assert process.stdout
        with process.stdout as lines:
            for raw in lines:
                line = raw.decode(errors="replace").rstrip()
                if self.program.ready_line and self.program.ready_line in line:
                    self._is_ready.set()
                self._console.write(self.program.name, line)

    def _say(self, text: str) -> None:
        self._console.write("up", f"{self.program.name} {text}")


def _ending(code: int) -> str:
    """A process' end in words: its exit code, or the signal that killed it."""
    if code >= 0:
        return f"ended with exit code {code}"
    try:
        return f"was killed by {signal.Signals(-code).name} (exit code {code})"
    except ValueError:
        return f"was killed by signal {-code}"


def _answers(url: str) -> bool:
    # Without proxies: these are addresses of this machine.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(url, timeout=2) as answer:
            return bool(answer.status == 200)
    except (OSError, ValueError):
        return False
