"""The day and hours that a facility offers instead of its appointment: heard, corrected, kept and said back.

The words are read by `calls.language` alone. What is decided here is whether an offer is in them, and which of the days
named is the one offered: "we're short tomorrow, do it at seven instead Wednesday" names the day that is booked, too.
Nothing is confirmed: the team does that.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Any, Self

from calls.language import questions
from calls.language.days import days_named
from calls.language.desk import says_closed, says_nothing_booked
from calls.language.number_words import plain
from calls.language.reading import Act, Listening, Reading, Topic
from calls.language.speech import Phrasebook
from calls.language.time_words import bound_of, clocks_in, span_of, tells_half
from calls.language.understanding import understand
from calls.skill import Talk
from calls.skills.answering import OF_APPOINTMENT, appointment_of, asked, load_asked_for
from calls.skills.check_call_phrases import clock

# What an hour bounds, and how it is said; "to" is the other hour of a span.
WHEN_BOUND = {
    "before": {"en": "before", "es": "antes de"},
    "after": {"en": "after", "es": "después de"},
    "by": {"en": "by", "es": "para"},
}
BOUNDS = (*WHEN_BOUND, "to")
# An hour outside these is twelve hours off, unless the half of the day is told: "one thirty", "after eight".
OPENS, CLOSES = 6, 18
MIN_DENIAL = 4  # words of a no that isn't just one to our question
MAX_CORRECTION = 8  # words in which another day is a correction by itself: "no, Thursday at nine"

QUESTION_WORD = re.compile(
    r"¿?(?:and |y )?"
    r"(?:what|when|where|who|whose|which|why|how|qu[eé]|cu[aá]\w+|d[oó]nde|qui[eé]n\w*|c[oó]mo|por qu[eé]|"
    r"a qu[eé])\b",
    re.I,
)
# Of hours that a facility keeps, "ten to two" is no 1:50.
_FROM_TO = re.compile(
    r"\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|1[01]|[1-9]) (?:to|til|till|until) (?=\w)",
    re.I,
)
_DE_A = re.compile(
    r"\bde (una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|1[0-2]|[1-9]) a "
    r"(una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|1[0-2]|[1-9])\b",
    re.I,
)
# What may be taken as well: what follows names a day of its own.
_OR = re.compile(rf",? \b(?:or else|or|o si no|o)\b (?=[^,]*\b(?:{questions.DAYS})\b)", re.I)
# What stands before the first of two: "the shift ends at five so either come at four or tomorrow at seven".
_EITHER = re.compile(r"^.*\b(?:either|(?:entonces|pues|as[ií] que|que) o)\b", re.I)
# Of clock times as "@9:00n": the day that is said with one, whatever else was done on it.
_DAY_AT = re.compile(rf"\b(?P<day>(?:{questions.DAYS})\b[^@.;]{{0,20}})@|@\S+ (?P<after>{questions.DAYS})\b")
_NO = re.compile(r"(?:uh|um|oh|well|ay|pues|no|nope|nah|not|wait|sorry) ")
_HOUR = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|una|dos|tres|cuatro|cinco|seis|siete|"
    r"ocho|nueve|diez|once|doce|medio ?dia|\d{1,2}(?::\d\d)?)\b"
    r"(?! (?:thirty|fifteen|forty|hours?|pallets?|trucks?|loads?)\b)"
)
_TURNED_DOWN = re.compile(
    r"\b(?:can'?t|cannot|can not|couldn'?t|won'?t|no puedo(?: a)?) (?:do|take|make|have|las?)(?: it| him| at)* "
    + _HOUR
    + r"|\b(?:(?:doesn'?t|don'?t) (?:have|need) to be|no (?:tiene|necesita) (?:que )?(?:ser|llegar|venir))"
    + rf"(?: here)?(?: at| a las?)? {_HOUR}"
    + rf"|^(?:(?:no|wait|sorry|perdon) )*(?:not|no)(?: at| a las?)? {_HOUR}"
    + rf"(?: (?:o'clock to|and|a|y)(?: las?)? {_HOUR})?"
    r"(?: ?[ap] ?m\b| de la \w+)?"
)
# An hour at which they stop, or that isn't meant, is none that they offer.
_STOPS = re.compile(
    r"\b(?:close|shut|quit|stop|cerramos|cierran?)(?: (?:down|up|receiving|taking trucks))?"
    rf" (?:at|a las?) {_HOUR}(?: ?[ap] ?m\b)?"
    r"|\b(?:don'?t|do not|can'?t|no) (?:take|receive|unload|do|recib\w+|descarg\w+)(?: \w+)?"
    rf" (?:after|past|despues de)(?: las?)? {_HOUR}(?: in the \w+| de la \w+| ?[ap] ?m\b)?"
    rf"|(?<!can )\bnot {_HOUR}\W*$"
)
# Of clock times as "@9:00n": the one that isn't meant.
_NOT_AT = re.compile(
    r"\b(?:not|no|no (?:tiene|necesita) que \w+|have to be)(?: here| at)* @(?P<hour>\d+):(?P<minute>\d\d)"
)
_BARE_HOUR = re.compile(rf"\b{_HOUR}$", re.I)
# "We don't load till noon" offers what is after it, unless an hour follows.
_NOT_TILL = re.compile(
    r"\b(?:no|not|nobody|nothing|nadie|nada|(?:do|does|ca|wo|ai|are|is)n'?t|wont)\b(?: [\w']+){0,6}? "
    rf"(?:until|till?|hasta|before|antes de)(?: (?:like|about|at|como|las?|el|al))* {_HOUR}"
)
_OF_IT = re.compile(
    r"(?:so )?(?:is|does|do|will|would|can|could|esta|puede|les|le) (?:that|it|this|they|you|eso|ese)\b"
)
_OR_HOUR = re.compile(
    r"@(?P<first>\d+:\d\d)\w?(?: \w+){0,3}? or?(?: maybe| at| (?:i|we) (?:got|have|can do)| i've got| an?| the"
    r"| possibly| tengo)*"
    r" @(?P<hour>\d+):(?P<minute>\d\d)"
)

_CLOCK = re.compile(r"@(\d+:\d\d)")
_FINE = re.compile(r"\b(?:works?|fine|good|okay|ok|perfect|bien|sirve|perfecto|de acuerdo)\b")
_CLOSED_ON = re.compile(rf"\b(?:closed|cerrad[oa]s?)(?: (?:on|all|day|el|los))* ({questions.DAYS})")
_DAY_WORDS = {"tonight": "today", "hoy": "today", "manana": "tomorrow"}
OR = {"en": " or ", "es": " o "}
WEEKDAYS = {
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "es": ("el lunes", "el martes", "el miércoles", "el jueves", "el viernes", "el sábado", "el domingo"),
}
LINES = Phrasebook(
    {
        "instead": {
            "en": ["What would work for you instead?"],
            "es": ["¿Qué le convendría en su lugar?"],
        },
        "proposed": {
            "en": ["I'll pass {when} on to the team; they'll confirm it with you."],
            "es": ["Le paso {when} a la oficina; ellos se lo confirman."],
        },
        "corrected": {
            "en": ["Sorry, {when} then. I'll pass that on to the team; they'll confirm it with you."],
            "es": ["Disculpe, {when} entonces. Se lo paso a la oficina; ellos se lo confirman."],
        },
        "picked": {
            "en": ["{when} suits us best, so I'll pass that on to the team; they'll confirm it with you."],
            "es": ["Nos queda mejor {when}, así que eso le paso a la oficina; ellos se lo confirman."],
        },
        "not_confirmed": {
            "en": ["I can't confirm {when} myself; the team will get back to you on that."],
            "es": ["Yo no puedo confirmar {when}; la oficina le responde."],
        },
        "what_time": {"en": ["What time on that day?"], "es": ["¿A qué hora ese día?"]},
    }
)


@dataclass(frozen=True, slots=True)
class ProposedTime:
    """A day, and the hours of which any will do; local at the facility. Either may be missing.

    `bound` tells that it is "before", "after" or "by" the one hour, or from the first "to" the second.
    """

    day: date | None = None
    hours: tuple[time, ...] = ()
    bound: str = ""
    other: Self | None = None  # what would do as well

    @classmethod
    def kept(cls, state: dict[str, Any]) -> Self:
        """What was proposed so far; empty where nothing was."""
        return cls.of(state.get("proposed", {}))

    @classmethod
    def of(cls, stored: dict[str, Any]) -> Self:
        """From what `as_json` made."""
        day, hours = stored.get("proposedDay"), stored.get("proposedTime", "")
        return cls(
            date.fromisoformat(day) if day else None,
            tuple(time.fromisoformat(each) for each in re.findall(r"\d\d:\d\d", hours)),
            next((bound for bound in BOUNDS if bound in hours.split()), ""),
            cls.of(stored["proposedElse"]) if "proposedElse" in stored else None,
        )

    def keep(self, state: dict[str, Any]) -> None:
        """Store it, as it stands in the call's `extractedData`."""
        state["proposed"] = self.as_json()

    def as_json(self) -> dict[str, Any]:
        """An ISO day, and hours (`HH:MM`); what would do as well under `proposedElse`.

        Several hours stand with "or", a span with "to", and one that only bounds it after "before", "after" or "by".
        """
        day = {"proposedDay": self.day.isoformat()} if self.day else {}
        hours = (" to " if self.bound == "to" else " or ").join(each.strftime("%H:%M") for each in self.hours)
        if self.bound in WHEN_BOUND:
            hours = f"{self.bound} {hours}"
        other = {"proposedElse": self.other.as_json()} if self.other else {}
        return day | ({"proposedTime": hours} if hours else {}) | other

    @property
    def options(self) -> tuple[Self, ...]:
        """Each of what was offered by itself, one hour or span apiece."""
        own = (
            (replace(self, other=None),)
            if self.bound or len(self.hours) < 2
            else tuple(replace(self, hours=(hour,), other=None) for hour in self.hours)
        )
        return (*own, *(self.other.options if self.other else ()))

    @property
    def is_choice(self) -> bool:
        """Whether it is more than one, each with its hour, on more than one day: that is said of nothing else."""
        return all(each.hours for each in self.options) and len({each.day for each in self.options}) > 1

    @classmethod
    def of_options(cls, options: Sequence[Self]) -> Self:
        """The first, with the others as what would do as well."""
        return replace(options[0], other=cls.of_options(options[1:]) if options[1:] else None)

    def suiting(self, start: datetime | None, end: datetime | None) -> Self | None:
        """With the earliest within the appointment's window first; None where there is no choice, or none is in it."""
        within = [
            each
            for each in self.options
            if start
            and end
            and each.hours
            and start <= datetime.combine(each.day or start, each.hours[0]) <= end
        ]
        if len(self.options) < 2 or not within:
            return None
        first = min(within, key=lambda each: (each.day or start, each.hours))
        return self.of_options((first, *(each for each in self.options if each != first)))

    def is_within(self, start: datetime | None, end: datetime | None) -> bool:
        """Whether it bounds hours within the appointment, so that nothing is moved: "come at eight or after"."""
        if start is None or end is None or self.day not in (None, start.date()) or not self.bound:
            return False
        return all(start.time() <= each <= end.time() for each in self.hours)

    def alike(self, clock: time) -> tuple[time, ...]:
        """The hours of any option that may be told by that clock time without its half of the day."""
        hours = (hour for each in self.options for hour in each.hours)
        return tuple(
            each for each in hours if (each.hour - clock.hour) % 12 == 0 and each.minute == clock.minute
        )

    def with_others(self, options: Sequence[Self]) -> Self:
        """This, with what would do if it doesn't, in that order."""
        return self.of_options((*self.options, *(each for each in options if each not in self.options)))

    def over(self, earlier: Self) -> Self:
        """This, with what it leaves open as it was before."""
        last = self if self.hours else earlier
        return type(self)(self.day or earlier.day, last.hours, last.bound, self.other)

    def said(self, language: str) -> str:
        """ "Wednesday at 1 PM or 3 PM", "Wednesday before 2 PM", "Friday between 7 AM and 11 AM or Monday"."""
        also = f"{OR[language]}{self.other.said(language)}" if self.other else ""
        day = WEEKDAYS[language][self.day.weekday()] if self.day else ""
        at, or_ = {"en": " at ", "es": " a "}[language], OR[language]
        if self.bound == "to":
            at, or_ = {"en": (" between ", " and "), "es": (" entre ", " y ")}[language]
        elif self.bound:
            at = f" {WHEN_BOUND[self.bound][language]} "
        hours = or_.join(clock(each, language) for each in self.hours)
        return (f"{day}{at}{hours}".strip() if hours else day) + also

    def __bool__(self) -> bool:
        return bool(self.day or self.hours)


