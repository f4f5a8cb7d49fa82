"""Which figures may be money (weights, miles, clocks, dates, trailers are none), and how many dollars one may be (for
the load, a mile, on top), and whose it is.
"""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from calls.language.classifier import classifier, tokens_of
from calls.language.identity import blank
from calls.language.reading import OWN, Figure, Listening, Role

MIN_LOAD, MAX_LOAD = Decimal(100), Decimal(30_000)  # dollars a load, where nothing is on the table
MIN_MILE, MAX_MILE = Decimal("0.50"), Decimal(15)  # dollars a mile
# How far from the offer a figure may be, as a factor: in shorthand, in full, and with a word that makes it a price.
MAX_SHORT, MAX_SHORT_WANTED, MAX_FULL, MAX_FULL_WANTED = 2.0, 2.6, 3.0, 8.0
MAX_DIGITS = 9


def per_mile(parts: Sequence[str]) -> Decimal | None:
    """Dollars a mile: "2 15", "2.15" and "215" are 2.15; None where that is none."""
    text = "".join(parts)
    if len(parts) > 1 and len(parts[0]) == 1 and "." not in text:
        text = f"{parts[0]}.{''.join(parts[1:])}"
    if text.count(".") > 1:
        return None
    amount = Decimal(text)
    if amount >= 100 and amount == amount.to_integral_value():
        amount /= 100
    return amount if MIN_MILE <= amount <= MAX_MILE else None


def more(parts: Sequence[str]) -> Decimal | None:
    """Dollars on top: "2 50" is 250, "2" 200, "1.5" 150."""
    text = "".join(parts)
    if text.count(".") > 1:
        return None
    amount = Decimal(text)
    if 0 < amount < 10 and len(parts) == 1:
        amount *= 100
    return whole(amount) if 0 < amount <= MAX_LOAD else None


def readings(parts: Sequence[str]) -> Iterator[tuple[Decimal, bool]]:
    """Every total that a figure may mean, and whether it was said in full."""
    if len(parts) == 1:
        amount = Decimal(parts[0])
        if amount >= 100:
            yield amount, True
        if amount < 30:
            yield amount * 1000, False
        if amount < 100:
            yield amount * 100, False
        return
    if any("." in part for part in parts):
        return
    first, *rest = parts
    joined = "".join(parts)
    if len(parts) == 2 and len(rest[0]) == 3 and len(first) <= 2:
        yield Decimal(first) * 1000 + Decimal(rest[0]), False  # "dos cuatrocientos cincuenta"
    elif len(parts) == 2 and len(rest[0]) == 1 and len(first) == 1:
        yield Decimal(joined) * 100, False  # "two four"
    elif len(parts) == 2 and len(rest[0]) == 1:
        yield Decimal(joined) * 10, False  # "twenty-two five"
    elif max(map(len, rest)) <= 2:
        yield Decimal(joined), False  # "24 50", "2 4 50", "2 45 0"


def is_near(amount: Decimal, offer: Decimal, *, is_full: bool, is_wanted: bool, is_sure: bool) -> bool:
    """Whether a reading is sensible beside the offer."""
    if is_full:
        most = MAX_FULL_WANTED if is_wanted or is_sure else MAX_FULL
    else:
        most = MAX_SHORT_WANTED if is_wanted or is_sure else MAX_SHORT
    return abs(math.log(amount / offer)) <= math.log(most)


def distance(amount: Decimal, offer: Decimal) -> float:
    """How far from the offer; less than it is further than more."""
    away = math.log(amount / offer)
    return away if away >= 0 else 0.1 - 2 * away


def whole(amount: Decimal) -> Decimal:
    """Without a point where nothing stands behind it."""
    return amount.to_integral_value() if amount == amount.to_integral_value() else amount


# Whose a price is, where what is said around it tells that better than the grammar.


def alike(figures: Iterable[Figure]) -> tuple[Figure, ...]:
    """The figures as the classifier sees them that is asked whose they are: all but our offer as asks."""
    return tuple(each if each.role == Role.OFFER_BACK else replace(each, role=Role.ASK) for each in figures)


NEAR = math.log(2)  # a figure half or twice our offer may be a price
MAX_BESIDE = 2  # words beside figures that stand for themselves
# How much must speak for it: below `OTHERS` a price is somebody else's, whatever the grammar says; above `OWNED` it is
# the caller's own; from `CLEARLY_OWN` on also where it is less than we offer.
OTHERS, CLEARLY_OWN, OWNED = -1.2, 0.8, 4.0


