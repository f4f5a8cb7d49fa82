"""A table's page, and what one does to it: choose its columns, keep views of it, download it."""

from typing import Any

from django.http import Http404, HttpResponse, QueryDict, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_GET, require_POST

from organizations import audit, errors
from organizations.actors import user
from organizations.dashboard import DashboardRequest, refusals_told
from organizations.models import SavedView
from organizations.rest import ratelimit
from organizations.rest.problems import RateLimited
from organizations.tables import export, services
from organizations.tables.table import VIEW, Table, find_table

EXPORTS_A_MINUTE = 6  # of a person


def show_table(
    request: DashboardRequest,
    table_class: type[Table],
    template: str = "tables/page.html",
    context: dict[str, Any] | None = None,
) -> HttpResponse:
    """A table's page, or the table alone where htmx puts that in its place. `context` is for the rest of the page."""
    table = table_class(request.GET, request.membership, at=timezone.now())
    is_part = request.htmx.target == table.name
    shown = {"table": table, "now": table.at, "may_act": request.membership.may_act} | (context or {})
    response = render(request, "tables/table.html" if is_part else template, shown)
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


def back_to(request: DashboardRequest, table_class: type[Table]) -> HttpResponse:
    """Back to a list as it was: to what is valid of the address that was posted as `query`."""
    table = _posted(request, table_class)
    return redirect(_back(table, table.named))


@require_POST
def choose_columns(request: DashboardRequest) -> HttpResponse:
    """Show these columns from now on, or the usual ones where `usual` is sent; back to the list as it was."""
    table = _posted(request, _table_class(request.POST.get("list")))
    if request.POST.get("usual"):
        services.forget_columns(table=table)
        return redirect(_back(table, ()))
    return redirect(_back(table, services.choose_columns(table=table, names=request.POST.getlist("columns"))))


@require_POST
def save_view(request: DashboardRequest) -> HttpResponse:
    """Keep the list as it is shown, under a name."""
    table = _posted(request, _table_class(request.POST.get("list")))
    with refusals_told(request, services.ViewRefused):
        view = services.save_view(table=table, name=request.POST.get("name", ""), at=timezone.now())
        return redirect(table.url_of(view))
    return redirect(_back(table, table.named))


@require_POST
def change_view(request: DashboardRequest, pk: int) -> HttpResponse:
    """Give a view the `name` that is sent, or let it show the list of the `query` that is sent."""
    view = _view(request, pk)
    table = _posted(request, _table_class(view.list))
    name = request.POST.get("name")
    with refusals_told(request, services.ViewRefused):
        services.change_view(view=view, name=name, table=None if name is not None else table)
    view.refresh_from_db()
    return redirect(table.url_of(view))


@require_POST
def delete_view(request: DashboardRequest, pk: int) -> HttpResponse:
    """Forget a view; the list stays as the view showed it."""
    view = _view(request, pk)
    table = _posted(request, _table_class(view.list))
    services.delete_view(view=view)
    return redirect(f"{table.url}?{view.query}")


@require_GET
def export_list(request: DashboardRequest) -> HttpResponse | StreamingHttpResponse:
    """The list as CSV, under the address's filters and sort: a line for every row, streamed. 429 for too many."""
    table_class = _table_class(request.GET.get("list"))
    verdict = ratelimit.take(token_id=f"export:{request.user.pk}", per_minute=EXPORTS_A_MINUTE)
    if verdict is not None and not verdict.is_allowed:
        return errors.answer(
            request, RateLimited("Wait a minute before the next download.", headers=verdict.headers)
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
    return StreamingHttpResponse(
        export.csv_lines(table),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _table_class(name: str | None) -> type[Table]:
    found = find_table(name)
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
