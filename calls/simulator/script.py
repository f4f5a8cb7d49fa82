"""What a side does in a talk, and a carrier who speaks from a list."""

import re
from collections import deque
from dataclasses import dataclass
from typing import Protocol

from calls.simulator.understanding import is_farewell, is_hold

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
