"""What goes wrong outside DRF views: a problem below /api/, a page elsewhere. The handlers in config.urls."""

import sys

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.csrf import csrf_exempt

from organizations.api import problems
from organizations.api.problems import Problem
from organizations.unavailable import is_unavailable, note


def is_api(request: HttpRequest) -> bool:
    """Whether an API client asks, not a person's browser."""
    return request.path_info == "/api" or request.path_info.startswith("/api/")


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
