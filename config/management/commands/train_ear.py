"""`manage.py train_ear`: the classifier's weights from the corpus."""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand
from scipy.sparse import csr_matrix
from sklearn.svm import LinearSVC

from calls.language.classifier import OWN_PRICE, TOPIC, WEIGHTS, features_of, packed, tokens_of
from calls.language.rate_amounts import alike
from calls.language.reading import Act, Role, Topic
from calls.language.understanding import figures_and_sums
from calls.language.utterances import Utterance, utterances

STRENGTH, PRICE_STRENGTH = 0.03, 0.1  # the inverse of regularisation (scikit-learn's C)
PART = 0.5  # what a part of a word counts for acts and topics beside a whole one: a word has many
MIN_SEEN = 2  # a feature of a single utterance tells nothing
OWN_FIELDS = {"ask", "mile", "more"}  # of the corpus: the caller's own price
MIN_WEIGHT = 0.01  # smaller ones aren't kept
# A label counts from this distance to the separating plane on, chosen where precision and recall meet on hands that
# were left out; `STEEPNESS` makes a score from 0 to 1 of the distance.
MARGIN = {False: -0.25, True: -0.1}  # acts, topics
STEEPNESS = 4.0


class Command(BaseCommand):
    """Train; the same corpus gives the same file, byte by byte."""

    help = "Train the classifier of acts and topics on calls/language/corpus, and write its weights."

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
    """The file of weights: a linear support vector machine a label, over features of more than one utterance."""
    rows = [_features(each) for each in seen]
    counts = Counter(feature for row in rows for feature in row)
    names = sorted(feature for feature, count in counts.items() if count >= MIN_SEEN)
    index = {name: at for at, name in enumerate(names)}
    matrix = _matrix(rows, index, PART)
    labels = [*map(str, Act), *(f"{TOPIC}{topic}" for topic in Topic)]
    weights: dict[str, list[tuple[int, float]]] = {}
    biases: list[float] = []
    kept: list[str] = []
    for label in labels:
        wanted = [label in _labels(each) for each in seen]
        if sum(wanted) < MIN_SEEN:
            continue
        fitted = _fit(matrix, wanted, STRENGTH)
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
    return packed([*kept, OWN_PRICE], [*biases, float(fitted.intercept_[0]) * STEEPNESS], weights)


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


def _fit(matrix: csr_matrix, wanted: Sequence[bool], strength: float) -> LinearSVC:
    return LinearSVC(C=strength, tol=0.02, random_state=0).fit(matrix, wanted)
