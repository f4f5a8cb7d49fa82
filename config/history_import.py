"""A whole import: files to lines, lines to batches, with progress; and its part of commands."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError

from config.history_batches import Importer
from config.history_files import Broken, RawLine, Rejected, Source, parse
from organizations import audit
from organizations.api.imports import Line, Outcome, Refused
from organizations.models import Organization
from organizations.tenancy.actors import Actor

# A line on the terminal that says how far an import is; nothing where there is no terminal.


EVERY_SECONDS = 0.2
WIDTH = 24


class Progress:
    """Rows, rows a second and, where the size is known, a bar and the time left."""

    def __init__(self, total_bytes: int) -> None:
        self.total = total_bytes
        self.begin = self.shown = time.monotonic()
        self.is_shown = sys.stderr.isatty()

    def show(self, rows: int, done_bytes: int) -> None:
        """Draw, five times a second at most."""
        now = time.monotonic()
        if self.is_shown and now - self.shown >= EVERY_SECONDS:
            self.shown = now
            sys.stderr.write(f"\r\x1b[K{self._text(rows, done_bytes, now - self.begin)}")
            sys.stderr.flush()

    def end(self) -> None:
        """Leave the line empty."""
        if self.is_shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def _text(self, rows: int, done_bytes: int, seconds: float) -> str:
        text = f"{rows:,} rows  {rows / seconds:,.0f} rows/s"
        if not self.total or not done_bytes:
            return text
        part = min(1.0, done_bytes / self.total)
        left = timedelta(seconds=round(seconds / part - seconds))
        filled = round(part * WIDTH)
        return f"{'█' * filled}{'░' * (WIDTH - filled)} {part:4.0%}  {text}  {left} left"


MAX_LINES = 1_000
MAX_BYTES = 4 * 1024 * 1024


@dataclass
class Summary:
    """What an import's lines did."""

    imported: int = 0
    updated: int = 0
    unchanged: int = 0
    rejected: int = 0

    def __str__(self) -> str:
        return (
            f"imported {self.imported}, updated {self.updated}, "
            f"unchanged {self.unchanged}, rejected {self.rejected}"
        )


def import_files(
    organization: Organization, sources: Iterable[Source], *, by: Actor, at: datetime
) -> tuple[Summary, list[Rejected]]:
    """Import the files one after the other; each gets a file of what was rejected of it."""
    sources, summary = list(sources), Summary()

    def read(source: Source, rejected: Rejected) -> Iterator[int]:
        return _import(organization, _parsed(source), rejected.add, summary, by=by, at=at)

    rejections = read_each(sources, Rejected, read)
    summary.rejected = sum(rejected.count for rejected in rejections)
    _record(organization, summary, [source.name for source in sources], by=by, at=at)
    return summary, rejections


def read_each[R: Rejected](
    sources: Sequence[Source],
    rejected_of: Callable[[Source], R],
    read: Callable[[Source, R], Iterator[int]],
) -> list[R]:
    """Read the files one after the other and show how far it is; returns what was rejected of those that had any.

    `read` takes a file and its rejected lines, and yields, now and then, how many rows it has taken.
    """
    rejections = []
    progress = Progress(
        0 if any(source.is_standard_input for source in sources) else sum(one.size for one in sources)
    )
    before = rows = 0
    for source in sources:
        rejected, count = rejected_of(source), 0
        try:
            for count in read(source, rejected):
                progress.show(rows + count, before + source.position)
        finally:
            rejected.close()
        rows += count
        before += source.size
        if rejected.count:
            rejections.append(rejected)
    progress.end()
    return rejections


