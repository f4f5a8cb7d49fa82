"""The check-call skill, as dialogues: no wire, and the database only where a report is stored."""

import json
from datetime import UTC, date, datetime, time
from decimal import Decimal

import pytest

from calls.language.reading import Act, Expecting, Place, Question, Reading, Topic
from calls.language.understanding import BuiltIn
from calls.models import (
    Agent,
    CallingRules,
    CheckCallReport,
    Conversation,
    ConversationLoad,
    LoadAlarm,
    OpenQuestion,
)
from calls.skill import Talk
from calls.skills import check_call
from calls.skills.check_call import CheckCallSkill
from organizations.models import Organization
from tests.factories import AgentFactory, ApprovedAnswerFactory, ConversationFactory, LoadFactory

pytestmark = pytest.mark.usefixtures("alarms", "passed_on")

SKILL = CheckCallSkill()
AT = datetime(2026, 3, 2, 21, 10, 42, tzinfo=UTC)  # 15:10 in Chicago, 16:10 in Atlanta


def facts(**changes):
    stop = {
        "city": "Atlanta",
        "state": "GA",
        "timezone": "America/New_York",
        "windowStart": "",
        "windowEnd": "",
    }
    known = {
        "loadNumber": "L-1",
        "callType": "dropoff",
        "waitingAtFacility": False,
        "name": "Mike",
        "stop": stop | changes.pop("stop", {}),
    }
    return known | changes


def talk_of(language="en", **changes):
    organization = Organization(name="Acme Freight", timezone="America/Chicago")
    conversation = Conversation(organization=organization)
    agent, state = Agent(organization=organization), {"facts": facts(**changes)}
    return Talk(conversation, agent, state, AT, language, {"load": None})


def heard_as(words, *acts, unsure=(), **fields):
    """What was understood, said outright: for what the skill makes of it."""
    return Reading(text=words, acts=acts, unsure=frozenset(unsure), **fields)


def at(hour, minute=0, day=2):
    return datetime(2026, 3, day, hour, minute)


def be_there(words, hour, minute=0, day=2, *acts):
    return heard_as(words, *acts, time=at(hour, minute, day))


def asked(*topics, words=""):
    said = words or "Say what?"
    return heard_as(said, Act.ASKS, questions=tuple(Question(topic, said) for topic in topics))


MACON = heard_as("I'm just passing Macon.", place=Place("Macon", "GA"))
AT_SIX = be_there("Around 6 pm", 18)
LOADED = heard_as("I'm loaded.", Act.LOADED)
BOL = heard_as("It's 88213.", bol="88213")
HUH = heard_as("Huh?", Act.REPEAT)
HELLO = heard_as("Hello?", Act.GREETS)
BYE = heard_as("Bye.", Act.LEAVES)


@pytest.fixture
def reachable(monkeypatch):
    """Somebody of the team takes calls."""
    monkeypatch.setattr(check_call, "person_for", lambda *_, **__: "+13125550100")


def hold(talk, *heard):
    """Open, hear each (words for the built-in understanding, or what was understood), and return all replies."""
    replies = [SKILL.open(talk)]
    for each in heard:
        talk.state = json.loads(json.dumps(talk.state))
        meant = each
        if isinstance(each, str):
            meant = BuiltIn().understand(each, SKILL.listening(talk, replies[-1].expecting))
        replies.append(SKILL.answer(talk, meant))
    return replies


def told(talk):
    return SKILL.conclude(talk).extracted


def test_place_eta_load_and_papers_are_asked_and_kept():
    talk = talk_of()

    first, second, third, fourth, last = hold(talk, MACON, AT_SIX, LOADED, BOL)

    assert first.text == (
        "Hi Mike, this is the automated assistant with Acme Freight with a check call on load L-1, "
        "delivering in Atlanta, GA. Where are you right now?"
    )
    assert second.text == "Got it, Macon, GA. And what time do you expect to be at the delivery?"
    assert third.text.endswith("Are you loaded or empty right now?")
    assert fourth.text.endswith("What's the BOL number?")
    assert [reply.expecting for reply in (first, second, fourth)] == [
        *(Expecting.PLACE, Expecting.TIME, Expecting.BOL),
    ]
    assert last.is_last
    conclusion = SKILL.conclude(talk)
    assert conclusion.tags == ("check_call", "check_call_update")
    assert conclusion.summary == (
        "Check call on load L-1 (delivery). Driver is in Macon, GA, loaded. ETA Mar 2, 6:00 PM. BOL 88213."
    )
    assert conclusion.extracted == {
        "loadNumber": "L-1",
        "callType": "dropoff",
        "outcome": "on_the_way",
        "location": "Macon, GA",
        "eta": "Around 6 pm",
        "etaLocal": "2026-03-02T18:00:00",
        "isLate": None,
        "lateMinutes": None,
        "delayReason": None,
        "isWaiting": False,
        "waitingSince": None,
        "deliveredDate": None,
        "deliveredTime": None,
        "checked": None,
        "loading": "loaded",
        "reeferTemperature": None,
        "reeferSetPoint": None,
        "trackingApp": None,
        "isTracking": None,
        "bolNumber": "88213",
        "osd": None,
        "appointmentMovedTo": None,
        "otherLoad": None,
        "reeferSetTo": None,
        "conditions": None,
        "notes": None,
        "toldBy": None,
    }


