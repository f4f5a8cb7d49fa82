"""Whose load it is, told by a driver who doesn't have it: another truck's, or nobody's they know. Pure."""

import re

from calls.language.number_words import plain

_KIN = (
    r"(?:brother|cousin|uncle|dad|father|son|husband|wife|partner|buddy|friend|hermano|primo|tio|papa|hijo|compadre|"
    r"companero|esposo|esposa|cunado|amigo)"
)
_OTHERS_LOAD = re.compile(
    r"\b(?:that|this|it|the load|your load|y'?all'?s load)(?: one| load)?(?:'?s| is)?(?: gonna be)? (?:on|with|under)"
    rf" (?:my {_KIN}'?s?|another|a different|some other|somebody else'?s?|someone else'?s?|one of (?:my|our) other|"
    r"[a-z]{3,}'s) (?:truck|driver|unit|rig|tractor)s?\b|"
    rf"\b(?:my {_KIN}|another (?:driver|truck|guy)|a different (?:driver|truck)|somebody else|someone else)"
    r"(?:'?s| is| has| have|'ve)?(?: got| has| have| haul\w*| pull\w*| runnin\w*| running| taking| on| under) "
    r"(?:that|this|your|y'?all'?s)(?: one| load)?\b"
    r"(?! (?:door|dock|bay|spot|trailer|road|lane|phone|number|info|side)\b)|"
    r"\b(?:esa|esta|la)(?: carga)? (?:la )?(?:trae|lleva|jala|tiene|anda en|va en) (?:con |la troca de |el camion de )?"
    rf"(?:mi {_KIN}|otro (?:chofer|operador|camion|troquero|companero))\b"
)
_WRONG_TRUCK = re.compile(
    r"\b(?:got|have|calling|called|reached|want|ahold of|on)(?: ahold of)? (?:the |a )?wrong "
    r"(?:truck|driver|guy|unit|man|dude|fella)\b|^\W*(?:\w+ ){0,2}wrong (?:truck|driver|guy|unit)\b|"
    r"\b(?:this|that|it)(?: one| load)?(?:'?s| is)?(?: not| ain'?t| isn'?t| is not)(?: even)? (?:my|our) load\b|"
    r"\bi(?:'?m| am)?(?: not| ain'?t)(?: even)? (?:hauling|haulin|on|under|pulling|pullin|running|runnin|carrying"
    r"|carryin|assigned to) (?:that|this|your|y'?all'?s|any)(?: one\b| load\b)"
    r"(?! (?:til|till|until|yet|today|tonight|before|right now|now)\b)|"
    r"\b(?:camion|chofer|troquero|operador) (?:que no es|equivocado)\b|\bse equivoco de (?:camion|chofer)\b|"
    r"\b(?:esa|esta)(?: carga)? no es (?:la )?mia\b|\besa no es mi carga\b|"
    r"\b(?:yo )?no (?:traigo|llevo|jalo) esa carga\b"
)


def is_others_load(heard: str) -> bool:
    """Whether somebody else's truck has the load: "that one's on my brother's truck"."""
    return bool(_OTHERS_LOAD.search(plain(heard)))


def says_wrong_truck(heard: str) -> bool:
    """Whether a driver says that the load isn't theirs: "you got the wrong truck"."""
    return bool(_WRONG_TRUCK.search(plain(heard)))


def denies_going(heard: str, city: str) -> bool:
    """Whether a driver says that they don't go to that town at all: "I am not going to Chicago"."""
    if not city:
        return False
    denied = (
        r"\b(?:i'?m|i am|i) (?:not|ain'?t|never) (?:even )?(?:goin[g']?|headed|headin[g']?|comin[g']?|gonna be) "
        rf"(?:to|in|for|anywhere near|near) {re.escape(plain(city))}\b|"
        rf"\b(?:yo )?no (?:voy|vengo|ando|tengo nada) (?:a|para|pa|en|por) {re.escape(plain(city))}\b"
    )
    later = r"(?! (?:til|till|until|today|yet|before|tonight|now|right now|by|at|hasta|todavia|hoy|antes|aun|for|on))"
    return bool(re.search(rf"(?:{denied}){later}", plain(heard)))


_SENDS_TO = re.compile(
    rf"\b(?:call|talk to|ask|try|get ahold of|llam\w+ a|hable con|marque\w* a|pregunt\w+ a) "
    rf"(?:my |his |mi |el )?(?:{_KIN}|"
    r"(?:him|her|them)\b)(?: (?P<name>(?!and\b|or\b|at\b|on\b|he\b|his\b|about\b|for\b|to\b|y\b|o\b|al\b|que\b|en\b"
    r"|his\b|her\b|who\b|instead\b|back\b|cause\b|because\b)[a-z]{3,}))?"
)


def whom_instead(heard: str) -> str:
    """The name of whoever has the load: "call my brother Hernan"; empty where none is told."""
    found = _SENDS_TO.search(plain(heard))
    return found["name"].capitalize() if found and found["name"] else ""


def sends_to_other(heard: str) -> bool:
    """Whether we are told to call somebody who has the load."""
    return bool(_SENDS_TO.search(plain(heard)))
