"""The steps in the order of the talk, and one turn: what was heard goes to the step that the talk is at."""

import json
import re
from dataclasses import replace

from bids.carrier_sales import (
    choose_load,
    goodbye,
    identify,
    learning,
    pitch_load,
    setting_up,
    wording,
)
from bids.carrier_sales.bargain import Bargain
from bids.carrier_sales.check_trailer import (
    DRY,
    AskTrailer,
    CheckTrailer,
    fits_after_all,
    leave_late_truck,
    leave_to_team,
)
from bids.carrier_sales.choose_load import ChooseLoad, FindLoad
from bids.carrier_sales.close_deal import CloseDeal, MakeSure, only_asked, says_yes_and_goes
from bids.carrier_sales.collect_details import (
    CollectDetails,
    hear_call_wanted,
    hear_late_condition,
    hear_put_off,
    note_details,
    tells_details,
    write_details,
)
from bids.carrier_sales.deal import (
    LEFT_OPEN,
    bid_on_unfit,
    drop_conditions,
    drop_met,
    forget,
    hear_price,
    heard_standing,
    keep_conditions,
    load_gone,
    number_of,
    only_points,
    price_of,
    say_put_down,
    take_down,
    total,
    turn_down,
    undo,
    withdraw_last,
)
from bids.carrier_sales.goodbye import OF_OURS, AnythingElse, ArrangeCallback
from bids.carrier_sales.hearing import hear_as_price, hear_closely
from bids.carrier_sales.identify import AskForDot, IdentifyCarrier, ReadBackNumber
from bids.carrier_sales.notebook import Outcome, Step
from bids.carrier_sales.pitch_load import PitchLoad
from bids.carrier_sales.purpose import BEFORE_LOAD, hear_purpose, tell_of_bid
from bids.carrier_sales.read_back import hear_yes, read_back
from bids.carrier_sales.scene import Move, Next, SalesStep, Scene
from bids.carrier_sales.vetting import Verdict
from bids.carrier_sales.wishes import (
    note_refused,
    note_several,
    note_truck_to,
    note_wishes,
    other_meant,
    priced_after_all,
    put_truck_right,
    wants_another,
)
from bids.carrier_sales.wording import speakable
from calls.language.clauses import clause_around, untold
from calls.language.identity import is_number_wrong
from calls.language.questions import is_statement
from calls.language.reading import NOISE, Act, Expecting, Figure, Question, Reading, Role, Topic
from carriers.models import TruckCapacity
from carriers.states import LearnedKind

# In the order of the talk: the first that isn't settled comes next. The others are come to from the one before them.
ORDER: tuple[type[SalesStep], ...] = (
    IdentifyCarrier,
    ReadBackNumber,
    AskForDot,
    FindLoad,
    ChooseLoad,
    PitchLoad,
    CheckTrailer,
    AskTrailer,
    Bargain,
    MakeSure,
    CloseDeal,
    CollectDetails,
    ArrangeCallback,
    AnythingElse,
)
STEPS = {step.name: step for step in ORDER if step is not PitchLoad}  # nobody waits for an answer to that

MAX_TURNS = 60
MAX_TRIES = 3
MAX_MOVES = 10  # in one turn; each settles something, so that there are never as many
OF_LOAD = (Step.FIT, Step.EQUIPMENT, Step.MONEY, Step.SURE, Step.CLOSING)
BEFORE_MONEY = (*BEFORE_LOAD, Step.FIT, Step.EQUIPMENT)
# Where somebody may have to ask their driver first.
WAITS_FOR = {
    Step.MONEY: Expecting.OFFER,
    Step.SURE: Expecting.CONFIRMATION,
    Step.CLOSING: Expecting.CONFIRMATION,
}


def hear(scene: Scene) -> None:
    """One turn: the reply comes together in the scene."""
    notes = scene.notes
    notes.turns += 1
    scene.heard = hear_closely(scene)
    scene.heard = hear_yes(scene)
    if notes.is_ended or notes.turns > MAX_TURNS:
        goodbye.give_up(scene, "time_up")
        return
    is_told = notes.step == Step.DETAILS and tells_details(scene)
    is_told = (
        is_told or (notes.step == Step.WHEN and bool(scene.heard.time))
    ) and not scene.heard.is_by_model
    if is_told and is_statement(scene.heard.text, scene.language):
        acts = tuple(act for act in scene.heard.acts if act != Act.ASKS)
        scene.heard = replace(scene.heard, acts=acts, spans=(), questions=())  # "they're a team" asks nothing
    hear_put_off(scene)
    told, at_load = scene.heard, notes.at_load
    is_of_trucks = len(told.trucks) > 1 and notes.step in BEFORE_LOAD
    if is_of_trucks:  # the talk goes on about the first
        place, day, equipment = told.trucks[0]
        note = "" if day else told.note or told.text  # without a day the others are left to the team
        told = replace(told, place=place, day=day, equipment=equipment, time=None, other_times=(), note=note)
        scene.heard = told
    _note(scene)
    obey(scene, _answer(scene))
    if is_of_trucks:
        note_several(scene, told)
    if _asks_beside(scene, told, at_load):
        texts = len(scene.texts)
        pitch_load.pass_on(scene, Topic.OTHER_LOADS, _words_of_others(told))
        scene.texts = [*scene.texts[texts:], *scene.texts[:texts]]
    _acknowledge(scene, _keep_rest(scene, told))
    if scene.is_last:
        pitch_load.leave_early_questions(scene)
    write_details(scene)


# Each answers whether there are other loads.
_OF_OTHERS = frozenset(
    "nothing_else several alternatives not_that_day no_lane no_freight truck_noted truck_same truck_down truck_kept "  # noqa: SIM905
    "ask_truck_both ask_truck_where ask_truck_when ask_lane ask_load pass_on pass_on_that request_noted".split()
)


def _asks_beside(scene: Scene, told: Reading, at_load: int | None) -> bool:
    """Whether a model hears other loads asked for beside the one that the talk goes on about, and nothing was said."""
    is_same = at_load is not None and scene.notes.at_load == at_load
    return told.is_by_model and told.asks(Topic.OTHER_LOADS) and is_same and not scene.said & _OF_OTHERS


