"""Who acts: the actor that every service is told with `by=`, and that history and audit rows keep."""

from dataclasses import dataclass
from typing import Any

KINDS = ("user", "token", "agent", "provider", "system")


@dataclass(frozen=True, slots=True)
class Actor:
    """Somebody who acts: a person, an API token, the agent, the telephone provider or a process of ours.

    `str(actor)` ("user:12", "system:sweep") is what history and audit rows keep: at most 100 characters.
    """

    kind: str
    name: str

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"unknown kind of actor: {self.kind}")

    def __str__(self) -> str:
        return f"{self.kind}:{self.name}"[:100]


def system(name: str) -> Actor:
    """A process of ours: `system("sweep")`."""
    return Actor("system", name)


def user(person: Any) -> Actor:
    """A person who is signed in."""
    return Actor("user", str(person.pk))


def token(api_token: Any) -> Actor:
    """An API client, by its token's key."""
    return Actor("token", str(api_token.pk))
