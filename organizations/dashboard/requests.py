"""What every view may count on: the request's member and role, htmx fragments, safe redirects, refusals."""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from organizations.api import problems
from organizations.api.problems import Problem
from organizations.models import Membership, Organization, User
from organizations.unavailable import is_unavailable, note

# What a dashboard view may count on.


class DashboardRequest(HttpRequest):
    """A request as it reaches a dashboard view, for annotations: the middlewares have set the rest."""

    user: User
    organization: Organization
    membership: Membership
    memberships: list[Membership]
    htmx: HtmxDetails


def posted(request: HttpRequest) -> QueryDict | None:
    """What is posted, as a form takes it; None where the form is only shown."""
    return request.POST if request.method == "POST" else None


@contextmanager
def refusals_as_messages(request: HttpRequest, *refusals: type[Exception]) -> Iterator[None]:
    """Tell why something isn't done, on the page that is shown next; the rest of the block isn't done either."""
    try:
        yield
    except refusals as error:
        messages.error(request, str(error))


def render_page_or_part(
    request: DashboardRequest, template: str, part: str, context: Mapping[str, Any], *, status: int = 200
) -> HttpResponse:
    """The page, or its `part` alone where htmx asks, for a page that shows it among others.

    On the way back through the history htmx wants the page.
    """
    is_part = bool(request.htmx) and not request.htmx.history_restore_request
    response = render(request, f"{template}#{part}" if is_part else template, context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


def render_page_or_target(
    request: DashboardRequest, template: str, target: str, context: Mapping[str, Any]
) -> HttpResponse:
    """The page, or its part called `target` alone where htmx puts that in the place of the element with this id."""
    is_part = request.htmx.target == target
    response = render(request, f"{template}#{target}" if is_part else template, context)
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


def redirect_whole(request: DashboardRequest, *where: Any) -> HttpResponse:
    """Lead to a page, as `redirect` takes it; a request of htmx too leads the browser there."""
    page = redirect(*where)
    return HttpResponseClientRedirect(page.url) if request.htmx else page


# Where a page may send people on to: within this site alone.


def safe_url(request: HttpRequest, url: str) -> str:
    """Return the address if it lies on this site, else the first page."""
    hosts = {request.get_host()}
    is_safe = url_has_allowed_host_and_scheme(url, allowed_hosts=hosts, require_https=request.is_secure())
    return url if is_safe else "/"


# Who may use a view, beyond being signed in: the one place that says "owners only" and "not who only reads".


def owners_only[V: Callable[..., Any]](view: V) -> V:
    """Let a view answer owners of the organization alone; anybody else gets a 403."""

    @wraps(view)
    def guarded(request: DashboardRequest, *args: Any, **kwargs: Any) -> Any:
        if not request.membership.is_owner:
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return guarded  # type: ignore[return-value]


def owners_change[V: Callable[..., Any]](view: V) -> V:
    """Show a view to everybody, and let it take what is posted from owners alone; anybody else's gets a 403."""

    @wraps(view)
    def guarded(request: DashboardRequest, *args: Any, **kwargs: Any) -> Any:
        if request.method == "POST" and not request.membership.is_owner:
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return guarded  # type: ignore[return-value]


def require_acting(request: DashboardRequest) -> None:
    """Raise PermissionDenied, which becomes a 403, for whoever only reads."""
    if not request.membership.may_act:
        raise PermissionDenied


# What goes wrong outside DRF views: a problem below /api/, a page elsewhere. The handlers in config.urls.


def is_api(request: HttpRequest) -> bool:
    """Whether an API client or an assistant asks, not a person's browser."""
    return f"{request.path_info}/".startswith(("/api/", "/mcp/"))


def answer(request: HttpRequest, problem: Problem) -> HttpResponse:
    """The problem as JSON or as a page.

    The page is rendered without the request: looking up who is signed in may be what went wrong.
    """
    if is_api(request):
        return problems.response_of(problem, request)
    page = render_to_string(f"{problem.status_code}.html", {"problem": problem})
    return HttpResponse(page, status=problem.status_code, headers=problem.headers)


def unavailable(request: HttpRequest, error: BaseException) -> HttpResponse:
    """503: the database, Redis or the broker is away."""
    note(error)
    return answer(request, problems.Unavailable())


@csrf_exempt
@login_not_required
def unknown_endpoint(request: HttpRequest) -> HttpResponse:
    """404 for every path below /api/ that no route has, with or without a token."""
    return problems.response_of(problems.NotFound("No such path in the API."), request)


def bad_request(request: HttpRequest, exception: BaseException | None = None) -> HttpResponse:
    """handler400."""
    return answer(request, problems.Malformed())


def permission_denied(request: HttpRequest, exception: BaseException | None = None) -> HttpResponse:
    """handler403."""
    return answer(request, problems.Forbidden("You don’t have permission to do this."))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """CSRF_FAILURE_VIEW: a form that this site didn't make, or that was open for too long."""
    return answer(request, problems.Forbidden("This form expired. Reload the page and try again."))


def not_found(request: HttpRequest, exception: BaseException | None = None) -> HttpResponse:
    """handler404."""
    return answer(request, problems.NotFound())


def server_error(request: HttpRequest) -> HttpResponse:
    """handler500; what a middleware's hook stumbled over comes here too, so it may be a 503 after all."""
    error = sys.exception()
    if error is not None and is_unavailable(error):
        return unavailable(request, error)
    return answer(request, problems.Problem())
