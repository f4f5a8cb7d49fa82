"""What somebody does by saying it, and what a question is about: a linear classifier over words and what was asked.

Trained by `manage.py train_ear` on the hands in `corpus/`; what runs is a file of weights and a sum for each label. The
file also has who is named (`people.py`) and what a town is (`places.py`). The score of an act or topic
is `1 / (1 + exp(-(bias + sum of the weights of the features that are there)))`; the sum of an act is made as large
as that of a line of usual length (`scale_of`). It counts from a half on, and is sure from `SURE` on.
"""

import gzip
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import orjson

from calls.language.reading import Act, Expecting, Figure, Listening, Role, Topic

WEIGHTS = Path(__file__).with_name("ear.json.gz")
TOPIC = "?"  # before the labels that are topics
OWN_PRICE = "$own"  # the label of utterances whose figures are the caller's own price
SURE = 0.8  # a score from which on a label is sure
LIKELY = -2.4  # the sum from which on a topic is taken where something is asked and no topic counts
MAX_WORDS = 20_000  # words whose weights are kept ready
MAX_TOKENS = 120  # what somebody says beyond that in one breath tells nothing new

PART = 0.5  # what a part of a word counts for acts and topics beside a whole one: a word has many
USUAL = 74.0  # known features of a line of usual length, parts of words by the square of what they count
NEGATED = 5  # words after a negation that it may be about
LAST = 3  # words that are said last
_DENIALS = frozenset(
    "not never no nothing none cant cannot wont dont doesnt didnt isnt aint wasnt arent werent havent "  # noqa: SIM905
    "hasnt hadnt couldnt wouldnt shouldnt without nah nope naw yet ni nunca tampoco nada sin todavia aun".split()
)
_TURNS = frozenset(["but", "though", "however", "except", "unless", "pero", "aunque", "sino", "nomas"])
_TOKEN = re.compile(r"[#$]?\w+(?:[.:']\w+)*|\?")
_TIME = re.compile(r"\d{1,2}:\d\d")
# What was asked, in kinds whose answers are alike.
_KIND = {
    Expecting.OFFER: "price",
    Expecting.PLACE: "status",
    Expecting.TIME: "status",
    Expecting.REASON: "status",
    Expecting.TEMPERATURE: "status",
    Expecting.BOL: "status",
}
_FIGURE = {
    Role.ASK: "#ask",
    Role.PER_MILE: "#mile",
    Role.ON_TOP: "#more",
    Role.OFF: "#ask",
    Role.OFFER_BACK: "#ours",
    Role.OTHER_PRICE: "#other",
}


@dataclass(frozen=True, slots=True)
class Scored:
    """A label with its score from 0 to 1, and where in the text it was said."""

    label: str
    score: float
    start: int
    end: int

    @property
    def is_sure(self) -> bool:
        """Whether it is hardly anything else."""
        return self.score >= SURE


@dataclass(frozen=True, slots=True)
class Token:
    """A word, or what a figure stands for, with its place in the text."""

    word: str
    start: int
    end: int


def tokens_of(text: str, figures: Sequence[Figure] = ()) -> list[Token]:
    """The words of a figures text, sums of money as their role, other figures as how long they are."""
    roles = {position: figure for figure in figures for position in range(figure.start, figure.end)}
    tokens: list[Token] = []
    for found in _TOKEN.finditer(text):
        figure = roles.get(found.start())
        if figure is not None:
            word = _FIGURE[figure.role]
            if tokens and tokens[-1].word == word and roles.get(tokens[-1].start) is figure:
                continue
        elif _TIME.fullmatch(found[0]):
            word = "#time"
        elif found[0].lstrip("$#").replace(".", "").isdigit():
            word = f"#{'$' if found[0][0] == '$' else ''}{min(len(found[0].strip('$#')), 6)}"
        else:
            word = found[0].replace("'", "")
        tokens.append(Token(word, found.start(), found.end()))
    return tokens[:MAX_TOKENS]


def features_of(tokens: Sequence[Token], listening: Listening) -> Iterator[str]:
    """The features of an utterance, as often as they count: what a classifier is trained on."""
    kind = kind_of(listening)
    for word in dict.fromkeys(token.word for token in tokens):
        yield from word_features(word, kind)
    yield from {feature for feature, _, _ in order_features(tokens, kind)}


