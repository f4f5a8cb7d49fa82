"""Talking about money: bids.negotiation decides, this carries it out and takes every figure down."""

from collections.abc import Sequence
from decimal import Decimal

from bids.carrier_sales import choosing, closing, finding
from bids.carrier_sales.moves import Move
from bids.carrier_sales.notebook import Outcome, Step
from bids.carrier_sales.scene import Scene
from bids.negotiation import (
    Action,
    Flag,
    Rule,
    Standing,
    Terms,
    accept_offer,
    begin,
    hear_ask,
    press,
    split,
    total_of,
)
from bids.negotiation import Step as Answer
from bids.services.negotiating import record_step, terms_of
from calls.agent.meaning import Expecting, Intent, Money, Unit

LIMIT = Decimal(10) ** 9  # dollars that nobody means, by the mile or on top: the policy asks again
LINES = {Action.HOLD: "hold", Action.COUNTER: "counter", Action.LAST_OFFER: "last_offer"}


def start(scene: Scene) -> Move:
    """Name our offer; where the caller named a figure before, answer that one instead."""
    dealing, load = scene.deal
    terms = terms_of(load)
    if terms is None or not finding.is_available(load):
        return withdraw(scene)
    if dealing.standing is None:
        dealing.standing = begin(terms, scene.policy).to_json()
    scene.notes.go_to(Step.MONEY)
    if scene.notes.early_ask:
        amount, unit = scene.notes.early_ask
        scene.notes.early_ask = []
        return hear_figure(scene, Money(Decimal(amount), Unit(unit)))
    ask(scene)
    return Move.WAIT


def ask(scene: Scene) -> None:
    """Name our standing offer."""
    scene.notes.go_to(Step.MONEY)
    scene.say_money("offer", {"offer": _standing(scene).offer})
    scene.wait_for(Expecting.AMOUNT)


def hear(scene: Scene) -> Move:
    """A figure first; then what else a carrier says about one."""
    heard, standing = scene.heard, _standing(scene)
    load = scene.load
    terms = terms_of(load) if load else None
    if load is None or terms is None or not finding.is_available(load):
        return withdraw(scene)
    is_probing = heard.has(Intent.ASKS_CUSTOMER_RATE)
    if heard.money and not is_probing:
        return hear_figure(scene, figure_of(heard.money, standing.offer))
    if is_probing or heard.has(Intent.ASKS_CEILING):
        scene.say_money("not_told", {"offer": standing.offer})
        scene.wait_for(Expecting.AMOUNT)
        return Move.WAIT
    if heard.has(Intent.DECLINE):
        scene.deal[0].outcome = Outcome.DECLINED
        return Move.LEAVE
    if heard.has(Intent.DEAL) or (heard.has(Intent.YES) and not heard.has(Intent.NO, Intent.ASKS_MORE)):
        return _obey(scene, accept_offer(standing, terms=terms, rules=scene.policy), None)
    return _hear_without_figure(scene, standing, terms)


def _hear_without_figure(scene: Scene, standing: Standing, terms: Terms) -> Move:
    """Too low, better, half-way, firm, something else: what is wanted of us, though no figure was named."""
    heard = scene.heard
    middle = split(standing) if heard.has(Intent.SPLIT) else None
    if middle is not None:
        return hear_figure(scene, Money(middle), is_worked_out=True)
    if heard.has(Intent.FIRM) and standing.asks:
        return hear_figure(scene, Money(min(standing.asks)))
    if heard.has(Intent.ASKS_MORE) or (heard.has(Intent.NO) and (standing.asks or scene.notes.tries)):
        return _obey(scene, press(standing, terms=terms, rules=scene.policy), None)
    if heard.has(Intent.NO, Intent.SPLIT, Intent.FIRM):
        scene.notes.tries += 1
        scene.say_money("ask_figure", {"offer": standing.offer})
        scene.wait_for(Expecting.AMOUNT)
        return Move.WAIT
    if heard.has(Intent.ASKS_LOADS):
        return choosing.offer_others(scene, like=scene.load)
    return Move.ASK_AGAIN


