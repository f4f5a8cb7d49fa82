"""A local run's places (data folder, secrets, sockets, ports), which runs there are, and their processes.

Standard library only: settings read it, and so does `manage.py` before there are settings.
"""

import contextlib
import fcntl
import hashlib
import json
import os
import pwd
import secrets as random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

CHECKOUT = Path(__file__).resolve().parent.parent.parent
DATABASE = USER = "loadline"
APP_USER = "loadline_app"  # the processes', who own nothing
DEFAULT_PORT = 8000
CARD = "card.json"  # in the data folder: what somebody needs to use a local run


class LocalError(Exception):
    """Something about this machine stands in the way of a local run; the text says what to do about it."""


def data_dir() -> Path:
    """The folder that keeps everything of this local run: `LOADLINE_DATA_DIR`, else `var` in the checkout."""
    return Path(os.path.realpath(os.environ.get("LOADLINE_DATA_DIR") or CHECKOUT / "var"))


def port() -> int:
    """The port of the web process, from `LOADLINE_PORT`; the other processes take the ones after it."""
    text = os.environ.get("LOADLINE_PORT") or str(DEFAULT_PORT)
    if not text.isdecimal() or not 1 <= int(text) <= 65_530:
        raise LocalError(f"LOADLINE_PORT is {text!r}: give a number from 1 to 65530.")
    return int(text)


def needs_postgres() -> bool:
    """Whether PostgreSQL is ours to run: no `DATABASE_URL` is given."""
    return not os.environ.get("DATABASE_URL")


def needs_redis() -> bool:
    """Whether Valkey is ours to run: no `REDIS_URL` is given."""
    return not os.environ.get("REDIS_URL")


def is_embedded() -> bool:
    """Whether at least one of the two servers is ours to run."""
    return needs_postgres() or needs_redis()


def is_test() -> bool:
    """Whether the servers serve tests: quick, and careless about power cuts."""
    return os.environ.get("LOADLINE_TEST_SERVERS") == "1"


def make_data_dir() -> Path:
    """The data folder, made if it wasn't there."""
    folder = data_dir()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LocalError(
            f"The data folder {folder} can't be made ({error.strerror}): set LOADLINE_DATA_DIR."
        ) from error
    return folder


class Owner(NamedTuple):
    """Whom the servers run as."""

    uid: int
    gid: int


def server_owner() -> Owner | None:
    """Whom the servers run as, where that isn't ourselves: PostgreSQL refuses root.

    That is the owner of the data folder, or nobody where root owns it.
    """
    if os.geteuid() != 0:
        return None
    try:
        found = data_dir().stat()
    except FileNotFoundError:
        pass
    else:
        if found.st_uid:
            return Owner(found.st_uid, found.st_gid)
    try:
        nobody = pwd.getpwnam("nobody")
    except KeyError:
        raise LocalError(
            "PostgreSQL refuses to run as root, and there is no user `nobody`: run as another user."
        ) from None
    return Owner(nobody.pw_uid, nobody.pw_gid)


def socket_dir() -> Path:
    """The folder of both servers' sockets: the same for every process that shares a data folder.

    A socket's path must be shorter than 104 bytes, so it can't lie in the data folder; nor under $TMPDIR or
    $XDG_RUNTIME_DIR, which differ from one shell to the next.
    """
    owner = server_owner()
    uid = owner.uid if owner else os.geteuid()
    parent = Path(f"/tmp/loadline-{uid}")  # noqa: S108 (checked to be ours when servers start)
    return parent / path_hash(data_dir())


def path_hash(path: Path) -> str:
    """Twelve hexadecimal digits that tell one path from another."""
    return hashlib.sha256(os.fsencode(path)).hexdigest()[:12]


def database_url(*, is_owner: bool = True) -> str:
    """The embedded PostgreSQL's URL in django-environ's spelling: the socket's folder, then the database."""
    return f"postgres://{USER if is_owner else APP_USER}@/{socket_dir()}/{DATABASE}"


def redis_socket() -> Path:
    """The embedded Valkey's socket."""
    return socket_dir() / "valkey.sock"