def test_listening_knows_the_clock_the_appointment_and_our_last_line_of_the_stop():
    talk = talk_of(stop=DUE)
    talk.state["line"] = {"text": "Where are you right now?", "amounts": []}

    listening = SKILL.listening(talk, Expecting.PLACE)

    assert listening.now == datetime(2026, 3, 2, 16, 10, 42)
    assert listening.appointment == (at(16), at(17))
    assert listening.agent_said == "Where are you right now?"


@pytest.mark.parametrize(("zone", "eta"), [("America/New_York", "16:30:42"), ("", "15:30:42")])
def test_time_from_now_is_read_at_the_stop_else_at_home(zone, eta):
    talk = talk_of(stop={"timezone": zone})

    hold(talk, MACON, "there in 20 minutes")

    assert talk.state["eta_local"][:16] == f"2026-03-02T{eta}"[:16]


def test_place_and_eta_in_one_breath_need_one_question():
    talk = talk_of()

    _, second = hold(talk, heard_as("I'm in Macon, be there at 6", place=Place("Macon"), time=at(18)))

    assert "loaded or empty" in second.text
    assert talk.state["eta_local"] == "2026-03-02T18:00:00"


def test_pickup_is_called_one():
    first, second = hold(talk_of(callType="pickup", name="", stop={"city": "", "state": ""}), MACON)

    assert first.text.startswith(
        "Hi, this is the automated assistant with Acme Freight with a check call on load L-1."
    )
    assert second.text.endswith("at the pickup?")


@pytest.mark.parametrize(("kind", "work"), [("pickup", "loaded"), ("dropoff", "unloaded")])
def test_truck_at_the_facility_is_not_asked_where_it_is(kind, work):
    talk = talk_of(waitingAtFacility=True, callType=kind)

    first, second = hold(talk, be_there("About an hour", 17, 10))

    assert first.text.endswith(f"I see that you're at the facility. When do you expect to be {work}?")
    assert second.text.endswith("Have you checked in?")
    assert told(talk)["location"] == "at the facility"
    assert told(talk)["outcome"] == "at_facility"
    assert told(talk)["etaLocal"] == "2026-03-02T17:10:00"


def test_truck_at_the_facility_whose_driver_says_nothing_is_no_report():
    talk = talk_of(waitingAtFacility=True)
    hold(talk)

    assert SKILL.conclude(talk).tags == ("check_call", "dropped")


# What is no answer


def test_greeting_is_no_place():
    _, again, second = hold(talk_of(), HELLO, MACON)

    assert again.text == "What town or highway are you near?"
    assert second.text.startswith("Got it, Macon, GA. And what time")


@pytest.mark.parametrize(
    "heard",
    [
        "5",
        "I'm by the big blue tree",
        "x" * 100_000,
        "<script>alert(1)</script>",
        "{{ facts }}",
        "1:" * 5_000,
    ],
)
def test_free_words_are_no_place(heard):
    talk = talk_of()

    _, again, other, then = hold(talk, *[heard_as(heard)] * 3)

    assert again.text == "What town or highway are you near?"
    assert other.text == "Sorry, I didn't catch a place. Which city is closest to you?"
    assert then.text == "And what time do you expect to be at the delivery?"
    assert "location" not in talk.state


def test_eta_is_known_though_the_place_is_not():
    talk = talk_of()

    hold(talk, *[heard_as("out by the old mill")] * 3, AT_SIX)

    assert told(talk)["location"] is None
    assert told(talk)["etaLocal"] == "2026-03-02T18:00:00"
    assert "old mill" not in json.dumps(talk.state)


def test_vague_eta_is_asked_again_then_left_unknown():
    talk = talk_of()
    vague = heard_as("Depends on traffic", Act.UNSURE)

    *_, again, then = hold(talk, MACON, vague, vague)

    assert again.text == "What's your ETA at the delivery?"
    assert "loaded or empty" in then.text
    assert told(talk)["eta"] is None


def test_day_alone_is_an_eta_at_the_second_time():
    talk = talk_of(stop=DUE)
    tomorrow = heard_as("tomorrow sometime", day=date(2026, 3, 3))

    *_, then = hold(talk, MACON, tomorrow, tomorrow)

    assert "What's holding you up?" in then.text
    assert (told(talk)["eta"], told(talk)["etaLocal"]) == ("tomorrow sometime", None)


def test_no_question_is_put_twice_in_the_same_words():
    talk = talk_of(isReefer=True)

    replies = hold(
        talk, HELLO, HELLO, MACON, HUH, HUH, AT_SIX, HUH, LOADED, HUH, heard_as("34", temperature=Decimal(34))
    )

    questions = [reply.text.split(". ")[-1] for reply in replies]
    assert len(set(questions)) == len(questions)


def test_driver_who_says_nothing_is_asked_four_times():
    talk = talk_of()

    replies = hold(talk, *[HELLO] * 4)

    assert [reply.is_last for reply in replies] == [False, False, False, False, True]
    assert "call you back" in replies[-1].text
    assert SKILL.conclude(talk).tags == ("check_call", "callback_requested")


