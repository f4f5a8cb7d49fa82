"""Check calls as a language model reads them: news beside the answer, hours put right, who speaks for the driver."""

import pytest

from calls.language.check_call import turned_away
from calls.skills import check_call
from tests.calls.agent.test_check_call import SKILL, told
from tests.calls.agent.test_check_call_spoken import talk_at_noon
from tests.calls.agent.test_model_talks import asked_back, check, model  # noqa: F401 (fixtures)

FRESNO = {
    "city": "Fresno",
    "state": "CA",
    "timezone": "America/Los_Angeles",
    "windowStart": "2026-11-24T17:00:00",
    "windowEnd": "2026-11-24T21:00:00",
}
SEATTLE = FRESNO | {
    "city": "Seattle",
    "state": "WA",
    "windowStart": "2026-11-28T07:00:00",
    "windowEnd": "2026-11-28T11:00:00",
}
BAKERSFIELD = {"facts": [("place", "bakersfield"), ("time", "around six pm")]}
TODAY_SEATTLE = SEATTLE | {"windowStart": "2026-11-24T07:00:00", "windowEnd": "2026-11-24T15:00:00"}


@pytest.fixture
def pickup(asked_back):  # noqa: F811
    return talk_at_noon(callType="pickup", stop=FRESNO)


@pytest.fixture
def delivery(asked_back):  # noqa: F811
    return talk_at_noon(callType="dropoff", stop=SEATTLE)


def said_of(talk):
    return SKILL.conclude(talk).summary


# Hours


def test_arrival_put_right_while_something_else_is_asked_counts(pickup, model):  # noqa: F811
    late = "by delano i blew a steer tire gonna be late probably nine thirty"
    words = "empty and two hours is from now so by maybe seven no wait lets say ten pm to be safe"

    *_, reply = check(
        pickup,
        model,
        model.hears(
            late,
            acts=[("late", "gonna be late")],
            facts=[("place", "delano"), ("time", "nine thirty"), ("reason", "i blew a steer tire")],
        ),
        model.hears(
            words, acts=[("empty", "empty")], facts=[("time", "ten pm to be safe"), ("answer", "empty")]
        ),
    )

    assert told(pickup)["etaLocal"] == "2026-11-24T22:00:00"
    assert told(pickup)["lateMinutes"] == 60
    assert "1 hour after the appointment" in reply.text


@pytest.mark.parametrize(
    ("words", "facts"),
    [
        ("empty by eight pm", [("time", "eight pm"), ("answer", "empty by eight pm")]),
        (
            "empty but they open at eight pm",
            [("time", "eight pm"), ("answer", "empty"), ("reason", "they open at eight pm")],
        ),
        ("empty left at six am", [("time", "six am"), ("answer", "empty")]),
    ],
)
def test_hour_that_answers_or_explains_something_else_is_no_arrival(pickup, model, words, facts):  # noqa: F811
    check(
        pickup,
        model,
        model.hears("bakersfield be there around six pm", **BAKERSFIELD),
        model.hears(words, facts=facts),
    )

    assert told(pickup)["etaLocal"] == "2026-11-24T18:00:00"


@pytest.mark.parametrize(
    ("words", "times", "condition", "arrival"),
    [
        (
            "tomorrow about six pm if they wont take me ill be there seven am saturday",
            ("tomorrow about six pm", "seven am saturday"),
            "if they wont take me ill be there seven am saturday",
            "2026-11-25T18:00:00",
        ),
        (
            "if they take me friday at noon ill come friday at noon otherwise seven am saturday",
            ("friday at noon", "seven am saturday"),
            "if they take me friday at noon ill come friday at noon",
            "2026-11-28T07:00:00",
        ),
    ],
)
def test_hour_that_hangs_on_no_condition_counts(delivery, model, words, times, condition, arrival):  # noqa: F811
    check(
        delivery,
        model,
        model.hears("by vancouver washington", facts=[("place", "vancouver washington")]),
        model.hears(words, facts=[("time", each) for each in times], conditions=[condition]),
    )

    assert told(delivery)["etaLocal"] == arrival
    assert told(delivery)["conditions"] == [condition]


# Where the truck is, and what has become of the load


@pytest.mark.parametrize(
    "words",
    [
        "luke just called hes loaded and rolling left fresno bout twenty minutes ago",
        "loaded up and left fresno a while back",
    ],
)
def test_loaded_truck_that_has_left_is_on_the_road(pickup, model, words):  # noqa: F811
    _, reply = check(pickup, model, model.hears(words, acts=[("loaded", words)], facts=[("answer", words)]))

    assert told(pickup)["outcome"] == "loaded"
    assert told(pickup)["location"] == "on the road from Fresno, CA"
    assert told(pickup)["isWaiting"] is False
    assert "near" not in reply.text


def test_loaded_truck_that_is_still_to_leave_is_at_the_facility(pickup, model):  # noqa: F811
    words = "they just got me loaded gonna roll out at four"

    check(pickup, model, model.hears(words, acts=[("loaded", words)], facts=[("answer", words)]))

    assert told(pickup)["location"] == "at the facility"


