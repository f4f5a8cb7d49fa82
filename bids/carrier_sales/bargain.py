"""Talking about money: bids.negotiation decides, this carries it out and takes every figure down.

Only a clean agreement to our figure takes it. A condition is kept and the question asked again; where a yes isn't clear
the agent asks once whether it is one; whoever has turned our offer down hasn't taken it by saying "okay".
"""

import re
from decimal import Decimal

from bids import price_talk_moves
from bids.carrier_sales import check_trailer, choose_load, load_search, pitch_load
from bids.carrier_sales.deal import (
    already_agreed,
    figure_of,
    hear_price,
    heard_standing,
    keep_conditions,
    keep_offer_as_theirs,
    lacks_trailer,
    load_gone,
    number,
    restore_their_ask,
    say_put_down,
    take_down,
    total,
    turn_down,
    unsay,
)
from bids.carrier_sales.notebook import Outcome, Step
from bids.carrier_sales.scene import Move, Next, SalesStep, Scene
from bids.carrier_sales.vetting import Verdict
from bids.carrier_sales.wishes import goes_back
from bids.models import Bid
from bids.negotiation import Action, Flag, Rule, Standing, split
from bids.negotiation import Step as Answer
from bids.offer_limits import Terms, hours_until
from bids.price_talk_moves import Kind
from bids.services import price_talks
from bids.services.negotiation_terms import record_step, terms_of
from bids.states import PriceTalkStatus
from calls.language.acts import takes_price
from calls.language.money_figures import asks_currency
from calls.language.number_words import plain
from calls.language.reading import Act, Expecting, Figure, Reading, Role, Topic

SPOKEN = Decimal(5)  # dollars: what we work out is said in whole fives
LINES = {Action.HOLD: "hold", Action.COUNTER: "counter", Action.LAST_OFFER: "last_offer"}
# Asked beside something that is wished for, and no wish.
_OF_FREIGHT = frozenset({Topic.WEIGHT, Topic.COMMODITY, Topic.MILES, Topic.STOPS})
_AS_AGREED = re.compile(
    r"\b(?:(?:like|as|what) we(?:'d| had)? (?:agreed|said)|(?:como|en que|que) (?:ya )?(?:habíamos|habiamos|quedamos))"
)
_NOT_YET_TAKEN = (Act.REFUSES, Act.ASKS_MORE, Act.SPLITS, Act.LEAVES)
_I_WOULD = re.compile(
    r"\b(?:i|we)(?:'?d| would|'?ll| can| could) (?:do|take|run it for|haul it for)(?: it)?(?: (?:for|at|like|about))* "
    r"(?:\$?\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"
    r"[a-z]+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty)\b)|"
    r"\b(?:se )?la (?:hago|muevo|llevo|jalo|har[ií]a) (?:por|en) (?:\$?\d|(?:mil|dos|tres|cuatro|cinco|seis)\b)",
    re.I,
)
_TO_BROKER = re.compile(
    r"\b(?:ask|tell|send|give|run|take|put|check|have) (?:(?:it|that|this|my|me|with|to|by|down|for|up) ){0,3}"
    r"(?:th?em|him|her|(?:the|your|yalls?) (?:broker|team|office|boss|guys?|people))\b|"
    r"\b(?:preg[uú]nt|d[ií]g|com[eé]nt|p[aá]s|mand|av[ií]s)\w*(?:les?|sel[oa]s?)\b",
    re.I,
)


_OTHERWISE = re.compile(r"\b(?:otherwise|or else|if not|si no|de lo contrario)\b", re.I)


