"""Filling an agent's texts: `{{ name }}` becomes a value, as plain text and nothing more."""

import re
from collections.abc import Mapping
from typing import Any

PLACEHOLDER = re.compile(r"\{\{\s*([A-Za-z_][A-Za-z0-9_.-]*)\s*\}\}")


class MissingVariables(ValueError):
    """Variables that the agent marks as required were not given; `names` lists them."""

    def __init__(self, names: list[str]) -> None:
        super().__init__(", ".join(names))
        self.names = names


def resolve_variables(declared: list[dict[str, Any]], given: Mapping[str, Any]) -> dict[str, str]:
    """The texts to fill in: what was given, else the agent's defaults.

    `declared` is `Agent.variables`. Raises MissingVariables where a required one is absent, null or empty and has no
    default. Values given beyond the declared ones are kept: a prompt may name them too.
    """
    values = {name: as_text(value) for name, value in given.items() if value is not None}
    missing = []
    for variable in declared:
        name = variable["name"]
        if values.get(name):
            continue
        default = as_text(variable.get("default"))
        if variable.get("required") and not default:
            missing.append(name)
        values[name] = default
    if missing:
        raise MissingVariables(missing)
    return values


def default_variables(declared: list[dict[str, Any]]) -> dict[str, str]:
    """The texts to fill in where nobody gave any: in calls that came in."""
    return {variable["name"]: as_text(variable.get("default")) for variable in declared}


def fill(text: str, values: Mapping[str, str]) -> str:
    """`text` with every `{{ name }}` replaced, once: what a value contains is never looked at again."""
    return PLACEHOLDER.sub(lambda found: values.get(found[1], ""), text)


def as_text(value: Any) -> str:
    """A JSON scalar as it is spoken: null is nothing, booleans are yes and no, 3.0 is 3."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
