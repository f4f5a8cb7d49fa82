"""Whose a price is, where what is said around it tells that better than the grammar."""

import math
import re
from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal

from calls.language.acts.classifier import classifier, tokens_of
from calls.language.reading import OWN, Figure, Listening, Role


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
