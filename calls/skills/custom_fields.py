"""The fields that an organization wants to know of its custom calls: their shape, their questions, their values. Pure.

`Agent.extraction` is a list of {"name", "type", "question" or "description", "choices"}; a field without a question of
its own is asked for by its description.
"""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from django.core.exceptions import ValidationError

from calls.language.guardrail_figures import counted
from calls.language.number_words import plain
from calls.language.reading import Act, Expecting, Reading
from calls.serializers import MAX_VARIABLES
from calls.skill import PLACEHOLDER, as_text, fill

TYPES = ("text", "number", "boolean", "date", "time", "choice")
KEYS = {"name", "type", "question", "description", "choices"}
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,59}")
TAKEN = {"answers", "sentiment", "callbackTime", "callbackPhone", "outcome"}
MAX_FIELDS = 20
MAX_CHOICES = 20
MAX_TEXT = 300
EXPECTING = {"boolean": Expecting.CONFIRMATION, "date": Expecting.TIME, "time": Expecting.TIME}
# What a text field is about, by the words of its name and description; the first that fits.
KINDS = (
    ("email", re.compile(r"\be[ -]?mail\b|\bcorreo\b"), Expecting.CONTACT),
    (
        "phone",
        re.compile(r"\b(?:tele)?phone\b|\bcell\b|\bmobile\b|\btelefono\b|\bcelular\b"),
        Expecting.CONTACT,
    ),
    ("name", re.compile(r"\bname\b|\bnombre\b"), Expecting.NAME),
)
# The names of these aren't people's.
NO_PERSON = re.compile(
    r"\b(?:company|carrier|broker|facility|warehouse|shipper|receiver|customer|business|file|user|town|city|street"
    r"|empresa|compania|bodega|cliente|ciudad|calle)\b"
)
MAX_QUESTIONS = 10
SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n+")
HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|_")

type Field = Mapping[str, Any]


def wrong_with(fields: Any) -> list[str]:
    """What is wrong with a list of fields, in words for whoever wrote it; empty where nothing is."""
    if not isinstance(fields, list) or not all(isinstance(each, dict) for each in fields):
        return ["Enter a list of objects, each with a name, a type and a question."]
    if len(fields) > MAX_FIELDS:
        return [f"At most {MAX_FIELDS} fields."]
    errors: list[str] = []
    names: set[str] = set()
    for position, field in enumerate(fields, 1):
        errors += [f"Field {position}: {error}" for error in _wrong_with(field, names)]
        names.add(str(field.get("name")))
    return errors


def texts_of(fields: Sequence[Field]) -> list[str]:
    """The texts in which variables may stand."""
    return [str(field.get(key) or "") for field in fields for key in ("question", "description")]


def read_questions(prompt: str) -> list[tuple[str, str]]:
    """The sentences of a prompt that are questions, in order, at most ten, each with its Spanish wording.

    That is a question that begins with "¿" and follows one that doesn't; without it the wording is empty.
    """
    found: list[tuple[str, str]] = []
    for sentence in map(str.strip, SENTENCE_END.split(prompt)):
        if not sentence.endswith("?") or len(sentence) <= 1:
            continue
        if sentence.startswith("¿") and found and not (found[-1][1] or found[-1][0].startswith("¿")):
            found[-1] = (found[-1][0], sentence)
        else:
            found.append((sentence, ""))
    return found[:MAX_QUESTIONS]


def with_fields(
    own: list[dict[str, Any]],
    fields: Sequence[Field],
    values: Mapping[str, str],
    asking: Callable[[str], str],
) -> list[dict[str, Any]]:
    """The questions with the fields: one that the prompt asks for in the same words isn't asked for twice.

    `asking` puts the description of a field without a question into one.
    """
    for field in fields:
        described = fill(field.get("description") or "", values).strip().rstrip(".?")
        question = fill(field.get("question") or "", values).strip()
        question = question or asking(described[:1].lower() + described[1:])
        same = [each for each in own if each["question"] == question and not each["field"]]
        known = {"type": "text", **field}
        if same:
            same[0]["field"] = known
        else:
            own.append({"question": question, "field": known})
    return own


def expecting(field: Field | None) -> Expecting:
    """What is waited for once a field was asked for."""
    if field is None:
        return Expecting.ANYTHING
    known = kind_of(field)
    if known:
        return next(asked for name, _, asked in KINDS if name == known)
    return EXPECTING.get(field["type"], Expecting.ANYTHING)


def kind_of(field: Field) -> str:
    """What a text field is to hold: an email, a phone, a person's name; empty where it may be anything."""
    if field["type"] != "text":
        return ""
    told = plain(" ".join((HUMP.sub(" ", field["name"]), field.get("description") or "")))
    found = next((name for name, pattern, _ in KINDS if pattern.search(told)), "")
    return "" if found == "name" and NO_PERSON.search(told) else found


def value_of(field: Field, meant: Reading) -> Any:
    """What an answer says of a field, as JSON of its type; None where that can't be told.

    Dates are ISO dates, times `HH:MM`; a choice is one of the choices as they are written; phones are digits.
    """
    match field["type"]:
        case "boolean":
            is_no = meant.has(Act.NO, Act.REFUSES, Act.DECLINES)
            return False if is_no else True if meant.has(Act.YES, Act.AGREES) else None
        case "number":
            told = meant.answer if counted(meant.answer) else meant.text  # "eleven, no, twelve" is twelve
            return _number(meant, told)
        case "date":
            day = meant.day or (meant.time.date() if meant.time else None)
            return day.isoformat() if day else None
        case "time":
            return meant.time.strftime("%H:%M") if meant.time else None
        case "choice":
            found = (_choice(field["choices"], told) for told in (meant.answer, meant.text) if told)
            return next((each for each in found if each), None)
        case _:
            return _text(field, meant)


