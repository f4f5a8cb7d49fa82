"""Who is named: the caller, whom they ask for, the driver; and where to write or call.

Each word is tagged with what it is part of, by weights that `manage.py train_ear` makes of the corpus. Words are tagged
from the last to the first, since an address is known by how it ends.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, zip_longest
from operator import itemgetter

from calls.language.classifier import kind_of, trained
from calls.language.identity import LABELS
from calls.language.number_words import plain
from calls.language.reading import Expecting, Listening

MAX_NAME = 4  # words of a name
NAME, PERSON, DRIVER, EMAIL = TAGS = ("name", "person", "driver", "email")
MAX_WORDS = 120  # what somebody says beyond that in one breath tells nothing new
BEHIND, AHEAD = 7, 7  # words around one that may tell what it is

_WORD = re.compile(r"@|[a-z0-9][\w'.+-]*[\w]|[a-z0-9]|[.,?!;]")
_NUMBERS = frozenset(
    "zero oh one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty sixty seventy "  # noqa: SIM905
    "eighty ninety hundred double triple cero uno dos tres cuatro cinco seis siete ocho nueve diez veinte treinta "
    "cuarenta cincuenta sesenta setenta ochenta noventa cien".split()
)
_NO_NAME = frozenset(["common", "number", "mark", "end"])  # kinds of words that only an address is made of
_AT = frozenset(["at", "arroba", "@"])
ENDS = frozenset("com net org us co biz info io mx ca edu".split())  # noqa: SIM905


@dataclass(frozen=True, slots=True)
class Word:
    """A word or a mark, with its place in the plain text."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Span:
    """Words in a row with one tag."""

    tag: str
    words: tuple[Word, ...]


def words_of(text: str) -> list[Word]:
    """The words and marks of a plain text."""
    return [Word(found[0], found.start(), found.end()) for found in _WORD.finditer(text)][:MAX_WORDS]


def spans_of(text: str, listening: Listening) -> list[Span]:
    """What is named in a plain text, in the order said."""
    words = words_of(text)
    names, kind, after = trained("names"), kind_of(listening), ""
    shapes = shapes_of(words, names.words)
    tags: list[str] = []
    has_address = any(word.text in _AT for word in words)
    for at in range(len(words) - 1, -1, -1):
        follows_name = at > 0 and shapes[at - 1] in ("name", "known")  # "Beto Salinas"
        if shapes[at] in _NO_NAME and not (after or has_address or follows_name):
            tags.append("")
            continue
        sums = names.sums(features_of(words, shapes, at, kind, after))
        best = max(range(len(sums)), key=sums.__getitem__)
        after = names.labels[best] if sums[best] > 0 else ""
        tags.append(after)
    runs = groupby(zip(reversed(tags), words, strict=True), key=itemgetter(0))
    found = [Span(tag, tuple(word for _, word in run)) for tag, run in runs if tag]
    is_asked = listening.expecting == Expecting.CONTACT
    whole: list[Span] = []
    for each in found:
        if each.tag != EMAIL and not has_address:
            each = _whole_name(each, words, shapes, text, is_alone=each.tag == DRIVER and is_asked)
        if not any(each.words[0] in other.words for other in whole):
            whole.append(each)
    return whole


_NO_SURNAME = frozenset(
    "phone number cell cel celular telefono numero truck trailer camion caja here there today tomorrow driving him"  # noqa: SIM905
    " his her su el y and hold"
    " manana hoy ahorita please only dispatch speaking driver chofer drives call with".split()
)
MIN_SURNAME = 4  # letters
_PARTICLES = ("de", "la", "del")  # within a name


def _whole_name(
    span: Span, words: Sequence[Word], shapes: Sequence[str], text: str, *, is_alone: bool
) -> Span:
    """A name with those right beside it, up to a number or the end: "luis alberto ortega five five".

    `is_alone`: a driver's name was asked for, so that a surname may be a word that is said often.
    """
    first, after = words.index(span.words[0]), words.index(span.words[-1]) + 1
    if shapes[after - 1] not in ("name", "known") and not is_alone:
        return span
    while is_alone and first and shapes[first - 1] in ("name", "known") and _is_next(first, words, text):
        first -= 1
    last = after
    for at in range(after, min(len(words), first + MAX_NAME)):
        word, follows = words[at].text, shapes[at + 1] if at + 1 < len(words) else ""
        if not (_is_next(at, words, text) and _is_surname(word, shapes[at], is_alone=is_alone)):
            break
        is_end = follows in ("", "number", "mark") or words[at + 1].text in _NO_SURNAME
        if word not in _PARTICLES and is_end:
            last = at + 1
    return Span(span.tag, tuple(words[first:last]))


