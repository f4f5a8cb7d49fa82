"""Whole calls as a language model reads them: what it answered to real callers' words is held to them, as in a call."""

import pytest

from bids.services.rehearsal_stage import Stage
from calls.language.model_reading import candidates_of, validated
from calls.language.understanding import BuiltIn
from calls.models import OpenQuestion
from calls.skills import answering, check_call
from tests.calls.agent.test_check_call import SKILL, told
from tests.calls.agent.test_check_call_spoken import TODAY, talk_at_noon
from tests.calls.agent.test_custom_free import DOCK, SUITS, desk, load  # noqa: F401 (fixtures)
from tests.factories import NOW


class Model(BuiltIn):
    """Answers as it is told, utterance by utterance; held to the words like any model."""

    is_instant = False

    def __init__(self):
        self.answers = {}

    def hears(self, words, *, acts=(), figures=(), facts=(), questions=(), conditions=()):
        """What it answers to these words; returns them."""
        self.answers[words] = {
            "acts": [{"act": act, "words": each} for act, each in acts],
            "figures": [
                {"number": number, "amount": amount, "role": role} for number, amount, role in figures
            ],
            "facts": [{"fact": fact, "words": each} for fact, each in facts],
            "questions": [{"topic": topic, "words": each} for topic, each in questions],
            "conditions": list(conditions),
        }
        return words

    def understand(self, heard, listening):
        """As `Language`."""
        reading = super().understand(heard, listening)
        if heard not in self.answers:
            return reading
        return validated(reading, self.answers[heard], candidates_of(heard, reading), listening)


@pytest.fixture
def model():
    return Model()


@pytest.fixture
def asked_back(monkeypatch):
    """What was passed on, in their words."""
    left = []
    monkeypatch.setattr(check_call, "raise_alarm", lambda **_: None)
    monkeypatch.setattr(check_call, "person_for", lambda *_, **__: None)
    monkeypatch.setattr(answering, "approved_answer", lambda **_: "")
    monkeypatch.setattr(answering, "note_question", lambda **question: left.append(question["words"]))
    return left


def check(talk, model, *said):
    """A check call; each is read when the agent has said what it answers."""

    replies = [SKILL.open(talk)]
    for words in said:
        meant = model.understand(words, SKILL.listening(talk, replies[-1].expecting))
        replies.append(SKILL.answer(talk, meant))
    return replies


def test_driver_who_is_late_and_asks_two_things(model, asked_back):
    talk = talk_at_noon("es", callType="dropoff", stop=TODAY)

    check(
        talk,
        model,
        model.hears(
            "estoy parado en lordsburg en una troca estop",
            facts=[("place", "lordsburg")],
        ),
        model.hears(
            "pues yo creo como a las seis o seis y media porque me agarraron en la bascula dos horas",
            facts=[
                ("time", "como a las seis o seis y media"),
                ("reason", "me agarraron en la bascula dos horas"),
            ],
        ),
        model.hears(
            "cargado todavia traigo el agua oiga y si llego tarde me cobran o quien es el contacto alla",
            acts=[("loaded", "cargado todavia"), ("asks", "si llego tarde me cobran")],
            questions=[("other", "si llego tarde me cobran"), ("other", "quien es el contacto alla")],
        ),
        model.hears(
            "dejeme ver b o l ocho ocho cuatro uno cero no perdon ocho ocho cuatro siete cero",
            facts=[("bol", "ocho ocho cuatro siete cero")],
        ),
    )

    assert told(talk)["location"] == "Lordsburg, NM"
    assert told(talk)["eta"] == "como a las seis o seis y media"
    assert told(talk)["lateMinutes"] == 240
    assert told(talk)["delayReason"] == "me agarraron en la bascula dos horas"
    assert told(talk)["bolNumber"] == "88470"
    assert asked_back == ["si llego tarde me cobran", "quien es el contacto alla"]


def test_driver_in_the_door_whose_papers_have_letters(model, asked_back):
    talk = talk_at_noon(callType="dropoff", stop=TODAY)

    check(
        talk,
        model,
        model.hears(
            "im here man been here since six forty they got me in door twelve whos payin my detention",
            acts=[("waiting", "im here man been here since six forty"), ("asks", "whos payin my detention")],
            facts=[("time", "since six forty")],
            questions=[("detention", "whos payin my detention")],
        ),
        model.hears(
            "your guess is as good as mine lumper said maybe noon thirty",
            acts=[("unsure", "your guess is as good as mine")],
            facts=[("time", "maybe noon thirty")],
        ),
        model.hears(
            "jf as in frank dash two two oh nine one and theres another one you want that too",
            acts=[("asks", "theres another one you want that too")],
            facts=[("bol", "jf as in frank dash two two oh nine one")],
            questions=[("other", "theres another one you want that too")],
        ),
    )

    assert told(talk)["waitingSince"] == "2026-11-24T06:40:00"
    assert told(talk)["bolNumber"] == "JF22091"
    assert asked_back == ["whos payin my detention", "theres another one you want that too"]


