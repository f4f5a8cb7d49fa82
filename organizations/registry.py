"""The one way upward: a lower package keeps a registry, higher ones fill it in their `AppConfig.ready()`.

A package imports only from those below it. What it needs from above (a skill, a list's table, figures beside a row) is
registered by name, with the thing itself, so that a wrong name fails when Django starts.
"""

from collections.abc import Iterator


class Registry[V]:
    """Things of one kind by name, in the order in which they came."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._things: dict[str, V] = {}

    def register(self, name: str, thing: V) -> None:
        """Add it; a name is taken once."""
        if name in self._things:
            raise ValueError(f"There is a {self.kind} called {name!r} already.")
        self._things[name] = thing

    def get(self, name: str | None) -> V | None:
        """The thing of that name, if there is one."""
        return self._things.get(name or "")

    def __getitem__(self, name: str) -> V:
        return self._things[name]

    def __contains__(self, name: object) -> bool:
        return name in self._things

    def __iter__(self) -> Iterator[str]:
        return iter(self._things)

    def items(self) -> list[tuple[str, V]]:
        """All of them, each with its name."""
        return list(self._things.items())

    def values(self) -> list[V]:
        """All of them."""
        return list(self._things.values())
