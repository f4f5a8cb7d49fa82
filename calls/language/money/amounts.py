"""How many dollars a spoken figure may be: for the load, a mile, or on top."""

import math
from collections.abc import Iterator, Sequence
from decimal import Decimal

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