def _words_of_others(told: Reading) -> str:
    return next((each.words for each in told.questions if each.topic == Topic.OTHER_LOADS), "") or told.text


# Each tells that something was put down.
_ACKNOWLEDGING = frozenset(
    "request_noted condition_noted condition_late condition_is_down pass_on tell_team sure read_deal_if "  # noqa: SIM905
    "rate_con_as_told rate_con_to rate_con_otherwise call_back_if alarm_told time_asked wish_is phone_is "
    "pass_on_that pickup_over".split()
)


# By which lines a question is answered; what none of them answers is left to the team.
_OF_TIMES = frozenset(
    (
        *("pitch_times", "pitch_short", "candidate", "pickup", "pickup_over", "delivery"),
        *("time_fits", "time_asked", "too_late", "truck_late", "wish_is"),
    )
)
_OF_NEEDS = frozenset(("instructions", "no_instructions", "pitch_needs"))
_OF_ANY = frozenset(
    ("all_in", "currency", "condition_is", "condition_is_down", "condition_late", "yes_please")
)
_ANSWERED_BY: dict[Topic, frozenset[str]] = {
    **dict.fromkeys((Topic.PICKUP, Topic.DELIVERY, Topic.APPOINTMENT, Topic.FLEXIBILITY), _OF_TIMES),
    **dict.fromkeys(pitch_load.IN_INSTRUCTIONS, _OF_NEEDS),
    Topic.WEIGHT: frozenset(("pitch_freight", "weight", "not_known")),
    Topic.COMMODITY: frozenset(("pitch_freight", "commodity", "not_known")),
    Topic.MILES: frozenset(("pitch", "miles", "a_mile", "not_known")),
    Topic.TEAM: frozenset(("team", "no_team", "pitch_team")),
    Topic.STOPS: frozenset(("stops", "no_stops")),
    Topic.RATE: frozenset(("rate_next", "not_told", "not_told_yet")),
}


def _keep_rest(scene: Scene, told: Reading) -> str:
    """Leave to the team what a language model heard told or asked, and nothing holds by now, nor was it said back.

    A question that nobody answered; a price, a condition, an hour, a town, a number or a name in the words of its
    clause. The name of the line that says so, empty where nothing was left.
    """
    if not told.is_by_model or told.is_sure_of(Act.OPTS_OUT):
        return ""
    notes = scene.notes
    asked = [each.words or told.text for each in told.questions]
    # A price that is named once a load was left is of none that comes.
    passing = {"told", "said", *(("early_ask",) if notes.dealings and scene.load is None else ())}
    kept = {name: value for name, value in notes.to_json().items() if name not in passing}
    if notes.callback:
        kept["callback"] = replace(notes.callback, words="").to_json()
    held = json.dumps(kept, ensure_ascii=False).casefold()
    lost = [
        each for each in told.questions if _is_unanswered(scene, each) and each.words.casefold() not in held
    ]
    if notes.callback and notes.callback.time:
        told = replace(told, time=None)  # its words tell when
    told = replace(told, conditions=tuple(each for each in told.conditions if not only_points(each, told)))
    held = " ".join((held, *scene.texts, *asked, *(_days_held(scene) if told.day and not told.time else ())))
    rest = untold(told, held, *_said_of_time(scene, told))
    held = " ".join((held, *told.conditions))
    if told.has(Act.CALLBACK) and notes.callback is None and notes.step != Step.WHEN:
        wish = told.words_of(Act.CALLBACK)  # "call me before you send anything"
        rest += [wish] if wish.casefold() not in held.casefold() else []
    if told.reason and told.reason.casefold() not in f"{held} {' '.join(rest)}".casefold():
        rest.append(told.reason)
    for figure in (each for each in told.figures if each.role == Role.ASK):
        clause = clause_around(told.text, figure.start, figure.end).strip(" ,.?!")
        is_held = figure.amount in scene.amounts or f"{figure.amount.normalize():f}" in held
        rest += [] if is_held or clause.casefold() in held.casefold() else [clause]
    for question in lost:
        pitch_load.keep_question(scene, question.topic, question.words, load=scene.load)
    for words in rest:
        pitch_load.keep_question(scene, Topic.NOTE, words, load=scene.load)
    if lost:
        return "pass_on"
    is_condition = any(each in rest for each in told.conditions)
    return ("condition_noted" if is_condition else "request_noted") if rest else ""


def _days_held(scene: Scene) -> list[str]:
    """The days that rows hold: those of the load talked about, and of the truck that was noted."""
    load = scene.load
    moments = (
        (load.pickup_time, load.pickup_end_time, load.dropoff_time, load.dropoff_end_time) if load else ()
    )
    trucks = TruckCapacity.objects.filter(pk=scene.notes.noted_truck or 0).values_list("day", flat=True)
    return [f"{each:%Y-%m-%d}" for each in (*moments, *trucks) if each]


def _said_of_time(scene: Scene, told: Reading) -> list[str]:
    """How we say the hour or the day that was told."""
    if told.time:
        return [wording.clock(told.time, scene.language)]
    return [wording.day(told.day, scene.today(), scene.language)] if told.day else []


def _is_unanswered(scene: Scene, asked: Question) -> bool:
    """Whether nothing that is said in this turn answers a question of a load's facts, times or price."""
    lines = _ANSWERED_BY.get(asked.topic)
    # What it pays is told once its turn has come.
    is_priced = asked.topic == Topic.RATE and (bool(scene.amounts) or not scene.is_last)
    return bool(asked.words) and lines is not None and not (is_priced or scene.said & (lines | _OF_ANY))


_TELLING_PICKUP = frozenset(("pickup", "pitch_times", "too_late", "time_fits", "time_asked"))


