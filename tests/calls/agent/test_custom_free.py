"""Custom calls with people who talk as they do: the words are read as in a real call, on the rehearsal's stage."""

from datetime import timedelta

import pytest

from bids.services.rehearsal_stage import Stage, stage
from calls.language.reading import Expecting
from calls.language.understanding import BuiltIn
from calls.models import OpenQuestion
from calls.setup import CUSTOM, STANDARD
from tests.factories import NOW, AgentFactory

SUITS = "Does the time that we booked still work for you?"
DOCK = "Which dock should the driver go to?"
DOCK_ES = "¿A qué andén debe ir el chofer?"
BRING = "Is there anything the driver needs to bring?"
INSTEAD = "What would work for you instead?"
DESK = STANDARD[CUSTOM]


@pytest.fixture
def desk(in_acme):
    """The demo's desk; its appointment is a default, so that the questions are always the same words."""
    agent = AgentFactory(
        organization=in_acme,
        **{**DESK, "prompt": DESK["prompt"].replace("{{ appointment }}", "the time that we booked")},
    )
    with stage():
        yield agent


def hold(agent, load, *said):
    """What the agent says to each, and the call's end."""
    talk = Stage(agent, load, phone="+14175550131", at=NOW, language=BuiltIn())
    replies = [talk.opens()]
    for words in said:
        replies.append(talk.hears(words))
    conversation = talk.ends().conversation
    found = {each["question"]: each["answer"] for each in conversation.extracted_data.get("answers", [])}
    return replies, found, [(each.topic, each.words) for each in OpenQuestion.objects.order_by("pk")]


def ends_with(reply, text):
    return reply.text.endswith(text)


def test_rehearsed_call_names_its_load_and_appointment(in_acme, load):
    with stage():
        opener = hold(AgentFactory(organization=in_acme, **DESK), load)[0][0]

    assert "the appointment for our load 482113." in opener.text
    assert ends_with(opener, "Does the pickup in Dallas, TX tomorrow at 8 AM still work for you?")


def test_appointment_of_a_load_that_is_picked_up_is_its_delivery(in_acme, load):
    load.pickup_time -= timedelta(days=3)
    with stage():
        opener = hold(AgentFactory(organization=in_acme, **DESK), load)[0][0]

    assert "Does the delivery in Atlanta, GA on " in opener.text


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("which load is this", "It's about load 482113, from Dallas, TX to Atlanta, GA."),
        ("what day and time did you book", "It's the pickup in Dallas, TX tomorrow at 8 AM."),
        ("how heavy is it", "It weighs 38,400 pounds."),
    ],
)
def test_load_answers_what_is_asked_of_it(desk, load, asked, told):
    replies, found, open_questions = hold(desk, load, asked)

    assert told in replies[-1].text
    assert ends_with(replies[-1], SUITS)
    assert (found, open_questions) == ({}, [])


def test_what_the_load_does_not_tell_is_passed_on(desk, load):
    replies, _, open_questions = hold(desk, load, "whats the po on that")

    assert "pass it on" in replies[-1].text
    assert [asked for _, asked in open_questions] == ["whats the po on that"]
    assert OpenQuestion.objects.get().load == load


@pytest.mark.parametrize(
    "words",
    [
        "hi vis vest steel toes and two load bars and hes gotta have the pickup number or they wont let him in "
        "no pets no riders neither",
        "i just told ya vest steel toe boots two load bars and the pickup number",
        "nope just his bol and seal intact oh and lumpers two eighty five he pays on site comcheck or card no cash",
    ],
)
def test_statement_is_an_answer_and_no_question(desk, load, words):
    replies, found, open_questions = hold(desk, load, "yup", "dock six", words)

    assert replies[-1].is_last
    assert found[BRING] == words
    assert open_questions == []


@pytest.mark.parametrize(
    "words",
    ["does he have a pallet jack", "are they paying the lumper", "can you tell me whats the po number"],
)
def test_question_stays_a_question(desk, load, words):
    replies, found, open_questions = hold(desk, load, "yup", "dock six", words)

    assert ends_with(replies[-1], BRING)
    assert BRING not in found
    assert open_questions


