"""What every view may count on: the request's member and role, htmx fragments, safe redirects, refusals."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from organizations.models import Membership, Organization, User

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


def safe_url(request: HttpRequest, url: str, *, otherwise: str = "/") -> str:
    """Return the address if it lies on this site, else the other one."""
    hosts = {request.get_host()}
    is_safe = url_has_allowed_host_and_scheme(url, allowed_hosts=hosts, require_https=request.is_secure())
    return url if is_safe else otherwise


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
