"""State by table: one `Lifecycle` a model, and the only function that assigns a status."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import models, transaction

from organizations.actors import Actor


class LifecycleError(ValueError):
    """The table itself makes no sense; raised at import."""


class MoveNotAllowed(RuntimeError):
    """No such move in the table: a mistake in the code that asked for it."""


class Lifecycle:
    """The statuses of a model as one table.

    `states` is the TextChoices, `start` the status of a new row, `moves` maps each status to those that may
    follow (an empty tuple: final), `deadlines` says how long a row may stay in a status before a sweep
    looks after it. Checked when the module is imported: each status is in the table, reachable, and each
    that isn't final has a deadline, so that no row waits for ever.
    """

    def __init__(
        self,
        states: type[models.TextChoices],
        *,
        start: str,
        moves: Mapping[str, tuple[str, ...]],
        deadlines: Mapping[str, timedelta],
    ) -> None:
        self.states = states
        self.start = start
        self.moves = {state: tuple(following) for state, following in moves.items()}
        self.deadlines = dict(deadlines)
        self._check()

    @property
    def final(self) -> tuple[str, ...]:
        """The statuses that nothing follows."""
        return tuple(state for state, following in self.moves.items() if not following)

    @property
    def unfinished(self) -> tuple[str, ...]:
        """The statuses that something must follow."""
        return tuple(state for state, following in self.moves.items() if following)

    def allows(self, old: str, new: str) -> bool:
        """Whether the table has the move."""
        return new in self.moves[old]

    def _check(self) -> None:
        states = set(self.states.values)
        if set(self.moves) != states:
            raise LifecycleError(f"moves must name each of {sorted(states)}")
        followers = {state for following in self.moves.values() for state in following}
        if unknown := (followers | {self.start}) - states:
            raise LifecycleError(f"unknown: {sorted(unknown)}")
        if lost := states - self._reachable(self.start):
            raise LifecycleError(f"nothing leads to {sorted(lost)}")
        if endless := {state for state in states if not self._reachable(state) & set(self.final)}:
            raise LifecycleError(f"no end can be reached from {sorted(endless)}")
        if set(self.deadlines) != set(self.unfinished):
            raise LifecycleError("exactly the unfinished statuses have a deadline")

    def _reachable(self, state: str) -> set[str]:
        """The status itself and all that may ever follow."""
        found, todo = {state}, [state]
        while todo:
            new = set(self.moves[todo.pop()]) - found
            found |= new
            todo.extend(new)
        return found


def move(
    row: models.Model,
    new: str,
    *,
    by: Actor,
    at: datetime,
    reason: str = "",
    **fields: Any,
) -> bool:
    """Move `row` from the status it was read with to `new`; whether this call was the one that did it.

    Steps: looks the move up in the model's `lifecycle`; swaps on the old value together with `fields` and
    looks at the row count (another process may have been faster: then False, and nothing changed); appends
    a history row in the same transaction. The instance bears the new values afterwards. Raises
    MoveNotAllowed for a move that the table doesn't have.
    """
    model = type(row)
    lifecycle: Lifecycle = model.lifecycle  # type: ignore[attr-defined]  # every model with a status has one
    old = row.status  # type: ignore[attr-defined]
    if not lifecycle.allows(old, new):
        raise MoveNotAllowed(f"{model.__name__} {row.pk}: {old} → {new}")
    values = {"status": new, "status_changed_at": at, **fields}
    with transaction.atomic():
        swapped = model._base_manager.filter(pk=row.pk, status=old).update(**values)
        if not swapped:
            return False
        row.record_move(old=old, new=new, by=by, at=at, reason=reason)  # type: ignore[attr-defined]
    for name, value in values.items():
        setattr(row, name, value)
    return True
