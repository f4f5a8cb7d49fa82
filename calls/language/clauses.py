"""Clauses that count by their words: what a deal depends on, why a truck is late, that it is there."""

import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from calls.language.asides import read_asides
from calls.language.number_words import plain
from calls.language.places import in_state
from calls.language.reading import Act, Expecting, Place, Reading

MAX_REASON = 200
MIN_CONDITION = 3  # words

# Words that a condition begins with wherever it stands.
_IF = (
    r"if (?!you (?:don'?t )?mind|you (?:ask|can|could) (?:me|tell|hear)|that's ok|anything|not\b|so\b|i'?m "
    r"wrong|i heard|it's all the same|we're still|that's a|you follow|i take\b|"
    r"you (?:can |could |'?ll )?(?:make it|find|give me|get me|come up|throw in|do|go)(?: me)? (?:a |an |"
    r"another )?(?:\$?\d|[a-z]+ (?:hundred|more|fifty)|"
    r"couple|hundred|hunt|[a-z]+ty\b|[a-z]+teen\b)|"
    r"i (?:may|can ask)|i'm (?:honest|being))|(?:as |so )?long as (?!i've|we've)|provided?(?: that)? |"
    r"provide it |providing|on condition|contingent on|assuming|subject to|with the understanding|in the "
    r"event|as soon as (?=you|they)|once (?=you (?:send|add|put)|i get|they)|(?:but )?only (?:if|when|with|"
    r"way)|unless"
)
_SI = (
    r"si (?:ya |todavia |aun )?(?:me|le (?!pon|dig|sub|damos|entr)|lo|nos|es|no|hay|ust\w+|tiene\w*|pued\w+|pag\w+|"
    r"carg\w+|sal\w+|"
    r"tu|el|ella|la|est\w+|va\w*|quit\w+|consig\w+|llev\w+|dan|da|pesa|quier\w+|cubr\w+|pon\w*|garanti\w+|"
    r"mand\w+)\b|siempre (?:y cuando|que)|con tal (?:de )?que|con la condicion|a menos que|mientras (?:me|"
    r"que|no|nos)|nomas que|con que (?:me|no|nos)|(?:solo|nada mas|nomas|unicamente) si|pero que|y que (?!me "
    r"(?:llam|marqu|habl))(?=no|me|pague|el|la)"
)
# What carriers ask for besides the price.
_EXTRA = (
    r"(?:lumpers?|lumber|detention|tension|layover|lay over|tonu|tolls?|tarp\w*|fuel|quick ?pay|same day|"
    r"permits?|scale tickets?|stops?|drops?|tracking|macro ?\w+|macaroni|app|in writing|rate con\w*|rake con|"
    r"no[- ]touch|hand unload|escorts?|advance|washout|unload\w*|pick ?up|delivery|appointment|friday|monday|"
    r"saturday|sunday|tomorrow|tonight|hours?|load (?:us|me|him|it)|first thing|in the morning|"
    r"parada|casetas|cita|detencion|chass?is|por escrito|lona|pago rapido|"
    r"mismo dia|push|hold me|apartar)"
)
_SURE = re.compile(
    rf"\b(?:{_IF}|{_SI}|plus (?=(?:an? |the |\$?\d|lumper|detention|fuel|tarp|one|two|fifty|"
    rf"twenty)[^.;]*\b{_EXTRA}\b))"
)
# And what it begins with beside a price, or where ours is taken with one.
_BESIDE = re.compile(
    rf"\b(?:(?:(?:and )?you (?:pay|cover|reimburse|eat|must|gotta)|plus|with|(?:and |but )?(?:i|we) "
    rf"(?:just |only )?(?:need|want|gotta have)|put|(?:just )?make sure|(?:but )?(?:i|we)'?d need|throw in|"
    rf"but (?:you|they|he)(?:'ve|'d)? "
    rf"(?:gotta|have to|got to|need to|must)|pero (?:necesito|ocupo|quiero|con|me)|y (?:usted|me) pagan?|"
    rf"con(?: el| la)?|mas(?: el| la)?|sin|(?:it'?s|its|it) (?:gotta|has to|got to|needs to) be) "
    rf"(?=[^.;,]{{0,40}}\b{_EXTRA}\b)|and (?=(?:the |a "
    rf")?(?:detention|lumper|tolls?|tonu|layover|quick pay|fuel|tarp|permits)\b)|no (?=(?:tracking|macaroni|"
    rf"macro\w*|touch|tarp|app)\b)|"
    r"pero ustede?s? (?=(?:\w+ )?(?:pon|pag|cubr|cruz)\w*)|"
    r"pero (?=(?:el|la|los|las) \w+ l[ao]s? (?:pon|pag|cubr|hac)\w*)|"
    r"they better|send me the rate con first|(?<!right )when (?=(?:you|they|he|appointment|the)\b)|that's with|mas "
    r"(?=[^.;]*\bpor cada\b)|que (?:pague|no me|me paguen|me carguen)|me la tienes que|(?:permits|lumper|"
    r"tolls|it) on you)"
)
_CONDITION_END = re.compile(
    r"[.;?!](?:\s|$)|,? (?:then|otherwise|or else|in case|and (?:i'll|ill|we'll|its a deal|it's a deal|"
    r"you'?ve? got|(?:i can|we can) )|entonces|porque|cause|because|cuz|you got (?:a|yourself) deal|its fine|"
    r"it's fine|i'm in|im in|yeah|yes\b|quedamos|(?:si )?(?:te|se|le) la \w+|le entro|la jalo|me la llevo)\b|"
    r", (?:i'll|i can|we'll|we can|i'd|i'm|no |okay|but|le|la|lo|si)\b"
)
_HYPOTHETICAL = re.compile(
    r"\b(?:what|see|wondering|wonder|ask(?:ing|ed)?|know|tell me|check|not sure|n't sure|ver|as|even|like|"
    r"said|say|dime|saber|quiza|contest\w+|dij\w+|dice\w*|pregunt\w+|do|does|did|live|happens) $|"
    r"\b(?:(?:necesito|quiero|ocupo) saber|(?:need|want) to know|wanna know) [^.;]*(?:y|and) $"
)
# "If you can get me to two thousand" is a price, no condition.
_OFFERS = re.compile(
    r"(?:only )?(?:if (?:you|y'?all|yall|u|i|we|it|that)|si (?:me|le|usted|ustedes|se))\b[^.;]{0,30}?(?:\$|"
    r"\b(?:hundred|thousand|grand|dollars|more|[a-z]+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|a mile|"
    r"per mile|mil|\w*cientos|quinientos|\d{3,})\b)"
)
_EXTRAS = re.compile(
    rf"\b(?:{_EXTRA}|over|under|less|weigh\w*|pesa|load\w*|minutes|drive|pounds|lbs|libras|than)\b"
)
_BARGAINS = (Act.COUNTERS, Act.AGREES_IF)


