"""The ear without a model: words in, a `Reading` out.

Steps: the plain words and their language; their numbers as figures, corrections applied; numbers that stand for
something, each blanked when it is taken; sums of money with their role from what is left; times, places, equipment;
then what is done by saying it, by the classifier, which sees the figures by their role; last the two are held against
each other, and what they don't agree on is doubtful.
"""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Protocol

from calls.language.acts import Scored, acts_and_topics, classifier, kind_of, tokens_of
from calls.language.clauses import read_conditions, read_reason
from calls.language.equipment import read_freight
from calls.language.identity import read_identity, read_people
from calls.language.money import read_money
from calls.language.numbers import corrected, figures, languages_of, plain
from calls.language.optout import asks_for_source, asks_to_stop
from calls.language.places import read_places
from calls.language.reading import OWN, Act, Figure, Listening, Question, Reading, Role, Topic
from calls.language.speech import Reply
from calls.language.times import read_when

CONDITIONAL = frozenset({Act.AGREES, Act.AGREES_IF, Act.COUNTERS, Act.YES})  # may hang on something
MIN_CHATTER = 14  # words from which on clauses are read by themselves
PRICE = ("price", "deal")  # kinds of what was asked to which a yes takes a price
MAX_LETTERS = 2000  # nobody says more in one turn; what comes after isn't read


@dataclass(frozen=True, slots=True)
class Spoken:
    """One turn of the talk so far; `role` is a states.Role."""

    role: str
    text: str


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
    words = plain(said)
    languages = languages_of(words, listening.language)
    text = _SAID_TWICE.sub("", corrected(figures(words, languages[0])))

    identity = read_identity(text, listening)
    freight = read_freight(identity.rest, words, listening)
    sums = read_money(freight.rest, listening)
    when = read_when(freight.rest, sums, listening)
    lane = read_places(words, said, listening, languages[0])
    people = read_people(words, said, listening)

    if bare := _bare(words, listening):
        # "I see" to a deal that was read back is hardly a yes.
        unsure = frozenset(bare) if kind_of(listening) == "deal" and bare == (Act.YES,) else frozenset[Act]()
        spans = ((0, len(said)),) * len(bare)
        return Reading(text=heard, language=languages[0], acts=bare, spans=spans, unsure=unsure)
    named, sums = sums, _owned(sums, text, listening)
    scored = classifier().read(tokens_of(text, sums), listening)
    acts, topics = acts_and_topics(scored)
    acts, spoilt = _without_contraries(acts)
    if not any(act == Act.ASKS for act, _ in acts):
        topics = [(topic, each) for topic, each in topics if each.is_sure]
    topics += _topics_amid(text, sums, listening, known={topic for topic, _ in topics})
    done = tuple(act for act, _ in acts)
    amid = frozenset[Act]()
    if not any(each.is_sure for _, each in acts):
        told, amid = _acts_amid(words, listening)
        acts, done = ([], told) if told else (acts, done)
    align = _Alignment(text, words)
    conditions = read_conditions(words, said, done)
    doubts = frozenset(act for act, each in acts if not each.is_sure) | spoilt | amid
    if len(sums) < len(named) or _names_another(freight.rest, sums, listening):
        doubts |= {Act.AGREES}  # "1,500 and I'll take it" where we offer more
    if _takes_with_condition(words, said, done, listening):
        conditions = read_conditions(words, said, (Act.AGREES_IF,))
        done, doubts = (*done, Act.AGREES_IF), doubts | {Act.AGREES_IF}
    reading = Reading(
        text=heard,
        language=languages[0],
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
        reason=read_reason(words, said, listening.expecting, done),
    )
    return settled(reading, listening)


_SAID_TWICE = re.compile(r"\b(\d{2}) (?=\1\d{2}\b)")  # "nineteen, nineteen hundred"


def alike(figures: Iterable[Figure]) -> tuple[Figure, ...]:
    """The figures as the classifier sees them that is asked whose they are: all but our offer as asks."""
    return tuple(each if each.role == Role.OFFER_BACK else replace(each, role=Role.ASK) for each in figures)


