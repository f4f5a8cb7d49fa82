"""Who is calling: an MC or DOT number, read back, looked up; or how to get set up."""

import re
from collections.abc import Iterable
from itertools import pairwise

from django.db.models import Q

from bids.carrier_sales import goodbye, learning, wording
from bids.carrier_sales.deal import turn_down
from bids.carrier_sales.notebook import Outcome, Step
from bids.carrier_sales.scene import Move, Next, SalesStep, Scene
from bids.carrier_sales.vetting import Verdict, caller_of, keep, vet
from bids.carrier_sales.wording import speakable_name
from calls.language.reading import Act, Expecting, Reading, Topic
from carriers.identity import Numbers
from carriers.models import Carrier
from carriers.services.facts import want_facts
from carriers.services.vetting import rules_of
from carriers.states import RulesAssessment

MIN_DIGITS, MAX_DIGITS = 3, 8
MIN_NAME = 5  # letters of a company's name that tell it from other words
MAX_NAMED = 24  # pairs of words that are looked up
_OF_COMPANY = re.compile(
    r"\b(?:hauling|haulers?|trucking|transport\w*|logistics|express|freight\w*|carriers?|llc|inc|corp|"
    r"lines?|flatbed|"
    r"brothers|bros|drayage|cartage|services|transfer|forwarding)\b",
    re.I,
)
_INTRODUCES = r"\b(?:this is|it'?s|its|with|from|at|habla|de|soy de) (?:\w+ (?:over )?(?:with|at|from) )?"
# What the carrier itself can do about a reason; what isn't here the team has to look up.
PAPERS = {
    "authority_unknown": "authority",
    "authority_age_unknown": "authority",
    "liability_insurance_unknown": "liability",
    "cargo_insurance_unknown": "cargo",
    "needs_to_onboard": "packet",
    "connection_unknown": "packet",
    "identity_incomplete": "packet",
    "phone_unknown": "phone",
}
NAMES = {
    "authority": {"en": "a copy of your operating authority", "es": "una copia de su autoridad de operación"},
    "liability": {
        "en": "a certificate of your liability insurance",
        "es": "un certificado de su seguro de responsabilidad",
    },
    "cargo": {
        "en": "a certificate of your cargo insurance",
        "es": "un certificado de su seguro de carga",
    },
    "packet": {"en": "your carrier packet", "es": "su paquete de transportista"},
    "phone": {"en": "your office's phone number", "es": "el teléfono de su oficina"},
}


class IdentifyCarrier(SalesStep):
    """Ask which carrier it is: by the company that the phone tells, or the name that they say, else by number."""

    name = Step.IDENTITY

    @property
    def is_settled(self) -> bool:
        """Whether the carrier has been looked up."""
        return self.notes.is_identified

    def ask(self) -> None:
        """Ask for the company where the phone tells it, else for the number; later say why, and that keys will do."""
        if not self.notes.turns and self._recognize():
            return
        self.notes.go_to(Step.IDENTITY)
        self.say("need_identity" if self.notes.tries > 1 else "ask_identity")
        self.wait_for(Expecting.IDENTITY)

    def hear(self, heard: Reading) -> Next:
        """Take the number down and read it back."""
        notes = self.notes
        note_company(self.scene)
        mc, dot = _numbers(heard)
        if not (mc or dot):
            if self.recognize_by_name():
                return Move.WAIT
            if notes.wanted.is_known or heard.asks(Topic.OTHER_LOADS):
                notes.tries += 1
                self.say("noted")
            return Move.ASK_AGAIN
        notes.mc, notes.dot = mc, dot
        ReadBackNumber(self.scene).ask()
        return Move.WAIT

    def _recognize(self) -> bool:
        """Ask for the company that the caller's number is registered for, not for digits; whether there is one."""
        number = caller_of(self.scene.talk.conversation).number
        if not number:
            return False
        is_contacts = Q(contacts__phone=number, contacts__is_registered=True)
        found = list(Carrier.objects.filter(Q(phone=number) | is_contacts).distinct().order_by("pk")[:2])
        name = speakable_name(found[0].name) if len(found) == 1 else ""
        if not name or not (found[0].mc_number or found[0].dot_number):
            return False
        notes = self.notes
        notes.mc, notes.dot = found[0].mc_number, str(found[0].dot_number or "")
        notes.carrier, notes.is_recognized = found[0].name, True
        ReadBackNumber(self.scene).ask()
        return True

    def recognize_by_name(self, but: str = "") -> bool:
        """Ask for the company that is named instead of a number, where there is just one of that name."""
        words = re.findall(r"[a-z&']+", self.heard.text.lower())
        if not _OF_COMPANY.search(self.heard.text):
            return False
        query = Q()
        for first, second in list(pairwise(words))[:MAX_NAMED]:
            if len(first) + len(second) > MIN_NAME and _OF_COMPANY.search(f"{first} {second}"):
                query |= Q(name__icontains=f"{first} {second}")
        found = list(Carrier.objects.filter(query).exclude(name=but).order_by("pk")[:2]) if query else []
        if len(found) != 1 or not (found[0].mc_number or found[0].dot_number):
            return False
        notes = self.notes
        notes.mc, notes.dot = found[0].mc_number, str(found[0].dot_number or "")
        notes.carrier, notes.is_recognized = found[0].name, True
        ReadBackNumber(self.scene).ask()
        return True


