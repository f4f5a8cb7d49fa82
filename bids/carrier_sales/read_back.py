"""Read back what was told, where it is asked for: "confirm the email that I gave you, and Beto's phone"."""

import re
from dataclasses import replace

from bids.carrier_sales import wording
from bids.carrier_sales.scene import Scene
from calls.language.reading import Act, Topic

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
    if facts:
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
