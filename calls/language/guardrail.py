"""What stands between a language model and the caller: every line is read again before a word of it leaves.

Strict on purpose. A line that is turned away costs some charm, since the built-in text is said instead; one that slips
through may cost the broker money. Nothing here knows what is secret: whatever wasn't authorised is turned away.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from calls.language.guardrail_figures import Figure, Token, figures_of, may_go_on, plain, tokens_of
from calls.language.speech import Reply


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# May be said only where the reply's own text or facts say so: what reveals, hints, promises or pretends.
_RESERVED = {
    "ceiling": r"max\w*|ceiling|cap(?:ped)?\b|limit\w*|budget\w*|top dollar|highest|the most|bottom line|all i have|"
    r"tope\b|techo|presupuest\w*|lo mas que|hasta donde|ultimo precio|spread|as high as|no higher|"
    r"no more than|not (?:a )?(?:dollar|penny|cent) (?:more|less)",
    "customer's rate": r"customer\w*|client\w*|margin\w*|margen\w*|markup|commission|comision|"
    r"shipper (?:pays|is paying|gives)|our cost|nos paga\w*|profit\w*|"
    r"(?:we|we're|we are|they|they're|they are) (?:get|getting|pay|paying|paid|charg\w+|bill\w*)\b|"
    r"ganancia\w*",
    "hint": r"close\w*|almost|nearly|(?:in|with)?in (?:the |my |our )?range|ballpark|above\b|below\b|"
    r"over (?:my|our|what|that)|under (?:my|our|what|that)|higher|lower|too (?:high|low|much)|wiggle|"
    r"flexib\w*|room\b|negotiab\w*|cerca\b|casi\b|rango|arriba de|encima|debajo|mas (?:alto|bajo|dinero)|"
    r"demasiado|warmer|colder|more money|up (?:a |some )?(?:bit|more|to)\b|authori[sz]\w*|autoriz\w*|"
    r"approv\w*|aprob\w*",
    "promise": r"guarant\w*|garanti\w*|promis\w*|promet\w*|deal\b|booked|book it|(?:it's|it is|load is|all) yours|"
    r"you(?:'ve)? got (?:it|the load)|confirm(?:ed|ado|ada)\w*|agree\w*|accept\w*|acept\w*|trato hecho|"
    r"reservad\w*|es tuy[ao]|bonus\w*|bono\b|detention|detencion|layover|lumper\w*|tonu\b|surcharge|"
    r"recargo|advance\b|anticipo|extra\w*|quick ?pay|pago rapido|reimburs\w*|reembols\w*|bump\b|raise\b|"
    r"increas\w*|aument\w*|sub(?:o|ir|imos)\b|refund\w*",
    "agreement": r"works for (?:me|us)|you(?:'re| are) on\b|sold\b|(?:we're|we are|you're|all) set\b|me parece bien|"
    r"de acuerdo|hecho\b|listo\b",
    "refusal": r"can't|cannot|can not|won't|unable|not able|impossible|no (?:puedo|podemos)|imposible",
    "pretence": r"human\b|humano|real person|persona real|robot\w*|i'?m a person|soy una persona|prompt\w*|"
    r"instruccion\w*|system|sistema|language model|modelo de lenguaje|openai|gpt|secret\w*|"
    r"confidential\w*|confidencial\w*|internal\w*|intern[oa]s?\b|ignor\w+|https?|www|@|\\|[{}<>\[\]]|json",
}
RESERVED = tuple((name, re.compile(rf"(?:\b|(?<!\w))(?:{words})")) for name, words in _RESERVED.items())

CURRENCY = frozenset(
    {
        "$",
        "usd",
        "£",
        "€",
        "¢",
        "dollar",
        "dollars",
        "dolar",
        "dolares",
        "buck",
        "bucks",
        "cent",
        "cents",
        "centavo",
    }
    | {"centavos", "grand", "k", "pesos", "peso", "lana", "varos"}
)
PER_MILE = (
    *("a mile", "per mile", "the mile", "each mile", "by the mile", "every mile", "/ mi", "a running mile"),
    *("por milla", "la milla", "cada milla", "por cada milla", "a loaded mile", "per loaded mile"),
)
UNITS_AFTER = _words(
    """
    mile miles milla millas pound pounds lbs lb libra libras ton tons tonelada toneladas stop stops parada paradas
    pallet pallets tarima tarimas piece pieces hour hours hora horas minute minutes minuto minutos am pm o'clock degree
    degrees grado grados foot feet ft pies inch inches day days dia dias week weeks semana semanas driver
    drivers am. pm. ° f
    """
)
NAMED_BEFORE = _words(
    """
    load loads carga cargas number numero mc dot usdot reference referencia order orden po bol ext extension suite
    interstate highway hwy exit salida dock door puerta unit trailer remolque zip
    """
)
MONTHS_AND_DAYS = _words(
    """
    january february march april june july august september october november december monday tuesday wednesday thursday
    friday saturday sunday enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
    lunes martes miercoles jueves viernes sabado domingo
    """
)
# With a capital, and no names.
NO_NAMES = _words("ok okay am pm mc dot bol eta usd fmcsa tv id us mr mrs ms sir ma'am usted")
ENGLISH = _words(
    """
    the and is are to of for with on at you your it that this what when where would could can do will from by be have i
    we thanks thank
    """
)
SPANISH = _words(
    """
    el la los las de que y en es un una para con por su sus lo le se esta este usted cuando donde como puede puedo del
    al tiene hay gracias mi nos
    """
)

MAX_LENGTH = 600  # characters of a spoken line
_LETTERS = frozenset("áéíóúüñÁÉÍÓÚÜÑ¿¡’‘“”–—…°")
_SPELLED = re.compile(r"(?<![a-z0-9])(?:[a-z][\s.,\-]+){2,}[a-z](?![a-z0-9])")
_ROMAN = re.compile(r"\b(?=[MDCLXVI]{3,}\b)M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})\b")
_MIXED = re.compile(r"\b(?=\w*\d)(?=\w*[a-z])\w+\b")
_MIXED_PLAIN = re.compile(r"\d+(?:st|nd|rd|th|am|pm|k|mi|lbs?|ft|f|hrs?|mins?)")
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
_CAPITALISED = re.compile(r"(?<=[\w,;:$%)] )[\"“‘(]?([A-ZÁÉÍÓÚÑ][^\W\d_]+)", re.U)
MAX_ONES = 2


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a line may be said; `reason` says what is wrong with it, for the log, and never quotes it."""

    reason: str = ""

    @property
    def is_ok(self) -> bool:
        """Nothing was found wrong."""
        return not self.reason