def _acknowledge(scene: Scene, line: str) -> None:
    """Say that it is put down, where something was told beside that we only kept: by `line`, or as it was told."""
    heard, said = scene.heard, scene.said
    if not heard.is_by_model or scene.transfer or said & _ACKNOWLEDGING:
        return
    is_kept = scene.notes.step in (Step.MONEY, Step.DETAILS) and not scene.is_last
    if is_kept and (heard.conditions or heard.note):
        note = speakable(heard.note) if said & pitch_load.TELLS and not heard.conditions else ""
        if note and len(note.split()) <= pitch_load.MAX_QUOTED:
            scene.say("note_down", words=note)
        else:
            scene.say("condition_noted" if heard.conditions else "request_noted")
        scene.texts.insert(0, scene.texts.pop())
    elif line:
        scene.texts = [each for each in scene.texts if each not in scene.wordings("unclear")]
        scene.say(line)
        scene.texts.insert(0, scene.texts.pop())
    if (
        scene.notes.step == Step.MONEY
        and is_kept
        and heard.note
        and heard.time
        and not said & _TELLING_PICKUP
    ):
        pitch_load.tell_pickup(scene)  # "out till two, so he'll be out of hours"
        scene.texts.insert(1, scene.texts.pop())


# A condition that is none any more, though it is still asked for.
_WISHED = re.compile(
    r"\b(?:if|even if|si|aunque) (?:they|you|he|she|not|y'?all|no|me|le|dicen)\b|\beither way\b|\bde todos modos\b",
    re.I,
)


def _answer(scene: Scene) -> Next:
    """What anybody may say at any time, else the step's own affair."""
    notes, heard = scene.notes, scene.heard
    if (move := hear_purpose(scene)) is not None:
        return move
    if (move := ArrangeCallback(scene).for_other()) is not None:
        return move
    read_back(scene)
    hear_late_condition(scene)
    wants_setup = setting_up.hear(scene)
    heard = scene.heard
    if (move := _hear_who(scene)) is not None:
        return move
    if (move := hear_call_wanted(scene) or _hear_not_yet(scene)) is not None:
        return move
    _hear_provided(scene)
    heard = scene.heard
    # "I'd have to get back to you on that": the e-mail will tell it.
    is_for_later = notes.step == Step.DETAILS and not heard.time and not heard.day
    if _wants_call_back(scene) and notes.step != Step.WHEN and not is_for_later:
        return _call_back(scene)
    if (load := fits_after_all(scene)) is not None:
        return choose_load.turn_to(scene, load)
    if _takes_leave(scene):
        put_truck_right(scene)  # "nope, put it down for tomorrow, that's it, bye"
        identify.hear_another(scene)
        return _take_leave(scene)
    if scene.is_outbound and notes.step in (Step.IDENTITY, Step.READ_BACK) and _refuses_unheard(heard):
        turn_down(
            scene, is_off=True
        )  # "five drops, never again; what else you got": before who they are is told
        notes.passed += [dealing.pk for dealing in notes.dealings if dealing.pk not in notes.passed]
        notes.at_load = None
    if notes.step in (Step.FIT, Step.EQUIPMENT, Step.MONEY, Step.SURE):
        other = other_meant(scene)
        if other is not None and not heard.own_figures:
            return choose_load.turn_to(scene, other)
        if other is not None:
            choose_load.go_back_to(scene, other)
        if wants_another(scene):
            return choose_load.leave_for_another(scene)
        if (move := leave_to_team(scene) or leave_late_truck(scene)) is not None:
            return move
        heard = scene.heard
    if notes.step in WAITS_FOR and heard.is_sure_of(Act.HOLDS) and not _tells_more(heard):
        scene.say("take_your_time")
        scene.is_patient = True
        scene.wait_for(WAITS_FOR[notes.step])
        return Move.WAIT
    if (
        notes.step in (Step.DETAILS, Step.MORE)
        and _ASKS_IF_OURS.search(heard.text.lower())
        and _tells_standing(scene)
    ):
        return Move.ASK_AGAIN
    looks_for_loads = notes.step in BEFORE_LOAD and (notes.wanted.is_known or heard.asks(Topic.OTHER_LOADS))
    PitchLoad(scene).hear(heard, is_about_load=not looks_for_loads)
    if wants_setup and (move := setting_up.settle(scene)) is not None:
        return move
    if notes.step not in (Step.MONEY, Step.CLOSING) and heard.asks(Topic.CEILING, Topic.CUSTOMER_RATE):
        scene.say("not_told_yet")
    if notes.step in OF_LOAD and scene.load is None:
        return load_gone(scene)
    if notes.step in (Step.LOAD, Step.WHICH, Step.MORE) and (left := priced_after_all(scene)) is not None:
        priced = heard if heard.own_figures else hear_as_price(scene, left)
        if priced.own_figures:
            scene.heard = priced
            return choose_load.take_up_again(scene, left)
    if notes.step in (Step.MORE, Step.WHEN) and heard.is_by_model and _NO_BID.search(heard.text):
        withdraw_last(scene)
    if notes.step in (Step.MORE, Step.WHEN, Step.DETAILS) and (move := _hear_price_after(scene)) is not None:
        return move
    if notes.step in (Step.MONEY, Step.SURE):
        drop_met(scene)
    return STEPS[notes.step](scene).hear(scene.heard)


# "I didn't bid on that one".
_NO_BID = re.compile(
    r"\b(?:didn'?t|did not|never|wasn'?t|ain'?t) (?:\w+ )?(?:bid|bidding)\b|\bno (?:era|es|fue) (?:una )?oferta\b|"
    r"\b(?:that'?s|those are|they'?re|it'?s) for (?:whatever|something|any ?thing|another|a different)\b|"
    r"\b(?:es|son|eran) pa(?:ra)? (?:una|otra|lo que|cualquier)\b",
    re.I,
)


def _refuses_unheard(heard: Reading) -> bool:
    """Whether a model hears the load that we call about turned down for others."""
    is_priced = heard.own_figures or heard.has(Act.AGREES, Act.AGREES_IF, Act.COUNTERS)
    return heard.is_by_model and heard.has(Act.DECLINES) and heard.asks(Topic.OTHER_LOADS) and not is_priced


