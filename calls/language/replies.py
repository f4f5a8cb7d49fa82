"""What an answer to a question of ours does with it: refuses, suits, takes back, sends us to somebody else. Pure."""

import re

from calls.language.questions import FILLERS, words_of

MAX_BACK = 2  # words beside "I'm back" that tell nothing
NOT = r"(?:not|isnt|wont|dont|doesnt|aint|didnt|never|cant|cannot|couldnt|wouldnt|nt)"
_REFUSES = re.compile(
    rf"\b{NOT} (?:gonna |going to |be able to |gon |really |quite |even )?"
    r"(?:work\w*|suit|fit|happen|fly|possible|swing|do (?:it|that|this|then)|make (?:it|that)"
    r"|(?:take|get|unload|load|receive|see|fit|handle) (?:him|her|it|that|them|you|the|any))\b"
    r"|\bno (?:good|way|can do|longer works?)\b|\bimpossible\b|\b(?:has|have|need|needs|got|gotta"
    r"|gonna)(?: to)?(?: be)? "
    r"(?:resched\w*|rebook\w*|mov(?:e|ed) (?:it|that)|moved)\b|\b(?:were|we are|well be) closed\b"
    r"|\bno (?:nos |me |le |les )?(?:funciona|sirve|conviene|queda|va a (?:poder|funcionar|servir)"
    r"|se puede|puedo|podemos"
    r"|es posible|podria\w*)\b|\bimposible\b|\bestamos cerrados\b"
)
_FITS = re.compile(
    r"(?<!not )(?<!wont )(?<!doesnt )(?<!dont )(?<!gonna )\b(?:that|it|this|still|which) (?:still )?works\b"
    r"|\bno (?:problem\w*|issues?|worries|trouble)\b|\bsi (?:me |nos )?(?:funciona|sirve|queda|conviene)\b"
)
_SUITS = re.compile(
    r"\b(?:works? (?:for|with)|still works?|suits?|convenient|possible|(?:good|fine|okay|ok"
    r"|all right) (?:for|with|by)"
    r"|still (?:good|fine|okay|ok)|(?:le|les) (?:sirve|funciona|conviene|queda|viene|parece)|es posible"
    r"|sigue en pie)\b"
)
MOVED = (
    r"(?:earlier|sooner|later|another (?:day|time)|(?:a )?different (?:day|time)|resched\w+|mas temprano"
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
    rf"^(?:(?:{FILLERS}) )*.*?\b(?:i (?:said|told)|(?:the|that|this) (?:time|appointment|day|slot)"
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
    told = words_of(text)
    return bool(_REFUSES.search(told)) and not _FITS.search(told)


def fits(text: str) -> bool:
    """Whether the words say that something works."""
    return bool(_FITS.search(words_of(text)))


def names_other_time(text: str) -> bool:
    """Whether another time is named, however vaguely: "two hours later"."""
    return bool(_NAMES_OTHER_TIME.search(words_of(text)))


def wants_it_moved(text: str) -> bool:
    """Whether somebody asks for another time: "can he come two hours earlier"."""
    told = words_of(text)
    return bool(_WANTS_MOVE.search(told)) and not _CALLS.search(told)


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
