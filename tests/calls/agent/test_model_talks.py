"""Whole calls as a language model reads them: what it answered to real callers' words is held to them, as in a call."""

import pytest

from bids.services.rehearsal_stage import Stage
from calls.language.model_reading import candidates_of, validated
from calls.language.reading import Expecting
from calls.language.understanding import BuiltIn
from calls.models import OpenQuestion
from calls.skills import answering, check_call
from calls.skills.check_call_phrases import TURNED_AWAY
from tests.calls.agent.test_check_call import SKILL, told
from tests.calls.agent.test_check_call_spoken import TODAY, talk_at_noon
from tests.calls.agent.test_custom_free import DOCK, DOCK_ES, SUITS, desk  # noqa: F401 (a fixture)
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


SATURDAY = TODAY | {"windowStart": "2026-11-28T07:00:00", "windowEnd": "2026-11-28T13:00:00"}


def test_arrival_that_hangs_on_a_condition_is_none_where_another_is_told(model, asked_back):
    talk = talk_at_noon(callType="dropoff", stop=SATURDAY)
    wish = "any chance they take me friday instead of saturday"

    replies = check(
        talk,
        model,
        model.hears(
            f"just passed russellville arkansas {wish} im way ahead",
            acts=[("asks", wish), ("on_time", "im way ahead")],
            facts=[("place", "russellville arkansas")],
            questions=[("flexibility", wish)],
        ),
        model.hears(
            "loaded i could be there friday around two if they say yes if not then seven am saturday",
            acts=[("loaded", "loaded")],
            facts=[
                ("time", "friday around two"),
                ("time", "seven am saturday"),
                ("answer", "friday around two"),
            ],
            conditions=["if they say yes"],
        ),
    )

    assert replies[1].expecting == Expecting.TIME
    assert told(talk)["etaLocal"] == "2026-11-28T07:00:00"
    assert told(talk)["conditions"] == ["if they say yes"]
    assert "Condition: “if they say yes”." in SKILL.conclude(talk).summary


def test_load_given_back_on_a_condition_goes_to_a_person_and_isnt_cancelled(model, asked_back):
    talk = talk_at_noon(callType="pickup")
    words = "well my cousin could do it let me text him but if he cant then yeah find somebody else"

    *_, asked, last = check(
        talk,
        model,
        model.hears(
            "im not gonna be able to do that load my wife had the baby early",
            acts=[("cancels", "im not gonna be able to do that load")],
            facts=[("reason", "my wife had the baby early")],
        ),
        model.hears(words, acts=[("yes", "yeah")], conditions=["if he cant then yeah find somebody else"]),
    )

    assert "giving this load back?" in asked.text
    assert last.is_last
    assert "call you right back" in last.text
    assert told(talk)["outcome"] is None
    assert told(talk)["conditions"] == ["if he cant then yeah find somebody else"]
    assert asked_back == [words]


def test_freight_reefer_and_papers_that_come_later(model, asked_back):
    talk = talk_at_noon("es", callType="dropoff", stop=TODAY, isReefer=True)

    *_, last = check(
        talk,
        model,
        model.hears("ando por tucson", facts=[("place", "tucson")]),
        model.hears("como a la una", facts=[("time", "a la una")]),
        model.hears(
            "cargado y dos tarimas se me ladearon la traigo a treinta y cuatro le puse el set point a treinta y cinco",
            acts=[("loaded", "cargado")],
            facts=[
                *(("osd", "dos tarimas se me ladearon"), ("temperature", "treinta y cuatro")),
                ("set_temperature", "treinta y cinco"),
            ],
        ),
        model.hears("ahorita no lo traigo a la mano se lo mando por mensaje al rato le parece"),
    )

    assert last.is_last
    assert told(talk)["osd"] == "dos tarimas se me ladearon"
    assert told(talk)["reeferTemperature"] == 34
    assert told(talk)["reeferSetTo"] == 35
    assert told(talk)["bolNumber"] is None
    assert asked_back == ["dos tarimas se me ladearon"]


