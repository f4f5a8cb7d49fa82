"""Which intents there are in what was said, and what is asked about: the tables, clause by clause.

An affirmative ("loaded", "book it") counts where its own clause has no "not", isn't still to come, and isn't hung on
a condition.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType

from calls.agent.language.builtin import intents_en, intents_es, topics_en, topics_es, wishes_en, wishes_es
from calls.agent.meaning import Intent, Topic

STATES = frozenset({Intent.LOADED, Intent.EMPTY, Intent.CHECKED_IN, Intent.CHECKED_OUT})
_CLAUSE = re.compile(
    r"[.,;!?]+(?=\s|$)|[¿¡()\"]+|\s-\s|\b(?:but|pero|because|porque|though|however|aunque|sino)\b"
)
_QUESTION_WORD = re.compile(
    r"\?|^\W*(?:(?:and|so|ok|okay|well|yeah|uh|um|y|bueno|oye|hey|pues|e|alright)\W+)*(?:what|"
    r"when|where|who|how|which|is|are|am|was|were|has|have|got|should|does|do|did|can|could|"
    r"would|will|any|"
    r"que|cuando|donde|quien|como|cuanto|cuantas?|cuantos|cual|a que|de que|en que|tiene|hay|"
    r"es|se|puede|a donde|en cuantos)\b"
)
_ASKS_BY_WORD = re.compile(
    r"\b(?:what|what's|when|where|who|how|which|why|tell me|need to know|wondering|que|cuando|"
    r"donde|quien|cuanto|cuant[oa]s|cual|digame|dime)\b"
)
_ASKING = re.compile(
    r"\?$|^\W*(?:so |and |ok |well )*(?:is|are|am|does|did|can|could|would|what|how|why|who|when|"
    r"where)\b(?! (?:not|works))"
)
_MAY_I = re.compile(
    r"^\W*(?:so |and |ok |okay |well )*(?:can|could|would|will|do|does|did|should|is|are|may|"
    r"what|when|where|how|why|who|puede|podria|cuando|cuanto|que|como) "
)


@dataclass(frozen=True, slots=True)
class _Tables:
    """A language's tables, compiled."""

    affirmative: tuple[tuple[Intent, re.Pattern[str]], ...]
    wishes: tuple[tuple[Intent, re.Pattern[str]], ...]
    no: re.Pattern[str]
    negation: re.Pattern[str]
    no_negation: re.Pattern[str]
    to_come: re.Pattern[str]
    condition: re.Pattern[str]
    topics: tuple[tuple[Topic, re.Pattern[str]], ...]


def _compiled(intents: ModuleType, wishes: ModuleType, topics: ModuleType) -> _Tables:
    def each(table: dict) -> tuple:  # type: ignore[type-arg]
        return tuple((key, re.compile(pattern)) for key, pattern in table.items())

    return _Tables(
        affirmative=each(intents.AFFIRMATIVE),
        wishes=each(wishes.WISHES),
        no=re.compile(intents.NO),
        negation=re.compile(intents.NEGATION),
        no_negation=re.compile(intents.NO_NEGATION),
        to_come=re.compile(intents.TO_COME),
        condition=re.compile(intents.CONDITION),
        topics=each(topics.TOPICS),
    )


_TABLES = {
    "en": _compiled(intents_en, wishes_en, topics_en),
    "es": _compiled(intents_es, wishes_es, topics_es),
}


def clauses_of(words: str) -> list[str]:
    """The parts of what was said, each with its question mark if it has one."""
    parts, start = [], 0
    for mark in _CLAUSE.finditer(words):
        end = mark.end() if "?" in mark[0] else mark.start()
        parts.append(words[start:end].strip())
        start = mark.end()
    parts.append(words[start:].strip())
    return [part for part in parts if part]


def read_intents(words: str, languages: Sequence[str]) -> frozenset[Intent]:
    """What is wanted, in any of the languages; what rules itself out ("book it" beside "can't") is settled."""
    clauses = clauses_of(words)
    found: set[Intent] = set()
    for tables in (_TABLES[language] for language in languages):
        found |= {intent for intent, pattern in tables.wishes if pattern.search(words)}
        for clause in clauses:
            found |= _in_clause(tables, clause)
    return frozenset(_settled(found, words, clauses))


def _in_clause(tables: _Tables, clause: str) -> set[Intent]:
    found: set[Intent] = set()
    if tables.no.search(clause) and not clause.endswith("no?"):
        found.add(Intent.NO)
    is_negated = bool(tables.negation.search(tables.no_negation.sub(" fine ", clause)))
    for intent, pattern in tables.affirmative:
        if pattern.search(clause) and _counts(intent, clause, tables, is_negated=is_negated):
            found.add(intent)
    return found


