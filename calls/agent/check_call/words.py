"""What a driver's words tell by themselves: what is asked amid them, what is in the trailer, who speaks.

All take words as they were heard. Pure.
"""

import re
from dataclasses import dataclass
from itertools import pairwise

from calls.language.numbers import figures, languages_of, plain
from calls.language.understanding import MAX_LETTERS

_DAYS = (
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
    rf"\b(?:{_DAYS}|(?:[1-9]|1[0-2])(?::\d\d)?(?: ?[ap]m)?(?! ?(?:degrees|miles|pallets|pounds|hours)))\b"
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

_EMPTY = re.compile(
    r"\b(?:empt\w+|mt|vaci[oa]|deadhead\w*|bobtail\w*|unloaded|descargad[oa]|descargaron|clean and dry|"
    r"wash(?:ed)? ?out|swept out|(?:nothin[g']?|nada|no freight) (?:in|on|en) (?:\w+ )?"
    r"(?:it|her|there|here|back|box|trailer|wagon|van|caja|traila|remolque)\b)"
)
_LOADED = re.compile(
    r"\b(?:loaded|cargad[oa]|under a load|(?:got|have|with|traigo|con) (?:\w+ ){0,4}(?:load|carga|freight)"
    r"(?= (?:still )?(?:on|in|encima|arriba|todavia|adentro)\b))\b"
)
_EITHER = re.compile(r"\bloaded or empty|empty or loaded|cargado o vacio|vacio o cargado")
_BEING_UNLOADED = re.compile(
    r"\b(?:(?:almost|nearly|just about|half|ya mero|casi) (?:\w+ )?(?:empty|unloaded|vaci[oa]|descargad[oa])|"
    r"(?:being|getting|still) unload(?:ed|ing)|unloading (?:me|us|now)|"
    r"(?:me|nos|lo) (?:estan|andan) (?:bajando|descargando))\b"
)
_TO_COME = re.compile(
    rf"\b(?:{_DAYS}|until|till?|gonna|going to|will|'ll|should|be|being|getting|about to|once|when|after|"
    r"before|if|ya mero|casi|almost|nearly|half|just about|(?:voy|va|vamos) a|estar|hasta|cuando|despues|"
    r"antes|was|were|had been|estaba|venia|iba)\b"
)
_TO_COME_AFTER = re.compile(
    rf" (?:by |in (?:an?|about|like|\w+ (?:hours?|minutes?))\b|(?:{_DAYS}|only|later)\b|el \w+)"
)
_NOT = re.compile(
    r"\b(?:not|\w+n'?t|never|aun no|todavia no|no (?:voy|vengo|ando|estoy|va|viene|anda|esta))(?: \w+){0,2} $"
)
_PART = re.compile(r"[.,;:?!]+(?= |$)|\b(?:but|so|and|cause|hey|pero|y|pues|because|porque|though)\b")

_UNSURE = re.compile(
    r"\b(?:beats me|no (?:idea|clue|telling)|your guess|who knows\W*$|couldn'?t tell you|hard to (?:say|tell)|"
    r"(?:don'?t|do not) (?:really |even |honestly )?"
    r"know(?! (?:if|about|the|that|him|you|what|no|who|where|any))|"
    r"ni idea|quien sabe|(?:sabra|sabe) dios|a saber|no (?:le )?se(?= (?:a que|cuando|cuanto|bien)|\W*$))"
)
_HOLDS = re.compile(
    r"\b(?:hold on|hang on|hold up|one (?:sec\w*|moment|minute)|(?:give|gimme)(?: me)? a (?:sec\w*|minute)|"
    r"(?:lemme|let me) (?:look|check|see)|wait (?:a|one) \w+|un (?:momento|segundo|momentito)|permitame|"
    r"espere\w*|deje(?:me)? (?:ver|checo))\W*$"
)
_DISPATCHES = re.compile(
    r"\b(?:this is (?:\w+ ){1,3}(?:in|at|from|with|over in|over at) (?:\w+ )?dispatch|"
    r"i'?m (?:actually )?(?:his|her|their|the|a)(?: \w+)? dispatcher|"
    r"i (?:do the dispatching|dispatch (?:for )?(?:him|her|them|this))|"
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
_OFFERS = re.compile(
    r"\b(?:(?:do )?(?:you|y'?all) (?:want|need)|le (?:doy|paso)|quiere|ocupa|necesita) (?:\w+ ){0,3}?"
    r"(?P<what>b ?o ?l|bill of lading|number|numero)\b(?: number)?"
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
_MENDED = re.compile(
    r"\b(?:fixed|cleared|good now|rolling (?:again|now)|back (?:up|on the road)|arregl\w+|repar\w+|"
    r"not (?:broke|broken))\b"
)
_DELIVERS = re.compile(
    r"\b(?:delivered|dropped(?! (?:my|the|an?) (?:trailer|box))|unloaded|emptied|entregu?\w+|descargu?\w+|"
    r"baj(?:e|aron))\b"
)
_SET_AT = re.compile(
    r"\b(?:set|set ?point|running|reading|puest[oa]|corriendo)(?: is| it| her|'s)?(?: at| to| on| a| en)? "
    r"(?P<minus>(?:minus|negative|menos|-) ?)?(?P<value>\d{1,2})\b"
    r"(?! ?(?::|am\b|pm\b|o'clock|minutes|hours|miles|late|behind|mph))"
)
_OF_REEFER = re.compile(
    r"\b(?:re+fer\w*|pulp\w*|continuous|cycl\w+|sealed|set ?point|temp\w*|grados|degrees|thermo\w*|termo)\b"
)
_CLAUSE = re.compile(
    r"[,.;?!]+ |\b(?=(?:but|so|because|cause|'cause|alright|then|put me|im|i'm|i|we|they|he's|pero|porque|"
    r"asi que|entonces|y de|voy|vamos|llego|hang|hold|my|(?<!my )(?:truck|trailer))\b)"
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


def offers(heard: str) -> bool:
    """Whether a number is offered: "you want his other number"."""
    return bool(_OFFERS.search(plain(heard)))


def offers_bol(heard: str) -> bool:
    """Whether that is the number on the BOL."""
    return any(found["what"].startswith("b") for found in _OFFERS.finditer(plain(heard)))


def gives_back(heard: str) -> bool:
    """Whether a load is given back."""
    return bool(_GIVES_BACK.search(plain(heard)))


def trouble(heard: str) -> str:
    """From where on a truck's trouble is told; empty where none is, or it is over."""
    words = plain(heard[:MAX_LETTERS])
    found = _BROKEN.search(words)
    return heard[found.start() :] if found and not _MENDED.search(words) else ""


def of_delivery(told: str) -> tuple[str, str]:
    """What stands before the last word of delivering, and what stands from there on; both empty without one."""
    found = list(_DELIVERS.finditer(plain(told)))
    return (told[: found[-1].start()], told[found[-1].start() :]) if found else ("", "")


def degrees_set(told: str, heard: str) -> int | None:
    """The degrees at which a reefer is set, told beside what else is heard: "sealed, set at thirty four"."""
    found = _SET_AT.search(figures(plain(told), "en")) if _OF_REEFER.search(plain(heard)) else None
    return int(found["value"]) * (-1 if found["minus"] else 1) if found else None


def clauses(said: str) -> list[str]:
    """The clauses, which together are all of it."""
    words = plain(said)
    cuts = sorted({0, len(said), *(found.end() for found in _CLAUSE.finditer(words))})
    return [said[start:end] for start, end in pairwise(cuts)]


def _in_figures(said: str) -> str:
    words = plain(said)
    return figures(words, languages_of(words, "en")[0])
