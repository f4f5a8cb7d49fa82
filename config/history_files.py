"""Histories in the import's own format (docs/history-import.md).

Lines out of files (plain or compressed, of any length, with any bytes in them, in bounded memory), their types, and an
organization's history as such lines.
"""

import gzip
import io
import json
import sys
import zlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO, Any, NamedTuple

import orjson
from django.db.models import Prefetch

from bids.imports import import_money, read_money
from bids.models import Bid, Booking
from calls.imports import conversation_key, import_conversations, read_conversation
from calls.imports import find_trails as find_conversations
from calls.models import Conversation, ConversationLoad, EmailMessage
from calls.states import CALL_LIFECYCLE, Channel
from carriers.identity import ensure_carriers
from carriers.imports import find_trails as find_carriers
from carriers.imports import import_carriers, numbers_of, read_carrier
from carriers.models import Carrier
from loads.imports import find_trails as find_loads
from loads.imports import import_loads, load_key, read_load
from loads.load_events import event_of
from loads.models import LoadEvent
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
    # Takes lines in, in order, in the caller's transaction: organization=, lines=, by=, at=; what each line did.
    store: Callable[..., list[Outcome]]
    is_keyed_by_values: bool = False  # the key is of what was read, not of the line as it stands


def _locate_loads(
    organization: Organization, keys: Collection[str], at: datetime
) -> dict[str, tuple[str, Trail]]:
    found = find_loads(organization=organization, external_ids=keys)
    return {key: (key, found.get(key)) for key in keys}


def _locate_carriers(
    organization: Organization, keys: Collection[Any], at: datetime
) -> dict[Any, tuple[int, Trail]]:
    rows = ensure_carriers(organization=organization, numbers=keys, at=at)
    found = find_carriers(organization=organization, keys=set(rows.values()))
    return {key: (pk, found[pk]) for key, pk in rows.items()}


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

    def store(*, organization: Organization, lines: Sequence[Line], by: Actor, at: datetime) -> list[Outcome]:
        outcomes, stored = import_conversations(
            organization=organization, channel=channel, lines=lines, by=by, at=at
        )
        import_money(organization=organization, lines=lines, stored=stored, by=by, at=at)
        return outcomes

    return Kind(read=_read_conversation, key=conversation_key, locate=locate, store=store)


# In the order in which a batch's lines are stored; any would do.
KINDS = {
    "load": Kind(read=read_load, key=load_key, locate=_locate_loads, store=import_loads),
    "carrier": Kind(
        read=read_carrier,
        key=numbers_of,
        locate=_locate_carriers,
        store=import_carriers,
        is_keyed_by_values=True,
    ),
    "call": _conversations(Channel.PHONE),
    "emailThread": _conversations(Channel.EMAIL),
}


# Out: what an import reads again.


BATCH = 500

type Row = dict[str, Any]  # what becomes a line


def history_of(organization_id: int) -> Iterator[bytes]:
    """The lines, batch by batch from the database; a call that isn't over is left out: an import takes none.

    A load is told by the very messages of its TMS that were accepted, in their order; by what they changed, where a
    mapping read them.
    """
    for lines in (
        _loads_of(organization_id),
        _carriers_of(organization_id),
        _conversations_of(organization_id),
    ):
        for line in lines:
            yield orjson.dumps(line, default=_plain, option=orjson.OPT_APPEND_NEWLINE | orjson.OPT_UTC_Z)


def _loads_of(organization_id: int) -> Iterator[Row]:
    rows = LoadEvent.unscoped.filter(organization=organization_id, is_accepted=True).exclude(raw=b"")
    values = rows.order_by("pk").values_list("raw", "mapping", "load__external_id", "changes")
    for raw, mapping, external_id, changes in values.iterator(BATCH):
        if mapping is None and (event := _own_form(bytes(raw), external_id)) is not None:
            yield {"type": "load", "event": event}
        elif external_id:
            yield {"type": "load", "event": event_of(external_id, changes)}