def _is_next(at: int, words: Sequence[Word], text: str) -> bool:
    return text[words[at - 1].end : words[at].start] == " "


def _is_surname(word: str, shape: str, *, is_alone: bool) -> bool:
    if word in _PARTICLES:
        return True
    is_rare = is_alone or shape in ("rare", "name", "known")
    return (
        is_rare
        and shape != "number"
        and len(word) >= MIN_SURNAME
        and word.isalpha()
        and word not in _NO_SURNAME
    )


def is_first_name(word: str) -> bool:
    """Whether a word is known as a first name."""
    return word.lower() in trained("names").words["firstNames"]


def shapes_of(words: Sequence[Word], known: Mapping[str, frozenset[str]]) -> list[str]:
    """What kind of word each is, by the lists of first names and of words that are said often."""
    return [_shape(word.text, known["firstNames"], known["common"]) for word in words]


def _shape(word: str, first_names: frozenset[str], common: frozenset[str]) -> str:
    if not word[0].isalnum():
        return "mark"
    if word in _NUMBERS or word[0].isdigit():
        return "number"
    if word in ENDS:
        return "end"
    if len(word) == 1:
        return "letter"
    if word in first_names:
        return "known" if word in common else "name"
    return "common" if word in common else "rare"


def features_of(
    words: Sequence[Word], shapes: Sequence[str], at: int, kind: str, after: str
) -> Iterator[str]:
    """What may tell the tag of one word, as far as `after`, the tag of the word after it."""
    word, shape = words[at].text, shapes[at]

    def text(place: int) -> str:
        return words[place].text if 0 <= place < len(words) else "^$"[place >= len(words)]

    def form(place: int) -> str:
        return shapes[place] if 0 <= place < len(words) else "^$"[place >= len(words)]

    yield f"w:{word}"
    yield f"h:{shape}"
    yield f"a:{after}:{shape}"
    yield f"a:{after}:{word}"
    yield f"k:{kind}:{shape}"
    yield f"l:{word[-3:]}"
    for away in (-3, -2, -1, 1, 2, 3):
        yield f"{away}:{text(at + away)}"
        yield f"{away}:{text(at + away)}:{shape}"
        yield f"{away}h:{form(at + away)}:{shape}"
    for first, second in ((-2, -1), (-1, 1), (1, 2)):
        yield f"{first}{second}:{text(at + first)} {text(at + second)}"
        yield f"{first}{second}:{text(at + first)} {text(at + second)}:{shape}"
        yield f"{first}{second}h:{form(at + first)} {form(at + second)}:{shape}"
    yield f"-321:{text(at - 3)} {text(at - 2)} {text(at - 1)}:{shape}"
    yield f"-1w:{text(at - 1)} {word}"
    yield f"+1w:{word} {text(at + 1)}"
    yield f"-1k:{kind}:{text(at - 1)}:{shape}"
    yield f"a-1:{after}:{text(at - 1)}:{shape}"
    yield f"a-21:{after}:{text(at - 2)} {text(at - 1)}:{shape}"
    if at < 3:
        yield f"p:{at}:{shape}:{kind}"
    for place in range(max(0, at - BEHIND), at):
        yield f"b:{words[place].text}:{shape}"
    ends = False
    for place in range(at + 1, min(len(words), at + AHEAD + 1)):
        if words[place].text in _AT and not ends:
            ends = True
            yield f"@:{place - at}:{shape}:{after}"
        if words[place].text in ENDS:
            yield f"e:{place - at}:{shape}:{after}"
            break


@dataclass(frozen=True, slots=True)
class People:
    """Who is named: the caller, whom they ask for, the driver; and where to write."""

    name: str = ""
    person: str = ""
    email: str = ""
    driver: str = ""
    is_driver: bool = False
    is_this_number: bool = False
    is_on_file: bool = False


