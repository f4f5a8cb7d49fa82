"""What a log line may not tell: phone numbers, and the tokens of one-time links. All else stands there as it was."""

import re

from django.urls import Resolver404, ResolverMatch, resolve
from phonenumbers import Leniency, PhoneNumberMatcher

HIDDEN = "•••"
SECRETS = {"token", "key"}  # names of a route's parameters
MAX_PARTS = 8  # of a path that leads nowhere

_MAY_HOLD_A_NUMBER = re.compile(r"\d(?:\D{0,4}\d){9}")
# What may look like a number and is none: provider ids, UUIDs, and ISO 8601 times.
_NO_NUMBER = re.compile(
    r"(\b[A-Z]{2}[0-9a-f]{32}\b"
    r"|\b[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{12}\b"
    r"|\b\d{4}-?\d\d-?\d\d[T ]\d\d:?\d\d(?::?\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?\b)"
)
_E164 = re.compile(r"(?<![\w+])\+\d{8,15}(?!\d)")  # nothing else is written like this, valid or not
_PATH = re.compile(r"/[^\s\"'<>?#]+")


def mask_number(number: str) -> str:
    """A phone number's last four digits: of a field that holds nothing else."""
    return HIDDEN + re.sub(r"[^0-9]", "", number)[-4:] if number else number


def mask_phones(text: str) -> str:
    """The text with all but the last four digits hidden of each phone number that stands in it.

    A number is what can be dialed in the United States, or from there with "+" or "011".
    """
    if not _MAY_HOLD_A_NUMBER.search(text):
        return text
    parts = _NO_NUMBER.split(text)
    parts[::2] = [_mask_in(part) for part in parts[::2]]
    return "".join(parts)


def _mask_in(text: str) -> str:
    found, end = [], 0
    for match in PhoneNumberMatcher(text, "US", leniency=Leniency.VALID):
        found += [text[end : match.start], mask_number(str(match.number.national_number))]
        end = match.end
    return _E164.sub(lambda match: mask_number(match.group()), "".join([*found, text[end:]]))


def mask_path(path: str, match: ResolverMatch | None = None) -> str:
    """A request's path without what makes its link work once; `match` is where it led, if that is known."""
    match = match or _nearest(path)
    parameters = match.kwargs if match else {}
    for name in SECRETS & parameters.keys():
        path = path.replace(str(parameters[name]) or HIDDEN, HIDDEN)
    return path


def mask_paths(text: str) -> str:
    """The text with each path in it as `mask_path` has it."""
    return _PATH.sub(lambda found: mask_path(found.group()), text)


def _nearest(path: str) -> ResolverMatch | None:
    """Where the path leads, or would without what a mail program did to its end."""
    parts = path.split("/")[:MAX_PARTS]
    for end in range(len(parts), 1, -1):
        try:
            return resolve("/".join(parts[:end]).rstrip("/") + "/")
        except Resolver404:
            continue
    return None
