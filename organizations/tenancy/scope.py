"""The tenant scope: which organization the code that runs now may see.

Opened once, by the request's middleware or by a task's base class. The default manager of every
organization-owned model asks for it and raises where there is none, so that a forgotten filter is an error,
not a leak.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_organization_id: ContextVar[int | None] = ContextVar("organization_id", default=None)


class ScopeMissing(RuntimeError):
    """An organization's rows were asked for outside the scope of an organization."""


@contextmanager
def scope(organization_id: int) -> Iterator[None]:
    """Everything inside sees the rows of this organization alone; nests, and ends where the block ends."""
    if not isinstance(organization_id, int):
        raise TypeError("scope() takes an organization's id")
    token = _organization_id.set(organization_id)
    try:
        yield
    finally:
        _organization_id.reset(token)


def current_organization_id() -> int:
    """The id of the organization in scope; raises ScopeMissing outside any."""
    organization_id = _organization_id.get()
    if organization_id is None:
        raise ScopeMissing(
            "No organization is in scope. Open one with organizations.tenancy.scope.scope(), "
            "or say `Model.unscoped` where all organizations are meant."
        )
    return organization_id


def organization_in_scope() -> int | None:
    """The id of the organization in scope, or None: for log lines, never for queries."""
    return _organization_id.get()
