"""Query parameters of the API, read strictly; all that is wrong with them is told at once."""

import re
from collections.abc import Collection
from datetime import UTC, date, datetime, time, timedelta, timezone
from typing import NamedTuple, NoReturn

from django.http import QueryDict

from organizations.api import problems
from organizations.api.problems import FieldError

INT64_MAX = 2**63 - 1
MAX_TEXT_LENGTH = 500
FIRST = datetime.min.replace(tzinfo=UTC)
LAST = datetime.max.replace(tzinfo=UTC)

# A "+" that nobody encoded arrives as a space: "2026-03-02T15:00:00 05:00".
_MOMENT = re.compile(
    r"(?P<day>\d{4}-\d\d-\d\d)"
    r"(?:[Tt ](?P<hour>\d\d):(?P<minute>\d\d)(?::(?P<second>\d\d)(?:[.,](?P<fraction>\d{1,9}))?)?"
    r"(?P<offset>[Zz]|(?P<sign>[+ -])(?P<offset_hour>\d\d)(?::?(?P<offset_minute>\d\d))?)?)?",
    re.ASCII,
)


class Window(NamedTuple):
    """A span of time in UTC: from `start` on, until just before `end`."""

    start: datetime
    end: datetime


class Query:
    """An operation's query parameters.

    Each reader returns the value, or a stand-in where it is wrong; `check()` then raises Invalid with
    everything that was wrong, so call it before using any value.
    """

    def __init__(self, parameters: QueryDict) -> None:
        self.parameters = parameters
        self.errors: list[FieldError] = []

    @property
    def given(self) -> set[str]:
        """Names of the parameters that say something."""
        return {name for name, values in self.parameters.lists() if any(value.strip() for value in values)}

    def fail(self, name: str, code: str, detail: str) -> None:
        """Note an error of a parameter."""
        self.errors.append({"field": name, "code": code, "detail": detail})

    def check(self) -> None:
        """Raise Invalid if anything was wrong."""
        if self.errors:
            raise problems.Invalid(errors=self.errors)

    def text(self, name: str, *, required: bool = False, max_length: int = MAX_TEXT_LENGTH) -> str | None:
        """The parameter as given, or None where it wasn't; it may stand once. An empty one counts as left out."""
        values = self.parameters.getlist(name)
        if len(values) > 1:
            self.fail(name, "repeated", "Send this parameter only once.")
        elif not values or not values[0].strip():
            if required:
                code, detail = (
                    ("blank", "May not be empty.") if values else ("required", "This parameter is required.")
                )
                self.fail(name, code, detail)
        elif len(values[0]) > max_length:
            self.fail(name, "max_length", f"At most {max_length} characters.")
        else:
            return values[0]
        return None

    def choice(self, name: str, choices: Collection[str], *, required: bool = False) -> str | None:
        """One of a few words, compared exactly."""
        value = self.text(name, required=required)
        if value is not None and value not in choices:
            self.fail(name, "invalid_choice", f"Must be one of: {', '.join(choices)}.")
            return None
        return value

    def integer(self, name: str, *, default: int, minimum: int = 0, maximum: int = INT64_MAX) -> int:
        """A whole number in ASCII digits; many a client writes 100 as 100.0."""
        value = self.text(name)
        if value is None:
            return default
        found = re.fullmatch(r"(-?\d{1,19})(?:\.0{1,19})?", value, re.ASCII)
        if found is None:
            self.fail(name, "invalid", "Expected a whole number.")
            return default
        number = int(found[1])
        if number < minimum:
            self.fail(name, "min_value", f"Must not be less than {minimum}.")
        elif number > maximum:
            self.fail(name, "max_value", f"Must not be more than {maximum}.")
        else:
            return number
        return default

    def number(self, name: str, *, default: float, minimum: float) -> float:
        """A number as JSON writes it, in ASCII digits."""
        value = self.text(name)
        if value is None:
            return default
        if not re.fullmatch(r"-?\d+(?:\.\d+)?(?:[eE][+ -]?\d+)?", value, re.ASCII):
            self.fail(name, "invalid", "Expected a number.")
        elif float(value.replace(" ", "+")) < minimum:
            self.fail(name, "min_value", f"Must not be less than {minimum:g}.")
        else:
            return float(value.replace(" ", "+"))
        return default

    def window(self, start: str = "startTime", end: str = "endTime") -> Window:
        """Two required moments: dates or date-times, a date as the end includes that whole UTC day."""
        first, last = self._moment(start), self._moment(end, is_end=True)
        if first is None or last is None:
            return Window(FIRST, LAST)
        # A day that ends where the window begins lies before it; a date-time there makes an empty window.
        is_day = len(self.parameters[end]) == len("2026-03-02")
        if last < first or (is_day and last == first):
            self.fail(end, "end_before_start", f"{end} must not be before {start}.")
        return Window(first, last)

    def _moment(self, name: str, *, is_end: bool = False) -> datetime | None:
        value = self.text(name, required=True)
        if value is None:
            return None
        try:
            return parse_moment(value, is_end=is_end)
        except ValueError as error:
            self.fail(name, "invalid", str(error))
            return None


def parse_moment(text: str, *, is_end: bool = False) -> datetime:
    """An ISO 8601 date or date-time as an instant; without an offset it is UTC.

    A date is its first moment in UTC, or with `is_end` the first moment of the next day. What lies outside
    the years 1 to 9999 becomes the nearest instant that can be told. Raises ValueError, with words for the
    client.
    """
    found = _MOMENT.fullmatch(text)
    if found is None:
        _refuse("Expected an ISO 8601 date or date-time, such as 2026-03-02 or 2026-03-02T15:04:05Z.")
    try:
        day = date.fromisoformat(found["day"])
    except ValueError:
        _refuse(f"{found['day']} is not a date.")
    if found["hour"] is None:
        return _shifted(datetime.combine(day, time.min, UTC), timedelta(days=1 if is_end else 0))
    try:
        clock = time(
            int(found["hour"]),
            int(found["minute"]),
            int(found["second"] or 0),
            int((found["fraction"] or "")[:6].ljust(6, "0")),
        )
        offset = _offset(found)
    except ValueError:
        _refuse(f"Not a valid time of day or UTC offset: {text}.")
    return _shifted(datetime.combine(day, clock, UTC), -offset)


def _offset(found: re.Match[str]) -> timedelta:
    if found["sign"] is None:
        return timedelta(0)
    minutes = int(found["offset_minute"] or 0)
    if minutes > 59:
        raise ValueError
    size = timedelta(hours=int(found["offset_hour"]), minutes=minutes)
    timezone(size)  # raises ValueError for a day or more
    return -size if found["sign"] == "-" else size


def _shifted(instant: datetime, by: timedelta) -> datetime:
    try:
        return instant + by
    except OverflowError:
        return LAST if by > timedelta(0) else FIRST


def _refuse(detail: str) -> NoReturn:
    raise ValueError(detail)
