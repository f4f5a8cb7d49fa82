"""`manage.py measure_ear`: how well the ear reads the labelled corpus, label by label and field by field."""

from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from calls.language.model_reading import Fact, candidates_of, validated
from calls.language.model_stream import ModelFailed
from calls.language.reading import OWN, Expecting, Listening, Reading, Role, described
from calls.language.understanding import understand

EXACT = (
    "mc",
    "dot",
    "day",
    "time",
    "equipment",
    "noEquipment",
    "temperature",
    "email",
    "phone",
    "truck",
    "trailer",
)
LOOSE = ("load", "bol", "name", "driver")
ROLES = (("ask", Role.ASK), ("back", Role.OFFER_BACK), ("other", Role.OTHER_PRICE))
WORKED_OUT = {"mile": Role.PER_MILE, "more": Role.ON_TOP}
PLACES = ("origin", "destination", "place")


# The corpus: labelled utterances, a file for each hand; `corpus/README.md` tells the format and the labels.

FOLDER = settings.BASE_DIR / "calls/language/corpus"
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

    @property
    def has_facts(self) -> bool:
        """Whether it is labelled with places, names, times and other facts, too."""
        return ".acts" not in self.hand


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


# What is measured.


@dataclass(slots=True)
class Count:
    """How often something was there, was read, and both; and the utterances that went wrong."""

    wanted: int = 0
    read: int = 0
    both: int = 0
    wrong: list[str] = field(default_factory=list)

    @property
    def precision(self) -> float:
        """Of what was read, how much was there."""
        return self.both / self.read if self.read else 1.0

    @property
    def recall(self) -> float:
        """Of what was there, how much was read."""
        return self.both / self.wanted if self.wanted else 1.0


class Command(BaseCommand):
    """Read the held-back hands, or others, and count."""

    help = "Measure the ear on the corpus: precision and recall of acts, questions, figures and facts."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which hands, and what to show."""
        parser.add_argument(
            "--hand",
            default=".held",
            help="Only hands whose name contains it (.held); with ! before it, only the others.",
        )
        parser.add_argument(
            "--wrong", default="", metavar="NAME", help="Show what went wrong with this label or field."
        )
        parser.add_argument("--most", type=int, default=60, help="How many of those (60).")
        parser.add_argument(
            "--model",
            action="store_true",
            help="As beside a language model that always answers as the corpus says.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print a table."""
        hand = options["hand"].removeprefix("!")
        is_excluded = options["hand"].startswith("!")
        counts = measure(
            _with_model if options["model"] else _built_in,
            (each for each in utterances() if (hand in each.hand) != is_excluded),
        )
        for name, count in sorted(counts.items(), key=lambda item: (item[0].split(":")[0], -item[1].wanted)):
            self.stdout.write(
                f"{name:28} {count.wanted:5} wanted  precision {count.precision:6.1%}  recall {count.recall:6.1%}"
            )
        if options["wrong"]:
            for line in counts[options["wrong"]].wrong[: options["most"]]:
                self.stdout.write(f"  {line}")


def measure(read: Callable[[Utterance], Reading], cases: Iterator[Utterance]) -> dict[str, Count]:
    """Counts by `kind:name`, with `kind` acts, topics, figures or facts, and `kind:all` for each kind."""
    counts: dict[str, Count] = defaultdict(Count)
    for case in cases:
        reading = read(case)
        told = described(reading, case.listening)
        _compare(counts, "acts", case, _acts(case.acts), _acts(map(str, told["acts"])))
        _compare(counts, "topics", case, set(case.topics), set(told["questions"]))
        _compare(counts, "figures", case, set(_figures(case)), set(_read_figures(reading, told)))
        _count(counts["agrees:clean"], case, _is_clean(case), told["agrees"])
        _count(counts["condition:any"], case, "condition" in case.fields, bool(told["conditions"]))
        if case.has_facts:
            _compare_facts(counts, case, reading, told)
    return counts


def _compare_facts(counts: dict[str, Count], case: Utterance, reading: Reading, told: dict[str, Any]) -> None:
    _compare(counts, "facts", case, set(_facts(case)), set(_read_facts(reading, told, case)))
    read = {f"{name}={told[name].split(',')[0].lower()}" for name in PLACES if told[name]}
    _compare(counts, "places", case, set(_places(case)), read)
    _count(counts["reason:any"], case, "reason" in case.fields, bool(told["reason"]))


def _built_in(case: Utterance) -> Reading:
    return understand(case.words, case.listening)