def owned(sums: tuple[Figure, ...], text: str, listening: Listening) -> tuple[Figure, ...]:
    """The sums with whose they are, where what is said around them tells it better than the grammar."""
    if all(each.role == Role.OFFER_BACK for each in sums):
        return sums
    if len(re.findall(r"[a-z]{2,}", text)) <= MAX_BESIDE:
        return sums  # "how about 2675?" can be nobody else's
    leaning = classifier().own_price(tokens_of(text, alike(sums)), listening)
    if leaning < CLEARLY_OWN and listening.offer:
        # Nobody asks for less than is offered, unless it can be nothing else.
        sums = tuple(each for each in sums if not (each.role == Role.ASK and each.amount < listening.offer))
    if leaning < OTHERS:
        return tuple(
            replace(each, role=Role.OTHER_PRICE) if each.role in (Role.ASK, Role.ON_TOP) else each
            for each in sums
        )
    is_others = any(each.role == Role.OTHER_PRICE for each in sums)
    if leaning > OWNED and is_others and not any(each.role in OWN for each in sums):
        last = max(at for at, each in enumerate(sums) if each.role == Role.OTHER_PRICE)
        return (*sums[:last], replace(sums[last], role=Role.ASK), *sums[last + 1 :])
    return sums


def names_another(text: str, sums: tuple[Figure, ...], listening: Listening) -> bool:
    """Whether a figure that might be a price stands in it, and none was read."""
    if sums or listening.offer is None:
        return False
    said = (
        Decimal(each.replace(",", "")) for each in re.findall(r"(?<![\d,.:])\d{1,2},?\d{3}(?![\d,:])", text)
    )
    return any(
        abs(math.log(each / listening.offer)) < NEAR for each in said if each and each != listening.offer
    )


def with_own(sums: tuple[Figure, ...]) -> tuple[Figure, ...]:
    """The sums, the last of those taken for somebody else's as the caller's own, where none is."""
    others = [at for at, each in enumerate(sums) if each.role == Role.OTHER_PRICE]
    if not others or any(each.role in OWN for each in sums):
        return sums
    return (*sums[: others[-1]], replace(sums[others[-1]], role=Role.ASK), *sums[others[-1] + 1 :])


# Figures that are no money: weights, miles, clocks, dates, ages, trailers; blanked before prices are looked for.

_NUMBER = r"-?\d[\d.:,]*(?:[ -]\d[\d.:]*){0,6}"


_UNITS = (
    r"miles\b|mi\b(?! (?:mc|dot|numero|precio|jefe|camion))|millas\b|mph|pounds?|lbs?|libras|"
    r"kilos|kg|tons?\b|toneladas|feet|foot(?:er)?s?|ft|pies|"
    r"inch\w*|pallets?|tarimas|pieces|cases|skids?|stops?|paradas|trucks?|camiones?|trocas?|"
    r"trailers?|trailas?|cajas?\b|loads?\b|cargas?\b|"
    r"drivers?|choferes|operadores|guys|moments?|minutes?|mins?\b|minutos?|hours?|hrs?\b|"
    r"horas?|days?|dias?|weeks?|semanas?|months?|meses|years?|"
    r"anos?\b|degrees?|grados?|deg\b|percent|por ?ciento|porciento|%|o'? ?clock|[ap]\.? ?m\b|"
    r"times?\b(?! the mil)|veces|people|of (?:them|those|"
    r"these|us|our)\b|exits?\b|gallons?|axles?|bridges|wheelers?|years|below|under zero|bajo "
    r"cero|f\b|fahrenheit|in the (?:morning|afternoon|evening)|"
    r"al final|al ultimo|at the end\b|on the end\b|"
    r"at night|others?\b(?! than)|de la (?:manana|tarde|noche)|(?:st|nd|rd|th)\b|blocks?|"
    r"lights?|left\b|ahead\b|turns?|things?|questions?|emails?|calls\b|straps?|chains?|"
    r"tarps?|bars|pickups?|picks?|drops?|deliver(?:y|ies)|outfit|place\b|appointments?|tires?|"
    r"cities|towns|vans?\b|reefers?|"
    r"flatbeds?|dry vans?|rounds?|or so (?:miles|minutes)|more (?:minutes?|hours?|miles?|"
    r"stops?|days?|hrs?|mins?|loads?|trucks?|questions?|things?|times?)|more (?:moment)"
)


_LEADS = (
    r"i[ -]|(?:on|take|off|down|along) us|interstate|highway|hwy|route|rt|us ?-|exit|mile "
    r"?(?:marker|post)|mm(?= ?\d)|marker|trailer|"
    r"truck|tractor|camion|troca|unit|seal|dock|door|"
    r"bay|suite|ste|building|bldg|apartment|apt|scales?|grosse?s?|room|ext(?:ension)?|zip(?: "
    r"code)?|gate|weigh\w*|pesa\w*|peso|weight|"
    r"temp\w*|set (?:it |her )?(?:at|to)|reading|"
    r"net|carretera|autopista|salida|ruta|puerta|rampa|anden|unidad|temperatura|grados|kilometro|km|pallets?|"
    r"load (?:number|id|#)|numero de carga|mc|m\.c\.|dot|po|p\.o\.|pickup number|pu number|pu "
    r"?#|pickup ?#|appointment number|confirmation number|serial|model|class|option|press|"
    r"number one|step|channel|"
    r"hazmat|un number|chapter|version|year|since|born in|back in|in (?=(?:19|20)\d\d\b)|"
    r"net|phone|cell|telefono|celular|call (?:me )?(?:at|on)|reach (?:me|us) (?:at|on)|"
    r"last (?:four|4|3|three)|authority|ein|insurance"
)


