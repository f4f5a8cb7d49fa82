"""The schemas of fields that requests for calls alone have."""

from calls.policy import DIALABLE
from calls.serializers import MOST_VARIABLE_BYTES, MOST_VARIABLES, FreeObject, Phone, Variables, WholeNumber
from organizations.rest.openapi.schemas import Schema, value_schema
from organizations.rest.query import INT64_MAX


@value_schema.register
def _(field: WholeNumber) -> Schema:
    return {"type": "integer", "minimum": 1, "maximum": field.most_value}


@value_schema.register
def _(field: Phone) -> Schema:
    return {"type": "string", "format": "phone", "pattern": f"^{DIALABLE.pattern}$"}


@value_schema.register
def _(field: FreeObject) -> Schema:
    size = f"At most {MOST_VARIABLE_BYTES // 1024} KiB as JSON."
    return {"type": "object", "additionalProperties": True, "$comment": size}


@value_schema.register
def _(field: Variables) -> Schema:
    scalar = {
        "type": ["string", "number", "boolean", "null"],
        "minimum": -INT64_MAX - 1,
        "maximum": INT64_MAX,
    }
    return value_schema.dispatch(FreeObject)(field) | {
        "maxProperties": MOST_VARIABLES,
        "additionalProperties": scalar,
    }
