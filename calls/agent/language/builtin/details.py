"""What else is told: equipment, the reefer's temperature, a name, why it is late."""

import re
from decimal import Decimal

from calls.agent.meaning import Expecting
from organizations.equipment import normalize

_TRAILER = re.compile(
    r"\b(?:power only|hot ?shots?|goose ?neck|conestogas?|tankers?|containers?|intermodal|box "
    r"trucks?|straight trucks?|sprinter|cargo van|rgns?|"
    r"removable goose ?neck|double drops?|low ?boys?|step ?decks?|drop ?decks?|flat ?beds?|"
    r"reefers?|refrigerated(?: van| trailer)?|dry ?vans?|dry box|vans?|"
    r"dump|hopper|car hauler|auto hauler|walking floor|curtain ?side)\b"
)
_SPANISH_TRAILER = (
    (
        r"caja[s]? (?:refrigerada|fria|con termo)s?|refrigerad[oa]s?|refri|thermo|termo\b|"
        r"reefer|frigorific[oa]",
        "reefer",
    ),
    (r"caja[s]? secas?|seca\b|dry van|furgon(?:es)?|remolque cerrado", "van"),
    (r"plataformas?|planas?|plana\b|cama plana", "flatbed"),
    (r"cama baja|low ?boy", "lowboy"),
    (r"torton|camion de caja|caja chica|rabon", "box truck"),
    (r"cuello de ganso", "hotshot"),
    (r"solo (?:el )?tracto(?:r|camion)|solo tractor|puro tractor", "power only"),
    (r"contenedor(?:es)?", "container"),
    (r"pipas?|tanque|cisterna", "tanker"),
    (r"caja (?:de )?(?:53|48|cincuenta y tres)", "van"),
)
_SPANISH = tuple((re.compile(rf"\b(?:{pattern})\b"), code) for pattern, code in _SPANISH_TRAILER)
_ASKING_FOR_IT = re.compile(r"\b(?:not a|no|don't have a|isn't a|no es|no tengo)\b[\w ]{0,8}$")
_CODE = re.compile(r"^\W*(?:it's |a |an |just |es |un |una )*(v|vr|r|f|fsd|sd|po|ht|dv)\W*$")


def read_equipment(words: str, expecting: Expecting) -> str:
    """The code of the trailer that is named: the last that wasn't denied, or a letter code where one was asked for."""
    for pattern, name in _SPANISH:
        if (found := pattern.search(words)) and not _ASKING_FOR_IT.search(words[: found.start()]):
            return normalize(name)
    for found in _TRAILER.finditer(words):
        if not _ASKING_FOR_IT.search(words[: found.start()]):
            return normalize(found[0])
    if expecting == Expecting.EQUIPMENT and (code := _CODE.match(words)):
        return normalize(code[1])
    return ""


_DEGREES = r"(?P<minus>(?:minus|negative|menos|-) ?)?(?P<value>\d{1,2}(?:\.\d+)?)"
_BELOW = r"(?P<below> ?(?:degrees? |grados? )?(?:below(?: zero)?|bajo cero|under zero))"
_TEMPERATURE = re.compile(
    rf"(?<![\w.$:]){_DEGREES}(?:{_BELOW}| ?(?:degrees?|grados?|deg|°|fahrenheit|f\b))"
    r"|\b(?:set(?: ?point)?|temp\w*|running|reading|holding|reefer(?:'s)?|reads|continuous|"
    r"cycle|esta|puest[oa]|marca|marcando|termo)"
    r"(?:[ ,:]|\b(?:it's|is|it|at|to|on|the|steady|right|is set|about|around|set|running|"
    r"reads|showing|a|en|es)\b|'s){0,6}? ?(?P<minus2>(?:minus|negative|menos|-) "
    r"?)?(?P<value2>\d{1,2}(?:\.\d+)?)(?P<below2> ?(?:below(?: zero)?|bajo cero))?(?!\d|:| "
    r"?(?:miles|minutes|hours|mph|pm|am|o'clock|millas|minutos|horas|cents|foot|feet|ft|by|"
    r"pies|pallets|mile)|-?foot|')"
)
_BARE = re.compile(rf"(?<![\w.$:])(?:{_DEGREES})(?P<below> ?(?:below|bajo cero))?(?![\d:])")


def read_temperature(text: str, expecting: Expecting) -> tuple[Decimal | None, str]:
    """Degrees Fahrenheit in the figures text, and the text without them; a bare figure only where it was asked for."""
    is_asked = expecting == Expecting.TEMPERATURE
    about_it = is_asked or re.search(
        r"\b(?:degrees?|grados?|reefer|temp\w*|set ?point|below|minus|fahrenheit|bajo cero|"
        r"refrigerad\w*)\b|°",
        text,
    )
    if not about_it:
        return None, text
    found = _TEMPERATURE.search(text) or (_BARE.search(text) if is_asked else None)
    if found is None:
        return None, text
    groups = found.groupdict()
    value = groups["value"] or groups.get("value2") or "0"
    is_below = any(groups.get(name) for name in ("minus", "minus2", "below", "below2"))
    degrees = Decimal(value)
    rest = f"{text[: found.start()]}{'_' * len(found[0])}{text[found.end() :]}"
    return (-degrees if is_below else degrees), rest


