"""How it stands with a truck, told in one breath: what the classifier misses of it, mended by the words themselves.

It reads a turn as a whole, and a recognizer writes no commas: a question in the middle of it, or "I'm empty" before it,
is easily lost. Here what is told is held apart from what is asked. What is found by words alone and changes the whole
call stays doubtful: it is asked about. Pure.
"""

import re
from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal
from itertools import pairwise

from calls.language.clauses import read_reason
from calls.language.driver_questions import asked_amid
from calls.language.number_words import figures, languages_of, plain
from calls.language.osd import tells_of_freight_trouble
from calls.language.questions import (
    DAYS,
    MAX_LETTERS,
    Breath,
    asks_appointment,
    asks_load,
    is_asking,
    is_wish,
    names_time,
    offers,
    parted,
)
from calls.language.reading import NOISE, Act, Expecting, Listening, Question, Reading, Topic
from calls.language.time_words import clocks_in
from calls.language.times import OF_CLOCK, read_when
from calls.language.understanding import understand

_EMPTY = re.compile(
    r"\b(?:empt\w+|mt|vaci[oa]|deadhead\w*|bobtail\w*|unloaded|descargad[oa]|descargaron|clean and dry|"
    r"wash(?:ed)? ?out|swept out|(?:nothin[g']?|nada|no freight) (?:in|on|en) (?:\w+ )?"
    r"(?:it|her|there|here|back|box|trailer|wagon|van|caja|traila|remolque)\b)"
)
_LOADED = re.compile(
    r"\b(?:loaded|cargad[oa]|under (?:a|the|my|another)(?: other| last)? load|(?:got|have|with|traigo"
    r"|con) (?:\w+ ){0,4}(?:load|carga|freight)"
    r"(?= (?:still )?(?:on|in|encima|arriba|todavia|adentro)\b)|"
    r"(?:pallets|skids|pieces|tarimas) (?:still )?(?:on|left|encima|arriba))\b"
)
_EITHER = re.compile(r"\bloaded or empty|empty or loaded|cargado o vacio|vacio o cargado")
_BEING_UNLOADED = re.compile(
    r"\b(?:(?:almost|nearly|just about|half|ya mero|casi) (?:\w+ )?(?:empty|unloaded|vaci[oa]|descargad[oa])|"
    r"(?:being|gettin[g']?|get|still) unload(?:ed|in[g']?)|waitin[g']? to unload|unloadin[g']? (?:me|us|now)|"
    r"(?:they'?re|they are) (?:just |already |finally |still )?unloadin[g']? (?:me|us|him|her|the truck)|"
    r"(?:me|nos|lo) (?:estan|andan) (?:bajando|descargando))\b"
)
_BEING_LOADED = re.compile(
    r"\b(?:(?:being|getting|gettin'?) loaded|(?:loadin[g']?|startin[g']? (?:on|to load)) (?:me|us)|"
    r"(?:me|nos|lo) (?:estan|andan) (?:cargando|subiendo))\b"
)
_MAKES = re.compile(r"\b(?:can|could|should|will|'ll|gonna)(?: \w+){0,2} make (?P<clock>noon|midnight)\b")
# "Be about an hour", amid other things; "hour or so".
_LASTS = re.compile(
    r"\b(?<!hace )(?:be|takes?|in|another|bout|about|like|maybe|en|como|otra|una)"
    r"(?: (?:be|about|bout|like|another|maybe|in|como|una|otra))* "
    r"(?P<span>(?:an?|one|two|three|four|(?:a )?couple(?: of)?|half an?|ten|fifteen|twenty|thirty|forty(?: five)?|\d+) "
    r"(?:more )?(?:hours?|minutes?|hrs?|mins?)|media hora)\b"
    r"(?! (?:late|behind|ago|from|away|out|early|before|after|north|south|east|west|past|loads?|al? |tarde|ten|fifteen|"
    r"twenty|thirty|forty|fifty)\b)"
    rf"(?!{OF_CLOCK})|"
    r"^\W*(?:like |about |bout |maybe )?(?P<bare>hour|hr)(?= or so| maybe| tops|\W*$)"
)
_LOST = re.compile(r"\b(?:los[et]|losing|cost (?:me|us|him)|set (?:me|us|him) back|perd(?:i|io|imos))\b")
_DONE_BY = re.compile(
    r"\b(?:(?:be|get|getting|got) (?:out(?: of here)?|done|finished|unloaded|loaded|empty|released|rolling)|"
    r"(?:un)?loaded|done|out)(?: \w+)? (?:by|at|around|about|in)\b|"
    r"\b(?:termin|acab|desocup|sal)\w+ (?:\w+ ){0,3}?(?:a las?|como a|en)\b"
)
_DEPARTED = re.compile(
    r"\b(?:roll(?:in[g']?|ed out)|headin[g']?|headed|drivin[g']?|on (?:my|the|our) (?:way|road)|"
    r"left (?:out|there|the|at|this|last|yesterday|with)|"
    r"(?:i|we) (?:just |already )?left\W*$|pulled out|rodando|en camino|rumbo a|va para|"
    r"ya (?:sali(?:o|mos)?|voy|vengo|vamos))\b"
    r"(?! (?:in|into|up) (?:to )?(?:the|your|there))"
)
_TO_LEAVE = re.compile(
    r"\b(?:gonna|going to|gon|will|'ll|won'?t|about to|until|till|plan(?:nin[g']?)? (?:to|on)|voy a|vamos a|hasta)\b"
    r"(?: \w+){0,12}? (?:roll\w*(?! (?:in|up)\b)|leav\w+|head\w*|pull\w*(?! (?:in|up)\b)|get|salir|irme|arrancar)\b"
)
_LEAVES_AT = re.compile(
    r"\b(?:salgo|arranco|me voy|i leave|i'?m leavin[g']?|leavin[g']?|we leave)\b(?: \w+){0,3}? "
    r"(?:manana|tomorrow|tonight|a las?|at|in the)\b"
)
# "They're on lunch till one" is when somebody else begins, not when the truck is done.
_OTHERS_HOURS = re.compile(
    r"(?<!if it )(?<!if they )(?<!once it )(?<!when it )(?<!si )\b(?:lunch|break|closed|open(?:s|in[g']?|ed)?"
    r"|shift|lonche|almuerzo|comida|cerrad\w+|abr[ei]\w*|shut ?down|parked|asleep|parad[oa]|descans\w+)\b"
    r"(?: \w+){0,4}? (?:til|till|until|at|hasta|a las?)\b"
)
# "That one ain't till Sunday" is the appointment.
_NOT_DUE = re.compile(
    r"\b(?:(?:that|this) (?:one|load)|it|that|appointment|pick ?up|delivery|esa|la cita) "
    r"(?:ain'?t|isn'?t|is not|is n't|don'?t \w+|doesn'?t \w+|no es)(?: due)? (?:til|till|until|hasta)\b"
)
_NO_DOOR = re.compile(
    r"\b(?:haven'?t|hasn'?t|ain'?t|didn'?t|not|no|won'?t)\b(?: \w+){0,3}? "
    r"(?:given|give|gave|got|assign\w*|called|dan|dado|asign\w+|toca)(?: (?:me|us|it|a|una?|la|my))* "
    r"(?:door|dock|puerta|rampa|anden)\b"
)
_LAST_DAY = re.compile(r".*\b(?=(?:tomorrow|manana)\b)")
_ARRIVES = re.compile(
    r"\b(?:be (?:there|at|in)|gett?(?:in[g']?)? (?:there|in)|make it|arriv\w+|"
    r"there (?:by|at|around)|lleg\w+|estar\w*|estoy (?:alla|ahi|alli))\b"
)
_COMES = re.compile(
    rf"\b(?:gonna|going to|'?ll|will) be\b|\b(?:llego|llegamos|estoy llegando)\b|{_ARRIVES.pattern}"
)
_NUMBER_FAILS = re.compile(
    r"\b(?:number|numero)\b.{0,60}?(?:\bno (?:le |me |les |nos )?(?:sale|jala|sirve|aparece|existe|pasa|funciona)\w*|"
    r"\b(?:isn'?t|ain'?t|not|doesn'?t|don'?t|won'?t) (?:\w+ ){0,2}?"
    r"(?:in (?:the|their|there)|work\w*|show\w*|com(?:e|in[g']?) up|pull\w*|good|right|match\w*)\b|"
    r"\b(?:is )?(?:no good|bad|wrong)\b)"
)
_TO_COME = re.compile(
    rf"\b(?:{DAYS}|until|till?|gonna|going to|will|'ll|should|be|being|getting|about to|once|when|after|"
    r"before|if|then|ya mero|casi|almost|nearly|half|just about|(?:voy|va|vamos) a|estar|hasta|cuando|despues|"
    r"antes|was|were|had been|estaba|venia|iba)\b"
)
_TO_COME_AFTER = re.compile(
    rf" (?:by |in (?:an?|about|like|\w+ (?:hours?|minutes?))\b|(?:{DAYS}|only|later)\b|el \w+)"
)
_NOT = re.compile(
    r"\b(?:not|\w+n'?t|never|aun no|todavia no|no (?:voy|vengo|ando|estoy|va|viene|anda|esta))(?: \w+){0,2} $"
)
_PART = re.compile(r"[.,;:?!]+(?= |$)|\b(?:but|so|and|cause|hey|pero|y|pues|because|porque|though)\b")
_UNSURE = re.compile(
    r"\b(?:(?:hell|heck|damned|shit) if i know|wish i knew|search me|(?:how )?(?:would|should) i know\W*$|"
    r"beats me|idk|dunno|no (?:idea|clue|telling)|your guess|"
    r"who knows\W*$|couldn'?t tell you|hard to (?:say|tell)|"
    r"(?:don'?t|do not) (?:really |even |honestly )?"
    r"know(?! (?:if|about|the|that|him|you|what|no|who|where|any))|"
    r"no clue|no (?:me|nos) (?:han?|dicen|dijo|dijeron)(?: dicho)?(?: nada)?\b|"
    r"(?:they|nobody|no one|he|she)(?:'ve| have| has)? (?:ain'?t |haven'?t |hasn'?t |didn'?t |never )?"
    r"(?:said|told (?:me|us)) (?:nothin[g']?|anything|a thing)\b|"
    r"(?:they|nobody|he|she) (?:ain'?t|haven'?t|hasn'?t|didn'?t) (?:said|say|told|tell)\b(?: (?:me|us|yet))?\W*$|"
    r"ni idea|quien sabe|(?:sabra|sabe) dios|a saber|no (?:le )?se(?= (?:a que|cuando|cuanto|bien)|\W*$))"
)
_HOLDS = re.compile(
    r"\b(?:hold on|hang on|hold up|one (?:sec\w*|moment|minute)|(?:give|gimme)(?: me)? a (?:sec\w*|minute)|"
    r"(?:lemme|let me) (?:look|check|see)|wait (?:a|one) \w+|un (?:momento|segundo|momentito)|permitame|"
    r"espere\w*|deje(?:me)? (?:ver|checo))\W*$"
)
_DISPATCHES = re.compile(
    r"\b(?:this is (?:\w+ ){1,3}(?:in|at|from|with|over in|over at) (?:\w+ )?(?:dispatch|office)\b|"
    r"i'?m (?:actually )?(?:his|her|their|the|a)(?: \w+)? dispatcher|"
    r"i (?:do the dispatching|dispatch (?:for )?(?:him|her|them|this))|(?:yo )?(?:le|lo|la|les) despacho|"
    r"(?:i'?m|this is) (?:the|his|her) co ?driver|you can (?:talk to|ask|tell) me|i(?:'ve)? got the wheel|"
    r"i'?m (?:behind the wheel|driving)|yo (?:vengo|voy|ando) manejando|(?:puede|me puede) preguntar(?:me)? a mi|"
    r"(?<!no )(?:soy|habla) (?:\w+ ){0,3}?(?:dispatcher|despachador\w*|de despacho|del despacho))\b"
)
_KIN = (
    r"(?:wife|husband|mom|mother|dad|father|son|daughter|brother|sister|girlfriend|roommate|espos[oa]|mama|"
    r"papa|hij[oa]|herman[oa]|novia|mujer)"
)
_OTHERS_PHONE = re.compile(
    r"\b(?:(?:i'?m not|i am not|i ain'?t|this (?:ain'?t|is not|isn'?t)) (?:the driver|him|her)|"
    rf"(?:this is|i'?m|soy) (?:his|her|su|la|el) {_KIN}|"
    r"no soy (?:el|la) (?:chofer|conductora?|operadora?|driver)|"
    r"(?:left|forgot|dejo|olvido) (?:his|her|su|el) (?:phone|cell\w*|telefono|celular))\b"
)
_OTHER_DRIVER = re.compile(
    r"\b(?:swapped|switched|replaced) (?:him|her|me|them|(?:the )?drivers?)(?: \w+)?\b|"
    r"\bput (?:another|a different|a new) driver on\b|"
    r"\b(?:another|a different) driver(?:'s| has| is) (?:got|on|running|haulin[g']?|taking)\b|"
    r"\b(?:cambiamos|cambiaron) (?:de|al|el) (?:chofer|operador|driver)\b"
)
_LAST = r"(?:at|in|en|con) (?:the |my |his |her |a |el |la |su |un )?(?:last |other |previous |first )?"
_AT_RECEIVER = re.compile(
    rf"\b{_LAST}(?:consignee|receiver\w*|delivery|drop|consignatario|recibidor|entrega)\b(?! (?:appointment|at))"
)
_AT_SHIPPER = re.compile(
    rf"\b{_LAST}(?:shipper\w*|pick ?up|embarcador|remitente|recogida)\b(?! (?:appointment|at))"
)
_GIVES_BACK = re.compile(
    r"\b(?:not|\w+n'?t|cannot)\b (?:\w+ ){0,5}?(?:get|take|make|run|haul|pull|cover|do|pick(?: up)?) "
    r"(?:that|this|the|your|y'?all'?s) (?:load|one|freight)\b"
    r"(?! (?:on time|til\w*|until|before|by|today|till|there|at))|"
    r"\bno (?:\w+ ){0,4}?(?:llevar|recoger|jalar|mover|levantar)(?:me|la)? (?:esa|esta|la|su) carga\b"
)
_BROKEN = re.compile(
    r"\b(?:(?:truck|tractor|engine|motor|rig|unit|trailer|camion|troca) (?:just |has |done )?"
    r"(?:went into|quit|died|broke|is down|wo?n'?t|overheated|shut (?:off|down)|"
    r"se (?:me )?(?:descompuso|paro|apago))|(?:in|into) (?:a )?de ?rate|de ?rated\b|blew (?:a|an|my|the|out) \w+)"
)
_UPKEEP = re.compile(
    r"\b(?:oil change|maintenance|(?:a |the )?(?:pm|dot) (?:service|inspection)|truck ?wash|"
    r"cambio de aceite|mantenimiento|servicio)\b"
)
_NO_TROUBLE = re.compile(
    r"\b(?:nothin[g']?(?:'?s| is)? (?:wrong|happened|broke\w*)|not broke\w*(?: down)?|no breakdown|"
    r"(?:truck|tractor|rig)(?:'?s| is| runs| drives)(?: just| still)? (?:fine|good|ok|okay|great)|"
    r"(?:camion|troca|tractor) (?:si )?(?:jala|camina|anda bien|esta bien)|"
    r"no (?:le )?paso nada|no (?:esta|anda) descompuest[oa]|no hay (?:ningun )?problema)\b"
)
_MENDED = re.compile(
    r"\b(?:fixed|cleared|good now|rolling (?:again|now)|"
    r"(?:run|driv)(?:s|es|nin[g']?|in[g']?) (?:fine|good|okay|ok|great)|"
    r"back (?:up|on the road)|arregl\w+|repar\w+|"
    r"not (?:broke|broken))\b"
)
_DELIVERS = re.compile(
    r"\b(?:delivered|dropped(?! (?:my|the|an?) (?:trailer|box))|unloaded|emptied|entregu?\w+|descargu?\w+|"
    r"baj(?:e|aron))\b"
)
_ELSEWHERE = re.compile(
    r"\b(?:at|in) (?:the|my) (?:house|crib|motel|hotel|shop|dealer\w*|rest area|truck ?stop|scale\w*|weigh station)\b|"
    r"\bat (?:home|(?:the |a )?(?:love'?s|loves|petro|pilot|flying j|ta|buc-?ee'?s))\b|"
    r"\bwaitin[g']? (?:on|for) (?:my|a|another) (?:\w+ )?load (?:outta|out of|from|in|over)\b|"
    r"\ben (?:mi |la )?casa\b|\ben (?:el|un) (?:hotel|taller|truck ?stop|parador)\b"
)
_LOADED_UP = re.compile(
    r"\bya (?:me |lo |la )?(?:cargue|cargo(?! (?:manana|al rato|en|a las?)\b)|cargaron|"
    r"(?:estoy|esta) cargad[oa](?! con)|tra(?:e|igo) la carga|recogi|recogio|levante|levanto)\b|"
    r"\bl[ao] tra(?:e|igo) (?:cargad[oa]|arriba|encima)\b|"
    r"\b(?:i|we|he|she)(?:'ve| have|'s| has)? (?:already |just |done )*picked "
    r"(?:(?:it|that|this|her|that one|this one|(?:the|your|that) load) up|up(?: (?:it|that|(?:the|your|that) load))?)\b"
    r"(?! (?:at|in|another|my))|"
    r"\balready picked (?:it|that|this|that one|the load) up\b|"
    r"\b(?:(?:they|he|she) (?:already |just |finally )?(?:got (?:me|us) loaded|loaded (?:me|us|it|him|her))|"
    r"(?:i|we|he|she) got loaded)\b"
    r"(?! (?:late|wrong|with))"
)
_TURNED_AWAY = re.compile(
    r"\b(?:turned|sent) (?:me|us) (?:away|back)|"
    r"\b(?:order|load|freight|carga) (?:ain'?t|isn'?t|is not|won'?t be|no (?:va a )?esta\w*) "
    r"(?:ready|list[oa])\b"
)
_GONE = re.compile(
    r"\bya (?:(?:la|lo|esa|ese|esta) )?(?:(?:la|lo) )?(?:tire|entregue|descargue|baje|deje)\b|"
    r"\b(?:that one|that load|it)(?: is|'?s)? (?:already |been )(?:delivered|dropped|unloaded|off)\b|"
    r"\b(?:they )?got (?:me |it )?unloaded\b(?! (?:by|at|before|until|first))"
)
_SET_AT = re.compile(
    r"\b(?:(?P<set>set|set ?point|puest[oa]|puse|"
    r"debe (?:ir|estar|andar)|(?:supposed to|should) be)|(?P<again>digo|i mean)|"
    r"(?:box|re+fer|temp\w*|unit|termo)(?:'?s| is)?(?: (?:already|now|down|up))*(?: to)?(?= \d)|termo(?= a \d)|"
    r"(?:subio|bajo|marca\w*)(?= (?:a )?\d)|running|reading|showin[g']?|sayin[g']?|reefers?(?: is|'s)? at|"
    r"corriendo|(?:va|viene|anda|trae|traigo)(?= (?:a|en)\b))"
    r"(?: is| it| her|'s)?(?: at| to| on| a| en)? "
    r"(?P<minus>(?:minus|negative|menos|-) ?)?(?P<value>\d{1,2})\b"
    r"(?P<below>(?: (?:degrees?|grados?|fahrenheit))* (?:below(?: (?:zero|0))?|bajo (?:cero|0))\b)?"
    r"(?! ?(?::|am\b|pm\b|o'clock|minutes|hours|miles|late|behind|mph|minutos|horas|millas))"
)
_OF_REEFER = re.compile(
    r"\b(?:re+fer\w*|(?:box|unit)(?:'?s| is)(?: already| now)? (?:down|up|at|running|reading)|"
    r"pulp\w*|continuous|cycl\w+|sealed|set ?point|temp\w*|grados|degrees|thermo\w*|termo)\b"
)
_CLAUSE = re.compile(
    r"[,.;?!]+ |\b(?=(?:but|so|because|cause|'cause|alright|then|put me|im|i'm|i|we|they|he's|pero|porque|"
    r"asi que|entonces|y de|voy|vamos|llego|hang|hold|my|(?<!my )(?:truck|trailer))\b)"
)