def test_place_is_kept_when_the_eta_never_comes():
    talk = talk_of()

    hold(talk, MACON, *[HUH] * 4)

    conclusion = SKILL.conclude(talk)
    assert conclusion.tags == ("check_call", "check_call_update", "callback_requested")
    assert conclusion.summary.endswith("Driver is in Macon, GA. ETA not given.")


# Taking leave, and being called back


@pytest.mark.parametrize("heard", ["ok bye", "Bye."])
def test_goodbye_ends_the_call(heard):
    talk = talk_of()

    _, last = hold(talk, heard_as(heard, Act.LEAVES))

    assert last.is_last
    assert SKILL.conclude(talk).tags == ("check_call", "dropped")


def test_goodbye_that_isnt_sure_ends_the_call_at_the_second_time():
    doubtful = heard_as("I'm gonna run", Act.LEAVES, unsure=[Act.LEAVES])

    _, again, last = hold(talk_of(), doubtful, doubtful)

    assert not again.is_last
    assert last.is_last


def test_place_along_with_a_goodbye_is_kept():
    talk = talk_of()

    _, last = hold(talk, heard_as("I'm in Macon, talk to you later", Act.LEAVES, place=Place("Macon", "GA")))

    assert last.is_last
    assert "noted" in last.text
    assert talk.state["location"] == "Macon, GA"


def test_call_back_at_a_time_is_kept_and_no_arrival():
    talk = talk_of()

    last = hold(talk, heard_as("call me back in an hour", Act.CALLBACK, time=at(17, 10)))[-1]

    assert last.is_last
    assert talk.state["call_back"]["time"] == "2026-03-02T17:10:00"
    assert talk.state["call_back"]["zone"] == "America/New_York"
    assert "eta_local" not in talk.state


def test_call_back_without_a_time_is_asked_for_one():
    talk = talk_of()

    reply = hold(talk, heard_as("can you call me back", Act.CALLBACK))[-1]

    assert "good time" in reply.text
    assert talk.state["offers_call_back"]


def test_resumed_conversation_goes_on_with_the_open_question():
    talk = talk_of()
    hold(talk, MACON)

    assert SKILL.resume(talk).text == (
        "Sorry, the line dropped for a moment. What's your ETA at the delivery?"
    )


def test_driver_who_calls_is_asked_too():
    talk = talk_of()
    talk.state = {}

    first, second, third = hold(talk, MACON, AT_SIX)

    assert first.text == "Hi, this is the automated assistant with Acme Freight. Where are you right now?"
    assert second.text.startswith("Got it, Macon, GA. And what time")
    assert "loaded or empty" in third.text
    assert told(talk)["loadNumber"] is None


# Delivered already


def test_delivered_yesterday_ends_the_call():
    talk = talk_of()

    _, last = hold(
        talk, heard_as("i already delivered that thing yesterday", Act.DELIVERED, day=date(2026, 3, 1))
    )

    assert last.is_last
    assert "marked it delivered" in last.text
    assert told(talk)["outcome"] == "delivered"
    assert (told(talk)["deliveredDate"], told(talk)["etaLocal"]) == ("2026-03-01", None)
    assert "Delivered Mar 1." in SKILL.conclude(talk).summary


def test_delivery_without_a_day_is_asked_for_it_once():
    talk = talk_of()

    _, when, last = hold(talk, heard_as("it's delivered", Act.DELIVERED), be_there("at 2", 2, 0, 3))

    assert when.text == "Got it. When did it get delivered?"
    assert last.is_last
    assert (told(talk)["deliveredDate"], told(talk)["deliveredTime"]) == ("2026-03-02", "14:00")


@pytest.mark.parametrize(
    ("said", "day"), [(date(2026, 3, 6), "2026-02-27"), (date(2026, 3, 2), "2026-03-02")]
)
def test_day_of_a_delivery_is_past(said, day):
    talk = talk_of()

    hold(talk, heard_as("dropped it friday", Act.DELIVERED, day=said))

    assert told(talk)["deliveredDate"] == day


def test_delivery_that_wasnt_surely_heard_is_asked_about():
    talk = talk_of()
    doubtful = heard_as("it's off", Act.DELIVERED, unsure=[Act.DELIVERED])

    _, sure, when = hold(talk, doubtful, heard_as("yeah", Act.YES))

    assert sure.text.endswith("So this load is delivered already?")
    assert sure.expecting == Expecting.CONFIRMATION
    assert "When did it get delivered?" in when.text
    assert told(talk)["outcome"] == "delivered"


def test_delivery_that_is_denied_is_none():
    talk = talk_of()
    doubtful = heard_as("it's off", Act.DELIVERED, unsure=[Act.DELIVERED])

    *_, then, again = hold(talk, doubtful, heard_as("no", Act.NO), doubtful)

    assert then.text.endswith("What town or highway are you near?")
    assert "delivered" not in again.text
    assert told(talk) == {}


def test_unloaded_truck_at_the_delivery_is_asked_whether_it_is_delivered():
    talk = talk_of()

    _, sure = hold(talk, heard_as("I'm empty", Act.EMPTY))

    assert "delivered already?" in sure.text


# Loaded, waiting


def test_loaded_truck_at_the_pickup_is_asked_for_its_papers_alone():
    talk = talk_of(callType="pickup")

    _, bol, last = hold(talk, LOADED, BOL)

    assert bol.text.endswith("What's the BOL number?")
    assert last.is_last
    assert (told(talk)["outcome"], told(talk)["location"]) == ("loaded", "at the facility")


