"""What a run of number words may stand for."""

import re
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation

from calls.agent.language.numerals import FOREIGN, JOINERS, MULTIPLIERS, POINTS, SMALL, number_words_of

_GROUPED = re.compile(r"\d{1,3}(?:[,.']\d{3})+(?:[.,]\d{1,2})?")
_DOT_GROUPED = re.compile(r"\d{1,3}(?:\.\d{3})+")
_LONGEST_DIGITS = 15


def readings(words: list[str]) -> Iterator[Decimal]:
    """What a run may stand for: a number as it is counted, digits in a row, or dollars and cents."""
    parts: list[str] = []
    for word in words:
        parts += number_words_of(word) or [word]
    if any(part in FOREIGN for part in parts):
        return
    for reading in _as_digits(parts):
        counted = cardinal(reading)
        if counted is not None:
            yield counted
        groups = _groups(reading)
        if groups and len(groups) > 1 and len("".join(groups)) <= _LONGEST_DIGITS:
            yield Decimal("".join(groups))
            if len(groups) == 2 and len(groups[1]) == 2:
                yield Decimal(f"{groups[0]}.{groups[1]}")


def _as_digits(parts: list[str]) -> Iterator[list[str]]:
    """Each number as digits: "2.450" is read both ways, "2,450.00" one."""
    plain_parts, other_parts = [], []
    for part in parts:
        first = other = part
        if part[0].isdigit():
            if _GROUPED.fullmatch(part):
                whole, cents = part, ""
                if found := re.fullmatch(r"(.*\d{3})[.,](\d{1,2})", part):
                    whole, cents = found[1], "." + found[2]
                first = re.sub(r"\D", "", whole) + cents
                other = part if _DOT_GROUPED.fullmatch(part) and part.count(".") == 1 else first
            else:
                first = other = part.replace(",", ".")
        plain_parts.append(first)
        other_parts.append(other)
    yield plain_parts
    if other_parts != plain_parts:
        yield other_parts


def _decimal(text: str) -> Decimal | None:
    if len(text) > _LONGEST_DIGITS + 3:
        return None
    try:
        return Decimal(text)
    except InvalidOperation:
        return None


def cardinal(parts: list[str]) -> Decimal | None:
    """The value by the grammar of cardinals: "two thousand four hundred and fifty", "24.5 hundred", "dos mil"."""
    total = current = Decimal(0)
    last = Decimal(10**9)  # a smaller number may follow a larger one only
    decimals = ""
    is_decimal = is_begun = False
    for part in parts:
        if part in POINTS and is_begun:
            is_decimal = True
            continue
        if part in JOINERS or part == "a":
            continue
        if part in MULTIPLIERS:
            times = MULTIPLIERS[part]
            if decimals:
                current, decimals, is_decimal = current + Decimal("0." + decimals), "", False
            if times > 100:
                total, current, last = total + (current or 1) * times, Decimal(0), Decimal(times)
            else:
                current, last = (current or Decimal(1)) * times, Decimal(times)
            is_begun = True
            continue
        value = SMALL.get(part)
        value = value if value is not None else _decimal(part)
        if value is None:
            return None
        if is_decimal:
            decimals += format(value, "f")
            continue
        if is_begun and not _follows(value, last):
            return None
        current, last, is_begun = current + value, value, True
    if decimals:
        current += Decimal("0." + decimals) if decimals.isdigit() else 0
    return total + current if is_begun else None


def _follows(value: Decimal, last: Decimal) -> bool:
    """Whether a number may stand after another within one cardinal: units after tens, anything under a hundred."""
    if value == Decimal("0.5"):
        return True
    if last >= 100:
        return value < last
    return 20 <= last < 100 and last % 10 == 0 and 0 < value < 10


def _groups(parts: list[str]) -> list[str]:
    """The digits of a run as they are said in groups: "twenty-four fifty" is 24 and 50; none where it isn't so."""
    groups: list[str] = []
    is_open = False  # the group is tens that a unit may follow
    for part in parts:
        if part in JOINERS:
            continue
        value = SMALL.get(part)
        if value is None:
            if not part.isdigit():
                return []
            groups.append(part)
            is_open = False
        elif value != value.to_integral_value():
            return []
        elif is_open and 0 < value < 10:
            groups[-1] = str(int(groups[-1]) + int(value))
            is_open = False
        else:
            groups.append(str(int(value)))
            is_open = 20 <= value < 100 and value % 10 == 0
    return groups
