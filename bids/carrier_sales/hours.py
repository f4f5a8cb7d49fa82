"""An hour or a day that a carrier wishes for, held against the window at the stop that it is about."""

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from bids.carrier_sales import wording
from bids.carrier_sales.scene import Scene
from calls.language.reading import Expecting, Listening, Reading, Topic
from calls.language.understanding import understand

_HOUR = (
    r"(?:like |about |around )?(?:\d{1,2}(?::\d\d)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"
    r"noon|midnight)\b(?: (?:thirty|fifteen|forty[ -]five))?(?: o'? ?clock)?(?: ?[ap]\.? ?m\b)?"
    r"(?: (?:in the (?:morning|afternoon|evening)|at night|tonight))?"
)
# A wish for an hour: "can they load me at two", "we can't load til eleven pm", "not before two".
_WISH = re.compile(
    r"\b(?:(?:un)?load(?:ed|ing)?|pick(?:ed|ing)?(?: it| her| that)? up|pick ?up|deliver\w*|drop|come(?: in)?|"
    r"get (?:in|there|loaded)|be there|make it|check in|show up|appointment|there)\b[^.?!]{0,30}?"
    rf"\b(?:at|by|before|after|til|till|until|around|about|past) (?P<at>{_HOUR})"
    rf"|\bnot (?:before|til|till|until) (?P<from>{_HOUR})",
    re.I,
)
_ASKED_HOUR = re.compile(rf"\b(?:about|on) (?:the|that) (?P<at>(?P<from>{_HOUR}))", re.I)
_HALF = re.compile(r"[ap]\.? ?m\b|morning|afternoon|evening|night|noon|\d{2}:", re.I)
_OF_DAYS = (Topic.FLEXIBILITY, Topic.APPOINTMENT, Topic.PICKUP, Topic.DELIVERY)
MAX_DAYS_OFF = 3  # a weekday that is named is the one next to the window


@dataclass(frozen=True, slots=True)
class Wish:
    """When somebody wants to come, as it is said back; whether that is in the window; and their words."""

    when: str
    fits: bool
    words: str


def wish_for(scene: Scene, start: datetime | None, end: datetime | None) -> Wish | None:
    """The wish in what was heard; None where there is none, or the window isn't known."""
    heard, today, language = scene.heard, scene.today(), scene.language
    if start is None or end is None:
        return None
    if other := _other_day(heard, start.date(), end.date()):
        return Wish(wording.day(other, today, language), fits=False, words=heard.text)
    found = _WISH.search(heard.text)
    if found is None and heard.asks(Topic.FLEXIBILITY):
        found = _ASKED_HOUR.search(heard.text)
    if found is None:
        return None
    hour = found["at"] or found["from"]
    listening = Listening(expecting=Expecting.TIME, now=scene.now(), language=language)
    said = understand(f"at {hour}", listening).time
    if said is None:
        return None
    wished = _nearest(said, start, end, day=heard.day, is_half=bool(_HALF.search(hour)))
    return Wish(wording.moment(wished, today, language), start <= wished <= end, found[0])


def _other_day(heard: Reading, first: date, last: date) -> date | None:
    """A weekday beside the window that is asked about: "can he deliver early, like Friday night"."""
    if not heard.asks(*_OF_DAYS):
        return None
    around = [first - timedelta(days=off) for off in range(1, MAX_DAYS_OFF + 1)]
    around += [last + timedelta(days=off) for off in range(1, MAX_DAYS_OFF + 1)]
    names = wording.WEEKDAYS[heard.language]
    words = heard.text.lower()
    return next((each for each in around if re.search(rf"\b{names[each.weekday()].lower()}\b", words)), None)


def _nearest(said: datetime, start: datetime, end: datetime, *, day: date | None, is_half: bool) -> datetime:
    """The time of day that was said, on the day named or that of the window, in the half that is nearest to it."""
    days = [day] if day else sorted({start.date(), end.date()})
    hours = [said.time()] if is_half else [said.time(), (said + timedelta(hours=12)).time()]
    options = [datetime.combine(each, hour) for each in days for hour in hours]
    return min(options, key=lambda each: max(start - each, each - end, timedelta()))
