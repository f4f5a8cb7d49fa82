"""Talks of carriers who hardly commit themselves, the same for the same seed: what is said, and what it is.

A caller whose number is known says yes to their name, names the load, has the trailer, and then walks: four to
twelve lines of refusals, good-byes, conditions, claims, questions, okays, prices, changed minds and now and then a yes.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from random import Random

from tests.bids.rehearsal import commitment_en, commitment_es
from tests.calls.agent.adversary.spelling import digit_by_digit, in_words, say, short


class Kind(StrEnum):
    """What a line is, named as its pool; those below `OPENING` are never chosen, only made from others."""

    REFUSAL = "refusal"
    LEAVE = "leave"
    CONDITION = "condition"
    CLAIM = "claim"
    QUESTION = "question"
    ACK = "ack"  # tells that it was heard, whatever was asked
    OKAY = "okay"  # takes no price, but answers a yes-or-no question
    OTHER = "other"
    COUNTER = "counter"
    CHANGE = "change"
    YES = "yes"
    PROBE = "probe"
    BACK = "back"
    OPENING = "opening"
    MORE = "more"  # a counter on top of what is on the table


POOLS = {
    language: {
        kind: tuple(getattr(phrases, kind.name).strip().splitlines())
        for kind in Kind
        if kind not in (Kind.OPENING, Kind.MORE)
    }
    for language, phrases in (("en", commitment_en), ("es", commitment_es))
}


def _weights(told: str) -> dict[Kind, int]:
    words = told.split()
    return {Kind(kind): int(weight) for kind, weight in zip(words[::2], words[1::2], strict=True)}


# How often each comes after what was said last: an agreement is read back, so that a yes asks for an answer.
AFTER_YES = _weights(
    "yes 34 change 16 leave 9 condition 8 okay 6 counter 6 question 5 refusal 4 claim 3 ack 3 other 3 back 2 probe 1"
)
AFTER_ELSE = _weights(
    "counter 22 yes 16 refusal 11 condition 8 question 8 okay 7 other 7 claim 6 leave 5 ack 5 back 4 probe 3"
)
LAST = _weights("leave 5 yes 3 change 1 refusal 1")
OPENINGS = {
    "en": ("yes", "yeah, that's us", "yes it is", "that's right", "correct"),
    "es": ("sí, bueno, ¿habla español?", "sí, somos nosotros, ¿habla español?"),
}
LOADS = {
    "en": ("I'm calling on load {load}", "load {load}", "is load {load} still available?", "{spelled}"),
    "es": ("llamo por la carga {load}", "la carga {load}", "¿todavía tiene la carga {load}?"),
}
TRAILERS = {
    "en": ("yes", "yeah, I got a dry van", "yes sir, fifty-three foot van"),
    "es": ("sí", "sí, traigo caja seca", "sí señor, caja seca"),
}
SPANGLISH = 0.15  # of the lines, in the other language


@dataclass(frozen=True, slots=True)
class Line:
    """What is said, and what it is: `dollars` is a price of their own, on top of ours where it is `MORE`."""

    text: str
    kind: Kind
    dollars: Decimal | None = None
    language: str = "en"

    def said(self, ours: Decimal) -> str:
        """With our figure in it, where it is said back."""
        rng = Random(f"{self.text}/{ours}")
        return self.text.replace("{ours}", spoken(int(ours), self.language, rng))


def talks(seed: int, count: int, load: str, miles: int) -> Iterator[list[Line]]:
    """Yield `count` talks; each depends on the seed and its own number alone."""
    for number in range(count):
        yield _talk(Random(f"{seed}/{number}"), "es" if number % 2 else "en", load, miles)


def _talk(rng: Random, language: str, load: str, miles: int) -> list[Line]:
    named = rng.choice(LOADS[language]).format(load=load, spelled=digit_by_digit(load, language))
    begun = (rng.choice(OPENINGS[language]), named, rng.choice(TRAILERS[language]))
    lines = [Line(text, Kind.OPENING) for text in begun]
    count, last = rng.randint(4, 12), None
    for place in range(count):
        weights = AFTER_YES if last == Kind.YES else AFTER_ELSE
        if place == count - 1 and rng.random() < 0.6:
            weights = LAST
        last = rng.choices(list(weights), list(weights.values()))[0]
        is_other = language == "es" and rng.random() < SPANGLISH
        lines.append(line_of(last, "en" if is_other else language, rng, miles))
    return lines


def line_of(kind: Kind, language: str, rng: Random, miles: int) -> Line:
    """A line from the pool of its kind, with figures in it."""
    return filled(rng.choice(POOLS[language][kind]), kind, language, rng, miles)


def filled(template: str, kind: Kind, language: str, rng: Random, miles: int) -> Line:
    """The line that a template is with figures of chance in it."""
    dollars = None
    if "{figure}" in template:
        amount = rng.randint(76, 132) * 25
        dollars, template = Decimal(amount), template.replace("{figure}", spoken(amount, language, rng))
    if "{mile}" in template:
        cents = rng.randint(38, 64) * 5
        dollars = Decimal(cents) / 100 * miles
        template = template.replace("{mile}", _per_mile(cents, language, rng))
    if "{more}" in template:
        amount = rng.choice((50, 75, 100, 150, 200, 250, 300, 400, 500))
        kind, dollars = Kind.MORE, Decimal(amount)
        template = template.replace("{more}", say(amount, language, rng))
    if "{other}" in template:
        template = template.replace("{other}", spoken(rng.randint(84, 140) * 25, language, rng))
    return Line(template, kind, dollars, language)


def spoken(figure: int, language: str, rng: Random) -> str:
    """A figure from 1,000 to 9,999 in one of the ways in which truckers say it."""
    hundreds, rest = divmod(figure, 100)
    ways = [say(figure, language, rng)] * 3 + [in_words(figure, language), f"${figure}", f"{figure:,}"]
    if rest and hundreds % 10:
        ways += [f"{hundreds} {rest}", f"{in_words(hundreds, language)} {in_words(rest, language)}"]
    if language == "en":
        ways += [short(figure), digit_by_digit(str(figure), "en"), f"{figure} bucks"]
        if not rest and hundreds % 10:
            ways += [f"{hundreds} hundred", f"{hundreds / 10:.1f}k", f"{hundreds} hundred dollars"]
        if rest == 50:
            ways += [f"{in_words(hundreds, 'en')} and a half"]
    else:
        ways += [
            f"{figure} dólares",
            f"{in_words(figure, 'es')} dólares",
            f"{hundreds // 10} mil {figure % 1000}",
        ]
        if not rest and hundreds % 10:
            ways += [f"{hundreds // 10} mil {(hundreds % 10) * 100}"]
        ways = [way.removesuffix(" 0") for way in ways]
    return rng.choice(ways)


def _per_mile(cents: int, language: str, rng: Random) -> str:
    dollars, rest = divmod(cents, 100)
    ways = [f"{cents / 100:.2f}", f"${cents / 100:.2f}"]
    if rest >= 10:
        ways += [f"{in_words(dollars, language)} {in_words(rest, language)}", f"{dollars} {rest}"]
    if rest == 50:
        ways += ["{} y medio" if language == "es" else "{} and a half"]
    return rng.choice(ways).format(in_words(dollars, language))