def test_load_surely_delivered_is_not_asked_about_later(delivery, model, asked_back):  # noqa: F811
    words = "i dropped that one this morning about seven thirty they wrote up two cases short"
    pod = "i need the pod sent somewhere whats the email and im empty now"

    replies = check(
        delivery,
        model,
        model.hears(
            words,
            acts=[("delivered", "i dropped that one")],
            facts=[("time", "this morning about seven thirty"), ("osd", "two cases short")],
        ),
        model.hears(
            pod,
            acts=[("asks", "i need the pod sent somewhere whats the email"), ("empty", "im empty now")],
            questions=[("other", "i need the pod sent somewhere whats the email")],
        ),
    )

    assert not any("delivered already" in each.text for each in replies)
    assert told(delivery)["osd"] == "two cases short"
    assert asked_back == ["i need the pod sent somewhere whats the email"]


def test_freight_that_is_short_is_no_question_beside_it(delivery, model, asked_back):  # noqa: F811
    words = "in redding and two cases short did you know"

    check(
        delivery,
        model,
        model.hears(
            words,
            acts=[("asks", "two cases short")],
            facts=[("place", "redding"), ("osd", "two cases short")],
            questions=[("other", "two cases short")],
        ),
    )

    assert asked_back == ["two cases short"]


# What the team is to hear of


def test_note_is_passed_on_kept_and_no_answer(pickup, model, asked_back):  # noqa: F811
    words = "shipper says it goes to kent instead of seattle"

    *_, reply = check(
        pickup,
        model,
        model.hears("bakersfield be there around six pm", **BAKERSFIELD),
        model.hears(words, facts=[("note", words)]),
    )

    assert reply.text == "I'll let the team know that. Is the trailer loaded or empty?"
    assert asked_back == [words]
    assert told(pickup)["notes"] == [words]
    assert f"Note: “{words}”." in said_of(pickup)


def test_note_beside_the_last_answer_is_followed_by_anything_else(pickup, model, asked_back):  # noqa: F811
    *_, asked, last = check(
        pickup,
        model,
        model.hears("bakersfield be there around six pm", **BAKERSFIELD),
        model.hears(
            "empty and the gate closes at eight thirty",
            acts=[("empty", "empty")],
            facts=[("answer", "empty"), ("note", "the gate closes at eight thirty")],
        ),
        "no that's it",
    )

    assert asked.text == "I'll let the team know that. Anything else before I let you go?"
    assert asked_back == ["the gate closes at eight thirty"]
    assert last.is_last


def test_note_within_a_question_is_passed_on_once_and_one_with_a_good_bye_too(pickup, model, asked_back):  # noqa: F811
    words = "are you paying for kent since they changed it to kent"

    *_, reply, last = check(
        pickup,
        model,
        model.hears(
            words,
            acts=[("asks", words)],
            facts=[("note", "they changed it to kent")],
            questions=[("other", words)],
        ),
        model.hears(
            "gate four is closed bye", acts=[("leaves", "bye")], facts=[("note", "gate four is closed")]
        ),
    )

    assert reply.text.count("team") == 1
    assert last.is_last
    assert asked_back == [words, "gate four is closed"]
    assert told(pickup)["notes"] == ["they changed it to kent", "gate four is closed"]


def test_what_is_still_on_board_is_kept_and_not_asked_again(pickup, model, asked_back):  # noqa: F811
    on_board = "still got two pallets on from the last guy ill be empty by the time i get there"
    wish = "do i need load locks or straps on this"

    *_, reply = check(
        pickup,
        model,
        model.hears("bakersfield be there around six pm", **BAKERSFIELD),
        model.hears(
            f"{on_board} hey {wish}",
            acts=[("asks", wish)],
            facts=[("answer", on_board)],
            questions=[("instructions", wish)],
        ),
    )

    assert "loaded or empty" not in reply.text
    assert told(pickup)["notes"] == [on_board]
    assert asked_back == [wish, on_board]


def test_hours_that_are_short_of_somebody_in_time_are_a_note(asked_back, model):  # noqa: F811
    talk = talk_at_noon("es", callType="pickup", stop=FRESNO)
    words = "no todo bien nomas ando corto de horas me quedan como cuatro"

    *_, reply = check(
        talk,
        model,
        model.hears(
            "saliendo de bakersfield un trafico bien feo",
            facts=[("place", "bakersfield"), ("reason", "un trafico bien feo")],
        ),
        model.hears("como a las siete y media de la tarde", facts=[("time", "siete y media de la tarde")]),
        model.hears(words, facts=[("reason", "ando corto de horas me quedan como cuatro")]),
    )

    assert reply.text == "Se lo digo a la oficina. ¿La caja va cargada o vacía?"
    assert told(talk)["delayReason"] is None
    assert told(talk)["notes"] == ["ando corto de horas me quedan como cuatro", "un trafico bien feo"]


def test_tyre_that_was_changed_of_somebody_in_time_is_no_delay(delivery, model):  # noqa: F811
    words = "saturday about eight in the morning i had a flat by sacramento changed it already"

    check(
        delivery,
        model,
        model.hears("im in redding california", facts=[("place", "redding california")]),
        model.hears(
            words,
            acts=[("broken_down", "i had a flat")],
            facts=[("time", "saturday about eight in the morning"), ("reason", "i had a flat by sacramento")],
        ),
    )

    assert told(delivery)["delayReason"] is None
    assert told(delivery)["notes"] == ["i had a flat by sacramento"]
    assert told(delivery)["lateMinutes"] == 0


# An appointment that the facility has moved


