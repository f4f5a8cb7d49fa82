"""Words of time made simple, one pattern after the other: Spanish as English, homophones, and durations as minutes."""

import re
from collections.abc import Callable

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
    (r"\bmanana\b", "tomorrow"),
    (r"\b(?:por|de|en) la tarde\b|\besta tarde\b", "in the afternoon"),
    (r"\b12 de la noche\b|\b(?:la )?media ?noche\b", "midnight"),
    (r"\b(?:por|de|en) la noche\b|\besta noche\b", "at night"),
    (r"\b(?:al?|del|el)? ?medio ?dia\b", "noon"),
    (r"\bhoy(?: mismo)?\b", "today"),
    (r"\bhace (?:como |mas de |unas |unos ){0,3}((?:\S+ ){1,3}?(?:horas? y media|horas?|minutos?|dias?))\b", r"\1 ago"),
    (r"\b(?:hora y media|1 hora y media)\b", "1.5 hours"),
    (r"\b(\d+) horas? y media\b", r"\1.5 hours"),
    (r"\b(?:una )?media hora\b", "30 minutes"),
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
    (r"(?<![\w.:$])(?<!hours )(\d\d?)\.(5|25)\b(?= ?(?:$|[,.?]|ya\b|en la\b|in the\b))", _half_hours),
    (r"\b(?:" + "|".join(_WEEKDAYS) + r")\b", lambda found: _WEEKDAYS[found[0]]),
    (r"\b(\d\d?) de (?=(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b)", r"\1 of "),
    # Clock
    (r"\b(?:oh|o) (?=\d{3}\b|\d [0-5]\d\b)", "0"),
    (r"(?<![:\d])0(\d)(?= ?(?:am|pm)\b)", r"\1"),
    (r"\bmidnight(?:ish)?\b", "@24:00x"),
    (r"\b(?:lunch ?time|mid ?day|noon(?:ish)?)\b(?! time)", "@12:00x"),
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
    (r"\b(\d+) hours? and (?:a )?half\b", r"\1.5 hours"),
    (r"\b(?:\d+ or|\d+ to) (\d+ " + _HOURS + r"|\d+ " + _MINUTES + r")", r"\1"),
    (r"\b(?:an? )?(?:1 )?" + _HOURS + r" and (?:a )?half\b", "1.5 hours"),
    (r"\b(\d+) and (?:a )?half hours?\b|\b(\d+) hours? and (?:a )?half\b", r"\1\2.5 hours"),
    (r"\b(?:an?|the next) (?:hour|hr)s?\b", "1 hour"),
    (r"\banother hours?\b", "another 1 hour"),
    (r"(?<![\d.:@])(\d{1,3}(?:\.\d)?) (\d{1,3}(?:\.\d)?) (?=" + _HOURS + r"|" + _MINUTES + r")", r"\1 minutes "),
    (r"(?<![\d.:@~])(\d{1,3}(?:\.\d{1,2})?) ?" + _HOURS + r"(?:,? (?:and |y |con )?(\d\d?) ?" + _MINUTES + r")\b",
     lambda found: _minutes(found[1], found[2])),
    (r"(?<![\d.:@~])(\d{1,3}(?:\.\d{1,2})?) ?" + _HOURS + r"\b(?!')", lambda found: _minutes(found[1])),
    (r"(?<![\d.:@~])([1-9]\d{0,2}) ?" + _MINUTES + r"\b(?! (?:to|til|before|past|after|of) \d)",
     lambda found: _minutes("0", found[1]) if found[1] != "1" else " "),
    (r"\b(running|be|about|bout|like|im|i'm|he's|probably) (\d\d)(?= (?:late|behind)\b)", r"\1 ~\2"),
    (r"\b(running|be|about|bout|like) ([1-4])(?= (?:late|behind)\b)", lambda found: f"{found[1]} {_minutes(found[2])}"),
    (r"\b(back|you|me) in (\d\d?)\b(?! ?(?:~|minutes|hours|of))", r"\1 in ~\2"),
)  # fmt: skip
SIMPLER = tuple((re.compile(pattern), replacement) for pattern, replacement in _RULES)
# A condition before it.
IF = re.compile(
    r"\b(?:if|si (?:me|te|le|no|la|lo|garanti\w+|carg\w+|pued\w+)|(?:as|so) long as|long as|unless|"
    r"provided)\b(?:(?!\bmay ?be\b|\bthen\b)[^.,;@~])*$"
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
