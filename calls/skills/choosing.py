"""Which of several hours that a facility has offered it is to be: asked of us, settled by it, or one of them gone."""

import re
from datetime import time
from typing import Any

from calls.language import questions
from calls.language.desk import asks_which, deadline
from calls.language.number_words import plain
from calls.language.questions import DAYS
from calls.language.reading import Listening, Question, Reading, Topic
from calls.language.speech import Phrasebook
from calls.language.time_words import clocks_in
from calls.language.understanding import understand
from calls.skill import Talk
from calls.skills.answering import OF_APPOINTMENT, appointment_of, load_asked_for, pass_on
from calls.skills.proposed_time import ProposedTime, is_second_choice, names_docks, take_beside

LINES = Phrasebook(
    {
        "chosen": {
            "en": ["Let's say {when}. The team will confirm it with you."],
            "es": ["Digamos {when}. La oficina se lo confirma."],
        },
        "settled": {
            "en": ["Okay, {when} then. I'll pass that on to the team; they'll confirm it with you."],
            "es": ["Muy bien, entonces {when}. Se lo paso a la oficina; ellos se lo confirman."],
        },
        "deadline": {
            "en": ["I'll tell them that you need to know {when}."],
            "es": ["Les digo que lo necesita saber {when}."],
        },
    }
)
_BOUND = re.compile(r"\b(?:by|before|antes de)\b")
# Of clock times as "@9:00n": one that is wanted, or better; one that is gone.
_AT = r"(?:(?:the|a|at|las?|like|por|for) )*@"
_WANTED = re.compile(
    rf"\b(?:go with|rather|prefer|put \w+ down(?: for)?|i said|said|dije(?: que)?|mejor|apart\w+|make it"
    rf"|lets (?:do|say)|"
    rf"let's (?:do|say)|keep|take|stick with|do) {_AT}(?P<first>\d+:\d\d)|"
    r"@(?P<then>\d+:\d\d)\w?(?: ?'?s| is| es| esta| would be| thing)?(?: \w+)? (?:better|best|mejor)\b"
)
_GONE = re.compile(
    rf"\b(?:lost|scratch|not|forget|cancel\w*|gave away|gave|took|take|can'?t do|cant do|no more|quite|quitado|ya no|"
    rf"cancel[eé]|olvide|sin|no (?:hay|tengo|queda))(?: off| out| away)? {_AT}(?P<first>\d+:\d\d)|"
    r"@(?P<then>\d+:\d\d)\w?(?: slot| spot| one)?(?: ?'?s| is| got| just got| just| was| ya)* "
    r"(?:gone|taken|no good|out|filled|booked|no|se fue|ocupad\w|not)\b"
)
_OTHER_GONE = re.compile(
    r"\b(?:took|scratch|cancel\w*|gave|lost|quite|quitado|cancele|borre)\b(?: \w+){0,3}? (?:the other|la otra"
    r"|el otro|otro)\b|"
    r"\b(?:the other|la otra)(?: one)?(?:'?s| is| ya)* (?:gone|taken|se fue|no)\b"
)
_MORE = re.compile(r"\b(?:dock|door|bay|gate|and (?:he|tell|have)|y que|anden|puerta|rampa)\b")


def choose(talk: Talk, meant: Reading, question: dict[str, Any], listening: Listening) -> str:
    """Settle which of the hours that were offered stands, and say so; empty where nothing settles it.

    The words count for the open question too, where they answer it.
    """
    state = talk.state
    kept = ProposedTime.kept(state)
    options = kept.options if kept else ()
    said = note_deadline(talk, meant, listening) if kept and not meant.is_by_model else ""
    if len(options) < 2 or is_second_choice(meant):
        return ""
    is_docks = not meant.is_by_model and names_docks(meant, question)
    left, line = _left(options, meant.text, talk.language, is_docks=is_docks), "settled"
    is_about = not meant.is_by_model or meant.asks(*OF_APPOINTMENT, Topic.FLEXIBILITY, Topic.OTHER)
    if not left and is_about and asks_which(meant.text):
        load = load_asked_for(talk)
        window = appointment_of(talk, load)[1] if load else (None, None)
        left, line = (kept.suiting(*window) or kept).options[:1], "chosen"
    if not left:
        return said
    ProposedTime.of_options(left).keep(state)
    state["repeats"] = 0
    answered = len(state["answers"])
    take_beside(state, meant.text)
    if (
        len(state["answers"]) == answered
        and "follows" not in question
        and _tells_more(meant.text, talk.language)
    ):
        state["answers"].append({"question": question["question"], "answer": meant.text.strip()})
    when = ProposedTime.of_options(left).said(talk.language)
    return " ".join(filter(None, [LINES.say(line, talk.language, 0, when=when), said]))