def test_who_asks_somebody_beside_them_is_waited_for(model, asked_back):
    talk = talk_at_noon(callType="dropoff", stop=TODAY)

    *_, reply = check(
        talk,
        model,
        model.hears(
            "lemme ask my driver hang on", acts=[("ask_other", "lemme ask my driver"), ("holds", "hang on")]
        ),
    )

    assert reply.is_patient
    assert told(talk).get("outcome") is None


def test_two_days_that_are_offered_are_both_kept_and_one_can_be_chosen(desk, load, model):  # noqa: F811
    replies, _, data, _ = hold(
        desk,
        load,
        model,
        model.hears(
            "no were closed tomorrow", acts=[("no", "no")], facts=[("answer", "no were closed tomorrow")]
        ),
        model.hears(
            "i could do you monday at one thirty or tuesday at seven",
            facts=[
                *(("time", "monday at one thirty"), ("time", "tuesday at seven")),
                ("answer", "monday at one thirty or tuesday at seven"),
            ],
        ),
    )

    assert "Monday at 1:30 PM or Tuesday at 7 AM" in replies[2].text
    assert data["proposedTime"] == "13:30"
    assert data["proposedElse"]["proposedTime"] == "07:00"

    replies, _, data, _ = hold(
        desk,
        load,
        model,
        "no were closed tomorrow",
        "i could do you monday at one thirty or tuesday at seven",
        model.hears(
            "id rather have him monday at one thirty",
            acts=[("no", "id rather")],
            facts=[("time", "monday at one thirty")],
        ),
    )

    assert "Monday at 1:30 PM then" in replies[3].text
    assert "proposedElse" not in data


def test_ten_to_two_is_a_window_and_a_bare_hour_by_day(desk, load, model):  # noqa: F811
    for words, facts, expected in (
        ("no lets do monday ten to two", [("time", "monday ten to two")], "10:00 to 14:00"),
        ("no friday after eight", [("time", "friday after eight")], "after 08:00"),
    ):
        heard = model.hears(words, acts=[("no", "no")], facts=[*facts, ("answer", words)])

        assert hold(desk, load, model, heard)[2]["proposedTime"] == expected


def test_facility_that_wants_spanish_is_asked_in_spanish(desk, load, model):  # noqa: F811
    replies, found, *_ = hold(
        desk,
        load,
        model,
        model.hears(
            "ay no perdon no hablo mucho ingles habla español",
            acts=[("no", "no"), ("wants_spanish", "habla español")],
        ),
        model.hears("sí está bien", acts=[("yes", "sí")], facts=[("answer", "sí está bien")]),
    )

    when = "Es la recogida en Dallas, TX mañana a las 8 AM."
    assert replies[1].text == f"Claro que sí. {when} ¿Le sigue quedando bien esa cita?"
    assert replies[2].text.endswith(DOCK_ES)
    assert found[SUITS] == "sí está bien"


@pytest.mark.parametrize(
    ("words", "time", "acts", "window", "hour"),
    [
        ("should be around three they wont take him before five right", "around three", [], (17, 21), 15),
        ("figure like six fifteen", "six fifteen", [], (17, 21), 18),
        # Whoever is late means the half of the day after the appointment.
        ("maybe five i wont make it before one", "five", [("late", "i wont make it")], (9, 13), 17),
        ("ill be there at seven", "seven", [], (6, 10), 7),
        ("im late maybe two hours", "two hours", [("late", "im late")], (6, 10), 4),
    ],
)
def test_hour_without_its_half_is_the_one_that_the_appointment_tells(
    model, asked_back, words, time, acts, window, hour
):
    start, end = (f"2026-11-24T{each:02}:00:00" for each in window)
    talk = talk_at_noon(callType="dropoff", stop=TODAY | {"windowStart": start, "windowEnd": end})
    talk.at = talk.at.replace(hour=8)  # two in the morning
    place = model.hears("blythe", facts=[("place", "blythe"), ("answer", "blythe")])

    check(talk, model, place, model.hears(words, acts=acts, facts=[("time", time)]))

    assert talk.state["eta_local"] == f"2026-11-24T{hour:02}{':15' if 'fifteen' in time else ':00'}:00"


