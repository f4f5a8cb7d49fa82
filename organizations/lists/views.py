"""What one does to a list: choose its columns, keep views of it, download it."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from organizations import audit, errors
from organizations.actors import user
from organizations.dashboard import DashboardRequest
from organizations.display import zone_of
from organizations.lists import export, services
from organizations.lists.listing import COLUMNS, VIEW, Asked, Listing, find_listing
from organizations.lists.showing import view_url
from organizations.models import SavedView
from organizations.rest import ratelimit
from organizations.rest.problems import RateLimited

EXPORTS_A_MINUTE = 6  # of a person


@require_POST
def choose_columns(request: DashboardRequest) -> HttpResponse:
    """Show these columns from now on, or the usual ones where `usual` is sent; back to the list as it was."""
    listing = _listing(request.POST.get("list"))
    query = _query(request)
    if request.POST.get("usual"):
        services.forget_columns(user=request.user, listing=listing)
        return redirect(_back(listing, query, ()))
    chosen = services.choose_columns(
        organization=request.organization,
        user=request.user,
        listing=listing,
        names=request.POST.getlist(COLUMNS),
    )
    return redirect(_back(listing, query, chosen))


@require_POST
def save_view(request: DashboardRequest) -> HttpResponse:
    """Keep the list as it is shown, under a name."""
    listing = _listing(request.POST.get("list"))
    query = _query(request)
    try:
        view = services.save_view(
            organization=request.organization,
            user=request.user,
            listing=listing,
            name=request.POST.get("name", ""),
            query=query,
            at=timezone.now(),
        )
    except services.ViewRefused as refusal:
        messages.error(request, str(refusal))
        return redirect(_back(listing, query, listing.columns_of(query) or ()))
    return redirect(view_url(listing, view))


@require_POST
def rename_view(request: DashboardRequest, pk: int) -> HttpResponse:
    """Give a view another name; somebody else's is unknown."""
    return _changed(
        request, pk, lambda view, listing: services.rename_view(view=view, name=request.POST.get("name", ""))
    )


@require_POST
def change_view(request: DashboardRequest, pk: int) -> HttpResponse:
    """Let a view show what the list shows now."""
    return _changed(
        request,
        pk,
        lambda view, listing: services.change_view(view=view, listing=listing, query=_query(request)),
    )


@require_POST
def make_default(request: DashboardRequest, pk: int) -> HttpResponse:
    """Open the list with this view from now on, or with an empty `on` no more."""
    is_default = bool(request.POST.get("on"))
    return _changed(
        request, pk, lambda view, listing: services.make_default(view=view, is_default=is_default)
    )


@require_POST
def delete_view(request: DashboardRequest, pk: int) -> HttpResponse:
    """Forget a view; the list stays as the view showed it."""
    view, listing = _view(request, pk)
    services.delete_view(view=view)
    return redirect(f"{listing.url}?{view.query}")


@require_GET
def export_list(request: DashboardRequest) -> HttpResponse | StreamingHttpResponse:
    """The list as CSV, under the address's filters and sort: a line for every row, streamed. 429 for too many."""
    listing = _listing(request.GET.get("list"))
    verdict = ratelimit.take(token_id=f"export:{request.user.pk}", per_minute=EXPORTS_A_MINUTE)
    if verdict is not None and not verdict.is_allowed:
        return errors.answer(
            request, RateLimited("Wait a minute before the next download.", headers=verdict.headers)
        )
    columns = listing.columns_of(request.GET) or listing.usual
    now = timezone.now()
    asked = Asked(request.GET, request.organization, frozenset(columns), now)
    audit.record(
        organization=request.organization,
        action="list.exported",
        subject=request.organization,
        by=user(request.user),
        at=now,
        list=listing.name,
        filters=listing.address(request.GET, columns),
    )
    today = now.astimezone(zone_of(request.organization.timezone)).date()
    name = f"{request.organization.slug}-{listing.name}-{today}.csv"
    return StreamingHttpResponse(
        export.csv_lines(listing, asked),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _listing(name: str | None) -> Listing:
    listing = find_listing(name)
    if listing is None:
        raise Http404
    return listing


def _view(request: DashboardRequest, pk: int) -> tuple[SavedView, Listing]:
    """The person's own view, and its list."""
    view = get_object_or_404(SavedView.objects.all(), pk=pk, user=request.user)
    return view, _listing(view.list)


def _changed(request: DashboardRequest, pk: int, change: Callable[[SavedView, Listing], Any]) -> HttpResponse:
    """Do it to the view, and show it; where it is refused, say why."""
    view, listing = _view(request, pk)
    before = view_url(listing, view)
    try:
        change(view, listing)
    except services.ViewRefused as refusal:
        messages.error(request, str(refusal))
        return redirect(before)
    return redirect(view_url(listing, view))


def _query(request: DashboardRequest) -> QueryDict:
    """The list's address, as the form says it stood."""
    return QueryDict(request.POST.get("query", ""))


def _back(listing: Listing, query: QueryDict, columns: tuple[str, ...]) -> str:
    """The list's address, made of what is valid of the query."""
    kept = listing.address(query, columns)
    view = query.get(VIEW, "")
    marks = [kept] if kept else []
    if view.isascii() and view.isalnum():
        marks.append(f"{VIEW}={view}")
    return f"{listing.url}?{'&'.join(marks)}" if marks else listing.url
