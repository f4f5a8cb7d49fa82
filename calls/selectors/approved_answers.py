"""Approved answers by topic, and open questions."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import Count, F, Window
from django.db.models.functions import RowNumber

from calls.forms.settings import QuestionForm
from calls.language.reading import Topic
from calls.models import ApprovedAnswer, Conversation, OpenQuestion
from calls.selectors.agents import names_of
from calls.states import AnswerTopic
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

    @property
    def is_note(self) -> bool:
        """Whether it was told rather than asked, so that there is nothing to answer."""
        return self.question.topic == Topic.NOTE


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