class Bargain(SalesStep):
    """Name our offer, and answer the carrier's figures until one is agreed on or refused."""

    name = Step.MONEY

    @property
    def is_settled(self) -> bool:
        """Never by itself: what is agreed on is read back, what is refused is left."""
        return False

    def begin(self) -> Next:
        """Name our offer, or where the talk stood; where the caller named a figure before, answer that one instead."""
        dealing, load = self.scene.deal
        terms = terms_of(load)
        if terms is None or not load_search.is_available(load):
            return load_gone(self.scene)
        line = "offer"
        if dealing.standing is None:
            taken = self._take_up(self.scene.opening(terms))
            if isinstance(taken, Move | Step):
                return taken
            line = "offer_if" if taken == "offer" and dealing.conditions else taken
        self.notes.go_to(Step.MONEY)
        keep_conditions(self.scene, self.notes.early_conditions)
        if self.notes.early_conditions and not self.notes.early_ask and "time_asked" not in self.scene.said:
            self.say("condition_noted")
        self.notes.early_conditions = []
        if ask := self.notes.early_ask:
            self.notes.early_ask = None
            return self.hear_figure(ask)
        self._name_offer(line)
        return Move.WAIT

    def _take_up(self, terms: Terms) -> Next | str:
        """Go on where the carrier's talk about the load stood; the line to name our offer by, or where that isn't done.

        Whoever calls from a number that isn't the carrier's hears nothing of earlier calls, and settles nothing anew.
        """
        dealing, load = self.scene.deal
        taken = self.scene.take_up(terms)
        talk = taken.talk
        is_strange = self.notes.verdict == Verdict.CALL_BACK
        if taken.is_spoken_for:
            dealing.outcome = Outcome.LOAD_UNAVAILABLE
            self.say("with_colleague", number=number(load))
            return Step.MORE
        if talk.status == PriceTalkStatus.BOOKED or (talk.is_agreed and is_strange):
            return already_agreed(self.scene)
        dealing.standing = standing = Standing.from_json(talk.standing)
        dealing.outcome = None
        if taken.is_new:
            return "offer"
        dealing.wanted_before, dealing.wanted = [None, None, *standing.asks][-2:]
        dealing.is_refused = talk.status == PriceTalkStatus.REFUSED
        waiting = Bid.objects.filter(price_talk=talk, status__in=Bid.lifecycle.unfinished)
        for details in waiting.values_list("details", flat=True)[:1]:
            dealing.conditions = list(details.get("conditions", ()))
        if talk.agreed_amount is not None and talk.agreed_amount <= terms.limit:
            dealing.agreed = talk.agreed_amount
            line = "again_agreed" if talk.is_agreed else "again_read_back"
            self.say_money(line, {"amount": talk.agreed_amount}, number=number(load))
            return Step.CLOSING
        if taken.is_changed:
            return "again_changed"
        if is_strange:
            return "offer"
        return "again_final" if standing.is_final else "again"

    def ask(self) -> None:
        """Name it again, in other words where it is what a question was about, or nothing was understood."""
        self._name_offer("offer_once_more" if self.scene.said & {"unclear", "a_mile"} else "offer")

    def _name_offer(self, line: str = "offer") -> None:
        """Name our standing offer; as one for the broker to okay where another day was just asked for."""
        self.notes.go_to(Step.MONEY)
        hangs = self.scene.said & {"truck_late", "time_asked"} and self.scene.deal[0].conditions
        line = "offer_if" if line == "offer" and hangs else line
        self.say_money(line, {"offer": heard_standing(self.scene).offer})
        self.wait_for(Expecting.OFFER)

    def hear(self, heard: Reading) -> Next:
        """A no before a figure, a figure before a yes; then what else a carrier says about money."""
        standing = heard_standing(self.scene)
        dealing, load = self.notes.dealing, self.scene.load
        terms = terms_of(load) if load else None
        if dealing is None or load is None or terms is None or not load_search.is_available(load):
            return load_gone(self.scene)
        restore_their_ask(self.scene)
        if heard.takes_back and dealing.wanted is not None:
            return self.take_back_figure(dealing.wanted)
        if heard.has(Act.REFUSES) and not heard.own_figures and lacks_trailer(self.scene):
            return check_trailer.refuse(self.scene)
        if heard.has(Act.DECLINES) and not heard.own_figures:
            turn_down(self.scene)
            if heard.asks(Topic.OTHER_LOADS) or heard.origin or heard.destination:
                return choose_load.leave_for_another(self.scene)
            return Move.LEAVE
        # "What's the lowest, I mean, I'd do nineteen": asked, and a price of their own named beside it.
        is_theirs = _I_WOULD.search(heard.text) or (heard.is_by_model and heard.has(Act.COUNTERS))
        is_probing = heard.asks(Topic.CUSTOMER_RATE, Topic.CEILING) and not (heard.own_figures and is_theirs)
        # "They're giving 2,325 at Echo": somebody else's price, unless it is surely their own.
        is_claim = heard.is_sure_of(Act.CLAIMS) and not heard.is_sure_of(Act.COUNTERS)
        if standing.asks and heard.conditions and all(each.role == Role.ON_TOP for each in heard.own_figures):
            # "If it's gotta be tarped that's another 150": on top of what they ask, should it come to that.
            keep_conditions(self.scene, heard.conditions)
            is_claim = True
        if not is_probing and self._takes_if(standing):
            if not heard.is_by_model:
                return Step.SURE
            keep_conditions(self.scene, (heard.text,))  # with the other price
            return self.take_offer(terms)
        is_deal = heard.own_figures or heard.has(Act.AGREES, Act.AGREES_IF)
        tells_truck = pitch_load.tells_other_truck(self.scene) or goes_back(self.scene)
        if (heard.is_by_model and tells_truck) or (is_deal and heard.asks(Topic.OTHER_LOADS)):
            choose_load.tell_others(self.scene, like=load)
        if heard.own_figures and not is_probing and not is_claim:
            return self.hear_figure(hear_price(self.scene))
        if is_probing:
            self.say_money("not_told", {"offer": standing.offer})
            self.wait_for(Expecting.OFFER)
            return Move.WAIT
        once_agreed = dealing.once_agreed
        if heard.has(Act.CLAIMS) and once_agreed is not None and self._means_our_agreement(once_agreed):
            return self.hear_figure(Figure(once_agreed))
        if heard.has(Act.CLAIMS):
            self.say_money("claim", {"offer": standing.offer})
            self.wait_for(Expecting.OFFER)
            return Move.WAIT
        if heard.agrees:
            return self.take_offer(terms)
        if self._leans_to_yes():
            return self._make_sure(terms)
        return self._hear_without_figure(terms)

    def _make_sure(self, terms: Terms) -> Next:
        """Read the deal back to whom a model hears say yes, with what it hangs on; else ask whether it is a yes."""
        heard = self.heard
        if not (heard.is_by_model and heard.has(Act.AGREES, Act.AGREES_IF)):
            return Step.SURE
        keep_conditions(self.scene, heard.conditions or (heard.text,) * heard.has(Act.AGREES_IF))
        keep_offer_as_theirs(self.scene)
        return self.take_offer(terms)

    def _takes_if(self, standing: Standing) -> bool:
        """Whether our offer is taken on a condition, and else another price is asked.

        That one is their bid, until a yes is heard to ours; a model has heard it by then.
        """
        heard, dealing = self.heard, self.scene.deal[0]
        named = {each.amount for each in heard.figures if each.role == Role.OFFER_BACK}
        hangs = heard.conditions or (heard.has(Act.AGREES_IF) and not heard.is_by_model)
        is_ours = named == {standing.offer} or (
            # "It's fine if it's quick pay, otherwise thirty-one hundred".
            heard.is_by_model and not named and heard.has(Act.AGREES_IF) and _OTHERWISE.search(heard.text)
        )
        if not hangs or not is_ours or len(heard.own_figures) != 1:
            return False
        if heard.has(Act.REFUSES, Act.NO):
            return False  # "fifteen hundred no way, eighteen fifty and you cover the lumper"
        if heard.is_by_model and not heard.has(Act.AGREES, Act.AGREES_IF, Act.YES):
            return False  # "twenty four's a little light, I'd want twenty seven fifty, it depends on when they load"
        ask = total(self.scene, heard.own_figures[0])
        if ask is None or ask <= standing.offer:
            return False
        dealing.wanted_before, dealing.wanted = dealing.wanted, ask
        if not heard.is_by_model:
            take_down(self.scene, ask)
        return True

    def take_back_figure(self, misheard: Decimal) -> Next:
        """A figure that was never named, but misheard, goes with its bid; the one named instead is answered."""
        dealing, instead = self.scene.deal[0], self.heard.own_figures
        figure = figure_of(instead) if instead else None
        if figure and total(self.scene, figure) == misheard:
            misheard = dealing.wanted_before or misheard
        if (figure is None or total(self.scene, figure) != misheard) and unsay(self.scene, misheard):
            self.say("misheard_that" if figure else "misheard")
        return self.hear_figure(figure) if figure else self.ask_figure(_standing(self.scene))

    def _means_our_agreement(self, agreed: Decimal) -> bool:
        """Whether "as we agreed" is what was read back earlier in this talk, rather than what we can't check."""
        named = {each.amount for each in self.heard.figures}
        return named == {agreed} and bool(_AS_AGREED.search(self.heard.text.lower()))

    def _leans_to_yes(self) -> bool:
        """Whether it may be a yes to our offer: an unclear one, one with a condition, or one with a question answered.

        A bare "okay" may be one too, but not after our offer was turned down, and not beside a good-bye.
        """
        heard = self.heard
        is_off = heard.has(Act.ASKS_MORE, Act.SPLITS, Act.HOLDS, Act.CALLBACK, Act.LEAVES)
        if heard.conditions and heard.has(Act.AGREES_IF) and not (is_off or heard.is_sure_of(Act.REFUSES)):
            return True  # "si no piden macropoint, me la llevo"
        if heard.has(Act.REFUSES, Act.NO, Act.ASKS_MORE, Act.SPLITS, Act.HOLDS, Act.CALLBACK, Act.LEAVES):
            # "No need to call, we take it": it is read back.
            is_yes = heard.is_by_model and heard.has(Act.AGREES) and not heard.has(*_NOT_YET_TAKEN)
            return (is_yes or heard.is_sure_of(Act.AGREES)) and not heard.has(Act.HOLDS, Act.CALLBACK)
        if heard.has(Act.AGREES, Act.AGREES_IF):
            # "Okay, what are the pickup hours": answered, and our offer stands.
            names_ours = any(each.role == Role.OFFER_BACK for each in heard.figures)
            is_of_price = names_ours or takes_price(plain(heard.text))
            is_of_price = is_of_price or (
                heard.is_by_model and heard.has(Act.AGREES)
            )  # "I'm good on the money"
            return not heard.questions or heard.has(Act.AGREES_IF) or is_of_price
        return heard.has(Act.YES) and not heard.questions and not self.scene.deal[0].is_refused

    def take_offer(self, terms: Terms) -> Next:
        """Our offer is taken: the one that this caller has heard, whatever was offered in another call meanwhile."""
        offer = heard_standing(self.scene).offer
        if offer < _standing(self.scene).offer:
            return self.hear_figure(Figure(offer), is_ours=True)
        return self._answer(Kind.YES, terms)

    def take_held(self, held: Decimal, terms: Terms) -> Next:
        """What was read back before more was asked for is taken after all: it stays agreed, if rates still allow it."""
        return self._answer(Kind.HELD, terms, Figure(held), held)

    def _hear_without_figure(self, terms: Terms) -> Next:
        """Too low, better, halfway, firm, something else: what is wanted of us, though no figure was named."""
        heard, standing = self.heard, heard_standing(self.scene)
        keep_conditions(self.scene, heard.conditions)
        middle = split(standing) if heard.has(Act.SPLITS) else None
        if middle is not None:
            return self.hear_figure(Figure(middle // SPOKEN * SPOKEN), is_worked_out=True)
        if heard.has(Act.FIRM) and standing.asks:
            return self.hear_figure(Figure(min(standing.asks)))
        is_no = heard.has(Act.NO, Act.REFUSES)
        is_of_else = heard.is_not_for_money and (is_no or "time_asked" in self.scene.said)
        is_priced = heard.figures or heard.asks(Topic.RATE) or heard.has(Act.LEAVES)
        if heard.is_by_model and is_of_else and not is_priced:
            return self._ask_if_okayed()
        if is_no:
            self.scene.deal[0].is_refused = True
        if heard.has(Act.LEAVES):
            return Move.LEAVE
        if heard.has(Act.ASKS_MORE) or (is_no and (standing.asks or self.notes.tries)):
            return self._answer(Kind.MORE, self.scene.by_now(terms))
        if is_no or heard.has(Act.SPLITS, Act.FIRM):
            return self.ask_figure(standing)
        if heard.asks(Topic.OTHER_LOADS):
            return choose_load.offer_others(self.scene, like=self.scene.load)
        if heard.has(Act.YES):  # "okay", said by somebody who has turned our offer down
            return self.ask_figure(standing)
        if {figure.amount for figure in heard.figures} == {standing.offer} and not self._is_about_else():
            return Step.SURE  # "could you do 1,775?", which is what we offer
        dealing = self.scene.deal[0]
        if dealing.has_conditions((heard.text,)) and "time_asked" not in self.scene.said:
            self.say("condition_noted")  # "you ain't said nothing about my detention"
        return Move.ASK_AGAIN

    def _ask_if_okayed(self) -> Next:
        """Ask who turns down something else than its money whether they want it, were that okayed; name no price."""
        heard = self.heard
        wishes = [each.words for each in heard.questions if each.topic not in _OF_FREIGHT]
        why = heard.questions and heard.words_of(Act.REFUSES)
        keep_conditions(self.scene, heard.conditions or wishes or [why or heard.text])
        if not self.scene.said & {"time_asked", "pass_on", "request_noted"}:
            self.say("condition_noted")
        self.say("if_okayed")
        self.wait_for(Expecting.OFFER)
        return Move.WAIT

    def _is_about_else(self) -> bool:
        """Whether our figure is only said back before a question of something else: "1,825, US or Canadian"."""
        is_other = any(each.topic not in (Topic.RATE, Topic.OTHER) for each in self.heard.questions)
        return is_other or "all_in" in self.scene.said or asks_currency(plain(self.heard.text))

    def ask_figure(self, standing: Standing) -> Next:
        """What would they need?"""
        self.notes.go_to(Step.MONEY)
        self.notes.tries += 1
        self.say_money("ask_figure", {"offer": standing.offer})
        self.wait_for(Expecting.OFFER)
        return Move.WAIT

    def hear_figure(self, figure: Figure, *, is_worked_out: bool = False, is_ours: bool = False) -> Next:
        """Answer a figure; one that we worked out ourselves mustn't make us the first to name the ceiling.

        `is_ours`: the carrier didn't name it, but takes what we said.
        """
        dealing, load = self.scene.deal
        ask = total(self.scene, figure)
        if ask is not None and not is_ours:
            dealing.wanted_before, dealing.wanted = dealing.wanted, ask
        terms = terms_of(load)
        if terms is None:
            return load_gone(self.scene)
        if ask is None:
            self.say("ask_total")
            self.wait_for(Expecting.OFFER)
            return Move.WAIT
        is_worked_out = is_worked_out or figure.role != Role.ASK
        if figure.role == Role.OFF:
            figure = Figure(ask)
        return self._answer(Kind.ASK, self.scene.by_now(terms), figure, ask, is_worked_out=is_worked_out)

    def _answer(
        self,
        kind: Kind,
        terms: Terms,
        said: Figure | None = None,
        amount: Decimal | None = None,
        *,
        is_worked_out: bool = False,
    ) -> Next:
        """Have the policy decide, write the step, the price talk and the bid, and say what it is.

        `said` is the figure as it was named, `amount` what it comes to for the load.
        """
        heard, (dealing, load) = self.heard, self.scene.deal
        talk, conversation, at = self.scene.price_talk, self.scene.talk.conversation, self.scene.talk.at
        move = price_talk_moves.Move(
            kind=kind,
            at=at,
            terms=terms,
            rules=self.scene.policy,
            amount=amount,
            is_worked_out=is_worked_out,
            is_contested=self.scene.is_contested,
            hours=hours_until(load.pickup_at, at=at),
        )
        answer = price_talk_moves.answer(Standing.from_json(talk.standing), move)
        if price_talks.is_settled_elsewhere(talk, conversation):
            return already_agreed(self.scene)
        is_accepted = answer.action == Action.ACCEPT
        if answer.ask is not None and not is_accepted and self._is_last_word(answer):
            return self.put_down(answer.ask)
        record_step(
            conversation=conversation,
            load=load,
            heard=heard.text,
            said=said,
            step=answer,
            price_talk=talk,
            at=at,
            is_locked=True,
        )
        price_talks.keep_answer(talk, move, answer, conversation=conversation, by=self.scene.by, at=at)
        dealing.standing, dealing.outcome = Standing.from_json(talk.standing), None
        dealing.is_refused = dealing.is_off = False
        if is_accepted:
            # By their texts: 1800, which we offered, is another agreement than 1800.00, which they asked.
            if str(answer.amount) != str(dealing.once_agreed):
                dealing.read_backs = 0
            dealing.agreed, dealing.is_ours = answer.amount, answer.rule == Rule.OFFER_TAKEN
            # A yes with a condition, heard by the rules: until it is confirmed their own price stays the bid.
            is_open = dealing.is_ours and heard.has(Act.AGREES_IF) and not heard.is_by_model
            if not take_down(self.scene, (is_open and dealing.wanted) or answer.amount):
                return already_agreed(self.scene)
            return Step.CLOSING
        dealing.agreed = None
        if not self._keep_bid(answer):
            return already_agreed(self.scene)
        if answer.action == Action.REFUSE:
            return self._part(answer)
        self._say_answer(answer)
        return Move.WAIT

    def _is_last_word(self, answer: Answer) -> bool:
        """Whether a figure is the last that they say, in going or for the second time: nobody is pressed then.

        Nor is who wants it put to the broker again: "no, ask them for 2,750 and have them call me".
        """
        heard = self.heard
        if not heard.own_figures or Flag.HARDLY_A_RATE in answer.flags:
            return False
        if not heard.is_by_model:
            return answer.rule == Rule.REPEATED and bool(_TO_BROKER.search(heard.text))
        is_again = heard.has(Act.FIRM) and answer.rule == Rule.REPEATED and answer.standing.idle > 1
        return is_again or heard.has(Act.LEAVES)

    def put_down(self, amount: Decimal) -> Next:
        """Keep a price of theirs for the broker, who calls; who takes leave with it hears good-bye."""
        dealing, _ = self.scene.deal
        if dealing.wanted != amount:
            dealing.wanted_before, dealing.wanted = dealing.wanted, amount
        if not take_down(self.scene, amount):
            return already_agreed(self.scene)
        if not self.heard.is_their_call:
            say_put_down(self.scene, "number_down", amount, dealing)
        if self.heard.has(Act.LEAVES) and not self.heard.is_not_yet:
            turn_down(self.scene)
            return Move.LEAVE
        return Move.CALL_BACK

    def _say_answer(self, answer: Answer) -> None:
        """Our offer, as the policy has decided it; their answer to it is waited for."""
        self.notes.go_to(Step.MONEY)
        if answer.rule == Rule.NOT_A_RATE:
            self.say("say_figure_again")
        elif answer.rule == Rule.FAR_ABOVE:
            self.say_money("far_above", {"offer": answer.amount})
        else:
            if answer.action == Action.LAST_OFFER and self.scene.is_contested:
                self.say("best_and_final")
            # Nobody is asked to come down from a figure that they never named.
            is_open = answer.action == Action.HOLD and not answer.standing.asks
            is_firm = answer.action == Action.HOLD and self.heard.has(Act.FIRM)
            line = "ask_figure" if is_open else "hold_firm" if is_firm else LINES[answer.action]
            self.say_money(line, {"offer": answer.amount})
        self.wait_for(Expecting.OFFER)

    def _keep_bid(self, answer: Answer) -> bool:
        """Take the ask down, and our offer in return; false where the bid was decided on meanwhile."""
        if answer.ask is None or Flag.HARDLY_A_RATE in answer.flags:
            return True
        offered = None if answer.action == Action.REFUSE else answer.amount
        return take_down(self.scene, answer.ask, offered=offered) is not None

    def _part(self, answer: Answer) -> Next:
        """No deal on this load; its bid stays for the broker."""
        dealing, _ = self.scene.deal
        dealing.outcome = Outcome.DECLINED
        if answer.rule == Rule.RATES_CHANGED:
            self.say("rates_changed")
        elif answer.rule == Rule.LEFT_TO_BROKER:
            self.say_money("left_to_broker", {"offer": answer.amount})
        else:
            self.say_money("refuse", {"offer": answer.amount})
        return Step.MORE


def _standing(scene: Scene) -> Standing:
    """Where the talk stands, over all calls."""
    return Standing.from_json(scene.price_talk.standing)