def test_wish_for_another_day_is_passed_on_and_not_answered_with_the_window(model, asked_back):
    talk = talk_at_noon(callType="dropoff")
    wish = "si me agarran antes el viernes me convendria mas"

    _, reply = check(
        talk,
        model,
        model.hears(
            f"ando por rawlins wyoming y {wish}",
            acts=[("asks", wish)],
            facts=[("place", "rawlins wyoming")],
            questions=[("flexibility", wish)],
        ),
    )

    assert told(talk)["location"] == "Rawlins, WY"
    assert asked_back == [wish]
    assert "12" not in reply.text


def hold(agent, subject, model, *said):
    """A call of the desk; what the agent says to each, the answers, the data, and what was passed on."""
    talk = Stage(agent, subject, phone="+14175550131", at=NOW, language=model)
    replies = [talk.opens()]
    replies += [talk.hears(words) for words in said]
    data = talk.ends().conversation.extracted_data
    found = {each["question"]: each["answer"] for each in data.get("answers", [])}
    return replies, found, data, [each.words for each in OpenQuestion.objects.order_by("pk")]


def test_question_back_is_no_answer(desk, load, model):  # noqa: F811
    replies, found, _, left = hold(
        desk,
        load,
        model,
        model.hears(
            "receiving this is tammy you got a p o number for me hun",
            acts=[("greets", "receiving this is tammy"), ("asks", "you got a p o number for me hun")],
            facts=[("name", "tammy")],
            questions=[("other", "you got a p o number for me hun")],
        ),
    )

    assert replies[1].text.endswith(SUITS)
    assert found == {}
    assert left == ["you got a p o number for me hun"]


def test_other_day_offered_at_a_later_question_is_the_time_offered(desk, load, model):  # noqa: F811
    replies, found, data, _ = hold(
        desk,
        load,
        model,
        model.hears(
            "yeah that ought to be fine",
            acts=[("yes", "yeah")],
            facts=[("answer", "yeah that ought to be fine")],
        ),
        model.hears(
            "wait did you say tomorrow no sir we're closed it'd have to be friday at seven a m dock fourteen",
            acts=[("no", "no sir we're closed")],
            facts=[("time", "friday at seven a m"), ("answer", "dock fourteen")],
        ),
    )

    assert data["proposedTime"] == "07:00"
    assert "Friday at 7 AM" in replies[2].text
    assert "dock fourteen" in found[DOCK]


def test_question_beside_an_answer_is_passed_on_whatever_was_offered(desk, load, model):  # noqa: F811
    *_, data, left = hold(
        desk,
        load,
        model,
        model.hears(
            "we can do noon to three not eleven the crane guys dont get here til noon",
            acts=[("no", "we can do noon to three not eleven")],
            facts=[("time", "noon to three"), ("answer", "we can do noon to three not eleven")],
        ),
        model.hears(
            "its a yard he comes in gate two does he got eight foot stakes or no",
            acts=[("asks", "does he got eight foot stakes or no")],
            facts=[("answer", "its a yard he comes in gate two")],
            questions=[("equipment", "does he got eight foot stakes or no")],
        ),
    )

    assert data["proposedTime"] == "12:00 to 15:00"
    assert left == ["does he got eight foot stakes or no"]


def test_who_waits_at_another_stop_isnt_at_ours(model, asked_back):
    talk = talk_at_noon(callType="pickup")

    _, asked, _ = check(
        talk,
        model,
        model.hears(
            "this is tasha in dispatch hes still at his last drop in beaumont theyve had him in the door since seven",
            acts=[("greets", "this is tasha in dispatch")],
            facts=[("name", "tasha"), ("place", "beaumont")],
        ),
        model.hears(
            "once they cut him loose its like an hour and a half so id say six oclock at the shipper",
            facts=[("time", "six oclock"), ("answer", "six oclock at the shipper")],
        ),
    )

    assert "loaded" not in asked.text
    assert told(talk)["outcome"] == "on_the_way"
    assert told(talk)["location"] == "Beaumont"
    assert told(talk)["checked"] is None


def test_driver_taken_to_be_at_the_stop_sets_it_right(model, asked_back):
    talk = talk_at_noon(callType="dropoff")

    check(
        talk,
        model,
        model.hears("im in the dock right now", acts=[("waiting", "im in the dock right now")]),
        model.hears(
            "unloaded no man im in dallas they just loaded me i aint even left yet",
            acts=[("no", "unloaded no man"), ("loaded", "they just loaded me")],
            facts=[("place", "dallas")],
        ),
    )

    assert told(talk)["isWaiting"] is False
    assert told(talk)["location"] == "Dallas, TX"


def test_hour_of_coming_is_the_last_time_that_the_clock_showed_it(model, asked_back):
    talk = talk_at_noon(callType="dropoff", stop=TODAY)
    since = "i got here bout six thirty they took me in at quarter to eight"

    check(talk, model, model.hears(since, acts=[("checked_in", since)], facts=[("time", "bout six thirty")]))

    assert told(talk)["waitingSince"] == "2026-11-24T06:30:00"


def test_what_a_facilitys_no_hangs_on_is_kept(desk, load, model):  # noqa: F811
    words = "no receiving closes at four so if he aint here by three fifteen theyll reschedule him"
    *_, data, _ = hold(
        desk,
        load,
        model,
        model.hears(
            words,
            acts=[("no", "no")],
            facts=[("answer", words)],
            conditions=["if he aint here by three fifteen theyll reschedule him"],
        ),
    )

    assert data["conditions"] == ["if he aint here by three fifteen theyll reschedule him"]