def is_about_time(question: dict[str, Any]) -> bool:
    """Whether a question of ours asks if something suits, or what would."""
    return "follows" in question or questions.asks_if_it_suits(question["question"])


def asks_if_it_suits(question: dict[str, Any]) -> bool:
    """Whether a question of ours is to be answered with a yes or no."""
    text = question["question"]
    return questions.asks_if_it_suits(text) and not QUESTION_WORD.match(text)


def is_counter(meant: Reading) -> bool:
    """Whether what is asked about is turned down, or another time offered for it."""
    if meant.is_by_model:
        is_no = meant.has(Act.NO, Act.REFUSES, Act.DECLINES)
        return is_no or _names_time(meant)  # "yes, but seven thirty would be better", too
    is_bound = bool(meant.time and bound_of(meant.text, meant.language, meant.time.time()))
    is_offer = is_bound or questions.proposes(meant.text) or (meant.has(Act.NO) and not meant.has(Act.YES))
    return questions.refuses(meant.text) or (is_offer and not questions.fits(meant.text))


def propose(talk: Talk, meant: Reading, question: dict[str, Any], listening: Listening) -> str:
    """Keep the day and hours that are offered instead; ask the hour where only a day was told. What is said of it."""
    state, is_follow_up = talk.state, "follows" in question
    if not is_about_time(question) or not _names_time(meant) or says_closed(meant.text):
        return ""  # "two hours earlier" is a wish, and names no hour
    listening = replace(listening, appointment=_appointment(talk))
    offered = _hear(meant, listening, ProposedTime.kept(state))
    is_choice = offered.is_choice and not (meant.has(Act.YES, Act.AGREES) or questions.fits(meant.text))
    is_fine = meant.has(Act.YES, Act.AGREES) or questions.fits(meant.text) or asked(meant)
    is_named = not (meant.is_by_model or is_fine) and bool(meant.day and offered.hours)
    if not (is_follow_up or is_choice or is_named or is_counter(meant)):
        return ""
    if meant.is_by_model and meant.has(Act.YES, Act.AGREES) and offered.is_within(*listening.appointment):
        return ""  # "yeah we're still good, tell him to come at eight or after"
    is_new = is_choice or questions.refuses(meant.text) or _is_another(offered, listening)
    if not offered or not is_new:
        return ""
    proposed = offered.over(ProposedTime.kept(state))
    if suiting := proposed.suiting(*listening.appointment):
        suiting.keep(state)
        return _say(talk, "picked", suiting.options[0])
    proposed.keep(state)
    if not proposed.hours and not (state.get("asked_time") or is_follow_up):
        state["asked_time"] = True
        _ask_next(talk, "what_time")
    return _say(talk, "proposed", proposed)


