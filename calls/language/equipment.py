"""Freight and what it is hauled on: trailers had and not had, the reefer's temperature, the commodity."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import islice

from calls.language.reading import Expecting, Listening
from organizations.equipment import Equipment as E
from organizations.equipment import normalize

MAX_TRAILERS = 12  # named in one turn
MAX_BEFORE, MAX_AFTER = 60, 50  # letters around a trailer's name that tell what is said of it

# Names of trailers, with what a recognizer hears for them. Those of `_WHERE_ASKED` mean a trailer only beside other
# words for one, or where equipment was asked for.
_TRAILERS = (
    (
        E.POWER_ONLY,
        r"power[ -]?(?:only|lonely)|(?:solo|puro|nomas) (?:el )?(?:tracto\w*|tractor)|just (?:a|my) tractor|"
        r"tractor,? (?:and |with |but )?no trailer|bob ?tail(?:s|ing)?",
    ),
    (E.HOTSHOT, r"hot ?shots?|hot-shots?|cuello de ganso"),
    (
        E.RGN,
        r"r ?\.?g ?\.?n\.?s?|are gee (?:in|en|n)|(?:removable|detachable) goose ?neck|cuello desmontable",
    ),
    (E.HOTSHOT, r"goose ?neck"),
    (E.CONESTOGA, r"con+(?:ie|e|i|y)? ?stogas?"),
    (E.DOUBLE_DROP, r"double[ -]?drops?(?: decks?)?"),
    (E.LOWBOY, r"low[ -]?(?:boys?|beds?)|cama baja"),
    (E.STEP_DECK, r"steps? ?-?(?:decks?|necks?)|drop ?decks?|single ?drops?"),
    (E.FLATBED, r"fla[tp][ -]?(?:beds?|bad|bet)s?|plataformas?|cama plana|planas?|skate ?boards?|maxi"),
    (
        E.BOX_TRUCK,
        r"box ?trucks?|straight ?trucks?|torton|camion de caja|caja chica|rabon|tro(?:c|qu)ita de caja|\d\d? "
        r"?(?:foot|ft) box|(?:sixteen|eighteen|twenty|twenty[ -]four|twenty[ -]six|24|26) foot(?:er)? box",
    ),
    (
        E.CONTAINER,
        r"containers?|contenedor(?:es)?|intermodal|chass?is|shass?y|conex|chasis|forty foot(?:er)s?(?! go)|"
        r"40 footers?",
    ),
    (E.TANKER, r"tankers?|tank her|pipas?|cisternas?"),
    (
        E.OTHER,
        r"sprinters?|cargo vans?|dump trailers?|hoppers?|hopper bottoms?|walking floors?|car haulers?|auto "
        r"haulers?|tolva",
    ),
    (
        E.REEFER,
        r"re?ef+ers?|re+fers?|refrigerated(?: van| trailer)?|refrigerad[oa]s?|refri|termo|thermo|"
        r"frigorific[oa]|cajas? (?:refrigerada|fria|con termo)s?",
    ),
    (
        E.VAN,
        r"dry ?-?(?:vans?|fans?|box(?:es)?|trailers?)|vented vans?|vans?|cajas? secas?|furgon(?:es)?|"
        r"remolque cerrado|caja (?:de )?(?:53|48|cincuenta y tres|aluminio)|curtain ?sides?|pups?|seca",
    ),
)
_WHERE_ASKED = (
    (E.POWER_ONLY, r"bob ?tail\w*"),
    (E.FLATBED, r"flats?"),
    (E.STEP_DECK, r"steps?"),
    (E.VAN, r"fans?|box|dry|cajas?|(?:53|fifty three)(?:'| ?foot(?:er)?s?)?"),
    (E.BOX_TRUCK, r"straights?"),
    (E.RGN, r"rgs?"),
)


def _either(rows: tuple[tuple[E, str], ...], first: int = 0) -> str:
    return "|".join(f"(?P<t{first + at}>{words})" for at, (_, words) in enumerate(rows))


_NO_TRAILER = (
    r"(?!vans? (?:a|al|aparte|de|por|para|horn|nuys|wert|buren|\w+[aei]ndo)\b)(?!flats? (?:tire|tired|rate|"
    r"on)\b)(?!steps? (?:up|on)\b)(?!thermo king)(?!dry (?:run|lake|ridge|creek)\b)"
)
_SPANISH_VERB = r"(?<!me )(?<!se )(?<!le )(?<!como )(?<!que )(?<!ya )(?<!nos )(?<!medio )(?<!cuando )"
_NAMED = re.compile(rf"\b{_SPANISH_VERB}{_NO_TRAILER}(?:{_either(_TRAILERS)})\b")
_ALL = re.compile(
    rf"\b{_SPANISH_VERB}{_NO_TRAILER}(?:{_either(_TRAILERS)}|{_either(_WHERE_ASKED, len(_TRAILERS))})\b"
)
_BOTH = (*_TRAILERS, *_WHERE_ASKED)

_WORD_BETWEEN = (
    r"(?:(?:a|an|any|the|one|of|them|my|our|that|no|more|of those|un|una|la|las|el|regular|dry|"
    r"single|more|de|con)\b[ -]?|\w+-?foot ){0,4}"
)
_DENIED = re.compile(
    rf"(?:(?:n't|\b(?:not|dont|aint|isnt|cant|doesnt|never|without|no longer|except|but not))(?: (?:have|got|"
    rf"had|do|pull|pulled|run|own|ran|a|want|use|using|haul|hauled|even|really|currently|carry|offer|touch|"
    rf"mess with|fool with|deal with|work with|set up for|any)){{0,3}} {_WORD_BETWEEN}|\b(?:used to (?:have|"
    rf"run|pull)|wish (?:i|we) had|fresh out of|(?:got|have|has) (?:no|zero)) {_WORD_BETWEEN}|\b(?:sold|"
    rf"wrecked|lost|(?:finished|done) with|let|vendi|vendimos|traded|got "
    rf"rid of) (?:my |the |our |that |all |la |mi |el |las )?{_WORD_BETWEEN}|"
    rf"\bno (?:(?:contamos|cuento|me queda|tengo|traigo|manejo|jalo|tenemos|traemos|hay|trabajo|trabajamos|"
    rf"uso|cargo|corro)(?: con| ninguna?)? )?{_WORD_BETWEEN}|"
    rf"\bya no [\w ]{{0,20}}|\bsin |\bnot (?:a|an) |\bnada de |\bni )$"
)
_ONLY = re.compile(
    r"\b(?:only|just|all|pur[oa]s?|nomas|solo|solamente|strictly|mainly|nothing but)\b[\w ]{0,15}$"
)
_GONE = re.compile(
    r"^(?:'s|s)?(?: (?:la tengo|lo tengo|is|are|sits|went|esta|unit is))?(?: all)? (?:tied up|booked|busy|"
    r"taken|out\b(?! of)|in(?:to)? (?:the )?shop|en (?:el )?taller|"
    r"down\b(?! at| in)|broke|sold|gone|go\b)|^,? ?(?:no|negative|nope)[ .!]*$|^,? nope\b"
)
_ASKS = re.compile(
    r"\b(?:(?:can|could) (?:i|we|you|it|an?)|is (?:that|it|this|there|a|the)|isn't (?:that|it)|does (?:it|"
    r"that|this|he|she|they)|do (?:it|they|you|u|y'?all|yall|i)|"
    r"will (?:it|they|any)|would|whats?|what's|which|que (?:equipo|tipo|caja)|cual|es para|tiene que|hay que|"
    r"pide[ns]?|saw|need|needs|want|wants|necesita[ns]?|ocupa[ns]?|requires?|gotta be|has to be|looking "
    r"for)\b[^.?!;,]*$"
)
_OWN = re.compile(
    r"\b(?:i|i'm|i've|im|ive|i'd|we|we're|we've|my|mine|our|ours|he's|he|got|have|has|tengo|traigo|tenemos|"
    r"traemos|manejo|jalo|andamos|ando|mi|use|take|pull|run|haul)\b"
)
_MY = re.compile(
    r"\b(?:my|mine|our|mi|take|use|(?<!can )(?<!could )(?<!do )(?<!should )(?:i|we|i'm|i've|im|we're|tengo|"
    r"traigo|tenemos|manejo|jalo)) (?:[\w'-]+ ){0,4}$"
)
_LOADS = re.compile(r"^(?:'s)? (?:loads|freight|cargas|work)\b")
_LOOKING = re.compile(
    r"\b(?:any(?! old)|any ?thing|something|algo|looking for|(?:i|we) need|what loads|can (?:i|we) "
    r"get)\b[^?.!]*$|\bwhat $|\b(?:got|have|load) (?:for )?(?:an? |another )?$"
)
_OR = re.compile(r"^(?:'s)?(?: loads?| freight)?,? (?:or|o) ")
_OR_BEFORE = re.compile(r"^[\w ',]{0,20}\b(?:or|o) (?!no\b)[^.?!]{0,30}$")
_STATED = re.compile(r"\b(?:it's|its|it is|this is|for the|es) (?:(?:a|an|una?) )?(?:[\w'-]+ ){0,3}$")
_STATUS = (Expecting.PLACE, Expecting.TIME, Expecting.REASON)
_TAKEN_BACK = re.compile(
    r"\b(?:or no|sold (?:that|it)|no wait|i mean|i meant|actually|sorry|scratch|digo|perdon|wait)\b"
)
_PART = re.compile(
    r"^(?:'s|s)? (?:unit|fuel|doors?|tires?|breakdown|alarm|lights?|horn|problem|running|temp\w*|sensor|"
    r"washout)\b|^ ?(?:trucking|express|transport)"
)
_WHICH = re.compile(r"\b(?:whats?|what's|which)\b")
_ENOUGH = re.compile(r" (?:good enough|ok\b|okay|fine|work)")
_BREAK = re.compile(r"\b(?:descompus\w+|quit|failed|died|alarm\w*|no baja|broke)\b")
_CODE = re.compile(r"^\W*(?:it's |a |an |just |es |un |una )*(v|vr|r|f|fsd|sd|po|ht|dv|dd|rgn)\W*$")
_SENTENCE_END = re.compile(r"[.?!;]\s|[.?!;]$|\b(?:pero|but|however|because|cause|since|porque)\b")


@dataclass(frozen=True, slots=True)
class _Trailer:
    """A trailer that was named: whether it isn't had, or only asked about."""

    code: str
    start: int
    end: int
    is_denied: bool
    is_asked: bool
    is_own: bool  # said in so many words


