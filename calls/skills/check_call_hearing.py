"""What a check call hears in a reading before it takes it: another load, a reefer that is off, a wish. Pure."""

import re
from dataclasses import replace
from typing import Any

from calls.language.questions import wants_it_moved
from calls.language.reading import Act, Question, Reading, Topic
from calls.skills.check_call_phrases import REEFER_OFF, TEMPERATURE

_DENIES = re.compile(r"\b(?:no|not|nothin[g']?|ain'?t|isn'?t|don'?t|aint|isnt|dont|none|mine|mia)\b", re.I)
MIN_TAIL = 3  # digits that tell one load from another


def names_other_load(meant: Reading, number: str) -> bool:
    """Whether a driver says that theirs is another load: "I got nothing in Louisville, mine ends in two sixty-six"."""
    said, ours = meant.load, "".join(filter(str.isdigit, number))
    is_other = len(said) >= MIN_TAIL and said.isdigit() and bool(ours) and said not in ours
    return is_other and bool(_DENIES.search(meant.text)) and not meant.has(Act.WRONG_LOAD, Act.UNSURE)


_OFF = re.compile(
    r"\b(?:apagad[oa]|(?:turned|shut|shut it|it'?s|reefer(?:'?s)?(?: is)?|unit(?:'?s)?(?: is)?) off|"
    r"(?:isn'?t|ain'?t|not) (?:on|running)(?: right now| yet)?)\b",
    re.I,
)


def with_reefer_off(state: dict[str, Any], meant: Reading) -> Reading:
    """The degrees asked about by whoever has the reefer off aren't what it runs at: "it's off, set it to what"."""
    is_about = state["asking"] == TEMPERATURE or meant.asks(Topic.TEMPERATURE)
    if not (is_about and state["facts"].get("isReefer") and _OFF.search(meant.text)):
        return meant
    state |= {REEFER_OFF: True, "told": True}
    return replace(meant, temperature=None, unsure=meant.unsure - {Act.ASKS})


# What a wish for another appointment may be heard as.
_WISHES = frozenset({Topic.APPOINTMENT, Topic.FLEXIBILITY, Topic.OTHER, Topic.PICKUP, Topic.DELIVERY})


def as_wish(meant: Reading, heard: Reading) -> Reading:
    """A wish for another appointment as one: "he won't make four, can you get us a new appointment".

    `heard` is the reading before it was mended: what stands before the wish is told, not asked.
    """
    if not (heard.has(Act.ASKS) and wants_it_moved(meant.text)):
        return meant
    others = tuple(each for each in meant.questions if each.topic not in _WISHES)
    return replace(
        meant,
        acts=tuple(dict.fromkeys((*meant.acts, Act.ASKS))),
        unsure=meant.unsure - {Act.ASKS},
        questions=(*others, Question(Topic.FLEXIBILITY, meant.text)),
        time=meant.time or heard.time,
        day=meant.day or heard.day,
    )