def _text(field: Field, meant: Reading) -> str | None:
    match kind_of(field):
        case "email":
            return meant.email or None
        case "phone":
            return meant.phone or None
        case "name":
            is_drivers = "driver" in plain(field["name"])
            return (meant.driver if is_drivers else "") or meant.name or meant.person or meant.driver or None
        case _:
            return meant.text.strip() or None


def _wrong_with(field: dict[str, Any], names: set[str]) -> list[str]:
    errors = []
    name, kind = field.get("name"), field.get("type", "text")
    if not isinstance(name, str) or not NAME.fullmatch(name):
        errors.append("the name must start with a letter or _ and contain only letters, digits and _.")
    elif name in names or name in TAKEN:
        errors.append(f"{name} is {'used twice' if name in names else 'taken'}.")
    if kind not in TYPES:
        errors.append(f"the type must be one of {', '.join(TYPES)}.")
    for key in ("question", "description"):
        text = field.get(key, "")
        if not isinstance(text, str) or not (text.isprintable() and len(text) <= MAX_TEXT):
            errors.append(f"the {key} must be one line of up to {MAX_TEXT} characters.")
    if not field.get("question") and not field.get("description"):
        errors.append("enter a question, or a description to ask for.")
    if kind == "choice" and not _are_choices(field.get("choices")):
        errors.append(f"enter 2 to {MAX_CHOICES} different choices.")
    if kind != "choice" and "choices" in field:
        errors.append("only choice fields can have choices.")
    if unknown := sorted(set(field) - KEYS):
        errors.append(f"unknown settings: {', '.join(map(repr, unknown))}.")
    return errors


def _are_choices(choices: Any) -> bool:
    return (
        isinstance(choices, list)
        and 2 <= len(choices) <= MAX_CHOICES
        and all(isinstance(each, str) and plain(each).strip() and each.isprintable() for each in choices)
        and len({plain(each).strip() for each in choices}) == len(choices)
    )


def _number(meant: Reading, told: str) -> int | float | None:
    """Degrees or dollars where they were named; else the only number told, or the last of several: "two, no, three"."""
    sums = [figure.amount for figure in meant.figures]
    numbers = [meant.temperature] if meant.temperature is not None else sums or counted(told)
    if not numbers:
        return int(meant.digits) if meant.digits else None
    value: Decimal = numbers[-1]
    return int(value) if value == value.to_integral_value() else float(value)


def _choice(choices: Sequence[str], said: str) -> str | None:
    """The choice that was named; None where that is none, or more than one."""
    rest, found = plain(said), []
    # The longest first, so that "dry van" isn't also a "van".
    for choice in sorted(choices, key=len, reverse=True):
        rest, times = re.subn(rf"(?<!\w){re.escape(plain(choice).strip())}(?!\w)", " ", rest)
        if times:
            found.append(choice)
    return found[0] if len(found) == 1 else None


# Which variables an agent declares, and which its texts name.


# Whatever stands between double braces is meant as a variable, also where it isn't well formed.
BRACES = re.compile(r"\{\{(.*?)\}\}", re.S)
VARIABLE_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]{0,99}")
VARIABLE_KEYS = {"name", "required", "default"}
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
        errors += [f"Variable {position}: {error}" for error in _wrong_with_variable(variable, names)]
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


def wrong_with_variables(values: Mapping[str, Any]) -> dict[str, ValidationError]:
    """What is wrong with an agent's variables, its fields to find out and the texts that name variables, by field.

    `values` are those of `Agent`; one that is missing has been refused already, and nothing is said of it.
    """
    errors: dict[str, ValidationError] = {}
    if "extraction" in values and (wrong := wrong_with(values["extraction"])):
        errors["extraction"] = ValidationError(wrong)
    if "variables" not in values:
        return errors
    try:
        names = check_variables(values["variables"])
    except ValidationError as error:
        return errors | {"variables": error}
    texts = {name: values.get(name) or "" for name in TEXTS}
    if "extraction" not in errors:
        texts["extraction"] = " ".join(texts_of(values.get("extraction") or []))
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


def _wrong_with_variable(variable: dict[str, Any], names: list[str]) -> list[str]:
    """What is wrong with one variable, after those of these names."""
    errors = []
    name, default = variable.get("name"), variable.get("default")
    if not isinstance(name, str) or not VARIABLE_NAME.fullmatch(name):
        errors.append("the name must start with a letter or _ and contain only letters, digits, _, . and -.")
    elif name in names:
        errors.append(f"{name} is defined twice.")
    if not isinstance(variable.get("required", False), bool):
        errors.append("required must be true or false.")
    if isinstance(default, dict | list) or (isinstance(default, float) and not math.isfinite(default)):
        errors.append("default must be text, a number, true, false or null.")
    if isinstance(default, str) and ("\0" in default or not default.isprintable()):
        errors.append("default must be one line of text.")
    if unknown := sorted(set(variable) - VARIABLE_KEYS):
        errors.append(f"only name, required and default are allowed, not {', '.join(map(repr, unknown))}.")
    return errors
