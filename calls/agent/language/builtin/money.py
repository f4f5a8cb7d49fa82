"""The sums that somebody asks for: for the load, a mile, or on top of our offer.

A sum that is refused ("I can't do 2400"), quoted ("you're at 2300") or asked about ("is your max 2600?") is no ask.
"""

import re
from dataclasses import dataclass
from decimal import Decimal

from calls.agent.language.builtin import money_words as words
from calls.agent.language.builtin.amounts import amount_of, more, parts_of, per_mile
from calls.agent.meaning import Expecting, Listening, Money, Unit


@dataclass(frozen=True, slots=True)
class Sums:
    """The sums asked for in the order said, where sums stand, and whether only our figure was said back."""

    asked: tuple[Money, ...]
    spans: tuple[tuple[int, int], ...]
    is_echo: bool = False


@dataclass(frozen=True, slots=True)
class _Sum:
    money: Money
    is_asked: bool
    start: int
    end: int


def read_money(text: str, listening: Listening) -> Sums:
    """The sums in a figures text from which all other figures are gone."""
    sums = [each for figure in words.FIGURE.finditer(text) if (each := _sum_at(text, figure, listening))]
    spans = tuple((each.start, each.end) for each in sums)
    asked = [each for each in sums if each.is_asked]
    ours = [each for each in asked if _is_ours(each.money, listening)]
    if ours and len(ours) < len(asked):
        asked = [each for each in asked if each not in ours]  # beside another figure, ours is only quoted
    elif ours and _is_question(text, ours[-1].end):
        return Sums((), spans, is_echo=True)
    elif ours and words.BEYOND_OURS.search(text[: ours[-1].start]):
        asked = []
    return Sums(tuple(each.money for each in asked), spans)


def _is_ours(money: Money, listening: Listening) -> bool:
    return money.unit == Unit.TOTAL and money.amount == listening.offer


def _is_question(text: str, end: int) -> bool:
    """Whether our figure is only said back: "2300?"; "can you do 2300?" asks for it."""
    is_asked = re.match(r"[^.!,;]{0,12}\?", text[end:])
    return bool(is_asked) and not re.search(
        r"\b(?:can|could|would|do|how about|what about|puede)\b", text[:end]
    )


def _sum_at(text: str, figure: re.Match[str], listening: Listening) -> _Sum | None:
    before, after = _clause(text, *figure.span())
    said = figure[0].lstrip("-")
    money = _unit_of(said, parts_of(said), before, after, text[figure.end() : figure.end() + 40], listening)
    if money is None:
        return None
    is_asked = not (
        _is_worked_out(money, before)
        or _is_refused(before, after, money)
        or _is_somebody_elses(figure[0], before, after, text)
    )
    return _Sum(money, is_asked, *figure.span())


def _unit_of(
    said: str, parts: list[str], before: str, after: str, follows: str, listening: Listening
) -> Money | None:
    if said.startswith("$0."):
        return _cents_more(said, before, after, listening)
    is_said_per_mile = bool(words.MILE_AFTER.match(follows) or words.MILE_BEFORE.search(before))
    if is_said_per_mile:
        mile = per_mile(parts)
        if mile is not None:
            return Money(mile, Unit.MILE)
    is_more = _is_more(before, follows)
    if is_more:
        amount = more(parts)
        if amount is not None and _is_small(amount, listening):
            return Money(amount, Unit.MORE)
    is_sure = "$" in said or bool(words.SURE_AFTER.match(follows))
    if not (is_sure or is_more or is_said_per_mile or _is_wanted(before, parts, listening)):
        return None
    if is_said_per_mile and "." not in said and len(said) < 4:
        return None
    if said == str(listening.miles) and not (is_sure or words.STRONG_BEFORE.search(before)):
        return None  # the miles, said back
    return amount_of(said, offer=listening.offer, miles=listening.miles, is_surely_money=is_sure)


def _cents_more(said: str, before: str, after: str, listening: Listening) -> Money | None:
    """ "Ten cents more a mile", as dollars on top for the load; cents alone are no sum."""
    is_more = re.search(r"\b(?:more|extra|another|mas|otr[oa]s)\b", before + after)
    if not (is_more and listening.miles and re.search(r"\b(?:mile|milla)\b", before + after)):
        return None
    return Money((Decimal(said[1:]) * listening.miles).quantize(Decimal(1)), Unit.MORE)


def _is_more(before: str, follows: str) -> bool:
    return bool(words.MORE_AFTER.match(follows)) or bool(
        words.MORE_BEFORE.search(before) and not words.TO_BEFORE.search(before)
    )


def _is_small(amount: Decimal, listening: Listening) -> bool:
    """Whether a sum can be one on top of the offer, rather than the whole."""
    return amount < (listening.offer * Decimal("0.75") if listening.offer else Decimal(1000))


def _is_wanted(before: str, parts: list[str], listening: Listening) -> bool:
    """Whether a bare figure is a sum: money is the subject, or a word before it says so."""
    if listening.expecting == Expecting.AMOUNT:
        return True
    if listening.expecting in _OTHER_THINGS:
        return bool(words.STRONG_BEFORE.search(before)) and sum(map(len, parts)) >= 3
    has_cue = bool(words.CUE_BEFORE.search(before))
    if listening.offer is None:
        return has_cue and max(map(len, parts)) >= 2
    if listening.expecting in (Expecting.NOTHING, Expecting.CONFIRMATION):
        return True
    return has_cue and listening.expecting in (Expecting.ANYTHING, Expecting.LOAD, Expecting.EQUIPMENT)


# A figure that answers another question is hardly a sum.
_OTHER_THINGS = frozenset(
    {
        Expecting.TIME,
        Expecting.PLACE,
        Expecting.NAME,
        Expecting.IDENTITY,
        Expecting.TEMPERATURE,
        Expecting.PAPERS,
    }
)


def _clause(text: str, start: int, end: int) -> tuple[str, str]:
    """The words before and after a place, as far as its own clause goes."""
    before, after = text[max(0, start - 160) : start], text[end : end + 120]
    ends = [found.end() for found in words.BOUNDARY.finditer(before)]
    until = words.BOUNDARY.search(after)
    return before[ends[-1] :] if ends else before, after[: until.start()] if until else after


def _is_worked_out(money: Money, before: str) -> bool:
    """Whether a price a mile is only what our offer comes to: "that's barely two a mile"."""
    return (
        money.unit == Unit.MILE and bool(words.WORKS_OUT.search(before)) and not words.CAN_DO.search(before)
    )


def _is_refused(before: str, after: str, money: Money) -> bool:
    if words.FLOOR_BEFORE.search(before):
        return False
    return bool(
        words.REFUSED_BEFORE.search(before) or (money.unit != Unit.MORE and words.REFUSED_AFTER.match(after))
    )


def _is_somebody_elses(figure: str, before: str, after: str, text: str) -> bool:
    """Whether the figure is what others said, paid or may pay: ours, other brokers', the shipper's."""
    if words.QUOTED_BEFORE.search(before):
        return True
    sentence = before + figure + after
    if (
        words.OTHER_DEALS.search(sentence)
        and not words.CAN_DO.search(before)
        and not words.MATCH.search(text)
    ):
        return True
    return bool(
        words.PROBING.search(sentence) and words.IS_PROBE.search(before) and not words.CAN_DO.search(before)
    )
