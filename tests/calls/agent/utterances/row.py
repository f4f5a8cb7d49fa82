"""One utterance with what must be understood, in a notation that is quick to write and to read.

Only what a row names is compared. Acts: all of `wants`, one of `any_of`, none of `never`; each is a line of words.
`ask` is the caller's own price: "2450" for the load, "2.15/mi" a mile, "+200" on top of our offer. A figure of ours
that is said back, or somebody else's, is none ("2300 won't do, I need 2600" is "2600"). Places: "Dallas, TX", or
"Dallas" where the state may be known or not. Times and days: "03-03 09:00" and "03-03", of 2026. `reason` is a word
that the reason must hold. `nothing` names slots that must be empty.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from calls.language.reading import Act, Expecting, Figure, Listening, Place, Reading, Role, Topic

NOW = datetime(2026, 3, 2, 15, 10)  # a Monday
HINTS = {"expecting", "offer", "miles", "language", "now"}
EMPTY = (None, "", ())
UNITS = {Role.ASK: "{}", Role.PER_MILE: "{}/mi", Role.ON_TOP: "+{}", Role.OFF: "-{}"}


@dataclass(frozen=True)
class Row:
    """An utterance, what its hearer may go by, and what must be understood."""

    heard: str
    hints: Mapping[str, Any]
    expected: Mapping[str, str]
    kind: str = ""
    number: int = 0

    @property
    def id(self) -> str:
        """Where to find it: its kind and place in that."""
        return f"{self.kind}-{self.number}"

    @property
    def listening(self) -> Listening:
        """The hints, as the code under test takes them."""
        hints: dict[str, Any] = {"now": NOW, **self.hints}
        for name in ("offer", "miles"):
            hints[name] = Decimal(hints[name]) if hints.get(name) is not None else None
        return Listening(**{**hints, "expecting": Expecting(hints.get("expecting", "nothing"))})

    def complaints(self, got: Reading) -> list[str]:
        """What is wrong with a meaning: "slot: expected …, got …"; nothing when it is right."""
        return [
            f"{slot}: expected {expected!r}, got {found!r}"
            for slot, expected in self.expected.items()
            if (found := _disagreement(slot, expected, got)) is not None
        ]


def row(heard: str, **named: Any) -> Row:
    """One utterance; the arguments are hints and slots, see above."""
    expected = {slot: value for slot, value in named.items() if slot not in HINTS}
    if not expected or not expected.keys() <= CHECKS.keys():
        raise ValueError(f"{heard!r} expects nothing, or what isn't there: {sorted(expected)}")
    _check_words(expected)
    return Row(heard, {hint: named[hint] for hint in HINTS & named.keys()}, expected)


def kind(name: str, *rows: Row, **hints: Any) -> list[Row]:
    """Rows of one kind; the hints are for those that don't say otherwise."""
    return [
        replace(row, hints={**hints, **row.hints}, kind=name, number=number)
        for number, row in enumerate(rows, 1)
    ]


def interleave(kinds: list[list[Row]]) -> tuple[Row, ...]:
    """All rows, in an order in which each third has some of every kind."""
    places = [
        (place / len(rows), order, row) for order, rows in enumerate(kinds) for place, row in enumerate(rows)
    ]
    return tuple(row for _, _, row in sorted(places, key=lambda each: each[:2]))


def _check_words(expected: Mapping[str, str]) -> None:
    """Refuse a misspelt act, topic or slot: such a row would judge nothing."""
    for slot in ("wants", "any_of", "never"):
        [Act(word) for word in expected.get(slot, "").split()]
    for slot in ("topics", "no_topics"):
        [Topic(word) for word in expected.get(slot, "").split()]
    for slot in expected.get("nothing", "").split():
        if not hasattr(Reading, slot):
            raise ValueError(f"no slot {slot!r}")


def _disagreement(slot: str, expected: str, got: Reading) -> str | None:
    """What was found where it isn't what was expected, else None."""
    found = CHECKS[slot](got, expected)
    return None if found is True else str(found)