def _trailers(words: str, expecting: Expecting) -> Iterator[_Trailer]:
    """The trailers that are named, in their order."""
    is_asked_for = expecting in (Expecting.EQUIPMENT, Expecting.CONFIRMATION)
    pattern = _ALL if expecting == Expecting.EQUIPMENT or _NAMED.search(words) or is_asked_for else _NAMED
    previous: _Trailer | None = None
    for found in islice(pattern.finditer(words), MAX_TRAILERS):
        if any(found[f"t{at}"] for at in range(len(_TRAILERS), len(_BOTH))) and not _is_trailer(
            found, expecting
        ):
            continue
        code = next(_BOTH[at][0] for at in range(len(_BOTH)) if found[f"t{at}"])
        clause = words[max(previous.end if previous else 0, found.start() - MAX_BEFORE) : found.start()]
        is_choice = bool(_OR_BEFORE.match(clause)) and previous is not None
        ends = [end.end() for end in _SENTENCE_END.finditer(clause)]
        clause = clause[ends[-1] :] if ends else clause
        each = _about(code.value, found, clause, expecting)
        if is_choice and previous is not None and previous.is_asked and not each.is_own:
            each = replace(each, is_asked=True)
        yield each
        previous = each


def _is_trailer(found: re.Match[str], expecting: Expecting) -> bool:
    """Whether a word with other meanings stands as trailers do: after an article, or at the beginning."""
    if expecting != Expecting.EQUIPMENT and found[0] in (
        "dry",
        "caja",
        "cajas",
        "box",
        "53",
        "fifty three",
        "fan",
        "fans",
    ):
        return bool(re.search(r"\b(?:not a|a) $", found.string[: found.start()])) and found[0] == "box"
    if found[0].startswith(("53", "fifty")):
        return not (_NAMED.search(found.string) or re.search(r"\b(?:steps?|flats?)\b", found.string))
    if found[0] == "dry":
        return bool(re.match(r"\W*$", found.string[found.end() :])) and not _NAMED.search(found.string)
    return True


