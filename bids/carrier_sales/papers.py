"""A carrier that isn't vetted to the end: what it is asked for, so that it can be."""

from collections.abc import Iterable

from bids.carrier_sales.notebook import Step
from bids.carrier_sales.scene import Move, Scene
from bids.carrier_sales.vetting import Verdict
from calls.language.reading import Act, Expecting
from carriers.states import RulesAssessment

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


def is_incomplete(scene: Scene) -> bool:
    """Whether something is missing of the carrier; one whose number isn't its own hears nothing about its file."""
    assessment = scene.talk.conversation.rules_assessment
    return assessment == RulesAssessment.INCOMPLETE and scene.notes.verdict == Verdict.BID


def lacks_dot(scene: Scene) -> bool:
    """Whether the DOT number is missing, by which registries find a carrier, and hasn't been asked for."""
    return scene.talk.conversation.dot_number is None and not scene.notes.is_dot_asked


def ask_dot(scene: Scene) -> None:
    """Ask for the DOT number."""
    scene.notes.is_dot_asked = True
    scene.notes.go_to(Step.DOT)
    scene.say("ask_dot")
    scene.wait_for(Expecting.IDENTITY)


def has_none(scene: Scene) -> bool:
    """Whether the caller has no such number, or doesn't tell it."""
    return scene.heard.has(Act.NO, Act.UNSURE, Act.DECLINES) or scene.notes.tries > 0


def tell(scene: Scene, *, send_to: str) -> Move:
    """Say what we need before anything is booked, and where to send it; a bid may be made all the same."""
    needed = [NAMES[paper][scene.language] for paper in _papers(scene.notes.missing)]
    if not needed:
        scene.say("incomplete")
        return Move.GO_ON
    and_ = " y " if scene.language == "es" else " and "
    listed = and_.join(filter(None, [", ".join(needed[:-1]), needed[-1]]))
    if send_to:
        scene.say("papers_to", papers=listed, address=_spoken(send_to, scene.language))
    else:
        scene.say("papers", papers=listed)
    return Move.GO_ON


def _papers(codes: Iterable[str]) -> list[str]:
    """The papers that would settle these reasons, each once."""
    return list(dict.fromkeys(PAPERS[code] for code in codes if code in PAPERS))


def _spoken(address: str, language: str) -> str:
    """An e-mail address as one says it."""
    at, dot = (" arroba ", " punto ") if language == "es" else (" at ", " dot ")
    return address.replace("@", at).replace(".", dot)
