"""What was meant by what was heard: small, deterministic readings of spoken English."""

import re
from datetime import datetime, timedelta

GOODBYE = re.compile(
    r"\b(good ?bye|bye|have a (good|great|nice)|talk (to you )?(soon|later)|take care)\b", re.I
)
NOT_AN_ANSWER = re.compile(
    r"^\W*(hello|hi|hey|yes|yeah|yep|yup|sure|ok(ay)?|alright|all right|speaking|go ahead|what|huh|pardon|sorry|"
    r"who('s| is) (this|calling)|say again|come again|can you repeat( that)?|this is (he|she|him|her))"
    r"([\s,.!?]+(hello|there|speaking|go ahead|sure|ok(ay)?|what('s| is) up|please|again|"
    r"this is (he|she|him|her)))*\W*$",
    re.I,
)
WRONG_NUMBER = re.compile(r"\bwrong (number|person|guy)\b|\bno (one|body) (here )?by that name\b", re.I)

_HOURS = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]  # as clocks have them
_MINUTES = {
    "fifteen": 15,
    "thirty": 30,
    "forty-five": 45,
    "forty five": 45,
    "o'clock": 0,
    "oh five": 5,
    "ten": 10,
}
_NUMBER = {word: value for value, word in enumerate(_HOURS, start=1)} | {
    "a": 1,
    "an": 1,
    "half an": 0.5,
    "fifteen": 15,
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "forty-five": 45,
    "fifty": 50,
    "ninety": 90,
}
_CLOCK = re.compile(
    r"\b(?:(?P<digits>[01]?\d|2[0-3])(?:[:.]?(?P<minutes>[0-5]\d))?|(?P<word>" + "|".join(_HOURS) + r")"
    r"(?:[ -](?P<minute_word>" + "|".join(map(re.escape, _MINUTES)) + r"))?)\b"
    r"(?P<half>\s*(?:a\.?\s?m\b\.?|p\.?\s?m\b\.?|o'?clock|in the (?:morning|afternoon|evening)|at night|tonight))?",
    re.I,
)
_NAMED = re.compile(r"\b(?P<name>noon|midday|midnight)\b", re.I)
_IN = re.compile(
    r"\b(?:in |about |around |another )*(?P<count>half an|\d+(?:\.\d+)?|[a-z]+(?:-[a-z]+)?)"
    r"(?P<and_half> and a half)? (?P<unit>hours?|hrs?|minutes?|mins?)(?P<half_after> and a half)?\b",
    re.I,
)
_DAY = re.compile(
    r"\b(today|tonight|tomorrow|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b", re.I
)
_WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_PREPOSED = re.compile(r"\b(at|by|around|about|before|after|till|until|near|say|like)\s+$", re.I)

VOICEMAIL = re.compile(
    r"\b(leave (me |us )?(a|your) (brief |short |detailed )?(message|name)|(after|at) the (tone|beep)|"
    r"(can't|cannot|can not|unable to|not able to) (come to|get to|take|answer) (the|my|your) (phone|call)|"
    r"(you've|you have) reached the (voice ?mail|mailbox)|mailbox is full|not available to take your call|"
    r"record your message|forwarded to (an automatic )?voice ?(mail|messag\w+))\b",
    re.I,
)


def is_voicemail_greeting(heard: str) -> bool:
    """Whether an answering machine is speaking."""
    return bool(VOICEMAIL.search(heard))


def is_goodbye(heard: str) -> bool:
    """Whether somebody takes leave."""
    return bool(GOODBYE.search(heard))


def is_wrong_number(heard: str) -> bool:
    """Whether we have reached somebody else."""
    return bool(WRONG_NUMBER.search(heard))


def says_something(heard: str) -> bool:
    """Whether there is more in it than a greeting, a yes or a 'pardon?'."""
    return bool(re.search(r"\w", heard)) and not NOT_AN_ANSWER.match(heard)


def find_time(heard: str, *, now: datetime) -> datetime | None:
    """The time that somebody names ("around 2 pm", "two thirty", "in an hour and a half", "tomorrow at 9").

    `now` is the wall-clock time where the truck is going, naive; so is the result. A clock time without am or pm is
    the next one to come within the day that was named, or from now on. None when no time was named: a bare number
    needs a word such as "at" or "by" before it, or am/pm after it, so that "34 degrees" and "I-35" are no times.
    """
    if duration := _IN.search(heard):
        spoken = duration["count"].lower()
        count = float(spoken) if spoken[0].isdigit() else _NUMBER.get(spoken)
        if count is not None:
            if duration["and_half"] or duration["half_after"]:
                count += 0.5
            unit = timedelta(minutes=1) if duration["unit"].lower().startswith("m") else timedelta(hours=1)
            return _to_minute(now + count * unit)
    day = _day(heard, now)
    if named := _NAMED.search(heard):
        hour = 0 if named["name"].lower() == "midnight" else 12
        moment = (day or now).replace(hour=hour, minute=0, second=0, microsecond=0)
        return moment if moment >= now or day not in (None, now) else moment + timedelta(days=1)
    for clock in _CLOCK.finditer(heard):
        is_plain = not (clock["half"] or clock["minutes"] or clock["minute_word"])
        if is_plain and not _PREPOSED.search(heard[: clock.start()]):
            continue
        return _clock_time(clock, day=day, now=now)
    return None


def _clock_time(clock: re.Match[str], *, day: datetime | None, now: datetime) -> datetime:
    hour = int(clock["digits"]) if clock["digits"] else _NUMBER[clock["word"].lower()]
    minute = (
        int(clock["minutes"] or 0)
        if clock["digits"]
        else _MINUTES[(clock["minute_word"] or "o'clock").lower()]
    )
    half = (clock["half"] or "").lower().replace(".", "").replace(" ", "")
    is_sure = hour > 12 or hour == 0
    if half.startswith("p") or "afternoon" in half or "evening" in half or "night" in half:
        hour, is_sure = hour % 12 + 12 if hour <= 12 else hour, True
    elif half.startswith("a") or "morning" in half:
        hour, is_sure = hour % 12 if hour <= 12 else hour, True
    moment = (day or now).replace(hour=int(hour), minute=minute, second=0, microsecond=0)
    if day is not None and day.date() != now.date():
        return moment
    step = timedelta(hours=24 if is_sure else 12)
    while moment < now - timedelta(minutes=5):
        moment += step
    return moment


def _day(heard: str, now: datetime) -> datetime | None:
    found = _DAY.search(heard)
    if found is None:
        return None
    name = found[1].lower()
    if name in ("today", "tonight"):
        return now
    if name == "tomorrow":
        return now + timedelta(days=1)
    return now + timedelta(days=(_WEEKDAYS.index(name) - now.weekday()) % 7)


def _to_minute(moment: datetime) -> datetime:
    return moment.replace(second=0, microsecond=0)
