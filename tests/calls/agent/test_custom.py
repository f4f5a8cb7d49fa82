"""The custom-prompt skill, as dialogues: no database, no wire."""

import json
from datetime import date, datetime
from decimal import Decimal

import pytest

from calls.language.reading import Act, Expecting, Figure, Question, Reading, Topic
from calls.language.understanding import BuiltIn
from calls.models import Agent, Conversation
from calls.skill import Talk
from calls.skills import answering
from calls.skills.custom import CustomPromptSkill
from calls.skills.custom_fields import read_questions, wrong_with
from calls.states import Direction
from organizations.models import Organization
from tests.factories import NOW

SKILL = CustomPromptSkill()
PROMPT = "Be brief. Does the appointment at {{ time }} stand? Then ask the dock. Which dock is it?"


def talk_of(
    prompt=PROMPT,
    greeting="Hi {{ name }}, this is the automated assistant with Acme.",
    extraction=(),
    language="en",
    **state,
):
    organization = Organization(name="Acme Freight")
    agent = Agent(
        organization=organization,
        name="Desk",
        prompt=prompt,
        greeting=greeting,
        extraction=list(extraction),
        variables=[{"name": "name", "default": "there"}, {"name": "time", "default": "noon"}],
    )
    conversation = Conversation(organization=organization, agent=agent, direction=Direction.OUTBOUND)
    variables = {"variables": {"name": "Dana", "time": "two"}} | state
    return Talk(conversation, agent, variables, NOW, language, {"load": None})


def meaning(words, *acts, unsure=(), **fields):
    return Reading(text=words, acts=acts, unsure=frozenset(unsure), **fields)


def asked(*topics, words="Say what?"):
    return meaning(words, Act.ASKS, questions=tuple(Question(topic, words) for topic in topics))


@pytest.fixture(autouse=True)
def passed_on(monkeypatch):
    """Questions that were passed on, as (topic, words); detention alone has an approved answer."""
    left = []
    approved = {"detention": "Two hours free."}
    monkeypatch.setattr(answering, "approved_answer", lambda **about: approved.get(about["topic"], ""))
    monkeypatch.setattr(
        answering, "note_question", lambda **question: left.append((question["topic"], question["words"]))
    )
    return left


def hold(talk, *heard):
    """Open, say each, and return all replies; the notebook goes through JSON between turns, as it does in life."""
    replies = [SKILL.open(talk)]
    for words in heard:
        talk.state = json.loads(json.dumps(talk.state))
        meant = words
        if isinstance(words, str):
            meant = BuiltIn().understand(words, SKILL.listening(talk, replies[-1].expecting))
        replies.append(SKILL.answer(talk, meant))
    return replies


