"""Finds every figure in a line, however it is written or said; for the guardrail, which must miss none.

Reads more than it has to and knows nothing of the reading that understands callers: what slips through one isn't
waved through by the other. A figure that can't be read has no values, so that nothing can authorise it.
"""

import functools
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation


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


_GROUPED = re.compile(r"\d{1,3}(?:[,.']\d{3})+(?:[.,]\d{1,2})?")
_DOT_GROUPED = re.compile(r"\d{1,3}(?:\.\d{3})+")
_MAX_RUN_OF_DIGITS = 15


def readings(words: list[str]) -> Iterator[Decimal]:
    """What a run may stand for: a number as it is counted, digits in a row, or dollars and cents."""
    parts: list[str] = []
    for word in words:
        parts += number_words_of(word) or [word]
    if any(part in FOREIGN for part in parts):
        return
    for reading in _as_digits(parts):
        counted = cardinal(reading)
        if counted is not None:
            yield counted
        groups = _groups(reading)
        if groups and len(groups) > 1 and len("".join(groups)) <= _MAX_RUN_OF_DIGITS:
            yield Decimal("".join(groups))
            if len(groups) == 2 and len(groups[1]) == 2:
                yield Decimal(f"{groups[0]}.{groups[1]}")


def _as_digits(parts: list[str]) -> Iterator[list[str]]:
    """Each number as digits: "2.450" is read both ways, "2,450.00" one."""
    plain_parts, other_parts = [], []
    for part in parts:
        first = other = part
        if part[0].isdigit():
            if _GROUPED.fullmatch(part):
                whole, cents = part, ""
                if found := re.fullmatch(r"(.*\d{3})[.,](\d{1,2})", part):
                    whole, cents = found[1], "." + found[2]
                first = re.sub(r"\D", "", whole) + cents
                other = part if _DOT_GROUPED.fullmatch(part) and part.count(".") == 1 else first
            else:
                first = other = part.replace(",", ".")
        plain_parts.append(first)
        other_parts.append(other)
    yield plain_parts
    if other_parts != plain_parts:
        yield other_parts


def _decimal(text: str) -> Decimal | None:
    if len(text) > _MAX_RUN_OF_DIGITS + 3:
        return None
    try:
        return Decimal(text)
    except InvalidOperation:
        return None


def cardinal(parts: list[str]) -> Decimal | None:
    """The value by the grammar of cardinals: "two thousand four hundred and fifty", "24.5 hundred", "dos mil"."""
    total = current = Decimal(0)
    last = Decimal(10**9)  # a smaller number may follow a larger one only
    decimals = ""
    is_decimal = is_begun = False
    for part in parts:
        if part in POINTS and is_begun:
            is_decimal = True
            continue
        if part in JOINERS or part == "a":
            continue
        if part in MULTIPLIERS:
            times = MULTIPLIERS[part]
            if decimals:
                current, decimals, is_decimal = current + Decimal("0." + decimals), "", False
            if times > 100:
                total, current, last = total + (current or 1) * times, Decimal(0), Decimal(times)
            else:
                current, last = (current or Decimal(1)) * times, Decimal(times)
            is_begun = True
            continue
        value = SMALL.get(part)
        value = value if value is not None else _decimal(part)
        if value is None:
            return None
        if is_decimal:
            decimals += format(value, "f")
            continue
        if is_begun and not _follows(value, last):
            return None
        current, last, is_begun = current + value, value, True
    if decimals:
        current += Decimal("0." + decimals) if decimals.isdigit() else 0
    return total + current if is_begun else None


def _follows(value: Decimal, last: Decimal) -> bool:
    """Whether a number may stand after another within one cardinal: units after tens, anything under a hundred."""
    if value == Decimal("0.5"):
        return True
    if last >= 100:
        return value < last
    return 20 <= last < 100 and last % 10 == 0 and 0 < value < 10


def _groups(parts: list[str]) -> list[str]:
    """The digits of a run as they are said in groups: "twenty-four fifty" is 24 and 50; none where it isn't so."""
    groups: list[str] = []
    is_open = False  # the group is tens that a unit may follow
    for part in parts:
        if part in JOINERS:
            continue
        value = SMALL.get(part)
        if value is None:
            if not part.isdigit():
                return []
            groups.append(part)
            is_open = False
        elif value != value.to_integral_value():
            return []
        elif is_open and 0 < value < 10:
            groups[-1] = str(int(groups[-1]) + int(value))
            is_open = False
        else:
            groups.append(str(int(value)))
            is_open = 20 <= value < 100 and value % 10 == 0
    return groups