def _own_form(raw: bytes, external_id: str) -> Any:
    """The message, where it is a load event of our own form; None where a mapping that is gone has read it."""
    try:
        event = json.loads(raw)
    except ValueError:
        return None
    return event if isinstance(event, dict) and event.get("id") == external_id else None


def _carriers_of(organization_id: int) -> Iterator[Row]:
    for row in Carrier.unscoped.filter(organization=organization_id).order_by("pk").iterator(BATCH):
        yield {
            "type": "carrier",
            "mcNumber": row.mc_number,
            "dotNumber": row.dot_number,
            "name": row.name,
            "address": row.address,
            "fleetsize": row.fleet_size,
            "phone": row.phone,
            "email": row.email,
            "ruleAssessment": row.rules_assessment,
            "connectionStatus": row.connection_status,
            "equipmentTypes": row.equipment_types,
            "capacityCarrier": row.is_capacity_carrier,
        }


def _conversations_of(organization_id: int) -> Iterator[Row]:
    rows = (
        Conversation.unscoped.filter(organization=organization_id)
        .select_related("call", "email_thread")
        .prefetch_related(
            Prefetch("load_links", ConversationLoad.unscoped.select_related("load").order_by("pk")),
            Prefetch("bids", Bid.unscoped.select_related("load").order_by("position", "pk")),
            Prefetch("bookings", Booking.unscoped.select_related("load").order_by("position", "pk")),
        )
        .defer("import_trail", "skill_state", "input_data", "extracted_data")
        .order_by("pk")
    )
    for talk in rows.iterator(BATCH):
        if talk.channel == Channel.EMAIL:
            yield {"type": "emailThread", **_of_both(talk), **_thread(talk)}
        elif (call := getattr(talk, "call", None)) and call.status in CALL_LIFECYCLE.final:
            yield {"type": "call", **_of_both(talk), **_call(call)}


def _of_both(talk: Conversation) -> Row:
    return {
        "externalId": talk.external_id or f"loadline-{talk.pk}",
        "direction": talk.direction,
        "createdAt": talk.created_at,
        "contentTags": talk.content_tags,
        "summary": talk.summary,
        "loadIds": [link.load.external_id for link in talk.load_links.all()],
        "mcNumber": talk.mc_number,
        "dotNumber": talk.dot_number,
        "carrierHwConnectionStatus": talk.connection_status,
        "carrierHwRulesAssessment": talk.rules_assessment,
        "transferred": talk.transferred_at is not None,
        "bids": [_bid(bid) for bid in talk.bids.all()],
        "bookings": [
            {
                "loadId": booking.load.external_id,
                "bookedAt": booking.booked_at,
                "amount": booking.amount,
                "kind": booking.kind,
            }
            for booking in talk.bookings.all()
        ],
    }


def _bid(bid: Bid) -> Row:
    return {
        "externalId": bid.external_id or f"loadline-{bid.pk}",
        "loadId": bid.load.external_id,
        "createdAt": bid.created_at,
        "firstAsk": bid.first_ask,
        "amount": bid.amount,
        "status": bid.status,
        "agreedAt": bid.agreed_at,
        "notes": bid.notes,
    }


def _call(call: Any) -> Row:
    return {
        "status": call.status,
        "fromPhone": call.from_phone,
        "toPhone": call.to_phone,
        "callerName": call.caller_name,
        "callerExt": call.caller_extension,
        "answeredAt": call.answered_at,
        "endedAt": call.ended_at,
        "transcript": call.transcript,
        "recordingUrl": call.recording_url,
    }


def _thread(talk: Conversation) -> Row:
    messages = EmailMessage.unscoped.filter(thread=talk.pk).order_by("sent_at", "pk")
    return {
        "subject": talk.email_thread.subject,
        "messages": [
            {
                "messageId": each.message_id,
                "from": each.sender or "-",
                "to": each.recipients,
                "sentAt": each.sent_at,
                "subject": each.subject,
                "text": each.text,
            }
            for each in messages
        ],
    }


def _plain(value: Any) -> Any:
    return float(value) if value % 1 else int(value)  # dollars and cents
