"""The API's reference: one JSON document for programs, one page for people, neither of which asks for a token; and what
each problem, code and header means to a client.
"""

import functools
import hashlib
import json
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from functools import wraps
from typing import Any

import orjson
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.csp import CSP
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.views.decorators.csp import csp_override
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import condition
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import OpenApiExample, OpenApiParameter

from organizations.api import problems
from organizations.api.fields import Schema
from organizations.api.problems import Problem
from organizations.api.viewsets import endpoint
from organizations.unavailable import RETRY_AFTER_SECONDS

# What each problem means to a client, and what to do: also the text of the page at its `type`.
ADVICE: dict[type[Problem], str] = {
    problems.Invalid: (
        "Some input is invalid or not allowed. `errors` lists every invalid field at once. Fix them first: retrying "
        "unchanged gets the same response."
    ),
    problems.Malformed: ("The request can't be read: it was cut off, or its path isn't valid text."),
    problems.Unauthenticated: (
        "The token is missing, malformed, unknown, expired or revoked. The response doesn't say which. "
        "Send `Authorization: Bearer` and a valid token."
    ),
    problems.Forbidden: (
        "The token is valid but doesn't have the scope this operation needs. Use one that does."
    ),
    problems.Suspended: (
        "The token's organization is suspended. Nothing can be read or changed until it's reactivated."
    ),
    problems.NotFound: (
        "No such path, or no such record in your organization. Another organization's records get the same response "
        "as records that never existed."
    ),
    problems.MethodNotAllowed: "The path exists but doesn't accept this method. `Allow` lists the ones it does.",
    problems.Conflict: (
        "It can't be done right now: a request with the same `Idempotency-Key` is in progress, the agent is "
        "inactive or made for another kind of call, there is no number to call from, the load isn't open to offers, "
        "or a check call on it just finished. `detail` says which; for calls, `code` does too. Try again once that "
        "has changed. If it clears up by itself, `retryAt` says when to try again."
    ),
    problems.TooLarge: "The body is over 1 MiB (1,048,576 bytes).",
    problems.UnsupportedMediaType: ("The body must be JSON in UTF-8. Send `Content-Type: application/json`."),
    problems.Unprocessable: (
        "The `Idempotency-Key` was already used for a different body or path. Use a new key for a new request."
    ),
    problems.RateLimited: (
        "Too many requests. Wait as many seconds as `Retry-After` says. Nothing was changed."
    ),
    problems.CallLimitReached: (
        "The organization has reached one of its call limits: per minute, per day, per number per hour, or calls at "
        "once. `detail` says which. `Retry-After` says how many seconds to wait and `retryAt`, if known, "
        "when to try again. Nothing was changed."
    ),
    problems.Unavailable: (
        "Something the service depends on is temporarily unavailable. Retry in a moment; with an `Idempotency-Key` "
        "that is safe."
    ),
    problems.Problem: ("Our error. Retry the request. If it keeps failing, send us the `requestId`."),
}

# What `errors[].code` can say; codes stay, words may change.
CODES: dict[str, str] = {
    "required": "Missing.",
    "null": "`null` where a value is required.",
    "blank": "Empty where a value is required.",
    "invalid": "Wrong JSON type or an unreadable value. `detail` says what was expected.",
    "invalid_choice": "Not one of the allowed values.",
    "max_length": "Text or list too long.",
    "min_value": "Number too small.",
    "max_value": "Number too large.",
    "max_digits": "More than 9 digits before the decimal point, including after rounding.",
    "not_finite": "Not a finite number.",
    "not_a_list": "Not an array.",
    "too_large": "An object over 32 KiB.",
    "too_many": "Over 100 variables.",
    "offset_not_allowed": "A local time with `Z` or an offset. Local times have neither.",
    "unknown_time_zone": "Not the exact name of an IANA time zone.",
    "invalid_phone": (
        "Not a valid phone number in E.164 form, or one that can't be called, such as an emergency number."
    ),
    "destination_not_allowed": (
        "A number that is never called: a 900 number or other pay-per-call number, one of your own, "
        "or in a country that isn't allowed."
    ),
    "outside_calling_window": "Outside the calling window where this number is. `retryAt` says when the window opens.",
    "do_not_call": "The number is on the do-not-call list.",
    "no_consent": "No consent on file for this number, and the organization requires it.",
    "end_before_start": "A window or period that ends before it starts.",
    "unknown_place": "Not a place Loadline recognizes, and a radius was given. `detail` suggests close spellings.",
    "mixed": "Parameters that can't be combined.",
    "too_many_buckets": "More than 10,000 hours or days in one response.",
    "repeated": "Duplicate key or parameter.",
    "out_of_range": "A value that can't be stored.",
    "empty": "Missing body.",
    "not_utf8": "A body that isn't UTF-8.",
    "malformed": "Not JSON: `detail` says where.",
    "not_an_object": "JSON, but not an object at the top level.",
    "too_deep": "Over 20 levels of arrays and objects.",
    "too_many_values": "Over 10,000 values.",
    "invalid_number": "A number that isn't JSON, overflows, or an integer beyond 64 bits.",
    "invalid_text": "The character U+0000, a lone surrogate, or bytes that aren't UTF-8.",
}