def _hear_price_after(scene: Scene) -> Next | None:
    """A price that is named when the talk about it was over; None where that changes nothing."""
    notes, heard = scene.notes, scene.heard
    if notes.step in (Step.MORE, Step.WHEN) and heard.has(Act.COUNTERS) and not heard.own_figures:
        scene.heard = hear_as_price(scene)
    if notes.step == Step.WHEN:
        _lower_number(scene)
    if _wants_more_for_agreed(scene):
        return Step.MORE if notes.step == Step.MORE else Move.ASK_AGAIN
    if _takes_up_again(scene):
        notes.forget(Outcome.CALLBACK)
        return Bargain(scene).hear(scene.heard)
    return None


def _lower_number(scene: Scene) -> None:
    """Put the number that we put down for them right, where they say our own price instead: "no, it's 2,750"."""
    dealing, heard = scene.notes.dealing, scene.heard
    if dealing is None or dealing.wanted is None or dealing.agreed is not None or heard.is_by_model:
        return
    said = {each.amount for each in hear_as_price(scene).figures if each.role == Role.OFFER_BACK}
    if len(said) == 1 and (amount := said.pop()) < dealing.wanted and take_down(scene, amount):
        dealing.wanted_before, dealing.wanted = dealing.wanted, amount
        say_put_down(scene, "number_down", amount, dealing)


def _hear_who(scene: Scene) -> Next | None:
    """A person who is wanted, or another company than the one that we took them to be; None without either."""
    notes, heard = scene.notes, scene.heard
    if _wants_person(scene):
        if notes.step == Step.CLOSING and heard.has(Act.NO, Act.REFUSES):
            undo(scene)
        elif heard.is_by_model and notes.step == Step.MONEY and heard.own_figures and _has_offer(scene):
            _keep_last_ask(scene)  # "eleven hundred is my number, now put me through"
        identify.hear_another(scene)
        if notes.dealing is None and heard.is_by_model and (heard.tells_fact or heard.questions):
            pitch_load.keep_question(
                scene, Topic.NOTE, heard.text
            )  # "that Monterrey load": whoever takes it hears so
        return goodbye.to_person(scene, goodbye.whisper(notes))
    is_later = notes.step == Step.LOAD and heard.is_by_model  # "don't you need my MC, it's 1522087"
    if (notes.step in OF_LOAD or is_later) and identify.takes_other(scene):
        return _as_other_carrier(scene)
    if notes.step in (*OF_LOAD, Step.LOAD, Step.WHICH) and not heard.mc and identify.denies_company(scene):
        if notes.step == Step.CLOSING:
            _forget_bid(scene)
        return identify.start_over(scene)
    if notes.step in (Step.SURE, Step.CLOSING) and not heard.mc and _is_number_wrong(heard):
        scene.say("again_identity")
        scene.wait_for(Expecting.IDENTITY)
        return Move.WAIT
    return None


def _is_number_wrong(heard: Reading) -> bool:
    """Whether their MC or DOT number is to be put right: "correct, dispatch at yahoo dot com" is an address."""
    return not heard.email and is_number_wrong(heard.text)


_ELSE = re.compile(r"^\W*(?:y |and )?(?:if not|otherwise|or else|si no|o si no)\b", re.I)
_TO_LOOK = re.compile(r"\b(?:look|see|review|decide|check|vea|revise|mire|decida)\b", re.I)


def _wants_person(scene: Scene) -> bool:
    """Whether somebody is wanted on the line now, rather than "put it in front of a person and call me back".

    An unsure wish counts where nothing was begun yet, or they are named.
    """
    notes, heard = scene.notes, scene.heard
    if heard.is_by_model and heard.has(Act.CALLBACK) and not heard.is_their_call:
        return False
    wish = heard.words_of(Act.WANTS_PERSON)
    if heard.is_by_model and heard.own_figures and (_TO_LOOK.search(wish) or _ELSE.search(wish)):
        return False  # "leave my two thousand in there and let a human look at it"
    is_begun = notes.step not in BEFORE_LOAD or notes.wanted.is_known or heard.questions
    is_meant = bool(heard.person) or not is_begun
    return heard.is_sure_of(Act.WANTS_PERSON) or (heard.has(Act.WANTS_PERSON) and is_meant)


def _call_back(scene: Scene) -> Next:
    """Leave the load as they left it, and ask when to call."""
    notes, heard = scene.notes, scene.heard
    dealing = notes.dealing
    if notes.step == Step.CLOSING and dealing:
        theirs = None if dealing.is_ours else dealing.agreed
        undo(scene)  # whoever wants to talk about it later hasn't confirmed it
        if theirs is not None and theirs in {each.amount for each in heard.figures}:
            dealing.wanted = theirs  # "I told you 1,075, run it by your broker and call me"
            take_down(scene, theirs)
    if notes.step in WAITS_FOR and (heard.own_figures or heard.has(Act.FIRM)):
        _keep_last_ask(scene)
    elif notes.step in OF_LOAD and heard.has(Act.DECLINES) and not heard.has(Act.ASKS_MORE):
        turn_down(scene)
    elif notes.step == Step.SURE and dealing and dealing.held is None and heard.is_sure_of(Act.AGREES):
        dealing.wanted = heard_standing(scene).offer  # "yes, call me back quick though"
        take_down(scene, dealing.wanted)
    if heard.is_their_call or heard.is_busy or _must_ask(scene):
        for each in (question for question in heard.questions if question.topic != Topic.WHO):
            pitch_load.pass_on(scene, each.topic, each.words or heard.text)
    elif heard.is_by_model and heard.asks(Topic.OTHER_LOADS) and not note_truck_to(scene):
        pitch_load.pass_on(scene, Topic.OTHER_LOADS, heard.text)
    identify.hear_another(scene)
    return ArrangeCallback(scene).begin()


