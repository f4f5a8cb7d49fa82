"""One embedded server (`servers` has both): where it keeps data and sockets, and whom it runs as; started once, shared,
stopped with its last user.
"""

import enum
import hashlib
import os
import shutil
import signal
import stat
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from config.local import folder as local_folder
from config.local.folder import LocalError, Owner

AWAY = Path("/var/lib/loadline")


@dataclass(frozen=True)
class Home:
    """The servers' place: `folder` for data and copied binaries, `sockets`, `logs`; as root the `owner`."""

    folder: Path
    sockets: Path
    logs: Path
    owner: Owner | None

    def identity(self) -> dict[str, Any]:
        """What `subprocess` needs to run something as the servers' owner, from a folder it may enter."""
        return {"cwd": "/", "env": _environment(), **_identity(self.owner)}

    def give(self, path: Path) -> None:
        """Hand a path made by root to the servers' owner."""
        if self.owner:
            os.chown(path, self.owner.uid, self.owner.gid)

    def make_private(self, path: Path) -> Path:
        """A folder that only the servers' owner (and root) may enter."""
        path.mkdir(mode=0o700, exist_ok=True)
        self.give(path)
        return path

    def runnable(self, binary: Path, *trees: Path) -> Path:
        """The path of a server's binary that its owner can execute: itself, or its copy in this home.

        A checkout under a 0700 parent is out of reach for the owner, and no folder may be chmod-ed for that:
        the trees (the one that holds the binary, then those beside it that it links to) are then copied.
        """
        try:
            subprocess.run([binary, "--version"], check=True, capture_output=True, **self.identity())
            return binary
        except PermissionError:
            if self.owner is None or not trees:
                raise LocalError(f"{binary} can't be executed as the user that the servers run as.") from None
        except (OSError, subprocess.CalledProcessError) as error:
            detail = getattr(error, "stderr", b"") or str(error).encode()
            raise LocalError(
                f"{binary} doesn't run on this machine: {detail.decode(errors='replace').strip()}"
            ) from error
        state = binary.stat()
        version = hashlib.sha256(f"{binary}:{state.st_size}:{state.st_mtime_ns}".encode()).hexdigest()[:12]
        copied = self.folder / "binaries" / version
        if not copied.exists():
            _make_open(copied.parent)
            draft = Path(tempfile.mkdtemp(dir=copied.parent, prefix=".draft-"))
            for tree in filter(Path.is_dir, trees):
                shutil.copytree(
                    tree, draft / tree.name, ignore=shutil.ignore_patterns("*.a", "include", "doc")
                )
            _open_to_all(draft)
            draft.rename(copied)
        return copied / trees[0].name / binary.relative_to(trees[0])


def find_home() -> Home:
    """The servers' place for the current data folder, made if it isn't there."""
    data = local_folder.make_data_dir()
    owner = local_folder.server_owner()
    logs = data / "logs"
    logs.mkdir(mode=0o700, exist_ok=True)
    home = Home(folder=_data_folder(data, owner), sockets=local_folder.socket_dir(), logs=logs, owner=owner)
    _make_sockets(home)
    return home


def _data_folder(data: Path, owner: Owner | None) -> Path:
    """The data folder itself, or one under /var/lib that the owner can enter.

    A link in the data folder leads there: who deletes the data folder begins anew.
    """
    link = data / "servers"
    if link.exists():
        return link.resolve()
    link.unlink(missing_ok=True)  # it led to what is gone, as in a container that was made anew
    if owner is None or _can_enter(data, owner):
        return data
    if (data / "postgres").exists():
        raise LocalError(
            f"{data} holds a database that user {owner.uid} can't reach any more: let all enter the "
            "folders above it (chmod o+x), or run as another user than root."
        )
    _make_open(AWAY)
    folder = Path(tempfile.mkdtemp(dir=AWAY, prefix=local_folder.path_hash(data) + "-"))
    folder.chmod(0o755)
    link.symlink_to(folder)
    return folder


def _can_enter(folder: Path, owner: Owner) -> bool:
    """Tried, not computed: access lists and mounts have their say too."""
    command = ["/bin/sh", "-c", 'cd "$1"', "sh", str(folder)]
    return (
        subprocess.run(command, check=False, capture_output=True, cwd="/", **_identity(owner)).returncode == 0
    )


def _make_sockets(home: Home) -> None:
    """The sockets' folder under /tmp, refused where somebody else has put one there."""
    uid = home.owner.uid if home.owner else os.geteuid()
    for path, mode in ((home.sockets.parent, 0o755), (home.sockets, 0o700)):
        try:
            path.mkdir(mode=mode)
            home.give(path)
        except FileExistsError:
            pass
        state = path.lstat()
        if not stat.S_ISDIR(state.st_mode) or state.st_uid not in (uid, 0) or state.st_mode & 0o022:
            raise LocalError(
                f"{path} was put there by someone else: remove it, since it isn't to be trusted."
            )


def _identity(owner: Owner | None) -> dict[str, Any]:
    return {"user": owner.uid, "group": owner.gid, "extra_groups": []} if owner else {}


def _environment() -> dict[str, str]:
    """Nothing of ours: PGDATA, PGPORT or LD_LIBRARY_PATH of a developer's shell would confuse a server."""
    return {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C", "TZ": "UTC"}


def _make_open(folder: Path) -> None:
    """A folder that all may enter, whatever our umask."""
    if not folder.exists():
        folder.mkdir(parents=True)
        folder.chmod(0o755)


def _open_to_all(tree: Path) -> None:
    """Readable for all, and executable where it is for its owner."""
    for folder, _, files in os.walk(tree):
        os.chmod(folder, 0o755)  # noqa: S103 (copies of public binaries, for another user)
        for name in files:
            path = os.path.join(folder, name)
            os.chmod(path, 0o755 if os.stat(path).st_mode & stat.S_IXUSR else 0o644)


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
            if str(self.home.sockets) in local_folder.command_line(pid):
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
            if _wait(lambda: not local_folder.is_running(pid), seconds):
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
        while local_folder.is_running(pid):
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