def test_loaded_truck_on_the_road_is_where_it_says():
    talk = talk_of(callType="pickup")

    hold(talk, heard_as("loaded and rolling, past Macon", Act.LOADED, place=Place("Macon", "GA")))

    assert (told(talk)["outcome"], told(talk)["location"]) == ("loaded", "Macon, GA")
    assert not told(talk)["isWaiting"]


def test_waiting_truck_is_at_the_facility_since_when_it_says():
    talk = talk_of(callType="pickup", stop=DUE)
    since_six = be_there("been sitting here since six, no door", 6, 0, 2, Act.WAITING)

    _, when = hold(talk, since_six)

    assert when.text.endswith("When do you expect to be loaded?")
    assert told(talk)["outcome"] == "at_facility"
    assert told(talk)["waitingSince"] == "2026-03-02T06:00:00"
    assert told(talk)["etaLocal"] is None


@pytest.mark.parametrize(
    "words",
    ["I'm at the shipper now.", "I'm here already", "Backed into door 12", "Ya llegué, estoy en el muelle"],
)
def test_driver_who_has_arrived_is_asked_when_he_is_done(words):
    talk = talk_of(callType="pickup", stop=DUE)

    second = hold(talk, heard_as(words))[-1]

    assert second.text.endswith("When do you expect to be loaded?")
    assert "late_minutes" not in talk.state


def test_driver_at_the_dock_who_tells_all_is_asked_for_the_rest_alone():
    talk = talk_of(callType="pickup", stop=DUE)
    said = be_there(
        "I'm at the shipper, checked in an hour ago, they said thirty minutes", 16, 40, 2, Act.CHECKED_IN
    )

    _, since, last = hold(talk, said, be_there("about an hour ago", 15, 10))

    assert since.text.endswith("When did you check in?")
    assert last.is_last
    assert (told(talk)["checked"], told(talk)["waitingSince"]) == ("in", "2026-03-02T15:10:00")
    assert told(talk)["etaLocal"] == "2026-03-02T16:40:00"


def test_time_of_the_check_in_is_no_arrival():
    talk = talk_of(waitingAtFacility=True, callType="pickup")

    hold(talk, be_there("About an hour", 17, 10), be_there("checked in at 7:45", 7, 45, 3, Act.CHECKED_IN))

    assert talk.state["eta_local"] == "2026-03-02T17:10:00"
    assert talk.state["since"] == "2026-03-02T07:45:00"
    assert talk.state["check"] == "in"


@pytest.mark.parametrize(("act", "checked"), [(Act.YES, "in"), (Act.NO, "no")])
def test_yes_and_no_answer_whether_he_has_checked_in(act, checked):
    talk = talk_of(waitingAtFacility=True, callType="pickup")

    hold(talk, be_there("About an hour", 17, 10), heard_as("Yes or no.", act))

    assert told(talk)["checked"] == checked


# Trouble


def test_breakdown_is_told_at_once_and_goes_to_a_person(reachable, alarms):
    talk = talk_of()
    broken = heard_as("the truck quit on me outside of Macon", Act.BROKEN_DOWN, place=Place("Macon", "GA"))

    _, why, handed = hold(talk, broken, heard_as("the turbo's gone", reason="the turbo's gone"))

    assert why.text == "I'm sorry to hear that. I'm letting the team know right away. What happened?"
    assert why.expecting == Expecting.REASON
    assert alarms == [
        ("broken_down", "the truck quit on me outside of Macon"),
        ("broken_down", "the truck quit on me outside of Macon\nthe turbo's gone"),
    ]
    assert handed.transfer.to == "+13125550100"
    assert "Broken down." in handed.transfer.whisper
    assert told(talk)["outcome"] == "broken_down"
    assert (told(talk)["location"], told(talk)["delayReason"]) == ("Macon, GA", "the turbo's gone")


def test_breakdown_is_called_back_about_where_nobody_is_there(alarms):
    talk = talk_of()

    *_, last = hold(
        talk,
        heard_as("we broke down", Act.BROKEN_DOWN, reason="we broke down"),
        MACON,
    )

    assert last.is_last
    assert "call you right back" in last.text
    assert talk.state["call_back"]["time"] is None
    assert len(alarms) == 1


def test_breakdown_of_a_truck_that_knows_its_arrival_is_told_and_the_call_goes_on(alarms):
    talk = talk_of(stop=DUE)
    flat = heard_as("I blew a tire", Act.BROKEN_DOWN, reason="I blew a tire")

    *_, then = hold(talk, MACON, be_there("at 5:30 pm", 17, 30), flat)

    assert "loaded or empty" in then.text
    assert alarms == [("broken_down", "I blew a tire")]
    assert told(talk)["outcome"] == "on_the_way"
    assert told(talk)["delayReason"] == "I blew a tire"


def test_breakdown_that_wasnt_surely_heard_alarms_nobody_yet(alarms):
    doubtful = heard_as("it's down", Act.BROKEN_DOWN, unsure=[Act.BROKEN_DOWN])

    _, sure = hold(talk_of(), doubtful)

    assert sure.text.endswith("the truck has broken down?")
    assert alarms == []


