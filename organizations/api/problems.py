"""Errors of the API: RFC 9457 problem details, one shape for everything that can go wrong; and DRF's handler for them.

`type` is a path of this service (`/api/v1/docs#not-found`), where the documentation explains the problem;
`errors` (400 and 422 alone) names each wrong field by its dotted path from the top of the body
(`stops.0.windowStart`), or by the query parameter's name; "" is the body itself. Where time cures it, `retryAt` says
when: of a field's error, or of the problem itself. `missing` (409 alone) names all that the organization has to set up
first, each with the dashboard's page for it.

Raise `Invalid`, `Conflict` and their siblings from a view; DRF's own exceptions are translated by
`rest.handler`.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Self

import orjson
import structlog
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.core.exceptions import ValidationError as DjangoValidationError
from django.db import DataError, IntegrityError
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from rest_framework import exceptions
from rest_framework.exceptions import APIException, ErrorDetail
from rest_framework.fields import get_error_detail
from rest_framework.response import Response

from organizations.unavailable import RETRY_AFTER_SECONDS, is_unavailable, note

CONTENT_TYPE = "application/problem+json"
TYPE_BASE = "/api/v1/docs#"
MAX_ERRORS = 100

type FieldError = dict[str, str]


class Problem(APIException):
    """A problem with a status, a stable slug, and words for the person who reads it."""

    status_code = 500
    slug = "internal"
    title = "Something went wrong on our end"
    default_detail = "Your request looks fine. Try again. If it keeps failing, send us the request ID."

    def __init__(
        self,
        detail: str | None = None,
        *,
        errors: Sequence[FieldError] = (),
        headers: Mapping[str, str] | None = None,
        code: str = "",
        missing: Sequence[dict[str, str]] = (),
        retry_at: datetime | None = None,
    ) -> None:
        super().__init__(detail or self.default_detail, code=self.slug)
        self.missing = list(missing)
        self.errors = list(errors)
        self.headers = dict(headers or {})
        self.code = code
        self.retry_at = retry_at


class Invalid(Problem):
    """400: the input isn't what the operation takes; `errors` says where."""

    status_code = 400
    slug = "invalid"
    title = "Invalid input"
    default_detail = "Some of the input is invalid. See errors for each field."

    @classmethod
    def field(cls, field: str, code: str, detail: str, *, retry_at: datetime | None = None) -> Self:
        """One wrong field; `retry_at` is when it will be right by itself."""
        error = {"field": field, "code": code, "detail": detail}
        return cls(errors=[error | ({"retryAt": whole_second(retry_at)} if retry_at else {})])


class Malformed(Problem):
    """400: the request can't even be read."""

    status_code = 400
    slug = "malformed"
    title = "Malformed request"
    default_detail = "The request can't be read."


class Unauthenticated(Problem):
    """401: there is no valid token; deliberately the same for every reason."""

    status_code = 401
    slug = "unauthenticated"
    title = "Invalid token"
    default_detail = "Send a valid API token: Authorization: Bearer ll_…"

    def __init__(self, detail: str | None = None) -> None:
        super().__init__(detail, headers={"WWW-Authenticate": "Bearer"})


class Forbidden(Problem):
    """403: the token is valid, but doesn't reach this far."""

    status_code = 403
    slug = "forbidden"
    title = "Not allowed"
    default_detail = "The token's scopes don't allow this."


class Suspended(Problem):
    """403: the organization stands still."""

    status_code = 403
    slug = "suspended"
    title = "Organization suspended"
    default_detail = "The organization is suspended. Contact support."


class NotFound(Problem):
    """404: no such path or thing, or it is another organization's, which is the same."""

    status_code = 404
    slug = "not-found"
    title = "Not found"
    default_detail = "Nothing found at this address."


class MethodNotAllowed(Problem):
    """405: the path exists, with other methods."""

    status_code = 405
    slug = "method-not-allowed"
    title = "Method not allowed"
    default_detail = "This path doesn't accept that method. See Allow."


class Conflict(Problem):
    """409: it can't be done in the state things are in."""

    status_code = 409
    slug = "conflict"
    title = "Conflict"
    default_detail = "That conflicts with the current state."


class TooLarge(Problem):
    """413: the body is over the limit."""

    status_code = 413
    slug = "too-large"
    title = "Body too large"
    default_detail = "A body can be up to 1 MiB."


class UnsupportedMediaType(Problem):
    """415: the body isn't JSON."""

    status_code = 415
    slug = "unsupported-media-type"
    title = "Not JSON"
    default_detail = "Send JSON with Content-Type: application/json."


class Unprocessable(Problem):
    """422: well-formed and valid, but it contradicts an earlier request."""

    status_code = 422
    slug = "unprocessable"
    title = "Can't process request"
    default_detail = "This key was already used with a different request."