@dataclass(frozen=True, slots=True)
class Allowed:
    """What a line may hold: made once for a reply, asked for each of its sentences."""

    amounts: frozenset[Decimal]
    language: str
    texts: str  # everything that may be told, folded
    values: frozenset[Decimal]
    runs: frozenset[tuple[str, ...]]
    neighbours: frozenset[tuple[Decimal, str]]
    characters: frozenset[str]
    longest: int = MAX_LENGTH
    required: frozenset[Decimal] = field(default_factory=frozenset)


def check(line: str, *, amounts: Iterable[Decimal], facts: Mapping[str, str], language: str) -> Verdict:
    """Whether a line says nothing but what may be said.

    Every dollar figure in it must be one of `amounts`, however it is written or spoken; any other number must stand in
    `facts` and be used as it is there; words that promise, reveal or hint must stand in `facts` too.
    """
    return check_against(line, allowed(amounts=amounts, facts=facts, language=language))


def allowed_by(reply: Reply, language: str) -> Allowed:
    """What a rephrasing of a reply may hold: its facts and amounts, and what its own text says."""
    told = {**reply.facts, " ": reply.text}
    return allowed(amounts=reply.amounts, facts=told, language=language, text=reply.text)


def allowed(
    *, amounts: Iterable[Decimal], facts: Mapping[str, str], language: str, text: str = ""
) -> Allowed:
    """Read what may be said; `text`, where given, holds the amounts that a line must hold."""
    exact = frozenset(amounts)
    values: set[Decimal] = set()
    runs: set[tuple[str, ...]] = set()
    neighbours: set[tuple[Decimal, str]] = set()
    for name, told in facts.items():
        tokens = tokens_of(plain(told))
        for figure in figures_of(tokens):
            if _is_money(tokens, figure):
                continue  # an amount is authorised by `amounts` alone
            runs.add(figure.words)
            single = {
                value for at in range(figure.first, figure.last + 1) for value in _values_of(tokens[at])
            }
            for value in figure.values | single:
                values.add(value)
                around = (*_around(tokens, figure), *(each.word for each in tokens_of(plain(name))))
                neighbours |= {(value, word) for word in around}
    everything = " ".join(facts.values())
    return Allowed(
        amounts=exact,
        language=language,
        texts=plain(everything),
        values=frozenset(values),
        runs=frozenset(runs),
        neighbours=frozenset(neighbours),
        characters=frozenset(everything),
        longest=max(MAX_LENGTH, 3 * len(text)),
        required=exact & _amounts_in(text),
    )


