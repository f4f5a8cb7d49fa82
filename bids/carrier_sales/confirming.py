"""What is answered to the agreement that was read back."""

from decimal import Decimal

from bids.carrier_sales import bargaining, closing
from bids.carrier_sales.moves import Move
from bids.carrier_sales.notebook import Outcome, Step
from bids.carrier_sales.scene import Scene
from calls.agent.meaning import Expecting, Intent, Money, Unit


def hear(scene: Scene) -> Move:
    """A clean yes closes it; another figure, or no, goes back to the money; anything else is asked again.

    Whoever still asks something hasn't agreed, and a figure alone, though it is the one read back, isn't a yes.
    """
    dealing, _ = scene.deal
    heard = scene.heard
    assert dealing.figure is not None, "something was agreed on"
    if heard.has(Intent.ASKS_CEILING, Intent.ASKS_CUSTOMER_RATE):
        return Move.ASK_AGAIN
    if heard.money:
        said = bargaining.figure_of(heard.money, dealing.figure)
        figure = _on_top_of_agreed(said, dealing.figure)
        if bargaining.total(scene, figure) != dealing.figure:
            closing.forget(scene)
            return bargaining.hear_figure(scene, figure, is_worked_out=said.unit == Unit.MORE)
    if heard.has(Intent.DECLINE):
        closing.undo(scene)
        dealing.outcome = Outcome.DECLINED
        return Move.LEAVE
    if heard.has(Intent.NO, Intent.ASKS_MORE, Intent.SPLIT):
        closing.undo(scene)
        return _ask_for_figure(scene)
    has_questions = heard.topics or heard.has(
        Intent.ASKS_RATE, Intent.ASKS_LOADS, Intent.UNKNOWN, Intent.HOLD
    )
    if heard.has(Intent.YES, Intent.DEAL) and not has_questions:
        return closing.close(scene)
    return Move.ASK_AGAIN


def _on_top_of_agreed(said: Money, agreed: Decimal) -> Money:
    """The figure for the load; "fifty more" is on top of what was just read back, not of our offer."""
    return Money(agreed + said.amount) if said.unit == Unit.MORE else said


def _ask_for_figure(scene: Scene) -> Move:
    """Back to where we stood."""
    standing = scene.deal[0].haggling
    assert standing is not None, "undone, not forgotten"
    scene.notes.go_to(Step.MONEY)
    scene.say_money("what_then", {"offer": standing.offer})
    scene.wait_for(Expecting.AMOUNT)
    return Move.WAIT
