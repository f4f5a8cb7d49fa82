"""`manage.py train_ear`: the weights by which acts, topics, names and the roles of towns are read, from the corpus."""

import gzip
import json
import re
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from importlib import import_module
from random import Random
from typing import Any

from django.core.management.base import BaseCommand
from joblib import Parallel, delayed
from scipy.sparse import csr_matrix, diags_array
from sklearn.svm import LinearSVC

from calls.language import equipment, people, places, times
from calls.language.classifier import (
    OWN_PRICE,
    PART,
    TOPIC,
    WEIGHTS,
    Linear,
    Mention,
    features_of,
    kind_of,
    mention_features,
    scale_of,
    tokens_of,
    weight_of,
)
from calls.language.identity import read_identity
from calls.language.money_figures import alike
from calls.language.number_words import languages_of, plain
from calls.language.places import Named, Reader
from calls.language.reading import Act, Role, Topic
from calls.language.understanding import figures_and_sums
from config.management.commands.measure_ear import Utterance, utterances

STRENGTH, PRICE_STRENGTH, NAME_STRENGTH, MENTION_STRENGTH = 0.03, 0.1, 0.1, 0.05  # scikit-learn's C
MIN_SEEN = 2  # a feature of a single utterance tells nothing
OWN_FIELDS = {"ask", "mile", "more"}  # of the corpus: the caller's own price
MIN_WEIGHT = 0.01  # smaller ones aren't kept
# A label counts from this distance to the separating plane on, chosen where precision and recall meet on hands that
# were left out; `STEEPNESS` makes a score from 0 to 1 of the distance.
MARGIN = {False: -0.15, True: -0.1}  # acts, topics
STEEPNESS = 4.0
TRAILER_LEAN = (0.15, 0.0, 0.0)  # what speaks for a trailer that is had beforehand
TIME_LEAN = 0.45  # and for a time that tells something
NAME_LEAN = 0.15  # what speaks for a name or address beforehand: a missed one is asked for again
MIN_COMMON = 4  # times a word is said that is no rare one
MIN_CALLED = 3  # and times a name is given that is on the list of names
LEFT_OUT = 0.5  # of the lines that name nobody
MAX_ADDRESS = 25  # words of an address read out


class Command(BaseCommand):
    """Train; the same corpus gives the same file, byte by byte."""

    help = "Learn from calls/language/corpus what somebody does by saying something, who is named and what a town is."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Nothing but a way to look."""
        parser.add_argument(
            "--all", action="store_true", help="Learn from the held-back hands too (to compare)."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Train and write."""
        seen = [each for each in utterances() if options["all"] or not each.is_held]
        data = train(seen)
        WEIGHTS.write_bytes(data)
        self.stdout.write(
            f"{len(seen)} utterances of {len({each.hand for each in seen})} hands; {len(data):,} bytes."
        )


def train(seen: Sequence[Utterance]) -> bytes:
    """The file of weights: linear support vector machines, one a label."""
    with_facts = [each for each in seen if each.has_facts]
    return packed(
        {
            "acts": _acts(seen),
            "names": _names(with_facts),
            "places": _places(with_facts),
            "trailers": _trailers(with_facts),
            "times": _times(with_facts),
        }
    )


