"""Times and days as people say them on the phone, in both languages.

The words are first made simple: Spanish ones English, each clock time "@14:30", each duration "~90" minutes. Then what
stands around them tells what they are: how late, how long ago, an old appointment, or the answer.
"""

import re
from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from calls.language.classifier import Mention, roles_of
from calls.language.days import ASKED, asks_when, days_named, read_day
from calls.language.reading import Expecting, Figure, Listening
from calls.language.time_words import FUTURE, IF, simple

MAX_DURATION = 96 * 60  # minutes
MAX_PASSED = timedelta(minutes=5)  # "at 5", said at two minutes past: five o'clock, not tomorrow's
LATER = 2  # times as far is a time after the appointment as one before it
MAX_AWAY = timedelta(hours=3)  # from the appointment's time of day, for a half of the day to be clear
_ARRIVAL_ASKED = (Expecting.TIME, Expecting.PLACE)
_NO_PRICES = (*ASKED, Expecting.PLACE, Expecting.REASON)


@dataclass(frozen=True, slots=True)
class When:
    """The day and the moment that were named; local and naive."""

    day: date | None
    time: datetime | None


def read_when(text: str, sums: Sequence[Figure], listening: Listening, *, is_done: bool = False) -> When:
    """Day and time in a figures text; sums of money in it are none. `is_done`: what is told has happened."""
    reader = _Reader(_without_sums(text, sums, listening), listening, is_done=is_done)
    moment = reader.moment()
    return When(reader.day, moment.replace(second=0, microsecond=0) if moment else None)


def _without_sums(text: str, sums: Sequence[Figure], listening: Listening) -> str:
    for figure in sums:
        said = text[figure.start : figure.end]
        if listening.expecting not in _NO_PRICES or "$" in said or "dollar" in said:
            text = f"{text[: figure.start]}{'_' * (figure.end - figure.start)}{text[figure.end :]}"
    return text


def taught(
    text: str, sums: Sequence[Figure], listening: Listening, wanted: datetime | None, *, is_done: bool
) -> tuple[list[str], list[Mention], list[str]]:
    """What `train_ear` learns from: tokens, times, and which of them tell `wanted`; no times where that is unclear."""
    reader = _Reader(_without_sums(text, sums, listening), listening, is_done=is_done, is_all=True)
    tokens, mentions, starts = times_in(reader.text)
    if wanted is None:
        return tokens, mentions, [""] * len(mentions)
    said = reader.said
    alone = set()
    for each in said:
        reader.said = [each]
        if reader.moment() == wanted:
            alone.add(each.start)
    reader.said = said
    if not alone and reader.moment() == wanted:
        alone = {each.start for each in said}
    return tokens, mentions if alone else [], [TOLD if start in alone else "" for start in starts]


