"""The ear without a model: words in, a `Reading` out.

Steps: the plain words and their language; their numbers as figures, corrections applied; numbers that stand for
something, each blanked when it is taken; sums of money with their role from what is left; times, places, equipment;
then what is done by saying it, by the classifier, which sees the figures by their role; last the two are held against
each other, and what they don't agree on is doubtful.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Protocol
from zoneinfo import ZoneInfo

from calls.language.acts import PRICE, bare, settled, takes_ours, takes_with_condition
from calls.language.asides import read_asides, without_denied
from calls.language.classifier import Scored, acts_and_topics, classifier, kind_of, tokens_of
from calls.language.clauses import read_conditions, read_reason, wants_papers
from calls.language.equipment import read_freight, read_temperature
from calls.language.identity import read_identity
from calls.language.money import read_money
from calls.language.money_figures import names_another, owned
from calls.language.number_words import corrected, figures, languages_of, plain
from calls.language.people import read_people
from calls.language.places import read_places
from calls.language.questions import MAX_LETTERS, is_asking, is_drowned_by, named_topic
from calls.language.reading import Act, Expecting, Figure, Listening, Question, Reading, Role, Spoken, Topic
from calls.language.speech import Reply
from calls.language.times import read_when

_DONE = frozenset({Act.DELIVERED, Act.LOADED, Act.EMPTY, Act.CHECKED_IN, Act.CHECKED_OUT})
_NO_TO_OURS = (Act.NO, Act.REFUSES, Act.DECLINES)
type Topics = list[tuple[Topic, Scored]]
MIN_CHATTER = 14  # words from which on clauses are read by themselves


class Language(Protocol):
    """Understands what is heard and puts in words what is to be said."""

    @property
    def is_instant(self) -> bool:
        """Whether both take no time to speak of: then they run while the conversation is locked."""

    def understand(self, heard: str, listening: Listening) -> Reading:
        """What was meant. Never raises for anything that can be heard; nothing understood is an empty Reading."""

    def phrase(self, reply: Reply, talk: Sequence[Spoken]) -> Iterator[str]:
        """The words of a reply, piece by piece as they come; together never empty where `reply.text` isn't."""


class BuiltIn:
    """Reads with grammars and the classifier, and says a reply's own text: no key, no network, no chance."""

    is_instant = True

    def understand(self, heard: str, listening: Listening) -> Reading:
        """As `understand`."""
        return understand(heard, listening)

    def phrase(self, reply: Reply, talk: Sequence[Spoken]) -> Iterator[str]:
        """The reply's text, in one piece."""
        if reply.text:
            yield reply.text