@pytest.mark.parametrize("words", ["nah thats not gonna work were slammed we had a line go down", "nope"])
@pytest.mark.parametrize(
    "other",
    [
        "no hold on i said it dont work i cant take him then i could do thursday at thirteen hundred or friday "
        "first thing like oh six hundred",
        "that wasnt a question im offering you a new time do you want the thursday one pm or not",
        "friday",
    ],
)
def test_what_does_not_suit_is_asked_for_something_else_once(desk, load, words, other):
    replies, found, _ = hold(desk, load, words, other, "dock six")

    assert [reply.text for reply in replies[1:2]] == [f"I see. {INSTEAD}"]
    assert [reply.expecting for reply in replies[:2]] == [Expecting.CONFIRMATION, Expecting.ANYTHING]
    assert ends_with(replies[2], DOCK)
    assert "your question" not in replies[2].text
    assert found == {SUITS: words, INSTEAD: other, DOCK: "dock six"}


@pytest.mark.parametrize(
    "words",
    [
        "no we cant take him then friday at nine would be better",
        "No problem that works for us",
        "can he come two hours earlier we got inventory that afternoon",
    ],
)
def test_what_was_offered_or_suits_is_not_asked_for_again(desk, load, words):
    replies, found, _ = hold(desk, load, words)

    assert ends_with(replies[-1], DOCK)
    assert found == {SUITS: words}


def test_who_asks_to_wait_is_waited_for_and_asked_again(desk, load):
    replies, found, open_questions = hold(
        desk,
        load,
        "receiving this is marcus hey can you hang on one second i got a driver at the window",
        "okay im back sorry about that what was the question",
        "hold on",
        "okay im back",
        "yeah that works",
    )

    assert [reply.is_patient for reply in replies[1:]] == [True, False, True, False, False]
    assert [replies[2].text, replies[4].text] == [SUITS, SUITS]
    assert (found, open_questions) == ({SUITS: "yeah that works"}, [])


def test_answer_of_somebody_who_is_back_is_kept(desk, load):
    _, found, _ = hold(desk, load, "hold on", "yeah im back that works for us")

    assert found == {SUITS: "yeah im back that works for us"}


def test_who_puts_us_through_is_waited_for(desk, load):
    words = (
        "huh what driver i dont know what load this is you need to talk to tasha she does the appointments "
        "lemme transfer you"
    )
    replies, found, _ = hold(
        desk, load, words, "thank you for calling please hold", "appointments this is tasha", "yes it does"
    )

    assert [reply.is_patient for reply in replies] == [False, True, True, False, False]
    assert not any(reply.transfer or reply.is_last for reply in replies)
    assert replies[3].text == replies[0].text
    assert found == {SUITS: "yes it does"}


def test_who_says_whom_to_talk_to_is_asked_how(desk, load):
    replies, _, _ = hold(desk, load, "you need to talk to tasha she does the appointments")

    assert not replies[-1].transfer
    assert ends_with(replies[-1], "number to reach them?")


def test_answer_before_a_question_is_kept_beside_it(desk, load):
    words = "depends live unload goes to dock six drop trailers go in the yard which is he"
    replies, found, open_questions = hold(desk, load, "yup", words)

    assert "pass it on" in replies[-1].text
    assert ends_with(replies[-1], BRING)
    assert found[DOCK] == words
    assert [asked for _, asked in open_questions] == [words]


@pytest.mark.parametrize(
    "words",
    [
        "oh actually scratch that can he come two hours earlier we got inventory that afternoon",
        "can he come two hours earlier we got inventory that afternoon",
        "maam did you get that i need him two hours sooner than whats booked",
    ],
)
def test_wish_for_another_time_amends_the_answer_and_goes_to_the_team(desk, load, words):
    replies, found, open_questions = hold(desk, load, "yup i got you down were good", words, "dock six")

    assert replies[2].text == f"I can't settle that from here, but I'll let the team know. {DOCK}"
    assert found == {SUITS: f"yup i got you down were good – {words}", DOCK: "dock six"}
    assert open_questions == [("flexibility", words)]


def test_second_wish_is_told_that_it_is_noted(desk, load):
    again = "maam did you get that i need him two hours sooner than whats booked"
    replies, _, _ = hold(desk, load, "yup", "can he come two hours earlier we got inventory", again)

    assert replies[-1].text == f"I have that down for the team. {DOCK}"


def test_answer_that_is_taken_back_keeps_both(desk, load):
    replies, found, _ = hold(desk, load, "yes", "dock six", "scratch that dock seven", "nope")

    assert replies[3].text == f"Okay, I've changed that. {BRING}"
    assert found[DOCK] == "dock six – scratch that dock seven"
    assert found[BRING] == "nope"


