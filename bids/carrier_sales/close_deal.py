"""From a figure to a deal: whether a yes was meant, the agreement read back, then booked or left to the broker."""

import re
from dataclasses import replace
from decimal import Decimal

import structlog

from bids.carrier_sales import choose_load, goodbye, identify, load_search, pitch_load
from bids.carrier_sales.bargain import Bargain
from bids.carrier_sales.collect_details import QUESTIONS, CollectDetails, tells_details
from bids.carrier_sales.deal import (
    already_agreed,
    forget,
    hear_price,
    heard_standing,
    keep_conditions,
    keep_offer_as_theirs,
    load_gone,
    number,
    number_of,
    restore_their_ask,
    take_down,
    total,
    turn_down,
    undo,
    withdraw,
)
from bids.carrier_sales.notebook import Callback, Outcome, Step
from bids.carrier_sales.scene import Move, Next, SalesStep, Scene
from bids.carrier_sales.vetting import Verdict
from bids.carrier_sales.wishes import forget_truck, named_instead, note_wishes
from bids.models import Bid
from bids.services import price_talks
from bids.services.bids import BidClosed, InvalidAmount
from bids.services.booking import BeyondAuthority, BidChanged, LoadBooked, OnlyBrokersBook, accept_bid
from bids.services.negotiation_terms import terms_of
from bids.services.outreach import hold_bid
from calls.language.acts import nods, says_farewell, takes_price
from calls.language.number_words import plain
from calls.language.reading import UNCLEAN, Act, Expecting, Figure, Listening, Reading, Role, Topic
from calls.language.understanding import understand
from carriers.states import Effect
from loads.models import Load

MAX_READ_AGAIN = 2  # times that one agreement is read back again
log = structlog.get_logger(__name__)

TO_CONFIRM = "Agreed on the phone, pending approval."
TO_CALL_BACK = (
    f"{TO_CONFIRM} The caller's number isn't on file for this carrier. Call the number on file first."
)
# Beside one of these a "yes" takes nothing.
_SPOILING = (
    *(Act.AGREES_IF, Act.REFUSES, Act.DECLINES, Act.COUNTERS, Act.ASKS_MORE, Act.SPLITS, Act.NO, Act.LEAVES),
    *(Act.CALLBACK, Act.HOLDS, Act.UNSURE, Act.REPEAT, Act.CLAIMS),
)
# "Yep, correct", before anything else is said.
_CONFIRMS = re.compile(
    r"^\W*(?:(?:uh|um|well|oh|okay|ok)\W+)*(?:(?:yes|yeah|yep|yup|yessir)\W+(?:sir|ma'?am|"
    r"that'?s (?:right|correct|it)|it is|"
    r"(?:it'?s )?(?:correct|right))|(?:it'?s |that'?s )?correct|(?:that'?s )?right|(?:s[ií],? )?(?:es )?correcto|"
    r"as[ií] es)\b",
    re.I,
)
# What may be asked beside it, since it is about the papers and not about the deal.
_OF_PAPERS = re.compile(
    r"\b(?:insurance|certificate|coi|file|paper ?work|papers|packet|set ?up|onboard\w*|rate ?con\w*|border|customs|"
    r"invoices?|factoring|pick ?up (?:number|#)|n[uú]mero de recolecci[oó]n|"
    r"seguro|papeles|papeleo|aduana|expediente|factura\w*)\b",
    re.I,
)
_SAYS_BACK = re.compile(
    r"\b(?:so|wait|hold on|you'?re|youre|you are|is (?:that|it)|that'?s|did you say|entonces|o sea|me est[aá])\b.*"
    r"\b(?:giv\w+|say\w*|pay\w*|at|doing|offer\w*|for|right|da\w*|pag\w+|dice\w*|son|en)\b",
    re.I,
)
_TURNS = re.compile(
    r"\b(?:if|unless|long as|before|until|first|instead|more|another|wait|not|no|don'?t|won'?t|can'?t|si no|antes|"
    r"primero|hasta|m[aá]s)\b",
    re.I,
)

