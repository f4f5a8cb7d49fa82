"""What agents may answer: which approved answer counts, and questions that are left to a broker."""

import pytest
from django.db import IntegrityError, connection, transaction

from calls.language.reading import Topic
from calls.models import ApprovedAnswer, OpenQuestion
from calls.services.approved_answers import (
    AlreadyAnswered,
    AnswerTaken,
    add_answer,
    answer_question,
    approved_answer,
    change_answer,
    delete_answer,
    keywords,
    names_hidden_rate,
    note_question,
)
from calls.states import AnswerTopic
from loads.models import Stop
from organizations.models import AuditEntry
from organizations.places.gazetteer import find_place
from organizations.tenancy.actors import system
from tests.factories import NOW, ApprovedAnswerFactory, ConversationFactory, LoadFactory, OpenQuestionFactory

BY = system("tests")


@pytest.fixture
def load(in_acme):
    return LoadFactory(organization=in_acme, external_id="L-1")


@pytest.fixture
def told(monkeypatch):
    """What live pages were told."""
    names = []
    monkeypatch.setattr(
        "organizations.tenancy.live_updates.changed", lambda _, *changed: names.extend(changed)
    )
    return names


def approve(organization, answer="Two hours free.", **values):
    return ApprovedAnswerFactory(organization=organization, answer_en=answer, **values)


def answered(load, topic="detention", language="en", words=""):
    return approved_answer(topic=topic, language=language, load=load, words=words)


# Which answer counts


def test_topics_are_those_of_readings():
    assert set(AnswerTopic.values) <= set(Topic)


def test_nothing_approved_is_no_answer(load):
    assert answered(load) == ""


def test_the_closest_answer_counts(load):
    closer = [
        {},
        {"equipment": "van"},
        {"customer": "KESTREL mills"},
        {"facility": "atlanta, ga"},
        {"load": "L-1"},
    ]
    for number, where in enumerate(closer):
        approve(load.organization, f"answer {number}", **where)
        assert answered(load) == f"answer {number}"


@pytest.mark.parametrize(
    "elsewhere",
    [
        {"equipment": "reefer"},
        {"customer": "Kestrel"},
        {"facility": "Waco, TX"},
        {"load": "L-2"},
        {"customer": "Kestrel Mills", "facility": "Waco, TX"},
    ],
)
def test_answer_for_something_else_doesnt_count(load, elsewhere):
    approve(load.organization, **elsewhere)

    assert answered(load) == ""


def test_without_a_load_general_answers_alone_count(load):
    approve(load.organization, customer="Kestrel Mills")
    assert answered(None) == ""
    approve(load.organization, "Everywhere.")
    assert answered(None) == "Everywhere."


def test_load_that_tells_little_gets_the_general_answer(in_acme):
    bare = LoadFactory(
        organization=in_acme, customer_name="", equipment_type="", origin_city="", origin_state=""
    )
    approve(in_acme, "Everywhere.")
    assert answered(bare) == "Everywhere."


def test_facility_may_lie_between(load):
    approve(load.organization, "In Memphis.", facility="Memphis, TN")
    assert answered(load) == ""
    Stop.objects.create(organization=load.organization, load=load, position=1, city="MEMPHIS", state="TN")
    assert answered(load) == "In Memphis."


def test_facility_is_known_however_the_tms_spells_it(in_acme):
    load = LoadFactory(
        organization=in_acme,
        origin_city="Ft Worth",
        origin_state="Texas",
        origin_place_id=find_place("Fort Worth", "TX").pk,
    )
    approve(in_acme, "In Fort Worth.", facility="Fort Worth, TX")

    assert answered(load) == "In Fort Worth."


def test_other_language_is_no_answer(load):
    approve(load.organization, "Two hours free.", answer_es="Dos horas libres.")
    assert answered(load, language="es") == "Dos horas libres."
    # What is said everywhere isn't right on this load.
    approve(load.organization, "None on this one.", load="L-1")
    assert answered(load, language="es") == ""
    assert answered(load, language="en-US") == "None on this one."