def test_truck_turned_away_till_another_day_is_not_asked_when_it_is_done(asked_back, model, monkeypatch):  # noqa: F811
    alarms = []
    monkeypatch.setattr(check_call, "raise_alarm", lambda **alarm: alarms.append(str(alarm["kind"])))
    talk = talk_at_noon(callType="dropoff", stop=SEATTLE)
    gate = "im at the receivers gate in seattle they say its monday"

    _, told_back, *_ = check(
        talk,
        model,
        model.hears(
            gate,
            acts=[("waiting", "im at the receivers gate in seattle")],
            facts=[("place", "seattle"), ("moved_to", "its monday")],
        ),
    )

    assert told_back.text == (
        "So they have the appointment on Monday, November 30 now. I'm letting the team know. What's the BOL number?"
    )
    assert told(talk)["appointmentMovedTo"] == "2026-11-30"
    assert told(talk)["etaLocal"] is None
    assert alarms == ["late"]
    assert asked_back == []
    assert "Appointment moved to Nov 30." in said_of(talk)
    assert "given" not in said_of(talk)


def test_truck_put_off_to_a_day_is_not_asked_whether_it_has_checked_in(asked_back, model):  # noqa: F811
    talk = talk_at_noon(callType="dropoff", stop=TODAY_SEATTLE)
    words = "unloaded i dont know theyre turning me away til monday"

    _, done, reply = check(
        talk,
        model,
        model.hears("im at the gate", acts=[("waiting", "im at the gate")]),
        model.hears(
            words,
            acts=[("unsure", "i dont know")],
            facts=[("day", "til monday"), ("reason", "theyre turning me away til monday")],
        ),
    )

    assert "When do you expect to be unloaded?" in done.text
    assert "checked in" not in reply.text
    assert "Turned away at the stop. ETA: “til monday”" in said_of(talk)
    assert told(talk)["delayReason"] == "theyre turning me away til monday"


def test_appointment_moved_by_an_hour_is_told_to_the_team(pickup, model, asked_back):  # noqa: F811
    words = "just past tulare they have me for four pm now ill be there by three thirty pm"

    _, reply = check(
        pickup,
        model,
        model.hears(words, facts=[("place", "tulare"), ("moved_to", "four pm"), ("time", "three thirty pm")]),
    )

    assert "So they have the appointment today at 4 PM now." in reply.text
    assert told(pickup)["appointmentMovedTo"] == "2026-11-24T16:00:00"
    assert told(pickup)["etaLocal"] == "2026-11-24T15:30:00"
    assert asked_back == [words]


@pytest.mark.parametrize(
    ("words", "here", "to", "hour"),
    [
        ("im at the shipper its not ready they said come back at ten pm", "at the shipper", "ten pm", 22),
        (
            "ya llegue con ellos y que vuelva a las once de la noche",
            "ya llegue",
            "a las once de la noche",
            23,
        ),
    ],
)
def test_who_is_there_is_not_late_where_they_move_him(pickup, model, words, here, to, hour):  # noqa: F811
    done, last = "i dunno like midnight or one if they load me then", "midnight or one"

    _, reply, *_ = check(
        pickup,
        model,
        model.hears(
            words,
            acts=[("waiting", here)],
            facts=[("moved_to", to), ("note", words.rpartition(to)[0] + to), ("answer", here)],
        ),
        model.hears(done, facts=[("time", "one")], conditions=[f"{last} if they load me then"]),
    )

    assert "When do you expect" not in reply.text
    assert "espera estar" not in reply.text
    assert told(pickup)["appointmentMovedTo"] == f"2026-11-24T{hour}:00:00"
    for name in ("isLate", "lateMinutes", "eta", "etaLocal", "waitingSince"):
        assert told(pickup)[name] is None
    assert "running_late" not in SKILL.conclude(pickup).tags


def test_hour_within_our_window_is_no_move(pickup, model):  # noqa: F811
    check(
        pickup,
        model,
        model.hears(
            "past tulare they have me at six pm", facts=[("place", "tulare"), ("moved_to", "six pm")]
        ),
    )

    assert told(pickup)["appointmentMovedTo"] is None


# Who tells it


@pytest.mark.parametrize(
    ("words", "facts", "teller"),
    [
        (
            "this aint luke this is dana in dispatch hes at medford oregon",
            [("name", "dana"), ("driver", "luke"), ("place", "medford oregon")],
            "Dana",
        ),
        (
            "this is the office luke just called hes in medford oregon",
            [("driver", "luke"), ("place", "medford oregon")],
            "somebody else",
        ),
        ("this is luke im in medford oregon", [("name", "luke"), ("place", "medford oregon")], None),
    ],
)
def test_report_says_who_told_it(delivery, model, words, facts, teller):  # noqa: F811
    check(delivery, model, model.hears(words, facts=facts))

    assert told(delivery)["toldBy"] == teller
    assert (f"Told by {teller}, not the driver." in said_of(delivery)) is (teller is not None)


# In one answer the team is told once, and the summary reads well


def test_team_is_told_once_in_an_answer(pickup, model):  # noqa: F811
    words = "delano gonna be late probably nine thirty will they still load me"

    _, reply = check(
        pickup,
        model,
        model.hears(
            words,
            acts=[("late", "gonna be late"), ("asks", "will they still load me")],
            facts=[("place", "delano"), ("time", "nine thirty"), ("reason", "gonna be late")],
            questions=[("flexibility", "will they still load me")],
        ),
    )

    assert reply.text.startswith(
        "I can't settle that from here, but I'll let the team know. "
        "Got it, Delano, CA, ETA today at 9:30 PM. That's about 30 minutes after"
    )
    assert reply.text.count("team") == 1


