"""What a facility does with our call instead of answering: puts us through, wants it in writing, is closed, isn't the
one to ask; what it asks back, and what it takes back. Pure.
"""

import re
from itertools import pairwise

from calls.language.number_words import figures, plain
from calls.language.questions import DAYS, FILLERS, fits, names_time, proposes, transfers_us, words_of
from calls.language.reading import Topic

EMAIL, PORTAL, CLOSED, NOT_THEIRS = "by_email", "by_portal", "closed", "ask_other"
NO_ORDER, NEEDS_NUMBER, IS_THERE = "order_cancelled", "needs_number", "truck_there"
BY_US = "cancelled_by_us"
MAX_WHEN = 8  # words in which it is told when somebody is in

_PUT = r"(?:transfer|connect|patch|forward|put|send|get) (?:you|ya|u)\b(?! down| in\b| out| on the list| the\b| a\b)"
_OFFERS_TRANSFER = re.compile(
    rf"\b(?:(?:you|ya|u|yall) (?:want|need|like)|want|wanna have|should i|shall i|do i|can i|would it help if i)"
    rf"(?: me)?(?: to)?(?: just)? {_PUT}"
    r"|\b(?:quiere|gusta|desea|prefiere)(?: que)? (?:(?:se )?(?:lo|la|le|te) )?"
    r"(?:transfier[ao]|comuni(?:que|co)|pas[eo])\b"
)
_SOMEBODY = (
    r"(?:her|him|them|somebody|someone|(?:the|my|our) (?:manager|boss|supervisor|scheduler|lead|lady|guy|girl|"
    r"dock|shipping|receiving|office)\w*|(?:shipping|receiving|scheduling)|whoever)"
)
_FETCHES = re.compile(
    rf"\b(?:let me|lemme|ill|i will|ima|im gonna|im going to|hold on) (?:go |see if i can )?"
    rf"(?:get|grab|find|fetch|page|holler at) (?:{_SOMEBODY}\b(?! (?:in|at|on the|down|scheduled|a|the|loaded"
    rf"|unloaded|out|done|set|right|through)\b)|"
    r"(?!that\b|this\b|it\b|you\b|him\b|her\b|them\b|in\b|up\b|back\b)[a-z]+(?: for you| on the (?:line|phone|horn)|$))"
    r"|\b(?:deje(?:me)?|permitame|voy a|ahorita|orita) (?:\w+ )?"
    r"(?:busco|traigo|llamo|buscar|traer|llamar|hablarle|le hablo)(?:l[oae])? (?:a |al )?"
    r"(?:alguien|encargad[oa]|el|la|[a-z]+$)|\b(?:ahorita|orita|ya) se (?:lo|la) (?:paso|comunico)\b"
)
_EMAIL = re.compile(
    r"\b(?:gotta|got to|have to|has to|need to|needs to|should|must|just|only|please|better|go ahead and|you can)"
    r"(?: \w+){0,3}? e ?mail(?:ed)?\b(?! (?:address|from|confirm))"
    r"|\b(?:send|shoot|drop)(?: (?:us|me|it|that|them|him|her|over|in|an?|the))* e ?mail\b"
    r"|\b(?:by|via|through|thru|over|only|strictly|all) (?:an? |the )?e ?mail\b"
    r"|\be ?mail (?:only|it|us|them|(?:(?:the|our|my) )?(?:appointments?|scheduling|dock|receiving|shipping|request)\b)"
    r"|^e ?mail\b|\be ?mail (?:\w+ ){1,6}dot (?:com|net|org)\b"
    r"|\b(?:por|mand\w+|envi\w+|solo|nomas)(?: \w+){0,2}? (?:correo|email|imeil)\b"
)
_PORTAL = re.compile(
    r"\b(?:(?:the|our|a|el|por) (?:\w+ )?portal|open ?dock|(?:on|through|thru|our|the) (?:\w+ )?web ?site|"
    r"scheduling (?:site|system|app)|(?:book|schedule|do|make|set|request|its|it is|all|only|done|go|is|are)"
    r"(?: \w+){0,4}? on ?line|on ?line (?:only|scheduling|booking|appointments?)|"
    r"en linea|pagina (?:web|de internet)|por internet)\b"
)
_NOT_THEIRS = re.compile(
    r"\b(?:im|i am|this is|you (?:got|reached|called)|soy|habla|its|it is)"
    r" (?:just |only |really |actually |nomas |nada mas |solo |the |a |an |el |la |working )*"
    r"(?:(?:front|gate|night|main|plant|guy at the|lady at the) ?)*"
    r"(?:guard|security|guardia|seguridad|front desk|front office|gate(?: ?(?:house|guard|keeper|man|shack))?|desk|"
    r"receptionist|reception|operator|answering service|janitor|cleaning|temp|vigilante|velador|recepcionista|portero|"
    r"caseta|conserje|dock ?hand|forklift (?:guy|driver)|fork ?lift)\b"
    r"|\bi (?:dont|do not|cant|cannot|couldnt|aint|never)(?: even)? (?:do|handle|schedule|book|make|set|touch"
    r"|mess with|"
    r"deal with|know (?:nothing|nothin|anything|a thing) about|got (?:nothing|nothin) to do with)"
    r" (?:the |any |them |those |no )*(?:appointments?|appts?|scheduling|schedules?|times|citas?)\b"
    r"|\b(?:thats|that is|appointments? (?:is|are|aint)|its)(?: not| aint)? (?:not )?(?:me|my (?:department|job"
    r"|thing|area)"
    r"|through me|up to me)\b|\bnot (?:my (?:department|job)|through me)\b"
    r"|\bno (?:hago|manejo|doy|veo|llevo|agendo|se nada de) (?:(?:yo|las|esas|lo|de) )*citas?\b"
    r"|\b(?:las )?citas las (?:ve|hace|lleva|maneja|da|agenda|saca)n? [a-z]+"
    r"|\b(?:its|thats|that is|might be|must be|es|sera|seria) (?:(?:for|at|para|en) )?(?:the|our|la|nuestra) "
    r"(?:other|otra) (?:warehouse|building|location|facility|bodega|nave|planta)\b"
    r"|\bno soy (?:yo )?(?:el|la) (?:encargad[oa]|de las citas)\b|\ba mi no me toca\b"
    r"|\byo (?:nomas|solo|nada mas) (?:cuido|contesto|soy|estoy)\b"
)
_CLOSED = re.compile(
    r"\bclosed\b(?! (?:for|at) lunch)|\bno ?(?:body|one)s?\b(?: \w+){0,4}? (?:here|in|around|til|till|until|back)\b|"
    r"\b(?:not|aint|isnt|arent|havent|hasnt) (?:even )?open(?:ed)?\b|\bno han abierto\b|"
    r"\b(?:not|aint|isnt|arent|wont be) (?:\w+ )?(?:here|in|back)(?: yet| today| tomorrow| til| till| until|$)|"
    r"\b(?:gone|went|left) (?:home|for the (?:day|weekend|holiday))\b|\bshut down (?:for|til|till|until)\b|"
    r"\b(?:office|shipping|receiving|scheduling|appointments) (?:dont )?opens?\b|"
    r"\bcall (?:us |them )?back (?:then|after|at|on|tomorrow|(?:mon|tues|wednes|thurs|fri)day)\b|"
    r"\bafter hours\b|\bcerrad[oa]s?\b|\bno (?:abrimos|abren|abre|trabajamos|trabajan)\b|\bno (?:hay|esta) nadie\b|"
    r"\bnadie (?:\w+ ){0,3}?hasta\b|\bya se (?:fueron|fue)\b|\bno (?:esta|estan|llega|llegan) hasta\b"
)
_OPENING = re.compile(
    r"\b(?:opens?|opening|reopens?|open back up|leaves?|home|back(?: in)?|in|here|there|from|office|call\w*|try|check|"
    r"reach \w+|hours|start\w*|abr(?:en?|imos)|regres\w+|vuelv\w+|entran?|lleg\w+|llam\w+|marqu\w+|habl\w+|hasta|"
    rf"till?|until)\b(?: (?!{DAYS})[a-z]+){{0,4}}? "
    r"(?P<when>(?:(?:on|at|after|el|las?|a|by|come|around|despues de|not) )*"
    rf"(?:{DAYS}|noon|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|una|dos|tres|cuatro|cinco|seis|"
    rf"siete|ocho|nueve|diez|once|doce|\d{{1,2}})\b)"
)
_TILL = re.compile(r"(?:til|till|until|hasta)\b")
MAX_HOUR = 16  # letters of the rest of an hour: "forty five pm"
_EXTENSION = re.compile(
    r"\bext(?:ensi[oó]n)?\b(?: (?:oh|zero|one|two|three|four|five|six|seven|eight|nine|cero|un[oa]|dos|tres|cuatro|"
    r"cinco|seis|siete|ocho|nueve|ten|eleven|twelve|\w+teen|\w+ty|diez|once|doce|trece|catorce|quince|dieci\w+|veint\w+|"
    r"\w+enta|cien(?:to)?|\w+cient[oa]s|hundred|\d+)\b)*",
    re.I,
)
# An hour that is the facility's to give, whatever else it says of its hours.
_GIVES = re.compile(
    r"\b(?:any ?time|whenever|earliest|soonest|i (?:can|could)|we (?:can|could)|(?:can|could) (?:he|she|they|you)|"
    r"(?:le|les|lo) (?:puedo|podemos|doy|damos)|"
    r"(?<!no )(?:puedo|podemos) (?:el|a las?|recib\w+|hacer\w*)|cuando quiera|a cualquier hora)\b"
)
_SPELLS = re.compile(
    r"\b(?:want|need) me to spell\b|\b(?:should|can|do) i (?:need to )?spell\b|\ble deletreo\b"
)
_NAMED = re.compile(
    r"\b(?:ask for|talk to|speak (?:to|with)|get (?:ahold|a hold) of|call|reach|pregunte por|hable con|llam\w+ a)"
    r"(?: (?:mr|mister|miss|ms|mrs|don|dona|senor|senora|sr|sra))?"
    r" (?P<name>(?!the\b|a\b|an\b|our\b|my\b|your\b|his\b|"
    r"their\b|su\b|them\b|her\b|him\b|us\b|me\b|back\b|shipping\b|receiving\b|scheduling\b|"
    r"somebody\b|someone\b|in\b|on\b|at\b|after\b|you\b|la\b|el\b|los\b|las\b|it\b|that\b|this\b|tomorrow\b|monday\b|"
    r"tuesday\b|wednesday\b|thursday\b|friday\b|saturday\b|sunday\b|dispatch\b|whoever\b|office\b|over\b|there\b)[a-z]{3,})\b|"
    r"\b(?P<does>(?!he\b|she\b|who\b|that\b|it\b|they\b|nobody\b)[a-z]{3,}) (?:does|handles|schedules|runs|sets|makes) "
    r"(?:all )?(?:the |them|those |our )?(?:appointments?|scheduling|schedule|that)?\b|"
    r"\bcitas las (?:ve|hace|lleva|maneja|da|agenda|saca)n? (?P<ve>[a-z]{3,})\b|"
    r"\bpor (?P<por>(?!favor\b|donde\b|eso\b|que\b|ahi\b)[a-z]{3,}) (?:la|el) de (?:recibo|citas|embarques)\b"
)


