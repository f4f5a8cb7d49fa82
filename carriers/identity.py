"""Which row is the carrier of these numbers? DOT first, MC where there is none; many at once."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Exists, Manager, OuterRef, Q, UniqueConstraint

from carriers.models import Carrier
from organizations import sql
from organizations.api import imports
from organizations.api.imports import Raced
from organizations.models import Organization


class Numbers(NamedTuple):
    """What somebody calls a carrier by: at least one of the two."""

    dot: int | None
    mc: str

    @property
    def words(self) -> str:
        """MC 790123, or DOT 2790123."""
        return f"MC {self.mc}" if self.mc else f"DOT {self.dot}"


def find_numbered(kind: str, number: int) -> tuple[Numbers, Carrier | None]:
    """Return the numbers meant, and the carrier that has them, if there is one.

    `kind` is `mc` or `dot`; where it isn't said the number is an MC number, or a DOT number that is known.
    """
    by_mc = Carrier.objects.filter(mc_number=str(number)).order_by("pk").first() if kind != "dot" else None
    by_dot = (
        Carrier.objects.filter(dot_number=number).first() if kind == "dot" or not (kind or by_mc) else None
    )
    carrier = by_mc or by_dot
    if carrier is not None:
        return Numbers(carrier.dot_number, carrier.mc_number), carrier
    return (Numbers(number, "") if kind == "dot" else Numbers(None, str(number))), None


@dataclass(slots=True, eq=False)
class _Row:
    """A carrier's row as it is, or will be."""

    pk: int | None
    dot: int | None
    mc: str
    is_changed: bool = False
    merged_into: "_Row | None" = None


def ensure_carriers(
    *,
    organization: Organization,
    numbers: Collection[Numbers],
    at: datetime,
    are_told: bool = False,
    are_stubs: bool = True,
) -> dict[Numbers, int]:
    """Return the keys of the carriers of these numbers; makes stubs, which later lines fill.

    A DOT number that comes together with the MC number of a carrier without DOT is that carrier's; where each of the
    two had a row, these become one. `are_told`: they are the carrier's own, not a conversation's hearsay, and replace
    an MC number that is stored. `are_stubs`: what is made counts as not told of yet. Raises Raced.
    """
    pairs = list(dict.fromkeys(numbers))
    if not pairs:
        return {}
    stored = stored_numbers(organization, pairs)
    book = _Book([_Row(pk, *stored[pk]) for pk in sorted(stored)])
    chosen = {pair: book.row_of(pair, are_told=are_told) for pair in pairs}
    for gone in book.merged:
        if gone.pk is not None:
            _merge(organization, gone.pk, _final(gone), at)
    _write(organization, book.rows, at, are_stubs=are_stubs)
    return {pair: _key(_final(row)) for pair, row in chosen.items()}


class _Book:
    """The rows that some numbers may mean, by DOT and by MC number."""

    def __init__(self, rows: Sequence[_Row]) -> None:
        self.rows: list[_Row] = []
        self.merged: list[_Row] = []
        self.by_dot: dict[int, _Row] = {}
        self.by_mc: dict[str, _Row] = {}  # the oldest
        self.without_dot: dict[str, _Row] = {}
        for row in rows:
            self._enter(row)

    def row_of(self, pair: Numbers, *, are_told: bool) -> _Row:
        """The row of the numbers, which are learned; a new one where there is none."""
        if pair.dot is None:
            row = self.without_dot.get(pair.mc) or self.by_mc.get(pair.mc)
            return row or self._enter(_Row(None, None, pair.mc))
        lone = self.without_dot.get(pair.mc)
        row = self.by_dot.get(pair.dot)
        if row is None and lone is None:
            return self._enter(_Row(None, pair.dot, pair.mc))
        if row is None:
            assert lone is not None
            lone.dot, lone.is_changed = pair.dot, True
            self.by_dot[pair.dot] = lone
            del self.without_dot[pair.mc]
            return lone
        if pair.mc and pair.mc != row.mc and (are_told or not row.mc):
            row.mc, row.is_changed = pair.mc, True
            self.by_mc.setdefault(pair.mc, row)
        if lone is not None and row.mc == lone.mc:
            lone.merged_into = row
            self.merged.append(self.without_dot.pop(pair.mc))
            self.by_mc[pair.mc] = row
        return row

    def _enter(self, row: _Row) -> _Row:
        self.rows.append(row)
        if row.dot is not None:
            self.by_dot[row.dot] = row
        elif row.mc:
            self.without_dot[row.mc] = row
        if row.mc:
            self.by_mc.setdefault(row.mc, row)
        return row