def redis_url(db: int | None = None) -> str:
    """The embedded Valkey's URL for redis-py, by default of the database `LOADLINE_REDIS_DB` (0)."""
    return f"unix://{redis_socket()}?db={_redis_db(db)}"


def celery_broker_url(db: int | None = None) -> str:
    """The embedded Valkey's URL in kombu's spelling."""
    return f"redis+socket://{redis_socket()}?virtual_host={_redis_db(db)}"


def _redis_db(db: int | None) -> int:
    return int(os.environ.get("LOADLINE_REDIS_DB") or 0) if db is None else db


def secrets() -> dict[str, str]:
    """This local run's own secrets, made once: `SECRET_KEY`, `TWILIO_ACCOUNT_SID` and `TWILIO_AUTH_TOKEN`."""
    path = data_dir() / "secrets.json"
    try:
        return _read_secrets(path)
    except FileNotFoundError:
        make_data_dir()
    made = {
        "SECRET_KEY": random.token_urlsafe(50),
        "TWILIO_ACCOUNT_SID": "AC" + random.token_hex(16),
        "TWILIO_AUTH_TOKEN": random.token_hex(16),
    }
    draft = _write_draft(path, json.dumps(made, indent=2) + "\n")
    try:
        os.link(draft, path)  # fails where another process was first: its secrets are the ones
    except FileExistsError:
        pass
    finally:
        os.unlink(draft)
    return _read_secrets(path)


def write_private(path: Path, text: str) -> None:
    """Write a file that only its owner can read, whole or not at all."""
    os.replace(_write_draft(path, text), path)


def _write_draft(path: Path, text: str) -> str:
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")  # mode 0600
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    return draft


def _read_secrets(path: Path) -> dict[str, str]:
    try:
        found: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    except PermissionError:
        raise LocalError(
            f"{path} belongs to someone else: set LOADLINE_DATA_DIR to a folder of your own."
        ) from None
    except ValueError:
        raise LocalError(f"{path} isn't JSON: delete it, and new secrets will be made.") from None
    return found


# Which data folder a command means: that of the `up` that runs, wherever it is, never a second, empty one by mistake.


class Run(NamedTuple):
    """An `up`, running or past: its data folder and the port of its dashboard."""

    data: Path
    port: int


def note(data: Path, port: int) -> None:
    """Remember that `up` runs on a data folder; a checkout that can't be written remembers nothing."""
    if is_test():
        return
    with contextlib.suppress(OSError):
        _folder().mkdir(parents=True, exist_ok=True)
        text = json.dumps({"data": str(data), "port": port})
        write_private(_folder() / f"{path_hash(data)}.json", text)


def adopt() -> str:
    """Have this process use the data folder of the `up` that runs; what to tell the person, or nothing.

    Raises LocalError where that is anybody's guess: several run, or none does and only another folder holds data.
    """
    if os.environ.get("LOADLINE_DATA_DIR") or not is_embedded():
        _adopt_port(data_dir())
        return ""
    known = _known()
    running = [run for run in known if _is_running(run.data)]
    if len(running) > 1:
        folders = ", ".join(f"{run.data} (port {run.port})" for run in running)
        raise LocalError(
            f"Several bin/up run: say which is meant with LOADLINE_DATA_DIR. There are {folders}."
        )
    default = data_dir()
    if running:
        [run] = running
        os.environ["LOADLINE_DATA_DIR"] = str(run.data)
        os.environ.setdefault("LOADLINE_PORT", str(run.port))
        return "" if run.data == default else f"using {run.data}, where bin/up runs"
    if _has_data(default):
        return ""
    others = [run for run in known if _has_data(run.data)]
    if others:
        folders = ", ".join(str(run.data) for run in others)
        raise LocalError(
            f"No bin/up runs, and {default} holds no database. Set LOADLINE_DATA_DIR to the folder that is meant "
            f"(there is data in {folders}), or to {default} for a new one."
        )
    return f"making a new database in {default}"


