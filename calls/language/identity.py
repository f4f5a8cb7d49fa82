"""Numbers that stand for somebody or something: MC, DOT, loads, bills of lading, telephones, units.

What a number stands for is told by the label next to it, else by what was asked.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from calls.language.digit_runs import LABEL, LABELS, MAX_BEFORE, MIN_ASKED, MIN_BARE, MIN_SAID, Run, runs_of
from calls.language.reading import Expecting, Listening

MIN_AUTHORITY, MAX_AUTHORITY = 3, 8
MIN_LABELLED = 2  # digits of a truck, a trailer, the end of a number
PHONE = 10
MAX_LINK = 3  # words of any kind between a label and a long number


@dataclass(frozen=True, slots=True)
class Identity:
    """Numbers that stand for something, as digits; `rest` is the text without them, nothing moved."""

    mc: str
    dot: str
    load: str
    is_tail: bool
    digits: str  # said for themselves; also those of mc, dot, load or phone
    bol: str
    phone: str
    truck: str
    trailer: str
    rest: str


def blank(text: str, start: int, end: int) -> str:
    """The text with a part of it taken out; nothing moves."""
    return f"{text[:start]}{'_' * (end - start)}{text[end:]}"


_PRICED_AFTER = re.compile(
    r" ?(?:(?:in |of )?(?:cargo|liability|insurance)\b|dollars?|bucks?|hundred|grand|k\b|an? mile|per mile|"
    r"all in|flat|even|to the truck|on (?:it|that|this)\b|dolares|"
    r"pesos|la milla|por milla|varos|cerrados|if (?:you|y'?all|they)|and (?:i'll|i'm|we'll|you)|or (?:i|we))|"
    r"\.\d\d\b"
)
_PRICED_BEFORE = re.compile(
    r"(?:\$|\b(?:do|doing|did|need|needs|take|takes|want|wants|get|got|pay|pays|paid|give|gave|for|at|offer|"
    r"offered|asking|make it|run it|haul it|was|said|hacer|hago|quiero|necesito|ocupo|cobro|por|en|dame|deme|"
    r"pago|pagan|jalo|worth|price|rate|tarifa|under|over|than)) *(?:(?:it|me|you|him|like|for|at|around|"
    r"about|least|a|solid|como|por|en|unos) *){0,3}$"
)
_LOOSE = {
    name: re.compile(rf"\b(?:{LABELS[name]})\b(?:'s)?[^\w?]*(?:[a-z']+[^\w?]+){{0,{MAX_LINK}}}$")
    for name in ("mc", "dot", "load")
} | {name: re.compile(rf"\b{name} number\b(?:\W+[a-z']+){{0,5}}\W*$") for name in ("truck", "trailer")}
_AFTER = re.compile(
    rf"[ ,]{{0,2}}(?:(?:is|that's|thats|this is|es) )?(?:(?:my|our|the|mi|el|nuestro) )?"
    rf"(?:(?P<mc>{LABELS['mc']})|(?P<dot>{LABELS['dot']}))(?! ?(?:number)? ?(?:is)? ?[\d_])(?:$|\W)"
)
_TAIL = re.compile(
    r"\b(?:end(?:s|ing|ed)?(?: (?:in|with|on|is|are))?|last (?:\d |few |couple )?(?:digits |numbers )?(?:are|"
    r"is|were|of it)?|termina(?:da|do)?(?: (?:en|con))?|acaba(?: en)?|ultim[oa]s (?:\d )?(?:numeros |digitos "
    r")?(?:son|es)?)(?:[ ,:]|\b(?:are|is|it's|the|number|digits|numbers|in|with|son|en|los|el)\b){0,6}$"
)
_LAST = re.compile(r"\blast \d$|\bultim[oa]s \d$")
_ON_LOAD = re.compile(rf"\b(?:{LABELS['load']})\b[^.?!]{{0,25}}$")


def _labelled(run: Run, preceding: str) -> str:
    """What the words next to a number say it is: a name of `LABELS`, "tail", or nothing."""
    if _TAIL.search(preceding[-MAX_BEFORE:]):
        return "tail"
    before = run.before[: len(run.before) - (run.spans[0][0] - run.start)] if run.prefix else run.before
    # The label that stands nearest counts.
    found = [(match.start(), name) for name, pattern in LABEL.items() if (match := pattern.search(before))]
    if found:
        return max(found)[1]
    if after := _AFTER.match(run.after):
        return str(after.lastgroup)
    if len(run.digits) >= MIN_BARE or "number" in before:
        loose = [(match.start(), name) for name, each in _LOOSE.items() if (match := each.search(before))]
        return max(loose)[1] if loose else ""
    return ""


def _is_price(run: Run, listening: Listening) -> bool:
    """Whether a number without a label is rather dollars."""
    if _PRICED_AFTER.match(run.after) and (len(run.digits) <= MIN_BARE or run.digits.endswith("00")):
        return True
    if len(run.digits) < MIN_BARE:
        is_round = len(run.digits) == MIN_ASKED and len(run.pieces) == 1 and int(run.digits) % 50 == 0
        return run.is_pair or is_round or bool(_PRICED_BEFORE.search(run.before))
    is_round = (
        len(run.pieces) == 1 and run.digits.endswith("000") and listening.expecting != Expecting.IDENTITY
    )
    is_money = listening.offer is not None and len(run.digits) == MIN_BARE and int(run.digits) % 50 == 0
    return is_round or is_money


def read_identity(text: str, listening: Listening) -> Identity:
    """Every number in a figures text that stands for somebody or something."""
    taken: dict[str, list[Run]] = {}
    bare, of_tail = [], ""
    runs = runs_of(text)
    if listening.expecting == Expecting.BOL:
        runs = _with_letters_amid(runs)
    for run in runs:
        name = _labelled(run, text[: run.start])
        if name == "tail" and (
            own := re.search(rf"\b(?:(?P<mc>{LABELS['mc']})|(?P<dot>{LABELS['dot']}))\b", run.before)
        ):
            of_tail = str(own.lastgroup)  # "el MC termina en doce, es …": its end, then the whole of it
            taken.setdefault("other", []).append(run)
            continue
        if of_tail and not name and len(run.digits) >= MIN_BARE:
            name = of_tail
        if name == "tail" and listening.expecting in _NO_TAIL and not _NUMBERS.search(text):
            name = ""
        if _is_phone(run, name):
            taken.setdefault("phone", []).append(run)
        elif name and (_fits(run, name) or (name == "truck" and _UNITS_ASKED.search(listening.agent_said))):
            if name == "unit":
                name = "trailer" if _TRAILERISH.search(text[: run.start]) else "truck"
            taken.setdefault(name, []).append(run)
        elif name in ("", "mc", "dot", "load") and not _LAST.search(text[: run.end]):
            bare.append(run)
    if _UNITS_ASKED.search(listening.agent_said):
        bare = _take_units(text, bare, taken)
    said = _take_bare(text, bare, taken, listening)
    get: Callable[[str], Run | None] = partial(_chosen, taken)
    rest = text
    for key, runs in taken.items():
        for each in runs if key != "when" else ():
            rest = blank(rest, each.start, each.end)
    mc, dot, bol, phone = (
        found.digits if (found := get(name)) else "" for name in ("mc", "dot", "bol", "phone")
    )
    truck, trailer = (found.code if (found := get(name)) else "" for name in ("truck", "trailer"))
    load, tail, papers = get("load"), get("tail"), get("bol")
    numbers = mc or dot or (load or tail or _NONE).digits or phone or (said.digits if said else "")
    return Identity(
        mc=mc,
        dot=dot,
        load=load.code if load else tail.digits if tail else "",
        is_tail=bool(tail and not load),
        digits=numbers,
        bol=papers.code if papers and bol else "",
        phone=phone[-PHONE:],
        truck=truck,
        trailer=trailer,
        rest=rest,
    )


def _with_letters_amid(runs: list[Run]) -> list[Run]:
    """The runs, those that letters alone part joined: "774 bravo 192"."""
    joined: list[Run] = []
    for run in runs:
        if joined and run.prefix and not run.before[: run.start - joined[-1].end].strip(" ,-"):
            last = joined.pop()
            run = replace(run, prefix=last.code + run.prefix, start=last.start)
        joined.append(run)
    return joined


_UNITS_ASKED = re.compile(r"\btruck and trailer\b|\bcami[oó]n y (?:de )?(?:la )?(?:caja|remolque)\b")
MAX_UNIT = 6  # digits of a truck or a trailer that is told without its name
_FOOTAGE = ("48", "53")


def _take_units(text: str, bare: list[Run], taken: dict[str, list[Run]]) -> list[Run]:
    """Give numbers to the truck and the trailer that were asked for, in this order; those that are left."""
    for run in [each for each in bare if len(each.digits) <= MAX_UNIT]:
        trailer = _TRAILERISH.search(run.before)
        name = "trailer" if trailer or "truck" in taken else "truck"
        if name in taken or (run.digits in _FOOTAGE and (trailer or _FOOT.match(run.after))):
            continue
        taken[name] = [run]
        bare = [each for each in bare if each is not run]
    return bare


_FOOT = re.compile(r" ?(?:foot|feet|ft|footer|'|van|reefer|dry|flat)")
_NONE = Run((), ())
_NO_TAIL = (Expecting.IDENTITY, Expecting.OFFER, Expecting.CONFIRMATION, Expecting.TIME)
_NUMBERS = re.compile(r"\b(?:load|digits?|numbers?|carga|numeros?|digitos)\b")
_TRAILERISH = re.compile(r"\b(?:van|reefer|refer|trailer|flatbed|caja|traila|dry|53|utility|wabash)\b[^.]*$")


def _is_phone(run: Run, name: str) -> bool:
    """Whether it is a telephone number: by its length, since nothing else of ours is as long."""
    size = len(run.digits)
    return (size == PHONE or (size == PHONE + 1 and run.digits[0] == "1")) and name not in (
        "load",
        "bol",
        "other",
    )


def _fits(run: Run, name: str) -> bool:
    """Whether a labelled number can be what the label says."""
    size = len(run.digits)
    if name in ("mc", "dot"):
        return MIN_AUTHORITY <= size <= MAX_AUTHORITY
    if name in ("load", "bol"):
        return size >= MIN_SAID and not (
            name == "load" and size <= MIN_ASKED and _PRICED_AFTER.match(run.after)
        )
    if name in ("truck", "trailer", "unit"):
        return MIN_LABELLED <= size <= MAX_AUTHORITY and not (
            name == "trailer" and run.digits in ("53", "48")
        )
    return size >= MIN_LABELLED


def _take_bare(text: str, bare: list[Run], taken: dict[str, list[Run]], listening: Listening) -> Run | None:
    """Give a number without a label to what was asked for; the number, whether it could be given or not."""
    expecting = listening.expecting
    asked = {Expecting.IDENTITY: "mc", Expecting.LOAD: "load", Expecting.BOL: "bol"}.get(expecting, "")
    is_number_asked = expecting == Expecting.CONFIRMATION and listening.offer is None
    if is_number_asked and _READS_BACK.search(listening.agent_said):
        asked = "mc"  # "no, seven nine zero …" to a number that was read back
    least = MIN_ASKED if asked else MIN_BARE
    fitting = [run for run in bare if len(run.digits) >= (MIN_SAID if asked else MIN_BARE)]
    fitting = [run for run in fitting if not _is_price(run, listening) or _is_alone(text, run, asked)]
    if asked == "bol":
        fitting = [run for run in fitting if not (len(run.digits) <= MIN_ASKED and _BY.search(run.before))]
    run = _best(fitting)
    if run is None or (expecting == Expecting.TIME and _CLOCKS.fullmatch(run.digits)):
        return None
    name = asked or ("" if expecting in (Expecting.CALLBACK, Expecting.CONTACT) else "load")
    if asked == "mc":
        name = _authority(text[: run.start], run, listening)
        if {"mc", "dot"} & taken.keys():
            named = max(
                (each for key in ("mc", "dot") for each in taken.get(key, [])), key=lambda each: each.start
            )
            is_again = run.start > named.end and run.is_restart and len(run.digits) > MIN_BARE
            name = next(key for key in ("mc", "dot") if named in taken.get(key, [])) if is_again else ""
            if not name and _is_of_load(run):
                name = "load"
    is_shorter = len(run.digits) < least and not run.prefix and not _is_alone(text, run, asked)
    if not name or is_shorter or (name in taken and asked != "mc") or len(run.digits) > PHONE:
        return run
    if name in ("mc", "dot") and not MIN_ASKED <= len(run.digits) <= MAX_AUTHORITY:
        return run
    if name == "load" and "tail" in taken:
        return run
    taken.setdefault(name, []).append(run)
    if asked == "mc" and "load" not in taken:
        # "784512, Earl, calling on that 482104": who it is, and which load.
        others = [each for each in fitting if each is not run and _is_of_load(each)]
        taken |= {"load": others} if others else {}
    return run


_CLOCKS = re.compile(r"(?:(?:[1-9]|1[0-2])(?:[0-5]\d)?){1,2}")  # "figure ten ten thirty"
_READS_BACK = re.compile(r"\b(?:MC|DOT) \d")
_OF_LOAD = re.compile(
    r"\b(?:on|about|callin[g']?|calling on|lookin[g']? at|seen?|saw|interesa|por|viendo|interested in)\b"
    r"(?: (?:that|this|the|your|y'?all'?s|la|esa|uh|um|load|carga|one))*\W*$"
)


# "I'll be out by one thirty" is no number of papers.
_BY = re.compile(r"\b(?:by|around|about|till?|until|a las?|como a las?)\W*$")


def _is_of_load(run: Run) -> bool:
    """Whether a long number without a label is a load's, by the words before it: "I'm calling on that …"."""
    return len(run.digits) >= MIN_BARE and bool(_OF_LOAD.search(run.before))


