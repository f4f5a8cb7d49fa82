"""The page of approved answers, and open questions on the pages of calls, loads and bids; who may do what."""

import pytest
from django.urls import reverse

from calls.models import ApprovedAnswer, OpenQuestion
from calls.selectors.approved_answers import MAX_QUESTIONS, PURPOSES
from calls.states import AnswerTopic
from organizations.models import AuditEntry
from tests.calls.pages.making import MARKUP, make_call
from tests.factories import (
    NOW,
    ApprovedAnswerFactory,
    BidFactory,
    CallFactory,
    LoadFactory,
    OpenQuestionFactory,
)

pytestmark = pytest.mark.deep

LIST = reverse("calls:answers")
ADD = reverse("calls:add_answer")
HTMX = {"HX-Request": "true"}


@pytest.fixture
def page(client, owner):
    """The signed-in owner's browser."""
    client.force_login(owner)
    return client


@pytest.fixture
def desk(client, broker):
    """The signed-in broker's browser."""
    client.force_login(broker)
    return client


def of(name, row):
    return reverse(f"calls:{name}", args=[row.pk])


def said(response):
    """The errors of the form that is shown."""
    return [error for errors in response.context["form"].errors.values() for error in errors]


# The settings


def test_every_topic_says_what_it_is_for():
    assert list(PURPOSES) == AnswerTopic.values


def test_without_answers_the_page_says_what_the_agent_does(page):
    text = page.get(LIST).text

    assert "No approved answers yet" in text
    assert "saves the question for you" in text
    assert text.count("Goes to your team") == len(AnswerTopic)


def test_owner_adds_an_answer(page, acme, owner):
    assert page.get(ADD, {"topic": "lumper"}).context["form"]["topic"].value() == "lumper"
    given = {
        "topic": "lumper",
        "question": "left over",
        "answer_en": " We reimburse\r\nit. ",
        "facility": "dallas, texas",
        "customer": "Kestrel  Mills",
    }

    assert page.post(ADD, given).url == f"{LIST}#lumper"

    answer = ApprovedAnswer.unscoped.get(organization=acme)
    assert (answer.topic, answer.question, answer.answer_en) == ("lumper", "", "We reimburse it.")
    assert answer.where == ["Dallas, TX", "Kestrel Mills"]
    assert answer.updated_by == f"user:{owner.pk}"
    text = page.get(LIST).text
    assert "“We reimburse it.”" in text
    assert "No approved answers yet" not in text


def test_owner_changes_and_deletes_an_answer(page, acme):
    answer = ApprovedAnswerFactory(organization=acme)
    given = {"topic": "detention", "answer_en": "None.", "answer_es": "Nada.", "equipment": "reefer"}
    assert "Two hours free" in page.get(of("edit_answer", answer)).text
    page.post(of("edit_answer", answer), given)
    answer.refresh_from_db()
    assert (answer.answer_en, answer.answer_es, answer.equipment) == ("None.", "Nada.", "reefer")
    assert AuditEntry.unscoped.get().details["values"] == {
        name: given[name] for name in given if name != "topic"
    }

    page.post(of("delete_answer", answer))
    assert not ApprovedAnswer.unscoped.exists()


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"answer_en": ""}, "Enter the answer in English"),
        ({"topic": "other"}, "Enter the question in a few words"),
        ({"topic": "rate"}, "Select a valid choice"),
        ({"answer_en": "x" * 301}, "at most 300"),
        ({"facility": "nowhere at all"}, "such as Dallas, TX"),
        ({"equipment": "sled"}, "Select a valid choice"),
        ({"load": "L-1", "answer_en": "They pay $2,719."}, "The agent never gives out either"),
        ({"customer": "kestrel mills"}, "You already have an answer"),
    ],
)
def test_wrong_answer_is_told(page, acme, given, words):
    LoadFactory(organization=acme, external_id="L-1")
    ApprovedAnswerFactory(organization=acme, customer="Kestrel Mills")

    response = page.post(ADD, {"topic": "detention", "answer_en": "Two hours free."} | given)

    assert words in " ".join(said(response))
    assert ApprovedAnswer.unscoped.count() == 1


