"""What a driver asks amid what he tells, without a question's form or mark. Pure."""

import re

from calls.language.clauses import read_reason
from calls.language.number_words import figures, languages_of, plain
from calls.language.questions import ACCENTED, asks_load, parted
from calls.language.reading import Act, Expecting, Topic

_HEARD_ME = re.compile(
    r"\b(?:(?:did |do )?(?:you|y'?all|ya) (?:hear|heard|get|got|catch|caught|understand) "
    r"(?:what|me(?! (?:down|as|for)\b)|that|all that)|"
    r"you (?:didn'?t|never|ain'?t) (?:answer|answered|hear|heard)|me (?:escucho|oyo|entendio)|si (?:me )?(?:oyo"
    r"|escucho))\b"
)


def asks_if_heard(heard: str) -> bool:
    """Whether somebody asks whether we have heard what they told before."""
    return bool(_HEARD_ME.search(plain(heard)))


_ASKS = re.compile(
    r"\b(?:(?<!so )(?<!neither )(?<!nor )(?<!as )(?<!it )(?:do|does|did|can|could|should|will|would|are|is|am"
    r"|has|have) "
    r"(?:i|y'?all|yall|they|he|she|it|them|there|we|the (?:\w+ )?(?:shipper|receiver|guys|place|appointment"
    r"|dock|office|broker))"
    r"\b(?!'| (?:is|was|are|were)\b)"
    r"|(?:you|y'?all) (?:think|reckon|figure)\b|(?<!\bi )reckon (?:they|he|she|y'?all|you|we)\b"
    r"|(?:do|did|can|could|will|would|are) (?:you|y'?all|u) (?:guys )?(?:know|got|have|want|need|pay|send|get"
    r"|call|tell|move|"
    r"gonna|still|ever|sure|check|let|find|text)\b"
    r"|who'?s (?:gonna |going to |supposed to )?(?:pay|payin[g']?|covering|got|eatin[g']?)\b|who (?:pays|do i"
    r"|does|is gonna)\b"
    r"|(?:where|when|how|what|which|why) (?:do|does|did|am|are|is|can|should|would|will) (?:i|we|they|he|she|it"
    r"|y'?all|you)\b"
    r"|(?:where|what|when|who|how)'?s (?:the|my|that|their)\b|how (?:much|long|late|early)\b|any (?:chance|way|idea)\b)"
    r"|\b(?:y'?all|yall) (?:know|payin[g']?|pay|got|gonna)\b"
    r"|(?<!what )(?<!when )(?<!how )(?<!if )(?<!that )\b(?:you|they|yous|u) (?:guys )?(?:gonna|going to|gon) "
    r"(?:pay|cover|reimburse|comp|give me)\b"
    r"|\bi (?:(?:already |just )?asked|been asking|been askin|was asking|was askin) (?:(?:you|ya|y'?all) "
    r"(?:about|bout|if|for|who|what|when|where)|about|bout)\b"
    r"|\b(?:i'?ll|i'?d|i can|i'?m gonna|gonna|he'?ll|he'?d|we'?ll) (?:\w+ )?(?:be|get there|arrive|come) (?:\w+ )?early"
    r"(?: \w+){0,3}? (?:is|would) (?:that|it) (?:be )?(?:ok|okay|alright|all right|cool|fine|good|a problem)\b"
    r"|\b(?:is|will|would) (?:that|it|this) (?:gonna |going to )?(?:be )?(?:a problem|an issue)\b"
)
_ASKS_ES = re.compile(
    r"\b(?:(?:le|les|te) (?:pregunt[eo]|estoy preguntando) (?:si|que|por|cuando|donde|quien)|"
    r"me (?:descargan|cargan|agarran|reciben|atienden|van a (?:descargar|recibir|pagar|cargar)|pagan|pueden"
    r"|puede|podrian|podria|"
    r"mandan?|dan)\b(?! (?:la cita|salida))|(?:nos|lo|la) (?:descargan|reciben|agarran|atienden) (?:si|antes"
    r"|temprano|hoy|manana)|"
    r"(?:cree|creen) que (?=\w)|"
    r"(?:pueden|podrian|se puede|puedo|podemos|hay|habra|tienen? (?:otra |alguna )?carga"
    r"|sabe|saben|abren|estan abiertos|tienen) (?=\w)|"
    r"(?:a )?quien (?:le )?(?:paga|me|va|pone|cobro|pido)|cuanto (?:pagan|me|es|falta)|donde (?:me|puedo|es"
    r"|queda)|a que hora (?:abren|cierran|me)|"
    r"que (?:hago|pasa si|pasa con|hay de))\b"
)
_NO_QUESTION = re.compile(
    r"\b(?:are we (?:done|good|through)|is that (?:it|all)|"
    r"(?:are|is) (?:you|it|that) (?:there|still there|okay|ok|all right)|can (?:you|y'?all) hear"
    r"|what (?:did|do) you (?:say|need|want)"
    r"|what'?s (?:that|up)|how'?s it|is it me|what is it|where i|what i|as far as i (?:can|know)|what can i|"
    r"(?:can|could) i call|all i (?:can|know)|(?:the )?best i can|soon as i can|if i can|that'?s (?:what|how"
    r"|where|when|all) |"
    r"no me (?:han|dan|dijeron|descargan|cargan|reciben|agarran|pueden|mandan?)|todavia no me|ya me|que me"
    r"|si me|cuando me|"
    r"hasta que|no (?:hay|se puede|puedo|podemos|sabe|saben|tienen|abren)|porque|aqui (?:hay|tienen)|ya hay"
    r"|unless|dios sabe)\b"
)
_HAVERS = frozenset(
    ["i", "we", "you", "he", "she", "they", "to", "not", "never", "don't", "dont", "didn't", "ain't"]
)
MIN_QUESTION = 3
# After these a question word asks nothing: "no sé cuándo", "ya le dije dónde".
_EMBEDS = re.compile(
    r"\b(?:se|sabe\w*|dij\w+|dic\w+|ver|veo|segun|depende de|avis\w+|no hay) (?:a |de |en |por )?$"
)


