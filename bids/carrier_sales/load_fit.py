"""Has the carrier the trailer for it?"""

import re

from bids.carrier_sales import choosing, pitching, wording
from bids.carrier_sales.context import Move, Scene
from bids.carrier_sales.memory import Outcome, Step
from calls.language.reading import Act, Expecting, Topic
from organizations.equipment import Equipment

DRY = re.compile(
    r"\b(?:run|haul|ship|go|pull|jal\w+|corr\w+)\w*(?: it| her| him| la| lo)? (?:dry|en seco|seco)\b", re.I
)
# "Okay, depends what it pays": the trailer is no question then.
MAY_FIT = (Act.YES, Act.AGREES, Act.AGREES_IF, Act.ASKS_MORE)


def check(scene: Scene) -> Move:
    """Ask for the trailer, unless the caller has told what it has."""
    dealing, load = scene.deal
    if scene.notes.equipment and _is_particular(load.equipment_type):
        if scene.notes.equipment != load.equipment_type:
            return _refuse(scene)
        dealing.is_fitting = True
        return Move.GO_ON
    ask(scene)
    return Move.WAIT


def ask(scene: Scene) -> None:
    """Ask whether the caller has it."""
    _, load = scene.deal
    scene.notes.go_to(Step.FIT)
    needed = wording.equipment(load.equipment_type, scene.language)
    if needed:
        scene.say("ask_fit", equipment=needed)
    else:
        scene.say("ask_fit_any")
    scene.wait_for(Expecting.EQUIPMENT)


def hear(scene: Scene) -> Move:
    """Yes, a question about money or a figure will do; another trailer, or none, won't."""
    dealing, load = scene.deal
    heard = scene.heard
    if (
        load.equipment_type == Equipment.VAN
        and heard.equipment == Equipment.REEFER
        and DRY.search(heard.text)
    ):
        scene.notes.early_conditions = [*scene.notes.early_conditions, heard.text]  # the broker is to okay it
        dealing.is_fitting = True
        return Move.GO_ON
    has_other = bool(heard.equipment) and heard.equipment != load.equipment_type
    if has_other and _is_particular(load.equipment_type) and scene.notes.equipment == heard.equipment:
        return _refuse(scene)
    is_no = heard.has(Act.NO, Act.REFUSES) or bool(heard.no_equipment)
    if is_no and heard.questions and not heard.no_equipment and not heard.has(Act.DECLINES):
        return Move.ASK_AGAIN  # "no, like, where does my truck get loaded?"
    if heard.has(Act.DECLINES) or (is_no and scene.is_outbound):
        dealing.outcome = Outcome.DECLINED
        return Move.LEAVE
    if is_no:
        scene.notes.equipment = ""
        ask_equipment(scene)
        return Move.WAIT
    if heard.equipment or heard.own_figures or heard.has(*MAY_FIT) or heard.asks(Topic.RATE):
        dealing.is_fitting = True
        return Move.GO_ON
    return Move.ASK_AGAIN


def ask_equipment(scene: Scene) -> None:
    """Ask what the caller has instead."""
    scene.notes.go_to(Step.EQUIPMENT)
    scene.say("ask_equipment")
    scene.wait_for(Expecting.EQUIPMENT)


def hear_equipment(scene: Scene) -> Move:
    """What it has; without an answer this load is over."""
    dealing, load = scene.deal
    heard = scene.heard
    if heard.equipment == load.equipment_type and heard.equipment:
        dealing.is_fitting = True
        return Move.GO_ON
    if heard.equipment:
        return _refuse(scene)
    if heard.has(Act.NO, Act.UNSURE, Act.DECLINES):
        dealing.outcome = Outcome.WRONG_EQUIPMENT
        return Move.MORE
    return Move.ASK_AGAIN


def _refuse(scene: Scene) -> Move:
    """Not with that trailer: others for which it would do."""
    dealing, load = scene.deal
    dealing.outcome = Outcome.WRONG_EQUIPMENT
    scene.notes.early_ask = []
    scene.say("wrong_equipment", equipment=pitching.trailer(load, scene.language))
    return choosing.offer_others(scene, like=load)


def _is_particular(kind: str) -> bool:
    """Whether the load says which trailer it takes."""
    return kind not in ("", Equipment.OTHER)
