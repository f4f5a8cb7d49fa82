"""Paths into messages (JMESPath), as customers write them: where a field stands, or what a message is made of."""

from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import Any

import jmespath
from jmespath.exceptions import JMESPathError
from jmespath.functions import Functions, signature
from jmespath.parser import ParsedResult

MAX_PATH = 300  # characters of a path to one field
MAX_EXPRESSION = 5_000  # and of a whole message


class Unreadable(ValueError):
    """A path is none, or a value isn't what is needed; the text says why."""


class _Functions(Functions):  # type: ignore[misc]
    """JMESPath's own, and what EDI needs."""

    @signature({"types": ["string", "number", "null"]})  # type: ignore[untyped-decorator]
    def _func_cents(self, value: Any) -> str | None:
        """An amount that is written in cents, in dollars."""
        if value in (None, ""):
            return None
        try:
            return str(Decimal(str(value).strip()) / 100)
        except InvalidOperation:
            raise Unreadable(f"“{str(value)[:40]}” isn’t a number.") from None


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