def check_against(line: str, limits: Allowed) -> Verdict:
    """As `check`, with what may be said read before."""
    if len(line) > limits.longest:
        return Verdict("too long")
    if any(not _is_readable(each) and each not in limits.characters for each in line):
        return Verdict("characters")
    folded = plain(line)
    if _is_disguised(line, folded, limits.texts):
        return Verdict("disguised figure")
    for name, pattern in RESERVED:
        for found in pattern.finditer(folded):
            if not re.search(rf"\b{re.escape(found[0])}", limits.texts):
                return Verdict(f"reserved words: {name}")
    if _names(line) - set(_WORD.findall(limits.texts)):
        return Verdict("a name")
    tokens = tokens_of(folded)
    if _is_foreign(tokens, limits.language):
        return Verdict("language")
    if sum(token.word in ("one", "uno", "una", "un") for token in tokens) > MAX_ONES + limits.texts.count(
        "one"
    ):
        return Verdict("disguised figure")
    for figure in figures_of(tokens):
        if reason := _wrong_with(figure, tokens, limits):
            return Verdict(reason)
    return Verdict()


def spoken_in(text: str) -> str:
    """The language of a text by its small words: "en" or "es"."""
    english, spanish = _small_words(tokens_of(plain(text)))
    return "es" if spanish > english else "en"


def missing_amounts(line: str, limits: Allowed) -> frozenset[Decimal]:
    """The amounts that the reply names and the line doesn't."""
    return limits.required - _amounts_in(line)


def _wrong_with(figure: Figure, tokens: list[Token], limits: Allowed) -> str:
    if figure.values & limits.amounts:
        return ""
    if _is_money(tokens, figure):
        return "amount"
    if figure.words not in limits.runs and not figure.values & limits.values:
        return "figure"
    around = _around(tokens, figure)
    if figure.is_clock or any(
        (value, word) in limits.neighbours for value in figure.values for word in around
    ):
        return ""
    before = {token.word for token in tokens[max(0, figure.first - 3) : figure.first]}
    after = {token.word for token in tokens[figure.last + 1 : figure.last + 3]}
    if after & UNITS_AFTER or before & (NAMED_BEFORE | MONTHS_AND_DAYS):
        return ""
    return "figure out of place"


def _is_money(tokens: list[Token], figure: Figure) -> bool:
    """Whether a figure is marked as money: "$", "dollars", "a mile"."""
    inside = set(figure.words)
    before = {token.word for token in tokens[max(0, figure.first - 2) : figure.first]}
    after = [token.word for token in tokens[figure.last + 1 : figure.last + 4]]
    return bool(
        (inside | set(after[:2]) | (before & {"$", "usd", "£", "€"})) & CURRENCY
        or " ".join(after).startswith(PER_MILE)
    )


def _around(tokens: list[Token], figure: Figure) -> list[str]:
    """The nearest word on either side."""
    before = [token.word for token in tokens[: figure.first] if token.word[0].isalpha()][-1:]
    after = [token.word for token in tokens[figure.last + 1 :] if token.word[0].isalpha()][:1]
    return before + after


def _values_of(token: Token) -> frozenset[Decimal]:
    return frozenset(value for figure in figures_of([token]) for value in figure.values)


def _amounts_in(text: str) -> frozenset[Decimal]:
    found = figures_of(tokens_of(plain(text)))
    return frozenset(value for figure in found for value in figure.values)


def _is_readable(character: str) -> bool:
    """Plain letters, the Spanish ones, digits and punctuation; a look-alike from another script isn't."""
    if character.isascii():
        return character.isprintable() or character in "\n\t"
    return character in _LETTERS or unicodedata.category(character) == "Zs"