def says_content(told: str) -> str | None:
    """What is in the trailer at this moment: "empty", "loaded", "" while it is being emptied; None where nothing tells.

    The first clause that speaks of now counts: "I'm loaded with theirs but Tuesday I'm empty" is loaded.
    """
    words = plain(told)
    if _EITHER.search(words):
        return None
    if is_being_unloaded(words):
        return ""
    for clause in _PART.split(words):
        for pattern, content, other in ((_EMPTY, "empty", "loaded"), (_LOADED, "loaded", "empty")):
            if not (state := pattern.search(clause)):
                continue
            before = clause[: state.start()]
            if _NOT.search(before):
                return other
            if not (_TO_COME.search(before) or _TO_COME_AFTER.match(clause, state.end())):
                return content
    return None


def is_being_unloaded(heard: str) -> bool:
    """Whether the trailer is being emptied at this moment."""
    return bool(_BEING_UNLOADED.search(plain(heard)))


def has_departed(heard: str) -> bool:
    """Whether the truck is under way, from wherever it was loaded."""
    return bool(_DEPARTED.search(plain(heard)))


def says_arrival(heard: str) -> bool:
    """Whether it is told when the truck is there: "I'd be there like two"."""
    return bool(_ARRIVES.search(plain(heard)))


def is_to_leave(heard: str) -> bool:
    """Whether the truck is still to leave where it stands: "gonna roll out at four"."""
    return bool(_TO_LEAVE.search(plain(heard)))