def word_features(word: str, kind: str) -> Iterator[str]:
    """Of one word: itself, itself beside what was asked, and its parts, since a recognizer misspells."""
    yield f"w:{word}"
    yield f"w:{kind}:{word}"
    if len(word) >= 4 and word[0] != "#":
        padded = f"<{word}>"
        for size in (3, 4, 5):
            for start in range(len(padded) - size + 1):
                yield f"c:{padded[start : start + size]}"


def order_features(tokens: Sequence[Token], kind: str) -> Iterator[tuple[str, int, int]]:
    """Of words in their order, each with the first and the last token it stands for; some stand for none.

    Two and three in a row, two with a gap, the whole of a short utterance, how long it is, and some of these beside the
    kind of question that was asked; what follows a negation, what stands before or after "but", what is said last.
    """
    words = ["^", *(token.word for token in tokens), "$"]
    last = len(tokens) - 1
    yield f"a:{kind}", 0, -1
    yield f"l:{min(len(tokens), 12) if len(tokens) < 6 else len(tokens) // 4 + 5}:{kind}", 0, -1
    if len(tokens) <= 5:
        whole = " ".join(words[1:-1])
        yield f"f:{whole}", 0, last
        yield f"f:{kind}:{whole}", 0, last
    for index in range(len(words) - 1):
        first, end = max(index - 1, 0), min(index, last)
        two = f"{words[index]} {words[index + 1]}"
        yield f"b:{two}", first, end
        yield f"b:{kind}:{two}", first, end
        if index + 2 < len(words):
            end = min(index + 1, last)
            yield f"t:{two} {words[index + 2]}", first, end
            yield f"g:{words[index]} {words[index + 2]}", first, end
    turn = next((at for at, token in enumerate(tokens) if token.word in _TURNS), None)
    denied = -1
    for at, token in enumerate(tokens):
        if at <= denied:
            yield f"n:{token.word}", at, at
        if token.word in _DENIALS:
            denied = at + NEGATED
        if turn is not None and at != turn:
            yield f"{'B' if at > turn else 'A'}:{token.word}", at, at
        if at > last - LAST:
            yield f"e:{kind}:{token.word}", at, at


def scale_of(known: float) -> float:
    """What the sum of an act is multiplied by: in three things told in one breath much speaks against each of them.

    `known` is how many of a line's features are known (`USUAL`); with it, lines of any length are equally long vectors.
    """
    return math.sqrt(USUAL / max(known, 1.0))


def weight_of(feature: str) -> float:
    """What a feature counts in that: the square of its length."""
    return PART * PART if feature.startswith("c:") else 1.0


def kind_of(listening: Listening) -> str:
    """What was asked, as far as it changes what an answer means: a deal read back is a confirmation with a price."""
    if listening.expecting == Expecting.CONFIRMATION and listening.offer is not None:
        return "deal"
    return _KIND.get(listening.expecting, str(listening.expecting))