_LINK = (
    r"(?:[ #:,.-]|'s|\b(?:number|num|numero|is|it's|es|el|la|like|about|around|como|at|a|the|on|"
    r"de|in|only|just|maybe|unos)\b){0,5}"
)


_WITH_UNIT = re.compile(rf"(?<![\w$])(?P<out>{_NUMBER})(?: ?- ?|,? )?(?:(?:of|or) )?(?:{_UNITS})(?![a-z])")


_FEET = re.compile(r"(?<![\w$])(?P<out>\d\d)(?='(?!s)|\")")


_WITH_LEAD = re.compile(rf"(?<![a-z])(?:{_LEADS}){_LINK}(?P<out>-?\d[\d.:,]*(?:[ -]\d[\d.:]*){{0,6}})")


_ON_ROAD = re.compile(
    r"(?<!settle )(?<!tack )(?<!throw )(?<!put )(?<!add )(?<!agree )(?<!meet )(?<!meet me "
    r")(?<!good )(?<!land )(?<!firm )(?<!set "
    r")(?<!stuck )\b(?:on|sobre la|en la|por la|down|past|along) (?:the )?(?P<out>\d{2,3})(?: "
    r"(?:east|west|north|south)(?:bound)?)?\b"
    r"(?=[ ,]+(?:near|in|at|just|by|right|outside|past|west|east|north|south|between|through|"
    r"around|now|headed|heading|going|coming|and exit)\b| ?[.!]?$|,)"
)


_EVENT = (
    r"there|arrive|arriving|empty|loaded|available|ready|open|close[sd]?|appointment|appt|"
    r"pick(?:ing)?(?: (?:it )?up)?|"
    r"deliver(?:ing|s)?|call(?: me)?(?: back)?(?! it)|here|back|until|till|unload(?:ed)?|"
    r"check(?:ed)? (?:in|out)|try me|again|"
    r"eta(?:'?s)?|schedule[d]?|start(?:ing)?|leave|leaving|land|tomorrow|today|morning|afternoon|monday|"
    r"tuesday|"
    r"wednesday|thursday|friday|saturday|sunday|llego|llegar|estoy|llamem?e?|manana|hoy|salgo|a las?|"
    r"lunes|martes|"
    r"miercoles|jueves|viernes|sabado|domingo"
)


_TOWARDS = r"me|us|you|there|here|back|is|for|maybe|probably|a|it|up|close|to|and|again"


_AT = r"about|around|by|at|like|say|las?|como|sobre|between|before|after"


_HOUR = r"(?:[01]?\d|2[0-3])(?:[ :][0-5]\d)?)(?!\d|\.\d| ?(?:hundred|dollars|bucks|a mile|per|all in|even))"


_CLOCKS = re.compile(
    r"(?<![\d$])(?P<out>\d{1,2}:\d\d)|(?<![\d.$])(?<!for )(?P<out6>1?\d) (?:tomorrow|tonight)\b"
    rf"|\b(?:{_EVENT})(?:[ ,]+(?:{_TOWARDS})){{0,3}} (?:{_AT})(?: (?:{_AT}|"
    rf"{_TOWARDS})){{0,2}} (?P<out2>{_HOUR}"
    r"|\b(?:before|after|until|till) (?P<out3>1?\d(?: [0-5]\d)?)(?!\d|\.\d)"
    r"|\bat (?P<out4>1?\d(?: ?[0-5][05])?)(?= (?:today|tomorrow|on (?:mon|tues|wednes|thurs|"
    r"fri|satur|sun)day|this|sharp|my time|local|central|eastern|mountain|pacific|your time))"
    r"|\b(?:a )?las? (?P<out5>1?\d(?:\.5|\.25|(?: y| con)? [0-5]\d)?)(?!\d|\.\d)"
)


# Where no price was asked for an hour needs no "at".
_BARE_CLOCKS = re.compile(
    rf"\b(?:{_EVENT})(?:[ ,]+(?:{_TOWARDS})){{0,3}} (?P<out>{_HOUR}|\b(?:{_AT}) (?P<out2>(?:[01]\d|"
    rf"2[0-3])[0-5]\d)(?!\d|\.\d)"
)


