"""The mouth: what is said next, and its built-in phrasing: lines by name, in each language, in several wordings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from calls.language.reading import Expecting

type Lines = Mapping[str, Mapping[str, Sequence[str]]]


@dataclass(frozen=True, slots=True)
class Transfer:
    """Hand the line to a person, who hears `whisper` before the two are connected."""

    to: str  # E.164
    whisper: str


@dataclass(frozen=True, slots=True)
class Reply:
    """What the agent says next, and what it waits for then.

    `text` is the built-in phrasing: complete, and always right. A language model may put it in other words; then
    `facts` are all that it may tell and `amounts` all the dollars that may be named in this line: a line with another
    figure in it is replaced by `text`.
    """

    text: str
    is_last: bool = False
    expecting: Expecting = Expecting.NOTHING
    amounts: tuple[Decimal, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)
    transfer: Transfer | None = None
    language: str = ""  # switch to it before speaking; empty: as before
    preface: str = ""  # said before it, word for word, and not to be interrupted
    is_free: bool = False  # an answer that a language model may put in its own words
    is_patient: bool = False  # the other side asked for time: it isn't asked again so soon


class Phrasebook:
    """Lines by name and language; `{fact}` takes a fact.

    `lines` is {name: {"en": [wording, …], "es": [wording, …]}}; each name has both languages, and all wordings of a
    name use the same facts. Checked when it is made: raises ValueError.
    """

    LANGUAGES = ("en", "es")

    def __init__(self, lines: Lines) -> None:
        for name, languages in lines.items():
            if set(languages) != set(self.LANGUAGES) or not all(languages.values()):
                raise ValueError(f"the line {name!r} needs wordings in {' and '.join(self.LANGUAGES)}")
        self._lines = lines

    def say(self, name: str, language: str, turn: int = 0, **facts: str) -> str:
        """The line with its facts, as plain text: what a fact holds is never looked at again.

        `turn` chooses among the wordings, so that an agent that asks again asks in other words, and a replay says the
        same as before.
        """
        return self.wordings(name, language, turn, **facts)[0]

    def wordings(self, name: str, language: str, turn: int = 0, **facts: str) -> list[str]:
        """All wordings of the line with its facts, the one of this turn first."""
        wordings = self._lines[name][language if language in self.LANGUAGES else "en"]
        first = turn % len(wordings)
        return [each.format_map(facts) for each in (*wordings[first:], *wordings[:first])]
