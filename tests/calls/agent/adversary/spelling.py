"""Figures as somebody says them: in digits, in words, in short; English and Spanish, whole dollars below a million."""

from random import Random

ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
UNOS = (
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete "
    "dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete "
    "veintiocho veintinueve"
)
DIEZ = "treinta cuarenta cincuenta sesenta setenta ochenta noventa"
CIEN = (
    "ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos"
)


def say(figure: int, language: str, rng: Random) -> str:
    """A figure, in one of the ways in which people say it."""
    ways = [str(figure), f"${figure:,}", f"{figure:,} dollars" if language == "en" else f"{figure:,} dólares"]
    ways += [in_words(figure, language)] * 2
    if language == "en" and 1_000 <= figure < 10_000:
        ways += [short(figure)] * 3
    return rng.choice(ways)


def in_words(figure: int, language: str) -> str:
    """In full: "two thousand seven hundred fifty", "dos mil setecientos cincuenta"."""
    return _spanish(figure) if language == "es" else _english(figure)


def short(figure: int) -> str:
    """As truckers do, from 1,000 to 9,999: "twenty-seven fifty", "thirty-one hundred"."""
    hundreds, rest = divmod(figure, 100)
    if rest == 0:
        return f"{_english(hundreds)} hundred" if hundreds % 10 else f"{_english(hundreds // 10)} thousand"
    return f"{_english(hundreds)} {'oh ' if rest < 10 else ''}{_english(rest)}"


def digit_by_digit(digits: str, language: str) -> str:
    """Digits one by one: "two seven five oh"."""
    names = (UNOS if language == "es" else ONES).split()
    return " ".join(names[int(digit)] for digit in digits)


def _english(figure: int) -> str:
    if figure >= 1000:
        return _and_rest(f"{_english(figure // 1000)} thousand", figure % 1000, _english)
    if figure >= 100:
        return _and_rest(f"{_english(figure // 100)} hundred", figure % 100, _english)
    if figure >= 20:
        tens = TENS.split()[figure // 10 - 2]
        return f"{tens}-{_english(figure % 10)}" if figure % 10 else tens
    return ONES.split()[figure]


def _spanish(figure: int) -> str:
    if figure >= 1000:
        thousands = "mil" if figure < 2000 else f"{_spanish(figure // 1000)} mil"
        return _and_rest(thousands, figure % 1000, _spanish)
    if figure >= 100:
        return "cien" if figure == 100 else _and_rest(CIEN.split()[figure // 100 - 1], figure % 100, _spanish)
    if figure >= 30:
        tens = DIEZ.split()[figure // 10 - 3]
        return f"{tens} y {_spanish(figure % 10)}" if figure % 10 else tens
    return UNOS.split()[figure]


def _and_rest(start: str, rest: int, words) -> str:
    return f"{start} {words(rest)}" if rest else start
