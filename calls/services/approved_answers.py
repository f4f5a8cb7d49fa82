"""What agents may answer, and what they couldn't: approved answers, and the questions that are left to a broker."""

import re
import unicodedata
from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet, Value
from django.db.models.functions import Concat, Lower

from calls import events
from calls.models import ApprovedAnswer, Conversation, OpenQuestion
from calls.models.conversations import MAX_ANSWER, MAX_QUESTION
from calls.states import AnswerTopic
from loads.models import Load, Stop
from organizations import audit
from organizations.models import Organization
from organizations.places.models import Place
from organizations.tenancy import live_updates
from organizations.tenancy.actors import Actor

MAX_OTHERS = 500  # answers to other questions that are held against one
MAX_WORDS = OpenQuestion._meta.get_field("words").max_length
EVERYWHERE = {"load": "", "facility": "", "customer": "", "equipment": ""}


class AnswerTaken(RuntimeError):
    """There is an approved answer about this already, that holds in the same place."""

    def __init__(self) -> None:
        super().__init__("You already have an answer for this topic in the same place. Edit that one.")


class AlreadyAnswered(RuntimeError):
    """Somebody else has answered the question meanwhile."""

    def __init__(self) -> None:
        super().__init__("A teammate already answered this question.")


# What the agent asks


def approved_answer(*, topic: str, language: str, load: Load | None, words: str = "") -> str:
    """Return what the organization lets an agent say about a topic, word for word; "" where it has nothing. One query.

    1. Only answers count of which all that they name fits the load; without a load, those that name nothing.
    2. A topic that has no heading of its own is looked up among the others: there the keywords that an answer's
       question shares with the caller's `words` decide.
    3. The one for the load goes before one for a facility, that before one for the customer, that before one for the
       equipment, that before one for every load.
    4. Where that one isn't written in the language (en or es) there is none: neither another language's nor a more
       general one's would be right.
    """
    found = ApprovedAnswer.objects.annotate(town=Lower("facility")).filter(_holds_for(load)).order_by("pk")
    if topic in AnswerTopic.values and topic != AnswerTopic.OTHER:
        fitting = [(0, answer) for answer in found.filter(topic=topic)]
    elif asked := keywords(words):
        others = found.filter(topic=AnswerTopic.OTHER)[:MAX_OTHERS]
        fitting = [
            (score, answer) for answer in others if (score := _shared(keywords(answer.question), asked))
        ]
    else:
        fitting = []
    if not fitting:
        return ""
    _, best = max(fitting, key=lambda scored: (scored[0], _closeness(scored[1])))
    return best.answer_es if language.lower().startswith("es") else best.answer_en


def note_question(
    *, conversation: Conversation, load: Load | None, topic: str, words: str, at: datetime
) -> OpenQuestion:
    """Leave a question to a broker, in the language of the conversation; the same one of it is kept once."""
    question, is_new = OpenQuestion.objects.get_or_create(
        organization_id=conversation.organization_id,
        conversation=conversation,
        topic=str(topic),
        words=_plain(words)[:MAX_WORDS],
        defaults={
            "load": load,
            "language": conversation.skill_state.get("language") or "en",
            "asked_at": at,
        },
    )
    if is_new:
        _publish(question)
        events.question_open(question, conversation, at=at)
    return question


def withdraw_question(*, conversation: Conversation, words: str) -> None:
    """Take back a question that the talk itself has settled, unless a broker has answered it."""
    for question in OpenQuestion.objects.filter(
        conversation=conversation, words=_plain(words)[:MAX_WORDS], answered_at=None
    ):
        question.delete()
        _publish(question)


# What a broker does


def answer_question(
    *, question: OpenQuestion, answer: str, by: Actor, at: datetime, keep_as_answer: bool = False
) -> None:
    """Answer a question; `keep_as_answer`: the agent says so from now on, on every load, in the question's language.

    Raises AlreadyAnswered.
    """
    answer = _plain(answer)[:MAX_ANSWER]
    with transaction.atomic():
        waiting = OpenQuestion.objects.waiting().filter(pk=question.pk)
        if not waiting.update(answer=answer, answered_at=at, answered_by=str(by)):
            raise AlreadyAnswered
        question.answer, question.answered_at, question.answered_by = answer, at, str(by)
        if keep_as_answer:
            _keep_as_answer(question, by=by, at=at)
        audit.record(
            organization=question.organization,
            action="question.answered",
            subject=question,
            by=by,
            at=at,
            call=question.conversation_id,
            kept=keep_as_answer,
        )
        _publish(question)


def add_answer(
    *, organization: Organization, values: Mapping[str, Any], by: Actor, at: datetime
) -> ApprovedAnswer:
    """Approve an answer of these values, already checked. Raises AnswerTaken."""
    answer = ApprovedAnswer(organization=organization, created_at=at)
    return _save(answer, values, "approved_answer.added", by=by, at=at)


def change_answer(*, answer_id: int, values: Mapping[str, Any], by: Actor, at: datetime) -> ApprovedAnswer:
    """Change what `values` names, already checked; the answer as it is then. Raises AnswerTaken."""
    with transaction.atomic():
        answer = ApprovedAnswer.objects.select_for_update(no_key=True).get(pk=answer_id)
        return _save(answer, values, "approved_answer.changed", by=by, at=at)


def delete_answer(*, answer: ApprovedAnswer, by: Actor, at: datetime) -> None:
    """Take an answer away: what it answered is left to the broker again."""
    with transaction.atomic():
        audit.record(
            organization=answer.organization,
            action="approved_answer.deleted",
            subject=answer,
            by=by,
            at=at,
            values={"topic": answer.topic, "question": answer.question, "where": answer.where},
        )
        answer.delete()