_NO_ORDER = re.compile(
    r"\b(?<!if )(?:(?:p ?o|purchase order|order|load|shipment)s?(?: number)?|it|that|this|thats|its)"
    r"(?: (?:says|shows|here|it|that|its|was|is|got|has|have|been|being|all|already|just|like|showing|as|they|one|p|o"
    r"|on|my|end|in|the|system))* cancell?ed\b(?! (?:the (?:other|last)|last time))|"
    r"\b(?:they|yall|you(?: guys| all)?|office|company|people|dispatch\w*|broker|guy)(?: \w+){0,3}? "
    r"cancell?ed (?:it|that|this|the (?:order|load|po|p o|shipment))\b|"
    r"\b(?:la|esa|esta|el|ese) (?:orden|carga|pedido|po|p o)(?: (?:ya|la|lo|fue|esta|me|sale|aparece|como|aqui|que))* "
    r"cancel\w+|"
    r"\bcancelaron (?:la|esa|el|ese|esta) (?:orden|carga|pedido|po|p o)\b|"
    r"(?<!cita )\b(?:la|lo|esta|aparece|sale|quedo) (?:como )?(?:cancelaron|cancelad[oa])\b"
)
_NOT_CANCELLED = re.compile(
    r"\b(?:not|isnt|aint|wasnt|never|hasnt|no (?:esta|la|lo|fue))(?: been| got)? cancel\w+"
    r"|\b(?:no|nunca) (?:la |lo |esta |fue )+cancel\w+"
)