# Another day or hour that the desk offers; the load is picked up on Tuesday at 8


def proposed(agent, load, *said):
    """What the desk is taken to propose, as (day, hours); what the agent says last."""
    talk = Stage(agent, load, phone="+14175550131", at=NOW, language=BuiltIn())
    replies = [talk.opens(), *(talk.hears(words) for words in said)]
    told = talk.ends().conversation.extracted_data
    return (told.get("proposedDay"), told.get("proposedTime")), replies[-1].text


@pytest.mark.parametrize(
    ("words", "expected", "said"),
    [
        (
            "yeah but were short tomorrow can yall do it at seven in the mornin instead wednesday",
            ("2026-03-04", "07:00"),
            "Wednesday at 7 AM",
        ),
        ("tomorrows full we can do thursday at two", ("2026-03-05", "14:00"), "Thursday at 2 PM"),
        ("nope earliest i can do is one thirty tomorrow", ("2026-03-03", "13:30"), "Tuesday at 1:30 PM"),
        ("no it dont work i got one oclock or three", ("2026-03-03", "13:00 or 15:00"), "1 PM or 3 PM"),
        ("cant do it we can take him at five in the morning", ("2026-03-03", "05:00"), "Tuesday at 5 AM"),
        (
            "no mañana no puedo le puedo dar el miércoles a las nueve",
            ("2026-03-04", "09:00"),
            "el miércoles a las 9 AM",
        ),
        (
            "thats what i got too except my reefer guys leave at two so make it before two",
            ("2026-03-03", "before 14:00"),
            "Tuesday before 2 PM",
        ),
        (
            "no sir were closed tomorrow i can do thursday between seven and eleven",
            ("2026-03-05", "07:00 to 11:00"),
            "Thursday between 7 AM and 11 AM",
        ),
        (
            "no mañana no puedo le puedo dar el miércoles de las siete a las once",
            ("2026-03-04", "07:00 to 11:00"),
            "el miércoles entre las 7 AM y las 11 AM",
        ),
        (
            "no mañana no puedo el miércoles antes de las once",
            ("2026-03-04", "before 11:00"),
            "el miércoles antes de las 11 AM",
        ),
        (
            "tomorrows full thursday were seven to eleven but i cant do seven thats taken gimme nine",
            ("2026-03-05", "09:00"),
            "Thursday at 9 AM",
        ),
    ],
)
def test_day_and_hour_that_are_offered_are_passed_on(desk, load, words, expected, said):
    told, reply = proposed(desk, load, words)

    assert told == expected
    assert said in reply
    assert reply.endswith((DOCK, DOCK_ES))


@pytest.mark.parametrize(
    "words",
    [
        "ok i see it yeah tomorrow at eight is fine we take it then",
        "yeah we got him down for tomorrow at eight",
    ],
)
def test_appointment_that_is_said_back_is_no_proposal(desk, load, words):
    told, reply = proposed(desk, load, words)

    assert told == (None, None)
    assert reply == f"Thanks. {DOCK}"


def test_what_is_asked_beside_an_offer_is_no_question_of_whether_it_is_fine(desk, load):
    replies, _, open_questions = hold(
        desk,
        load,
        "no sir were closed tomorrow i can do thursday between seven and eleven",
        "dock nineteen its around back but look i said seven to eleven its a window fcfs not seven sharp and what "
        "carrier is it gonna be",
    )

    assert "can't confirm" not in replies[-1].text
    assert "pass it on" in replies[-1].text
    assert len(open_questions) == 1


@pytest.mark.parametrize(
    ("before", "correction", "expected", "said"),
    [
        (
            "can yall do it tuesday at seven in the mornin instead",
            "no i said wednesday wednesday at seven a m",
            ("2026-03-04", "07:00"),
            "Sorry, Wednesday at 7 AM then.",
        ),
        ("can they come thursday at nine", "no wednesday", ("2026-03-04", "09:00"), "Wednesday at 9 AM then"),
        (
            "can they come thursday at nine",
            "no i said ten",
            ("2026-03-05", "10:00"),
            "Thursday at 10 AM then",
        ),
        (
            "can they come thursday at nine",
            "i said thursday",
            ("2026-03-05", "09:00"),
            "I'll pass Thursday at",
        ),
        ("yeah", "no i said wednesday at nine", ("2026-03-04", "09:00"), "Wednesday at 9 AM then"),
    ],
)
def test_proposal_is_corrected_and_the_open_question_stays(desk, load, before, correction, expected, said):
    told, reply = proposed(desk, load, before, correction)

    assert told == expected
    assert said in reply
    assert reply.endswith(DOCK)