# Words at the end that ask whether it is so.
_TAG = re.compile(
    r"(?<!that's )(?<!thats )(?<!all )(?<!yeah )(?<!the )(?<!is )\bright\W*$|"
    r"\b(?:is it|isn'?t it|ain'?t it|don'?t they)\W*$|"
    r"\b(?:(?<!la )verdad|es cierto|no es cierto|si o no|o no)\W*$"
)


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
        before = words[: found.start()].split()
        if found[0].startswith(("have ", "has ")) and before and before[-1] in _HAVERS:
            continue  # "I don't have it on me"
        if found[0] == "am i" and before and figures(before[-1], language)[:1].isdigit():
            continue  # "six am, I told you"
        clause = heard[found.start() :].strip()
        is_cause = found[0] == "hay " and read_reason(plain(clause), clause, Expecting.TIME, (Act.LATE,))
        if (
            denied
            or is_cause
            or len(clause.split()) < MIN_QUESTION
            or asks_load(clause)
            or asks_if_heard(clause)
        ):
            continue
        return clause
    accented = ACCENTED.search(heard)
    is_idle_word = accented and _WHAT_WE_WANT.match(words, accented.start())
    if accented and not is_idle_word and not _EMBEDS.search(words[: accented.start()]):
        return heard[accented.start() :].strip()
    if _TAG.search(words):
        return heard
    return parted(heard).questions[0] if "?" in heard and parted(heard).questions else ""


_WHAT_WE_WANT = re.compile(
    r"\b(?:what (?:do|can|did) (?:you|y'?all|i) (?:need|want|do for|help)|what'?s up|how can i help"
    r"|en que le (?:ayudo|sirvo)|que (?:se le ofrece|onda|tal)"
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
