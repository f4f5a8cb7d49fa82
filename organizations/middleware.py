"""What every request goes through, outermost first: an id, the short way of tokens, no-store, 503s, clean text, the
tenant."""

import re
import time
import uuid
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any
from urllib.parse import quote, unquote_to_bytes

import structlog
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.core.handlers.exception import convert_exception_to_response
from django.http import HttpRequest, HttpResponse
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.csp import ContentSecurityPolicyMiddleware
from django.middleware.gzip import GZipMiddleware
from django.middleware.security import SecurityMiddleware
from django.utils.cache import patch_vary_headers
from django.utils.csp import CSP, build_policy

from organizations import errors, tenancy
from organizations.people import proofs
from organizations.rest import problems
from organizations.rest.parsers import printable
from organizations.scope import scope
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
        ms = round((time.perf_counter() - started) * 1000, 1)
        path = _without_secret(request)
        path = path if path.isprintable() else quote(path)  # a line stays a line
        write = log.debug if request.path_info.startswith(QUIET_PATHS) else log.info
        write("request", method=request.method, path=path, status=response.status_code, ms=ms)
        structlog.contextvars.clear_contextvars()
        return response


def _without_secret(request: HttpRequest) -> str:
    """The path for the access line: what opens a door in a mailed link isn't for those who read logs."""
    match = request.resolver_match
    secrets = [match.kwargs[name] for name in ("token", "key") if name in match.kwargs] if match else []
    return request.path.replace(secrets[0], "…") if secrets else request.path


class NoStoreMiddleware:
    """Nothing that a tenant sees stays in a cache. Stands inside WhiteNoise, whose files may."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, and forbid to keep the answer."""
        return forbid_to_keep(self.get_response(request))


def forbid_to_keep(response: HttpResponse) -> HttpResponse:
    """The answer with `no-store`; what a view itself says is `public` is the same for everybody, and may be kept."""
    if response.headers.get("Cache-Control", "").startswith("public"):
        return response
    response.headers["Cache-Control"] = "no-store"
    if "Vary" in response.headers:
        patch_vary_headers(response, ["Authorization", "Cookie"])
    else:
        response.headers["Vary"] = "Authorization, Cookie"
    return response


class UnavailableMiddleware:
    """Who can't reach the database or Redis answers 503 with Retry-After."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on, or answer at once while the database is known to be away."""
        return when_away(request) or self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer for the view; middleware's own stumbling goes through `errors.server_error`."""
        return errors.unavailable(request, exception) if is_unavailable(exception) else None


def when_away(request: HttpRequest) -> HttpResponse | None:
    """The answer while the database is known to be away; None where the request may go on."""
    if is_database_away() and not request.path_info.startswith(HEALTH_PATHS):
        return errors.answer(request, problems.Unavailable())
    return None


class CleanTextMiddleware:
    """Refuses what PostgreSQL can't hold: U+0000, and bytes that are no UTF-8, in path, query and forms."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer 400 naming the fields, or pass the request on."""
        return when_unclean(request) or self.get_response(request)


def when_unclean(request: HttpRequest) -> HttpResponse | None:
    """The answer to a request that PostgreSQL can't hold; None where it may go on."""
    # Where the path's bytes are no UTF-8 Django leaves them percent-encoded: no route has them.
    if "\0" in request.path_info:
        return errors.answer(request, problems.Malformed("The path holds the character U+0000."))
    names = unclean_fields(request.META.get("QUERY_STRING", "").encode("latin-1", "replace"))
    if request.content_type == FORM and not errors.is_api(request):
        names += unclean_fields(request.body)
    elif request.content_type == "multipart/form-data" and not errors.is_api(request):
        names += [key for key, values in request.POST.lists() if "\0" in key + "".join(values)]
    if not names:
        return None
    detail = "Holds the character U+0000, or bytes that are no UTF-8."
    found = [{"field": printable(name), "code": "invalid_text", "detail": detail} for name in names]
    return errors.answer(request, problems.Invalid(errors=found))


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


class TokenMiddleware:
    """A request with an API token goes straight to its view, past what only people's requests need.

    Sessions, sign-in, CSRF, messages and htmx have nothing to say to it. What the others have to say they say here, one
    after the other: each layer of middleware that calls the next takes longer over that than over what it does.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        self.view = _innermost(get_response)
        self.answer: Any = convert_exception_to_response(self._answer)
        self.security = SecurityMiddleware(get_response)
        self.csp = ContentSecurityPolicyMiddleware(get_response)
        self.layers: list[Any] = [
            XFrameOptionsMiddleware(get_response),
            self.csp,
            GZipMiddleware(get_response),
        ]
        self.policy = build_policy(settings.SECURE_CSP)  # type: ignore[arg-type]

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer in short, or pass the request on."""
        if "HTTP_AUTHORIZATION" not in request.META or not errors.is_api(request):
            return self.get_response(request)
        elsewhere = self.security.process_request(request)
        return self.security.process_response(request, elsewhere or self._guarded(request))

    def _guarded(self, request: HttpRequest) -> HttpResponse:
        """The answer with the headers of all."""
        self.csp.process_request(request)
        response = forbid_to_keep(self.answer(request))
        if not request._csp_nonce:  # type: ignore[attr-defined]
            # Always the same, and dear to build. WSGI takes plain texts for names.
            response.headers.setdefault(CSP.HEADER_ENFORCE.value, self.policy)
        for layer in self.layers:
            response = layer.process_response(request, response)
        return response

    def _answer(self, request: HttpRequest) -> HttpResponse:
        """The view's answer, with the length that CommonMiddleware would give; a Host that isn't ours is refused."""
        response = when_away(request) or when_unclean(request)
        if response is not None:
            return response
        request.get_host()
        response = self.view(request)
        if not response.streaming:
            response.headers.setdefault("Content-Length", str(len(response.content)))
        return response


def _innermost(get_response: GetResponse) -> GetResponse:
    """The end of the chain of middleware: what resolves the path and calls the view."""
    while (layer := getattr(get_response, "__wrapped__", None)) is not None and hasattr(
        layer, "get_response"
    ):
        get_response = layer.get_response
    return get_response


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
        if tenancy.is_of_admin(request) and proofs.is_bound(request):
            raise PermissionDenied  # an organization's identity provider vouches for its own members, not for operators
        if not tenancy.needs_organization(request, view):
            return None
        standing = tenancy.standing(request)
        membership = standing.membership
        request.memberships = standing.memberships  # type: ignore[attr-defined]
        request.membership = membership  # type: ignore[attr-defined]
        if membership is not None:
            request.organization = membership.organization  # type: ignore[attr-defined]
            structlog.contextvars.bind_contextvars(
                organization=membership.organization_id, user=request.user.pk
            )
        if tenancy.is_of_account(view):
            return None
        if standing.organization_id is None:
            return tenancy.hindered(request, standing.hindrance)
        request.until_answered.enter_context(scope(standing.organization_id))  # type: ignore[attr-defined]
        return None