def test_correction_is_kept_with_what_it_corrects(desk, load):
    _, found, _ = hold(desk, load, "can they come thursday at nine", "no i said wednesday", "dock six")

    assert found == {SUITS: "can they come thursday at nine – no i said wednesday", DOCK: "dock six"}


def test_correction_with_the_answer_beside_it_asks_on(desk, load):
    replies, found, _ = hold(
        desk, load, "can they come thursday at nine", "no i said wednesday and its dock six"
    )

    assert ends_with(replies[-1], BRING)
    assert found[DOCK] == "no i said wednesday and its dock six"


@pytest.mark.parametrize("words", ["dock six gate closes at five", "just a vest he said be early"])
def test_hour_of_something_else_leaves_the_proposal_as_it_is(desk, load, words):
    told, _ = proposed(desk, load, "can they come thursday at nine", words)

    assert told == ("2026-03-05", "09:00")


def test_day_without_an_hour_is_asked_for_one_also_once_it_is_corrected(desk, load):
    told, reply = proposed(
        desk, load, "cant do tomorrow move it to wednesday", "no i said thursday", "at nine"
    )

    assert told == ("2026-03-05", "09:00")
    assert reply.endswith(DOCK)


# What an answer depends on


@pytest.mark.parametrize(
    ("words", "condition"),
    [
        ("yeah but only if he got a pickup number", "but only if he got a pickup number"),
        (
            "yeah tomorrow at eight is fine but we only take it if he got a pickup number",
            "if he got a pickup number",
        ),
    ],
)
def test_condition_is_kept_and_no_plain_yes(desk, load, words, condition):
    talk = Stage(desk, load, phone="+14175550131", at=NOW, language=BuiltIn())
    talk.opens()
    reply = talk.hears(words)
    told = talk.ends().conversation.extracted_data

    assert told["conditions"] == [condition]
    assert "proposedDay" not in told
    said_back = condition.removeprefix("but ")
    assert reply.text == f"I'll pass that condition on to the team: {said_back}. {DOCK}"
    assert told["answers"] == [{"question": SUITS, "answer": words}]


# What the call is about


@pytest.mark.parametrize("words", ["whats it about", "what is this call about", "what are you calling about"])
def test_what_the_call_is_about_is_told(desk, load, words):
    replies, found, open_questions = hold(desk, load, words)

    assert replies[-1].text == f"It's about load 482113, from Dallas, TX to Atlanta, GA. {SUITS}"
    assert (found, open_questions) == ({}, [])


@pytest.mark.parametrize(
    ("said", "offer"),
    [
        (("thats thanksgiving hon", "friday after eight"), "Friday after 8 AM"),
        (("can he come earlier", "like nine"), "Tuesday at 9 AM"),
        (
            ("mañana no abrimos", "el viernes a las diez o el lunes a las ocho"),
            "el viernes a las 10 AM o el lunes a las 8 AM",
        ),
        (("we close at two so no later than one thirty",), "Tuesday by 1:30 PM"),
    ],
)
def test_offer_that_follows_what_was_no_yes_is_passed_on(desk, load, said, offer):
    replies, *_ = hold(desk, load, *said)

    assert offer in replies[-1].text
    assert "Sorry" not in replies[-1].text


# What is offered for the delivery that the call is about


@pytest.fixture
def receiver(in_acme, load):
    """The demo's desk, called about the load's delivery this evening, whose pickup is still to come."""
    load.dropoff_time = NOW.replace(hour=17, minute=0, tzinfo=None)
    load.dropoff_end_time = load.dropoff_time.replace(hour=21)
    load.save()
    variables = [
        {**each, "default": "the delivery that we booked"} if each["name"] == "appointment" else each
        for each in DESK["variables"]
    ]
    prompt = DESK["prompt"].replace("{{ appointment }}", "the delivery that we booked")
    agent = AgentFactory(organization=in_acme, **{**DESK, "variables": variables, "prompt": prompt})
    with stage():
        yield agent