def read_conditions(words: str, said: str, acts: Collection[Act] | None = None) -> tuple[str, ...]:
    """The clauses that make what is said depend on something, in the caller's words.

    With what is done by saying it, more is one: "and you pay the lumper" beside a price.
    """
    found = _clauses(_SURE, words, said)
    if not found and acts is not None and any(act in acts for act in _BARGAINS):
        found = [each for each in _clauses(_BESIDE, words, said) if not wants_papers(plain(each))]
    if dropped := read_asides(words).dropped:
        names = (dropped, "condici", "condition")
        found = [each for each in found if not any(name in plain(each) for name in names)]
    return tuple(found)


# Where the papers go is no condition of a yes; that they come first is one.
_PAPERS = re.compile(
    r"\b(?:(?:i|we)(?:'?ll|'?d)? (?:just |gonna )?(?:need|want)|necesit\w+|ocupo|quiero)"
    r" (?:(?:that|the|a|your|my|la|el|su) )?(?:rate ?con\w*|confirmation|confirmacion)(?: \w+){0,3}? "
    r"(?:sent|e-?mailed|over|to|at|al?|en)\b"
)
_PAPERS_FIRST = re.compile(
    r"\b(?:first|before|until|till?|unless|if|within|asap|right (?:now|away)|hours?|minutes?|today|tonight|sign\w*|"
    r"in hand|primero|antes|hasta|si|ahorita|ya|hoy|hora|minutos|firmad\w+|lumper|detention|detencion|tonu|layover)\b"
)