def says_cancelled(text: str) -> bool:
    """Whether the order is said to be cancelled, and no hour offered for it all the same."""
    told = words_of(text)
    if not _NO_ORDER.search(told) or _NOT_CANCELLED.search(told):
        return False
    return not ((proposes(text) or _GIVES.search(told)) and names_time(text))


_BY_US = re.compile(
    r"\b(?:y ?all|you(?: guys| all| people)?|ustedes)(?: (?:\w+ ){0,2}?)(?:did|cancel\w*|pulled|took)\b|"
    r"\b(?:your|su) (?:guy|man|boss|office|people|team|company|dispatch\w*|oficina|gente|jef[ea]|companer[oa])"
    r"(?: \w+){0,5}? (?:call\w*|cancel\w*|said|told|pulled|did|hablo|llamo|dijo)\b|"
    r"\b(?:from|de) (?:your|su) (?:office|side|end|oficina)\b|\b(?:lo|la) cancel\w+ ustedes\b"
)


def says_by_us(text: str) -> bool:
    """Whether it was our own office that cancelled: "no, y'all did it", "your guy Kevin called"."""
    return bool(_BY_US.search(words_of(text)))


def puts_us_through(text: str) -> str:
    """Whether the other side "offers" to put us through, or "does" so, or fetches somebody; empty where neither."""
    told = words_of(text)
    if _OFFERS_TRANSFER.search(told):
        return "offers"
    return "does" if transfers_us(text) or _FETCHES.search(told) else ""


