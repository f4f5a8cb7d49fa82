"""Figures that are no money: weights, miles, clocks, dates, ages, trailers; blanked before prices are looked for."""

import re
from collections.abc import Iterator
from decimal import Decimal

from calls.language.identity import blank

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


# "Come down 45 to Houston".
_TO_TOWN = re.compile(
    r"\b(?:up|down|along|across) (?P<out>\d{2,3}) (?:to|into|towards?|out of|through) "
    r"(?!(?:the|get|make|cover|match|meet|move|help|work|close|book|seal|take|do|be)\b)[a-z]{4,}"
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
    _TO_TOWN,
)


# "Six to ten", "between eight and two": hours in a row, unless a price is what is named.
_TWELVE = r"(?:1[0-2]|[1-9])(?: ?[:. ]?(?:30|15|45|00))?"
_NO_SUM = r"(?![\d:]|[ .,]?\d|[ -]?(?:hundred|thousand|dollars?|bucks|grand|a mile|per|all in|even|mil\b|cientos|k\b))"
_WINDOWS = re.compile(
    rf"(?<![\d$.:-])(?<![\d$] )(?P<out>{_TWELVE}) ?(?:to|till?|until|thr(?:u|ough)|-|a|hasta(?: las?)?) (?:the )?"
    rf"(?P<out2>{_TWELVE}|noon|midnight|mediodia){_NO_SUM}"
    rf"|\b(?:between|entre)(?: las?)? (?P<out3>{_TWELVE}) (?:and|y)(?: las?)? (?P<out4>{_TWELVE}|noon|"
    rf"midnight){_NO_SUM}"
)
_OF_PRICE = re.compile(
    r"\b(?:need|want|asking|thinking|gets?|pay\w*|rate|price|offer\w*|(?<!n't )(?<!not )do(?:ing)?(?: it)?|take it|"
    r"for|how about|what about|say|call it|necesito|quiero|ocupo|cobro|por|pag\w*)\b[^.;?!\d]{0,14}$"
)
_PRICED = re.compile(
    r"\W+(?:is what (?:i|we|it)|would (?:do|work|get)|and (?:it'?s yours|i'?ll|we'?ll|you got))\b"
)

# What a truck may weigh or carry: "46 5, that's too heavy", "I can only scale 45".
_OF_WEIGHT = re.compile(
    r"\b(?:heavy|heavier|weigh\w*|weight|overweight|scal(?:e[sd]?|ing)|gross(?:es|ed)?|axles?|"
    r"pesad\w+|peso|pesa[ns]?|"
    r"over (?:my|our) (?:limit|max)|(?:haul|carry|cargar|llevar|jalar) (?:mas de |more than |over |only )?\d{2}|"
    r"legal (?:for|to|at)|bascula)\b"
)
_TONS = r"\d{2}(?:[ ,]?\d{1,3})?(?:000)?"
_WEIGHED = (
    re.compile(
        rf"(?<![\w$.])(?P<out>{_TONS})(?!\d)(?=\W+(?:(?!(?:need|want|for|dollars|bucks|it'?s|get|"
        rf"pay\w*)\b)[a-z']+\W+){{0,4}}?"
        r"(?:(?:way |too |so |pretty |kind of |mighty |mucho |muy |bien |demasiado )*"
        r"(?:heavy|heavier|overweight|over weight|weight|over (?:my|our|the|what)|peso|pesad\w+)\b))"
    ),
    re.compile(
        r"\b(?:scal(?:e|ing)|haul(?! (?:it|that|her))|carry|legal (?:for|to|at)|gross\w*|(?:pull|load|put on|take)"
        r"(?= (?:only|over|more than|up to|about|maybe)? ?\d)|max(?:imum)?(?: weight| out)?|limit|tops?|"
        r"carg(?:o|ar|amos)|aguant\w+|llevo|puedo con|maximo)"
        rf"(?: (?:only|just|like|about|over|more than|up to|at|is|to|out|maybe|mas de|solo|nomas|como|hasta|es))* "
        rf"(?P<out>{_TONS})(?!\d)"
    ),
)
MIN_TONS, MAX_TONS = Decimal(20), Decimal(80)  # thousands of pounds


def _windows(text: str) -> Iterator[tuple[int, int]]:
    """Places of hours from which to which something is open."""
    for found in _WINDOWS.finditer(text):
        is_price = _OF_PRICE.search(text[max(0, found.start() - 30) : found.start()]) or _PRICED.match(
            text, found.end()
        )
        if not is_price:
            yield from (
                found.span(name) for name, part in found.groupdict().items() if part and part[0].isdigit()
            )


def _weights(text: str, offer: Decimal | None) -> Iterator[tuple[int, int]]:
    """Places of weights, where weight is spoken of; our offer, said back, is none."""
    if not _OF_WEIGHT.search(text):
        return
    for pattern in _WEIGHED:
        for found in pattern.finditer(text):
            digits = re.sub(r"\D", "", found["out"])
            is_ours = offer is not None and Decimal(digits) in (offer, offer / 10, offer / 100)
            if not is_ours and MIN_TONS <= Decimal(digits[:2]) <= MAX_TONS:
                yield found.span("out")


def without_other_figures(text: str, *, offer: Decimal | None = None, is_price_asked: bool = False) -> str:
    """The figures text with everything blanked that surely isn't a sum of money."""
    for place in [*_windows(text), *_weights(text, offer)]:
        text = blank(text, *place)
    for pattern in _ALL if is_price_asked else (*_ALL, _BARE_CLOCKS):
        for found in list(pattern.finditer(text)):
            for name, part in found.groupdict().items():
                if part:
                    text = blank(text, *found.span(name))
    return text