def stored_numbers(organization: Organization, pairs: Collection[Numbers]) -> dict[int, Numbers]:
    """The numbers, as they are stored, of the carriers that these may mean, by key."""
    dots = {pair.dot for pair in pairs if pair.dot is not None}
    mcs = {pair.mc for pair in pairs if pair.mc}
    columns = ["id", "dot_number", "mc_number"]
    # Two queries, since OR over two indexes makes PostgreSQL read the whole table.
    return {
        pk: Numbers(dot, mc)
        for among in (("dot_number", dots), ("mc_number", mcs))
        for pk, dot, mc in sql.find(Carrier, columns, organization_id=organization.pk, among=among)
    }


def _write(organization: Organization, rows: Sequence[_Row], at: datetime, *, are_stubs: bool) -> None:
    """Store what was learned, and what is new."""
    sql.update(
        Carrier,
        [
            {"id": row.pk, "dot_number": row.dot, "mc_number": row.mc}
            for row in rows
            if row.pk is not None and row.is_changed and row.merged_into is None
        ],
        organization_id=organization.pk,
    )
    new = {(row.dot, row.mc): row for row in rows if row.pk is None and row.merged_into is None}
    made = sql.insert(
        Carrier,
        [{"dot_number": dot, "mc_number": mc} for dot, mc in new],
        returning=["id", "dot_number", "mc_number"],
        ignore_conflicts=True,
        organization_id=organization.pk,
        import_trail=b"" if are_stubs else None,
        created_at=at,
        updated_at=at,
    )
    if len(made) < len(new):
        raise Raced
    for pk, dot, mc in made:
        new[dot, mc].pk = pk


def _merge(organization: Organization, gone_pk: int, kept: _Row, at: datetime) -> None:
    """Make two rows of one carrier into one: what points to the first points to the other, gaps are filled."""
    gone = Carrier.unscoped.of(organization).get(pk=gone_pk)
    if kept.pk is None:  # the other is new: this row becomes it
        kept.pk, kept.is_changed = gone.pk, True
        return
    stored = Carrier.unscoped.of(organization).get(pk=kept.pk)
    for field in Carrier._meta.concrete_fields:
        if not field.primary_key and getattr(stored, field.attname) in (None, "", [], False):
            setattr(stored, field.attname, getattr(gone, field.attname))
    older, younger = sorted((gone, stored), key=lambda carrier: carrier.pk)
    stored.import_trail = imports.join(
        [*imports.split(older.import_trail), *imports.split(younger.import_trail)]
    )
    for relation in Carrier._meta.get_fields(include_hidden=True):
        if relation.auto_created and not relation.concrete and relation.is_relation:
            referring = relation.related_model._base_manager  # type: ignore[union-attr]
            _drop_doubles(referring, relation.field.name, gone_pk, stored.pk)  # type: ignore[union-attr]
            referring.filter(**{relation.field.name: gone_pk}).update(**{relation.field.name: stored})  # type: ignore[union-attr]
    gone.delete()
    if gone.vetted_at or stored.vetted_at:
        stored.vetting_due_at = at  # by the facts of both
    stored.save(force_update=True)


def _drop_doubles(referring: Manager[Any], name: str, gone_pk: int, kept_pk: int) -> None:
    """Delete what refers to the one carrier where a unique key has it for the other already: that one stays."""
    for rule in referring.model._meta.constraints:
        if isinstance(rule, UniqueConstraint) and name in rule.fields:
            others = [field for field in rule.fields if field != name]
            same = referring.filter(rule.condition or Q(), **{name: kept_pk})
            same = same.filter(**{field: OuterRef(field) for field in others})
            referring.filter(rule.condition or Q(), Exists(same), **{name: gone_pk}).delete()


def _final(row: _Row) -> _Row:
    while row.merged_into is not None:
        row = row.merged_into
    return row


def _key(row: _Row) -> int:
    assert row.pk is not None
    return row.pk
