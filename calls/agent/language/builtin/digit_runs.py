"""Digits that stand for themselves: MC and DOT numbers, a load's number, a BOL, keys pressed."""

import re
from dataclasses import dataclass

from calls.agent.meaning import Expecting

# Figures as they follow each other when a number is read out: "7 90 012 3", "621, 009", "79-01-23".
RUN = r"\d+(?:(?:[,.]? |, ?| ?- ?)(?:(?:and then|then|uh|um|dash) )?\d+){0,24}(?![\d:]|\.\d)"
_LINK = (
    r"(?:[ #:,.'-]|\b(?:number|numbers|num|no|is|are|it's|its|that's|s|the|my|our|would be|"
    r"ends|authority|docket|ok|so|"
    r"uh|um|numero|es|el|son|la|de|del|mi|carga|id|which|be|gonna|i think|yeah|yes|si)\b){0,10}?"
)
_MC = re.compile(
    rf"\b(?:m ?[.-]? ?c\.?|em ?c?(?:ee|see|sea|ce)|motor carrier|docket|eme ce)(?:'?s)?\b{_LINK}(?P<digits>{RUN})"
)
_DOT = re.compile(rf"\b(?:u\.? ?s\.? ?)?(?:d\.? ?o\.? ?t\.?|d o t)(?:'?s)?\b{_LINK}(?P<digits>{RUN})")
_NAMED_AFTER = re.compile(
    rf"(?<![\w$.:/])(?P<digits>{RUN}),? (?:is|that's|es) (?:my|our|the|mi|el|nuestro) (?P<name>mc|dot)\b"
)
_BARE = re.compile(rf"(?<![\w$.:/]){RUN}")
_PHONE = re.compile(r"(?<![\d$])(?:\+?1[ .-]*)?\(?\d{3}\)?[ .,-]*\d{3}[ .,-]*\d{4}(?!\d)")
_NUMBERED = (Expecting.IDENTITY, Expecting.LOAD, Expecting.PAPERS)


@dataclass(frozen=True, slots=True)
class Identity:
    """MC and DOT as digits; `rest` is the text without them."""

    mc: str
    dot: str
    rest: str


def only_digits(text: str) -> str:
    """The digits of a text, run together."""
    return re.sub(r"\D", "", text)


def blank(text: str, start: int, end: int) -> str:
    """The text with a part of it taken out; nothing moves."""
    return f"{text[:start]}{'_' * (end - start)}{text[end:]}"


def read_identity(text: str) -> Identity:
    """MC and DOT numbers that were named so, with 3 to 8 digits."""
    numbers = {"mc": "", "dot": ""}
    for name, pattern in (("dot", _DOT), ("mc", _MC)):
        for found in pattern.finditer(text):
            digits = only_digits(found["digits"])
            if 3 <= len(digits) <= 8:
                numbers[name] = digits
                text = blank(text, *found.span("digits"))
    after = _NAMED_AFTER.search(text)
    if after and 3 <= len(only_digits(after["digits"])) <= 8:
        numbers[after["name"]] = only_digits(after["digits"])
        text = blank(text, *after.span("digits"))
    return Identity(numbers["mc"], numbers["dot"], text)


def read_bare_digits(text: str, expecting: Expecting) -> tuple[str, str]:
    """Digits said for themselves, and the text without them.

    Where a number was asked for, the longest run with at least three digits; else one of at least five that is no sum.
    """
    is_asked = expecting in _NUMBERED
    runs = [found for found in _BARE.finditer(text) if len(only_digits(found[0])) >= (3 if is_asked else 5)]
    if not is_asked:
        runs = [found for found in runs if _is_read_out(found[0])]
    if not runs:
        return "", text
    longest = max(runs, key=lambda found: len(only_digits(found[0])))
    return only_digits(longest[0]), blank(text, *longest.span())


def _is_read_out(run: str) -> bool:
    """Whether a run is digits rather than an amount: too long for one, or said digit by digit."""
    parts = re.findall(r"\d+", run)
    digits = "".join(parts)
    return (
        max(map(len, parts)) >= 6
        or (len(digits) >= 6 and max(map(len, parts)) <= 3)
        or (len(parts) >= 5 and max(map(len, parts)) <= 2)
    )


def without_phones(text: str) -> str:
    """The text without telephone numbers, spoken ones too."""
    for found in _PHONE.finditer(text):
        text = blank(text, *found.span())
    return text