def import_lines(organization: Organization, lines: Iterable[bytes], *, by: Actor, at: datetime) -> Summary:
    """Import lines that a program makes; one that is rejected is a mistake of that program's."""

    def refuse(number: int, reason: str, raw: bytes) -> None:
        raise ValueError(f"line {number}: {reason}: {raw[:200]!r}")

    summary = Summary()
    parsed = (_line_of(RawLine(number, raw, len(raw))) for number, raw in enumerate(lines, 1))
    for _ in _import(organization, parsed, refuse, summary, by=by, at=at):
        pass
    _record(organization, summary, [], by=by, at=at)
    return summary


type Reject = Callable[[int, str, bytes], None]
type Bad = tuple[int, str, bytes]


def _parsed(source: Source) -> Iterator[Line | Bad]:
    """Yield the file's lines, or number, reason and bytes of those that can't be read."""
    try:
        for raw in source.lines():
            yield _line_of(raw)
    except Broken as error:
        yield error.number, str(error), b""


def _line_of(raw: RawLine) -> Line | Bad:
    try:
        return parse(raw)
    except Refused as error:
        return raw.number, str(error), raw.raw


def _import(
    organization: Organization,
    lines: Iterable[Line | Bad],
    reject: Reject,
    summary: Summary,
    *,
    by: Actor,
    at: datetime,
) -> Iterator[int]:
    """Yield, batch by batch, how many lines have been read; adds to the summary at the end."""
    bad: list[Bad] = []

    def refuse(line: Line, reason: str) -> None:
        bad.append((line.number, reason, line.raw))

    count = 0
    with Importer(organization, refuse=refuse, by=by, at=at) as importer:
        for batch in _batches(lines):
            bad.extend(item for item in batch if isinstance(item, tuple))
            importer.take([item for item in batch if isinstance(item, Line)])
            _reject_all(bad, reject)
            count += len(batch)
            yield count
        importer.end()
        _reject_all(bad, reject)
    summary.imported += importer.counts[Outcome.IMPORTED]
    summary.updated += importer.counts[Outcome.UPDATED]
    summary.unchanged += importer.counts[Outcome.UNCHANGED]


def _reject_all(bad: list[Bad], reject: Reject) -> None:
    """Give away what a batch left, in the file's order."""
    for item in sorted(bad):
        reject(*item)
    bad.clear()


def _batches(lines: Iterable[Line | Bad]) -> Iterator[list[Line | Bad]]:
    batch: list[Line | Bad] = []
    size = 0
    for line in lines:
        batch.append(line)
        size += len(line.raw if isinstance(line, Line) else line[2])
        if len(batch) >= MAX_LINES or size >= MAX_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _record(
    organization: Organization, summary: Summary, files: list[str], *, by: Actor, at: datetime
) -> None:
    audit.record(
        organization=organization,
        action="history.imported",
        subject=organization,
        by=by,
        at=at,
        files=files,
        imported=summary.imported,
        updated=summary.updated,
        unchanged=summary.unchanged,
        rejected=summary.rejected,
    )


# What the commands that import files have in common.


def open_sources(stack: ExitStack, names: Sequence[str]) -> list[Source]:
    """The files, each once, open until the stack is left; raises CommandError."""
    return [_open(stack, name) for name in dict.fromkeys(names)]


@contextmanager
def database_needed() -> Iterator[None]:
    """Raise CommandError with what to do where the database goes away."""
    try:
        yield
    except OperationalError as error:
        raise CommandError(
            f"The database can't go on: {str(error).strip()}. Start the same import again: "
            "what was stored is unchanged then."
        ) from error


def report(command: BaseCommand, summary: Summary, rejections: Sequence[Rejected]) -> None:
    """Write what came of the import; exit with 1 where something was rejected."""
    for rejected in rejections:
        command.stderr.write(f"{rejected.count} rejected, with reasons: {rejected.path}")
    command.stdout.write(str(summary))
    if rejections:
        raise SystemExit(1)


def _open(stack: ExitStack, name: str) -> Source:
    try:
        return stack.enter_context(Source(name))
    except OSError as error:
        raise CommandError(f"{name} can't be read: {error.strerror}.") from None