@dataclass(frozen=True, slots=True)
class Classifier:
    """Labels with their bias, and for each feature the labels that it speaks for or against."""

    labels: Sequence[str]
    biases: Sequence[float]
    weights: Mapping[str, Sequence[tuple[int, float]]]
    _words: dict[tuple[str, str], tuple[tuple[tuple[int, float], ...], float]] = field(default_factory=dict)

    def read(self, tokens: Sequence[Token], listening: Listening) -> list[Scored]:
        """The labels that count, in the order in which they were said; none for no words."""
        if not tokens:
            return []
        kind = kind_of(listening)
        of_words = [self._of_word(token.word, kind) for token in tokens]
        in_order = [
            (row, first, last)
            for feature, (first, last) in {
                feature: (first, last) for feature, first, last in order_features(tokens, kind)
            }.items()
            if (row := self.weights.get(feature))
        ]
        of_each = {token.word: each for token, each in zip(tokens, of_words, strict=True)}.values()
        spoken = [0.0] * len(self.labels)
        for row in (*(weights for weights, _ in of_each), *(row for row, _, _ in in_order)):
            for label, weight in row:
                spoken[label] += weight
        scale = scale_of(len(in_order) + sum(known for _, known in of_each))
        sums = [
            bias + (total if name.startswith(TOPIC) else total * scale)
            for name, bias, total in zip(self.labels, self.biases, spoken, strict=True)
        ]
        counting = [
            label for label, total in enumerate(sums) if total >= 0 and self.labels[label] != OWN_PRICE
        ]
        if (likely := self._likely_topic(sums)) is not None:
            counting.append(likely)
        found = []
        for label in counting:
            score = 1 / (1 + math.exp(-max(min(sums[label], 60.0), -60.0)))
            told = [dict(row).get(label, 0.0) for row, _ in of_words]
            for row, first, last in in_order:
                if first <= last and (weight := next((each for at, each in row if at == label), 0.0)):
                    for at in range(first, last + 1):
                        told[at] += weight / (last - first + 1)
            start, end = _span(tokens, told)
            found.append(Scored(self.labels[label], score, start, end))
        return sorted(found, key=lambda each: (each.start, -each.score))

    def own_price(self, tokens: Sequence[Token], listening: Listening) -> float:
        """How much speaks for figures being the caller's own price, above 0, or somebody else's, below.

        The tokens don't tell it: each figure that isn't our offer stands there as an ask.
        """
        label = self.labels.index(OWN_PRICE)
        return self.biases[label] + sum(
            weight
            for feature in set(features_of(tokens, listening))
            for at, weight in self.weights.get(feature, ())
            if at == label
        )

    def _of_word(self, word: str, kind: str) -> tuple[tuple[tuple[int, float], ...], float]:
        """The weights of all features of a word, summed up, and how many are known; most words are said again."""
        key = word, kind
        found = self._words.get(key)
        if found is None:
            total: dict[int, float] = {}
            known = 0.0
            for feature in word_features(word, kind):
                if row := self.weights.get(feature):
                    known += weight_of(feature)
                    for label, weight in row:
                        total[label] = total.get(label, 0.0) + weight
            found = tuple(total.items()), known
            if len(self._words) < MAX_WORDS:
                self._words[key] = found
        return found

    def _likely_topic(self, sums: Sequence[float]) -> int | None:
        """The topic of a question that none is sure of; None where there is one, or where nothing is asked."""
        topics = [label for label, name in enumerate(self.labels) if name.startswith(TOPIC)]
        if sums[self.labels.index(Act.ASKS)] < 0 or any(sums[label] >= 0 for label in topics):
            return None
        best = max(topics, key=lambda label: sums[label])
        return best if sums[best] >= LIKELY else None


def _span(tokens: Sequence[Token], told: Sequence[float]) -> tuple[int, int]:
    """Where a label was said: the run of tokens that speaks most for it."""
    if not told:
        return tokens[0].start, tokens[-1].end
    best, first, last, total, begun = 0.0, 0, len(tokens) - 1, 0.0, 0
    for at, weight in enumerate(told):
        if total <= 0:
            total, begun = 0.0, at
        total += weight
        if total > best:
            best, first, last = total, begun, at
    return tokens[first].start, tokens[last].end


@dataclass(frozen=True, slots=True)
class Linear:
    """Labels with their bias, and for each feature the labels that it speaks for or against."""

    labels: Sequence[str]
    biases: Sequence[float]
    weights: Mapping[str, Sequence[tuple[int, float]]]
    words: dict[str, frozenset[str]] = field(default_factory=dict)  # lists of words by name, for features

    def sums(self, features: Iterable[str]) -> list[float]:
        """For each label how much speaks for it; it counts from 0 on. Each feature counts once."""
        sums = list(self.biases)
        for feature in set(features):
            for label, weight in self.weights.get(feature, ()):
                sums[label] += weight
        return sums


@cache
def trained(name: str) -> Linear:
    """One of what was trained ("acts", "names", "places"), read once a process."""
    told = _file()[name]
    weights: dict[str, Sequence[tuple[int, float]]] = {
        feature: tuple((row[at], row[at + 1] / 100) for at in range(0, len(row), 2))
        for feature, row in told["weights"].items()
    }
    words = {name: frozenset(each) for name, each in told["words"].items()}
    return Linear(told["labels"], told["biases"], weights, words)


@cache
def _file() -> dict[str, Any]:
    told: dict[str, Any] = orjson.loads(gzip.decompress(WEIGHTS.read_bytes()))
    return told


