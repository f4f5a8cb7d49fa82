"""What is asked amid what is told, by the forms of questions; a recognizer writes no question mark. Pure."""

import re
from dataclasses import dataclass

from calls.language.figures import counted
from calls.language.numbers import figures, languages_of, plain

MAX_LETTERS = 2000  # nobody says more in one turn; what comes after isn't read
MIN_STATEMENT = 4  # words; fewer may ask without a question's form: "pickup number"
MIN_TOLD = 4  # words said before a question that tell something of their own
# Said before anything is said.
FILLERS = (
    r"and|but|so|or|oh|ok|okay|alright|yeah|yes|yep|yup|no|nope|nah|hey|hi|hello|well|um|uh|huh|hmm|then"
    r"|also|now|wait"
    r"|hold on|because|cause|maam|sir|miss|please|thanks|thank you|sorry|actually|quick question"
    r"|by the way|listen|look"
    r"|y|e|pero|pues|bueno|oiga|oye|ah|si|entonces|este|tambien|ahora|espere|espera|disculpe|perdon"
    r"|gracias|senorita"
    r"|senor|mire"
)
START = rf"(?:^|[.,;!?]\s*|\b(?:{FILLERS})\s+)"
PERSON = r"(?:he|she|it|they|you|ya|yall|u|we|i)"
# After one of these a question word begins no question: "I don't know what load this is".
EMBEDDING = (
    *("know", "than", "see", "sure", "matter", "thats", "is", "whats"),
    *("him", "her", "them", "on", "for"),
)
WORDS = r"(?:what|when|where|who|whose|which|why|how)"
HIS = r"(?:this|that|there|these|those|the|your|his|her|their|my|our|any\w*|some\w*|you|he|she|they|we|it|i)"
NO_QUESTION = (
    # "when he gets here", "where the trucks go in", "which ever".
    r"(?!(?:what|which|when|where|how|who) ever\b|where the\b|which (?:is|was|would be) (?:the|a|on|in"
    r"|dock|door)\b)"
    rf"(?!(?:when|where|how|who)(?: \w+)?? (?:{PERSON}|hes|shes|theyre|youre|driver|truck|the \w+)"
    r" (?!at\b|coming|going|doing|got\b|get (?:this|my)|pay|want)\w+)"
)
ASKING = (
    r"\?",
    rf"{''.join(f'(?<!{each} )' for each in EMBEDDING)}\b{NO_QUESTION}{WORDS}\b",
    r"\b(?:whats|whos|whens|wheres|whys|hows|whatd|howd|whod|whered|whatcha)\b(?<!than whats)",
    # "can he come", "did you get"; not "have you", which others have before it.
    r"(?<!what )(?<!so )(?<!neither )(?<!nor )(?<!as )"
    r"\b(?:can|could|would|will|should|shall|do|does|did|is|are|was|were|isnt|arent|doesnt|dont|didnt"
    r"|cant|couldnt|wont"
    rf"|wouldnt) {PERSON}\b",
    r"\b(?:does|did|doesnt|didnt) (?:the|this|that|your|my|any\w*|some\w*|driver)\b",
    rf"{START}(?:is|are|am|was|were|does|do|did|can|could|will|would|has|have|had|isnt|arent|doesnt) {HIS}\b",
    r"\b(?:you|yall|ya|u)(?: guys| all)? (?:got|have|know|want|need|pay|owe|take|never|ever|getting"
    r"|paying|taking|sending)"
    r"\b(?! to\b)",
    rf"{START}any(?:body|one|thing)?\b",
    r"\b(?:tell me|let me know|(?:need|want|like|love) to know|wanna know|wondering|curious|(?:a|one"
    r"|another|my) question"
    r"|question (?:on|about|for)|calling about|asking|(?:re)?send|email me|text me|give me|gimme)\b",
    r"\b(?:or not|or what|isnt it|isnt he|correct|huh|that true|available|verdad)$",
)
# Where what is needed isn't what we asked for, "I need the PO number" asks.
NEEDING = (
    rf"{START}(?:ill|id|we|i|im|were|ill also|i also)? ?(?:need|want|would like|gonna need|looking for)\b"
)
ASKING_ES = (
    r"[?¿]",
    rf"{START}(?:que|por que|a que|de que|en que)\b",
    r"\b(?:cual(?:es)?|cuant[oa]s?|donde|adonde|quien(?:es)?|como)\b",
    rf"{START}(?:me|nos|le|les|lo|la|se)? ?(?:puede[ns]?|podria[ns]?|dice|digame|dime|da|manda|mandeme"
    rf"|avisa|aviseme"
    r"|mandas?|mandan|tiene[ns]?|hay|es|son|esta[ns]?|va[ns]?|sabe[ns]?|necesito|quiero|quisiera|pagan?"
    r"|hacen|compran)\b"
    r"(?! que\b)",
    r"\b(?:quiero saber|quisiera saber|necesito saber|me gustaria saber|una pregunta|(?:me"
    r"|nos) (?:puede[ns]?|mandas?|manda|repite|repites)|le pregunto)\b",
    r"\b(?:verdad|cierto|no)$",
)
ACCENTED = re.compile(r"\b(?:qué|cuál(?:es)?|cuándo|cuánt[oa]s?|dónde|adónde|quién(?:es)?|cómo)\b", re.I)
_ASKS = {"en": re.compile("|".join(ASKING)), "es": re.compile("|".join(ASKING_ES))}
_NEEDS = re.compile(NEEDING)
# Of a question of ours: what is needed is its answer.
_ABOUT_NEEDS = re.compile(r"\b(?:bring|need\w*|require\w*|have with|traer|llevar|necesit\w+|requier\w+)\b")
DAYS = (
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|lunes|martes|miercoles|jueves|viernes|sabado|domingo|"
    r"tomorrow|manana|today|tonight|hoy"
)
# A question begins with these words; a recognizer writes no question mark.
_THEM = r"(?:i|you|y'?all|we|they|he|she|it|that|this|there|the|usted)"
_IS = r"(?:is|are|was|do|does|did|should|can|am)"
_NO_SUBJECT = r"(?!(?:i|you|we|they|he|she|it|the)\b)\w+"
_QUESTION = re.compile(
    rf"\b(?:(?!what was it\b)what(?: {_NO_SUBJECT}){{0,2}} {_IS} {_THEM}\b|what'?s (?:the|your|my|that|it)\b|"
    rf"(?:where|when|how|who|why|which)(?:'?s)? (?:\w+ ){{0,2}}?{_IS} {_THEM}\b|where'?s (?:the|that|it)\b|"
    rf"(?:which|what) load\b|(?:do|does|did|can|could|should|would|will) {_THEM}\b(?= )|"
    r"(?<!thing )(?<!problem )(?<!issue )(?<!deal )(?<!truth )(?<!where i am )(?<!what )"
    r"(?:is|was) (?:it|that|this|there)\b(?= (?!what\b|why\b|how\b)\w)|"
    r"(?<!you )(?:tell|remind|give) me (?:again )?(?:what|the|which|when)\b|"
    r"cual (?:es|era|carga|de|numero|direccion|cita)\b|"
    r"(?:a )?que (?:numero|carga (?:es|era)|hora (?:es|era|tengo|dijo|me)|direccion|temperatura)\b|"
    r"(?:cuando|donde) (?:es|era|queda|me)\b|"
    r"(?:digame|me (?:dice|puede (?:decir|dar)))\b(?= (?:el|la|cual|que|a que)\b))"
)
_QUESTION_END = re.compile(
    r"[.?!;](?= |$)| (?='?(?:cause|because|cuz|but|so|since|porque|pero|es que|i'm|im|"
    r"i (?:got|have|was|dropped))\b)"
)
# "Tuesday, right?" asks whether it is so.
_TAG = re.compile(r"\b(?P<what>(?:[\w']+ ){1,4})(?:right|verdad|no es cierto|correct)\W*$")
_DAY_OR_TIME = re.compile(
    rf"\b(?:{DAYS}|(?:[1-9]|1[0-2])(?::\d\d)?(?: ?[ap]m)?(?! ?(?:degrees|miles|pallets|pounds|hours)))\b"
)
_ASKING = re.compile(
    r"\?|\b(?:what|whats|what's|when|whens|where|wheres|who|whos|how|hows|why|which|can|could|do|does|did|is|"
    r"are|will|would|should|want|need|tell|give|send|wonder\w*|know|any|right|huh|que|cual|cuanto|cuando|"
    r"donde|como|quien|puede\w*|hay|dig\w*|dice|dame|pas\w+|mand\w+|verdad)\b"
)
_WISHES = re.compile(r"(?:can|could|will|would|should)\b")
_ASKS_LOAD = re.compile(
    r"\b(?:which (?:load|one)|what load (?:is|are|was|number)|load number|what number|(?:that|the|gimme the) number "
    r"(?:again|one more|once more)|"
    r"cual (?:carga|es la carga|de las|numero)|que (?:carga (?:es|era)|numero(?! marc))|"
    r"numero (?:de|del|de la) (?:la )?(?:carga|load))\b"
)
# Of words in which a day or time is marked with "@".
_ASKS_APPOINTMENT = re.compile(
    r"\b(?:appointment|appt|cita|cut ?off)\b|\bwhat time (?:do |does |did )?(?:they|he|she|it|y'?all) "
    r"(?:close|quit|stop|open)\w*|\b(?:booked|scheduled|set|down) for\b|"
    r"\b(?:what|que) (?:time|hora|day|dia) (?:is|was|did|do|does|am|are|es|era|tengo|dijo|me (?:dijo|toca)|"
    r"hay)\b(?! it(?: now| there|\W*$))|"
    r"\b(?:is|was|es) (?:it|that|this|el|a las?)?\W*(?:for |at |on |supposed to be )?@|"
    r"@(?=.*\b(?:right|verdad|correct)\b)"
)
_OFFERS = re.compile(
    r"\b(?:(?:do )?(?:you|y'?all) (?:want|need)|le (?:doy|paso)|quiere|ocupa|necesita) (?:\w+ ){0,3}?"
    r"(?P<what>b ?o ?l|bill of lading|number|numero)\b(?: number)?"
)


