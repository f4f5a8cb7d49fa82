"""What was heard goes to the step that the talk is in, after the kind of call is known."""

import re
from collections.abc import Callable
from dataclasses import replace

from bids.carrier_sales import (
    bargaining,
    choosing,
    closing,
    concluding,
    details,
    identity,
    learning,
    pitching,
    vetting,
)
from bids.carrier_sales.context import Move, Scene
from bids.carrier_sales.memory import Outcome, Step
from calls.language.clauses import calls_themselves, drops_conditions
from calls.language.identity import is_number_wrong
from calls.language.questions import is_statement
from calls.language.reading import Act, Expecting, Figure, Listening, Reading, Topic
from calls.language.understanding import understand
from calls.services.outcomes import raise_alarm
from calls.states import AlarmKind
from carriers.states import LearnedKind
from loads.models import Load
from loads.states import LoadStatus

# What kind of call it is, before anything is sold: a load that the caller is on, money owed, no carrier at all.


# What happened to a load that the caller is on, the gravest first.
ALARMS = (
    (Act.CANCELS, AlarmKind.CANCELLED),
    (Act.BROKEN_DOWN, AlarmKind.BROKEN_DOWN),
    (Act.LATE, AlarmKind.LATE),
)
OWN_LOAD_TOPICS = (Topic.PICKUP_NUMBER, Topic.RATE_CON, Topic.ADDRESS, Topic.DETENTION, Topic.TRACKING)
_OWED = re.compile(r"\b(?:paid|pay|payment|owe[ds]?|invoices?|money|check|factoring|pag\w*|deb\w+|factura)\b")
BEFORE_PRICE = (Step.FIT, Step.EQUIPMENT)
EARLY = (Step.IDENTITY, Step.READ_BACK, Step.DOT, Step.LOAD, Step.WHICH, Step.MORE)


def hear_purpose(scene: Scene) -> Move | None:
    """The answer where the call isn't about covering a load; None where it is."""
    heard = scene.heard
    is_early = scene.notes.step in EARLY
    if not is_early and not (scene.notes.step in BEFORE_PRICE and _is_on_load(heard)):
        return None
    is_owed = heard.asks(Topic.MONEY_OWED) and bool(_OWED.search(heard.text.lower()))
    is_carrier = scene.notes.is_identified or bool(heard.load)
    if is_owed or (heard.is_sure_of(Act.NOT_CARRIER) and not is_carrier):
        topic = Topic.MONEY_OWED if heard.asks(Topic.MONEY_OWED) else Topic.OTHER
        pitching.keep_question(scene, topic, heard.text)
        return concluding.to_person(scene, concluding.whisper(scene.notes))
    if _is_on_load(heard):
        return _own_load(scene)
    return None


_HAULS = re.compile(
    r"\b(?:i'?m|i am|we'?re|we are|he'?s|driver'?s|my (?:guy|driver)(?:'?s| is)?) (?:already )?(?:on|"
    r"under|hauling|pulling|"
    r"running) (?:a|one|your|yall'?s|y'?all'?s|that|this) (?:\w+ )?(?:load|one)\b(?! (?:board|for me))|"
    r"\balready (?:on|hauling|booked on|under) (?:a|one|it|that|this|your)\b|"
    r"\b(?:not|ain'?t|aint) (?:looking|lookin|calling|callin) (?:for|about) (?:a|another|"
    r"any) (?:new )?(?:load|freight)",
    re.I,
)


def _is_on_load(heard: Reading) -> bool:
    """Whether they speak of a load that they haul: "we're cancelling on 482101, the truck broke down"."""
    if _HAULS.search(heard.text) and not heard.asks(Topic.OTHER_LOADS, Topic.RATE) and not heard.own_figures:
        return True
    if heard.is_sure_of(Act.CANCELS) or heard.is_sure_of(Act.BROKEN_DOWN):
        return True
    is_told = heard.has(
        *(Act.CANCELS, Act.BROKEN_DOWN, Act.LATE, Act.DELIVERED, Act.WAITING, Act.LOADED, Act.CHECKED_IN)
    )
    return heard.has(Act.ON_LOAD) and (is_told or heard.asks(*OWN_LOAD_TOPICS))