def sends_elsewhere(text: str) -> str:
    """Why an appointment can't be spoken of here; empty where it can, or where an hour is offered all the same."""
    told = words_of(text)
    if says_cancelled(text):
        return NO_ORDER
    if is_by_email(text):
        return EMAIL
    if _PORTAL.search(told):
        return PORTAL
    if _IS_THERE.search(told):
        return IS_THERE
    is_offer = proposes(text) or _GIVES.search(told)
    if _NOT_THEIRS.search(told) and not (is_offer and names_time(text)):
        return CLOSED if _CLOSED.search(told) else NOT_THEIRS
    is_closed = _CLOSED.search(told) and not fits(text)  # "that's fine, but the other gate is closed"
    return CLOSED if is_closed and opening(_OUT_TODAY.sub(" ", told)) else ""


_IS_THERE = re.compile(
    r"\b(?<!if )(?<!when )(?<!once )(?<!in case )"
    r"(?:hes|shes|theyre|(?:he|she|they|(?:the|your|our) (?:truck|driver|guy))(?: is| are)?) "
    r"(?:(?:already|done|been) )+(?:right )?(?:here|inside|backed in|checked in|(?:in|on) (?:the|a) (?:door|dock)|"
    r"(?:get\w+ )?unload\w+)\b|"
    r"\b(?:he|she|driver|truck|guy) (?:already )?checked in(?: \w+){1,5} ago\b|"
    r"\b(?:theyre|were|we are|they are) unload\w+ (?:him|it)(?: right)? now\b|"
    r"\bya (?:esta|anda|lo tenemos|lo tengo|llego)(?: (?:el|su|la) (?:camion|chofer|troque\w*|traila))?(?: \w+)?"
    r" (?:aqui|aca|en (?:la rampa|el anden)|descargando)\b|"
    r"\bya llego (?:el|su) (?:camion|chofer|troque\w*)\b|\bya lo est(?:an|amos) descargando\b"
)
# "Ann ain't in today, this is Terry": somebody is.
_OUT_TODAY = re.compile(
    r"\b(?:not|aint|isnt|arent|wont be) (?:here|in|back) (?:today|yet)\b|\bno (?:vino|esta) hoy\b"
)


def is_by_email(text: str) -> bool:
    """Whether we are told to write an email."""
    return bool(_EMAIL.search(words_of(text)))


def without_extension(text: str) -> str:
    """The words without an extension ("extension twelve"), whose digits are no hour."""
    return _EXTENSION.sub("", text)


def extension(text: str, language: str) -> str:
    """The digits of an extension; empty where none is told."""
    found = _EXTENSION.search(text)
    return re.sub(r"\D", "", figures(plain(found[0]), language).replace(" oh", " 0")) if found else ""


