"""The problems of the API as the document tells them: their schemas, examples and headers."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from organizations.rest import problems
from organizations.rest.openapi.advice import ADVICE, CONFLICT_CODES
from organizations.rest.openapi.schemas import (
    Schema,
    array,
    instant,
    integer,
    one_of,
    record,
    reference,
    text,
)
from organizations.rest.problems import Problem
from organizations.unavailable import RETRY_AFTER_SECONDS

EXAMPLE_MOMENT = datetime(2026, 3, 3, 14, 0, tzinfo=UTC)
EXAMPLE_REQUEST_ID = "3f1c9a52d7b84e6d9a0c5b7e21f4d8aa"

EXAMPLE_ERRORS: dict[type[Problem], list[dict[str, str]]] = {
    problems.Invalid: [
        {"field": "stops.0.windowStart", "code": "invalid", "detail": "Expected a local date and time."},
        {"field": "id", "code": "required", "detail": "This field is required."},
        {
            "field": "toPhone",
            "code": "outside_calling_window",
            "detail": "It is 23:00 at the place of this number; this organization calls within 08:00–21:00 there.",
            "retryAt": f"{EXAMPLE_MOMENT:%Y-%m-%dT%H:%M:%SZ}",
        },
    ]
}
# What stands in an example beside the problem's own words.
EXAMPLE_FACTS: dict[type[Problem], dict[str, Any]] = {
    problems.CallLimitReached: {
        "detail": "This organization may place 30 calls a minute, and has.",
        "retry_at": EXAMPLE_MOMENT,
    },
    problems.Conflict: {
        "detail": "The last answer about this load is fresh.",
        "code": "recently_contacted",
        "retry_at": EXAMPLE_MOMENT,
    },
}

REQUEST_ID = "X-Request-Id"
HEADERS: dict[str, Schema] = {
    REQUEST_ID: {
        "description": "The request's id, in every log line about it: the client's own where it sent a sane one.",
        "required": True,
        "schema": {"type": "string", "pattern": "^[A-Za-z0-9._-]{1,128}$"},
        "example": EXAMPLE_REQUEST_ID,
    },
    "WWW-Authenticate": {
        "description": "How to authenticate.",
        "required": True,
        "schema": {"type": "string", "const": "Bearer"},
        "example": "Bearer",
    },
    "Retry-After": {
        "description": "Seconds to wait before the next try.",
        "required": True,
        "schema": {"type": "integer", "minimum": 1},
        "example": RETRY_AFTER_SECONDS,
    },
    "Allow": {
        "description": "The methods that the path takes.",
        "required": True,
        "schema": {"type": "string"},
        "example": "GET, HEAD",
    },
}
HEADERS |= {
    name: {"description": words, "schema": {"type": "integer", "minimum": 0}, "example": example}
    for name, words, example in [
        ("RateLimit-Limit", "How many requests may come at once.", 100),
        ("RateLimit-Remaining", "How many of them are left.", 99),
        ("RateLimit-Reset", "Seconds until all of them are there again.", 1),
    ]
}
HEADERS["RateLimit-Policy"] = {
    "description": "Requests a minute, and how many of them at once.",
    "schema": {"type": "string"},
    "example": "600;w=60;burst=100",
}
HEADERS["Idempotency-Replayed"] = {
    "description": "`true` on an answer that was kept from the first request with this Idempotency-Key.",
    "schema": {"type": "string", "const": "true"},
    "example": "true",
}
RATE_LIMIT = [
    name for name in HEADERS if name.startswith("RateLimit-")
]  # where nobody counts they are missing
UNCOUNTED = (401, 503)  # answers to requests that no token is charged for
WHILE_RUNNING = {
    "Retry-After": {
        "description": "Seconds to wait, where time will do: above all for a request with the same Idempotency-Key.",
        "schema": {"type": "integer", "minimum": 1},
        "example": 1,
    }
}
OWN_HEADERS: dict[type[Problem], Sequence[str]] = {
    problems.Unauthenticated: ["WWW-Authenticate"],
    problems.MethodNotAllowed: ["Allow"],
    problems.RateLimited: ["Retry-After"],
    problems.CallLimitReached: ["Retry-After"],
    problems.Unavailable: ["Retry-After"],
}

SCHEMAS: dict[str, Schema] = {
    "Problem": {
        "type": "object",
        "description": "Whatever goes wrong, as RFC 9457 has it. `errors` stands in answers to invalid input alone.",
        "required": ["type", "title", "status", "detail", "requestId"],
        "properties": {
            "type": text("Which problem it is: a path that explains it. It stays.", format="uri-reference"),
            "title": text("The problem in a few words."),
            "status": integer("The HTTP status."),
            "detail": text("What was wrong this time, for a person to read."),
            "requestId": text("The answer's X-Request-Id."),
            "code": one_of(CONFLICT_CODES, "Of a refused request for a call: why, as a word that stays."),
            "retryAt": instant("From when on the same request will do, where time alone cures it."),
            "errors": array(reference("FieldError"), "Every wrong field, up to 100.")
            | {"minItems": 1, "maxItems": problems.MOST_ERRORS},
        },
    },
    "FieldError": record(
        "A field that was wrong.",
        field=text(
            "Its dotted path from the top of the body (`stops.0.windowStart`), or the query parameter's name; "
            "empty for the body itself."
        ),
        code=text("What is wrong with it, as a word that stays: see the list of codes."),
        detail=text("The same for a person to read."),
    ),
}
SCHEMAS["FieldError"]["properties"]["retryAt"] = instant("From when on it is right by itself, if ever.")

# One answer for each status: two problems share 400, two 403 and two 429.
RESPONSE_NAMES = {
    400: "Invalid",
    401: "Unauthenticated",
    403: "Forbidden",
    404: "NotFound",
    405: "MethodNotAllowed",
    409: "Conflict",
    413: "TooLarge",
    415: "UnsupportedMediaType",
    422: "Unprocessable",
    429: "RateLimited",
    503: "Unavailable",
}


def responses() -> dict[str, Schema]:
    """The answers of all problems a client can meet, by component name."""
    by_status: dict[int, list[type[Problem]]] = defaultdict(list)
    for problem in ADVICE:
        by_status[problem.status_code].append(problem)
    return {name: _response(status, by_status[status]) for status, name in RESPONSE_NAMES.items()}


def response_of(status: int) -> tuple[str, Schema]:
    """The entry of a status in an operation's `responses`."""
    return str(status), {"$ref": f"#/components/responses/{RESPONSE_NAMES[status]}"}