def _own_load(scene: Scene) -> Move:
    """Tell the load's broker at once, answer what can be answered, and hand the line to a person."""
    heard, notes = scene.heard, scene.notes
    load = Load.objects.filter(external_id=heard.load).first() if heard.load else None
    if load is None and heard.load:
        load = Load.objects.filter(external_id__endswith=heard.load).order_by("-pickup_at", "-pk").first()
    if load is None and heard.origin and heard.destination:
        load = Load.objects.filter(
            origin_city=heard.origin.city,
            destination_city=heard.destination.city,
            status__in=(LoadStatus.COVERED, LoadStatus.IN_TRANSIT),
        ).first()
    kind = next((kind for act, kind in ALARMS if heard.has(act)), None)
    if kind is not None:
        raise_alarm(
            conversation=scene.talk.conversation,
            load=load,
            kind=kind,
            words=heard.reason or heard.text,
            at=scene.talk.at,
        )
        scene.say("alarm_told")
    for question in heard.questions:
        pitching.keep_question(scene, question.topic, question.words or heard.text, load=load)
    if load is not None:
        choosing.link(scene, load)
    notes.wanted.number = ""
    notes.mc, notes.dot = notes.mc or heard.mc, notes.dot or heard.dot
    return concluding.to_person(scene, concluding.whisper(notes))


MAX_TURNS = 60
MAX_TRIES = 3
MAX_MOVES = 10  # in one turn; each settles something, so that there are never as many

# How each question is asked, and who hears the answer.
STEPS: dict[str, tuple[Callable[[Scene], object], Callable[[Scene], Move]]] = {
    Step.IDENTITY: (identity.ask, identity.hear),
    Step.READ_BACK: (identity.ask_back, identity.hear_back),
    Step.DOT: (identity.ask_dot, identity.hear_dot),
    Step.LOAD: (choosing.ask, choosing.hear),
    Step.WHICH: (choosing.ask_which, choosing.hear_which),
    Step.FIT: (vetting.ask, vetting.hear),
    Step.EQUIPMENT: (vetting.ask_equipment, vetting.hear_equipment),
    Step.MONEY: (bargaining.ask_once_more, bargaining.hear),
    Step.SURE: (bargaining.ask_if_sure, bargaining.hear_if_sure),
    Step.CLOSING: (closing.ask, closing.hear),
    Step.DETAILS: (details.ask_again, details.hear_details),
    Step.WHEN: (concluding.ask_when, concluding.hear_time),
    Step.MORE: (concluding.ask_more, concluding.hear_more),
}
BEFORE_LOAD = (Step.IDENTITY, Step.READ_BACK, Step.DOT, Step.LOAD, Step.WHICH, Step.MORE)
OF_LOAD = (Step.FIT, Step.EQUIPMENT, Step.MONEY, Step.SURE, Step.CLOSING)
BEFORE_MONEY = (*BEFORE_LOAD, Step.FIT, Step.EQUIPMENT)


def hear(scene: Scene) -> None:
    """One turn: the reply comes together in the scene."""
    notes = scene.notes
    notes.turns += 1
    if notes.is_ended or notes.turns > MAX_TURNS:
        concluding.give_up(scene, "time_up")
        return
    if notes.step == Step.DETAILS and details.tells(scene) and is_statement(scene.heard.text, scene.language):
        acts = tuple(act for act in scene.heard.acts if act != Act.ASKS)
        scene.heard = replace(scene.heard, acts=acts, spans=(), questions=())  # "they're a team" asks nothing
    _note(scene)
    obey(scene, _answer(scene))
    details.write(scene)


def _answer(scene: Scene) -> Move:
    """What anybody may say at any time, else the step's own affair."""
    notes, heard = scene.notes, scene.heard
    if (move := hear_purpose(scene)) is not None:
        return move
    if heard.is_sure_of(Act.WANTS_PERSON):
        if notes.step == Step.CLOSING and heard.has(Act.NO, Act.REFUSES):
            closing.undo(scene)
        return concluding.to_person(scene, concluding.whisper(notes))
    if notes.step in OF_LOAD and identity.takes_other(scene):
        return _as_other_carrier(scene)
    if notes.step in (Step.SURE, Step.CLOSING) and not heard.mc and is_number_wrong(heard.text):
        scene.say("again_identity")
        scene.wait_for(Expecting.IDENTITY)
        return Move.WAIT
    # "I'd have to get back to you on that": the e-mail will tell it.
    is_for_later = notes.step == Step.DETAILS and not heard.time and not heard.day
    if _wants_call_back(scene) and notes.step != Step.WHEN and not is_for_later:
        if notes.step == Step.CLOSING:
            closing.undo(scene)  # whoever wants to talk about it later hasn't confirmed it
        return concluding.begin_call_back(scene)
    if _takes_leave(scene):
        return _take_leave(scene)
    if notes.step in (Step.FIT, Step.EQUIPMENT, Step.MONEY, Step.SURE):
        other = choosing.other_meant(scene)
        if other is not None:
            return choosing.turn_to(scene, other)
        if choosing.wants_another(scene):
            return choosing.leave_for_another(scene)
    if (
        notes.step in (Step.DETAILS, Step.MORE)
        and _ASKS_IF_OURS.search(heard.text.lower())
        and _tells_standing(scene)
    ):
        return Move.ASK_AGAIN
    looks_for_loads = notes.step in BEFORE_LOAD and (notes.wanted.is_known or heard.asks(Topic.OTHER_LOADS))
    pitching.answer_questions(scene, is_about_load=not looks_for_loads)
    if notes.step not in (Step.MONEY, Step.CLOSING) and heard.asks(Topic.CEILING, Topic.CUSTOMER_RATE):
        scene.say("not_told_yet")
    if notes.step in OF_LOAD and scene.load is None:
        return bargaining.withdraw(scene)
    if notes.step in (Step.MORE, Step.WHEN) and heard.has(Act.COUNTERS) and not heard.own_figures:
        scene.heard = heard = _heard_as_price(scene)
    if notes.step in (Step.MORE, Step.WHEN, Step.DETAILS):
        if _wants_more_for_agreed(scene):
            return Move.MORE if notes.step == Step.MORE else Move.ASK_AGAIN
        if _takes_up_again(scene):
            notes.forget(Outcome.CALLBACK)
            return bargaining.hear(scene)
    return STEPS[notes.step][1](scene)