def _counts(intent: Intent, clause: str, tables: _Tables, *, is_negated: bool) -> bool:
    """Whether an affirmative is meant by its clause."""
    if intent is Intent.YES and tables.no_negation.search(clause):
        return not _ASKING.search(clause)
    if is_negated:
        return False
    if intent is Intent.YES:
        return not _ASKING.search(clause)
    if intent is Intent.DEAL:
        is_open = tables.condition.search(clause) or _MAY_I.search(clause)
        return not is_open or bool(_SENDING.search(clause))
    if intent in STATES:
        return not tables.to_come.search(clause) and not clause.endswith("?")
    return True


def _settled(found: set[Intent], words: str, clauses: list[str]) -> set[Intent]:
    """Of intents that exclude each other, those that count."""
    has = found.__contains__
    # (when there is this, these aren't meant)
    for stronger, weaker in _EXCLUDES:
        if has(stronger):
            found -= weaker
    if has(Intent.NO) and has(Intent.YES):
        found -= {Intent.YES} if not has(Intent.DEAL) else {Intent.NO}
    if any(_CONDITIONAL.search(clause) for clause in clauses) and not has(Intent.CALL_BACK):
        found -= {Intent.DEAL}
    if has(Intent.DEAL):
        found -= {Intent.NO}
    if _WHAT_ARE_YOU.match(words):
        found -= {Intent.WANTS_PERSON}
    return found


# Asks whether a person is on the line, not for one.
_WHAT_ARE_YOU = re.compile(r"\W*(?:so |and |wait |hold on )*(?:is|are|am) (?:this|you|i|it|that)\b")
_SENDING = re.compile(
    r"\b(?:send|shoot|email|mand\w+|envi\w+)\b.*\b(?:rate ?con\w*|confirmation|confirmacion)\b"
)
_CONDITIONAL = re.compile(
    r"^(?:and |so |well |ok )?(?:if|as long as|only if|unless|si (?:me|le|llega|sube|puede|"
    r"nos|usted)|siempre que)\b"
)
_EXCLUDES: tuple[tuple[Intent, set[Intent]], ...] = (
    (
        Intent.VOICEMAIL,
        {
            Intent.CALL_BACK,
            Intent.GREETING,
            Intent.HOLD,
            Intent.WANTS_PERSON,
            Intent.GOODBYE,
            Intent.YES,
            Intent.NO,
        },
    ),
    (Intent.WANTS_PERSON, {Intent.CALL_BACK}),
    (Intent.OPT_OUT, {Intent.WANTS_PERSON, Intent.CALL_BACK, Intent.YES, Intent.DEAL}),
    (Intent.WRONG_NUMBER, {Intent.YES, Intent.NO, Intent.CALL_BACK}),
    (Intent.ASKS_CUSTOMER_RATE, {Intent.ASKS_RATE, Intent.ASKS_MORE}),
    (Intent.ASKS_CEILING, {Intent.ASKS_RATE, Intent.YES, Intent.DEAL}),
    (Intent.FIRM, {Intent.ASKS_MORE, Intent.NO, Intent.DEAL}),
    (Intent.SPLIT, {Intent.DEAL, Intent.YES, Intent.ASKS_MORE}),
    (Intent.DECLINE, {Intent.DEAL, Intent.YES}),
    (Intent.DELAYED, {Intent.ON_TIME}),
    (Intent.UNKNOWN, {Intent.NO, Intent.YES}),
    (Intent.CHECKED_OUT, {Intent.CHECKED_IN}),
)


def read_topics(words: str, languages: Sequence[str]) -> frozenset[Topic]:
    """What questions are about: a topic counts where its sentence asks."""
    sentences = [
        sentence.strip() for sentence in re.split(r"(?<=[?!])|\.(?=\s|$)|[¿¡]", words) if sentence.strip()
    ]
    found: set[Topic] = set()
    for sentence in sentences:
        tables = [_TABLES[language] for language in languages]
        for each in tables:
            found |= {
                topic for topic, pattern in each.topics if topic in _ALWAYS and pattern.search(sentence)
            }
        if not (_QUESTION_WORD.search(sentence) or _ASKS_BY_WORD.search(sentence) or _SHORT.match(sentence)):
            continue
        for each in tables:
            found |= {topic for topic, pattern in each.topics if pattern.search(sentence)}
    return frozenset(found)


# Nobody says these without asking.
_ALWAYS = frozenset({Topic.ROBOT, Topic.WHO})
_SHORT = re.compile(
    r"\W*(?!(?:just|i|i'm|we|already|at|me|they|ya|estoy|voy|la|en|not|got)\b)(?:and |y "
    r")?(?:the |a |an |any |el |la |los |las |algun[oa]s? |some |about |need |give me |dame |"
    r"deme )?(?:special )?(?:[\w']+ ?){1,3}\W*$|.*\b(?:do you|does it|is it|what|need the)\b"
)
