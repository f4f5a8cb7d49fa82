"""`/api/v1/openapi.json` for programs and `/api/v1/docs` for people; neither asks for a token."""

import hashlib
from collections.abc import Callable
from functools import cache, wraps

import orjson
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import condition

from config.reference.document import document
from config.reference.page import Reference
from organizations.rest import problems

type View = Callable[[HttpRequest], HttpResponse]


def open_to_all(view: View) -> View:
    """Let everybody read the view; another method is a problem as everywhere below /api/."""

    @csrf_exempt
    @login_not_required
    @wraps(view)
    def answer(request: HttpRequest) -> HttpResponse:
        if request.method not in ("GET", "HEAD"):
            return problems.response_of(problems.MethodNotAllowed(headers={"Allow": "GET, HEAD"}), request)
        return view(request)

    return answer


@cache
def encoded(server: str) -> tuple[bytes, str]:
    """The document as bytes, and its entity tag."""
    body = orjson.dumps(document(server))
    return body, f'"{hashlib.sha256(body).hexdigest()[:32]}"'


@open_to_all
@condition(etag_func=lambda request: encoded(settings.PUBLIC_URL)[1])
def openapi(request: HttpRequest) -> HttpResponse:
    """The OpenAPI document; the same for everybody, so caches may keep it for five minutes."""
    body, _ = encoded(settings.PUBLIC_URL)
    headers = {"Cache-Control": "public, max-age=300"}
    return HttpResponse(body, content_type="application/json", headers=headers)


@open_to_all
def docs(request: HttpRequest) -> HttpResponse:
    """The same document as a page; a problem's `type` leads to its place here."""
    return render(request, "reference/page.html", {"reference": Reference(document(settings.PUBLIC_URL))})
