"""A reading as JSON, for whoever measures: what `manage.py understand` takes and gives."""

from datetime import datetime
from decimal import Decimal
from time import localtime
from typing import Any

from calls.language.reading import Expecting, Listening, Reading, Role
from organizations.display import as_decimal


def described(reading: Reading, listening: Listening) -> dict[str, Any]:
    """What was read, as plain values; empty or null where it wasn't said. Dollars are for the whole load."""
    ask = whole_load(reading, listening)
    return {
        "acts": [str(act) for act in reading.acts],
        "ask": None if ask is None else _number(ask),
        "mc": reading.mc or None,
        "dot": reading.dot or None,
        "load": reading.load or None,
        "origin": str(reading.origin) if reading.origin else None,
        "destination": str(reading.destination) if reading.destination else None,
        "day": reading.day.isoformat() if reading.day else None,
        "equipment": reading.equipment or None,
        "noEquipment": reading.no_equipment or None,
        "place": str(reading.place) if reading.place else None,
        "time": reading.time.isoformat(timespec="minutes") if reading.time else None,
        "reason": reading.reason or None,
        "bol": reading.bol or None,
        "temperature": None if reading.temperature is None else _number(reading.temperature),
        "commodity": reading.commodity or None,
        "questions": list(dict.fromkeys(str(question.topic) for question in reading.questions)),
        "conditions": list(reading.conditions),
        "agrees": reading.agrees,
        "sure": reading.is_sure,
    }


def whole_load(reading: Reading, listening: Listening) -> Decimal | None:
    """The caller's own price in dollars for the load: the last they named; None where the miles aren't known."""
    for figure in reversed(reading.own_figures):
        if figure.role == Role.ASK:
            return figure.amount
        if figure.role == Role.ON_TOP and listening.offer is not None:
            return listening.offer + figure.amount
        if figure.role == Role.PER_MILE and listening.miles:
            return figure.amount * listening.miles
    return None


def listening_of(told: dict[str, Any]) -> Listening:
    """What a line of JSON says was asked, and what was on the table; raises ValueError, telling which key is wrong."""
    language = told.get("language") or "en"
    if language not in ("en", "es"):
        raise ValueError(f"language is en or es, not {language!r}")
    window = told.get("appointment") or (None, None)
    if not isinstance(window, list | tuple) or len(window) != 2:
        raise ValueError("appointment is [start, end], local times; either may be null")
    try:
        expecting = Expecting(told.get("asked") or Expecting.NOTHING)
    except ValueError:
        raise ValueError(f"asked is none of {', '.join(Expecting)}") from None
    return Listening(
        expecting=expecting,
        now=_moment(told.get("now"), "now") or datetime(*localtime()[:5]),  # noqa: DTZ001 (naive, like all local times)
        language=language,
        offer=_dollars(told.get("offer"), "offer"),
        miles=_dollars(told.get("miles"), "miles"),
        appointment=(_moment(window[0], "appointment"), _moment(window[1], "appointment")),
    )


def _moment(text: object, name: str) -> datetime | None:
    if text in (None, ""):
        return None
    try:
        return datetime.fromisoformat(str(text)).replace(tzinfo=None)
    except ValueError:
        raise ValueError(f"{name} is a local time such as 2026-03-03T14:00, not {text!r}") from None


def _dollars(value: object, name: str) -> Decimal | None:
    if value in (None, ""):
        return None
    number = as_decimal(str(value))
    if number is None or not number.is_finite() or number <= 0 or isinstance(value, bool):
        raise ValueError(f"{name} is a number above 0, not {value!r}")
    return number


def _number(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)