_DATES = re.compile(
    r"\b(?:jan\w*|feb\w*|march|mar|apr\w*|may|june?|july?|aug\w*|sept?\w*|oct\w*|nov\w*|"
    r"dec\w*|enero|marzo|abril|mayo|junio|julio|agosto)"
    r"\.? (?:the )?(?P<out>[0-3]?\d)(?!\d)|(?<![\w$])(?P<out2>[0-3]?\d) (?:of|de) (?:jan|feb|"
    r"mar|apr|may|jun|jul|aug|sep|oct|nov|dec|ene|abr|ago|dic)"
    r"|(?<![\d/])(?P<out3>\d{1,2}/\d{1,2}(?:/\d+)?)(?!\d)|\b(?:the|el)(?: dia)? "
    r"(?P<out4>[0-3]?\d)(?:st|nd|rd|th)\b"
)


# Said for other things: "ten-four", "24/7", "a hundred percent", "one".
_SAYINGS = re.compile(
    r"\b(?:from|a|open) (?P<out4>1?\d to 1?\d)\b(?! ?\d)|\ball (?P<out5>48|50)\b|"
    r"(?<![\d$.] )(?<![\d$.])(?P<out8>[1-9]\d?00) mile\b(?! ?rate)|"
    r"(?<![\d.])(?P<out6>\d{1,3} by \d{1,3})(?!\d)|\bnumber (?P<out7>\d{1,2}) (?=on|in|from)|"
    r"\b(?P<out>10[ -]?4|24[ /-]7|50[ -]50)\b|\b(?P<out2>1) (?=(?:of|more (?:time|thing|"
    r"question)|moment|time|thing|it)\b)|\b(?:number|no\.?) (?P<out3>1)\b"
)


# "Two straps": few of something is a count, whatever it is; a verb or money may end so too.
_COUNTS = re.compile(
    r"(?<![\w$.])(?P<out>\d)(?= (?:[a-z]+ )?(?!dollars|bucks|cents|works|sounds|gets|this|"
    r"plus|less|does|hundreds|thousands|"
    r"always|makes|moves|covers|takes|needs|pays|seems|dolares|pesos|mas|menos|nos|es|vamos|"
    r"gracias|thanks|unless|perhaps|"
    r"miles|is|was|has|as|us|yes|guys)[a-z]{3,}s\b)(?! (?:and|but|or|i|that|this|it|if|so|a|"
    r"for|on|he|she|what|all|will|my|pero|si|y|la|lo)\b)"
)


_TRAILERS = re.compile(
    r"\b(?:an?|or|una?) (?P<out>48|53)\b(?! ?\d| ?(?:hundred|fifty))|\b(?:a|since|in|desde|"
    r"un) (?P<out2>(?:19|20)\d\d)\b(?! (?:a mile|all in|even|dollars))"
)


_HEADED = re.compile(r"(?<![\w$])(?P<out>\d{2,3}) (?:north|south|east|west)(?:bound)?\b")


# "Does it start with a three?", "is there a 2500 in there?" feel for our limit; "don't say 45" names nothing.
_PROBES = re.compile(
    r"\b(?:starts?|begins?|empie\w+|comien\w+) (?:with|in|at|con|en)(?: an?| un)? (?P<out>\d+)"
    r"|\b(?:see|is there|there's|get|got) an? (?P<out2>\d+) (?:in|on|up)\b(?! it)"
    r"|\b(?:is there|there's|have|see|got) (?:an? )?(?P<out6>\d[\d. ]*) in (?:it|there)\b"
    r"|\b(?:don'?t|do not) (?:say|tell me) (?P<out3>[\d .]*\d)|\bthis,? (?P<out4>19\d\d|19 \d\d)\b"
    r"|\b(?:scales?|weigh) (?P<out5>\d+)"
)


# "Till I was sixteen", "when he was twelve", "two eggs".
_AGES = re.compile(
    r"\b(?:till|until|since|when) (?:i|he|she|we|they) (?:was|were|turned) (?P<out>\d{1,2})\b(?! ?\d)"
    r"|\b(?P<out2>\d{1,2}) (?:years? old|eggs?|kids?|grandkids|years?)\b"
)


_ALL = (
    _PROBES,
    _AGES,
    _COUNTS,
    _TRAILERS,
    _HEADED,
    _WITH_LEAD,
    _SAYINGS,
    _WITH_UNIT,
    _FEET,
    _DATES,
    _CLOCKS,
    _ON_ROAD,
)


def without_other_figures(text: str, *, is_price_asked: bool = False) -> str:
    """The figures text with everything blanked that surely isn't a sum of money."""
    for pattern in _ALL if is_price_asked else (*_ALL, _BARE_CLOCKS):
        for found in list(pattern.finditer(text)):
            for name, part in found.groupdict().items():
                if part:
                    text = blank(text, *found.span(name))
    return text