# What is called a time and isn't the answer, right before it.
_OLD = re.compile(
    r"(?:(?:instead of|in ?stead of|stead of|rather than|\bnot|supposed to (?:be|deliver|"
    r"pick up)(?: there| here)?|opens?|closes?|"
    r"was (?:for|set for)|thought it was|(?:take|taking) trucks|(?:is|was) it|miss(?:ing)?|"
    r"(?:won't|wont|not|ain't|aint|can't|cant|never|didn't)(?: \w+){0,2} mak\w+(?: it)?|(?:can't|cant) do)"
    r",?(?: at| by| for| after| to| the| my| his| that| be| from| between)*|abran at|abren at|tiempo at|"
    r"\b(?:appointment|rate con|scheduled|window|(?:delivery|pickup)'s)(?:'s)?(?: (?!be there|so|but|"
    r"gonna|i\b|say|more|was yesterday)[a-z']+){0,5}"
    r",?(?: til| at)?) $"
)
_THEN = re.compile(
    r"\b(?:let's say|call it|no|naw|nah|nope|scratch|make (?:that|it)|i mean|i meant|actually|sorry|"
    r"more like|maybe|so|then|better|wait|"
    r"mejor|perdon|probably|digo|but(?: [\w']+){0,5} (?:be|get) (?:there|at|in))\b"
)
_THEIRS = re.compile(r" (?:for them|their time|over there|at the dock|local)\b")
# "I won't make the appointment till six".
_NOT_TILL = re.compile(
    r"\b(?:no (?:voy a |vamos a )?lleg\w+|(?:won't|wont|not|can't|"
    r"cant) (?:gonna )?make)\b[^.;@~]* til (?:at )?$"
)
_OR = re.compile(r"\bor?(?: at)? $")
_SO_DAY = re.compile(
    r"\bso (?:it's |its |it'll |i'm )?(?:gonna be|not|be|probably|maybe)? ?(?:today|tomorrow)\b"
)
_MORE = re.compile(r"\b(?:then|add|plus|and)\b[^.;@~]{0,25}$")
_LATE = re.compile(
    r" ?(?:or so|tops|maybe|more|an?)? ?(?:late|later|behind|delayed|pasada|past (?:my|the) appointment)\b"
)
_LATE_BEFORE = re.compile(
    r"\b(?:late|behind|running|delayed|be late)(?: by| about| like| como| cosa de| around| some| probably|"
    r" it's|,)* $"
)
_ADDED = re.compile(r"\badd(?: about| like| another)* $")
_EARLY = re.compile(r" (?:early|ahead|before (?:my|the) appointment|sooner)\b")
_AGO = re.compile(r" ago\b| back\b(?! (?:in|at|on))")
_CALLED_BEFORE = re.compile(
    r"\b(?:called|asked|told|talked|spoke|posted|could've|put up|sent|postearon|publicaron|"
    r"subieron)\b[^.;]*$"
)
_SPENT_BEFORE = re.compile(
    r"\b(?:been|last|past|took|takes?|taking|held|had us|had me|waited|sat|sitting|sittin|waiting|slept|"
    r"driving|lost|perd(?:i|io|imos)|every|than|"
    r"less|reset|each|my|already|stay|stayed|sleep\w*|only just|for|after|first|only|cost|stopped|kept|"
    r"wait|there|here|pay for|tardaron|llevo|mis|trae|sobra|parado|tuvo|tuvieron|at)\b[^.,;@~]{0,22}$"
)
_SPENT_AFTER = re.compile(
    r" (?:of |de )?(?:manejo|descanso|break|reset|rest|early|to kill|to load|drive|driving|drivin|"
    r"straight|sleep|detention|loads?(?! me)|unloads?(?! me)|layover|in line|waiting|"
    r"out of there|free|per|a day|stopped|sitting|esperando)\b"
)
_FROM_NOW_BEFORE = re.compile(
    r"\b(?:in|another|give me|within|call(?: \w+){1,3}|later)(?: about| like| maybe| around)* $"
)
_FROM_NOW_AFTER = re.compile(
    r" (?:out\b(?! of\b)|away|more|from (?:now|here|there|the|you|receiver)|left|til|to go)"
)
_RESET = re.compile(r"\b(?:reset|break|clock|sleeper)\b[^.;,@~]{0,15}$")
# Hours that a driver may still drive are no arrival: "three hours left on my clock".
OF_CLOCK = (
    r" (?:(?:left|more|remaining|still|to go|or so|only) )*(?:(?:on|off|in) (?:my|his|her|the|our|this|their)(?: \w+)? "
    r"(?:clock|hours|eleven|fourteen|seventy|log ?(?:book)?s?|eld|11|14|70|@1[14]:00n)\b|"
    r"(?:of |to )?(?:driv(?:e|ing|in)|drive time)\b"
    r"(?: time| left)*|(?:de|pa|para) manej\w+|(?:en|del?) (?:(?:el|mi|su) )?(?:reloj|eld|log ?book|bitacora)\b)"
)
_OF_CLOCK = re.compile(OF_CLOCK)
_FROM_ELSEWHERE = re.compile(
    r" (?:out of|(?:west|east|north|south) of|from (?!now|here|there|the\b|you|receiver))"
)
_CALL = re.compile(
    r"\b(?:call|ring|try|reach|phone|shout|holler|buzz|text)(?:ing)?\b(?! on\b)|\bllam\w+|\bmarqu\w+|"
    r"\b(?:be|get) there\b|\bback (?:to you|with you)"
)
_PAST = re.compile(
    r"\b(?:delivered|dropped|unloaded|emptied|loaded|checked|signed|been|since|left|was|were|done at|"
    r"done by|finished|picked|"
    r"arrived|livered|this morning|pulled|cut me|gone|got (?:here|there|it|in|out|empty|loaded|unloaded|"
    r"done|off|to)|ago|came|here at|"
    r"empty|out (?:the|of the) gate|started|broke|(?:^|@\S+ )(?:in|out) at|rolled|tenia|bajaron|quede|"
    r"chequearon|hit me|released|let me go|went|"
    r"(?:un)?load(?:ed|s)?(?: it)? me|let (?:him|me)|yesterday|last night|they had me|it's off|already|"
    r"entre con|dieron|dio salida|check out|recogi|cargue|llegaron|got (?:my|the|our)|entregue\w*|"
    r"descargue|descargaron|"
    r"cargaron|sali|llegue|firmaron|hice|fue|recogimos|salio|registre|"
    r"entrego|check in|"
    r"reportaron|solto|soltaron|acabe|termin\w+)\b"
)
_MARK = re.compile(
    r"(?:(?:this|tomorrow|yesterday|last|early|late)? ?(?P<half>morning|afternoon|evening|night|tonight|"
    r"(?<!before )lunch))"
)
_OF_OTHER = re.compile(
    rf"@\S+ (?:in the |at )?{_MARK.pattern}"
)  # "here since nine in the morning, maybe four"
_HALVES = {"morning": "am", "afternoon": "pm", "evening": "pm", "night": "pm", "tonight": "pm", "lunch": "pm"}
_TOKEN = re.compile(r"@(?P<hour>\d\d?):(?P<minute>\d\d)(?P<mark>[apxmn])|~(?P<long>\d+)")
_WORD = re.compile(r"@\d\d?:\d\d[apxmn]|~\d+|[\w']+|[.,?!;]")
HOUR, DAY = 60, 24 * 60  # minutes
_VAGUE = (
    (
        re.compile(
            r"\b(?:first|1th|1st) thing\b(?: in the)?(?: tomorrow)?(?: morning)?|\b(?:early (?:in the |"
            r"tomorrow )?morning|tomorrow early|morning early)\b"
        ),
        7,
    ),
    (re.compile(r"\b(?:end of (?:the )?day|eod|close of business|cob)\b"), 17),
)