def _is_disguised(line: str, folded: str, told: str) -> bool:
    """Whether a figure hides: spelled letter by letter, in Roman numerals, or with letters among its digits."""
    spelled = any(found[0] not in told for found in _SPELLED.finditer(folded))
    roman = any(found[0].lower() not in told for found in _ROMAN.finditer(line))
    mixed = any(
        found[0] not in told and not _MIXED_PLAIN.fullmatch(found[0]) for found in _MIXED.finditer(folded)
    )
    return spelled or roman or mixed


def _names(line: str) -> set[str]:
    """Names in a line: words with a capital within a sentence, weekdays and months with or without one."""
    within = {plain(found[1]) for found in _CAPITALISED.finditer(line)}
    dates = MONTHS_AND_DAYS & {word.removesuffix("'s") for word in _WORD.findall(plain(line))}
    return {name for name in within if name not in NO_NAMES} | dates


def _is_foreign(tokens: list[Token], language: str) -> bool:
    """Whether it is in the other language, by its small words."""
    english, spanish = _small_words(tokens)
    wrong, right = (spanish, english) if language == "en" else (english, spanish)
    return wrong > 2 and wrong > right


def _small_words(tokens: list[Token]) -> tuple[int, int]:
    words = [token.word for token in tokens]
    return sum(word in ENGLISH for word in words), sum(word in SPANISH for word in words)


_WHOLE_WORD = re.compile(r"\S+(?=\s)")
_SENTENCE_END = re.compile(r"[.!?…][\"'”’)]*\s+(?=\S)")


class Guard:
    """Takes the pieces of a line as they come, and lets whole sentences through that may be said.

    Each time the line so far is read as a whole, so a figure that is split over pieces or sentences is one figure. A
    sentence that ends in a number waits for the next word. Once broken it lets nothing through any more.
    """

    def __init__(self, limits: Allowed) -> None:
        self.limits = limits
        self.verdict = Verdict()
        self.released = ""
        self._pending = ""

    def feed(self, piece: str) -> str:
        """Take a piece; return what may leave now, often nothing."""
        if not self.verdict.is_ok:
            return ""
        self._pending += piece
        if len(self.released) + len(self._pending) > self.limits.longest:
            self.verdict = Verdict("too long")
            return ""
        return self._release(_safe_end(self._pending))

    def finish(self) -> str:
        """All pieces have come: return the rest, if the line holds. A line that leaves out an amount doesn't."""
        if not self.verdict.is_ok:
            return ""
        whole = self.released + self._pending
        if not whole.strip():
            self.verdict = Verdict("empty")
            return ""
        verdict = check_against(whole, self.limits)
        if verdict.is_ok and missing_amounts(whole, self.limits):
            verdict = Verdict("left out an amount")
        if not verdict.is_ok:
            self.verdict = verdict
            return ""
        rest, self.released, self._pending = self._pending, whole, ""
        return rest

    def _release(self, end: int) -> str:
        if not end:
            return ""
        line = self.released + self._pending[:end]
        verdict = check_against(line, self.limits)
        if not verdict.is_ok:
            self.verdict = verdict
            return ""
        piece, self._pending, self.released = self._pending[:end], self._pending[end:], line
        return piece


def guarded(pieces: Iterator[str], text: str, guard: Guard) -> Iterator[str]:
    """The pieces as far as they hold, else `text`: in their place, or as a new sentence after what has left already."""
    for piece in pieces:
        if passed := guard.feed(piece):
            yield passed
        if not guard.verdict.is_ok:
            break
    if rest := guard.finish():
        yield rest
    if not guard.verdict.is_ok:
        yield f"{'' if not guard.released or guard.released[-1].isspace() else ' '}{text}"


def _safe_end(text: str) -> int:
    """Where the last sentence ends that a following word can't turn into another; 0 where there is none."""
    for found in reversed(list(_SENTENCE_END.finditer(text))):
        before, after = tokens_of(plain(text[: found.start()])), _WHOLE_WORD.match(text, found.end())
        figures = figures_of(before)
        if not figures or figures[-1].last < len(before) - 1:
            return found.end()
        if after and not may_go_on(tokens_of(plain(after[0]))):
            return found.end()
    return 0