def test_carrier_that_cancels_is_told_at_once(alarms):
    talk = talk_of()

    _, why, last = hold(
        talk,
        heard_as("dispatch took me off your load", Act.CANCELS),
        heard_as("they never told me", Act.UNSURE),
    )

    assert "letting the team know right away" in why.text
    assert last.is_last
    assert alarms == [("cancelled", "dispatch took me off your load")]
    assert told(talk)["outcome"] == "cancelled"


def test_driver_of_another_load_is_apologised_to(alarms):
    talk = talk_of()

    _, last = hold(talk, heard_as("that ain't my load", Act.WRONG_LOAD))

    assert last.is_last
    assert "Sorry for the mix-up" in last.text
    assert alarms == [("wrong_load", "that ain't my load")]
    assert told(talk)["outcome"] == "wrong_load"


def test_driver_who_sends_us_to_dispatch_is_asked_how_to_reach_them():
    talk = talk_of()

    _, contact, last = hold(
        talk,
        heard_as("ask my dispatcher", Act.ASK_OTHER),
        heard_as("Maria, 312 555 0142", name="Maria", phone="3125550142"),
    )

    assert contact.text == "Okay. What's the best name and number to reach them?"
    assert contact.expecting == Expecting.CONTACT
    assert (last.text, last.is_last) == ("Thanks, we'll call Maria. Goodbye.", True)
    assert talk.state["ask_other"]["phone"] == "3125550142"
    assert told(talk)["outcome"] == "ask_other"


def test_number_of_the_dispatcher_that_was_told_is_not_asked():
    talk = talk_of()

    _, last = hold(talk, heard_as("ask Bob, 708-555-0162", Act.ASK_OTHER, phone="7085550162", person="Bob"))

    assert last.text == "Thanks, we'll call Bob. Goodbye."


def test_dispatch_knowing_the_papers_better_ends_nothing():
    talk = talk_of()

    last = hold(talk, MACON, AT_SIX, LOADED, heard_as("you'd have to ask dispatch", Act.ASK_OTHER))[-1]

    assert "noted" in last.text
    assert told(talk)["outcome"] == "on_the_way"


# Late


DUE = {"windowStart": "2026-03-02T16:00:00", "windowEnd": "2026-03-02T17:00:00"}


def test_appointment_is_named_in_local_words():
    first = hold(talk_of(stop=DUE))[0]

    assert "The appointment is today between 4 PM and 5 PM, local time." in first.text


@pytest.mark.parametrize(("eta", "minutes"), [(at(16, 30), 0), (at(17), 0), (at(17, 45), 45), (at(19), 120)])
def test_arrival_is_held_against_the_appointment(reachable, eta, minutes):
    talk = talk_of(stop=DUE)

    hold(talk, MACON, heard_as("then", time=eta))

    assert talk.state["late_minutes"] == minutes
    assert told(talk)["lateMinutes"] == minutes
    assert told(talk)["isLate"] is (minutes > 0)
    assert ("running_late" in SKILL.conclude(talk).tags) is (minutes > 0)


def test_nine_tomorrow_instead_of_six_is_three_hours_late(alarms):
    talk = talk_of(stop={"windowStart": "2026-03-03T06:00:00", "windowEnd": ""})
    words = "gonna be late, probably nine tomorrow instead of six"

    reply = hold(talk, MACON, be_there(words, 9, 0, 3, Act.LATE))[-1]

    assert told(talk)["lateMinutes"] == 180
    assert "3 hours after the appointment tomorrow at 6 AM" in reply.text
    assert alarms == [("late", words)]


@pytest.mark.parametrize(("minute", "kinds"), [(0, []), (1, ["late"])])
def test_broker_is_told_of_more_than_an_hour_at_once(alarms, minute, kinds):
    hold(talk_of(stop=DUE), MACON, be_there("then", 18, minute))

    assert [kind for kind, _ in alarms] == kinds


def test_late_driver_hears_that_the_team_is_told_and_is_asked_why(reachable):
    talk = talk_of(stop=DUE)
    why = heard_as("a wreck outside of town", reason="a wreck outside of town")

    *_, late, then = hold(talk, MACON, be_there("at 6:20 pm", 18, 20), why)

    assert late.text == (
        "Okay, ETA today at 6:20 PM. That's about 1 hour 20 minutes after the appointment today at 5 PM. "
        "I'm letting the team know. "
        "What's holding you up?"
    )
    assert "loaded or empty" in then.text
    assert talk.state["reason"] == "a wreck outside of town"
    summary = SKILL.conclude(talk).summary
    assert "ETA Mar 2, 6:20 PM, 1 hour 20 minutes late: a wreck outside of town." in summary


def test_late_driver_is_promised_nobody_where_nobody_is_there():
    late = hold(talk_of(stop=DUE), MACON, be_there("at 6:20 pm", 18, 20))[-1]

    assert "I'll note that for the team." in late.text