class ReadBackNumber(SalesStep):
    """Read the number back, or ask for the company by name; on a yes the carrier is vetted."""

    name = Step.READ_BACK

    def ask(self) -> None:
        """Read the number back, digit by digit."""
        notes = self.notes
        notes.go_to(Step.READ_BACK)
        self.wait_for(Expecting.CONFIRMATION)
        if notes.is_recognized:
            self.say("ask_company", who=speakable_name(notes.carrier))
            return
        kind, digits = ("MC", notes.mc) if notes.mc else ("DOT", notes.dot)
        said = wording.spaced(digits)
        if notes.mc and notes.dot:
            said += f", DOT {wording.spaced(notes.dot)}"
        self.say("read_back", kind=kind, digits=said)

    def hear(self, heard: Reading) -> Next:
        """Right: look it up. Another number: read that one back. Wrong: ask again."""
        notes = self.notes
        mc, dot = _numbers(heard)
        is_other = (bool(mc) and mc != notes.mc) or (bool(dot) and dot not in (notes.dot, notes.mc))
        if is_other:
            notes.tries += 1
            notes.mc, notes.dot, notes.is_recognized, notes.carrier = mc, dot, False, ""
            note_company(self.scene)
            self.ask()
            return Move.WAIT
        note_company(self.scene)
        is_denied = notes.is_recognized and not (mc or dot) and denies_company(self.scene)
        if not is_denied and (
            mc
            or dot
            or self._names_company()
            or self._names_self()
            or (heard.has(Act.YES, Act.AGREES) and not heard.has(Act.NO))
        ):
            return self._settle()
        if self.scene.is_outbound and heard.has(Act.DECLINES) and not heard.conditions:
            turn_down(self.scene)  # "I told you no this morning"
            return Move.LEAVE
        if self.scene.is_outbound and heard.has(Act.DECLINES, Act.ASKS_MORE) and not is_denied:
            return self._settle()
        if is_denied or heard.has(Act.NO, Act.REFUSES, Act.WRONG_NUMBER):
            if notes.is_recognized:
                return start_over(self.scene)
            notes.mc = notes.dot = notes.carrier = ""
            notes.go_to(Step.IDENTITY)
            self.say("again_identity")
            self.wait_for(Expecting.IDENTITY)
            return Move.WAIT
        return Move.ASK_AGAIN

    def _settle(self) -> Next:
        """Look the carrier up, write down what is known of it, and go on, unless it may not haul for us.

        Of one that isn't vetted to the end we ask what is missing, or put it through, as the organization wants.
        """
        notes = self.notes
        notes.is_identified = True
        if check(self.scene) == Verdict.REFUSED:
            self.say("not_qualified")
            self.scene.end()
            return Move.WAIT
        name = speakable_name(notes.caller.split()[0]) if notes.caller else ""
        if name:
            self.say("thanks_name", who=name)
        elif known := learning.first_name(self.scene):
            self.say("hi_again", who=known)
        else:
            self.say("thanks")
        if not _is_incomplete(self.scene):
            return Move.GO_ON
        if _lacks_dot(self.scene):
            AskForDot(self.scene).ask()
            return Move.WAIT
        return AskForDot(self.scene).complete()

    def _names_company(self) -> bool:
        """Whether the company that was asked about is named in the answer: "this is Wilfredo with Blue Ridge"."""
        name, said = " ".join(self.notes.carrier.lower().split()[:2]), self.heard.text.lower()
        is_named = len(name) > MIN_NAME and name in said
        # "No, this is Cascade Flatbed" only begins with a no.
        is_told = bool(re.search(_INTRODUCES + re.escape(name), said))
        return (
            self.notes.is_recognized
            and is_named
            and (is_told or not self.heard.has(Act.NO, Act.WRONG_NUMBER))
        )

    def _names_self(self) -> bool:
        """Whether "is this Blue Ridge?" is answered by a name, of no other company: "this is Jeff, dispatch"."""
        heard = self.heard
        others = rf"\b{re.escape(heard.name.lower())}\W+(?:with|from|over at|at|calling from|de|con)\b"
        is_other = bool(re.search(others, heard.text.lower()))
        return bool(self.notes.is_recognized and heard.name and not is_other) and not heard.has(
            Act.NO, Act.WRONG_NUMBER, Act.NOT_CARRIER
        )