@cache
def classifier() -> Classifier:
    """That of acts and topics."""
    acts = trained("acts")
    return Classifier(acts.labels, acts.biases, acts.weights)


def acts_and_topics(scored: Iterable[Scored]) -> tuple[list[tuple[Act, Scored]], list[tuple[Topic, Scored]]]:
    """The labels parted into acts and topics."""
    acts: list[tuple[Act, Scored]] = []
    topics: list[tuple[Topic, Scored]] = []
    for each in scored:
        if each.label.startswith(TOPIC):
            topics.append((Topic(each.label[len(TOPIC) :]), each))
        else:
            acts.append((Act(each.label), each))
    return acts, topics


# What something that was named is by the words around it: a town an end of a lane, a trailer one that is had. Grammars
# find the towns and trailers; their roles are read by weights.

NEAR_MENTION = 4  # words beside a mention whose place counts
FAR_MENTION = 14  # words from it that are looked at
_OPEN = {Expecting.NOTHING: Expecting.ANYTHING}


@dataclass(frozen=True, slots=True)
class Mention:
    """Something that was named, by tokens: what its own words tell of it, and what leads to it."""

    first: int
    end: int
    form: str
    lead: str = ""
    what: str = ""  # the same for two that name the same


def roles_of(
    name: str, tokens: Sequence[str], mentions: Sequence[Mention], listening: Listening
) -> list[str]:
    """The role of each mention, one after the other, "" for none; `name` is what was trained."""
    weights: Linear = trained(name)
    roles: list[str] = []
    for at in range(len(mentions)):
        sums = weights.sums(mention_features(tokens, mentions, at, listening, roles))
        roles.append(weights.labels[max(range(len(sums)), key=sums.__getitem__)])
    return roles


def mention_features(
    tokens: Sequence[str],
    mentions: Sequence[Mention],
    at: int,
    listening: Listening,
    roles: Sequence[str],
) -> Iterator[str]:
    """What may tell the role of a mention: words beside it, what leads to it, other mentions, the question."""
    each = mentions[at]
    kind = kind_of(listening)
    asked = _OPEN.get(listening.expecting, listening.expecting)
    named = {place for one in mentions for place in range(one.first, one.end)}

    def word(place: int) -> str:
        if not 0 <= place < len(tokens):
            return "^$"[place >= len(tokens)]
        return "NAMED" if place in named else tokens[place]

    before, after, form = each.first, each.end, each.form
    yield f"r:{form}"
    yield f"r:{form}:{asked}"
    yield f"rk:{form}:{kind}"
    yield f"k:{asked}"
    yield f"l:{each.lead}"
    for away in range(1, NEAR_MENTION + 1):
        yield f"-{away}:{word(before - away)}"
        yield f"-{away}:{word(before - away)}:{asked}"
    for away in range(NEAR_MENTION):
        yield f"+{away}:{word(after + away)}"
        yield f"+{away}:{word(after + away)}:{asked}"
    yield f"-21:{word(before - 2)} {word(before - 1)}"
    yield f"-321:{word(before - 3)} {word(before - 2)} {word(before - 1)}"
    yield f"+01:{word(after)} {word(after + 1)}"
    yield f"-+:{word(before - 1)} {word(after)}"
    last = roles[-1] if roles else ""
    yield f"p:{last}:{form}"
    yield f"n:{min(len(mentions), 4)}:{at}:{form}:{asked}"
    if at:
        gap = " ".join(tokens[mentions[at - 1].end : before][:4])
        yield f"gp:{gap}:{last}"
        yield f"gp:{gap}:{form}"
        yield f"pr:{mentions[at - 1].form}:{form}:{last}"
        if mentions[at - 1].what == each.what:
            yield f"same:{last}"
    following = mentions[at + 1] if at + 1 < len(mentions) else None
    yield f"nx:{following.form if following else '-'}:{form}"
    if following:
        gap = " ".join(tokens[after : following.first][:4])
        yield f"gn:{gap}"
        yield f"gn:{gap}:{following.form}"
    for other in tokens[max(0, before - FAR_MENTION) : before]:
        yield f"b:{other}"
        yield f"b:{other}:{form}"
    for other in tokens[after : after + FAR_MENTION]:
        yield f"c:{other}"
    for other in tokens:
        yield f"a:{other}:{asked}"