@dataclass(frozen=True, slots=True)
class Breath:
    """A turn parted into what is told and what is asked, each as it was said."""

    told: str
    questions: tuple[str, ...]


def parted(heard: str) -> Breath:
    """Told and asked, by the words that a question begins with."""
    said = heard[:MAX_LETTERS]
    words, position = plain(said), 0
    told, asked = list[str](), list[str]()
    while found := _QUESTION.search(words, position):
        end = _QUESTION_END.search(words, found.end())
        stop = end.start() if end else len(words)
        told.append(said[position : found.start()])
        asked.append(said[found.start() : stop].strip())
        position = max(stop, found.end())
    rest = said[position:]
    if (tag := _TAG.search(plain(rest))) and names_time(tag["what"]):
        asked.append(rest[tag.start() :].strip())
    told.append(rest)
    return Breath(" ".join(each.strip() for each in told if each.strip()), tuple(asked))


def names_time(said: str) -> bool:
    """Whether a day, or what may be a time of day, is named."""
    return bool(_DAY_OR_TIME.search(_in_figures(said)))


def is_asking(heard: str) -> bool:
    """Whether there is a word by which something is asked, besides an offer of a number."""
    return bool(_ASKING.search(_OFFERS.sub(" ", plain(heard))))


def is_wish(question: str) -> bool:
    """Whether it tells what is wanted: "can they take me at four"."""
    return bool(_WISHES.match(plain(question)))