class AskForDot(SalesStep):
    """Ask a carrier that isn't vetted to the end for its DOT number, then for the papers that are missing."""

    name = Step.DOT

    def ask(self) -> None:
        """Ask for the DOT number."""
        self.notes.is_dot_asked = True
        self.notes.go_to(Step.DOT)
        self.say("ask_dot")
        self.wait_for(Expecting.IDENTITY)

    def hear(self, heard: Reading) -> Next:
        """The DOT number, read back together with the MC number; without one the talk goes on."""
        dot = _fitting(heard.dot or heard.digits)
        if dot:
            self.notes.dot, self.notes.is_recognized = dot, False
            ReadBackNumber(self.scene).ask()
            return Move.WAIT
        return self.complete() if _has_none(self.scene) else Move.ASK_AGAIN

    def complete(self) -> Next:
        """Ask for what is missing, or let a person do so."""
        rules = rules_of(self.scene.organization)
        if rules.transfers_incomplete:
            self.say("incomplete")
            return goodbye.to_person(self.scene, goodbye.whisper(self.notes))
        return self._tell(send_to=rules.papers_email)

    def _tell(self, *, send_to: str) -> Next:
        """Say what we need before anything is booked, and where to send it; a bid may be made all the same."""
        needed = [NAMES[paper][self.scene.language] for paper in _papers(self.notes.missing)]
        if not needed:
            self.say("incomplete")
            return Move.GO_ON
        and_ = " y " if self.scene.language == "es" else " and "
        listed = and_.join(filter(None, [", ".join(needed[:-1]), needed[-1]]))
        if send_to:
            self.say("papers_to", papers=listed, address=wording.email(send_to, self.scene.language))
        else:
            self.say("papers", papers=listed)
        return Move.GO_ON


def _is_incomplete(scene: Scene) -> bool:
    """Whether something is missing of the carrier; one whose number isn't its own hears nothing about its file."""
    assessment = scene.talk.conversation.rules_assessment
    return assessment == RulesAssessment.INCOMPLETE and scene.notes.verdict == Verdict.BID


def _lacks_dot(scene: Scene) -> bool:
    """Whether the DOT number is missing, by which registries find a carrier, and hasn't been asked for."""
    return scene.talk.conversation.dot_number is None and not scene.notes.is_dot_asked


def _has_none(scene: Scene) -> bool:
    """Whether the caller has no such number, or doesn't tell it."""
    return scene.heard.has(Act.NO, Act.UNSURE, Act.DECLINES) or scene.notes.tries > 0


def _papers(codes: Iterable[str]) -> list[str]:
    """The papers that would settle these reasons, each once."""
    return list(dict.fromkeys(PAPERS[code] for code in codes if code in PAPERS))