def test_answer_that_is_saved_unchanged_stays(page, acme):
    answer = ApprovedAnswerFactory(organization=acme)
    page.post(of("edit_answer", answer), {"topic": "detention", "answer_en": answer.answer_en})

    assert not AuditEntry.unscoped.exists()


@pytest.mark.parametrize("role", ["broker", "viewer"])
def test_others_read_the_answers(client, acme, role, request):
    answer = ApprovedAnswerFactory(organization=acme)
    client.force_login(request.getfixturevalue(role))

    text = client.get(LIST).text

    assert answer.answer_en in text
    assert ADD not in text
    assert of("edit_answer", answer) not in text
    assert client.get(ADD).status_code == client.post(ADD, {}).status_code == 403
    assert client.post(of("edit_answer", answer)).status_code == 403
    assert client.post(of("delete_answer", answer)).status_code == 403


@pytest.mark.parametrize("count", [1, 30])
def test_list_takes_as_many_queries_for_many(page, acme, django_assert_num_queries, count):
    for number in range(count):
        ApprovedAnswerFactory(organization=acme, load=f"L-{number}")
        ApprovedAnswerFactory(organization=acme, topic="other", question=f"question {number}")
    with django_assert_num_queries(4):
        text = page.get(LIST).text

    assert ("25 more about Detention" in text) == (count == 30)


def test_topic_with_many_answers_has_pages(page, acme):
    for number in range(51):
        ApprovedAnswerFactory(organization=acme, load=f"L-{number:02}")

    first, second = (page.get(LIST, {"topic": "detention", "page": each}) for each in (1, 2))

    assert ("Load L-49" in first.text, "Load L-50" in first.text) == (True, False)
    assert "Load L-50" in second.text
    assert page.get(LIST, {"topic": "nonsense", "page": "x"}).status_code == 200


# A call's page


@pytest.fixture
def call(acme):
    return make_call(acme)


def ask(call, **fields):
    return OpenQuestionFactory(organization=call.organization, conversation=call.conversation, **fields)


def test_call_without_questions_shows_no_card(desk, call):
    assert "Open questions" not in desk.get(of("page", call)).text


def test_call_shows_what_was_asked(desk, acme, broker, call):
    ask(call, words=MARKUP, topic="money_owed")
    ask(
        call,
        words="Quick pay?",
        topic="quick_pay",
        answered_at=NOW,
        answered_by=f"user:{broker.pk}",
        answer="2% next day",
    )

    response = desk.get(of("page", call))

    open_one, answered = response.context["page"].questions
    assert (open_one.topic, open_one.form is None) == ("Money owed", False)
    assert (answered.topic, answered.by, answered.form) == ("Quick pay", str(broker), None)
    assert "2% next day" in response.text
    assert "Save as approved answer" in response.text
    assert MARKUP not in response.text


def test_broker_answers_without_scripts(desk, broker, call):
    question = ask(call)

    response = desk.post(of("answer_question", question), {"answer": "Net 30."})

    assert response.url == of("page", call)
    question.refresh_from_db()
    assert (question.answer, question.answered_by) == ("Net 30.", f"user:{broker.pk}")
    assert not ApprovedAnswer.unscoped.exists()
    desk.post(of("answer_question", question), {"answer": "Net 15."})
    assert "A teammate already answered this question." in desk.get(of("page", call)).text
    desk.post(of("answer_question", ask(call)), {"answer": " "})
    assert "This field is required" in desk.get(of("page", call)).text


def test_broker_answers_in_place_and_keeps_the_answer(desk, acme, call):
    question = ask(call)

    text = desk.post(of("answer_question", question), {"answer": "Net 30.", "keep": "on"}, headers=HTMX).text

    assert "<html" not in text
    assert "Net 30." in text
    assert ApprovedAnswer.unscoped.get(organization=acme).answer_en == "Net 30."