@pytest.mark.parametrize("is_told_first", [True, False])
def test_reason_that_was_told_is_not_asked(reachable, is_told_first):
    talk = talk_of(stop=DUE)
    wreck = {"reason": "there was a wreck on 75"}
    place = heard_as("I'm in Macon, there was a wreck on 75", place=Place("Macon"), **wreck)
    eta = heard_as("at 6 pm, there was a wreck on 75", Act.LATE, time=at(18), **wreck)

    late = hold(talk, *((place, AT_SIX) if is_told_first else (MACON, eta)))[-1]

    assert "holding you up" not in late.text
    assert told(talk)["delayReason"] == "there was a wreck on 75"


def test_cause_of_nothing_is_no_delay():
    talk = talk_of()

    hold(talk, heard_as("in Macon, at the shop", place=Place("Macon"), reason="at the shop"), AT_SIX)

    assert told(talk)["delayReason"] is None


def test_driver_with_a_delay_but_in_time_is_asked_why(reachable):
    talk = talk_of(stop=DUE)

    reply = hold(talk, MACON, be_there("4:30 pm, I was held up", 16, 30, 2, Act.LATE))[-1]

    assert reply.text.endswith("What's holding you up?")
    assert "appointment" not in reply.text


def test_driver_who_is_on_time_names_no_hour():
    talk = talk_of(stop=DUE)

    reply = hold(talk, MACON, heard_as("I'll be on time", Act.ON_TIME))[-1]

    assert "loaded or empty" in reply.text
    assert (talk.state["eta"], talk.state["late_minutes"]) == ("I'll be on time", 0)


# The rest of it


def test_reefer_alone_is_asked_for_its_temperature():
    talk = talk_of(isReefer=True, callType="pickup")
    below = heard_as("34 below", temperature=Decimal("-34"))

    *_, which, last = hold(talk, MACON, AT_SIX, heard_as("Empty", Act.EMPTY), below)

    assert which.text.endswith("What temperature is the reefer running at?")
    assert last.is_last
    assert told(talk)["reeferTemperature"] == -34.0
    assert "Reefer at -34 °F." in SKILL.conclude(talk).summary


@pytest.mark.parametrize(
    ("degrees", "told_back", "raised"),
    [("40.5", "This load calls for 34 degrees, so I'm letting the team know.", True), ("36", "", False)],
)
def test_reefer_of_a_loaded_truck_is_held_against_the_load(alarms, degrees, told_back, raised):
    talk = talk_of(isReefer=True, reeferTemperature="34.0")
    words = f"Running at {degrees}"

    *_, reply = hold(talk, MACON, AT_SIX, LOADED, heard_as(words, temperature=Decimal(degrees)))

    assert told_back in reply.text
    assert ("calls for" in reply.text) == raised
    assert alarms == ([("temperature", words)] if raised else [])
    assert told(talk)["reeferSetPoint"] == 34.0
    assert ("Reefer at 40.5 °F, load calls for 34 °F." in SKILL.conclude(talk).summary) == raised


def test_reefer_on_the_way_to_its_load_is_told_what_to_set_and_nobody_is_alarmed(alarms):
    talk = talk_of(isReefer=True, reeferTemperature="-10.5", callType="pickup")

    *_, reply = hold(
        talk, MACON, AT_SIX, heard_as("Empty", Act.EMPTY), heard_as("It's at 20", temperature=Decimal(20))
    )

    assert "This load calls for -10.5 degrees, so please set the reefer to that." in reply.text
    assert alarms == []


@pytest.mark.parametrize(
    ("answer", "is_tracking", "line"),
    [
        ("Yeah, it's on", True, ""),
        ("No, I don't have that", False, "Please turn MacroPoint on when you can"),
        ("What do you mean by that thing", None, ""),
    ],
)
def test_tracking_app_is_asked_about_by_its_name(answer, is_tracking, line):
    talk = talk_of(trackingApp="macropoint")

    *_, which, reply = hold(talk, MACON, AT_SIX, LOADED, answer)

    assert which.text.endswith("Are you tracking on MacroPoint for this load?")
    assert line in reply.text
    assert (told(talk)["trackingApp"], told(talk)["isTracking"]) == ("macropoint", is_tracking)


def test_dispatcher_is_asked_about_the_truck_in_spanish():
    talk = talk_of("es", trackingApp="fourkites", isDispatcher=True)

    replies = hold(talk, MACON, AT_SIX, LOADED)

    assert replies[-1].text.endswith("¿El camión trae FourKites activado para esta carga?")


def test_driver_who_sends_us_to_dispatch_isnt_asked_for_a_number_that_we_have():
    talk = talk_of(dispatchPhone="+13125550188")

    reply = hold(talk, heard_as("You'd have to ask my dispatcher", Act.ASK_OTHER))[-1]

    assert reply.is_last
    assert talk.state["ask_other"]["phone"] == "+13125550188"


def test_what_was_told_unasked_is_not_asked():
    talk = talk_of(isReefer=True)
    everything = heard_as(
        "I'm in Macon, loaded, 34 degrees, BOL is 88213, there at 6",
        Act.LOADED,
        place=Place("Macon"),
        time=at(18),
        temperature=Decimal(34),
        bol="88213",
    )

    last = hold(talk, everything)[-1]

    assert last.is_last


def test_nice_to_know_is_asked_once():
    talk = talk_of()

    *_, bol, last = hold(talk, MACON, AT_SIX, LOADED, heard_as("I got it right here in the cab"))

    assert "BOL" in bol.text
    assert last.is_last
    assert told(talk)["bolNumber"] is None


