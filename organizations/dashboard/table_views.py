"""A table's page, its columns, saved views and download."""

import csv
import io
import unicodedata
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, tzinfo
from decimal import Decimal
from itertools import chain
from typing import Any

from django.db import IntegrityError, transaction
from django.http import Http404, HttpResponse, QueryDict, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_GET, require_POST

from organizations import audit, replica
from organizations.api import ratelimit
from organizations.api.problems import RateLimited
from organizations.dashboard import requests
from organizations.dashboard.requests import DashboardRequest, refusals_as_messages
from organizations.dashboard.table import TABLES, VIEW, Table
from organizations.dashboard.table_columns import Value
from organizations.formats import zone_of
from organizations.models import NAME_LENGTH, QUERY_LENGTH, ChosenColumns, SavedView
from organizations.tenancy.actors import user
from organizations.tenancy.scope import scope

MAX_VIEWS = 30  # of a list, for a person


class ViewRefused(ValueError):
    """A view can't be kept like that; its text says why, and what to do."""


def keep_columns(*, table: Table, names: Iterable[str]) -> tuple[str, ...]:
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


def keep_view(*, table: Table, name: str, at: datetime) -> SavedView:
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


def rewrite_view(*, view: SavedView, name: str | None = None, table: Table | None = None) -> None:
    """Give a view another name, or let it show what a table shows. Raises ViewRefused."""
    if name is not None:
        view.name = _checked_name(name)
    if table is not None:
        view.query = _checked_query(table)
    _write(view)


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


# Pages.

EXPORTS_A_MINUTE = 6  # of a person


def show_table(
    request: DashboardRequest,
    table_class: type[Table],
    template: str = "tables/page.html",
    context: dict[str, Any] | None = None,
) -> HttpResponse:
    """A table's page, or the table alone where htmx puts that in its place. `context` is for the rest of the page.

    The table alone is fetched because something in it is new: the primary has that for sure.
    """
    if request.htmx.target == table_class.name:
        response = _show(request, table_class, "tables/table.html", context)
    else:
        response = replica.reads_replica(_show)(request, table_class, template, context)
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


def _show(
    request: DashboardRequest, table_class: type[Table], template: str, context: dict[str, Any] | None
) -> HttpResponse:
    table = table_class(request.GET, request.membership, at=timezone.now())
    shown = {"table": table, "now": table.at, "may_act": request.membership.may_act} | (context or {})
    return render(request, template, shown)


def back_to(request: DashboardRequest, table_class: type[Table]) -> HttpResponse:
    """Back to a list as it was: to what is valid of the address that was posted as `query`."""
    table = _posted(request, table_class)
    return redirect(_back(table, table.named))


@require_POST
def choose_columns(request: DashboardRequest) -> HttpResponse:
    """Show these columns from now on, or the usual ones where `usual` is sent; back to the list as it was."""
    table = _posted(request, _table_class(request.POST.get("list")))
    if request.POST.get("usual"):
        forget_columns(table=table)
        return redirect(_back(table, ()))
    return redirect(_back(table, keep_columns(table=table, names=request.POST.getlist("columns"))))


@require_POST
def save_view(request: DashboardRequest) -> HttpResponse:
    """Keep the list as it is shown, under a name."""
    table = _posted(request, _table_class(request.POST.get("list")))
    with refusals_as_messages(request, ViewRefused):
        view = keep_view(table=table, name=request.POST.get("name", ""), at=timezone.now())
        return redirect(table.url_of(view))
    return redirect(_back(table, table.named))


@require_POST
def change_view(request: DashboardRequest, pk: int) -> HttpResponse:
    """Give a view the `name` that is sent, or let it show the list of the `query` that is sent."""
    view = _view(request, pk)
    table = _posted(request, _table_class(view.list))
    name = request.POST.get("name")
    with refusals_as_messages(request, ViewRefused):
        rewrite_view(view=view, name=name, table=None if name is not None else table)
    view.refresh_from_db()
    return redirect(table.url_of(view))


@require_POST
def delete_view(request: DashboardRequest, pk: int) -> HttpResponse:
    """Forget a view; the list stays as the view showed it."""
    view = _view(request, pk)
    table = _posted(request, _table_class(view.list))
    view.delete()
    return redirect(f"{table.url}?{view.query}")