def says_done_by(heard: str) -> bool:
    """Whether it is told when the truck is done where it stands: "I'll be out by one"."""
    return bool(_DONE_BY.search(plain(heard)))


def number_fails(heard: str) -> bool:
    """Whether a number that they were given is refused: "the pickup number isn't in their system"."""
    return bool(_NUMBER_FAILS.search(plain(heard)))


def is_elsewhere(heard: str) -> bool:
    """Whether the truck stands at home, at a truck stop or in a shop, and so not where it is to be."""
    return bool(_ELSEWHERE.search(plain(heard)))


_DRIVES = re.compile(
    r"\bstill (?:\w+ )?(?:drivin[g']?|rollin[g']?|out (?:by|at|on|near|past)|on (?:the road|my way))\b|"
    r"\b(?:drivin[g']?|rollin[g']?) still\b|"
    r"(?:\b(?:he|she|i|we|they)(?: am| is| are)|(?:i|he|she|we|they)'?(?:m|s|re)) (?:\w+ )?on the "
    r"(?:road|freeway|highway|interstate|turnpike)\b|"
    r"\b(?:voy|vengo|va|viene|anda|ando)(?: \w+)? (?:manejando|rodando|en (?:el )?camino|en la carretera)\b|"
    r"\b(?:todavia|aun|sigo) (?:manejando|rodando|en camino|en la carretera)\b"
)


