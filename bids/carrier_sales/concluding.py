"""How a talk ends: leave-taking, a person, a callback; and what it comes to: tags, summary, data."""

import re
from datetime import timedelta
from decimal import Decimal
from typing import Any

from bids.carrier_sales import choosing, wording
from bids.carrier_sales.context import Move, Scene
from bids.carrier_sales.memory import Dealing, Notebook, Outcome, Step, Wanted
from bids.carrier_sales.vetting import Verdict, caller_of
from calls.language.clauses import calls_themselves
from calls.language.reading import Act, Expecting, Topic
from calls.language.sentiment import sentiment_of
from calls.language.speech import Transfer
from calls.services.transfers import person_for
from calls.skill import Conclusion, Talk
from calls.states import Direction, Tag
from organizations.dashboard.formats import local_time, money

REFUSALS = (Outcome.DECLINED, Outcome.OPTED_OUT, Outcome.NOT_QUALIFIED)
GOOD = (Outcome.BOOKED, Outcome.BID, Outcome.CALLBACK, Outcome.TRANSFERRED)


def conclude(talk: Talk, notes: Notebook) -> Conclusion:
    """Summary, tags and data, whenever and however it ended."""
    outcome = _outcome(talk, notes)
    is_outbound = talk.conversation.direction == Direction.OUTBOUND
    return Conclusion(
        _summary(talk, notes, outcome, is_outbound),
        _tags(talk, notes, outcome, is_outbound=is_outbound),
        _extracted(talk, notes, outcome),
    )


def whisper(notes: Notebook) -> str:
    """One sentence for whoever takes the line: who it is, which load, where the money stands, without its limits."""
    dealing = notes.dealing
    about = f"about load {dealing.number}, {dealing.lane}" if dealing else "about a load"
    said = f"{_who(notes)} {about}"
    standing = dealing.haggling if dealing else None
    if dealing and dealing.agreed:
        said += f", agreed at {money(dealing.agreed)}"
    elif standing:
        said += f", our last offer {money(standing.offer)}"
        said += f", carrier's ask {money(standing.asks[-1])}" if standing.asks else ""
    return f"{said}."


def _outcome(talk: Talk, notes: Notebook) -> Outcome:
    """The first that applies, in the order of `Outcome`; a talk that broke off is dropped."""
    found = {dealing.outcome for dealing in notes.dealings} | set(notes.outcomes)
    if talk.is_opted_out:
        found.add(Outcome.OPTED_OUT)
    if talk.state.get("call_back"):
        found.add(Outcome.CALLBACK)
    if not _was_put_through(talk):
        found.discard(Outcome.TRANSFERRED)
    if any(dealing.agreed and not dealing.outcome for dealing in notes.dealings):
        found.add(Outcome.BID)  # said yes to, though not read back to the end: the bid is there
    is_settled = notes.is_ended or notes.step in (Step.MORE, Step.WHEN) or bool(notes.truck_question)
    if not is_settled and not found & {*GOOD, Outcome.OPTED_OUT}:
        return Outcome.DROPPED
    return next((each for each in Outcome if each in found), Outcome.INQUIRY)


def _was_put_through(talk: Talk) -> bool:
    """Whether a person took the line; the runtime keeps what became of a transfer that was asked for."""
    return talk.state.get("transfer", {}).get("status", "connected") == "connected"


def _tags(talk: Talk, notes: Notebook, outcome: Outcome, *, is_outbound: bool) -> tuple[str, ...]:
    """The primary one first."""
    if talk.is_wrong_number:
        return (Tag.WRONG_NUMBER,)
    asks = any(dealing.haggling and dealing.haggling.asks for dealing in notes.dealings)
    had_money = any(dealing.standing for dealing in notes.dealings)
    plain = Tag.NOT_INTERESTED if is_outbound else Tag.GENERAL_INQUIRY
    primary = {
        Outcome.OPTED_OUT: Tag.DO_NOT_CALL,
        Outcome.BOOKED: Tag.BOOKING_CONFIRMED,
        Outcome.BID: Tag.NEGOTIATION,
        Outcome.TRANSFERRED: Tag.TRANSFERRED,
        Outcome.CALLBACK: Tag.CALLBACK_REQUESTED,
        Outcome.NOT_QUALIFIED: Tag.CARRIER_NOT_QUALIFIED,
        Outcome.DECLINED: Tag.RATE_REJECTED if had_money else plain,
        Outcome.WRONG_EQUIPMENT: Tag.LOAD_UNAVAILABLE if not is_outbound else plain,
        Outcome.LOAD_UNAVAILABLE: Tag.LOAD_UNAVAILABLE,
        Outcome.LOAD_NOT_FOUND: Tag.LOAD_NOT_FOUND,
        Outcome.DROPPED: Tag.DROPPED,
        Outcome.INQUIRY: plain,
    }[outcome]
    further = [
        (Tag.NEGOTIATION, asks),
        (Tag.TRANSFERRED, Outcome.TRANSFERRED in notes.outcomes and _was_put_through(talk)),
        (Tag.CALLBACK_REQUESTED, bool(notes.callback)),
        (Tag.NEW_OPPORTUNITY, is_outbound and outcome in GOOD),
    ]
    return tuple(dict.fromkeys([primary, *(tag for tag, is_so in further if is_so)]))