def opening(text: str, whom: str = "") -> str:
    """The words that tell when somebody is in; empty where none do, or where that hour is offered.

    Of several those beside whom we are to ask: "we open at seven, Don Luis gets here at eight".
    """
    told = words_of(without_extension(text))
    found = [] if _GIVES.search(told) else list(_OPENING.finditer(told))
    starts = found[:1] + [
        each
        for before, each in pairwise(found)
        if not _TILL.match(told, each.start()) or each.start() - before.end() > MAX_HOUR
    ]  # "from six till two" is told once
    if not starts:
        return ""
    named = told.rfind(plain(whom)) if whom else -1
    after = [at for at, each in enumerate(starts) if each.start() > named]
    at = after[0] if after else len(starts) - 1
    end = starts[at + 1].start() if at + 1 < len(starts) else len(told)
    return " ".join(told[starts[at].start("when") : end].split()[:MAX_WHEN])


_LEAVES = (
    r"(?:go(?:es)? home|leaves?|gets? off|clock(?:s|ed)? out|close[sd]?|shuts?(?: down)?|(?:is|are|were|theyre) gone|"
    r"(?:se )?(?:vamos|van|va|salen?|salimos)|cierran?|cerramos)"
)
_STAYS = re.compile(
    r"(?P<no>\b(?:no ?(?:body|one)s?|none|not|aint|isnt|arent|wont|wasnt|no)\b(?: \w+){0,4}? )?"
    r"\b(?:here|there|in|around|open|esta|estan|estamos|abierto|aqui|alli)(?: \w+){0,2}? (?:til|till|until|hasta)\b|"
    rf"\b{_LEAVES} (?:(?:at|around|about|by|like|a|como|las?) )+(?!what\b)\w"
)


def stays_until(text: str) -> bool:
    """Whether an hour is the last at which somebody is in: "she's there til six"."""
    return any(not found["no"] for found in _STAYS.finditer(words_of(text)))


def says_closed(text: str) -> bool:
    """Whether nobody is in, so that the days named aren't those on which somebody is."""
    told = words_of(text)
    return bool(_CLOSED.search(told)) and not (proposes(text) or _GIVES.search(told))


def offers_to_spell(text: str) -> bool:
    """Whether an address would be spelled for us."""
    return bool(_SPELLS.search(words_of(text)))


def whom_to_ask(text: str) -> str:
    """The name of whoever is to be asked; empty where none is told."""
    found = _NAMED.search(words_of(text))
    return next((each for each in found.groups() if each), "").capitalize() if found else ""


# What is asked in so many words, whatever else is in them.


_ASKED = (
    (
        Topic.WHO,
        re.compile(
            r"\b(?:what|which) (?:company|outfit|brokerage|broker) (?:is|are|was|you|this|did)\b|"
            r"\bwhos (?:this|it|calling)\b|\bwho (?:is this|are you|you with|is calling|am i (?:talking|speaking))\b|"
            r"\bde (?:que|cual) (?:compania|empresa|broker)\b|\bquien (?:habla|es usted|me habla|llama)\b|"
            r"\bde parte de quien\b|\bwhat company\W*$|\bwhich company\W*$"
        ),
    ),
    (
        Topic.APPOINTMENT,
        re.compile(
            r"\bwhat(?:s| do| did| time do| time did| day do)? ?(?:you|yall|ya|u) (?:got|have|show\w*|book|set|put|"
            r"schedule\w*)(?: (?:it|him|that|this|us|them|her|me))*(?: down| set up| booked| scheduled)?(?: for"
            r"| at| as)?"
            r"(?: now| right now| currently)?\W*$|"
            r"\bwhat(?:s| is| was)? the (?:appointment|appt|time|date)\b|\b(?:which|what) (?:appointment|appt|time)\b"
            r"(?! (?:works|would|could|can|you want|do you want))|"
            r"\b(?:when|what time|what day)(?:s| is| are)? (?:he|she|it|they|that|this|yall"
            r"|you)(?: guys)? (?:down|booked|"
            r"scheduled|supposed|set)\b|\binstead of what\b|\b(?:a|para) (?:que|cual) (?:hora|dia) (?:la|lo|le"
            r"|me|nos)? ?"
            r"(?:tiene|tienen|es|era|quedo|esta|pusieron)\b|\b(?:cual|que) cita\b|\bcuando (?:es|era"
            r"|la tiene) (?:la cita)?|"
            r"\ben (?:vez|lugar) de que\b"
        ),
    ),
    (
        Topic.LOAD,
        re.compile(
            r"\b(?:what|which) (?:load|shipment|order) (?:is|are|was|you|this|did|number|do)\b|"
            r"\b(?:load|order|shipment) (?:number|num) (?:again|one more|is|was|do)\b|\b(?:cual|que) carga\b|"
            r"\b(?:gimme|give me|say|repeat|need) (?:that|the|your) (?:load|shipment|order) number\b"
            r"|\bnumero de (?:la )?carga\b|\bque se le ofrece\b|\ben que le (?:ayudo|sirvo)\b|\bwhat can i do for you\b"
        ),
    ),
    (
        Topic.PICKUP_NUMBER,
        re.compile(
            r"\b(?:whats|what is|i need|(?:you|ya|yall) (?:got|have)|gimme|give me|without)(?: \w+){0,3}? "
            r"(?:p ?o|po|purchase order|reference|ref|confirmation|pick ?up|delivery|bol|pro)"
            r"(?: (?:number|num|no|hon|sir|maam|on|for)\b|$)|\bnumero de (?:referencia|orden|confirmacion)\b|"
            r"\b(?:el|la) (?:p o|po|referencia|orden de compra)\b"
        ),
    ),
    (
        Topic.OTHER,
        re.compile(
            r"\b(?:what|which|whos the) (?:carrier|truck(?:ing)? ?(?:company|line)?)\b|\bwhose (?:load|freight)\b|"
            r"\bwhos the (?:customer|shipper|vendor|supplier)\b|\bde quien es (?:la|esa|esta) carga\b|"
            r"\bque (?:transportista|linea)\b"
        ),
    ),
)