_NO_NAME = (
    r"(?:a|an|the|about|regarding|not|your|for|my|our|driver|calling|in|on|at|just|load|truck|"
    r"number|is|it|me|mc|dot|from|with|dispatch|dispatcher|he|she|him|her|"
    r"what|why|how|ok|okay|good|fine|right|correct|wrong|too|so|very|i|we|you|yes|yeah|no|"
    r"nope|sure|that|this|there|here|hello|hi|hey|and|going|gonna|still|been|also|because|"
    r"ridiculous|crazy|bad|great|all|company|carrier|owner|operator|el|la|un|una|de|del|con|"
    r"por|para|que|si|usted|quien|espanol|ingles|transportes|chofer|operador|despachador|mi|"
    r"lo|muy|bueno|well|uh|um|sorry|bye|thanks|thank|please|"
    r"speaking|name|my|mine|his|someone|somebody|who|hold|wait|one|two|three|four|five|six|"
    r"seven|eight|nine|ten|zero|perfect|empty|loaded|interested|dueno|al|desde|estamos|estoy|"
    r"soy|"
    r"low|high|cheap|like|probably|still|over|out|only|been|more|less|van|reefer|flatbed|"
    r"monday|tuesday|wednesday|thursday|friday|saturday|sunday|today|tomorrow|twenty|thirty|"
    r"forty|fifty)"
)
_NAME_WORD = rf"(?!{_NO_NAME}\b)[a-z][a-z'-]+"
_NAME = (
    rf"(?P<name>{_NAME_WORD}(?: (?!(?:with|from|at|over|here|calling|speaking|again|y|at|in|on|but|"
    rf"so|out|down|up|back|by|dispatching|trucking|transport|logistics)\b){_NAME_WORD}){{0,2}})"
)
_SURE_NAME = re.compile(
    rf"\b(?:my name(?: is|'s)|name(?:'s| is)|they call me|me llamo|mi nombre es|le habla|le "
    rf"saluda|soy el senor|(?:you're )?(?:speaking|talking) (?:with|to)) {_NAME}"
)
_LIKELY_NAME = re.compile(
    rf"\b(?:this is|it's|i'm|i am|it is|habla|soy|aqui|es|con) {_NAME}(?P<end>$|[.,!]| (?:with|"
    rf"from|at|over at|over here|here|calling|de|con|speaking|out of|in dispatch|again))"
)
_LONE_NAME = re.compile(
    rf"^\W*(?:(?:yes|yeah|yep|sure|uh|um|oh|hi|hello|hey|ok|okay|si|claro|hola)\b\W*)*(?:it's |"
    rf"this is |i'm |es |soy |con )?{_NAME}\W*(?:(?:with|from|at|de|here|speaking|in|"
    rf"over)\b.*)?$"
)


_COMPANY = re.compile(
    r"\b(?:hauling|trucking|transport\w*|logistics|express|freight|carriers?|llc|inc|lines?|"
    r"brothers)\b"
)


def read_name(words: str, heard: str, expecting: Expecting) -> str:
    """The caller's name, at most three words, as heard; a lone word only where a name was asked for."""
    patterns = [_SURE_NAME, _LIKELY_NAME, *([_LONE_NAME] if expecting == Expecting.NAME else [])]
    for pattern in patterns:
        for found in pattern.finditer(words):
            name = heard[found.start("name") : found.end("name")]
            if _COMPANY.search(name.lower()):
                continue
            is_written_so = name[:1].isupper() or expecting == Expecting.NAME
            if pattern is _LIKELY_NAME and not is_written_so and not found["end"].strip(" .,!"):
                continue
            if (
                pattern is _LIKELY_NAME
                and expecting != Expecting.NAME
                and not (name[:1].isupper() or found[0].startswith("this is"))
            ):
                continue
            return name if name != name.lower() else name.title()
    return ""


_CAUSE = re.compile(
    r"\b(?:blew|blow ?out|blown|flat|tires?|traffic|wreck|accident|crash|construction|weather|"
    r"snow|ice|icy|rain|storm|fog|wind|winds|hail|flood\w*|tornado|hurricane|"
    r"broke ?down|break ?down|breakdown|mechanical|engine|def\b|regen|radiator|alternator|"
    r"battery|brakes?|transmission|hose|leak\w*|overheat\w*|shop|road service|tow\w*|"
    r"shipper|receiver|warehouse|customer|lumper|dock|door|loading|unloading|loaded late|took "
    r"(?:so long|forever|them|\w+ hours)|paperwork|scale|weigh station|inspection|inspected|"
    r"dot (?:inspection|pulled)|"
    r"out of hours|hours of service|my clock|ran out of|reset|thirty[- ]four|34|ten[- ]hour|"
    r"break|sleep|overslept|sick|emergency|hospital|fuel\w*|detour|closed|closure|shut down|"
    r"backed up|"
    r"border|customs|lost|ticket|police|pulled over|appointment|previous (?:load|stop|drop)|"
    r"last (?:stop|drop|delivery|receiver)|stuck|held up|holdup|hold[- ]up|"
    r"llantas?|trafico|accidente|choque|lluvia|nieve|tormenta|clima|mal tiempo|descompus\w+|"
    r"descompuesto|averi\w+|motor|frenos|bateria|taller|grua|ponch\w+|"
    r"bodega|cliente|aduana|frontera|linea|revision|inspeccion|bascula|construccion|desvio|"
    r"cerrad[ao]|horas de servicio|descanso|papeles|rampa|embarcador|me (?:tuvieron|cargaron "
    r"tarde|tardaron)|tardaron|se tardaron|enfermo|gasolina|diesel|hielo|viento|manifestacion|"
    r"bloqueo|reten)\b"
)
MOST_REASON = 200


def read_reason(words: str, heard: str) -> str:
    """Why it is late, in the caller's words: the part of the sentence that names a cause."""
    found = _CAUSE.search(words)
    if found is None:
        return ""
    start = max((words.rfind(mark, 0, found.start()) for mark in ".,;!?"), default=-1) + 1
    ends = [at for mark in ".;!?" if (at := words.find(mark, found.end())) != -1]
    return heard[start : min([*ends, len(words)])].strip(" ,")[:MOST_REASON]