def correct(talk: Talk, meant: Reading, question: dict[str, Any], listening: Listening) -> str:
    """Put right what we made of an offer ("no, I said Wednesday"), beside the answer that held it.

    What is said of it; empty where nothing is put right. The open question stays open, unless it is answered beside.
    """
    state = talk.state
    earlier = ProposedTime.kept(state)
    suiting = [
        at for at, each in enumerate(state["questions"][: len(state["answers"])]) if is_about_time(each)
    ]
    is_open = is_about_time(question) and not earlier  # then it is an offer
    is_others = meant.is_by_model and meant.has(Act.UNSURE, Act.ASK_OTHER) and not meant.answer
    is_put_right = not meant.is_by_model and _turns_down(earlier, meant)
    is_others = is_others or (
        not (meant.is_by_model or is_put_right)
        and (names_docks(meant, question) or questions.fits(meant.text))
    )
    is_kept = not earlier and any(keeps(meant, state["questions"][at]) for at in suiting)
    if not suiting or is_open or is_others or is_kept or not _names_time(meant):
        return ""
    offered = _hear(meant, replace(listening, appointment=_appointment(talk)), earlier)
    is_last = suiting[-1] == len(state["answers"]) - 1
    is_named = questions.is_of_before(meant.text) or (is_last and questions.takes_back(meant.text))
    is_of_offer = bool(earlier or meant.moved_to or meant.has(Act.NO, Act.REFUSES))
    is_named = is_named or (meant.is_by_model and is_of_offer)
    is_first = is_last and not earlier and state.get("suits") is False  # what was said before was no yes
    is_named = is_named or is_first or offered.is_choice or (is_put_right and bool(offered.hours))
    is_said_again = _is_said_again(earlier, offered, meant)
    if not offered or not (is_named or is_said_again or _is_bare(earlier, offered, meant)):
        return ""
    is_alone = is_put_right and len(offered.hours) == 1 and not tells_half(meant.text, meant.language)
    if is_alone and earlier.hours:  # "nine, not eight" is of the same half of the day
        half = earlier.hours[0].hour // 12 * 12
        offered = replace(offered, hours=(offered.hours[0].replace(hour=offered.hours[0].hour % 12 + half),))
    is_second = is_second_choice(meant) and bool(earlier.hours)
    if is_said_again:
        half = 0 if set(offered.hours) & set(earlier.hours) else 12
        offered = replace(
            offered, hours=tuple(at.replace(hour=(at.hour + half) % 24) for at in earlier.hours)
        )
    proposed = replace(offered.over(earlier), bound=earlier.bound) if is_said_again else offered.over(earlier)
    if is_second:
        proposed = earlier.with_others(offered.options)
    proposed.keep(state)
    if not proposed.hours and not state.get("asked_time"):
        state["asked_time"] = True
        _ask_next(talk, "what_time")
    told = meant.text.strip()
    state["answers"][suiting[-1]]["answer"] += f" – {told}"
    state["repeats"] = 0
    is_answer = bool(meant.answer) or (not meant.is_by_model and _AND_ANSWER.search(plain(told)) is not None)
    if ("follows" in question and bool(proposed.hours)) or is_answer:
        state["answers"].append({"question": question["question"], "answer": told})
    take_beside(state, told)
    is_fuller = is_second or proposed == earlier or (proposed.day == earlier.day and not earlier.hours)
    return _say(talk, "proposed" if is_first or is_fuller else "corrected", proposed)


