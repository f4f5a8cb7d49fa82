"""What is said of a deal that was just made: a condition told too late, and that somebody is to call about it."""

import re
from dataclasses import replace

from bids.carrier_sales import pitch_load
from bids.carrier_sales.deal import keep_conditions
from bids.carrier_sales.goodbye import ArrangeCallback
from bids.carrier_sales.notebook import Dealing, Outcome, Step, is_of_conditions
from bids.carrier_sales.scene import Move, Next, Scene
from calls.language.reading import Act, Topic

AFTER = (Step.DETAILS, Step.MORE, Step.WHEN)
# Who calls whom: "I'd have to get back to you on that" asks for no call.
_CALL_US = re.compile(
    r"\b(?:call|calls|ring|phone|reach) (?:me|us|him|her|them|my)\b|\b(?:llam|marqu|habl)\w*(?:me|nos)\b|"
    r"\b(?:me|nos) (?:llam|marqu|habl)\w+",
    re.I,
)


def hear_condition(scene: Scene) -> None:
    """Keep a condition that is told once there is a deal, tell the broker of it at once, and say so.

    The deal isn't undone: whether it is to be is theirs to say. What only asks whether it was noted asks nothing else.
    """
    heard, dealing = scene.heard, _deal(scene)
    if dealing is None or not heard.is_by_model or not heard.conditions or _is_of_another(scene):
        return
    is_known = dealing.has_conditions(heard.conditions)
    new = [each for each in heard.conditions if each not in dealing.conditions]
    keep_conditions(scene, new)
    for words in new:
        pitch_load.keep_question(scene, Topic.OTHER, words, load=scene.load)
    scene.say("condition_is_down" if is_known else "condition_late")
    rest = tuple(
        each for each in heard.questions if not is_of_conditions(each.words or heard.text, dealing.conditions)
    )
    if rest != heard.questions:
        acts = tuple(act for act in heard.acts if rest or act != Act.ASKS)
        scene.heard = replace(heard, questions=rest, acts=acts, spans=())


def _is_of_another(scene: Scene) -> bool:
    """Whether it is about a load to come: "if you get one out of Atlanta, call me"."""
    heard = scene.heard
    is_wish = heard.load or heard.origin or heard.destination or heard.asks(Topic.OTHER_LOADS)
    return bool(is_wish) or (scene.notes.step == Step.MORE and heard.has(Act.CALLBACK))


def hear_call(scene: Scene) -> Next | None:
    """Note the call that is asked for in the place of the next detail, and take leave; None where none is."""
    heard = scene.heard
    if scene.notes.step != Step.DETAILS or not heard.is_by_model or _deal(scene) is None:
        return None
    is_asked = heard.has(Act.CALLBACK) and not heard.is_their_call and _CALL_US.search(heard.text)
    is_told = heard.email or heard.driver or heard.truck or heard.trailer or heard.place
    if not is_asked or is_told or heard.questions:
        return None
    if heard.time or heard.day:
        return ArrangeCallback(scene).begin()
    ArrangeCallback(scene).keep("")
    scene.say("call_back")
    scene.end()
    return Move.WAIT


def _deal(scene: Scene) -> Dealing | None:
    """The deal that was just made, where the talk is past it."""
    notes, dealing = scene.notes, scene.notes.dealing
    if dealing is None or dealing.agreed is None or notes.step not in AFTER:
        return None
    return dealing if dealing.outcome in (Outcome.BOOKED, Outcome.BID) else None
