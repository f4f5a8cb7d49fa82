"""The day that somebody names: tomorrow, a weekday, a date; of simple words, as `time_words.simple` makes them."""

import re
from datetime import date, datetime, timedelta

from calls.language.reading import Expecting, Listening
from calls.language.time_words import FUTURE, IF

MAX_PAST = timedelta(days=14)  # since when a date is this year's
ASKED = (Expecting.TIME, Expecting.CALLBACK)
_WHEN = re.compile(r"\bwhen\b|\bcu[aá]ndo\b|\ba qu[eé] hora\b", re.I)
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DONE = re.compile(
    r"\b(?:delivered|dropped|unloaded|picked|loaded|sent|gave|took|handed|signed|checked|last|since|was|"
    r"were|been|had|posted|"
    r"recogimos|entregue|entregamos|cargue|mande|dejamos|deje)\b"
)
# How the truck is, which tells of no day: "and I'm loaded", "loaded, he's good for Sunday".
_STATE = re.compile(
    r"(?:\b(?:i'?m|he'?s|she'?s|we'?re|truck'?s|is|are|am)(?: (?:already|still|all))*|^\W*)"
    r" ?\b(?:un)?loaded\b(?! (?:on|at|last|this|since|yesterday|it|me|us|him)\b| *$)"
)
_WANTED = re.compile(
    r"\b(?:tienes|tienen|any ?thing|something|need|algo|out of|empty|back|it'?s a|delivers|picks? ?up|"
    r"unloaded|loaded|"
    r"loads?|move|what you got)\b"
)
_INSTEAD = re.compile(r"\b(?:no|wait|sorry|i mean|actually|so|rather|make that)\b(?! problem)")
_DAYS = {
    "day after tomorrow": 2,
    "tomorrow": 1,
    "yesterday": -1,
    "last night": -1,
    "day before yesterday": -2,
}
_NO_DAY = re.compile(
    r"(?:instead of|in ?stead of|stead of|rather than|\bnot|supposed to be there|won't be|ain't|\bo|"
    r"alcanzo|"
    r"(?:can't|cant|cannot|won't|wont|not|ain't|aint|never) (?:gonna )?(?:mak\w+|do|be|get|finish|"
    r"deliver)(?: it| that| there| in)*)"
    r"(?: for| til| to)? $"
)
_TALKED = re.compile(
    r"\b(?:(?<!\bi )(?<!already )(?:told|said)|i told (?!you|ya|u|y'all|yall)\w+|promis\w*|say|talked|called|spoke|"
    r"lady|quoted|email\w*|girl|desk|returning|gave me|"
    r"had me|had it)\b[^.;]*$"
)
_TALKED_AFTER = re.compile(r"[^.;]{0,12}\b(?:i called|you promise|told|said|called|same phone|he handles)\b")
_NOT = re.compile(r"\b(?:not|dont|nothin\w*|never|aint|cant|wont|no)\b|n't\b")
_CLOSED_BEFORE = re.compile(
    r"\b(?:closed|not open|don't (?:work|open|receive)|cerrad\w+|no (?:abr\w+|trabaj\w+|recib\w+))"
    rf"(?: (?:on|all day|up|for|el|los|and|y|or|every|(?:{'|'.join(_WEEKDAYS)})s?))* $"
)
_CLOSED = re.compile(r"(?:'s)? (?:they |they're |is |are |the )*(?:closed|holiday)\b")
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|march|mar|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|"
    r"oct(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?)"
)
_DAY = re.compile(
    r"\b(?:(?P<ahead>day after tomorrow|tomorrow)|(?P<back>day before yesterday|yesterday|last night)|"
    r"(?P<days>\d) days? ago|"
    rf"(?P<which>next |last |this |this coming |coming )?(?P<weekday>{'|'.join(_WEEKDAYS)})|"
    rf"(?P<month>{_MONTH})\.? (?:the )?(?P<date>[0-3]?\d)(?:th)?|"
    rf"(?:the )?(?P<date2>[0-3]?\d)(?:th)? of (?P<month2>{_MONTH})|"
    r"(?P<today>today|tonight|this (?:morning|afternoon|evening)))\b"
)
_CLAUSE = re.compile(r"[.;?!]|\b(?=(?:i|we) (?:can|could) )")  # "we're closed I can do Friday"
_EITHER_DAY = re.compile(
    rf"\b(?:{'|'.join(_WEEKDAYS)}|tomorrow|today) or (?:maybe )?(?:{'|'.join(_WEEKDAYS)}|tomorrow|today)\b"
)
_SLASHED = re.compile(r"(?<![\d/])(?P<month>1[0-2]|0?[1-9])/(?P<day>[0-3]?\d)(?:/(?:20)?\d\d)?(?![\d/])")
_OF_MONTH = re.compile(
    r"\b(?:the|on|el)(?: dia)? (?P<day>[0-3]?\d)(?P<mark>th)?\b(?= ?(?:$|[.,;?!](?!\d)|(?:at|by|in|for|to|"
    r"around|and|or|pick\w*|"
    r"if|is|of this|please|morning|afternoon|con|por|para|de este|en|a)\b))"
)


def asks_when(listening: Listening) -> bool:
    """Whether a time was asked for, be it together with the place."""
    is_both = listening.expecting == Expecting.PLACE and bool(_WHEN.search(listening.agent_said))
    return is_both or listening.expecting in ASKED