def _turns_down(earlier: ProposedTime, meant: Reading) -> bool:
    """Whether an hour that was kept isn't the one: "ten, not eight"."""
    found = _NOT_AT.finditer(clocks_in(meant.text, meant.language))
    return any(earlier.alike(time(int(each["hour"]) % 24, int(each["minute"]))) for each in found)


def _is_bare(earlier: ProposedTime, offered: ProposedTime, meant: Reading) -> bool:
    """Whether it is a correction by what it names: another day, or, after a no, other hours with their day."""
    if not (earlier.day and (meant.day or questions.names_day(meant.text))):
        return False
    is_short = len(meant.text.split()) <= MAX_CORRECTION or questions.proposes(meant.text)
    if offered.day != earlier.day:
        return is_short
    is_no = not meant.is_by_model and _NO.match(questions.words_of(meant.text)) is not None
    return is_no and tells_half(meant.text, meant.language) and offered.hours not in ((), earlier.hours)


def is_denied(state: dict[str, Any], meant: Reading) -> bool:
    """Whether a model hears denied that another time was offered: "I'm not asking you to change it"."""
    is_no = meant.is_by_model and len(meant.words_of(Act.NO).split()) >= MIN_DENIAL
    return is_no and "proposed" in state and not (meant.answer or _names_time(meant))


