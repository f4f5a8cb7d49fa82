"""Approved answers by topic, open questions, and alarms."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import FETCH_RAISE, Count, F, QuerySet, Window
from django.db.models.functions import RowNumber

from calls.forms.settings import QuestionForm
from calls.models import Agent, ApprovedAnswer, Conversation, LoadAlarm, OpenQuestion, PhoneNumber
from calls.selectors.agents import names_of
from calls.selectors.calls import party, party_name, party_number
from calls.states import AlarmKind, AnswerTopic
from loads.models import Load

T = AnswerTopic

PURPOSES: Mapping[str, str] = {
    T.TERMS: "How and when you pay: days after the invoice, where paperwork goes.",
    T.QUICK_PAY: "Whether you offer it, the fee, and how fast it pays.",
    T.FACTORING: "Whether you work with factoring companies, and where the NOA goes.",
    T.DETENTION: "Free time, the hourly rate, and what paperwork you need.",
    T.LAYOVER: "What you pay per day, and when it starts.",
    T.TONU: "What you pay when a truck is ordered and not used.",
    T.LUMPER: "Who pays the lumper, how they get reimbursed, and the receipt you need.",
    T.STOP_PAY: "What you pay per extra stop.",
    T.INSURANCE: "Coverage you require, and who to list as certificate holder.",
    T.SETUP: "How a new carrier gets set up, and how long it takes.",
    T.RATE_CON: "When the rate con goes out, where to, and who signs it.",
    T.APPOINTMENT: "FCFS or by appointment, who sets the time, and who can change it.",
    T.TRACKING: "Which tracking you require: an app, a link, or check calls.",
    T.OTHER: "Anything else carriers ask: overnight parking, pallet exchange, PPE, scales.",
}
# In the order in which people read them: those for every load first.
ORDER = ("question", "load", "facility", "customer", "equipment", "pk")
ON_OVERVIEW = 5
PAGE_SIZE = 50
MAX_QUESTIONS = 50  # of a call or load, shown on its page


@dataclass(frozen=True)
class TopicAnswers:
    """A topic with its first answers, and how many more there are."""

    topic: str
    label: str
    purpose: str
    answers: list[ApprovedAnswer]
    more: int


@dataclass(frozen=True)
class AskedQuestion:
    """A question with the name of its topic; answered, who did; else the form to answer it with."""

    question: OpenQuestion
    topic: str
    by: str
    form: QuestionForm | None


def answers_by_topic() -> list[TopicAnswers]:
    """Return every topic with its first answers; one query."""
    place = Window(RowNumber(), partition_by="topic", order_by=[F(name).asc() for name in ORDER])
    found = ApprovedAnswer.objects.annotate(
        place=place, number=Window(Count("pk"), partition_by="topic")
    ).filter(place__lte=ON_OVERVIEW)
    of_topic: dict[str, list[ApprovedAnswer]] = {topic: [] for topic in T.values}
    for answer in found.order_by("topic", "place"):
        of_topic[answer.topic].append(answer)
    return [
        _topic(topic, answers, (answers[0].number if answers else 0) - len(answers))  # type: ignore[attr-defined]
        for topic, answers in of_topic.items()
    ]


def answers_of_topic(topic: str, page_number: str | None) -> tuple[Page, TopicAnswers]:
    """Return a page of one topic's answers; two queries."""
    found = ApprovedAnswer.objects.filter(topic=topic).order_by(*ORDER)
    page = Paginator(found, PAGE_SIZE).get_page(page_number)
    return page, _topic(topic, list(page.object_list), 0)


def questions_of_call(
    conversation: Conversation, given: Mapping[int, QuestionForm] | None = None
) -> list[AskedQuestion]:
    """Return what was asked in a conversation, open ones first; `given` are forms that were sent, by question.

    Two queries at most.
    """
    asked = OpenQuestion.objects.filter(conversation=conversation).select_related("load")
    return _asked(asked.order_by(F("answered_at").asc(nulls_first=True), "asked_at", "pk"), given or {})


