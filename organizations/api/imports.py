"""A line of an import: the checks of its fields, what became of it, and the trail of lines that told of a row.

The checks are those of the API's strict fields, without a serializer around them: an import reads millions of lines,
and DRF's serializers would take most of its time.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from enum import Enum
from hashlib import blake2b
from typing import Any

import orjson
from rest_framework import serializers

from organizations.api.fields import WALL_CLOCK, YEARS, Text

REQUIRED = "This field is required."
NULL = "May not be null."
NOT_OBJECT = "Expected an object."
NOT_ARRAY = "Expected an array."
E164 = re.compile(r"(\+[1-9]\d{6,14})(?:;ext=(\d{1,10}))?", re.ASCII)
INT64_MAX = 2**63 - 1

type Problems = list[str]


class Record:
    """An object with known fields; others are ignored.

    A field is required, and may not be null then, unless it says `required=False`.
    """

    def __init__(self, fields: Mapping[str, "serializers.Field | Many"]) -> None:
        self.fields = [(name, field, field.required) for name, field in fields.items()]

    def read(self, data: Any, problems: Problems, path: str = "") -> dict[str, Any]:
        """Return the values of the fields that are given; append what is wrong, with its path."""
        if not isinstance(data, dict):
            problems.append(f"{path.rstrip('.') or 'line'}: {NOT_OBJECT}")
            return {}
        values: dict[str, Any] = {}
        for name, kind, is_required in self.fields:
            value = data.get(name)
            if value is not None:
                values[name] = _read(kind, value, problems, f"{path}{name}")
            elif is_required:
                problems.append(f"{path}{name}: {NULL if name in data else REQUIRED}")
            elif name in data:
                values[name] = None
        return values


class Many:
    """An array of records or of values."""

    def __init__(self, item: "Record | serializers.Field", *, most: int, required: bool = False) -> None:
        self.item = item
        self.most = most
        self.required = required

    def read(self, data: Any, problems: Problems, path: str) -> list[Any]:
        """Return the items."""
        if not isinstance(data, list):
            problems.append(f"{path}: {NOT_ARRAY}")
            return []
        if len(data) > self.most:
            problems.append(f"{path}: At most {self.most} items.")
            return []
        return [_read(self.item, item, problems, f"{path}.{place}") for place, item in enumerate(data)]


def _read(field: "Record | Many | serializers.Field", value: Any, problems: Problems, path: str) -> Any:
    if isinstance(field, Record):
        return field.read(value, problems, f"{path}.")
    if isinstance(field, Many):
        return field.read(value, problems, path)
    try:
        return field.to_internal_value(value)
    except serializers.ValidationError as error:
        problems.append(f"{path}: {_words(error.detail)}")
        return None


def _words(detail: Any) -> str:
    return " ".join(str(item) for item in detail) if isinstance(detail, list) else str(detail)


class Moment(serializers.Field):
    """An ISO 8601 date-time with an offset or `Z`, as a datetime in UTC; years from 1900 to 2199."""

    default_error_messages = {
        "invalid": "Expected a date and time with offset, such as 2026-03-02T15:04:05Z.",
        "no_offset": "The offset is missing: 2026-03-02T15:04:05Z, or …+01:00.",
    }

    def to_internal_value(self, data: Any) -> datetime:
        """Return the moment."""
        found = WALL_CLOCK.fullmatch(data) if isinstance(data, str) else None
        if found is None:
            self.fail("invalid")
        if not found["offset"]:
            self.fail("no_offset")
        try:
            moment = datetime.fromisoformat(data).astimezone(UTC)
        except (ValueError, OverflowError):
            self.fail("invalid")
        if moment.year not in YEARS or found["time"].startswith("24"):
            self.fail("invalid")
        return moment


class Whole(serializers.Field):
    """A whole JSON number between `least` and `most`."""

    default_error_messages = {
        "invalid": "Expected a whole number.",
        "range": "Must be from {least} to {most}.",
    }

    def __init__(self, *, least: int = 0, most: int = INT64_MAX, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.least, self.most = least, most

    def to_internal_value(self, data: Any) -> int:
        """Return the number; 12.0 is 12."""
        if isinstance(data, Decimal) and abs(data) < 10**18 and data == data.to_integral_value():
            data = int(data)
        if isinstance(data, bool) or not isinstance(data, int):
            self.fail("invalid")
        if not self.least <= data <= self.most:
            self.fail("range", least=self.least, most=self.most)
        return int(data)


class McNumber(Text):
    """An MC number as people write it ("MC 123456", "123456"), as its digits: at most 10, or none."""

    default_error_messages = {"digits": "Expected the digits of an MC number, at most 10."}

    def to_internal_value(self, data: Any) -> str:
        """Return the digits."""
        text = super().to_internal_value(data)
        digits = re.sub(r"[^0-9]", "", text)
        if len(digits) > 10 or (text.strip() and not digits):
            self.fail("digits")
        return digits


class Phone(serializers.Field):
    """A number in E.164 form, tolerant of spaces, hyphens, dots and parentheses, as (number, extension).

    Nothing is looked up: what was called is history, whether or not the number is in service today.
    """

    default_error_messages = {"invalid": "Expected a phone number in E.164 form: + and digits."}

    def to_internal_value(self, data: Any) -> tuple[str, str]:
        """Return number and extension, each "" where there is none."""
        if not isinstance(data, str):
            self.fail("invalid")
        if not data.strip():
            return "", ""
        found = E164.fullmatch(data) or E164.fullmatch(re.sub(r"[\s().-]", "", data))
        if found is None:
            self.fail("invalid")
        return found[1], found[2] or ""


DIGEST_BYTES = 8


class Outcome(Enum):
    """What an accepted line did; the values are the words of the summary."""

    IMPORTED = "imported"
    UPDATED = "updated"
    UNCHANGED = "unchanged"


class Refused(ValueError):
    """A line that can't be taken in; `str()` says everything that is wrong with it."""


class Raced(RuntimeError):
    """Another process wrote the same row just now: the batch is to be begun again."""


@dataclass(slots=True)
class Line:
    """One JSON object of a file.

    `values` is what a service's `read…()` made of it; `key` says which row of its type it is about.
    """

    number: int
    raw: bytes
    data: dict[str, Any]
    digest: bytes
    values: dict[str, Any] = field(default_factory=dict)
    key: Any = None


def digest_of(data: dict[str, Any]) -> bytes:
    """Eight bytes that tell one line from another of the same key, whatever their keys' order and white space."""
    text = orjson.dumps(data, option=orjson.OPT_SORT_KEYS, default=str)
    return blake2b(text, digest_size=DIGEST_BYTES).digest()


MAX_LINES = 250  # of one row; who tells more of it is told "updated" when the file is read again


type Trail = bytes | memoryview[int] | None


def split(trail: Trail) -> list[bytes]:
    """Return the digests in a stored trail."""
    whole = bytes(trail or b"")
    return [whole[start : start + DIGEST_BYTES] for start in range(0, len(whole), DIGEST_BYTES)]


def join(digests: Sequence[bytes]) -> bytes:
    """Return the trail to store: each digest once, at its last place."""
    return b"".join(once(digests)[-MAX_LINES:])


def once(digests: Sequence[bytes]) -> list[bytes]:
    """Return each digest once, at its last place."""
    return list(reversed(dict.fromkeys(reversed(digests))))


def is_end(told: Sequence[bytes], digests: Sequence[bytes]) -> bool:
    """Whether the lines told, in order, are what the trail ends with."""
    wanted = once(told)
    return list(digests[-len(wanted) :]) == wanted
