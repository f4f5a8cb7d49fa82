"""State by table: one `Lifecycle` a model, and the only functions that assign a status."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from django.db import models, transaction

from organizations.tenancy import live_updates
from organizations.tenancy.actors import Actor


class LifecycleError(ValueError):
    """The table itself makes no sense; raised at import."""


class MoveNotAllowed(RuntimeError):
    """No such move in the table: a mistake in the code that asked for it."""


class Lifecycle:
    """The statuses of a model as one table.

    `states` is the TextChoices, `start` the status of a new row, `moves` maps each status to those that may
    follow (an empty tuple: final), `deadlines` says how long a row may stay in a status before a sweep
    looks after it. `reopenings` are moves out of final statuses, for a person who takes an ending back: the
    status stays final. Checked when the module is imported: each status is in the table, reachable, and each
    that isn't final has a deadline, so that no row waits for ever.
    """

    def __init__(
        self,
        states: type[models.TextChoices],
        *,
        start: str,
        moves: Mapping[str, tuple[str, ...]],
        deadlines: Mapping[str, timedelta],
        reopenings: Mapping[str, tuple[str, ...]] | None = None,
    ) -> None:
        self.states = states
        self.start = start
        self.moves = {state: tuple(following) for state, following in moves.items()}
        self.deadlines = dict(deadlines)
        self.reopenings = dict(reopenings or {})
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
        return new in self.moves[old] or new in self.reopenings.get(old, ())

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
        if not set(self.reopenings) <= set(self.final):
            raise LifecycleError("only final statuses are reopened")
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


def start(row: models.Model, *further: str, by: Actor, at: datetime) -> None:
    """Insert `row` in its lifecycle's first status, or moved on from there at once through `further`.

    The history begins with it, in the same transaction. Raises MoveNotAllowed for a move that the table doesn't have.
    """
    first: str = type(row).lifecycle.start  # type: ignore[attr-defined]  # every model with a status has one
    path = (first, *further)
    _check(row, path)
    row.status, row.status_changed_at = path[-1], at  # type: ignore[attr-defined]
    with transaction.atomic(savepoint=False):
        row.save(force_insert=True)
        _record(row, ("", *path), by=by, at=at, reason="")
        publish(row)


def move(
    row: models.Model,
    new: str,
    *,
    via: tuple[str, ...] = (),
    by: Actor,
    at: datetime,
    reason: str = "",
    **fields: Any,
) -> bool:
    """Move `row` from the status it was read with to `new`; whether this call was the one that did it.

    Steps: looks the move up in the model's `lifecycle`; swaps on the old value together with `fields` and
    looks at the row count (another process may have been faster: then False, and nothing changed); appends
    a history row in the same transaction, and one for each status of `via`, passed through at this moment.
    The instance bears the new values afterwards. Raises MoveNotAllowed for a move that the table doesn't have.
    """
    old = row.status  # type: ignore[attr-defined]
    path = (old, *via, new)
    _check(row, path)
    values = {"status": new, "status_changed_at": at, **fields}
    # Errors in here are never handled by a caller that goes on, so that a savepoint would protect nothing.
    with transaction.atomic(savepoint=False):
        swapped = type(row)._base_manager.filter(pk=row.pk, status=old).update(**values)
        if not swapped:
            return False
        _record(row, path, by=by, at=at, reason=reason)
        publish(row)
    for name, value in values.items():
        setattr(row, name, value)
    return True


def move_many(rows: models.QuerySet, new: str, *, at: datetime, **fields: Any) -> int:
    """Move those of the rows that may go to `new` from where they stand; how many it were.

    One statement, for rows whose model keeps no history. Raises MoveNotAllowed where a history would miss the moves.
    """
    lifecycle: Lifecycle = rows.model.lifecycle
    if _history(rows.model) is not None:
        raise MoveNotAllowed(f"{rows.model.__name__} keeps a history: move its rows one by one.")
    sources = [old for old in lifecycle.moves if lifecycle.allows(old, new)]
    return rows.filter(status__in=sources).update(status=new, status_changed_at=at, **fields)


def publish(row: models.Model) -> None:
    """Tell open pages that a row with a status is new or changed: `live_names` of its model says what to look at."""
    live_updates.changed(row.organization_id, *row.live_names)  # type: ignore[attr-defined]


def _history(model: type[models.Model]) -> Any:
    """The model's relation to its history, `status_changes`; None where other rows tell what happened to it."""
    return next((each for each in model._meta.related_objects if each.name == "status_changes"), None)


def _record(row: models.Model, path: tuple[str, ...], *, by: Actor, at: datetime, reason: str) -> None:
    """Append a row for each move along `path` to the history, where the model keeps one."""
    relation = _history(type(row))
    if relation is None:
        return
    history = relation.related_model
    history.unscoped.bulk_create(
        history(
            organization_id=row.organization_id,  # type: ignore[attr-defined]  # every model with a status is owned
            old=old,
            new=new,
            by=str(by),
            at=at,
            reason=reason,
            **{relation.field.name: row},
        )
        for old, new in pairwise(path)
    )


def _check(row: models.Model, path: tuple[str, ...]) -> None:
    lifecycle: Lifecycle = type(row).lifecycle  # type: ignore[attr-defined]  # every model with a status has one
    for old, new in pairwise(path):
        if not lifecycle.allows(old, new):
            raise MoveNotAllowed(f"{type(row).__name__} {row.pk}: {old} → {new}")
