"""Paths into messages (JMESPath), as customers write them: where a field stands, or what a message is made of."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import Any

import jmespath
from jmespath.exceptions import JMESPathError
from jmespath.functions import Functions, signature
from jmespath.parser import ParsedResult

MAX_PATH = 1_500  # characters of a path to one field, or to stops that stand apart
MAX_EXPRESSION = 5_000  # and of a whole message


class Unreadable(ValueError):
    """A path is none, or a value isn't what is needed; the text says why."""


_HOURS = re.compile(r"(\d{1,2}):?(\d\d)\s*(?:-|–|to)\s*(\d{1,2}):?(\d\d)")


class _Functions(Functions):  # type: ignore[misc]
    """JMESPath's own, for which a Decimal is a number too, and what messages of TMSs need."""

    def _get_allowed_pytypes(self, types: Any) -> Any:
        allowed, within = super()._get_allowed_pytypes(types)
        known = [*allowed, "Decimal"] if "int" in allowed else allowed
        return known, [(*each, "Decimal") if "int" in each else each for each in within]

    def _convert_to_jmespath_type(self, pyobject: Any) -> Any:
        return "number" if pyobject == "Decimal" else super()._convert_to_jmespath_type(pyobject)

    @signature({"types": []})  # type: ignore[untyped-decorator]
    def _func_to_number(self, value: Any) -> Decimal | None:
        """Exactly, also of a Decimal, of which JMESPath's own keeps the whole dollars alone."""
        if isinstance(value, bool) or not isinstance(value, str | int | float | Decimal):
            return None
        try:
            number = Decimal(str(value).strip())
        except InvalidOperation:
            return None
        return number if number.is_finite() else None

    @signature({"types": ["string", "number", "null"]})  # type: ignore[untyped-decorator]
    def _func_cents(self, value: Any) -> str | None:
        """An amount that is written in cents, in dollars."""
        if value in (None, ""):
            return None
        try:
            return str(Decimal(str(value).strip()) / 100)
        except InvalidOperation:
            raise Unreadable(f"“{str(value)[:40]}” isn’t a number.") from None

    @signature({"types": ["string"]}, {"types": ["array", "null"]})  # type: ignore[untyped-decorator]
    def _func_joined(self, separator: str, values: Any) -> str | None:
        """Texts and numbers, also of lists within, in one text; what is missing is left out."""
        return separator.join(_texts(values or ())) or None

    @signature({"types": ["string"]}, {"types": ["string", "null"]})  # type: ignore[untyped-decorator]
    def _func_split(self, separator: str, text: str | None) -> list[str] | None:
        """The parts of a text that stands in one, each without white space around it."""
        return [each.strip() for each in text.split(separator)] if text and separator else None

    @signature({"types": ["string", "null"]}, {"types": ["number", "null"]})  # type: ignore[untyped-decorator]
    def _func_later(self, moment: str | None, seconds: Any) -> str | None:
        """A time so many seconds after another one; nothing where that is no time at all."""
        if not moment or not seconds:
            return None
        try:
            return (datetime.fromisoformat(moment) + timedelta(seconds=int(seconds))).isoformat()
        except (ValueError, OverflowError):
            raise Unreadable(f"“{moment[:40]}” isn’t a time.") from None

    @signature({"types": ["string", "null"]})  # type: ignore[untyped-decorator]
    def _func_hours(self, text: str | None) -> list[str] | None:
        """The two times of "08:00-15:00"; nothing where it says something else."""
        found = _HOURS.fullmatch((text or "").strip())
        return [f"{found[1]:0>2}:{found[2]}", f"{found[3]:0>2}:{found[4]}"] if found else None


def _texts(values: Any) -> Iterator[str]:
    for value in values:
        if isinstance(value, list):
            yield from _texts(value)
        elif isinstance(value, str | int | Decimal) and not isinstance(value, bool) and str(value).strip():
            yield str(value).strip()


OPTIONS = jmespath.Options(custom_functions=_Functions())


@lru_cache(maxsize=4096)
def compiled(path: str, *, longest: int = MAX_PATH) -> ParsedResult:
    """The path; raises Unreadable where it is none."""
    if len(path) > longest:
        raise Unreadable(f"At most {longest:,} characters.")
    try:
        return jmespath.compile(path)
    except (JMESPathError, RecursionError) as error:
        raise Unreadable(f"Not a path: {str(error).splitlines()[0]}") from None


def found(path: str, within: Any, *, longest: int = MAX_PATH) -> Any:
    """What the path leads to; None where there is nothing. Raises Unreadable."""
    expression = compiled(path, longest=longest)
    try:
        return expression.search(within, options=OPTIONS)
    except Unreadable:
        raise
    except (JMESPathError, RecursionError, TypeError, ValueError, ArithmeticError) as error:
        raise Unreadable(str(error).splitlines()[0][:200]) from None
