"""Which variables an agent declares, and which its texts name."""

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.core.exceptions import ValidationError

from calls.serializers import MAX_VARIABLES
from calls.skill import PLACEHOLDER, as_text
from calls.skills import extraction

# Whatever stands between double braces is meant as a variable, also where it isn't well formed.
BRACES = re.compile(r"\{\{(.*?)\}\}", re.S)
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]{0,99}")
KEYS = {"name", "required", "default"}
TEXTS = ("greeting", "prompt", "voicemail_message")
# What a variable is about, by its name without case and marks.
LOAD, APPOINTMENT, PICKUP, DELIVERY = "load", "appointment", "pickup", "delivery"
ORIGIN, DESTINATION, CONTACT = "origin", "destination", "contact"
MEANINGS = {
    LOAD: ("load", "loadnumber", "loadid", "loadno", "shipment", "shipmentnumber", "shipmentid"),
    APPOINTMENT: ("appointment", "appointmenttime", "appointmentdate", "appt", "appttime"),
    PICKUP: ("pickup", "pickuptime", "pickupappointment", "pickupdate"),
    DELIVERY: ("delivery", "deliverytime", "deliveryappointment", "deliverydate", "dropoff", "dropofftime"),
    ORIGIN: ("origin", "origincity", "pickupcity", "pickuplocation"),
    DESTINATION: ("destination", "destinationcity", "deliverycity", "deliverylocation", "dropofflocation"),
    CONTACT: ("name", "contact", "contactname"),
}
EXAMPLE = {"example": '"name": "driver", "required": true, "default": "there"'}


def check_variables(variables: Any) -> list[str]:
    """Return the names that `Agent.variables` declares; raises ValidationError unless it has its shape."""
    if not isinstance(variables, list) or not all(isinstance(each, dict) for each in variables):
        raise ValidationError("Enter a list of objects, each with a name: [{%(example)s}]", params=EXAMPLE)
    if len(variables) > MAX_VARIABLES:
        raise ValidationError(f"At most {MAX_VARIABLES} variables.")
    names: list[str] = []
    errors: list[str] = []
    for position, variable in enumerate(variables, 1):
        errors += [f"Variable {position}: {error}" for error in _wrong_with(variable, names)]
        names.append(str(variable.get("name")))
    if errors:
        raise ValidationError(errors)
    return names


def check_placeholders(text: str, names: Sequence[str]) -> None:
    """Raise ValidationError unless every `{{ … }}` in the text names a declared variable."""
    wrong = []
    for found in BRACES.finditer(text):
        placeholder = PLACEHOLDER.fullmatch(found[0])
        if placeholder is None:
            wrong.append(f"{found[0][:60]} is no variable: write {{{{ name }}}}.")
        elif placeholder[1] not in names:
            wrong.append(f"{{{{ {placeholder[1]} }}}} isn’t defined under Variables.")
    if wrong:
        raise ValidationError(list(dict.fromkeys(wrong)))


def wrong_with(values: Mapping[str, Any]) -> dict[str, ValidationError]:
    """What is wrong with an agent's variables, its fields to find out and the texts that name variables, by field.

    `values` are those of `Agent`; one that is missing has been refused already, and nothing is said of it.
    """
    errors: dict[str, ValidationError] = {}
    if "extraction" in values and (wrong := extraction.wrong_with(values["extraction"])):
        errors["extraction"] = ValidationError(wrong)
    if "variables" not in values:
        return errors
    try:
        names = check_variables(values["variables"])
    except ValidationError as error:
        return errors | {"variables": error}
    texts = {name: values.get(name) or "" for name in TEXTS}
    if "extraction" not in errors:
        texts["extraction"] = " ".join(extraction.texts_of(values.get("extraction") or []))
    for name, text in texts.items():
        try:
            check_placeholders(text, names)
        except ValidationError as error:
            errors[name] = error
    return errors


def meaning_of(name: str) -> str:
    """What a variable of this name is about, one of `MEANINGS`; empty where the name doesn't tell."""
    bare = re.sub(r"[_.-]", "", name).lower()
    return next((meaning for meaning, names in MEANINGS.items() if bare in names), "")


def given(values: Mapping[str, str], declared: Sequence[Mapping[str, Any]], meaning: str) -> str:
    """The value that somebody gave for this call to a variable of this meaning; a default is none."""
    defaults = {each["name"]: as_text(each.get("default")) for each in declared}
    told = (
        value for name, value in values.items() if meaning_of(name) == meaning and value != defaults.get(name)
    )
    return next((value for value in told if value), "")


def names_in(text: str) -> list[str]:
    """The well-formed variables that a text names, each once."""
    return list(dict.fromkeys(found[1] for found in PLACEHOLDER.finditer(text)))


def _wrong_with(variable: dict[str, Any], names: list[str]) -> list[str]:
    """What is wrong with one variable, after those of these names."""
    errors = []
    name, default = variable.get("name"), variable.get("default")
    if not isinstance(name, str) or not NAME.fullmatch(name):
        errors.append("the name must start with a letter or _ and contain only letters, digits, _, . and -.")
    elif name in names:
        errors.append(f"{name} is defined twice.")
    if not isinstance(variable.get("required", False), bool):
        errors.append("required must be true or false.")
    if isinstance(default, dict | list) or (isinstance(default, float) and not math.isfinite(default)):
        errors.append("default must be text, a number, true, false or null.")
    if isinstance(default, str) and ("\0" in default or not default.isprintable()):
        errors.append("default must be one line of text.")
    if unknown := sorted(set(variable) - KEYS):
        errors.append(f"only name, required and default are allowed, not {', '.join(map(repr, unknown))}.")
    return errors
