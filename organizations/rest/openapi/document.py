"""The whole document: OpenAPI 3.1, put together from the operations and records of the packages."""

from collections.abc import Mapping, Sequence
from typing import Any

from organizations.rest.openapi import problems
from organizations.rest.openapi.operations import PREFIX, Operation, parameter
from organizations.rest.openapi.schemas import Schema, body_schemas, integer, record
from organizations.states import Scope

SHARED_SCHEMAS: dict[str, Schema] = {
    **problems.SCHEMAS,
    "Pagination": record(
        "Which part of the list this is.",
        limit=integer("How many records a page has at most.", minimum=1),
        offset=integer("How many records were skipped.", minimum=0),
        total=integer("How many records there are, exactly.", minimum=0),
    ),
}
PARAMETERS = {
    "RequestId": parameter(
        problems.REQUEST_ID,
        "An id of the client's own for the request: 1 to 128 letters, digits, dots, underscores and hyphens. Anything "
        "else is replaced.",
        {"type": "string"},
        example="order-desk-4711",
        place="header",
    ),
    "IdempotencyKey": parameter(
        "Idempotency-Key",
        "Makes the request safe to repeat: the first good answer to a key is kept for 24 hours and given again. Use a "
        "new key for each new request, such as a UUID.",
        {"type": "string", "pattern": "^[!-~]{1,255}$"},
        example="6f2b8a0e-93c1-4d8e-8a57-0d3f7a1c5b90",
        place="header",
    ),
}
SECURITY: dict[str, Any] = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "bearerFormat": "ll_<random>_<checksum>",
        "description": "A token of the organization, which decides whose data is read and written. Its scopes: "
        + "; ".join(f"`{scope.value}`: {scope.label.lower()}" for scope in Scope)
        + ". A new token has all of them unless told otherwise.",
    }
}


def assemble(
    *,
    info: Mapping[str, Any],
    tags: Mapping[str, str],
    operations: Sequence[Operation],
    schemas: Mapping[str, Schema],
    server: str,
) -> dict[str, Any]:
    """The document as JSON-able data; `schemas` are those of answers, `server` is the base URL."""
    paths: dict[str, dict[str, Any]] = {}
    bodies: dict[str, Schema] = {}
    for operation in operations:
        paths.setdefault(PREFIX + operation.path, {})[operation.method.lower()] = operation.entry()
        if operation.body:
            bodies |= body_schemas(operation.body)
    return {
        "openapi": "3.1.1",
        "info": dict(info),
        "servers": [{"url": server}],
        "tags": [{"name": name, "description": description} for name, description in tags.items()],
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "securitySchemes": SECURITY,
            "parameters": PARAMETERS,
            "headers": problems.HEADERS,
            "schemas": dict(sorted((SHARED_SCHEMAS | dict(schemas) | bodies).items())),
            "responses": problems.responses(),
        },
    }
