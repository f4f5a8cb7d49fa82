"""The door to the carrier-sales skill: how a talk begins, goes on and ends, and what it comes to."""

from collections.abc import Collection
from decimal import Decimal
from typing import Any, ClassVar

from django.utils import timezone

from bids.carrier_sales import choose_load, goodbye, identify, learning, load_search, steps
from bids.carrier_sales.deal import hours_spoken_of
from bids.carrier_sales.identify import IdentifyCarrier
from bids.carrier_sales.notebook import Callback, Dealing, Notebook, Outcome, Step
from bids.carrier_sales.scene import Move, Scene
from bids.carrier_sales.vetting import Verdict, caller_of
from bids.carrier_sales.wording import speakable_name
from bids.negotiation import Standing
from bids.services.booking import untold_until
from calls.language.reading import Act, Expecting, Listening, Reading
from calls.language.sentiment import sentiment_of
from calls.language.speech import Reply
from calls.models import Conversation
from calls.skill import Conclusion, NotYet, SalesFacts, Skill, Talk, default_variables, fill
from calls.skills.custom import DISCLOSURE
from calls.states import Direction, Tag
from loads.models import Load
from organizations.formats import local_time, money, phone
from organizations.tenancy.queueing import prompt

REFUSALS = (Outcome.DECLINED, Outcome.OPTED_OUT, Outcome.NOT_QUALIFIED)
# Of a load that is left for another.
LEFT = {Outcome.DECLINED, Outcome.WRONG_EQUIPMENT, Outcome.LOAD_UNAVAILABLE, Outcome.LOAD_NOT_FOUND}
GOOD = (Outcome.BOOKED, Outcome.BID, Outcome.CALLBACK, Outcome.TRANSFERRED)


class CarrierSalesSkill(Skill):
    """Sells loads to carriers: those who call, and those whom we call about one.

    What an outbound call is about stands in its `SalesFacts`.
    """

    # A person hears what the talk was about before taking the line.
    handles: ClassVar[Collection[Act]] = frozenset({Act.WANTS_PERSON})

    def open(self, talk: Talk) -> Reply:
        """Greets, says that it is an automated assistant, and asks who calls, or tells what we call about."""
        scene = Scene.of(talk)
        if scene.is_outbound and SalesFacts.from_state(talk.state).load_id:
            _open_outbound(scene)
        else:
            _greet(scene)
            IdentifyCarrier(scene).ask()
        return scene.reply()

    def listening(self, talk: Talk, expecting: Expecting) -> Listening:
        """By the clock at the pickup, and beside our standing offer."""
        scene = Scene.of(talk)
        dealing, load = scene.notes.dealing, scene.load
        standing = dealing.standing if dealing else None
        return Listening(
            expecting=expecting,
            now=scene.now(),
            language=talk.language,
            offer=_on_the_table(dealing, standing, scene.notes.step),
            miles=load.total_distance if load else None,
            hours=hours_spoken_of(scene),
            agent_said=talk.agent_said,
        )

    def answer(self, talk: Talk, heard: Reading) -> Reply:
        """One turn; see `steps`."""
        scene = Scene.of(talk, heard)
        steps.hear(scene)
        return scene.reply()

    def resume(self, talk: Talk) -> Reply:
        """Excuses the gap and asks again where the talk stood."""
        scene = Scene.of(talk)
        scene.say("sorry_line")
        steps.ask_again(scene)
        return scene.reply()

    def may_ring(self, conversation: Conversation) -> bool:
        """Whether the load that a carrier is to be called about is still there; it stays so until the phone rings.

        Raises NotYet as long as its booking may be undone.
        """
        load_id = SalesFacts.from_state(conversation.skill_state).load_id
        if load_id is None:
            return True
        Load.objects.select_for_update(no_key=True).filter(external_id=load_id).only("pk").first()
        # In a statement of its own: it sees what another has booked until the lock was ours.
        load = load_search.loads().filter(external_id=load_id).first()
        if load is not None and (until := untold_until(load.pk, at=timezone.now())):
            raise NotYet(until)
        return load is not None and load_search.is_available(load)

    def ended(self, conversation: Conversation) -> None:
        """The outreach that the call belongs to goes on."""
        outreach_id = SalesFacts.from_state(conversation.skill_state).outreach_id
        if outreach_id is not None:
            prompt("bids.tasks.advance_outreach", conversation.organization_id, outreach_id)

    def store(self, talk: Talk) -> None:
        """What the carrier told of itself; bids, bookings and receipts are rows since their turn."""
        notes = Notebook.read(talk.state)
        if notes.told:
            learning.keep(talk, notes, number=caller_of(talk.conversation).number)

    def conclude(self, talk: Talk) -> Conclusion:
        """Summary, tags and data, whenever and however it ended."""
        notes = Notebook.read(talk.state)
        if talk.is_opted_out and notes.is_recognized and not notes.is_identified:
            notes.mc = notes.dot = notes.carrier = ""  # they never said to be the company asked about
        outcome = _outcome(talk, notes)
        is_outbound = talk.conversation.direction == Direction.OUTBOUND
        return Conclusion(
            _summary(talk, notes, outcome, is_outbound),
            _tags(talk, notes, outcome, is_outbound=is_outbound),
            _extracted(talk, notes, outcome),
        )


