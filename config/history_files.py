"""Lines out of files: plain or compressed, of any length, with any bytes in them; bounded memory whatever they hold."""

import gzip
import io
import sys
import zlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO, Any, NamedTuple

import orjson

from bids.imports import import_money, read_money
from calls.imports import conversation_key, import_conversations, read_conversation
from calls.imports import find_trails as find_conversations
from calls.states import Channel
from carriers.identity import ensure_carriers
from carriers.imports import find_trails as find_carriers
from carriers.imports import import_carriers, numbers_of, read_carrier
from loads.imports import find_trails as find_loads
from loads.imports import import_loads, load_key, read_load
from organizations.api.imports import Line, Outcome, Refused, Trail, digest_of
from organizations.api.parsers import InvalidBody, parse_strict
from organizations.models import Organization
from organizations.tenancy.actors import Actor

STANDARD_INPUT = "-"
MAX_LINE_LENGTH = 4 * 1024 * 1024
KEPT_OF_LONG = 1_000
BOM = b"\xef\xbb\xbf"


class RawLine(NamedTuple):
    """A line as it stands in its file; of one that is too long the beginning, with the number of its bytes."""

    number: int
    raw: bytes
    length: int


class Source(AbstractContextManager["Source"]):
    """A file to read, or standard input; raises OSError when it can't be opened."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.is_standard_input = name == STANDARD_INPUT
        self.size = 0
        self._raw: IO[bytes] = sys.stdin.buffer if self.is_standard_input else Path(name).open("rb")  # noqa: SIM115 (closed by __exit__)
        self._lines: IO[bytes] = self._raw
        if not self.is_standard_input:
            self.size = Path(name).stat().st_size
            if name.lower().endswith(".gz"):
                self._lines = io.BufferedReader(gzip.GzipFile(fileobj=self._raw))  # type: ignore[type-var, assignment]
        self._read = 0

    def __exit__(self, *_: object) -> None:
        if not self.is_standard_input:
            self._lines.close()
            self._raw.close()

    @property
    def position(self) -> int:
        """How many bytes of `size` have been read."""
        return self._read if self._lines is self._raw else self._raw.tell()

    def lines(self, *, blanks: bytes | None = None) -> Iterator[RawLine]:
        """Yield the lines that aren't empty, without `blanks` (white space) around them.

        Raises Broken where the file can't be read on.
        """
        number = 0
        while raw := self._next(number + 1):
            number += 1
            length = len(raw)
            if length > MAX_LINE_LENGTH:
                length += self._skip(number)
                raw = raw[:KEPT_OF_LONG]
            if number == 1:
                raw = raw.removeprefix(BOM)
            self._read += length
            if raw := raw.strip(blanks):
                yield RawLine(number, raw, length)

    def _skip(self, number: int) -> int:
        """Read to the end of a line that is too long; how many bytes."""
        skipped = 0
        while rest := self._next(number):
            skipped += len(rest)
            if rest.endswith(b"\n"):
                break
        return skipped

    def _next(self, number: int) -> bytes:
        try:
            return self._lines.readline(MAX_LINE_LENGTH + 1)
        except (OSError, EOFError, zlib.error) as error:
            raise Broken(number, f"The file can't be read on from here: {error}") from None


class Broken(Exception):
    """A file that can't be read to its end."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(reason)
        self.number = number


def parse(line: RawLine) -> Line:
    """Return the line as JSON of a known type; raises Refused with what is wrong."""
    data = parse_object(line)
    if not isinstance(data.get("type"), str) or data["type"] not in KINDS:
        raise Refused(f"type: Must be one of: {', '.join(KINDS)}.")
    return Line(line.number, line.raw, data, digest_of(data))


def parse_object(line: RawLine) -> dict[str, Any]:
    """Return the line as a JSON object; raises Refused with what is wrong."""
    if line.length > MAX_LINE_LENGTH:
        raise Refused(f"A line has at most {MAX_LINE_LENGTH:,} bytes; this one has {line.length:,}.")
    try:
        return parse_strict(line.raw)
    except InvalidBody as error:
        raise Refused("; ".join(_words(one) for one in error.errors)) from None


def _words(error: dict[str, str]) -> str:
    return f"{error['field']}: {error['detail']}" if error["field"] else error["detail"]


# The file of lines that weren't taken in, beside the one they came from.