_ASKS_IF_OURS = re.compile(
    r"\bya (?:es m[ií]a|qued[oó]|(?:me )?la (?:tengo|gan[eé]|apart\w+|reserv\w+)|me (?:apart|reserv)\w+|"
    r"est[aá] (?:apartada|reservada))\b|"
    r"\b(?:is (?:it|that load|the load) (?:mine|ours|booked)|"
    r"(?:am i|are we) (?:booked|all booked|good on (?:it|that)))\b"
)


def _tells_standing(scene: Scene) -> bool:
    """Say again whether the load is booked, or waits for the office, where it was agreed on."""
    dealing = scene.notes.dealing
    if dealing is None or dealing.figure is None or dealing.outcome not in (Outcome.BOOKED, Outcome.BID):
        return False
    line = "booked" if dealing.outcome == Outcome.BOOKED else "passed_on"
    scene.say_money(line, {"amount": dealing.figure}, number=closing.number_of(dealing))
    return True


def _as_other_carrier(scene: Scene) -> Move:
    """The MC was another one: that carrier is vetted, and what was read back is read back for it."""
    dealing, is_read_back = scene.notes.dealing, scene.notes.step == Step.CLOSING
    agreed = dealing.figure if dealing and is_read_back else None
    if dealing and agreed is not None:
        dealing.wanted = dealing.wanted_before = ""  # the other number's bid is taken back
        closing.undo(scene)
    if identity.check(scene) == vetting.Verdict.REFUSED:
        scene.say("not_qualified")
        scene.end()
        return Move.WAIT
    scene.say("thanks")
    return (
        bargaining.hear_figure(scene, Figure(agreed), is_ours=True) if agreed is not None else Move.ASK_AGAIN
    )


def obey(scene: Scene, move: Move) -> None:
    """Do what a step's move asks for, until it is the other side's turn."""
    for _ in range(MAX_MOVES):
        if move is not Move.GO_ON:
            break
        scene.notes.tries = 0
        move = _next(scene)
    if move is Move.MORE:
        concluding.ask_more(scene)
    elif move is Move.CALL_BACK:
        concluding.begin_call_back(scene)
    elif move is Move.LEAVE:
        concluding.leave(scene)
    elif move is Move.ASK_AGAIN:
        ask_again(scene)


def ask_again(scene: Scene) -> None:
    """The question once more; after a few times in vain, a way out."""
    notes = scene.notes
    was_answered = scene.has_said() or scene.heard.has(Act.REPEAT, Act.GREETS)
    if not was_answered:
        notes.tries += 1
        if notes.tries > MAX_TRIES:
            concluding.give_up(scene)
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
        return vetting.check(scene)
    return bargaining.start(scene)


