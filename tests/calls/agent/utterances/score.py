"""How much of a table is understood, and what isn't."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from calls.language.reading import Listening, Reading
from tests.calls.agent.utterances.row import Row

type Understand = Callable[[str, Listening], Reading]


@dataclass
class Score:
    """How many rows were put to the test, and those that went wrong, each with its complaints."""

    total: int = 0
    wrong: list[tuple[Row, list[str]]] = field(default_factory=list)

    @property
    def share(self) -> float:
        """The share that is right: 0 to 1."""
        return 1 - len(self.wrong) / self.total

    def figure(self, name: str) -> str:
        """One line: "table: 97.5 % of 420 right"."""
        return f"{name}: {self.share:.1%} of {self.total} right, {len(self.wrong)} wrong"

    def details(self) -> list[str]:
        """Each wrong row by name: what was heard, and where it was taken otherwise than expected."""
        return [f"{row.id} {row.heard!r}: {'; '.join(complaints)}" for row, complaints in self.wrong]

    def kinds(self) -> list[str]:
        """How many are wrong of each kind, without their words: "es ask: 2"."""
        return [
            f"{kind}: {count}" for kind, count in sorted(Counter(row.kind for row, _ in self.wrong).items())
        ]


def score(understand: Understand, rows: Iterable[Row]) -> Score:
    """Put each row to `understand`; an exception is a wrong answer."""
    result = Score()
    for row in rows:
        result.total += 1
        try:
            complaints = row.complaints(understand(row.heard, row.listening))
        except Exception as error:  # whatever it is: it must never raise
            complaints = [f"raised {error!r}"]
        if complaints:
            result.wrong.append((row, complaints))
    return result
