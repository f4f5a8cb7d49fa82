"""A stop's appointment: in words, and how late an arrival is. All times are naive, by the clock of the stop. Pure."""

import re
from collections.abc import Mapping
from datetime import datetime, timedelta

DAYS = {
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "es": ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"),
}
MONTHS = {
    "en": (
        *("January", "February", "March", "April", "May", "June", "July", "August", "September"),
        *("October", "November", "December"),
    ),
    "es": (
        *("enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre"),
        *("octubre", "noviembre", "diciembre"),
    ),
}
_NUMBERS = {
    **{word: number for number, word in enumerate(("a", "two", "three", "four", "five", "six"), 1)},
    **{word: number for number, word in enumerate(("un", "dos", "tres", "cuatro", "cinco", "seis"), 1)},
    "an": 1,
    "one": 1,
    "una": 1,
    "couple": 2,
    "ten": 10,
    "fifteen": 15,
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "half": 0.5,
    "media": 0.5,
    "few": 3,
    "diez": 10,
    "quince": 15,
    "veinte": 20,
    "treinta": 30,
}
_SPAN = re.compile(
    rf"\b(?P<number>\d{{1,3}}(?:\.\d)?|{'|'.join(_NUMBERS)})(?: an| of)? "
    r"(?P<unit>hours?|hrs?|minutes?|mins?|horas?|minutos?)(?P<half> and a half| y media)?"
    r"(?: or so)? ?(?:late|behind|tarde|de retraso|atrasad[oa]|retrasad[oa])\b"
)


def due(stop: Mapping[str, str]) -> datetime | None:
    """The last moment of a stop's window; one without an end is an appointment at its start."""
    return _moment(stop.get("windowEnd", "")) or _moment(stop.get("windowStart", ""))


def late_minutes(arrival: datetime | None, stop: Mapping[str, str]) -> int | None:
    """How many minutes an arrival is past the window, 0 within it; None where one of the two isn't known."""
    last = due(stop)
    if arrival is None or last is None:
        return None
    return max(0, int((arrival - last).total_seconds()) // 60)


def said_to_be_late(heard: str, stop: Mapping[str, str]) -> datetime | None:
    """The arrival of a truck that is "about two hours late", or "behind"; None where the window isn't known."""
    last, found = due(stop), _SPAN.search(heard.lower())
    if last is None or found is None:
        return None
    number = float(_NUMBERS.get(found["number"]) or found["number"]) + (0.5 if found["half"] else 0)
    span = timedelta(hours=number) if found["unit"].startswith("h") else timedelta(minutes=number)
    return last + span if span <= timedelta(hours=96) else None


def appointment(stop: Mapping[str, str], language: str, now: datetime) -> str:
    """The window in words, "today at 2 PM" or "on Monday, March 2 between 8 AM and 4 PM"; empty where unknown."""
    start, end = _moment(stop.get("windowStart", "")), _moment(stop.get("windowEnd", ""))
    first = start or end
    if first is None:
        return ""
    day = _day(first, language, now)
    if start is None or end is None or start == end:
        return f"{day} {'at' if language == 'en' else 'a las'} {clock(first)}"
    between, to = ("between", "and") if language == "en" else ("entre las", "y las")
    last = clock(end) if end.date() == start.date() else f"{_day(end, language, now)} {clock(end)}"
    return f"{day} {between} {clock(start)} {to} {last}"


def length(minutes: int, language: str) -> str:
    """So many minutes in words: "1 hour 20 minutes"."""
    hours, rest = divmod(max(minutes, 1), 60)
    hour, minute = ("hour", "minute") if language == "en" else ("hora", "minuto")
    parts = [(hours, hour), (rest, minute)]
    return " ".join(f"{number} {unit}{'' if number == 1 else 's'}" for number, unit in parts if number)


def clock(moment: datetime) -> str:
    """A time as it is spoken: "2 PM", "8:30 AM"."""
    hour, half = moment.hour % 12 or 12, "AM" if moment.hour < 12 else "PM"
    return f"{hour}:{moment.minute:02} {half}" if moment.minute else f"{hour} {half}"


def _day(moment: datetime, language: str, now: datetime) -> str:
    ahead = (moment.date() - now.date()).days
    if ahead in (0, 1):
        return {"en": ("today", "tomorrow"), "es": ("hoy", "mañana")}[language][ahead]
    day, month = DAYS[language][moment.weekday()], MONTHS[language][moment.month - 1]
    return f"on {day}, {month} {moment.day}" if language == "en" else f"el {day} {moment.day} de {month}"


def _moment(text: str) -> datetime | None:
    """From ISO text; anything else is none."""
    try:
        return datetime.fromisoformat(text).replace(tzinfo=None) if text else None
    except ValueError:
        return None