# Where the night is spent, on the way: "I'm shutting down in Kearney tonight".
_RESTS = re.compile(
    r"\b((?:shut\w*(?: it| her)?(?: on)? down|park\w*|sleep\w*|stay\w*|bedding down|lay\w* over|stop(?:ping)?|dorm\w+|"
    r"duerm\w+|descans\w+)\b[^.;@~]{0,30}?)\b(?:tonight|(?:for|at|in) (?:the )?night|this evening)\b"
)
# When they go from where they are, which is no arrival.
_DEPARTS = re.compile(
    r"\b(?:leav(?:e|es|in[g']?)|left|(?:head|pull|roll)(?:s|ed|in[g']?)? out|head(?:s|ed|in[g']?)? "
    r"(?:over|down|up|that way)|depart\w*|tak(?:e|es|in[g']?) off|took off|(?:roll|mov|driv|go)(?:es?|in[g']?)? again|"
    r"(?:gets?|getting) (?:going|rolling|moving)|(?:starts?|starting|fir(?:e|es|ing)) (?:back )?up|(?:start|begin)s?"
    r"(?: rolling| moving| driving| again)+|(?:back on|hits?|hitting) the road|salgo|sale|"
    r"salir|salimos|saldr\w+|arranc\w+|(?:ruedo|rodando|manejando) (?:otra vez|de nuevo))\b(?P<to>[^.;,@~]{0,30})$"
)
# Between two times: the truck stops there for the night, and what comes after is when it delivers.
_STOPS_OVER = re.compile(
    r"\b(?:(?:i'm|i'll|i|he'll|he's|we'll|we're|gonna|going to|then|and|just) (?:gonna |just |then |be )*"
    r"(?:park\w*|sleep\w*|shut\w*(?: it)? down|stop\w*|stay\w*|lay\w* over|crash\w*|camp\w*|bed\w* down)|"
    r"(?:me |nos |se )(?:paro|para|paramos|quedo|queda|quedamos|duermo|estaciono|estaciona)|duermo|dormimos|descanso"
    r"|pernoct\w+)\b(?!.* til )(?=.*\b(?:and|then|but|y|pero|luego|(?:tomorr|\w+d)[oa][wy])\b)"
)
# "I'll be there Tuesday night, sleep at the receiver and go in at seven".
_OVERNIGHT = re.compile(
    r"\b(?:night|tonight|evening)\b.*\b(?:sleep|spend|stay|park|sit|lay\w* over|dorm\w+|duerm\w+|descans\w+|qued\w+|"
    r"esper\w+)\b"
)
_ARRIVES = re.compile(
    r"\b(?:be|get|gets|there|arriv\w*|make it|lleg\w+|entreg\w+|estar\w*|estoy)\b[^.;,@~]{0,20}$"
)
# "Half past twelve, no a las once": in Spanish what it isn't, where that is the appointment.
_NOT_AT = re.compile(r"\bno(?:t)? at $")
_AGO_SAID = re.compile(r",? ~\d+ ago\b")  # "they said an hour, an hour ago"
_WEEKDAY = re.compile(r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b")


@dataclass(slots=True)
class _Said:
    """A clock time or a duration, and the words around it."""

    start: int
    end: int
    before: str
    after: str
    hour: int = 0
    minute: int = 0
    mark: str = ""
    long: int | None = None


_IF_COMING = re.compile(
    r"\b(?:if (?:i|we|he|she) (?:(?:\w+ )?(?:in|up|there|over)|arrives?)|si (?:llego|llegamos|llega|caigo))"
    r"(?: (?:at|like|around|about|como|a|eso|de|las))* $"
)
_SO = re.compile(r"\bso (?:at |like |about |around |by )?$")
_SINCE = re.compile(r"\bsince @\d")
_GOOD_FOR = re.compile(r"\bfor (?=\d\d?(?: [0-5]\d)? (?:today|tonight|tomorrow|(?:on )?[a-z]+day)\b)")
_EITHER_HOUR = re.compile(r"\b(\d) (1?\d) ?(?=oh? ?'? ?clock\b)")


def _later(found: re.Match[str]) -> str:
    """The later of two hours, "nine, ten o'clock", which is no ten past nine."""
    return f"{found[2]} " if int(found[2]) == int(found[1]) + 1 else found[0]


TOLD = "told"  # the role of a time that is the answer, or part of it
# Answered with times of which none seems to tell anything, all of them do.
_WANTED = (Expecting.TIME, Expecting.CALLBACK, Expecting.CONFIRMATION, Expecting.NOTHING)


def times_in(text: str) -> tuple[list[str], list[Mention], list[int]]:
    """The tokens of a simple text, the clock times and durations in it, and where these begin."""
    words = [*_WORD.finditer(text)]
    named = [(at, found) for at, word in enumerate(words) if (found := _TOKEN.fullmatch(word[0]))]
    tokens = [_TOKEN.sub(lambda found: "~" if found["long"] else "@", word[0]) for word in words]
    mentions = [Mention(at, at + 1, form=_form(found), what=found[0]) for at, found in named]
    return tokens, mentions, [words[at].start() for at, _ in named]


def _form(found: re.Match[str]) -> str:
    """A time of the clock by its mark, a duration by how long it is."""
    if not found["long"]:
        return f"@{found['mark']}"
    return f"~{bisect((HOUR, DAY), int(found['long']))}"


def _told(text: str, listening: Listening) -> set[int]:
    """Where the times of a simple text begin that tell something; "appointments left at five" tells nothing."""
    tokens, mentions, starts = times_in(text)
    roles = roles_of("times", tokens, mentions, listening) if mentions else []
    told = {start for start, role in zip(starts, roles, strict=True) if role == TOLD}
    return told if told or listening.expecting not in _WANTED else {*starts}


class _Reader:
    """Reads one utterance."""

    def __init__(self, text: str, listening: Listening, *, is_done: bool, is_all: bool = False) -> None:
        self.is_done = is_done
        self.now, self.expecting = listening.now, listening.expecting
        self.start, self.end = listening.appointment
        self.is_price = (
            listening.expecting in (Expecting.OFFER, Expecting.CONFIRMATION) and listening.offer is not None
        )
        self.is_call = bool(_CALL.search(text))
        self.is_asked = asks_when(listening) or listening.expecting == Expecting.NOTHING
        if listening.expecting in _ARRIVAL_ASKED:
            text = _GOOD_FOR.sub("at ", _EITHER_HOUR.sub(_later, text))
        self.text = simple(text, is_asked=self.is_asked, is_clear=listening.expecting == Expecting.NOTHING)
        self.text = self.text if self.is_price else _RESTS.sub(r"\1", self.text)
        self.said = [self._found(found) for found in _TOKEN.finditer(self.text)]
        if not is_all:
            told = _told(self.text, listening)
            kept = [each for each in self.said if each.start in told]
            if not kept or self.expecting not in _ARRIVAL_ASKED or not all(map(self._departs, kept)):
                # When they leave isn't what was asked: then the other time may be.
                self.said = [
                    each
                    for each in self.said
                    if each in kept
                    or self._is_after_stop(each, kept)
                    or (not kept and self._would_come(each))
                ]
        self.is_past = bool(_PAST.search(self.text))
        about = self.is_call or not self.is_price
        self.days = days_named(self.text, listening, is_about=about, is_past=self.is_past)
        self.of_day = self.text
        self.day = read_day(self.text, listening, is_about=about, is_past=self.is_past)

    def _found(self, found: re.Match[str]) -> _Said:
        before = self.text[max(0, found.start() - 80) : found.start()]
        said = _Said(found.start(), found.end(), before, self.text[found.end() : found.end() + 40])
        if found["long"]:
            said.long = int(found["long"])
        else:
            said.hour, said.minute, said.mark = int(found["hour"]), int(found["minute"]), found["mark"]
        return said

    def moment(self) -> datetime | None:
        """What was named: a clock time, how late, how long from now or ago, or a part of the day."""
        clocks, is_old = [], False
        for each in self.said:
            if each.long is None:
                is_old = self._is_old(each) or (is_old and _OR.search(each.before) is not None)
                clocks += [] if is_old else [each]
        starts = [each for each in clocks if self.expecting in _ARRIVAL_ASKED and self._departs(each)]
        clocks = [each for each in clocks if each not in starts]
        clocks = [each for each in clocks if not self._is_since(each)] or clocks
        if clocks:
            clock = self._chosen(clocks)
            self.day, self.of_day = self._day_before(clock)
            if _SO_DAY.search(self.text[clock.end :]):
                return None
            moment = self._at(clock, clocks[0], is_only=len(clocks) == 1)
            more = [
                each for each in self.said if each.long and each.start > clock.end and self._is_on_top(each)
            ]
            moment = self._after_start(moment, clock, starts)
            return moment + timedelta(minutes=more[0].long or 0) if more and moment else moment
        return self.offset() or self._from_now() or self._ago() or self._vague()

    def _after_start(self, moment: datetime | None, clock: _Said, starts: list[_Said]) -> datetime | None:
        """The arrival after the start that was told before it: "rolling at six in the morning, there by nine"."""
        before = [each for each in starts if each.end < clock.start]
        if not (moment and before) or self.day or clock.mark in "xm":
            return moment
        start = self._at(before[-1], before[-1], is_only=False)
        half = timedelta(hours=24 if self._half(clock, is_only=False) else 12)
        while start and moment <= start:
            moment += half
        return moment

    def _day_before(self, clock: _Said) -> tuple[date | None, str]:
        """The day that a clock time is said of, and the words since it was named: the last before it, of several."""
        named = [(start, day) for start, day in self.days if start < clock.start]
        if not named:
            return self.day, self.text
        start, last = named[-1]
        day = self.day if len(self.days) == 1 else last
        since = self.text[start : clock.start]
        if day and clock.mark not in "px" and _OVERNIGHT.search(since):
            return day + timedelta(days=1), f"morning{self.text[clock.start :]}"
        return day, self.text[start:]

    def _is_old(self, clock: _Said) -> bool:
        """Whether it is what was agreed, or a condition, or nothing that the talk is about; not the answer."""
        if self.is_price and clock.mark != "x" and not (clock.mark in "ap" or self.is_call):
            return True
        if clock.before.endswith(("not before ", "won't be til ")) or _NOT_TILL.search(clock.before):
            return False
        return bool(_OLD.search(clock.before) or (IF.search(clock.before) and not self._would_come(clock)))

    def _is_since(self, clock: _Said) -> bool:
        """Whether they wait since then, which was not asked: "here since nine, maybe four"."""
        return self.expecting in _ARRIVAL_ASKED and clock.before.endswith("since ")

    def _would_come(self, clock: _Said) -> bool:
        """Whether it is asked what is if they come then: "will they take me if I roll in at like ten thirty"."""
        return self.expecting in _ARRIVAL_ASKED and _IF_COMING.search(clock.before) is not None

    def _chosen(self, clocks: list[_Said]) -> _Said:
        """The first, unless it is taken back, or leads to another; what is the other side's clock goes before ours."""
        best = clocks[0]
        for each in clocks[1:]:
            gap = self.text[best.end : each.start]
            if _NOT_AT.search(gap) and self._is_appointment(each) and not self._is_appointment(best):
                continue
            if self._is_after_stop(each, [best]):
                best = each
                continue
            is_both = " and " in gap and _PAST.search(best.before) and _PAST.search(gap)
            if _THEN.search(gap) or _THEIRS.match(each.after) or is_both:
                best = each
        return best

    def _is_after_stop(self, clock: _Said, told: list[_Said]) -> bool:
        """Whether the truck stops over before it, and after a time that was told: then this is the arrival."""
        if self.expecting not in _ARRIVAL_ASKED or clock.long is not None or self._departs(clock):
            return False
        return any(
            each.long is None
            and each.end < clock.start
            and _STOPS_OVER.search(self.text[each.end : clock.start]) is not None
            for each in told
        )

    def _departs(self, clock: _Said) -> bool:
        """Whether it is when they leave; told of the past it may be anything that was done."""
        found = _DEPARTS.search(clock.before)
        return found is not None and not _ARRIVES.search(found["to"])

    def _ends_then(self, clock: _Said) -> bool:
        """Whether "midnight" is the end of the day named: of today's, and of tomorrow's."""
        return self.day is not None and (
            self.day == self.now.date()
            or re.search(r"\btomorrow(?: (?:at|by|around|about|like))*\W*$", clock.before) is not None
            or re.match(r"x?,? tomorrow\b", clock.after) is not None
        )

    def _is_appointment(self, clock: _Said) -> bool:
        """Whether it is the time of day at which the appointment begins or ends."""
        return any(
            (each.hour % 12, each.minute) == (clock.hour % 12, clock.minute)
            for each in (self.start, self.end)
            if each
        )

    def _is_on_top(self, each: _Said) -> bool:
        """ "Noon and then it's like two more hours"; "so add six hours"."""
        return bool(_MORE.search(each.before)) and (
            each.after.startswith(" more") or bool(_ADDED.search(each.before))
        )

    def offset(self) -> datetime | None:
        """So much late, or early, by the appointment."""
        for each in self.said:
            if each.long is None or each.long > MAX_DURATION:
                continue
            span = timedelta(minutes=each.long)
            is_late = (
                _LATE.match(each.after) or _LATE_BEFORE.search(each.before) or _ADDED.search(each.before)
            )
            if is_late and (base := self.end or self.start):
                return base + span
            if _EARLY.match(each.after) and (base := self.start or self.end):
                return base - span
        return None

    def _from_now(self) -> datetime | None:
        for each in self.said:
            if (
                each.long is None
                or each.long > MAX_DURATION
                or _AGO.match(each.after)
                or _LATE.match(each.after)
                or _AGO_SAID.match(each.after)
            ):
                continue
            if (
                (self.is_price and not self.is_call)
                or _FROM_ELSEWHERE.match(each.after)
                or _OF_CLOCK.match(each.after)
                or _RESET.search(each.before)
            ):
                continue
            is_clear = _FROM_NOW_BEFORE.search(each.before) or _FROM_NOW_AFTER.match(each.after)
            is_spent = (
                _SPENT_AFTER.match(each.after)
                or _EARLY.match(each.after)
                or _SPENT_BEFORE.search(each.before)
            )
            if (is_clear and not _SPENT_AFTER.match(each.after)) or (
                not is_spent and (self.is_asked or self.is_call or self.expecting == Expecting.PLACE)
            ):
                return self.now + timedelta(minutes=each.long)
        return None

    def _ago(self) -> datetime | None:
        for each in self.said if not self.is_price else ():
            if (
                each.long
                and each.long <= MAX_DURATION
                and _AGO.match(each.after)
                and not _CALLED_BEFORE.search(each.before)
            ):
                return self.now - timedelta(minutes=each.long)
        return None

    def _vague(self) -> datetime | None:
        """ "First thing in the morning", "by end of day"."""
        if self.is_price and not self.is_call:
            return None
        for pattern, hour in _VAGUE:
            if found := pattern.search(self.text):
                if _SPENT_BEFORE.search(self.text[: found.start()]) or re.search(
                    r"\b(?:run|out)\b", self.text[: found.start()]
                ):
                    continue
                day = self.day
                if day is None or (day == self.now.date() and hour < 12):
                    day = self.now.date() + timedelta(days=hour < 12 and self.now.hour >= hour)
                return datetime.combine(day, time(hour))
        return None

    def _at(self, clock: _Said, first: _Said, *, is_only: bool) -> datetime | None:
        """The moment of a clock time: on the day that was named; else the last or the next, as it is told."""
        half = self._half(clock, is_only=is_only)
        hour, days = clock.hour, 0
        if hour == 24:
            hour, days = 0, 1
        is_past = self._is_told(clock, first)
        is_night = "night" in self._beside(clock) and not self._says_last_night()
        if clock.mark == "n" and half == "pm" and hour == 12 and is_night:
            hour, days = 0, 1
        elif half == "pm" and hour < 12 and not (is_night and hour < 5):
            hour += 12
        elif half == "am":
            hour %= 12
        elif half == "pm" and is_night and hour < 5:
            days = 1
        is_sure = half != "" or clock.hour > 12 or clock.mark in "xm" or hour == 0
        if self.day:
            if not is_sure:
                hour = self._of_day(hour, clock.minute)
            if clock.hour == 24 and (is_past or not self._ends_then(clock)):
                days = 0
            moment = datetime.combine(self.day + timedelta(days=days), time(hour % 24, clock.minute))
            is_over = self.day == self.now.date() and moment < self.now - MAX_PASSED and not is_past
            return moment + timedelta(days=7) if is_over and _WEEKDAY.search(self.text) else moment
        moment = datetime.combine(self.now.date() + timedelta(days=days), time(hour % 24, clock.minute))
        step = timedelta(hours=24 if is_sure else 12)
        if is_past:
            while moment > self.now + MAX_PASSED:
                moment -= step
            while moment + step <= self.now:
                moment += step
            return moment
        while moment < self.now - MAX_PASSED:
            moment += step
        if not is_sure and self.expecting == Expecting.CALLBACK and (moment.hour < 6 or moment.hour > 21):
            moment += step
        base = self.end or self.start
        is_coming = clock.hour == 24  # midnight without a day is the coming one
        if base and not is_coming and self.expecting == Expecting.TIME and base.date() >= self.now.date():
            # However many days away it is; rather early than late by as much.
            before = moment + step * max(0, (base - moment) // step)
            moment = min(
                (before, before + step),
                key=lambda each: base - each if each < base else LATER * (each - base),
            )
        return moment

    def _own(self, clock: _Said) -> str:
        """The text without the halves of the day that belong to other clock times."""
        parts = self.text[: clock.start], self.text[clock.start + 1 :]
        return "@".join(_OF_OTHER.sub(lambda found: " " * len(found[0]), each) for each in parts)

    def _beside(self, clock: _Said) -> str:
        """The words of its day that are its own."""
        is_cut = self.text.endswith(self.of_day)
        return self._own(clock)[len(self.text) - len(self.of_day) :] if is_cut else self.of_day

    def _says_last_night(self) -> bool:
        return "last night" in self.text

    def _is_told(self, clock: _Said, first: _Said) -> bool:
        """Whether it is of something done: the last word before it that tells."""
        if self._would_come(clock):
            return False
        before = re.split(r"[.;?!]|\bso\b|\bthen\b|\bsince @\S+", clock.before)[-1]
        past = max((found.end() for found in _PAST.finditer(before)), default=-1)
        future = max((found.end() for found in FUTURE.finditer(before)), default=-1)
        if past < 0 and future < 0:
            if _SINCE.search(clock.before):
                return False
            if first is not clock and " say " in clock.before[-12:]:
                return self._is_told(first, first)
            told = re.search(
                r"\b(?:checked|signed|delivered|unloaded|dropped|tenia|bajaron|last night|this morning|"
                r"yesterday)\b",
                self.text,
            )
            # A truck is empty, and still to come: "so six at the latest, and I'm empty".
            is_ahead = _SO.search(clock.before) or clock.after.startswith(" at the latest")
            is_told = self.is_done or (self.is_past and told)
            return bool(is_told and not is_ahead and not FUTURE.search(self.text))
        return past > future

    def _half(self, clock: _Said, *, is_only: bool) -> str:
        """`am`, `pm` or nothing: by the mark of the time, the words beside it, or the words anywhere."""
        if clock.mark in "ap":
            return f"{clock.mark}m"
        if clock.mark in "xm":
            return ""
        after = re.match(
            r"(?: (?:or|to) @[\d:]+\w)?(?: o'clock| sharp|,)? ?"
            rf"(?:in the |on \w+ |\w+day |at |early in the )?{_MARK.pattern}",
            clock.after,
        )
        before = re.search(
            rf"{_MARK.pattern}(?:,| at| around| about| bout| like| by| early| maybe| after)* $",
            self._own(clock)[: clock.start],
        )
        found = after or before
        if not found and is_only:
            found = _MARK.search(self._beside(clock))
            if found and found["half"] == "lunch":
                found = None
        return _HALVES[found["half"]] if found else ""

    def _of_day(self, hour: int, minute: int) -> int:
        """The hour on a day to come, where no half was said: near the appointment's, else within business hours."""
        halves = (hour % 12, hour % 12 + 12)
        base = self.start or self.end
        if base:
            away = [abs((each * 60 + minute) - (base.hour * 60 + base.minute)) for each in halves]
            near = [
                each for each, far in zip(halves, away, strict=True) if timedelta(minutes=far) <= MAX_AWAY
            ]
            if len(near) == 1:
                return near[0]
        return halves[0] if 6 <= hour < 12 else halves[1]
