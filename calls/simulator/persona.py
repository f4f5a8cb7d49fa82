"""What all personas share: they listen, answer topic by topic, say good-bye, and don't stay for ever."""

import re
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Protocol

from calls.simulator.facts import GOOD, About, CarrierFacts, Company, carrier_facts
from calls.simulator.phrases import Topic
from calls.simulator.speech import (
    is_farewell,
    is_hold,
    is_question,
    questions_in,
    read_back_of,
    topics_of,
)

# What a carrier on the line can do, and what stands behind it: a script or a persona.


@dataclass(frozen=True, slots=True)
class Say:
    """Speak. With `interrupt`, into the agent's words; `partials` are sent before as unfinished sentences."""

    text: str
    interrupt: bool = False
    partials: tuple[str, ...] = ()
    # Of the speech recognition, e.g. "es-US"; the session's own when empty.
    language: str = ""


@dataclass(frozen=True, slots=True)
class Press:
    """Press keys."""

    digits: str


@dataclass(frozen=True, slots=True)
class Wait:
    """Be silent for that many seconds, real ones at every pace."""

    seconds: float


@dataclass(frozen=True, slots=True)
class HangUp:
    """Put the phone down."""


Act = Say | Press | Wait | HangUp


class Talker(Protocol):
    """The person (or machine) at the other end of a call; one per call, kept across its sessions."""

    # True for an answering machine: what machine detection finds.
    is_machine: bool
    # It hangs up after that many seconds on the line; None: never by the clock.
    seconds_on_line: float | None

    def opening(self) -> tuple[Act, ...]:
        """What it does when the line opens, before the agent says anything."""

    def barges_in(self) -> bool:
        """Whether it will cut into the agent's next words instead of letting them end."""

    def reply(self, heard: str) -> tuple[Act, ...]:
        """What it does after the agent said something; nothing means that it goes on listening."""

    def silence(self, times: int) -> tuple[Act, ...]:
        """What it does when the agent stays silent, the n-th time in a row."""


BRIEF_ANSWERS = 5


class Script:
    """Plays its acts one by one, each after the agent's turn, then answers briefly until the agent ends."""

    is_machine = False
    seconds_on_line: float | None = None

    def __init__(self, acts: tuple[Act, ...]) -> None:
        self._left = deque(acts)
        self._brief_answers = 0

    @property
    def has_more(self) -> bool:
        """Whether there are acts left."""
        return bool(self._left)

    def opening(self) -> tuple[Act, ...]:
        """Nothing: the carrier waits for the agent."""
        return ()

    def barges_in(self) -> bool:
        """Whether the next act, pauses aside, is an interruption."""
        act = next((act for act in self._left if not isinstance(act, Wait)), None)
        return isinstance(act, Say) and act.interrupt

    def reply(self, heard: str) -> tuple[Act, ...]:
        """The next act with the pauses before it; after the last one a brief answer."""
        if self._left:
            acts = [self._left.popleft()]
            while isinstance(acts[-1], Wait) and self._left:
                acts.append(self._left.popleft())
            return tuple(acts)
        if is_hold(heard):
            return ()
        if self._brief_answers == BRIEF_ANSWERS:
            return (HangUp(),)
        self._brief_answers += 1
        return (Say(_brief_answer(heard)),)

    def silence(self, times: int) -> tuple[Act, ...]:
        """Goes on with the script when there is more; otherwise asks twice and hangs up."""
        if self._left:
            return self.reply("")
        return (HangUp(),) if times > 2 else (Say("Hello?"),)


def _brief_answer(heard: str) -> str:
    """A word that agrees to nothing and asks for nothing: the script's author said what was to be said."""
    if is_farewell(heard):
        return "Bye."
    if re.search(r"\?\s*$", heard):
        return "That's all I have."
    return "Okay."


def read_script(items: object) -> tuple[Act, ...]:
    """The acts of a script as given in JSON; ValueError says which item is wrong and why."""
    if not isinstance(items, list):
        raise ValueError("must be a list of utterances")
    if len(items) > 500:
        raise ValueError("has more than 500 items")
    return tuple(_read_item(item, f"item {number}") for number, item in enumerate(items, start=1))


