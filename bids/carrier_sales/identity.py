"""Who is calling: an MC or DOT number, read back, then looked up."""

import re

from bids.carrier_sales import concluding, papers, parting, wording
from bids.carrier_sales.moves import Move
from bids.carrier_sales.notebook import Outcome, Step
from bids.carrier_sales.scene import Scene
from bids.carrier_sales.speakable import speakable_name
from bids.carrier_sales.vetting import Verdict, keep, vet
from calls.agent.meaning import Expecting, Intent, Meaning
from carriers.identity import Numbers
from carriers.models import Carrier
from carriers.services import rules_of, want_facts

LEAST_DIGITS, MOST_DIGITS = 3, 8


def ask(scene: Scene) -> None:
    """Ask for the number; from the second time on say why, and that keys will do."""
    scene.notes.go_to(Step.IDENTITY)
    scene.say("need_identity" if scene.notes.tries > 1 else "ask_identity")
    scene.wait_for(Expecting.IDENTITY)


def hear(scene: Scene) -> Move:
    """Take the number down and read it back."""
    notes = scene.notes
    mc, dot = _numbers(scene.heard)
    if not (mc or dot):
        if notes.wanted.is_known or scene.heard.has(Intent.ASKS_LOADS):
            notes.tries += 1
            scene.say("noted")
        return Move.ASK_AGAIN
    notes.mc, notes.dot = mc, dot
    ask_back(scene)
    return Move.WAIT


def ask_back(scene: Scene) -> None:
    """Read the number back, digit by digit."""
    notes = scene.notes
    notes.go_to(Step.READ_BACK)
    kind, digits = ("MC", notes.mc) if notes.mc else ("DOT", notes.dot)
    said = wording.spaced(digits)
    if notes.mc and notes.dot:
        said += f", DOT {wording.spaced(notes.dot)}"
    scene.say("read_back", kind=kind, digits=said)
    scene.wait_for(Expecting.CONFIRMATION)


def hear_back(scene: Scene) -> Move:
    """Right: look it up. Another number: read that one back. Wrong: ask again."""
    notes, heard = scene.notes, scene.heard
    mc, dot = _numbers(heard)
    is_other = bool(mc or dot) and not ((mc and mc == notes.mc) or (dot and dot in (notes.dot, notes.mc)))
    if is_other:
        notes.tries += 1
        notes.mc, notes.dot = mc, dot
        ask_back(scene)
        return Move.WAIT
    if heard.has(Intent.YES, Intent.DEAL) or mc or dot:
        return settle(scene)
    if heard.has(Intent.NO):
        notes.mc = notes.dot = ""
        notes.go_to(Step.IDENTITY)
        scene.say("again_identity")
        scene.wait_for(Expecting.IDENTITY)
        return Move.WAIT
    return Move.ASK_AGAIN


def settle(scene: Scene) -> Move:
    """Look the carrier up, write down what is known of it, and go on, unless it may not haul for us.

    Of one that isn't vetted to the end we ask what is missing, or put it through, as the organization wants.
    """
    notes = scene.notes
    notes.is_identified = True
    if check(scene) == Verdict.REFUSED:
        scene.say("not_qualified")
        scene.end()
        return Move.WAIT
    scene.say("thanks")
    if not papers.is_incomplete(scene):
        return Move.GO_ON
    if papers.lacks_dot(scene):
        papers.ask_dot(scene)
        return Move.WAIT
    return _complete(scene)


def hear_dot(scene: Scene) -> Move:
    """The DOT number, read back together with the MC number; without one the talk goes on."""
    dot = _fitting(scene.heard.dot or scene.heard.digits)
    if dot:
        scene.notes.dot = dot
        ask_back(scene)
        return Move.WAIT
    return _complete(scene) if papers.has_none(scene) else Move.ASK_AGAIN


def _complete(scene: Scene) -> Move:
    """Ask for what is missing, or let a person do so."""
    rules = rules_of(scene.organization)
    if rules.transfers_incomplete:
        scene.say("incomplete")
        return parting.to_person(scene, concluding.whisper(scene.notes))
    return papers.tell(scene, send_to=rules.papers_email)


def check(scene: Scene) -> Verdict:
    """Vet the carrier as it stands at this moment; what is stale is asked for, and counts the next time."""
    notes, conversation = scene.notes, scene.talk.conversation
    found = vet(conversation, mc=notes.mc, dot=notes.dot)
    keep(conversation, found, mc=notes.mc, dot=notes.dot)
    numbers = Numbers(int(notes.dot) if notes.dot else None, notes.mc)
    want_facts(organization=scene.organization, numbers=numbers, addresses=[found.caller], at=scene.talk.at)
    notes.verdict, notes.refusal = found.verdict, found.refusal
    notes.registered, notes.missing = found.phone, list(found.missing)
    notes.is_restricted = found.is_restricted
    notes.carrier = found.carrier.name if found.carrier else ""
    if found.verdict == Verdict.REFUSED:
        notes.note(Outcome.NOT_QUALIFIED)
    return found.verdict


def who(scene: Scene) -> str:
    """Name and number as they are read back with a deal."""
    notes = scene.notes
    number = f"MC {wording.spaced(notes.mc)}" if notes.mc else f"DOT {wording.spaced(notes.dot)}"
    name = speakable_name(notes.carrier)
    return f"{name}, {number}" if name else number


def _numbers(heard: Meaning) -> tuple[str, str]:
    """MC and DOT number; bare digits are whichever a known carrier has, else an MC number."""
    mc, dot = _fitting(heard.mc), _fitting(heard.dot)
    if mc or dot:
        return mc, dot
    digits = _fitting(heard.digits)
    if not digits or heard.digits == heard.load:
        return "", ""
    is_dot = (
        not Carrier.objects.filter(mc_number=digits).exists()
        and Carrier.objects.filter(dot_number=int(digits)).exists()
    )
    return ("", digits) if is_dot else (digits, "")


def _fitting(digits: str) -> str:
    """The digits without leading zeros, where there are as many as such a number has."""
    plain = re.sub(r"[^0-9]", "", digits).lstrip("0")
    return plain if LEAST_DIGITS <= len(plain) <= MOST_DIGITS else ""