def test_summary_of_a_truck_that_waits_without_an_hour_reads_well(pickup, model):  # noqa: F811
    check(pickup, model, model.hears("im at the gate", acts=[("waiting", "im at the gate")]))

    assert said_of(pickup).endswith("Driver is at the facility. Loading time not given.")


# A truck that is refused at its stop


def test_truck_refused_at_the_gate_is_handed_to_the_team_at_once(pickup, model, asked_back):  # noqa: F811
    words = "i got there at two and the guard turned me around"

    _, reply = check(pickup, model, model.hears(words, facts=[("answer", words), ("note", words)]))

    assert reply.text == (
        "I'll let the team know that. Someone from the team will call you right back. Goodbye."
    )
    assert asked_back == [words]
    assert told(pickup)["outcome"] == "at_facility"
    assert told(pickup)["isWaiting"] is False
    assert said_of(pickup).endswith(f"Turned away at the stop. Note: “{words}”.")


def test_truck_refused_while_its_arrival_is_asked_for_is_handed_to_the_team(pickup, model, asked_back):  # noqa: F811
    words = "i was already at the pickup they wont let me in"

    *_, reply = check(
        pickup,
        model,
        model.hears("im in fresno", facts=[("place", "fresno"), ("answer", "im in fresno")]),
        model.hears(
            f"{words} can somebody call the shipper right now",
            acts=[("asks", "can somebody call the shipper right now")],
            facts=[("answer", words), ("note", words)],
            questions=[("other", "can somebody call the shipper right now")],
        ),
    )

    assert reply.is_last
    assert "ETA" not in reply.text
    assert asked_back == ["can somebody call the shipper right now", words]
    assert said_of(pickup).startswith(
        "Check call on load 540000260 (pickup). Driver is in Fresno, CA. Turned away at the stop."
    )


def test_truck_refused_in_spanish_is_handed_to_the_team(model, asked_back):  # noqa: F811
    talk = talk_at_noon("es", callType="pickup", stop=FRESNO)
    words = "no me dejan entrar dicen que el numero no sale"

    _, reply = check(talk, model, model.hears(words, facts=[("note", words), ("answer", words)]))

    assert reply.is_last
    assert told(talk)["outcome"] == "at_facility"


def test_truck_that_is_to_come_back_another_day_is_not_asked_when_it_is_done(delivery, model, asked_back):  # noqa: F811
    gate, early = "im sittin at the receiver in seattle", "they say im too early come back saturday"
    back = "no thats it ill be back saturday at seven"

    _, reply, _ = check(
        delivery,
        model,
        model.hears(
            f"{gate} right now but {early}",
            acts=[("waiting", gate)],
            facts=[("answer", gate), ("place", "seattle"), ("note", early)],
        ),
        model.hears(
            back,
            acts=[("no", "no thats it")],
            facts=[("time", "saturday at seven"), ("answer", "no thats it")],
        ),
    )

    assert reply.text == "I'll let the team know that. Anything else before I let you go?"
    assert told(delivery)["outcome"] == "at_facility"
    assert told(delivery)["etaLocal"] == "2026-11-28T07:00:00"
    assert told(delivery)["isLate"] is False
    assert "Turned away at the stop. ETA Nov 28, 7:00 AM." in said_of(delivery)


@pytest.mark.parametrize(
    ("words", "facts", "conditions"),
    [
        (
            "bakersfield around six pm if they dont let me in ill park it",
            [*BAKERSFIELD["facts"], ("note", "if they dont let me in ill park it")],
            [],
        ),
        (
            "bakersfield around six pm and the scale house wouldnt let me go for an hour",
            [*BAKERSFIELD["facts"], ("note", "the scale house wouldnt let me go for an hour")],
            [],
        ),
        ("they wont let me in til five pm", [("note", "they wont let me in til five pm")], []),
    ],
)
def test_truck_that_may_be_refused_or_only_waits_is_none(pickup, model, words, facts, conditions):  # noqa: F811
    _, reply = check(pickup, model, model.hears(words, facts=facts, conditions=conditions))

    assert "Turned away" not in said_of(pickup)
    assert not reply.is_last


@pytest.mark.parametrize(("begins", "acts"), [("four four one and ", []), ("no i mean ", [("no", "no")])])
def test_when_a_loaded_truck_delivers_is_a_note_and_no_arrival(pickup, model, asked_back, begins, acts):  # noqa: F811
    when = "more like ten thirty saturday morning"
    bol = [("bol", "four four one")] if "four" in begins else []

    check(
        pickup,
        model,
        model.hears("loaded up and in merced", acts=[("loaded", "loaded up")], facts=[("place", "merced")]),
        model.hears(f"{begins}{when}", acts=acts, facts=[*bol, ("time", when)]),
    )

    assert told(pickup)["etaLocal"] is None
    assert told(pickup)["lateMinutes"] is None
    assert told(pickup)["notes"] == [f"ETA at the next stop: {when}"]


def test_who_drives_now_is_a_note_and_said_back(pickup, model, asked_back):  # noqa: F811
    pickup.state["facts"]["name"] = "Luke"
    told_now = "luke went home so ramon has it"
    words = f"bakersfield and hell be there around six pm {told_now}"
    number = "empty and can you put his number on it five five nine two three one four four one eight"

    _, first, second = check(
        pickup,
        model,
        model.hears(words, facts=[*BAKERSFIELD["facts"], ("driver", "ramon")]),
        model.hears(
            number,
            acts=[("empty", "empty"), ("asks", "can you put his number on it")],
            facts=[
                ("phone", "five five nine two three one four four one eight"),
                ("note", "can you put his number on it"),
            ],
            questions=[("other", "can you put his number on it")],
        ),
    )

    assert "I have Ramon down for the team." in first.text
    assert "I have Ramon, 559 231 4418 down for the team." in second.text
    assert "can't help" not in second.text
    assert asked_back == ["Driver: Ramon", number]
    assert told(pickup)["notes"] == ["Driver: Ramon", number]


