"""What is looked for, and what was found."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from organizations.registry import Registry

MAX_LENGTH = 200
DIGITS = "0123456789"


@dataclass(frozen=True)
class Snippet:
    """Some words of a text, and whether they are those that were looked for."""

    text: str
    is_match: bool


@dataclass(frozen=True)
class Hit:
    """Something found: where it leads, what it is called, what tells it from its likes."""

    url: str
    title: str
    detail: str = ""
    state: str = ""
    tone: str = ""  # of the badge with the state
    snippets: Sequence[Snippet] = ()
    at: datetime | None = None
    # It is what was looked for, not only like it.
    is_exact: bool = False


@dataclass(frozen=True)
class Section:
    """What one package found, and where there may be more of it."""

    label: str
    icon: str
    hits: list[Hit] = field(default_factory=list)
    more_url: str = ""
    is_log: bool = False  # what happened to something stands below that something

    @property
    def is_exact(self) -> bool:
        """Whether something is just what was looked for."""
        return any(hit.is_exact for hit in self.hits)


def read_query(text: str | None) -> str:
    """What somebody looks for, fit for the database: no NUL, single spaces, not endless."""
    return " ".join((text or "")[: MAX_LENGTH * 4].replace("\0", " ").split())[:MAX_LENGTH]


def digits_of(text: str) -> str:
    """The ASCII digits of a number in any notation, "MC" or "DOT" left out; empty where there are letters too."""
    words = text.upper().replace("#", " ").replace(":", " ").split()
    rest = "".join(word for word in words if word not in ("MC", "DOT", "USDOT"))
    rest = rest.removeprefix("MC").strip("-")
    is_number = all(each in DIGITS + "+()-./" for each in rest)
    return "".join(each for each in rest if each in DIGITS) if is_number else ""


class Search(Protocol):
    """What a package finds, in a section of its own."""

    def __call__(self, text: str, *, limit: int, at: datetime) -> Section:
        """Look for it among the organization in scope's."""


SEARCHES: Registry[Search] = Registry("search")


def find_everything(text: str, *, limit: int, at: datetime) -> list[Section]:
    """Ask every package and leave out what has found nothing; just what was looked for comes first, calls last."""
    if not text:
        return []
    found = [search(text, limit=limit, at=at) for search in SEARCHES.values()]
    return sorted(
        (section for section in found if section.hits),
        key=lambda section: (not section.is_exact, section.is_log),
    )
