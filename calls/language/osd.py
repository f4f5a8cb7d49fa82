"""Freight that isn't as it should be (OS&D: over, short, damaged), told by whoever hauls it. Pure."""

import re

from calls.language.clauses import thoughts
from calls.language.number_words import figures, languages_of, plain

_FREIGHT = (
    r"(?:pallets?|skids?|cases?|boxes|cartons?|product|freight|load|tarimas?|cajas?|producto|mercancia|carga)"
)
_FREIGHT_TROUBLE = re.compile(
    rf"\b(?:refus\w+|reject\w+|shy|short(?:ed)?|missing|rechaz\w+|falt(?:an?|aron))"
    rf"(?: (?:the|my|it|me|whole|like|about|some|part of|of|"
    rf"\d+|one|two|three|four|five|six|a|un\w*|dos|tres|cuatro|la|las|el|los))* {_FREIGHT}\b|"
    rf"\b{_FREIGHT}(?: (?:is|are|was|were|got|come|came|all|look\w*|que|v(?:ie|e)n\w+|llego|llegaron|esta\w*))* "
    r"(?:damaged?|crushed|busted|broke\w*|soaked|wet|leakin[g']?|refused|rejected|short|shy|danad\w+|quebrad\w+|mojad\w+|rechazad\w+)\b|"
    r"\bshorted (?:me|us|him|her|it|the load)\b|"
    r"\bwrong (?:product|freight|load on)\b|\b(?:osd|os ?(?:&|and) ?d|overage|shortage)\b|"
    r"\bseal (?:is|was|'?s)? ?(?:broken|cut|missing)\b|"
    rf"\b\d+ {_FREIGHT}\b(?=.{{0,40}}\b(?:rate ?con|paper\w*|bol|b o l|bill\w*|load|order|hoja|papel\w*|orden)\b"
    r".{0,12}\b(?:sa(?:id|ys)|shows?|showed|calls? for|dicen?|decia|trae)\b \d+)|"
    rf"\b(?:stains?|mold|manchad[oa]s?|moho)\b(?= .{{0,20}}(?:on|en)\b)"
)
_GOODS = (
    r"(?:pipes?|steel|coils?|beams?|bars?|lumber|boards?|drums?|rolls?|bags?|totes?|crates?|bundles?|units?|machines?|"
    r"tiles?|truss(?:es)?|windows?|doors?|panels?|sheets?|tubes?|rebar|cabinets?|appliances?|cans?|barrels?|cartons?|cartones|"
    r"boxes|pallets?|skids?|tarps?|shrink ?wrap|wrap|corners?|ends?|stacks?|freight|load|cargo|product|tubos?"
    r"|varillas?|"
    r"laminas?|tambos?|rollos?|bolsas?|tarimas?|cajas?|carga|mercancia|vigas?)"
)
_HURT = (
    r"(?:bent|dented|torn|ripped|scratched|cracked|punctured|leaning|leanin|shifted|crushed|busted|damaged|"
    r"smashed|broken|broke|tore|tipped|fell over|fallen|rusted|rusty|soaked|wet|chipped|dinged|doblad[oa]s?"
    r"|golpead[oa]s?|"
    r"rot[oa]s?|rasgad[oa]s?|abollad[oa]s?|movid[oa]s?|caid[oa]s?|mojad[oa]s?|danad[oa]s?|quebrad[oa]s?)"
)
_HURT_GOODS = re.compile(
    rf"\b{_GOODS}(?: (?!truck|engine|trailer)[a-z']+){{0,4}}? {_HURT}\b|\b{_HURT}(?: [a-z']+){{0,2}}? {_GOODS}\b"
)
_NOT_HURT = re.compile(
    rf"\b(?:no|nothin[g']?|ain'?t|not|isn'?t|aren'?t|nada)\b(?: \w+){{0,4}}? {_HURT}\b|\bdoors? (?:\w+ ){{0,2}}?broke"
)


def tells_of_freight_trouble(heard: str) -> bool:
    """Whether freight is refused, damaged, short or the wrong one, or a seal is broken: the broker's to settle."""
    words = plain(heard)
    words = figures(words, languages_of(words, "en")[0])
    return any(not _NONE.search(words[: each.start()]) for each in _FREIGHT_TROUBLE.finditer(words))


_NONE = re.compile(
    r"\b(?:no|not|nothin[g']?|without|never|\w+n'?t|sin|ni|nada)(?: any| got| no| a| or| \w+ or)* $"
)


def freight_trouble(heard: str) -> str:
    """What is wrong with the freight, in the caller's words; empty where nothing is told of it."""
    words = plain(heard)
    if tells_of_freight_trouble(heard):
        return heard.strip()
    found = _HURT_GOODS.search(words)
    if found is None or _NOT_HURT.search(words):
        return ""
    parts = thoughts(heard)
    return " ".join(each.strip() for each in parts if _HURT_GOODS.search(plain(each))) or heard.strip()
