"""What people and tests send to the control side: JSON, checked field by field."""

import json
import math
from collections.abc import Callable
from typing import Any

from starlette.requests import Request

from .about import read_about
from .faults import CALLBACK_MODES, CREATE_MODES, LATE_SECONDS, CallbackFault, CreateFault, RelayFault
from .personas import PERSONAS
from .phones import is_dialable, normalise
from .script import read_script
from .state import Subscriber

ANSWERS = ("human", "machine", "busy", "no-answer", "fail")


class Invalid(Exception):
    """Input that is refused; a list of field and reason."""

    def __init__(self, errors: list[tuple[str, str]]) -> None:
        super().__init__("; ".join(f"{field}: {detail}" if field else detail for field, detail in errors))
        self.errors = errors


class Fields:
    """The fields of a JSON object, read one by one; `done` tells all that was wrong at once."""

    def __init__(self, values: object, where: str = "") -> None:
        if not isinstance(values, dict):
            raise Invalid([(where, "must be a JSON object")])
        self._values = values
        self._where = f"{where}." if where else ""
        self._read: set[str] = set()
        self._errors: list[tuple[str, str]] = []

    @classmethod
    async def of(cls, request: Request) -> "Fields":
        """The fields of a request's body. Raises Invalid when that isn't a JSON object."""
        try:
            return cls(json.loads(await request.body() or b"{}"))
        except (ValueError, RecursionError) as error:
            raise Invalid([("", f"the body isn't JSON: {error}")]) from None

    def __contains__(self, name: str) -> bool:
        self._read.add(name)
        return name in self._values

    def fail(self, name: str, detail: str) -> None:
        """Note that a field is wrong."""
        self._errors.append((self._where + name, detail))

    def take(
        self, name: str, read: Callable[[Any], Any], default: Any = None, *, required: bool = False
    ) -> Any:
        """A field, read by a function that raises ValueError with advice; null is as good as absent."""
        self._read.add(name)
        value = self._values.get(name)
        if value is None:
            if required:
                self.fail(name, "is required")
            return default
        try:
            return read(value)
        except Invalid as invalid:
            self._errors += invalid.errors
        except ValueError as error:
            self.fail(name, str(error))
        return default

    def done(self) -> None:
        """Raises Invalid when a field was wrong or isn't known."""
        for name in sorted(set(self._values) - self._read):
            self.fail(name, f"is not a field here; there are {', '.join(sorted(self._read))}")
        if self._errors:
            raise Invalid(self._errors)


def text(value: Any) -> str:
    """A text."""
    if not isinstance(value, str):
        raise ValueError("must be a text")
    return value


def number(least: float, most: float) -> Callable[[Any], float]:
    """A reader of numbers within bounds."""

    def read(value: Any) -> float:
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
        if not is_number or not least <= value <= most:
            raise ValueError(f"must be a number from {least:g} to {most:g}")
        return float(value)

    return read


def whole(least: int, most: int) -> Callable[[Any], int]:
    """A reader of whole numbers within bounds."""

    def read(value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise ValueError(f"must be a whole number from {least} to {most}")
        return value

    return read


def one_of(words: tuple[str, ...]) -> Callable[[Any], str]:
    """A reader of one of some words."""

    def read(value: Any) -> str:
        if value not in words:
            raise ValueError(f"must be one of {', '.join(words)}")
        return str(value)

    return read


def phone(value: Any) -> str:
    """A telephone number, made comparable."""
    given = normalise(text(value))
    if not is_dialable(given) and not given.startswith("client:"):
        raise ValueError("must be a number in E.164 form, such as +13125550142")
    return given


def caller(value: Any) -> str:
    """A caller's number, which may be withheld."""
    return "anonymous" if value == "anonymous" else phone(value)


def take_subscriber(fields: Fields) -> Subscriber:
    """The fields that say who talks, and how."""
    persona = fields.take("persona", one_of(tuple(PERSONAS)))
    script = fields.take("script", read_script)
    if persona and script is not None:
        fields.fail("script", "can't be given together with persona")
    return Subscriber(
        answer=fields.take("answer", one_of(ANSWERS), "human"),
        persona=persona,
        script=script,
        pace=fields.take("pace", number(0, 10)),
        ring_seconds=fields.take("ringSeconds", number(0, 600)),
        seed=fields.take("seed", whole(0, 2**53)),
        about=fields.take("about", read_about),
    )


def read_create_fault(value: Any) -> CreateFault:
    """The fault of `createCall`."""
    fields = Fields(value, "createCall")
    fault = CreateFault(
        mode=fields.take("mode", one_of(CREATE_MODES), "", required=True),
        seconds=fields.take("seconds", number(0, 120), 1.0),
        left=fields.take("times", whole(1, 1_000_000)),
    )
    fields.done()
    return fault


def read_callback_fault(value: Any) -> CallbackFault:
    """The fault of `callbacks`."""
    fields = Fields(value, "callbacks")
    fault = CallbackFault(
        mode=fields.take("mode", one_of(CALLBACK_MODES), "", required=True),
        seconds=fields.take("seconds", number(0, 120), LATE_SECONDS),
        left=fields.take("times", whole(1, 1_000_000)),
    )
    fields.done()
    return fault


def read_relay_fault(value: Any) -> RelayFault:
    """The fault of `relay`."""
    fields = Fields(value, "relay")
    fields.take("mode", one_of(("drop",)), "", required=True)
    fault = RelayFault(fields.take("afterTurns", whole(0, 1_000), 0, required=True))
    fields.done()
    return fault