def _adopt_port(data: Path) -> None:
    """Have this process mean the dashboard of the `up` that runs on a folder: links lead there."""
    if not _is_running(data):
        return
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        card = json.loads((data / CARD).read_text(encoding="utf-8"))
        if found := urlsplit(card["url"]).port:
            os.environ.setdefault("LOADLINE_PORT", str(found))


def _known() -> list[Run]:
    found = []
    for path in sorted(_folder().glob("*.json")):
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            told = json.loads(path.read_text(encoding="utf-8"))
            found.append(Run(Path(told["data"]), int(told["port"])))
    return found


def _is_running(data: Path) -> bool:
    """Whether somebody holds the folder's lock, which the kernel takes away from a process that was killed."""
    try:
        with (data / "up.lock").open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def _has_data(folder: Path) -> bool:
    return (folder / "postgres").exists() or (folder / "servers").exists()


def _folder() -> Path:
    return CHECKOUT / "var" / "runs"


# Facts about processes, on Linux from /proc, elsewhere from `ps`; and the end of those that bear a mark.


MARK = "LOADLINE_SUPERVISED"
"""In the environment of everything that `manage.py up` starts, and thereby of all that those start."""

FORCE_SECONDS = 3.0

_PROC = Path("/proc/self/stat").exists()


def command_line(pid: int) -> str:
    """The command line of a running process; empty if there is none, or it is dead and not yet waited for."""
    if _PROC:
        return _read(f"/proc/{pid}/cmdline").replace(b"\0", b" ").decode(errors="replace").strip()
    return _ps("command=", "-p", str(pid))


def is_running(pid: int) -> bool:
    """Whether a process runs; a dead child of ours is reaped on the way."""
    with contextlib.suppress(ChildProcessError):
        if os.waitpid(pid, os.WNOHANG)[0]:
            return False
    if _PROC:
        # The state follows the program's name, which may itself hold spaces and parentheses.
        state = _read(f"/proc/{pid}/stat").rpartition(b")")[2].strip()[:1].decode()
    else:
        state = _ps("stat=", "-p", str(pid))[:1]
    return state not in ("", "Z", "X")


def marked(mark: str) -> list[int]:
    """The running processes that bear this mark, other than ourselves."""
    if _PROC:
        entry = f"{MARK}={mark}".encode()
        pids = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal()]
        found = [pid for pid in pids if entry in _read(f"/proc/{pid}/environ").split(b"\0")]
    else:
        lines = _ps("pid=,command=", "-ax", "-E").splitlines()
        found = [int(line.split()[0]) for line in lines if f" {MARK}={mark} " in f"{line} "]
    return [pid for pid in found if pid != os.getpid() and is_running(pid)]


def end_marked(mark: str, *, grace: float) -> int:
    """End the processes that bear a mark: group leaders politely, after `grace` seconds all by force.

    Only leaders are asked, since each tells its own children: a Celery pool told directly drops its tasks.
    Who is left when the leaders are gone has lost its parent, and isn't waited for. Returns how many there were.
    """
    found = marked(mark)
    leaders = [pid for pid in found if _leads(pid)]
    for pid in leaders:
        _signal(pid, signal.SIGTERM)
    deadline = time.monotonic() + grace
    while any(map(is_running, leaders)) and time.monotonic() < deadline:
        time.sleep(0.02)
    while (left := marked(mark)) and time.monotonic() < deadline + FORCE_SECONDS:
        for pid in left:
            _signal(pid, signal.SIGKILL)
        time.sleep(0.02)
    return len(found)


def _leads(pid: int) -> bool:
    try:
        return os.getpgid(pid) == pid
    except ProcessLookupError:
        return False


def _signal(pid: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)


def _read(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError:  # gone, or someone else's
        return b""


def _ps(columns: str, *options: str) -> str:
    command = ["ps", "-ww", "-o", columns, *options]
    return subprocess.run(command, check=False, capture_output=True, text=True).stdout.strip()


# A small process beside `manage.py up` that ends its children should it be killed itself.


GRACE = 5.0


def main() -> None:
    """Wait for the parent's good-bye, or for its death."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    if sys.stdin.buffer.read() != b"bye":
        end_marked(sys.argv[1], grace=GRACE)


if __name__ == "__main__":
    main()
