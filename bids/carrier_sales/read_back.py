"""Reading back: what was told, where that is asked for, and a plain yes to the deal that was read back."""

import re
from dataclasses import replace

from bids.carrier_sales import hearing, load_search, pitch_load, wording
from bids.carrier_sales.close_deal import LAST_YES, ends_with_yes
from bids.carrier_sales.collect_details import tells_details
from bids.carrier_sales.notebook import Step
from bids.carrier_sales.scene import Scene
from bids.carrier_sales.wishes import is_number
from calls.language.reading import UNCLEAN, Act, Expecting, Reading, Topic

# "Confirm the email that I gave you, and Beto's phone."


# What is to be repeated, or is asked to have been put down.
_ASKS = re.compile(
    r"\b(?:read|repeat|confirm|verify|say|double ?check)\b|\b(?:l[eé][ae]|rep[ií]t|conf[ií]rm|verif[ií]|d[ií]g)\w*|"
    r"\b(?:did|do|have) (?:you|y'?all) (?:\w+ )?(?:put|get|got|have|catch|write|take)|"
    r"\byou (?:put|got|have|wrote|took)\b|\b(?:que|qu[eé]|cu[aá]l) (?:\w+ )?(?:anot|apunt|pus|tien)\w+|"
    r"\bi (?:gave|told)\b|\b(?:le|les) (?:di|dije|pas[eé])\b",
    re.I,
)
_WHAT = (
    ("email", re.compile(r"\be-?mail\b|\bcorreo\b|\baddress\b", re.I)),
    ("driver", re.compile(r"\bdriver|\bchofer|\bname\b|\bnombre\b", re.I)),
    (
        "driver_phone",
        re.compile(r"\b(?:phone|cell|driver.{0,12} number|number for)\b|\btel[eé]fono|\bcel", re.I),
    ),
    ("truck", re.compile(r"\b(?:truck|tractor|unit)\b|\bcami[oó]n|\btroca", re.I)),
    ("trailer", re.compile(r"\btrailer\b|\b(?:caja|remolque|traila)\b", re.I)),
)
_TOPICS = (Topic.OTHER, Topic.RATE_CON)


def read_back(scene: Scene) -> None:
    """Say what we have of what a question asks back, and take the question for answered."""
    heard, details = scene.heard, scene.notes.details
    if not heard.is_by_model or not _ASKS.search(heard.text):
        return
    facts, left = [], []
    for question in heard.questions:
        asked = [name for name, words in _WHAT if question.topic in _TOPICS and words.search(question.words)]
        known = [said for name in asked if (said := _said(scene, name, getattr(details, name)))]
        facts += known
        left += [] if known else [question]
    is_said = "email_is" in scene.said and len(facts) == 1  # in this very answer
    if facts and not is_said:
        scene.say("have_down", facts=", ".join(dict.fromkeys(facts)))
        acts = tuple(act for act in heard.acts if left or act != Act.ASKS)
        scene.heard = replace(heard, questions=tuple(left), acts=acts, spans=())


def _said(scene: Scene, name: str, value: str) -> str:
    """A detail as it is said; an address of our own books isn't read out to who only says to be the carrier."""
    carrier = scene.talk.conversation.carrier
    if name == "email":
        is_ours = scene.is_claim and carrier is not None and value == carrier.email
        return "" if is_ours else wording.email(value, scene.language)
    return wording.spaced(value) if name == "driver_phone" else value


# A plain yes to what was read back, beside something that changes nothing of the deal, heard by the rules alone.


# Before anything else: "yes, and", "that's right,".
_LEAD = re.compile(
    r"\W*(?:(?:yes|yeah|yep|yup|yessir|sir|ma'?am|correct|(?:that'?s|it'?s) (?:it|right|correct)|"
    r"s[ií]|(?:es |est[aá] |eso )?correcto|as[ií] es|exacto|to (?:that|this)(?: one)?)\b[\s,.!;]*)+",
    re.I,
)
_HANGS = re.compile(
    r"\b(?:if|unless|long as|but|before|until|first|instead|wait|si|hasta|pero|antes|primero|siempre que|"
    r"next time|otra ocasi[oó]n|(?:para la|a la|la) (?:otra|pr[oó]xima))\b",
    re.I,
)
_CALL_ME = re.compile(
    r"\b(?:call|ring|phone|text|holler at) (?:me|us)\b|\b(?:ll[aá]m|m[aá]rqu|h[aá]bl|av[ií]s)\w*(?:me|nos)\b",
    re.I,
)
_OTHER_ONE = re.compile(r"\b(?:other|another|second) (?:load|one|truck)\b|\b(?:otra|segunda) carga\b", re.I)
_SPOILING = (*(act for act in UNCLEAN if act not in (Act.ASKS, Act.CALLBACK)), Act.CANCELS)


def hear_yes(scene: Scene) -> Reading:
    """What was heard, where it is no such yes; else the yes, with the good-bye or the call that is told beside it.

    A question about another load goes to the team: "yes, and that Memphis one, is it gone".
    """
    heard, dealing = scene.heard, scene.notes.dealing
    agreed = dealing.agreed if dealing else None
    if heard.is_by_model or scene.notes.step != Step.CLOSING or agreed is None:
        return heard
    yes = replace(
        heard, acts=(Act.YES, Act.AGREES), spans=(), unsure=frozenset(), conditions=(), questions=()
    )
    lead = _LEAD.match(heard.text)
    deal, *call = _CALL_ME.split(heard.text[lead.end() :] if lead else heard.text, maxsplit=1)
    if not deal or _HANGS.search(deal) or (heard.conditions and not call):
        return heard
    if heard.figures:
        is_told = {each.amount for each in heard.figures} == {agreed} and not heard.questions
        # The figure stands in the yes: "and yes, 1,775 is right", not "I ain't doing 1,775, yeah right".
        found = LAST_YES.match(heard.text)
        named = hearing.read_as(scene, found[1], Expecting.OFFER).figures if found else ()
        is_told = is_told and {each.amount for each in named} == {agreed}
        return yes if is_told and ends_with_yes(scene, agreed) else heard
    if lead is None or hearing.read_as(scene, deal, Expecting.NOTHING).has(*_SPOILING):
        return heard
    if _asks_of_other(scene, deal):
        pitch_load.keep_question(scene, Topic.OTHER_LOADS, deal)
        scene.say("request_noted")
        return replace(yes, load="", origin=None, destination=None)
    if heard.questions or not (heard.has(Act.LEAVES) or call or tells_details(scene)):
        return heard
    going = tuple(act for act in (Act.CALLBACK, Act.LEAVES) if heard.has(act))
    return replace(yes, acts=(*yes.acts, *going), answer=lead[0])


def _asks_of_other(scene: Scene, words: str) -> bool:
    """Whether these are about another load: its number, a town where this one doesn't go, "the other one"."""
    found, (_, load) = hearing.read_as(scene, words, Expecting.LOAD), scene.deal
    ends = [end for end in (found.origin, found.destination, found.place) if end]
    is_elsewhere = any(not load_search.touches(load, end) for end in ends)
    is_numbered = bool(found.load) and not is_number(load, found.load)
    return is_elsewhere or is_numbered or bool(_OTHER_ONE.search(words))
