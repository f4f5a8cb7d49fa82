"""Who acts: the actor that services are told with `by=` and history and audit rows keep; how people are made."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.base_user import BaseUserManager

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


class UserManager(BaseUserManager[Any]):
    """Makes people; e-mail addresses are kept in lower case."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> Any:
        """A person who signs in with this e-mail address; without a password they can't yet."""
        person = self.model(email=self.normalize_email(email), **fields)
        person.set_password(password)
        person.save(using=self._db)
        return person

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> Any:
        """An operator of the service: may use Django admin, sees every organization there."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    @classmethod
    def normalize_email(cls, email: str | None) -> str:
        """The whole address in lower case: mailboxes that differ by case alone don't exist in practice."""
        return (email or "").strip().lower()

    def get_by_natural_key(self, username: str | None) -> Any:
        """Sign-in finds the address however it was typed."""
        return self.get(email=self.normalize_email(username))
