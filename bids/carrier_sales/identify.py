"""Who is calling: an MC or DOT number, read back, looked up; or how to get set up."""

import re
from collections.abc import Iterable

from django.db.models import Q

from bids.carrier_sales import goodbye, learning, load_search, wording
from bids.carrier_sales.deal import turn_down
from bids.carrier_sales.notebook import Outcome, Step
from bids.carrier_sales.scene import Move, Next, SalesStep, Scene
from bids.carrier_sales.vetting import Finding, Verdict, caller_of, keep, vet
from bids.carrier_sales.wording import speakable_name
from calls.language.reading import Act, Expecting, Reading, Topic
from carriers.identity import Numbers
from carriers.models import Carrier
from carriers.services.facts import want_facts
from carriers.services.vetting import rules_of
from carriers.states import RulesAssessment

MIN_DIGITS, MAX_DIGITS = 3, 8
MIN_NAME = 5  # letters of a company's name that tell it from other words
MAX_NAMED = 48  # words that are looked up
MAX_LOOKED_AT = 200  # carriers whose names begin with one of them
_OF_COMPANY = re.compile(
    r"\b(?:hauling|haulers?|trucking|transport\w*|logistics|express|freight\w*|carriers?|llc|inc|corp|"
    r"lines?|flatbed|"
    r"brothers|bros|drayage|cartage|services|transfer|forwarding)\b",
    re.I,
)
_INTRODUCES = r"\b(?:this is|it'?s|its|with|from|at|habla|de|soy de) (?:\w+ (?:over )?(?:with|at|from) )?"
_YES_FIRST = re.compile(r"\W*(?:yes|yeah|yep|yup|yessir|ye?a|s[ií]|uh[- ]huh)\b", re.I)
_NO_IN = re.compile(r"\b(?:no|nope|nah|not|wrong|different|ai ?n'?t|is ?n'?t)\b", re.I)
_LEGAL = frozenset({"llc", "inc", "co", "corp", "company", "ltd"})
_INTRODUCING = frozenset(
    {"is", "its", "im", "were", "with", "somos", "soy"}
)  # words before a name, not a town
_FILLERS = frozenset({"uh", "um", "eh", "the"})
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