def _on_the_table(dealing: Dealing | None, standing: Standing | None, step: Step) -> Decimal | None:
    """The figure that a "yes" would be to: what was read back, else our offer; none where something else is asked."""
    if dealing is None or standing is None or step in (Step.DETAILS, Step.MORE, Step.WHEN):
        return None
    if step == Step.SURE and dealing.held is not None:
        return dealing.held
    return dealing.agreed if step == Step.CLOSING else standing.offer


def _greet(scene: Scene) -> None:
    """The agent's own greeting, where it has one; it says either way that it is automated."""
    agent, company = scene.talk.agent, scene.organization.name
    greeting = fill(agent.greeting, default_variables(agent.variables)).strip()
    if not greeting:
        scene.say("greeting", company=company)
        return
    scene.texts.append(greeting)
    if not DISCLOSURE.search(greeting):
        scene.say("automated", company=company)


def _open_outbound(scene: Scene) -> None:
    """Say who calls and tell of the load; take leave where the carrier or the load won't do any more."""
    notes, facts = scene.notes, scene.call_facts
    name = speakable_name(facts.contact_name)
    greeting = {"caller": f" {name}" if name else "", "company": scene.organization.name}
    load = load_search.loads().filter(external_id=facts.load_id).first()
    if facts.dot_number or facts.mc_number:
        notes.dot, notes.mc = str(facts.dot_number or ""), facts.mc_number or ""
        notes.is_identified = True
        if identify.check(scene) == Verdict.REFUSED:
            scene.say("calling_in_vain", **greeting)
            goodbye.leave(scene)
            return
        if not name and (known := learning.first_name(scene)):
            greeting["caller"] = f" {known}"
    scene.say("calling", **greeting)
    if load is not None and load_search.is_available(load):
        steps.obey(scene, choose_load.select(scene, load))
        return
    notes.note(Outcome.LOAD_UNAVAILABLE)
    scene.say("was_calling")
    move = choose_load.offer_others(scene, like=load) if load else Move.LEAVE
    steps.obey(scene, Move.LEAVE if move is Step.MORE else move)


# What a talk comes to.


