"""The time that somebody names, as people say times on the phone; simple rules, the first that fits.

Number words become digits first ("two thirty" is "2 30"), so that each rule below is about digits alone.
"""

import re
from datetime import datetime, timedelta

LONGEST_DURATION = timedelta(hours=96)
LATE = timedelta(minutes=5)  # "at 5", said at two minutes past: five o'clock, not tomorrow's

_UNITS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9}
_TEENS = {
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
    "thirteen": 13,
    "fourteen": 14,
    "fifteen": 15,
    "sixteen": 16,
    "seventeen": 17,
    "eighteen": 18,
    "nineteen": 19,
}
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "ninety": 90}
_NUMBERS = _UNITS | _TEENS | _TENS
_WORDS = re.compile(
    rf"\b(?:(?P<tens>{'|'.join(_TENS)})[ -](?P<unit>{'|'.join(_UNITS)})|(?P<word>{'|'.join(_NUMBERS)}))\b"
)
_REWRITES = (
    (re.compile(r"[’‘]"), "'"),
    (re.compile(r"\bgood (?:morning|afternoon|evening|night)\b"), " "),
    (re.compile(r"\b([ap])\.? ?m\b\.?"), r"\1m"),
    (re.compile(r"\boh (?=\d\b)"), "0"),
    (re.compile(r"\b0?(\d\d?) hundred\b"), r"\g<1>00"),
    (re.compile(r"\b(?:a )?couple(?: of)?\b"), "2"),
    (re.compile(r"\b(?:a )?half(?: an)? hour\b|\bhalf of an hour\b"), "30 minutes"),
    (re.compile(r"\b(?:an? )?hour and a half\b"), "90 minutes"),
    (re.compile(r"\b(\d+) and a half hours?\b|\b(\d+) hours? and a half\b"), r"\1\2.5 hours"),
    (re.compile(r"\b(?:an?|the next) hour\b"), "1 hour"),
)

_DURATION = re.compile(
    r"(?<![\d:.])(?:"
    r"(?P<hours>\d{1,2}(?:\.\d{1,2})?) ?(?:hours?|hrs?)\b(?: (?:and )?(?P<rest>\d{1,2}) ?min(?:ute)?s?\b)?"
    r"|(?P<minutes>\d{1,3}) ?min(?:ute)?s?\b(?! (?:to|til|till|before|past|after) \d))"
)
_BEEN_BEFORE = re.compile(r"\b(?:been|for the (?:last|past)|miles) [\w ]{0,20}$")
_SPENT_AFTER = re.compile(r"\s*(?:ago|late|behind|early|break|reset)\b")

_PARTED = re.compile(
    r"\b(?P<minutes>half|quarter|10|20|25|5(?= min| past| after))(?: minutes?)? "
    r"(?P<way>to|til|till|before|of|past|after) (?P<hour>1?\d)\b"
)
_NAMED = re.compile(r"\b(?:noon|midday|midnight)\b")
_CLOCK = re.compile(
    r"(?<![\d:.,$#/-])(?:"
    r"(?P<hour>[01]?\d|2[0-3]):(?P<minute>[0-5]\d)"
    r"|(?P<spoken_hour>1?\d|2[0-3]) (?P<spoken_minute>0?5|[0-5]0|[1-5]5)"
    r"|(?P<military>(?:[01]?\d|2[0-3])[0-5]\d)"
    r"|(?P<plain>[01]?\d|2[0-3])"
    r")(?![\d:/-]|[.,]\d)"
    r"(?P<mark>[ -]?(?:am|pm|o'? ?clock|hours|ish|in the (?:morning|afternoon|evening)|at night|tonight)\b)?"
    r"(?! ?(?:[a-z-]*miles?|mph|degrees?|percent|%|°|exits?|lights?|stops?|blocks?|pallets?|days?|min|of|more|point|"
    r"hour|hours? ago)\b)"
)
# Without one of these before it a bare number is no time: think of "I-35", "exit 12" and "load 1400".
_BEFORE = re.compile(r"\b(?:at|by|around|about|before|after|till|until|near|say|like|between|from|maybe) $")

_AFTERNOON = re.compile(r"\b(?:afternoon|evening|night|tonight)\b|(?<![a-z])pm\b")
_MORNING = re.compile(r"\bmorning\b|(?<![a-z])am\b(?<!\bi am)")
_NIGHT = re.compile(r"\b(?:night|tonight)\b")
_WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
_DAY = re.compile(rf"\b(day after tomorrow|tomorrow|{'|'.join(_WEEKDAYS)})\b")


