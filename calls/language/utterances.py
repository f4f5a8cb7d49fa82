"""The corpus: labelled utterances, a file for each hand; `corpus/README.md` tells the format and the labels."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from pathlib import Path

from calls.language.reading import Expecting, Listening

FOLDER = Path(__file__).parent / "corpus"
NOW = datetime(2026, 3, 3, 10, 0)  # noqa: DTZ001 (a Tuesday; local and naive, as the corpus says)
APPOINTMENT = (NOW.replace(hour=14), NOW.replace(hour=15))
STATUS = (Expecting.PLACE, Expecting.TIME, Expecting.REASON)


@dataclass(frozen=True, slots=True)
class Utterance:
    """A line: what was asked, the words, and what they are labelled with."""

    hand: str
    line: int
    listening: Listening
    words: str
    acts: tuple[str, ...]
    topics: tuple[str, ...]
    fields: dict[str, str]

    @property
    def is_held(self) -> bool:
        """Whether it is measured on alone."""
        return ".held" in self.hand


def utterances(folder: Path = FOLDER) -> Iterator[Utterance]:
    """All of them, hand by hand; raises ValueError, with file and line, where one isn't written as it should be."""
    for path in sorted(folder.glob("*.txt")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if not line.strip() or line.startswith("#"):
                continue
            try:
                yield _parsed(path.stem, number, line)
            except (KeyError, ValueError) as error:
                raise ValueError(f"{path.name}, line {number}: {error}") from None


def _parsed(hand: str, number: int, line: str) -> Utterance:
    asked, words, acts, topics, fields = (part.strip() for part in line.split("|"))
    expecting, *figures = asked.split()
    offer, miles = (*(Decimal(each) for each in figures), None, None)[:2]
    return Utterance(
        hand=hand,
        line=number,
        listening=Listening(
            expecting=Expecting(expecting),
            now=NOW,
            language=hand[:2],
            offer=offer,
            miles=miles,
            appointment=APPOINTMENT if expecting in STATUS or not figures else (None, None),
        ),
        words=words,
        acts=() if acts == "-" else tuple(acts.split()),
        topics=() if topics == "-" else tuple(topics.split()),
        fields={}
        if fields == "-"
        else {
            name.strip(): value.strip()
            for name, _, value in (each.partition("=") for each in fields.split(";") if each.strip())
        },
    )
