"""One operation of the API, and its entry in the document."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from organizations.rest import pagination, query
from organizations.rest.fields import Object
from organizations.rest.openapi.problems import RATE_LIMIT, REQUEST_ID, header_references, response_of
from organizations.rest.openapi.schemas import NOT_BLANK, Schema, component_name, reference
from organizations.states import Scope

type Examples = Mapping[str, Any]  # by what they show

EVERYWHERE = (400, 401, 403, 429, 503)
WITH_BODY = (409, 413, 415, 422)
PREFIX = "/api/v1/"
SHOWN = "x-shown"  # of a parameter that isn't required by itself: examples of requests have it


@dataclass(frozen=True, kw_only=True)
class Operation:
    """A method of a path below /api/v1/; a path's parameters stand in it as `{agentId}`."""

    method: str
    path: str
    id: str
    tag: str
    summary: str
    description: str
    scope: Scope
    parameters: Sequence[Schema] = ()
    body: type[Object] | None = None
    body_examples: Examples = field(default_factory=dict)
    answer: str
    answer_examples: Examples
    links: Mapping[str, Schema] = field(default_factory=dict)
    names_rows: bool = False  # its body names something that must be there; a path's parameters always do

    @property
    def statuses(self) -> list[int]:
        """The problems that it can end in."""
        found = [*EVERYWHERE, *(WITH_BODY if self.body else ())]
        return sorted([*found, 404] if "{" in self.path or self.names_rows else found)

    def entry(self) -> Schema:
        """The operation object of the document."""
        shared = ["IdempotencyKey", "RequestId"] if self.body else ["RequestId"]
        headers = [REQUEST_ID, *RATE_LIMIT, *(["Idempotency-Replayed"] if self.body else ())]
        answer: Schema = {
            "description": "Done." if self.body else "The answer.",
            "headers": header_references(headers),
            "content": {
                "application/json": {
                    "schema": reference(self.answer),
                    "examples": _examples(self.answer_examples),
                }
            },
        }
        if self.links:
            answer["links"] = dict(self.links)
        return {
            "operationId": self.id,
            "tags": [self.tag],
            "summary": self.summary,
            "description": self.description,
            "security": [{"token": [str(self.scope)]}],
            "parameters": [
                *self.parameters,
                *({"$ref": f"#/components/parameters/{name}"} for name in shared),
            ],
            **({"requestBody": self._request_body()} if self.body else {}),
            "responses": {"200": answer} | dict(response_of(status) for status in self.statuses),
        }

    def _request_body(self) -> Schema:
        assert self.body is not None
        return {
            "required": True,
            "content": {
                "application/json": {
                    "schema": reference(component_name(self.body)),
                    "examples": _examples(self.body_examples),
                }
            },
        }


def parameter(
    name: str,
    description: str,
    schema: Schema,
    *,
    example: Any = None,
    required: bool = False,
    place: str = "query",
) -> Schema:
    """A parameter object."""
    found = {"name": name, "in": place, "description": description, "required": required, "schema": schema}
    return found if example is None else found | {"example": example}


def filter_text(name: str, description: str, example: str) -> Schema:
    """An optional text of the query: given once and not empty."""
    schema = {"type": "string", "minLength": 1, "maxLength": query.LONGEST_TEXT, "pattern": NOT_BLANK}
    return parameter(name, description, schema, example=example)


def window_parameters(what: str) -> list[Schema]:
    """The two required ends of a window."""
    moment = {"type": "string", "anyOf": [{"format": "date"}, {"format": "date-time"}]}
    return [
        parameter(
            "startTime",
            f"Start of the window, by {what}: an ISO 8601 date (its first moment in UTC) or date-time; without an "
            "offset it is UTC.",
            moment,
            example="2026-03-02",
            required=True,
        ),
        parameter(
            "endTime",
            "End of the window, not before startTime. A date includes that whole UTC day; a date-time is exclusive.",
            moment,
            example="2026-03-03",
            required=True,
        ),
    ]


def page_parameters() -> list[Schema]:
    """`offset` and `limit`."""
    offset = {"type": "integer", "minimum": 0, "maximum": query.INT64_MAX, "default": 0}
    limit = {
        "type": "integer",
        "minimum": 1,
        "maximum": pagination.MOST,
        "default": pagination.DEFAULT_LIMIT,
    }
    return [
        parameter("offset", "How many records to skip.", offset, example=0),
        parameter("limit", "How many records to answer with.", limit, example=pagination.DEFAULT_LIMIT),
    ]


def link(
    operation: str, description: str, *, body: Mapping[str, Any] | None = None, **parameters: str
) -> Schema:
    """How to go on from an answer: the operation, and where its input stands in this exchange."""
    found: Schema = {"operationId": operation, "description": description}
    if parameters:
        found["parameters"] = parameters
    return found | ({"requestBody": dict(body)} if body else {})


def _examples(examples: Examples) -> Schema:
    return {
        name.replace(" ", "-"): {"summary": name.capitalize(), "value": value}
        for name, value in examples.items()
    }