@pytest.mark.parametrize(
    "words", ["been here since ten they havent opened yet", "aquí desde las diez no han abierto"]
)
def test_nobody_checks_in_before_it_opens(pickup, model, words):  # noqa: F811
    *_, reply = check(
        pickup,
        model,
        model.hears(words, acts=[("waiting", words)], facts=[("answer", words)]),
        model.hears("no idea", acts=[("unsure", "no idea")]),
    )

    assert "check" not in reply.text.lower()


# Numbers, and what is in the trailer


def test_number_told_unasked_is_passed_on(pickup, model, asked_back):  # noqa: F811
    words = "take down hectors number five five nine two three one four four one eight"

    *_, reply = check(
        pickup,
        model,
        model.hears("bakersfield be there around six pm", **BAKERSFIELD),
        model.hears(
            words,
            acts=[("ask_other", "take down hectors number")],
            facts=[("person", "hector"), ("phone", "five five nine two three one four four one eight")],
        ),
    )

    assert "team" in reply.text
    assert asked_back == [words]
    assert told(pickup)["notes"] == [words]


def test_load_of_another_customer_is_heard_of_a_note(model, asked_back):  # noqa: F811
    talk = talk_at_noon(callType="pickup", stop=FRESNO, isReefer=True)
    words = "hes still loaded with the other load"

    *_, reply = check(
        talk,
        model,
        model.hears("bakersfield be there around six pm", **BAKERSFIELD),
        model.hears(words, facts=[("answer", words), ("note", words)]),
    )

    assert "reefer" not in reply.text
    assert "loaded with another load" in said_of(talk)


def test_who_asks_which_load_it_is_is_told_and_asked_whether_it_is_theirs(pickup, model, asked_back):  # noqa: F811
    words = "which load now i aint got nothing out of fresno"
    denial = "no i dont have this load i got four eight two one oh eight"

    _, reply, last = check(
        pickup,
        model,
        model.hears(
            words,
            acts=[("asks", "which load now"), ("wrong_load", "i aint got nothing out of fresno")],
            questions=[("load", "which load now")],
        ),
        model.hears(
            denial,
            acts=[("no", "no"), ("wrong_load", "i dont have this load")],
            facts=[("load", "four eight two one oh eight")],
        ),
    )

    assert reply.text == (
        "It's about load 540000260, picking up in Fresno, CA. Just to be sure, you're not hauling this load?"
    )
    assert "I'll tell the team that you're on 482108." in last.text
    assert told(pickup)["otherLoad"] == "482108"


# What a time or an answer is about


@pytest.mark.parametrize(
    ("words", "when"),
    [
        ("im here man been sittin in door twelve since like nine am", "like nine am"),
        ("im here got in at nine am", "nine am"),
    ],
)
def test_hour_since_when_a_truck_waits_is_not_when_it_is_done(pickup, model, words, when):  # noqa: F811
    check(pickup, model, model.hears(words, acts=[("waiting", "im here")], facts=[("time", when)]))

    assert told(pickup)["waitingSince"] == "2026-11-24T09:00:00"
    assert told(pickup)["etaLocal"] is None


def test_hour_at_which_a_truck_that_waits_is_done_is_not_since_when(pickup, model):  # noqa: F811
    words = "im here waitin they told me eight tonight"

    check(pickup, model, model.hears(words, acts=[("waiting", "im here")], facts=[("time", "eight tonight")]))

    assert told(pickup)["etaLocal"] == "2026-11-24T20:00:00"
    assert told(pickup)["waitingSince"] is None


def test_what_is_in_the_trailer_is_no_cause_of_delay(pickup, model):  # noqa: F811
    check(
        pickup,
        model,
        model.hears(
            "bakersfield around ten tonight", facts=[("place", "bakersfield"), ("time", "ten tonight")]
        ),
        model.hears("empty yeah washed out", acts=[("empty", "empty")], facts=[("answer", "empty yeah")]),
    )

    assert told(pickup)["lateMinutes"] == 60
    assert told(pickup)["delayReason"] is None
    assert told(pickup)["loading"] == "empty"


def test_when_a_truck_has_left_is_no_note_of_a_later_stop(pickup, model):  # noqa: F811
    words = "loaded and left fresno bout twenty minutes ago"

    check(
        pickup,
        model,
        model.hears(words, acts=[("loaded", "loaded")], facts=[("time", "twenty minutes ago")]),
    )

    assert told(pickup)["notes"] == ["left fresno bout twenty minutes ago"]
    assert "Driver is on the road from Fresno, CA." in said_of(pickup)


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("on the side of i five just north of weed", "the side of I-5 just north of weed"),
        (
            "just crossed into washington on i five by vancouver",
            "just crossed into washington on I-5 near vancouver",
        ),
        ("eighty four eastbound past the dam", "highway 84 eastbound past the dam"),
    ],
)
def test_highway_told_in_answer_to_where_is_not_asked_for_again(delivery, model, words, place):  # noqa: F811
    _, reply = check(delivery, model, model.hears(words, facts=[("answer", words)]))

    assert "highway are you" not in reply.text
    assert told(delivery)["location"] == place