def test_number_that_is_told_beside_a_note_stands_in_it(model, asked_back):
    talk = talk_at_noon(callType="dropoff", stop=TODAY)
    words = "dont ring luke on this one im at eight one two five five five oh one seven seven"
    facts = [
        ("note", "dont ring luke on this one"),
        ("phone", "eight one two five five five oh one seven seven"),
    ]

    check(talk, model, model.hears(words, facts=facts))

    assert told(talk)["notes"] == [words]


@pytest.mark.parametrize("note", ["theyre closed till nine", "the gates locked"])
def test_whoever_stands_before_a_closed_gate_isnt_asked_if_they_have_checked_in(model, asked_back, note):
    talk = talk_at_noon(callType="pickup", stop=TODAY)
    replies = check(
        talk,
        model,
        model.hears(f"im here {note}", acts=[("waiting", "im here")], facts=[("note", note)]),
        model.hears("no clue", acts=[("unsure", "no clue")], facts=[("answer", "no clue")]),
    )

    assert not any("checked in" in each.text for each in replies)


@pytest.mark.parametrize(
    ("words", "is_refused"),
    [
        ("one pallet is leaning they want to refuse it", False),
        ("two cartons got crushed theyre refusing it", False),
        ("they refused the whole load", True),
    ],
)
def test_truck_is_refused_where_all_of_its_load_is(model, asked_back, words, is_refused):
    talk = talk_at_noon(callType="dropoff", stop=TODAY)
    facts = [("answer", "im in the door"), ("osd", words)]
    check(
        talk,
        model,
        model.hears(f"im in the door {words}", acts=[("checked_in", "im in the door")], facts=facts),
    )

    assert bool(talk.state.get(TURNED_AWAY)) == is_refused


def test_call_that_they_will_make_is_none_of_ours(model, asked_back):
    talk = talk_at_noon("es", callType="dropoff", stop=TODAY)
    words = "mejor que él les hable cuando salga"
    replies = check(
        talk, model, model.hears(words, acts=[("callback", words)], facts=[("is_their_call", words)])
    )

    assert "call_back" not in talk.state
    assert not replies[-1].is_last
    assert words in told(talk)["notes"]


def test_time_that_is_over_is_no_time_to_call(model, asked_back):
    talk = talk_at_noon(callType="dropoff", stop=TODAY)
    words = "been in door seven since eleven last night who do i call for the lumper code"
    facts = [("answer", "been in door seven"), ("time", "since eleven last night")]
    acts = [("checked_in", "been in door seven"), ("callback", "who do i call for the lumper code")]

    check(talk, model, model.hears(words, acts=acts, facts=facts))

    assert not talk.state.get("call_back", {}).get("time")


def test_why_a_load_is_given_back_isnt_asked_of_whom_has_told_it(model, asked_back):
    words, note = "we gotta give that one back my drivers mom passed", "my drivers mom passed"
    model.hears(words, acts=[("cancels", "we gotta give that one back")], facts=[("note", note)])
    replies = check(
        talk_at_noon(callType="pickup", stop=TODAY), model, words, model.hears("yes", acts=[("yes", "yes")])
    )

    assert not any("happened" in each.text for each in replies)


def test_what_holds_a_truck_up_isnt_asked_of_whom_has_told_it(model, asked_back):
    talk = talk_at_noon(callType="pickup", stop=TODAY)
    note = "these guys got me in the dock since eight"
    replies = check(
        talk,
        model,
        model.hears(f"im in laredo {note}", facts=[("place", "laredo"), ("note", note)]),
        model.hears(
            "like five pm no way before", acts=[("late", "no way before")], facts=[("time", "five pm")]
        ),
    )

    assert "holding" not in replies[-1].text
    assert told(talk)["delayReason"] == note