def test_answer_of_another_topic_or_organization_isnt_given(load, rival):
    approve(load.organization, topic="layover")
    approve(rival)

    assert answered(load) == ""


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("Is there any parking there overnight?", "parking"),
        ("overnight parking", "parking"),
        ("parking?", "parking"),
        ("do you guys exchange pallets", "pallets"),
        ("¿Hay estacionamiento de noche?", ""),
        ("do I need to stay overnight in a motel", ""),
        ("what about that load", ""),
        ("", ""),
    ],
)
def test_other_questions_are_told_apart_by_their_keywords(load, words, answer):
    approve(load.organization, "parking", topic="other", question="overnight parking, truck parking")
    approve(load.organization, "pallets", topic="other", question="Pallets: exchange, CHEP")

    assert answered(load, "other", words=words) == answer


def test_topic_without_a_heading_is_looked_up_among_the_others(load):
    approve(load.organization, "Drop trailers.", topic="other", question="drop or live unload")

    assert answered(load, Topic.DROP_OR_LIVE, words="is it a drop or a live unload") == "Drop trailers."
    assert answered(load, Topic.WEIGHT, words="how heavy is it") == ""


def test_same_question_is_answered_by_the_closest(load):
    approve(load.organization, "No.", topic="other", question="overnight parking")
    approve(load.organization, "Yes, here.", topic="other", question="overnight parking", load="L-1")

    assert answered(load, "other", words="can I park overnight") == "Yes, here."


@pytest.mark.parametrize("topic", ["detention", "other"])
def test_lookup_takes_one_query(load, django_assert_num_queries, topic):
    approve(load.organization)
    approve(load.organization, topic="other", question="overnight parking")
    with django_assert_num_queries(1):
        answered(load, topic, words="overnight parking")


def test_keywords_know_no_accents_and_no_fillers():
    assert keywords("¿Dónde está el Andén número 5B?") == {"anden", "esta", "numero", "5b"} - {"esta"}


# Writing answers


def test_answer_is_written_changed_and_deleted(in_acme):
    values = {"topic": "detention", "answer_en": "Two hours free."}
    answer = add_answer(organization=in_acme, values=values, by=BY, at=NOW)
    change_answer(answer_id=answer.pk, values=values | {"answer_en": "One hour free."}, by=BY, at=NOW)
    change_answer(answer_id=answer.pk, values={"answer_en": "One hour free."}, by=BY, at=NOW)

    answer = ApprovedAnswer.objects.get()
    assert (answer.answer_en, answer.updated_by, answer.updated_at) == ("One hour free.", str(BY), NOW)
    delete_answer(answer=answer, by=BY, at=NOW)
    assert not ApprovedAnswer.objects.exists()
    actions = AuditEntry.unscoped.order_by("pk").values_list("action", flat=True)
    assert list(actions) == ["approved_answer.added", "approved_answer.changed", "approved_answer.deleted"]


def test_there_is_one_answer_for_a_place(in_acme, rival):
    approve(rival)
    approve(in_acme, customer="Kestrel Mills")
    values = {"topic": "detention", "answer_en": "Something else."}

    with pytest.raises(AnswerTaken):
        add_answer(organization=in_acme, values=values | {"customer": "KESTREL MILLS"}, by=BY, at=NOW)
    other = add_answer(organization=in_acme, values=values, by=BY, at=NOW)
    with pytest.raises(AnswerTaken):
        change_answer(answer_id=other.pk, values={"customer": "kestrel mills"}, by=BY, at=NOW)


@pytest.mark.parametrize(
    "values", [{"answer_en": ""}, {"topic": "other"}, {"topic": "detention", "question": "what is it"}]
)
def test_database_holds_answers_that_make_sense_alone(in_acme, values):
    with pytest.raises(IntegrityError), transaction.atomic():
        ApprovedAnswerFactory(organization=in_acme, **values)


def test_longest_answer_fits_into_its_index(in_acme):
    longest = {
        field.name: "🚚" * (field.max_length or 0)
        for field in ApprovedAnswer._meta.fields
        if field.name in ("question", "answer_en", "load", "facility", "customer")
    }
    ApprovedAnswerFactory(organization=in_acme, topic="other", equipment="power_only", **longest)


