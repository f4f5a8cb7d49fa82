"""Lists of the API: filters from the query, pages, exact counts, newest first."""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, timezone
from typing import Any, NamedTuple, NoReturn

import django_filters
from django.core.exceptions import EmptyResultSet
from django.db.models import Model, QuerySet
from django.http import QueryDict
from django.utils.http import base36_to_int, int_to_base36

from organizations.api import problems
from organizations.api.problems import FieldError
from organizations.projections import Sql, Tallied, known, page_of
from organizations.sql import fetch, fetch_planned

INT64_MAX = 2**63 - 1
MAX_ID_DIGITS = 18
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


def read_id(given: str) -> int:
    """The key that a path names; 0, which no row has, where it can be none."""
    is_number = given.isascii() and given.isdecimal() and len(given) <= MAX_ID_DIGITS
    return int(given) if is_number else 0


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


# `limit` and `offset`, and the pagination object of list answers.


DEFAULT_LIMIT = 100
MAX = 500


@dataclass(frozen=True, slots=True)
class Page:
    """The part of a list that was asked for."""

    limit: int
    offset: int

    @classmethod
    def read(cls, query: Query) -> "Page":
        """From the query: 1 to 500 records, 100 unless told otherwise, after skipping `offset`."""
        return cls(
            limit=query.integer("limit", default=DEFAULT_LIMIT, minimum=1, maximum=MAX),
            offset=query.integer("offset", default=0),
        )

    def of[Q: QuerySet[Any, Any]](self, queryset: Q) -> Q:
        """The page's rows; the queryset must be totally ordered, or rows would be shown twice or never."""
        if not queryset.totally_ordered:
            raise ValueError("a page needs a total order")
        return queryset[self.offset : self.offset + self.limit]

    def envelope(self, total: int) -> dict[str, int]:
        """The `pagination` object of the answer."""
        return {"limit": self.limit, "offset": self.offset, "total": total}


@dataclass(frozen=True, slots=True)
class Cursor:
    """The part of a list by id, newest first, that begins where the page before ended: what arrives moves nothing."""

    limit: int
    before: int

    @classmethod
    def read(cls, query: Query) -> "Cursor":
        """From the query: 1 to 500 records, 100 unless told otherwise, after what `nextCursor` says."""
        given = query.text("cursor")
        found = re.fullmatch(r"[0-9a-z]{1,12}", given, re.ASCII) if given else None
        if given and found is None:
            query.fail("cursor", "invalid", "Send nextCursor of the page before, or nothing.")
        return cls(
            limit=query.integer("limit", default=DEFAULT_LIMIT, minimum=1, maximum=MAX),
            before=base36_to_int(found[0]) if found else INT64_MAX,
        )

    def rows[M: Model](self, queryset: QuerySet[M, M]) -> list[M]:
        """The page's rows, and one more where there is a next page."""
        before = min(self.before, INT64_MAX)
        return list(queryset.filter(pk__lt=before).order_by("-pk")[: self.limit + 1])

    def envelope(self, rows: list[Any]) -> dict[str, Any]:
        """The `pagination` object of the answer; takes the row of the next page off the list."""
        has_more = len(rows) > self.limit
        del rows[self.limit :]
        return {"limit": self.limit, "nextCursor": int_to_base36(rows[-1].pk) if has_more else None}


# Filters of lists, with django-filter: each reads its parameters through `rest.query`, as strictly as all others.


class QueryFilter(django_filters.Filter):
    """A filter that takes its value from a Query and hands it to an adjective of the queryset."""

    def read(self, query: Query, name: str) -> Any:
        """The value, or None where the parameter isn't given; what is wrong is noted in `query`."""
        return query.text(name)


class WindowFilter(QueryFilter):
    """`startTime` and `endTime`, both required: `in_window()`."""

    def read(self, query: Query, name: str) -> Window:
        """The span of time."""
        return query.window("startTime", "endTime")

    def filter(self, queryset: Any, value: Window) -> Any:
        """The rows of the window."""
        return queryset.in_window(value.start, value.end)