def figure_of(figures: Sequence[Money], known: Decimal) -> Money:
    """The figure that counts of those named: the last that isn't just the `known` one said back."""
    others = [money for money in figures if money.unit != Unit.TOTAL or money.amount != known]
    return (others or figures)[-1]


def total(scene: Scene, money: Money) -> Decimal | None:
    """Dollars for the whole load; None for a rate per mile of unknown miles."""
    _, load = scene.deal
    if money.unit == Unit.TOTAL or not abs(money.amount) < LIMIT:
        return money.amount
    if money.unit == Unit.MORE:
        return _standing(scene).offer + money.amount
    return total_of(money.amount, load.total_distance) if load.total_distance else None


def hear_figure(scene: Scene, money: Money, *, is_worked_out: bool = False) -> Move:
    """Answer a figure; one that we worked out ourselves mustn't make us the first to name the ceiling."""
    _, load = scene.deal
    ask = total(scene, money)
    terms = terms_of(load)
    if terms is None:
        return withdraw(scene)
    if ask is None:
        scene.say("ask_total")
        scene.wait_for(Expecting.AMOUNT)
        return Move.WAIT
    is_worked_out = is_worked_out or money.unit != Unit.TOTAL
    answer = hear_ask(_standing(scene), ask, terms=terms, rules=scene.policy, is_worked_out=is_worked_out)
    return _obey(scene, answer, money)


def _obey(scene: Scene, answer: Answer, said: Money | None) -> Move:
    """Write the step and the bid, and say what the policy decided."""
    dealing, load = scene.deal
    before = dealing.standing
    record_step(
        conversation=scene.talk.conversation,
        load=load,
        heard=scene.heard.text,
        said=said,
        step=answer,
        at=scene.talk.at,
        is_locked=True,
    )
    dealing.standing, dealing.outcome = answer.standing.to_json(), ""
    if answer.action == Action.ACCEPT:
        dealing.agreed, dealing.is_ours = str(answer.amount), answer.rule == Rule.OFFER_TAKEN
        dealing.before = before
        if not closing.take_down(scene, answer.amount):
            return _closed(scene)
        closing.ask(scene)
        return Move.WAIT
    dealing.agreed = ""
    if not _keep_bid(scene, answer):
        return _closed(scene)
    if answer.action == Action.REFUSE:
        return _part(scene, answer)
    scene.notes.go_to(Step.MONEY)
    if answer.rule == Rule.NOT_A_RATE:
        scene.say("say_figure_again")
    else:
        if answer.action == Action.LAST_OFFER and scene.is_contested:
            scene.say("best_and_final")
        scene.say_money(LINES[answer.action], {"offer": answer.amount})
    scene.wait_for(Expecting.AMOUNT)
    return Move.WAIT


def _keep_bid(scene: Scene, answer: Answer) -> bool:
    """Take the ask down, and our offer in return; false where the bid was decided on meanwhile."""
    if answer.ask is None or Flag.HARDLY_A_RATE in answer.flags:
        return True
    offered = None if answer.action == Action.REFUSE else answer.amount
    return closing.take_down(scene, answer.ask, offered=offered) is not None


def _part(scene: Scene, answer: Answer) -> Move:
    """No deal on this load; its bid stays for the broker."""
    dealing, _ = scene.deal
    dealing.outcome = Outcome.DECLINED
    if answer.rule == Rule.RATES_CHANGED:
        scene.say("rates_changed")
    else:
        scene.say_money("refuse", {"offer": answer.amount})
    return Move.MORE


def withdraw(scene: Scene) -> Move:
    """The load went away while we talked: others like it."""
    dealing = scene.notes.dealing
    if dealing is not None:
        dealing.outcome, dealing.agreed = Outcome.LOAD_UNAVAILABLE, ""
    scene.say("just_taken")
    return choosing.offer_others(scene, like=scene.load)


def _closed(scene: Scene) -> Move:
    """Somebody decided on the bid during the talk: nothing more is asked of it."""
    dealing, load = scene.deal
    scene.say("already_agreed", number=closing.number(load))
    dealing.agreed, dealing.outcome = "", dealing.outcome or Outcome.BID
    return Move.MORE


def _standing(scene: Scene) -> Standing:
    standing = scene.deal[0].haggling
    assert standing is not None, "money is talked about after our first offer"
    return standing