def _about(code: str, found: re.Match[str], clause: str, expecting: Expecting) -> _Trailer:
    """What is said of a trailer in its clause."""
    after = found.string[found.end() : found.end() + MAX_AFTER]
    is_denied = bool(_DENIED.search(clause)) and not _ONLY.search(clause)
    is_denied = is_denied or (bool(_GONE.match(after)) and expecting not in _STATUS)
    is_own = bool(_MY.search(clause))
    is_meant = is_own or bool(_LOOKING.search(clause)) or bool(_LOADS.match(after))
    is_asked = bool(_ASKS.search(clause)) and not is_meant
    if expecting == Expecting.EQUIPMENT:
        is_asked = is_asked and not _ENOUGH.match(after)
        is_asked = is_asked or (bool(_OR.match(after)) and bool(_WHICH.search(found.string)) and not is_own)
        is_asked = is_asked or (bool(_PART.match(after)) and bool(_BREAK.search(after)))
    else:
        is_asked = is_asked or (bool(_OR.match(after)) and not is_own) or bool(_PART.match(after))
    if expecting in _STATUS:
        is_asked = is_asked or not _OWN.search(clause) or bool(_BREAK.search(found.string))
    if expecting == Expecting.OFFER or (expecting == Expecting.CONFIRMATION and not is_denied):
        is_alone = not re.search(r"[a-z]{4}", found.string[: found.start()] + found.string[found.end() :])
        is_told = _OWN.search(clause) or _STATED.search(clause) or _ONLY.search(clause) or is_alone
        is_looking = is_meant and expecting == Expecting.CONFIRMATION  # "what reefers you got"
        is_asked = is_asked or not (is_told or is_looking)
    return _Trailer(code, found.start(), found.end(), is_denied, is_asked, is_own)


