"""Times and days, in both languages: Spanish is put in the words that `spoken_time` reads."""

import re
from datetime import date, datetime, timedelta

from calls.agent.meaning import Expecting
from calls.agent.spoken_time import find_time

_SPANISH = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"\bpasado manana\b", "day after tomorrow"),
        (r"\b(?:por|de|en) la manana\b|\bde la madrugada\b", "in the morning"),
        (r"\bmanana (?:temprano|en la manana|por la manana)\b", "tomorrow morning"),
        (r"\bmanana\b", "tomorrow"),
        (r"\b(?:por|de|en) la tarde\b", "in the afternoon"),
        (r"\b12 de la noche\b|\bmedia ?noche\b", "midnight"),
        (r"\b([1-5]) de la noche\b", r"\1 am"),
        (r"\b(?:por|de|en) la noche\b|\besta noche\b", "in the evening"),
        (r"\ba?l? ?medio ?dia\b", "noon"),
        (r"\b(?:hora y media|1 hora y media|1\.5 horas?)\b", "90 minutes"),
        (r"\b(\d+) horas? y media\b", r"\1.5 hours"),
        (r"\b(?:una )?media hora\b", "30 minutes"),
        (r"\b(\d+) horas? (?:y|con) (\d+)(?: minutos?)?\b", r"\1 hours and \2 minutes"),
        (r"\buna hora\b", "1 hour"),
        (r"\b(?:a )?las? (1\d|2[0-3]) horas\b", r"at \1:00"),
        (r"\b(\d+) menos quarter\b", r"quarter to \1"),
        (r"\b(\d+) y 4(?:th|º|\.º)?(?!\d)", r"at \1:15"),
        (r"\bhoras?\b", "hours"),
        (r"\bminutos?\b", "minutes"),
        (r"\bquarter to las? (\d+)", r"quarter to \1"),
        (r"\b(\d+)(?: minutes)? (?:para|pa) las? (\d+)", r"\1 to \2"),
        (r"\blas? (\d+) menos quarter\b", r"quarter to \1"),
        (r"\b(?:a |sobre |hacia |como a |tipo )?las? (\d\d?)\.5\b", r"at \1:30"),
        (r"\b(?:a |sobre |hacia |como a |tipo )?las? (\d\d?)\.25\b", r"at \1:15"),
        (r"\b(?:a )?las? (\d\d?) (?:y|con) (\d\d)\b", r"at \1:\2"),
        (r"\b(?:a )?las? (?=\d)", "at "),
        (r"\blunes\b", "monday"),
        (r"\bmartes\b", "tuesday"),
        (r"\bmiercoles\b", "wednesday"),
        (r"\bjueves\b", "thursday"),
        (r"\bviernes\b", "friday"),
        (r"\bsabado\b", "saturday"),
        (r"\bdomingo\b", "sunday"),
        (r"\bhoy\b", "today"),
    )
)
_LONE = re.compile(r"(?<![\w$.:/-])(?:1?\d|2[0-4]|\d{3,4}|1?\d [0-5]\d)(?![\d:./-]|%)")
_NOT_LONE = re.compile(r"\b(?:miles?|millas?|degrees|grados)\b")
_LATER = re.compile(r"\bno later than\b|\bnot later than\b")


def in_english(text: str) -> str:
    """Spanish words of time in English ones; English stays as it is."""
    for pattern, replacement in _SPANISH:
        text = pattern.sub(replacement, text)
    return text


def read_time(
    text: str, *, now: datetime, expecting: Expecting, is_call_back: bool = False
) -> datetime | None:
    """The time that was named in the figures text; where one was asked for, a bare "two" is one too.

    A call back "at two" is wanted in the afternoon: nobody asks for it at night, unless he says so.
    """
    text = _LATER.sub("by", text)
    if expecting == Expecting.TIME:
        text = _HALF_PAST.sub(r"at \1:30", text)
    found = find_time(text, now=now)
    if found is None and expecting == Expecting.TIME and not _NOT_LONE.search(text):
        found = find_time(_LONE.sub(r"at \g<0>", text, count=1), now=now)
    if found and is_call_back and 1 <= found.hour <= 6 and not _AT_NIGHT.search(text):
        found += timedelta(hours=12)
    return found


