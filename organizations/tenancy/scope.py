"""The tenant scope: which organization the code that runs now may see.

Opened once, by the request's middleware or by a task's base class. The default manager of every
organization-owned model asks for it and raises where there is none, so that a forgotten filter is an error,
not a leak.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, Literal, Self

from django.db import models
from django.db.backends.ddl_references import Statement, Table
from django.db.models.constraints import BaseConstraint

ALL: Final = "all"

# An organization's id, ALL for work that is meant for all organizations, or None: nothing was said.
type Sight = int | Literal["all"] | None

_sight: ContextVar[Sight] = ContextVar("sight", default=None)


class ScopeMissing(RuntimeError):
    """An organization's rows were asked for outside the scope of an organization."""


@contextmanager
def scope(organization_id: int) -> Iterator[None]:
    """Everything inside sees the rows of this organization alone; nests, and ends where the block ends."""
    if not isinstance(organization_id, int):
        raise TypeError("scope() takes an organization's id")
    token = _sight.set(organization_id)
    try:
        yield
    finally:
        _sight.reset(token)


@contextmanager
def unscoped() -> Iterator[None]:
    """Everything inside may see all organizations' rows, by `Model.unscoped` alone: sweeps, look-ups, Django admin.

    Also within a scope, where one row of whatever organization is looked for. PostgreSQL is told so too
    (`row_security`): outside a scope it shows owned rows to nobody who doesn't say this.
    """
    token = _sight.set(ALL)
    try:
        yield
    finally:
        _sight.reset(token)


def current_organization_id() -> int:
    """The id of the organization in scope; raises ScopeMissing outside any."""
    sight = _sight.get()
    if not isinstance(sight, int):
        raise ScopeMissing(
            "No organization is in scope. Open one with organizations.tenancy.scope.scope(), "
            "or say `Model.unscoped` where all organizations are meant."
        )
    return sight


def organization_in_scope() -> int | None:
    """The id of the organization in scope, or None: for log lines, never for queries."""
    sight = _sight.get()
    return sight if isinstance(sight, int) else None


def sight() -> Sight:
    """What the code that runs now may see: for `row_security`."""
    return _sight.get()


# Rows that an organization owns: managers that demand a scope, and foreign keys that take the organization along.


class OwnedQuerySet(models.QuerySet):
    """Rows that belong to an organization."""

    def of(self, organization) -> Self:
        """Rows of one organization, for code that stands outside any scope."""
        return self.filter(organization=organization)


class ScopedManager(models.Manager):
    """The default manager of owned models: sees the organization in scope, raises ScopeMissing outside.

    Related managers (`load.stops`) are made from it, so they ask for the scope too.
    """

    def get_queryset(self):
        """All rows of the organization in scope."""
        return super().get_queryset().filter(organization_id=current_organization_id())


# A database constraint that Django lacks: a foreign key that takes the organization along.


class SameOrganization(BaseConstraint):
    """`(organization_id, <field>_id)` must exist in the table that the foreign key points to.

    The third tenancy wall: PostgreSQL itself refuses a row that points into another organization, whatever
    code wrote it. The target needs a unique constraint over `(organization, primary key)`; every `Owned`
    model has it. The foreign key should say `db_constraint=False`, since this one is stricter. A null
    reference isn't checked (MATCH SIMPLE).
    """

    def __init__(self, field: str, *, name: str) -> None:
        super().__init__(name=name)
        self.field = field

    def constraint_sql(self, model, schema_editor):
        """No clause inside CREATE TABLE, since the target may not exist yet."""
        self.create_sql(model, schema_editor)

    def create_sql(self, model, schema_editor):
        """Nothing at once: ALTER TABLE … at the migration's end, when the key it refers to is there.

        An empty statement, since what CREATE TABLE puts off is executed whatever it is.
        """
        schema_editor.deferred_sql.append(self._statement(model, schema_editor))
        return Statement("")

    def _statement(self, model, schema_editor):
        """ALTER TABLE … ADD CONSTRAINT … FOREIGN KEY, checked when a transaction commits."""
        quote = schema_editor.quote_name
        key = model._meta.get_field(self.field)
        target = key.related_model._meta
        return Statement(
            "ALTER TABLE %(table)s ADD CONSTRAINT %(name)s FOREIGN KEY (%(columns)s) REFERENCES %(target)s "
            "(%(target_columns)s) DEFERRABLE INITIALLY DEFERRED",
            table=Table(model._meta.db_table, quote),
            name=quote(self.name),
            columns=f"{quote('organization_id')}, {quote(key.column)}",
            target=quote(target.db_table),
            target_columns=f"{quote('organization_id')}, {quote(target.pk.column)}",
        )

    def remove_sql(self, model, schema_editor):
        """ALTER TABLE … DROP CONSTRAINT."""
        quote = schema_editor.quote_name
        return Statement(
            "ALTER TABLE %(table)s DROP CONSTRAINT %(name)s",
            table=Table(model._meta.db_table, quote),
            name=quote(self.name),
        )

    def validate(self, model, instance, exclude=None, using=None) -> None:
        """Left to PostgreSQL: forms and the admin only offer rows of the same organization."""

    def deconstruct(self):
        """For migrations."""
        path, _, kwargs = super().deconstruct()
        return path, (self.field,), kwargs

    def __eq__(self, other: object) -> bool:
        if isinstance(other, SameOrganization):
            return self.name == other.name and self.field == other.field
        return NotImplemented

    def __hash__(self) -> int:
        return hash((self.name, self.field))
