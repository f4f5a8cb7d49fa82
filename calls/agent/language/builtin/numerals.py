"""Number words as figures: "twenty-four fifty" is "24 50", "three grand" "$3000", "two and a half" "2.5".

text2num does the counting words; what people say around them (grand, a half, double, oh, a buck ninety) is rewritten
before and after, in both languages.
"""

import re
from collections.abc import Callable, Sequence

from text_to_num import alpha2digit

type Rewrites = Sequence[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]]

_LITTLE = r"(?:one|two|three|four|five|six|seven|eight|nine|zero|\d)"
_COUNTED = rf"{_LITTLE}|\d+|ten|eleven|twelve|[a-z]+teen|twenty|[a-z]+ty(?:-[a-z]+)?|double|triple"


def _zero_after(found: re.Match[str]) -> str:
    """A zero, where a counted word stands right before."""
    before = found.string[max(0, found.start() - 12) : found.start()]
    return f"{found[1]}zero" if _COUNTED_BEFORE.search(before) else found[0]


def _more_last(found: re.Match[str]) -> str:
    """ "A couple more hundred" is two hundred more."""
    return f"{'two' if found[1] else found[2]} {found[3]} more"


_COUNTED_BEFORE = re.compile(rf"(?:\b(?:{_COUNTED}|oh|o)|\d)$")
# "One" for a thing, and ordinals that are none.
_BEFORE_ENGLISH: Rewrites = (
    (re.compile(r"[ ,]*\b(?:uh|uhm|um|er|erm|hmm|eh)\b[ ,.]*"), " "),
    (
        re.compile(
            r"\b(the|this|that|which|no|any|another|other|good|last|next|each|every|your|my) "
            r"one(s?)\b(?! ?-?(?:hundred|thousand|forty|fifty|[a-z]+teen|[a-z]+ty)\b)"
        ),
        r"\1 it\2",
    ),
    (re.compile(r"\bone (of|more thing|thing|day|who|that)\b"), r"some \1"),
    (re.compile(r"\b(?:half|quarter) ?seconds?\b|\bseconds?\b"), "moment"),
    (re.compile(r"\b(\d+)(?:st|nd|rd|th)\b"), r"\1th"),
    (
        re.compile(
            r"\b(?:a )?couple(?: of)?(?= (?:hundred|grand|thousand|bucks|hours?|hrs|minutes?|"
            r"days?|miles|dollars)\b)"
        ),
        "two",
    ),
    (re.compile(r"\b(?:(?:a )?(couple)|(\w+)) more (hundred|grand)\b"), _more_last),
    (re.compile(r"\banother (?=(?:hundred|thousand|grand|buck|dollar)\b)"), "another one "),
    (re.compile(r"\ba (hundred|thousand|grand|buck|dollar|million)\b(?! ?%)"), r"one \1"),
    (re.compile(r"\ban even (?=hundred|thousand|grand)"), "one "),
    (re.compile(r"\bhalf a (?:grand|thousand)\b"), "five hundred"),
    (re.compile(rf"\bdouble[ -](?:oh?\b|({_LITTLE}))"), lambda found: " ".join([found[1] or "zero"] * 2)),
    (re.compile(rf"\btriple[ -](?:oh?\b|({_LITTLE}))"), lambda found: " ".join([found[1] or "zero"] * 3)),
    # "oh" among digits is a zero; after a comma and before a word it is a sigh.
    (
        re.compile(
            rf"(?<=[\dyneorxthsu])([ ,-]+)(?:oh|o)(?=[ ,-]+(?:(?:oh|o)[ "
            rf",-]+){{0,4}}(?:{_COUNTED})\b|(?:[ ,-]+(?:oh|o)){{0,4}}[ ,.!?]{{0,4}}$)"
        ),
        _zero_after,
    ),
    (re.compile(rf"\boh(?=[ -](?:oh ){{0,4}}{_LITTLE}[ ,-]+(?:{_LITTLE}|oh)\b)"), "zero"),
    (re.compile(r"\bnaught\b|\bnought\b"), "zero"),
)


def _accented(found: re.Match[str]) -> str:
    """The spelling that text2num knows: "veintitrés"."""
    head, tail = (found[1], found[2]) if found[1] else (found[3], found[4])
    return head + {"dos": "dós", "tres": "trés", "seis": "séis"}[tail]


_BEFORE_SPANISH: Rewrites = (
    (re.compile(r"\b(?:medio|media) millar\b"), "quinientos"),
    (re.compile(r"\bcuarto (?:para|pa) (?=las?\b)"), "quarter to "),
    (re.compile(r"\bsegundos?\b"), "momento"),
    (re.compile(r"\b(y|menos) cuarto\b(?!s)"), r"\1 quarter"),
    (re.compile(r"\b(veinti)(dos|tres|seis)\b|\b(dieci)(seis)\b"), _accented),
    (re.compile(r"\bun (?=mil\b)"), ""),
    (re.compile(r"\bveinti ?(uno?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve)\b"), r"veinti\1"),
    (re.compile(r"\bveinte y (un|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve)\b"), r"veinti\1"),
    (re.compile(r"\bdoble (\w+)"), r"\1 \1"),
    (re.compile(r"\btriple (\w+)"), r"\1 \1 \1"),
    (re.compile(r"\b(?:un par de)\b"), "dos"),
    (re.compile(r"\bun[oa]s\b"), "como"),
    (re.compile(r"\bcentavos?\b"), "cts"),
    (re.compile(r"\b(\d+) cientos\b"), r"\1 *100"),
    (re.compile(r"\bsetecient([oa]s)\b"), r"setecientos"),
)  # fmt: skip
# Multipliers after figures are hidden from text2num, which would read "25 hundred" as two numbers.
_HIDE = re.compile(r"(?<=\d)( ?)(hundred|thousand|mil)\b")
_SHOWN = {"hundred": "*100", "thousand": "*1000", "mil": "*1000"}

