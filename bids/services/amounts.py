"""What may stand as an amount of money."""

from decimal import ROUND_HALF_UP, Decimal

CENT = Decimal("0.01")
LIMIT = Decimal(10) ** 9


class InvalidAmount(ValueError):
    """No amount that a load could be moved for: `str()` says why, in words for whoever gave it."""


def read_amount(value: Decimal) -> Decimal:
    """Dollars rounded half up to the cent; raises InvalidAmount unless it is positive and below a thousand million."""
    if not value.is_finite():
        raise InvalidAmount("An amount is a finite number.")
    # Rounded only where it can be: quantize() can't hold 1e300.
    amount = value.quantize(CENT, ROUND_HALF_UP) if abs(value) < LIMIT else value
    if amount <= 0:
        raise InvalidAmount("An amount is more than nothing.")
    if amount >= LIMIT:
        raise InvalidAmount("An amount has at most 9 digits before the point.")
    return amount