def wants_papers(words: str) -> bool:
    """Whether all that is wanted is the rate confirmation, sent somewhere."""
    return bool(_PAPERS.search(words)) and not _PAPERS_FIRST.search(words)


# "What's the TONU if they cancel", "if they push me what do I get".
_ASK = (
    r"(?:what'?s|what (?:is|do|does|if|about(?! (?:\w+ ){1,5}plus\b)|happens)|"
    r"how (?:much|long|many|do|does)|who (?:do|does|pays)|is there|"
    r"do (?:i|we|you|they|y'?all) (?:get|pay|still)|does (?:it|that)|cuanto|que pasa|hay|quien|como le)"
)
_ASKED_BEFORE = re.compile(rf"\b{_ASK}\b[^.;,?]{{0,40}}$")
_ASKED_WITHIN = re.compile(rf"\w \b(?!(?:is there|hay)\b){_ASK}\b")
# A question, not a condition: "si me tienen parado o es aparte"; and "si no no", which names nothing.
_EITHER = re.compile(
    r"\b(?:o (?:es|no|va|eso|eso va|aparte)|or (?:is|not|no|do|does|what|how|are)|"
    r"(?:cita|appointments?|appts?)(?: (?:en|a|at|for|in)(?: \w+){1,2})? (?:o|or) "
    r"(?:(?:por|de|a|en) )?(?:orden|primer\w*|lleg\w+|first|fcfs|walk)|"
    r"(?:orden(?: de llegada)?|first come(?: first serve\w*)?|fcfs) (?:o|or) (?:(?:con|por|by) )?"
    r"(?:cita|appointment|appt))\b"
)
_NOTHING_SAID = re.compile(r"(?:si|no|pues|if|not|so|then| )+")


# What may stand before a "si" that says yes, and what follows one wherever it stands.
_LED = re.compile(
    r"(?:[ ,.¿¡]|\b(?:pues|pos|bueno|no|ay|ah|eh|ey|oiga|oye|mire|hola|buenas|claro|y|este|"
    r"ya (?:le|te|se lo) dij\w+)\b)*"
)
_REPORTED = re.compile(
    r"(?<!nomas )(?<!solo )\bque $"
)  # "que si me aparta la carga" asks, "dije que si" affirms
_AFFIRMED = re.compile(
    r"si (?:(?:senor|pues|ya|claro|oiga|mire|a mi)[ ,]+)*(?:esta (?:bien|correct\w+|perfect\w+|todo)\b|"
    r"es (?:correct|asi|eso|esa|ese|est[ae]|ciert)|me (?:sirve|funciona|interesa|conviene|gusta|late|cuadra)|"
    r"(?:me )?la (?:quier|tom|agarr|llev|hag|jal|acept|avient|muev)[oe]|ni |apenas |nomas |yo (?:no|ya|nunca) |"
    r"(?:le|te|se lo) (?:digo|dij\w+)|todavia (?:no|ando|estoy)|ya (?:me|lo|la|le|te|se lo) (?:dij\w+|habia\w*))"
)
_OTHERWISE = re.compile(
    r"si no,? (?:pues|pos|entonces|mejor)\b|"
    r"si no,? (?:(?:ya|yo|me|nos|le|les|la|lo|te)[ ,]+)*(?:(?:habl|llam|marc|busc|dej|"
    r"pas|sig|cuelg)o\b|voy|vamos|no\b|ni modo|gracias|adios)|"
    r"si no [^.;]*\botr[oa]s? (?:broker|compan|lad|gente|agenci)"
)
# What "si" needs to be an "if" at the very beginning: what others are to do, and what a load's deal may hang on.
_IF_SHAPED = re.compile(
    r"si (?:el|los|las|un|una|mi|su|no|hay|ustedes|puedo|pueden|consig\w+)\b.*, |"
    r"si (?:(?:ya|tambien|no|ustedes|usted|el \w+|los \w+|me|nos|lo|la|le|les) )+(?:(?:des)?carga|paga|cubre|da|"
    r"pone|espera|recibe|garantiza|suelta|quita|incluye|consigue|adelanta)n?\b(?=[^.;]*\b(?:lumper|detention|detencion|"
    r"tonu|layover|casetas?|tolls?|quick|rapido|diesel|combustible|fuel|adelanto|lona|tarps?|transfer|cruce|puente|"
    r"descarga|antes|temprano|tiempo|horas?|hoy|manana|lunes|martes|miercoles|jueves|viernes|sabado|domingo|"
    r"a las?|parada|dia|extra|aparte|escolta|espera)\b)"
)


