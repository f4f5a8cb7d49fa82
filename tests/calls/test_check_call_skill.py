"""The check-call skill, as dialogues: no wire, and the database only where a report is stored."""

import json
from datetime import UTC, datetime

import pytest

from calls.agent.check_call import CheckCallSkill
from calls.agent.skill import Talk
from calls.models import Agent, CheckCallReport, Conversation, ConversationLoad
from organizations.models import Organization
from tests.factories import AgentFactory, ConversationFactory, LoadFactory

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


def talk_of(**changes):
    organization = Organization(name="Acme Freight", timezone="America/Chicago")
    conversation = Conversation(organization=organization)
    return Talk(conversation, Agent(organization=organization), {"facts": facts(**changes)}, AT)


def hold(talk, *heard):
    replies = [SKILL.open(talk)]
    for words in heard:
        talk.state = json.loads(json.dumps(talk.state))
        replies.append(SKILL.answer(talk, words))
    return replies


def test_place_and_eta_are_asked_and_kept():
    talk = talk_of()

    first, second, last = hold(talk, "I'm just passing Macon.", "Around 6 pm")

    assert first.text == (
        "Hi Mike, this is the automated assistant of Acme Freight with a check call on load L-1, "
        "delivering in Atlanta, GA. Where are you right now?"
    )
    assert second.text == "Got it. And what time do you expect to be at the delivery?"
    assert last.is_last
    conclusion = SKILL.conclude(talk)
    assert conclusion.tags == ("check_call", "check_call_update")
    assert conclusion.summary == (
        "Check call on load L-1 (dropoff). Truck: I'm just passing Macon. ETA: Around 6 pm."
    )
    assert conclusion.extracted == {
        "loadNumber": "L-1",
        "callType": "dropoff",
        "location": "I'm just passing Macon.",
        "eta": "Around 6 pm",
        "etaLocal": "2026-03-02T18:00:00",
    }


def test_eta_is_read_at_the_place_of_the_stop():
    talk = talk_of()

    hold(talk, "In Macon, there in 20 minutes")

    assert talk.state["eta_local"] == "2026-03-02T16:30:00"


def test_eta_is_read_at_home_where_the_stop_has_no_time_zone():
    talk = talk_of(stop={"timezone": ""})

    hold(talk, "In Macon, there in 20 minutes")

    assert talk.state["eta_local"] == "2026-03-02T15:30:00"


def test_place_and_eta_in_one_breath_need_one_question():
    talk = talk_of()

    _, last = hold(talk, "I'm in Macon, be there at 6")

    assert last.is_last
    assert talk.state["eta_local"] == "2026-03-02T18:00:00"


def test_pickup_is_called_one():
    first, second = hold(talk_of(callType="pickup", name="", stop={"city": "", "state": ""}), "Dallas")

    assert first.text.startswith(
        "Hi, this is the automated assistant of Acme Freight with a check call on load L-1."
    )
    assert second.text.endswith("at the pickup?")


@pytest.mark.parametrize(("kind", "work"), [("pickup", "loaded"), ("dropoff", "unloaded")])
def test_truck_at_the_facility_is_not_asked_where_it_is(kind, work):
    talk = talk_of(waitingAtFacility=True, callType=kind)

    first, last = hold(talk, "About an hour")

    assert first.text.endswith(f"I see that you're at the facility. When do you expect to be {work}?")
    assert last.is_last
    assert SKILL.conclude(talk).extracted["location"] == "waiting at the facility"
    assert SKILL.conclude(talk).extracted["etaLocal"] == "2026-03-02T17:10:00"


def test_truck_at_the_facility_whose_driver_says_nothing_is_no_report():
    talk = talk_of(waitingAtFacility=True)
    hold(talk)

    assert SKILL.conclude(talk).tags == ("check_call", "dropped")


def test_greeting_is_no_place():
    talk = talk_of()

    _, again, second = hold(talk, "Hello?", "Yeah, this is him. I'm in Macon")

    assert again.text == "Where are you right now?"
    assert second.text.startswith("Got it.")


def test_pressed_key_is_no_place():
    _, again = hold(talk_of(), "5")

    assert again.text == "Where are you right now?"