def _acts(seen: Sequence[Utterance]) -> Linear:
    """Acts and topics, over features of more than one utterance; and whether a price is the caller's own."""
    rows = [_features(each) for each in seen]
    index = _index(rows)
    names = list(index)
    of_topics = _matrix(rows, index, PART)
    known = [sum(count * weight_of(each) for each, count in row.items() if each in index) for row in rows]
    of_acts = diags_array([scale_of(each) for each in known]) @ of_topics
    labels = [*map(str, Act), *(f"{TOPIC}{topic}" for topic in Topic)]
    weights: dict[str, list[tuple[int, float]]] = {}
    biases: list[float] = []
    kept: list[str] = []
    wanted = {label: [label in _labels(each) for each in seen] for label in labels}
    taught = [label for label in labels if sum(wanted[label]) >= MIN_SEEN]
    told = [(of_topics if label.startswith(TOPIC) else of_acts, wanted[label], STRENGTH) for label in taught]
    for label, fitted in zip(taught, _fit_all(told), strict=True):
        for at in fitted.coef_[0].nonzero()[0]:
            weight = float(fitted.coef_[0][at]) * _share(names[at], PART)
            if abs(weight) >= MIN_WEIGHT:
                weights.setdefault(names[at], []).append((len(kept), weight * STEEPNESS))
        biases.append((float(fitted.intercept_[0]) - MARGIN[label.startswith(TOPIC)]) * STEEPNESS)
        kept.append(label)
    priced = [(each, row) for each in seen if (row := _price_features(each))]
    fitted = _fit(
        _matrix([row for _, row in priced], index, 1),
        [not OWN_FIELDS.isdisjoint(each.fields) for each, _ in priced],
        PRICE_STRENGTH,
    )
    for at in fitted.coef_[0].nonzero()[0]:
        weights.setdefault(names[at], []).append((len(kept), float(fitted.coef_[0][at]) * STEEPNESS))
    return Linear([*kept, OWN_PRICE], [*biases, float(fitted.intercept_[0]) * STEEPNESS], weights)


def _one_each(
    rows: Sequence[Counter[str]], labels: Sequence[str], wanted: Sequence[str], strength: float
) -> Linear:
    """Of several labels one each: the likeliest counts."""
    index = _index(rows)
    names, matrix = list(index), _matrix(rows, index, 1)
    weights: dict[str, list[tuple[int, float]]] = {}
    biases: list[float] = []
    told = [(matrix, [each == name for each in wanted], strength) for name in labels]
    for label, fitted in enumerate(_fit_all(told)):
        for at in fitted.coef_[0].nonzero()[0]:
            if abs(weight := float(fitted.coef_[0][at])) >= MIN_WEIGHT:
                weights.setdefault(names[at], []).append((label, weight))
        biases.append(float(fitted.intercept_[0]))
    return Linear(labels, biases, weights)


def _places(seen: Sequence[Utterance]) -> Linear:
    """What a town is by what is said around it, or "" for none of these."""
    rows: list[Counter[str]] = []
    wanted: list[str] = []
    for each in seen:
        words = plain(each.words)
        languages = languages_of(words, each.listening.language)
        reader = Reader(words, each.words, each.listening, "es" if "es" in languages else languages[0])
        named = reader.named()
        _add(rows, wanted, each, reader.tokens, places.mentions_of(named), _roles(each, named))
    return _one_each(rows, (*places.ROLES, ""), wanted, MENTION_STRENGTH)


def _trailers(seen: Sequence[Utterance]) -> Linear:
    """Whether a trailer that is named is had, or isn't, or "" where it is only spoken of."""
    rows: list[Counter[str]] = []
    wanted: list[str] = []
    for each in seen:
        tokens, named = equipment.trailers(plain(each.words))
        codes = {
            equipment.HAD: each.fields.get("equipment", "").split(),
            equipment.NOT_HAD: each.fields.get("noEquipment", "").split(),
        }
        roles = [next((role for role, had in codes.items() if one.what in had), "") for one in named]
        _add(rows, wanted, each, tokens, named, roles)
    fitted = _one_each(rows, (*equipment.ROLES, ""), wanted, MENTION_STRENGTH)
    return Linear(
        fitted.labels,
        [each + lean for each, lean in zip(fitted.biases, TRAILER_LEAN, strict=True)],
        fitted.weights,
    )


def _times(seen: Sequence[Utterance]) -> Linear:
    """Whether a time that is said tells something, or "" where it is of something else."""
    rows: list[Counter[str]] = []
    wanted: list[str] = []
    for each in seen:
        text, sums = figures_and_sums(each.words, each.listening)
        time = each.fields.get("time")
        tokens, named, roles = times.taught(
            read_identity(text, each.listening).rest,
            sums,
            each.listening,
            datetime.fromisoformat(time) if time else None,
            is_done=not _DONE.isdisjoint(each.acts),
        )
        _add(rows, wanted, each, tokens, named, roles[: len(named)])
    fitted = _one_each(rows, (times.TOLD, ""), wanted, MENTION_STRENGTH)
    return Linear(fitted.labels, [fitted.biases[0] + TIME_LEAN, fitted.biases[1]], fitted.weights)