class LoadFilter(QueryFilter):
    """A load by the TMS's id, which is stored without outer white space: `of_load()`."""

    def filter(self, queryset: Any, value: str | None) -> Any:
        """The rows of that load."""
        return queryset if value is None else queryset.of_load(value.strip())


class MCNumberFilter(QueryFilter):
    """A carrier by its MC number, of which the digits alone count: `of_mc()`."""

    def filter(self, queryset: Any, value: str | None) -> Any:
        """The rows of that carrier; none where the number has no digit."""
        if value is None:
            return queryset
        digits = re.sub(r"[^0-9]", "", value)
        return queryset.of_mc(digits) if digits else queryset.none()


class QueryFilterSet(django_filters.FilterSet):
    """Filters over a Query. A form would tell neither a repeated parameter nor the errors of `limit` and `offset`.

    `qs` is what passes; `query.check()` then raises everything that was wrong, so call it before asking the database.
    """

    def __init__(self, query: Query, queryset: QuerySet[Any, Any]) -> None:
        super().__init__(query.parameters, queryset)
        self.query = query

    @property
    def errors(self) -> Any:
        """What is wrong with the query so far."""
        return self.query.errors

    def is_valid(self) -> bool:
        """Whether nothing is wrong with it, once `qs` was asked for."""
        return not self.errors

    def filter_queryset(self, queryset: Any) -> Any:
        """Let each filter read its value and narrow the queryset."""
        for name, each in self.filters.items():
            queryset = each.filter(queryset, each.read(self.query, name))
        return queryset


class WindowFilterSet(QueryFilterSet):
    """The parameters of `GET /calls` and `GET /bids`, for a queryset with `in_window`, `of_load` and `of_mc`."""

    window = WindowFilter()
    loadId = LoadFilter()
    mcNumber = MCNumberFilter()


type Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Listed:
    """What a request asks for: the list's total and the ids of the page's rows, as SQL."""

    page: Page
    total: Sql
    ids: Sql
    is_steady: bool

    def fetch(self, statement: str) -> tuple[list[Row], dict[str, int]]:
        """The rows that a hand-written SELECT finds, and the pagination object; one query, so both fit together.

        In the statement `{page}` stands for the page's ids, and `{total}` for the total, the last column. The rows are
        plain tuples: the ORM would take several times longer over them than PostgreSQL does.
        """
        statement = statement.replace("{total}", self.total.text).replace("{page}", self.ids.text)
        values = [*self.total.values, *self.ids.values]
        rows = (fetch_planned if self.is_steady else fetch)(statement, values)
        total = rows[0][-1] if rows else self.total.when_empty
        return rows, self.page.envelope(total)


def read_list(query: Query, tallied: Tallied, rows: Callable[[], QuerySet[Any, Any]]) -> Listed:
    """What the query asks for of the tallied rows of the organization in scope.

    `rows` are the same as a queryset, for the filters. Without any, which is how a client copies everything, no part of
    the work grows with the number of rows, and the ORM stays out of it. Raises Invalid.
    """
    page = Page.read(query)
    if WindowFilterSet.base_filters.keys() & query.given:
        return _filtered(query, page, rows())
    start, end = query.window()
    query.check()
    total, ids = page_of(tallied, start=start, end=end, limit=page.limit, offset=page.offset)
    return Listed(page, total, ids, is_steady=True)


def _filtered(query: Query, page: Page, rows: Any) -> Listed:
    """A selective filter's rows are few: they are counted and skipped one by one."""
    found = WindowFilterSet(query, rows).qs.newest_first()
    query.check()
    try:
        ids = Sql(*page.of(found).values("pk").query.sql_with_params())
    except EmptyResultSet:  # nothing can match
        ids = Sql("NULL", [])
    return Listed(page, known(found.count()), ids, is_steady=False)