class Rejected:
    """Lines with number and reason, as JSON Lines; the file is made with the first, and an earlier run's goes away."""

    extension = "jsonl"

    def __init__(self, source: Source) -> None:
        name = "stdin" if source.is_standard_input else source.name
        self.path = Path(f"{name}.rejected.{self.extension}")
        self.count = 0
        self._file: IO[bytes] | None = None

    def add(self, number: int, reason: str, raw: bytes) -> None:
        """Write one down; bytes that are no UTF-8 stand as `\\xNN`."""
        self.count += 1
        if self._file is None:
            self._file = self._open()
            self._file.write(self._heading())
        self._file.write(self._line(number, reason, raw))

    def _heading(self) -> bytes:
        return b""

    def _line(self, number: int, reason: str, raw: bytes) -> bytes:
        row = {"line": number, "reason": reason, "raw": raw.decode("utf-8", "backslashreplace")}
        return orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE)

    def close(self) -> None:
        """End the file; where nothing was rejected none stays."""
        if self._file is None:
            self.path.unlink(missing_ok=True)
        else:
            self._file.close()

    def _open(self) -> IO[bytes]:
        try:
            return self.path.open("wb")
        except OSError:  # a folder to read from alone
            self.path = Path(self.path.name)
            return self.path.open("wb")


# The types of lines, and the services that own them.


@dataclass(frozen=True)
class Kind:
    """How lines of one type are read, found again and stored."""

    read: Callable[[dict[str, Any]], dict[str, Any]]
    # What a line is about: None where it doesn't say, which reading it will tell in words.
    key: Callable[[dict[str, Any]], Any]
    # The rows that keys are about: what they are told apart by from then on, and what was told of them.
    locate: Callable[[Organization, Collection[Any], datetime], Mapping[Any, tuple[Any, Trail]]]
    store: Callable[[Organization, Sequence[Line], Actor, datetime], list[Outcome]]
    is_keyed_by_values: bool = False  # the key is of what was read, not of the line as it stands


def _locate_loads(
    organization: Organization, keys: Collection[str], at: datetime
) -> dict[str, tuple[str, Trail]]:
    found = find_loads(organization=organization, external_ids=keys)
    return {key: (key, found.get(key)) for key in keys}


def _store_loads(organization: Organization, lines: Sequence[Line], by: Actor, at: datetime) -> list[Outcome]:
    return import_loads(organization=organization, lines=lines, by=by, at=at)


def _locate_carriers(
    organization: Organization, keys: Collection[Any], at: datetime
) -> dict[Any, tuple[int, Trail]]:
    rows = ensure_carriers(organization=organization, numbers=keys, at=at)
    found = find_carriers(organization=organization, keys=set(rows.values()))
    return {key: (pk, found[pk]) for key, pk in rows.items()}


def _store_carriers(
    organization: Organization, lines: Sequence[Line], by: Actor, at: datetime
) -> list[Outcome]:
    return import_carriers(organization=organization, lines=lines, by=by, at=at)


def _read_conversation(data: dict[str, Any]) -> dict[str, Any]:
    problems: list[str] = []
    values = read_conversation(data, problems) | read_money(data, problems)
    if problems:
        raise Refused("; ".join(problems))
    return values


def _conversations(channel: Channel) -> Kind:
    def locate(
        organization: Organization, keys: Collection[str], at: datetime
    ) -> dict[str, tuple[str, Trail]]:
        found = find_conversations(organization=organization, channel=channel, external_ids=keys)
        return {key: (key, found.get(key)) for key in keys}

    def store(organization: Organization, lines: Sequence[Line], by: Actor, at: datetime) -> list[Outcome]:
        outcomes, stored = import_conversations(
            organization=organization, channel=channel, lines=lines, by=by, at=at
        )
        import_money(organization=organization, lines=lines, stored=stored, by=by, at=at)
        return outcomes

    return Kind(read=_read_conversation, key=conversation_key, locate=locate, store=store)


# In the order in which a batch's lines are stored; any would do.
KINDS = {
    "load": Kind(read=read_load, key=load_key, locate=_locate_loads, store=_store_loads),
    "carrier": Kind(
        read=read_carrier,
        key=numbers_of,
        locate=_locate_carriers,
        store=_store_carriers,
        is_keyed_by_values=True,
    ),
    "call": _conversations(Channel.PHONE),
    "emailThread": _conversations(Channel.EMAIL),
}