@require_GET
def export_list(request: DashboardRequest) -> HttpResponse | StreamingHttpResponse:
    """The list as CSV, under the address's filters and sort: a line for every row, streamed. 429 for too many."""
    table_class = _table_class(request.GET.get("list"))
    verdict = ratelimit.take(token_id=f"export:{request.user.pk}", per_minute=EXPORTS_A_MINUTE)
    if verdict is not None and not verdict.is_allowed:
        return requests.answer(
            request, RateLimited("Wait a minute before downloading again.", headers=verdict.headers)
        )
    table = table_class(request.GET, request.membership, at=timezone.now())
    audit.record(
        organization=request.organization,
        action="list.exported",
        subject=request.organization,
        by=user(request.user),
        at=table.at,
        list=table.name,
        filters=table.here,
    )
    name = f"{request.organization.slug}-{table.name}-{table.filters.today}.csv"
    return csv_response(name, csv_pieces(table))


def _table_class(name: str | None) -> type[Table]:
    found = TABLES.get(name or "")
    if found is None:
        raise Http404
    return found


def _view(request: DashboardRequest, pk: int) -> SavedView:
    """The person's own view."""
    return get_object_or_404(SavedView.objects.all(), pk=pk, user=request.user)


def _posted(request: DashboardRequest, table_class: type[Table]) -> Table:
    """The list at the address that the form says."""
    return table_class(QueryDict(request.POST.get("query", "")), request.membership, at=timezone.now())


def _back(table: Table, columns: tuple[str, ...]) -> str:
    """The list's address, made of what is valid of it."""
    kept = table.address(columns)
    view = table.query.get(VIEW, "")
    marks = [kept] if kept else []
    if view.isascii() and view.isalnum():
        marks.append(f"{VIEW}={view}")
    return f"{table.url}?{'&'.join(marks)}" if marks else table.url


# CSV to download: RFC 4180, UTF-8 with a byte order mark, and no cell that a spreadsheet would run.

BYTE_ORDER_MARK = "\ufeff"  # without it Excel takes UTF-8 for something else
FORMULA = frozenset("=+-@|%")
LINE = frozenset("\t\r\n")
UNSEEN = ("C", "Z", "M")  # Unicode's categories of what takes no ink: controls, white space, marks


def csv_pieces(table: Table) -> Iterator[str]:
    """The file in pieces, a batch of rows each. The scope is open while rows are fetched, and closed in between."""
    cells = {head: of for column in table.shown.values() for head, of in column.cells.items()}
    zone = zone_of(table.organization.timezone) or UTC
    yield csv_text([cells])
    batches = table.batches()
    while True:
        with scope(table.organization.pk):
            batch = next(batches, None)
            if batch is None:
                return
            text = csv_text([[of(row) for of in cells.values()] for row in batch], zone)
        yield text


def csv_response(name: str, pieces: Iterable[str]) -> StreamingHttpResponse:
    """Answer with a file of that name, sent piece by piece as `csv_text` makes them."""
    return StreamingHttpResponse(
        (piece.encode("utf-8", "replace") for piece in chain([BYTE_ORDER_MARK], pieces)),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def csv_text(rows: Iterable[Iterable[Value]], zone: tzinfo = UTC) -> str:
    """The rows as lines, which end as the RFC has it."""
    written = io.StringIO()
    csv.writer(written).writerows([plain(value, zone) for value in row] for row in rows)
    return written.getvalue()


def plain(value: Value, zone: tzinfo) -> str:
    """A cell's text: numbers as they are, instants in the zone, wall-clock times without one, texts made harmless."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, datetime):
        moment = value if value.tzinfo is None or value.tzinfo is not UTC else value.astimezone(zone)
        return moment.isoformat(timespec="minutes" if moment.tzinfo is None else "seconds")
    if isinstance(value, date):
        return value.isoformat()
    return harmless(value)


def harmless(text: str) -> str:
    """The text, with an apostrophe before it where a spreadsheet would take it for a formula.

    Programs pass over white space and what isn't seen (a byte order mark, a zero-width joiner) before they look for the
    sign of a formula; some take a full-width sign (＝) for the narrow one.
    """
    first = next((each for each in text if unicodedata.category(each)[0] not in UNSEEN), "")
    is_formula = unicodedata.normalize("NFKC", first)[:1] in FORMULA if first else False
    return f"'{text}" if is_formula or text.lstrip(" \u00a0")[:1] in LINE else text