def is_driving(heard: str) -> bool:
    """Whether the truck is said to be on the road still, to somebody who took it to be at its stop."""
    return bool(_DRIVES.search(plain(heard)))


def says_loaded_up(heard: str) -> bool:
    """Whether the truck was loaded: "they got me loaded"."""
    return bool(_LOADED_UP.search(plain(heard)))


def says_delivered(heard: str) -> bool:
    """Whether the load that is asked about is said to be off the truck: "ya la tiré"."""
    return bool(_GONE.search(plain(heard)))


def is_being_loaded(heard: str) -> bool:
    """Whether the trailer is being filled at this moment."""
    return bool(_BEING_LOADED.search(plain(heard)))


def is_unsure(heard: str) -> bool:
    """Whether somebody doesn't know: "beats me"."""
    return bool(_UNSURE.search(plain(heard)))


def ends_in_hold(heard: str) -> bool:
    """Whether the last words ask us to wait."""
    return bool(_HOLDS.search(plain(heard)))


def dispatches(heard: str) -> bool:
    """Whether the speaker is the dispatcher, who can be asked as well as the driver."""
    return bool(_DISPATCHES.search(plain(heard)))


def is_others_phone(heard: str, name: str) -> bool:
    """Whether somebody else has picked up the phone of the driver of that name."""
    words, first = plain(heard), plain(name).split()[:1]
    denied = first and re.search(
        rf"\b(?:this (?:ain'?t|is not|isn'?t)|i'?m not|i ain'?t|no soy|no es|no habla) {re.escape(first[0])}\b",
        words,
    )
    return bool(denied or _OTHERS_PHONE.search(words))