_MACHINE = re.compile(
    r"\b(?:leave (?:me )?(?:a |your )?(?:message|name)|after the (?:tone|beep)|reached|recado|mensaje)\b"
)
_THIS_NUMBER = re.compile(
    r"\b(?:(?:this|the same|same|my) (?:phone )?(?:number|phone|cell)\b(?! (?:is|'?s|one)\b)|"
    r"(?:the )?(?:number|phone) (?:that )?(?:i'?m|im|i am|you(?:'re| are)?|i|we'?re) (?:just )?"
    r"(?:call\w*|got|reached|on|dial\w*)|(?:el |al )?mismo (?:numero|telefono|cel\w*)|"
    r"(?:a |al |en |con )?este (?:mismo )?(?:numero|telefono)|el telefono es este|"
    r"(?:numero|telefono) (?:de|del) (?:que|cual) (?:le |les )?(?:llamo|hablo|marco))"
)
_ON_FILE = re.compile(
    r"\b(?:(?:on|in) (?:the |your )?(?:file|record|system)|"
    r"you (?:already |should )?(?:guys )?(?:already )?(?:have|got) (?:it|that|ours|mine|the (?:same|e-?mail))|"
    r"(?:the )?same (?:one |e-?mail |driver |guy |thing )?as (?:before|always|ever|usual|(?:the )?last time)|"
    r"(?:igual|lo mismo|(?:el|la) mism[oa]) (?:que|de) (?:antes|siempre|la (?:otra|ultima) vez)|"
    r"(?:el|ya|lo) que (?:ya )?tienen?|ya lo tienen?|en (?:el )?(?:archivo|sistema))\b"
)
_DRIVES_SELF = re.compile(
    r"\b(?:driver'?s? (?:is )?me|driver is myself|"
    r"(?:i'm|im|i am|i'll be|it's me,?|that's me,?) (?:(?!not )\w+ )?(?:the driver|driving|hauling it|running it)|"
    r"soy (?:yo )?el chofer|el chofer soy yo|lo manejo yo|yo (?:mero )?(?:lo |la )?manejo)\b"
)


# "Trailer HB 5309": its letters are nobody's name.
_OF_UNIT = re.compile(rf"\b(?:{LABELS['truck']}|{LABELS['trailer']})(?:'?s)?(?: number)?(?: is)? $")


def read_people(words: str, heard: str, listening: Listening) -> People:
    """The people named, spelled as heard, and an e-mail address; nobody in an answering machine's greeting.

    Of several callers or persons the first counts; of several drivers or addresses the last, which is how somebody sets
    right what was misheard. Two drivers named together are a team.
    """
    spans = spans_of(words, listening)
    names = [] if _MACHINE.search(words) else [each for each in spans if each.tag != EMAIL]
    name = _first(names, NAME, heard)
    firm = rf"( (?:(?!with|from|at|of|for|de|con)\w+ )?{_FIRM}\b)?"
    said = re.findall(rf"\b{re.escape(name.lower())}\b(?:'s)?{firm}", words) if name else []
    if said and all(said):
        name = ""  # "this is Gill Brothers" tells the company
    unlabelled = [each for each in names if not _OF_UNIT.search(words[: each.words[0].start])]
    drivers = _drivers([each for each in unlabelled if each.tag == DRIVER], words, heard)
    found = _AS_DRIVER.search(words)
    if found and (not drivers or found["name"].startswith(f"{drivers.lower()} ")):
        drivers = capitalized(heard[slice(*found.span("name"))])
    if listening.expecting == Expecting.CONTACT and (found := _BY_NUMBER.match(words)):
        drivers = capitalized(heard[slice(*found.span("name"))])
    return People(
        name=name,
        person=_first(names, PERSON, heard),
        email=_email(words, spans, listening),
        driver=drivers,
        is_driver=bool(_DRIVES_SELF.search(words)),
        is_this_number=bool(_THIS_NUMBER.search(words)),
        is_on_file=bool(_ON_FILE.search(words)),
    )


def _first(spans: Iterable[Span], tag: str, heard: str) -> str:
    return next((name for each in spans if each.tag == tag and (name := _spelled(each, heard))), "")


def _spelled(span: Span, heard: str) -> str:
    """A name as heard, with capitals, without marks and without the "'s" of "my driver's"."""
    words = [word for word in span.words if word.text[0].isalpha()]
    words = [
        word for at, word in enumerate(words) if not at or word.text != words[at - 1].text
    ]  # "Al, Al Banks"
    return capitalized(" ".join(heard[word.start : word.end].removesuffix("'s") for word in words))


def capitalized(name: str) -> str:
    """A name with capitals, cut where it is longer than names are."""
    parts = name.split()[:MAX_NAME]
    return " ".join(part if part != part.lower() or part in _LINKS else part.capitalize() for part in parts)


