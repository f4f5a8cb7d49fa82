"""What a local run prints: addresses and sign-in first, then all logs in one stream and a file for each."""

import contextlib
import json
import os
import queue
import threading
import time
from pathlib import Path
from typing import Any, TextIO

from config.local import folder

FILE_BYTES = 5_000_000
COLORS = (36, 33, 32, 35, 34, 96, 93, 92, 95, 94)
WAITING_LINES = 2_000


class Console:
    """Takes lines from many threads; a stream that nobody reads never holds them up."""

    def __init__(self, folder: Path, names: list[str], stream: TextIO) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._files = {name: _File(folder / f"{name}.log") for name in names}
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


def path() -> Path:
    """Where the card is kept."""
    return folder.data_dir() / folder.CARD


def write(*, url: str, exchange: str, sign_up: str, demo: dict[str, Any] | None) -> dict[str, Any]:
    """Keep the card, readable by its owner only.

    Without a demo organization its facts are null, and there are no agents.
    """
    card: dict[str, Any] = {"url": url, "exchange": exchange, "sign_up": sign_up}
    card |= {key: demo[key] if demo else None for key in FROM_DEMO}
    card["agents"] = [{"slug": agent["slug"], "purpose": agent["purpose"]} for agent in card["agents"] or []]
    folder.write_private(path(), json.dumps(card, indent=2) + "\n")
    return card


def text(card: dict[str, Any]) -> str:
    """The card for a terminal."""
    if card["organization"] is None:
        return WELCOME_WITHOUT_DEMO.format(**card)
    agents = ", ".join(f"{agent['slug']} ({agent['purpose']})" for agent in card["agents"])
    return WELCOME.format(**{**card, "agents": agents, "path": path()})
