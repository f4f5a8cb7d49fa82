"""Check calls with drivers who tell and ask several things in one breath, as people do."""

from datetime import datetime
from decimal import Decimal
from types import SimpleNamespace

import pytest

from calls.common_replies import common_reply
from calls.language.reading import Act, Expecting, Listening, Place, Question, Topic
from calls.language.status import says_content, words_of_time
from calls.language.understanding import understand
from calls.skills.check_call_phrases import window
from calls.states import AgentPurpose
from tests.calls.agent.test_check_call import SKILL, facts, heard_as, hold, talk_of, told

pytestmark = pytest.mark.usefixtures("alarms", "passed_on")

NOW = datetime(2026, 3, 2, 16, 10)
TOMORROW = {"windowStart": "2026-03-03T11:00:00", "windowEnd": ""}
MACON = heard_as("Macon.", place=Place("Macon", "GA"))
AT_ELEVEN = heard_as("tomorrow at eleven", time=datetime(2026, 3, 3, 11))
EMPTY = heard_as("Empty.", Act.EMPTY)
HERE = heard_as("sitting at the dock", Act.WAITING, Act.CHECKED_IN, time=datetime(2026, 3, 2, 5, 45))


def pickup(**changes):
    return talk_of(changes.pop("language", "en"), callType="pickup", stop=TOMORROW, **changes)


def question(words, topic, *acts, **fields):
    """What is read as a question as a whole."""
    return heard_as(words, *acts, Act.ASKS, questions=(Question(topic, words),), **fields)


# What is in the trailer


@pytest.mark.parametrize(
    ("words", "loading"),
    [
        ("im empty i dropped in macon this mornin hey whats the street address on that pickup", "empty"),
        ("like i said empty man and reefers pre cooled", "empty"),
        ("nah nothin in the box got washed out this mornin so shes clean and dry", "empty"),
        ("still got my last load on so i wont be empty till like midnight tomorrow", "loaded"),
        ("pues ahorita vengo cargado con lo de sacramento pero el martes ya voy empty", "loaded"),
        ("no no im empty they aint put nothin on me yet", "empty"),
        ("no im already loaded", "loaded"),
    ],
)
def test_trailer_is_told_amid_other_things(words, loading):
    talk = pickup()

    after = hold(talk, MACON, AT_ELEVEN, heard_as(words))[-1]

    assert told(talk)["loading"] == loading
    assert "loaded or empty" not in after.text


@pytest.mark.parametrize(
    ("words", "content"),
    [
        ("ya mero vacío me están bajando las últimas tarimas", ""),
        ("empty in an hour", None),
        ("empty tuesday at six", None),
        ("once i get empty", None),
        ("are you asking loaded or empty", None),
        ("no le entiendo nada en ese idioma", None),
    ],
)
def test_what_is_to_come_is_not_in_the_trailer_now(words, content):
    assert says_content(words) == content


def test_trailer_that_is_being_unloaded_elsewhere_is_neither_empty_nor_at_our_stop():
    talk = pickup()

    hold(talk, MACON, AT_ELEVEN, heard_as("ya mero vacío me están bajando", Act.EMPTY, Act.WAITING))

    assert told(talk)["loading"] is None
    assert not told(talk)["isWaiting"]


def test_others_freight_has_no_temperature_of_ours():
    last = hold(pickup(isReefer=True), MACON, AT_ELEVEN, heard_as("loaded with theirs", Act.LOADED))[-1]

    assert last.is_last


# Questions beside


@pytest.mark.parametrize(
    ("words", "language", "answer"),
    [
        (
            "about thirty miles west of macon but hang on what time did you say its booked for cause i got 8",
            "en",
            "The appointment is tomorrow at 11 AM, local time.",
        ),
        (
            "i'm near macon going there tuesday right",
            "en",
            "The appointment is tomorrow at 11 AM, local time.",
        ),
        (
            "pues ando en macon voy pa allá el martes verdad",
            "es",
            "La cita es mañana a las 11 AM, hora local.",
        ),
        ("voy pasando macon pero cuál carga es usted me dijo qué número", "es", "Es sobre la carga L-1"),
        ("im by macon now which load is this about", "en", "It's about load L-1"),
    ],
)
def test_question_in_the_middle_of_an_answer_is_answered(words, language, answer):
    talk = pickup(language=language)

    reply = hold(talk, heard_as(words, place=Place("Macon", "GA"), language=language))[-1]

    assert reply.text.startswith(answer)
    far = "30 miles west of " if "thirty miles west" in words else ""
    assert told(talk)["location"] == f"{far}Macon, GA"
    assert reply.expecting == Expecting.TIME