def _read_item(item: object, where: str) -> Act:
    """One act: a text, or an object with say (and interrupt), dtmf, hangup or wait."""
    if isinstance(item, str):
        item = {"say": item}
    if not isinstance(item, dict):
        raise ValueError(f"{where} must be a text or an object")
    match item:
        case {"say": str(text), **rest} if text.strip() and set(rest) <= {"interrupt"}:
            interrupt = rest.get("interrupt", False)
            if not isinstance(interrupt, bool):
                raise ValueError(f"{where}: interrupt must be true or false")
            return Say(text, interrupt=interrupt)
        case {"dtmf": str(digits), **rest} if not rest and re.fullmatch(r"[0-9A-D#*]{1,64}", digits):
            return Press(digits)
        case {"hangup": True, **rest} if not rest:
            return HangUp()
        case {"wait": int() | float() as seconds, **rest} if not rest and not isinstance(seconds, bool):
            if 0 <= seconds <= 600:
                return Wait(float(seconds))
    raise ValueError(
        f'{where} must be a text, {{"say": text, "interrupt"?: true}}, {{"dtmf": keys}}, {{"hangup": true}} '
        'or {"wait": seconds up to 600}'
    )


# Nobody answers more than this many questions in one breath, nor stays for more turns than this.
MAX_TOPICS = 3
MAX_TURNS = 40

ALWAYS_ANSWERED = frozenset({Topic.MC, Topic.OFFER, Topic.ARE_YOU_THERE})

# Some wordings, or a method of what was heard; carriers also name an occasion of their words.
Answer = Callable[[str], str] | tuple[str, ...] | str


class Persona:
    """A character. Subclasses give `answers`: for a topic some wordings, or a method of what was heard."""

    name: ClassVar[str]
    purpose: ClassVar[str]
    is_machine = False
    seconds_on_line: float | None = None

    companies: ClassVar[tuple[Company, ...]] = GOOD

    def __init__(self, random: Random, about: About) -> None:
        self.random = random
        self.about = about
        self.facts: CarrierFacts = carrier_facts(random, random.choice(self.companies), about)
        self.turns = 0
        self.farewells = 0
        # Everything the agent said so far, oldest first.
        self.heard: list[str] = []
        self._used: set[str] = set()

    @property
    def phone(self) -> str:
        """The number that it calls from."""
        return self.facts.phone

    def answers(self) -> Mapping[Topic, Answer]:
        """What this character has to say to each topic; a missing topic gets no words of its own."""
        return {}

    def opening(self) -> tuple[Act, ...]:
        """Nothing: waits for the agent."""
        return ()

    def barges_in(self) -> bool:
        """Lets people finish."""
        return False

    def reply(self, heard: str) -> tuple[Act, ...]:
        """Answers what was asked; after good-bye says bye, and hangs up if the agent doesn't."""
        self.turns += 1
        self.heard.append(heard)
        topics = topics_of(heard)
        if is_hold(heard) and set(topics) == {Topic.HOLD}:
            return ()
        if Topic.FAREWELL in topics and not is_question(heard):
            self.farewells += 1
            return (Say(self.farewell()), HangUp()) if self.farewells > 2 else (Say(self.farewell()),)
        if self.turns >= MAX_TURNS:
            return (Say("Listen, I gotta go. Bye."), HangUp())
        return (Say(self.speak(heard)),)

    def speak(self, heard: str) -> str:
        """The answer to a turn that isn't a good-bye."""
        answers = self.answers()
        said = [self.word(answers[topic], heard) for topic in self.asked(heard) if topic in answers]
        said = [text for text in said if text][:MAX_TOPICS]
        if said:
            return " ".join(said)
        return self.unsure(heard) if is_question(heard) else self.acknowledge()

    def asked(self, heard: str) -> list[Topic]:
        """The topics that want an answer: of the questions, and those one always reacts to."""
        questions = topics_of(questions_in(heard))
        topics = [topic for topic in topics_of(heard) if topic in questions or topic in ALWAYS_ANSWERED]
        if Topic.CONFIRM not in topics or len(topics) == 1:
            return topics
        # "Macon, ETA 1:30, is that right?" reads back, and yes answers all of it; an MC number or a rate has
        # an answer of its own, and so has what is asked after the "right?".
        if topics[-1] == Topic.CONFIRM and not ALWAYS_ANSWERED.intersection(topics):
            return [Topic.CONFIRM]
        return [topic for topic in topics if topic != Topic.CONFIRM]

    def word(self, answer: Answer, heard: str) -> str:
        """An answer's words: computed, or one of its wordings, not the same one twice in a row of uses."""
        if callable(answer):
            return answer(heard)
        if isinstance(answer, str):
            return answer
        fresh = [wording for wording in answer if wording not in self._used]
        if not fresh:
            self._used.difference_update(answer)
            fresh = list(answer)
        wording = self.random.choice(fresh)
        self._used.add(wording)
        return wording

    def unsure(self, heard: str) -> str:
        """What it says to a question that it has no answer for."""
        return self.word(("I'm not sure about that.", "Couldn't tell you, honestly."), heard)

    def acknowledge(self) -> str:
        """What it says to a plain statement."""
        return self.word(("Okay.", "Alright, got it.", "Sounds good."), "")

    def farewell(self) -> str:
        """Its good-bye."""
        return self.word(("Alright, thanks. Bye.", "You too, take care. Bye.", "Thanks, bye now."), "")

    def silence(self, times: int) -> tuple[Act, ...]:
        """Asks whether somebody is there, twice; after a good-bye just hangs up."""
        if self.farewells or times > 2:
            return (HangUp(),)
        return (Say("Hello?" if times == 1 else "Hello, is anybody there?"),)


