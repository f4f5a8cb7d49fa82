"""The OpenAPI document as a page shows it: operations, fields in words, examples, problems."""

import json
import shlex
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import quote

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from organizations.rest import problems
from organizations.rest.openapi.advice import ADVICE, CODES, CONFLICT_CODES
from organizations.rest.openapi.operations import SHOWN
from organizations.rest.openapi.problems import OWN_HEADERS
from organizations.rest.openapi.schemas import COMPONENTS, NULL, Schema

FORMATS = {
    "date": "date",
    "date-time": "date-time",
    "local-date-time": "local date-time",
    "time-zone": "IANA time zone",
    "phone": "E.164 phone number",
}


@dataclass(frozen=True)
class Row:
    """A field or parameter: its type in words, with a link where that is a record."""

    name: str
    type: SafeString
    is_required: bool
    words: SafeString


@dataclass(frozen=True)
class Example:
    """A piece of JSON, or a command."""

    title: str
    text: str


@dataclass(frozen=True)
class Answer:
    """A problem's status among an operation's answers."""

    status: str
    kinds: list[tuple[str, str]]  # slug and title


@dataclass(frozen=True)
class Place:
    """An operation as the page shows it."""

    id: str
    method: str
    path: str
    summary: str
    description: SafeString
    scope: str
    parameters: list[Row]
    body: list[Row]
    command: str
    requests: list[Example]
    answers: list[Example]
    answer: SafeString
    problems: list[Answer]


@dataclass(frozen=True)
class Explained:
    """A problem, at the anchor that its `type` names."""

    slug: str
    status: int
    title: str
    words: SafeString
    headers: list[str]
    example: str


class Reference:
    """What the template asks for; read off the document, so that page and document can't differ."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self.components = document["components"]
        self.server = document["servers"][0]["url"]

    @cached_property
    def groups(self) -> list[tuple[str, str, list[Place]]]:
        """Each tag with its words and operations."""
        places: dict[str, list[Place]] = {tag["name"]: [] for tag in self.document["tags"]}
        for path, methods in self.document["paths"].items():
            for method, operation in methods.items():
                places[operation["tags"][0]].append(self._place(method.upper(), path, operation))
        return [(tag["name"], tag["description"], places[tag["name"]]) for tag in self.document["tags"]]

    @cached_property
    def records(self) -> list[tuple[str, SafeString, list[Row]]]:
        """Each object among the schemas, with its fields."""
        return [
            (name, _words(schema), self._rows(schema)) for name, schema in self.components["schemas"].items()
        ]

    @cached_property
    def problems(self) -> list[Explained]:
        """Every problem there is, by status."""
        examples = {
            slug: example["value"]
            for response in self.components["responses"].values()
            for slug, example in response["content"][problems.CONTENT_TYPE]["examples"].items()
        }
        return [
            Explained(
                slug=kind.slug,
                status=kind.status_code,
                title=kind.title,
                words=marked(words),
                headers=list(OWN_HEADERS.get(kind, ())),
                example=pretty(examples[kind.slug]) if kind.slug in examples else "",
            )
            for kind, words in sorted(ADVICE.items(), key=lambda item: item[0].status_code)
        ]

    @cached_property
    def codes(self) -> list[tuple[str, SafeString]]:
        """What `errors[].code` can say."""
        return [(code, marked(words)) for code, words in CODES.items()]

    @cached_property
    def conflict_codes(self) -> list[tuple[str, SafeString]]:
        """What `code` of a refused request for a call can say."""
        return [(code, marked(words)) for code, words in CONFLICT_CODES.items()]

    @cached_property
    def scopes(self) -> SafeString:
        """The words to the token."""
        return marked(self.components["securitySchemes"]["token"]["description"])

    @cached_property
    def description(self) -> SafeString:
        """The words to the whole."""
        return marked(self.document["info"]["description"])

    def _place(self, method: str, path: str, operation: dict[str, Any]) -> Place:
        answer = operation["responses"]["200"]["content"]["application/json"]
        content = operation.get("requestBody", {}).get("content", {}).get("application/json")
        parameters = [self._resolved(parameter) for parameter in operation["parameters"]]
        requests = _examples(content["examples"]) if content else []
        return Place(
            id=operation["operationId"],
            method=method,
            path=path,
            summary=operation["summary"],
            description=marked(operation["description"]),
            scope=operation["security"][0]["token"][0],
            parameters=[_parameter_row(parameter) for parameter in parameters],
            body=self._rows(self._resolved(content["schema"])) if content else [],
            command=self._command(method, path, parameters, requests),
            requests=requests,
            answers=_examples(answer["examples"]),
            answer=type_words(answer["schema"]),
            problems=[
                self._answer(status, response)
                for status, response in operation["responses"].items()
                if status != "200"
            ],
        )

    def _answer(self, status: str, response: Schema) -> Answer:
        content = self._resolved(response)["content"][problems.CONTENT_TYPE]
        kinds = [(slug, example["summary"]) for slug, example in content["examples"].items()]
        return Answer(status, kinds)

    def _command(
        self, method: str, path: str, parameters: list[dict[str, Any]], requests: list[Example]
    ) -> str:
        """The operation as a curl command, with examples of the parameters that it needs or of its body."""
        query = []
        for parameter in parameters:
            if parameter["in"] == "path":
                path = path.replace(f"{{{parameter['name']}}}", quote(str(parameter["example"])))
            elif parameter["in"] == "query" and (parameter["required"] or parameter.get(SHOWN)):
                query.append(f"{parameter['name']}={parameter['example']}")
        url = self.server + path + ("?" + "&".join(query) if query else "")
        lines = [f"curl {shlex.quote(url)}", '-H "Authorization: Bearer $LOADLINE_TOKEN"']
        if method != "GET":
            lines.append("-H 'Content-Type: application/json'")
        if requests:
            lines.append(f"-d {shlex.quote(requests[-1].text)}")
        return " \\\n  ".join(lines)

    def _rows(self, schema: Schema) -> list[Row]:
        required = schema.get("required", [])
        return [
            Row(name, type_words(field), name in required, marked(field.get("description", "")))
            for name, field in schema.get("properties", {}).items()
        ]

    def _resolved(self, part: dict[str, Any]) -> dict[str, Any]:
        if "$ref" not in part:
            return part
        kind, name = part["$ref"].removeprefix("#/components/").split("/")
        found: dict[str, Any] = self.components[kind][name]
        return found


def _words(schema: Schema) -> SafeString:
    """What a record's schema says of itself; of one that is another, or yet another, also which."""
    words = marked(schema.get("description", ""))
    return words if "properties" in schema else format_html("{}: {}", type_words(schema), words)