def _hear_not_yet(scene: Scene) -> Next | None:
    """Keep the price of who isn't to be booked yet for the broker, who calls: "don't book it, check the port first"."""
    heard, dealing = scene.heard, scene.notes.dealing
    # "Put down twelve hundred, and he'll tell you": somebody else decides.
    is_others = heard.has(Act.ASK_OTHER) and bool(heard.own_figures or heard.has(Act.AGREES_IF))
    is_others = is_others and heard.is_by_model
    is_held = heard.has(Act.HOLDS) and not heard.has(Act.CALLBACK)  # "hold on, let me ask him"
    if not (heard.is_not_yet or is_others) or is_held or heard.has(Act.DECLINES):
        return None
    if scene.notes.step not in WAITS_FOR or only_asked(heard):
        return None
    if dealing is None or scene.load is None or not _has_offer(scene):
        return None
    PitchLoad(scene).hear(heard)
    is_open = is_others or heard.own_figures or heard.has(Act.CALLBACK) or scene.said & LEFT_OPEN
    if heard.questions and not is_open:
        keep_conditions(scene, heard.conditions)
        return Move.ASK_AGAIN  # "wait, when does it deliver": that is told, and the talk goes on
    # Asked whether they want it at our price, who only wants it kept open has that price.
    is_left = scene.notes.step == Step.SURE and not heard.has(Act.REFUSES, Act.ASKS_MORE)
    is_taken = heard.has(Act.AGREES, Act.AGREES_IF, Act.YES) or (is_left and dealing.held is None)
    amount = dealing.agreed or (heard_standing(scene).offer if is_taken else dealing.wanted)
    if scene.notes.step == Step.CLOSING:
        forget(scene)
    if heard.own_figures:
        amount = total(scene, hear_price(scene)) or amount
    keep_conditions(scene, heard.conditions or (heard.text,) * is_others)
    return Move.CALL_BACK if amount is None else Bargain(scene).put_down(amount)


def _hear_provided(scene: Scene) -> None:
    """Take a yes with a call that may come as one on a condition: "book it, but if his unit's bad I'll call you"."""
    heard = scene.heard
    is_yes = heard.has(Act.AGREES, Act.AGREES_IF) and not heard.has(Act.NO, Act.REFUSES, Act.DECLINES)
    is_call = heard.is_their_call or (heard.has(Act.CALLBACK) and heard.has(Act.AGREES_IF))
    is_open = heard.is_by_model and is_call and is_yes and not heard.own_figures
    # "Correct, I'll call you with his number" to what was read back depends on nothing.
    hangs = bool(heard.conditions) or heard.has(Act.AGREES_IF, Act.BROKEN_DOWN)
    is_time = scene.notes.step in (Step.MONEY, Step.SURE) or (scene.notes.step == Step.CLOSING and hangs)
    if not (is_time and is_open):
        return
    # "Correct, but don't tie me to it yet, let me talk to my driver" is no yes.
    if _PUTS_OFF.search(heard.text):
        kept = [act for act in heard.acts if act not in (*_PUT_OFF, Act.YES)]
        note = heard.note or "; ".join(heard.conditions)
        scene.heard = replace(heard, acts=(*kept, Act.CALLBACK), spans=(), conditions=(), note=note)
        return
    ArrangeCallback(scene).keep_beside()  # "find out, and call me back before noon"
    conditions = heard.conditions or (heard.note or heard.text,)
    keep_conditions(scene, conditions)
    acts = (Act.AGREES_IF, *(act for act in heard.acts if act not in _PUT_OFF))
    scene.heard = replace(heard, acts=acts, spans=(), conditions=tuple(conditions), is_their_call=False)


_PUTS_OFF = re.compile(
    r"\b(?:let me|lemme|d[eé]j[ae]me|tengo que|gotta|got to|need to|have to) (?:first )?"
    r"(?:talk|check|ask|run it|call|see|hablar|checar|preguntar|consultar|ver)\b",
    re.I,
)
_TAKES_PART = (
    Act.AGREES,
    Act.AGREES_IF,
    Act.DECLINES,
    Act.REFUSES,
    Act.ASKS_MORE,
)  # however little time there is
_PUT_OFF = (Act.AGREES, Act.AGREES_IF, Act.CALLBACK, Act.HOLDS, Act.BROKEN_DOWN)


def _keep_last_ask(scene: Scene) -> None:
    """The price that is named with a later call is their bid: "bottom dollar is 3,250, somebody call me"."""
    dealing = scene.deal[0]
    if not scene.heard.own_figures:
        keep_conditions(scene, scene.heard.conditions)  # of the one that they stand by
        return
    ask = total(scene, hear_price(scene))
    if ask is not None:
        dealing.wanted_before, dealing.wanted = dealing.wanted, ask
        take_down(scene, ask)


_ASKS_IF_OURS = re.compile(
    r"\bya (?:es m[ií]a|qued[oó]|(?:me )?la (?:tengo|gan[eé]|apart\w+|reserv\w+)|me (?:apart|reserv)\w+|"
    r"est[aá] (?:apartada|reservada))\b|"
    r"\b(?:is (?:it|that load|the load) (?:mine|ours|booked)|"
    r"(?:am i|are we) (?:booked|all booked|good on (?:it|that)))\b"
)


def _tells_standing(scene: Scene) -> bool:
    """Say again whether the load is booked, or waits for the office, where it was agreed on."""
    dealing = scene.notes.dealing
    if dealing is None or dealing.agreed is None or dealing.outcome not in (Outcome.BOOKED, Outcome.BID):
        return False
    line = "booked" if dealing.outcome == Outcome.BOOKED else "passed_on"
    scene.say_money(line, {"amount": dealing.agreed}, number=number_of(dealing))
    return True


def _as_other_carrier(scene: Scene) -> Next:
    """The MC was another one: that carrier is vetted, and what was read back is read back for it."""
    dealing, is_read_back = scene.notes.dealing, scene.notes.step == Step.CLOSING
    agreed = dealing.agreed if dealing and is_read_back else None
    if agreed is not None:
        _forget_bid(scene)
    if identify.check(scene) == Verdict.REFUSED:
        scene.say("not_qualified")
        scene.end()
        return Move.WAIT
    scene.say("thanks")
    if agreed is None:
        return Move.GO_ON if scene.notes.wanted.is_known else Move.ASK_AGAIN
    return Bargain(scene).hear_figure(Figure(agreed), is_ours=True)