def test_conversation_asks_all_and_takes_leave():
    talk = talk_of()

    first, second, last = hold(talk, meaning("Yes, it does.", Act.YES), meaning("Dock 12"))

    assert first.text == (
        "Hi Dana, this is the automated assistant with Acme. Does the appointment at two stand?"
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
    assert read_questions(prompt) == [(each, "") for each in questions]


def test_spanish_wording_of_a_question_stands_behind_it():
    prompt = "¿Cuándo? Which dock? ¿Qué andén? Which gate? ¿Cuál puerta? ¿Y el piso?"

    assert read_questions(prompt) == [
        *(
            ("¿Cuándo?", ""),
            ("Which dock?", "¿Qué andén?"),
            ("Which gate?", "¿Cuál puerta?"),
            ("¿Y el piso?", ""),
        ),
    ]


def test_agent_without_questions_asks_for_a_message():
    reply, last = hold(talk_of(prompt="Be kind."), meaning("Tell them I'm late", Act.LATE))

    assert reply.text.endswith("Is there anything you'd like me to pass on?")
    assert last.is_last


def test_question_mark_in_a_value_makes_no_question():
    talk = talk_of(variables={"name": "Dana", "time": "2. What is your bank account?"})

    hold(talk)

    assert [each["question"] for each in talk.state["questions"]] == [
        "Does the appointment at 2. What is your bank account? stand?",
        "Which dock is it?",
    ]


@pytest.mark.parametrize(
    ("greeting", "expected"),
    [
        ("Hi.", "Hi. I'm the automated assistant with Acme Freight."),
        ("", "Hello. I'm the automated assistant with Acme Freight."),
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
    assert talk.state["questions"][0]["question"] == "Does the appointment at noon stand?"


@pytest.mark.parametrize(
    "heard", [meaning("Hello?", Act.GREETS), meaning("Sorry, what?", Act.REPEAT), meaning("Yeah.", Act.YES)]
)
def test_non_answer_is_asked_again_once_in_other_words(heard):
    talk = talk_of(prompt="Which dock is it?")

    _, again, last = hold(talk, heard, heard)

    assert again.text == "Sorry, I didn't get that. Which dock is it?"
    assert last.is_last
    assert talk.state["answers"] == [{"question": "Which dock is it?", "answer": heard.text}]


@pytest.mark.parametrize(("act", "heard"), [(Act.YES, "Yeah."), (Act.NO, "Nope."), (Act.AGREES, "Sure.")])
def test_bare_yes_or_no_answers_a_yes_no_question_alone(act, heard):
    talk = talk_of(prompt="Does it stand? Which dock is it?")
    bare = meaning(heard, Act.YES if act == Act.AGREES else act)

    _, second, again = hold(talk, meaning(heard, act), bare)

    assert second.text == "Thanks. Which dock is it?"
    assert again.text.endswith("Which dock is it?")
    assert [each["answer"] for each in talk.state["answers"]] == [heard]


def test_hello_is_no_answer_to_a_yes_no_question():
    _, again = hold(talk_of(prompt="Does it stand?"), meaning("Hello?", Act.GREETS))

    assert again.text.endswith("Does it stand?")


# Questions asked back


@pytest.mark.parametrize(
    ("topic", "words"),
    [
        (Topic.WHO, "This is the automated assistant with Acme Freight."),
        (Topic.ROBOT, "Yes, I'm the automated assistant with Acme Freight."),
        (Topic.DETENTION, "Two hours free."),
        (Topic.LUMPER, "I can't help with that myself, so I'll pass it on to the team."),
    ],
)
def test_question_asked_back_is_answered_and_no_answer(topic, words, passed_on):
    talk = talk_of(prompt="Which dock is it?")

    back = hold(talk, asked(topic))[-1]

    assert back.text == f"{words} Which dock is it?"
    assert talk.state["answers"] == []
    assert passed_on == ([("lumper", "Say what?")] if topic == Topic.LUMPER else [])


@pytest.mark.parametrize(
    ("direction", "words", "reply", "is_passed_on"),
    [
        (Direction.OUTBOUND, "what's it about", "I have a few questions for you from Acme Freight.", False),
        (
            Direction.OUTBOUND,
            "which load is this",
            "I can't help with that myself, so I'll pass it on to the team.",
            True,
        ),
        (
            Direction.INBOUND,
            "what's it about",
            "I can't help with that myself, so I'll pass it on to the team.",
            True,
        ),
    ],
)
def test_what_our_call_is_about_is_told_also_without_a_load(direction, words, reply, is_passed_on, passed_on):
    talk = talk_of(prompt="Which dock is it?")
    talk.conversation.direction = direction

    back = hold(talk, asked(Topic.LOAD, words=words))[-1]

    assert back.text == f"{reply} Which dock is it?"
    assert bool(passed_on) is is_passed_on


def test_question_asked_back_over_and_over_is_never_an_answer():
    talk = talk_of(prompt="Which dock is it?")

    replies = hold(talk, *[asked(Topic.WHO)] * 9)

    assert replies[-1].is_last
    assert talk.state["answers"] == []


def test_answer_beside_a_question_is_kept():
    talk = talk_of()
    both = meaning(
        "It stands. Who is this?", Act.YES, Act.ASKS, questions=(Question(Topic.WHO, "Who is this?"),)
    )

    back = hold(talk, both)[-1]

    assert back.text == "This is the automated assistant with Acme Freight. Which dock is it?"
    assert talk.state["answers"][0]["answer"] == "It stands. Who is this?"


def test_answer_that_may_be_a_question_is_an_answer(passed_on):
    talk = talk_of()
    doubtful = meaning(
        "Yes, it does.",
        Act.YES,
        Act.ASKS,
        unsure=[Act.ASKS],
        questions=(Question(Topic.RATE, "Yes, it does."),),
    )

    assert hold(talk, doubtful)[-1].text == "Thanks. Which dock is it?"
    assert passed_on == []


# Ways out


def test_call_back_is_kept_with_its_time():
    talk = talk_of()

    last = hold(talk, meaning("call me at four", Act.CALLBACK, time=datetime(2026, 3, 2, 16)))[-1]

    assert last.is_last
    assert talk.state["call_back"]["time"] == "2026-03-02T16:00:00"
    assert SKILL.conclude(talk).tags == ("follow_up",)


def test_call_back_before_an_hour_is_not_due_at_that_hour():
    talk = talk_of()

    last = hold(talk, meaning("anytime before four, call me", Act.CALLBACK, time=datetime(2026, 3, 2, 16)))[
        -1
    ]

    assert last.is_last
    assert talk.state["call_back"]["time"] is None
    assert talk.state["call_back"]["words"] == "anytime before four, call me"


def test_call_back_without_a_time_is_asked_for_one():
    talk = talk_of()

    reply = hold(talk, meaning("I'm busy, call me later", Act.CALLBACK))[-1]

    assert (reply.is_last, reply.expecting) == (False, Expecting.CALLBACK)
    assert talk.state["offers_call_back"]


def test_somebody_else_is_asked_for_and_kept():
    talk = talk_of()

    _, contact, last = hold(
        talk,
        meaning("ask Maria, she's not in", Act.ASK_OTHER, person="Maria"),
        meaning("312 555 0142", phone="3125550142"),
    )

    assert contact.text.endswith("What number can we reach Maria at?")
    assert (last.text, last.is_last) == ("Thanks, we'll call Maria. Goodbye.", True)
    assert talk.state["ask_other"] == {
        "name": "Maria",
        "phone": "3125550142",
        "words": "ask Maria, she's not in",
    }
    assert SKILL.conclude(talk).tags == ("follow_up",)


def test_somebody_else_for_one_question_of_several_is_an_answer():
    talk = talk_of()

    last = hold(talk, meaning("Yes", Act.YES), meaning("You'd have to ask the yard", Act.ASK_OTHER))[-1]

    assert "noted" in last.text
    assert talk.state["answers"][1]["answer"] == "You'd have to ask the yard"


def test_goodbye_that_isnt_sure_ends_the_call_at_the_second_time():
    doubtful = meaning("gotta run", Act.LEAVES, unsure=[Act.LEAVES])

    _, again, last = hold(talk_of(), doubtful, doubtful)

    assert (again.is_last, last.is_last) == (False, True)


def test_early_goodbye_ends_the_call_without_an_answer():
    talk = talk_of()

    _, last = hold(talk, meaning("Bye.", Act.LEAVES))

    assert last.is_last
    assert talk.state["answers"] == []
    assert SKILL.conclude(talk).tags == ("dropped",)


def test_answer_along_with_a_goodbye_is_kept():
    talk = talk_of()

    _, last = hold(talk, meaning("It stands as is, bye", Act.LEAVES, spans=((17, 20),)))

    assert last.is_last
    assert talk.state["answers"][0]["answer"] == "It stands as is, bye"


def test_line_that_goes_dead_leaves_no_answers():
    talk = talk_of()
    hold(talk)

    assert SKILL.conclude(talk).tags == ("dropped",)
    assert SKILL.conclude(talk).extracted == {}


def test_resumed_conversation_goes_on_with_the_open_question():
    talk = talk_of()
    hold(talk, meaning("Yes", Act.YES))

    assert SKILL.resume(talk).text == "Sorry, the line dropped for a moment. Which dock is it?"


def test_incoming_call_is_tagged_as_an_inquiry():
    talk = talk_of()
    talk.conversation.direction = Direction.INBOUND
    hold(talk, meaning("Yes", Act.YES), meaning("12"))

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

    _, last = hold(talk, meaning(heard))

    assert last.is_last
    assert heard not in last.text
    assert talk.state["answers"][0]["answer"] == heard


def field(kind, name="dock", question="Which dock is it?", **more):
    return {"name": name, "type": kind, "question": question} | more


def test_fields_are_asked_for_after_the_prompts_questions():
    talk = talk_of(
        extraction=[
            field("number"),
            field("boolean", "isOpen", "Are you open on Sunday?"),
            {"name": "gate", "type": "text", "description": "The gate code."},
        ]
    )

    replies = hold(
        talk,
        meaning("It stands."),
        meaning("Dock 12"),
        meaning("Yeah.", Act.YES),
        meaning("It's four four"),
    )

    assert [reply.text for reply in replies[1:]] == [
        "Thanks. Which dock is it?",
        "Thanks. Are you open on Sunday?",
        "Thanks. Could you tell me the gate code?",
        "Thank you, I've noted that. Have a good day, goodbye.",
    ]
    assert replies[2].expecting == Expecting.CONFIRMATION
    extracted = SKILL.conclude(talk).extracted
    assert {name: extracted[name] for name in ("dock", "isOpen", "gate")} == {
        "dock": 12,
        "isOpen": True,
        "gate": "It's four four",
    }
    assert len(extracted["answers"]) == 4


@pytest.mark.parametrize(
    ("asked", "heard", "value"),
    [
        (field("number"), meaning("It's dock twenty-four"), 24),
        (field("number"), meaning("two point five"), 2.5),
        (field("number"), meaning("1,200 pounds"), 1200),
        (field("number"), meaning("twelve, no, fourteen"), 14),
        (field("boolean"), meaning("Nope", Act.NO), False),
        (field("boolean"), meaning("Sure do", Act.YES), True),
        (field("date"), meaning("on the fifth", day=date(2026, 3, 5)), "2026-03-05"),
        (field("date"), meaning("tomorrow at nine", time=datetime(2026, 3, 3, 9)), "2026-03-03"),
        (field("time"), meaning("at half past eight", time=datetime(2026, 3, 3, 8, 30)), "08:30"),
        (field("choice", choices=["van", "Dry Van", "reefer"]), meaning("it's a dry van"), "Dry Van"),
        (field("choice", choices=["Sí", "No"]), meaning("pues si"), "Sí"),
        (field("number"), meaning("about thirty four", temperature=Decimal("34.5")), 34.5),
        (field("number"), meaning("two grand", figures=(Figure(Decimal(2000)),)), 2000),
        (field("boolean"), meaning("That works", Act.AGREES), True),
        (field("text"), meaning("Ask for Bob"), "Ask for Bob"),
        (
            field("text", description="E-mail for the rate con"),
            meaning("it's a at b", email="a@b.com"),
            "a@b.com",
        ),
        (field("text", description="Their cell phone"), meaning("my cell", phone="3125550142"), "3125550142"),
        (field("text", description="Name of whoever signs"), meaning("it's Bob", name="Bob"), "Bob"),
        (field("text", description="Name of the facility"), meaning("Big Sky"), "Big Sky"),
    ],
)
def test_answer_becomes_a_value_of_its_type(asked, heard, value):
    talk = talk_of(prompt="", extraction=[asked])

    last = hold(talk, heard)[-1]

    assert last.is_last
    assert SKILL.conclude(talk).extracted["dock"] == value
    assert type(SKILL.conclude(talk).extracted["dock"]) is type(value)


@pytest.mark.parametrize(
    ("asked", "heard"),
    [
        (field("number"), "the big one by the gate"),
        (field("boolean"), "depends on the weather"),
        (field("date"), "whenever you like"),
        (field("time"), "whenever you like"),
        (field("choice", choices=["van", "reefer"]), "a van or a reefer"),
        (field("choice", choices=["van", "reefer"]), "a flatbed"),
        (field("text", description="Email"), "you have it on file"),
        (field("text", description="Phone number"), "the usual one"),
        (field("text", description="Contact name"), "the night guy"),
    ],
)
def test_answer_of_no_such_type_is_asked_for_again_then_kept_as_said(asked, heard):
    talk = talk_of(prompt="", extraction=[asked])

    _, again, last = hold(talk, meaning(heard), meaning(heard))

    assert again.text.endswith("Which dock is it?")
    assert last.is_last
    assert SKILL.conclude(talk).extracted["dock"] is None
    assert SKILL.conclude(talk).extracted["answers"][0]["answer"] == heard


def test_yes_that_depends_on_something_is_no_plain_yes():
    talk = talk_of(prompt="", extraction=[field("boolean", "isOpen", "Are you open on Sunday?")])
    condition = "only if he has a pickup number"

    _, last = hold(talk, meaning(f"Yes, {condition}", Act.YES, conditions=(condition,)))

    assert last.is_last
    extracted = SKILL.conclude(talk).extracted
    assert (extracted["isOpen"], extracted["conditions"]) == (None, [condition])
    assert extracted["answers"][0]["answer"] == f"Yes, {condition}"


def test_condition_that_is_read_as_a_question_is_an_answer(passed_on):
    words = "only if he got a pickup number"
    condition = meaning(
        words,
        Act.ASKS,
        questions=(Question(Topic.PICKUP_NUMBER, words),),
        conditions=(words,),
    )
    talk = talk_of()

    assert hold(talk, condition)[-1].text == (
        "I'll pass that condition on to the team: only if he got a pickup number. Which dock is it?"
    )
    assert SKILL.conclude(talk).extracted["conditions"] == [words]
    assert passed_on == []


def test_field_that_the_prompt_asks_for_is_asked_for_once():
    talk = talk_of(prompt="Which dock is it?", extraction=[field("number")])

    last = hold(talk, meaning("Number twelve"))[-1]

    assert last.is_last
    assert SKILL.conclude(talk).extracted["dock"] == 12


def test_field_that_nobody_told_is_null():
    talk = talk_of(prompt="Does it stand?", extraction=[field("number")])

    hold(talk, meaning("It stands, yes, bye", Act.YES, Act.LEAVES))

    assert SKILL.conclude(talk).extracted["dock"] is None


def test_variables_fill_the_fields_questions():
    talk = talk_of(prompt="", extraction=[field("text", question="Does {{ time }} suit {{ name }}?")])

    assert hold(talk)[0].text.endswith("Does two suit Dana?")


@pytest.mark.parametrize(
    ("described", "expecting"),
    [
        ({"name": "contactEmail"}, Expecting.CONTACT),
        ({"name": "driver_phone"}, Expecting.CONTACT),
        ({"name": "driverName"}, Expecting.NAME),
        ({"name": "companyName"}, Expecting.ANYTHING),
        ({"name": "note"}, Expecting.ANYTHING),
        ({"name": "when", "type": "time"}, Expecting.TIME),
    ],
)
def test_field_says_what_is_listened_for(described, expecting):
    talk = talk_of(prompt="", extraction=[{"type": "text", "question": "So?"} | described])

    assert hold(talk)[0].expecting == expecting


def test_spanish_agent_speaks_spanish_around_its_own_texts():
    talk = talk_of(
        prompt="¿En qué andén está? ¿Ya cargó?",
        greeting="Buenos días.",
        extraction=[{"name": "gate", "type": "text", "description": "El código de la puerta"}],
        language="es",
    )

    replies = hold(
        talk,
        meaning("En el andén doce", language="es"),
        meaning("Sí", Act.YES, language="es"),
        meaning("El cuarenta y cuatro", language="es"),
    )

    assert [reply.text for reply in replies] == [
        "Buenos días. Soy el asistente automatizado de Acme Freight. ¿En qué andén está?",
        "Gracias. ¿Ya cargó?",
        "Gracias. ¿Me puede decir el código de la puerta?",
        "Gracias, ya lo anoté. Que tenga un buen día, adiós.",
    ]


@pytest.mark.parametrize(
    "greeting", ["Le habla el asistente automatizado de Acme.", "Soy una IA.", "Soy la asistente virtual."]
)
def test_spanish_greeting_that_says_it_is_not_said_twice(greeting):
    assert (
        hold(talk_of(prompt="¿Cuándo?", greeting=greeting, language="es"))[0].text == f"{greeting} ¿Cuándo?"
    )


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({}, "list"),
        ([1], "list"),
        ([{"type": "text", "question": "Why?"}], "the name must"),
        ([field("text", name="2x")], "the name must"),
        ([field("text", name="answers")], "taken"),
        ([field("text"), field("text")], "used twice"),
        ([field("money")], "the type must"),
        ([{"name": "x", "type": "text"}], "enter a question"),
        ([field("text", question="a\nb")], "one line"),
        ([field("text", question="x" * 301)], "one line"),
        ([field("text", question=5)], "one line"),
        ([field("choice")], "choices"),
        ([field("choice", choices=["a"])], "choices"),
        ([field("choice", choices=["a", "A"])], "choices"),
        ([field("choice", choices=["a", " "])], "choices"),
        ([field("text", choices=["a", "b"])], "only choice fields"),
        ([field("text", required=True)], "unknown settings"),
        ([field("text", name=f"n{n}") for n in range(21)], "At most"),
    ],
)
def test_fields_of_another_shape_are_refused(fields, error):
    assert error in " ".join(wrong_with(fields))


def test_fields_of_the_known_shape_are_fine():
    fields = [
        field("text"),
        field("choice", "equipment", choices=["van", "reefer"]),
        {"name": "eta", "type": "time", "description": "when they arrive"},
        {"name": "note", "question": "Anything else?"},
    ]

    assert wrong_with(fields) == []
    assert wrong_with([]) == []


@pytest.mark.parametrize(
    ("field", "heard", "value"),
    [
        ({"type": "number"}, {"text": "six no hang on eight six is down", "answer": "eight"}, 8),
        (
            {"type": "choice", "choices": ["east", "west"]},
            {"text": "east no wait west im turned around", "answer": "west"},
            "west",
        ),
        ({"type": "number"}, {"text": "couldnt tell you", "acts": (Act.UNSURE,)}, None),
        ({"type": "text"}, {"text": "we dont give that out", "acts": (Act.REFUSES,)}, None),
    ],
)
def test_answer_that_a_model_hears_is_the_value_and_none_is_asked_for_twice(field, heard, value):
    fields = [
        {"name": "gate", "question": "Which gate is it?", **field},
        {"name": "code", "question": "Code?"},
    ]
    talk = talk_of("", extraction=fields)

    replies = hold(talk, Reading(is_by_model=True, **heard))

    assert talk.state["values"].get("gate") == value
    assert replies[-1].text.endswith("Code?")
    assert talk.state["answers"][0]["answer"] == heard["text"]