# What of an agent's words a carrier answers, and the occasion of the answer where a fact is all of it.


# What is said about money is answered as one thing.
MONEY = frozenset({
    Topic.OFFER, Topic.ASK_RATE, Topic.ACCEPTED, Topic.CLOSER, Topic.TOO_HIGH, Topic.FINAL, Topic.NO_DEAL,
})  # fmt: skip
# What is reacted to though it is no question.
NEWS = frozenset({
    Topic.MC, Topic.ARE_YOU_THERE, Topic.NOT_FOUND, Topic.UNAVAILABLE, Topic.REFUSED, Topic.TRANSFER, Topic.REPEAT,
}) | MONEY - {Topic.ASK_RATE}  # fmt: skip
# Beside a figure these ask for nothing of their own.
BESIDE_MONEY = frozenset({Topic.AVAILABILITY, Topic.CONFIRM, Topic.HEAR_IT, Topic.UNAVAILABLE, Topic.WHICH})


def to_answer(heard: str, *, papers: tuple[str, str]) -> list[Topic]:
    """The topics that want an answer: news and questions, all talk of money as one; `papers` are MC and DOT number."""
    questions = topics_of(questions_in(heard))
    topics = [topic for topic in topics_of(heard) if topic in questions or topic in NEWS]
    if {Topic.HEAR_IT, Topic.WHICH}.intersection(topics):
        # What is offered instead counts.
        topics = [topic for topic in topics if topic not in (Topic.NOT_FOUND, Topic.UNAVAILABLE)]
    if MONEY.intersection(topics):
        topics = [topic for topic in topics if topic not in BESIDE_MONEY]
        first = next(index for index, topic in enumerate(topics) if topic in MONEY)
        topics[first] = Topic.OFFER
        topics = [topic for index, topic in enumerate(topics) if index == first or topic not in MONEY]
    if Topic.REFUSED in topics:
        return [Topic.REFUSED]
    if Topic.NOT_FOUND in topics:
        # First things first.
        topics = [topic for topic in topics if topic not in (Topic.ANYTHING_ELSE, Topic.PURPOSE)]
    if Topic.KEYS in topics_of(heard) and Topic.MC not in topics:
        topics.append(Topic.MC)
    if len(topics) > 1:
        topics = [topic for topic in topics if topic != Topic.REPEAT]
    if len(topics) > 1 and Topic.MC in topics and read_back_of(heard) in papers:
        # Ours, read back beside something that matters more.
        topics = [topic for topic in topics if topic != Topic.MC]
    if len(topics) > 1 and Topic.CONFIRM in topics:
        # "Macon, MC 12, is that right?" reads back: the yes belongs to what is read.
        topics = [topic for topic in topics if topic != Topic.CONFIRM]
    return topics


# Topics that a fact answers, with the occasion of its wordings.
OCCASIONS: dict[Topic, str] = {
    Topic.HOW_ARE_YOU: "how_are_you",
    Topic.GOOD_TIME: "good_time",
    Topic.WHO: "who",
    Topic.RIGHT_PERSON: "right_person",
    Topic.COMPANY: "company",
    Topic.DRIVER: "driver",
    Topic.TRUCK: "truck",
    Topic.CALL_BACK: "call_back_number",
    Topic.CALL_BACK_TIME: "tomorrow",
    Topic.EMAIL: "email",
    Topic.LOCATION: "location",
    Topic.ETA: "eta",
    Topic.CHECKED_IN: "checked_in",
    Topic.LOADED: "loaded",
    Topic.TEMPERATURE: "temperature",
    Topic.PAPERS: "papers",
    Topic.DELAY: "delay",
    Topic.AVAILABILITY: "available",
    Topic.HEAR_IT: "hear_it",
    Topic.TRANSFER: "on_hold",
    Topic.ANYTHING_ELSE: "nothing_else",
    Topic.ARE_YOU_THERE: "here",
}