def _extracted(talk: Talk, notes: Notebook, outcome: Outcome) -> dict[str, Any]:
    """As systems read it: the load is the one that made the outcome, else the last one.

    A callback may have been agreed on with the runtime instead: after a transfer that nobody took.
    """
    callback = notes.callback or talk.state.get("call_back") or {}
    chosen = _chosen(notes, outcome)
    standing = chosen.haggling if chosen else None
    is_agreed = chosen is not None and bool(chosen.agreed) and outcome in (Outcome.BOOKED, Outcome.BID)
    return {
        "outcome": str(outcome),
        "agreedAmount": _dollars(chosen.agreed) if chosen is not None and is_agreed else None,
        "rounds": standing.round if standing else 0,
        "loadId": chosen.number if chosen else None,
        "mcNumber": talk.conversation.mc_number or notes.mc or None,
        "dotNumber": talk.conversation.dot_number,
        "callbackTime": callback.get("time") or None,
        "callbackTimezone": callback.get("zone") or None,
        "callbackPhone": callback.get("phone") or None,
        "callerName": notes.caller or None,
        "conditions": [words for dealing in notes.dealings for words in dealing.conditions],
        "details": notes.details,
        "openQuestions": notes.questions,
        "notQualifiedReason": notes.refusal or None,
        "missingPapers": list(notes.missing),
        "sentiment": str(
            sentiment_of(talk.conversation.turns.order_by("position"), has_refused=outcome in REFUSALS)
        ),
        "loads": [
            {
                "loadId": dealing.number,
                "outcome": dealing.outcome or None,
                "agreedAmount": _dollars(dealing.agreed) if dealing.agreed else None,
            }
            for dealing in notes.dealings
        ],
    }


def _summary(talk: Talk, notes: Notebook, outcome: Outcome, is_outbound: bool) -> str:
    """One or two sentences in English."""
    if talk.is_wrong_number:
        return "Wrong number."
    chosen = _chosen(notes, outcome)
    load = f"load {chosen.number} ({chosen.lane})" if chosen else "a load"
    about = f"We called {_who(notes)} about {load}." if is_outbound else f"{_who(notes)} called about {load}."
    return f"{about} {_result(notes, outcome, chosen)}"


def _result(notes: Notebook, outcome: Outcome, chosen: Dealing | None) -> str:
    standing = chosen.haggling if chosen else None
    agreed = money(chosen.agreed) if chosen and chosen.agreed else ""
    first = money(standing.asks[0]) if standing and standing.asks else ""
    asked = "" if not first else ", carrier’s ask" if first == agreed else f" (opening ask {first})"
    if outcome == Outcome.DECLINED and standing:
        last = f"; carrier asked {money(standing.asks[-1])}" if standing.asks else ""
        return f"No deal: our last offer was {money(standing.offer)}{last}."
    if outcome == Outcome.BOOKED and sum(d.outcome == Outcome.BOOKED for d in notes.dealings) > 1:
        booked = [d for d in notes.dealings if d.outcome == Outcome.BOOKED]
        return "Booked: " + ", ".join(f"load {d.number} at {money(d.agreed)}" for d in booked) + "."
    if outcome == Outcome.NOT_QUALIFIED and notes.refusal:
        return f"{notes.refusal} Rates weren't discussed."
    when = local_time(notes.callback.get("time", ""))
    sentences = {
        Outcome.BOOKED: f"Booked at {agreed}{asked}.",
        Outcome.BID: f"Agreed at {agreed}{asked}, pending approval."
        if agreed
        else "A rate was agreed before; nothing changed.",
        Outcome.TRANSFERRED: "Transferred to a person.",
        Outcome.CALLBACK: f"Callback requested{f' ({when})' if when else ''}.",
        Outcome.NOT_QUALIFIED: "Carrier doesn't qualify. Rates weren't discussed.",
        Outcome.DECLINED: "Not interested.",
        Outcome.WRONG_EQUIPMENT: "Carrier doesn't have the equipment.",
        Outcome.LOAD_UNAVAILABLE: "Load not available and no other match.",
        Outcome.LOAD_NOT_FOUND: "No matching load found.",
        Outcome.DROPPED: "The call ended before anything was settled.",
        Outcome.OPTED_OUT: "Asked us not to call again.",
        Outcome.INQUIRY: "No deal.",
    }
    return sentences[outcome]


