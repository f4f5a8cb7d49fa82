"""Ways out of a talk: anything else, a call back, a person, good-bye."""

import re
from datetime import timedelta

from bids.carrier_sales import choosing, wording
from bids.carrier_sales.notebook import Outcome, Step, Wanted
from bids.carrier_sales.scene import Move, Scene
from bids.carrier_sales.vetting import Verdict, caller_of
from calls.language.clauses import calls_themselves
from calls.language.reading import Act, Expecting, Topic
from calls.language.speech import Transfer
from calls.services.transfers import person_for

MIN_PHONE_DIGITS = 10
FIRST_HOUR = 6  # before it nobody wants to be called, unless they say so
NIGHT = re.compile(r"\b(?:a\.?m\b|midnight|medianoche|overnight|madrugada)", re.IGNORECASE)
THANKS = re.compile(r"\b(?:thanks|thank you|gracias)\b", re.IGNORECASE)


def ask_more(scene: Scene) -> None:
    """Anything else?"""
    scene.notes.go_to(Step.MORE)
    scene.say("anything_else")
    scene.wait_for(Expecting.CONFIRMATION)


def hear_more(scene: Scene) -> Move:
    """Another load, by its number, its lane or by what there is; else good-bye."""
    notes, heard = scene.notes, scene.heard
    if heard.has(Act.DECLINES, Act.LEAVES) and not heard.questions:
        return Move.LEAVE
    if notes.wanted.is_known:
        notes.at_load = None
        return choosing.choose(scene)
    if heard.asks(Topic.OTHER_LOADS) or heard.equipment:
        like = scene.load
        return choosing.offer_others(scene, like=like)
    if heard.is_sure_of(Act.YES) and not heard.has(Act.NO) and not heard.questions:
        notes.at_load, notes.wanted = None, Wanted()
        choosing.ask(scene)
        return Move.WAIT
    if heard.has(Act.NO, Act.DECLINES) or scene.notes.tries or THANKS.search(heard.text):
        return Move.LEAVE
    return Move.ASK_AGAIN


def begin_call_back(scene: Scene) -> Move:
    """Keep when to call; ask where no time was said."""
    if calls_themselves(scene.heard.text):
        return Move.LEAVE
    if scene.heard.time or scene.heard.day:
        return hear_time(scene)
    ask_when(scene)
    return Move.WAIT


def ask_when(scene: Scene) -> None:
    """Ask for a time."""
    scene.notes.go_to(Step.WHEN)
    _keep_call_back(scene, "")
    scene.say("ask_when")
    scene.wait_for(Expecting.TIME)


def hear_time(scene: Scene) -> Move:
    """The time that suits, as well as it was said; none does no harm: somebody calls."""
    heard = scene.heard
    time = heard.time
    if time is not None and time.hour < FIRST_HOUR and not NIGHT.search(heard.text):
        time += timedelta(hours=12)  # "call me after one thirty"
    if time is None and scene.notes.tries == 0 and (heard.load or heard.asks(Topic.RATE, Topic.LOAD)):
        # "I'm on the line, what does it pay?": nobody wanted to be called.
        scene.notes.forget(Outcome.CALLBACK)
        scene.notes.callback = {}
        choosing.note_wishes(scene)
        return Move.GO_ON
    if time is not None:
        _keep_call_back(scene, time.isoformat(timespec="minutes"))
        scene.say("call_back_at", time=wording.moment(time, scene.today(), scene.language))
    elif heard.day is not None:
        _keep_call_back(scene, heard.day.isoformat())
        scene.say("call_back_at", time=wording.day(heard.day, scene.today(), scene.language))
    elif scene.notes.tries or heard.has(Act.NO, Act.UNSURE, Act.LEAVES, Act.YES, Act.DECLINES):
        _keep_call_back(scene, "")
        scene.say("call_back")
    else:
        return Move.ASK_AGAIN
    scene.end()
    return Move.WAIT


ZONES = {
    "eastern": "America/New_York",
    "este": "America/New_York",
    "central": "America/Chicago",
    "centro": "America/Chicago",
    "mountain": "America/Denver",
    "pacific": "America/Los_Angeles",
    "pacifico": "America/Los_Angeles",
    "pacífico": "America/Los_Angeles",
}
ZONE = re.compile(
    r"\b(?:(?P<en>eastern|central|mountain|pacific)(?! (?:avenue|ave|street|st|valley|freight))|"
    r"hora del (?P<es>este|centro|pac[ií]fico))\b",
    re.IGNORECASE,
)


def _zone_said(words: str) -> str:
    """The time zone that a caller names; empty where none is."""
    found = ZONE.search(words)
    return ZONES[(found["en"] or found["es"]).lower()] if found else ""


def _keep_call_back(scene: Scene, time: str) -> None:
    """When and where to call; a caller whose number isn't the carrier's is called at the registered one."""
    notes = scene.notes
    phone = notes.callback.get("phone") or caller_of(scene.talk.conversation).number
    said = scene.heard.phone or scene.heard.digits
    if notes.verdict == Verdict.CALL_BACK:
        phone = notes.registered
    elif len(said) >= MIN_PHONE_DIGITS:
        phone = said[:15]
    zone = _zone_said(scene.heard.text) or notes.callback.get("zone") or scene.zone()
    notes.callback = {"time": time, "zone": zone, "phone": phone, "words": scene.heard.text[:200]}
    notes.note(Outcome.CALLBACK)


def to_person(scene: Scene, whisper: str) -> Move:
    """Hand the line to somebody, with a sentence of what it is about; a call back where nobody is there."""
    to = person_for(scene.talk.conversation, at=scene.talk.at, name=scene.heard.person)
    if to is None:
        scene.say("nobody_there")
        return begin_call_back(scene)
    scene.notes.note(Outcome.TRANSFERRED)
    scene.say("transfer")
    scene.transfer = Transfer(to, whisper)
    return Move.WAIT


def give_up(scene: Scene, line: str = "give_up") -> None:
    """We don't get on: a person calls back."""
    if scene.notes.step != Step.MORE:
        _keep_call_back(scene, scene.notes.callback.get("time", ""))
    scene.say(line)
    scene.end()


def leave(scene: Scene) -> None:
    """Good-bye, as it went."""
    outcomes = {dealing.outcome for dealing in scene.notes.dealings}
    if outcomes & {Outcome.BOOKED, Outcome.BID}:
        scene.say("bye_booked" if Outcome.BOOKED in outcomes else "bye")
    else:
        scene.notes.has_declined = True
        scene.say("bye_declined" if Outcome.DECLINED in outcomes else "bye")
    scene.end()