_MARKLESS = re.compile(
    r"\b(?:no|sin) (?:apostrophe|ap[oó]strofo|dash|guion|space|espacio|underscore|caps)\w*", re.I
)
_SCRATCH = re.compile(
    r"\b(?:scratch (?:it|that)|can'?t (?:haul|scale|legally|do|take|pull) |too heavy|overweight|not legal|call it off|"
    r"no (?:la |lo )?(?:puedo|podemos) (?:llevar|jalar|cargar)|canc[eé]l\w+|olv[ií]de\w*)",
    re.I,
)
_AND = re.compile(r"\b(?:and|y)\b", re.I)
_NO_FIRST = re.compile(r"\W*(?:no|nah|nope)\b", re.I)
_OF_PRICE = (Act.REFUSES, Act.ASKS_MORE, Act.SPLITS)
# Who asks for these has the load.
_OF_BOOKED = (Topic.RATE_CON, Topic.PICKUP_NUMBER, Topic.ADDRESS)
# What a yes isn't one beside, whatever else is asked.
_OF_LOAD = (Topic.FLEXIBILITY, Topic.EQUIPMENT, Topic.PICKUP, Topic.DELIVERY, Topic.APPOINTMENT)
_OF_DEAL = (Topic.RATE, Topic.CEILING, Topic.CUSTOMER_RATE, Topic.OTHER_LOADS, Topic.LOAD)


_ONLY_ASKED = re.compile(
    r"\b(?:just|only) (?:ask(?:ing|in'?|ed)?|wonder(?:ing|in'?|ed)?|curious)\b|"
    r"\b(?:solo|nom[aá]s) (?:estaba )?pregunt\w+",
    re.I,
)


def only_asked(heard: Reading) -> bool:
    """Whether a model hears that what was read back was only asked about: "hold up, I was just asking what it pays"."""
    return (
        heard.is_by_model
        and heard.has(Act.NO)
        and not heard.own_figures
        and bool(_ONLY_ASKED.search(heard.text))
    )


class MakeSure(SalesStep):
    """Ask whether the load is wanted at our figure, where a yes wasn't clear; only a yes takes it then."""

    name = Step.SURE

    def ask(self) -> None:
        """Keep the condition, if there is one, and ask whether the load is wanted at our figure."""
        heard, standing = self.heard, heard_standing(self.scene)
        if heard.conditions or heard.has(Act.AGREES_IF):
            keep_conditions(self.scene, heard.conditions or (heard.text,))
            self.say("condition_noted")
        keep_offer_as_theirs(self.scene)
        self.notes.go_to(Step.SURE)
        self.notes.tries += 1
        dealing = self.scene.deal[0]
        if dealing.held is not None:
            self.say_money("hold_to", {"amount": dealing.held}, number=number_of(dealing))
        else:
            self.say_money("sure", {"offer": standing.offer}, number=number_of(dealing))
        self.wait_for(Expecting.CONFIRMATION)

    def hear(self, heard: Reading) -> Next:
        """What is answered to "do you want the load at that figure?"; only a yes takes it."""
        standing = heard_standing(self.scene)
        load = self.scene.load
        terms = terms_of(load) if load else None
        if load is None or terms is None or not load_search.is_available(load):
            return load_gone(self.scene)
        is_of_money = heard.asks(Topic.RATE, Topic.CEILING, Topic.CUSTOMER_RATE)
        is_clear = not heard.questions or (heard.is_by_model and not is_of_money)  # it is read back anyway
        is_yes = heard.is_sure_of(Act.YES) or (heard.is_by_model and heard.has(Act.YES, Act.AGREES))
        is_plain_yes = confirms_and_asks(self.scene) or (
            is_yes and is_clear and not (heard.conditions or heard.own_figures or heard.has(*_SPOILING))
        )
        restore_their_ask(self.scene)
        dealing = self.scene.deal[0]
        if heard.takes_back and dealing.held is not None:
            return Bargain(self.scene).take_back_figure(dealing.held)
        is_repeated = bool(heard.conditions) and dealing.has_conditions(heard.conditions)
        is_if = bool(heard.conditions) and not (heard.own_figures or heard.has(*_SPOILING[1:], Act.ASKS))
        takes_if = (is_repeated or is_if) and is_clear and (dealing.held is None or heard.is_by_model)
        if takes_if and heard.has(Act.YES, Act.AGREES, Act.AGREES_IF):
            keep_conditions(self.scene, heard.conditions)
            if dealing.held is not None:
                held, dealing.held = dealing.held, None
                return Bargain(self.scene).take_held(held, terms)
            if heard.is_by_model:
                keep_offer_as_theirs(self.scene)
            # "Yes, if they cover the lumper, I just said that": it is read back, and left to the broker.
            return Bargain(self.scene).take_offer(terms)
        if dealing.held is not None and (heard.agrees or is_plain_yes):
            held, dealing.held = dealing.held, None
            return Bargain(self.scene).take_held(held, terms)
        if heard.agrees or is_plain_yes:
            return Bargain(self.scene).take_offer(terms)
        if dealing.held is not None and not (
            heard.own_figures or heard.has(Act.NO, Act.REFUSES, Act.DECLINES, Act.LEAVES)
        ):
            return Move.ASK_AGAIN
        dealing.held = None
        self.notes.go_to(Step.MONEY)
        names_own = heard.is_by_model and bool(heard.own_figures)  # "no, I said twenty seven fifty"
        if heard.has(Act.NO) and not (names_own or heard.has(Act.AGREES, Act.LEAVES, Act.DECLINES)):
            return Bargain(self.scene).ask_figure(standing)
        if heard.has(Act.LEAVES):
            return Move.LEAVE
        return Bargain(self.scene).hear(heard)


