"""Taking lines in, a batch at a time; each batch is a transaction, and any may be begun again."""

import struct
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import DataError, IntegrityError, OperationalError, reset_queries, transaction

from bids.models import Bid, Booking
from calls.models import Call, CallCount, Conversation, ConversationLoad, EmailThread
from carriers.models import Carrier, CarrierLane
from config.history_files import KINDS, Kind, RawLine, parse
from loads.models import Load, LoadEvent
from organizations import sql
from organizations.api import imports
from organizations.api.imports import DIGEST_BYTES, Line, Outcome, Raced, Refused
from organizations.models import Organization, Tally
from organizations.tenancy.actors import Actor

MAX_TRIES = 5


def commit[Item, Done](
    items: Sequence[Item],
    store: Callable[[Sequence[Item]], Done],
    *,
    done: Callable[[Done], None],
    refuse: Callable[[Item, str], None],
) -> None:
    """Store the items, and tell `done` what `store` made of them once that is committed.

    An item that the database can't take goes to `refuse`; all others are stored.
    """
    if not items:
        return
    try:
        outcome = _try(items, store)
    except (DataError, IntegrityError) as error:
        if len(items) == 1:
            refuse(items[0], f"It can't be stored: {str(error).splitlines()[0]}")
            return
        middle = len(items) // 2
        commit(items[:middle], store, done=done, refuse=refuse)
        commit(items[middle:], store, done=done, refuse=refuse)
        return
    done(outcome)


def _try[Item, Done](items: Sequence[Item], store: Callable[[Sequence[Item]], Done]) -> Done:
    for attempt in range(MAX_TRIES):
        try:
            with transaction.atomic():
                return store(items)
        except (Raced, OperationalError) as error:
            if attempt == MAX_TRIES - 1 or not _may_help(error):
                raise
        finally:
            reset_queries()  # with DEBUG they are kept, each with its whole batch
    raise AssertionError("unreachable")


def _may_help(error: Exception) -> bool:
    """Whether another try may do better: somebody was faster, or two waited for each other."""
    if isinstance(error, Raced):
        return True
    state = getattr(error.__cause__, "sqlstate", None)
    return state in ("40P01", "40001", "55P03")


# Lines that wait to be judged: their texts on disk, a few bytes of each in memory.


MAX_LINES = 200_000
PLACE = struct.Struct(f">QQ{DIGEST_BYTES}s")  # where in the file, which line, its digest

type HeldKey = tuple[str, Any]


class Held:
    """Lines by what they are about, each key's in the order in which they came."""

    def __init__(self) -> None:
        self._places: dict[HeldKey, bytes] = {}
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 (closed by close())
        self._end = 0
        self._count = 0

    def __bool__(self) -> bool:
        return self._count > 0

    @property
    def is_full(self) -> bool:
        """Whether no more should be held."""
        return self._count >= MAX_LINES

    def put(self, key: HeldKey, line: Line) -> None:
        """Hold a line."""
        self._file.seek(self._end)
        written = self._file.write(line.raw + b"\n")
        self._places[key] = self._places.get(key, b"") + PLACE.pack(self._end, line.number, line.digest)
        self._end += written
        self._count += 1

    def drop(self, key: HeldKey) -> None:
        """Forget a key's lines."""
        self._count -= len(self._places.pop(key, b"")) // PLACE.size

    def digests(self, key: HeldKey) -> list[bytes]:
        """Return the digests of a key's lines."""
        return [digest for _, _, digest in PLACE.iter_unpack(self._places.get(key, b""))]

    def lines(self, key: HeldKey) -> list[Line]:
        """Return a key's lines, read and parsed again."""
        return [self._line(*place) for place in PLACE.iter_unpack(self._places.get(key, b""))]

    def drain(self, size: int) -> Iterator[list[Line]]:
        """Yield all lines in batches, each key's together, and forget them."""
        batch: list[Line] = []
        for packed in self._places.values():
            batch.extend(self._line(*place) for place in PLACE.iter_unpack(packed))
            if len(batch) >= size:
                yield batch
                batch = []
        if batch:
            yield batch
        self._places = {}
        self._file.truncate(0)
        self._end = self._count = 0

    def close(self) -> None:
        """Give the disk back."""
        self._file.close()

    def _line(self, offset: int, number: int, _digest: bytes) -> Line:
        self._file.seek(offset)
        raw = self._file.readline()[:-1]
        return parse(RawLine(number, raw, len(raw)))


BATCH = 1_000
FIRST_LOOK = 4  # batches; then every fourfold
TABLES = (
    Load,
    LoadEvent,
    Carrier,
    Conversation,
    ConversationLoad,
    Call,
    EmailThread,
    Bid,
    Booking,
    # What triggers keep beside them: of a table whose rows were deleted PostgreSQL believes that it is still empty, and
    # reads it whole for each row of a batch.
    CallCount,
    CarrierLane,
    Tally,
)

type Refuse = Callable[[Line, str], None]


@dataclass
class _Plan:
    """What a batch comes to; nothing of it counts before the batch is committed."""

    counts: Counter[Outcome] = field(default_factory=Counter)
    refused: list[tuple[Line, str]] = field(default_factory=list)
    settled: set[HeldKey] = field(default_factory=set)  # held before, not any more
    held: dict[HeldKey, list[Line]] = field(default_factory=lambda: defaultdict(list))


