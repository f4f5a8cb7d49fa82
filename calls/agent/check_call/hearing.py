"""What the ear misses of a driver who tells several things in one breath, mended by the words themselves.

The classifier reads a turn as a whole, and a recognizer writes no commas: a question in the middle of it, or "I'm
empty" before it, is easily lost. Here what is told is held apart from what is asked. What is found by words alone and
changes the whole call stays doubtful: it is asked about. Pure.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from calls.agent.answering import NOISE, names_fact
from calls.agent.check_call import words as words_of
from calls.agent.check_call.words import Breath
from calls.language.acts.clauses import read_reason
from calls.language.numbers import figures, languages_of, plain
from calls.language.reading import Act, Expecting, Listening, Question, Reading, Topic
from calls.language.times import read_when
from calls.language.understanding import MAX_LETTERS, understand

MIN_MIXED = 5  # words from which on something may be told and asked in one turn
MIN_TOLD_BESIDE = 3  # words beside a question, for something to be told by them
MAX_REASON_WORDS = 12  # what is longer is cut to its causes
MAX_TRIMMED = 60  # words; more is kept as it was said
# Said beside "hold on" without meaning anything by it.
SMALL_TALK = frozenset({Act.YES, Act.NO, Act.UNSURE, Act.WAITING})
# What else is heard in the middle of a turn; the rest would be a guess.
HEARD_AMID = (Topic.ADDRESS, Topic.APPOINTMENT, Topic.DETENTION, Topic.PICKUP_NUMBER)


def mended(meant: Reading, state: Mapping[str, Any], listening: Listening) -> Reading:
    """The reading, with what the words tell beyond it."""
    heard = meant.text[:MAX_LETTERS]
    breath = words_of.parted(heard)
    meant = _told_alone(_with_questions(meant, breath, listening), breath, listening)
    acts = _Acts(meant)
    if state.get("asking") == "loading" and (content := words_of.says_content(breath.told)) is not None:
        acts.drop(Act.EMPTY, Act.LOADED)
        if content:
            acts.add(Act(content))
    if words_of.dispatches(heard):
        acts.drop(Act.ASK_OTHER, Act.WRONG_NUMBER)
    elif words_of.is_others_phone(heard, str(state["facts"].get("name", ""))):
        acts.add(Act.ASK_OTHER)
        meant = replace(meant, name="", place=None if Act.WRONG_NUMBER in acts.done else meant.place)
        if not _TELLS_WHERE.search(plain(heard)):
            meant = replace(meant, place=None)  # where somebody else sits
    if words_of.asks_load(heard):
        acts.drop(Act.WRONG_LOAD)  # who asks which load it is can't know yet
    if words_of.is_unsure(heard):
        acts.add(Act.UNSURE)
    meant = _with_trouble(meant, acts, listening)
    if Act.DELIVERED in acts.done:
        meant = _with_delivery(meant, breath, listening)
    return replace(
        meant,
        acts=tuple(acts.done),
        spans=((0, len(heard)),) * len(acts.done),
        unsure=frozenset(acts.unsure & set(acts.done)),
        reason=_brief(meant.reason),
        temperature=_temperature(meant, breath, state),
    )


def is_pause(meant: Reading) -> bool:
    """Whether it ends in asking us to wait, and tells nothing else."""
    is_telling = set(meant.acts) - NOISE - SMALL_TALK or meant.questions or names_fact(meant)
    return words_of.ends_in_hold(meant.text) and not is_telling


def words_of_time(meant: Reading, listening: Listening) -> str:
    """The clauses that name the time, in the caller's words; all of it where they can't be told from the rest."""
    said = meant.text.strip()
    is_trimmed = meant.time is not None and len(said.split()) <= MAX_TRIMMED
    if not is_trimmed or _when(said, listening)[1] != meant.time:
        return said
    parts = words_of.clauses(said)
    for cut in (slice(None, -1), slice(1, None)):
        while len(parts) > 1 and _when("".join(parts[cut]), listening)[1] == meant.time:
            parts = parts[cut]
    return "".join(parts).strip(" ,.;")


class _Acts:
    """The acts of a reading, as they are mended."""

    def __init__(self, meant: Reading) -> None:
        self.done, self.unsure = list(meant.acts), set(meant.unsure)

    def add(self, act: Act, *, is_sure: bool = True) -> None:
        """Done, too; what was sure stays so."""
        if is_sure:
            self.unsure.discard(act)
        elif act not in self.done:
            self.unsure.add(act)
        if act not in self.done:
            self.done.append(act)

    def drop(self, *gone: Act) -> None:
        """Not done."""
        self.done = [act for act in self.done if act not in gone]


_TELLS_WHERE = re.compile(r"\b(?:he|she|they|el|ella)(?:'?s| is|'?re| are| anda| esta| va)\b")


def _with_trouble(meant: Reading, acts: _Acts, listening: Listening) -> Reading:
    """With a breakdown or a load given back; a breakdown is sure where the ear hears it too, by itself."""
    reason = meant.reason
    if broken := words_of.trouble(meant.text):
        clause = understand(broken, listening)
        if Act.BROKEN_DOWN not in acts.done or len(reason.split()) > MAX_REASON_WORDS:
            reason = clause.reason or reason
        acts.add(Act.BROKEN_DOWN, is_sure=clause.is_sure_of(Act.BROKEN_DOWN))
    if meant.time is None and words_of.gives_back(meant.text) and Act.CANCELS not in acts.done:
        acts.add(Act.CANCELS, is_sure=False)
        reason = reason or read_reason(plain(meant.text), meant.text, listening.expecting, acts.done)
    return replace(meant, reason=reason)


def _with_delivery(meant: Reading, breath: Breath, listening: Listening) -> Reading:
    """With the day of the delivery: "loaded it Friday and dropped it yesterday" is yesterday."""
    listening = replace(listening, expecting=Expecting.TIME)
    before, since = words_of.of_delivery(breath.told)
    day, moment = _when(since, listening)
    return replace(meant, day=day, time=moment) if day and _when(before, listening)[0] else meant


def _with_questions(meant: Reading, breath: Breath, listening: Listening) -> Reading:
    """With the questions in the middle of it, and without those that nothing in the words asks."""
    is_told = listening.expecting == Expecting.TEMPERATURE and meant.temperature is not None
    is_answer = is_told and meant.asks(Topic.TEMPERATURE)
    if meant.questions and not words_of.is_asking(meant.text) and (is_answer or words_of.offers(meant.text)):
        meant = replace(meant, questions=(), acts=tuple(act for act in meant.acts if act != Act.ASKS))
    if meant.asks(Topic.PICKUP_NUMBER) and words_of.asks_load(meant.text):
        meant = replace(meant, questions=(Question(Topic.LOAD, meant.text),))
    if len(meant.text.split()) < MIN_MIXED or any(each.topic != Topic.OTHER for each in meant.questions):
        return meant
    found = {topic: words for words in breath.questions if (topic := _topic(words, listening))}
    if not found:
        return meant
    return replace(
        meant,
        questions=tuple(Question(topic, words) for topic, words in found.items()),
        acts=tuple(dict.fromkeys([*meant.acts, Act.ASKS])),
        unsure=meant.unsure - {Act.ASKS},
    )


def _topic(question: str, listening: Listening) -> Topic | None:
    """What is asked, where it is about the load or its appointment, or surely heard."""
    if words_of.asks_load(question):
        return Topic.LOAD
    if words_of.asks_appointment(question):
        return Topic.APPOINTMENT
    if len(question.split()) < MIN_MIXED:
        return None
    read = understand(question, replace(listening, expecting=Expecting.ANYTHING))
    topics = [each.topic for each in read.questions if each.topic in HEARD_AMID]
    return topics[0] if topics and read.is_sure_of(Act.ASKS) else None


def _told_alone(meant: Reading, breath: Breath, listening: Listening) -> Reading:
    """Without a time or day that stands in a question: nobody tells what he asks."""
    asked = [each for each in breath.questions if words_of.names_time(each)]
    is_told = meant.time or meant.day
    if not is_told or not asked or any(words_of.is_wish(each) for each in asked):
        return meant
    if len(breath.told.split()) < MIN_TOLD_BESIDE:
        return meant
    day, moment = _when(breath.told, listening)
    return replace(meant, day=meant.day and day, time=meant.time and moment)


def _temperature(meant: Reading, breath: Breath, state: Mapping[str, Any]) -> Decimal | None:
    """Degrees that were told: none that stand in a question alone, but those that are told in passing."""
    degrees = meant.temperature
    if degrees is not None and breath.questions:
        told = re.findall(r"\d+(?:\.\d+)?", figures(plain(breath.told), "en"))
        return degrees if f"{abs(degrees):f}" in told else None
    if degrees is None and state["facts"].get("isReefer"):
        value = words_of.degrees_set(breath.told, meant.text)
        return None if value is None else Decimal(value)
    return degrees


def _brief(reason: str) -> str:
    """The clauses of a long reason from the first that names a cause to the last; all of it where none does."""
    if len(reason.split()) <= MAX_REASON_WORDS:
        return reason
    parts = words_of.clauses(reason)
    causes = [
        at for at, each in enumerate(parts) if read_reason(plain(each), each, Expecting.TIME, (Act.LATE,))
    ]
    brief = "".join(parts[causes[0] : causes[-1] + 1]) if causes else reason
    return re.sub(r"(?: and| y|[ ,.;])+$", "", brief)


def _when(said: str, listening: Listening) -> tuple[date | None, datetime | None]:
    words = plain(said)
    found = read_when(figures(words, languages_of(words, listening.language)[0]), (), listening)
    return found.day, found.time
