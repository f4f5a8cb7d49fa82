"""Whether this process lives and can do its work, and the API's reference: one JSON document, one page for people."""

import functools
import hashlib
import json
from collections.abc import Callable
from functools import wraps
from typing import Any

import orjson
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.csp import CSP
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.views.decorators.csp import csp_override
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import condition, require_safe
from drf_spectacular.generators import SchemaGenerator

from config import health
from organizations.api import problems
from organizations.api.advice import ADVICE, CODES, CONFLICT_CODES, example_of
from organizations.api.viewsets import endpoint


@require_safe
@login_not_required
def livez(request: HttpRequest) -> JsonResponse:
    """The process answers; touches nothing else."""
    return JsonResponse({"status": "ok"})


@require_safe
@login_not_required
def readyz(request: HttpRequest) -> JsonResponse:
    """200 when the database answers, Redis answers and no migration is missing; else 503, saying which."""
    status, told = health.readiness()
    return JsonResponse(told, status=status)


# `/api/v1/openapi.json` for programs and `/api/v1/docs` for people; neither asks for a token.


type View = Callable[[HttpRequest], HttpResponse]

SUMMARY = "Loads in, calls and bids out: an automated agent that works the phones for freight brokers."
# Swagger UI brings its pictures along.
DOCS_CSP: dict[str, list[str]] = {
    "default-src": [CSP.NONE],
    "script-src": [CSP.SELF],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:"],
    "connect-src": [CSP.SELF],
    "form-action": [CSP.NONE],
    "base-uri": [CSP.NONE],
    "frame-ancestors": [CSP.NONE],
}


@functools.cache
def document(server: str) -> dict[str, Any]:
    """The OpenAPI document of the service at a base URL."""
    found: dict[str, Any] = SchemaGenerator().get_schema(public=True)
    return found | {"info": found["info"] | {"summary": SUMMARY}, "servers": [{"url": server}]}


@functools.cache
def encoded(server: str) -> tuple[bytes, str]:
    """The document as bytes, and its entity tag."""
    body = orjson.dumps(document(server))
    return body, f'"{hashlib.sha256(body).hexdigest()[:32]}"'


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


@open_to_all
@condition(etag_func=lambda request: encoded(settings.PUBLIC_URL)[1])
def openapi(request: HttpRequest) -> HttpResponse:
    """The OpenAPI document; the same for everybody, so caches may keep it for five minutes."""
    body, _ = encoded(settings.PUBLIC_URL)
    headers = {"Cache-Control": "public, max-age=300"}
    return HttpResponse(body, content_type="application/json", headers=headers)


@open_to_all
@csp_override(DOCS_CSP)
def docs(request: HttpRequest) -> HttpResponse:
    """The same by Swagger UI, beside what it can't tell; a problem's `type` leads to its place here."""
    found = document(settings.PUBLIC_URL)
    context = {
        "info": found["info"],
        "description": marked(found["info"]["description"]),
        "token": marked(found["components"]["securitySchemes"]["token"]["description"]),
        "problems": [
            (kind(), marked(words), json.dumps(example_of(kind), indent=2, ensure_ascii=False))
            for kind, words in sorted(ADVICE.items(), key=lambda item: item[0].status_code)
        ],
        "codes": [(code, marked(words)) for code, words in CODES.items()],
        "conflict_codes": [(code, marked(words)) for code, words in CONFLICT_CODES.items()],
    }
    return render(request, "reference.html", context)


def marked(text: str) -> SafeString:
    """Text with what stands in backticks as code."""
    parts = enumerate(text.split("`"))
    return format_html_join(
        "",
        "{}",
        ((format_html("<code>{}</code>", part) if position % 2 else part,) for position, part in parts),
    )


urlpatterns = [
    endpoint("openapi.json", openapi, name="openapi"),
    endpoint("docs", docs, name="docs"),
]
