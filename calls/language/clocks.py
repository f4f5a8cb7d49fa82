"""Clock times in a figures text, by their form and the words beside them."""

import re

from calls.language.time_words import SIMPLER

_PARTED = re.compile(
    r"\b(?P<minutes>half|quarter|\d\d?)(?: minutes?| min)? (?P<way>to|too|til|before|of|past|"
    r"after) (?P<hour>1?\d|noon|midnight)\b(?![:.]\d| (?:miles|hours|pallets))"
)
_CLOCK = re.compile(
    r"(?<![\w:.,$#/@~-])(?:"
    r"(?P<hour>[01]?\d|2[0-4]):(?P<minute>[0-5]\d)"
    r"|(?P<spoken_hour>[01]?\d|2[0-3]) (?P<spoken_minute>[0-5]\d)(?! (?:minutes?|hours?|miles?)\b)"
    r"|(?P<military>(?:[01]?\d|2[0-3])[0-5]\d)"
    r"|(?P<plain>[01]?\d|2[0-3])(?! \d)"
    r")(?![\d:/-]|[.,]\d)"
    r"(?P<mark>[ -]?(?:am|pm|o'? ?clock|hours|ish)\b)?(?![a-z])"
    r"(?! ?(?:[a-z-]*miles?|millas?|mph|degrees?|grados|percent|%|°|exits?|lights?|stops?|blocks?|"
    r"pallets?|days?|dias?|min|more|"
    r"point|hour|hours?|trucks?|other|people|guys|minutes?|weeks?|feet|foot|pies|thousand|pounds|loads?|"
    r"drops?|"
    r"cuadras|things|trailers|ways|"
    r"cents|bucks|dollars|years|times|grand|drivers|tires|axles|pieces|skids|straps|tarps|of\b|th\b)\b)"
)
_LED = re.compile(
    r"\b(?:at|by|around|about|bout|before|after|til|until|say|says|like|between|from|maybe|since|past|"
    r"til like|no later than|@|"
    r"for a|not before|figure(?: on)?|probably|close to|round|near) $"
)
_NO_CLOCK = re.compile(
    r"\b(?:exit|marker|mm|i|route|highway|hwy|us|door|dock|bay|load|number|truck|trailer|unit|seal|gate|"
    r"mc|dot|on|the|interstate|"
    r"lane|loop|state|puerta|rampa|en la|por la|por el|el|cost|pay|level|lot|store|suite|room|zone|"
    r"section|a|count was|wanting|es|son)[ -]$"
)
# After a bare number a word of more than one thing: "two stops".
_COUNTS = re.compile(
    r" (?!is\b|this\b|as\b|yes\b|his\b|its\b|it's\b|thats\b|unless\b|always\b|depends\b|sounds\b|works\b|"
    r"tops\b|he's\b|that's\b|"
    r"there's\b|thanks\b|what's\b|theres\b|whats\b|wednesdays?\b|hes\b)[a-z']+s\b| (?:after|past|til|"
    r"before)$| (?:guy|other|to get|different|or 2 of|lane)\b"
)
_ENDS = re.compile(r" ?(?:$|[.,;?!]| (?:or|and|maybe|o|if|tops|sharp|today|tomorrow|pm|ish)\b)")
MIN_LONE = 3  # words before a bare "one" that is no time: "they switched me to the Tulsa one"


def simple(text: str, *, is_asked: bool, is_clear: bool) -> str:
    """The figures text with clock times as "@14:30n" and durations as "~90".

    The letter: a or p for am or pm, x for noon and midnight, m for an hour of 24, n for none. `is_asked`: a bare number
    may be a time; `is_clear`: but only with minutes, or a word that says so.
    """
    text = text.replace("@", " ").replace("~", " ")
    for pattern, replacement in SIMPLER:
        text = pattern.sub(replacement, text)
    text = _PARTED.sub(_parted, text)
    return _CLOCK.sub(lambda found: _clock(found, is_asked=is_asked, is_clear=is_clear), text)


def _parted(found: re.Match[str]) -> str:
    """ "Quarter to six"."""
    minutes = {"half": 30, "quarter": 15}.get(found["minutes"]) or int(found["minutes"])
    hour = {"noon": 12, "midnight": 24}.get(found["hour"]) or int(found["hour"])
    is_past = found["way"] in ("past", "after")
    is_range = found["way"] in ("to", "too") and not found["minutes"].isalpha() and minutes % 5
    if minutes >= 60 or minutes == 0 or (hour > 12 and hour != 24) or hour == 0 or is_range:
        return found[0]
    if found["way"] in ("to", "too") and minutes == 5 and 5 < hour < 10:
        return found[0]
    mark = "x" if found["hour"].isalpha() else "n"
    hour, minutes = (
        (hour, minutes) if is_past else ((hour - 2) % 12 + 1 if mark == "n" else hour - 1, 60 - minutes)
    )
    return f"@{hour}:{minutes:02}{mark}"


def _clock(found: re.Match[str], *, is_asked: bool, is_clear: bool) -> str:
    """A clock time, where it is one: by its form, its mark or the word before it."""
    mark = (found["mark"] or "").strip(" -")
    before = found.string[max(0, found.start() - 20) : found.start()]
    is_led = bool(_LED.search(before))
    if found["plain"] and mark == "hours":
        return found[0]
    if not mark and not found["minute"] and not is_led:
        if _NO_CLOCK.search(before) or not is_asked or (is_clear and not found["spoken_hour"]):
            return found[0]
        is_lone = len(found.string[: found.start()].split()) < MIN_LONE
        is_one = found["plain"] == "1" and not (is_lone and _ENDS.match(found.string, found.end()))
        if is_one or ((found["plain"] or found["military"]) and _COUNTS.match(found.string, found.end())):
            return found[0]
    if found["military"]:
        hour, minute = int(found["military"][:-2]), int(found["military"][-2:])
    else:
        hour = int(found["hour"] or found["spoken_hour"] or found["plain"])
        minute = int(found["minute"] or found["spoken_minute"] or 0)
    if hour == 0 and found["plain"]:
        return found[0]
    sign = mark[0] if mark in ("am", "pm") and 1 <= hour <= 12 else "n"
    if (
        hour > 12
        or hour == 0
        or mark == "hours"
        or (found["military"] and len(found["military"]) == 4 and hour < 10)
    ):
        sign = "m"
    return f"@{hour}:{minute:02}{sign}"
