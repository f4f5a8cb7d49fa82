"""How much a figure is: "24 50" is 2,450, and "2.5" 2,500, by what is on the table.

Freight is priced in hundreds and thousands, and people leave those words out. So a short figure has several readings,
and the one counts that makes sense beside the offer.
"""

import math
import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from calls.agent.meaning import Money, Unit

LEAST, MOST = Decimal(100), Decimal(30_000)  # dollars a load, where nothing is on the table
LEAST_MILE, MOST_MILE = Decimal("0.50"), Decimal(15)  # dollars a mile
# A shorthand reading is sensible within this much of the offer, up or down; a figure in full within more.
SHORTHAND_RATIO, FULL_RATIO = 2.6, 8.0
MOST_DIGITS = 9


def parts_of(figure: str) -> list[str]:
    """The numbers of a figure: "$24 50" is 24 and 50."""
    return re.findall(r"\d+(?:\.\d+)?", figure)


def per_mile(parts: Sequence[str]) -> Decimal | None:
    """Dollars a mile: "2 15", "2.15" and "215" are 2.15; None where that is none."""
    text = "".join(parts) if len(parts) > 1 else parts[0]
    if len(parts) > 1 and len(parts[0]) == 1 and "." not in text:
        text = f"{parts[0]}.{''.join(parts[1:])}"
    if len(text) > MOST_DIGITS or text.count(".") > 1:
        return None
    amount = Decimal(text)
    if amount >= 100 and amount == amount.to_integral_value():
        amount /= 100
    return amount if LEAST_MILE <= amount <= MOST_MILE else None


def more(parts: Sequence[str]) -> Decimal | None:
    """Dollars on top: "2 50" is 250, "2" 200, "1.5" 150."""
    text = "".join(parts)
    if len(text) > MOST_DIGITS or text.count(".") > 1:
        return None
    amount = Decimal(text)
    if amount < 10 and len(parts) == 1 and amount > 0:
        amount *= 100
    return amount if 0 < amount <= MOST else None


def readings(parts: Sequence[str]) -> Iterator[tuple[Decimal, bool]]:
    """Every total that a figure may mean, and whether it was said in full."""
    if sum(map(len, parts)) > MOST_DIGITS or any(text.count(".") > 1 for text in parts):
        return
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
    if len(parts) == 2 and len(rest[0]) == 3 and rest[0].endswith(("00", "50")) and len(first) <= 2:
        yield Decimal(first) * 1000 + Decimal(rest[0]), False  # "dos cuatrocientos cincuenta"
    elif len(parts) == 2 and len(rest[0]) == 1 and len(first) == 1:
        yield Decimal(joined) * 100, False  # "two four"
    elif max(map(len, rest)) <= 2:
        yield Decimal(joined), False  # "24 50", "2 4 50", "2 45 0"


def total(parts: Sequence[str], *, offer: Decimal | None, is_surely_money: bool) -> Decimal | None:
    """The sensible reading as dollars for the load, or None."""
    if parts == ["1"] and not is_surely_money:
        return None  # "the other one"
    sensible = [(amount, is_full) for amount, is_full in readings(parts) if amount > 0]
    if offer is None or offer <= 0:
        fitting = [amount for amount, _ in sensible if LEAST <= amount <= MOST]
        # "Three" is three thousand, "24" twenty-four hundred.
        return next(iter(fitting if Decimal(parts[0]) < 10 else fitting[::-1]), None)
    best: tuple[float, Decimal] | None = None
    for amount, is_full in sensible:
        ratio = abs(math.log(amount / offer))
        limit = math.log(FULL_RATIO if is_full else SHORTHAND_RATIO)
        if is_full and is_surely_money:
            limit = math.log(100)
        if ratio <= limit and (best is None or ratio < best[0]):
            best = ratio, amount
    return best[1] if best else None


def amount_of(
    figure: str, *, offer: Decimal | None, miles: Decimal | None, is_surely_money: bool
) -> Money | None:
    """What a figure without a word of miles or "more" is: for the load, or, where that makes more sense, a mile."""
    parts = parts_of(figure)
    found = total(parts, offer=offer, is_surely_money=is_surely_money)
    mile = per_mile(parts) if _could_be_mile(parts, figure) else None
    if mile is not None and _is_rather_per_mile(figure, mile, found, offer=offer, miles=miles):
        return Money(mile, Unit.MILE)
    return None if found is None else Money(_whole(found))


def _could_be_mile(parts: Sequence[str], figure: str) -> bool:
    """Whether it sounds like a price a mile: "2.15" or "two fifteen", not "2.5", "24 50" or "2300"."""
    if len(parts) == 1:
        return bool(re.fullmatch(r"\$?\d\.\d\d", figure))
    return len(parts) == 2 and len(parts[0]) == 1 and len(parts[1]) == 2


def _is_rather_per_mile(
    figure: str, mile: Decimal, found: Decimal | None, *, offer: Decimal | None, miles: Decimal | None
) -> bool:
    """Whether the price a mile is the better reading: the only one, the one in cents, or the one nearer the offer."""
    if offer is None or not miles:
        return found is None or bool(re.fullmatch(r"\$\d\.\d\d", figure))
    away = abs(math.log(mile * miles / offer))
    if away > math.log(SHORTHAND_RATIO):
        return False
    if found is None or "$" in figure:
        return True
    is_part = figure.endswith((".25", ".75", ".50"))  # "two and a quarter", in thousands
    return away + (0.1 if is_part else 0) < abs(math.log(found / offer))


def _whole(amount: Decimal) -> Decimal:
    """Without a point where nothing stands behind it."""
    return amount.to_integral_value() if amount == amount.to_integral_value() else amount