def read_equipment(words: str, expecting: Expecting) -> tuple[str, str]:
    """The codes of the trailer that is had and of the one that isn't.

    Of several that are had it is the first, unless a later one takes it back; a letter code does where equipment was
    asked for.
    """
    named = list(_trailers(words, expecting))
    denied = [each.code for each in named if each.is_denied]
    had, not_had, end, is_own = "", next(iter(denied), ""), 0, False
    for each in named:
        if each.is_denied or each.is_asked or each.code in denied:
            continue
        if not had or (each.is_own and not is_own) or _TAKEN_BACK.search(words[end : each.start]):
            had, end, is_own = each.code, each.end, each.is_own
    if expecting == Expecting.EQUIPMENT and not had and not not_had and (code := _CODE.match(words)):
        had = str(normalize(code[1]))
    return had, not_had


_DEGREES = r"(?P<minus>(?:minus|negative|menos|-) ?)?(?P<value>\d{1,2}(?:\.\d+)?)"
_BELOW = r"(?P<below> ?(?:degrees? |grados? )?(?:below(?: zero)?|bajo cero|under zero)(?! here| out| this))"
_NO_DEGREES = (
    r"(?!\d|:| ?(?:miles|minutes|hours|mph|pm|am|o'clock|millas|minutos|horas|cents|foot|feet|ft|"
    r"by|pies|pallets|mile)|-?foot|'|,\d)"
)
_TEMPERATURE = re.compile(
    rf"(?<![\w.$:]){_DEGREES}(?:{_BELOW}| ?(?:degrees?|grados?|deg|°|fahrenheit|f\b))"
    r"|\b(?:set(?: ?point)?|temp\w*|runnin[g']?|reading|holding|readin|reads|continuous|cycle|puest[oa]|marca|"
    r"marcando|termo|pulp\w*|keep(?:ing)?|runs? (?:it|her|him)|re+fers?(?:'s| is)?(?= (?:at|set|on) )|cool|"
    r"pre-?cool\w*(?: it| her)?(?: down)?|"
    r"chilled)(?:[ ,:]|\b(?:it's|is|it|at|to|on|the|steady|right|is set|about|around|set|running|like|"
    r"reads|reading|showing|her|them|frozen|a|en|es)\b|'s){0,6}? ?(?P<minus2>(?:minus|negative|menos|-) "
    rf"?)?(?P<value2>\d{{1,2}}(?:\.\d+)?)(?P<below2> ?(?:below(?: zero)?|bajo cero))?{_NO_DEGREES}"
)
_BARE = re.compile(rf"(?<![\w.$:])(?:{_DEGREES})(?P<below> ?(?:below|bajo cero))?{_NO_DEGREES}")
_MINUS = re.compile(
    rf"(?<![\d$] )(?<!says )(?<!goes )(?<!go )\b(?P<minus>minus|negative) "
    rf"(?P<value>[1-3]?\d){_NO_DEGREES}(?! ?(?:dollars|bucks|hundred))"
)
# "Thirty-four thirty-eight": from, to.
_RANGE_AFTER = re.compile(rf" (?:(?:to|through|and|or|a|o) )?\d\d\b{_NO_DEGREES}")
_RANGE_BEFORE = re.compile(r"(?<![\d.$])(?P<value>\d\d) (?:(?:to|through|and|or|a|o) )?$")
_ABOUT_DEGREES = re.compile(
    r"\b(?:degrees?|grados?|re+fers?|temp\w*|set ?point|below|minus|fahrenheit|bajo cero|refri\w*|frozen|"
    r"(?:pre-?)?cool\w*)\b|°"
)
_RUNS = ("runn", "read")
_SET = ("set", "puest")
_SHOWN = re.compile(
    rf"\b(?:sayin[g']?|says|showin[g']?|shows|at|displays?|dice|marca\w*|anda en) (?:\w+ )?"
    rf"(?P<minus2>(?:minus|negative|menos|-) ?)?(?P<value2>\d{{1,2}})(?P<below2> below)?{_NO_DEGREES}"
)
_UNWANTED = re.compile(r"\b(?:no puede|can't|won't|no baja|doesn't|cannot|not)\b[^.,;]{0,25}$")