def has_other_driver(heard: str) -> bool:
    """Whether the load was given to another driver of the same company."""
    return bool(_OTHER_DRIVER.search(plain(heard)))


def is_at_other_end(heard: str, *, is_pickup: bool) -> bool:
    """Whether the truck stands where freight is taken off, of a pickup; of a delivery, where it is loaded."""
    words = plain(heard)
    if is_pickup:
        return bool(_AT_RECEIVER.search(words) or _BEING_UNLOADED.search(words))
    return bool(_AT_SHIPPER.search(words) or _BEING_LOADED.search(words))


def gives_back(heard: str) -> bool:
    """Whether a load is given back."""
    return bool(_GIVES_BACK.search(plain(heard)))


def trouble(heard: str) -> str:
    """From where on a truck's trouble is told; empty where none is, or it is over."""
    words = plain(heard[:MAX_LETTERS])
    found = _BROKEN.search(words)
    return heard[found.start() :] if found and not _MENDED.search(words) else ""


_OTHERS_TRAILER = re.compile(
    r"\b(?:their|the shipper'?s|the customer'?s|y'?all'?s|your) (?:\w+ )?(?:trailer|chassis|box)\b|"
    r"\b(?:trailer|chassis|box|caja|remolque|chasis) (?:that )?(?:they|you|y'?all|que me|que quieren|que)"
    r"(?: (?:want|wants|gave|give|got|assigned|dieron|dan|quieren|asignaron))\b"
)
_NO_BREAKDOWN = re.compile(
    r"\b(?:(?:check )?engine (?:light|code)|luz del? (?:motor|check\w*|tablero)|"
    r"(?:reefer|thermo\w*|termo|unit) .{0,25}?\b(?:alarm\w*|code|fault|codigo)|"
    r"(?:got|was|were) (?:hit|rear ?ended|sideswiped)|"
    r"(?:hit|sideswiped|backed into|bumped) (?:me|my|us|him)|fender bender|"
    r"(?:me|nos|lo) (?:pego|pegaron|choco|chocaron)|police report|"
    r"(?:door|puerta)s? .{0,25}?(?:won'?t|wont|doesn'?t|no) (?:close|shut|latch|cierra\w*)|"
    r"(?:seal|sello) (?:se |is |was |got |it )?(?:rompio|broke\w*|roto|cut|missing)|"
    r"(?:flats?|flat tires?|mud ?flap|llantas? (?:baja|ponchada)s?)\b)"
)


_BUSY = re.compile(r"\b(?:can'?t|cannot|can not) (?:really )?talk\b|\bno puedo hablar\b")


def cannot_talk(heard: str) -> bool:
    """Whether somebody can't talk now: "can't talk, I'm in an inspection"."""
    return bool(_BUSY.search(plain(heard)))


def is_others_trailer(heard: str) -> bool:
    """Whether the trailer that is spoken of isn't on their truck: "the one they want me to pull has two flats"."""
    return bool(_OTHERS_TRAILER.search(plain(heard)))


def tells_trouble(heard: str) -> bool:
    """Whether something is wrong that needn't stop the truck: an engine light, a bump, an alarm, a broken seal."""
    words = plain(heard)
    return bool(_NO_BREAKDOWN.search(words)) and not _MENDED.search(words)


def denies_trouble(heard: str) -> bool:
    """Whether a breakdown that was understood is denied: "nothing's wrong, it's an oil change"."""
    words = plain(heard)
    return bool(_NO_TROUBLE.search(words)) and not trouble(_NO_TROUBLE.sub(" ", words))


def of_delivery(told: str) -> tuple[str, str]:
    """What stands before the last word of delivering, and what stands from there on; both empty without one."""
    found = list(_DELIVERS.finditer(plain(told)))
    return (told[: found[-1].start()], told[found[-1].start() :]) if found else ("", "")


