"""How many dollars a figure may be (for the load, a mile, on top), and whose it is."""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from calls.language.classifier import classifier, tokens_of
from calls.language.reading import OWN, Figure, Listening, Role

MIN_LOAD, MAX_LOAD = Decimal(100), Decimal(30_000)  # dollars a load, where nothing is on the table
MIN_MILE, MAX_MILE = Decimal("0.50"), Decimal(15)  # dollars a mile
# How far from the offer a figure may be, as a factor: in shorthand, in full, and with a word that makes it a price.
MAX_SHORT, MAX_SHORT_WANTED, MAX_FULL, MAX_FULL_WANTED = 2.0, 2.6, 3.0, 8.0
MAX_DIGITS = 9


def per_mile(parts: Sequence[str]) -> Decimal | None:
    """Dollars a mile: "2 15", "2.15" and "215" are 2.15; None where that is none."""
    text = "".join(parts)
    if len(parts) > 1 and len(parts[0]) == 1 and "." not in text:
        text = f"{parts[0]}.{''.join(parts[1:])}"
    if text.count(".") > 1:
        return None
    amount = Decimal(text)
    if amount >= 100 and amount == amount.to_integral_value():
        amount /= 100
    return amount if MIN_MILE <= amount <= MAX_MILE else None


def more(parts: Sequence[str]) -> Decimal | None:
    """Dollars on top: "2 50" is 250, "2" 200, "1.5" 150."""
    text = "".join(parts)
    if text.count(".") > 1:
        return None
    amount = Decimal(text)
    if 0 < amount < 10 and len(parts) == 1:
        amount *= 100
    return whole(amount) if 0 < amount <= MAX_LOAD else None


def readings(parts: Sequence[str]) -> Iterator[tuple[Decimal, bool]]:
    """Every total that a figure may mean, and whether it was said in full."""
    if len(parts) == 1:
        amount = Decimal(parts[0])
        if amount >= 100:
            yield amount, True
        if amount < 30:
            yield amount * 1000, False
        if amount < 100:
            yield amount * 100, False
        return
    if any("." in part for part in parts):
        return
    first, *rest = parts
    joined = "".join(parts)
    if len(parts) == 2 and len(rest[0]) == 3 and len(first) <= 2:
        yield Decimal(first) * 1000 + Decimal(rest[0]), False  # "dos cuatrocientos cincuenta"
    elif len(parts) == 2 and len(rest[0]) == 1 and len(first) == 1:
        yield Decimal(joined) * 100, False  # "two four"
    elif len(parts) == 2 and len(rest[0]) == 1:
        yield Decimal(joined) * 10, False  # "twenty-two five"
    elif max(map(len, rest)) <= 2:
        yield Decimal(joined), False  # "24 50", "2 4 50", "2 45 0"


def is_near(amount: Decimal, offer: Decimal, *, is_full: bool, is_wanted: bool, is_sure: bool) -> bool:
    """Whether a reading is sensible beside the offer."""
    if is_full:
        most = MAX_FULL_WANTED if is_wanted or is_sure else MAX_FULL
    else:
        most = MAX_SHORT_WANTED if is_wanted or is_sure else MAX_SHORT
    return abs(math.log(amount / offer)) <= math.log(most)


def distance(amount: Decimal, offer: Decimal) -> float:
    """How far from the offer; less than it is further than more."""
    away = math.log(amount / offer)
    return away if away >= 0 else 0.1 - 2 * away


def whole(amount: Decimal) -> Decimal:
    """Without a point where nothing stands behind it."""
    return amount.to_integral_value() if amount == amount.to_integral_value() else amount


# Whose a price is, where what is said around it tells that better than the grammar.


def alike(figures: Iterable[Figure]) -> tuple[Figure, ...]:
    """The figures as the classifier sees them that is asked whose they are: all but our offer as asks."""
    return tuple(each if each.role == Role.OFFER_BACK else replace(each, role=Role.ASK) for each in figures)


NEAR = math.log(2)  # a figure half or twice our offer may be a price
MAX_BESIDE = 2  # words beside figures that stand for themselves
# How much must speak for it: below `OTHERS` a price is somebody else's, whatever the grammar says; above `OWNED` it is
# the caller's own; from `CLEARLY_OWN` on also where it is less than we offer.
OTHERS, CLEARLY_OWN, OWNED = -1.2, 0.8, 4.0