def _forget_bid(scene: Scene) -> None:
    """The bid was another carrier's than this caller's."""
    dealing = scene.deal[0]
    dealing.wanted = dealing.wanted_before = None
    undo(scene)


def obey(scene: Scene, move: Next) -> None:
    """Do what a step's move asks for, until it is the other side's turn."""
    for _ in range(MAX_MOVES):
        if move is Move.CALL_BACK:
            move = ArrangeCallback(scene).begin()
            continue
        if move is not Move.GO_ON:
            break
        scene.notes.tries = 0
        move = _next(scene)
    has_deal = any(each.outcome in (Outcome.BOOKED, Outcome.BID) for each in scene.notes.dealings)
    if move is Step.MORE and has_deal and not scene.notes.details_asked:
        move = CollectDetails(scene).begin()  # another lane came first
    if isinstance(move, Step):
        STEPS[move](scene).ask()
    elif move is Move.LEAVE:
        goodbye.leave(scene)
    elif move is Move.ASK_AGAIN:
        ask_again(scene)


def ask_again(scene: Scene) -> None:
    """The question once more; after a few times in vain, a way out."""
    notes = scene.notes
    is_offer_asked = notes.step == Step.MONEY and scene.heard.asks(Topic.RATE)
    was_answered = scene.has_said() or is_offer_asked or scene.heard.has(Act.REPEAT, Act.GREETS)
    if not was_answered:
        notes.tries += 1
        if notes.tries > MAX_TRIES:
            goodbye.give_up(scene)
            return
        scene.say("unclear")
    STEPS[notes.step](scene).ask()


def _next(scene: Scene) -> Next:
    """Come to the first step that is still open."""
    steps = (step(scene) for step in ORDER)
    step = next(step for step in steps if not step.is_settled)
    if scene.notes.asks_of_bid and scene.notes.is_identified:
        return tell_of_bid(scene)
    # "I'm loaded today, empty in Vegas tomorrow": who is called about a load of today hears no more of it.
    if isinstance(step, PitchLoad) and scene.is_outbound and (move := leave_late_truck(scene)) is not None:
        return move
    return step.begin()


# Who is called is the one whom we asked for.
_IS_HE = re.compile(
    r"\b(?:(?:this is|it'?s|that'?s|you(?:'?ve| have)? (?:got|reached)) (?:him|he|she|me|"
    r"her(?=\W*(?:$|i|i'?m|but|and|who\w*|what\w*|how\w*|why|can|yes|yeah|go)\b))|"
    r"(?:^\W*(?:(?:yes|yeah|yep|yup)\W+)?|\bs?he'?s )speaking(?! with| to| for)|"
    r"soy yo|(?:[eé]l|ella)(?: mism[oa])? habla)\b",
    re.I,
)


def _note(scene: Scene) -> None:
    """Keep what was said before its turn came: the trailer, the load, a figure, a name, who drives."""
    notes, heard = scene.notes, scene.heard
    # "Lone Star Reefer Lines" says who calls, not which trailer they have.
    is_name = notes.step in (Step.IDENTITY, Step.READ_BACK) and heard.equipment in notes.carrier.lower()
    is_name = is_name and not re.search(
        rf"\b(?:got|have|run|running|pull|pulling|with|traigo|tengo) (?:\w+ ){{0,3}}?{heard.equipment}",
        heard.text.lower(),
    )
    has_asked = heard.asks(Topic.EQUIPMENT) and not (
        heard.is_by_model and (_HAS_TRUCK.search(heard.text) or not _asks_of_kind(heard))
    )
    if heard.equipment and not is_name and not has_asked:
        notes.equipment = heard.equipment
        noted = TruckCapacity.objects.filter(pk=notes.noted_truck or 0)
        (noted if heard.has(Act.NO) else noted.filter(equipment="")).update(equipment=heard.equipment)
        learning.tell(scene, LearnedKind.EQUIPMENT, heard.equipment)
    if heard.is_by_model and DRY.search(heard.text):
        notes.runs_dry = heard.note or heard.text
    load, has_it = scene.load, heard.is_sure_of(Act.YES) and not heard.has(Act.NO)
    if (
        notes.step == Step.FIT
        and load
        and has_it
        and heard.is_by_model
        and not (heard.equipment or heard.no_equipment)
    ):
        notes.equipment = load.equipment_type or ""  # "I am, but I'm loaded to Vegas"
    if heard.no_equipment:
        learning.take_back(scene, LearnedKind.EQUIPMENT, heard.no_equipment)
        if heard.no_equipment == notes.equipment:
            notes.equipment = ""
    if heard.dropped:
        if _WISHED.search(heard.dropped) and (dealing := notes.dealing):
            for each in dealing.conditions:
                pitch_load.keep_question(scene, Topic.NOTE, each, load=scene.load)
        drop_conditions(scene, heard.dropped)
    name = heard.name or (scene.call_facts.contact_name if _IS_HE.search(heard.text) else "")
    is_new = not notes.caller or notes.step == Step.READ_BACK  # "this is Cascade"; then "yep, this is Dale"
    if name and is_new and (heard.is_driver or notes.step != Step.DETAILS):
        notes.caller = name
        learning.tell(scene, LearnedKind.CONTACT, name, phone=learning.CALLER)
    notes.caller = _name_put_right(notes.caller, heard.text) or notes.caller
    is_ours = heard.person.casefold().split()[-1:] in OF_OURS  # "the broker can call me"
    if heard.person and heard.has(Act.CALLBACK) and not (heard.is_by_model or is_ours):
        notes.caller = heard.person  # "call me back, ask for Jerome"
        learning.tell(scene, LearnedKind.CONTACT, heard.person)
    if notes.step == Step.DETAILS and heard.email and heard.person and not notes.caller:
        notes.caller = heard.person  # "ops at yahoo dot com, and ask for Denise"
        learning.tell(scene, LearnedKind.CONTACT, heard.person)
    if notes.step == Step.DETAILS and heard.has(Act.CALLBACK) and heard.phone and not heard.driver:
        ArrangeCallback(scene).keep("")  # "no driver yet, call me back on my cell"
    if heard.is_by_model and not heard.email and _NO_EMAIL.search(heard.text):
        notes.details_asked += ["email"] if "email" not in notes.details_asked else []
        pitch_load.keep_question(scene, Topic.NOTE, heard.text, load=scene.load)
    _note_claim(scene)
    note_refused(scene)
    if notes.step in BEFORE_LOAD:
        note_wishes(scene)
    _note_early_price(scene)
    if not heard.note and _tells_hour(scene):
        scene.heard = heard = replace(heard, note=heard.time_words)
    if heard.note:
        pitch_load.keep_question(scene, Topic.NOTE, heard.note, load=scene.load)
    note_details(scene)
    _note_phone(scene)