def _left(
    options: tuple[ProposedTime, ...], text: str, language: str, *, is_docks: bool
) -> tuple[ProposedTime, ...]:
    """What is left of the options after these words, whose bare numbers may be docks; empty where all are."""
    words = _marked(clocks_in(text, language), options)
    known = {hour.replace(hour=hour.hour % 12) for each in options for hour in each.hours}
    if questions.is_of_before(text) and {_of(each) for each in re.findall(r"@(\d+:\d\d)", words)} - known:
        return ()  # "no, I said Sunday at seven, not eight" puts it right
    named = {at for at, each in enumerate(options) if not is_docks and _names(each, words, text)}
    wanted = {at for at, each in enumerate(options) if _is_said(each, _WANTED, words)}
    gone = {at for at, each in enumerate(options) if _is_said(each, _GONE, words)} - wanted
    stands = wanted or (named - gone)
    if _OTHER_GONE.search(plain(text)) and len(stands) == 1:
        gone = {*range(len(options))} - stands
    if len(stands) == 1 and not (asks_which(text) and not wanted):
        return tuple(options[at] for at in stands)
    if gone and len(gone) < len(options):
        return tuple(each for at, each in enumerate(options) if at not in gone)
    return ()


def _marked(words: str, options: tuple[ProposedTime, ...]) -> str:
    """With the hours on offer marked as clock times also after "the": "not the eleven thirty"."""
    for hour in {hour for each in options for hour in each.hours}:
        said = f"{hour.hour % 12 or 12}"
        bare = (
            rf"(?<![@:\d]){said} {hour.minute:02}\b"
            if hour.minute
            else rf"(?:(?<=\bthe )|(?<=\bla )|(?<=\blas )){said}\b(?! \d)"
        )
        words = re.sub(bare, f"@{said}:{hour.minute:02}", words)
    return words


def _names(option: ProposedTime, words: str, text: str) -> bool:
    """Whether its hour is named; of one without an hour, or beside another day, its day."""
    hours = {_of(found) for found in re.findall(r"@(\d+:\d\d)", words)}
    if option.hours and {each.replace(hour=each.hour % 12) for each in option.hours} & hours:
        return True
    days = re.findall(rf"\b{DAYS}\b", questions.words_of(text))
    return not hours and option.day is not None and f"{option.day:%A}".lower() in days


def _is_said(option: ProposedTime, pattern: re.Pattern[str], words: str) -> bool:
    hours = {_of(found["first"] or found["then"]) for found in pattern.finditer(words)}
    return bool({each.replace(hour=each.hour % 12) for each in option.hours} & hours)


def _of(clock: str) -> time:
    hour, minute = clock.split(":")
    return time(int(hour) % 12, int(minute))


def _tells_more(text: str, language: str) -> bool:
    """Whether more is told than the choice."""
    told = questions.words_of(text)
    return bool(_MORE.search(told)) or questions.tells_before_asking(text, language)


def note_deadline(talk: Talk, meant: Reading, listening: Listening) -> str:
    """Pass on by when they want to know, and say so; empty where they don't tell."""
    words = deadline(meant.text)
    if not words or words in talk.state.setdefault("deadlines", []):
        return ""
    talk.state["deadlines"].append(words)
    pass_on(talk, Question(Topic.FLEXIBILITY, words), meant, is_request=True)
    bound = _BOUND.search(words)
    heard = understand(words[bound.end() :], listening) if bound else None
    if heard is None or not (heard.time or heard.day):
        when = {"en": "soon", "es": "pronto"}[talk.language]
    else:
        day = heard.day if re.search(rf"\b{DAYS}\b", words) else None
        hours = (heard.time.time(),) if heard.time else ()
        when = ProposedTime(day, hours, "by" if hours and bound and bound[0] == "by" else "before").said(
            talk.language
        )
    return LINES.say("deadline", talk.language, 0, when=when)
