"""Number words as figures, in both languages, and what is taken back in the same breath.

The words are first made plain: small letters without accents, one character for each that was heard. Since nothing
moves then, a place in the plain words is the same place in the heard ones.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache

from text_to_num import alpha2digit

_QUOTES = str.maketrans(
    {"’": "'", "‘": "'", "`": "'", "´": "'", "“": '"', "”": '"', "–": "-", "—": "-", "\n": " "}
)
# Words that belong to one language alone, and are said often.
_SPANISH = re.compile(
    r"\b(?:el|la|los|las|es|esta|estoy|estamos|de|del|que|por|para|con|una?|mi|lo|le|se|si|muy|mas|pero|como|cuanto|"
    r"cuando|donde|quien|cual|quiero|puedo|puede|puedes|necesito|tengo|tiene|tienes|hay|hasta|ya|pues|bueno|gracias|"
    r"senor|senora|senorita|hola|adios|claro|vale|dale|carga|camion|caja|milla|millas|dolares|numero|hoy|manana|"
    r"ahora|ahorita|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|veinti\w+|treinta|cuarenta|cincuenta|"
    r"sesenta|setenta|ochenta|noventa|cien|ciento|\w+cient[oa]s|quinient[oa]s|mil|llego|llegue|salgo|vengo|voy|fuera|"
    r"hagamos?|haz|haga|eso|esa|este|listo|aqui|conviene|sin|hora|hubo|buena|correcto|equivocado|retraso\w*|demoras?|"
    r"mande|simon|nel|andale|orale|trato|acuerdo|tomo|agarro|aviento|jalo|hagale|cerramos|mitad|alcanza|sirve|"
    r"interesa|entiendo|nos|su|sus|tu|ustedes?|paga[rn]?|tarifa|precio|cargado|cargue|vacio|trafico|llamar?|llame|"
    r"llamenme|llamada|espanol|perdon|digo|espere|espera|momento|favor|otra|vez|mejor|hecho|trato|bien|buen[oa]?s|"
    r"dias|tardes|noches|menos|medio)\b"
)
_ENGLISH = re.compile(
    r"\b(?:the|a|an|and|i|i'm|i'll|i'd|i've|us|you|you're|it|it's|is|are|was|to|of|for|on|in|at|your|we|we're|they|"
    r"that|that's|this|what|what's|when|where|who|how|can|can't|could|do|don't|does|need|want|have|got|get|give|make|"
    r"yes|yeah|yep|sure|with|from|out|just|about|not|but|so|be|will|would|one|two|three|four|five|six|seven|eight|"
    r"nine|ten|twenty|thirty|forty|fifty|hundred|thousand|load|truck|mile|miles|hello|hi|thanks|please|book|speak|"
    r"spanish|english|sorry|number|here|there|right|good|all|call|back|loaded|empty)\b"
)


def plain(heard: str) -> str:
    """The words in small letters, without accents, with straight quotes and dashes; as long as what was heard."""
    if heard.isascii():
        words = heard.lower().replace("\n", " ").replace("`", "'")
    else:
        words = "".join(_plain_letter(letter) for letter in heard)
    return words.replace(" o clock", " o'clock")


@lru_cache(maxsize=2048)
def _plain_letter(letter: str) -> str:
    """One character for one."""
    alike = letter.translate(_QUOTES)
    base = unicodedata.normalize("NFKD", alike)[:1].lower()
    return base if len(base) == 1 and not unicodedata.combining(base) else " "


def languages_of(words: str, otherwise: str) -> tuple[str, ...]:
    """The languages that plain words are in, "en", "es" or both, the main one first; `otherwise` is always one."""
    counts = {"en": len(_ENGLISH.findall(words)), "es": len(_SPANISH.findall(words))}
    spoken = [language for language, count in counts.items() if count]
    if otherwise not in spoken:
        spoken.append(otherwise)
    return tuple(sorted(spoken, key=lambda language: (-counts[language], language != otherwise)))


type Rewrites = Sequence[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]]

_LITTLE = r"(?:one|two|three|four|five|six|seven|eight|nine|zero|\d)"
_COUNTED = rf"{_LITTLE}|\d+|ten|eleven|twelve|[a-z]+teen|twenty|[a-z]+ty(?:-[a-z]+)?|double|triple"


def _zeros(found: re.Match[str]) -> str:
    """ "Four zeros", one by one."""
    little = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
    count = int(found[1]) if found[1].isdigit() else little.index(found[1])
    return " ".join(["zero"] * min(count, MAX_ZEROS)) or found[0]


MAX_ZEROS = 6  # in a row, of a number that anybody has


def _zero_after(found: re.Match[str]) -> str:
    """A zero, where a counted word stands right before."""
    before = found.string[max(0, found.start() - 12) : found.start()]
    return f"{found[1]}zero" if _COUNTED_BEFORE.search(before) else found[0]


def _more_last(found: re.Match[str]) -> str:
    """ "A couple more hundred" is two hundred more."""
    return f"{'two' if found[1] else found[2]} {found[3]} more"


_COUNTED_BEFORE = re.compile(rf"(?:\b(?:{_COUNTED}|oh|o)|\d)$")
_TENS = r"(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)"
_TEENS = r"(?:ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen)"
_LITTLE_WORD = r"(?:one|two|three|four|five|six|seven|eight|nine)"
_ALIKE = {"to": "two", "too": "two", "tu": "two", "for": "four", "fore": "four", "fort": "four"}
_ALIKE |= {"ate": "eight", "eigh": "eight", "won": "one", "tree": "three", "sicks": "six", "sex": "six"}
_ALIKE_STEM = {"sicks": "six", "ate": "eigh"}
# What a recognizer writes for numbers, where only a number can be meant.
_MISHEARD: Rewrites = (
    (
        re.compile(
            r"\bhunt ?red\b|\bhunn?[ae]rd\b|\bhunnert\b|\bhundert\b|\bhundre\b|\bhundreds(?= more| on)"
        ),
        "hundred",
    ),
    (re.compile(r"\bthou ?sand\b|\bthousan\b"), "thousand"),
    (re.compile(r"\b(?:fitty|fiddy)\b"), "fifty"),
    (re.compile(r"\bbills\b"), "hundred"),
    (
        re.compile(r"\b(?:for|four|fore) ?(teen|tea|tee|ty)\b"),
        lambda found: "fourteen" if found[1] == "teen" else "forty",
    ),
    (
        re.compile(r"\b(six|sicks|seven|eigh|ate|nine|thir|fif) (teen|tea|tee|ty)\b"),
        lambda found: _ALIKE_STEM.get(found[1], found[1]) + ("teen" if found[2] == "teen" else "ty"),
    ),
    (
        re.compile(rf"\b({'|'.join(_ALIKE)})(?= (?:hundred|thousand|grand)\b)"),
        lambda found: _ALIKE[found[1]],
    ),
    (
        re.compile(
            rf"\b(ate|won|tree|sicks|sex)(?= (?:{_TENS}|{_TEENS}|oh)\b)|(?<=ty )(ate|won|tree|sicks|sex)\b"
        ),
        lambda found: _ALIKE[found[1] or found[2]],
    ),
)
_TIMES_ZERO = {"two": 2, "three": 3, "four": 4, "five": 5, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5}
_TIMES_ZERO |= {str(times): times for times in range(2, 6)}
# "One" for a thing, and ordinals that are none.
_BEFORE_ENGLISH: Rewrites = (
    (re.compile(r"[ ,]*\b(?:uh|uhm|um|er|erm|hmm|eh)\b[ ,.]*"), " "),
    *_MISHEARD,
    (
        re.compile(
            rf"\b({_LITTLE_WORD}|{_TEENS}|{_TENS})-(?=(?:{_LITTLE_WORD}|{_TEENS}|{_TENS}|oh|hundred|thousand)\b)"
        ),
        r"\1 ",
    ),
    (re.compile(rf"\b({_LITTLE_WORD}|{_TEENS}|{_TENS}|hundred|thousand|grand)'s\b"), r"\1 's"),
    (
        re.compile(
            r"\b(the|this|that|which|no|any|another|other|good|last|next|each|every|your|my) "
            rf"one(s?)\b(?! ?-?(?:hundred|thousand|forty|fifty|[a-z]+teen|[a-z]+ty|{_LITTLE_WORD} {_LITTLE_WORD})\b)"
        ),
        r"\1 it\2",
    ),
    (
        re.compile(
            r"(?<!ty )(?<!oh )(?<!one )(?<!two )(?<!six )(?<!ro )(?<!ve )(?<!ht )(?<!ee )\bone (of|"
            r"more thing|thing|day|who|that)\b"
        ),
        r"some \1",
    ),
    (re.compile(r"\b(?:half|quarter) ?seconds?\b|\bseconds?\b"), "moment"),
    (re.compile(r"\b(\d+)(?:st|nd|rd|th)\b"), r"\1th"),
    (
        re.compile(
            r"\b(?:a )?couple(?: of)?(?= (?:hundred|grand|thousand|bucks|hours?|hrs|minutes?|days?|miles|dollars)\b)"
        ),
        "two",
    ),
    (re.compile(r"\b(?:(?:a )?(couple)|(\w+)) more (hundred|grand)\b"), _more_last),
    (re.compile(r"\banother (?=(?:hundred|thousand|grand|buck|dollar)\b)"), "another one "),
    (re.compile(r"\ba (hundred|thousand|grand|buck|dollar|million)\b(?! ?%)"), r"one \1"),
    (re.compile(rf"(?<!one )(?<!\w)(?:buck|dollar)(?= {_TENS}\b)"), "one dollar"),
    (re.compile(r"\ban even (?=hundred|thousand|grand)"), "one "),
    (re.compile(rf"\b({_LITTLE_WORD}|\d) (?:bands?|racks?|stacks?|k)\b"), r"\1 thousand"),
    (re.compile(r"\bhalf a (?:grand|thousand)\b"), "five hundred"),
    # "Two thousand three" are hundreds; what is written as "2003" isn't touched.
    (
        re.compile(rf"\bthousand ({_LITTLE_WORD})\b(?! ?-?(?:hundred|thousand|{_TENS}|{_TEENS}|\d))"),
        r"thousand \1 hundred",
    ),
    (re.compile(rf"\bdouble[ -](?:oh?\b|({_LITTLE}))"), lambda found: " ".join([found[1] or "zero"] * 2)),
    (re.compile(rf"\b({_LITTLE}) (?:zeros|zeroes|ohs|o's)\b"), _zeros),
    (re.compile(rf"\btriple[ -](?:oh?\b|({_LITTLE}))"), lambda found: " ".join([found[1] or "zero"] * 3)),
    # "oh" among digits is a zero; after a comma and before a word it is a sigh.
    (
        re.compile(
            rf"(?<=[\dyneorxthsu])([ ,-]+)(?:oh|o)(?=[ ,-]+(?:(?:oh|o)[ "
            rf",-]+){{0,4}}(?:{_COUNTED})\b|(?:[ ,-]+(?:oh|o)){{0,4}}"
            r"(?:[ ,.!?]{0,4}$|,? (?:without|minus|no wait|no sorry|sorry|wait)\b))"
        ),
        _zero_after,
    ),
    (re.compile(rf"\boh(?=[ -](?:oh ){{0,4}}{_LITTLE}[ ,-]+(?:{_LITTLE}|oh)\b)"), "zero"),
    (re.compile(r"\bnaught\b|\bnought\b"), "zero"),
    (
        re.compile(
            r"\b(two|three|four|five|dos|tres|cuatro|cinco|[2-5]) (?:zero(?:e?s|'s)|ohs|oh's|ceros)\b"
        ),
        lambda found: " ".join(["zero"] * _TIMES_ZERO[found[1]]),
    ),
)


def _accented(found: re.Match[str]) -> str:
    """The spelling that text2num knows: "veintitrés"."""
    head, tail = (found[1], found[2]) if found[1] else (found[3], found[4])
    return head + {"dos": "dós", "tres": "trés", "seis": "séis"}[tail]


_SPANISH_HUNDREDS = {"cinco": "quinientos", "siete": "setecientos", "nueve": "novecientos"}
_MISSPELT_HUNDREDS = {
    "do": "dos",
    "tre": "tres",
    "quatro": "cuatro",
    "sei": "seis",
    "siete": "sete",
    "nueve": "nove",
}
_BEFORE_SPANISH: Rewrites = (
    # "Docientos", "ventiocho", "quinse", "treintaicinco": as recognizers and people spell them.
    (re.compile(r"\bventi(?=un|d[oó]s|tr[eé]s|cuatro|cinco|s[eé]is|siete|ocho|nueve)"), "veinti"),
    (re.compile(r"\bdies ?i(?=seis|siete|ocho|nueve)"), "dieci"),
    (re.compile(r"\b(on|do|tre|cator|quin)se\b"), r"\1ce"),
    (re.compile(r"\bsin(co|cuenta)\b"), r"cin\1"),
    (
        re.compile(r"\b(trein|cuaren|cincuen|sesen|seten|ochen|noven)ta?i(un|dos|tres|cuatro|cinco|seis|siete|ocho|nueve)"),
        r"\1ta y \2",
    ),
    # "Veinticuatrocientos": twenty-four hundred.
    (
        re.compile(
            r"\b(veinti(?:dos|tres|cuatro|cinco|seis|siete|ocho|nueve)|dieci(?:seis|siete|ocho|nueve)|once|doce|trece|"
            r"catorce|quince)cientos\b"
        ),
        r"\1 cientos",
    ),
    (
        re.compile(r"\b(do|tre|[cq]uatro|sei|sete|siete|ocho|nove|nueve)s?[sc]ient([oa]s)\b"),
        lambda found: f"{_MISSPELT_HUNDREDS.get(found[1], found[1])}cient{found[2]}",
    ),
    (
        re.compile(
            r"\bmil (dos|tres|cuatro|cinco|seis|siete|ocho|nueve)\b(?! ?(?:cient|mil|\w+(?:enta|ce|te|nce)\b|\d))"
        ),
        lambda found: f"mil {_SPANISH_HUNDREDS.get(found[1], f'{found[1]}cientos')}",
    ),
    (re.compile(r"\b(?:medio|media) millar\b"), "quinientos"),
    (re.compile(r"\bcuarto (?:para|pa) (?=las?\b)"), "quarter to "),
    (re.compile(r"\bsegundos?\b"), "momento"),
    (re.compile(r"\b(y|menos) cuarto\b(?!s)"), r"\1 quarter"),
    (re.compile(r"\b(veinti)(dos|tres|seis)\b|\b(dieci)(seis)\b"), _accented),
    (re.compile(r"(?<!y )\bun (?=mil\b)"), ""),
    (re.compile(r"\bveintiun(?= mil\b)"), "veintiún"),
    (re.compile(r"\bveinti ?(uno?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve)\b"), r"veinti\1"),
    (re.compile(r"\bveinte y (un|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve)\b"), r"veinti\1"),
    (re.compile(r"\bdiez y (seis|siete|ocho|nueve)\b"), r"dieci\1"),
    (re.compile(r"\bdoble (\w+)"), r"\1 \1"),
    (re.compile(r"\btriple (\w+)"), r"\1 \1 \1"),
    (re.compile(r"\b(?:un par de)\b"), "dos"),
    (re.compile(r"\bun[oa]s\b"), "como"),
    (re.compile(r"\bcentavos?\b"), "cts"),
    (re.compile(r"\b(cincuent|cuarent|treint|sesent|ochent)it[ao]s?\b"), r"\1a"),
    (re.compile(r"\b(?:cienes|ciencitos?|cientitos?)\b"), "cien"),
    (re.compile(r"\bcientos\b"), "*100"),
    (re.compile(r"\bdolaritos?\b"), "dolares"),
    # Only tens are followed by "y" within a number.
    (re.compile(r"(?<=\bmil) y (?=una? (?!mil\b|cient|dolar|peso))"), ", y "),  # "four thousand and a layover"
    (re.compile(r"(?<=ientos) y (?=un|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|mil)"), ", y "),
    (re.compile(r"\bsetecient([oa]s)\b"), r"setecientos"),
)  # fmt: skip
# Multipliers after figures are hidden from text2num, which would read "25 hundred" as two numbers.
_HIDE = re.compile(r"(?<=\d)( ?)(hundred|thousand|mil)\b")
_SHOWN = {"hundred": "*100", "thousand": "*1000", "mil": "*1000"}

_SPANISH_NUMBER = re.compile(
    r"\b(?:cero|uno|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|trece|catorce|quince|dieci\w+|veint\w+|"
    r"treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|cien|ciento|\w+cient[oa]s|quinient[oa]s|mil)\b"
)
_ENGLISH_NUMBER = re.compile(
    r"\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|"
    r"sixty|seventy|eighty|ninety|hundred|thousand|\w+th|first|second|third)\b"
)

# Between Spanish numbers "o" is no zero, unless digits are read out: "las ocho o nueve".
_READ_OUT = r"(?:cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|\d)"
_OR = re.compile(
    rf"(?:\b(?P<many>(?:{_READ_OUT} ){{2,}})|({_SPANISH_NUMBER.pattern}|\b\d+) )o "
    rf"(?!(?:{_READ_OUT} ){{2}}|{_READ_OUT} {_READ_OUT}\b)(?={_SPANISH_NUMBER.pattern}|\d+\b)"
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
    (re.compile(r"\b([1-9])00 and (?:a )?quarter\b"), r"\g<1>25"),
    (re.compile(r"\b([1-9])00 and (?:a )?half\b"), r"\g<1>50"),
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
            r"\$?\b(\d{1,2}) (?:dollars?|bucks?|dolar(?:es)?)(?:,? (?:and|con|y))? (\d\d)\b(?: (?:cents|"
            r"cts))?(?! ?(?:more|less))"
        ),
        r"$\1.\2",
    ),
    (re.compile(r"\b(\d{1,2}) con (\d\d)\b"), r"\1.\2"),
    (re.compile(r"\b(\d{1,2}) (?:cents?|cts)\b"), lambda found: f"$0.{int(found[1]):02d}"),
)

# Longer than any number that means something, and slow to look through.
_SPACES = re.compile(r" {2,}")
_ENDLESS = re.compile(r"[\d,.]{24,}")


def figures(words: str, language: str) -> str:
    """Plain words with their numbers as figures; a `$` stands before what was said to be dollars in thousands."""
    words = _ENDLESS.sub("_", _SPACES.sub(" ", words))
    words = (
        _OR.sub(lambda found: found[0] if found["many"] else f"{found[2]} or ", words)
        if language == "es"
        else words
    )
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
    words = _TWICE.sub(_said_once, words)
    return _ENDLESS.sub("_", words)


# "Thirty four fifty, three thousand four hundred fifty" without its comma: "34 53450".
_TWICE = re.compile(r"(?<![\d.])(\d\d) (\d)(\d{4})(?![\d.])")


def _said_once(found: re.Match[str]) -> str:
    """A sum that was said in two ways, one after the other, as the one that it is."""
    hundreds, tens, again = found.groups()
    return again if f"{hundreds}{tens}0" == again else found[0]


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


_RUN = r"-?\$?\d[\d.:]*(?:(?:, ?| - | |-)\$?\d[\d.:]*){0,15}"
_TAKEN_BACK = (
    r"(?:(?:oh |uh |um |ah |ay |well )?(?:no|nope|nah)[, ]+(?:wait|sorry|sir|actually|i mean|make it|esperese|espere|"
    r"espera|perdon|digo)|no(?=,)|(?P<bare>no(?= \$?\d))|wait(?: a moment)?|sorry|i'm sorry|excuse me|pardon(?: me)?|"
    r"my bad|my mistake|i mean|i meant|scratch that|strike that|correction|make that|make it|or rather|rather|"
    r"actually|let me (?:start over|correct that)|perdon(?:e|a)?|disculpe|digo|mejor dicho|quise decir|quiero decir|"
    r"corrijo|espere|espera|mas bien|no no)"
)
_FILLER = (
    r"(?:uh|um|no|it's|its|that's|that is|it is|make (?:that|it)|wait|es|son|i mean|i meant|should be|let's say|"
    r"call it)"
)
# "24, no, 25": what stands before, what takes it back, what counts.
_CORRECTION = re.compile(
    rf"(?<![\d.:])(?P<old>{_RUN})(?P<unit>(?: (?:am|pm|dollars|bucks|a mile))?)[ ,.;-]+{_TAKEN_BACK}\b"
    rf"(?:[ ,.;-]+{_FILLER}\b){{0,3}}[ ,.;:-]+(?P<new>{_RUN})"
)
# "It's not 790123, it's 790132".
_NOT = re.compile(
    rf"\b(?:not|no es|isn't|no) (?P<old>{_RUN})(?:,? (?:but|it's|its|that's|is|it is|sino|es|son) |, )(?P<new>{_RUN})"
)
_STATED = re.compile(r"\b(?:(?:era|eran|es|son|dije)(?: (?:el|la|los)(?: \w+)?)?|dijimos|en|was|were) $")
# "4821010, sin el cero del final".
_WITHOUT_END = re.compile(
    rf"(?P<old>{_RUN})(?:[ ,.]+(?:no|but|pero|wait|sorry|digo))*[ ,.]+(?:sin|without|minus|drop|take off|"
    r"leave off|quit\w+(?:le)?) (?:(?:el|the|that|ese) )?(?:(?:last|ultimo) (?P<last>\d)|(?P<end>\d) (?:(?:de|at|on|"
    r"en)(?:l| the| el)?|al) (?:final|end|fin|ultimo))\b"
)
MAX_CORRECTIONS = 5
PHONE, MAX_END = 10, 7  # digits of a telephone number, and of its end that is said anew


def corrected(text: str) -> str:
    """The figures text without the numbers that were taken back at once.

    Of a long number read out digit by digit, a short correction changes the end alone.
    """
    text = _NOT.sub(_keep_new, text) if _NOT.search(text) else text
    text = _WITHOUT_END.sub(
        lambda found: re.sub(r"\D", "", found["old"]).removesuffix(found["last"] or found["end"]), text
    )
    for _ in range(MAX_CORRECTIONS):
        text, times = _CORRECTION.subn(_keep_new, text)
        if not times:
            break
    return text


def _keep_new(found: re.Match[str]) -> str:
    old, new = found["old"], found["new"].strip()
    if found.re is _NOT:
        return f"it's {new}"
    if found["bare"] and _STATED.search(found.string[max(0, found.start() - 20) : found.start()]):
        return old  # "it was 2500, no 3"
    old_digits, new_digits = re.sub(r"\D", "", old), re.sub(r"\D", "", new)
    is_read_out = len(old_digits) >= 5 and "$" not in old and "." not in old.strip(".")
    is_end = len(old_digits) == PHONE and len(new_digits) <= MAX_END
    if is_read_out and (is_end or len(new_digits) < min(4, len(old_digits) - 1)):
        return f"{old_digits[: -len(new_digits)]}{new_digits}"
    return new
