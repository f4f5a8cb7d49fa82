"""A plain yes to what was read back, beside something that changes nothing of the deal, heard by the rules alone."""

import re
from dataclasses import replace

from bids.carrier_sales import hearing, load_search, pitch_load
from bids.carrier_sales.close_deal import LAST_YES, ends_with_yes
from bids.carrier_sales.collect_details import tells_details
from bids.carrier_sales.notebook import Step
from bids.carrier_sales.scene import Scene
from bids.carrier_sales.wishes import is_number
from calls.language.reading import UNCLEAN, Act, Expecting, Reading, Topic

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