@pytest.mark.parametrize(
    ("text", "is_hidden"),
    [
        ("The customer pays $2,719.", True),
        ("We go up to 1953 on it", True),
        ("Detention is $50 an hour, 2 hours free.", False),
        ("We can do 1500", False),
    ],
)
def test_rates_that_nobody_may_hear_are_found(load, text, is_hidden):
    assert names_hidden_rate(text, load) is is_hidden


# Questions


def test_question_is_noted_once(in_acme, load, told):
    conversation = ConversationFactory(organization=in_acme, skill_state={"language": "es"})
    for words in ("¿Pagan  el lumper?\n", "¿Pagan el lumper?"):
        question = note_question(
            conversation=conversation, load=load, topic=Topic.LUMPER, words=words, at=NOW
        )

    assert OpenQuestion.objects.get() == question
    assert (question.topic, question.words, question.language) == ("lumper", "¿Pagan el lumper?", "es")
    assert question.is_open
    assert told == [f"questions:{conversation.pk}", "bids", f"load:{load.pk}"]


def test_question_needs_no_load_and_is_cut(in_acme):
    conversation = ConversationFactory(organization=in_acme)
    for _ in range(2):
        note_question(conversation=conversation, load=None, topic="other", words="why\0 " * 200, at=NOW)

    question = OpenQuestion.objects.get()
    assert (len(question.words), question.language) == (300, "en")


def test_question_is_answered_once(in_acme, told):
    question = OpenQuestionFactory(organization=in_acme)
    answer_question(question=question, answer="Net  30.", by=BY, at=NOW)
    with pytest.raises(AlreadyAnswered):
        answer_question(question=question, answer="Net 15.", by=BY, at=NOW)

    question.refresh_from_db()
    assert (question.answer, question.answered_at, question.answered_by) == ("Net 30.", NOW, str(BY))
    assert not question.is_open
    assert not ApprovedAnswer.objects.exists()
    assert told == [f"questions:{question.conversation_id}", "bids"]
    entry = AuditEntry.unscoped.get(action="question.answered")
    assert entry.details == {"call": question.conversation_id, "kept": False}


@pytest.mark.parametrize(
    ("asked", "kept"),
    [
        ({"topic": "terms"}, ("terms", "", "Net 30.", "")),
        ({"topic": "terms", "language": "es"}, ("terms", "", "", "Net 30.")),
        ({"topic": "other", "words": "PPE required?"}, ("other", "PPE required?", "Net 30.", "")),
        ({"topic": "hazmat", "words": "Is it hazmat?"}, ("other", "Is it hazmat?", "Net 30.", "")),
    ],
)
def test_answer_may_be_kept_for_everybody(in_acme, asked, kept):
    question = OpenQuestionFactory(organization=in_acme, **asked)
    answer_question(question=question, answer="Net 30.", by=BY, at=NOW, keep_as_answer=True)

    answer = ApprovedAnswer.objects.get()
    assert (answer.topic, answer.question, answer.answer_en, answer.answer_es) == kept
    assert answer.where == []


def test_kept_answer_takes_the_place_of_the_one_before(in_acme):
    approve(in_acme, "Net 45.", topic="terms", answer_es="A 45 días.")
    closer = approve(in_acme, "Net 10.", topic="terms", customer="Kestrel Mills")
    question = OpenQuestionFactory(organization=in_acme)
    answer_question(question=question, answer="Net 30.", by=BY, at=NOW, keep_as_answer=True)

    general = ApprovedAnswer.objects.exclude(pk=closer.pk).get()
    assert (general.answer_en, general.answer_es) == ("Net 30.", "A 45 días.")


def test_question_outlives_its_load_and_ends_with_its_conversation(in_acme, load):
    question = OpenQuestionFactory(organization=in_acme, load=load)
    load.delete()
    question.refresh_from_db()
    assert question.load_id is None
    question.conversation.delete()
    assert not OpenQuestion.objects.exists()


def test_question_stays_within_its_organization(in_acme, rival):
    OpenQuestionFactory(organization=in_acme, load=LoadFactory(organization=rival))

    with pytest.raises(IntegrityError):
        connection.check_constraints()