NEAR = math.log(2)  # a figure half or twice our offer may be a price
MAX_BESIDE = 2  # words beside figures that stand for themselves
# How much must speak for it: below `OTHERS` a price is somebody else's, whatever the grammar says; above `OWNED` it is
# the caller's own; from `CLEARLY_OWN` on also where it is less than we offer.
OTHERS, CLEARLY_OWN, OWNED = -1.2, 0.8, 4.0


def _owned(sums: tuple[Figure, ...], text: str, listening: Listening) -> tuple[Figure, ...]:
    """The sums with whose they are, where what is said around them tells it better than the grammar."""
    if all(each.role == Role.OFFER_BACK for each in sums):
        return sums
    if len(re.findall(r"[a-z]{2,}", text)) <= MAX_BESIDE:
        return sums  # "how about 2675?" can be nobody else's
    leaning = classifier().own_price(tokens_of(text, alike(sums)), listening)
    if leaning < CLEARLY_OWN and listening.offer:
        # Nobody asks for less than is offered, unless it can be nothing else.
        sums = tuple(each for each in sums if not (each.role == Role.ASK and each.amount < listening.offer))
    if leaning < OTHERS:
        return tuple(
            replace(each, role=Role.OTHER_PRICE) if each.role in (Role.ASK, Role.ON_TOP) else each
            for each in sums
        )
    is_others = any(each.role == Role.OTHER_PRICE for each in sums)
    if leaning > OWNED and is_others and not any(each.role in OWN for each in sums):
        last = max(at for at, each in enumerate(sums) if each.role == Role.OTHER_PRICE)
        return (*sums[:last], replace(sums[last], role=Role.ASK), *sums[last + 1 :])
    return sums


def _names_another(text: str, sums: tuple[Figure, ...], listening: Listening) -> bool:
    """Whether a figure that might be a price stands in it, and none was read."""
    if sums or listening.offer is None:
        return False
    said = (
        Decimal(each.replace(",", "")) for each in re.findall(r"(?<![\d,.:])\d{1,2},?\d{3}(?![\d,:])", text)
    )
    return any(
        abs(math.log(each / listening.offer)) < NEAR for each in said if each and each != listening.offer
    )


def _with_own(sums: tuple[Figure, ...]) -> tuple[Figure, ...]:
    """The sums, the last of those taken for somebody else's as the caller's own, where none is."""
    others = [at for at, each in enumerate(sums) if each.role == Role.OTHER_PRICE]
    if not others or any(each.role in OWN for each in sums):
        return sums
    return (*sums[: others[-1]], replace(sums[others[-1]], role=Role.ASK), *sums[others[-1] + 1 :])


def figures_and_sums(heard: str, listening: Listening) -> tuple[str, tuple[Figure, ...]]:
    """What the classifier sees: the text with figures for number words, and the sums of money in it."""
    words = plain(heard[:MAX_LETTERS])
    text = corrected(figures(words, languages_of(words, listening.language)[0]))
    freight = read_freight(read_identity(text, listening).rest, words, listening)
    return text, read_money(freight.rest, listening)