def understand(heard: str, listening: Listening) -> Reading:
    """Read what was heard; what isn't understood is left empty. Never raises, and takes a millisecond or two."""
    said = heard[:MAX_LETTERS]
    words = _TEN_FOUR.sub(lambda found: found[1] + ("mhm okay" if found[2] else "okay"), plain(said))
    languages = languages_of(words, listening.language)
    language = languages_of(_OF_NO_LANGUAGE.sub(" ", words), listening.language)[0]
    text = without_denied(_SAID_TWICE.sub("", corrected(figures(words, languages[0]))))

    identity = read_identity(text, listening)
    freight = read_freight(identity.rest, words, listening)
    sums = read_money(freight.rest, listening)
    lane = read_places(words, said, listening, languages)
    people = read_people(words, said, listening)

    if answer := bare(words, listening):
        # "I see" to a deal that was read back is hardly a yes.
        unsure = (
            frozenset(answer) if kind_of(listening) == "deal" and answer == (Act.YES,) else frozenset[Act]()
        )
        spans = ((0, len(said)),) * len(answer)
        return Reading(text=heard, language=language, acts=answer, spans=spans, unsure=unsure)
    asides = read_asides(said)
    named, sums = sums, owned(sums, text, listening)
    scored = classifier().read(tokens_of(text, sums), listening)
    acts, topics = acts_and_topics(scored)
    acts, spoilt = without_contraries(acts)
    if any(act == Act.AGREES for act, _ in acts) and wants_papers(words):
        acts = [(act, each) for act, each in acts if act != Act.AGREES_IF]
    done = tuple(act for act, _ in acts)
    topics = _topics_held(topics, done, words)
    more, is_price = _asked_amid(text, named, listening, known={topic for topic, _ in topics})
    topics += more
    if is_price and not _OF_PRICE & {*done}:
        done = (*done, Act.COUNTERS)
    amid = frozenset[Act]()
    if not any(each.is_sure for _, each in acts):
        told, amid = _acts_amid(words, listening)
        acts, done = ([], told) if told else (acts, done)
    when = read_when(freight.rest, named, listening, is_done=not _DONE.isdisjoint(done))
    align = _Alignment(text, words)
    doubts = frozenset(act for act, each in acts if not each.is_sure) | spoilt | amid
    is_open = not {Act.AGREES, Act.AGREES_IF} & {*done} and kind_of(listening) in PRICE
    if is_open and takes_ours(text, sums):
        acts = [(act, each) for act, each in acts if act not in _NO_TO_OURS]
        done, doubts = (*(act for act in done if act not in _NO_TO_OURS), Act.AGREES), doubts | {Act.AGREES}
    if len(sums) < len(named) or names_another(freight.rest, sums, listening):
        doubts |= {Act.AGREES}  # "1,500 and I'll take it" where we offer more
    is_ours = bool(sums) and all(each.role == Role.OFFER_BACK for each in sums)
    if is_if := not asides.dropped and takes_with_condition(words, said, done, listening, names_ours=is_ours):
        done, doubts = (*done, Act.AGREES_IF), doubts | {Act.AGREES_IF}
    conditions = read_conditions(words, said, (Act.AGREES_IF,) if is_if else done)
    if Act.AGREES_IF in done and not (conditions or asides.dropped) and Act.AGREES_IF not in doubts:
        conditions = (said,)  # in what words it may be
    rest = said
    for each in conditions if Act.AGREES_IF in done else ():
        rest = rest.replace(each, " ")
    if rest != said and not is_asking(rest):
        topics = []  # "only if he got a pickup number" asks for none
    reading = Reading(
        text=heard,
        language=language,
        acts=done,
        spans=(*(align.span(each) for _, each in acts), *(((0, len(said)),) * (len(done) - len(acts)))),
        unsure=doubts,
        figures=sums,
        questions=tuple(Question(topic, _words(said, align.span(each))) for topic, each in topics),
        conditions=conditions,
        mc=identity.mc,
        dot=identity.dot,
        digits=identity.digits,
        load=identity.load,
        is_tail=identity.is_tail,
        bol=identity.bol,
        phone=identity.phone,
        truck=identity.truck,
        trailer=identity.trailer,
        origin=lane.origin,
        destination=lane.destination,
        place=lane.place,
        is_end=lane.is_end,
        denied=lane.denied,
        equipment=freight.equipment,
        no_equipment=freight.no_equipment,
        temperature=freight.temperature,
        commodity=freight.commodity,
        day=when.day,
        time=when.time,
        name=people.name,
        person=people.person,
        email=people.email,
        driver=people.driver,
        is_driver=people.is_driver,
        is_this_number=people.is_this_number,
        is_on_file=people.is_on_file,
        reason=read_reason(words, said, listening.expecting, done),
        **asides.told(),  # type: ignore[arg-type]
    )
    return settled(reading, listening)


def time_in_zone(heard: str, zone: str, language: str, at: datetime) -> datetime | None:
    """The time to call that is told by the clock of a zone: "three pacific", at four central, is today."""
    now = at.astimezone(ZoneInfo(zone)).replace(tzinfo=None)
    return understand(heard, Listening(expecting=Expecting.CALLBACK, now=now, language=language)).time


# "Nineteen, nineteen hundred", "dos siete, veintisiete cientos".
_SAID_TWICE = re.compile(r"\b(\d{2}) (?=\1\d{2}\b)|\b(\d) (\d) (?=\2\3\d0\b)")


# What nobody does in one breath: the likelier of two counts.
CONTRARIES = (
    (Act.YES, Act.NO),
    (Act.AGREES, Act.REFUSES),
    (Act.AGREES, Act.DECLINES),
    (Act.REFUSES, Act.DECLINES),
    (Act.COUNTERS, Act.DECLINES),
    (Act.LATE, Act.ON_TIME),
    (Act.EMPTY, Act.LOADED),
    (Act.EMPTY, Act.WAITING),
    (Act.LOADED, Act.WAITING),
    (Act.CHECKED_IN, Act.CHECKED_OUT),
    (Act.BROKEN_DOWN, Act.ON_TIME),
)


