"""Shorthand for tests of the built-in understanding, beside an offer of $2,300 for 1,010 miles."""

from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal

from calls.language.reading import OWN, Expecting, Figure, Listening, Reading, Role
from calls.language.understanding import figures_and_sums, understand

NOW = datetime(2026, 3, 2, 15, 10)  # a Monday
SIGNS = {
    Role.ASK: "{}",
    Role.PER_MILE: "{}/mi",
    Role.ON_TOP: "+{}",
    Role.OFF: "-{}",
    Role.OFFER_BACK: "back {}",
    Role.OTHER_PRICE: "other {}",
}


def listening_for(
    expecting: str = "offer",
    *,
    offer: str | None = "2300",
    miles: str | None = "1010",
    language: str = "en",
) -> Listening:
    """What was asked."""
    return Listening(
        expecting=Expecting(expecting),
        now=NOW,
        language=language,
        offer=None if offer is None else Decimal(offer),
        miles=None if miles is None else Decimal(miles),
    )


def heard(
    words: str,
    expecting: str = "offer",
    *,
    offer: str | None = "2300",
    miles: str | None = "1010",
    language: str = "en",
) -> Reading:
    """The meaning of words."""
    return understand(words, listening_for(expecting, offer=offer, miles=miles, language=language))


def figures_in(
    words: str,
    expecting: str = "offer",
    *,
    offer: str | None = "2300",
    miles: str | None = "1010",
    language: str = "en",
) -> tuple[Figure, ...]:
    """The sums in words, before they are held against what is done by saying them."""
    return figures_and_sums(words, listening_for(expecting, offer=offer, miles=miles, language=language))[1]


def sums(figures: Iterable[Figure]) -> str:
    """Their own prices: "2450", "2.15/mi", "+200"; several with commas."""
    return written(figure for figure in figures if figure.role in OWN)


def written(figures: Iterable[Figure]) -> str:
    """All sums, also "back 2300" and "other 2800"."""
    return ", ".join(SIGNS[each.role].format(each.amount.normalize().__format__("f")) for each in figures)
