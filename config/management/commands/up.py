"""`manage.py up`: everything on this machine, in one terminal."""

import contextlib
import errno
import fcntl
import io
import json
import os
import signal
import socket
import sys
import threading
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from config.local import folder, servers
from config.local.supervisor import EXCHANGE_OFFSET, PORTS, Console, Supervisor, programs, url

SERVER_LOGS = ("postgres", "valkey")
SERVERS_CHECK_SECONDS = 2.0
SLOW_SECONDS = 45
STOP_SECONDS = 9.5


class Command(BaseCommand):
    """Run PostgreSQL, Valkey, web, sockets, worker, beat and the telephone exchange until Ctrl-C."""

    help = "Run PostgreSQL, Valkey, web, sockets, worker, beat and the telephone exchange until Ctrl-C."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Options; `manage.py` has put the first two into the environment before settings were read."""
        parser.add_argument(
            "--port", help="port of the dashboard and API; the four after it are used too (8000)"
        )
        parser.add_argument("--data-dir", help="where data, secrets and logs are kept (var in the checkout)")
        parser.add_argument("--no-demo", action="store_true", help="don't make the demo organization")

    def handle(self, *args: Any, no_demo: bool, **options: Any) -> None:
        """Prepare, run, and stop."""
        data, stopping = folder.make_data_dir(), threading.Event()
        mark = folder.path_hash(data)
        with _only_one(), _stopped_by_signals(stopping):
            names = ["up", *(program.name for program in programs()), *SERVER_LOGS]
            console = Console(data / "logs", names, sys.stdout)
            try:
                if ended := folder.end_marked(mark, grace=5):
                    console.write("up", f"ended {ended} processes that an earlier run had left behind")
                _refuse_taken_ports()
                with _servers(console):
                    sign_up, demo = _prepare(console, with_demo=not no_demo)
                    run = Supervisor(programs(), console, mark=mark)
                    _run(run, console, sign_up, demo, stopping)
                console.write("up", "stopped")
            except KeyboardInterrupt:
                console.write("up", "stopped before it was ready")
            finally:
                console.close()


def _prepare(console: Console, *, with_demo: bool) -> tuple[str, dict[str, Any] | None]:
    """Migrate, collect static files and make the demo organization; the link to a new one, and that one's facts."""
    begin = time.monotonic()
    try:
        call_command("migrate", interactive=False, verbosity=0)
        # The sidecar brings Redoc beside Swagger UI; nobody asks for it.
        call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=["redoc"])
        demo = None
        if with_demo:
            # Only the card knows the token's text: the command makes another one if that isn't valid any more.
            output = io.StringIO()
            call_command("create_demo", "--json", "--token-from", str(card_path()), stdout=output)
            demo = dict(json.loads(output.getvalue()))
        from organizations.people.invitations import sign_up_url  # noqa: PLC0415 (models are there only now)

        return sign_up_url(), demo
    finally:
        connections.close_all()
        console.write("up", f"prepared in {time.monotonic() - begin:.1f} s")


def _run(
    supervisor: Supervisor,
    console: Console,
    sign_up: str,
    demo: dict[str, Any] | None,
    stopping: threading.Event,
) -> None:
    """Keep everything running until asked to stop, and say when it is ready."""
    begin, is_ready, has_complained = time.monotonic(), False, False
    try:
        stopping.has_begun = True  # type: ignore[attr-defined]
        supervisor.start()
        while not stopping.wait(0.1):
            supervisor.tend()
            if is_ready:
                continue
            if not (missing := supervisor.not_ready()):
                is_ready = True
                places = {"url": url(0), "exchange": url(EXCHANGE_OFFSET), "sign_up": sign_up}
                console.print(card_text(write_card(**places, demo=demo)))
            elif not has_complained and time.monotonic() - begin > SLOW_SECONDS:
                has_complained = True
                console.write(
                    "up", f"not ready yet: {', '.join(missing)}; see the logs in {folder.data_dir()}/logs"
                )
    finally:
        console.write("up", "stopping")
        # Whatever hangs, the terminal is given back in time; the next `up` takes over what is left.
        limit = threading.Timer(STOP_SECONDS, os._exit, [1])
        limit.daemon = True
        limit.start()
        supervisor.stop()