_LINKS = ("and", "y", "e")  # between the names of a team


_WITH_KIN = re.compile(
    r"\b(?:and|with|y|con) (?:his|her|my|su|mi) (?:wife|husband|brother|son|daughter|dad|father|"
    r"partner|co-?driver|buddy|"
    r"esposa|esposo|hermano|hijo|companero) $"
)
# "Put Stan Kowalski as driver".
_AS_DRIVER = re.compile(
    r"\b(?:put|use|have|pon|ponga|anote) (?:down )?(?:a )?(?P<name>(?!me\b|my|him|the|a\b|mi\b|"
    r"myself)[a-z]{2,}(?: [a-z]{3,})?) "
    r"(?:down )?(?:as|for|de|como) (?:the |my |your |el )?(?:driver|chofer)\b"
)
# "It's me, Dale Kessler, same number", "es Toño, su cel es …": who drives, by the number told after the name.
_NOT_A_NAME = (
    r"(?:at|my|same|this|the|number|on|in|a|an|his|her|just|going|driving|su|el|en|al|un|una|me|yo|mi|de)"
)
_BY_NUMBER = re.compile(
    r"\W*(?:(?:it'?s|that'?s|es|he'?s|the driver'?s?|driver|is|el|chofer|me|yo|mi|my|named|(?:se )?llama|well|yeah|"
    r"primo|hermano|hijo|compadre|cousin|brother|son|uncle)\W+)+"
    rf"(?P<name>(?!{_NOT_A_NAME}\b)[a-z]{{2,}}(?: (?!{_NOT_A_NAME}\b)[a-z]{{2,}})?),? "
    r"(?:(?:at )?(?:same|this|my|his|her|the|su|mi|el|al|and his|y su) "
    r"(?:number|phone|cell?\b|celular|numero|telefono|mismo)|(?:number|cell?|celular) (?:is|es)\b)"
)
_FIRM = (
    r"(?:and sons|y hijos|brothers|bros|trucking|transport\w*|trans|logistics|express|freight\w*|carriers|haul\w+|"
    r"lines|runners|flat ?beds?|dray\w*|cartage|enterprises|llc|inc)"
)
_AND = re.compile(r" (?:and|y|e|&) ")


def _drivers(spans: list[Span], words: str, heard: str) -> str:
    """The driver's name, or those of a team."""
    if not spans:
        return ""
    *_, last = spans
    between = words[spans[-2].words[-1].end : last.words[0].start] if len(spans) > 1 else ""
    if _AND.fullmatch(between) or _WITH_KIN.search(between):
        return f"{_spelled(spans[-2], heard)} and {_spelled(last, heard)}"
    return _spelled(last, heard)


_WRITTEN = re.compile(r"[a-z0-9][\w.+-]{0,63}@[a-z0-9][a-z0-9-]{0,63}(?:\.[a-z0-9-]{1,63}){1,3}")
JOINS = {
    "dot": ".", "punto": ".", "point": ".", "underscore": "_", "dash": "-", "hyphen": "-", "guion": "-",
    "minus": "-", "at": "@", "arroba": "@",
}  # fmt: skip
_DIGITS = {
    word: str(digit)
    for words in ("zero one two three four five six seven eight nine",
                  "cero uno dos tres cuatro cinco seis siete ocho nueve")
    for digit, word in enumerate(words.split())
}  # fmt: skip
_ADDRESS = re.compile(r"[\w+-]+(?:\.[\w+-]+)*@[a-z0-9_-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}")

# The end of an address that another follows.
_ANOTHER = re.compile(
    r"(?:\.| (?:dot|punto) )(?:com|net|org|biz|io|us|ca|mx)\b(?! (?:dot|punto|not) )"
    r"(?=.*(?:@| (?:at|arroba) ).*(?:dot|punto|\.))"
)


def _email(words: str, spans: list[Span], listening: Listening) -> str:
    """An e-mail address, written or spoken: "dispatch at blue ridge dot com"; the last one where several are given."""
    if another := _ANOTHER.search(words):  # "Luke at yahoo dot com, no wait, use dispatch at gmail dot com"
        rest = words[another.end() :].strip()
        told = [each.words[0].start for each in spans_of(rest, listening) if each.tag == EMAIL]
        rest = _without_lead(rest[told[0] :]) if told else rest
        if last := _email(rest, spans_of(rest, listening), listening):
            return last
    spoken = [
        each
        for span in spans
        if span.tag == EMAIL and (each := address_of([word.text for word in _with_company(span, words)]))
    ]
    written = [found[0].rstrip(".") for found in _WRITTEN.finditer(words)]
    return written[-1] if written else spoken[-1] if spoken else ""