class CloseDeal(SalesStep):
    """Read the agreement back; a clean yes books it, or leaves it to the broker."""

    name = Step.CLOSING

    def ask(self) -> None:
        """Read figure, load and carrier back."""
        dealing, load = self.scene.deal
        assert dealing.agreed is not None, "there is something to agree on"
        self.notes.go_to(Step.CLOSING)
        self.say_money(
            "read_deal_if" if dealing.conditions else "read_deal",
            {"amount": dealing.agreed},
            number=number(load),
            lane=pitch_load.lane(load, self.scene.language),
            who=identify.who(self.scene),
        )
        self.wait_for(Expecting.CONFIRMATION)

    def hear(self, heard: Reading) -> Next:
        """What is answered to the agreement that was read back: a clean yes closes it.

        A condition is kept, and the question asked again. Another figure, or no, goes back to the money, a higher one
        with what was agreed on as our word. Whoever still asks something, or only takes leave, hasn't agreed.
        """
        dealing, _ = self.scene.deal
        agreed = dealing.agreed
        if agreed is None:  # it was taken back meanwhile
            return Bargain(self.scene).hear(heard)
        heard = self._answer_beside_yes()
        if (
            heard.is_by_model
            and heard.has(Act.NO)
            and not heard.own_figures
            and _ONLY_ASKED.search(heard.text)
        ):
            if dealing.wanted == agreed:
                withdraw(self.scene, "only asked about")
            undo(self.scene)
            return self._ask_for_figure()
        if (other := named_instead(self.scene)) is not None:
            return self._turn_to(other)
        if heard.asks(Topic.CEILING, Topic.CUSTOMER_RATE):
            return self._again(agreed)
        if heard.takes_back and agreed == dealing.wanted:
            return Bargain(self.scene).take_back_figure(agreed)
        if self._says_both(agreed):
            keep_conditions(self.scene, heard.conditions or (heard.text,))
            return self._close()
        if heard.own_figures and not heard.has(Act.CLAIMS):
            figure, wanted = self._other_figure(agreed)
            if wanted is not None and wanted > agreed:
                return self._hold_to(agreed, wanted)
            if wanted != agreed:
                forget(self.scene)
                return Bargain(self.scene).hear_figure(figure)
        said_back = {each.amount for each in heard.figures if each.role == Role.OFFER_BACK}
        if said_back and agreed not in said_back:
            return Move.ASK_AGAIN  # "yes that's right, you said sixteen hundred", of fifteen hundred
        if says_yes_and_goes(self.scene):
            return self._leave_agreed(agreed)
        is_leaving = heard.is_sure_of(Act.LEAVES) or (
            heard.has(Act.LEAVES) and says_farewell(plain(heard.text))
        )
        if heard.has(Act.DECLINES, Act.CANCELS) or (is_leaving and not heard.has(Act.AGREES, Act.YES)):
            is_load = heard.is_not_for_money or _SCRATCH.search(heard.text)  # whatever it pays
            return self._call_off(is_own=bool(not dealing.is_ours or is_load))
        if self._says_back(agreed):
            self.say_money("yes_amount", {"amount": agreed})
            return self._again(agreed)
        is_denial = bool(heard.dropped)
        is_no = heard.has(Act.NO, *_OF_PRICE) and not heard.has(Act.AGREES, Act.YES)
        if is_no and said_back and ends_with_yes(self.scene, agreed):
            pitch_load.keep_question(
                self.scene, Topic.NOTE, heard.text, load=self.scene.load
            )  # what the no is to
            return self._close() if dealing.conditions else self._ask_if_yes(agreed)
        if is_no and not (is_denial or self._leaves_figure(agreed)):
            undo(self.scene)
            return self._ask_for_figure()
        if self._is_yes_with_condition():
            if not dealing.has_conditions(heard.conditions):
                self.say("condition_noted")
            keep_conditions(self.scene, heard.conditions)
            return self._close()
        is_detail = is_no and not is_denial
        if heard.conditions or heard.has(Act.AGREES_IF) or is_detail:
            keep_conditions(self.scene, heard.conditions or (heard.text,))
            self.say("condition_noted")
            return self._again(agreed)
        if self._is_clean_yes(agreed):
            return self._close()
        if nods(heard.text):
            return self._ask_if_yes(agreed)
        if dealing.wanted is not None and not (
            is_denial or heard.questions or heard.has(Act.REPEAT, Act.HOLDS)
        ):
            # It may have been a no: until a yes is heard the carrier's own price is their bid.
            take_down(self.scene, dealing.wanted)
        return self._again(agreed)

    def _answer_beside_yes(self) -> Reading:
        """What was heard, without a question for other loads that is answered here, where this one is taken anyway."""
        heard = self.heard
        if not (heard.is_by_model and heard.asks(Topic.OTHER_LOADS) and heard.has(Act.AGREES, Act.AGREES_IF)):
            return heard
        choose_load.tell_others(self.scene, like=self.scene.deal[1])
        rest = tuple(each for each in heard.questions if each.topic != Topic.OTHER_LOADS)
        if self.scene.deal[0].conditions or (takes_price(plain(heard.text)) and not rest):
            said = [
                each for each in zip(heard.acts, heard.spans, strict=False) if rest or each[0] != Act.ASKS
            ]
            acts, spans = tuple(act for act, _ in said), tuple(span for _, span in said)
            self.scene.heard = replace(heard, questions=rest, acts=acts, spans=spans)
        return self.heard

    def _turn_to(self, other: Load) -> Next:
        """It was another load that they meant, perhaps with a price for that one: "no, the Atlanta one"."""
        dealing, _ = self.scene.deal
        agreed = dealing.agreed
        undo(self.scene)
        if dealing.wanted == agreed:
            withdraw(self.scene, "meant for another load")
        turn_down(self.scene)
        if not self.heard.own_figures:
            return choose_load.turn_to(self.scene, other)
        choose_load.go_back_to(self.scene, other)
        return Bargain(self.scene).hear(self.scene.heard)

    def _says_both(self, agreed: Decimal) -> bool:
        """Whether the figure is taken on one condition, and another told for the other: "eleven fifty if it isn't"."""
        heard = self.heard
        names_ours = any(each.role == Role.OFFER_BACK and each.amount == agreed for each in heard.figures)
        is_of_two = heard.is_by_model and names_ours and bool(heard.own_figures)
        is_taken = heard.has(Act.AGREES_IF) and not heard.has(Act.NO, Act.REFUSES, Act.DECLINES)
        return bool(self.scene.deal[0].conditions) and is_of_two and is_taken

    def _leaves_figure(self, agreed: Decimal) -> bool:
        """Whether a no is to something else than the figure: "no, it says Monterrey, I said from Laredo".

        "Three thousand, plus the lumper, not all in".
        """
        heard, named = self.heard, {each.amount for each in self.heard.figures}
        if named == {agreed}:
            return bool(heard.conditions)
        return heard.is_by_model and heard.tells_fact and not (named or heard.has(*_OF_PRICE))

    def _other_figure(self, agreed: Decimal) -> tuple[Figure, Decimal | None]:
        """The figure that they name, and what it comes to: "fifty more" is on top of what was just read back."""
        said = hear_price(self.scene)
        of_agreed = {Role.ON_TOP: said.amount, Role.OFF: -said.amount}
        figure = Figure(agreed + of_agreed[said.role]) if said.role in of_agreed else said
        return figure, total(self.scene, figure)

    def _call_off(self, *, is_own: bool) -> Next:
        """It is no deal; where not even their own figure suits, none that they named before stands either."""
        undo(self.scene)
        if is_own and self.heard.has(Act.DECLINES, Act.CANCELS):
            withdraw(self.scene, "taken back when it was read back")
        turn_down(self.scene, is_off=True)
        return Move.LEAVE

    def _is_clean_yes(self, agreed: Decimal) -> bool:
        heard, (dealing, _) = self.heard, self.scene.deal
        if not heard.is_by_model and any(each.amount != agreed for each in heard.figures):
            return False  # "it's been 2,500 every time I've run it"
        if heard.agrees:
            return True
        if heard.is_sure_of(Act.YES) and not (heard.questions or heard.has(*UNCLEAN, Act.LEAVES)):
            return True
        # "Correct, call me when you know": what hangs on a condition goes to the broker anyway.
        is_plain = heard.is_by_model and not _NO_FIRST.match(heard.text)
        is_doubtful = bool(heard.unsure) and not (is_plain or self._begins_with_yes(agreed))
        waits = (Act.CALLBACK, Act.ASKS, *((Act.WANTS_PERSON,) if heard.has(Act.CALLBACK) else ()))
        is_yes_to_wait = (
            bool(dealing.conditions)
            and heard.has(Act.AGREES, Act.YES)
            and not (heard.asks(*_OF_DEAL, *_OF_LOAD) or heard.own_figures or is_doubtful)
            and not heard.has(*(act for act in UNCLEAN if act not in waits), Act.LEAVES)
        )
        return is_yes_to_wait or confirms_and_asks(self.scene) or _confirms_as_both_hear(self.scene, agreed)

    def _begins_with_yes(self, agreed: Decimal) -> bool:
        """Whether the first that is told is a plain yes: "yes, and we close at five, so call me before that"."""
        first, *more = _AND.split(self.heard.text, maxsplit=1)
        return bool(more) and _is_yes(self.scene, first, agreed)

    def _is_yes_with_condition(self) -> bool:
        """Whether a yes hangs on what is kept already, or on more where a condition was read back: the broker decides.

        "Correct, with the detention okayed".
        """
        heard, dealing = self.heard, self.scene.deal[0]
        is_yes = heard.has(Act.AGREES, Act.YES, *[Act.AGREES_IF] * heard.is_by_model)
        is_asked = heard.asks(*_OF_DEAL) if heard.is_by_model else bool(heard.questions)
        if not heard.conditions or is_asked or not is_yes:
            return False
        were_read_back = any(each not in heard.conditions for each in dealing.conditions)
        is_more = heard.is_by_model and were_read_back and not heard.has(Act.NO, Act.REFUSES)
        return is_more or dealing.has_conditions(heard.conditions)

    def _leave_agreed(self, agreed: Decimal) -> Next:
        """Leave to the broker what they take in going, where it hangs on something; else ask whether it was a yes."""
        if not self.scene.deal[0].conditions:
            return self._ask_if_yes(agreed)
        self.notes.details_asked = [name for name, _, _ in QUESTIONS]  # they are gone by then
        move = self._close()
        return Move.LEAVE if move is Step.MORE else move

    def _says_back(self, agreed: Decimal) -> bool:
        """Whether it is asked if that is the figure: "wait, so you're giving me thirty-one hundred".

        So is "no, leave it at twenty-five like it was", where a model hears their price in it.
        """
        heard = self.heard
        if not heard.figures or {each.amount for each in heard.figures} != {agreed}:
            return False
        is_kept = (
            heard.is_by_model and heard.has(Act.COUNTERS) and not (heard.conditions or heard.has(*_OF_PRICE))
        )
        says_it = is_kept or bool(_SAYS_BACK.search(heard.text))
        return says_it and not heard.has(Act.AGREES, Act.YES, Act.AGREES_IF)

    def _again(self, agreed: Decimal) -> Next:
        """The question once more, a short one where a yes was heard; a person takes over who is asked too often."""
        dealing, heard = self.scene.deal[0], self.heard
        dealing.read_backs += 1
        if dealing.read_backs > MAX_READ_AGAIN:
            whisper = goodbye.whisper(self.notes)
            undo(self.scene)  # not confirmed: their own price stays the bid, with its conditions
            return goodbye.to_person(self.scene, whisper)
        is_yes = heard.has(Act.AGREES, Act.YES) and not heard.has(
            Act.NO, Act.REFUSES, Act.AGREES_IF, Act.REPEAT
        )
        is_yes = is_yes and not heard.asks(Topic.RATE, Topic.CEILING, Topic.CUSTOMER_RATE)
        is_puzzled = bool(heard.dropped and pitch_load.asks_condition(heard.text)) and not is_yes
        if (is_yes or heard.dropped or "yes_amount" in self.scene.said) and not is_puzzled:
            return self._ask_if_yes(agreed)
        if is_puzzled:
            self.say("no_condition")
        return Move.ASK_AGAIN

    def _ask_if_yes(self, agreed: Decimal) -> Next:
        """Only whether it was a yes."""
        self.say_money("is_yes", {"amount": agreed})
        self.wait_for(Expecting.CONFIRMATION)
        return Move.WAIT

    def _hold_to(self, agreed: Decimal, wanted: Decimal) -> Next:
        """More was asked for after the agreement: it stands as it is, or there is none; the ask is kept."""
        dealing, load = self.scene.deal
        forget(self.scene)
        if dealing.wanted and not (self.heard.is_by_model or self.heard.is_sure_of(Act.COUNTERS)):
            wanted = max(wanted, dealing.wanted)  # "would you hang up if I said 2,225": their price stays
        take_down(self.scene, wanted)
        dealing.wanted = wanted
        self.notes.go_to(Step.SURE)
        dealing.held, dealing.is_refused = agreed, True
        self.say_money("hold_to", {"amount": agreed}, number=number(load))
        self.wait_for(Expecting.CONFIRMATION)
        return Move.WAIT

    def _ask_for_figure(self) -> Next:
        """Back to where we stood."""
        self.scene.deal[0].is_refused = True
        self.notes.go_to(Step.MONEY)
        self.say_money("what_then", {"offer": heard_standing(self.scene).offer})
        self.wait_for(Expecting.OFFER)
        return Move.WAIT

    def _close(self) -> Next:
        """Book it where the agent may, else leave it to the broker, as with a condition; and say which."""
        dealing, load = self.scene.deal
        amount = dealing.agreed
        assert amount is not None, "there is something to agree on"
        verdict = identify.check(self.scene)
        if verdict == Verdict.REFUSED:
            self.say("not_qualified")
            self.scene.end()
            return Move.WAIT
        if price_talks.is_settled_elsewhere(self.scene.price_talk, self.scene.talk.conversation):
            return already_agreed(self.scene)
        if not load_search.is_available(load):
            return load_gone(self.scene)
        effect = self.scene.effect_for(load)
        if effect == Effect.FAIL:
            dealing.outcome, dealing.agreed = Outcome.LOAD_UNAVAILABLE, None
            return choose_load.refuse(self.scene, load)
        if (effect == Effect.PARTIAL_PASS or dealing.conditions) and verdict == Verdict.BOOK:
            verdict = Verdict.BID
        remark = " ".join(
            filter(None, [_remark(verdict), *(f"Condition: “{each}”." for each in dealing.conditions)])
        )
        bid = take_down(self.scene, amount, remark, carrier=self.scene.talk.conversation.carrier)
        goodbye.ArrangeCallback(self.scene).keep_beside()
        minutes = self._hold(bid, load, amount) if bid is not None and verdict == Verdict.BOOK else 0
        if minutes:
            dealing.outcome = Outcome.BID
            _keep_agreement(self.scene, amount)
            self.say_money("held", {"amount": amount}, number=number(load), minutes=str(minutes))
            return self._after_deal()
        if bid is not None and verdict == Verdict.BOOK:
            try:
                accept_bid(bid=bid, amount=amount, is_locked=True, by=self.scene.by, at=self.scene.talk.at)
            except LoadBooked:
                return load_gone(self.scene)
            except OnlyBrokersBook:
                pass  # as the organization wants it
            except (BeyondAuthority, BidChanged, BidClosed, InvalidAmount) as error:
                log.warning("agreed, but not to be booked by the agent", load=load.pk, reason=str(error))
            else:
                dealing.outcome = Outcome.BOOKED
                forget_truck(self.scene)
                self.say_money("booked", {"amount": amount}, number=number(load))
                return self._after_deal()
        dealing.outcome = Outcome.BID
        _keep_agreement(self.scene, amount)
        name = "passed_on_call" if verdict == Verdict.CALL_BACK else "passed_on"
        self.say_money(name, {"amount": amount}, number=number(load))
        if verdict == Verdict.CALL_BACK:
            self.notes.callback = replace(self.notes.callback or Callback(), phone=self.notes.registered)
        return self._after_deal()

    def _after_deal(self) -> Next:
        """Ask for the details, or go on with another lane that is asked about beside the yes."""
        is_lane = self.heard.origin or self.heard.destination
        if not (is_lane and asks_for_other_lane(self.scene)):
            return CollectDetails(self.scene).begin()
        note_wishes(self.scene)
        self.notes.at_load = None
        return choose_load.FindLoad(self.scene).begin()

    def _hold(self, bid: Bid, load: Load, amount: Decimal) -> int:
        """Hold the bid while others answer who were called about the load; within how many minutes that ends."""
        if (
            load.external_id != self.scene.call_facts.load_id
            or self.scene.turn is None
            or not self.scene.rules.agent_may_book
        ):
            return 0
        return hold_bid(self.scene.turn, bid=bid, amount=amount, at=self.scene.talk.at)