_SPANISH_NUMBER = re.compile(
    r"\b(?:cero|uno|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|trece|catorce|"
    r"quince|dieci\w+|veint\w+|"
    r"treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|cien|ciento|\w+cient[oa]s|"
    r"quinient[oa]s|mil)\b"
)
_ENGLISH_NUMBER = re.compile(
    r"\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|"
    r"thirty|forty|fifty|sixty|"
    r"seventy|eighty|ninety|hundred|thousand|\w+th|first|second|third)\b"
)

_N = r"(\d+(?:\.\d+)?)"
_AFTER: Rewrites = (
    (re.compile(r"(?<=\d),(?=\d{3}\b)"), ""),
    (re.compile(r"\$ (?=\d)"), "$"),
    # "25 *100 (and) 50", "2 *1000 400", "2.5 *1000"
    (re.compile(rf"{_N} ?\*100\b(?:,? (?:and )?(\d\d?)\b(?![\d.:,]*\d))?"), lambda found: _times(found, 100)),
    (
        re.compile(rf"{_N} ?\*1000\b(?:,? (?:and )?(\d\d?\d?)\b(?![\d.:,]*\d))?"),
        lambda found: _times(found, 1000),
    ),
    (
        re.compile(r"\b(\d+[1-9]?000) (?:and )?([1-9]00(?:\d\d)?)\b"),
        lambda found: str(int(found[1]) + int(found[2])) if len(found[2]) == 3 else found[0],
    ),
    # "two thousand four fifty" comes as 2004 50, "two thousand fifty" is one number already
    (re.compile(r"\b([1-9]\d{0,3})00([1-9]) ([1-9]\d)\b(?![\d.:]*\d)"), r"\1\2\3"),
    (re.compile(rf"{_N} and (?:a )?half\b|{_N} y medi[oa]\b"), lambda found: _and_part(found, "5")),
    (
        re.compile(rf"{_N} and (?:a )?quarter\b|{_N} y (?:un )?(?:cuarto|quarter)\b"),
        lambda found: _and_part(found, "25"),
    ),
    (
        re.compile(rf"{_N} and (?:3|three)[ -]?quarters?\b|{_N} y (?:3|tres) cuartos\b"),
        lambda found: _and_part(found, "75"),
    ),
    (
        re.compile(rf"\$?{_N} ?(?:k|grand|g's)\b(?: (?:and )?(\d\d?\d?)\b(?![.,\d]*[\dk]))?"),
        lambda found: "$" + _times(found, 1000),
    ),
    # Cents: "2 dollars and 15 cents", "a buck ninety", "1 dolar con 90"
    (
        re.compile(
            r"\$?\b(\d{1,2}) (?:dollars?|bucks?|dolar(?:es)?)(?:,? (?:and|con|y))? "
            r"(\d\d)\b(?: (?:cents|cts))?(?! ?(?:more|less))"
        ),
        r"$\1.\2",
    ),
    (re.compile(r"\b(\d{1,2}) con (\d\d)\b"), r"\1.\2"),
    (re.compile(r"\b(\d{1,2}) (?:cents?|cts)\b"), lambda found: f"$0.{int(found[1]):02d}"),
)


# Longer than any number that means something, and slow to look through.
_ENDLESS = re.compile(r"[\d,.]{24,}")


def figures(words: str, language: str) -> str:
    """Plain words with their numbers as figures; a `$` stands before what was said to be dollars in thousands."""
    words = _ENDLESS.sub("_", words)
    for pattern, replacement in _BEFORE_ENGLISH:
        words = pattern.sub(replacement, words)
    for pattern, replacement in _BEFORE_SPANISH:
        words = pattern.sub(replacement, words)
    words = _HIDE.sub(lambda found: found[1] + _SHOWN[found[2]], words)
    languages = ("es", "en") if language == "es" else ("en", "es")
    for each in languages:
        if (_SPANISH_NUMBER if each == "es" else _ENGLISH_NUMBER).search(words):
            words = alpha2digit(words, each, threshold=0)
    for pattern, replacement in _AFTER:
        words = pattern.sub(replacement, words)
    return _ENDLESS.sub("_", words)


def _times(found: re.Match[str], factor: int) -> str:
    """The number times a hundred or a thousand, with what was added; as whole dollars where it is whole."""
    whole, _, part = found[1].partition(".")
    # Kept as text: figures may be as long as somebody likes.
    zeros = len(str(factor)) - 1
    shifted = whole + part[:zeros].ljust(zeros, "0")
    added = found[2] if found.re.groups > 1 else None
    if added and len(added) <= zeros:
        shifted = shifted[: -len(added)] + added
    elif added:
        return f"{shifted} {added}"
    return shifted


def _and_part(found: re.Match[str], part: str) -> str:
    """ "2" and a half is "2.5"; of a number that has a part already, or is large, the part is left out."""
    whole = found[1] or found[2]
    if "." in whole:
        return whole
    if whole.endswith("000") and part == "5":
        return f"{whole[:-3]}500"  # "two thousand and a half"
    return f"{whole}.{part}"