def _note(scene: Scene) -> None:
    """Keep what was said before its turn came: the trailer, the load, a figure, a name, who drives."""
    notes, heard = scene.notes, scene.heard
    # "Lone Star Reefer Lines" says who calls, not which trailer they have.
    is_name = notes.step in (Step.IDENTITY, Step.READ_BACK) and heard.equipment in notes.carrier.lower()
    is_name = is_name and not re.search(
        rf"\b(?:got|have|run|running|pull|pulling|with|traigo|tengo) (?:\w+ ){{0,3}}?{heard.equipment}",
        heard.text.lower(),
    )
    if heard.equipment and not is_name and not heard.asks(Topic.EQUIPMENT):
        notes.equipment = heard.equipment
        learning.tell(scene, LearnedKind.EQUIPMENT, heard.equipment)
    if heard.no_equipment:
        learning.take_back(scene, LearnedKind.EQUIPMENT, heard.no_equipment)
        if heard.no_equipment == notes.equipment:
            notes.equipment = ""
    if drops_conditions(heard.text):
        bargaining.drop_conditions(scene)
    if heard.name and not notes.caller and notes.step != Step.DETAILS:
        notes.caller = heard.name
        learning.tell(scene, LearnedKind.CONTACT, heard.name, phone=learning.CALLER)
    if heard.person and heard.has(Act.CALLBACK):
        notes.caller = heard.person  # "call me back, ask for Jerome"
        learning.tell(scene, LearnedKind.CONTACT, heard.person)
    if notes.step in BEFORE_LOAD:
        choosing.note_wishes(scene)
    is_ask = heard.own_figures and not heard.asks(Topic.CUSTOMER_RATE, Topic.CEILING)
    if is_ask and notes.step in BEFORE_MONEY and notes.step != Step.MORE:
        figure = heard.own_figures[-1]
        notes.early_ask = [str(figure.amount), str(figure.role)]
        notes.early_conditions = list(heard.conditions)
    details.note(scene)


def _has_offer(scene: Scene) -> bool:
    dealing = scene.notes.dealing
    return dealing is not None and dealing.standing is not None


def _takes_up_again(scene: Scene) -> bool:
    """Whether a load that was left without a deal is wanted after all, at our offer or at another figure."""
    dealing, heard = scene.notes.dealing, scene.heard
    is_left = dealing is not None and dealing.outcome in ("", Outcome.DECLINED) and not dealing.agreed
    wants = bool(heard.own_figures) or heard.has(Act.AGREES, Act.AGREES_IF)
    return is_left and _has_offer(scene) and wants and not heard.has(Act.DECLINES, Act.REFUSES)


def _heard_as_price(scene: Scene) -> Reading:
    """The same words beside our offer, where they name a price though something else was asked."""
    dealing, load = scene.notes.dealing, scene.load
    standing = dealing.haggling if dealing else None
    if standing is None or load is None:
        return scene.heard
    listening = Listening(
        expecting=Expecting.OFFER,
        now=scene.now(),
        language=scene.language,
        offer=standing.offer,
        miles=load.total_distance,
    )
    return understand(scene.heard.text, listening)


def _wants_more_for_agreed(scene: Scene) -> bool:
    """Whether a figure is named for a load that is agreed on already: it stands, and the broker is told."""
    dealing, heard = scene.notes.dealing, scene.heard
    if dealing is None or not dealing.agreed or dealing.outcome not in (Outcome.BOOKED, Outcome.BID):
        return False
    if not heard.own_figures or scene.notes.wanted.is_known:
        return False
    agreed = dealing.figure
    assert agreed is not None, "it is agreed on"
    scene.say_money("stands", {"amount": agreed}, number=closing.number_of(dealing))
    pitching.pass_on(scene, Topic.RATE, heard.text)
    return True


_CALL = re.compile(r"\b(?:call|ring|reach|get) (?:me|us|you|him|her|back)\b|\bl?llam\w+|\bmarqu\w+", re.I)


def _wants_call_back(scene: Scene) -> bool:
    """Whether a later call is wanted; beside another act only where that is sure: "me llamó Schneider" is none."""
    heard = scene.heard
    if heard.agrees or not heard.has(Act.CALLBACK):
        return False
    if scene.notes.step == Step.DETAILS and (heard.driver or heard.truck or heard.email):
        return False  # "the driver is Marcus, and he's empty tomorrow noon" answers us as well
    if scene.notes.truck_question and (heard.day or heard.time or heard.place):
        return False  # "Tuesday noon in Laredo, call my cell if something pops up": that answers us
    if scene.notes.step == Step.DETAILS and details.tells(scene) and not _CALL.search(heard.text):
        return False  # "driver is Marcus, and he's empty tomorrow at noon"
    if heard.questions and scene.notes.step in OF_LOAD and calls_themselves(heard.text):
        return False  # "what's the best you can do, and I'll ring you back": they want to hear it first
    return heard.is_sure_of(Act.CALLBACK) or not heard.has(Act.CLAIMS, Act.COUNTERS, Act.YES, Act.AGREES)


def _takes_leave(scene: Scene) -> bool:
    """Whether it is the end: a good-bye with nothing in it that goes on, or answers a question of ours."""
    notes, heard = scene.notes, scene.heard
    if not heard.has(Act.LEAVES) or heard.own_figures or notes.step in (Step.WHEN, Step.CLOSING, Step.SURE):
        return False
    return not (heard.agrees or heard.has(Act.AGREES_IF) or heard.questions)


def _take_leave(scene: Scene) -> Move:
    dealing = scene.notes.dealing
    if dealing is not None and dealing.is_pitched and not dealing.outcome:
        dealing.outcome = Outcome.DECLINED
    return Move.LEAVE