_DONE = {"delivered", "loaded", "empty", "checked_in", "checked_out"}


def _add(
    rows: list[Counter[str]],
    wanted: list[str],
    each: Utterance,
    tokens: Sequence[str],
    named: Sequence[Mention],
    roles: Sequence[str],
) -> None:
    for at, role in enumerate(roles):
        rows.append(Counter(set(mention_features(tokens, named, at, each.listening, roles[:at]))))
        wanted.append(role)


def _roles(each: Utterance, named: Sequence[Named]) -> list[str]:
    """The role that the corpus gives each town that is named."""
    roles = [""] * len(named)
    for role in places.ROLES:
        city, _, state = each.fields.get(role, "").lower().partition(", ")
        if not state and len(city) == 2:
            city, state = "", city
        fits = [
            at
            for at, one in enumerate(named)
            if one.place.city.lower() == city and (city or one.place.state.lower() == state) and not roles[at]
        ]
        if fits and (city or state):
            roles[fits[0]] = role
    return roles


def _names(seen: Sequence[Utterance]) -> Linear:
    """What each word is part of: the caller's name, that of whom they ask for, a driver's, an e-mail address."""
    tagged = [
        (each, words, tags)
        for each in seen
        if (tags := _tags(each, words := people.words_of(plain(each.words))))
    ]
    counts = Counter(
        word.text
        for _, words, tags in tagged
        for word, tag in zip(words, tags, strict=True)
        if tag not in _NAMES
    )
    called = Counter(
        word.text for _, words, tags in tagged for word, tag in zip(words, tags, strict=True) if tag in _NAMES
    )
    # Those of one or two stay unknown, so that it is learned how names stand that nobody has on a list.
    said = {word for word, count in called.items() if count >= MIN_CALLED}
    known = {
        "firstNames": frozenset(_first_names()) | said,
        "common": frozenset(w for w, n in counts.items() if n >= MIN_COMMON),
    }
    chance = Random(0)  # noqa: S311 (which of many lines without a name are learned from)
    rows: list[Counter[str]] = []
    wanted: list[str] = []
    for each, words, tags in tagged:
        if not any(tags) and "nam" not in each.hand and chance.random() < LEFT_OUT:
            continue
        shapes, kind = people.shapes_of(words, known), kind_of(each.listening)
        for at in range(len(words)):
            after = tags[at + 1] if at + 1 < len(words) else ""
            rows.append(Counter(set(people.features_of(words, shapes, at, kind, after))))
            wanted.append(tags[at])
    fitted = _one_each(rows, people.TAGS, wanted, NAME_STRENGTH)
    return Linear(fitted.labels, [each + NAME_LEAN for each in fitted.biases], fitted.weights, known)


_NAMES = (people.NAME, people.PERSON, people.DRIVER)


def _tags(each: Utterance, words: Sequence[people.Word]) -> list[str]:
    """The tag of each word by the corpus; none at all where what the corpus has isn't in the words.

    Hands written before the corpus told whom somebody asks for can't be learned from where they ask for somebody.
    """
    if "wants_person" in each.acts and people.PERSON not in each.fields and "nam" not in each.hand:
        return []
    tags = [""] * len(words)
    texts = [word.text.removesuffix("'s") for word in words]
    for tag in people.TAGS:
        if tag not in each.fields:
            continue
        for part in _parts(plain(each.fields[tag]), tag):
            found = _email_at(texts, part) if tag == people.EMAIL else _name_at(texts, part, tags, tag)
            if found is None:
                return []
            tags[found[0] : found[1]] = [tag] * (found[1] - found[0])
    return tags


def _parts(value: str, tag: str) -> list[str]:
    return re.split(r" (?:and|y) ", value) if tag == people.DRIVER else [value]