def find_time(heard: str, *, now: datetime) -> datetime | None:
    """The time that somebody names ("around 2 pm", "two thirty", "in an hour and a half", "tomorrow at 9").

    `now` is the wall-clock time where the truck is going, naive; so is the result. Of several times the first counts.
    A clock time without am or pm is the next one to come; on a later day that was named, 1 to 5 are in the afternoon.
    None when no time was named: a bare number needs a word such as "at" or "by" before it, or a mark such as "pm"
    after it, so that "34 degrees" and "I-35" are no times.
    """
    text = _digits(heard)
    after = _duration(text)
    if after is not None:
        return (now + after).replace(second=0, microsecond=0)
    clock = _clock(text)
    return None if clock is None else _next(*clock, text=text, now=now)


def _digits(heard: str) -> str:
    def number(found: re.Match[str]) -> str:
        return str(_TENS[found["tens"]] + _UNITS[found["unit"]] if found["tens"] else _NUMBERS[found["word"]])

    text = _WORDS.sub(number, " ".join(heard.lower().split()))
    for pattern, replacement in _REWRITES:
        text = pattern.sub(replacement, text)
    return text


def _duration(text: str) -> timedelta | None:
    """How long from now; not how long ago, how late, nor how fast."""
    for found in _DURATION.finditer(text):
        before = text[max(0, found.start() - 40) : found.start()]
        if _SPENT_AFTER.match(text, found.end()) or _BEEN_BEFORE.search(before):
            continue
        duration = timedelta(
            hours=float(found["hours"] or 0), minutes=int(found["rest"] or 0) + int(found["minutes"] or 0)
        )
        if duration <= LONGEST_DURATION:
            return duration
    return None


def _clock(text: str) -> tuple[int, int, str] | None:
    """Hour, minute and the mark after them ("pm", "o'clock" or nothing), as said."""
    if found := _PARTED.search(text):
        minutes = {"half": 30, "quarter": 15}.get(found["minutes"]) or int(found["minutes"])
        hour = int(found["hour"])
        is_past = found["way"] in ("past", "after")
        if 1 <= hour <= 12 and (is_past or minutes < 30):
            return (hour, minutes, "") if is_past else ((hour - 2) % 12 + 1, 60 - minutes, "")
    if found := _NAMED.search(text):
        return (0 if found[0] == "midnight" else 12), 0, "named"
    for found in _CLOCK.finditer(text):
        mark = (found["mark"] or "").strip(" -")
        is_plain = found["plain"] or found["military"]
        if found["plain"] and mark == "hours":
            continue  # so many hours ago, or late
        if is_plain and not mark and not _BEFORE.search(text[max(0, found.start() - 12) : found.start()]):
            continue
        if found["military"]:
            return int(found["military"][:-2]), int(found["military"][-2:]), mark
        spoken = found["hour"] or found["spoken_hour"] or found["plain"]
        return int(spoken), int(found["minute"] or found["spoken_minute"] or 0), mark
    return None


def _next(hour: int, minute: int, mark: str, *, text: str, now: datetime) -> datetime:
    """The moment of a clock time: on the day that was named, else the next one to come."""
    named_day = _DAY.search(text)
    days = _days_ahead(named_day[1], now) if named_day else 0
    is_sure = hour > 12 or hour == 0 or mark in ("named", "hours")
    if not is_sure:
        half = _half(hour, mark, text)
        is_sure = half != ""
        if half == "pm" or (not half and days and (hour <= 5 or hour == 12)):
            hour = hour % 12 + 12
        elif half == "am":
            hour %= 12
    moment = (now + timedelta(days=days)).replace(hour=hour, minute=minute, second=0, microsecond=0)
    if days:
        return moment
    step = timedelta(days=7) if named_day else timedelta(hours=24 if is_sure else 12)
    while moment < now - LATE:
        moment += step
    return moment


def _half(hour: int, mark: str, text: str) -> str:
    """`am`, `pm` or nothing: by the mark beside the time, else by what stands anywhere ("tomorrow morning at 9")."""
    if mark in ("am", "pm"):
        return mark
    if _NIGHT.search(text) and (hour == 12 or hour <= 5):
        return "am"
    if _AFTERNOON.search(text):
        return "pm"
    return "am" if _MORNING.search(text) else ""


def _days_ahead(name: str, now: datetime) -> int:
    if name == "day after tomorrow":
        return 2
    if name == "tomorrow":
        return 1
    return (_WEEKDAYS.index(name) - now.weekday()) % 7
