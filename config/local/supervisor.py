"""Runs the local processes: which there are, what they print, starting, restarting what dies, stopping all in time."""

import contextlib
import io
import os
import queue
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from django.conf import settings

from config.local import folder

FILE_BYTES = 5_000_000
COLORS = (36, 33, 32, 35, 34, 96, 93, 92, 95, 94)
WAITING_LINES = 2_000
TERM_SECONDS = 7.0
"""What a process is given to stop by itself; all must be over after ten seconds, servers included."""
FIRST_PAUSE, MAX_PAUSE = 1.0, 15.0
STEADY_SECONDS = 30.0
"""Who has lived that long is restarted after the first pause again."""
CHUNK, GATHER_SECONDS = 1 << 14, 0.03
"""Bytes read at once of what a process prints, and how long lines gather: waking for each costs more than the line."""


class Console:
    """Takes lines from many threads; a stream that nobody reads never holds them up."""

    def __init__(self, logs: Path, names: list[str], stream: TextIO) -> None:
        logs.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._files = {name: _File(logs / f"{name}.log") for name in names}
        self._width = max(map(len, names))
        self._colors = {name: COLORS[number % len(COLORS)] for number, name in enumerate(names)}
        self._is_colored = stream.isatty() and not os.environ.get("NO_COLOR")
        self._stream = stream
        self._waiting: queue.Queue[str | None] = queue.Queue(WAITING_LINES)
        self._writer = threading.Thread(target=self._write_out, name="console", daemon=True)
        self._writer.start()

    def write(self, name: str, line: str) -> None:
        """A line of a process, into its file and the stream."""
        self._files[name].write(line)
        self.show(name, line)

    def show(self, name: str, line: str) -> None:
        """A line of a process into the stream alone."""
        label = f"{name:{self._width}} |"
        if self._is_colored:
            label = f"\x1b[{self._colors[name]}m{label}\x1b[0m"
        self.print(f"{label} {line}")

    def print(self, text: str) -> None:
        """Text as it is, into the stream."""
        with contextlib.suppress(queue.Full):  # the files have it all
            self._waiting.put_nowait(text + "\n")

    def close(self) -> None:
        """Write out what waits, within a second."""
        with contextlib.suppress(queue.Full):
            self._waiting.put(None, timeout=0.5)
            self._writer.join(timeout=0.5)
        for file in self._files.values():
            file.close()

    def _write_out(self) -> None:
        while (text := self._waiting.get()) is not None:
            try:
                self._stream.write(text)
                if self._waiting.empty():
                    self._stream.flush()
            except (OSError, ValueError):
                pass  # the terminal was closed


class _File:
    """A log file that makes way for a new one when it has grown too large; one old one is kept."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._open()

    def close(self) -> None:
        with self._lock:
            self._file.close()

    def write(self, line: str) -> None:
        with self._lock:
            if self._file.closed:
                return  # the last words of a process that was left behind
            try:
                self._file.write(f"{time.strftime('%Y-%m-%d %H:%M:%S', time.gmtime())} {line}\n")
                self._file.flush()
                if self._file.tell() > FILE_BYTES:
                    self._file.close()
                    self._path.replace(self._path.with_suffix(".log.1"))
                    self._open()
            except OSError:
                pass  # a full disk doesn't stop the processes

    def _open(self) -> None:
        self._file = self._path.open("a", encoding="utf-8", errors="replace")


@dataclass(frozen=True)
class Program:
    """A process to run: its command, what it needs in the environment, and how to see that it is ready."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)
    ready_url: str = ""
    ready_line: str = ""
    """A piece of the line that it logs when it is ready, where it has no URL."""
    nice: int = 0
    """How far it lets others go first where the machine is full (`give_way`)."""


def give_way(pid: int, nice: int) -> None:
    """Let others go before a process that leads its session, and before all that it will start.

    On Linux one at 5 gets a third of what one at 0 gets, at 10 a tenth. Where Linux schedules session by session
    (sched(7), "The autogroup feature"), a process' own value counts only within its session: that gets the same one.
    """
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, pid, nice)
        Path(f"/proc/{pid}/autogroup").write_text(str(nice))


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
            [sys.executable, "-m", "config.local.folder", self._mark],
            stdin=subprocess.PIPE,
            cwd=folder.CHECKOUT,
            env={**os.environ, folder.MARK: self._mark},
            start_new_session=True,
        )


class _Child:
    """One program's process, and what became of it."""

    def __init__(self, program: Program, console: Console, mark: str) -> None:
        self.program = program
        self._console = console
        self._environment = {**os.environ, **program.environment, folder.MARK: mark}
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
            cwd=folder.CHECKOUT,
            env=self._environment,
            start_new_session=True,
        )
        if self.program.nice:
            give_way(self._process.pid, self.program.nice)
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
        self._pause = min(self._pause * 2, MAX_PAUSE)

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
        assert isinstance(process.stdout, io.BufferedReader)
        rest = b""
        with process.stdout as stream:
            while chunk := stream.read1(CHUNK):
                *whole, rest = (rest + chunk).split(b"\n")
                for line in whole:
                    self._take(line)
                if len(chunk) < CHUNK:
                    time.sleep(GATHER_SECONDS)
        if rest:
            self._take(rest)

    def _take(self, raw: bytes) -> None:
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


