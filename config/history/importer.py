"""Taking lines in, a batch at a time; each batch is a transaction, and any may be begun again."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import DataError, IntegrityError, OperationalError, reset_queries, transaction

from bids.models import Bid, Booking
from calls.models import Call, Conversation, ConversationLoad, EmailThread
from carriers.models import Carrier
from config.history.kinds import KINDS
from loads.models import Load, LoadEvent
from organizations.actors import Actor
from organizations.history import bulk, trail
from organizations.history.lines import Line, Outcome, Raced, Refused
from organizations.history.trail import Verdict
from organizations.models import Organization

MOST_HELD_BYTES = 24 * 1024 * 1024
MOST_TRIES = 5
FIRST_LOOK = 4  # batches; then every fourfold
TABLES = (Load, LoadEvent, Carrier, Conversation, ConversationLoad, Call, EmailThread, Bid, Booking)

type Refuse = Callable[[Line, str], None]
type HeldKey = tuple[str, Any]


@dataclass
class _Plan:
    """What a batch comes to; nothing of it counts before the batch is committed."""

    counts: Counter[Outcome] = field(default_factory=Counter)
    refused: list[tuple[Line, str]] = field(default_factory=list)
    held: dict[HeldKey, list[Line]] = field(default_factory=dict)


class Importer:
    """One run: counts what its lines did, and gives those that can't be taken in to `refuse`.

    A line that an earlier run took in, with others after it, is held until it is clear whether these follow again (see
    `organizations.history.trail`); `finish()` takes in what is left.
    """

    def __init__(self, organization: Organization, *, refuse: Refuse, by: Actor, at: datetime) -> None:
        self.organization = organization
        self.refuse = refuse
        self.by, self.at = by, at
        self.counts: Counter[Outcome] = Counter()
        self.held: dict[HeldKey, list[Line]] = {}
        self.held_bytes = 0
        self.batches = 0
        self.next_look = FIRST_LOOK

    def take(self, lines: Sequence[Line]) -> None:
        """Take in a batch; their `data` is an object whose `type` is one of KINDS."""
        self._commit(lines, is_final=False)
        self.batches += 1
        if self.batches == self.next_look:
            bulk.analyze(*TABLES)
            self.next_look *= 4
        if self.held_bytes > MOST_HELD_BYTES:
            self.finish()

    def finish(self) -> None:
        """Take in the lines that were held."""
        lines = [line for held in self.held.values() for line in held]
        self.held, self.held_bytes = {}, 0
        for start in range(0, len(lines), 1_000):
            self._commit(lines[start : start + 1_000], is_final=True)

    def end(self) -> None:
        """Take in what was held, and leave the database ready to be asked about all of it."""
        self.finish()
        if self.batches >= FIRST_LOOK and self.counts[Outcome.IMPORTED]:
            bulk.analyze(*TABLES)

    def _commit(self, lines: Sequence[Line], *, is_final: bool) -> None:
        """Store the lines in one transaction, or, where the database can't take one of them, in smaller ones."""
        if not lines:
            return
        try:
            plan = self._try(lines, is_final=is_final)
        except (DataError, IntegrityError) as error:
            if len(lines) == 1:
                self.refuse(lines[0], f"It can't be stored: {str(error).splitlines()[0]}")
                return
            middle = len(lines) // 2
            self._commit(lines[:middle], is_final=is_final)
            self._commit(lines[middle:], is_final=is_final)
            return
        self.counts += plan.counts
        for line, reason in plan.refused:
            self.refuse(line, reason)
        for key, held in plan.held.items():
            before = self.held.pop(key, [])
            self.held_bytes += sum(len(line.raw) for line in held) - sum(len(line.raw) for line in before)
            if held:
                self.held[key] = held

    def _try(self, lines: Sequence[Line], *, is_final: bool) -> _Plan:
        for attempt in range(MOST_TRIES):
            try:
                with transaction.atomic():
                    return self._store(lines, is_final=is_final)
            except (Raced, OperationalError) as error:
                if attempt == MOST_TRIES - 1 or not _may_help(error):
                    raise
            finally:
                reset_queries()  # with DEBUG they are kept, each with its whole batch
        raise AssertionError("unreachable")

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
                    outcomes = KINDS[name].store(self.organization, taken, self.by, self.at)
                    plan.counts.update(outcomes)
        return plan

    def _taken(self, name: str, lines: Iterable[Line], plan: _Plan, *, is_final: bool) -> list[Line]:
        """Return those of the lines that must be stored, and lines held before that must go first."""
        kind = KINDS[name]
        readable = [line for line in lines if self._has_key(name, line, plan)]
        rows = kind.locate(self.organization, list(dict.fromkeys(line.key for line in readable)), self.at)
        trails = {key: trail.split(told) for key, told in rows.values()}
        taken: list[Line] = []

        def take(line: Line) -> None:
            if not line.values:
                try:
                    line.values = kind.read(line.data)
                except Refused as error:
                    plan.refused.append((line, str(error)))
                    return
            told = trails[line.key]
            told[:] = trail.once([*told, line.digest])
            taken.append(line)

        for line in readable:
            line.key = rows[line.key][0]
            told = trails[line.key]
            held = plan.held.get((name, line.key), self.held.get((name, line.key), []))
            verdict = trail.judge(line.digest, told)
            if verdict is Verdict.EARLIER and not is_final:
                plan.held[name, line.key] = [*held, line]
                continue
            if verdict is Verdict.LAST and trail.is_end([one.digest for one in (*held, line)], told):
                plan.counts[Outcome.UNCHANGED] += len(held) + 1
            else:
                for one in (*held, line):
                    take(one)
            if held:
                plan.held[name, line.key] = []
        return taken

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


def _may_help(error: Exception) -> bool:
    """Whether another try may do better: somebody was faster, or two waited for each other."""
    if isinstance(error, Raced):
        return True
    state = getattr(error.__cause__, "sqlstate", None)
    return state in ("40P01", "40001", "55P03")
