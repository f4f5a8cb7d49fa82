"""Writes of views and columns. They are a person's own, whatever their role."""

from collections.abc import Iterable
from datetime import datetime

from django.db import IntegrityError, transaction

from organizations.dashboard.table import Table
from organizations.models import ChosenColumns, SavedView
from organizations.models.people import NAME_LENGTH, QUERY_LENGTH

MAX_VIEWS = 30  # of a list, for a person


class ViewRefused(ValueError):
    """A view can't be kept like that; its text says why, and what to do."""


def choose_columns(*, table: Table, names: Iterable[str]) -> tuple[str, ...]:
    """Remember the columns of a list, and return what was understood of them."""
    chosen = table.choose(names)
    ChosenColumns.objects.update_or_create(
        organization=table.organization,
        user=table.membership.user,
        list=table.name,
        defaults={"columns": list(chosen)},
    )
    return chosen


def forget_columns(*, table: Table) -> None:
    """Go back to the usual columns."""
    ChosenColumns.objects.filter(user=table.membership.user, list=table.name).delete()


def save_view(*, table: Table, name: str, at: datetime) -> SavedView:
    """Keep what a table shows under a name. Raises ViewRefused."""
    views = SavedView.objects.filter(user=table.membership.user, list=table.name)
    name, kept = _checked_name(name), _checked_query(table)
    if views.count() >= MAX_VIEWS:
        raise ViewRefused(f"You can save up to {MAX_VIEWS} views per list. Delete one you don’t need.")
    twin = views.filter(query=kept).first()
    if twin is not None:
        raise ViewRefused(f"You already have this view as “{twin.name}”.")
    view = SavedView(
        organization=table.organization,
        user=table.membership.user,
        list=table.name,
        name=name,
        query=kept,
        created_at=at,
    )
    _write(view)
    return view


def change_view(*, view: SavedView, name: str | None = None, table: Table | None = None) -> None:
    """Give a view another name, or let it show what a table shows. Raises ViewRefused."""
    if name is not None:
        view.name = _checked_name(name)
    if table is not None:
        view.query = _checked_query(table)
    _write(view)


def delete_view(*, view: SavedView) -> None:
    """Forget a view; what it shows stays as it is."""
    view.delete()


def _checked_name(name: str) -> str:
    name = " ".join(name.split())
    if not name:
        raise ViewRefused("Name the view.")
    if len(name) > NAME_LENGTH:
        raise ViewRefused(f"View names can have up to {NAME_LENGTH} characters.")
    return name


def _checked_query(table: Table) -> str:
    kept = table.address(table.named or table.usual)
    if len(kept) > QUERY_LENGTH:
        raise ViewRefused("These filters are too long to save.")
    return kept


def _write(view: SavedView) -> None:
    try:
        with transaction.atomic():
            view.save()
    except IntegrityError as error:
        raise ViewRefused(f"You already have a view named “{view.name}”. Choose a different name.") from error