class Importer(AbstractContextManager["Importer"]):
    """One run: counts what its lines did, and gives those that can't be taken in to `refuse`.

    A line that an earlier run took in, with others after it, is held until it is clear whether these follow again (see
    `organizations.sql`); `end()` decides on what is left.
    """

    def __init__(self, organization: Organization, *, refuse: Refuse, by: Actor, at: datetime) -> None:
        self.organization = organization
        self.refuse = refuse
        self.by, self.at = by, at
        self.counts: Counter[Outcome] = Counter()
        self.held = Held()
        self.batches = 0
        self.next_look = FIRST_LOOK

    def __exit__(self, *_: object) -> None:
        self.held.close()

    def take(self, lines: Sequence[Line]) -> None:
        """Take in a batch; their `data` is an object whose `type` is one of KINDS."""
        self._commit(lines, is_final=False)
        self.batches += 1
        if self.batches == self.next_look:
            sql.analyze(*TABLES)
            self.next_look *= 4
        if self.held.is_full:
            self._settle()

    def end(self) -> None:
        """Settle what was held, and leave the database ready to be asked about all of it."""
        self._settle()
        if self.batches >= FIRST_LOOK and self.counts[Outcome.IMPORTED]:
            sql.analyze(*TABLES)

    def _settle(self) -> None:
        for lines in self.held.drain(BATCH):
            self._commit(lines, is_final=True)

    def _commit(self, lines: Sequence[Line], *, is_final: bool) -> None:
        """Store the lines in one transaction, or, where the database can't take one of them, in smaller ones."""
        commit(
            lines,
            lambda part: self._store(part, is_final=is_final),
            done=self._carry_out,
            refuse=self.refuse,
        )

    def _carry_out(self, plan: _Plan) -> None:
        self.counts += plan.counts
        for line, reason in plan.refused:
            self.refuse(line, reason)
        for key in plan.settled:
            self.held.drop(key)
        for key, lines_held in plan.held.items():
            for line in lines_held:
                self.held.put(key, line)

    def _store(self, lines: Sequence[Line], *, is_final: bool) -> _Plan:
        # Two imports into one organization take turns; nobody else waits for this lock.
        Organization.objects.select_for_update(no_key=True).get(pk=self.organization.pk)
        plan = _Plan()
        by_type: dict[str, list[Line]] = defaultdict(list)
        for line in lines:
            by_type[line.data["type"]].append(line)
        for name in KINDS:
            if name in by_type:
                taken = self._taken(name, by_type[name], plan, is_final=is_final)
                if taken:
                    outcomes = KINDS[name].store(
                        organization=self.organization, lines=taken, by=self.by, at=self.at
                    )
                    plan.counts.update(outcomes)
        return plan

    def _taken(self, name: str, lines: Iterable[Line], plan: _Plan, *, is_final: bool) -> list[Line]:
        """Return those of the lines that must be stored, and lines held before that must go first."""
        kind = KINDS[name]
        readable = [line for line in lines if self._has_key(name, line, plan)]
        rows = kind.locate(self.organization, list(dict.fromkeys(line.key for line in readable)), self.at)
        trails = {key: imports.split(told) for key, told in rows.values()}
        by_key: dict[Any, list[Line]] = defaultdict(list)
        for line in readable:
            line.key = rows[line.key][0]
            by_key[line.key].append(line)
        taken: list[Line] = []

        def take(lines: Iterable[Line]) -> None:
            for line in lines:
                if line.values or self._is_read(kind, line, plan):
                    trails[line.key] = imports.once([*trails[line.key], line.digest])
                    taken.append(line)

        if is_final:
            for key, lines in by_key.items():
                if imports.is_end([line.digest for line in lines], trails[key]):
                    plan.counts[Outcome.UNCHANGED] += len(lines)
                else:
                    take(lines)
            return taken
        for line in readable:
            self._judge((name, line.key), line, trails[line.key], plan, take)
        return taken

    def _judge(
        self,
        key: HeldKey,
        line: Line,
        told: Sequence[bytes],
        plan: _Plan,
        take: Callable[[Iterable[Line]], None],
    ) -> None:
        """Take a new line in, after those of its key that were held; hold one that was told before.

        Where the lines held are just what was told last, all of them are settled: nothing has changed.
        """
        waiting = plan.held.get(key, [])
        is_held = key not in plan.settled
        before = [*(self.held.digests(key) if is_held else ()), *(one.digest for one in waiting)]
        if line.digest not in told:
            earlier = [*(self.held.lines(key) if is_held else ()), *waiting]
            for one in earlier:
                one.key = line.key
            take([*earlier, line])
        elif imports.is_end([*before, line.digest], told):
            plan.counts[Outcome.UNCHANGED] += len(before) + 1
        else:
            plan.held[key].append(line)
            return
        plan.settled.add(key)
        plan.held.pop(key, None)

    def _is_read(self, kind: Kind, line: Line, plan: _Plan) -> bool:
        """Whether the line is as it must be; if not, it is refused."""
        try:
            line.values = kind.read(line.data)
        except Refused as error:
            plan.refused.append((line, str(error)))
            return False
        return True

    def _has_key(self, name: str, line: Line, plan: _Plan) -> bool:
        """Whether the line says what it is about; if not, it is refused with all that is wrong with it."""
        kind = KINDS[name]
        try:
            if kind.is_keyed_by_values:
                line.values = kind.read(line.data)
                line.key = kind.key(line.values)
            else:
                line.key = kind.key(line.data)
            if not line.key:
                kind.read(line.data)
                raise Refused("The line doesn't say what it is about.")
        except Refused as error:
            plan.refused.append((line, str(error)))
            return False
        return True
