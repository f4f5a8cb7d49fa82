"""The TMS's messages as people read them: what each changed, and its text as it came."""

import json
import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from loads.models import LoadEvent
from organizations.display import MISSING, as_decimal, miles, money, pounds

MEASURES = {"totalDistance": miles, "weight": pounds}
NOTHING: tuple[Any, ...] = (None, "", [])
LONGEST_VALUE = 300
LONGEST_TEXT = 200_000


@dataclass(frozen=True)
class Change:
    """A fact that a message changed; `before` is empty where nothing was known."""

    name: str
    before: str
    after: str


@dataclass(frozen=True)
class Message:
    """A load event for a page: its summary, what it changed, why it was refused."""

    pk: int
    received_at: datetime
    is_accepted: bool
    summary: str
    changes: list[Change]
    errors: list[str]


def message_of(event: LoadEvent) -> Message:
    """Return the event in people's words."""
    given = sorted((event.changes or {}).items(), key=_weight)
    changes = [_change(name, pair) for name, pair in given if name != "id"]
    errors = _errors(event.errors)
    if not event.is_accepted:
        summary = f"{len(errors)} facts weren’t valid" if len(errors) != 1 else errors[0]
    elif "id" in event.changes:
        summary = "Told of the load for the first time"
    elif changes:
        names = [change.name for change in changes]
        more = f" and {len(names) - 3} more" if len(names) > 3 else ""
        summary = f"Changed {', '.join(names[:3])}{more}"
    else:
        summary = "Changed nothing"
    return Message(event.pk, event.received_at, event.is_accepted, summary, changes, errors)


def words(name: str) -> str:
    """Return an API name in words: `customerRate` is `customer rate`, `origin.city` `origin city`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|\.", " ", name).lower()


def readable(raw: bytes) -> str:
    """Return a body for reading: JSON indented, anything else as text; cut where it is very long."""
    text = raw.decode("utf-8", "replace")
    with suppress(ValueError, RecursionError):  # a refused message may be anything
        text = json.dumps(json.loads(text), indent=2, ensure_ascii=False)
    return text if len(text) <= LONGEST_TEXT else text[:LONGEST_TEXT] + "\n…"


def _weight(change: tuple[str, Any]) -> tuple[bool, str]:
    """Sort what is about money first; the database keeps no order."""
    return not change[0].endswith("Rate"), change[0]


def _change(name: str, pair: Any) -> Change:
    before, after = pair if isinstance(pair, list) and len(pair) == 2 else (None, pair)
    return Change(words(name), "" if before in NOTHING else _value(name, before), _value(name, after))


def _value(name: str, value: Any) -> str:
    if value in NOTHING:
        return MISSING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if name.endswith("Rate"):
        return money(value)
    if name.endswith("Time"):
        return str(value).replace("T", " ").removesuffix(":00")
    if name in MEASURES and as_decimal(value) is not None:
        return MEASURES[name](value)
    if isinstance(value, list):
        return f"{len(value)} {words(name)}"
    text = ", ".join(str(part) for part in value.values() if part) if isinstance(value, dict) else str(value)
    return text if len(text) <= LONGEST_VALUE else text[:LONGEST_VALUE] + "…"


def _errors(errors: Any) -> list[str]:
    found = [error for error in errors or [] if isinstance(error, dict)]
    return [f"{error.get('field') or 'body'}: {error.get('detail', '')}" for error in found]
