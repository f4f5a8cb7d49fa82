"""Whether a line names a figure, in whatever form: "$3,100", "3.1k", "31 hundred", "three one double oh", "tres mil".

A reader of its own, so that it judges the code under test by other means than that code has. English and Spanish.
"""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise

type Read = Callable[[list[Piece]], Decimal | None]
HUNDRED, THOUSAND, HALF, BREAK = "hundred", "thousand", "half", "break"
ONES_WORDS = """
    zero|oh|cero one|un|uno|una two|dos three|tres four|cuatro five|cinco six|seis seven|siete eight|ocho nine|nueve
    ten|diez eleven|once twelve|doce thirteen|trece fourteen|catorce fifteen|quince sixteen|dieciseis
    seventeen|diecisiete eighteen|dieciocho nineteen|diecinueve twenty|veinte veintiuno|veintiun veintidos veintitres
    veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve
"""
TENS_WORDS = """
    twenty|veinte thirty|treinta forty|cuarenta fifty|cincuenta sixty|sesenta seventy|setenta eighty|ochenta
    ninety|noventa
"""
SMALL = {word: value for value, words in enumerate(ONES_WORDS.split()) for word in words.split("|")}
TENS = {
    word: 10 * value for value, words in enumerate(TENS_WORDS.split(), start=2) for word in words.split("|")
}
HUNDREDS = {
    "cien": 100,
    "ciento": 100,
    "doscient": 200,
    "trescient": 300,
    "cuatrocient": 400,
    "quinient": 500,
    "seiscient": 600,
    "setecient": 700,
    "ochocient": 800,
    "novecient": 900,
}
FILLERS = {"and", "y", "then", "luego", "uh", "um", "eh", "dash", "comma", "coma", "guion", "digit", "plus"}
LITERAL = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
TOKEN = re.compile(rf"(?P<number>{LITERAL})(?P<kilo>k\b)?|(?P<word>[^\W\d_]+)|(?P<mark>[.,;:!?\-/…()]+)")


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a numeral: a number with its digits as written, a scale word, or what breaks a numeral off."""

    what: str  # "number", or one of the constants above
    value: Decimal = Decimal(0)
    digits: str = ""
    mark: str = ""  # the punctuation before it
    is_spoken: bool = False  # in words


def names(text: str, figure: Decimal) -> bool:
    """Whether `figure` dollars (its whole ones) are named anywhere in the text; "3.100" and "3 100" are 3,100 too."""
    whole = Decimal(int(figure))
    written = re.findall(r"(?<![\d.,])\d{1,3}(?:[. ']\d{3})+(?!\d)", plain(text))
    return whole in figures(text) or any(Decimal(re.sub(r"\D", "", literal)) == whole for literal in written)


@lru_cache(maxsize=8192)
def figures(text: str) -> tuple[Decimal, ...]:
    """All figures that can be read out of a text, whole dollars, in order; an ambiguous one gives each reading."""
    found: list[Decimal] = []
    pieces = _pieces(text)
    for start in range(len(pieces)):
        for end in range(start + 1, min(start + 12, len(pieces)) + 1):
            part = pieces[start:end]
            if part[-1].what == BREAK:
                break
            for read in (_read, _spelled):
                value = read(part)
                if value is not None and not _is_part_of_more(pieces, start, end, read):
                    found += [value, *_slang(part, value)]
    return tuple(Decimal(int(value)) for value in found)


def plain(text: str) -> str:
    """Small letters without accents, formatting or invisible characters; wide digits as 0-9; t-w-o as two."""
    text = unicodedata.normalize("NFKD", text).casefold().replace("’", "'")
    bare = "".join(char for char in text if unicodedata.category(char) not in ("Mn", "Cf"))
    spelled = re.sub(
        r"\b[a-z](?:([-.])[a-z])(?:\1[a-z])+\b", lambda match: re.sub(r"[-.]", "", match[0]), bare
    )
    return re.sub(r"[*_`$€]", "", spelled)


def _pieces(text: str) -> list[Piece]:
    """The numerals of a text, with breaks where other words or the ends of sentences stand."""
    pieces: list[Piece] = []
    mark = ""
    words = list(TOKEN.finditer(plain(text)))
    repeat = 1
    for match, after in pairwise([*words, None]):
        word = match["word"]
        if match["mark"]:
            mark += match["mark"]
        elif match["number"]:
            value = Decimal(match["number"].replace(",", ""))
            digits = re.sub(r"\D", "", match["number"])
            pieces += [Piece("number", value, digits, mark)] * repeat
            pieces += [Piece(THOUSAND)] if match["kilo"] else []
            mark, repeat = "", 1
        elif word in ("double", "doble", "triple"):
            repeat = 3 if word == "triple" else 2
        elif word in FILLERS:
            mark += "&"
        elif word == "a" and after and after["word"] in ("half", "hundred", "thousand", "grand"):
            if after["word"] != "half":
                pieces.append(Piece("number", Decimal(1), "1", mark))
            mark = ""
        elif piece := _word(word, mark):
            pieces = _joined(pieces, piece, repeat)
            mark, repeat = "", 1
        elif not pieces or pieces[-1].what != BREAK:
            pieces.append(Piece(BREAK))
            mark, repeat = "", 1
    return pieces


def _word(word: str, mark: str) -> Piece | None:
    """The piece that a word is, if any."""
    if word in ("hundred", "hundreds", "cientos"):
        return Piece(HUNDRED, mark=mark)
    if word in ("thousand", "thousands", "grand", "mil", "k"):
        return Piece(THOUSAND, mark=mark)
    if word in ("half", "medio", "media"):
        return Piece(HALF, mark=mark)
    if word in ("point", "punto"):
        return Piece("point", mark=mark)
    value = SMALL.get(word, TENS.get(word, HUNDREDS.get(word, HUNDREDS.get(re.sub(r"[oa]s$", "", word)))))
    return None if value is None else Piece("number", Decimal(value), str(value), mark, is_spoken=True)


def _joined(pieces: list[Piece], piece: Piece, repeat: int) -> list[Piece]:
    """The pieces with one more: "thirty" and "one" are 31, "three point one" is 3.1, "double" repeats."""
    before = pieces[-1] if pieces else Piece(BREAK)
    if repeat == 1 and before.is_spoken and piece.is_spoken and _is_continued(before, piece):
        value = before.value + piece.value
        return [*pieces[:-1], Piece("number", value, str(value), before.mark, is_spoken=True)]
    if before.what == "point" and len(pieces) > 1 and pieces[-2].what == "number" and piece.what == "number":
        value = pieces[-2].value + piece.value / 10 ** len(piece.digits)
        return [*pieces[:-2], Piece("number", value, "", pieces[-2].mark)]
    return [*pieces, *[piece] * repeat]


def _is_continued(before: Piece, piece: Piece) -> bool:
    """Whether two words are one number: "thirty one", "treinta y uno", "cuatrocientos cincuenta"."""
    if before.value >= 100:
        is_tens = piece.mark == "" and before.value % 100 == 0 and piece.value < 100
        return is_tens or _is_continued(replace(before, value=before.value % 100), piece)
    return (
        before.value >= 20
        and before.value % 10 == 0
        and 1 <= piece.value <= 9
        and piece.mark in ("", "-", "&")
    )


def _read(part: list[Piece]) -> Decimal | None:
    """The value of a numeral as it is built: "2 thousand 4 hundred 50", "24 hundred 50", "2.4 thousand"."""
    total = current = Decimal(0)
    has_current = False
    for place, piece in enumerate(part):
        if place and re.search(r"[.;:!?]", piece.mark) and "..." not in piece.mark and "…" not in piece.mark:
            return None
        if piece.what == "number":
            is_short = (
                total > 0 and 1 <= current <= 9 and 10 <= piece.value < 100
            )  # "two thousand four fifty"
            if (
                has_current
                and not is_short
                and not (current >= 100 and current % 100 == 0 and piece.value < 100)
            ):
                return None
            current, has_current = current * (100 if is_short else 1) + piece.value, True
        elif piece.what == HALF and has_current:
            current += Decimal("0.5")
        elif piece.what == HUNDRED and has_current and current < 100:
            current *= 100
        elif piece.what == THOUSAND and total == 0 and current < 1000:
            total, current, has_current = (current if has_current else Decimal(1)) * 1000, Decimal(0), False
        else:
            return None
    return total + current


def _spelled(part: list[Piece]) -> Decimal | None:
    """The value of digits read out in groups: "3 1 0 0", "24 50", "2 450"."""
    if len(part) < 2 or any(piece.what != "number" or not piece.digits for piece in part):
        return None
    digits = [piece.digits for piece in part]
    longest = max(len(each) for each in digits)
    allowed = {1: r"[.,;:\-/…&]*", 2: r"[,\-/…&]*|\.\.+"}.get(longest, r"-?")
    if longest > 3 or not all(re.fullmatch(allowed, piece.mark) for piece in part[1:]):
        return None
    return Decimal("".join(digits))


def _slang(part: list[Piece], value: Decimal) -> list[Decimal]:
    """Other readings: "twenty-four and a half" is 2,450 among truckers, "two and a half" 2,500."""
    if part[-1].what != HALF:
        return []
    return [value * 100] if value >= 10 else [value * 1000]


def _is_part_of_more(pieces: list[Piece], start: int, end: int, read: Read) -> bool:
    """Whether a longer numeral holds this one: "three thousand one hundred" of "… one hundred fifty"."""
    if len(pieces[start:end]) == 1 and len(pieces[start].digits) >= 4:
        return False
    if end < len(pieces) and read(pieces[start : end + 1]) is not None:
        return True
    is_article = (
        start > 0 and pieces[start - 1].is_spoken and pieces[start - 1].value == 1
    )  # "this one 3 1 0 0"
    return start > 0 and not is_article and read(pieces[start - 1 : end]) is not None