def confirms_and_asks(scene: Scene) -> bool:
    """Whether the deal is confirmed in so many words, and what is asked or told beside is of the papers alone."""
    heard = scene.heard
    confirmed = _CONFIRMS.search(heard.text)
    return (
        bool(confirmed and (_OF_PAPERS.search(heard.text) if heard.questions else tells_details(scene)))
        and not _TURNS.search(heard.text)
        and not (heard.figures or heard.conditions)
        and not (heard.has(*(act for act in UNCLEAN if act != Act.ASKS)) or heard.is_sure_of(Act.LEAVES))
    )


LAST_YES = re.compile(r".+\b((?:yes|yeah|yep|s[ií])\b.*)", re.I)


def ends_with_yes(scene: Scene, agreed: Decimal) -> bool:
    """Whether a no to something else ends in a yes to the figure: "no, that's the loaded miles, yes to two grand"."""
    found = LAST_YES.match(scene.heard.text)
    return found is not None and _is_yes(scene, found[1], agreed)


def _confirms_as_both_hear(scene: Scene, agreed: Decimal) -> bool:
    """Whether a model has heard a yes and nothing beside it that changes the deal, and its words are one by the rules.

    "Eso correcto, mándame el rate con a luke@…, y el chofer soy yo": the line is long, the yes in it is plain. What
    hangs on a condition goes to the broker anyway, so there the yes may stand wherever it likes.
    """
    heard, is_brokers = scene.heard, bool(scene.deal[0].conditions)
    figures = {each.amount for each in heard.figures}
    if not heard.is_by_model or not figures <= {agreed} or heard.conditions:
        return False
    if not set(heard.acts) <= {Act.AGREES, Act.YES, Act.ASKS, Act.EMPTY} or not heard.has(
        Act.AGREES, Act.YES
    ):
        return False
    # Who wants the papers has the deal, as has who says so outright: what is asked beside is answered or passed on.
    is_of_deal = heard.asks(Topic.FLEXIBILITY, Topic.EQUIPMENT) or "all_in" in scene.said
    is_plain = bool(_CONFIRMS.search(heard.text) or figures) and not is_of_deal  # "yes, a thousand"
    is_of_other = asks_for_other_lane(scene)
    is_heard = is_brokers or is_plain or heard.asks(*_OF_BOOKED) or is_of_other
    if (heard.asks(*_OF_DEAL) and not is_of_other) or (heard.questions and not is_heard):
        return False
    rest = heard.text
    # "Call me, not the office", "even if it can't be early", "tell me if they load at six" turn nothing.
    beside = (*heard.note.split("; "), heard.dropped, *(each.words for each in heard.questions))
    for words in filter(None, beside):
        rest = rest.replace(words, " ")
    if not is_brokers and _TURNS.search(rest):
        return False
    spans = dict(zip(heard.acts, heard.spans, strict=False))
    start, end = min((spans[act] for act in (Act.AGREES, Act.YES) if act in spans), default=(0, 0))
    is_first = start < end and len(heard.text[:start].split()) <= 1
    is_told = is_brokers or bool(heard.dropped)  # "what condition, that's fine, yeah that's correct"
    said = [heard.text[start:end]] * is_first + [heard.answer] * is_told
    return any(_is_yes(scene, words, agreed) for words in said if words)