# "I don't know the email by heart".
_NO_EMAIL = re.compile(
    r"\b(?:correo|e-?mail)\b[^.,;?]{0,12}\b"
    r"(?:no (?:me )?(?:lo )?(?:s[eé]|tengo|acuerdo)|i don'?t (?:know|have|got|remember))|"
    r"\b(?:no (?:me )?(?:s[eé]|tengo|acuerdo)|don'?t (?:know|have|got|remember))\b[^.,;?]{0,16}\b(?:correo|e-?mail)\b",
    re.I,
)


def _name_put_right(name: str, words: str) -> str:
    """Who the caller is instead: "Dale, not Cascade", "I'm not Renee, I'm Luke"."""
    if not name:
        return ""
    wrong = re.escape(name.split()[0])
    found = re.search(
        rf"\b(?!(?:i?m|am|i?t?s|is|was|and|soy|no|yes)\b)([a-z]+)\W+(?:not|no) {wrong}\b|"
        rf"\b(?:not|no soy) {wrong}\W+(?:i'?m|it'?s|this is|soy) ([a-z]+)",
        words,
        re.I,
    )
    return (found[1] or found[2]).title() if found else ""


def _note_claim(scene: Scene) -> None:
    """Keep what they claim for the broker, and say so: "somebody promised me nineteen hundred this morning"."""
    heard = scene.heard
    if not heard.is_sure_of(Act.CLAIMS):
        return
    start, end = dict(zip(heard.acts, heard.spans, strict=False)).get(Act.CLAIMS, (0, None))
    pitch_load.keep_question(scene, Topic.NOTE, heard.text[start:end], load=scene.load)
    if scene.notes.step in BEFORE_MONEY:
        scene.say("tell_team")


# "I got a flatbed, will that work": theirs, whatever is asked of it.
_HAS_TRUCK = re.compile(
    r"\b(?:i|we)(?:'ve)? (?:only |just )?(?:got|have)\b|\bi'?m (?:pulling|running)\b|\b(?:traigo|tengo|traemos)\b",
    re.I,
)


def _asks_of_kind(heard: Reading) -> bool:
    """Whether the equipment stands in the question, not beside it: "a flatbed with tarps, would they take that"."""
    kind = heard.equipment.replace("_", " ")
    return any(kind in each.words.casefold() for each in heard.questions if each.topic == Topic.EQUIPMENT)


_LOADS_AT = re.compile(
    r"\b(?:i|we|he|she)(?: can|'?ll|'?d| could)? (?:load|pick(?: it)? up|do|be there)\b|"
    r"\b(?:puedo|podemos) (?:cargar|recoger)\b",
    re.I,
)


def _tells_hour(scene: Scene) -> bool:
    """Whether an hour is told that nothing else holds: beside a price, or to load at before the load is told of.

    "No, Saturday after one, and I need three", "yup, I can load at seven tonight, what's your rate".
    """
    heard, words = scene.heard, scene.heard.time_words
    is_beside = scene.notes.step == Step.MONEY and bool(heard.own_figures)
    is_early = scene.notes.step == Step.READ_BACK and bool(heard.time and _LOADS_AT.search(heard.text))
    if not (heard.is_by_model and words and (is_beside or is_early)):
        return False
    is_kept = any(words in each for each in (*heard.conditions, *(asked.words for asked in heard.questions)))
    return not (is_kept or heard.place or heard.has(Act.CALLBACK, Act.EMPTY))


def _note_early_price(scene: Scene) -> None:
    """Keep a price that is named before ours, and what any price hangs on: "a pool chassis is thirty five a day"."""
    notes, heard = scene.notes, scene.heard
    is_ask = heard.own_figures and not heard.asks(Topic.CUSTOMER_RATE, Topic.CEILING)
    is_ask = is_ask and notes.step in BEFORE_MONEY and notes.step != Step.MORE
    # "Something out of Memphis that pays at least two and a half a mile" is a wish: of no load is anything said yet.
    is_any = scene.load is None and heard.asks(Topic.OTHER_LOADS) and not heard.load
    is_ask = is_ask and not (is_any and heard.own_figures[-1].role == Role.PER_MILE)
    conditions = heard.conditions
    if is_ask and heard.is_by_model and notes.truck_question and bid_on_unfit(scene):
        return  # "I'd haul it with mine for sixteen hundred if they're okay with it"
    if is_ask:
        notes.early_ask, conditions = price_of(scene)
    is_price_next = notes.step in (Step.FIT, Step.EQUIPMENT) and heard.is_by_model
    is_off = heard.has(Act.NO, Act.REFUSES, Act.DECLINES, Act.ASKS_MORE, Act.CALLBACK)
    if is_ask or (is_price_next and not is_off):
        new = [each for each in conditions if each not in notes.early_conditions]
        notes.early_conditions = [*notes.early_conditions, *new]


def _note_phone(scene: Scene) -> None:
    """Keep a number to reach them at, whatever was asked, and say it back, unless it is the driver's."""
    notes, heard = scene.notes, scene.heard
    if not heard.phone or notes.step == Step.WHEN or heard.phone == notes.details.driver_phone:
        return
    notes.phone = heard.phone
    if (kept := notes.callback) and not kept.whom and notes.verdict != Verdict.CALL_BACK:
        notes.callback = replace(kept, phone=heard.phone)
    if not heard.has(Act.CALLBACK) and (heard.is_by_model or notes.step != Step.MORE):
        scene.say("phone_is", digits=wording.spaced(heard.phone))
        if notes.step == Step.MORE and notes.verdict == Verdict.CALL_BACK:
            scene.say("on_file")


