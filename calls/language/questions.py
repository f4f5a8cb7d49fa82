"""What a caller asks: the topic of a question, and replies to questions of ours."""

import re
from dataclasses import dataclass

from calls.language.guardrail_figures import counted
from calls.language.number_words import figures, languages_of, plain
from calls.language.reading import Topic

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
# What somebody does for a living at a facility.
DOINGS = (
    r"(?:loads?|appointments?|appts?|schedul\w+|paper ?work|dispatch\w*|receiving|shipping|dock|booking|that)"
)
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
    # "Does the driver have …", not "Sue does the load stuff".
    r"\b(?:does|did|doesnt|didnt) (?:the|this|that|your|my|any\w*|some\w*|driver)\b"
    rf"(?! {DOINGS}(?: (?:stuff|things?|work))?(?:$| (?:here|over|around|there|you|so|for|and|but|not|on)\b))",
    rf"{START}(?:is|are|am|was|were|does|do|did|can|could|will|would|has|have|had|isnt|arent|doesnt) {HIS}\b",
    r"\b(?:you|yall|ya|u)(?: guys| all)? (?:got|have|know|want|need|pay|owe|take|never|ever|getting"
    r"|paying|taking|sending)"
    r"\b(?! to\b)",
    rf"{START}any(?:body|one|thing)?\b",
    r"\b(?:you|yall|this) (?:talkin[g]?|calling|callin) about\b",
    r"\b(?:tell me|let me know|(?:need|want|like|love) to know|wanna know|wondering|curious|(?:a|one"
    r"|another|my) question"
    r"|question (?:on|about|for)|calling about|asking|(?:re)?send|email me|text me|give me|gimme)\b",
    r"\b(?:or not|or what|isnt it|isnt he|correct|huh|that true|available|verdad)$",
)
# Where what is needed isn't what we asked for, "I need the PO number" asks.
NEEDING = (
    rf"{START}(?:ill|id|we|i|im|were|ill also|i also)? ?(?:need|want|would like|gonna need|looking for)\b"
)
# "Que se reporte con el guardia" tells what somebody is to do.
TOLD_TO_ES = (
    r" (?:no )?(?:(?:se|me|nos|le|les|lo|la|los|las|el|chofer|operador|primero|nomas|tambien|siempre) )*"
    r"(?:traiga|lleve|venga|llegue|pase|reporte|registre|espere|entre|pregunte|use|ponga|haga|tenga|sea|este|hable|llame"
    r"|baje|suba|cheque|estacione|pare|marque|diga|deje|firme|busque|vaya|avise|ande|salga|muestre|toque|acerque)n?\b"
)
ASKING_ES = (
    r"[?¿]",
    rf"{START}(?:que(?!{TOLD_TO_ES})|por que|a que|de que|en que)\b",
    # "Como a las cinco", "como dice el papel" and "donde entran los camiones" are told.
    r"\b(?:cual(?:es)?|cuant[oa]s?|(?<!\bhay )donde(?! (?:entran?|esta[ns]?|estacionan?|siempre|descargan|cargan)\b)"
    r"|adonde|quien(?:es)?"
    r"|como(?! (?:a|al?|unas?|unos|en|dice|le dije|siempre|de|\d+|media|dos|tres|cuatro|cinco|diez)\b))\b",
    rf"{START}(?<!\bno )(?:hay|es|son|esta[ns]?|necesito|quiero|hacen)\b(?! que\b)",
    rf"{START}(?:me|nos|le|les|lo|la|se)? ?(?:puede[ns]?|podria[ns]?|dice|digame|dime|da|manda|mandeme"
    rf"|avisa|aviseme"
    r"|mandas?|mandan|tiene[ns]?|va[ns]?|sabe[ns]?|quisiera|pagan?|compran)\b"
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
_TAG = re.compile(
    r"\b(?P<what>(?:[\w']+ ){1,4})(?:right|verdad|no es cierto|correct)\W*$|"
    r"\b(?P<es>(?:es|era|seria) (?:(?:hasta|para|el|la|a|las) ){0,2}[\w']+ )no\W*$"
)
_DAY_OR_TIME = re.compile(
    rf"\b(?:{DAYS}|(?:[1-9]|1[0-2])(?::\d\d)?(?: ?[ap]m)?(?! ?(?:degrees|miles|pallets|pounds|hours)))\b"
)
_ASKING = re.compile(
    r"\?|\b(?:what|whats|what's|when|whens|where|wheres|who|whos|how|hows|why|which|can|could|do|does|did|is|"
    r"are|will|would|should|want|need|tell|give|send|wonder\w*|know|any|right|huh|que|cual|cuanto|cuando|"
    r"donde|como|quien|puede\w*|hay|dig\w*|dice|dame|pas\w+|mand\w+|verdad)\b"
)
_WISHES = re.compile(r"(?:can|could|will|would|should)\b(?!.* (?:or|sit|wait)\b)")
_ASKS_LOAD = re.compile(
    r"\b(?:which (?:load|one)|what load (?:is|are|was|number)|load number|"
    r"what number(?! (?:do|can|should|could|would|will|am) )|(?:that|the|"
    r"gimme the) number "
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
    r"(?P<what>b ?o ?l|bill of lading|number|numero|cell|phone|celular|telefono)\b(?: number)?"
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
    if (tag := _TAG.search(plain(rest))) and names_time(tag["what"] or tag["es"]):
        asked.append(rest[tag.start() :].strip())
    told.append(rest)
    return Breath(" ".join(each.strip() for each in told if each.strip()), tuple(asked))


def names_time(said: str) -> bool:
    """Whether a day, or what may be a time of day, is named."""
    return bool(_DAY_OR_TIME.search(_in_figures(said)))


def names_day(said: str) -> bool:
    """Whether a day is named."""
    return bool(re.search(rf"\b(?:{DAYS})\b", plain(said)))


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


_ASKED_LAST = re.compile(
    "".join(
        f"(?<!{each} )"
        for each in ("what", "where", "who", "how", "when", "which", "that", "so", "as", "thing", "works")
    )
    + r"\b(?P<asked>(?:(?:is|was|does|did|has) (?:he|she|it|this|the (?:truck|driver|trailer|load|guy)"
    r"(?= (?:\w+ing|\w+ed|on|there|here|still|already|empty|ready|gonna|have|late)\b))|"
    r"(?:are|do|did) (?:you|yall|they))\b(?: \w+){1,9}|"
    r"(?:are )?(?:you|yall)(?: guys)? (?:okay|ok|good|fine|cool) with (?:that|it|this)|"
    r"is (?:that|this) (?:gonna be |going to be )?(?:okay|ok|alright|all right|a problem|the one)|"
    r"(?:oiga|oye|oigame)(?: y)? (?:tra|vien|tien|llev|es\b|son\b|va\b|cuant|cual|quien|ya\b)\w*(?: \w+){1,9})$"
)


def asked_last(text: str) -> str:
    """The question that ends words which tell something before it: "a vest, is the truck loaded"."""
    found = _ASKED_LAST.search(words_of(text))
    return found["asked"] if found and len(words_of(text[: found.start()]).split()) > 1 else ""


def is_statement(text: str, language: str = "en", question: str = "") -> bool:
    """Whether it tells, in so many words, and asks nothing."""
    is_long = len(text.split()) >= MIN_STATEMENT
    return is_long and asks_from(text, language, question) is None


def tells_before_asking(text: str, language: str = "en", question: str = "") -> bool:
    """Whether something of its own is told before a question: "drop trailers go in the yard, which is he"."""
    before = _before_asking(text, language, question)
    told = re.sub(rf"\b(?:{FILLERS})\b", " ", before)
    return len(re.findall(r"\w+", told)) >= MIN_TOLD or bool(counted(before))


def lists_before_asking(text: str, language: str = "en", question: str = "") -> bool:
    """Whether a thing is named, and a question hangs on it: "a vest, and hey what does he do if he's early"."""
    named = re.match(
        rf"(?:(?:{FILLERS}) )*(?!(?:{FILLERS})\b).+? (?:and|but|y|pero) ",
        _before_asking(text, language, question),
    )
    return named is not None


def _before_asking(text: str, language: str, question: str) -> str:
    start = asks_from(text, language, question)
    return words_of(text)[:start] if start else ""


# What is asked in words that mean nothing else, whatever the classifier makes of the rest.
_NAMED = (
    (
        Topic.OTHER,
        re.compile(
            r"\b(?:border|customs|crossing|manifest|pedimento|aduana)\b(?!.*\brate con)|"
            r"^(?!.*\b(?:tarp|lona)).*\bstraps?\b"
        ),
    ),
    (
        Topic.FLEXIBILITY,
        re.compile(
            r"\b(?:make|miss\w*|catch|alcanz\w+|lleg\w+ a) (?:that|the|this|your|la|el|su|esa|ese) "
            r"(?:pick ?up|deliver\w*|window|appointment|appt|cita|ventana|entrega)\b"
        ),
    ),
)
_DROWNED = frozenset(
    {
        *(Topic.COMMODITY, Topic.OTHER_LOADS, Topic.RATE_CON, Topic.PICKUP_NUMBER, Topic.OTHER, Topic.LOAD),
        Topic.TARPS,
    }
)


def named_topic(words: str) -> Topic | None:
    """The topic that plain words name beyond doubt."""
    return next((topic for topic, pattern in _NAMED if pattern.search(words)), None)


def is_drowned_by(topic: Topic, named: Topic) -> bool:
    """Whether a topic is rather what the classifier made of the named one."""
    is_drowned = topic in _DROWNED or (topic, named) == (Topic.INSTRUCTIONS, Topic.FLEXIBILITY)
    return is_drowned and topic != named


# What an answer to a question of ours does with it: refuses, suits, takes back, sends us to somebody else. Pure.


MAX_BACK = 2  # words beside "I'm back" that tell nothing
NOT = r"(?:not|isnt|wont|dont|doesnt|aint|didnt|never|cant|cannot|couldnt|wouldnt|nt)"
_REFUSES = re.compile(
    rf"\b{NOT} (?:gonna |going to |be able to |gon |really |quite |even )?"
    r"(?:work\w*|suit|fit|happen|fly|possible|swing|do (?:it|that|this|then)|make (?:it|that)"
    r"|do (?:mon|tues|wednes|thurs|fri|satur|sun)day|do (?:tomorrow|today|tonight|mornings?|that day)"
    r"|(?:take|get|unload|load|receive|see|fit|handle) (?:him|her|it|that|them|you|the|any))\b"
    r"|\b(?:mornings?|afternoons?|days?|(?:mon|tues|wednes|thurs|fri)days?|tomorrows?|schedules?|were|we are) "
    r"(?:is |are |all |already |completely )*(?:full|booked|packed|slammed|shut down)\b"
    r"|\b(?:move|push|bump|change|switch) (?:it|him|that|them|this) (?:to|til|till|until|over to)\b"
    r"|\bno (?:good|way|can do|longer works?)\b|\bimpossible\b|\b(?:has|have|need|needs|got|gotta"
    r"|gonna)(?: to)?(?: be)? "
    r"(?:resched\w*|rebook\w*|mov(?:e|ed) (?:it|that)|moved)\b|\b(?:were|we are|well be) closed\b"
    r"|\bno (?:nos |me |le |les )?(?:funciona|sirve|conviene|queda|va a (?:poder|funcionar|servir)"
    r"|se puede|puedo|podemos"
    r"|es posible|podria\w*)\b|\bimposible\b|\bestamos cerrados\b"
    rf"|\b(?:closed|cerrados?)(?: (?:on|all|every|el|los))* (?:{DAYS})s?\b"
)
_FITS = re.compile(
    r"(?<!not )(?<!wont )(?<!doesnt )(?<!dont )(?<!gonna )\b(?:that|it|this|still|which) (?:still )?works\b"
    r"|\bno (?:problem\w*|issues?|worries|trouble)\b|\bsi (?:me |nos )?(?:funciona|sirve|queda|conviene)\b"
    r"|(?<!no )\b(?:esta|queda|quedo|quedamos) bien\b|\bwere (?:still )?good (?:for|with|on)\b"
)
_NOT_SAID = re.compile(
    r"\b(?:didnt|never|not) (?:say|said|saying) (?:it|that|this) (?:works?|was (?:fine|good|ok))\b"
)
_SUITS = re.compile(
    r"\b(?:works? (?:for|with)|still works?|suits?|convenient|possible|(?:good|fine|okay|ok"
    r"|all right) (?:for|with|by)"
    r"|still (?:good|fine|okay|ok)|(?:le|les) (?:sirve|funciona|conviene|queda|viene|parece)|es posible"
    r"|sigue en pie)\b"
)
MOVED = (
    r"(?:earlier|sooner|later|moved|pushed|(?:a )?new (?:appointment|appt|time)|nueva cita"
    r"|another (?:day|time)|(?:a )?different (?:day|time)|resched\w+|mas temprano"
    r"|mas tarde|antes"
    r"|otro dia|otra hora)"
)
_WANTS_MOVE = re.compile(
    rf"\b(?:can|could|would|will|is there any way|any way|any chance|possible|need|want|rather|like"
    rf"|prefer|id like)"
    rf"\b(?: \w+){{1,6}}? {MOVED}\b"
    rf"|\b(?:move|push|bump|change|switch|resched\w+|rebook) (?:it|him|that|this|them|the (?:appointment"
    rf"|time|load))\b"
    rf"|\bdo you want the\b|\b(?:puede[ns]?|podria[ns]?|necesito|queremos|quiero"
    rf"|prefiero)\b(?: \w+){{1,6}}? {MOVED}\b"
    r"|\b(?:cambiar|mover|adelantar|recorrer) (?:la |el )?(?:cita|hora|dia|carga)\b"
)
_NAMES_OTHER_TIME = re.compile(rf"\b(?:{MOVED}|instead|tomorrow|next week|monday|manana|en vez)\b")
_TAKES_BACK = re.compile(
    rf"^(?:(?:{FILLERS}|you know what|sabe que) )*"
    r"(?:scratch that|strike that|forget (?:that|what i said|i said)|i take (?:that|it) back"
    r"|take that back|let me "
    r"(?:correct (?:that|myself)|take that back|change (?:that|my answer))|i was wrong|i made a mistake"
    r"|my mistake|my bad"
    r"|correction|change that|i misspoke|that was wrong|olvide(?:lo)?|olvidalo|me equivoque|corrijo"
    r"|correccion"
    r"|mejor no)\b"
)
_OF_BEFORE = re.compile(
    rf"^(?:(?:{FILLERS}) )*.*?\b(?:i (?:said|told|didnt say|never said|just said)|(?:the|that|"
    rf"this) (?:time|appointment|day|slot)(?<!it that day)(?<!him that day)(?<!one that day)"
    rf"|la (?:cita|hora)"
    r"|le dije|ya (?:le )?dije)\b"
)
_TRANSFERS_US = re.compile(
    r"\b(?:let me|lemme|ill|ima|im (?:gonna|going to)|i can|gonna|i will|we can|well) (?:\w+ ){0,2}?"
    r"(?:transfer|connect|patch|forward|put|send) (?:you|ya|u)\b(?! down| in\b| out| on the list)"
    r"|\btransferring (?:you|ya)\b|\b(?:le|lo|la|te) (?:transfiero|comunico|paso (?:con|a)"
    r"|voy a (?:transferir|comunicar|pasar))"
    r"|\b(?:voy a|deje(?:me)?|permitame) (?:\w+ )?(?:transferirl[oae]|comunicarl[oae]|pasarl[oae])\b"
)
_SENDS_ON = re.compile(
    r"\b(?:you(?:ll| will)? ?(?:need to|have to|gotta|got to|should|wanna|want to|oughta|better|d have to)"
    r"|youd (?:have|need|want) to)"
    r" (?:\w+ )?(?:talk|speak|ask|call|check|get)(?: to| with| ahold of)?\b"
    r"|\b(?:tiene|tendria|hay) que (?:hablar|preguntar\w*|llamar|hablarle)\b"
)
_IS_BACK = re.compile(
    r"\b(?:im|i am|were|we are) (?:back|here|ready)\b|\b(?:go ahead|back now)\b|^(?:\w+ )?back$"
    r"|\b(?:ya (?:estoy|regrese|volvi)|aqui estoy|listo|lista|digame)\b"
)
_BESIDE_BACK = re.compile(
    r"\b(?:about that|for (?:holding|waiting|that|the wait)|(?:what|whats) (?:was|is|were|did)?.*"
    r"|where were we|now|again"
    r"|por (?:esperar|la espera)|(?:que|cual|como) (?:era|fue|dijo|me).*)(?:$|\b)"
)
_CALLS = re.compile(r"\b(?:call(?:s|ed|ing)?|ring|phone|llam\w+|marc\w+|hablar\w*)\b")


def asks_if_it_suits(question: str) -> bool:
    """Whether a question of ours asks if something suits: where it doesn't, something else may."""
    return bool(_SUITS.search(words_of(question)))


def refuses(text: str) -> bool:
    """Whether the words say that something doesn't work."""
    told = _NOT_SAID.sub(" ", words_of(text))
    return bool(_REFUSES.search(told)) and not _FITS.search(told)


def fits(text: str) -> bool:
    """Whether the words say that something works."""
    return bool(_FITS.search(_NOT_SAID.sub(" ", words_of(text))))


def names_other_time(text: str) -> bool:
    """Whether another time is named, however vaguely: "two hours later"."""
    return bool(_NAMES_OTHER_TIME.search(words_of(text)))


def wants_it_moved(text: str) -> bool:
    """Whether somebody asks for another time: "can he come two hours earlier"; not "I ain't asking to change it"."""
    told = words_of(text)
    return bool(_WANTS_MOVE.search(told)) and not (_CALLS.search(told) or _NO_MOVE.search(told))


_NO_MOVE = re.compile(
    r"\b(?:not|aint|arent|dont|no)"
    r"(?: (?:asking|trying|looking|need|want|wanting|estoy|quiero|pido|pidiendo|necesito)){1,2}"
    r"(?: (?:you|to|que|les?|la|lo))* (?:change|move|push|switch|cambi\w*|muev\w*|mover\w*)\b"
)


_PROPOSES = re.compile(
    r"\b(?:can|could|would) (?:he|she|they|you|yall|the driver|your (?:guy|driver)) "
    r"(?:be|come|get|make|do|show|swing|arrive|pick)\b|\b(?:move|push|bump|change|switch|make|do) (?:it|"
    r"him|that|them|this) "
    r"(?:to|at|for|til|till|until|over to)\b|\b(?:i|we)(?:ve| can| could)? (?:got|have|had|do|take|open|"
    r"see|squeeze)\b|\b(?:i|we) (?:can|could) (?:get|fit|work|put) (?:him|her|them|you|it|that)\b"
    r"|\b(?:how|what) about\b|\binstead\b|\bonly (?:at|on|after|before)\b|\b(?:not|nothing) (?:before|til|"
    r"till|until)\b"
)


def proposes(text: str) -> bool:
    """Whether another day or hour is offered: "can they be here by ten", "i got one or three"."""
    return bool(_PROPOSES.search(words_of(text)))


def offered(text: str) -> tuple[str, str]:
    """The words before an offer, and the offer itself; all of them where none is made."""
    found = _PROPOSES.search(plain(text))
    return (text[: found.start()], text[found.start() :]) if found else ("", text)


_SAYS = re.compile(
    r"\b(?:yes|yeah|yea|yep|yup|yessir|sure|ok|okay|alright|fine|good|great|perfect|correct|right|works?|"
    r"absolutely|"
    r"definitely|affirmative|of course|mm ?hm+|uh ?huh|you bet|roger|10-4|no|nope|nah|negative|"
    r"we (?:do|are|can)|it (?:does|is|will)|still|expecting|si|claro|bueno|bien|esta|sale|correcto|"
    r"de acuerdo|asi es)\b"
)


def says_yes_or_no(text: str) -> bool:
    """Whether a word of an answer to yes or no is in it."""
    return bool(_SAYS.search(words_of(text)))


# What a question of ours is about, and by which words another answer tells of it beside.
_BESIDE = (
    (
        re.compile(r"\b(?:dock|door|bay|anden|rampa|puerta)\b"),
        re.compile(
            r"\b(?:dock|door|bay|anden|rampa|puerta) (?:number |numero )?(?:\d|one|two|three|four|five|six|seven|"
            r"eight|nine|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|"
            r"ten|eleven|twelve|[a-z]+teen|[a-z]+ty)\b|"
            r"\b(?:dock|door|bay|anden|rampa|puerta)e?s(?: \w+){0,5}? \w+ (?:through|thru|to|and|or|a|y|o) \w+|"
            r"\w+ (?:is|es) (?:the|el|la|su) (?:dock|door|bay|anden|rampa|puerta)\b"
        ),
    ),
    (
        re.compile(r"\b(?:bring|traer|llevar)\b"),
        re.compile(
            r"\b(?:bring|make sure (?:he|they)(?! knows?\b)|"
            r"(?:he|they|driver) (?:(?:needs?|gotta|has to|have to) (?:have|wear|bring)|needs? (?!to\b|it\b|that\b))|"
            r"(?:que )?traiga)\b"
        ),
    ),
)


def answers_beside(question: str, text: str) -> bool:
    """Whether an answer to another question tells this one's too: "door fourteen, and tell him bring a vest"."""
    asked, told = words_of(question), words_of(text)
    return any(about.search(asked) and by.search(told) for about, by in _BESIDE)


def is_about_dock(question: str) -> bool:
    """Whether a question of ours is which dock it is."""
    return bool(_BESIDE[0][0].search(words_of(question)))


def without_dock(text: str) -> str:
    """The plain words without a dock's number, which is no hour."""
    return _BESIDE[0][1].sub(" ", plain(text))


def takes_back(text: str) -> bool:
    """Whether it begins by taking back what was said before: "scratch that"."""
    return bool(_TAKES_BACK.search(words_of(text)))


def is_of_before(text: str) -> bool:
    """Whether it speaks of what was asked before: "I said …", "that time …"."""
    return bool(_OF_BEFORE.search(words_of(text)))


def transfers_us(text: str) -> bool:
    """Whether the other side puts us through to somebody."""
    return bool(_TRANSFERS_US.search(words_of(text)))


def sends_us_on(text: str) -> bool:
    """Whether we are told to talk to somebody else."""
    return bool(_SENDS_ON.search(words_of(text)))


def is_back(text: str) -> bool:
    """Whether somebody who asked us to wait is back, and says no more than that."""
    told = words_of(text)
    rest = re.sub(rf"\b(?:{FILLERS})\b", " ", _BESIDE_BACK.sub(" ", _IS_BACK.sub(" ", told)))
    return bool(_IS_BACK.search(told)) and len(rest.split()) <= MAX_BACK