_OTHER = re.compile(r"\b(?:other|another|else|now|next|second|otr[oa]s?|ahora|adem[aá]s)\b", re.I)


def asks_for_other_lane(scene: Scene) -> bool:
    """Whether all that is asked is of another lane: "correct, now what about the Laredo Chicago one, what's it pay"."""
    heard, load = scene.heard, scene.load
    ends = (heard.origin, heard.destination)
    others = [
        each for each in heard.questions if each.topic == Topic.OTHER_LOADS and _OTHER.search(each.words)
    ]
    if heard.is_by_model and others and len(others) == len(heard.questions) and not heard.figures:
        return True  # "that's correct, now what about my other team"
    if not heard.is_by_model or load is None or not heard.questions or heard.figures or not all(ends):
        return False
    is_other = not all(load_search.touches(load, end) for end in ends if end)
    return is_other and all(each.topic in (*_OF_DEAL, Topic.PICKUP, Topic.MILES) for each in heard.questions)


def _is_yes(scene: Scene, words: str, agreed: Decimal) -> bool:
    """Whether these words are a yes to what was read back by the rules, too."""
    listening = Listening(
        expecting=Expecting.CONFIRMATION, now=scene.now(), language=scene.language, offer=agreed
    )
    by_rules = understand(words, listening)
    return by_rules.is_sure_of(Act.AGREES) or by_rules.is_sure_of(Act.YES)