def _outcome(talk: Talk, notes: Notebook) -> Outcome:
    """The first that applies, in the order of `Outcome`; a talk that broke off is dropped."""
    found = {dealing.outcome for dealing in notes.dealings} | set(notes.outcomes)
    if talk.is_opted_out:
        found.add(Outcome.OPTED_OUT)
    if talk.state.get("call_back"):
        found.add(Outcome.CALLBACK)
    if any(dealing.standing for dealing in notes.dealings):
        found.discard(Outcome.LOAD_NOT_FOUND)  # looked for in vain before, and another priced since
    if not _was_put_through(talk):
        found.discard(Outcome.TRANSFERRED)
    if any(dealing.agreed is not None and not dealing.outcome for dealing in notes.dealings):
        found.add(Outcome.BID)  # said yes to, though not read back to the end: the bid is there
    if (now := notes.dealing) is not None and now.outcome is None and now.wanted is not None:
        found -= LEFT  # those are of other loads, before the one whose price is still open
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
    asks = any(
        dealing.wanted is not None or (dealing.standing and dealing.standing.asks)
        for dealing in notes.dealings
    )
    chosen = _chosen(notes, outcome)
    is_about_money = chosen is not None and chosen.standing is not None and not chosen.is_off
    plain = Tag.NOT_INTERESTED if is_outbound else Tag.GENERAL_INQUIRY
    primary = {
        Outcome.OPTED_OUT: Tag.DO_NOT_CALL,
        Outcome.BOOKED: Tag.BOOKING_CONFIRMED,
        Outcome.BID: Tag.NEGOTIATION,
        Outcome.TRANSFERRED: Tag.TRANSFERRED,
        Outcome.CALLBACK: Tag.CALLBACK_REQUESTED,
        Outcome.NOT_QUALIFIED: Tag.CARRIER_NOT_QUALIFIED,
        Outcome.DECLINED: Tag.RATE_REJECTED if is_about_money else plain,
        Outcome.WRONG_EQUIPMENT: Tag.LOAD_UNAVAILABLE if not is_outbound else plain,
        Outcome.LOAD_UNAVAILABLE: Tag.LOAD_UNAVAILABLE,
        Outcome.LOAD_NOT_FOUND: Tag.LOAD_NOT_FOUND,
        Outcome.DROPPED: Tag.DROPPED,
        Outcome.INQUIRY: Tag.NEGOTIATION if asks and notes.their_call else plain,
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
    callback = notes.callback or Callback.from_json(talk.state.get("call_back") or {})
    chosen = _chosen(notes, outcome)
    standing = chosen.standing if chosen else None
    agreed = chosen.agreed if chosen and outcome in (Outcome.BOOKED, Outcome.BID) else None
    return {
        "outcome": str(outcome),
        "agreedAmount": _dollars(agreed),
        "rounds": standing.round if standing else 0,
        "loadId": chosen.number if chosen else notes.trouble_load or notes.named_load or None,
        "mcNumber": talk.conversation.mc_number or notes.mc or None,
        "dotNumber": talk.conversation.dot_number,
        "callbackTime": callback.time or None,
        "callbackBefore": callback.before or None,
        "callbackTimezone": callback.zone or None,
        "callbackPhone": callback.phone or None,
        "callbackName": callback.whom or None,
        "callerName": notes.caller or None,
        "contactPhone": notes.phone or None,
        "conditions": [words for dealing in notes.dealings for words in dealing.conditions],
        "details": notes.details.to_json(),
        "openQuestions": notes.questions,
        "notes": notes.left_for_team,
        "notQualifiedReason": notes.refusal or None,
        "missingPapers": list(notes.missing),
        "sentiment": str(
            sentiment_of(talk.conversation.turns.order_by("position"), has_refused=outcome in REFUSALS)
        ),
        "loads": [
            {
                "loadId": dealing.number,
                "outcome": str(dealing.outcome) if dealing.outcome else None,
                "agreedAmount": _dollars(dealing.agreed),
            }
            for dealing in notes.dealings
        ],
    }


def _summary(talk: Talk, notes: Notebook, outcome: Outcome, is_outbound: bool) -> str:
    """One or two sentences in English."""
    if talk.is_wrong_number:
        return "Wrong number."
    chosen = _chosen(notes, outcome)
    if notes.trouble and chosen is None:
        on = f" on load {notes.trouble_load}" if notes.trouble_load else ""
        return f"{notes.who} told of trouble{on}: “{notes.trouble}”. {_result(notes, outcome, chosen)}"
    again = f" They call again: “{notes.their_call}”." if notes.their_call else ""
    if chosen is None and notes.is_setup_noted:
        at = f", to be reached at {phone(notes.phone)}" if notes.phone else ""
        result = "" if outcome == Outcome.INQUIRY else f" {_result(notes, outcome, chosen)}"
        return f"{notes.who} called to get set up{at}.{result}{again}"
    load = f"load {notes.named_load}" if notes.named_load else "a load"
    load = f"load {chosen.number} ({chosen.lane})" if chosen else load
    about = f"We called {notes.who} about {load}." if is_outbound else f"{notes.who} called about {load}."
    untold = [each for each in notes.dealings if each is not chosen or outcome == Outcome.CALLBACK]
    also = "".join(
        f" Their number on load {each.number} ({each.lane}): {money(each.wanted)}."
        for each in untold
        if each.wanted is not None and each.agreed is None
    )
    return f"{about} {_result(notes, outcome, chosen)}{also}{again}"


def _result(notes: Notebook, outcome: Outcome, chosen: Dealing | None) -> str:
    standing = chosen.standing if chosen else None
    agreed = money(chosen.agreed) if chosen and chosen.agreed is not None else ""
    first = money(standing.named[0]) if standing and standing.asks else ""
    asked = "" if not first else ", carrier’s ask" if first == agreed else f" (opening ask {first})"
    if chosen and chosen.why and chosen.outcome == Outcome.DECLINED and agreed:
        return f"Booked at {agreed}{asked}, then given back: “{chosen.why}”."
    if outcome == Outcome.DECLINED and chosen and chosen.why:
        return f"Turned down for something else than the rate: “{chosen.why}”."
    if outcome == Outcome.DECLINED and standing:
        asks = [chosen.wanted] if chosen and chosen.wanted is not None else standing.named[-1:]
        last = f"; carrier asked {money(asks[0])}" if asks else ""
        return f"No deal: our last offer was {money(standing.offer)}{last}."
    if outcome == Outcome.INQUIRY and notes.their_call and standing and chosen and chosen.wanted is not None:
        return (
            f"No deal yet: our last offer was {money(standing.offer)}; carrier asked {money(chosen.wanted)}."
        )
    if outcome == Outcome.BID and agreed and chosen and chosen.outcome is None:
        return f"Read back at {agreed}{asked}, not confirmed before the call ended; the bid is open."
    if outcome == Outcome.BOOKED and sum(d.outcome == Outcome.BOOKED for d in notes.dealings) > 1:
        booked = [d for d in notes.dealings if d.outcome == Outcome.BOOKED]
        return "Booked: " + ", ".join(f"load {d.number} at {money(d.agreed)}" for d in booked) + "."
    offers = [
        d.standing.offer for d in notes.dealings if d.standing
    ]  # to who turned out to be another carrier
    rates = f"We had offered {money(offers[-1])} before." if offers else "Rates weren't discussed."
    if outcome == Outcome.NOT_QUALIFIED and notes.refusal:
        return f"{notes.refusal} {rates}"
    callback = notes.callback or Callback()
    when = f"before {local_time(callback.before)}" if callback.before else local_time(callback.time)
    sentences = {
        Outcome.BOOKED: f"Booked at {agreed}{asked}{_told_later(chosen)}.",
        Outcome.BID: f"Agreed at {agreed}{asked}, pending approval."
        if agreed
        else "A rate was agreed before; nothing changed.",
        Outcome.TRANSFERRED: "Transferred to a person.",
        Outcome.CALLBACK: f"Callback requested{f' ({when})' if when else ''}.",
        Outcome.NOT_QUALIFIED: f"Carrier didn't pass vetting. {rates}",
        Outcome.DECLINED: "Not interested.",
        Outcome.WRONG_EQUIPMENT: "Carrier doesn't have the equipment.",
        Outcome.LOAD_UNAVAILABLE: "Load not available and no other match.",
        Outcome.LOAD_NOT_FOUND: "No matching load found.",
        Outcome.DROPPED: "The call ended before anything was settled.",
        Outcome.OPTED_OUT: "Asked us not to call again.",
        Outcome.INQUIRY: "No deal.",
    }
    return sentences[outcome]


def _told_later(chosen: Dealing | None) -> str:
    """The conditions that were told once it was booked: before, it would have gone to the broker."""
    if chosen is None or not chosen.conditions:
        return ""
    return "; told after that: " + ", ".join(f"“{each}”" for each in chosen.conditions)


def _chosen(notes: Notebook, outcome: Outcome) -> Dealing | None:
    made = [dealing for dealing in notes.dealings if dealing.outcome == outcome]
    agreed = [dealing for dealing in notes.dealings if dealing.agreed is not None]
    open_now = [notes.dealing] if notes.dealing else notes.dealings
    priced = [each for each in notes.dealings if each.standing and each.standing.asks]
    is_priced = notes.dealing in priced
    return next(reversed(made or agreed or (open_now if is_priced else priced) or open_now), None)


def _dollars(amount: Decimal | None) -> int | float | None:
    """As a JSON number, without a fraction where there is none."""
    if amount is None:
        return None
    return int(amount) if amount == amount.to_integral_value() else float(amount)