def _with_model(case: Utterance) -> Reading:
    """What comes of a model's right answer once it is held to the words: its figures must be ones that were found."""
    reading = _built_in(case)
    candidates = candidates_of(case.words, reading)
    # A price by the mile, or on top of ours, is named as such; the corpus tells what it comes to as well.
    is_worked_out = not WORKED_OUT.keys().isdisjoint(case.fields)
    roles = [(name, role) for name, role in ROLES if not (is_worked_out and name == "ask")]
    named = [
        (float(case.fields[name]), role)
        for name, role in (*roles, *WORKED_OUT.items())
        if name in case.fields
    ]
    answer = {
        "acts": [{"act": act, "words": case.words} for act in case.acts],
        "questions": [{"topic": topic, "words": case.words} for topic in case.topics],
        "conditions": [
            words for words in [case.fields.get("condition", "")] if words and words in case.words
        ],
        "facts": [
            {"fact": fact, "words": words}
            for fact, words in ((fact, _told_by(fact, case)) for fact in Fact)
            if words
        ],
        "figures": [
            {"number": number, "amount": amount, "role": role}
            for amount, role in named
            for number, candidate in enumerate(candidates)
            if amount in map(float, candidate.amounts)
        ],
    }
    try:
        return validated(reading, answer, candidates, case.listening)
    except ModelFailed:
        return reading


AS_SAID = (Fact.NAME, Fact.PERSON, Fact.DRIVER, Fact.COMMODITY, Fact.REASON)


def _told_by(fact: Fact, case: Utterance) -> str:
    """The words that tell a fact, as far as the corpus shows them; else all of them."""
    value = case.fields.get("noEquipment" if fact == Fact.NO_EQUIPMENT else fact, "")
    for told in (value, value.split(",")[0]):
        start = case.words.lower().find(told.lower()) if told else -1
        if start >= 0:
            return case.words[start : start + len(told)]
    return case.words if value and fact not in AS_SAID else ""


def _acts(acts: Iterable[str]) -> set[str]:
    """The acts that are compared: `asks` is counted by its topics, a yes that takes a price is `agrees` alone."""
    found = set(acts) - {"asks"}
    for stronger, weaker in (("agrees", "yes"), ("refuses", "no"), ("declines", "no")):
        if stronger in found:
            found.discard(weaker)
    return found


def _compare(counts: dict[str, Count], kind: str, case: Utterance, wanted: set[str], read: set[str]) -> None:
    for each in wanted | read:
        for name in (each.split("=")[0], "all"):
            _count(counts[f"{kind}:{name}"], case, each in wanted, each in read, f"{each} ")
    _count(
        counts[f"{kind}:whole"], case, True, wanted == read, f"wanted {sorted(wanted)} read {sorted(read)} "
    )


def _count(count: Count, case: Utterance, is_wanted: bool, is_read: bool, what: str = "") -> None:
    count.wanted += is_wanted
    count.read += is_read
    count.both += is_wanted and is_read
    if is_wanted != is_read:
        sign = "missed" if is_wanted else "invented"
        asked = f"{case.listening.expecting} {case.listening.offer or ''}".strip()
        count.wrong.append(
            f"{case.hand}:{case.line} {sign} {what}[{asked}] {case.words}  <{' '.join(case.acts)} {case.fields}>"
        )


def _is_clean(case: Utterance) -> bool:
    spoils = {
        "agrees_if",
        "asks",
        "refuses",
        "declines",
        "counters",
        "asks_more",
        "holds",
        "callback",
        "unsure",
        "repeat",
    }
    if set(case.topics) == {"rate_con"}:
        spoils.discard("asks")  # "send me the rate con" goes with a yes
    return "agrees" in case.acts and not spoils & set(case.acts) and "condition" not in case.fields


def _figures(case: Utterance) -> Iterator[str]:
    for name in ("ask", "back", "other"):
        if name in case.fields:
            yield f"{name}={float(case.fields[name]):.2f}"


def _read_figures(reading: Reading, told: dict[str, Any]) -> Iterator[str]:
    if told["ask"] is not None:
        yield f"ask={told['ask']:.2f}"
    for figure in reading.figures:
        if figure.role == Role.OFFER_BACK:
            yield f"back={figure.amount:.2f}"
        elif figure.role not in OWN:
            yield f"other={figure.amount:.2f}"


def _facts(case: Utterance) -> Iterator[str]:
    for name, value in case.fields.items():
        if name in EXACT:
            yield f"{name}={float(value) if name == 'temperature' else value.lower()}"
        elif name in LOOSE:
            yield f"{name}={''.join(filter(str.isalnum, value.lower()))}"


def _read_facts(reading: Reading, told: dict[str, Any], case: Utterance) -> Iterator[str]:
    extra = {
        "email": reading.email,
        "phone": reading.phone,
        "truck": reading.truck,
        "trailer": reading.trailer,
    }
    extra |= {"name": reading.name, "driver": reading.driver}
    for name in EXACT:
        value = told.get(name, extra.get(name))
        # A time or day that only repeats another fact isn't labelled everywhere.
        if value not in ("", None) and not (name == "day" and "time" in case.fields):
            yield f"{name}={float(value) if name == 'temperature' else str(value).lower()}"
    for name in LOOSE:
        value = told.get(name, extra.get(name))
        if value:
            yield f"{name}={''.join(filter(str.isalnum, str(value).lower()))}"


def _places(case: Utterance) -> Iterator[str]:
    for name in PLACES:
        if name in case.fields:
            yield f"{name}={case.fields[name].split(',')[0].strip().lower()}"