def denies_company(scene: Scene) -> bool:
    """Whether it is another company than the one asked about: "no soy de Blue Ridge, somos Rio Bravo"."""
    known, said = scene.notes.carrier.lower().split(), scene.heard.text.lower()
    if not scene.notes.is_recognized or not known:
        return False
    name = re.escape(" ".join(known[:2]))
    if re.search(rf"\b(?:not|ai ?n'?t|no (?:soy|somos|es)) (?:(?:with|from|de) )?{name}", said):
        return True
    company = scene.heard.company.lower()
    return bool(company) and company.split()[0] not in known


def start_over(scene: Scene) -> Next:
    """It is another company: ask for that one; what was read back was the other's."""
    notes, denied = scene.notes, scene.notes.carrier
    notes.mc = notes.dot = notes.carrier = ""
    notes.is_recognized = notes.is_identified = False
    note_company(scene)
    if not IdentifyCarrier(scene).recognize_by_name(but=denied):
        notes.go_to(Step.IDENTITY)
        scene.say("ask_identity")
        scene.wait_for(Expecting.IDENTITY)
    return Move.WAIT


def forget_company(scene: Scene) -> None:
    """It isn't the company that the phone tells; the one that is named instead is noted, where there is just one."""
    notes, denied = scene.notes, scene.notes.carrier
    notes.mc = notes.dot = notes.carrier = ""
    notes.is_recognized = False
    words, query = re.findall(r"[a-z&']+", scene.heard.text.lower()), Q()
    for first, second in list(pairwise(words))[:MAX_NAMED]:
        if len(first) + len(second) > MIN_NAME:
            query |= Q(name__istartswith=f"{first} {second} ")
    found = list(Carrier.objects.filter(query).exclude(name=denied).order_by("pk")[:2]) if query else []
    if len(found) == 1:
        notes.mc, notes.carrier = found[0].mc_number, found[0].name


def note_company(scene: Scene) -> None:
    """Keep what the caller's company is called, for colleagues, where its number finds none."""
    if scene.heard.company:
        scene.notes.company = speakable_name(scene.heard.company)


def takes_other(scene: Scene) -> bool:
    """Whether another MC or DOT number is told for the one that was looked up; it is noted in its place."""
    notes, (mc, dot) = scene.notes, (_fitting(scene.heard.mc), _fitting(scene.heard.dot))
    is_other = (mc and mc != notes.mc) or (dot and not mc and notes.dot not in ("", dot))
    if is_other:
        notes.mc, notes.dot, notes.is_recognized = mc, dot, False
    return bool(is_other)


def check(scene: Scene) -> Verdict:
    """Vet the carrier as it stands at this moment; what is stale is asked for, and counts the next time."""
    notes, conversation = scene.notes, scene.talk.conversation
    found = vet(conversation, mc=notes.mc, dot=notes.dot)
    keep(conversation, found, mc=notes.mc, dot=notes.dot)
    scene.seen.price_talk = None  # whose it is may be known only now
    numbers = Numbers(int(notes.dot) if notes.dot else None, notes.mc)
    want_facts(organization=scene.organization, numbers=numbers, addresses=[found.caller], at=scene.talk.at)
    notes.verdict, notes.refusal = found.verdict, found.refusal
    notes.registered, notes.missing = found.phone, list(found.missing)
    notes.is_restricted = found.is_restricted
    notes.carrier = found.carrier.name if found.carrier else ""
    learning.recall(scene, found.carrier, number=found.caller, is_on_file=found.is_on_file)
    if found.verdict == Verdict.REFUSED:
        notes.note(Outcome.NOT_QUALIFIED)
    return found.verdict


def who(scene: Scene) -> str:
    """Name and number as they are read back with a deal."""
    notes = scene.notes
    number = f"MC {wording.spaced(notes.mc)}" if notes.mc else f"DOT {wording.spaced(notes.dot)}"
    name = speakable_name(notes.carrier)
    return f"{name}, {number}" if name else number


def _numbers(heard: Reading) -> tuple[str, str]:
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
    return plain if MIN_DIGITS <= len(plain) <= MAX_DIGITS else ""