_HALF_PAST = re.compile(r"(?<![\w$.:])(1?\d)\.5(?! ?(?:hours?|hrs?)|\d)")
_AT_NIGHT = re.compile(r"\bam\b|\ba\.m|\bmorning\b|\bnight\b|\bhours?\b|\bminutes?\b|\bmins?\b")
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = {
    "january": 1, "jan": 1, "enero": 1, "february": 2, "feb": 2, "febrero": 2, "march": 3, "mar": 3, "marzo": 3,
    "april": 4, "apr": 4, "abril": 4, "may": 5, "mayo": 5, "june": 6, "jun": 6, "junio": 6, "july": 7, "jul": 7,
    "julio": 7, "august": 8, "aug": 8, "agosto": 8, "september": 9, "sept": 9, "sep": 9, "septiembre": 9,
    "october": 10, "oct": 10, "octubre": 10, "november": 11, "nov": 11, "noviembre": 11, "december": 12, "dec": 12,
    "diciembre": 12,
}  # fmt: skip
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_NAMED = re.compile(
    rf"\b(?:(?P<month>{_MONTH})\.? (?:the )?(?P<day>[0-3]?\d)(?:th)?|(?:the "
    rf")?(?P<day2>[0-3]?\d)(?:th)? (?:of|de) (?P<month2>{_MONTH}))\b"
)
_SLASHED = re.compile(r"(?<![\d/])(?P<month>1[0-2]|0?[1-9])/(?P<day>[0-3]?\d)(?:/(?:20)?\d\d)?(?![\d/])")
_OF_MONTH = re.compile(
    r"\b(?:the|on|el)(?: dia)? (?P<day>[0-3]?\d)(?P<mark>th)?\b(?! ?(?:[:.,]\d|\d|am\b|pm\b|"
    r"o'clock|hours|foot|feet|load|one\b))"
)
_WEEKDAY = re.compile(
    rf"\b(?P<which>next |this |this coming |coming |on |el proximo |proximo )?(?P<day>{'|'.join(_WEEKDAYS)})\b"
)


def read_day(text: str, *, now: datetime, expecting: Expecting) -> date | None:
    """The day that was named: a weekday is the next to come, or today; "next" is of the next calendar week."""
    today = now.date()
    if "day after tomorrow" in text:
        return today + timedelta(days=2)
    if re.search(r"\btomorrow\b", text):
        return today + timedelta(days=1)
    if found := _WEEKDAY.search(text):
        ahead = (_WEEKDAYS.index(found["day"]) - today.weekday()) % 7
        if (found["which"] or "") == "next ":
            ahead = 7 - today.weekday() + _WEEKDAYS.index(found["day"])
        return today + timedelta(days=ahead)
    if found := _NAMED.search(text):
        month = _MONTHS[found["month"] or found["month2"]]
        return _next_date(today, month, int(found["day"] or found["day2"]))
    if expecting in (Expecting.LOAD, Expecting.TIME) and (found := _SLASHED.search(text)):
        return _next_date(today, int(found["month"]), int(found["day"]))
    if (found := _OF_MONTH.search(text)) and (
        found["mark"] or (found[0].startswith("el ") and expecting == Expecting.LOAD)
    ):
        return _of_month(today, int(found["day"]))
    if re.search(r"\b(?:today|tonight|this (?:morning|afternoon|evening))\b", text):
        return today
    return None


def _next_date(today: date, month: int, day: int) -> date | None:
    """That date of this year, or of the next where it is long gone."""
    for year in (today.year, today.year + 1):
        try:
            found = date(year, month, day)
        except ValueError:
            continue
        if found >= today - timedelta(days=14):
            return found
    return None


def _of_month(today: date, day: int) -> date | None:
    """The next time that a month has that day."""
    for ahead in range(13):
        month = today.month - 1 + ahead
        try:
            found = date(today.year + month // 12, month % 12 + 1, day)
        except ValueError:
            continue
        if found >= today:
            return found
    return None