def read_temperature(text: str, expecting: Expecting) -> tuple[Decimal | None, str]:
    """Degrees Fahrenheit in the figures text, and the text without them; a bare figure only where it was asked for."""
    is_asked = expecting == Expecting.TEMPERATURE
    if not (is_asked or _ABOUT_DEGREES.search(text)):
        return None, text
    all_found = list(_TEMPERATURE.finditer(text))
    # "Set at minus ten, running minus eight": what it runs at.
    found = next((each for each in all_found if each[0].startswith(_RUNS)), None) or next(
        iter(all_found), None
    )
    if found and found[0].startswith(_SET) and (shown := _SHOWN.search(text, found.end())):
        found = shown  # "set at thirty-four, it's saying thirty-five right now"
    found = found or _MINUS.search(text) or (_BARE.search(text) if is_asked else None)
    if found is None:
        return None, text
    groups = found.groupdict()
    value = groups.get("value") or groups.get("value2") or "0"
    is_below = any(groups.get(name) for name in ("minus", "minus2", "below", "below2"))
    degrees = Decimal(value)
    start, end = found.span()
    if upper := _RANGE_AFTER.match(text, end):
        end = upper.end()
    elif (lower := _RANGE_BEFORE.search(text[:start])) and not all_found[0][0][0].isalpha():
        start, degrees = lower.start(), Decimal(lower["value"])
    rest = f"{text[:start]}{'_' * (end - start)}{text[end:]}"
    if _UNWANTED.search(text[max(0, found.start() - MAX_BEFORE) : found.start()]) and not is_asked:
        return None, rest
    return (-degrees if is_below else degrees), rest