@pytest.fixture(autouse=True)
def about_the_delivery(request, monkeypatch):
    """Where a test is of the delivery, that is what the call was asked for with."""
    if "receiver" in request.fixturenames:
        told = {
            "loadNumber": "482113",
            "appointment": "the delivery in Atlanta, GA today between 5 PM and 9 PM",
        }
        monkeypatch.setattr("bids.services.rehearsal_stage.variables_of", lambda *_, **__: told)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (["receiving shuts at eight can he be here by six thirty"], ("2026-03-02", "by 18:30")),
        (
            [
                "can he be here by six thirty",
                "no no six thirty tonight pm not am we shut at eight after that",
            ],
            ("2026-03-02", "by 18:30"),
        ),
        (
            [
                "could they come at six in the morning",
                "no six in the evening pm i was thinking of another truck",
            ],
            ("2026-03-02", "18:00"),
        ),
        (["hoy a las cinco o mañana martes a las siete"], ("2026-03-02", "17:00")),
        (
            ["the shift ends at five thirty so either send him at six or tomorrow at nine in the morning"],
            ("2026-03-02", "18:00"),
        ),
        (
            ["no your office rang yesterday and moved it its on for thursday at ten thirty"],
            ("2026-03-05", "10:30"),
        ),
        (["tonight at six or tomorrow at nine", "five or six whichever is open"], ("2026-03-02", "18:00")),
        (["hoy a las cinco o mañana a las siete", "al siete o al ocho"], ("2026-03-02", "17:00")),
        (
            [
                "cant do tonight",
                "wednesday at nine",
                "cuatro es el andén la hora es a las cinco hoy o a las siete el jueves",
            ],
            ("2026-03-02", "17:00"),
        ),
    ],
)
def test_hour_is_the_one_that_fits_the_window_asked_about(receiver, load, said, expected):
    assert proposed(receiver, load, *said)[0] == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (["hoy no se puede mejor mañana martes recibimos de ocho a doce"], ("2026-03-03", "08:00 to 12:00")),
        (["tonight is out we could take him thursday seven to three"], ("2026-03-05", "07:00 to 15:00")),
        (["let me see i have you at eight fifteen here"], ("2026-03-02", "20:15")),
        (["we can take him any time today he may just sit a couple hours"], (None, None)),
        (
            [
                "hoy no se puede mejor mañana martes abrimos de siete a once",
                "no tiene que ser a las siete mejor a las diez",
            ],
            ("2026-03-03", "10:00"),
        ),
        (
            ["cant do tonight", "wednesday at eight p m", "its nine on wednesday not eight"],
            ("2026-03-04", "21:00"),
        ),
        (
            [
                "cant do tonight",
                "wednesday five to nine p m",
                "not five to nine wednesday between six and two",
            ],
            ("2026-03-04", "06:00 to 14:00"),
        ),
        (
            [
                "cant do tonight",
                "thursday after four in the morning",
                "no we stop at six thursday four a m to six a m",
            ],
            ("2026-03-05", "04:00 to 06:00"),
        ),
        (
            [
                "cant do tonight",
                "thursday at one",
                "hold on if he is loaded i can squeeze him in tonight say between six and seven",
            ],
            ("2026-03-02", "18:00 to 19:00"),
        ),
        (
            ["cant do tonight", "thursday at one", "no idea yet we give him one that day eleven or nine"],
            ("2026-03-05", "13:00"),
        ),
    ],
)
def test_hours_keep_both_ends_and_are_put_right(receiver, load, said, expected):
    assert proposed(receiver, load, *said)[0] == expected


@pytest.mark.parametrize(
    "words",
    [
        "is this a robot look theres a fee if hes late make sure they know it but yeah eight to noon works",
        "yeah its in my book but were closed saturday and sunday so dont be late",
        "i told you yes eight to twelve any of the doors on the west side eleven through fourteen",
    ],
)
def test_hours_that_stand_are_no_offer_and_nothing_else_is_asked_for(in_acme, load, monkeypatch, words):
    told = {"loadNumber": "482113", "appointment": "the pickup in Dallas, TX tomorrow between 8 AM and 12 PM"}
    monkeypatch.setattr("bids.services.rehearsal_stage.variables_of", lambda *_, **__: told)
    with stage():
        offered, reply = proposed(AgentFactory(organization=in_acme, **DESK), load, words)

    assert offered == (None, None)
    assert reply.endswith(BRING if "doors" in words else DOCK)