def asked_outright(text: str) -> tuple[Topic, ...]:
    """The topics that are asked in so many words."""
    told = words_of(text)
    return tuple(topic for topic, pattern in _ASKED if pattern.search(told))


_DENIES = re.compile(
    r"\b(?:i|we) (?:didnt|did not|never|aint) (?:say|said|sayin|saying|tell|told|mean|agree)\b|"
    r"\b(?:thats|that is|that aint|its) not what i (?:said|meant|told)\b|\bthat aint what i (?:said|meant)\b|"
    r"\bi said .{3,60} not that\b|\b(?:yo )?(?:no|nunca) (?:le )?(?:dije|he dicho) (?:eso|que)\b|"
    r"\beso no (?:es lo que |fue lo que )?(?:le )?dije\b|\ble dije que .{3,60},? no que\b|"
    rf"^(?:(?:{FILLERS}) )*no(?: no)* i (?:was )?(?:just )?(?:askin\w*|said i)\b|"
    r"\b(?:appointment|appt|time|slot|window)s? (?:is |stays |(?:is )?still )?the same\b|"
    r"\bla cita (?:es la misma|sigue igual)\b"
)


def denies_saying(text: str) -> bool:
    """Whether what we made of the words before is taken back: "that's not what I said"."""
    return bool(_DENIES.search(words_of(text)))


_DEADLINE = re.compile(
    r"\b(?:need|have|got|gotta|want|like|must) (?:to )?(?:know|hear|an answer|a call)\b(?: \w+){0,3}? (?:by"
    r"|before)\b.*|"
    r"\b(?:let me know|tell me|call me back|get back to me|confirm\w*)(?: \w+){0,3}? (?:by|before) .*|"
    r"\b(?:necesito|tengo que|ocupo) saber\b(?: \w+){0,3}? antes de .*|\b(?:aviseme|digame|me avisa) antes de .*"
)


def deadline(text: str) -> str:
    """By when they want to know, in their words; empty where they don't say."""
    found = _DEADLINE.search(words_of(text))
    return found[0] if found else ""


_WHICH = re.compile(
    r"\bwhich (?:one|time|day|of (?:them|those|the)|(?:do|would|should|will|did) (?:you|yall|i|he|they))\b|"
    r"\b(?:is it|do you want|you want|yall want|want|should i put|que(?: \w+){0,2} (?:la|lo|le) pongo|"
    r"what(?:s| is) it gonna be|pick)\b[^.]*\bor?\b|"
    r"\b(?:what(?:s| is)? it gonna be|make up your mind|pick one|take your pick)\b|"
    r"\b(?:a )?cual (?:hora |de las? |quiere|prefiere|le|me|va|de los? )|\bentonces (?:a las )?\w+ o (?:a las )?\w+"
)


_OR_BY_MAIL = re.compile(r"\b(?:or|o)\b[^.;]{0,40}\b(?:e-?mail|correo)", re.I)


def offers_mail_too(text: str) -> bool:
    """Whether mail is another way beside what is offered: "Monday at one, or shoot an email to …"."""
    return bool(_OR_BY_MAIL.search(text))