_SECOND = re.compile(
    r"\b(?:if (?:\w+ ){1,4}?(?:can'?t|cannot|won'?t|doesn'?t|not|don'?t)|if not|only if|otherwise|second choice"
    r"|back ?up|worst case|(?:o )?si no|nada mas si|solo si|de preferencia)\b"
)


def is_second_choice(meant: Reading) -> bool:
    """Whether a time is told for when another doesn't work: "Tuesday only if Monday can't"."""
    return bool(_SECOND.search(plain(meant.text)))


_AND_ANSWER = re.compile(r"\b(?:and|y) (?:no|nope|nah|yes|yeah|yep|si|nothing|nada)\b(?! (?:at|a las?)\b)")


def names_docks(meant: Reading, question: dict[str, Any]) -> bool:
    """Whether the bare numbers in an answer are the docks that we asked for: "four or five, whichever is open"."""
    if not questions.is_about_dock(question["question"]) or questions.is_of_before(meant.text):
        return False
    is_no = questions.refuses(meant.text) or _NO.match(questions.words_of(meant.text))
    return not is_no and "@" not in clocks_in(meant.text, meant.language, is_clear=True)


def _is_said_again(earlier: ProposedTime, offered: ProposedTime, meant: Reading) -> bool:
    """Whether it is the same hour, told by its half of the day: "five in the morning, not PM"."""
    hours = [{(each.hour % 12, each.minute) for each in one.hours} for one in (earlier, offered)]
    return hours[0] >= hours[1] != set() and tells_half(meant.text, meant.language)


