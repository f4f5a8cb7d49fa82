"""What stands amid what a driver tells: freight that is hurt, a question, a number with a dash. Pure.

It is what the classifier misses of a long line without a comma.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from calls.language.number_words import languages_of, plain
from calls.language.questions import asks_load, parted
from calls.language.reading import Topic
from calls.language.status import tells_of_freight_trouble

# Freight that isn't as it should be.


_GOODS = (
    r"(?:pipes?|steel|coils?|beams?|bars?|lumber|boards?|drums?|rolls?|bags?|totes?|crates?|bundles?|units?|machines?|"
    r"tiles?|truss(?:es)?|windows?|doors?|panels?|sheets?|tubes?|rebar|cabinets?|appliances?|cans?|barrels?|cartons?|"
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


_HEARD_ME = re.compile(
    r"\b(?:(?:did |do )?(?:you|y'?all|ya) (?:hear|heard|get|got|catch|caught|understand) (?:what|me|that|all that)|"
    r"you (?:didn'?t|never|ain'?t) (?:answer|answered|hear|heard)|me (?:escucho|oyo|entendio)|si (?:me )?(?:oyo"
    r"|escucho))\b"
)


def asks_if_heard(heard: str) -> bool:
    """Whether somebody asks whether we have heard what they told before."""
    return bool(_HEARD_ME.search(plain(heard)))


# What is asked, without a question's form or mark.


_ASKS = re.compile(
    r"\b(?:(?<!so )(?<!neither )(?<!nor )(?<!as )(?<!it )(?:do|does|did|can|could|should|will|would|are|is|am"
    r"|has|have) "
    r"(?:i|y'?all|yall|they|he|she|it|them|there|we|the (?:\w+ )?(?:shipper|receiver|guys|place|appointment"
    r"|dock|office|broker))"
    r"\b(?!'| (?:is|was|are|were)\b)"
    r"|(?:do|did|can|could|will|would|are) (?:you|y'?all|u) (?:guys )?(?:know|got|have|want|need|pay|send|get"
    r"|call|tell|move|"
    r"gonna|still|ever|sure|check|let|find|text)\b"
    r"|who'?s (?:gonna |going to |supposed to )?(?:pay|payin[g']?|covering|got|eatin[g']?)\b|who (?:pays|do i"
    r"|does|is gonna)\b"
    r"|(?:where|when|how|what|which|why) (?:do|does|did|am|are|is|can|should|would|will) (?:i|we|they|he|she|it"
    r"|y'?all|you)\b"
    r"|(?:where|what|when|who|how)'?s (?:the|my|that|their)\b|how (?:much|long|late|early)\b|any (?:chance|way|idea)\b)"
    r"|\b(?:y'?all|yall) (?:know|payin[g']?|pay|got|gonna)\b"
)
_ASKS_ES = re.compile(
    r"\b(?:(?:le|les|te) (?:pregunt[eo]|estoy preguntando) (?:si|que|por|cuando|donde|quien)|"
    r"me (?:descargan|cargan|agarran|reciben|atienden|van a (?:descargar|recibir|pagar|cargar)|pagan|pueden"
    r"|puede|podrian|podria|"
    r"mandan?|dan)\b(?! (?:la cita|salida))|(?:nos|lo|la) (?:descargan|reciben|agarran|atienden) (?:si|antes"
    r"|temprano|hoy|manana)|"
    r"(?:pueden|podrian|se puede|puedo|podemos|hay|habra|sabe|saben|abren|estan abiertos|tienen) (?=\w)|"
    r"(?:a )?quien (?:le )?(?:paga|me|va|pone|cobro|pido)|cuanto (?:pagan|me|es|falta)|donde (?:me|puedo|es"
    r"|queda)|a que hora (?:abren|cierran|me)|"
    r"que (?:hago|pasa si|pasa con|hay de))\b"
)
_NO_QUESTION = re.compile(
    r"\b(?:(?:are|is) (?:you|it|that) (?:there|still there|okay|ok|all right)|can (?:you|y'?all) hear"
    r"|what (?:did|do) you (?:say|need|want)"
    r"|what'?s (?:that|up)|how'?s it|is it me|what is it|where i|what i|as far as i (?:can|know)|what can i|"
    r"(?:can|could) i call|all i (?:can|know)|(?:the )?best i can|soon as i can|if i can|that'?s (?:what|how"
    r"|where|when|all) |"
    r"no me (?:han|dan|dijeron|descargan|cargan|reciben|agarran|pueden|mandan?)|todavia no me|ya me|que me"
    r"|si me|cuando me|"
    r"hasta que|no (?:hay|se puede|puedo|podemos|sabe|saben|tienen|abren)|porque|aqui (?:hay|tienen)|ya hay"
    r"|unless|dios sabe)\b"
)
MIN_QUESTION = 3


def asked_amid(heard: str, language: str) -> str:
    """A question amid what is told, in the caller's words; empty where there is none."""
    words = plain(heard)
    pattern = _ASKS_ES if "es" in languages_of(words, language) else _ASKS
    for found in pattern.finditer(words):
        start = max(0, found.start() - 25)
        near = words[start : found.end() + 12]
        denied = [
            each
            for each in _NO_QUESTION.finditer(near)
            if start + each.start() <= found.start() < start + each.end()
        ]
        clause = heard[found.start() :].strip()
        if denied or len(clause.split()) < MIN_QUESTION or asks_load(clause) or asks_if_heard(clause):
            continue
        return clause
    return parted(heard).questions[0] if "?" in heard and parted(heard).questions else ""