def test_answer_to_where_that_names_no_road_is_asked_about_again(delivery, model):  # noqa: F811
    words = "where i told you before"

    _, reply = check(delivery, model, model.hears(words, facts=[("answer", words)]))

    assert "What town or highway are you near?" in reply.text
    assert "told you" not in said_of(delivery)


@pytest.mark.parametrize(
    ("words", "topic"),
    [
        ("do they take him if he gets there at six tonight", "flexibility"),
        ("i aint asking to change it the window goes till nine tonight right", "appointment"),
    ],
)
def test_hour_within_the_appointment_is_answered_with_it(pickup, model, words, topic):  # noqa: F811
    _, reply = check(pickup, model, model.hears(words, acts=[("asks", words)], questions=[(topic, words)]))

    assert "between 5 PM and 9 PM" in reply.text
    assert "can't change that" not in reply.text


def test_who_cant_tell_the_temperature_is_not_asked_again(asked_back, model):  # noqa: F811
    words = "its set for thirty four i cant see the actual from here youd have to ask curtis"
    talk = talk_at_noon(callType="pickup", stop=FRESNO, isReefer=True)
    *_, reply = check(
        talk,
        model,
        model.hears("bakersfield be there around six pm", **BAKERSFIELD),
        model.hears("empty", acts=[("empty", "empty")], facts=[("answer", "empty")]),
        model.hears(
            words,
            acts=[("ask_other", "youd have to ask curtis")],
            facts=[("set_temperature", "thirty four"), ("person", "curtis"), ("note", "cant see the actual")],
        ),
    )

    assert "degrees" not in reply.text
    assert "temperature" not in reply.text


@pytest.mark.parametrize(
    ("words", "is_refused"),
    [
        ("now they wont check me in", True),
        ("guys not checking me in", True),
        ("he'll check me in at eight", False),
    ],
)
def test_who_isnt_checked_in_is_turned_away(words, is_refused):
    assert (turned_away(words) is not None) is is_refused


def test_arrival_put_right_in_going_counts(pickup, model):  # noqa: F811
    words = "ya se esta moviendo mira ponle mejor ocho y media de la noche y ya seria todo gracias"
    check(
        pickup,
        model,
        model.hears("bakersfield be there around six pm", **BAKERSFIELD),
        model.hears("empty", acts=[("empty", "empty")], facts=[("answer", "empty")]),
        model.hears(
            "who do i call", acts=[("asks", "who do i call")], questions=[("other", "who do i call")]
        ),
        model.hears(
            words,
            acts=[("no", "ya seria todo gracias")],
            facts=[("time", "ocho y media de la noche"), ("note", "ya se esta moviendo")],
        ),
    )

    assert told(pickup)["etaLocal"] == "2026-11-24T20:30:00"


def test_truck_near_the_stop_is_told_in_their_words(delivery, model):  # noqa: F811
    words = "parked across the street from the receiver"
    _, reply = check(delivery, model, model.hears(words, facts=[("place", words), ("answer", words)]))

    assert "town" not in reply.text
    assert told(delivery)["location"] == f"{words}, Seattle, WA"


# Who isn't late after all, and who speaks for a driver that is


@pytest.mark.parametrize(
    "words",
    ["nothings holding me up im early", "no delay here ill make it fine", "im good on time quit worrying"],
)
def test_who_is_in_time_after_all_is_not_late(pickup, model, words):  # noqa: F811
    check(
        pickup,
        model,
        model.hears("delano round ten tonight", facts=[("place", "delano"), ("time", "round ten tonight")]),
        model.hears(words, acts=[("on_time", words)], facts=[("answer", words)]),
    )

    assert told(pickup)["isLate"] is False
    assert told(pickup)["eta"] == f"round ten tonight; {words}"
    assert "running_late" not in SKILL.conclude(pickup).tags


def test_who_speaks_for_a_late_driver_is_not_late(pickup, model):  # noqa: F811
    words = "this is rosa at the office hes running behind today"

    _, reply = check(
        pickup,
        model,
        model.hears(words, acts=[("late", "hes running behind")], facts=[("is_dispatcher", "at the office")]),
    )

    assert "the truck is running late" in reply.text


def test_truck_that_waits_till_tomorrow_is_not_asked_whether_it_has_checked_in(delivery, model):  # noqa: F811
    words = "parked outside the receiver they start unloading us tomorrow at nine in the morning"

    check(
        delivery,
        model,
        model.hears("im at the receiver", acts=[("waiting", "im at the receiver")]),
        model.hears(words, facts=[("time", "tomorrow at nine in the morning"), ("answer", words)]),
    )

    assert delivery.state["asking"] != "check"
    assert told(delivery)["etaLocal"] == "2026-11-25T09:00:00"


def test_cause_beside_another_is_a_note(delivery, model, asked_back):  # noqa: F811
    second = "his tens up at two"

    check(
        delivery,
        model,
        model.hears(
            "hes late they held him at the shipper",
            acts=[("late", "hes late")],
            facts=[("reason", "they held him at the shipper")],
        ),
        model.hears(
            f"medford oregon {second} so nine saturday morning",
            facts=[("place", "medford oregon"), ("reason", second), ("time", "nine saturday morning")],
        ),
    )

    assert told(delivery)["notes"] == [second]