def degrees_told(told: str, heard: str, *, is_asked: bool) -> tuple[Decimal | None, Decimal | None]:
    """What a reefer reads, and what it is set to, told beside what else is heard: "sealed, set at thirty four"."""
    words, degrees = plain(told), dict[bool, Decimal]()
    for found in _SET_AT.finditer(figures(words, languages_of(words, "en")[0])):
        value = Decimal(found["value"]) * (-1 if found["minus"] or found["below"] else 1)
        if found["again"] and degrees:
            degrees[list(degrees)[-1]] = value  # "two, I mean minus ten"
        elif not found["again"]:
            degrees.setdefault(bool(found["set"]), value)
    is_of_reefer = is_asked or bool(_OF_REEFER.search(plain(heard)))
    return (degrees.get(False), degrees.get(True)) if is_of_reefer else (None, None)


def clauses(said: str) -> list[str]:
    """The clauses, which together are all of it."""
    words = plain(said)
    cuts = sorted({0, len(said), *(found.end() for found in _CLAUSE.finditer(words))})
    return [said[start:end] for start, end in pairwise(cuts)]


MIN_MIXED = 5  # words from which on something may be told and asked in one turn
MIN_TOLD_BESIDE = 3  # words beside a question, for something to be told by them
MAX_REASON_WORDS = 12  # what is longer is cut to its causes
MAX_TRIMMED = 60  # words; more is kept as it was said
# Said beside "hold on" without meaning anything by it; "let me ask my driver" waits for him.
SMALL_TALK = frozenset({Act.YES, Act.NO, Act.UNSURE, Act.WAITING, Act.ASK_OTHER})
# What else is heard in the middle of a turn; the rest would be a guess.
HEARD_AMID = (Topic.ADDRESS, Topic.APPOINTMENT, Topic.DETENTION, Topic.PICKUP_NUMBER)


def mended(
    meant: Reading, listening: Listening, *, asks_content: bool, callee: str, has_reefer: bool
) -> Reading:
    """The reading, with what the words tell beyond it."""
    heard = meant.text[:MAX_LETTERS]
    breath = parted(heard)
    meant = _told_alone(_with_questions(meant, breath, listening), breath, listening)
    acts = _Acts(meant)
    if asks_content and (content := says_content(breath.told)) is not None:
        acts.drop(Act.EMPTY, Act.LOADED)
        if content:
            acts.add(Act(content))
    if has_other_driver(heard):
        acts.drop(Act.WRONG_LOAD)
        acts.add(Act.ASK_OTHER)
        meant = replace(meant, place=None, time=None, day=None)
    is_over = _UPKEEP.search(plain(heard)) or _MENDED.search(plain(heard))
    if (is_over and not trouble(heard)) or denies_trouble(heard):
        acts.drop(Act.BROKEN_DOWN)
    meant = _by_whom(meant, acts, callee)
    if _TURNED_AWAY.search(plain(heard)):
        acts.add(Act.LATE)
        meant = replace(meant, reason=meant.reason or heard)
    if is_elsewhere(heard) or is_driving(heard):
        acts.drop(Act.WAITING, Act.CHECKED_IN)
    if breath.questions:  # "any place to park if they hold me" tells of no waiting
        acts.drop(*({Act.WAITING, Act.CHECKED_IN} & acts.unsure))
    if _TO_LEAVE.search(plain(heard)):
        acts.drop(Act.CHECKED_OUT)  # "gonna shut down for the night and roll out at four"
    if _NO_DOOR.search(plain(heard)):
        acts.add(Act.WAITING)
    meant = _without_others_times(meant, listening)
    if asks_load(heard):
        acts.drop(Act.WRONG_LOAD)  # who asks which load it is can't know yet
    if is_unsure(heard):
        acts.add(Act.UNSURE)
    meant = _with_arrival(meant, breath, listening)
    osd = heard.strip() if tells_of_freight_trouble(heard) else ""
    if osd:
        acts.drop(Act.WRONG_LOAD)  # "they refused the load, says it's the wrong product"
    is_asked = listening.expecting == Expecting.TEMPERATURE
    is_reefer = has_reefer or is_asked or bool(_OF_REEFER.search(plain(heard)))
    reefer = degrees_told(breath.told, heard, is_asked=is_asked) if is_reefer else (None, None)
    meant = _with_trouble(meant, acts, listening)
    if Act.DELIVERED in acts.done:
        meant = _with_delivery(meant, breath, listening)
    return replace(
        meant,
        acts=tuple(acts.done),
        spans=((0, len(heard)),) * len(acts.done),
        unsure=frozenset(acts.unsure & set(acts.done)),
        reason=_brief(meant.reason),
        temperature=_temperature(meant, breath, reefer),
        set_temperature=reefer[1],
        osd=osd,
    )


def is_pause(meant: Reading) -> bool:
    """Whether it ends in asking us to wait, and tells nothing else."""
    holds = meant.has(Act.HOLDS) or (ends_in_hold(meant.text) and not meant.is_by_model)
    return holds and not (set(meant.acts) - NOISE - SMALL_TALK or meant.questions or meant.tells_fact)


def words_of_time(meant: Reading, listening: Listening) -> str:
    """The clauses that name the time, in the caller's words; all of it where they can't be told from the rest."""
    said = meant.text.strip()
    is_trimmed = meant.time is not None and len(said.split()) <= MAX_TRIMMED
    if not is_trimmed or _when(said, listening)[1] != meant.time:
        return said
    parts = clauses(said)
    for cut in (slice(None, -1), slice(1, None)):
        while len(parts) > 1 and _when("".join(parts[cut]), listening)[1] == meant.time:
            parts = parts[cut]
    return "".join(parts).strip(" ,.;")