def header_references(names: Sequence[str]) -> dict[str, Schema]:
    """The `headers` of an answer."""
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def example_of(problem: type[Problem]) -> dict[str, Any]:
    """A problem's body, as the service would send it."""
    facts = dict(EXAMPLE_FACTS.get(problem, {}))
    if errors := EXAMPLE_ERRORS.get(problem):
        facts["errors"] = errors
    return problems.body_of(problem(**facts), EXAMPLE_REQUEST_ID)


def _response(status: int, kinds: list[type[Problem]]) -> Schema:
    types = [problems.TYPE_BASE + kind.slug for kind in kinds]
    headers = [REQUEST_ID, *dict.fromkeys(name for kind in kinds for name in OWN_HEADERS.get(kind, ()))]
    if status not in UNCOUNTED:
        headers += RATE_LIMIT
    narrowed = {"properties": {"status": {"const": status}, "type": {"enum": types}}}
    return {
        "description": " Or: ".join(ADVICE[kind] for kind in kinds),
        "headers": header_references(headers) | (WHILE_RUNNING if problems.Conflict in kinds else {}),
        "content": {
            problems.CONTENT_TYPE: {
                "schema": {"allOf": [reference("Problem"), narrowed]},
                "examples": {kind.slug: {"summary": kind.title, "value": example_of(kind)} for kind in kinds},
            }
        },
    }
