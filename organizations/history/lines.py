"""A line of an import, and what became of it."""

from dataclasses import dataclass, field
from enum import Enum
from hashlib import blake2b
from typing import Any

import orjson

DIGEST_BYTES = 8


class Outcome(Enum):
    """What an accepted line did; the values are the words of the summary."""

    IMPORTED = "imported"
    UPDATED = "updated"
    UNCHANGED = "unchanged"


class Refused(ValueError):
    """A line that can't be taken in; `str()` says everything that is wrong with it."""


class Raced(RuntimeError):
    """Another process wrote the same row just now: the batch is to be begun again."""


@dataclass(slots=True)
class Line:
    """One JSON object of a file.

    `values` is what a service's `read…()` made of it; `key` says which row of its type it is about.
    """

    number: int
    raw: bytes
    data: dict[str, Any]
    digest: bytes
    values: dict[str, Any] = field(default_factory=dict)
    key: Any = None


def digest_of(data: dict[str, Any]) -> bytes:
    """Eight bytes that tell one line from another of the same key, whatever their keys' order and white space."""
    text = orjson.dumps(data, option=orjson.OPT_SORT_KEYS, default=str)
    return blake2b(text, digest_size=DIGEST_BYTES).digest()
