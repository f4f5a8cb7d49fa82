"""The words of which figures are made, without accents and capitals: English and Spanish, and enough of others."""

import functools
import re
from decimal import Decimal


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_UNITS = {
    **{word: value for value, word in enumerate(("zero", "one", "two", "three", "four", "five"))},
    **{
        word: value
        for value, word in enumerate(("six", "seven", "eight", "nine", "ten", "eleven", "twelve"), 6)
    },
    **{
        word: value
        for value, word in enumerate(
            ("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"), 13
        )
    },
    **{word: value for value, word in enumerate(("cero", "uno", "dos", "tres", "cuatro", "cinco", "seis"))},
    **{
        word: value
        for value, word in enumerate(("siete", "ocho", "nueve", "diez", "once", "doce", "trece"), 7)
    },
    **{word: value for value, word in enumerate(("catorce", "quince", "dieciseis", "diecisiete"), 14)},
    "dieciocho": 18,
    "diecinueve": 19,
    "naught": 0,
    "nil": 0,
    "aught": 0,
    "niner": 9,
    "un": 1,
    "una": 1,
}
_TENS = {
    word: 10 * tens
    for tens, words in enumerate(
        (
            ("twenty", "veinte", "veinti"),
            ("thirty", "treinta"),
            ("forty", "fourty", "cuarenta"),
            ("fifty", "cincuenta"),
            ("sixty", "sesenta"),
            ("seventy", "setenta"),
            ("eighty", "ochenta"),
            ("ninety", "noventa"),
        ),
        2,
    )
    for word in words
}
_HUNDREDS = {
    "doscientos": 200,
    "trescientos": 300,
    "cuatrocientos": 400,
    "quinientos": 500,
    "seiscientos": 600,
    "setecientos": 700,
    "novecientos": 900,
    "ochocientos": 800,
}
_ORDINALS = {
    **{
        word: value
        for value, word in enumerate(("third", "fourth", "fifth", "sixth", "seventh", "eighth"), 3)
    },
    **{word: value for value, word in enumerate(("ninth", "tenth", "eleventh", "twelfth", "thirteenth"), 9)},
    **{word: value for value, word in enumerate(("fourteenth", "fifteenth", "sixteenth", "seventeenth"), 14)},
    "eighteenth": 18,
    "nineteenth": 19,
    "twentieth": 20,
    "thirtieth": 30,
    "tercero": 3,
    "cuarto": 4,
    "quinto": 5,
    "sexto": 6,
    "septimo": 7,
    "octavo": 8,
    "noveno": 9,
    "decimo": 10,
}
_FEMININE = {word.replace("cientos", "cientas"): value for word, value in _HUNDREDS.items()}

SMALL: dict[str, Decimal] = {
    word: Decimal(value)
    for word, value in (_UNITS | _TENS | _HUNDREDS | _FEMININE | _ORDINALS | {"quinientas": 500}).items()
} | dict.fromkeys(("half", "medio", "media"), Decimal("0.5"))

MULTIPLIERS: dict[str, int] = {
    **dict.fromkeys(
        ("hundred", "hundreds", "hundredth", "hundo", "cien", "ciento", "cientos", "hunnert"), 100
    ),
    **dict.fromkeys(("thousand", "thousands", "grand", "mil", "k", "thou", "gs"), 1000),
    **dict.fromkeys(("million", "millions", "millon", "millones"), 1_000_000),
}
POINTS = frozenset({"point", "punto", "coma", "dot"})
_SIGNS = frozenset(",-–—/'’.…|·$*_;:")
JOINERS = (
    POINTS
    | _SIGNS
    | {"and", "y", "oh", "o", "con", "e", "dollars", "dollar", "dolares", "dolar", "then", "luego"}
)
# A number word that is also another word: no figure where no other number stands beside it.
ALONE_INNOCENT = frozenset({"one", "once", "un", "una", "uno"})
# Figures without a reading: other languages', and words that make one figure out of another.
FOREIGN = _words(
    """
    deux trois quatre cinq huit neuf dix onze douze treize quatorze quinze seize vingt trente quarante cinquante
    soixante mille dois quatro sete oito nove dez vinte trinta quarenta cinquenta sessenta setenta oitenta cem
    duzentos trezentos quatrocentos quinhentos seiscentos zwei drei vier funf sechs sieben acht neun zehn zwanzig
    dreissig vierzig funfzig sechzig siebzig achtzig neunzig hundert tausend tre quattro cinque sette otto nove dieci
    venti double doubled twice triple quadruple thrice doble dozen dozens docena docenas quarters
    mitad bucks buck benjamins stacks
    """
)
_GLUED = re.compile(
    f"(?:{'|'.join(sorted((word for word in SMALL if len(word) > 2 and word != 'una'), key=len, reverse=True))}"
    f"|{'|'.join(sorted((word for word in MULTIPLIERS if len(word) > 2), key=len, reverse=True))}|y(?=[a-z]{{3}}))"
)
_GERMAN = re.compile(r"\w*(?:hundert|tausend|zwanzig|dreissig|vierzig|funfzig)\w*")


@functools.lru_cache(maxsize=2_000)
def number_words_of(word: str) -> list[str]:
    """The number words that one word is glued of ("treintaicinco", "twentyfour"); empty where it has other letters."""
    if _GERMAN.fullmatch(word):
        return ["hundert"]
    found, position = [], 0
    spelled = re.sub(r"(?<=nta)i(?=[a-z])", "y", word)
    while position < len(spelled):
        match = _GLUED.match(spelled, position)
        if match is None:
            return []
        found.append(match[0])
        position = match.end()
    return found if len(found) > 1 else []
