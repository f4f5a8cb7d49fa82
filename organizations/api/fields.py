"""Strict fields of request bodies: JSON types as they are, no coercion, error codes that stay, and their JSON Schemas.

A text is a JSON string, a number a JSON number, a flag `true` or `false`; `null` is for `allow_null`.
DRF's own fields would take "12" for a number, 1 for true and 12 for a text.
"""

import math
import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from functools import cache, cached_property
from typing import Any
from zoneinfo import available_timezones

from rest_framework import serializers

WALL_CLOCK = re.compile(
    r"(?P<date>\d{4}-\d\d-\d\d)T(?P<time>\d\d:\d\d)(?::(?P<second>\d\d)(?:\.(?P<fraction>\d{1,9}))?)?"
    r"(?P<offset>[Zz]|[+-]\d\d(?::?\d\d)?)?",
    re.ASCII,
)
MAX_HOURS = 168  # a week
YEARS = range(1900, 2200)  # outside lie typing errors, and sums that overflow

# What `LocalDateTime` takes, to the day: 1900 to 2199, and 29 February in leap years alone.
_CENTURY = "(19|2[01])"
_LONG = "(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])"
_SHORT = "(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8])"
_LEAP_DAY = f"({_CENTURY}(0[48]|[2468][048]|[13579][26])|2000)-02-29"
_CLOCK = r"([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]{1,9})?)?"
LOCAL_DATE_TIME = f"^({_CENTURY}[0-9]{{2}}-({_LONG}|{_SHORT})|{_LEAP_DAY})T{_CLOCK}$"
# A character that `str.strip()` leaves. \S won't do: what is white space differs between dialects.
NOT_BLANK = r"[^\t-\r\u001c-\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]"
TIME_ZONE = "^([A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*)?$"

type Schema = dict[str, Any]


class Strict(serializers.Field):
    """A field that tells what it takes."""

    @property
    def schema(self) -> Schema:
        """The JSON Schema of its values, null aside."""
        raise NotImplementedError


