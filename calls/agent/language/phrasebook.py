"""The built-in phrasing: lines by name, in each language, with some ways to say the same."""

from collections.abc import Mapping, Sequence

type Lines = Mapping[str, Mapping[str, Sequence[str]]]


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
        wordings = self._lines[name][language if language in self.LANGUAGES else "en"]
        return wordings[turn % len(wordings)].format_map(facts)