# What `code` of a 409 can say.
CONFLICT_CODES = {
    "agent_inactive": "The agent is inactive, or no active agent can make this call.",
    "agent_purpose": "The agent is for another kind of call. `detail` names its endpoint.",
    "no_number": "The organization has no phone number to call from.",
    "load_locked": "The load is locked.",
    "load_on_hold": "A broker has put the load on hold.",
    "load_not_open": "The load's status isn't open to offers.",
    "load_incomplete": "The load is missing required info. `detail` says what.",
    "outbound_sales_disabled": "The load doesn't have `outboundCarrierSalesEnabled`.",
    "recently_contacted": "A check call on this load just finished or is in progress.",
    "bid_closed": "The bid has already been accepted, rejected or withdrawn, or it has expired.",
    "bid_changed": "The bid has changed since you read it. Fetch it again.",
    "load_booked": "The load is booked already.",
    "load_changed": "The load or its carrier changed while it was booked. Send the request again.",
    "outreach_not_possible": "Carriers can't be called about the load as it stands. `detail` says why.",
    "carrier_blocked": "The carrier is marked “Do not use”.",
    "needs_confirmation": (
        "Needs your confirmation: `detail` says why. Send `confirm` to go ahead anyway. Of the amounts tried on a load "
        "in 24 hours, only the first is checked against its max buy; any other needs it."
    ),
}


UNCOUNTED = (401, 503)  # answers to requests that no token is charged for
EXAMPLE_MOMENT = datetime(2026, 3, 3, 14, 0, tzinfo=UTC)
EXAMPLE_REQUEST_ID = "3f1c9a52d7b84e6d9a0c5b7e21f4d8aa"
# One answer for each status, by the first problem of it: two problems share 400, two 403 and two 429.
NAMES = {kind.status_code: kind.__name__ for kind in reversed(ADVICE)}
EXAMPLE_FACTS: dict[type[Problem], dict[str, Any]] = {
    problems.Invalid: {
        "errors": [
            {
                "field": "stops.0.windowStart",
                "code": "invalid",
                "detail": "Expected a local date and time.",
            },
            {"field": "id", "code": "required", "detail": "This field is required."},
            {
                "field": "toPhone",
                "code": "outside_calling_window",
                "detail": "It's 11:00 PM where this number is. Your calling window there is 8 AM–9 PM.",
                "retryAt": problems.whole_second(EXAMPLE_MOMENT),
            },
        ]
    },
    problems.CallLimitReached: {
        "detail": "Call limit reached: 30 calls per minute.",
        "retry_at": EXAMPLE_MOMENT,
    },
    problems.Conflict: {
        "detail": "This load was just updated by a check call.",
        "code": "recently_contacted",
        "retry_at": EXAMPLE_MOMENT,
    },
}


def example_of(problem: type[Problem]) -> dict[str, Any]:
    """A problem's body, as the service would send it."""
    return problems.body_of(problem(**EXAMPLE_FACTS.get(problem, {})), EXAMPLE_REQUEST_ID)


TEXT = {"type": "string"}
COUNT = {"type": "integer", "minimum": 0}
SECONDS = {"type": "integer", "minimum": 1}
COUNTED = [status for status in (200, *NAMES) if status not in UNCOUNTED]


def _header(
    name: str, words: str, schema: Schema, example: Any, of: Any = False, *, always: bool = False
) -> OpenApiParameter:
    """A header of requests, or of the answers named; on those it is `always`, or where it has something to say."""
    shown = [OpenApiExample("Example", example)]
    return OpenApiParameter(name, schema, "header", always, words, examples=shown, response=of)


HEADERS = [
    _header(
        "X-Request-Id",
        "Your own ID for the request: 1 to 128 letters, digits, dots, underscores and hyphens. Anything "
        "else is replaced.",
        TEXT,
        "tms-48213",
    ),
    _header(
        "X-Request-Id",
        "ID of the request, yours if you sent a valid one.",
        TEXT | {"pattern": "^[A-Za-z0-9._-]{1,128}$"},
        EXAMPLE_REQUEST_ID,
        of=True,
        always=True,
    ),
    _header(
        "WWW-Authenticate", "How to authenticate.", TEXT | {"const": "Bearer"}, "Bearer", [401], always=True
    ),
    _header(
        "Retry-After",
        "Seconds to wait before retrying.",
        SECONDS,
        RETRY_AFTER_SECONDS,
        [429, 503],
        always=True,
    ),
    _header(
        "Retry-After",
        "Seconds to wait, if a retry can work: while a request with the same Idempotency-Key is in progress.",
        SECONDS,
        1,
        [409],
    ),
    _header("RateLimit-Limit", "Burst limit.", COUNT, 100, COUNTED),
    _header("RateLimit-Remaining", "Requests left.", COUNT, 99, COUNTED),
    _header("RateLimit-Reset", "Seconds until the full burst is available again.", COUNT, 1, COUNTED),
    _header(
        "RateLimit-Policy",
        "Requests per minute, and the burst limit.",
        TEXT,
        "600;w=60;burst=100",
        COUNTED,
    ),
]


OF_WRITERS = [
    _header(
        "Idempotency-Key",
        "Makes the request safe to retry: the first successful response for a key is kept for 24 hours and returned "
        "again. Use a "
        "new key for each new request, such as a UUID.",
        TEXT | {"pattern": "^[!-~]{1,255}$"},
        "6f2b8a0e-93c1-4d8e-8a57-0d3f7a1c5b90",
    ),
    _header(
        "Idempotency-Replayed",
        "`true` on a response replayed from the first request with this Idempotency-Key.",
        TEXT | {"const": "true"},
        "true",
        [200],
    ),
]


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


_generating = threading.Lock()


def document(server: str) -> dict[str, Any]:
    """The OpenAPI document of the service at a base URL; drf-spectacular makes it for one thread at a time."""
    with _generating:
        return _document(server)


@functools.cache
def _document(server: str) -> dict[str, Any]:
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