def test_light_on_the_dash_is_no_breakdown_where_that_is_denied(model, asked_back):
    talk = talk_at_noon("es", callType="dropoff", stop=TODAY)
    light, denied = (
        "se me prendió el check engine",
        "nomás el foquito no está descompuesto llego bien a las cinco",
    )
    check(
        talk,
        model,
        model.hears(light, acts=[("broken_down", light)], facts=[("note", light)]),
        model.hears(
            denied,
            acts=[("on_time", "llego bien")],
            facts=[("answer", "nomás el foquito"), ("time", "a las cinco")],
        ),
    )

    assert told(talk)["outcome"] != "broken_down"


def test_load_that_isnt_picked_up_yet_has_no_papers_and_no_temperature(model, asked_back):
    talk = talk_at_noon(callType="dropoff", stop=TODAY, isReefer=True)
    words = "deliver i aint even picked that up yet"
    replies = check(
        talk,
        model,
        model.hears("in green bay", facts=[("place", "green bay"), ("answer", "in green bay")]),
        model.hears(words, facts=[("answer", words), ("note", words)]),
    )

    assert not any(word in replies[-1].text for word in ("BOL", "loaded or empty", "temperature"))
    assert told(talk)["loading"] is None


def test_number_that_there_is_not_yet_is_asked_once(model, asked_back):
    talk = talk_at_noon(callType="dropoff", stop=TODAY)
    replies = check(
        talk,
        model,
        model.hears("in savannah", facts=[("place", "savannah"), ("answer", "in savannah")]),
        model.hears("about two thirty", facts=[("time", "two thirty"), ("answer", "two thirty")]),
        model.hears("loaded", acts=[("loaded", "loaded")], facts=[("answer", "loaded")]),
        model.hears("they never gave me one", facts=[("answer", "they never gave me one")]),
    )

    assert "BOL" in replies[-2].text
    assert "BOL" not in replies[-1].text


def test_hours_go_by_the_appointment_as_it_was_moved(model, asked_back):
    evening = {"windowStart": "2026-11-24T17:00:00", "windowEnd": "2026-11-24T21:00:00"}
    talk = talk_at_noon(callType="dropoff", stop=TODAY | evening)
    moved, there = (
        "they moved me to tomorrow seven am",
        "tomorrow seven ill be there around six thirty tomorrow",
    )
    check(
        talk,
        model,
        model.hears(
            f"im in tonopah {moved}", facts=[("place", "tonopah"), ("moved_to", "tomorrow seven am")]
        ),
        model.hears(there, facts=[("moved_to", "tomorrow seven"), ("time", "six thirty tomorrow")]),
        model.hears(
            "no seven in the morning", acts=[("no", "no")], facts=[("moved_to", "seven in the morning")]
        ),
    )

    assert talk.state["moved_to"] == "2026-11-25T07:00:00"
    assert talk.state["eta_local"] == "2026-11-25T06:30:00"


def test_load_that_they_have_instead_is_kept_until_it_is_said_that_ours_is_wrong(model, asked_back):
    talk = talk_at_noon(callType="dropoff", stop=TODAY)
    words, number = (
        "i got four eight two one oh one on my rate con is that the same",
        "four eight two one oh one",
    )
    wrong = "no mines going to atlanta you got the wrong driver"
    check(
        talk,
        model,
        model.hears(words, acts=[("asks", words)], facts=[("load", number)], questions=[("load", words)]),
        model.hears(wrong, acts=[("wrong_load", wrong)]),
        model.hears("yes", acts=[("yes", "yes")]),
    )

    assert told(talk)["otherLoad"] == "482101"


def test_place_told_beside_a_doubt_of_the_load_is_kept_once_it_is_ours(model, asked_back):
    talk = talk_at_noon(callType="pickup", stop=TODAY)
    words = "im in pomona but what load did you say i got one going to vegas on my sheet"
    which = "what load did you say"
    doubt = model.hears(
        words,
        acts=[("asks", which), ("wrong_load", "i got one going to vegas")],
        facts=[("place", "pomona")],
        questions=[("load", which)],
    )
    replies = check(talk, model, doubt, model.hears("no no thats me wrong sheet", acts=[("no", "no no")]))

    assert "near" not in replies[-1].text
    assert told(talk)["location"].startswith("Pomona")
