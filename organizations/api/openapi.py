"""The API described with drf-spectacular: what its operations have in common, and words to describe them with.

A package's `openapi.py` has the records that its operations answer with, examples, and an `extend_schema` for each
view. Requests are described by the serializers that check them.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from drf_spectacular import openapi
from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerFieldExtension
from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiParameter,
    OpenApiRequest,
    OpenApiResponse,
    extend_schema_field,
    extend_schema_serializer,
)
from rest_framework import serializers

from organizations.api import listing, problems
from organizations.api.fields import NOT_BLANK, Schema, Strict
from organizations.api.reference import (
    ADVICE,
    CONFLICT_CODES,
    COUNT,
    HEADERS,
    NAMES,
    OF_WRITERS,
    SECONDS,
    example_of,
)
from organizations.tenancy.states import Scope

type Examples = Mapping[str, Any]  # by what they show

EVERYWHERE = (400, 401, 403, 429, 503)
TO_WRITERS = (409, 413, 415, 422)
FILTER = {"type": "string", "maxLength": listing.MAX_TEXT_LENGTH}
REQUIRED_TEXT = FILTER | {"minLength": 1, "pattern": NOT_BLANK}
DAY_OR_MOMENT = {"anyOf": [{"type": "string", "format": "date"}, {"type": "string", "format": "date-time"}]}


# Records of answers


@extend_schema_serializer(many=False)
class Record(serializers.Serializer):
    """An object of an answer. It describes alone: nothing is rendered through it."""


class Said(Strict):
    """A value of an answer, by its schema."""

    schema: Schema = {}

    def __init__(self, schema: Schema, help_text: str, **kwargs: Any) -> None:
        super().__init__(help_text=help_text, **kwargs)
        self.schema = schema


@extend_schema_field(
    {"type": "string", "format": "date-time", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$"}
)
class Instant(serializers.DateTimeField):
    """A moment in UTC, to the second."""


class PaginationSerializer(Record):
    """Paging."""

    limit = serializers.IntegerField(min_value=1, help_text="Maximum number of records per page.")
    offset = serializers.IntegerField(min_value=0, help_text="Number of records skipped.")
    total = serializers.IntegerField(min_value=0, help_text="Total number of records, exact.")


class CursorSerializer(Record):
    """Paging."""

    limit = serializers.IntegerField(min_value=1, help_text="Maximum number of records per page.")
    nextCursor = serializers.CharField(
        allow_null=True, help_text="`cursor` of the next page; null on the last."
    )


class FieldErrorSerializer(Record):
    """A field that was wrong."""

    field = serializers.CharField(
        help_text="Its dotted path from the top of the body (`stops.0.windowStart`), or the query parameter's name; "
        "empty for the body itself."
    )
    code = serializers.CharField(help_text="Stable error code. See the list of codes.")
    detail = serializers.CharField(help_text="The same, in plain English.")
    retryAt = Instant(required=False, help_text="When the value becomes acceptable on its own, if ever.")


class MissingSerializer(Record):
    """Something that an organization has to set up first."""

    code = serializers.CharField(help_text="Stable code for what is missing, such as `no_number`.")
    detail = serializers.CharField(help_text="The same, in plain English.")
    page = serializers.CharField(help_text="The path of the dashboard's page where it is set up.")


class ProblemSerializer(Record):
    """A problem, per RFC 9457."""

    title = serializers.CharField(help_text="The problem, in a few words.")
    detail = serializers.CharField(help_text="What went wrong, in plain English.")
    requestId = serializers.CharField(help_text="X-Request-Id of the response.")


RETRY_AT = "When to try again, if it clears up by itself."
# What problems of a status have beside the others' fields.
MORE: dict[int, dict[str, serializers.Field]] = {
    400: {
        "errors": serializers.ListField(
            child=FieldErrorSerializer(),
            min_length=1,
            max_length=problems.MAX_ERRORS,
            required=False,
            help_text=(
                f"Every invalid field, up to {problems.MAX_ERRORS}. Absent when the request can't be read at all."
            ),
        )
    },
    409: {
        "code": serializers.ChoiceField(
            choices=list(CONFLICT_CODES),
            required=False,
            help_text="A stable code for the reason, where there is one.",
        ),
        "missing": serializers.ListField(
            child=MissingSerializer(),
            min_length=1,
            required=False,
            help_text="Everything the organization has to set up before such a call, most important first.",
        ),
        "retryAt": Instant(required=False, help_text=RETRY_AT),
    },
    429: {"retryAt": Instant(required=False, help_text=RETRY_AT)},
}


@cache
def problem_response(status: int) -> OpenApiResponse:
    """The problems of a status: a type of its own, which names them and has what only they have."""
    kinds = [kind for kind in ADVICE if kind.status_code == status]
    fields = MORE.get(status, {}) | {
        "type": Said(
            {"type": "string", "enum": [problems.TYPE_BASE + kind.slug for kind in kinds]},
            "Problem type: a stable path to its documentation.",
        ),
        "status": Said({"type": "integer", "const": status}, "The HTTP status."),
    }
    return OpenApiResponse(
        type(f"{NAMES[status]}Problem", (ProblemSerializer,), fields),
        description=" Or: ".join(ADVICE[kind] for kind in kinds),
        examples=[
            OpenApiExample(kind.slug, example_of(kind), summary=kind.title, media_type=problems.CONTENT_TYPE)
            for kind in kinds
        ],
    )


# What drf-spectacular asks


class AutoSchema(openapi.AutoSchema):
    """An operation with the headers of all, an example of each parameter, and the links of its answer."""

    def get_override_parameters(self) -> list[Any]:
        """The headers, before what `extend_schema` adds."""
        return [
            *super().get_override_parameters(),
            *(OF_WRITERS if self.method == "POST" else []),
            *HEADERS,
        ]

    def get_operation(self, *where: Any) -> Any:
        """The operation object."""
        operation: Any = super().get_operation(*where)
        for each in operation["parameters"]:
            (example,) = each.pop("examples").values()
            each["example"] = example["value"]
            if each["in"] == "query" and not each.get("required") and "minLength" not in each["schema"]:
                each["allowEmptyValue"] = True  # as good as left out
        responses: Any = self.get_response_serializers()
        if links := responses[200].links:
            operation["responses"]["200"]["links"] = dict(links)
        return operation


class TokenScheme(OpenApiAuthenticationExtension):
    """The bearer token, with the scope that a view asks for."""

    target_class = "organizations.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_requirement(self, auto_schema: openapi.AutoSchema) -> dict[str, list[Any]]:
        """The view's scope."""
        view: Any = auto_schema.view
        required = view.required_scope
        return {"token": [str(required[view.action] if isinstance(required, dict) else required)]}

    def get_security_definition(self, auto_schema: openapi.AutoSchema) -> dict[str, Any]:
        """The token in words."""
        return {
            "type": "http",
            "scheme": "bearer",
            "bearerFormat": "ll_<random>_<checksum>",
            "description": "An organization's API token. It sets whose data is read and written. Scopes: "
            + "; ".join(f"`{scope.value}`: {scope.label.lower()}" for scope in Scope)
            + ". A new token has all of them by default.",
        }