def _without_others_times(meant: Reading, listening: Listening) -> Reading:
    """Without a time at which the truck leaves, or somebody comes back from lunch; of two days the last counts."""
    words = plain(meant.text)
    if meant.time is None and meant.day is None:
        return meant
    told = figures(words, languages_of(words, listening.language)[0])
    if meant.time and (bare := _COUNTED.sub(" ", told)) != told:
        meant = replace(meant, time=_when(bare, listening)[1])
    is_leaving = _TO_LEAVE.search(words) or _LEAVES_AT.search(words)
    if (is_leaving or _NOT_DUE.search(words)) and not _ARRIVES.search(words):
        return replace(meant, time=None, day=None)
    if _OTHERS_HOURS.search(words):
        own = "".join(each for each in clauses(meant.text) if _ARRIVES.search(plain(each)))
        day, moment = _when(own, listening) if own else (None, None)
        return replace(meant, day=day, time=moment)
    if meant.time and "today" in words and (last := _LAST_DAY.match(words)):
        day, moment = _when(meant.text[last.end() :], listening)
        return replace(meant, day=day, time=moment) if moment else meant
    return meant


# "They're on pallet six of twenty two."
_COUNTED = re.compile(
    r"\b(?:pallets?|skids?|cases?|tarimas?|cajas?|exit|salida|mile ?marker) \d+(?: (?:out )?(?:of|de) \d+)?\b"
)


class _Acts:
    """The acts of a reading, as they are mended."""

    def __init__(self, meant: Reading) -> None:
        self.done, self.unsure = list(meant.acts), set(meant.unsure)

    def add(self, act: Act, *, is_sure: bool = True) -> None:
        """Done, too; what was sure stays so."""
        if is_sure:
            self.unsure.discard(act)
        elif act not in self.done:
            self.unsure.add(act)
        if act not in self.done:
            self.done.append(act)

    def drop(self, *gone: Act) -> None:
        """Not done."""
        self.done = [act for act in self.done if act not in gone]


_TELLS_WHERE = re.compile(
    r"\b(?:he|she|they|el|ella)(?:'?s| is|'?re| are| anda| esta| va)\b|"
    r"\b(?:viene|anda|va) (?:\w+ )?(?:por|en|llegando|pasando)\b"
)


def _with_trouble(meant: Reading, acts: _Acts, listening: Listening) -> Reading:
    """With a breakdown or a load given back; a breakdown is sure where the ear hears it too, by itself."""
    reason = meant.reason
    if broken := trouble(meant.text):
        clause = understand(broken, listening)
        if Act.BROKEN_DOWN not in acts.done or len(reason.split()) > MAX_REASON_WORDS:
            reason = clause.reason or reason
        acts.add(Act.BROKEN_DOWN, is_sure=clause.is_sure_of(Act.BROKEN_DOWN))
    if meant.time is None and gives_back(meant.text) and Act.CANCELS not in acts.done:
        acts.add(Act.CANCELS, is_sure=False)
        reason = reason or read_reason(plain(meant.text), meant.text, listening.expecting, acts.done)
    return replace(meant, reason=reason)


def _by_whom(meant: Reading, acts: _Acts, callee: str) -> Reading:
    """What is left of it where somebody else than the driver answers: where they sit isn't where the truck is."""
    heard = meant.text[:MAX_LETTERS]
    is_others, tells_where = is_others_phone(heard, callee), bool(_TELLS_WHERE.search(plain(heard)))
    if dispatches(heard):
        acts.drop(Act.ASK_OTHER, Act.WRONG_NUMBER)
        return replace(meant, place=None) if is_others and not tells_where else meant
    if not is_others:
        return meant
    acts.add(Act.ASK_OTHER)
    is_known = tells_where and Act.WRONG_NUMBER not in acts.done
    return replace(meant, name="", place=meant.place if is_known else None)


def _with_arrival(meant: Reading, breath: Breath, listening: Listening) -> Reading:
    """With when the truck is there or done, where other words than a time tell it: "makes it eight", "an hour out"."""
    heard, is_way = meant.text[:MAX_LETTERS], listening.expecting in (Expecting.PLACE, Expecting.TIME)
    words = plain(heard)
    at = replace(listening, expecting=Expecting.TIME)
    is_others = bool(_TO_LEAVE.search(words) or _OTHERS_HOURS.search(words))
    if meant.time is None and says_done_by(words) and not is_others:
        meant = replace(meant, time=_when(breath.told, at)[1])
    if meant.time is None and is_way and (makes := _MAKES.search(words)):
        meant = replace(meant, time=_when(f"at {makes['clock']}", at)[1])
    if is_others or _LOST.search(words):
        return meant
    if meant.time is None and listening.expecting == Expecting.PLACE and (comes := _COMES.search(words)):
        # "Gonna be early like one o'clock, reckon they can take me before five."
        told = words.partition(plain(asked_amid(heard, listening.language)) or "\n")[0]
        is_clear = "@" in clocks_in(told[comes.start() :], listening.language, is_clear=True)
        meant = replace(meant, time=_when(told[comes.start() :], at)[1] if is_clear else None)
    if meant.time is None and is_way and (lasts := _LASTS.search(words)):
        meant = replace(meant, time=_when(lasts["span"] or "an hour", at)[1])
    return meant


def _with_delivery(meant: Reading, breath: Breath, listening: Listening) -> Reading:
    """With the day of the delivery: "loaded it Friday and dropped it yesterday" is yesterday."""
    listening = replace(listening, expecting=Expecting.TIME)
    before, since = of_delivery(breath.told)
    if meant.day is None and meant.time is None:
        day, moment = _when(since, listening)
        is_over = day is not None and day <= listening.now.date() and (not moment or moment <= listening.now)
        return replace(meant, day=day, time=moment) if is_over else meant
    day, moment = _when(since, listening)
    return replace(meant, day=day, time=moment) if day and _when(before, listening)[0] else meant