_BEFORE_ADDRESS = frozenset(
    "to is its it's email email's e-mail mail correo es a al use address con that's thats be con: at".split()  # noqa: SIM905
)
_NO_PART = frozenset(
    "the my our your his her and or send for yes yeah yep no same one just goes go put me us it that this on in "  # noqa: SIM905
    "y el la mi rate confirmation please sir driver truck office oficina boss dispatcher".split()
)
_MAILBOXES = frozenset(
    "dispatch dispatching office loads ops operations team info admin billing despacho oficina freight".split()  # noqa: SIM905
)
# Whose addresses anybody may have: no company's mailbox stands there under its own name.
_FREE = frozenset("gmail yahoo hotmail outlook aol icloud msn live protonmail ymail".split())  # noqa: SIM905
MAX_PARTS = 3  # words of a company's name before the rest of an address


def _without_lead(words: str) -> str:
    """An address told instead of another, without what leads to it: "no wait, use the office one, dispatch at …"."""
    told = words.split()
    at = next((place for place, word in enumerate(told) if word in _AT), 0)
    leads = [place for place, word in enumerate(told[: max(at - 1, 0)]) if word in _NO_PART and len(word) > 1]
    return " ".join(told[leads[-1] + 1 :] if leads else told)


def _with_company(span: Span, text: str) -> tuple[Word, ...]:
    """The words of an address with those of a company before it: "email is Heartland dispatch at yahoo dot com"."""
    words = words_of(text)
    first = start = words.index(span.words[0])
    if start == 0 and words[0].text == "a" and len(words[1].text) > 1:
        return span.words[1:]  # "a trafico arroba …" says where to
    if words[first].text not in _MAILBOXES:
        return span.words
    while start > 0 and first - start < MAX_PARTS and words[start - 1].text.isalpha():
        if words[start - 1].text in _NO_PART or words[start - 1].text in _BEFORE_ADDRESS:
            break
        start -= 1
    is_led = start == 0 or words[start - 1].text in _BEFORE_ADDRESS
    if not is_led and start < first and not _FREE.isdisjoint(word.text for word in span.words):
        # Nobody has all of Gmail's "dispatch": "send it to the office, Blue Ridge dispatch at gmail dot com".
        return (*words[start:first], *span.words) if words[start - 1].text in _NO_PART else ()
    return (*words[start:first], *span.words) if is_led else span.words


_LEADS_TO_ADDRESS = re.compile(
    r"^(?:.*\b(?:mand\w+|envi\w+|correo|e-?mail|nada mas|solo|send it|it'?s just)\b(?: (?:a|al|es|to|is|nada mas))*) "
    r"(?=\S.*\b(?:at|arroba)\b)"
)


_AFTER_IT = re.compile(
    r"((?:\.| (?:dot|punto) )(?:com|net|org|biz|io|us|ca|mx)(?: (?:dot|punto) (?:mx|us))?+)\b .*$"
)


_MEXICAN = re.compile(r"\b(com|net|org) (?:(?:dot|punto) )?m x\b")


# How an address is written, amid it: "cascade flatbed, no spaces, at gmail".
_AS_ONE = re.compile(
    r"\b(?:(?:all )?(?:as )?one word|(?:all )?run together|all together|all lower ?case|todo junto|"
    r"(?:with )?no (?:spaces?|dash(?:es)?|dots?|hyphens?)(?: (?:or|and) (?:spaces?|dash(?:es)?|dots?))?|"
    r"sin (?:espacios|guiones)|(?:con|en|todo en|todas) (?:pura )?min[uú]sculas?|(?:in )?(?:all )?lower ?case|"
    r"with a (?:small|lower ?case)(?= [a-z]\b))\b"
)
_TENS = {
    word: str(digit)
    for words in ("twenty thirty forty fifty sixty seventy eighty ninety",
                  "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa")
    for digit, word in enumerate(words.split(), 2)
}  # fmt: skip
_TWO_DIGITS = re.compile(rf"\b({'|'.join(_TENS)})(?:(?: y |[ -])({'|'.join(_DIGITS)}))?\b")


