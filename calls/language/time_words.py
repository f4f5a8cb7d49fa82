"""Words of time made simple: Spanish as English, homophones, durations as minutes, clock times by their form."""

import re
from collections.abc import Callable
from datetime import time

from calls.language.number_words import figures, languages_of, plain

_WEEKDAYS = {
    "lunes": "monday", "martes": "tuesday", "miercoles": "wednesday", "wensday": "wednesday", "jueves": "thursday",
    "viernes": "friday", "sabado": "saturday", "domingo": "sunday", "enero": "january", "febrero": "february",
    "marzo": "march", "abril": "april", "mayo": "may", "junio": "june", "julio": "july", "agosto": "august",
    "septiembre": "september", "octubre": "october", "noviembre": "november", "diciembre": "december",
}  # fmt: skip
_HOMOPHONES = {
    "won": "1", "to": "2", "too": "2", "for": "4", "ate": "8", "sicks": "6", "elevin": "11", "once": "11", "it": "1",
}  # fmt: skip


_HOURS_SAID = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12,
}  # fmt: skip
_MINUTES_SAID = {
    "ten": 10,
    "fifteen": 15,
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "forty-five": 45,
    "fifty": 50,
}


def _minutes(hours: str, minutes: str = "0") -> str:
    """A duration; a long one stays so, and counts for none."""
    return f"~{int(float(hours) * 60 + 0.5) + int(minutes)}"


def _half_hours(found: re.Match[str]) -> str:
    """ "At 4.5" is half past four."""
    part = {"5": "30", "25": "15", "75": "45"}[found[2]]
    return f"at {found[1]}:{part}"


def _heard(found: re.Match[str]) -> str:
    """The number that a word sounds like."""
    return _HOMOPHONES[found[0]]