@contextlib.contextmanager
def _only_one() -> Iterator[None]:
    """One `up` for a data folder; the kernel lets go of the lock of one that was killed."""
    path = folder.data_dir() / "up.lock"
    with path.open("a+", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            raise CommandError(
                f"Loadline already runs on the data folder {folder.data_dir()} ({file.read().strip()}). "
                "Stop it first, or give this one another --data-dir and --port."
            ) from None
        file.truncate(0)
        file.write(f"process {os.getpid()}, {url(0)}")
        file.flush()
        folder.note(folder.data_dir(), folder.port())
        yield


def _refuse_taken_ports() -> None:
    """Raise before anything is started if another program listens on a port of ours."""
    for name, offset in PORTS.items():
        port = folder.port() + offset
        with socket.socket() as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                listener.bind(("127.0.0.1", port))
                listener.listen()
            except OSError as error:
                if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                    raise
                raise CommandError(
                    f"Port {port} (for {name}) is taken by another program, or not allowed: "
                    f"give another one with --port, for instance --port {folder.port() + 100}."
                ) from None


@contextlib.contextmanager
def _stopped_by_signals(stopping: threading.Event) -> Iterator[None]:
    """Ctrl-C, SIGTERM and a closed terminal ask to stop; while still preparing they break that off."""

    def stop(_number: int, _frame: object) -> None:
        was_asked = stopping.is_set()
        stopping.set()
        if not was_asked and not getattr(stopping, "has_begun", False):
            raise KeyboardInterrupt

    before = {
        number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def _servers(console: Console) -> Iterator[None]:
    """The servers, watched: one that dies is started again, named in the log."""
    logs = {name: folder.data_dir() / "logs" / f"{name}.log" for name in SERVER_LOGS}
    follower, ending = Follower(console, logs), threading.Event()
    lease = servers.start()
    watch = threading.Thread(target=_watch_servers, args=[console, ending], name="servers", daemon=True)
    watch.start()
    try:
        yield
    finally:
        ending.set()
        watch.join(timeout=1)
        servers.stop(lease)
        follower.stop()


def _watch_servers(console: Console, ending: threading.Event) -> None:
    while not ending.wait(SERVERS_CHECK_SECONDS):
        try:
            if servers.are_running() or ending.is_set():
                continue
            for name in servers.ensure_running():
                console.write("up", f"{name} didn't answer any more and was started again")
        except (folder.LocalError, OSError) as error:
            console.write("up", f"the servers can't be started: {error}")


class Follower:
    """Shows what the servers, which write their own logs, add to them."""

    def __init__(self, console: Console, paths: dict[str, Path]) -> None:
        self._console = console
        self._paths = paths
        self._ends = {name: _size(path) for name, path in paths.items()}
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="follower", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Show the rest and end."""
        self._stopping.set()
        self._thread.join(timeout=1)

    def _follow(self) -> None:
        while True:
            is_last = self._stopping.wait(0.3)
            for name, path in self._paths.items():
                self._show_new(name, path)
            if is_last:
                return

    def _show_new(self, name: str, path: Path) -> None:
        size, end = _size(path), self._ends[name]
        if size < end:  # a new file
            end = 0
        if size == end:
            return
        with path.open("rb") as file:
            file.seek(end)
            new = file.read(size - end)
        whole = new[: new.rfind(b"\n") + 1]
        self._ends[name] = end + len(whole)
        for line in whole.decode(errors="replace").splitlines():
            self._console.show(name, line)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


# What somebody needs to use a local run: printed when it is ready, and kept as card.json.


FROM_DEMO = ("user", "password", "token", "organization", "number", "agents")

WELCOME = """
  Loadline is ready: {url}

    sign in      {user} / {password}
    API token    {token}
    try          curl -H 'Authorization: Bearer {token}' '{url}/api/v1/calls?startTime=2026-01-01&endTime=2036-01-01'
    demo number  {number}
    agents       {agents}
    telephones   {exchange}/exchange/calls
    your own     {sign_up}
                 (sets up a brokerage of your own; the link works once)

  These details are saved in {path}. Press Ctrl-C to stop.
"""
WELCOME_WITHOUT_DEMO = """
  Loadline is ready: {url}

    set up your brokerage: open this link, it works once
      {sign_up}
    telephones   {exchange}/exchange/calls

  Press Ctrl-C to stop.
"""


def card_path() -> Path:
    """Where the card is kept."""
    return folder.data_dir() / folder.CARD


def write_card(*, url: str, exchange: str, sign_up: str, demo: dict[str, Any] | None) -> dict[str, Any]:
    """Keep the card, readable by its owner only.

    Without a demo organization its facts are null, and there are no agents.
    """
    card: dict[str, Any] = {"url": url, "exchange": exchange, "sign_up": sign_up}
    card |= {key: demo[key] if demo else None for key in FROM_DEMO}
    card["agents"] = [{"slug": agent["slug"], "purpose": agent["purpose"]} for agent in card["agents"] or []]
    folder.write_private(card_path(), json.dumps(card, indent=2) + "\n")
    return card


def card_text(card: dict[str, Any]) -> str:
    """The card for a terminal."""
    if card["organization"] is None:
        return WELCOME_WITHOUT_DEMO.format(**card)
    agents = ", ".join(f"{agent['slug']} ({agent['purpose']})" for agent in card["agents"])
    return WELCOME.format(**{**card, "agents": agents, "path": card_path()})