def take_beside(state: dict[str, Any], told: str) -> None:
    """Keep words as the answer to those of our open questions too that they tell beside."""
    told, answers = told.strip(), state["answers"]
    for each in state["questions"][len(answers) :]:
        if not each["field"] and questions.answers_beside(each["question"], told):
            state["questions"].remove(each)
            state["questions"].insert(len(answers), each)
            answers.append({"question": each["question"], "answer": told})


def answer_if_fine(talk: Talk, meant: Reading, question: dict[str, Any]) -> str:
    """What is said to "so is Wednesday okay?": that somebody else confirms it; empty where that isn't asked."""
    is_asked = meant.asks(*OF_APPOINTMENT, Topic.FLEXIBILITY)
    if not is_asked if meant.is_by_model else names_docks(meant, question):
        return ""
    proposed, start = ProposedTime.kept(talk.state), questions.asks_from(meant.text, talk.language)
    if not proposed or start is None or not (meant.day or meant.time or questions.names_time(meant.text)):
        return ""
    asked = questions.words_of(meant.text)[start:]
    if not (questions.names_time(asked) or _OF_IT.match(asked)):
        return ""  # "nine to eleven, and what carrier is it gonna be"
    return _say(talk, "not_confirmed", proposed)


def ask_what_suits(talk: Talk, meant: Reading, question: dict[str, Any]) -> bool:
    """Put the question what would suit next, where it is refused and nothing else was offered; once a call."""
    is_no = meant.has(Act.NO, Act.REFUSES, Act.DECLINES) and not meant.has(Act.YES, Act.AGREES)
    is_refused = questions.refuses(meant.text) or (is_no and not questions.fits(meant.text))
    is_vague = not meant.is_by_model and questions.names_other_time(meant.text)
    is_vague = is_vague and not says_closed(meant.text)
    is_named = (meant.day or meant.time) and not says_closed(meant.text)
    is_offered = is_named or is_vague or talk.state.get("asked_what_suits")
    is_refused = is_refused and not _is_closed_then(meant, question)
    is_refused = is_refused or meant.asks(Topic.FLEXIBILITY) or says_nothing_booked(meant.text)
    if not asks_if_it_suits(question) or not is_refused or is_offered:
        return False
    talk.state["asked_what_suits"] = True
    _ask_next(talk, "instead")
    return True


def keeps(meant: Reading, question: dict[str, Any]) -> bool:
    """Whether the very hours that we asked about are said to be fine: "yeah, five to nine works"."""
    asked_of, said = (
        set(_CLOCK.findall(clocks_in(questions.without_dock(each), meant.language)))
        for each in (question["question"], meant.text)
    )
    is_yes = meant.has(Act.YES, Act.AGREES) or _FINE.search(plain(meant.text)) is not None
    return len(asked_of) > 1 and asked_of == said and is_yes and not questions.refuses(meant.text)