@pytest.mark.parametrize(
    ("words", "question"),
    [
        (
            "yes were set and hes down for dock four does she have our order number",
            "does she have our order number",
        ),
        ("just his papers is this a frozen load", "is this a frozen load"),
        (
            "unas barras y oiga viene todo para aquí o tiene otra parada",
            "oiga viene todo para aqui o tiene otra parada",
        ),
        ("a vest and he leaves the trailer if were full yall okay with that", "yall okay with that"),
        ("all he needs is the trailer number and a vest", ""),
        ("a vest we do it at the window", ""),
    ],
)
def test_question_that_ends_an_answer_goes_to_the_team(desk, load, words, question):
    _, found, open_questions = hold(desk, load, *([] if "yes" in words else ["yup", "dock six"]), words)

    assert words in found.values()
    assert [asked for _, asked in open_questions] == ([question] if question else [])


def test_both_of_two_days_are_kept_each_with_its_hour(receiver, load):
    talk = Stage(receiver, load, phone="+14175550131", at=NOW, language=BuiltIn())
    talk.opens()
    talk.hears("entonces o llega a las cinco en punto o mejor mañana temprano a las siete")
    told = talk.ends().conversation.extracted_data

    assert (told["proposedDay"], told["proposedTime"]) == ("2026-03-02", "17:00")
    assert told["proposedElse"] == {"proposedDay": "2026-03-03", "proposedTime": "07:00"}


@pytest.mark.parametrize(
    "docks", ["al cuatro o al cinco los que dan para la calle", "four or nine whichevers open"]
)
def test_docks_that_were_asked_for_are_no_hours(receiver, load, docks):
    replies, found, _ = hold(receiver, load, "no tonight dont work", "well tuesday at nine then", docks)

    assert found[DOCK] == docks
    assert replies[-1].text.endswith((BRING, "¿El chofer tiene que llevar algo?"))


def test_what_the_call_is_about_is_the_end_that_its_appointment_names(receiver, load):
    replies, _, _ = hold(receiver, load, "bueno no hablo inglés qué carga me dice")

    assert "la entrega en Atlanta, GA hoy" in replies[-1].text


def test_who_says_it_is_the_warehouse_and_the_hour_is_fine_has_no_wrong_number(receiver, load):
    replies, _, _ = hold(
        receiver,
        load,
        "la recogida no señor aquí es la bodega nosotros nomás recibimos y sí lo tengo de cinco a nueve está bien",
    )

    assert replies[-1].text == f"Gracias. {DOCK_ES}"


@pytest.mark.parametrize(
    "words",
    [
        "just the paperwork and oh were switching to lumpers monday its a hundred eighty five dollars he can pay",
        "un chaleco y sus papeles pero no hay donde estacionarse antes de las cuatro",
        "a vest and hey what do i do if he shows up before four",
        "straps but whos gonna sign for the pallets",
    ],
)
def test_what_is_told_beside_the_last_answer_leaves_it_answered(desk, load, words):
    replies, found, _ = hold(desk, load, "yes that works", "dock six", words)

    assert found[BRING] == words
    assert BRING not in replies[-1].text


@pytest.mark.parametrize(
    ("words", "is_told"),
    [
        ("sí está bien de cinco a nueve pero a quién le marco si no llega", True),
        ("that still works and whos the carrier on it", True),
        ("okay and who is this", False),
        ("and what load is this", False),
    ],
)
def test_yes_beside_a_question_is_taken_and_the_question_is_answered(receiver, load, words, is_told):
    replies, found, _ = hold(receiver, load, words)

    assert list(found.values()) == ([words] if is_told else [])
    assert replies[-1].text.endswith((DOCK, DOCK_ES)) == is_told


def test_hour_that_is_put_right_is_none_of_those_on_offer(receiver, load):
    told, reply = proposed(
        receiver,
        load,
        "no tonight dont work",
        "tomorrow at six or thursday at eight",
        "no i said thursday at seven not eight",
    )

    assert told == ("2026-03-05", "07:00")
    assert "Sorry, Thursday at 7 AM then." in reply


def test_other_trucks_hour_beside_a_yes_is_no_offer(receiver, load):
    told, _ = proposed(receiver, load, "we're good for tonight i got two more trucks at six though")

    assert told == (None, None)