# Each check returns True, or what it found instead.


def _wants(got: Reading, expected: str) -> bool | str:
    return {*expected.split()} <= {*got.acts} or _words(got.acts)


def _any_of(got: Reading, expected: str) -> bool | str:
    return bool({*expected.split()} & {*got.acts}) or _words(got.acts)


def _never(got: Reading, expected: str) -> bool | str:
    return not ({*expected.split()} & {*got.acts}) or _words(got.acts)


def _topics(got: Reading, expected: str) -> bool | str:
    return {*expected.split()} <= _asked(got) or _words(_asked(got))


def _no_topics(got: Reading, expected: str) -> bool | str:
    return not ({*expected.split()} & _asked(got)) or _words(_asked(got))


def _asked(got: Reading) -> set[Topic]:
    return {question.topic for question in got.questions}


def _ask(got: Reading, expected: str) -> bool | str:
    written = [_written(figure) for figure in got.own_figures]
    return written == [_normal(amount) for amount in expected.split(",")] or ", ".join(written)


def _written(figure: Figure) -> str:
    return UNITS[figure.role].format(figure.amount.normalize().__format__("f"))


def _normal(amount: str) -> str:
    figure = re.search(r"[\d.]+", amount)
    if figure is None:
        raise ValueError(f"no amount: {amount!r}")
    return amount.strip().replace(figure[0], f"{Decimal(figure[0]).normalize():f}")


def _place(slot: str) -> Any:
    def check(got: Reading, expected: str) -> bool | str:
        found: Place | None = getattr(got, slot)
        city, _, state = expected.partition(", ")
        is_right = found is not None and _plain(found.city) == _plain(city) and state in ("", found.state)
        return is_right or str(found)

    return check


def _same(slot: str) -> Any:
    """Letters and digits alone count, accents don't: "BR-5512" is "br5512"."""

    def check(got: Reading, expected: str) -> bool | str:
        return _plain(getattr(got, slot)) == _plain(expected) or repr(getattr(got, slot))

    return check


def _is_tail(got: Reading, expected: bool) -> bool | str:
    return got.is_tail is expected or str(got.is_tail)


def _time(got: Reading, expected: str) -> bool | str:
    return got.time == datetime.fromisoformat(f"2026-{expected}") or str(got.time)


def _day(got: Reading, expected: str) -> bool | str:
    return got.day == date.fromisoformat(f"2026-{expected}") or str(got.day)


def _temperature(got: Reading, expected: str) -> bool | str:
    return got.temperature == Decimal(expected) or str(got.temperature)


def _reason(got: Reading, expected: str) -> bool | str:
    return expected in got.reason.casefold() or repr(got.reason)


def _nothing(got: Reading, expected: str) -> bool | str:
    filled = [slot for slot in expected.split() if getattr(got, slot) not in EMPTY]
    return not filled or ", ".join(f"{slot} is {getattr(got, slot)}" for slot in filled)


def _plain(text: str) -> str:
    bare = "".join(
        char for char in unicodedata.normalize("NFD", text.casefold()) if char.isalnum() or char == " "
    )
    return re.sub(r"\bsaint\b", "st", bare).replace(" ", "")


def _words(values: Iterable[str]) -> str:
    return " ".join(sorted(values)) or "nothing"


CHECKS = {
    "wants": _wants,
    "any_of": _any_of,
    "never": _never,
    "topics": _topics,
    "no_topics": _no_topics,
    "ask": _ask,
    "origin": _place("origin"),
    "destination": _place("destination"),
    "place": _place("place"),
    "mc": _same("mc"),
    "dot": _same("dot"),
    "digits": _same("digits"),
    "load": _same("load"),
    "is_tail": _is_tail,
    "equipment": _same("equipment"),
    "day": _day,
    "time": _time,
    "name": _same("name"),
    "temperature": _temperature,
    "bol": _same("bol"),
    "reason": _reason,
    "nothing": _nothing,
    "language": _same("language"),
}