def test_lateness_that_is_made_up_is_none(pickup, model):  # noqa: F811
    late, made_up = (
        "gonna be late like nine thirty scale by delano has me",
        "they cut me loose i can make eight",
    )

    check(
        pickup,
        model,
        model.hears(
            late,
            acts=[("late", "gonna be late")],
            facts=[("place", "delano"), ("time", "nine thirty"), ("reason", "scale by delano has me")],
        ),
        model.hears(made_up, acts=[("on_time", "i can make eight")], facts=[("time", "eight")]),
    )

    assert told(pickup)["isLate"] is False
    assert told(pickup)["delayReason"] is None


@pytest.mark.parametrize(
    ("words", "time", "since", "done"),
    [
        ("at the receiver been here two hours", "two hours", "2026-11-24T08:00:00", None),
        ("in the door at the receiver two more hours", "two more hours", None, "2026-11-24T12:00:00"),
        ("ya estoy aquí desde hace una hora", "hace una hora", "2026-11-24T09:00:00", None),
    ],
)
def test_so_many_hours_are_told_as_they_are_meant(pickup, model, words, time, since, done):  # noqa: F811
    check(pickup, model, model.hears(words, acts=[("waiting", words)], facts=[("time", time)]))

    assert told(pickup)["waitingSince"] == since
    assert told(pickup)["etaLocal"] == done


def test_who_is_being_unloaded_is_not_asked_whether_he_checked_in(delivery, model):  # noqa: F811
    words = "im at the receiver theyre unloading me now be done in thirty minutes"

    check(
        delivery,
        model,
        model.hears(words, acts=[("waiting", "im at the receiver")], facts=[("time", "in thirty minutes")]),
    )

    assert delivery.state["asking"] != "check"
    assert told(delivery)["checked"] == "in"


def test_hour_with_a_bound_is_one(pickup, model):  # noqa: F811
    facts = [("place", "delano"), ("time", "seven at the latest")]

    check(pickup, model, model.hears("delano seven at the latest", facts=facts))

    assert told(pickup)["etaLocal"] == "2026-11-24T19:00:00"


def test_who_drives_in_anothers_place_is_kept(pickup, model, asked_back):  # noqa: F811
    pickup.state["facts"]["name"] = "Luke"
    words = "its dale i got lukes truck now im by delano"

    check(
        pickup,
        model,
        model.hears(words, facts=[("name", "dale"), ("is_driver", "i got lukes truck"), ("place", "delano")]),
    )

    assert told(pickup)["notes"] == ["Driver: Dale"]


# One acknowledgement in an answer


def test_answer_acknowledges_once(pickup, model, asked_back):  # noqa: F811
    note, later = "gate code is nine nine", "make it eight thirty tonight"

    *_, second, last = check(
        pickup,
        model,
        model.hears("bakersfield be there around six pm", **BAKERSFIELD),
        model.hears(
            "empty who do i send it to and what door",
            acts=[("empty", "empty"), ("asks", "who do i send it to")],
            facts=[("answer", "empty")],
            questions=[("other", "who do i send it to"), ("other", "what door")],
        ),
        model.hears(
            f"no thats all {later} {note}",
            acts=[("no", "no thats all")],
            facts=[("time", "eight thirty tonight"), ("note", note)],
        ),
    )

    assert second.text == (
        "I can't help with that myself, so I'll pass it on to the team. Anything else before I let you go?"
    )
    assert last.text == "Okay, so that's today at 8:30 PM. Thanks. Drive safe, goodbye."
    assert asked_back == ["who do i send it to", "what door", note]


def test_trouble_comes_before_what_is_noted_beside_it(pickup, model, asked_back):  # noqa: F811
    words = "blew an air line by delano tow truck is an hour out"

    _, reply = check(
        pickup,
        model,
        model.hears(
            words,
            acts=[("broken_down", "blew an air line")],
            facts=[("place", "delano"), ("reason", "blew an air line"), ("note", "tow truck is an hour out")],
        ),
    )

    assert reply.text.startswith("I'm sorry to hear that.")
    assert "let the team know that" not in reply.text


def test_call_that_is_promised_tells_its_hour(pickup, model):  # noqa: F811
    *_, reply = check(
        pickup,
        model,
        model.hears("bakersfield be there around six pm", **BAKERSFIELD),
        model.hears(
            "empty and call me at two this afternoon",
            acts=[("empty", "empty"), ("callback", "call me at two this afternoon")],
            facts=[("answer", "empty"), ("time", "two this afternoon")],
        ),
    )

    assert "Someone from the team will call you today at 2 PM." in reply.text


@pytest.mark.parametrize("words", ["hello can you hear me", "did you get me"])
def test_who_asks_whether_we_hear_him_is_asked_again(pickup, model, asked_back, words):  # noqa: F811
    _, reply = check(
        pickup,
        model,
        model.hears(words, acts=[("asks", words)], questions=[("other", words)]),
    )

    assert reply.text == "What town or highway are you near?"
    assert asked_back == []