def _chosen(notes: Notebook, outcome: Outcome) -> Dealing | None:
    made = [dealing for dealing in notes.dealings if dealing.outcome == outcome]
    agreed = [dealing for dealing in notes.dealings if dealing.agreed]
    return next(reversed(made or agreed or notes.dealings), None)


def _who(notes: Notebook) -> str:
    number = f"MC {notes.mc}" if notes.mc else f"DOT {notes.dot}" if notes.dot else ""
    if notes.carrier:
        return f"{notes.carrier} ({number})" if number else notes.carrier
    return f"A carrier ({number})" if number else "A carrier"


def _dollars(agreed: str) -> int | float:
    """As a JSON number, without a fraction where there is none."""
    amount = Decimal(agreed)
    return int(amount) if amount == amount.to_integral_value() else float(amount)


# Ways out of a talk: anything else, a call back, a person, good-bye.


MIN_PHONE_DIGITS = 10
_ALL = re.compile(
    r"\b(?:that'?s|that is|that was|that'?ll be|that does) (?:all|it|everything|about it)\b"
    r"|\b(?:i'?m|we'?re|you'?re) (?:all )?(?:done|good|set)\b",
    re.I,
)
# "Call me if it goes up": when something happens, not at an hour.
_SHOULD_IT = re.compile(
    r"\b(?:if|when|once|just if|only if) (?:it|that|this|the (?:rate|price|money|load)|rates?|something|anything|you|"
    r"y'?all|they)(?:'?ll)? (?:can |get )?(?:goes|go|comes?|moves?|changes?|opens?|pops?|gets?|falls?|pays?|bumps?|"
    r"raises?|got|have|find)\b",
    re.I,
)
FIRST_HOUR = 6  # before it nobody wants to be called, unless they say so
NIGHT = re.compile(r"\b(?:a\.?m\b|midnight|medianoche|overnight|madrugada)", re.IGNORECASE)
THANKS = re.compile(r"\b(?:thanks|thank you|gracias)\b", re.IGNORECASE)


def ask_more(scene: Scene) -> None:
    """Anything else?"""
    scene.notes.go_to(Step.MORE)
    scene.say("anything_else")
    scene.wait_for(Expecting.CONFIRMATION)


def hear_more(scene: Scene) -> Move:
    """Another load, by its number, its lane or by what there is; else good-bye."""
    notes, heard = scene.notes, scene.heard
    is_all = _ALL.search(heard.text) and not (notes.wanted.is_known or heard.equipment)
    if (is_all or heard.has(Act.DECLINES, Act.LEAVES)) and not heard.questions:
        return Move.LEAVE
    has_deal = any(dealing.outcome in (Outcome.BOOKED, Outcome.BID) for dealing in notes.dealings)
    if has_deal and heard.has(Act.EMPTY) and not heard.questions:
        notes.wanted = Wanted()  # where the truck comes from, not another one
        return Move.ASK_AGAIN if notes.tries else Move.MORE
    if notes.wanted.is_known:
        notes.at_load = None
        return choosing.choose(scene)
    if heard.asks(Topic.OTHER_LOADS) or heard.equipment:
        like = scene.load
        return choosing.offer_others(scene, like=like)
    if heard.is_sure_of(Act.YES) and not heard.has(Act.NO) and not heard.questions:
        notes.at_load, notes.wanted = None, Wanted()
        choosing.ask(scene)
        return Move.WAIT
    if heard.has(Act.NO, Act.DECLINES) or scene.notes.tries or THANKS.search(heard.text):
        return Move.LEAVE
    return Move.ASK_AGAIN


def begin_call_back(scene: Scene) -> Move:
    """Keep when to call; ask where no time was said."""
    if calls_themselves(scene.heard.text):
        return Move.LEAVE
    if scene.heard.time or scene.heard.day:
        return hear_time(scene)
    if _SHOULD_IT.search(scene.heard.text):
        _keep_call_back(scene, "")
        scene.say("call_back_if")
        scene.end()
        return Move.WAIT
    ask_when(scene)
    return Move.WAIT


def ask_when(scene: Scene) -> None:
    """Ask for a time."""
    scene.notes.go_to(Step.WHEN)
    _keep_call_back(scene, "")
    scene.say("ask_when")
    scene.wait_for(Expecting.TIME)


