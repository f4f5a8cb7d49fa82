"""A batch in one transaction: begun again where that may help, cut in two where the database can't take an item."""

from collections.abc import Callable, Sequence

from django.db import DataError, IntegrityError, OperationalError, reset_queries, transaction

from organizations.records.bulk import Raced

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
