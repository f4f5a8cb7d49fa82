"""Shorthand for tests of the built-in understanding, beside an offer of $2,300 for 1,010 miles."""

from datetime import datetime
from decimal import Decimal

from calls.agent.language.builtin.understanding import understand
from calls.agent.meaning import Expecting, Listening, Meaning, Unit

NOW = datetime(2026, 3, 2, 15, 10)  # a Monday
SIGNS = {Unit.TOTAL: "{}", Unit.MILE: "{}/mi", Unit.MORE: "+{}"}


def heard(
    words: str,
    expecting: str = "amount",
    *,
    offer: str | None = "2300",
    miles: str | None = "1010",
    language: str = "en",
) -> Meaning:
    """The meaning of words."""
    return understand(
        words,
        Listening(
            expecting=Expecting(expecting),
            now=NOW,
            language=language,
            offer=None if offer is None else Decimal(offer),
            miles=None if miles is None else Decimal(miles),
        ),
    )


def sums(meaning: Meaning) -> str:
    """The sums of a meaning: "2450", "2.15/mi", "+200"; several with commas."""
    return ", ".join(
        SIGNS[each.unit].format(each.amount.normalize().__format__("f")) for each in meaning.money
    )