class Text(Strict):
    """A JSON string of at most `max_length` characters, kept as given; `trim` takes outer white space off.

    White space counts: what a client sends is measured by the schema that the client reads.
    """

    default_error_messages = {
        "invalid": "Expected a string.",
        "blank": "May not be empty.",
        "max_length": "At most {max_length} characters.",
    }

    def __init__(
        self, *, max_length: int | None = None, allow_blank: bool = True, trim: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.max_length = max_length
        self.is_blank_allowed = allow_blank
        self.trim = trim

    def to_internal_value(self, data: Any) -> str:
        """Return the text."""
        if not isinstance(data, str):
            self.fail("invalid")
        text: str = data.strip() if self.trim else data
        if not text and not self.is_blank_allowed:
            self.fail("blank")
        if self.max_length is not None and len(data) > self.max_length:
            self.fail("max_length", max_length=self.max_length)
        return text

    @property
    def schema(self) -> Schema:
        """With the bounds given."""
        blank = (
            {} if self.is_blank_allowed else {"minLength": 1} | ({"pattern": NOT_BLANK} if self.trim else {})
        )
        return {"type": "string"} | blank | ({"maxLength": self.max_length} if self.max_length else {})


class Choice(Text):
    """A JSON string out of a few; compared exactly."""

    default_error_messages = {"invalid_choice": "Must be one of: {choices}."}

    def __init__(self, *, choices: list[str], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.choices = choices

    def to_internal_value(self, data: Any) -> str:
        """Return the text, one of the choices."""
        text = super().to_internal_value(data)
        if text not in self.choices:
            self.fail("invalid_choice", choices=", ".join(self.choices))
        return text

    @property
    def schema(self) -> Schema:
        """The words, and null where it may be."""
        return {"type": "string", "enum": [*self.choices, *([None] if self.allow_null else [])]}


class Number(Strict):
    """A finite JSON number with at most 9 digits before the point.

    Becomes a Decimal, rounded half up to `decimal_places`.
    """

    default_error_messages = {
        "invalid": "Expected a number.",
        "not_finite": "Must be a finite number.",
        "min_value": "Must not be less than {min_value}.",
        "max_digits": "At most {max_digits} digits before the point.",
    }
    max_digits = 9

    def __init__(self, *, decimal_places: int = 2, min_value: int | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.min_value = min_value
        self.unit = Decimal(1).scaleb(-decimal_places)

    def to_internal_value(self, data: Any) -> Decimal:
        """Return the number."""
        if isinstance(data, bool) or not isinstance(data, int | float | Decimal):
            self.fail("invalid")
        if not isinstance(data, int) and not math.isfinite(data):
            self.fail("not_finite")
        if self.min_value is not None and data < self.min_value:
            self.fail("min_value", min_value=self.min_value)
        limit = 10**self.max_digits
        if not -limit < data < limit:  # before rounding: quantize() can't hold 1e300
            self.fail("max_digits", max_digits=self.max_digits)
        exact = data if isinstance(data, Decimal) else Decimal(repr(data))  # repr(): 0.1 stays 0.1
        number = exact.quantize(self.unit, ROUND_HALF_UP) + 0  # −0 becomes 0
        if abs(number) >= limit:
            self.fail("max_digits", max_digits=self.max_digits)
        return number

    @property
    def schema(self) -> Schema:
        """With the bounds: what rounds up to a tenth digit is refused too."""
        bound = float(Decimal(10**self.max_digits) - self.unit / 2)
        lowest = {"exclusiveMinimum": -bound} if self.min_value is None else {"minimum": self.min_value}
        return {"type": "number", **lowest, "exclusiveMaximum": bound}


class Flag(Strict):
    """A JSON `true` or `false`."""

    schema = {"type": "boolean"}
    default_error_messages = {"invalid": "Expected true or false."}

    def to_internal_value(self, data: Any) -> bool:
        """Return the flag."""
        if not isinstance(data, bool):
            self.fail("invalid")
        return bool(data)


class LocalDateTime(Strict):
    """A wall-clock time `YYYY-MM-DDTHH:MM:SS` without UTC offset, as a naive datetime.

    Seconds may be left out or bear a fraction. Years from 1900 to 2199.
    """

    schema = {"type": "string", "format": "local-date-time", "pattern": LOCAL_DATE_TIME}

    default_error_messages = {
        "invalid": "Expected a local date and time, YYYY-MM-DDTHH:MM:SS.",
        "offset_not_allowed": "Local times have no UTC offset: YYYY-MM-DDTHH:MM:SS.",
    }

    def to_internal_value(self, data: Any) -> datetime:
        """Return the time."""
        found = WALL_CLOCK.fullmatch(data) if isinstance(data, str) else None
        if found is None:
            self.fail("invalid")
        try:
            moment = datetime.fromisoformat(f"{found['date']}T{found['time']}:{found['second'] or '00'}")
        except ValueError:
            self.fail("invalid")
        if moment.year not in YEARS or found["time"].startswith("24"):
            self.fail("invalid")
        if found["offset"]:
            self.fail("offset_not_allowed")
        return moment.replace(microsecond=int((found["fraction"] or "")[:6].ljust(6, "0")))


class TimeZoneName(Text):
    """The name of an IANA time zone, in its exact spelling; empty: it isn't known."""

    schema = {"type": "string", "format": "time-zone", "pattern": TIME_ZONE}

    default_error_messages = {"unknown_time_zone": "Not an IANA time zone name."}

    def to_internal_value(self, data: Any) -> str:
        """Return the name."""
        name = super().to_internal_value(data)
        if name and name not in time_zone_names():
            self.fail("unknown_time_zone")
        return name


class Object(serializers.Serializer):
    """A JSON object with known fields; others are ignored. Base of the serializers of request bodies."""

    default_error_messages = {"invalid": "Expected an object."}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Return the values given, by name; a value that is no object is an error of the field itself.

        DRF's own way through the fields takes three times as long: it asks each of them for what none here has, such as
        values of HTML forms, sources and methods that validate a single field.
        """
        if not isinstance(data, Mapping):
            self.fail("invalid")
        values, errors = {}, {}
        for name, field, is_plain, is_optional in self._ways:
            try:
                if name not in data:
                    if not is_optional:
                        field.run_validation()
                elif is_plain and data[name] is not None:
                    values[name] = field.to_internal_value(data[name])
                else:
                    values[name] = field.run_validation(data[name])
            except serializers.ValidationError as error:
                errors[name] = error.detail
        if errors:
            raise serializers.ValidationError(errors)
        return values

    @cached_property
    def _ways(self) -> list[tuple[str, serializers.Field, bool, bool]]:
        """Each field with its name, whether it is converted and no more, and whether it may be left out."""
        return [(name, field, _is_plain(field), not field.required) for name, field in self.fields.items()]


def _is_plain(field: serializers.Field) -> bool:
    """Whether a value that isn't null is converted, and nothing else is looked at."""
    if isinstance(field, serializers.BaseSerializer):
        has_more = (
            not isinstance(field, Object) or type(field).validate is not serializers.Serializer.validate
        )
        return not (has_more or field.validators)
    return not field.validators


class Array(serializers.ListField):
    """A JSON array of at most `max_length` items."""

    default_error_messages = {"not_a_list": "Expected an array.", "max_length": "At most {max_length} items."}

    def __init__(self, *, max_length: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.most = max_length

    def to_internal_value(self, data: Any) -> list[Any]:
        """Return the items; too many are refused before any is looked at."""
        if not isinstance(data, list):
            self.fail("not_a_list")
        if len(data) > self.most:
            self.fail("max_length", max_length=self.most)
        return super().to_internal_value(data)


@cache
def time_zone_names() -> frozenset[str]:
    """Return the zones of the IANA database, without the two entries that name no place."""
    return frozenset(available_timezones() - {"Factory", "localtime"})


class Hours(Strict):
    """Whole hours, up to a week."""

    schema: Schema = {"type": "integer", "minimum": 0, "maximum": MAX_HOURS}
    default_error_messages = {"invalid": "Expected a whole number.", "max_value": f"From 0 to {MAX_HOURS}."}

    def to_internal_value(self, data: Any) -> timedelta:
        """Return the time; JSON knows one kind of number, so 7.0 is 7."""
        if isinstance(data, bool) or not isinstance(data, int | float | Decimal):
            self.fail("invalid")
        if not 0 <= data <= MAX_HOURS:
            self.fail("max_value")
        if data % 1:
            self.fail("invalid")
        return timedelta(hours=int(data))