# What freight is; with the words that a name of freight may begin with.
_GOODS = (
    r"(?:(?:bottled|paper|auto|dog|cat|frozen|stone|veggie|vegetable|canned|sea|wind tower|medical|roofing|"
    r"building|tar paper|cardboard|fresh|car|truck|scrap|wind|solar|ice|raw|bagged|palletized|steel|copper|"
    r"aluminum) )?(?:potato(?:es)?|onions?|lettuce|tomato(?:es)?|peach(?:es)?|carrots?|produce|apples?|"
    r"oranges?|citrus|melons?|watermelons?|berries|strawberries|grapes|pumpkins|bananas|avocados?|fruit|"
    r"vegetables?|corn|grain|feed|seed|fertilizer|cotton|lumber|plywood|logs|steel|iron|coils?|rebar|pipes?|"
    r"copper|aluminum|"
    r"beams?|shingles|insulation|drywall|cement|bricks?|pavers|glass|paint|machinery|generator|crane|"
    r"tractors?|excavators?|dozers?|forklifts?|section|parts|tires|paper(?: rolls)?|rolls|pulp|cardboard|"
    r"plastics?|resin|"
    r"chemicals?|oil|food|water|beer|wine|soda|juice|milk|cheese|dairy|yogurt|eggs|meat|beef|pork|chicken|"
    r"poultry|turkeys?|seafood|fish|shrimp|ice "
    r"cream|candy|sugar|flour|rice|beans|furniture|appliances|electronics|toys|clothing|medical stuff|"
    r"batteries|panels|"
    r"blades?|medicine|pharma\w*|flowers|mail|sandias?|lechugas?|aguacates?|tomates?|papas?|cebollas?|"
    r"naranjas?|vino|cerveza|"
    r"varilla|maquinaria|algodon|acero|madera|lamina|pollo|carne|fruta|verdura|agua|papel)"
)
_NOT_GOODS = (
    r"(?! (?:grade|poison\w*|mill|plant|driver|man|guy|state|truck\w*|says|thing|receipt|transport|"
    r"floor|work)\b)"
)
_CALLED_LOAD = re.compile(rf"\b(?P<what>{_GOODS}|hay) (?:load|run)\b")
_HAULED = re.compile(
    rf"\b(?:hauling|haulin'?|loaded (?:up )?with|(?:load|truckload|pounds|lbs|thousand) of|carrying|full of|"
    rf"load i got|cargado de|cargada de|i got|your) (?P<what>(?:paper rolls|pipe|{_GOODS}|hay))\b{_NOT_GOODS}"
)
_CARRIED = re.compile(rf"(?<![\w'])(?P<what>{_GOODS}|hay(?= (?:from|out)))\b{_NOT_GOODS}")
_ASKS_FREIGHT = re.compile(r"\b(?:is (?:it|that)|pieces of|as in|my|ain'?t|pay in) $")


def read_commodity(words: str, heard: str, expecting: Expecting) -> str:
    """The freight that a load is called by, or that is carried; any that is named where a load was asked for."""
    asked = (_CARRIED,) if expecting == Expecting.LOAD else ()
    hauled = (
        () if expecting in (Expecting.OFFER, Expecting.CONFIRMATION) and " load" not in words else (_HAULED,)
    )
    for pattern in (_CALLED_LOAD, *hauled, *asked):
        for found in pattern.finditer(words):
            if pattern is _CARRIED and _ASKS_FREIGHT.search(words[: found.start()]):
                continue
            return heard[found.start("what") : found.end("what")]
    return ""


@dataclass(frozen=True, slots=True)
class Freight:
    """What was said of trailer and freight; `rest` is the text without the figures that were taken."""

    equipment: str
    no_equipment: str
    temperature: Decimal | None
    commodity: str
    rest: str


def read_freight(text: str, words: str, listening: Listening) -> Freight:
    """Equipment that is had and that isn't, the reefer's temperature, the freight; `text` has figures for numbers."""
    temperature, rest = read_temperature(text, listening.expecting)
    had, not_had = read_equipment(words, listening.expecting)
    return Freight(had, not_had, temperature, read_commodity(words, words, listening.expecting), rest)