def read_day(text: str, listening: Listening, *, is_about: bool, is_past: bool) -> date | None:
    """The day; `is_about`: the talk isn't of a price, so that a day is more than a condition."""
    return _Reader(text, listening, is_about=is_about, is_past=is_past).day()


def days_named(text: str, listening: Listening, *, is_about: bool, is_past: bool) -> list[tuple[int, date]]:
    """All days that count, in the order said, each with where it begins."""
    reader = _Reader(text, listening, is_about=is_about, is_past=is_past)
    found = [(each.start(), reader.named(each)) for each in _DAY.finditer(text)]
    return [(start, day) for start, day in found if day]


class _Reader:
    """Reads the days of one utterance."""

    def __init__(self, text: str, listening: Listening, *, is_about: bool, is_past: bool) -> None:
        self.text = text
        self.now: datetime = listening.now
        self.expecting = listening.expecting
        self.is_asked = asks_when(listening)
        self.is_about, self.is_past = is_about, is_past

    def day(self) -> date | None:
        """The first that was named, unless it was taken back."""
        today, text = self.now.date(), self.text
        day, last = None, 0
        for found in _DAY.finditer(text):
            named = self.named(found)
            if named and (day is None or _INSTEAD.search(text[last : found.start()])):
                day, last = named, found.end()
        if day and not self.is_asked and _EITHER_DAY.search(text):
            return None  # "tomorrow or today": either will do
        if day:
            return day
        asks_date = self.expecting in (Expecting.LOAD, Expecting.TIME, Expecting.CALLBACK)
        if asks_date and (slashed := _SLASHED.search(text)):
            return _next_date(today, int(slashed["month"]), int(slashed["day"]))
        if (of_month := _OF_MONTH.search(text)) and (
            of_month["mark"] or (of_month[0].startswith("el ") and self.expecting == Expecting.LOAD)
        ):
            return _of_month(today, int(of_month["day"]))
        if (
            self.expecting in (*ASKED, Expecting.OFFER)
            and self.is_about
            and not self.is_past
            and re.search(r"\bin the morning\b", text)
            and "@" not in text
        ):
            return today + timedelta(days=1)
        return None

    def named(self, found: re.Match[str]) -> date | None:
        """The day of a match; None where nothing is to be, or was, done then."""
        clause = _CLAUSE.split(self.text[max(0, found.start() - 60) : found.start()])[-1]
        if (
            not self._counts(found, clause)
            or _CLOSED.match(self.text, found.end())
            or _CLOSED_BEFORE.search(clause)
        ):
            return None
        return self._day_of(found, clause)

    def _day_of(self, found: re.Match[str], clause: str) -> date | None:
        """The day that a match names."""
        today = self.now.date()
        if words := found["ahead"] or found["back"]:
            return today + timedelta(days=_DAYS[words])
        if found["days"]:
            return today - timedelta(days=int(found["days"]))
        if found["weekday"]:
            return self._weekday(found, clause)
        if name := found["month"] or found["month2"]:
            return _next_date(today, _MONTHS.index(name[:3]) + 1, int(found["date"] or found["date2"]))
        return today

    def _counts(self, found: re.Match[str], clause: str) -> bool:
        """Whether something is to be or was done on that day: it isn't turned down, nor only talked of."""
        rest = self.text[found.end() : found.end() + 40]
        if _NO_DAY.search(clause) or _TALKED.search(clause) or _TALKED_AFTER.match(rest) or IF.search(clause):
            return False
        if found["today"] and _NOT.search(clause):
            return False
        if self.is_asked:
            return True
        if not (self.is_about or _WANTED.search(clause)):
            return False
        if found["today"] == "this morning":
            return bool(_DONE.search(clause)) and "now" not in rest and " since " not in clause[-8:]
        if found["today"] or found["back"]:
            return self.expecting == Expecting.LOAD or bool(
                _WANTED.search(self.text) or _DONE.search(clause + rest)
            )
        return True

    def _weekday(self, found: re.Match[str], before: str) -> date:
        """The next of that name, or today; "last" and what is told of something done go back."""
        today = self.now.date()
        ahead = (_WEEKDAYS.index(found["weekday"]) - today.weekday()) % 7
        which = (found["which"] or "").strip()
        if not ahead and self.text.startswith(" next", found.end()):
            return today + timedelta(days=7)
        if which == "next":
            return today + timedelta(days=7 - today.weekday() + _WEEKDAYS.index(found["weekday"]))
        clause = re.split(r"[.;?!]", before)[-1]
        after = re.split(r"[.;?!]|\b(?:but|pero)\b", self.text[found.end() :])[0]
        clause, after = (_STATE.sub(" ", each) for each in (clause, after))
        is_past = _DONE.search(clause) or (_DONE.search(after) and not FUTURE.search(clause + after))
        if which == "last" or (is_past and not FUTURE.search(clause)):
            return today - timedelta(days=(-ahead) % 7 or 7)
        return today + timedelta(days=ahead)


def _next_date(today: date, month: int, day: int) -> date | None:
    """That date of this year, or of the next where it is long gone."""
    for year in (today.year, today.year + 1):
        try:
            found = date(year, month, day)
        except ValueError:
            continue
        if found >= today - MAX_PAST:
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