def _is_yes(words: str, said: str, start: int) -> bool:
    """Whether a Spanish "si" is no "if": a yes, which recognizers write without its accent, a question, "or else"."""
    if words[start : start + 3] != "si ":
        return False
    if said[start + 1 : start + 2] in ("í", "Í"):
        return True
    before = words[:start]
    if _REPORTED.search(before) or _AFFIRMED.match(words, start) or _OTHERWISE.match(words, start):
        return True
    return bool(_LED.fullmatch(before)) and not _IF_SHAPED.match(words, start)


def _clauses(pattern: re.Pattern[str], words: str, said: str) -> list[str]:
    """The clauses that begin as a pattern says; each ends where something else is said."""
    found, position = [], 0
    while match := pattern.search(words, position):
        end = _CONDITION_END.search(words, match.end())
        stop = end.start() if end else len(words)
        is_asked = bool(_HYPOTHETICAL.search(words[max(0, match.start() - 40) : match.start()]))
        is_asked = is_asked or bool(_ASKED_BEFORE.search(words[: match.start()]))
        is_asked = is_asked or _is_yes(words, said, match.start())
        clause = words[match.start() : stop]
        is_asked = is_asked or bool(_ASKED_WITHIN.search(clause))
        is_asked = is_asked or bool(_EITHER.search(clause)) or bool(_NOTHING_SAID.fullmatch(clause.strip()))
        is_asked = is_asked or bool(_OFFERS.match(clause) and not _EXTRAS.search(clause))
        if not is_asked and len(words[match.start() : stop].split()) >= MIN_CONDITION - (pattern is _BESIDE):
            found.append(said[match.start() : stop].strip(" ,"))
            position = stop
        position = max(position, match.end())
    return found


