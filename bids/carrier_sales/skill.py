"""The door to the carrier-sales skill."""

from collections.abc import Collection
from decimal import Decimal
from typing import ClassVar

from django.utils import timezone

from bids.carrier_sales import choosing, concluding, finding, identity, learning, routing
from bids.carrier_sales.context import Move, Scene
from bids.carrier_sales.memory import Dealing, Notebook, Outcome, Step
from bids.carrier_sales.vetting import Verdict, caller_of
from bids.carrier_sales.wording import speakable_name
from bids.negotiation import Standing
from bids.services.unbooking import untold_until
from calls.language.reading import Act, Expecting, Listening, Reading
from calls.language.speech import Reply
from calls.models import Conversation
from calls.skill import Conclusion, NotYet, SalesFacts, Skill, Talk, default_variables, fill
from calls.skills.custom import DISCLOSURE
from loads.models import Load
from organizations.tenancy.queueing import prompt


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
            identity.ask(scene)
        return scene.reply()

    def listening(self, talk: Talk, expecting: Expecting) -> Listening:
        """By the clock at the pickup, and beside our standing offer."""
        scene = Scene.of(talk)
        dealing, load = scene.notes.dealing, scene.load
        standing = dealing.haggling if dealing else None
        return Listening(
            expecting=expecting,
            now=scene.now(),
            language=talk.language,
            offer=_on_the_table(dealing, standing, scene.notes.step),
            miles=load.total_distance if load else None,
            agent_said=talk.agent_said,
        )

    def answer(self, talk: Talk, heard: Reading) -> Reply:
        """One turn; see `routing`."""
        scene = Scene.of(talk, heard)
        routing.hear(scene)
        return scene.reply()

    def resume(self, talk: Talk) -> Reply:
        """Excuses the gap and asks again where the talk stood."""
        scene = Scene.of(talk)
        scene.say("sorry_line")
        routing.ask_again(scene)
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
        load = finding.loads().filter(external_id=load_id).first()
        if load is not None and (until := untold_until(load.pk, at=timezone.now())):
            raise NotYet(until)
        return load is not None and finding.is_available(load)

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
        """What came of it; see `concluding`."""
        return concluding.conclude(talk, Notebook.read(talk.state))


def _on_the_table(dealing: Dealing | None, standing: Standing | None, step: str) -> Decimal | None:
    """The figure that a "yes" would be to: what was read back, else our offer; none where something else is asked."""
    if dealing is None or standing is None or step in (Step.DETAILS, Step.MORE, Step.WHEN):
        return None
    if step == Step.SURE and dealing.held:
        return Decimal(dealing.held)
    return dealing.figure if step == Step.CLOSING else standing.offer


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
    load = finding.loads().filter(external_id=facts.load_id).first()
    if facts.dot_number or facts.mc_number:
        notes.dot, notes.mc = str(facts.dot_number or ""), facts.mc_number or ""
        notes.is_identified = True
        if identity.check(scene) == Verdict.REFUSED:
            scene.say("calling_in_vain", **greeting)
            concluding.leave(scene)
            return
        if not name and (known := learning.first_name(scene)):
            greeting["caller"] = f" {known}"
    scene.say("calling", **greeting)
    if load is not None and finding.is_available(load):
        routing.obey(scene, choosing.select(scene, load))
        return
    notes.note(Outcome.LOAD_UNAVAILABLE)
    scene.say("was_calling")
    move = choosing.offer_others(scene, like=load) if load else Move.LEAVE
    routing.obey(scene, Move.LEAVE if move is Move.MORE else move)