def hear_time(scene: Scene) -> Move:
    """The time that suits, as well as it was said; none does no harm: somebody calls."""
    heard = scene.heard
    time = heard.time
    if time is not None and time.hour < FIRST_HOUR and not NIGHT.search(heard.text):
        time += timedelta(hours=12)  # "call me after one thirty"
    is_unwanted = heard.has(Act.DECLINES) or bool(_NO_NEED.search(heard.text.lower()))
    if is_unwanted and not (time or heard.day) and scene.notes.verdict != Verdict.CALL_BACK:
        scene.notes.forget(Outcome.CALLBACK)
        scene.notes.callback = {}
        return Move.LEAVE
    asks_for_load = heard.load or heard.asks(Topic.RATE, Topic.LOAD)
    if time is None and (heard.asks(Topic.OTHER_LOADS) or (scene.notes.tries == 0 and asks_for_load)):
        # "I'm on the line, what does it pay?": nobody wanted to be called.
        scene.notes.forget(Outcome.CALLBACK)
        scene.notes.callback = {}
        choosing.note_wishes(scene)
        return Move.GO_ON
    if time is not None:
        _keep_call_back(scene, time.isoformat(timespec="minutes"))
        scene.say("call_back_at", time=wording.moment(time, scene.today(), scene.language))
    elif heard.day is not None:
        _keep_call_back(scene, heard.day.isoformat())
        scene.say("call_back_at", time=wording.day(heard.day, scene.today(), scene.language))
    elif (
        scene.notes.tries
        or _SHOULD_IT.search(heard.text)
        or heard.has(Act.NO, Act.UNSURE, Act.LEAVES, Act.YES, Act.DECLINES)
    ):
        _keep_call_back(scene, "")
        scene.say("call_back")
    else:
        return Move.ASK_AGAIN
    scene.end()
    return Move.WAIT


_NO_NEED = re.compile(
    r"\bno,? (?:need|bye|thanks|thank you|gracias|hace falta|es necesario)\b|"
    r"\b(?:don'?t|do not) (?:need to |have to |bother )?call(?:ing)?\b|\bno me (?:llame|marque|hable)\w*"
)
ZONES = {
    "eastern": "America/New_York",
    "este": "America/New_York",
    "central": "America/Chicago",
    "centro": "America/Chicago",
    "mountain": "America/Denver",
    "pacific": "America/Los_Angeles",
    "pacifico": "America/Los_Angeles",
    "pacífico": "America/Los_Angeles",
}
ZONE = re.compile(
    r"\b(?:(?P<en>eastern|central|mountain|pacific)(?! (?:avenue|ave|street|st|valley|freight))|"
    r"hora del (?P<es>este|centro|pac[ií]fico))\b",
    re.IGNORECASE,
)


def _zone_said(words: str) -> str:
    """The time zone that a caller names; empty where none is."""
    found = ZONE.search(words)
    return ZONES[(found["en"] or found["es"]).lower()] if found else ""


def _keep_call_back(scene: Scene, time: str) -> None:
    """When and where to call; a caller whose number isn't the carrier's is called at the registered one."""
    notes = scene.notes
    phone = notes.callback.get("phone") or caller_of(scene.talk.conversation).number
    said = scene.heard.phone or scene.heard.digits
    if notes.verdict == Verdict.CALL_BACK:
        phone = notes.registered
    elif len(said) >= MIN_PHONE_DIGITS:
        phone = said[:15]
    zone = _zone_said(scene.heard.text) or notes.callback.get("zone") or scene.zone()
    notes.callback = {"time": time, "zone": zone, "phone": phone, "words": scene.heard.text[:200]}
    notes.note(Outcome.CALLBACK)


def to_person(scene: Scene, whisper: str) -> Move:
    """Hand the line to somebody, with a sentence of what it is about; a call back where nobody is there."""
    to = person_for(scene.talk.conversation, at=scene.talk.at, name=scene.heard.person)
    if to is None:
        scene.say("nobody_there")
        return begin_call_back(scene)
    scene.notes.note(Outcome.TRANSFERRED)
    scene.say("transfer")
    scene.transfer = Transfer(to, whisper)
    return Move.WAIT


def give_up(scene: Scene, line: str = "give_up") -> None:
    """We don't get on: a person calls back."""
    if scene.notes.step != Step.MORE:
        _keep_call_back(scene, scene.notes.callback.get("time", ""))
    scene.say(line)
    scene.end()


def leave(scene: Scene) -> None:
    """Good-bye, as it went."""
    outcomes = {dealing.outcome for dealing in scene.notes.dealings}
    if outcomes & {Outcome.BOOKED, Outcome.BID}:
        scene.say("bye_booked" if Outcome.BOOKED in outcomes else "bye")
    else:
        scene.notes.has_declined = True
        scene.say("bye_declined" if Outcome.DECLINED in outcomes else "bye")
    scene.end()