def test_nice_to_know_is_asked_again_after_silence_or_noise():
    *_, again, last = hold(talk_of(), MACON, AT_SIX, LOADED, HUH, HUH)

    assert again.text == "Do you have the number on the BOL?"
    assert last.is_last


def test_dispatcher_is_asked_about_the_truck():
    assert hold(talk_of(isDispatcher=True))[0].text.endswith("Where is the truck right now?")


# Questions asked back


ABOUT_LOAD = "It's about load L-1, delivering in Atlanta, GA: where the truck is, and when it'll be there."


@pytest.mark.parametrize(
    ("topic", "words"),
    [
        (Topic.WHO, f"This is the automated assistant with Acme Freight. {ABOUT_LOAD}"),
        (Topic.ROBOT, "Yes, I'm the automated assistant with Acme Freight."),
        (Topic.LOAD, ABOUT_LOAD),
        (Topic.DELIVERY, "The appointment is today between 4 PM and 5 PM, local time."),
        (Topic.APPOINTMENT, "The appointment is today between 4 PM and 5 PM, local time."),
        (Topic.TERMS, "I can't help with that myself, so I'll pass it on to the team."),
    ],
)
def test_question_asked_back_is_answered_and_ours_stays_open(topic, words, passed_on):
    talk = talk_of(stop=DUE)

    back = hold(talk, asked(topic))[-1]

    assert back.text == f"{words} What town or highway are you near?"
    assert talk.state["repeats"] == 0
    assert passed_on == ([("terms", "Say what?")] if topic == Topic.TERMS else [])


def test_question_is_no_answer_whatever_it_names():
    talk = talk_of(stop=DUE)
    back = heard_as(
        "is the appointment in Macon at six?",
        Act.ASKS,
        place=Place("Macon"),
        time=at(18),
        questions=(Question(Topic.APPOINTMENT, "is the appointment in Macon at six?"),),
    )

    hold(talk, back)

    assert "location" not in talk.state
    assert "eta_local" not in talk.state


def test_arrival_that_sounds_like_a_question_of_the_appointment_is_one():
    talk = talk_of(stop=DUE)
    words = "be there in an hour, well ahead of the appointment"
    said = heard_as(
        words, Act.ON_TIME, Act.ASKS, time=at(16, 50), questions=(Question(Topic.APPOINTMENT, words),)
    )

    hold(talk, MACON, said)

    assert told(talk)["etaLocal"] == "2026-03-02T16:50:00"


def test_question_asked_back_beside_an_answer_gets_both():
    said = heard_as(
        "Macon. Who is this?",
        Act.ASKS,
        place=Place("Macon"),
        questions=(Question(Topic.WHO, "Who is this?"),),
    )

    back = hold(talk_of(), said)[-1]

    assert back.text.startswith("This is the automated assistant with Acme Freight. Got it, Macon. And what")


def test_question_is_no_reason():
    talk = talk_of(stop=DUE)

    again = hold(talk, MACON, be_there("at 6:20 pm", 18, 20), asked(Topic.OTHER, words="why do you care?"))[
        -1
    ]

    assert again.text.endswith("What's the reason for the delay?")
    assert talk.state.get("reason") is None


def test_answer_that_may_be_a_question_is_one_of_ours(passed_on):
    talk = talk_of()
    doubtful = heard_as(
        "in Macon yes",
        Act.YES,
        Act.ASKS,
        unsure=[Act.ASKS],
        place=Place("Macon"),
        questions=(Question(Topic.RATE, "in Macon yes"),),
    )

    hold(talk, doubtful)

    assert talk.state["location"] == "Macon"
    assert passed_on == []


def test_somebody_who_only_asks_back_comes_to_an_end():
    replies = hold(talk_of(), *[asked(Topic.WHO)] * 9)

    assert replies[-1].is_last


def test_whole_talk_in_spanish():
    talk = talk_of("es", stop=DUE, isReefer=True)

    replies = hold(
        talk,
        heard_as("Voy pasando por Macon", place=Place("Macon", "GA"), language="es"),
        heard_as("como a las cuatro y media", time=at(16, 30), language="es"),
        heard_as("cargado", Act.LOADED, language="es"),
        heard_as("a 34 grados", temperature=Decimal(34), language="es"),
        heard_as("es el 88213", bol="88213", language="es"),
    )

    assert [reply.text for reply in replies] == [
        "Hola Mike, le habla el asistente automatizado de Acme Freight para dar seguimiento a la carga L-1, con "
        "entrega en Atlanta, GA. La cita es hoy entre las 4 PM y las 5 PM, hora local. ¿Dónde está en este momento?",
        "Entendido, Macon, GA. ¿Y a qué hora espera llegar a la entrega?",
        "Bueno, llega hoy a las 4:30 PM. ¿Va cargado o vacío en este momento?",
        "Gracias. ¿A qué temperatura va el equipo refrigerado?",
        "Bueno, 34 grados. ¿Cuál es el número de BOL?",
        "Entendido, BOL 8 8 2 1 3. Gracias, ya lo anoté. Maneje con cuidado, adiós.",
    ]
    assert SKILL.conclude(talk).summary.startswith(
        "Check call on load L-1 (delivery). Driver is in Macon, GA"
    )


# What is stored


