"""What DRF does with an exception: every one that a client can cause becomes a problem."""

from typing import Any

import structlog
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.core.exceptions import ValidationError as DjangoValidationError
from django.db import DataError, IntegrityError
from django.http import Http404, UnreadablePostError
from rest_framework import exceptions
from rest_framework.fields import get_error_detail
from rest_framework.response import Response

from organizations.rest import problems
from organizations.rest.problems import Problem
from organizations.unavailable import is_unavailable, note

log = structlog.get_logger(__name__)


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Answer with the problem that the error is; None (a 500) for a mistake of ours."""
    problem = problem_of(error, context)
    if problem is None:
        return None
    return Response(
        problems.body_of(problem, getattr(context["request"], "request_id", "")),
        status=problem.status_code,
        headers=problem.headers,
        content_type=problems.CONTENT_TYPE,
    )


def problem_of(error: Exception, context: dict[str, Any]) -> Problem | None:
    """The problem that an exception means, or None."""
    match error:
        case Problem():
            return error
        case exceptions.ValidationError():
            return problems.Invalid(errors=problems.flatten(error.detail))
        case DjangoValidationError():
            return problems.Invalid(errors=problems.flatten(get_error_detail(error)))
        case exceptions.ParseError() | UnreadablePostError() | SuspiciousOperation():
            return problems.Malformed()
        case exceptions.NotAuthenticated() | exceptions.AuthenticationFailed():
            return problems.Unauthenticated()
        case exceptions.PermissionDenied() | PermissionDenied():
            return problems.Forbidden()
        case exceptions.NotFound() | Http404():
            return problems.NotFound()
        case exceptions.MethodNotAllowed():
            allowed = context["view"].allowed_methods
            return problems.MethodNotAllowed(headers={"Allow": ", ".join(allowed)})
        case exceptions.UnsupportedMediaType():
            return problems.UnsupportedMediaType()
        case exceptions.Throttled():
            return problems.RateLimited(
                headers={"Retry-After": str(max(1, round(getattr(error, "wait", None) or 1)))}
            )
        case DataError():  # a value that a column can't hold: the serializer should have said so
            log.error("database refused a value", exc_info=error)
            return problems.Invalid.field(
                "", "out_of_range", "A value is out of the range that can be stored."
            )
        case IntegrityError():  # two requests at once: the view should have said which
            log.error("database refused a row", exc_info=error)
            return problems.Conflict()
    if is_unavailable(error):
        note(error)
        return problems.Unavailable()
    return None
