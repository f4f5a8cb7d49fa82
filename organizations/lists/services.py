"""Writes of views and columns. They are a person's own, whatever their role."""

from collections.abc import Iterable
from datetime import datetime

from django.db import IntegrityError, transaction
from django.http import QueryDict

from organizations.lists.listing import Listing
from organizations.models import ChosenColumns, Organization, SavedView, User
from organizations.models.lists import NAME_LENGTH, QUERY_LENGTH

MOST_VIEWS = 30  # of a list, for a person


class ViewRefused(ValueError):
    """A view can't be kept like that; its text says why, and what to do."""


def choose_columns(
    *, organization: Organization, user: User, listing: Listing, names: Iterable[str]
) -> tuple[str, ...]:
    """Remember the columns of a list, and return what was understood of them."""
    chosen = listing.choose(names)
    ChosenColumns.objects.update_or_create(
        organization=organization, user=user, list=listing.name, defaults={"columns": list(chosen)}
    )
    return chosen


def forget_columns(*, user: User, listing: Listing) -> None:
    """Go back to the usual columns."""
    ChosenColumns.objects.filter(user=user, list=listing.name).delete()


def save_view(
    *, organization: Organization, user: User, listing: Listing, name: str, query: QueryDict, at: datetime
) -> SavedView:
    """Keep what an address shows under a name. Raises ViewRefused."""
    views = SavedView.objects.filter(user=user, list=listing.name)
    name, kept = _checked_name(name), _checked_query(listing, query)
    if views.count() >= MOST_VIEWS:
        raise ViewRefused(f"A list has at most {MOST_VIEWS} views. Delete one that you don’t need.")
    twin = views.filter(query=kept).first()
    if twin is not None:
        raise ViewRefused(f"The view “{twin.name}” shows the same already.")
    view = SavedView(
        organization=organization, user=user, list=listing.name, name=name, query=kept, created_at=at
    )
    _write(view)
    return view


def rename_view(*, view: SavedView, name: str) -> None:
    """Give a view another name. Raises ViewRefused."""
    view.name = _checked_name(name)
    _write(view)


def change_view(*, view: SavedView, listing: Listing, query: QueryDict) -> None:
    """Let a view show what an address shows. Raises ViewRefused."""
    view.query = _checked_query(listing, query)
    _write(view)


def make_default(*, view: SavedView, is_default: bool) -> None:
    """Open the list with this view from now on, or with none."""
    with transaction.atomic():
        of_list = SavedView.objects.filter(user=view.user_id, list=view.list)
        of_list.filter(is_default=True).update(is_default=False)
        of_list.filter(pk=view.pk).update(is_default=is_default)
    view.is_default = is_default


def delete_view(*, view: SavedView) -> None:
    """Forget a view; what it shows stays as it is."""
    view.delete()


def _checked_name(name: str) -> str:
    name = " ".join(name.split())
    if not name:
        raise ViewRefused("Give the view a name.")
    if len(name) > NAME_LENGTH:
        raise ViewRefused(f"A view’s name has at most {NAME_LENGTH} characters.")
    return name


def _checked_query(listing: Listing, query: QueryDict) -> str:
    kept = listing.address(query, listing.columns_of(query) or listing.usual)
    if len(kept) > QUERY_LENGTH:
        raise ViewRefused("These filters are too long to be kept.")
    return kept


def _write(view: SavedView) -> None:
    try:
        with transaction.atomic():
            view.save()
    except IntegrityError as error:
        raise ViewRefused(f"There is a view “{view.name}” already. Take another name.") from error