@pytest.mark.parametrize(
    ("words", "acts", "time", "note"),
    [
        (
            "loaded got out the gate at nine twelve",
            [("checked_out", "got out the gate at nine twelve")],
            "nine twelve",
            "got out the gate at nine twelve",
        ),
        (
            "loaded they sealed me at ten past nine",
            [("loaded", "they sealed me at ten past nine")],
            "ten past nine",
            "they sealed me at ten past nine",
        ),
        ("ya me cargaron salgo de aqui a las dos", [], "a las dos", "salgo de aqui a las dos"),
    ],
)
def test_hour_at_this_stop_is_kept_as_what_it_is(pickup, model, words, acts, time, note):  # noqa: F811
    first = ("loaded", words.partition(" got")[0].partition(" they")[0].partition(" salgo")[0])
    check(
        pickup,
        model,
        model.hears(f"delano {words}", acts=[first, *acts], facts=[("place", "delano"), ("time", time)]),
    )

    assert told(pickup)["outcome"] == "loaded"
    assert told(pickup)["notes"] == [note]


@pytest.mark.parametrize(
    ("words", "checked_in", "time"),
    [
        ("got here at eight and checked in at eight twenty", "checked in at eight twenty", "eight twenty"),
        ("backed in at eight signed in at eight twenty", "signed in at eight twenty", "eight twenty"),
        (
            "llegué a las ocho y me apunté a las ocho y veinte",
            "me apunté a las ocho y veinte",
            "a las ocho y veinte",
        ),
    ],
)
def test_truck_is_there_since_it_came_and_the_check_in_is_kept(pickup, model, words, checked_in, time):  # noqa: F811
    check(
        pickup,
        model,
        model.hears("in the yard now", acts=[("waiting", "in the yard now")]),
        model.hears(words, acts=[("checked_in", checked_in)], facts=[("time", time)]),
    )

    assert told(pickup)["waitingSince"] == "2026-11-24T08:00:00"
    assert told(pickup)["checked"] == "in"
    assert told(pickup)["notes"] == [checked_in]


@pytest.mark.parametrize(
    ("words", "place", "time", "arrival"),
    [
        ("forty miles out by delano figure one fifteen", "by delano", "one fifteen", "2026-11-24T13:15:00"),
        ("delano an hour out so ten fifty", "delano", "ten fifty", "2026-11-24T10:50:00"),
        (
            "delano say one fifteen tonight half an hour out",
            "delano",
            "one fifteen tonight",
            "2026-11-25T01:15:00",
        ),
    ],
)
def test_half_of_the_day_is_by_how_far_it_still_is(pickup, model, words, place, time, arrival):  # noqa: F811
    check(pickup, model, model.hears(words, facts=[("place", place), ("time", time)]))

    assert told(pickup)["etaLocal"] == arrival


def test_number_is_no_place(pickup, model):  # noqa: F811
    check(
        pickup,
        model,
        model.hears("loaded and leaving", acts=[("loaded", "loaded"), ("checked_out", "leaving")]),
        model.hears("bol is six six two", facts=[("bol", "six six two"), ("answer", "six six two")]),
    )

    assert told(pickup)["bolNumber"] == "662"
    assert told(pickup)["location"] is None


def test_day_that_is_told_is_the_day_however_near_the_truck_is(pickup, model):  # noqa: F811
    words = "ten thursday on the dot its only an hour away"

    check(
        pickup,
        model,
        model.hears("im at the house in delano", facts=[("place", "delano")]),
        model.hears(words, acts=[("on_time", "ten thursday on the dot")], facts=[("time", "ten thursday")]),
    )

    assert told(pickup)["etaLocal"].startswith("2026-11-26")


def test_hour_within_the_window_stays_in_its_half(asked_back, model):  # noqa: F811
    afternoon = SEATTLE | {"windowStart": "2026-11-30T13:00:00", "windowEnd": "2026-11-30T17:00:00"}
    talk = talk_at_noon("es", callType="dropoff", stop=afternoon)
    words = "cargo mañana como a las nueve y le calculo llegar a seattle el lunes a las dos hora de allá"

    check(
        talk,
        model,
        model.hears(
            "todavía no cargo estoy aquí en mi casa en fresno",
            facts=[("place", "fresno"), ("note", "todavía no cargo")],
        ),
        model.hears(words, facts=[("time", "el lunes a las dos"), ("note", "cargo mañana como a las nueve")]),
    )

    assert told(talk)["etaLocal"] == "2026-11-30T14:00:00"


def test_noon_asked_for_within_the_window_is_answered(asked_back, model):  # noqa: F811
    midday = SEATTLE | {"windowStart": "2026-11-30T10:00:00", "windowEnd": "2026-11-30T14:00:00"}
    talk = talk_at_noon("es", callType="pickup", stop=midday)
    words = "cargado y oiga no hay problema si llego a mediodia"

    *_, reply = check(
        talk,
        model,
        model.hears("en fresno", facts=[("place", "fresno")]),
        model.hears("el lunes a las doce", facts=[("time", "el lunes a las doce")]),
        model.hears(
            words,
            acts=[("loaded", "cargado"), ("asks", "no hay problema si llego a mediodia")],
            questions=[("flexibility", "no hay problema si llego a mediodia")],
            facts=[("answer", "cargado")],
        ),
    )

    assert "entre las 10 AM y las 2 PM" in reply.text


def test_move_that_is_denied_right_after_it_was_said_back_ends_no_call_in_an_error(delivery, model):  # noqa: F811
    moved, denied = "they moved it to monday at seven am", "no i didnt say im taking that one"
    *_, reply = check(
        delivery,
        model,
        model.hears("in tacoma", facts=[("place", "tacoma")]),
        model.hears(moved, facts=[("moved_to", "monday at seven am"), ("answer", moved)]),
        model.hears(denied, acts=[("no", denied)]),
    )

    assert reply.text
    assert told(delivery)["appointmentMovedTo"] is None
