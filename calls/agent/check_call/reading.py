"""What a driver's words say of the truck, as far as a check call wants to know it. Pure."""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from calls.agent.check_call.times import said_to_be_late
from calls.agent.meaning import Intent, Meaning
from calls.agent.spoken_time import find_time
from calls.agent.understanding import says_something, without_goodbye

# At the stop itself, in the words of people who don't name a town.
AT_STOP = re.compile(
    r"\b(?:(?:i'm|im|i am|we're|we are|he's|he is) (?:already )?(?:here|there|parked|backed in)\b(?! in | by )|"
    r"already (?:here|there)|(?:backed|bumped) (?:in|into|up)\b|(?:in|at) (?:a |the )?door|"
    r"(?:at|in) (?:the |their )?(?:shipper|receiver|facility|dock|warehouse|consignee|customer)\b|"
    r"ya llegu[eé]|ya (?:estoy|est[aá]|estamos) (?:aqu[ií]|ah[ií])|"
    r"en (?:el|la) (?:muelle|bodega|almac[eé]n|instalaci[oó]n|and[eé]n|rampa))",
    re.I,
)
_ON_THE_WAY = re.compile(
    r"\b(?:away|out from|from (?:the|there)|until|till|before|almost|not (?:yet )?(?:at|there))\b", re.I
)
_SPANISH_NOTHING = re.compile(
    r"\b(?:hola|bueno|diga|d[ií]game|mande|s[ií]|no|ok|claro|gracias|por favor|qui[eé]n (?:habla|es)|c[oó]mo|perd[oó]n|"
    r"disculpe|un momento|espere|buenos d[ií]as|buenas (?:tardes|noches))\b",
    re.I,
)
# Things that are said without telling where a truck is.
_ELSEWHERE = frozenset(
    {
        *(Intent.UNKNOWN, Intent.REPEAT, Intent.HOLD, Intent.LOADED, Intent.EMPTY, Intent.CHECKED_IN),
        *(Intent.CHECKED_OUT, Intent.WANTS_PERSON, Intent.CALL_BACK, Intent.SPANISH, Intent.ENGLISH),
    }
)


@dataclass(frozen=True, slots=True)
class Told:
    """What one turn tells; empty or None where it says nothing of it. `said` is the turn without a good-bye."""

    said: str
    eta: datetime | None
    is_place: bool
    is_at_stop: bool
    check: str  # "in" or "out"
    loading: str  # "loaded" or "empty"
    temperature: str
    bol: str
    reason: str
    is_delayed: bool
    is_on_time: bool
    is_unknown: bool


def read(meant: Meaning, *, now: datetime, stop: dict[str, Any]) -> Told:
    """What the turn tells, by what was understood of it; time and place also by its plain words."""
    said = without_goodbye(meant.text)
    eta = meant.time or find_time(said, now=now) or said_to_be_late(said, stop)
    is_at_stop = bool(AT_STOP.search(said.replace("’", "'"))) and not _ON_THE_WAY.search(said)
    return Told(
        said=said,
        eta=eta,
        is_place=tells(said) and (meant.place is not None or is_at_stop or _may_be_place(meant, said)),
        is_at_stop=is_at_stop,
        check="out" if meant.has(Intent.CHECKED_OUT) else "in" if meant.has(Intent.CHECKED_IN) else "",
        loading="loaded" if meant.has(Intent.LOADED) else "empty" if meant.has(Intent.EMPTY) else "",
        temperature="" if meant.temperature is None else str(meant.temperature),
        bol=meant.bol,
        reason=meant.reason,
        is_delayed=meant.has(Intent.DELAYED) or bool(meant.reason),
        is_on_time=meant.has(Intent.ON_TIME),
        is_unknown=meant.has(Intent.UNKNOWN),
    )


def tells(said: str) -> bool:
    """Whether there is more in it than small talk, in either language."""
    return says_something(_SPANISH_NOTHING.sub(" ", said))


def _may_be_place(meant: Meaning, said: str) -> bool:
    """Whether free words are where somebody is: they have letters, and aren't understood as something else."""
    if meant.has(*_ELSEWHERE) or meant.topics or meant.bol or meant.temperature is not None:
        return False
    return any(character.isalpha() for character in said)
