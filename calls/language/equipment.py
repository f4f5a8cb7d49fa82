"""Freight and what it is hauled on: trailers had and not had, the reefer's temperature, the commodity."""

import re
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice

from calls.language.classifier import Mention, roles_of
from calls.language.people import words_of
from calls.language.reading import Expecting, Listening
from organizations.equipment import Equipment as E
from organizations.equipment import normalize

MAX_TRAILERS = 12  # named in one turn
MAX_BEFORE = 60  # letters before a temperature that tell what is said of it
HAD, NOT_HAD = ROLES = ("had", "not had")  # of a trailer

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
    (
        E.CONESTOGA,
        r"con+(?:ie|e|i|y)? ?stogas?|(?:(?:step ?deck|flat ?bed|flat) with (?:a |the )?)?"
        r"(?:roll(?:ing)?[ -]?ti(?:te|ght)|rolling tarps?(?: system)?)",
    ),
    (E.DOUBLE_DROP, r"double[ -]?drops?(?: decks?)?"),
    (E.LOWBOY, r"low[ -]?(?:boys?|beds?)|cama baja"),
    (E.STEP_DECK, r"steps? ?-?(?:decks?|necks?)|drop ?decks?|single ?drops?"),
    (
        E.FLATBED,
        r"fla[tp][ -]?(?:beds?|bad|bet)s?|plataformas?|cama plana|planas?|skate ?boards?|maxi|spread[ -]?axles?",
    ),
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
_FIFTY_THREE = r"(?:53|fifty three)(?:'| ?(?:foot(?:er)?s?|feet|ft))?"
_LENGTH = re.compile(_FIFTY_THREE)
_WHERE_ASKED = (
    (E.POWER_ONLY, r"bob ?tail\w*"),
    (E.FLATBED, r"flats?"),
    (E.STEP_DECK, r"steps?"),
    (E.VAN, rf"fans?|box|dry|cajas?|{_FIFTY_THREE}"),
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
_ALL = re.compile(
    rf"\b{_SPANISH_VERB}{_NO_TRAILER}(?:{_either(_TRAILERS)}|{_either(_WHERE_ASKED, len(_TRAILERS))})\b"
)
_BOTH = (*_TRAILERS, *_WHERE_ASKED)

_CODE = re.compile(r"^\W*(?:it's |a |an |just |es |un |una )*(v|vr|r|f|fsd|sd|po|ht|dv|dd|rgn)\W*$")


def trailers(words: str) -> tuple[list[str], list[Mention]]:
    """The tokens of plain words, and the trailers that are named in them, each with its code."""
    tokens = words_of(words)
    found: list[Mention] = []
    for each in islice(_ALL.finditer(words), MAX_TRAILERS):
        code = next(_BOTH[at][0] for at in range(len(_BOTH)) if each[f"t{at}"])
        first = next((at for at, token in enumerate(tokens) if token.end > each.start()), len(tokens))
        end = next((at for at, token in enumerate(tokens) if token.start >= each.end()), len(tokens))
        if first < end:
            found.append(Mention(first, end, form=each[0], what=code.value))
    return [token.text for token in tokens], found


def read_equipment(words: str, listening: Listening) -> tuple[str, str]:
    """The codes of the trailer that is had and of the one that isn't, the first of each.

    A letter code does where equipment was asked for.
    """
    tokens, named = trailers(words)
    roles = roles_of("trailers", tokens, named, listening) if named else []
    is_only = len({each.what for each in named}) == 1  # else "a fifty-three foot reefer"
    told = [
        (role, each.what)
        for role, each in zip(roles, named, strict=True)
        if is_only or not _LENGTH.fullmatch(each.form)
    ]
    had = next((code for role, code in told if role == HAD), "")
    not_had = next((code for role, code in told if role == NOT_HAD and code != had), "")
    if listening.expecting == Expecting.EQUIPMENT and not told and (code := _CODE.match(words)):
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
    had, not_had = read_equipment(words, listening)
    return Freight(had, not_had, temperature, read_commodity(words, words, listening.expecting), rest)