def asks_load(said: str) -> bool:
    """Whether it is asked which load it is."""
    return bool(_ASKS_LOAD.search(plain(said)))


def asks_appointment(question: str) -> bool:
    """Whether a question is when the appointment is: "is it eight or eleven"."""
    words = _in_figures(question)
    is_tag = bool(_TAG.search(words) and _DAY_OR_TIME.search(words))
    return is_tag or bool(_ASKS_APPOINTMENT.search(_DAY_OR_TIME.sub(lambda found: f"@{found[0]}", words)))


def offers(heard: str) -> bool:
    """Whether a number is offered: "you want his other number"."""
    return bool(_OFFERS.search(plain(heard)))


def offers_bol(heard: str) -> bool:
    """Whether that is the number on the BOL."""
    return any(found["what"].startswith("b") for found in _OFFERS.finditer(plain(heard)))


def _in_figures(said: str) -> str:
    words = plain(said)
    return figures(words, languages_of(words, "en")[0])


def words_of(text: str) -> str:
    """The words in small letters, without accents, apostrophes and needless space."""
    return " ".join(plain(text).replace("'", "").replace(",", " , ").split())


def asks_from(text: str, language: str = "en", question: str = "") -> int | None:
    """Where in `words_of` the words begin to ask; None where nothing has the form of a question or a request.

    `question` is what we have asked. What may be a question counts as one.
    """
    told = words_of(text)
    found = [match.start() for match in _ASKS["es" if language == "es" else "en"].finditer(told)]
    if language == "es" and (accented := ACCENTED.search(text)):
        found.append(len(words_of(text[: accented.start()])))
    if not _ABOUT_NEEDS.search(words_of(question)):
        found += [match.start() for match in _NEEDS.finditer(told)]
    return min(found, default=None)


def is_statement(text: str, language: str = "en", question: str = "") -> bool:
    """Whether it tells, in so many words, and asks nothing."""
    is_long = len(text.split()) >= MIN_STATEMENT
    return is_long and asks_from(text, language, question) is None


def tells_before_asking(text: str, language: str = "en", question: str = "") -> bool:
    """Whether something of its own is told before a question: "drop trailers go in the yard, which is he"."""
    start = asks_from(text, language, question)
    if not start:
        return False
    before = re.sub(rf"\b(?:{FILLERS})\b", " ", words_of(text)[:start])
    return len(re.findall(r"\w+", before)) >= MIN_TOLD or bool(counted(before))
