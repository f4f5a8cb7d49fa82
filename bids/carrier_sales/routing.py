"""What was heard goes to the step that the talk is in; then comes whatever is still open."""

from collections.abc import Callable

from bids.carrier_sales import (
    bargaining,
    choosing,
    closing,
    concluding,
    confirming,
    fitting,
    identity,
    papers,
    parting,
    pitching,
)
from bids.carrier_sales.moves import Move
from bids.carrier_sales.notebook import Outcome, Step
from bids.carrier_sales.scene import Scene
from calls.agent.meaning import Intent, Topic

MOST_TURNS = 60
MOST_TRIES = 3
MOST_MOVES = 10  # in one turn; each settles something, so that there are never as many

# How each question is asked, and who hears the answer.
STEPS: dict[str, tuple[Callable[[Scene], None], Callable[[Scene], Move]]] = {
    Step.IDENTITY: (identity.ask, identity.hear),
    Step.READ_BACK: (identity.ask_back, identity.hear_back),
    Step.DOT: (papers.ask_dot, identity.hear_dot),
    Step.LOAD: (choosing.ask, choosing.hear),
    Step.WHICH: (choosing.ask_which, choosing.hear_which),
    Step.FIT: (fitting.ask, fitting.hear),
    Step.EQUIPMENT: (fitting.ask_equipment, fitting.hear_equipment),
    Step.MONEY: (bargaining.ask, bargaining.hear),
    Step.CLOSING: (closing.ask, confirming.hear),
    Step.WHEN: (parting.ask_when, parting.hear_time),
    Step.MORE: (parting.ask_more, parting.hear_more),
}
BEFORE_LOAD = (Step.IDENTITY, Step.READ_BACK, Step.DOT, Step.LOAD, Step.WHICH, Step.MORE)
OF_LOAD = (Step.FIT, Step.EQUIPMENT, Step.MONEY, Step.CLOSING)
BEFORE_MONEY = (*BEFORE_LOAD, Step.FIT, Step.EQUIPMENT)
STAYS = (Intent.YES, Intent.DEAL)  # with them a "thanks, bye" isn't the end yet


def hear(scene: Scene) -> None:
    """One turn: the reply comes together in the scene."""
    notes = scene.notes
    notes.turns += 1
    if notes.is_ended or notes.turns > MOST_TURNS:
        parting.give_up(scene, "time_up")
        return
    _note(scene)
    obey(scene, _answer(scene))


def _answer(scene: Scene) -> Move:
    """What anybody may say at any time, else the step's own affair."""
    notes, heard = scene.notes, scene.heard
    if heard.has(Intent.WANTS_PERSON):
        return parting.to_person(scene, concluding.whisper(notes))
    if heard.has(Intent.CALL_BACK) and not heard.has(Intent.DEAL):
        return parting.begin_call_back(scene)
    if heard.has(Intent.GOODBYE) and not heard.money and not heard.has(*STAYS) and notes.step != Step.WHEN:
        return _take_leave(scene)
    if not (notes.step in BEFORE_LOAD and (notes.wanted.is_known or heard.has(Intent.ASKS_LOADS))):
        pitching.answer_questions(scene)
    if notes.step != Step.MONEY and heard.has(Intent.ASKS_CEILING, Intent.ASKS_CUSTOMER_RATE):
        scene.say("not_told_yet")
    if notes.step in OF_LOAD and scene.load is None:
        return bargaining.withdraw(scene)
    if notes.step in (Step.MORE, Step.WHEN) and _takes_up_again(scene):
        notes.forget(Outcome.CALLBACK)
        return bargaining.hear(scene)
    return STEPS[notes.step][1](scene)


def obey(scene: Scene, move: Move) -> None:
    """Do what a step's move asks for, until it is the other side's turn."""
    for _ in range(MOST_MOVES):
        if move is not Move.GO_ON:
            break
        scene.notes.tries = 0
        move = _next(scene)
    if move is Move.MORE:
        parting.ask_more(scene)
    elif move is Move.LEAVE:
        parting.leave(scene)
    elif move is Move.ASK_AGAIN:
        ask_again(scene)


def ask_again(scene: Scene) -> None:
    """The question once more; after a few times in vain, a way out."""
    notes = scene.notes
    was_answered = scene.has_said() or scene.heard.has(Intent.REPEAT, Intent.GREETING)
    if not was_answered:
        notes.tries += 1
        if notes.tries > MOST_TRIES:
            parting.give_up(scene)
            return
        scene.say("unclear")
    STEPS[notes.step][0](scene)


def _next(scene: Scene) -> Move:
    """What is still open, in this order: who, which load, its description, the trailer, the money."""
    notes, dealing = scene.notes, scene.notes.dealing
    if not notes.is_identified:
        identity.ask(scene)
        return Move.WAIT
    if dealing is None or scene.load is None:
        return choosing.choose(scene)
    if not dealing.is_pitched:
        pitching.pitch(scene)
    if not dealing.is_fitting:
        return fitting.check(scene)
    return bargaining.start(scene)


def _note(scene: Scene) -> None:
    """Keep what was said before its turn came: the trailer, the load, a figure."""
    notes, heard = scene.notes, scene.heard
    if heard.equipment and not heard.asks(Topic.EQUIPMENT):
        notes.equipment = heard.equipment
    if notes.step in BEFORE_LOAD:
        choosing.note_wishes(scene)
    is_ask = heard.money and not heard.has(Intent.ASKS_CUSTOMER_RATE, Intent.ASKS_CEILING)
    if is_ask and notes.step in BEFORE_MONEY and notes.step != Step.MORE:
        figure = heard.money[-1]
        notes.early_ask = [str(figure.amount), str(figure.unit)]


def _takes_up_again(scene: Scene) -> bool:
    """Whether a load that was left without a deal is wanted after all, at our offer or at another figure."""
    dealing = scene.notes.dealing
    is_left = dealing is not None and dealing.outcome in ("", Outcome.DECLINED) and not dealing.agreed
    has_offer = dealing is not None and dealing.standing is not None
    return is_left and has_offer and (bool(scene.heard.money) or scene.heard.has(Intent.DEAL))


def _take_leave(scene: Scene) -> Move:
    dealing = scene.notes.dealing
    if dealing is not None and dealing.is_pitched and not dealing.outcome:
        dealing.outcome = Outcome.DECLINED
    return Move.LEAVE