_BRING = re.compile(r"\b(?:need(?:s)? to (?:bring|have|wear)|bring(?:s)?|traer|llevar)\b", re.I)
_NEEDED = re.compile(
    r"\b(?:he|she|they|the driver|driver|drivers|(?:he|she)'?s) (?:(?:also|just|still|really|gonna|will|'?ll) )*"
    r"(?:needs?(?! to (?:be|get|arrive|come|check|show|call|pull|back|make)\b)|"
    r"gott?a (?:have|bring|wear)|got to (?:have|bring|wear)|ha(?:s|ve) (?:got )?to (?:have|bring|wear)|"
    r"must (?:have|bring|wear)|(?:better|should) (?:have|bring|wear))\b|\bneeds? (?:a |an |his |her |their )?"
    r"(?:hard ?hat|vest|boots|steel|ppe|safety|straps|"
    r"chains|load (?:bars?|locks?)|bol|paperwork|id|license)\b|"
    r"\bhard ?hats?\b|\bsteel[ -]?toe\w*|\bsafety vest\b|"
    r"\b(?:necesita|tiene que|debe|ocupa) (?:traer|llevar|chaleco|casco|botas)\b|\bque (?:traiga|lleve)\b",
    re.I,
)


_DOCK = re.compile(r"\b(?:docks?|doors?|and[eé]n|rampa|muelle)\b", re.I)
_DOCK_TOLD = re.compile(
    r"\b(?:dock|door|bay|row|rampa|and[eé]n|muelle|puerta) (?:number |n[uú]mero )?"
    r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|twenty|[a-h]\b|"
    r"un[oa]|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|veint\w+)|"
    r"\b(?:back|front|side|north|south|east|west|main) (?:dock|door)\b(?! (?:is|'?s) (?:shut|closed))",
    re.I,
)
_ONLY_IF = re.compile(
    r"\b(?:if|in case|si) (?:he|she|they|it|anything|something|the (?:truck|driver)|your (?:driver|guy|truck)|"
    r"el chofer|llega|va a|viene)\b",
    re.I,
)


_NOTHING_BOOKED = re.compile(
    r"\b(?:don'?t|do not|ain'?t|not|can'?t) (?:even )?(?:have|got|show|see|find|seeing|showing|finding) "
    r"(?:me )?(?:an? |any |no )?(?:nothin[g']?|any ?thin[g']?|appointment|appt|booking|record|load)\b[^.,;]{0,25}"
    r"\b(?:number|booked|appointment|scheduled|on the (?:books|calendar|schedule)|here|system|"
    r"for (?:you|y'?all|that))\b|"
    r"\b(?:nothin[g']?'?s?|no (?:appointment|appt|booking))(?: is| was)?(?: booked| scheduled| set)?"
    r" (?:under|with|for|on|booked|scheduled)\b|\bgot (?:no|nothin[g']?) (?:appointment|booked|scheduled|under|with)\b|"
    r"\bno (?:tengo|me sale|me aparece|veo|hay) (?:nada|ninguna|una)?(?: cita)?(?: registrada| agendada)?"
    r" (?:con|a|bajo|de) (?:ese|este|el|su) n[uú]mero\b|\bno (?:tengo|hay|veo) (?:ninguna )?cita\b",
    re.I,
)


def says_nothing_booked(text: str) -> bool:
    """Whether there is no appointment of ours at the desk: "I don't show nothing booked under that number"."""
    return bool(_NOTHING_BOOKED.search(text))


def asks_which_dock(question: str) -> bool:
    """Whether a question of ours is which dock it is."""
    return bool(_DOCK.search(question))


def tells_dock(text: str) -> bool:
    """Whether a dock or a door is told."""
    return bool(_DOCK_TOLD.search(text))


def wants_call_only_if(text: str) -> bool:
    """Whether a call is wanted in a case that may not come: "if he's running late call me, Hank, at …"."""
    return bool(_ONLY_IF.search(text))


def asks_what_to_bring(question: str) -> bool:
    """Whether a question of ours is what the driver has to bring."""
    return bool(_BRING.search(question))


def tells_what_to_bring(text: str) -> bool:
    """Whether it is told what the driver has to bring or wear."""
    return bool(_NEEDED.search(text))


def asks_which(text: str) -> bool:
    """Whether we are to choose among what was offered: "so which one"."""
    return bool(_WHICH.search(words_of(text)))
