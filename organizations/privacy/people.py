"""Who is looked for, how their number and their names are spelled in texts, and what a text is without them. Pure."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import phonenumbers

ERASED = "[erased]"
MAX_RUN = 4  # of the same digit that "double" and "triple" are tried in


class NobodyNamed(ValueError):
    """What was typed is neither a phone number nor an e-mail address; the text is for whoever typed it."""


@dataclass(frozen=True)
class Person:
    """Somebody by phone number (E.164) or e-mail address (lower case), with the full names known of them."""

    number: str = ""
    email: str = ""
    names: tuple[str, ...] = ()

    @property
    def address(self) -> str:
        """The number or the e-mail address."""
        return self.number or self.email

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """What of a text is about them: the number however it is written or spoken, the address, full names."""
        parts = [_number(self.number)] if self.number else []
        parts += [_email(self.email)] if self.email else []
        parts += [_name(name) for name in self.names]
        return re.compile("|".join(parts), re.IGNORECASE)

    @property
    def loose_pattern(self) -> str:
        """A regular expression of PostgreSQL's (`~*`) that finds at least what `pattern` does, in bytes too."""
        parts = [_spelled(_national(self.number))] if self.number else []
        parts += [_email(self.email)] if self.email else []
        # JSON and bytes write what isn't ASCII in several ways.
        parts += [
            "".join(each if each.isascii() else ".{1,16}" for each in _name(name)).replace(r"\b", "")
            for name in self.names
        ]
        return "|".join(parts)

    def is_named_in(self, text: str) -> bool:
        """Whether the text is about them."""
        return self.pattern.search(text) is not None


def person_of(typed: str) -> Person:
    """Whoever has the number or address that was typed; raises NobodyNamed."""
    text = typed.strip()
    if re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", text):
        return Person(email=text.lower())
    try:
        parsed = phonenumbers.parse(text, "US")
    except phonenumbers.NumberParseException:
        parsed = None
    if parsed is None or not phonenumbers.is_possible_number(parsed):
        raise NobodyNamed("Enter a phone number or an email address.")
    return Person(number=phonenumbers.format_number(parsed, phonenumbers.PhoneNumberFormat.E164))


def full_names(names: Collection[str]) -> tuple[str, ...]:
    """Those that name one person: a first name alone may be anybody's, and is erased only where it stands by itself."""
    found = {" ".join(name.split()) for name in names}
    return tuple(sorted(name for name in found if len(name) > 4 and " " in name and ERASED not in name))


# How they are spelled.


_BETWEEN = r"[\s.,()/_-]{0,4}"
_DIGITS = {
    "0": "0|zero|oh|cero",
    "1": "1|one|uno",
    "2": "2|two|dos",
    "3": "3|three|tres",
    "4": "4|four|cuatro",
    "5": "5|five|cinco",
    "6": "6|six|seis",
    "7": "7|seven|siete",
    "8": "8|eight|ocho",
    "9": "9|nine|nueve",
}
_TIMES = {2: "double|doble", 3: "triple"}


def _national(number: str) -> str:
    """The digits that people say of it: without the country's code in North America."""
    return number[2:] if number.startswith("+1") and len(number) == 12 else number[1:]


def _number(number: str) -> str:
    country = r"(?:\+?1[\s.()-]{0,3})?" if number.startswith("+1") else r"\+?"
    return rf"(?<!\d){country}\(?{_spelled(_national(number))}(?!\d)"


def _spelled(digits: str) -> str:
    """The digits with whatever stands between them, each as a figure or a word."""
    runs = [found[0] for found in re.finditer(r"(.)\1*", digits)]
    return _BETWEEN.join(_run(run) for run in runs)


def _run(run: str) -> str:
    word = f"(?:{_DIGITS[run[0]]})"
    if len(run) > MAX_RUN:
        return _BETWEEN.join([word] * len(run))
    ways = [_BETWEEN.join(_times(count, word) for count in counts) for counts in _sums(len(run))]
    return f"(?:{'|'.join(ways)})"


def _times(count: int, word: str) -> str:
    return word if count == 1 else f"(?:{_TIMES[count]}){_BETWEEN}{word}"


def _sums(total: int) -> Iterator[list[int]]:
    """All ways to come to a total by ones, twos and threes, in order."""
    if total == 0:
        yield []
    for first in range(1, min(total, 3) + 1):
        yield from ([first, *rest] for rest in _sums(total - first))


def _email(email: str) -> str:
    return re.escape(email).replace("@", r"(?:@|%40|\s+at\s+)")


def _name(name: str) -> str:
    return r"\b" + r"\s+".join(re.escape(part) for part in name.split()) + r"\b"


# What is left without them.


# Names of what stands beside somebody's number, as our own JSON and a TMS's have them; companies are no persons.
_BESIDE = re.compile(
    r"name|phone|mail|driver|contact|caller|cell|mobile|dispatch(?!ed)|extension", re.IGNORECASE
)
_COMPANIES = re.compile(
    r"company|customer|carrier|agent|broker|shipper|consignee|facility|file", re.IGNORECASE
)


def without(person: Person, value: Any) -> Any:
    """JSON without the person: their number and names wherever they stand, and what names them beside the number."""
    if isinstance(value, str):
        return person.pattern.sub(ERASED, value)
    if isinstance(value, list):
        return [without(person, each) for each in value]
    if isinstance(value, Mapping):
        is_theirs = any(_says(person, each) for each in value.values())
        return {
            without(person, key): ERASED
            if is_theirs and isinstance(each, str) and each and _is_beside(key)
            else without(person, each)
            for key, each in value.items()
        }
    return ERASED if _says(person, value) else value


def _says(person: Person, value: Any) -> bool:
    return (
        isinstance(value, str | int | float)
        and not isinstance(value, bool)
        and person.is_named_in(str(value))
    )


def _is_beside(key: str) -> bool:
    return _BESIDE.search(key) is not None and _COMPANIES.search(key) is None


def without_words(value: Any, keep: Collection[str], *, empty: bool = False) -> Any:
    """JSON with figures, and of texts those alone that stand under keys to keep; others are left out, or null.

    `empty` keeps the shape, for what has a schema.
    """
    if isinstance(value, list):
        return [without_words(each, keep, empty=empty) for each in value if not isinstance(each, str)]
    if not isinstance(value, Mapping):
        return value
    left = {}
    for key, each in value.items():
        is_text = isinstance(each, str) or (
            isinstance(each, list) and any(isinstance(one, str) for one in each)
        )
        if not is_text:
            left[key] = without_words(each, keep, empty=empty)
        elif key in keep:
            left[key] = each
        elif empty:
            left[key] = None
    return left