# The processes of a local run, beside the two servers.


EXCHANGE_OFFSET = 2
PORTS = {"web": 0, "live": 1, "exchange": EXCHANGE_OFFSET, "the exchange's SMTP": 3}
"""What is added to the first port for each listener."""

# One worker is one Python process, which takes one core at most; its threads (config/web.py) wait for PostgreSQL.
MAX_WORKERS = 4
CONCURRENCY = {"worker": 4, "background": 2, "sender": 16}
# Processes, not threads: time limits, and tasks whose worker was lost, exist for those only. What sends events waits
# for others nearly all the time, within limits of its own, and a sweep finds what it lost.
POOLS = {"sender": "threads"}
# Who waits for an answer goes first: a call that has been answered, a page, a webhook; then dialing; then the rest.
NICE = {"worker": 5, "background": 10, "sender": 5}

# A worker that is killed is started again while the others go on, nobody holds a connection by sending no headers, and
# thousands of open ones keep nobody else from being served.
SERVING = (
    "--workers-kill-timeout 5 --respawn-failed-workers --respawn-interval 0.5 "
    "--http1-header-read-timeout 10000 --backlog 4096 --backpressure 4096"
)

# Answers of a megabyte go through several buffers: glibc keeps these rather than asking the system for new pages.
KEPT_BUFFERS = {"MALLOC_MMAP_THRESHOLD_": str(32 << 20), "MALLOC_TRIM_THRESHOLD_": str(128 << 20)}


def url(offset: int, path: str = "") -> str:
    """A listener's address on this machine."""
    return f"http://127.0.0.1:{folder.port() + offset}{path}"


def programs() -> list[Program]:
    """Every process, with the environment that settings read."""
    web, live, exchange = (folder.port() + PORTS[name] for name in ("web", "live", "exchange"))
    granian = f"granian --host 127.0.0.1 {SERVING}"
    celery = "celery -A config --quiet --skip-checks"
    workers = min(os.cpu_count() or 1, MAX_WORKERS)
    shared = {
        "LOADLINE_LOCAL": "1",
        "LOADLINE_AS_OWNER": "0",
        "LOADLINE_DATA_DIR": str(folder.data_dir()),
        "LOADLINE_PORT": str(folder.port()),
        "LOADLINE_PUBLIC_URL": settings.PUBLIC_URL,
        "LOADLINE_LIVE_URL": settings.LIVE_URL,
        "TWILIO_API_URL": settings.TWILIO_API_URL,
        "TWILIO_ACCOUNT_SID": settings.TWILIO_ACCOUNT_SID,
        "TWILIO_AUTH_TOKEN": settings.TWILIO_AUTH_TOKEN,
        "PYTHONUNBUFFERED": "1",
    }
    return [
        Program(
            "web",
            [
                *_module(f"{granian} --interface rsgi --no-ws --workers {workers} --port {web}"),
                "config.web:application",
            ],
            {**shared, **KEPT_BUFFERS},
            ready_url=url(PORTS["web"], "/readyz"),
        ),
        Program(
            "live",
            _module(f"{granian} --interface asgi --port {live} config.asgi:application"),
            shared,
            ready_url=url(PORTS["live"], "/livez"),
        ),
        *(
            Program(
                name,
                _module(
                    f"{celery} worker -n {name}@%h -Q {','.join(queues)} --concurrency {CONCURRENCY[name]} "
                    f"--pool {POOLS.get(name, 'prefork')} --without-gossip --without-mingle -l INFO"
                ),
                {**shared, "PYTHONWARNINGS": "ignore:You're running the worker with superuser privileges"},
                ready_line=" ready.",
                nice=NICE[name],
            )
            for name, queues in settings.WORKER_QUEUES.items()
        ),
        Program(
            "beat",
            [*_module(f"{celery} beat -l INFO"), "--pidfile", "", "--schedule", str(_schedule())],
            shared,
        ),
        Program(
            "exchange",
            [sys.executable, str(folder.CHECKOUT / "manage.py"), "exchange", "--port", str(exchange)],
            shared,
            ready_url=url(PORTS["exchange"], "/exchange/calls"),
        ),
    ]


def _module(line: str) -> list[str]:
    """A Python module's command line: scripts name their interpreter, which breaks when a checkout moves."""
    return [sys.executable, "-m", *line.split()]


def _schedule() -> Path:
    """Beat's memory of when it sent what."""
    return folder.data_dir() / "beat-schedule"