@pytest.fixture
def stored(in_acme, monkeypatch):
    """A conversation about a stored load, with nothing faked."""
    monkeypatch.undo()
    conversation = ConversationFactory(organization=in_acme, agent=AgentFactory(organization=in_acme))
    load = LoadFactory(organization=in_acme)
    ConversationLoad.objects.create(organization=in_acme, conversation=conversation, load=load)
    return Talk(conversation, conversation.agent, {"facts": facts()}, AT)


def test_report_is_stored_once(stored):
    hold(stored, MACON, AT_SIX)

    SKILL.store(stored)
    SKILL.store(stored)

    report = CheckCallReport.objects.get()
    assert (report.about, report.location, report.eta_said) == ("dropoff", "Macon, GA", "Around 6 pm")
    assert report.eta == datetime(2026, 3, 2, 18, 0)
    assert report.reported_at == AT
    assert report.outcome == "on_the_way"
    assert report.load.conversation_links.get().conversation == stored.conversation


@pytest.mark.parametrize("heard", [(), (BYE,), (HELLO, HELLO, HELLO, HELLO)])
@pytest.mark.parametrize("is_waiting", [False, True])
def test_nothing_told_is_no_report(stored, heard, is_waiting):
    stored.state["facts"]["waitingAtFacility"] = is_waiting
    hold(stored, *heard)

    SKILL.store(stored)

    assert not CheckCallReport.objects.exists()


def test_delivery_is_stored_with_its_day_and_no_eta(stored):
    hold(
        stored,
        heard_as("delivered it yesterday at two", Act.DELIVERED, day=date(2026, 3, 1), time=at(14, 0, 1)),
    )

    SKILL.store(stored)

    report = CheckCallReport.objects.get()
    assert (report.outcome, report.eta, report.location) == ("delivered", None, "")
    assert (report.delivered_date, report.delivered_time) == (date(2026, 3, 1), time(14, 0))


def test_endless_words_are_cut_in_the_report(stored):
    hold(stored, MACON, heard_as("at 6 pm " * 1000, time=at(18)))

    SKILL.store(stored)

    assert len(CheckCallReport.objects.get().eta_said) == 300


def test_report_holds_all_that_was_told(stored):
    stored.state["facts"] |= {"isReefer": True, "stop": stored.state["facts"]["stop"] | DUE}
    degrees = heard_as("34.5 degrees", temperature=Decimal("34.5"))
    hold(stored, MACON, AT_SIX, heard_as("traffic", reason="traffic"), LOADED, degrees, BOL)

    SKILL.store(stored)

    report = CheckCallReport.objects.get()
    assert (report.late_minutes, report.is_late) == (60, True)
    assert report.delay_reason == "traffic"
    assert (report.loading, report.checked, report.is_waiting) == ("loaded", "", False)
    assert (report.temperature, report.bol_number) == (Decimal("34.5"), "88213")


def test_alarm_is_raised_once_and_takes_up_the_reason(stored):
    stored.state["facts"]["stop"] |= DUE

    hold(
        stored,
        MACON,
        be_there("more like eight", 20),
        heard_as("stuck at the scale", reason="stuck at the scale"),
    )

    alarm = LoadAlarm.objects.get()
    assert (alarm.kind, alarm.words) == ("late", "more like eight\nstuck at the scale")
    assert (alarm.load.pk, alarm.raised_at) == (stored.conversation.load_links.get().load_id, AT)


def test_reachable_team_is_who_the_rules_name(stored):
    CallingRules.objects.update_or_create(
        organization=stored.conversation.organization,
        defaults={"transfer_number": "+13125550100", "transfer_hours_start": 0, "transfer_hours_end": 24},
    )
    stored.state["facts"]["stop"] |= DUE

    late = hold(stored, MACON, AT_SIX)[-1]

    assert "I'm letting the team know." in late.text


def test_question_is_answered_by_what_is_approved_else_left_to_the_broker(stored):
    ApprovedAnswerFactory(organization=stored.conversation.organization)

    *_, approved, left = hold(
        stored, asked(Topic.DETENTION), asked(Topic.LUMPER, words="who pays the lumper")
    )

    assert approved.text.startswith("Two hours free, then $50 an hour.")
    assert left.text.startswith("I can't help with that myself")
    question = OpenQuestion.objects.get()
    assert (question.topic, question.words) == ("lumper", "who pays the lumper")
    assert question.load == stored.conversation.load_links.get().load


def test_approved_answer_that_names_a_hidden_rate_is_not_said(stored):
    load = stored.conversation.load_links.get().load
    load.max_rate = Decimal(2719)
    load.save(update_fields=["max_rate"])
    ApprovedAnswerFactory(organization=load.organization, answer_en="We go up to 2719 with it.")

    back = hold(stored, asked(Topic.DETENTION))[-1]

    assert "2719" not in back.text
    assert OpenQuestion.objects.exists()


def test_other_end_of_the_trip_is_told_from_the_load(stored):
    load = stored.conversation.load_links.get().load
    load.origin_city, load.origin_state = "Dallas", "TX"
    load.pickup_time = datetime(2026, 3, 1, 8)
    load.save()

    back = hold(stored, asked(Topic.PICKUP))[-1]

    assert back.text.startswith("It picks up in Dallas, TX yesterday")
