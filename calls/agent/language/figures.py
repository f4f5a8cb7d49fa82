"""Finds every figure in a line, however it is written or said; for the guardrail, which must miss none.

Reads more than it has to and knows nothing of the reading that understands callers: what slips through one isn't
waved through by the other. A figure that can't be read has no values, so that nothing can authorise it.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from calls.agent.language.numerals import (
    ALONE_INNOCENT,
    FOREIGN,
    JOINERS,
    MULTIPLIERS,
    SMALL,
    number_words_of,
)
from calls.agent.language.readings import cardinal, readings

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