def test_eight_or_eleven_is_a_question_of_the_appointment(passed_on):
    words = "well you didnt answer me is it eight or eleven"

    reply = hold(pickup(), MACON, question(words, Topic.OTHER))[-1]

    assert reply.text.startswith("The appointment is tomorrow at 11 AM, local time.")
    assert passed_on == []


def test_who_asks_for_the_number_first_has_no_wrong_load(alarms):
    words = "pero dígame el número de la carga primero es que traigo dos una de ustedes y otra de otro broker"

    reply = hold(pickup(language="es"), MACON, heard_as(words, Act.WRONG_LOAD, language="es"))[-1]

    assert reply.text.startswith("Es sobre la carga L-1")
    assert not reply.is_last
    assert alarms == []


@pytest.mark.parametrize(
    ("words", "degrees", "kept"),
    [
        ("its off right now what do they want it set at minus ten or is this the produce one", -10, None),
        ("its at thirty five what do they want it set at", 35, 35.0),
    ],
)
def test_degrees_of_a_question_are_no_reading(words, degrees, kept):
    talk = pickup(isReefer=True)

    hold(talk, MACON, AT_ELEVEN, EMPTY, question(words, Topic.TEMPERATURE, temperature=Decimal(degrees)))

    assert told(talk)["reeferTemperature"] == kept


def test_answer_without_a_word_that_asks_is_no_question(passed_on):
    words = "thirty four like i said its on continuous"
    talk = pickup(isReefer=True)

    hold(talk, MACON, AT_ELEVEN, EMPTY, question(words, Topic.TEMPERATURE, temperature=Decimal(34)))

    assert told(talk)["reeferTemperature"] == 34.0
    assert passed_on == []


# At the dock


DETENTION = (
    "beats me they said an hour an hour ago do i get detention on this "
    "or does it not start till eight since im early"
)


def test_who_cannot_know_when_they_are_done_is_not_asked_again():
    talk = pickup()

    reply = hold(talk, HERE, question(DETENTION, Topic.DETENTION, time=datetime(2026, 3, 2, 8)))[-1]

    assert "loaded" not in reply.text
    assert told(talk)["etaLocal"] is None


def test_time_of_the_arrival_is_not_overwritten_by_what_is_asked():
    talk = pickup()

    hold(talk, HERE, question(DETENTION, Topic.DETENTION, Act.WAITING, time=datetime(2026, 3, 2, 8)))

    assert told(talk)["waitingSince"] == "2026-03-02T05:45:00"


def test_driver_who_looks_is_waited_for():
    words = "i just told you i dont know oh wait light just went green lemme look hold on"

    reply = hold(pickup(), HERE, heard_as(words, Act.UNSURE, Act.WAITING, Act.HOLDS))[-1]

    assert (reply.text, reply.is_patient, reply.expecting) == ("Sure, take your time.", True, Expecting.TIME)


def test_loaded_driver_who_tells_bol_and_degrees_is_asked_for_nothing():
    words = "ok theyre done im loaded sealed bol is 440791 and its set at thirty four pulp was thirty six"
    talk = pickup(isReefer=True)

    last = hold(talk, HERE, heard_as(words, Act.LOADED, bol="440791"))[-1]

    assert last.is_last
    assert (told(talk)["bolNumber"], told(talk)["reeferTemperature"]) == ("440791", 34.0)
    assert not told(talk)["isWaiting"]


# Who speaks