def without_contraries(
    acts: list[tuple[Act, Scored]],
) -> tuple[list[tuple[Act, Scored]], frozenset[Act]]:
    """The acts without the less likely of two that exclude each other; and what is doubtful for that."""
    scores = {act: each.score for act, each in acts}
    spoilt = set()
    for pair in CONTRARIES:
        if scores.keys() >= set(pair):
            winner, loser = sorted(pair, key=scores.__getitem__, reverse=True)
            del scores[loser]
            spoilt |= {winner} & {Act.AGREES}
    return [(act, each) for act, each in acts if act in scores], frozenset(spoilt)


def figures_and_sums(heard: str, listening: Listening) -> tuple[str, tuple[Figure, ...]]:
    """What the classifier sees: the text with figures for number words, and the sums of money in it."""
    words = plain(heard[:MAX_LETTERS])
    text = corrected(figures(words, languages_of(words, listening.language)[0]))
    _, rest = read_temperature(read_identity(text, listening).rest, listening.expecting)
    return text, read_money(rest, listening)


def _topics_held(topics: Topics, done: Sequence[Act], words: str) -> Topics:
    """What is asked about, held against what is done and against the topic that the words name."""
    if Act.ASKS not in done:
        topics = [(topic, each) for topic, each in topics if each.is_sure]
    if Act.REPEAT in done:  # "are you still there?" is about nothing
        topics = [(topic, each) for topic, each in topics if each.score >= 0.5]
    if topics and (named := named_topic(words)):
        first = topics[0][1]
        topics = [each for each in topics if each[1].score >= 0.5 and not is_drowned_by(each[0], named)]
        topics += [] if any(topic == named for topic, _ in topics) else [(named, first)]
    return topics


def _acts_amid(words: str, listening: Listening) -> tuple[tuple[Act, ...], frozenset[Act]]:
    """What is done amid chatter, and what of it is doubtful, where nothing was heard in the whole of it.

    Each clause is read by itself: "it's that old song, okay, so, yep". A price is taken so only where a deal was read
    back, and nothing else is done beside.
    """
    kind, found, answers = kind_of(listening), set[Act](), set[Act]()
    clauses = [clause for clause in _CLAUSE.split(words) if clause and clause.strip()]
    if len(words.split()) < MIN_CHATTER and kind != "confirmation":
        return (), frozenset()
    for clause in clauses:
        if answer := bare(clause, listening):
            answers |= {*answer}
        elif kind != "confirmation":
            text = figures(clause, listening.language)
            scored, _ = acts_and_topics(classifier().read(tokens_of(text), listening))
            found |= {act for act, each in scored if each.is_sure}
    acts = tuple(act for act in Act if act in answers | found)
    if any(set(pair) <= {*acts} for pair in CONTRARIES):
        return (), frozenset()
    is_clean = kind == "deal" and Act.AGREES in answers and not found - {Act.AGREES, Act.YES, Act.GREETS}
    return acts, frozenset() if is_clean or kind == "confirmation" else frozenset(acts) & {Act.AGREES}


# Beside one of these a clause with a figure names no price of their own.
_OF_PRICE = {Act.COUNTERS, Act.CLAIMS, Act.AGREES, Act.AGREES_IF, Act.DECLINES}
# Where another thought may begin in what is said without a pause.
_THOUGHT = re.compile(
    r"[,.;:!?]+ ?|\b(?=(?:and|but|also|plus|so|then|anyway|y|pero|entonces|pues|oiga|what'?s?|how'?s?|does|do you|"
    r"is (?:it|there)|are they|can (?:you|i)|who'?s?|when|where'?s?|cuant[oa]s?|cuando|donde|que tan)\b)"
)
MIN_RUN_ON, MIN_THOUGHT = 7, 3  # words
ASKED_AMID = 0.6  # how likely a clause asks, and asks for that