def _with_questions(meant: Reading, breath: Breath, listening: Listening) -> Reading:
    """With the questions in the middle of it, and without those that nothing in the words asks."""
    is_told = listening.expecting == Expecting.TEMPERATURE and meant.temperature is not None
    is_answer = is_told and meant.asks(Topic.TEMPERATURE)
    if meant.questions and not is_asking(meant.text) and (is_answer or offers(meant.text)):
        meant = replace(meant, questions=(), acts=tuple(act for act in meant.acts if act != Act.ASKS))
    if meant.asks(Topic.FLEXIBILITY) and (
        (meant.time and not _ASKS_EARLY.search(plain(meant.text)))
        or not _ASKS_LEAVE.search(plain(meant.text))
    ):
        # Whether it is a problem to come at five is answered by how late that is.
        kept = tuple(each for each in meant.questions if each.topic != Topic.FLEXIBILITY)
        meant = replace(
            meant, questions=kept, acts=meant.acts if kept else tuple(set(meant.acts) - {Act.ASKS})
        )
    if number_fails(meant.text):
        others = tuple(each for each in meant.questions if each.topic != Topic.PICKUP_NUMBER)
        meant = replace(
            meant,
            questions=(*others, Question(Topic.PICKUP_NUMBER, meant.text)),
            acts=tuple(dict.fromkeys([*meant.acts, Act.ASKS])),
            unsure=meant.unsure - {Act.ASKS},
        )
    if meant.asks(Topic.PICKUP_NUMBER, Topic.LOAD) and asks_load(meant.text) and not number_fails(meant.text):
        unsure = meant.unsure - {Act.ASKS} if breath.questions else meant.unsure
        meant = replace(meant, questions=(Question(Topic.LOAD, meant.text),), unsure=unsure)
    if len(meant.text.split()) < MIN_MIXED or any(each.topic != Topic.OTHER for each in meant.questions):
        return meant
    found = {topic: words for words in breath.questions if (topic := _topic(words, listening))}
    if not found:
        return meant
    return replace(
        meant,
        questions=tuple(Question(topic, words) for topic, words in found.items()),
        acts=tuple(dict.fromkeys([*meant.acts, Act.ASKS])),
        unsure=meant.unsure - {Act.ASKS},
    )


_ASKS_EARLY = re.compile(
    r"\b(?:if|whether) (?:they|y'?all|you|the \w+|there)(?:'d| would| could| can| will)? .*(?:early|earlier|sooner)\b"
    r"(?=.* (?:can|could|will|would) (?:you|y'?all|somebody) (?:ask|check|call|see|find)\b)|"
    r"\b(?:ask|asked|know|see|check|find out) (?:\w+ )?(?:if|whether) .*(?:early|earlier|sooner)\b|"
    r"\b(?:can|could|would|will|do) (?:they|y'?all|you)\b.* (?:early|earlier|sooner)\b|"
    r"\b(?:pueden|puede|me|nos) \w+ (?:mas )?(?:temprano|antes)\b"
)
_ASKS_LEAVE = re.compile(
    r"\?|\b(?:(?:need|want|wanna|like) (?:to )?know if|(?:ask|see|find out) (?:\w+ )?if|"
    r"(?:can|could|would|will|do|does|is|are|any) (?:i|we|they|he|she|it|that|there|you|y'?all|chance|way)|"
    r"puedo|podemos|pueden?|hay (?:chance|modo|manera|forma))\b(?! be able)"
)


def _topic(question: str, listening: Listening) -> Topic | None:
    """What is asked, where it is about the load or its appointment, or surely heard."""
    if asks_load(question):
        return Topic.LOAD
    if asks_appointment(question):
        return Topic.APPOINTMENT
    if len(question.split()) < MIN_MIXED:
        return None
    read = understand(question, replace(listening, expecting=Expecting.ANYTHING))
    topics = [each.topic for each in read.questions if each.topic in HEARD_AMID]
    return topics[0] if topics and read.is_sure_of(Act.ASKS) else None


def _told_alone(meant: Reading, breath: Breath, listening: Listening) -> Reading:
    """Without a time or day that stands in a question: nobody tells what he asks."""
    if not breath.questions and (amid := asked_amid(meant.text, listening.language)):
        breath = Breath(meant.text[: meant.text.rfind(amid)], (amid,))
    asked = [each for each in breath.questions if names_time(each)]
    is_told = meant.time or meant.day
    if not is_told or not asked or any(is_wish(each) for each in asked):
        return meant
    if len(breath.told.split()) < MIN_TOLD_BESIDE:
        return meant
    day, moment = _when(breath.told, listening)
    return replace(meant, day=meant.day and day, time=meant.time and moment)


def _temperature(
    meant: Reading, breath: Breath, reefer: tuple[Decimal | None, Decimal | None]
) -> Decimal | None:
    """Degrees that were told: none that stand in a question alone, but those that are told in passing."""
    (reads, is_set), degrees = reefer, meant.temperature
    is_below = reads is not None and reads < 0
    if degrees is None or is_below or (degrees == is_set and reads is not None):
        return is_set if reads is None else reads
    if breath.questions:
        told = re.findall(r"\d+(?:\.\d+)?", figures(plain(breath.told), "en"))
        return degrees if f"{abs(degrees):f}" in told else None
    return degrees


def _brief(reason: str) -> str:
    """The clauses of a long reason from the first that names a cause to the last; all of it where none does."""
    if len(reason.split()) <= MAX_REASON_WORDS:
        return reason
    parts = clauses(reason)
    causes = [
        at for at, each in enumerate(parts) if read_reason(plain(each), each, Expecting.TIME, (Act.LATE,))
    ]
    brief = "".join(parts[causes[0] : causes[-1] + 1]) if causes else reason
    return re.sub(r"(?: and| y|[ ,.;])+$", "", brief)


def _when(said: str, listening: Listening) -> tuple[date | None, datetime | None]:
    words = plain(said)
    found = read_when(figures(words, languages_of(words, listening.language)[0]), (), listening)
    return found.day, found.time
