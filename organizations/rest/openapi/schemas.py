"""JSON Schemas: those of request bodies read off the serializers' fields, and words to write those of answers with."""

from collections.abc import Collection, Iterator, Mapping
from decimal import Decimal
from functools import singledispatch
from typing import Any

from rest_framework import serializers

from organizations.rest import fields

type Schema = dict[str, Any]

COMPONENTS = "#/components/schemas/"
NULL: Schema = {"type": "null"}

# What `fields.LocalDateTime` takes, to the day: 1900 to 2199, and 29 February in leap years alone.
_CENTURY = "(19|2[01])"
_LONG = "(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])"
_SHORT = "(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8])"
_LEAP_DAY = f"({_CENTURY}(0[48]|[2468][048]|[13579][26])|2000)-02-29"
_CLOCK = r"([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]{1,9})?)?"
LOCAL_DATE_TIME = f"^({_CENTURY}[0-9]{{2}}-({_LONG}|{_SHORT})|{_LEAP_DAY})T{_CLOCK}$"

# A character that `str.strip()` leaves. \S won't do: what is white space differs between dialects.
NOT_BLANK = r"[^\t-\r\u001c-\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]"
TIME_ZONE = "^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*$"


@singledispatch
def value_schema(field: serializers.Field) -> Schema:
    """The schema of a field's value, null aside; other field classes register theirs here."""
    raise TypeError(f"no schema is known of {type(field).__name__}")


@value_schema.register
def _(field: fields.Text) -> Schema:
    schema: Schema = {"type": "string"}
    if not field.allow_blank:
        schema |= {"minLength": 1, "pattern": NOT_BLANK} if field.trim else {"minLength": 1}
    if field.max_length is not None:
        schema["maxLength"] = field.max_length
    return schema


@value_schema.register
def _(field: fields.Choice) -> Schema:
    return {"type": "string", "enum": list(field.choices)}


@value_schema.register
def _(field: fields.TimeZoneName) -> Schema:
    return {"type": "string", "format": "time-zone", "pattern": TIME_ZONE}


@value_schema.register
def _(field: fields.LocalDateTime) -> Schema:
    return {"type": "string", "format": "local-date-time", "pattern": LOCAL_DATE_TIME}


@value_schema.register
def _(field: fields.Flag) -> Schema:
    return {"type": "boolean"}


@value_schema.register
def _(field: fields.Number) -> Schema:
    # What rounds up to a tenth digit is refused too.
    bound = float(Decimal(10**field.max_digits) - field.unit / 2)
    lowest = {"exclusiveMinimum": -bound} if field.min_value is None else {"minimum": field.min_value}
    return {"type": "number", **lowest, "exclusiveMaximum": bound}


@value_schema.register
def _(field: fields.Array) -> Schema:
    return {"type": "array", "maxItems": field.most, "items": field_schema(field.child)}


@value_schema.register
def _(field: fields.Object) -> Schema:
    return reference(component_name(type(field)))


def field_schema(field: serializers.Field) -> Schema:
    """The schema of a field as a property: with null where it may be, and what the field's `help_text` says."""
    schema = value_schema(field)
    if field.allow_null:
        schema = nullable(schema)
    return described(schema, str(field.help_text)) if field.help_text else schema


def body_schemas(serializer: type[fields.Object]) -> dict[str, Schema]:
    """The serializer's schema and those of the objects in it, by component name. Unknown properties are allowed."""
    found: dict[str, Schema] = {}
    declared: Mapping[str, serializers.Field] = serializer().fields
    for field in declared.values():
        inner = field.child if isinstance(field, fields.Array) else field
        if isinstance(inner, fields.Object):
            found |= body_schemas(type(inner))
    required = [name for name, field in declared.items() if field.required]
    found[component_name(serializer)] = {
        "type": "object",
        "description": (serializer.__doc__ or "").strip().partition("\n")[0],
        **({"required": required} if required else {}),
        "properties": {name: field_schema(field) for name, field in declared.items()},
    }
    return found


def component_name(serializer: type[fields.Object]) -> str:
    """What the document calls a serializer's schema."""
    return serializer.__name__.removesuffix("Serializer")


def reference(name: str) -> Schema:
    """The schema that stands under that name in the components."""
    return {"$ref": COMPONENTS + name}


def described(schema: Schema, description: str) -> Schema:
    """The same schema with words to it."""
    return schema | {"description": description}


def nullable(schema: Schema) -> Schema:
    """The same schema, or null."""
    if "type" not in schema:
        return {"anyOf": [schema, NULL]}
    with_null = schema | {"type": [schema["type"], "null"]}
    if "enum" in schema:
        with_null["enum"] = [*schema["enum"], None]
    return with_null


def text(description: str, **more: Any) -> Schema:
    """A string of an answer."""
    return {"type": "string", "description": description, **more}


def one_of(choices: Collection[str], description: str) -> Schema:
    """A string of an answer out of a few."""
    return {"type": "string", "enum": list(choices), "description": description}


def integer(description: str, **more: Any) -> Schema:
    """A whole number of an answer."""
    return {"type": "integer", "description": description, **more}


def number(description: str, **more: Any) -> Schema:
    """A number of an answer."""
    return {"type": "number", "description": description, **more}


def instant(description: str) -> Schema:
    """A moment in UTC, to the second."""
    return text(description, format="date-time", pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")


def instant_with_milliseconds(description: str) -> Schema:
    """A moment in UTC, to the millisecond."""
    return text(description, format="date-time", pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")


def array(items: Schema, description: str = "") -> Schema:
    """A list of an answer."""
    return {"type": "array", "items": items, **({"description": description} if description else {})}


def record(description: str, **properties: Schema) -> Schema:
    """An object of an answer: every property is always there."""
    return {
        "type": "object",
        "description": description,
        "required": list(properties),
        "properties": properties,
    }


def references_in(value: Any) -> Iterator[str]:
    """Yield every `$ref` in a part of the document."""
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for item in value.values():
            yield from references_in(item)
    elif isinstance(value, list):
        for item in value:
            yield from references_in(item)