_TOKEN = re.compile(
    r"\d{1,3}(?:[,.']\d{3})+(?:[.,]\d{1,2})?(?![\d])|\d+(?:[.,:]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)*|[$£€¢%°#]|[^\w\s]",
    re.U,
)


@dataclass(frozen=True, slots=True)
class Token:
    """A word, number or sign; `start` and `end` are its place in the line, `word` is without accents and capitals."""

    word: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Figure:
    """A run of number tokens from `first` to `last` (of the line's tokens), and all that it may stand for."""

    first: int
    last: int
    words: tuple[str, ...]
    values: frozenset[Decimal]
    is_clock: bool = False


def plain(text: str) -> str:
    """The text in plain letters: full-width forms, accents, capitals and invisible characters taken away.

    May change its length; take tokens of the result.
    """
    folded = unicodedata.normalize("NFKD", text.replace("’", "'"))
    return "".join(
        each.lower()
        for each in folded
        if unicodedata.category(each) not in ("Mn", "Cf", "Cc") or each in "\n\t"
    )


def tokens_of(line: str) -> list[Token]:
    """The tokens of a line that `plain` has folded."""
    return [Token(found[0], found.start(), found.end()) for found in _TOKEN.finditer(line)]


def figures_of(tokens: list[Token]) -> list[Figure]:
    """All figures in the order they stand; neighbours belong together, also over commas, hyphens, "and" or "point"."""
    return [_figure(tokens, first, last) for first, last in _runs(tokens)]


def may_go_on(tokens: list[Token]) -> bool:
    """Whether a figure before these tokens may go on in them."""
    return any(_is_number(tokens, at) or tokens[at].word in (*JOINERS, "a") for at in range(len(tokens)))


def _runs(tokens: list[Token]) -> Iterator[tuple[int, int]]:
    position = 0
    while position < len(tokens):
        if not _is_number(tokens, position):
            position += 1
            continue
        first = last = position
        ahead = position + 1
        # Up to two joiners between numbers: "two, and four".
        while ahead < len(tokens) and ahead - last <= 3:
            if _is_number(tokens, ahead):
                last = ahead
            elif not _is_joiner(tokens, ahead):
                break
            ahead += 1
        position = last + 1
        if first == last and tokens[first].word in ALONE_INNOCENT:
            continue
        yield first, last


def _is_joiner(tokens: list[Token], position: int) -> bool:
    """Whether a word may stand within a figure: "two, four", "two and a half"; not "three, a 53 foot van"."""
    if tokens[position].word == "a":
        return position + 1 < len(tokens) and tokens[position + 1].word in ("half", *MULTIPLIERS)
    return tokens[position].word in JOINERS


def _is_number(tokens: list[Token], position: int) -> bool:
    word = tokens[position].word
    if word[0].isdigit() or word in SMALL or word in MULTIPLIERS or word in FOREIGN:
        return True
    return bool(number_words_of(word)) or (
        word == "k" and position > 0 and tokens[position - 1].end == tokens[position].start
    )


def _figure(tokens: list[Token], first: int, last: int) -> Figure:
    words = [token.word for token in tokens[first : last + 1]]
    is_clock = len(words) == 1 and ":" in words[0]
    if is_clock:
        hour, _, minute = words[0].partition(":")
        values = {Decimal(hour + minute)} if (hour + minute).isdigit() else set()
        if not minute.strip("0"):
            values.add(Decimal(hour))
    else:
        values = set(readings(words))
    return Figure(first, last, tuple(words), frozenset(values), is_clock)


def counted(text: str) -> list[Decimal]:
    """The numbers in a text as they are counted ("two hundred five", "1,200"), in order; "one" only for itself."""
    tokens = tokens_of(plain(text))
    figures = figures_of(tokens)
    if not figures and len(tokens) <= 3:
        return [SMALL[token.word] for token in tokens if token.word in ("one", "uno", "una", "un")][:1]
    read = (cardinal(list(each.words)) or next(iter(sorted(each.values)), None) for each in figures)
    return [value for value in read if value is not None]