type Replacement = str | Callable[[re.Match[str]], str]
_HOURS = r"(?:hours?|hrs?|horas?|horitas?)"
_MINUTES = r"(?:minutes?|mins?|minutos?|minuticos?)"
_RULES: tuple[tuple[str, Replacement], ...] = (
    (r"\bgood (?:morning|afternoon|evening|night)\b|\bbuen[ao]s (?:dias|tardes|noches)\b", " "),
    (r"\b([ap])\.? ?m\b\.?", r"\1m"),
    (r"\b(morn|even)in\b'?", r"\1ing"),
    (r"\b10[ -]4\b", " "),
    (r"'til\b|\btill\b|\buntil\b", "til"),
    (r"\btoo ?morrow\b|\btomorow\b", "tomorrow"),
    (r"\b(?:supp?osed|sposed|posed) to\b", "supposed to"),
    (r"\bmin its a go\b", "minutes ago"),
    (r"\bmin its\b", "minutes"),
    (r"\b(" + "|".join(_HOURS_SAID) + r")-(forty-five|" + "|".join(_MINUTES_SAID) + r")\b",
     lambda found: f"{_HOURS_SAID[found[1]]} {_MINUTES_SAID[found[2]]}"),
    (r"(?<![\d-])(1?\d)-([0-5]\d)(?![\d-])", r"\1 \2"),
    (r"\b(\d+(?:\.\d)?) more (hours?|minutes?)\b", r"\1 \2 more"),
    (r"(?<=\d )ours?\b|(?<=\ban )our\b|(?<=\ba )our\b|(?<=\banother )our\b", "hours"),
    (r"\boh clock\b|\bo ?clock\b", "o'clock"),
    (r"\b(?:won|too?|for|ate|sicks|elevin|it)(?= o'clock)", _heard),
    (r"(?<=\bat )(?:won|ate|sicks|elevin|for)(?! o'clock)\b(?! (?:the|a)\b)", _heard),
    (r"(?<=\bby )(?:won|ate|sicks|elevin)\b|(?<=\bsince )ate\b|(?<=\blike )(?:won|elevin|sicks)\b", _heard),
    (r"\bate(?= [0-5]\d\b)|\btoo(?= [1-5]\d\b)|(?<=\babout )to(?= [1-5]\d\b)|\bsicks(?= tonight)", _heard),
    # Spanish
    (r"\bpasado manana\b", "day after tomorrow"),
    (r"\bantier\b|\bantes de ayer\b|\banteayer\b", "day before yesterday"),
    (r"\bayer\b", "yesterday"),
    (r"\banoche\b", "last night"),
    (r"\b(?:por|de|en) la manana\b|\bde la madrugada\b|\bde la mana\b", "in the morning"),
    (r"\bmanana (?:bien )?tempran(?:o|ito)\b|\btempran(?:o|ito) manana\b", "tomorrow early"),
    (r"(?<=day )tempran(?:o|ito)\b", "early morning"),
    (r"\bmanana (?:en|por) la manana\b", "tomorrow morning"),
    (r"\besta manana\b", "this morning"),
    (r"\b(?:de )?es[ae] (?:misma )?manana\b", "in the morning"),
    (r"\bmanana\b", "tomorrow"),
    (r"\b(?:por|de|en) la tarde\b|\besta tarde\b", "in the afternoon"),
    (r"\b12 del? (?:medio ?)?dia\b", "noon"),
    (r"\b12 de la noche\b|\b(?:la )?media ?noche\b", "midnight"),
    (r"\b(?:por|de|en) la noche\b|\besta noche\b", "at night"),
    (r"\b(?:al?|del|el)? ?medio ?dia\b", "noon"),
    (r"\bhoy(?: mismo)?\b", "today"),
    (r"\bhace (?:como |mas de |unas |unos ){0,3}((?:\S+ ){1,3}?(?:horas? y media|horas?|minutos?|dias?))\b", r"\1 ago"),
    (r"\b(?:hora y media|1 hora y media)\b", "1.5 hours"),
    (r"\b(\d+) horas? y media\b", r"\1.5 hours"),
    (r"\b(?:una )?media hora\b", "30 minutes"),
    (r"\ba la (1|una) hora (?:de )?(?:aqui|aca|local)\b", r"a la \1"),
    (r"\buna hora\b", "1 hour"),
    (r"\bhoras? tarde\b|\bhoras? de retraso\b|\bhoras? atrasad\w+", "hours late"),
    (r"\bminutos? (?:tarde|de retraso)\b", "minutes late"),
    (r"\b(?:atras[eo]|atrasamos|atrasar(?:me|nos)?|retrasad\w+|retrasar(?:me)?|atrasad\w+)\b", "late"),
    (r"\bantes(?= de (?:mi|la) cita)", "early"),
    (r"\btarde\b", "late"),
    (r"\bcita\b", "appointment"),
    (r"\ben (?:vez|lugar) de\b", "instead of"),
    (r"\bdesde\b", "since"),
    (r"\bhasta\b", "til"),
    (r"\b(?:antes|despues) de (?=las?\b)", "by "),
    (r"\basi que\b", "so"),
    (r"\bdigo\b|\bmejor dicho\b", "i mean"),
    (r"\bquarter (?:to|para|pa) las? (\d+)", r"quarter to \1"),
    (r"\b(?:las? )?(\d+) menos quarter\b", r"quarter to \1"),
    (r"\b(?:las? )?(\d+) menos (\d+)\b", r"\2 til \1"),
    (r"\b(\d+)(?: minutos?)? (?:para|pa) las? (\d+)", r"\1 til \2"),
    (r"\blas? (?:once|11)\b", "las 11"),
    (r"\b(\d+|once) y quarter\b", lambda found: f"at {found[1].replace('once', '11')}:15"),
    (r"\b(?:las )?(once|1\d) y media\b", lambda found: f"at {found[1].replace('once', '11')}:30"),
    (r"\bla (?=1\b)", "las "),
    (r"\b(?:a |como a |sobre |hacia |tipo |pa |para |por ahi de ){0,3}las (\d\d?)\.(5|25|75)\b", _half_hours),
    (r"\b(?:a |como a |sobre |hacia |tipo |pa |para |por ahi de ){0,3}las (\d\d?) (?:y|con) (\d\d)\b", r"at \1:\2"),
    (r"\blas (\d\d?) (?:y|con) (\d)\b", r"at \1:0\2"),
    (r"\b(?:a |como a |sobre |hacia |tipo |pa |para |por ahi de ){0,3}las (?=\d)", "at "),
    (r"\bat at\b", "at"),
    (r"(?<![\w.:$])(?<!hours )(\d\d?)\.(5|25)\b(?= ?(?:$|[,.?]|ya\b|en la\b|in the\b|at night\b))", _half_hours),
    (r"\b(?:" + "|".join(_WEEKDAYS) + r")\b", lambda found: _WEEKDAYS[found[0]]),
    (r"\b(\d\d?) de (?=(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b)", r"\1 of "),
    # Clock
    (r"\b(?:oh|o) (?=\d{3}\b|\d [0-5]\d\b)", "0"),
    (r"(?<![:\d])0(\d)(?= ?(?:am|pm)\b)", r"\1"),
    (r"\b12 (?:o'clock )?(?:at )?(midnight|noon)\b", r"\1"),
    (r"\bmidnight(?:ish)?\b", "@24:00x"),
    (r"(?<=before )lunch\b|\b(?:lunch ?time|mid ?day|noon(?:ish)?)\b(?! time)", "@12:00x"),
    (r"(?<=[a-z] )@12:00x(?=\d)", "@12:00x "),
    (r"\b(\d\d?) \1 [0-5]\d\b", r"\1"),
    # Durations
    (r"\b(?:miles|millas) (?:an|per|por|a la) (?:hora|hour)|\bevery (?:\d+ )?hours?\b", " "),
    (r"\bhours of service\b|\bout of hours\b", " "),
    (r"\b(\d+)[ -]hour (?:break|reset|rest|restart|shift)\b", " "),
    (r"\b(?:a )?couple(?: of)? (?=" + _HOURS + r"|" + _MINUTES + r")", "2 "),
    (r"\b(?:an? )?few (?=" + _HOURS + r")", "3 "),
    (r"\b(?:half(?: an| of an)?|a half) hour\b", "30 minutes"),
    (r"\b(?:a )?quarter (?:of an )?hour\b", "15 minutes"),
    (r"\b(?:3|three)[ -]quarters of an hour\b", "45 minutes"),
    (  # "an hour ten", "dos horas con veinte"
        r"\b(?:(?P<count>\d|an?) ?)?(?:hours?|hrs?|horas?),?(?: (?:and|y|con))? (?P<rest>[1-5]\d)\b"
        r"(?! ?(?:[ap]m\b|[:.]\d|o'clock|hours?|horas?|min\w*|miles?|millas?|pounds?|trucks?|de la))",
        lambda found: f"{(found['count'] or '1').replace('an', '1').replace('a', '1')} hours {found['rest']} minutes",
    ),
    (r"\b(\d+) hours? and (?:a )?half\b", r"\1.5 hours"),
    (r"\b(?:\d+ or|\d+ to) (\d+ " + _HOURS + r"|\d+ " + _MINUTES + r")", r"\1"),
    (r"\b(?:an? )?(?:1 )?" + _HOURS + r" and (?:a )?half\b", "1.5 hours"),
    (r"\b(\d+) and (?:a )?half hours?\b|\b(\d+) hours? and (?:a )?half\b", r"\1\2.5 hours"),
    (r"\b(?:an?|the next) (?:hour|hr)s?\b", "1 hour"),
    (r"\banother hours?\b", "another 1 hour"),
    (r"\b(?:1 2|2 3|3 4|4 5|5 6) (?:more )?(?=" + _HOURS + r")", lambda found: f"{found[0][2]} "),
    (r"(?<![\d.:@])(\d{1,3}(?:\.\d)?) (\d{1,3}(?:\.\d)?) (?=" + _HOURS + r"|" + _MINUTES + r")", r"\1 minutes "),
    (r"(?<![\d.:@~])(\d{1,3}(?:\.\d{1,2})?) ?" + _HOURS + r"(?:,? (?:and |y |con )?(\d\d?) ?" + _MINUTES + r")\b",
     lambda found: _minutes(found[1], found[2])),
    (r"(?<![\d.:@~])(\d{1,3}(?:\.\d{1,2})?) ?" + _HOURS + r"\b(?!')", lambda found: _minutes(found[1])),
    (r"(?<![\d.:@~])([1-9]\d{0,2}) ?" + _MINUTES + r"\b(?! (?:to|til|before|past|after|of) \d)",
     lambda found: _minutes("0", found[1]) if found[1] != "1" else " "),
    (r"\b(running|be|about|bout|like|im|i'm|he's|probably) (\d\d)(?= (?:late|behind)\b)", r"\1 ~\2"),
    (r"\b(running|be|about|bout|like) ([1-4])(?= (?:late|behind)\b)", lambda found: f"{found[1]} {_minutes(found[2])}"),
    (r"\b(got|have|do|offer|you|him|tengo) an? (?=(?:[1-9]|1[0-2]) [0-5]\d\b(?! ?(?:f(?:oo|ee)?t|truck|trailer)))",
     r"\1 at "),
    (r"\b(back|you|me) in (\d\d?)\b(?! ?(?:~|minutes|hours|of))", r"\1 in ~\2"),
)  # fmt: skip
SIMPLER = tuple((re.compile(pattern), replacement) for pattern, replacement in _RULES)
# A condition before it, up to what is to be then: "if they say yes, I'll go".
IF = re.compile(
    r"\b(?:if|si (?:me|te|le|no|la|lo|garanti\w+|carg\w+|pued\w+)|(?:as|so) long as|long as|unless|"
    r"provided)\b(?: [\w']+)?(?:(?!\b(?:may ?be|then|(?:i|we|he|she)(?:'?ll| will)|llego|llegamos|entrego|estoy"
    r"|estamos|caigo)\b)[^.,;@~])*$"
)
# What is still to come.
FUTURE = re.compile(
    r"\b(?:(?:be|get|getting|have (?:me|him|it)|to be|get me) (?:\w+ )?(?:un)?(?:loaded|delivered|empty|"
    r"done|emptied|out|finished|checked in)|will|i'll|he'll|they'll|she'll|it'll|we'll|gonna|going to|"
    r"should|would|'d|can|could|be|hope|expect|"
    r"figure|says?|not before|probably|eta|tomorrow|tonight|add|roll|puedo|llego|seria|quedo|va a|voy a|"
    r"vamos a|call|try|"
    r"after)\b"
)