class StrictFields(OpenApiSerializerFieldExtension):
    """A strict field says what it takes."""

    target_class = "organizations.api.fields.Strict"
    match_subclasses = True

    def map_serializer_field(self, auto_schema: openapi.AutoSchema, direction: str) -> Schema:
        """What it says."""
        return dict(self.target.schema)


class Arrays(OpenApiSerializerFieldExtension):
    """An array of a request has at most so many items."""

    target_class = "organizations.api.fields.Array"

    def map_serializer_field(self, auto_schema: openapi.AutoSchema, direction: Any) -> Schema:
        """A list of what its items are, with that bound."""
        plain = auto_schema._map_serializer_field(self.target, direction, bypass_extensions=True)
        return {"type": "array", "items": plain["items"], "maxItems": self.target.most}


METHODS = ("GET", "POST", "PATCH", "DELETE")


def plain_paths(endpoints: list[tuple[str, str, str, Any]]) -> list[tuple[str, str, str, Any]]:
    """Paths without what our routes' expressions leave of themselves: backslashes, and the slash that may follow.

    The methods of a path come in one order, in every process: DRF takes them from a set.
    """
    paths = list(dict.fromkeys(path for path, *_ in endpoints))
    ordered = sorted(endpoints, key=lambda each: (paths.index(each[0]), METHODS.index(each[2])))
    return [(path.replace("\\", "").rstrip("/"), *others) for path, *others in ordered]