def says_yes_and_goes(scene: Scene) -> bool:
    """Whether a yes is what answers a read-back, beside nothing but a good-bye: "yes, call me by three, gotta go"."""
    heard, agreed = scene.heard, scene.deal[0].agreed
    if not heard.is_by_model:
        return bool(heard.answer) and heard.has(Act.LEAVES)
    is_clean = not (heard.figures or heard.conditions or heard.questions or heard.dropped)
    is_so = heard.is_by_model and is_clean and heard.has(Act.LEAVES)
    is_so = (
        is_so and set(heard.acts) <= {Act.LEAVES, Act.AGREES, Act.YES, Act.CALLBACK} and bool(heard.answer)
    )
    told = heard.text.replace(heard.time_words, "") if heard.has(Act.CALLBACK) else heard.text
    told = _MARKLESS.sub("", told) if heard.email else told
    is_so = is_so and not (heard.is_their_call or _TURNS.search(told))
    return is_so and agreed is not None and _is_yes(scene, heard.answer, agreed)


def _keep_agreement(scene: Scene, amount: Decimal) -> None:
    conversation, talk = scene.talk.conversation, scene.price_talk
    price_talks.keep_agreement(talk, amount, conversation=conversation, by=scene.by, at=scene.talk.at)


def _remark(verdict: Verdict) -> str:
    if verdict == Verdict.BOOK:
        return ""
    return TO_CALL_BACK if verdict == Verdict.CALL_BACK else TO_CONFIRM
