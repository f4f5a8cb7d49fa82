"""Numbers that stand for somebody or something: MC, DOT, loads, bills of lading, telephones, units.

What a number stands for is told by the label next to it, else by what was asked.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from calls.language.number_words import figures, languages_of, plain
from calls.language.reading import Expecting, Listening

# As they are read out: runs of figures, with words heard for digits and letters that belong to them.


MIN_BARE = 5  # digits that are a number without a label, where none was asked for
MIN_ASKED = 4  # and where one was
MIN_SAID = 3  # and that are kept as digits, for whoever asked
MAX_BEFORE, MAX_AFTER = 70, 40  # letters around a number that are looked through


def only_digits(text: str) -> str:
    """The digits of a text, run together."""
    return re.sub(r"\D", "", text)


# What a recognizer hears for digits; those of the second row are words besides, and mean a digit only among digits.
_ALWAYS = {"ate": "8", "won": "1", "sicks": "6", "sics": "6", "sick": "6", "niner": "9", "fife": "5"}
_AMONG = {"too": "2", "to": "2", "for": "4", "fore": "4", "oh": "0", "o": "0", "zero": "0", "cero": "0"}
_HEARD = _ALWAYS | _AMONG
_AT_END = (*_ALWAYS, "too", "oh", "o", "zero", "cero")
_GLUE = (
    "(?:" + "|".join(rf"(?<=\b[a-z]{{{size}}}{dash})" for size in (1, 2, 3, 4) for dash in ("", "-")) + ")"
)
_PIECE = re.compile(
    rf"(?:(?<![\w$./:'-])|(?<=\bmc)|(?<=\bdot)|{_GLUE}(?=\d{{4}})|(?<=\b[a-z]{{3}})(?<!hwy)(?<!rte)(?=\d{{3}}\b))(?:(?P<digits>\d+(?:[.-]\d+)*)(?![\d:]|[.,]\d|[a-z]{{2}}|"
    rf"[km]\b)|(?P<word>{'|'.join(_HEARD)})\b(?!'))"
)
_JOINT = re.compile(
    r"[ ,()-]{0,3}(?:(?:and then an?|and then|and an?|then an?|then|uh|um|dash|hyphen|guion|y luego)[ ,]{1,2})?|\. |"
    r"\.\.\. ?"
)
_DASH = re.compile(r"\b(?:dash|hyphen|guion)\b")
_DASHED = re.compile(rf" ?(?:-|{_DASH.pattern})")
_OPENS = re.compile(r"(?:^|[.,:]|\b(?:load|mc|dot|number|is|it's|its|trailer|truck|see|sea|tea|um|uh))\W*$")


@dataclass(frozen=True, slots=True)
class Run:
    """A number as said: its pieces as digits, its place, whether it was dictated, and letters that belong to it."""

    pieces: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]
    before: str = ""  # the text up to it, back to the run before
    after: str = ""
    prefix: str = ""
    suffix: str = ""
    start: int = 0
    is_restart: bool = False  # it takes back the number before

    @property
    def digits(self) -> str:
        """The digits, run together."""
        return "".join(self.pieces)

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.spans[-1][1]

    @property
    def code(self) -> str:
        """The digits with their letters, as brokers number loads."""
        return f"{self.prefix.upper()}{self.digits}{self.suffix.upper()}"

    @property
    def is_pair(self) -> bool:
        """Whether it is said as prices are: "19 50"."""
        return [len(piece) for piece in self.pieces] == [2, 2]


_OF_CARRIER = re.compile(r"\b(?:m ?c|dot|docket)(?:'?s)?(?: (?:number|is|it's|its))*[ #:]*$")
_SUM_AFTER = re.compile(r" (?:bucks|dollars?|hundred|cash|flat|all in|for)\b")


def _is_joined(text: str, left: re.Match[str], right: re.Match[str]) -> bool:
    """Whether two pieces belong to one number."""
    between = text[left.end() : right.start()]
    if not _JOINT.fullmatch(between) or not between:
        return False
    sizes = [
        # "Oh oh oh two" is read out digit by digit.
        1
        if each["word"] or re.match(r"0\d{3}", each["digits"])
        else len(re.split(r"[.-]", each["digits"])[at])
        for each, at in ((left, -1), (right, 0))
    ]
    # "Cero cero cero uno" comes as one figure, though it was read out.
    sizes = [
        1 if (each["digits"] or "").startswith("00") else size
        for each, size in zip((left, right), sizes, strict=True)
    ]
    if _DASH.search(between) and "," not in between:
        return True
    if left["word"] or right["word"]:
        is_weak = {"to", "too", "for", "fore"} & {left["word"], right["word"]}
        return between.strip() in ("", "-") and max(sizes) <= (1 if is_weak else 2)
    if "." in between:
        return max(sizes) <= 3 and between != ". "
    if sizes == [4, 3] and between == " " and _OF_CARRIER.search(text[: left.start()]):
        return not _SUM_AFTER.match(text[right.end() :])  # "MC 1688 420"
    # Four figures in one are the end of a telephone number, or said by themselves.
    return max(sizes) < MIN_ASKED or (
        sizes == [3, 4] or (sizes[1] == 4 and "," not in between) or "-" in between
    )


# What is counted or measured is no number of anybody's.
_UNIT_AFTER = re.compile(
    r"[ -]?(?:miles?|mi|pounds?|lbs?|trucks|loads|drivers|stops|drops|picks|pallets|days?|hours?|hrs?|"
    r"minutes?|min|weeks?|years?|times?|am|pm|a m|p m|o'clock|degrees?|percent|foot|feet|ft|footers?|axles?|"
    r"of (?:em|them|those)|more|millas?|libras?|horas?|minutos?|dias?|semanas?|anos?|grados?|pies|paradas?|"
    r"trocas?|ejes|veces|tons?|k|numeros?|digitos?|digits?|"
    r"(?:al|en el) (?:final|ultimo)|at the end)\b|[ ]?(?:[%°\"]|'(?!s))|:\d"
)

_LINK = (
    r"(?:[ #:,.'?-]|\b(?:numbers?|num|nr|no|is|are|it's|its|that's|s|be|would|gonna|authority|ok|okay|so|uh|"
    r"um|like|yeah|yes|sure|the|my|our|your|of|which|was|says|reads|signed|new|right now|right here|here|on "
    r"my screen|i think|numero|es|el|la|son|los|de|del|mi|su|esa|ese|id|i d|i guess|please|ready)\b){0,12}"
)
LABELS = {
    "mc": r"m ?[.-]? ?c\.?|em+ ?(?:c|cee|see|sea|ce|si)|and see|motor carrier|docket|eme ?ce|em ?ci|em ?si",
    "dot": r"(?:u\.? ?s\.? ?)?d\.? ?o\.? ?t\.?|dee oh? te[ae]|de o te",
    "bol": r"b\.? ?o\.? ?l\.?|bills? of lading|bills?|lading|guia|carta porte|conocimiento(?: de embarque)?",
    "load": r"loads?|load i ?d|reference|ref|orders?|shipment|confirmation|pro|carga|referencia|embarque|"
    r"orden|flete|viaje",
    "phone": r"phone|cell|call me (?:back )?at|text me (?:back )?at|mobile|celular|telefono|whatsapp",
    "truck": r"truck|tractor|tro(?:ca|que)|camion|tracto|tractocamion",
    "trailer": r"trailer|traila|remolque|caja|(?:van|reefer|box|caja) (?:number|num|numero|unit)",
    "unit": r"unit|unidad",
    "other": r"zip(?: code)?|exit|marker|seal|sello|po|p ?o|purchase order|invoice|factura|highway|"
    r"hwy|interstate|route|policy|suite|gate|door|dock|(?<!area )code|ext|extension|pick ?up num(?:ber)?",
    "when": r"appointment|pick ?up|delivery|since|en el|desde",
}
LABEL = {name: re.compile(rf"(?<![\w@])(?:{words})(?:'?s)?\b{_LINK}$") for name, words in LABELS.items()}
_LETTER = r"(?:[b-hj-np-xz]|[aio](?= as\b))(?: (?:as in|like|de|for) [a-z]+)?"
_NATO = (  # noqa: SIM905
    "alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar papa "
    "quebec romeo sierra tango uniform victor whiskey x-ray yankee zulu"
).split()
_SPANISH_LETTERS = {
    "ele": "l",
    "erre": "r",
    "ese": "s",
    "te": "t",
    "eme": "m",
    "ene": "n",
    "pe": "p",
    "ka": "k",
}
_PREFIX = re.compile(
    rf"(?<![\w'])((?:(?:{_LETTER}|{'|'.join(_NATO)}|(?<=la ){'|(?<=la )'.join(_SPANISH_LETTERS)})[ "
    rf",.-]{{1,2}}){{1,4}})(?:(?:dash|hyphen|guion) )?$"
)
_GLUED = re.compile(r"(?:^|(?<=[ #:(]))(?!mc|dot|i-|us-|hwy|sr-|exit)([a-z]{1,4})-?$")
# Letters run together: "ld 48213".
_CLUSTER = re.compile(
    r"(?<![\w'])(?!mc|st|rd|nd|th|hr|lb|ft|mm|pm|dr|tx|vs|kg|km|mr|ms|po|pro)([b-df-hj-np-tv-xz]{2,3}) $"
)
_SUFFIX = re.compile(
    r"(?: ?(?:dash|hyphen|guion) |[ -])?([b-hjlnp-xz]|a(?= (?:as|de|como)\b|\W*$))\b(?! [a-z]\b)"
)
_NEW_TRY = re.compile(
    r"\b(?:no|naw|nah|nope|wait|sorry|i mean|start over|scratch|digo|perdon|espere)\b|\.\.\."
)


_LAST_DIGITS = re.compile(r"\b(?:last|ultim[oa]s) $")
MAX_RUNS = 40  # numbers in one turn


def runs_of(text: str) -> list[Run]:
    """All numbers of a figures text, in their order, those counted or measured left out."""
    groups: list[list[re.Match[str]]] = []
    for found in _PIECE.finditer(text):
        if groups and _is_joined(text, groups[-1][-1], found):
            groups[-1].append(found)
        else:
            groups.append([found])
    runs, previous = [], 0
    for group in groups[:MAX_RUNS]:
        pieces = _trimmed(text, group)
        if not pieces:
            continue
        is_counted = len(pieces) > 1 and _LAST_DIGITS.search(text[: pieces[0].start()])
        if is_counted and only_digits(pieces[0][0]) == str(
            sum(len(only_digits(each[0])) for each in pieces[1:])
        ):
            pieces = pieces[1:]  # "last four eight two one three"
        start, end = pieces[0].start(), pieces[-1].end()
        before = text[max(previous, start - MAX_BEFORE) : start]
        run = Run(
            tuple(_HEARD[each["word"]] if each["word"] else only_digits(each["digits"]) for each in pieces),
            tuple(each.span() for each in pieces),
            before,
            text[end : end + MAX_AFTER],
            start=start,
            is_restart=previous > 0 and bool(_NEW_TRY.search(before)),
        )
        runs.append(_with_letters(run))
        previous = end
    return runs


def _trimmed(text: str, pieces: list[re.Match[str]]) -> list[re.Match[str]]:
    """The pieces without words at the ends that are no digits there, and without a last one that counts something."""
    pieces = list(pieces)
    while pieces and (word := pieces[0]["word"]) in _AMONG:
        is_digit = len(pieces) > 3 and _OPENS.search(text[max(0, pieces[0].start() - 12) : pieces[0].start()])
        if is_digit and not (word == "oh" and text[: pieces[0].start()].strip() == ""):
            break
        pieces.pop(0)
    while pieces:
        rest = text[pieces[-1].end() : pieces[-1].end() + 12]
        word = pieces[-1]["word"]
        if (word and word not in _AT_END and rest.strip(" .,?!")) or (not word and _UNIT_AFTER.match(rest)):
            pieces.pop()
        else:
            break
    return pieces if any(each["digits"] for each in pieces) or len(pieces) >= MIN_SAID else []


def _with_letters(run: Run) -> Run:
    """The run with the letters said before and after it: "k r 7702", "b as in boy 6619", "33902 b"."""
    glued, spelled, suffix = _GLUED.search(run.before), _PREFIX.search(run.before), _SUFFIX.match(run.after)
    if suffix and _DASHED.match(run.after):
        run = replace(run, suffix=suffix[1])
    if glued and run.before[-1:] != " ":
        return replace(run, prefix=glued[1], start=run.start - len(glued[0].lstrip()))
    if spelled and not any(each.search(run.before) for each in LABEL.values()):
        letters = re.sub(r" (?:as in|like|de|for) [a-z]+", "", spelled[1])
        words = re.findall(r"[a-z-]+", letters)
        prefix = "".join(_SPANISH_LETTERS.get(word, word[:1]) for word in words)
        last = suffix[1] if suffix and len(run.digits) >= MIN_ASKED else run.suffix
        return replace(run, prefix=prefix, suffix=last, start=run.start - len(spelled[0]))
    cluster = _CLUSTER.search(run.before) if len(run.digits) >= MIN_ASKED else None
    if cluster and any(
        LABEL[name].search(run.before[: cluster.start()]) for name in ("load", "truck", "trailer")
    ):
        return _with_cluster(run)
    if suffix and (len(run.digits) >= MIN_ASKED or _is_unit(run, run.after[suffix.end() :])):
        return replace(run, suffix=suffix[1])
    return run


def _is_unit(run: Run, rest: str) -> bool:
    """Whether a letter belongs to a short number, too: a truck's or trailer's, or the last that is said."""
    is_named = any(LABEL[name].search(run.before) for name in ("truck", "trailer"))
    return len(run.digits) >= MIN_LABELLED and (is_named or not rest.strip(" .,!"))


def _with_cluster(run: Run) -> Run:
    """The run with letters run together before it: "lx 4417"."""
    cluster = _CLUSTER.search(run.before)
    return (
        replace(run, prefix=cluster[1], start=run.start - len(cluster[0]))
        if cluster and not run.prefix
        else run
    )


# What each of them stands for.


MIN_AUTHORITY, MAX_AUTHORITY = 3, 8
MIN_LABELLED = 2  # digits of a truck, a trailer, the end of a number
PHONE, MIN_PHONE = 10, 7
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
        runs = _with_letters_amid([_with_cluster(each) for each in runs])
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
    dialed = get("phone")
    after = _EXTENSION.match(text, dialed.end) if dialed else None
    truck, trailer = (found.code if (found := get(name)) else "" for name in ("truck", "trailer"))
    load, tail, papers = get("load"), get("tail"), get("bol")
    numbers = mc or dot or (load or tail or _NONE).digits or phone or (said.digits if said else "")
    return Identity(
        mc=mc,
        dot=dot,
        load=load.code if load else tail.digits if tail else "",
        is_tail=bool(tail and not load),
        digits=numbers,
        bol=_as_read_out(text, papers) if papers and bol else "",
        phone=f"{phone[-PHONE:]}{_extension(after)}",
        truck=truck,
        trailer=trailer,
        rest=rest,
    )


# "Extension seven", "ext 224", and right behind a number "x 12".
_EXTENSION = re.compile(r"\W*\b(?:ext(?:ension)?|x)\b\W*(\d(?: ?\d){0,4})\b")


def _extension(found: re.Match[str] | None) -> str:
    """An extension as RFC 3966 has it: ";ext=7"."""
    return f";ext={only_digits(found[1])}" if found else ""


def extension_in(words: str) -> str:
    """The extension that is told in words of either language; empty where none is."""
    said = plain(words)
    return _extension(_EXTENSION.search(figures(said, languages_of(said, "en")[0])))


def _as_read_out(text: str, run: Run) -> str:
    """A number of papers with the dashes that are in it: "k c dash eight eight two one three"."""
    parts, position = [run.prefix.upper()] if run.prefix else [], run.start
    for piece, (start, end) in zip(run.pieces, run.spans, strict=True):
        is_dashed = bool(parts) and bool(_DASHED.search(text[position:start]))
        written = re.sub(r"[^\d-]", "", text[start:end]) if "-" in text[start:end] else piece
        parts.append(f"{'-' if is_dashed else ''}{written}")
        position = end
    is_dashed = bool(run.suffix) and bool(_DASHED.match(run.after))
    return "".join([*parts, "-" if is_dashed else "", run.suffix.upper()])


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
    if name == "phone":
        return size >= MIN_PHONE  # "call me back at ten" names an hour
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
    fitting = [
        run
        for run in fitting
        if asked == "bol" or not _is_price(run, listening) or _is_alone(text, run, asked)
    ]
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