_WHAT_FOR = re.compile(
    r"\bwhat(?:'?s| is| do you need) (?:that|it|this) for\b|\bwhy do you (?:need|want)\b|\bpara qu[eé]\b",
    re.I,
)
MAX_UNSURE = 2  # times that who doesn't know the number is told why it is needed


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
        if heard.is_by_model and (
            asked := [each for each in heard.questions if _WHAT_FOR.search(each.words)]
        ):
            words = [each.words for each in asked]
            notes.early_questions = [each for each in notes.early_questions if each[1] not in words]
            self.say("need_identity")
            if not (mc or dot):
                self.wait_for(Expecting.IDENTITY)
                return Move.WAIT
        if not (mc or dot):
            if (move := self.recognize_by_name()) is not None:
                return move
            if heard.is_by_model and heard.is_sure_of(Act.UNSURE):  # "I don't have it on me"
                notes.tries += 1
                if notes.tries <= MAX_UNSURE:
                    self.say("need_identity")
                    self.wait_for(Expecting.IDENTITY)
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

    def recognize_by_name(self, but: str = "") -> Next | None:
        """Ask for the company that is named instead of a number, where there is just one of that name.

        One whose whole name was said isn't asked for; None where none is known.
        """
        found = named(self.scene, but=but) if _OF_COMPANY.search(self.heard.text) else None
        if found is None or not (found.mc_number or found.dot_number):
            return None
        notes = self.notes
        notes.mc, notes.dot = found.mc_number, str(found.dot_number or "")
        notes.carrier, notes.is_recognized = found.name, True
        if notes.equipment and notes.equipment in found.name.lower():
            notes.equipment = ""  # "this is Cascade Flatbed, I got two stepdecks"
        if self.heard.is_by_model and _is_whole(self.heard.company, found.name):
            return ReadBackNumber(self.scene).settle()
        ReadBackNumber(self.scene).ask()
        return Move.WAIT


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
        if (mc or dot) and _LAST_DIGITS.search(heard.text.lower()):
            mc, dot = _mended(notes.mc, mc or dot), "" if notes.mc else _mended(notes.dot, mc or dot)
        is_other = (bool(mc) and mc != notes.mc) or (bool(dot) and dot not in (notes.dot, notes.mc))
        if (
            notes.dot
            and mc
            and not (dot or notes.mc)
            and heard.has(Act.YES, Act.AGREES)
            and not heard.has(Act.NO)
        ):
            notes.mc = mc  # "yes it is, and the MC's 688291"
            self.ask()
            return Move.WAIT
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
            or self.names_company()
            or self._names_self()
            or (heard.has(Act.YES, Act.AGREES) and not heard.has(Act.NO))
            or _is_all_right(heard)
        ):
            return self.settle()
        if self.scene.is_outbound and heard.has(Act.DECLINES) and not heard.conditions:
            turn_down(self.scene)  # "I told you no this morning"
            return Move.LEAVE
        if self.scene.is_outbound and heard.has(Act.DECLINES, Act.ASKS_MORE) and not is_denied:
            return self.settle()
        if is_denied or heard.has(Act.NO, Act.REFUSES, Act.WRONG_NUMBER):
            if notes.is_recognized:
                return start_over(self.scene)
            notes.mc = notes.dot = notes.carrier = ""
            notes.go_to(Step.IDENTITY)
            self.say("again_identity")
            self.wait_for(Expecting.IDENTITY)
            return Move.WAIT
        if notes.is_recognized and notes.wanted.is_known and not self.scene.is_outbound:
            self.say("noted")
        return Move.ASK_AGAIN

    def settle(self) -> Next:
        """Look the carrier up, write down what is known of it, and go on, unless it may not haul for us.

        Of one that isn't vetted to the end we ask what is missing, or put it through, as the organization wants.
        """
        notes = self.notes
        notes.is_identified = True
        if check(self.scene) == Verdict.REFUSED:
            self._keep_named()
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

    def _keep_named(self) -> None:
        """Keep for the team which load somebody called about who hears of none."""
        wanted, at = self.notes.wanted, self.scene.talk.at
        found = load_search.by_number(wanted.number, is_tail=wanted.is_tail, at=at)
        if not wanted.number and wanted.has_lane:
            matches = load_search.on_lane(wanted, equipment="", at=at, but=(), is_for=bool)
            found = [match.load for match in matches if match.is_exact]
        if len(found) == 1:
            self.notes.named_load = found[0].external_id

    def names_company(self) -> bool:
        """Whether the company that was asked about is named in the answer: "this is Wilfredo with Blue Ridge"."""
        name, said = " ".join(self.notes.carrier.lower().split()[:2]), self.heard.text.lower()
        if self.heard.has(Act.NO) and _NO_MORE.search(said):
            return False
        is_named = len(name) > MIN_NAME and name in said
        # "No, this is Cascade Flatbed" only begins with a no.
        is_told = bool(re.search(_INTRODUCES + re.escape(name), said))
        return (
            self.notes.is_recognized
            and is_named
            and (is_told or not self.heard.has(Act.NO, Act.WRONG_NUMBER))
        )

    def _names_self(self) -> bool:
        """Whether "is this Blue Ridge?" is answered by a name, of no other company: "this is Jeff, dispatch".

        Who only tells it beside what they call about hasn't answered: "la de Miami a Boston, soy Yoel".
        """
        heard = self.heard
        is_beside = heard.is_by_model or heard.load or heard.destination
        if is_beside and not (heard.answer or self.scene.is_outbound):
            return False
        others = rf"\b{re.escape(heard.name.lower())}\W+(?:with|from|over at|at|calling from|de|con)\b"
        is_other = bool(re.search(others, heard.text.lower()))
        return bool(self.notes.is_recognized and heard.name and not is_other) and not heard.has(
            Act.NO, Act.WRONG_NUMBER, Act.NOT_CARRIER
        )


# "No, I used to lease on with Blue Ridge, I got my own numbers now".
_NO_MORE = re.compile(
    r"\bused to\b|\bno longer\b|\b(?:my|our) own (?:numbers?|authority|mc|dot|company)\b|"
    r"\bwrong (?:guy|person|number)\b|\bya no\b|\bmi propi[oa]\b"
)


_LAST_DIGITS = re.compile(r"\b(?:last|end(?:s|ing)?|final\w*|[uú]ltim[oa]s|termina\w*)\b")


def _mended(number: str, end: str) -> str:
    """A number whose last digits are others: 2871559 and 569 are 2871569; empty where there is none."""
    return number[: -len(end)] + end if len(end) < len(number) else number and end


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
    company = scene.heard.company
    if not company and scene.notes.step == Step.READ_BACK and name not in said:
        return _OF_COMPANY.search(said) is not None and named(scene, but=scene.notes.carrier) is not None
    return bool(_words(company)) and not _is_same(company, scene.notes.carrier)


def hear_another(scene: Scene) -> None:
    """Who isn't the company that was asked about is told of by the name or number that they tell, or by none.

    For those who leave the talk with this very line, to a person or for good; all others are asked again.
    """
    notes, heard = scene.notes, scene.heard
    notes.is_no_carrier = not notes.is_identified and heard.has(Act.NOT_CARRIER)
    if not notes.is_recognized:
        return
    mc, dot = _fitting(heard.mc), _fitting(heard.dot)
    is_numbered = bool(mc and mc != notes.mc) or bool(dot and dot not in (notes.dot, notes.mc))
    is_asked = notes.step == Step.READ_BACK and not (mc or dot)
    is_denied = is_asked and heard.has(Act.NO, Act.WRONG_NUMBER, Act.NOT_CARRIER)
    if is_numbered or denies_company(scene) or (is_denied and not ReadBackNumber(scene).names_company()):
        forget_company(scene)


def start_over(scene: Scene) -> Next:
    """It is another company: ask for that one; what was read back was the other's."""
    notes, denied = scene.notes, scene.notes.carrier
    _forget(scene)
    note_company(scene)
    if (move := IdentifyCarrier(scene).recognize_by_name(but=denied)) is not None:
        return move
    notes.go_to(Step.IDENTITY)
    scene.say("ask_identity")
    scene.wait_for(Expecting.IDENTITY)
    return Move.WAIT