# A price is taken by words that take one: what the classifier hears without them is asked about once more.
_TAKES = re.compile(
    r"\b(?:take (?:it(?! easy)|that|her|the|this)|i'?ll take|tak(?:ing|e) it|book|booked|deal|lock|works?|"
    r"workable|send|shoot|put (?:me|us|my|"
    r"him|it)|sold|done|agree[ds]?|accept\w*|let'?s (?:do|go|roll|run|book|ride)|do (?:it|that|her)|"
    r"run (?:it|that)|"
    r"haul it|sounds? (?:good|great|fair|fine|right)|go ahead|confirm\w*|sign me|count me in|i'?m in|"
    r"we'?re in|perfect|"
    r"good to go|all set|can do|fair enough|write (?:it|me) up|roll with|"
    r"me la llevo|la (?:tomo|agarro|llevo|hago|hacemos|quiero|cojo|jalo|muevo|movemos|corro|acepto|llevamos|tomamos|"
    r"agarramos|jalamos|queremos|aceptamos)|"
    r"trato|acepto|aceptad\w+|"
    r"de acuerdo|cerrad[oa]|cerramos|hecho|jalo|le entro|entramos|va que va|quedamos|reserv\w+|mand\w+|envi\w+|"
    r"apunt\w+|anot\w+|hagale|hagamosle|me (?:sirve|funciona|conviene|sale|parece bien|cuadra)|"
    r"nos (?:sirve|funciona|"
    r"conviene|vamos)|perfecto|confirm\w+|dale pues|vamonos|ponme|pongame|esta perfecto)\b"
)
_AFFIRMS = re.compile(
    r"\b(?:yes|yeah|yea|yep|yup|yessir|ya sure|sure|absolutely|definitely|correct|right|exactly|"
    r"affirmative|okay|ok|alright|"
    r"that'?s (?:it|us|me|fine|good|right)|fine|good|great|cool|10-4|ten four|roger|you got it|bet|"
    r"hell yeah|heck yeah|"
    r"si|claro|correcto|correctisimo|exacto|asi es|eso es|eso mero|ese mero|simon|dale|vale|orale|"
    r"sale|va|bueno|bien|"
    r"listo|andale|echele|efectivamente|afirmativo|por supuesto|arre|fierro)\b"
)
_FAREWELL = re.compile(
    r"\b(?:bye|good ?bye|so long(?! as)|take care|(?:talk|speak) (?:to (?:you|ya) )?(?:later|soon)|catch (?:you|ya)|"
    r"see (?:you|ya)|have a (?:good|great|nice|blessed) (?:one|day|night|evening|weekend)|next time|adios|hasta luego|"
    r"nos vemos|(?:luego|despues) (?:hablamos|platicamos)|cuidese|que le vaya bien|otra ocasion|para la otra|"
    r"take it easy|nos hablamos|a la proxima)\b"
)
_NOT_TAKING = re.compile(
    r"(?<!why )\b(?:not|never|won'?t|can'?t|couldn'?t|wouldn'?t|ain'?t|don'?t|didn'?t)"
    r"(?: (?:gonna|going to|able to|be|want to|wanna|even|ever))* "
    r"(?:book|booking|take|taking|run|running|haul|hauling|accept|accepting|agree|agreeing|send it)\b"
)
_HESITATES = re.compile(
    r"\b(?:i hear (?:you|ya)|(?:lo|la|le|te|los) escuch[oa]|i see|understood|i understand|"
    r"comprendo|entiendo|ya (?:le|te) entendi|"
    r"hmm+|hm|let me (?:think|see|check)|think about|not sure|i don'?t know|a ver|dejeme|"
    r"deja(?:me)?|pensar\w*|no se)\b"
)
# Said alone these leave nothing to be doubted; "okay" and its like acknowledge, and take nothing.
_BARE = re.compile(
    r"\W*(?:(?P<yes>(?:(?:oh|uh|um|well|ok|okay|y|pues|ah) )?(?:yes|yeah|yea|yep|yup|yessir|"
    r"sure(?: thing)?|absolutely|"
    r"definitely|of course|for sure|affirmative|si|claro(?: que si)?|simon|por supuesto)"
    r"(?:[, ]+(?:yes|yeah|yep|sure|sir|ma'?am|please|man|brother|buddy|boss|si|senor|senora|claro|por favor))*)"
    r"|(?P<right>(?:that'?s |it is |that is |es )?(?:correct|right|correcto|exact(?:ly|o)|it|"
    r"asi es)(?: sir| ma'?am)?)"
    r"|(?P<okay>ok|okay|alright|all right|mm ?hm+|mhm+|uh ?huh|got it|i see|"
    r"bueno|ya|aja|entiendo|ok gracias|okay thanks)"
    r"|(?P<no>(?:(?:oh|uh|um|well|ah|pues) )?(?:no|nope|nah|no no|negative|no sir|no ma'?am|"
    r"para nada|nel|tampoco)))\W*"
)


def _bare(words: str, listening: Listening) -> tuple[Act, ...]:
    """What a bare yes, "okay" or no does, where it is all that was said; nothing where it isn't."""
    found = _BARE.fullmatch(words)
    if found is None:
        return ()
    is_price = kind_of(listening) in PRICE
    if found["okay"] and kind_of(listening) == "deal" and _AFFIRMS.search(words):
        return (Act.YES, Act.AGREES)
    # "Right" to a price that wasn't asked about with yes or no only acknowledges it.
    if found["yes"] or (found["right"] and kind_of(listening) != "price"):
        return (Act.YES, Act.AGREES) if is_price else (Act.YES,)
    if found["right"]:
        return (Act.YES,)
    if found["okay"]:
        return (Act.YES,)
    return (Act.NO, Act.REFUSES) if is_price else (Act.NO,)