# What holds a truck up.
_CAUSE = re.compile(
    r"\b(?:blew|blue a|blow ?out|blown|flat|tires?|turbo|traffics?|wreck\w*|rollover|accident|axe dent|"
    r"crash\w*|construction|weather|snow\w*|ice|icy|rain\w*|storm|fog|winds?|hail|flood\w*|tornado|hurricane|"
    r"blizzard|smoke|mechanical|engine|motor|def|deaf|regen|derat\w*|radiator|alternator|battery|brakes?|"
    r"transmission|hose|leak\w*|overheat\w*|road service|towed|toad|hit|backed into|quit|no room|don't have "
    r"room|out of hours|(?:out of|outta|no more|ran out of|run out of|finish) (?:hours|ours)|hours run out|"
    r"hours of service|my "
    r"(?:clock|ten|thirty four)|take my|reset|overs?lept|over slept|sleep|slept|sick|emergency|hospital|"
    r"labor|passed|detour|closed|close[sd]? the|"
    r"shut (?:down|the)|shut|backed up|border|customs|lost|pulled over|police|stuck|held (?:me|us|him|up)|"
    r"hold(?:s|ing)? "
    r"(?:me|us|him)|had me sitt?in\w*|eighty|hole in|sleet\w*|not cooling|found (?:a )?better|find better|"
    r"mule deer|deer|"
    r"bridge|reefer unit|didn't unload|pass to open|"
    r"missed (?:the|his|my) (?:exit|turn)|wrong (?:address|exit|turn|dock|ware ?house|place)|(?:fuel|water) "
    r"pump|belt|starter|clutch|axle|bearing|air ?(?:line|bag|leak)|airbag|sensor|gelled|froze|coolant|dpf|"
    r"injector|wheel|inspect\w*|weigh station|overweight|ticket|(?:took|taking|taken) (?:so long|forever|"
    r"their|them|him|me|\w+ hours)|short staffed|behind on|permits?|paperwork|doctor|dentist|family|baby|"
    r"funeral|died|eld|gps|fire|spill|train|parade|dispatch (?:sent|pulled|gave)|rescheduled|double ?book\w*|"
    r"thirty minute|ten hour|34|thirty four|"
    r"thirty-four|loaded (?:him|me|us|it) late|late (?:loading|getting "
    r"loaded)|slow|waited|line at|fuel(?:ing)?|previous (?:load|stop|delivery)|last (?:stop|drop|delivery|"
    r"receiver)|too much you|check engine|threw a code|my truck's (?:down|not)|"
    r"llantas?|trafico|accidente|choque|lluvia|nieve|nevada|tormenta|clima|mal tiempo|descompus\w+|averi\w+|"
    r"frenos|bateria|grua|revent\w+|ponch\w+|aduana|frontera|linea|revision|inspeccion|bascula|construccion|"
    r"desvio|cerra\w+|horas de servicio|acabaron las horas|descanso|me tuvieron|(?:se|me) tardaron|enferm\w+|"
    r"hielo|viento|manifestacion|bloqueo|reten|trono|zafo|llov\w+|"
    r"neblina|granizo|migra\w*|volc\w+|atorad\w+|varad\w+|detenid\w+|sin diesel|emergencia|cargaron tarde|"
    r"no (?:me|lo|le) (?:cargan|descargan|sueltan)|direccion|equivocad\w+|banda|turbo|alternador|radiador|"
    r"transmision|balatas?|fuga|fallo|fallando|le pegaron|cambio de aceite|dormido|"
    r"(?:got to|gotta|have to|need to|tengo que|hay que) (?:go )?"
    r"(?:unload|drop|deliver|pick ?up|get unloaded|descargar|entregar|dejar|bajar)(?: \w+){0,4}? "
    r"(?:first|before|primero|antes))\b"
)
_BECAUSE = re.compile(
    r"\b(?:because of|because|cause of|'?cause|cuz|due to|on account of|since (?=they|he|my|the)|that's why|"
    r"porque|es que|por (?=(?:el|la|un|una|los|las) (?!\d|tarde|manana|noche)))[ ,]*"
)
_TROUBLE = re.compile(
    r"\b(?:late|delayed|delay|running behind|runnin behind|behind|gonna miss|won't make|aint gonna make|"
    r"ain't gonna make|not (?:gonna|going to) make|"
    r"broke ?down|breakdown|blow ?out|broke|blew|flat|accident|wreck|stuck|tow(?:ed)?|dead|cancel\w*|give "
    r"(?:it |you )?back|shop|tarde|atras\w+|retras\w+|no voy a llegar|descompus\w+|ponch\w+|tirad[ao]|"
    r"cancel\w+)\b"
)
_DELAYS = (Act.LATE, Act.BROKEN_DOWN, Act.CANCELS)
# Answers that tell no reason.
_EVADES = re.compile(
    r"^(?:\W|uh\b|um\b|oh\b|well\b|yeah\b|no\b|hey\b)*(?:why\b|what\b|huh\b|que\?|who\b|where'?d?\b|does it|"
    r"talk (?:to|with)|ask\b|hang on|hold on(?! i can't)|"
    r"hold up|wait\b|one sec|give me|un momento|say (?:what|again|that)|come again|repeat|you'?d? (?:gotta|"
    r"have to|need to) (?:ask|talk|hear)|i (?:already|aint discuss|ain't discuss)|ya le dije|let me|you "
    r"caught|you don'?t want|could i|can (?:i|you)|alright i|thanks|im talking|i'?m talking|y'?all gonna|"
    r"yall gonna|how should|por eso)|\b(?:not late|ain'?t late|no voy tarde|on time|don'?t (?:honestly |"
    r"really )?(?:know|no)|no se por que|no idea|no clue|couldn'?t tell|can'?t tell|not sure|told you that|"
    r"said i was late|i was late|he'll be "
    r"there right|didn'?t tell me|ask (?:him|the|my)|preguntele|no le entendi)\b"
)
_OFF = (
    Act.REPEAT,
    Act.HOLDS,
    Act.UNSURE,
    Act.ON_TIME,
    Act.WANTS_PERSON,
    Act.LEAVES,
    Act.WRONG_LOAD,
    Act.WANTS_SPANISH,
)
_BREAK = re.compile(
    r"[.;!?,](?= |$)|\b(?:so|but|pero|asi que|that's why|and then|y|and (?=(?:i|i'm|he|we|they|it|im|that's|"
    r"now|your)\b)|(?=waiting\b|(?:(?:i'm|im|we're|were|i'll|ill) )?(?:gonna|going to|will|be) "
    r"(?:be )?(?:\w+ ){0,4}(?:late|behind)\b)|plain and)\b"
)
_LEAD = re.compile(
    r"^(?:(?:\W|uh|um|oh|well|yeah|sorry|sir|man|pues|mire|oiga|i'm gonna be late|late|because of|because|"
    r"'?cause of|'?cause|cuz|due to|on account of|"
    r"porque|es que|and|y|but|pero|tarde)\b[ ,]*)*"
)


