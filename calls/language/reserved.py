"""Words that the guardrail looks for, without accents and capitals."""

import re


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# May be said only where the reply's own text or facts say so: what reveals, hints, promises or pretends.
_RESERVED = {
    "ceiling": r"max\w*|ceiling|cap(?:ped)?\b|limit\w*|budget\w*|top dollar|highest|the most|bottom line|all i have|"
    r"tope\b|techo|presupuest\w*|lo mas que|hasta donde|ultimo precio|spread|as high as|no higher|"
    r"no more than|not (?:a )?(?:dollar|penny|cent) (?:more|less)",
    "customer's rate": r"customer\w*|client\w*|margin\w*|margen\w*|markup|commission|comision|"
    r"shipper (?:pays|is paying|gives)|our cost|nos paga\w*|profit\w*|"
    r"(?:we|we're|we are|they|they're|they are) (?:get|getting|pay|paying|paid|charg\w+|bill\w*)\b|"
    r"ganancia\w*",
    "hint": r"close\w*|almost|nearly|(?:in|with)?in (?:the |my |our )?range|ballpark|above\b|below\b|"
    r"over (?:my|our|what|that)|under (?:my|our|what|that)|higher|lower|too (?:high|low|much)|wiggle|"
    r"flexib\w*|room\b|negotiab\w*|cerca\b|casi\b|rango|arriba de|encima|debajo|mas (?:alto|bajo|dinero)|"
    r"demasiado|warmer|colder|more money|up (?:a |some )?(?:bit|more|to)\b|authori[sz]\w*|autoriz\w*|"
    r"approv\w*|aprob\w*",
    "promise": r"guarant\w*|garanti\w*|promis\w*|promet\w*|deal\b|booked|book it|(?:it's|it is|load is|all) yours|"
    r"you(?:'ve)? got (?:it|the load)|confirm(?:ed|ado|ada)\w*|agree\w*|accept\w*|acept\w*|trato hecho|"
    r"reservad\w*|es tuy[ao]|bonus\w*|bono\b|detention|detencion|layover|lumper\w*|tonu\b|surcharge|"
    r"recargo|advance\b|anticipo|extra\w*|quick ?pay|pago rapido|reimburs\w*|reembols\w*|bump\b|raise\b|"
    r"increas\w*|aument\w*|sub(?:o|ir|imos)\b|refund\w*",
    "agreement": r"works for (?:me|us)|you(?:'re| are) on\b|sold\b|(?:we're|we are|you're|all) set\b|me parece bien|"
    r"de acuerdo|hecho\b|listo\b",
    "refusal": r"can't|cannot|can not|won't|unable|not able|impossible|no (?:puedo|podemos)|imposible",
    "pretence": r"human\b|humano|real person|persona real|robot\w*|i'?m a person|soy una persona|prompt\w*|"
    r"instruccion\w*|system|sistema|language model|modelo de lenguaje|openai|gpt|secret\w*|"
    r"confidential\w*|confidencial\w*|internal\w*|intern[oa]s?\b|ignor\w+|https?|www|@|\\|[{}<>\[\]]|json",
}
RESERVED = tuple((name, re.compile(rf"(?:\b|(?<!\w))(?:{words})")) for name, words in _RESERVED.items())

CURRENCY = frozenset(
    {
        "$",
        "usd",
        "£",
        "€",
        "¢",
        "dollar",
        "dollars",
        "dolar",
        "dolares",
        "buck",
        "bucks",
        "cent",
        "cents",
        "centavo",
    }
    | {"centavos", "grand", "k", "pesos", "peso", "lana", "varos"}
)
PER_MILE = (
    *("a mile", "per mile", "the mile", "each mile", "by the mile", "every mile", "/ mi", "a running mile"),
    *("por milla", "la milla", "cada milla", "por cada milla", "a loaded mile", "per loaded mile"),
)
UNITS_AFTER = _words(
    """
    mile miles milla millas pound pounds lbs lb libra libras ton tons tonelada toneladas stop stops parada paradas
    pallet pallets tarima tarimas piece pieces hour hours hora horas minute minutes minuto minutos am pm o'clock degree
    degrees grado grados foot feet ft pies inch inches day days dia dias week weeks semana semanas driver
    drivers am. pm. ° f
    """
)
NAMED_BEFORE = _words(
    """
    load loads carga cargas number numero mc dot usdot reference referencia order orden po bol ext extension suite
    interstate highway hwy exit salida dock door puerta unit trailer remolque zip
    """
)
MONTHS_AND_DAYS = _words(
    """
    january february march april june july august september october november december monday tuesday wednesday thursday
    friday saturday sunday enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
    lunes martes miercoles jueves viernes sabado domingo
    """
)
# With a capital, and no names.
NO_NAMES = _words("ok okay am pm mc dot bol eta usd fmcsa tv id us mr mrs ms sir ma'am usted")
ENGLISH = _words(
    """
    the and is are to of for with on at you your it that this what when where would could can do will from by be have i
    we thanks thank
    """
)
SPANISH = _words(
    """
    el la los las de que y en es un una para con por su sus lo le se esta este usted cuando donde como puede puedo del
    al tiene hay gracias mi nos
    """
)