def forget_company(scene: Scene) -> None:
    """It isn't the company that the phone tells; the one that is told instead is noted, where it is surely known."""
    notes, heard, denied = scene.notes, scene.heard, scene.notes.carrier
    _forget(scene)
    note_company(scene)
    notes.mc, notes.dot = _fitting(heard.mc), _fitting(heard.dot)
    if notes.mc or notes.dot:
        number = Q(mc_number=notes.mc) if notes.mc else Q(dot_number=int(notes.dot))
        found = list(Carrier.objects.filter(number).order_by("pk")[:2])
        is_sure = len(found) == 1 and (not heard.company or _is_same(heard.company, found[0].name))
        notes.carrier = found[0].name if is_sure else ""
    elif (carrier := named(scene, but=denied)) is not None:
        notes.mc, notes.carrier = carrier.mc_number, carrier.name
        notes.dot = "" if carrier.mc_number else str(carrier.dot_number or "")


def _forget(scene: Scene) -> None:
    """Nothing is known any more of who calls, neither here nor on the conversation."""
    notes, conversation = scene.notes, scene.talk.conversation
    notes.mc = notes.dot = notes.carrier = ""
    notes.is_recognized = False
    if notes.is_identified:
        notes.is_identified, notes.verdict, notes.refusal = False, None, ""
        notes.registered, notes.missing, notes.is_restricted = "", [], False
        keep(conversation, Finding(Verdict.BID), mc="", dot="")
        learning.recall(scene, None, number="", is_on_file=False)
        scene.seen.price_talk = None


def named(scene: Scene, *, but: str = "") -> Carrier | None:
    """The carrier of the book that is named in what was heard, where it is just one.

    All the words that tell its name from others must be said, one behind the other: "heartland brothers trucking" is
    no Gill Brothers.
    """
    words = _words(scene.heard.company or scene.heard.text)
    first = {each for each in words[:MAX_NAMED] if not _OF_COMPANY.fullmatch(each)}
    if not first:
        return None
    begins = Carrier.objects.filter(name__iregex=rf"^({'|'.join(sorted(first))})\y").exclude(name=but)
    is_name = bool(scene.heard.company)
    shared = [
        (_shared(words, _words(each.name), is_name=is_name), each)
        for each in begins.order_by("pk")[:MAX_LOOKED_AT]
    ]
    most = max((count for count, _ in shared), default=0)
    best = [each for count, each in shared if count == most]
    return best[0] if most and len(best) == 1 else None


def _shared(words: list[str], name: list[str], *, is_name: bool) -> int:
    """How many words of a carrier's name were said one behind the other; 0 where it may be another's.

    Amid other words a single one tells no name, nor do several without "trucking" or the like that aren't introduced:
    they may be a town. "Red Butte Drayage" is no Red Butte Hauling.
    """
    telling = len(_telling(name))
    for at in range(1 if is_name else len(words)):
        said = words[at:]
        count = next((at for at, each in enumerate(name) if said[at : at + 1] != [each]), len(name))
        if count < telling or len("".join(name[:count])) < MIN_NAME:
            continue
        if is_name or count > telling:
            is_it = count == len(said) or (count > telling and not is_name) or said[count] in _LEGAL
        else:
            before = [each for each in words[:at] if each not in _FILLERS][-1:]
            is_it = count > 1 and bool(_INTRODUCING.intersection(before))
            is_it = is_it and not (said[count:] and _OF_COMPANY.fullmatch(said[count]))
        if is_it:
            return count
    return 0


def _words(name: str) -> list[str]:
    """The words of a name as they are said: "J&R Bros. Trucking" is "j and r brothers trucking"."""
    found = re.findall(r"[a-z']+", name.lower().replace("&", " and "))
    return [{"bros": "brothers"}.get(each, each.replace("'", "")) for each in found]


def _telling(words: list[str]) -> list[str]:
    """The words that tell a company from others, those before "Hauling LLC" and the like."""
    kind = next((at for at, each in enumerate(words) if at and _OF_COMPANY.fullmatch(each)), len(words))
    return words[:kind]


def _is_same(said: str, name: str) -> bool:
    """Whether a company that is told may be the carrier of this name: "Blueridge" is Blue Ridge Hauling."""
    ours, theirs = ("".join(_telling(_words(each))) for each in (name, said))
    return theirs in ours or ours in theirs


def _is_whole(said: str, name: str) -> bool:
    """Whether all of a carrier's name was said, but for "LLC" and the like."""
    whole, named = ([each for each in _words(words) if each not in _LEGAL] for words in (name, said))
    return whole == named


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


def _is_all_right(heard: Reading) -> bool:
    """Whether it is a yes, though it would be a no to "anything else?": "yeah, that's it"."""
    is_lone = set(heard.acts) == {Act.NO}
    return is_lone and bool(_YES_FIRST.match(heard.text)) and not _NO_IN.search(heard.text)


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