def questions_of_load(load: Load) -> tuple[list[AskedQuestion], int]:
    """Return what is still open about a load, oldest first, and how many there are in all; two queries at most."""
    waiting = OpenQuestion.objects.waiting().filter(load=load)
    found = _asked(waiting.in_order(), {})
    return found, len(found) if len(found) < MAX_QUESTIONS else waiting.count()


def topic_words(topic: str) -> str:
    """Return a topic's name; topics of questions are more than those of answers."""
    return T(topic).label if topic in T.values else topic.replace("_", " ").capitalize()


def _topic(topic: str, answers: list[ApprovedAnswer], more: int) -> TopicAnswers:
    return TopicAnswers(topic, T(topic).label, PURPOSES[topic], answers, more)


def _asked(questions: Iterable[OpenQuestion], given: Mapping[int, QuestionForm]) -> list[AskedQuestion]:
    shown = list(questions[:MAX_QUESTIONS])  # type: ignore[index]
    names = names_of(each.answered_by for each in shown if each.answered_by)
    return [
        AskedQuestion(
            question=each,
            topic=topic_words(each.topic),
            by=names.get(each.answered_by, ""),
            form=(given.get(each.pk) or QuestionForm(question=each)) if each.is_open else None,
        )
        for each in shown
    ]


# Reads about alarms: what a load's broker must know at once, for the page of today and for the load's.


MAX_SHOWN = 5
MAX_COUNTED = 100
MAX_OF_LOAD = 10
TONES = {AlarmKind.LATE: "wait"}


@dataclass(frozen=True)
class AlarmRow:
    """An alarm with who told it, and who has seen it (empty: nobody)."""

    alarm: LoadAlarm
    tone: str
    party: str
    seen_by: str


@dataclass(frozen=True)
class Alarms:
    """The newest first; `more` aren't shown."""

    rows: list[AlarmRow]
    more: int


def open_alarms(*, most: int = MAX_SHOWN) -> Alarms:
    """Return what nobody has seen yet; one query."""
    found = list(_with_parties(LoadAlarm.objects.unseen().newest_first())[:MAX_COUNTED])
    return Alarms([_row(alarm, "") for alarm in found[:most]], max(0, len(found) - most))


def alarms_of_load(load: Load) -> list[AlarmRow]:
    """Return what happened to a load, what nobody has seen first; two queries at most."""
    of_load = _with_parties(LoadAlarm.objects.filter(load=load).newest_first())
    found = sorted(of_load[:MAX_OF_LOAD], key=lambda alarm: alarm.seen_at is not None)
    names = names_of(alarm.seen_by for alarm in found if alarm.seen_by)
    return [_row(alarm, names.get(alarm.seen_by, "")) for alarm in found]


def _with_parties(alarms: QuerySet[LoadAlarm]) -> QuerySet[LoadAlarm]:
    joined = alarms.select_related("load", "conversation__call", "conversation__carrier")
    return joined.defer(
        "load__special_instructions", "conversation__skill_state", "conversation__call__transcript"
    ).fetch_mode(FETCH_RAISE)


def _row(alarm: LoadAlarm, seen_by: str) -> AlarmRow:
    conversation = alarm.conversation
    call = getattr(conversation, "call", None)
    if call is not None:
        call.conversation = conversation
    name = party_name(call) if call else (conversation.carrier.name if conversation.carrier else "")
    number = party_number(call) if call else ""
    return AlarmRow(alarm, TONES.get(AlarmKind(alarm.kind), "stop"), party(name, number), seen_by)


# Reads for the settings about calls.


def numbers_with_agents() -> tuple[list[PhoneNumber], list[Agent]]:
    """Return the organization's numbers, and all agents that might answer them; two queries."""
    numbers = PhoneNumber.objects.select_related("agent").order_by("number")
    return list(numbers), list(Agent.objects.order_by("name", "pk"))
