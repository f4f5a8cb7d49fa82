"""What every request goes through, outermost first: an id, no-store, 503s, clean text, the token, the tenant."""

import re
import time
import uuid
from collections.abc import Callable
from contextlib import ExitStack
from functools import lru_cache
from typing import Any
from urllib.parse import quote, unquote_to_bytes

import structlog
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import SimpleTemplateResponse
from django.urls import ResolverMatch, resolve
from django.utils.cache import patch_vary_headers

from organizations import formats, metrics
from organizations.api import problems
from organizations.api.parsers import printable
from organizations.dashboard import requests
from organizations.logs import mask_path
from organizations.people import sessions, single_sign_on
from organizations.tenancy.scope import scope, unscoped
from organizations.unavailable import is_database_away, is_unavailable

type GetResponse = Callable[[HttpRequest], HttpResponse]
type View = Callable[..., HttpResponse]

log = structlog.get_logger("organizations.access")

SANE_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,128}")
HEALTH_PATHS = ("/livez", "/readyz")
QUIET_PATHS = ("/static/", *HEALTH_PATHS)
FORM = "application/x-www-form-urlencoded"


class RequestIdMiddleware:
    """Gives every request an id, the client's where it is a sane one: on the answer and all log lines."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Bind the id, answer, write one access line."""
        given = request.META.get("HTTP_X_REQUEST_ID", "")
        request_id = given if SANE_REQUEST_ID.fullmatch(given) else uuid.uuid4().hex
        request.request_id = request_id  # type: ignore[attr-defined]
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=request_id)
        started = time.perf_counter()
        response = self.get_response(request)
        response["X-Request-Id"] = request_id
        seconds = time.perf_counter() - started
        match = request.resolver_match
        metrics.count_request(
            str(request.method), match.route if match else None, response.status_code, seconds
        )
        ms = round(seconds * 1000, 1)
        path = mask_path(request.path, match)
        path = path if path.isprintable() else quote(path)  # a line stays a line
        write = log.debug if request.path_info.startswith(QUIET_PATHS) else log.info
        write("request", method=request.method, path=path, status=response.status_code, ms=ms)
        structlog.contextvars.clear_contextvars()
        return response


class NoStoreMiddleware:
    """Nothing that a tenant sees stays in a cache. Stands inside WhiteNoise, whose files may."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, and forbid to keep the answer."""
        response = self.get_response(request)
        if not response.headers.get("Cache-Control", "").startswith(
            "public"
        ):  # that is the same for everybody
            response.headers["Cache-Control"] = "no-store"
            patch_vary_headers(response, ["Authorization", "Cookie"])
        return response


class UnavailableMiddleware:
    """Who can't reach the database or Redis answers 503 with Retry-After."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on, or answer at once while the database is known to be away."""
        if is_database_away() and not request.path_info.startswith(HEALTH_PATHS):
            return requests.answer(request, problems.Unavailable())
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer for the view; middleware's own stumbling goes through `errors.server_error`."""
        return requests.unavailable(request, exception) if is_unavailable(exception) else None


class CleanTextMiddleware:
    """Refuses what PostgreSQL can't hold: U+0000, and bytes that are no UTF-8, in path, query and forms."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer 400 naming the fields, or pass the request on."""
        # Where the path's bytes are no UTF-8 Django leaves them percent-encoded: no route has them.
        if "\0" in request.path_info:
            return requests.answer(request, problems.Malformed("The path holds the character U+0000."))
        names = unclean_fields(request.META.get("QUERY_STRING", "").encode("latin-1", "replace"))
        if request.content_type == FORM and not requests.is_api(request):
            names += unclean_fields(request.body)
        elif request.content_type == "multipart/form-data" and not requests.is_api(request):
            names += [key for key, values in request.POST.lists() if "\0" in key + "".join(values)]
        if not names:
            return self.get_response(request)
        detail = "Holds the character U+0000, or bytes that are no UTF-8."
        found = [{"field": printable(name), "code": "invalid_text", "detail": detail} for name in names]
        return requests.answer(request, problems.Invalid(errors=found))


def unclean_fields(encoded: bytes) -> list[str]:
    """Names of the fields of a query string or URL-encoded form that hold U+0000 or aren't UTF-8."""
    if b"%" not in encoded and b"\0" not in encoded and encoded.isascii():
        return []
    names = []
    for pair in encoded.split(b"&"):
        text = unquote_to_bytes(pair)
        try:
            is_clean = "\0" not in text.decode()
        except UnicodeDecodeError:
            is_clean = False
        if not is_clean:
            name = unquote_to_bytes(pair.partition(b"=")[0]).decode("utf-8", "replace")
            names.append(name)
    return names


@lru_cache(maxsize=1_000)
def resolved(path: str) -> ResolverMatch:
    """The route of a path of the API, which a client asks for again and again; raises Resolver404."""
    return resolve(path)


class TokenMiddleware:
    """Hands a request with an API token to its view: the layers inside, of sessions and pages, are for people alone."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The view's answer; what it raises is Django's to turn into one, as it is of every middleware."""
        if "HTTP_AUTHORIZATION" not in request.META or not requests.is_api(request):
            return self.get_response(request)
        view, args, kwargs = request.resolver_match = resolved(request.path_info)
        if getattr(view, "login_required", True) or not getattr(view, "csrf_exempt", False):
            return self.get_response(request)  # a person's after all
        response: HttpResponse = view(request, *args, **kwargs)
        return response.render() if isinstance(response, SimpleTemplateResponse) else response


class OrganizationMiddleware:
    """The tenant of a signed-in person: `request.organization`, `request.membership`, `request.memberships`.

    Its scope is open for all of the request, of those views that are for signed-in people of an
    organization: not of those that stand open (`login_not_required`), of `tenancy.without_organization` and
    `tenancy.of_account`, nor of Django admin, which sees all organizations.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on, and end the scope that `process_view` opened."""
        request.organization = request.membership = None  # type: ignore[attr-defined]
        request.memberships = []  # type: ignore[attr-defined]
        with ExitStack() as request.until_answered:  # type: ignore[attr-defined]
            return self.get_response(request)

    def process_view(self, request: HttpRequest, view: View, args: Any, kwargs: Any) -> HttpResponse | None:
        """Find the membership and open the scope; a page that says so where the person can't go on."""
        if sessions.is_of_admin(request) and single_sign_on.is_bound(request):
            raise PermissionDenied  # an organization's identity provider vouches for its own members, not for operators
        if sessions.is_of_admin(request):
            request.until_answered.enter_context(unscoped())  # type: ignore[attr-defined]
        if not sessions.needs_organization(request, view):
            return None
        standing = sessions.standing(request)
        membership = standing.membership
        request.memberships = standing.memberships  # type: ignore[attr-defined]
        request.membership = membership  # type: ignore[attr-defined]
        if membership is not None:
            request.organization = membership.organization  # type: ignore[attr-defined]
            structlog.contextvars.bind_contextvars(
                organization=membership.organization_id, user=request.user.pk
            )
        if sessions.is_of_account(view):
            return None
        if standing.organization_id is None:
            return sessions.hindered(request, standing.hindrance)
        request.until_answered.enter_context(scope(standing.organization_id))  # type: ignore[attr-defined]
        request.until_answered.enter_context(formats.clock_set(request.organization.clock))  # type: ignore[attr-defined]
        return None