def headers_last(parameter: Schema) -> bool:
    """Sorts an operation's own parameters before the headers of all."""
    return bool(parameter["in"] == "header")


def share_problems(result: Schema, **_: Any) -> Schema:
    """Tell the answers that many operations have once, among the components."""
    shared: dict[str, Schema] = defaultdict(dict)
    for operation in (each for methods in result["paths"].values() for each in methods.values()):
        for status in operation["responses"].keys() - {"200"}:
            name = NAMES[int(status)]
            shared[name] = operation["responses"][status]
            operation["responses"][status] = {"$ref": f"#/components/responses/{name}"}
    result["components"]["responses"] = dict(sorted(shared.items()))
    return result


# Words for operations


class Answer(OpenApiResponse):
    """The 200 of an operation, with what to go on with from there."""

    def __init__(
        self, record: Any, description: str, examples: Examples, links: Mapping[str, Schema]
    ) -> None:
        super().__init__(record, description=description, examples=shown(examples))
        self.links = links


def shown(examples: Examples) -> list[OpenApiExample]:
    """Examples by what they show."""
    return [OpenApiExample(name, value, summary=name) for name, value in examples.items()]


def body(serializer: type[serializers.Serializer], examples: Examples) -> dict[str, OpenApiRequest]:
    """What is sent."""
    return {"application/json": OpenApiRequest(serializer, examples=shown(examples))}


def answers(
    record: Any,
    examples: Examples,
    *,
    description: str = "The response.",
    links: Mapping[str, Schema] | None = None,
    to: Sequence[int] = (),
) -> dict[Any, OpenApiResponse]:
    """The 200, and the problems that everybody meets, beside those named."""
    return {200: Answer(record, description, examples, links or {})} | {
        (status, problems.CONTENT_TYPE): problem_response(status) for status in sorted({*EVERYWHERE, *to})
    }


def link(
    operation: str, description: str, *, body: Mapping[str, Any] | None = None, **parameters: str
) -> Schema:
    """How to go on from an answer: the operation, and where its input stands in this exchange."""
    found: Schema = {"operationId": operation, "description": description}
    if parameters:
        found["parameters"] = parameters
    return found | ({"requestBody": dict(body)} if body else {})


def parameter(
    name: str, description: str, schema: Schema, example: Any, *, required: bool = False, place: Any = "query"
) -> OpenApiParameter:
    """A parameter of the query or the path."""
    return OpenApiParameter(
        name, schema, place, required, description, examples=[OpenApiExample("Example", example)]
    )


def window_parameters(what: str) -> list[OpenApiParameter]:
    """The two required ends of a window."""
    return [
        parameter(
            "startTime",
            f"Start of the window, by {what}: an ISO 8601 date (its first moment in UTC) or date-time; without an "
            "offset it is UTC.",
            DAY_OR_MOMENT,
            "2026-03-02",
            required=True,
        ),
        parameter(
            "endTime",
            "End of the window, not before startTime. A date includes that whole UTC day; a date-time is exclusive.",
            DAY_OR_MOMENT,
            "2026-03-03",
            required=True,
        ),
    ]


def cursor_parameters() -> list[OpenApiParameter]:
    """`cursor` and `limit`."""
    most = {"maximum": listing.MAX, "default": listing.DEFAULT_LIMIT}
    of_page = {"type": "string", "pattern": "^[0-9a-z]{1,12}$"}
    return [
        parameter(
            "cursor", "`nextCursor` from the previous page; leave it out for the first.", of_page, "1ks"
        ),
        parameter("limit", "Maximum number of records to return.", SECONDS | most, listing.DEFAULT_LIMIT),
    ]


def page_parameters() -> list[OpenApiParameter]:
    """`offset` and `limit`."""
    most = {"maximum": listing.MAX, "default": listing.DEFAULT_LIMIT}
    return [
        parameter(
            "offset", "Number of records to skip.", COUNT | {"maximum": listing.INT64_MAX, "default": 0}, 0
        ),
        parameter("limit", "Maximum number of records to return.", SECONDS | most, listing.DEFAULT_LIMIT),
    ]