def _is_alone(text: str, run: Run, asked: str) -> bool:
    """Whether hardly anything else was said, where a load was asked for."""
    return (
        asked in ("load", "bol")
        and len(re.findall(r"[a-z]{3,}", text)) < MIN_LABELLED
        and not _PRICED_AFTER.match(run.after)
    )


def _authority(before: str, run: Run, listening: Listening) -> str:
    """What a bare number is where MC or DOT was asked for."""
    if _ON_LOAD.search(run.before) or re.search(r"\bpor la $", run.before):
        return "load"
    if re.search(rf"\b(?:{LABELS['dot']})\b", before):
        return "dot"
    asked = listening.agent_said.lower()
    return "dot" if re.search(r"\bdot\b", asked) and not re.search(r"\bmc\b", asked) else "mc"


def _best(runs: list[Run]) -> Run | None:
    """The longest; of equals the first, unless a later one takes it back."""
    best: Run | None = None
    for run in runs:
        is_better = best is None or (len(run.digits), run.is_restart) > (len(best.digits), False)
        if is_better:
            best = run
    return best


def _chosen(taken: dict[str, list[Run]], name: str) -> Run | None:
    """The number that counts of those with one label: the last that takes the one before back, else the first."""
    runs = taken.get(name, [])
    again = [run for run in runs if run.is_restart]
    return again[-1] if again else runs[0] if runs else None


_NUMBER_IS_WRONG = re.compile(
    rf"\b(?:corr[ie][jg]\w*|cambi\w+|arregl\w+|fix|correct|change|wrong|mal|equivocad\w+)"
    rf"(?: \w+){{0,3}} (?:{LABELS['mc']}|{LABELS['dot']})\b|"
    rf"\b(?:{LABELS['mc']}|{LABELS['dot']})\b(?: \w+){{0,3}} (?:wrong|mal|equivocad\w+|incorrect\w*)\b"
)


def is_number_wrong(words: str) -> bool:
    """Whether the MC or DOT number is said to be wrong: "corrija el MC"."""
    return bool(_NUMBER_IS_WRONG.search(words.lower()))
