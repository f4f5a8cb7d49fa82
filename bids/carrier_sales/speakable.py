"""Texts of other people (a TMS, a carrier's papers) as far as they may be said aloud. Pure.

A commodity or an instruction is free text: somebody may have written a rate into it, or words meant for the agent. A
sentence that looks like either isn't said at all.
"""

import re
from collections.abc import Iterable
from decimal import Decimal

from organizations.display import as_decimal

LONGEST = 200
SENTENCE_END = re.compile(r"(?<=[.!?;])\s+|\n+")
# Money, and words that speak of it, in figures or written out; in English and Spanish.
MONEY = re.compile(
    r"[$€£¢]|\b(?:usd|dollars?|bucks?|cents?|rates?|pay(?:s|ing|ment)?|paid|price[sd]?|cost(?:s|ing)?|margin|max(?:imum)?"
    r"|ceiling|budget|customer|shipper pays|charge[sd]?|hundred|thousand|grand|offer\w*|accept|agree\w*|book now"
    r"|d[oó]lares|tarifa|precio|paga\w*|pago|cliente|m[aá]xim[oa]|mil|cient[oa]s?|oferta|acept\w+)\b",
    re.IGNORECASE,
)
# Words that speak to the agent instead of telling about the freight.
ORDERS = re.compile(
    r"\b(?:ignore|disregard|forget|instructions?|prompt|system|assistant|agent|you (?:are|must|should|will)"
    r"|tell (?:the|them)|say (?:that|the)|reveal|ignor[ae]|olvid[ae]|instrucciones|asistente|dile|revel[ae])\b",
    re.IGNORECASE,
)
NUMBER = re.compile(r"\d[\d,. -]*\d|\d")
WORDS_OF_DIGITS = re.compile(
    r"(?:\b(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve"
    r"|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|\w+teen|ten|eleven|twelve)\b[\s,-]*){2,}",
    re.IGNORECASE,
)


def speakable(text: str, guarded: Iterable[Decimal | None] = (), longest: int = LONGEST) -> str:
    """The sentences that may be said; `guarded` are figures that must not appear, in whatever notation."""
    figures = {f"{figure.normalize():f}" for figure in guarded if figure is not None}
    kept = [sentence for sentence in SENTENCE_END.split(text) if sentence and _is_harmless(sentence, figures)]
    said = " ".join(" ".join(kept).split())
    return said if len(said) <= longest else said[:longest].rsplit(" ", 1)[0] + "…"


def speakable_answer(text: str, guarded: Iterable[Decimal | None] = ()) -> str:
    """An approved answer: the broker's own words may name dollars, but none of the guarded figures."""
    figures = {f"{figure.normalize():f}" for figure in guarded if figure is not None}
    said = " ".join(text.split())
    return "" if any(_plain(found) in figures for found in NUMBER.findall(said)) else said


def speakable_name(text: str) -> str:
    """A name, without anything that isn't part of one."""
    plain = " ".join(re.sub(r"[^\w\s.,&'’-]", " ", text).split())
    return plain if len(plain) <= 80 and _is_harmless(plain, set()) else ""


def _is_harmless(sentence: str, figures: set[str]) -> bool:
    if MONEY.search(sentence) or ORDERS.search(sentence) or WORDS_OF_DIGITS.search(sentence):
        return False
    return not any(_plain(found) in figures for found in NUMBER.findall(sentence))


def _plain(number: str) -> str:
    """2,719.00 and 2 719 as 2719."""
    value = as_decimal(re.sub(r"[, -]", "", number.rstrip(".,")))
    return "" if value is None else f"{value.normalize():f}"