class RateLimited(Problem):
    """429: too many requests; `Retry-After` says when to come back."""

    status_code = 429
    slug = "rate-limited"
    title = "Too many requests"
    default_detail = "Too many requests. Retry-After says when to try again."


class CallLimitReached(RateLimited):
    """429: as many calls as the organization may place; `Retry-After` says when to ask again."""

    slug = "call-limit-reached"
    title = "Call limit reached"
    default_detail = "The organization has reached its call limit."


class Unavailable(Problem):
    """503: something that we need is away; the same request will do later."""

    status_code = 503
    slug = "unavailable"
    title = "Temporarily unavailable"
    default_detail = "The service can't reach its database right now. Try the same request again."

    def __init__(self, detail: str | None = None) -> None:
        super().__init__(detail, headers={"Retry-After": str(RETRY_AFTER_SECONDS)})


def body_of(problem: Problem, request_id: str) -> dict[str, Any]:
    """The problem as its JSON object."""
    body: dict[str, Any] = {
        "type": TYPE_BASE + problem.slug,
        "title": problem.title,
        "status": problem.status_code,
        "detail": str(problem.detail),
        "requestId": request_id,
    }
    if problem.code:
        body["code"] = problem.code
    if problem.missing:
        body["missing"] = problem.missing
    if problem.retry_at:
        body["retryAt"] = whole_second(problem.retry_at)
    if problem.errors:
        body["errors"] = problem.errors[:MAX_ERRORS]
    return body


def whole_second(moment: datetime) -> str:
    """`2026-03-02T15:04:05Z`: the moment or the first whole second after it, so that to wait until then is enough."""
    if moment.microsecond:
        moment = moment.replace(microsecond=0) + timedelta(seconds=1)
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def response_of(problem: Problem, request: HttpRequest) -> HttpResponse:
    """The problem as an answer, for code that runs outside a DRF view."""
    body = body_of(problem, getattr(request, "request_id", ""))
    return HttpResponse(
        orjson.dumps(body), status=problem.status_code, content_type=CONTENT_TYPE, headers=problem.headers
    )


def flatten(detail: Any, path: str = "") -> list[FieldError]:
    """DRF's nested validation errors as a flat list with dotted paths.

    What DRF files under `non_field_errors` belongs to the object that it stands in.
    """
    if isinstance(detail, Mapping):
        pairs: Iterable[tuple[Any, Any]] = detail.items()
    elif isinstance(detail, list | tuple):
        if not any(isinstance(item, Mapping | list | tuple) for item in detail):
            return [_leaf(item, path) for item in detail]
        pairs = enumerate(detail)
    else:
        return [_leaf(detail, path)]
    return [error for key, nested in pairs for error in flatten(nested, _join(path, str(key)))]


def _join(path: str, key: str) -> str:
    if key == "non_field_errors":
        return path
    return f"{path}.{key}" if path else key


def _leaf(detail: Any, path: str) -> FieldError:
    code = detail.code if isinstance(detail, ErrorDetail) else "invalid"
    return {"field": path, "code": str(code), "detail": str(detail)}


# What DRF does with an exception: every one that a client can cause becomes a problem.


log = structlog.get_logger(__name__)


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Answer with the problem that the error is; None (a 500) for a mistake of ours."""
    problem = problem_of(error, context)
    if problem is None:
        return None
    return Response(
        body_of(problem, getattr(context["request"], "request_id", "")),
        status=problem.status_code,
        headers=problem.headers,
        content_type=CONTENT_TYPE,
    )


def problem_of(error: Exception, context: dict[str, Any]) -> Problem | None:
    """The problem that an exception means, or None."""
    match error:
        case Problem():
            return error
        case exceptions.ValidationError():
            return Invalid(errors=flatten(error.detail))
        case DjangoValidationError():
            return Invalid(errors=flatten(get_error_detail(error)))
        case exceptions.ParseError() | UnreadablePostError() | SuspiciousOperation():
            return Malformed()
        case exceptions.NotAuthenticated() | exceptions.AuthenticationFailed():
            return Unauthenticated()
        case exceptions.PermissionDenied() | PermissionDenied():
            return Forbidden()
        case exceptions.NotFound() | Http404():
            return NotFound()
        case exceptions.MethodNotAllowed():
            allowed = context["view"].allowed_methods
            return MethodNotAllowed(headers={"Allow": ", ".join(allowed)})
        case exceptions.UnsupportedMediaType():
            return UnsupportedMediaType()
        case exceptions.Throttled():
            return RateLimited(headers={"Retry-After": str(max(1, round(getattr(error, "wait", None) or 1)))})
        case DataError():  # a value that a column can't hold: the serializer should have said so
            log.error("database refused a value", exc_info=error)
            return Invalid.field("", "out_of_range", "A value is out of the range that can be stored.")
        case IntegrityError():  # two requests at once: the view should have said which
            log.error("database refused a row", exc_info=error)
            return Conflict()
    if is_unavailable(error):
        note(error)
        return Unavailable()
    return None