def owned(sums: tuple[Figure, ...], text: str, listening: Listening) -> tuple[Figure, ...]:
    """The sums with whose they are, where what is said around them tells it better than the grammar."""
    if all(each.role == Role.OFFER_BACK for each in sums):
        return sums
    if len(re.findall(r"[a-z]{2,}", text)) <= MAX_BESIDE:
        return sums  # "how about 2675?" can be nobody else's
    leaning = classifier().own_price(tokens_of(text, alike(sums)), listening)
    if leaning < CLEARLY_OWN and listening.offer:
        # Nobody asks for less than is offered, unless it can be nothing else.
        sums = tuple(each for each in sums if not (each.role == Role.ASK and each.amount < listening.offer))
    if leaning < OTHERS:
        return tuple(
            replace(each, role=Role.OTHER_PRICE) if each.role in (Role.ASK, Role.ON_TOP) else each
            for each in sums
        )
    is_others = any(each.role == Role.OTHER_PRICE for each in sums)
    if leaning > OWNED and is_others and not any(each.role in OWN for each in sums):
        last = max(at for at, each in enumerate(sums) if each.role == Role.OTHER_PRICE)
        return (*sums[:last], replace(sums[last], role=Role.ASK), *sums[last + 1 :])
    return sums


def names_another(text: str, sums: tuple[Figure, ...], listening: Listening) -> bool:
    """Whether a figure that might be a price stands in it, and none was read."""
    if sums or listening.offer is None:
        return False
    said = (
        Decimal(each.replace(",", "")) for each in re.findall(r"(?<![\d,.:])\d{1,2},?\d{3}(?![\d,:])", text)
    )
    return any(
        abs(math.log(each / listening.offer)) < NEAR for each in said if each and each != listening.offer
    )


def with_own(sums: tuple[Figure, ...]) -> tuple[Figure, ...]:
    """The sums, the last of those taken for somebody else's as the caller's own, where none is."""
    others = [at for at, each in enumerate(sums) if each.role == Role.OTHER_PRICE]
    if not others or any(each.role in OWN for each in sums):
        return sums
    return (*sums[: others[-1]], replace(sums[others[-1]], role=Role.ASK), *sums[others[-1] + 1 :])


_ASKS_CURRENCY = re.compile(
    r"\b(?:us|u s|american|usd|dolares|dollars) (?:dollars? |money |funds )?(?:or|o) (?:canadian|cad|"
    r"c a d|pesos|mexican\w*)\b|"
    r"\b(?:canadian|cad|pesos|mexican\w*) (?:dollars? |money |funds )?(?:or|o) (?:us|u s|american|usd|dolares)\b|"
    r"\b(?:is (?:that|it|this)|are (?:those|we talking)|that'?s(?! us\W*$)|es|son|esta) (?:en |in )?(?:us|u s|"
    r"american|usd|canadian|cad|dolares|"
    r"pesos)(?: dollars?| money| funds)?(?: right| huh)?\W*$|\b(?:what|which|que|cual) (?:currency|moneda)\b"
)


_ASKS_ALL_IN = re.compile(
    r"^(?!.*\b(?:what'?s?|how much|cuanto)\b).*\b(?:all in|inclu\w+|plus fuel|"
    r"(?:extra|separate\w*|on top|aparte) (?:or|o)|(?:or|o) (?:\w+ ){0,4}(?:extra|separate\w*|on top|aparte))\b"
)
_WHO_PAYS = re.compile(
    r"\bwho(?:'?s| is| all)? (?:gonna |gotta |going to )?(?:pay|cover|provid|buy)\w*|"
    r"\b(?:get|gets|getting|do you|y'?all|you|they) pa(?:id|y|ying) (?:me |us )?(?:for|extra)\b|"
    r"\bquien(?:es)? (?:me |nos |la |las |lo |los )*(?:va a )?(?:pag|pon|cubr|compr)\w*|\b(?:l[ao]s?|me|nos|se) pag\w+"
)


def asks_all_in(words: str) -> bool:
    """Whether plain words ask if a price has all in it: "all in or plus fuel", "are the tarps extra"."""
    return bool(_ASKS_ALL_IN.search(words))


def asks_who_pays(words: str) -> bool:
    """Whether plain words ask who pays for something: "who pays the chassis"."""
    return bool(_WHO_PAYS.search(words))


def asks_currency(words: str) -> bool:
    """Whether plain words ask in what money a price is: "US or Canadian"."""
    return bool(_ASKS_CURRENCY.search(words))
