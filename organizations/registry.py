"""The one way upward: a lower package keeps a registry, higher ones fill it in their `AppConfig.ready()`.

A package imports only from those below it. What it needs from above (a skill, a list's table, figures beside a row) is
registered by name, with the thing itself, so that a wrong name fails when Django starts.
"""


class Registry[V](dict[str, V]):
    """Things of one kind by name, in the order in which they came."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.kind = kind

    def register(self, name: str, thing: V) -> None:
        """Add it; a name is taken once."""
        if name in self:
            raise ValueError(f"There is a {self.kind} called {name!r} already.")
        self[name] = thing
