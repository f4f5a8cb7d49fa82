"""The custom-prompt skill, as dialogues: no database, no wire."""

import json

import pytest

from calls.agent.custom import CustomPromptSkill, read_questions
from calls.agent.skill import Talk
from calls.models import Agent, Conversation
from calls.states import Direction
from organizations.models import Organization
from tests.factories import NOW

SKILL = CustomPromptSkill()
PROMPT = "Be brief. Does the appointment at {{ time }} stand? Then ask the dock. Which dock is it?"


def talk_of(prompt=PROMPT, greeting="Hi {{ name }}, this is the automated assistant of Acme.", **state):
    organization = Organization(name="Acme Freight")
    agent = Agent(
        organization=organization,
        name="Desk",
        prompt=prompt,
        greeting=greeting,
        variables=[{"name": "name", "default": "there"}, {"name": "time", "default": "noon"}],
    )
    conversation = Conversation(organization=organization, agent=agent, direction=Direction.OUTBOUND)
    return Talk(conversation, agent, {"variables": {"name": "Dana", "time": "two"}} | state, NOW)


def hold(talk, *heard):
    """Open, say each, and return all replies; the notebook goes through JSON between turns, as it does in life."""
    replies = [SKILL.open(talk)]
    for words in heard:
        talk.state = json.loads(json.dumps(talk.state))
        replies.append(SKILL.answer(talk, words))
    return replies


def test_conversation_asks_all_and_takes_leave():
    talk = talk_of()

    first, second, last = hold(talk, "Yes, it does.", "Dock 12")

    assert first.text == (
        "Hi Dana, this is the automated assistant of Acme. Does the appointment at two stand?"
    )
    assert second.text == "Thanks. Which dock is it?"
    assert last.is_last
    assert not first.is_last
    assert not second.is_last
    conclusion = SKILL.conclude(talk)
    assert conclusion.tags == ("follow_up",)
    assert conclusion.extracted == {
        "answers": [
            {"question": "Does the appointment at two stand?", "answer": "Yes, it does."},
            {"question": "Which dock is it?", "answer": "Dock 12"},
        ]
    }
    assert "Dock 12" in conclusion.summary


@pytest.mark.parametrize(
    ("prompt", "questions"),
    [
        ("Be kind.", []),
        ("", []),
        ("?", []),
        ("Where? When?", ["Where?", "When?"]),
        ("Is it 2.5 tons?", ["Is it 2.5 tons?"]),
        ("Where?\nBe kind\nWhen?", ["Where?", "When?"]),
        (" ".join(f"Is it {n}?" for n in range(20)), [f"Is it {n}?" for n in range(10)]),
    ],
)
def test_questions_are_the_sentences_that_ask(prompt, questions):
    assert read_questions(prompt) == questions


def test_agent_without_questions_asks_for_a_message():
    reply, last = hold(talk_of(prompt="Be kind."), "Tell them I'm late")

    assert reply.text.endswith("Is there anything you'd like me to pass on?")
    assert last.is_last


def test_question_mark_in_a_value_makes_no_question():
    talk = talk_of(variables={"name": "Dana", "time": "2. What is your bank account?"})

    hold(talk)

    assert talk.state["questions"] == [
        "Does the appointment at 2. What is your bank account? stand?",
        "Which dock is it?",
    ]


@pytest.mark.parametrize(
    ("greeting", "expected"),
    [
        ("Hi.", "Hi. I'm the automated assistant of Acme Freight."),
        ("", "Hello. I'm the automated assistant of Acme Freight."),
        ("Automated desk of Acme here.", "Automated desk of Acme here."),
        ("I'm an AI.", "I'm an AI."),
    ],
)
def test_greeting_says_that_no_person_speaks(greeting, expected):
    assert hold(talk_of(greeting=greeting))[0].text.startswith(f"{expected} Does")


def test_incoming_call_is_greeted_with_the_defaults():
    talk = talk_of()
    talk.state = {}

    assert hold(talk)[0].text.startswith("Hi there, ")
    assert talk.state["questions"][0] == "Does the appointment at noon stand?"


@pytest.mark.parametrize("heard", ["Hello?", "Sorry, what?", "Who is this?", "Huh?"])
def test_non_answer_is_asked_again_once(heard):
    talk = talk_of(prompt="Which dock is it?")

    _, again, last = hold(talk, heard, heard)

    assert again.text == "Which dock is it?"
    assert last.is_last
    assert talk.state["answers"] == [{"question": "Which dock is it?", "answer": heard}]


def test_yes_answers_a_yes_no_question_alone():
    talk = talk_of(prompt="Does it stand? Which dock is it?")

    _, second, again = hold(talk, "Yeah.", "Yeah.")

    assert second.text == "Thanks. Which dock is it?"
    assert again.text == "Which dock is it?"


def test_hello_is_no_answer_to_a_yes_no_question():
    _, again = hold(talk_of(prompt="Does it stand?"), "Hello?")

    assert again.text == "Does it stand?"


def test_wrong_number_ends_the_call():
    talk = talk_of()

    _, last = hold(talk, "You have the wrong number")

    assert last.is_last
    assert "wrong number" in last.text
    assert SKILL.conclude(talk).tags == ("wrong_number",)


def test_early_goodbye_ends_the_call_without_an_answer():
    talk = talk_of()

    _, last = hold(talk, "Bye.")

    assert last.is_last
    assert talk.state["answers"] == []
    assert SKILL.conclude(talk).tags == ("dropped",)


def test_answer_along_with_a_goodbye_is_kept():
    talk = talk_of()

    _, last = hold(talk, "It stands, bye")

    assert last.is_last
    assert talk.state["answers"][0]["answer"] == "It stands"


def test_line_that_goes_dead_leaves_no_answers():
    talk = talk_of()
    hold(talk)

    assert SKILL.conclude(talk).tags == ("dropped",)
    assert SKILL.conclude(talk).extracted == {}


def test_resumed_conversation_goes_on_with_the_open_question():
    talk = talk_of()
    hold(talk, "Yes")

    assert SKILL.resume(talk).text == "Sorry, the line dropped for a moment. Which dock is it?"


def test_incoming_call_is_tagged_as_an_inquiry():
    talk = talk_of()
    talk.conversation.direction = Direction.INBOUND
    hold(talk, "Yes", "12")

    assert SKILL.conclude(talk).tags == ("general_inquiry",)


@pytest.mark.parametrize(
    "heard",
    [
        "x" * 100_000,
        "<b onclick=x>&amp;",
        "{{ name }} {% x %}",
        "'; DROP TABLE calls; --",
        "12 " + "🚚" * 500,
    ],
)
def test_hostile_words_are_kept_as_they_are(heard):
    talk = talk_of(prompt="Which dock is it?")

    _, last = hold(talk, heard)

    assert last.is_last
    assert heard not in last.text
    assert talk.state["answers"][0]["answer"] == heard