def _save(
    answer: ApprovedAnswer, values: Mapping[str, Any], action: str, *, by: Actor, at: datetime
) -> ApprovedAnswer:
    changed = {name: value for name, value in values.items() if getattr(answer, name) != value}
    if not changed:
        return answer
    for name, value in (changed | {"updated_at": at, "updated_by": str(by)}).items():
        setattr(answer, name, value)
    try:
        with transaction.atomic():
            answer.save()
            audit.record(
                organization=answer.organization, action=action, subject=answer, by=by, at=at, values=changed
            )
    except IntegrityError as error:
        if "approved_answer_once" in str(error):
            raise AnswerTaken from None
        raise
    return answer


def _keep_as_answer(question: OpenQuestion, *, by: Actor, at: datetime) -> None:
    topic = question.topic if question.topic in AnswerTopic.values else AnswerTopic.OTHER
    about = question.words[:MAX_QUESTION] if topic == AnswerTopic.OTHER else ""
    language = "answer_es" if question.language.lower().startswith("es") else "answer_en"
    values = {"topic": topic, "question": about, language: question.answer}
    known = ApprovedAnswer.objects.filter(topic=topic, question__iexact=about, **EVERYWHERE).first()
    if known is None:
        add_answer(organization=question.organization, values=values, by=by, at=at)
    else:
        change_answer(answer_id=known.pk, values={language: question.answer}, by=by, at=at)


def _publish(question: OpenQuestion) -> None:
    names = [f"questions:{question.conversation_id}", "bids"]
    if question.load_id:
        names.append(f"load:{question.load_id}")
    live_updates.changed(question.organization_id, *names)


def _plain(words: str) -> str:
    """On one line, without what no line has."""
    return " ".join(words.replace("\0", "").split())


def names_hidden_rate(text: str, load: Load) -> bool:
    """Whether a text names what the load's customer pays, or the most that is paid for it, in figures.

    For whoever writes an answer; what an agent says of it is held against its guard all the same.
    """
    named = {Decimal(figure.replace(",", "")) for figure in FIGURE.findall(text)}
    hidden = {load.customer_rate, load.max_rate} - {load.start_rate, load.book_now_rate, None}
    return bool(named & hidden)


FIGURE = re.compile(r"\d[\d,]*(?:\.\d+)?")


# Where an answer holds


def _holds_for(load: Load | None) -> Q:
    if load is None:
        return Q(**EVERYWHERE)
    towns = Q(facility__iexact=f"{load.origin_city}, {load.origin_state}") | Q(
        facility__iexact=f"{load.destination_city}, {load.destination_state}"
    )
    # The same towns as the gazetteer spells them, and those between; part of the one statement.
    places = Place.objects.filter(pk__in=[load.origin_place_id or 0, load.destination_place_id or 0])
    for known in (_towns(places, "name", "region"), _towns(Stop.objects.filter(load=load), "city", "state")):
        towns |= Q(town__in=known)
    return (
        Q(load__in=["", load.external_id])
        & (Q(facility="") | towns)
        & (Q(customer="") | Q(customer__iexact=_plain(load.customer_name)))
        & Q(equipment__in=["", load.equipment_type])
    )


def _towns(rows: QuerySet[Any], city: str, state: str) -> QuerySet[Any]:
    return rows.order_by().values_list(Lower(Concat(city, Value(", "), state)))


def _closeness(answer: ApprovedAnswer) -> tuple[bool, ...]:
    """What names a load is closer than what names anything else, and so on."""
    return bool(answer.load), bool(answer.facility), bool(answer.customer), bool(answer.equipment)


# Keywords

WORD = re.compile(r"[^\W_]+")
MIN_STEM, MAX_ENDING = 4, 3  # letters: "tarp" is "tarps" and "tarping", "dock" isn't "documents"
# Words that nearly every question has, on freight too: they tell nothing of what it is about.
ENGLISH = """
a about an and any anything are as at be but by can could did do does for from get give go got has have hello hi how i
if in is it its just know let like load loading loads many me much my need of ok okay on one or our out please question
say sir so some tell that the their them then there they thing this to up us want was we well what when where which who
why will with would yeah yes you your
"""
SPANISH = """
al algo alguna carga cargas como con cual cuando cuanta cuanto cuantos da dan de del desde donde el ella en era es esa
ese eso esta este esto hay hola la las le les lo los mas me mi necesito o para pero por porque pregunta puede pueden que
quien quiero se senor ser si sobre son su sus te tengo tiene tienen todo tu un una uno usted ustedes va y ya yo
"""
FILLERS = frozenset((ENGLISH + SPANISH).split())


def keywords(text: str) -> set[str]:
    """Return the words of a text that tell what it is about: without accents, capitals and fillers."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(each for each in plain if not unicodedata.combining(each))
    return {word for word in WORD.findall(letters) if word not in FILLERS and len(word) > 1}


def _shared(about: set[str], asked: set[str]) -> int:
    """How many keywords two questions share; 0 where those are too few to mean the same.

    Two are enough, or all that either has: an answer to another question is worse than none.
    """
    shared = sum(any(_is_alike(one, other) for other in asked) for one in about)
    return shared if shared >= min(2, len(about), len(asked)) else 0


def _is_alike(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    if len(short) < MIN_STEM:
        return short == long
    return long.startswith(short) and len(long) - len(short) <= MAX_ENDING