def type_words(schema: Schema) -> SafeString:
    """A schema's type in words: `text, up to 64 characters`; a record's name is a link to it."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix(COMPONENTS)
        return format_html('<a class="link" href="#schema-{}">{}</a>', name, name)
    choices = schema.get("anyOf", [])
    if choices and "type" not in schema:
        known = [type_words(choice) for choice in choices if choice != NULL]
        words = format_html_join(" or ", "{}", ((each,) for each in known))
        return format_html("{} or null", words) if NULL in choices else words
    types = [schema["type"]] if isinstance(schema["type"], str) else list(schema["type"])
    is_nullable = len(types) > 1 and types[-1] == "null"
    kind = " or ".join(types[:-1] if is_nullable and len(types) == 2 else types)
    words = format_html("{}{}", _base(kind, schema, choices), _bounds(schema))
    return format_html("{} or null", words) if is_nullable and len(types) == 2 else words


def _base(kind: str, schema: Schema, choices: list[Schema]) -> SafeString:
    if kind == "array":
        return format_html("array of {}", type_words(schema["items"]))
    if formats := [part["format"] for part in [schema, *choices] if "format" in part]:
        return format_html("{}", " or ".join(FORMATS.get(name, kind) for name in formats))
    if "enum" in schema:
        return format_html_join(
            " · ", "<code>{}</code>", ((value,) for value in schema["enum"] if value is not None)
        )
    if "const" in schema:
        return format_html("<code>{}</code>", json.dumps(schema["const"]))
    return format_html("{}", kind)


def _bounds(schema: Schema) -> str:
    found = []
    if schema.get("type") not in ("object", ["object", "null"]) and "minimum" in schema:
        found.append(f"from {schema['minimum']}")
    if "maximum" in schema:
        found.append(f"to {schema['maximum']:,}")
    if "exclusiveMaximum" in schema:
        found.append(f"below {schema['exclusiveMaximum']:,.0f}")
    if "maxLength" in schema:
        found.append(f"up to {schema['maxLength']} characters")
    if schema.get("minLength"):
        found.append("not empty")
    if "maxItems" in schema:
        found.append(f"up to {schema['maxItems']:,} items")
    if "maxProperties" in schema:
        found.append(f"up to {schema['maxProperties']} keys")
    if "default" in schema:
        found.append(f"default {schema['default']}")
    return "".join(f", {words}" for words in found)


def marked(text: str) -> SafeString:
    """Text with what stands in backticks as code."""
    parts = enumerate(text.split("`"))
    return format_html_join(
        "",
        "{}",
        ((format_html("<code>{}</code>", part) if position % 2 else part,) for position, part in parts),
    )


def pretty(value: Any) -> str:
    """JSON to read."""
    return json.dumps(value, indent=2, ensure_ascii=False)


def _parameter_row(parameter: dict[str, Any]) -> Row:
    place = "" if parameter["in"] == "query" else f" ({parameter['in']})"
    return Row(
        parameter["name"],
        format_html("{}{}", type_words(parameter["schema"]), place),
        parameter["required"],
        marked(parameter["description"]),
    )


def _examples(examples: dict[str, Any]) -> list[Example]:
    return [Example(example["summary"], pretty(example["value"])) for example in examples.values()]