def test_dispatcher_is_asked_where_the_truck_is():
    words = "hey this is tanya in dispatch my driver doesnt pick up when hes drivin so you got me"
    talk = pickup()

    reply = hold(talk, heard_as(words, Act.GREETS, Act.ASK_OTHER))[-1]

    assert reply.text == "What town or highway is the truck near?"


def test_dispatcher_who_was_taken_for_somebody_else_goes_on():
    talk = pickup()
    sent_on = heard_as("ask somebody", Act.ASK_OTHER)
    words = "no no im his dispatcher i can tell you hes in macon been there since last night on his reset"

    reply = hold(talk, sent_on, heard_as(words, place=Place("Macon", "GA")))[-1]

    assert reply.text.endswith("at the pickup?")
    assert (told(talk)["outcome"], told(talk)["location"]) == ("on_the_way", "Macon, GA")


@pytest.mark.parametrize(
    "words",
    [
        "this aint luis this is his wife he left his phone on the charger",
        "honey im at my kitchen table in macon im not the driver you want his other number",
    ],
)
def test_wife_is_asked_for_the_drivers_number(words):
    talk = talk_of(name="Luis")

    reply = hold(talk, heard_as(words, place=Place("Macon", "GA")))[-1]

    assert reply.expecting == Expecting.CONTACT
    assert told(talk)["location"] is None


def test_number_that_is_offered_is_asked_for():
    talk = talk_of(name="Luis")
    words = "honey im not the driver you want his other number"

    *_, ask, last = hold(
        talk,
        heard_as("ask luis", Act.ASK_OTHER),
        heard_as(words, Act.ASK_OTHER, name="Honey"),
        heard_as("704 555 0182", phone="7045550182"),
    )

    assert ask.text == "Sorry, what number can we reach them at?"
    assert last.text == "Thanks, we'll call them. Goodbye."


@pytest.mark.parametrize(("acts", "is_ended"), [((Act.ASK_OTHER,), False), ((), True)])
def test_who_has_the_drivers_other_number_is_no_wrong_number(acts, is_ended):
    talk = talk_of(name="Luis")
    talk.agent.purpose = AgentPurpose.CHECK_CALL
    SKILL.open(talk)
    step = SimpleNamespace(
        talk=talk, state=talk.state, skill=SKILL, is_outbound=True, expecting=Expecting.PLACE, call=None
    )
    words = "honey im not the driver you want his other number"

    reply = common_reply(step, heard_as(words, *acts, Act.WRONG_NUMBER))

    assert (reply is not None) is is_ended


# Trouble


def test_derate_is_a_breakdown():
    words = "man i aint goin nowhere im sittin just past macon truck went into derate on me def sensor"
    talk = pickup()

    hold(talk, heard_as(words, place=Place("Macon", "GA")), heard_as("yes", Act.YES))

    assert told(talk)["outcome"] == "broken_down"
    assert told(talk)["location"] == "Macon, GA"


@pytest.mark.parametrize("words", ["truck went into derate but its fixed now", "the truck is fine"])
def test_truck_that_runs_has_no_breakdown(words, alarms):
    reply = hold(pickup(), heard_as(words, place=Place("Macon", "GA")))[-1]

    assert reply.text.endswith("at the pickup?")
    assert alarms == []


def test_load_that_wont_be_hauled_is_given_back(alarms):
    words = "my trailer failed inspection they red tagged it im not gonna be able to get that load"

    _, sure, _ = hold(pickup(), heard_as(words, place=Place("Macon", "GA")), heard_as("yes", Act.YES))

    assert "you're giving this load back?" in sure.text
    assert [kind for kind, _ in alarms] == ["cancelled"]


def test_load_that_is_only_late_is_not_given_back():
    reply = hold(pickup(), heard_as("i cant get that load until noon", place=Place("Macon", "GA")))[-1]

    assert "giving this load back" not in reply.text


@pytest.mark.parametrize("unsure", [(), (Act.WRONG_LOAD,)])
def test_wrong_load_has_no_location(unsure):
    talk = pickup()
    words = "macon on wednesday uh i dont think so my dispatch took me off that one"

    hold(talk, heard_as(words, Act.WRONG_LOAD, unsure=unsure, place=Place("Macon", "GA")), "yes")

    assert told(talk)["outcome"] == "wrong_load"
    assert told(talk)["location"] is None