# Beside one of these a clause with "if" is no condition of a yes.
_NO_YES = frozenset(
    {Act.REFUSES, Act.DECLINES, Act.COUNTERS, Act.CLAIMS, Act.LEAVES, Act.CALLBACK, Act.SPLITS, Act.AGREES_IF}
)


def _takes_with_condition(words: str, said: str, done: tuple[Act, ...], listening: Listening) -> bool:
    """Whether a yes to a price hangs on something that the classifier hasn't heard: "sí, pero sólo si cargo hoy"."""
    if kind_of(listening) not in PRICE or _NO_YES & set(done):
        return False
    rest, conditions = said, read_conditions(words, said, (Act.AGREES_IF,))
    for each in conditions:
        if _WONDERS.search(plain(each)):
            return False
        rest = rest.replace(each, " ")
    rest = plain(rest).strip(" ,.")
    return bool(conditions and (not rest or _TAKES.search(rest) or _AFFIRMS.search(rest)))


# What nobody does in one breath: the likelier of two counts.
_CONTRARIES = (
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


def _without_contraries(
    acts: list[tuple[Act, Scored]],
) -> tuple[list[tuple[Act, Scored]], frozenset[Act]]:
    """The acts without the less likely of two that exclude each other; and what is doubtful for that."""
    scores = {act: each.score for act, each in acts}
    spoilt = set()
    for pair in _CONTRARIES:
        if scores.keys() >= set(pair):
            winner, loser = sorted(pair, key=scores.__getitem__, reverse=True)
            del scores[loser]
            spoilt |= {winner} & {Act.AGREES}
    return [(act, each) for act, each in acts if act in scores], frozenset(spoilt)


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
        if bare := _bare(clause, listening):
            answers |= {*bare}
        elif kind != "confirmation":
            text = figures(clause, listening.language)
            scored, _ = acts_and_topics(classifier().read(tokens_of(text), listening))
            found |= {act for act, each in scored if each.is_sure}
    acts = tuple(act for act in Act if act in answers | found)
    if any(set(pair) <= {*acts} for pair in _CONTRARIES):
        return (), frozenset()
    is_clean = kind == "deal" and Act.AGREES in answers and not found - {Act.AGREES, Act.YES, Act.GREETS}
    return acts, frozenset() if is_clean or kind == "confirmation" else frozenset(acts) & {Act.AGREES}


# Where another thought may begin in what is said without a pause.
_THOUGHT = re.compile(
    r"[,.;:!?]+ ?|\b(?=(?:and|but|also|plus|so|then|anyway|y|pero|entonces|pues|oiga|what'?s?|how'?s?|does|do you|"
    r"is (?:it|there)|are they|can (?:you|i)|who'?s?|when|where'?s?|cuant[oa]s?|cuando|donde|que tan)\b)"
)
MIN_RUN_ON, MIN_THOUGHT = 12, 3  # words
ASKED_AMID = 0.6  # how likely a clause asks, and asks for that


def _topics_amid(
    text: str, sums: tuple[Figure, ...], listening: Listening, *, known: set[Topic]
) -> list[tuple[Topic, Scored]]:
    """What is asked in one clause of many, where the whole of a long turn drowns it."""
    if len(text.split()) < MIN_RUN_ON:
        return []
    cuts = sorted({0, len(text), *(found.end() for found in _THOUGHT.finditer(text))})
    thoughts: list[tuple[int, int]] = []
    for start, end in pairwise(cuts):
        if thoughts and len(text[slice(*thoughts[-1])].split()) < MIN_THOUGHT:
            start = thoughts.pop()[0]
        thoughts.append((start, end))
    if len(thoughts) < 2:
        return []
    found: dict[Topic, Scored] = {}
    tokens = tokens_of(text, sums)
    for start, end in thoughts:
        within = [token for token in tokens if token.start >= start and token.end <= end]
        acts, topics = acts_and_topics(classifier().read(within, listening))
        if any(act == Act.ASKS and each.score >= ASKED_AMID for act, each in acts):
            found |= {topic: each for topic, each in topics if each.score >= ASKED_AMID}
    if known or len(found) > 1:
        found.pop(Topic.OTHER, None)
    return [(topic, each) for topic, each in found.items() if topic not in known]


def settled(reading: Reading, listening: Listening) -> Reading:
    """Hold acts and figures against each other.

    A price of their own is a counter, unless the load is turned down with it, or it is only claimed. Who agrees and
    names another price, or a condition, doesn't agree cleanly. What is asked has a topic. Who says in so many words
    that they aren't to be called again opts out.
    """
    acts, unsure, sums = list(reading.acts), set(reading.unsure), reading.figures
    places = dict(zip(reading.acts, reading.spans, strict=False))
    if asks_to_stop(reading.text):
        acts = [*dict.fromkeys([*acts, Act.OPTS_OUT])]
        unsure.discard(Act.OPTS_OUT)
    elif asks_for_source(reading.text):
        acts = [act for act in acts if act != Act.OPTS_OUT]
    acts += [act for act in _led_by(reading.text, acts, kind_of(listening)) if act not in acts]
    is_bare = len(re.findall(r"[a-z]{2,}", plain(reading.text))) <= MAX_BESIDE
    if Act.COUNTERS in acts and (is_bare or Act.CLAIMS not in acts):
        sums = _with_own(sums)  # who names a price of their own has named one
        acts = [act for act in acts if act != Act.CLAIMS]
    own = [figure for figure in sums if figure.role in OWN]
    if own and Act.COUNTERS not in acts and (Act.DECLINES in acts or Act.CLAIMS in acts):
        sums = tuple(replace(each, role=Role.OTHER_PRICE) if each.role in OWN else each for each in sums)
    elif own:
        if Act.COUNTERS not in acts:
            acts.append(Act.COUNTERS)
            unsure.add(Act.COUNTERS)
        acts = [act for act in acts if act != Act.AGREES]
    questions = reading.questions
    if asks_for_source(reading.text) and not reading.asks(Topic.WHO):
        questions = (*questions, Question(Topic.WHO, reading.text))
    if Act.ASKS in acts and not questions:
        questions = (Question(Topic.OTHER, reading.text),)
    elif questions and Act.ASKS not in acts:
        acts.append(Act.ASKS)
    is_price = kind_of(listening) in PRICE
    conditions = reading.conditions if CONDITIONAL & set(acts) else ()
    if conditions and is_price and Act.AGREES in acts and Act.AGREES_IF not in acts:
        acts.append(Act.AGREES_IF)
    if kind_of(listening) == "deal" and Act.YES in acts and _HESITATES.search(plain(reading.text)):
        unsure.add(Act.YES)
    if Act.AGREES in acts and is_price:
        words = plain(reading.text)
        is_leaving = Act.LEAVES in acts or _FAREWELL.search(words)
        if _NOT_TAKING.search(words):
            acts[acts.index(Act.AGREES)] = Act.REFUSES  # "I'm not gonna book it"
            acts, unsure = [*dict.fromkeys(acts)], unsure | {Act.REFUSES}
        elif is_leaving and not _TAKES.search(words):
            acts.remove(Act.AGREES)  # "okay bye" takes leave, and nothing else
            acts = [*dict.fromkeys([*acts, Act.LEAVES])]
        elif (
            _is_doubtful_back(reading, acts, words)
            or not (_TAKES.search(words) or _AFFIRMS.search(words))
            or _HESITATES.search(words)
            or {Act.REFUSES, Act.DECLINES} & set(acts)
        ):
            unsure.add(Act.AGREES)
    return replace(
        reading,
        acts=tuple(acts),
        spans=tuple(places.get(act, (0, len(reading.text))) for act in acts),
        unsure=frozenset(unsure & set(acts)),
        figures=sums,
        questions=questions,
        conditions=tuple(
            each
            for each in conditions
            if not (own and (_names_price(each) or _names_own(each, own)))
            and not _WONDERS.search(plain(each))
        ),
    )


# How an answer to a yes-or-no question begins that says more than yes or no.
_BEGINS = r"^\W*(?:(?:uh|um|well|oh|hey|okay|ok|ah|pues|ay|este|bueno|man|like i said|speaking)\b\W*)*"
_BEGINS_WITH_YES = re.compile(
    _BEGINS
    + r"(?:yes|yeah|yea|yep|yup|yessir|correct|right|that'?s (?:correct|right|us|me|him|it|the one)|you got it|"
    r"it is|sure is|you bet|this is (?:he|she|him|her)|exacto|asi (?:es|mero)|correcto|si|simon|ei|ey|ese mero|eso es|"
    r"claro|el mismo|a sus ordenes|(?:i|we) (?:do|got (?:a|one|it|two|several|plenty))|got (?:a|one|it)|sure do|traigo|"
    r"tengo|traemos)\b(?! (?:no|but|pero|if|only|si)\b)"
)
_BEGINS_WITH_NO = re.compile(
    _BEGINS + r"(?:(?P<no>no|nah|naw|nope|nel)|not|hold up|hold on|whoa|wait|esper\w+)\b"
    r"(?! (?:problems?|worries|problema|sweat|doubt|issues?|mas|that'?s (?:right|fine|good|correct|it)|that works|"
    r"that'?ll work|yeah|yes|you'?re (?:good|fine|right)|a (?:problem|bad)|bad|hay problema|esta bien|si)\b)"
)
_TAKING = (Act.AGREES, Act.AGREES_IF)
_ANSWERS = frozenset(
    {Act.YES, Act.NO, Act.AGREES, Act.REFUSES, Act.WRONG_NUMBER, Act.NOT_CARRIER, Act.OPTS_OUT, Act.HOLDS}
)


def _led_by(heard: str, acts: Sequence[Act], kind: str) -> list[Act]:
    """The yes or no that an answer begins with, where the rest of it drowns that; a price is never taken so."""
    if kind not in ("confirmation", "deal", "equipment"):
        return []
    words = plain(heard)
    found = _BEGINS_WITH_NO.search(words)
    # "Wait" and "not" turn down only what was read back.
    if (
        found
        and (found["no"] or kind == "deal")
        and not {Act.NO, Act.REFUSES, *_TAKING, Act.HOLDS} & set(acts)
    ):
        return [Act.NO]
    if kind != "deal" and _BEGINS_WITH_YES.search(words) and not _ANSWERS & set(acts):
        return [Act.YES]
    return []


_ASKING = re.compile(
    r"\?|\b(?:how|when|what|where|who|which|can|could|cuando|como|donde|cuanto|que tan|puede)\b"
)
_PLAIN_YES = re.compile(
    r"\b(?:yes|yeah|yep|yup|sure|correct|right|si|claro|correcto|exacto|simon|trato|deal|book|i'?ll take|we'?ll take|"
    r"take it at|works?|(?:i|we)(?: can| could|'ll)? (?:do|run|haul|take)|fine|good|sold|acepto|de acuerdo|sale|va|"
    r"la (?:tomo|llevo|agarro|hago|jalo)|me la llevo)\b"
)


def _is_doubtful_back(reading: Reading, acts: Sequence[Act], words: str) -> bool:
    """Whether a yes is rather our figure said back, asked for as if it were theirs, or a question about the papers."""
    is_back = any(each.role == Role.OFFER_BACK for each in reading.figures)
    if is_back and (Act.COUNTERS in acts or not _PLAIN_YES.search(words)):
        return True
    return reading.asks(Topic.RATE_CON) and bool(_ASKING.search(words)) and not _PLAIN_YES.search(words)


_WONDERS = re.compile(r"\b(?:will|would|can|could) you\b|\btell me\b|\bguess\b")


def _names_own(condition: str, own: Sequence[Figure]) -> bool:
    """Whether a clause holds the price that is asked: "and fuel ain't free, I'd need nineteen hundred"."""
    if re.match(r"(?:as |so )?long as|if|provided|si |siempre|plus|mas ", plain(condition)):
        return False
    said = {Decimal(each) for each in re.findall(r"\d+", figures(plain(condition), "en"))}
    return any(each.amount in {one * factor for one in said for factor in (1, 100, 1000)} for each in own)


def _names_price(condition: str) -> bool:
    """Whether a clause is about the price itself: "but I need seventeen forty"."""
    text = figures(plain(condition), languages_of(plain(condition), "en")[0])
    return bool(re.search(r"\d[\d ]{2,}", text)) and not _EXTRAS.search(text)


_EXTRAS = re.compile(
    r"\b(?:lumper|detention|layover|stop|drop|tarp\w*|hours?|tolls?|fuel|casetas?|parada|load\w*|unload\w*|by|at \d)\b"
)


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