def _is_closed_then(meant: Reading, question: dict[str, Any]) -> bool:
    """Whether it is on another day alone that they are closed: "yeah, but we're closed tomorrow"."""
    named = _CLOSED_ON.findall(questions.words_of(meant.text))
    booked = questions.words_of(question["question"])
    is_yes = not meant.is_by_model and meant.has(Act.YES, Act.AGREES)
    return is_yes and bool(named) and not any(_DAY_WORDS.get(each, each) in booked for each in named)


def _ask_next(talk: Talk, name: str) -> None:
    """Put a question of ours before those that are still to be asked."""
    follow_up = {"question": _say(talk, name), "field": None, "follows": True}
    talk.state["questions"].insert(len(talk.state["answers"]), follow_up)


def _appointment(talk: Talk) -> tuple[datetime | None, datetime | None]:
    """The window that the call is about: the load's pickup, or its delivery where that is over; local times."""
    load = load_asked_for(talk)
    if load is None:
        return None, None
    return appointment_of(talk, load)[1]


def _names_time(meant: Reading) -> bool:
    return bool(meant.time or meant.day) if meant.is_by_model else questions.names_time(meant.text)


def _hear(meant: Reading, listening: Listening, earlier: ProposedTime) -> ProposedTime:
    """What is named, by the clock and the appointment of `listening`; an hour without a day is of the day before."""
    text = _EITHER.sub("", questions.without_dock(meant.text))
    before, offer = questions.offered(text)
    own, other = (clocks_in(each, listening.language, is_clear=True) for each in (offer, before))
    if "@" in own and "@" in other and not questions.names_day(before):
        text = offer  # "we shut at eight, can he be here by six thirty"
    words = [meant.time_words, *meant.other_times] if meant.time_words else _OR.split(text)
    if meant.is_by_model and meant.time:  # "one o'clock" alone may be a name or a number
        words = [each if "@" in clocks_in(each, listening.language) else f"at {each}" for each in words]
    if meant.is_by_model and meant.day and earlier.day is None:
        earlier = replace(earlier, day=meant.day)  # "Monday I got a ten thirty or a two o'clock"
    heard = [_hear_one(replace(meant, text=each, time_words=""), listening, earlier) for each in words]
    offered = [each for each in heard if each]
    return ProposedTime.of_options(offered) if offered else ProposedTime()


# "El miércoles dos a las once", "el día dos de diciembre": of the month, no hour.
_DAY_NUMBER = re.compile(
    r"\b(lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo|d[ií]a) "
    r"(?:\d{1,2}|(?:uno|primero|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince)|"
    r"dieci\w+|veinti?\w*|treinta(?: y uno)?)(?= (?:de (?!la\b)[a-z]|a las?\b|como a\b|y la\b))",
    re.I,
)


def _hear_one(meant: Reading, listening: Listening, earlier: ProposedTime) -> ProposedTime:
    """One day, its hours, or both."""
    text = _FROM_TO.sub(r"\1 o'clock to ", _DAY_NUMBER.sub(r"\1", meant.text))
    text = _DE_A.sub(r"de las \1 a las \2", text)
    meant = replace(meant, text=_without_stop(text, listening.language))
    heard, words = understand(meant.text, listening), clocks_in(meant.text, listening.language)
    day = _day(heard, words, listening)
    said = plain(meant.text)
    turned_down, not_till = _TURNED_DOWN.search(said), _NOT_TILL.search(said)
    # "Seven to eleven, but I can't do seven, gimme nine": what is said after it counts.
    before = turned_down or not_till
    rest = _BARE_HOUR.sub(r" at \g<0>", meant.text[before.end() :]) if before else ""  # "I can give you one"
    is_clear = turned_down and not turned_down[0].startswith("no ")  # "no, six in the evening" is an offer
    if is_clear or "@" in clocks_in(rest, listening.language):
        offer = replace(meant, text=rest)
        given = _hear_one(offer, listening, earlier)
        return replace(given, day=day or earlier.day or given.day)
    if heard.time is None or "@" not in words:  # "he might sit a couple of hours"
        return ProposedTime(day)
    first = heard.time
    if (other := _OR_HOUR.search(words)) and first.strftime("%H:%M") not in _both_halves(other["first"]):
        first = datetime.combine(first.date(), time.fromisoformat(_both_halves(other["first"])[0]))
    first = _in_its_half(first, meant.text, listening, day or earlier.day)
    if not tells_half(meant.text, listening.language):
        first = next((datetime.combine(first.date(), each) for each in earlier.alike(first.time())), first)
    start = listening.appointment[0]
    is_by_day = start is None or OPENS <= start.hour < CLOSES
    own = start.date() if start and is_by_day else first.date()
    if day is None and not questions.refuses(meant.text) and (said_with := _DAY_AT.search(words)):
        day = _day(heard, said_with["day"] or said_with["after"], listening)
    day, hour = day or earlier.day or own, first.time()
    if span := span_of(meant.text, listening.language, hour):
        return ProposedTime(day, span, "to")
    if other:
        half = 12 if first.hour >= 12 else 0
        second = time(int(other["hour"]) % 12 + half, int(other["minute"]))
        if second < hour and not half:
            second = second.replace(hour=second.hour + 12)  # "eleven thirty, or I got one"
        return ProposedTime(day, (hour, second))
    return ProposedTime(
        day, (hour,), bound_of(meant.text, listening.language, hour) or ("after" if not_till else "")
    )