def _has_offer(scene: Scene) -> bool:
    dealing = scene.notes.dealing
    return dealing is not None and dealing.standing is not None


def _takes_up_again(scene: Scene) -> bool:
    """Whether a load that was left without a deal is wanted after all, at our offer or at another figure."""
    dealing, heard = scene.notes.dealing, scene.heard
    is_left = dealing is not None and dealing.outcome in (None, Outcome.DECLINED) and dealing.agreed is None
    if heard.is_by_model and heard.origin and heard.destination and not heard.load:
        return False  # "put me down for two trucks, Memphis to Georgia, two fifty a mile"
    wants = bool(heard.own_figures) or heard.has(Act.AGREES, Act.AGREES_IF)
    is_called = (
        scene.notes.step == Step.WHEN and heard.is_by_model and (heard.time or heard.has(Act.CALLBACK))
    )
    if is_left and _has_offer(scene) and heard.own_figures and is_called:
        _keep_last_ask(scene)  # "leave it at twelve hundred, and call him at noon"
        return False
    return is_left and _has_offer(scene) and wants and not heard.has(Act.DECLINES, Act.REFUSES)


def _wants_more_for_agreed(scene: Scene) -> bool:
    """Whether a figure is named for a load that is agreed on already: it stands, and the broker is told."""
    dealing, heard = scene.notes.dealing, scene.heard
    if dealing is None or dealing.agreed is None or dealing.outcome not in (Outcome.BOOKED, Outcome.BID):
        return False
    if not heard.own_figures or scene.notes.wanted.is_known:
        return False
    scene.say_money("stands", {"amount": dealing.agreed}, number=number_of(dealing))
    pitch_load.pass_on(scene, Topic.RATE, heard.text)
    return True


_CALL = re.compile(r"\b(?:call|ring|reach|get) (?:me|us|you|him|her|back)\b|\bl?llam\w+|\bmarqu\w+", re.I)


def _wants_call_back(scene: Scene) -> bool:
    """Whether a later call is wanted; beside another act only where that is sure: "me llamó Schneider" is none."""
    heard = scene.heard
    is_told = heard.is_by_model or scene.notes.is_setup_noted
    if scene.notes.step == Step.MORE and heard.phone and not is_told:
        return True  # "my cell is …, if you find something"
    is_called = scene.is_outbound and scene.notes.step in (*BEFORE_MONEY, Step.MONEY)
    is_more = bool(heard.own_figures) or heard.has(*_TAKES_PART) or heard.asks(Topic.WHO, Topic.LOAD)
    if is_called and heard.is_busy and not is_more:
        return True  # "It's three in the morning", "just e-mail me the load"
    if _must_ask(scene):
        return True
    is_theirs = heard.is_their_call and scene.notes.step in OF_LOAD
    # "Let me ask my driver, could you hold it? I'll call you back": we can't say, and they don't wait for it.
    is_asked = heard.is_by_model and all(each.topic == Topic.OTHER for each in heard.questions)
    is_open = bool(heard.own_figures) or heard.has(Act.YES, Act.AGREES, Act.AGREES_IF)
    is_open = is_open or (bool(heard.questions) and not is_asked)
    if is_theirs and not is_open:
        return True  # "he ain't gonna go for that, let him call y'all"
    if heard.agrees or not heard.has(Act.CALLBACK):
        return False
    is_yes = heard.has(Act.YES, Act.AGREES) and not heard.has(Act.NO, Act.REFUSES)
    if scene.notes.step == Step.CLOSING and (is_yes or says_yes_and_goes(scene)):
        return False  # "correct, call me when you know something"
    if scene.notes.step == Step.DETAILS and (heard.driver or heard.truck or heard.email):
        return False  # "the driver is Marcus, and he's empty tomorrow noon" answers us as well
    if scene.notes.truck_question and (heard.day or heard.time or heard.place):
        return False  # "Tuesday noon in Laredo, call my cell if something pops up": that answers us
    if scene.notes.step == Step.DETAILS and tells_details(scene) and not _CALL.search(heard.text):
        return False  # "driver is Marcus, and he's empty tomorrow at noon"
    if heard.questions and scene.notes.step in OF_LOAD and heard.is_their_call:
        return False  # "what's the best you can do, and I'll ring you back": they want to hear it first
    return heard.is_sure_of(Act.CALLBACK) or not heard.has(Act.CLAIMS, Act.COUNTERS, Act.YES, Act.AGREES)


def _must_ask(scene: Scene) -> bool:
    """Whether our price waits for somebody of theirs, who isn't there: "I gotta run it by my boss, he ain't up yet"."""
    heard = scene.heard
    is_asked = heard.is_by_model and scene.notes.step == Step.MONEY and heard.has(Act.ASK_OTHER)
    is_more = (
        heard.own_figures or heard.conditions or heard.person or heard.phone or heard.load or heard.origin
    )
    return is_asked and not is_more and set(heard.acts) <= {Act.ASK_OTHER, Act.ASKS, Act.UNSURE, Act.CALLBACK}


def _tells_more(heard: Reading) -> bool:
    """Whether there is more in it than that we are to wait."""
    done = set(heard.acts) - {*NOISE, Act.YES, Act.AGREES, Act.ASKS}
    return bool(done or heard.own_figures or heard.questions or heard.conditions or heard.equipment)


def _takes_leave(scene: Scene) -> bool:
    """Whether it is the end: a good-bye with nothing in it that goes on, or answers a question of ours."""
    notes, heard = scene.notes, scene.heard
    if not heard.has(Act.LEAVES) or heard.own_figures or notes.step in (Step.WHEN, Step.CLOSING, Step.SURE):
        return False
    return not (heard.agrees or heard.has(Act.AGREES_IF) or heard.questions)


def _take_leave(scene: Scene) -> Next:
    dealing = scene.notes.dealing
    if dealing is not None and dealing.is_pitched and not dealing.outcome:
        turn_down(scene)
    return Move.LEAVE
