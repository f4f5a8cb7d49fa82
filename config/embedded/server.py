"""What both servers have in common: alive is who answers; starting, taking over, and stopping."""

import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from config import processes
from config.embedded.home import Home
from config.local import LocalError

START_SECONDS = 120  # recovery after a crash reads the log since the last checkpoint
SILENT_SECONDS = 15
LOG_BYTES = 5_000_000

_children: dict[Path, "subprocess.Popen[bytes]"] = {}  # kept, to be reaped: a zombie would still own its pid


class Server:
    """A server of one home; subclasses say how it is asked, made, launched and stopped."""

    name: str
    stop_signals: tuple[tuple[signal.Signals, float], ...]
    """In this order, each with the seconds it is given."""

    def __init__(self, home: Home) -> None:
        self.home = home
        self.folder = home.folder / self.name

    def is_alive(self) -> bool:
        """Whether it answers a question."""
        raise NotImplementedError

    def is_busy(self) -> bool:
        """Whether it answers that it is still starting or already stopping."""
        raise NotImplementedError

    def pid_files(self) -> list[Path]:
        """Where it may have written its pid (first line)."""
        raise NotImplementedError

    def create(self) -> None:
        """Make its data, if there is none."""
        raise NotImplementedError

    def command(self) -> list[str]:
        """Its command line, which must name its socket's folder."""
        raise NotImplementedError

    def pid(self) -> int | None:
        """Its process, if it runs: a pid from its files whose command line names our sockets' folder.

        A pid file alone proves nothing: after a crash the number may be another program's.
        """
        for path in self.pid_files():
            try:
                pid = int(path.read_text(encoding="utf-8").split("\n", 1)[0])
            except (OSError, ValueError):
                continue
            if str(self.home.sockets) in processes.command_line(pid):
                return pid
        return None

    def ensure_running(self) -> bool:
        """Start it if it doesn't answer; whether that was needed. The caller holds the lock."""
        if self.is_alive() and self.folder.exists():
            return False
        self._await_running()
        if self.is_alive() and self.folder.exists():
            return False
        self.stop()  # it hangs, or its data was deleted under it
        self._clear()
        self.create()
        self._launch()
        return True

    def stop(self) -> None:
        """Stop it, if it runs: politely, then less so."""
        pid = self.pid()
        if pid is None:
            return
        for number, seconds in self.stop_signals:
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                break
            if _wait(lambda: not processes.is_running(pid), seconds):
                break
        self._reap()

    def _await_running(self) -> None:
        """Give one that is there the time to answer: someone may have been killed while starting it."""
        deadline = time.monotonic() + SILENT_SECONDS
        while self.pid() is not None and time.monotonic() < deadline:
            if self.is_alive():
                return
            if self.is_busy():
                deadline = time.monotonic() + SILENT_SECONDS
            time.sleep(0.05)

    def _clear(self) -> None:
        """Remove the pid files of a server that doesn't run; a reused pid in them would keep a new one from starting."""
        self._reap()
        for path in self.pid_files():
            path.unlink(missing_ok=True)

    def _reap(self) -> None:
        child = _children.get(self.folder)
        if child and child.poll() is not None:
            del _children[self.folder]

    def _launch(self) -> None:
        """Start it in a session of its own, where a terminal's Ctrl-C doesn't reach it, and wait for its answer."""
        log = self.home.logs / f"{self.name}.log"
        if log.exists() and log.stat().st_size > LOG_BYTES:
            log.replace(log.with_suffix(".log.1"))
        command, deadline = self.command(), time.monotonic() + START_SECONDS
        attempts = 10  # the last backends of a killed PostgreSQL take a moment to notice
        with log.open("ab") as output:
            while True:
                child = subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,
                    **self.home.identity(),
                )
                _children[self.folder] = child
                while child.poll() is None and time.monotonic() < deadline:
                    if self.is_alive():
                        return
                    time.sleep(0.02)
                attempts -= 1
                if child.poll() is None or attempts == 0:
                    break
                time.sleep(0.3)
        if child.poll() is None:
            child.kill()
            child.wait()
        tail = log.read_text(encoding="utf-8", errors="replace").splitlines()[-5:]
        raise LocalError(f"{self.name} didn't start; the end of {log}:\n  " + "\n  ".join(tail))


def _wait(condition: Callable[[], bool], seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.02)
    return condition()