# Clock times, by their form and the words beside them.
_PARTED = re.compile(
    r"\b(?P<minutes>half|quarter|(?<!\d )\d\d?)(?: minutes?| min)? (?P<way>to|too|til|before|of|past|"
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
_OF_DAY = re.compile(r" (?:in the (?:morning|afternoon|evening)|at night)\b")
_NO_CLOCK = re.compile(
    r"\b(?:exit|marker|mm|i|route|highway|hwy|us|door|dock|bay|load|number|truck|trailer|unit|seal|gate|on my|on his|"
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
    is_led = is_led or bool(found["plain"] and _OF_DAY.match(found.string, found.end()))
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


# What an hour that was named bounds: "before two", "from seven to eleven"; alone it is the hour itself.

# Of clock times as `simple` writes them.
_BOUND = re.compile(
    r"\b(?P<way>not before|before|after|by|no later than)(?: (?:at|like|about|around|bout))* "
    r"@(?P<hour>\d+):(?P<minute>\d\d)"
)
_SPAN = re.compile(
    r"(?P<between>\b(?:between|entre) (?:at )?)?@(?P<hour>\d+):(?P<minute>\d\d)(?P<mark>\w?) "
    r"(?:to|til|thru|through|at|(?(between)(?:and|y)|to)) (?:at )?@(?P<last>\d+):(?P<end>\d\d)"
)
_WAYS = {"not before": "after", "no later than": "by"}
_AFTER_ES, _BEFORE_ES = re.compile(r"\bdespues de las?\b"), re.compile(r"\bantes de las?\b")


def clocks_in(text: str, language: str, *, is_clear: bool = False) -> str:
    """The words with their clock times as `simple` writes them; `is_clear`: without bare numbers that may be some."""
    said = plain(text)
    return simple(figures(said, languages_of(said, language)[0]), is_asked=True, is_clear=is_clear)


_ZONES = {
    "eastern": "America/New_York",
    "este": "America/New_York",
    "central": "America/Chicago",
    "centro": "America/Chicago",
    "mountain": "America/Denver",
    "montana": "America/Denver",
    "pacific": "America/Los_Angeles",
    "pacifico": "America/Los_Angeles",
}
_ZONE = re.compile(
    r"\b(?:(?P<en>eastern|central|mountain|pacific)(?! (?:avenue|ave|street|st|valley|freight))|"
    r"(?:hora|tiempo|alla|aca|aqui) (?:del? |de la )?(?P<es>este|centro|montana|pacifico))\b"
)


ZONE_SAID = {
    "en": {
        "America/New_York": "Eastern",
        "America/Chicago": "Central",
        "America/Denver": "Mountain",
        "America/Los_Angeles": "Pacific",
    },
    "es": {
        "America/New_York": "hora del este",
        "America/Chicago": "hora del centro",
        "America/Denver": "hora de la montaña",
        "America/Los_Angeles": "hora del Pacífico",
    },
}


def zone_said(text: str) -> str:
    """The time zone that is named beside an hour, "three eastern"; empty where none is."""
    found = _ZONE.search(plain(text))
    return _ZONES[found["en"] or found["es"]] if found else ""


# The letter of a clock time: a or p, x for noon and midnight, m of 24 hours, n for none.
_HALF = re.compile(
    r"@\d+:\d\d(?:[axpm]|\w? (?:in the |at )?(?:morning|afternoon|evening|night))|"
    r"\b(?:tonight|this (?:morning|evening)|mornin[g']?s|evenings|las mananas)\b"
)


def tells_half(text: str, language: str) -> bool:
    """Whether a clock time in it is told by its half of the day, or can be but one: "eight tonight", "noon"."""
    return bool(_HALF.search(clocks_in(text, language)))


def bound_of(text: str, language: str, clock: time) -> str:
    """Whether it is "before", "after" or "by" that clock time; empty where it is the time itself."""
    for found in _BOUND.finditer(clocks_in(text, language)):
        if not _is(clock, int(found["hour"]), found["minute"]):
            continue
        if found["way"] == "by" and _AFTER_ES.search(plain(text)):
            return "after"  # both are "by" in simple words
        if found["way"] == "by" and _BEFORE_ES.search(plain(text)):
            return "before"
        return _WAYS.get(found["way"], found["way"])
    return ""


def span_of(text: str, language: str, clock: time) -> tuple[time, time] | None:
    """The hours of a span that begins or ends at that clock time, "seven to eleven"; None where there is none."""
    for found in _SPAN.finditer(clocks_in(text, language)):
        first, last = (int(found[name]) % 12 for name in ("hour", "last"))
        is_first = _is(clock, first, found["minute"])
        if found["last"] == "24" and (is_first or clock == time(0)):  # "nine to midnight" is at night
            return time(first + (0 if found["mark"] == "a" else 12), int(found["minute"])), time(0)
        if is_first:
            if last < first and clock.hour >= 12:  # "six to two" begins in the morning
                clock = clock.replace(hour=first)
            last = next((hour for hour in (last, last + 12) if hour > clock.hour), 0)
            return (clock, time(last, int(found["end"]))) if last else None
        if _is(clock, last, found["end"]):
            first = next((hour for hour in (first + 12, first) if hour < clock.hour), -1)
            return (time(first, int(found["minute"])), clock) if first >= 0 else None
    return None


def _is(clock: time, hour: int, minute: str) -> bool:
    return hour % 12 == clock.hour % 12 and int(minute) == clock.minute
