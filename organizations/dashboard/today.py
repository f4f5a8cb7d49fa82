"""The page of today: parts of all packages, each fetched from its own URL, by position."""

from dataclasses import dataclass

from django.urls import reverse

from organizations.registry import Registry


@dataclass(frozen=True, kw_only=True)
class Part:
    """A part of the page: URL names, what of `data-live` makes it fetch itself anew, and how often at most."""

    title: str
    position: int
    url_name: str
    names: str
    every: int  # seconds
    all_url_name: str = ""
    all_label: str = "All"
    kind: str = "card"

    @property
    def url(self) -> str:
        """Where it is fetched."""
        return reverse(self.url_name)

    @property
    def all(self) -> str:
        """The page of all of it."""
        return reverse(self.all_url_name) if self.all_url_name else ""


PARTS: Registry[Part] = Registry("part of today")


def parts() -> list[tuple[str, Part]]:
    """Return the parts by position, each with its name."""
    return sorted(PARTS.items(), key=lambda each: each[1].position)