def read_reason(
    words: str, said: str, expecting: Expecting = Expecting.NOTHING, acts: Collection[Act] = ()
) -> str:
    """Why it is late, in the caller's words: the clause with the cause; empty where nothing is late.

    Where the reason was asked for, whatever tells something is one.
    """
    is_asked = expecting == Expecting.REASON
    if not is_asked and not _tells_trouble(words, expecting, acts):
        return ""
    clauses = list(_parts(words))
    for start, end in clauses:
        if _CAUSE.search(words, start, end) and not (is_asked and _EVADES.search(words[start:end])):
            return _clipped(words, said, start, end)
    if because := _BECAUSE.search(words):
        end = next((end for start, end in clauses if end > because.end()), len(words))
        if end - because.end() > 1 and not _EVADES.search(words):
            return said[
                because.start() if words.startswith("por ", because.start()) else because.end() : end
            ].strip(" ,.")[:MAX_REASON]
    if (
        not is_asked
        or _EVADES.search(words)
        or any(act in acts for act in _OFF)
        or words.rstrip().endswith("?")
    ):
        return ""
    return next((clip for start, end in clauses if (clip := _clipped(words, said, start, end))), "")


def _tells_trouble(words: str, expecting: Expecting, acts: Collection[Act]) -> bool:
    """Whether a delay, a breakdown or a load given back is told."""
    if acts:
        return any(act in acts for act in _DELAYS)
    return expecting in (Expecting.PLACE, Expecting.TIME, Expecting.ANYTHING, Expecting.LOAD) and bool(
        _TROUBLE.search(words)
    )


def _parts(words: str) -> list[tuple[int, int]]:
    """The places of the clauses."""
    parts, start = [], 0
    for found in _BREAK.finditer(words):
        if found.start() > start:
            parts.append((start, found.start()))
        start = found.end()
    parts.append((start, len(words)))
    return parts


def _clipped(words: str, said: str, start: int, end: int) -> str:
    """A clause in the caller's words, without what only leads to it."""
    lead = _LEAD.match(words[start:end])
    start += lead.end() if lead else 0
    because = _BECAUSE.search(words, start, end)
    if because and not _CAUSE.search(words, start, because.start()):
        start = because.start() if words.startswith("por ", because.start()) else because.end()
    return said[start:end].strip(" ,.!?")[:MAX_REASON]


# Where another thought begins, in a line without a comma.
_THOUGHT = re.compile(
    r"[,.;?!]+ |\b(?=(?:and hey|hey|and tell|tell (?:em|them)|but|so|oh and|also|by the way|they|he's|i'm"
    r"|i ain't|anyway|pero|oiga|"
    r"y (?:ademas|tambien))\b)"
)


_CLAUSE = re.compile(r"[.?!;,]|\b(?:and|but|cause|because|so|y|pero|porque)\b", re.I)


def clause_around(heard: str, start: int, end: int) -> str:
    """The words from `start` to `end`, with the rest of their clause."""
    cuts = [each.span() for each in _CLAUSE.finditer(heard)]
    begins, ends = [0, *(cut for _, cut in cuts)], [*(cut for cut, _ in cuts), len(heard)]
    return heard[max(each for each in begins if each <= start) : min(each for each in ends if each >= end)]