_UNDERSCORE = re.compile(r"\b(?:guion (?:a?bajo)|(?:barra|raya) (?:a?baja|abajo))\b", re.I)
# "Yosvany con y griega": how a name is written.
_SPELLED_WITH = re.compile(
    r"\bcon (?:y griega|i latina|(?:be|ve|uve) (?:grande|chica|alta|corta)|zeta|ese|hache)\b", re.I
)
_THE_LETTER = re.compile(r"\b(?:the letter|(?:la |una |otra )?letra) ([a-z])\b", re.I)


# "Trey's hotshot dot com, no apostrophe".
_NO_MARK = re.compile(
    r"\b(?:no|without|sin) (?:the )?(?:apostrophes?|dash(?:es)?|spaces?|hyphens?|underscores?|caps|"
    r"ap[oó]strofos?|espacios?|guion(?:es)?)\b"
)
# "Dot net, no, sorry, dot com".
_ENDS_ANEW = re.compile(
    r"\b(?:dot|punto) [a-z]{2,4}\W+"
    r"(?:(?:no|sorry|wait|i mean|actually|its|it's|make that|perd[oó]n|digo|es)\W+)+"
    r"((?:dot|punto) [a-z]{2,4})\b"
)


def address_of(words: list[str]) -> str:
    """The address that spoken words make; empty where they make none.

    A name that is spelled out after it was said counts once: "pete p e t e at …".
    """
    said = _ENDS_ANEW.sub(r"\1", _NO_MARK.sub("", " ".join(words)).replace("'s", "s"))
    said = _THE_LETTER.sub(r"\1", _SPELLED_WITH.sub("", said))
    said = _AS_ONE.sub("", _UNDERSCORE.sub("underscore", said))
    said = _TWO_DIGITS.sub(lambda each: f"{_TENS[each[1]]}{_DIGITS[each[2]] if each[2] else 0}", said)
    said = _AFTER_IT.sub(r"\1", _MEXICAN.sub(r"\1 dot mx", said))  # "… dot com, westdocks is one word"
    parts: list[str] = []
    spoken = [each for each in _LEADS_TO_ADDRESS.sub("", said).split() if each[0] not in ".,?!;"]
    for word, follows, then in zip_longest(spoken, spoken[1:], spoken[2:], fillvalue=""):
        # "Four corners dot com", "tres dash rios": a number that a name begins with is a word of it.
        name = then if JOINS.get(follows) == "-" else follows
        is_word = len(name) > 1 and name not in (*JOINS, *_DIGITS) and parts[-1:] in ([], ["@"])
        part = JOINS.get(word, word if is_word else _DIGITS.get(word, word))
        parts.append(part)
        letters = 0
        while letters < len(parts) and len(parts[-1 - letters]) == 1 and parts[-1 - letters].isalpha():
            letters += 1
        if 1 < letters < len(parts) and "".join(parts[-letters:]) == parts[-letters - 1]:
            del parts[-letters:]
    address = "".join(parts)
    address += ".com" * (address.rpartition("@")[2] in _FREE)  # "all one word at gmail"
    found = _ADDRESS.fullmatch(address)
    return found[0] if found else ""


# An address of which a part is put right: "dot net, not dot com", "with an underscore".


_ENDING = re.compile(r"(?<!\bnot )(?<!\bof )(?<!\by no )(?<!\bvez de )\b(?:dot|punto) ([a-z]{2,4})\b")
_MARK = re.compile(
    r"\b(?:with|con|it'?s|es|has|lleva) (?:an? |un )?"
    r"(?P<mark>underscore|guion bajo|dash|hyphen|guion|dot|punto)\b(?! (?:com|net|org|mx|us)\b)"
)


def mended_address(address: str, words: str, said: Callable[[], str]) -> str:
    """The address as it is put right; empty where nothing of it is.

    `said` tells the words in which it was told, into whose gaps a mark goes.
    """
    words = plain(words)
    name, _, domain = address.rpartition("@")
    ends = [end for end in _ENDING.findall(words) if end in ENDS and not domain.endswith(f".{end}")]
    if ends:
        return f"{name}@{domain.rpartition('.')[0]}.{ends[-1]}"
    if found := _MARK.search(words):
        mark = JOINS[found["mark"].replace("guion bajo", "underscore")]
        letters = " *".join(map(re.escape, name))
        told = [each for each in re.findall(rf"\b{letters}\b", plain(said())) if " " in each]
        if told:
            return f"{mark.join(told[0].split())}@{domain}"
    return ""
