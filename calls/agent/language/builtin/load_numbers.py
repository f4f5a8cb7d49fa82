"""Which load somebody means by its number: whole, or how it ends."""

import re
from dataclasses import dataclass

from calls.agent.language.builtin.digit_runs import RUN, blank, only_digits

# As brokers number loads: letters, then digits, perhaps a dash.
_CODE = r"(?:(?:[a-z]{1,4}(?: ?[-/] ?| ))?(?:[a-z] ){0,3}[a-z]{0,3}\d[\d-]*[a-z]?\b)"
_LINK = (
    r"(?:[ #:,.-]|'s|\b(?:number|num|numero|nr|no|id|is|was|it's|es|el|la|son|the|are|be|de|"
    r"carga|load|uh|um|like|"
    r"reference|that's|would be|which is)\b){0,10}?"
)
_NAMED = (
    r"(?:load(?: ?(?:id|number|#))?|reference|ref(?:erence)?|order|shipment|pro|confirmation|"
    r"carga|referencia|embarque|orden|flete|viaje)"
)
_LOAD = re.compile(
    rf"\b{_NAMED}(?:'s)?\b{_LINK}(?:(?P<run>(?<![\w-]){RUN})|(?P<letters>(?!id\b|no\b|is\b|"
    rf"es\b|la\b|el\b|de\b|in\b|on\b|to\b|at\b|of\b|for\b|and\b)[a-z]{{1,4}}) ?-? "
    rf"?(?P<after>{RUN}))"
)
_TAIL = re.compile(
    r"\b(?:(?:that )?end(?:s|ing|ed)?(?: (?:in|with|on|is|are))?|last (?:\d |few |couple "
    r")?(?:digits |numbers )?(?:are|is|were|of it)?|last (?:\d|few) (?:digits|numbers)?|"
    r"(?:que )?termina(?:da|do)?(?: (?:en|con))?|acaba(?: en)?|ultim[oa]s (?:\d )?(?:numeros |"
    r"digitos )?(?:son|es)?)"
    rf"(?:[ ,:]|\b(?:are|is|it's|the|number|digits|numbers|in|with|son|en|los|"
    rf"el)\b){{0,6}}?(?<![\w])(?P<run>{RUN})"
)
_LETTERED = re.compile(r"\b(?!mc|dot|i-|us-|hwy)[a-z]{1,4}-?\d{3,}\b")
_NOT_A_LOAD = re.compile(
    r"\b(?:miles?|pounds|lbs|trucks?|drivers?|stops?|pallets|days?|hours?|minutes|am|pm|libras|millas)\b"
)


@dataclass(frozen=True, slots=True)
class LoadNumber:
    """The number as said, whether it is how a number ends, and the text without it."""

    number: str
    is_tail: bool
    rest: str


def read_load_number(text: str, *, is_asked: bool) -> LoadNumber:
    """The load's number that was named as one; empty where none was. Letters with digits do where it was asked for."""
    if found := _TAIL.search(text):
        digits = only_digits(found["run"])
        if len(digits) >= 2:
            return LoadNumber(digits, True, blank(text, *found.span("run")))
    for found in _LOAD.finditer(text):
        run = found["run"] or found["after"]
        digits = only_digits(run)
        if len(digits) < 3 or _NOT_A_LOAD.match(text[found.end() :].lstrip(" -")):
            continue
        letters = (found["letters"] or "").upper()
        number = f"{letters}-{digits}" if letters else digits
        start = found.start("letters") if letters else found.start("run")
        return LoadNumber(number, False, blank(text, start, found.end()))
    if is_asked and (found := _LETTERED.search(text)):
        return LoadNumber(found[0].upper(), False, blank(text, *found.span()))
    return LoadNumber("", False, text)


_BOL = re.compile(
    rf"\b(?:b\.? ?o\.? ?l\.?|bill of lading|bill|lading|paperwork|papers|pro|guia|carta porte|"
    rf"conocimiento(?: de embarque)?|bol)(?:'s)?\b"
    rf"(?:[ #:,.-]|\b(?:number|num|numero|is|it's|es|el|de|the|are|on that|uh|"
    rf"um)\b){{0,8}}?(?<![\w])(?P<code>(?:(?!is\b|es\b|el\b|it\b|the\b|de\b|uh\b|um\b|on\b|"
    rf"are\b|num\b|my\b|no\b)[a-z]{{1,4}} ?-? ?)?{RUN})"
)
_BARE_CODE = re.compile(
    rf"(?<![\w'])(?P<code>(?:[a-z]{{1,3}}-|(?:(?!is|es|el|in|on|at|to|of|no|so|it|my|we|uh|"
    rf"um)[a-z]{{1,2}}) ?)?{RUN})"
)


def read_bol(text: str, *, is_asked: bool) -> tuple[str, str]:
    """A bill of lading's number and the text without it; without its name only where it was asked for."""
    found = _BOL.search(text) or (_BARE_CODE.search(text) if is_asked else None)
    if found is None or len(only_digits(found["code"])) < 3:
        return "", text
    letters = re.match(r"[a-z]*", found["code"])
    prefix = letters[0].upper() if letters else ""
    digits = only_digits(found["code"])
    return (f"{prefix}-{digits}" if prefix else digits), blank(text, *found.span("code"))
