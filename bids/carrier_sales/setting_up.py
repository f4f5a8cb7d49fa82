"""Who wants to be set up as a carrier, and no load yet: noted once, with where they are reached and their truck."""

from dataclasses import replace

from bids.carrier_sales import pitch_load
from bids.carrier_sales.notebook import Step
from bids.carrier_sales.scene import Move, Next, Scene
from bids.carrier_sales.vetting import Verdict, caller_of
from bids.carrier_sales.wishes import ABOUT_LOAD, note_truck_told
from calls.language.reading import Act, Expecting, Reading, Topic


def hear(scene: Scene) -> bool:
    """Whether they ask about being set up, and about no load; said again it is no question any more."""
    notes, heard = scene.notes, scene.heard
    if not heard.asks(Topic.SETUP) or notes.dealings or notes.wanted.number or _is_of_load(heard):
        return False
    wishes = [
        each
        for each in heard.questions
        if each.topic == Topic.SETUP and pitch_load.is_request(scene, each.words)
    ]
    is_last_word = heard.has(Act.CALLBACK, Act.LEAVES)
    if heard.is_by_model and notes.is_setup_noted and heard.has(Act.DECLINES):
        wishes = [
            each for each in heard.questions if each.topic == Topic.SETUP
        ]  # it is noted, and no load wanted
    if wishes and (notes.wants_setup or is_last_word):
        if not notes.wants_setup:
            pitch_load.pass_on(scene, Topic.SETUP, wishes[0].words)
        rest = tuple(each for each in heard.questions if all(each is not wish for wish in wishes))
        acts = tuple(act for act in heard.acts if rest or act != Act.ASKS)
        scene.heard = replace(heard, questions=rest, acts=acts, spans=())
    notes.wants_setup = True
    return True


def _is_of_load(heard: Reading) -> bool:
    """Whether a load, a price or what else there is goes with it."""
    return bool(heard.load or heard.own_figures) or heard.asks(*ABOUT_LOAD, Topic.OTHER_LOADS)


def settle(scene: Scene) -> Next | None:
    """Leave the loads, where none is looked for; None where one may be.

    "I ain't got a load number, I just want the packet; I run out of Joplin": where they run is no wish for a load.
    """
    notes, heard = scene.notes, scene.heard
    if heard.is_by_model and notes.is_setup_noted and heard.has(Act.DECLINES) and not heard.questions:
        return Move.LEAVE
    if notes.step not in (Step.LOAD, Step.MORE) or notes.verdict in (None, Verdict.BOOK):
        return None
    is_settled = notes.is_setup_noted or bool(notes.truck_question) or heard.has(Act.NO)
    if notes.wanted.is_known and not is_settled:
        return None
    return take_down(scene)


def is_all(scene: Scene) -> bool:
    """Whether being set up is all that was wanted so far; a carrier that may book is set up."""
    notes = scene.notes
    is_open = notes.wants_setup and not (notes.is_setup_noted or notes.dealings or notes.wanted.is_known)
    return is_open and notes.verdict != Verdict.BOOK


def take_down(scene: Scene) -> Next:
    """Say that it is noted, and their truck, where it was told; ask where they are reached, unless it is known."""
    notes = scene.notes
    note_truck_told(scene)
    if notes.is_setup_noted:
        return Step.MORE
    notes.is_setup_noted = True
    scene.say("setup_noted")
    if notes.phone or notes.details.email or caller_of(scene.talk.conversation).number:
        return Step.MORE
    notes.go_to(Step.MORE)
    scene.say("ask_contact")
    scene.wait_for(Expecting.CONTACT)
    return Move.WAIT
