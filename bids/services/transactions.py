"""Services that are called by themselves, and within a turn of a talk, where each statement keeps a caller waiting."""

from contextlib import AbstractContextManager, nullcontext

from django.db import connection, transaction


def one_transaction() -> AbstractContextManager[None]:
    """A transaction of its own, or the one that runs already, without a savepoint in it.

    For services that refuse before they write anything: whoever handles the refusal goes on with a transaction that is
    whole. Errors of the database must go through.
    """
    return nullcontext() if connection.in_atomic_block else transaction.atomic()