def _without_stop(text: str, language: str) -> str:
    """The words without the hour at which they stop, where another is named."""
    rest = _STOPS.sub(" ", text)
    return rest if "@" in clocks_in(rest, language) else text


def _in_its_half(moment: datetime, text: str, listening: Listening, day: date | None) -> datetime:
    """The moment in the half of the day that is meant: as told, or within the window, else by day."""
    if tells_half(text, listening.language):
        return moment
    start, end = listening.appointment
    if start and end and day in (None, start.date()):
        halves = (
            datetime.combine(start, moment.time().replace(hour=moment.hour % 12 + half)) for half in (0, 12)
        )
        moment = next((each for each in halves if start <= each <= end), moment)
    is_within = bool(start and end and day in (None, start.date()) and start <= moment <= end)
    is_by_day = start is None or OPENS <= start.hour < CLOSES
    if is_within or not is_by_day or OPENS <= moment.hour < CLOSES:
        return moment
    is_later = moment.hour < OPENS or moment.date() <= listening.now.date()
    return moment + timedelta(hours=12 if is_later else -12)


def _both_halves(clock: str) -> tuple[str, str]:
    """A clock time in the morning and in the afternoon."""
    hour, minute = clock.split(":")
    return f"{int(hour) % 12:02}:{minute}", f"{int(hour) % 12 + 12}:{minute}"


def _is_another(offered: ProposedTime, listening: Listening) -> bool:
    """Whether it is another time than the appointment's: "tomorrow at nine is fine" may be what is booked."""
    start, end = listening.appointment
    if start is None or offered.day not in (None, start.date()):
        return True
    if offered.bound == "to" and (end is None or offered.hours[1] == end.time()):
        return offered.hours[0] != start.time()
    return bool(offered.bound) or offered.hours not in ((), (start.time(),))


def _day(heard: Reading, words: str, listening: Listening) -> date | None:
    """The day offered, which is to come: of several that are named, not the one that is booked."""
    start, day, today = listening.appointment[0], heard.day, listening.now.date()
    booked = start.date() if start else None
    if day is None or day == booked or day < today:
        named = [each for _, each in days_named(words, listening, is_about=True, is_past=False)]
        day = next((each for each in named if each != booked and each >= today), day)
    while day is not None and day < today:
        day += timedelta(days=7)  # "thursday were seven to eleven"
    is_by_name = day == today and _WEEKDAY.search(plain(heard.text)) is not None
    if day and booked and is_by_name and (booked - today).days > 1:
        day += timedelta(days=7)  # on a Saturday, of next Friday: "or Saturday at nine"
    return day


_WEEKDAY = re.compile(
    r"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|lunes|martes|miercoles|jueves|viernes|sabado|domingo)\b"
)


def _say(talk: Talk, name: str, proposed: ProposedTime | None = None) -> str:
    when = {"when": proposed.said(talk.language)} if proposed else {}
    return LINES.say(name, talk.language, 0, **when)
