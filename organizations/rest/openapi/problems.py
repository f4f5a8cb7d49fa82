"""The problems of the API as the document tells them: their schemas, examples, headers, and what to do about each."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from organizations.rest import problems
from organizations.rest.openapi.schemas import Schema, array, integer, record, reference, text
from organizations.rest.problems import Problem
from organizations.unavailable import RETRY_AFTER_SECONDS

EXAMPLE_REQUEST_ID = "3f1c9a52d7b84e6d9a0c5b7e21f4d8aa"

# What each problem means to a client, and what to do: also the text of the page at its `type`.
ADVICE: dict[type[Problem], str] = {
    problems.Invalid: (
        "The input is not what the operation takes, or it may not be done as asked. `errors` names every wrong field "
        "at once. Correct them: the same request again gets the same answer."
    ),
    problems.Malformed: (
        "The request can't be read at all: it broke off, or its path holds what no text can hold."
    ),
    problems.Unauthenticated: (
        "The token is missing, malformed, unknown, expired or revoked; the answer doesn't say which. "
        "Send `Authorization: Bearer` and a valid token."
    ),
    problems.Forbidden: (
        "The token is valid, but lacks the scope that the operation asks for. Use a token that has it."
    ),
    problems.Suspended: (
        "The organization of the token stands still: nothing can be read or done until the operator of the service "
        "opens it again."
    ),
    problems.NotFound: (
        "There is no such path, or no such thing in your organization. What belongs to another organization answers "
        "exactly like what never existed."
    ),
    problems.MethodNotAllowed: "The path exists, with other methods: `Allow` lists them.",
    problems.Conflict: (
        "It can't be done in the state things are in: a request with the same `Idempotency-Key` is still running, or "
        "the agent is switched off, or there is no number to call from. `detail` says which. Try again when that has "
        "changed."
    ),
    problems.TooLarge: "A body may have at most 1 MiB (1,048,576 bytes).",
    problems.UnsupportedMediaType: ("Bodies are JSON in UTF-8. Send `Content-Type: application/json`."),
    problems.Unprocessable: (
        "The `Idempotency-Key` was used before, for another body or another path. Use a new key for a new request."
    ),
    problems.RateLimited: (
        "Too many requests. Wait for as many seconds as `Retry-After` says; what was refused had no effect."
    ),
    problems.Unavailable: (
        "Something that the service needs is away just now. The same request will do in a moment; with an "
        "`Idempotency-Key` it is safe to repeat."
    ),
    problems.Problem: (
        "A mistake of ours. Repeat the request; if it stays, tell the operator of the service the `requestId`."
    ),
}

# What `errors[].code` can say; codes stay, words may change.
CODES = {
    "required": "Missing.",
    "null": "`null` where there must be a value.",
    "blank": "Empty where there must be a value.",
    "invalid": "Another JSON type, or what can't be read: `detail` says what was expected.",
    "invalid_choice": "Not one of the words allowed.",
    "max_length": "Too long a text or list.",
    "min_value": "Too small a number.",
    "max_value": "Too large a number.",
    "max_digits": "More than 9 digits before the point, also after rounding.",
    "not_finite": "Not a finite number.",
    "not_a_list": "Not an array.",
    "too_large": "An object over 32 KiB.",
    "too_many": "Over 100 variables.",
    "offset_not_allowed": "A local time with `Z` or an offset: such times are the wall clock's at that place.",
    "unknown_time_zone": "Not the exact name of an IANA time zone.",
    "invalid_phone": "Not a phone number in E.164 form, or one that nobody can have.",
    "destination_not_allowed": "A number that is never called: premium-rate, or in a country not allowed.",
    "outside_calling_window": "Not at this hour at the place that is called.",
    "do_not_call": "The number's owner asked not to be called.",
    "end_before_start": "A window that ends before it begins.",
    "repeated": "A key or a parameter that stands twice.",
    "out_of_range": "A value that can't be stored.",
    "empty": "No body.",
    "not_utf8": "A body that isn't UTF-8.",
    "malformed": "Not JSON: `detail` says where.",
    "not_an_object": "JSON, but no object at the top.",
    "too_deep": "Over 20 levels of arrays and objects.",
    "too_many_values": "Over 10,000 values.",
    "invalid_number": "A number that isn't JSON, overflows, or an integer beyond 64 bits.",
    "invalid_text": "The character U+0000, a lone surrogate, or bytes that are no UTF-8.",
}

EXAMPLE_ERRORS: dict[type[Problem], list[dict[str, str]]] = {
    problems.Invalid: [
        {"field": "stops.0.windowStart", "code": "invalid", "detail": "Expected a local date and time."},
        {"field": "id", "code": "required", "detail": "This field is required."},
    ]
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
        "description": "Seconds to wait, where a request with the same Idempotency-Key is still running.",
        "schema": {"type": "integer", "minimum": 1},
        "example": 1,
    }
}
OWN_HEADERS: dict[type[Problem], Sequence[str]] = {
    problems.Unauthenticated: ["WWW-Authenticate"],
    problems.MethodNotAllowed: ["Allow"],
    problems.RateLimited: ["Retry-After"],
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

# One answer for each status: two problems share 400, and two share 403.
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
    errors = EXAMPLE_ERRORS.get(problem, [])
    return problems.body_of(problem(errors=errors) if errors else problem(), EXAMPLE_REQUEST_ID)


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