def _asked_amid(
    text: str, sums: tuple[Figure, ...], listening: Listening, *, known: set[Topic]
) -> tuple[Topics, bool]:
    """What is asked in one clause of many, and whether one names a price, where the whole of a long turn drowns it."""
    thoughts = _thoughts(text)
    if len(thoughts) < 2:
        return [], False
    found: dict[Topic, Scored] = {}
    is_price, tokens = False, tokens_of(text, sums)
    for start, end in thoughts:
        within = [token for token in tokens if token.start >= start and token.end <= end]
        acts, topics = acts_and_topics(classifier().read(within, listening))
        likely = {act for act, each in acts if each.score >= ASKED_AMID}
        is_price = is_price or (Act.COUNTERS in likely and any(start <= each.start < end for each in sums))
        if Act.ASKS in likely:
            found |= {topic: each for topic, each in topics if each.score >= ASKED_AMID}
    if known or len(found) > 1:
        found.pop(Topic.OTHER, None)
    return [(topic, each) for topic, each in found.items() if topic not in known], is_price


def _thoughts(text: str) -> list[tuple[int, int]]:
    """Where the clauses of a long turn stand."""
    thoughts: list[tuple[int, int]] = []
    cuts = sorted({0, len(text), *(found.end() for found in _THOUGHT.finditer(text))})
    for start, end in pairwise(cuts) if len(text.split()) >= MIN_RUN_ON else ():
        if thoughts and len(text[slice(*thoughts[-1])].split()) < MIN_THOUGHT:
            start = thoughts.pop()[0]
        thoughts.append((start, end))
    return thoughts


class _Alignment:
    """Where the words of the figures text stand in what was heard."""

    def __init__(self, text: str, words: str) -> None:
        self._is_same = text == words
        self._length = len(words)
        self._ours = [(found[0], found.start(), found.end()) for found in _WORD.finditer(text)]
        self._theirs = [(found[0], found.start(), found.end()) for found in _WORD.finditer(words)]
        self._blocks: list[tuple[int, int, int]] | None = None

    def span(self, each: Scored) -> tuple[int, int]:
        """The place in what was heard."""
        if self._is_same:
            return each.start, each.end
        if self._blocks is None:
            ours, theirs = [word for word, *_ in self._ours], [word for word, *_ in self._theirs]
            matcher = SequenceMatcher(None, ours, theirs, autojunk=False)
            self._blocks = [(block.a, block.b, block.size) for block in matcher.get_matching_blocks()]
        first = next((at for at, (_, _, end) in enumerate(self._ours) if end > each.start), 0)
        last = (
            next((at for at, (_, start, _) in enumerate(self._ours) if start >= each.end), len(self._ours))
            - 1
        )
        start = max(
            (theirs + min(first - ours, size) for ours, theirs, size in self._blocks if ours <= first),
            default=0,
        )
        end = min(
            (theirs + max(last - ours, -1) for ours, theirs, size in self._blocks if ours + size > last),
            default=len(self._theirs) - 1,
        )
        if not self._theirs or end < start:
            return 0, self._length
        return self._theirs[min(start, len(self._theirs) - 1)][1], self._theirs[
            min(end, len(self._theirs) - 1)
        ][2]


# An address or English digits, in the middle of a talk in Spanish, are no word of English; "a" is one of both.
_OF_NO_LANGUAGE = re.compile(
    r"\b(?:\w+ (?:underscore|dash|hyphen|dot|punto|guion(?: bajo)?) )*\w+ (?:at|arroba) .*?\b(?:dot|punto) \w+|"
    r"\b(?:a|oh|zero|one|two|three|four|five|six|seven|eight|nine)\b"
)
# The radio's "understood" that an answer begins with is no number; said in other words of the same length, since places
# in the words are told.
_TEN_FOUR = re.compile(
    r"^(\W*(?:(?:yes|yeah|yep|yup|uh|oh|okay|ok|alright|si)\W+)*)(?:(ten four)|10[ -]4)\b"
    r"(?!\W*(?:\d|(?:one|two|three|four|five|six|seven|eight|nine|oh|zero|ten|eleven|twelve|hundred|dollars)\b|\w+t(?:y|een)\b))"
)
_CLAUSE = re.compile(r"[,.;:!?]+ ?|\b(?:so|anyway|but|and|pues|este|entonces) ")
_WORD = re.compile(r"[\w$.:']*\w")
_SENTENCE = re.compile(r"(?<=[.?!])\s+")


def _words(said: str, span: tuple[int, int]) -> str:
    """The sentence in which something was said."""
    start = 0
    for found in [*_SENTENCE.finditer(said), None]:
        end = found.start() if found else len(said)
        if span[0] < end:
            return said[start:end].strip()
        start = found.end() if found else end
    return said.strip()