def untold(reading: Reading, held: str, *said: str) -> list[str]:
    """The clauses of what a language model heard told as a fact, and that stands nowhere in what is held by now.

    A condition, a day, an hour, a town, a number, an address, somebody's name; `held` is all that is kept and said
    back, `said` how we say the day or the hour. Empty without a model: the rules keep what they hear.
    """
    if not reading.is_by_model:
        return []
    held, day, time, place = held.casefold(), reading.day, reading.time, reading.place
    found = [each for each in reading.conditions if each.casefold() not in held]
    held = " ".join((held, *reading.conditions)).casefold()
    spoken = (
        (reading.time_words, {f"T{time:%H:%M}", f'"{time:%H:%M}"', *said}) if time else ("", ()),
        (reading.time_words, {f"{day}", *said}) if day and not time else ("", ()),
        (reading.place_words, {place.city} if place else ()),
        (reading.phone, {reading.phone[-4:]}),
        *((each, ()) for each in reading.unread),
        *((each, ()) for each in (reading.driver, reading.person, reading.company, reading.email)),
        (reading.reason, ()),
    )
    for words, values in spoken:
        if words and not any(each.casefold() in held for each in (words, *values)):
            start = reading.text.casefold().find(words.casefold())
            clause = clause_around(reading.text, start, start + len(words)) if start >= 0 else reading.text
            found.append(clause)
    return [each.strip(" ,.?!") for each in found]


def thoughts(heard: str) -> Sequence[str]:
    """What is said, cut where another thought begins."""
    words = plain(heard)
    cuts = sorted({0, len(heard), *(found.start() for found in _THOUGHT.finditer(words))})
    return [heard[start:end].strip(" ,") for start, end in pairwise(cuts) if heard[start:end].strip()]


# At the stop that is talked about, in the words of people who name no town.
_AT_STOP = re.compile(
    r"\b(?:(?:i'm|im|i am|we're|we are|he's|he is) (?:already )?(?:here|there|parked|backed in)\b(?! in | by | at \d)|"
    r"already (?:here|there)\b|(?:backed|bumped) (?:in|into|up (?:to|against))\b|(?:in|at) (?:a |the )?(?:door|gate)\b|"
    r"(?:at|in) (?:the |their )?(?:shipper|receiver|facility|dock|warehouse|consignee|customer)\b|"
    r"(?:estoy|ando|estamos|andamos|aqui)(?: (?:ya|aqui|ahi|todavia|sigo))* (?:en|con) (?:el|la) "
    r"(?:recibidor|consignatario|cliente|embarcador|remitente|receiver|shipper|dock)\b|"
    r"ya llegue\b|ya (?:estoy|esta|estamos) (?:aqui|ahi)\b|"
    r"en (?:el|la) (?:muelle|bodega|almacen|instalacion|anden|rampa)\b)"
)
_NOT_YET = re.compile(
    r"\b(?:away|out from|from (?:the|there)|until|till|before|almost|nearly|not (?:yet )?(?:at|there|here)|"
    r"be (?:at|in|there|here)|todavia no|aun no|antes de|casi|no he llegado|"
    r"a las? [\w ]{1,40}? ya (?:estoy|estamos|ando))\b"
)
_CORRECTS = re.compile(
    r"^\W*(?:(?:oh|uh|um|ah|well|pues) )*(?:no|wait|sorry|actually|i mean|digo|perdon|espere)\b"
)


def corrected_to(place: Place, known: str, heard: str) -> Place | None:
    """The town, where it takes the place of the one that was known: "no wait, the other side, by Seymour"."""
    if not _CORRECTS.search(plain(heard)):
        return None
    _, _, state = known.partition(", ")
    return place if place.state or not state else in_state(place, state)


def says_arrived(heard: str) -> bool:
    """Whether somebody is at the stop that is talked about: "I'm here", "backed into door nine"."""
    words = plain(heard)
    return bool(_AT_STOP.search(words)) and not _NOT_YET.search(words)