_WHAT_WE_WANT = re.compile(
    r"\b(?:what (?:do|can|did) (?:you|y'?all|i) (?:need|want|do for|help)|what'?s up|how can i help"
    r"|en que le (?:ayudo|sirvo)|que se le ofrece"
    r"|what else)\b"
)
_WHICH_LOAD = re.compile(r"\?|\b(?:what|which|whose|who|number|again|cual|que|de que|numero)\b")
_WHO_PAYS = re.compile(
    r"\b(?:a )?quien (?:le (?:cobro|pido|mando)|paga|pone)\b|\bwho(?:'s| is)? (?:pay|gonna pay|covering)\w*"
)


def is_idle(topic: Topic, heard: str) -> bool:
    """Whether nothing of that topic is asked in earnest: "what do you need", or a load that nobody asks about."""
    words = plain(heard)
    if topic == Topic.OTHER:
        return bool(_WHAT_WE_WANT.search(words)) and not _ASKS.search(_WHAT_WE_WANT.sub(" ", words))
    if topic == Topic.WHO:
        return bool(_WHO_PAYS.search(words))
    return topic == Topic.LOAD and not _WHICH_LOAD.search(words)


# A number read out with a dash.


_DASH = re.compile(r"\b(?:dash|hyphen|guion|slash|tack)\b")
_DIGITS = {
    **{
        word: str(at)
        for at, word in enumerate(
            ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
        )
    },
    **{
        word: str(at)
        for at, word in enumerate(
            ["cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve"]
        )
    },
    "oh": "0",
    "o": "0",
    "double": "",
}


def dashed(heard: str, digits: str) -> str:
    """A number whose first digits were understood, with what follows its dash: "four four one seven dash oh nine"."""
    words = plain(heard)
    if not digits or not _DASH.search(words):
        return ""
    number = ""
    for word in _DASH.sub("-", words).split():
        if (part := _DIGITS.get(word)) is not None or re.fullmatch(r"[\d-]+", word):
            number += word if part is None else part
        elif "-" in number.strip("-"):
            break
        else:
            number = ""
    number = number.strip("-")
    bare = re.sub(r"\D", "", digits)
    return number if "-" in number and number.split("-")[0] == bare else ""


_ENDS_IN = re.compile(
    r"\b(?:ends?|ending|endin[g']?|last (?:three|four)|termina\w*)(?: (?:in|with|is|are|en|on))? (?P<rest>.*)"
)
MIN_TAIL = 3  # digits that tell one load from another


def tail_of(heard: str) -> str:
    """The digits in which a number is said to end: "ends in two five seven"; empty where none are told."""
    found, digits = _ENDS_IN.search(plain(heard)), ""
    for word in found["rest"].split() if found else ():
        part = word if word.isdigit() else _DIGITS.get(word)
        if part is None:
            break
        digits += part
    return digits if len(digits) >= MIN_TAIL else ""


_THOUGHT = re.compile(
    r"[,.;?!]+ |\b(?=(?:and hey|hey|and tell|tell (?:em|them)|but|so|oh and|also|by the way|they|he's|i'm"
    r"|i ain't|anyway|pero|oiga|"
    r"y (?:ademas|tambien))\b)"
)


def thoughts(heard: str) -> Sequence[str]:
    """What is said, cut where another thought begins."""
    words = plain(heard)
    cuts = sorted({0, len(heard), *(found.start() for found in _THOUGHT.finditer(words))})
    return [heard[start:end].strip(" ,") for start, end in pairwise(cuts) if heard[start:end].strip()]