def test_vague_eta_is_asked_again_then_taken_as_it_is():
    talk = talk_of()

    *_, again, last = hold(talk, "Macon", "Depends on traffic", "Can't say, this evening I guess")

    assert again.text.startswith("And what time")
    assert last.is_last
    assert talk.state["eta"] == "Can't say, this evening I guess"
    assert talk.state["eta_local"] is None
    assert SKILL.conclude(talk).extracted["etaLocal"] is None


def test_driver_who_says_nothing_is_asked_three_times():
    talk = talk_of()

    replies = hold(talk, "Hello?", "Hello?", "Hello?")

    assert [reply.is_last for reply in replies] == [False, False, False, True]
    assert "call you back" in replies[-1].text
    assert SKILL.conclude(talk).tags == ("check_call", "callback_requested")


def test_place_is_kept_when_the_eta_never_comes():
    talk = talk_of()

    hold(talk, "Macon", "Huh?", "Huh?", "Huh?")

    conclusion = SKILL.conclude(talk)
    assert conclusion.tags == ("check_call", "check_call_update")
    assert conclusion.summary.endswith("Truck: Macon. ETA: not said.")


def test_wrong_number_ends_the_call():
    talk = talk_of(waitingAtFacility=True)

    _, last = hold(talk, "You got the wrong number.")

    assert last.is_last
    assert SKILL.conclude(talk).tags == ("wrong_number",)


def test_early_goodbye_ends_the_call():
    talk = talk_of()

    _, last = hold(talk, "Bye.")

    assert last.is_last
    assert SKILL.conclude(talk).tags == ("check_call", "dropped")


def test_place_along_with_a_goodbye_is_kept():
    talk = talk_of()

    _, last = hold(talk, "I'm in Macon, talk to you later")

    assert last.is_last
    assert talk.state["location"] == "I'm in Macon"


def test_resumed_conversation_goes_on_with_the_open_question():
    talk = talk_of()
    hold(talk, "Macon")

    assert SKILL.resume(talk).text.startswith("Sorry, the line dropped for a moment. And what time")


def test_driver_who_calls_is_asked_too():
    talk = talk_of()
    talk.state = {}

    first, second, last = hold(talk, "I'm in Macon", "at 6")

    assert first.text == "Hi, this is the automated assistant of Acme Freight. Where are you right now?"
    assert second.text.startswith("Got it.")
    assert last.is_last
    assert SKILL.conclude(talk).extracted["loadNumber"] is None


@pytest.mark.parametrize(
    "heard",
    [
        "x" * 100_000,
        "<script>alert(1)</script> Macon",
        "{{ facts }}",
        "999999999999999999 hours, Macon",
        "at 99:99 Macon 1e400 hours",
        "Macon " + "1:" * 5_000,
    ],
)
def test_hostile_words_are_kept_as_they_are(heard):
    talk = talk_of()

    reply = hold(talk, heard)[1]

    assert heard not in reply.text
    assert talk.state["location"] == heard


@pytest.fixture
def stored(in_acme):
    """A conversation about a stored load."""
    conversation = ConversationFactory(organization=in_acme, agent=AgentFactory(organization=in_acme))
    load = LoadFactory(organization=in_acme)
    ConversationLoad.objects.create(organization=in_acme, conversation=conversation, load=load)
    return Talk(conversation, conversation.agent, {"facts": facts()}, AT)


def test_report_is_stored_once(stored):
    hold(stored, "Macon", "at 6 pm")

    SKILL.store(stored)
    SKILL.store(stored)

    report = CheckCallReport.objects.get()
    assert (report.about, report.location, report.eta_said) == ("dropoff", "Macon", "at 6 pm")
    assert report.eta == datetime(2026, 3, 2, 18, 0)
    assert report.reported_at == AT
    assert report.load.conversation_links.get().conversation == stored.conversation


@pytest.mark.parametrize("heard", [(), ("Bye",), ("wrong number",), ("Hello?", "Hello?", "Hello?")])
@pytest.mark.parametrize("is_waiting", [False, True])
def test_nothing_told_is_no_report(stored, heard, is_waiting):
    stored.state["facts"]["waitingAtFacility"] = is_waiting
    hold(stored, *heard)

    SKILL.store(stored)

    assert not CheckCallReport.objects.exists()


def test_endless_words_are_cut_in_the_report(stored):
    hold(stored, "Macon" * 1000, "at 6 pm " * 1000)

    SKILL.store(stored)

    assert len(CheckCallReport.objects.get().location) == 300