def _name_at(texts: Sequence[str], name: str, tags: Sequence[str], tag: str) -> tuple[int, int] | None:
    """Where a name stands: the caller's first, another's last."""
    wanted = [word.text for word in people.words_of(name)]
    size = len(wanted)
    places = [
        at
        for at in range(len(texts) - size + 1)
        if list(texts[at : at + size]) == wanted and not any(tags[at : at + size])
    ]
    if not places:
        return None
    at = places[0] if tag == people.NAME else places[-1]
    return at, at + size


def _email_at(texts: Sequence[str], address: str) -> tuple[int, int] | None:
    """Where an address stands: the last run of words that make it."""
    for end in range(len(texts), 0, -1):
        for start in range(end - 1, max(-1, end - MAX_ADDRESS), -1):
            if people.address_of(list(texts[start:end])) == address:
                return start, end
    return None


def _first_names() -> Iterator[str]:
    """First names of the people who drive and dispatch in North America, by Faker's lists."""
    for place in (
        "en_US",
        "en_IN",
        "en_GB",
        "es_MX",
        "es_ES",
        "es_CO",
        "pl_PL",
        "ro_RO",
        "en_PK",
        "sw",
        "vi_VN",
    ):
        provider = import_module(f"faker.providers.person.{place}").Provider
        for attribute in dir(provider):
            names: Any = getattr(provider, attribute)
            if attribute.startswith("first_name") and isinstance(names, Collection):
                yield from (part for name in names for part in plain(str(name)).split() if part.isalpha())


def _features(each: Utterance) -> Counter[str]:
    text, sums = figures_and_sums(each.words, each.listening)
    return Counter(features_of(tokens_of(text, sums), each.listening))


def _price_features(each: Utterance) -> Counter[str]:
    """The features by which it is told whose the figures are; none where there is none but our offer."""
    text, sums = figures_and_sums(each.words, each.listening)
    if all(figure.role == Role.OFFER_BACK for figure in sums):
        return Counter()
    return Counter(features_of(tokens_of(text, alike(sums)), each.listening))


def _labels(each: Utterance) -> set[str]:
    return {*each.acts, *(f"{TOPIC}{topic}" for topic in each.topics)}


def _index(rows: Sequence[Counter[str]]) -> dict[str, int]:
    """The features that were seen more than once, with their column."""
    counts = Counter(feature for row in rows for feature in row)
    return {
        name: at
        for at, name in enumerate(sorted(each for each, count in counts.items() if count >= MIN_SEEN))
    }


def _matrix(rows: Sequence[Counter[str]], index: dict[str, int], part: float) -> csr_matrix:
    places: list[int] = []
    counts: list[float] = []
    ends = [0]
    for row in rows:
        known = sorted(
            (index[feature], count * _share(feature, part))
            for feature, count in row.items()
            if feature in index
        )
        places += [place for place, _ in known]
        counts += [count for _, count in known]
        ends.append(len(places))
    return csr_matrix((counts, places, ends), shape=(len(rows), len(index)))


def _share(feature: str, part: float) -> float:
    return part if feature.startswith("c:") else 1.0


def _fit_all(told: Sequence[tuple[csr_matrix, Sequence[bool], float]]) -> Iterator[LinearSVC]:
    """One after the other in their order, as many at once as the machine has processors."""
    fits: Iterator[LinearSVC] = Parallel(n_jobs=-1, prefer="threads", return_as="generator")(
        delayed(_fit)(*each) for each in told
    )
    return fits


def _fit(matrix: csr_matrix, wanted: Sequence[bool], strength: float) -> LinearSVC:
    return LinearSVC(C=strength, tol=0.02, random_state=0).fit(matrix, wanted)


def packed(parts: dict[str, Linear]) -> bytes:
    """The file: weights in hundredths, all in alphabetical order; the same bytes for the same numbers."""
    told = {
        name: {
            "labels": list(part.labels),
            "biases": [round(each, 3) for each in part.biases],
            "weights": {
                feature: [number for label, weight in row for number in (label, round(weight * 100))]
                for feature, row in sorted(part.weights.items())
            },
            "words": {name: sorted(words) for name, words in sorted(part.words.items())},
        }
        for name, part in sorted(parts.items())
    }
    return gzip.compress(json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode(), mtime=0)