# Delivered


def test_day_of_the_delivery_is_not_that_of_the_pickup():
    talk = talk_of()
    words = "i loaded it friday and dropped it in macon yesterday bout nine instead of seven"

    hold(
        talk, heard_as(words, Act.DELIVERED, day=datetime(2026, 2, 27).date(), time=datetime(2026, 2, 27, 9))
    )

    assert (told(talk)["deliveredDate"], told(talk)["deliveredTime"]) == ("2026-03-01", "09:00")


def test_bol_number_that_is_offered_is_asked_for(passed_on):
    words = "yes maam signed clean pod went to my dispatcher you want the bol number off it"
    doubtful = heard_as("dropped it yesterday", Act.DELIVERED, unsure=[Act.DELIVERED], day=NOW.date())

    ask = hold(talk_of(), doubtful, question(words, Topic.OTHER, Act.YES))[-1]

    assert ask.text.endswith("What's the BOL number?")
    assert passed_on == []


# Times


@pytest.mark.parametrize(
    ("words", "language", "time"),
    [
        (
            "alright then if its eleven put me down for quarter til eleven central im shuttin down in macon tonight",
            "en",
            datetime(2026, 3, 3, 10, 45),
        ),
        (
            "voy a llegar late como a las doce y media el martes no a las once",
            "es",
            datetime(2026, 3, 3, 12, 30),
        ),
        ("they said an hour an hour ago", "en", datetime(2026, 3, 2, 15, 10)),
    ],
)
def test_time_is_held_against_the_appointment_tomorrow(words, language, time):
    listening = Listening(
        expecting=Expecting.TIME, now=NOW, language=language, appointment=(datetime(2026, 3, 3, 11), None)
    )

    assert understand(words, listening).time == time


@pytest.mark.parametrize(
    ("words", "time", "said"),
    [
        (
            "alright then if its eleven put me down for quarter til eleven central im fixin to shut down tonight",
            datetime(2026, 3, 3, 10, 45),
            "put me down for quarter til eleven central",
        ),
        ("whenever they let me go", datetime(2026, 3, 3, 10, 45), "whenever they let me go"),
    ],
)
def test_words_of_the_time_are_kept(words, time, said):
    listening = Listening(expecting=Expecting.TIME, now=NOW, appointment=(datetime(2026, 3, 3, 11), None))

    assert words_of_time(heard_as(words, time=time), listening) == said


def test_reason_is_cut_to_its_cause():
    talk = talk_of(stop={"windowStart": "2026-03-02T16:00:00"})
    whole = (
        "i was gonna call yall my trailer failed inspection in des moines and i been sitting here with nobody"
    )

    hold(talk, MACON, heard_as("at six", time=datetime(2026, 3, 2, 18)), heard_as("x", reason=whole))

    assert told(talk)["delayReason"] == "my trailer failed inspection in des moines"


def test_customs_is_kept_beside_its_papers():
    words = "la aduana le digo customs they holding the trailer por los papers"

    read = understand(words, Listening(expecting=Expecting.REASON, now=NOW, language="es"))

    assert read.reason == words


# The window


@pytest.mark.parametrize(
    ("end", "english", "spanish"),
    [
        (datetime(2026, 3, 4), "tomorrow between 8 PM and midnight", "mañana entre las 8 PM y la medianoche"),
        (
            datetime(2026, 3, 4, 2),
            "tomorrow from 8 PM until Wednesday, March 4 at 2 AM",
            "mañana desde las 8 PM hasta el miércoles 4 de marzo a las 2 AM",
        ),
    ],
)
def test_window_over_midnight_is_said_as_people_say_it(end, english, spanish):
    start = datetime(2026, 3, 3, 20)

    assert window(start, end, "en", NOW) == english
    assert window(start, end, "es", NOW) == spanish


@pytest.mark.deep
def test_endless_words_are_read_at_once():
    assert hold(talk_of(), heard_as("is it " * 20_000))[-1].text
    assert SKILL.conclude(talk_of(**facts())).tags
