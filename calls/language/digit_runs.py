"""Numbers as they are read out: runs of figures, with words heard for digits and letters that belong to them."""

import re
from dataclasses import dataclass, replace

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
    if left["word"] or right["word"]:
        is_weak = {"to", "too", "for", "fore"} & {left["word"], right["word"]}
        return between.strip() in ("", "-") and max(sizes) <= (1 if is_weak else 2)
    if "." in between:
        return max(sizes) <= 3 and between != ". "
    # Four figures in one are the end of a telephone number, or said by themselves.
    return max(sizes) < MIN_ASKED or (
        sizes == [3, 4] or (sizes[1] == 4 and "," not in between) or "-" in between
    )


# What is counted or measured is no number of anybody's.
_UNIT = re.compile(
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
    "truck": r"truck|tractor|troca|camion|tracto|tractocamion",
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
    rf",.-]{{1,2}}){{1,4}})$"
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


_LAST = re.compile(r"\b(?:last|ultim[oa]s) $")
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
        is_counted = len(pieces) > 1 and _LAST.search(text[: pieces[0].start()])
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
        if (word and word not in _AT_END and rest.strip(" .,?!")) or (not word and _UNIT.match(rest)):
            pieces.pop()
        else:
            break
    return pieces if any(each["digits"] for each in pieces) or len(pieces) >= MIN_SAID else []


def _with_letters(run: Run) -> Run:
    """The run with the letters said before and after it: "k r 7702", "b as in boy 6619", "33902 b"."""
    glued, spelled, suffix = _GLUED.search(run.before), _PREFIX.search(run.before), _SUFFIX.match(run.after)
    if glued and run.before[-1:] != " ":
        return replace(run, prefix=glued[1], start=run.start - len(glued[0].lstrip()))
    if spelled and not any(each.search(run.before) for each in LABEL.values()):
        letters = re.sub(r" (?:as in|like|de|for) [a-z]+", "", spelled[1])
        words = re.findall(r"[a-z-]+", letters)
        prefix = "".join(_SPANISH_LETTERS.get(word, word[:1]) for word in words)
        return replace(run, prefix=prefix, start=run.start - len(spelled[1]))
    cluster = _CLUSTER.search(run.before) if len(run.digits) >= MIN_ASKED else None
    if cluster and LABEL["load"].search(run.before[: cluster.start()]):
        return replace(run, prefix=cluster[1], start=run.start - len(cluster[0]))
    return replace(run, suffix=suffix[1]) if suffix and len(run.digits) >= MIN_ASKED else run