def test_what_is_wrong_stands_beside_the_question(desk, acme, call):
    question = ask(call, load=LoadFactory(organization=acme))
    ask(call)
    given = {"answer": "The customer pays $2,719", "keep": "on"}

    text = desk.post(of("answer_question", question), given, headers=HTMX).text

    assert text.count("The agent never gives out either") == 1
    assert "The customer pays $2,719" in text
    assert OpenQuestion.unscoped.filter(answered_at=None).count() == 2
    # Told to one carrier by a broker it may be.
    desk.post(of("answer_question", question), given | {"keep": ""}, headers=HTMX)
    assert OpenQuestion.unscoped.filter(answered_at=None).count() == 1


def test_viewer_reads_questions(client, viewer, call):
    question = ask(call)
    client.force_login(viewer)

    text = client.get(of("page", call)).text

    assert question.words in text
    assert "Save as approved answer" not in text
    assert client.post(of("answer_question", question), {"answer": "x"}).status_code == 403


def test_part_of_the_call_fetches_itself(desk, call):
    assert "Open questions" not in desk.get(of("questions", call), headers=HTMX).text
    ask(call)
    assert "Open questions" in desk.get(of("questions", call), headers=HTMX).text
    assert desk.get(of("questions", call)).url == of("page", call)


@pytest.mark.parametrize("count", [1, 20])
def test_part_takes_as_many_queries_for_many(desk, broker, call, django_assert_num_queries, count):
    for _ in range(count):
        ask(call)
        ask(call, answered_at=NOW, answered_by=f"user:{broker.pk}", answer="Net 30.")
    with django_assert_num_queries(6):  # session, person, membership; call, questions, people
        desk.get(of("questions", call), headers=HTMX)


# A load's page, and bids


def test_load_says_how_many_questions_are_open(desk, acme, call):
    load = LoadFactory(organization=acme)
    url = reverse("calls:questions_of_load", args=[load.pk])
    assert url in desk.get(reverse("loads:page", args=[load.pk])).text
    assert "No open questions" in desk.get(url).text
    assert " hidden" in desk.get(url, headers=HTMX).text
    for _ in range(MAX_QUESTIONS + 1):
        ask(call, load=load)
    ask(call)
    ask(call, load=load, words="Told", answered_at=NOW, answered_by="user:1", answer="x")

    response = desk.get(url, headers=HTMX)

    assert response.context["number"] == MAX_QUESTIONS + 1
    assert len(response.context["questions"]) == MAX_QUESTIONS
    assert "Told" not in response.text
    assert " hidden" not in response.text


def test_bid_shows_the_open_questions_of_its_call(desk, acme):
    call = CallFactory(organization=acme)
    bid = BidFactory(organization=acme, conversation=call.conversation)
    BidFactory(organization=acme, load=bid.load, conversation=None, channel="manual")
    lists = [reverse("bids:list"), reverse("bids:of_load", args=[bid.load_id])]
    assert all("open question" not in desk.get(url).text for url in lists)
    ask(call, words="Is the lumper covered?")
    ask(call, words="Told", answered_at=NOW, answered_by="user:1", answer="x")
    assert all("1 open question" in desk.get(url).text for url in lists)
    ask(call, words="Quick pay?")

    assert all("2 open questions" in desk.get(url).text for url in lists)
    text = desk.get(reverse("bids:page", args=[bid.pk])).text
    assert "Is the lumper covered?" in text
    assert "Told" not in text
    assert f"{of('page', call)}#questions" in text


def test_what_was_told_is_marked_as_read_instead_of_answered(desk, acme):
    call = CallFactory(organization=acme)
    note = OpenQuestionFactory(
        organization=acme, conversation=call.conversation, topic="note", words="dock 4"
    )
    shown = desk.get(of("page", call)).text
    assert "Mark as read" in shown
    assert "Save answer" not in shown

    answer = desk.post(reverse("calls:answer_question", args=[note.pk]), {"answer": "Read"}, headers=HTMX)

    note.refresh_from_db()
    assert (answer.status_code, note.is_open, note.answer) == (200, False, "Read")
    assert "Mark as read" not in answer.text
