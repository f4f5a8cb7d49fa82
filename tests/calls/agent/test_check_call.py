"""The check-call skill, as dialogues: no wire, and the database only where a report is stored."""

import json
from datetime import UTC, datetime
from decimal import Decimal

import pytest

from calls.agent.check_call import CheckCallSkill, skill
from calls.agent.language.builtin import BuiltIn
from calls.agent.meaning import Expecting, Intent, Meaning, Place, Topic
from calls.agent.skill import Talk
from calls.models import Agent, CallingRules, CheckCallReport, Conversation, ConversationLoad
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


def talk_of(language="en", **changes):
    organization = Organization(name="Acme Freight", timezone="America/Chicago")
    conversation = Conversation(organization=organization)
    return Talk(conversation, Agent(organization=organization), {"facts": facts(**changes)}, AT, language)


def meaning(words, *intents, **fields):
    """What was understood, said outright: for what the skill makes of it."""
    return Meaning(text=words, intents=frozenset(intents), **fields)


def hold(talk, *heard):
    """Open, hear each (words for the built-in understanding, or a meaning), and return all replies."""
    replies = [SKILL.open(talk)]
    for each in heard:
        talk.state = json.loads(json.dumps(talk.state))
        meant = each
        if isinstance(each, str):
            meant = BuiltIn().understand(each, SKILL.listening(talk, replies[-1].expecting))
        replies.append(SKILL.answer(talk, meant))
    return replies


LOADED = meaning("I'm loaded.", Intent.LOADED)
BOL = meaning("It's 88213.", bol="88213")


def test_place_eta_load_and_papers_are_asked_and_kept():
    talk = talk_of()

    first, second, third, fourth, last = hold(talk, "I'm just passing Macon.", "Around 6 pm", LOADED, BOL)

    assert first.text == (
        "Hi Mike, this is the automated assistant of Acme Freight with a check call on load L-1, "
        "delivering in Atlanta, GA. Where are you right now?"
    )
    assert second.text == "Got it. And what time do you expect to be at the delivery?"
    assert third.text.endswith("Are you loaded or empty right now?")
    assert fourth.text.endswith("What's the BOL number?")
    assert [reply.expecting for reply in (first, second, fourth)] == [
        *(Expecting.PLACE, Expecting.TIME, Expecting.PAPERS),
    ]
    assert last.is_last
    conclusion = SKILL.conclude(talk)
    assert conclusion.tags == ("check_call", "check_call_update")
    assert conclusion.summary == (
        "Check call on load L-1 (dropoff). Truck: I'm just passing Macon. ETA: Around 6 pm. "
        "Truck is: loaded. BOL: 88213."
    )
    assert conclusion.extracted == {
        "loadNumber": "L-1",
        "callType": "dropoff",
        "location": "I'm just passing Macon.",
        "eta": "Around 6 pm",
        "etaLocal": "2026-03-02T18:00:00",
        "isLate": None,
        "lateMinutes": None,
        "delayReason": None,
        "isWaiting": False,
        "checked": None,
        "loading": "loaded",
        "reeferTemperature": None,
        "bolNumber": "88213",
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

    _, second = hold(talk, "I'm in Macon, be there at 6")

    assert "loaded or empty" in second.text
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

    first, second = hold(talk, "About an hour")

    assert first.text.endswith(f"I see that you're at the facility. When do you expect to be {work}?")
    assert second.text.endswith("Have you checked in?")
    assert SKILL.conclude(talk).extracted["location"] == "waiting at the facility"
    assert SKILL.conclude(talk).extracted["etaLocal"] == "2026-03-02T17:10:00"


def test_truck_at_the_facility_whose_driver_says_nothing_is_no_report():
    talk = talk_of(waitingAtFacility=True)
    hold(talk)

    assert SKILL.conclude(talk).tags == ("check_call", "dropped")


def test_greeting_is_no_place():
    talk = talk_of()

    _, again, second = hold(talk, "Hello?", "Yeah, this is him. I'm in Macon")

    assert again.text.startswith("What's your location")
    assert second.text.startswith("Got it.")


def test_pressed_key_is_no_place():
    _, again = hold(talk_of(), "5")

    assert again.text.startswith("What's your location")


def test_vague_eta_is_asked_again_then_taken_as_it_is():
    talk = talk_of()

    *_, again, then = hold(talk, "Macon", "Depends on traffic", "Can't say, this evening I guess")

    assert again.text.startswith("And what time")
    assert "loaded or empty" in then.text
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

    first, second, third = hold(talk, "I'm in Macon", "at 6")

    assert first.text == "Hi, this is the automated assistant of Acme Freight. Where are you right now?"
    assert second.text.startswith("Got it.")
    assert "loaded or empty" in third.text
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


DUE = {"windowStart": "2026-03-02T16:00:00", "windowEnd": "2026-03-02T17:00:00"}


@pytest.fixture
def reachable(monkeypatch):
    """Somebody of the team takes calls."""
    monkeypatch.setattr(skill, "person_for", lambda *_, **__: "+13125550100")


@pytest.fixture
def unreachable(monkeypatch):
    """Nobody does."""
    monkeypatch.setattr(skill, "person_for", lambda *_, **__: None)


def test_appointment_is_named_in_local_words():
    first = hold(talk_of(stop=DUE))[0]

    assert "The appointment is today between 4 PM and 5 PM." in first.text


@pytest.mark.parametrize(
    ("eta", "minutes"), [("at 4:30 pm", 0), ("at 5 pm", 0), ("at 5:45 pm", 45), ("at 7 pm", 120)]
)
def test_arrival_is_held_against_the_appointment(reachable, eta, minutes):
    talk = talk_of(stop=DUE)

    hold(talk, "Macon", eta)

    assert talk.state["late_minutes"] == minutes
    assert SKILL.conclude(talk).extracted["lateMinutes"] == minutes
    assert SKILL.conclude(talk).extracted["isLate"] is (minutes > 0)
    assert ("running_late" in SKILL.conclude(talk).tags) is (minutes > 0)


def test_late_driver_hears_that_the_team_is_told_and_is_asked_why(reachable):
    talk = talk_of(stop=DUE)

    *_, late, then = hold(talk, "Macon", "at 6:20 pm", "I blew a tire outside of town")

    assert late.text == (
        "That's about 1 hour 20 minutes after the appointment today at 5 PM. I'm letting the team know. "
        "What's holding you up?"
    )
    assert "loaded or empty" in then.text
    assert talk.state["reason"] == "I blew a tire outside of town"
    summary = SKILL.conclude(talk).summary
    assert "Late: by 1 hour 20 minutes. Reason: I blew a tire outside of town." in summary


def test_late_driver_is_promised_nobody_where_nobody_is_there(unreachable):
    late = hold(talk_of(stop=DUE), "Macon", "at 6:20 pm")[-1]

    assert "I'll note that for the team." in late.text


def test_reason_that_was_told_is_not_asked(reachable):
    talk = talk_of(stop=DUE)
    said = meaning(
        "at 6 pm, there was a wreck on 75",
        Intent.DELAYED,
        time=datetime(2026, 3, 2, 18),
        reason="there was a wreck on 75",
    )

    late = hold(talk, "Macon", said)[-1]

    assert "holding you up" not in late.text
    assert SKILL.conclude(talk).extracted["delayReason"] == "there was a wreck on 75"


@pytest.mark.parametrize(
    ("heard", "eta"),
    [
        ("I'm running about two hours late", "2026-03-02T19:00:00"),
        ("maybe an hour and a half behind", "2026-03-02T18:30:00"),
        ("45 minutes late", "2026-03-02T17:45:00"),
        ("Voy como una hora tarde", "2026-03-02T18:00:00"),
    ],
)
def test_lateness_itself_tells_the_arrival(reachable, heard, eta):
    talk = talk_of(stop=DUE)

    hold(talk, "Macon", meaning(heard))

    assert talk.state["eta_local"] == eta


def test_driver_with_a_delay_but_in_time_is_asked_why(reachable):
    talk = talk_of(stop=DUE)

    reply = hold(talk, "Macon", meaning("4:30 pm, I was held up", Intent.DELAYED))[-1]

    assert reply.text.endswith("What's holding you up?")
    assert "appointment" not in reply.text


def test_driver_who_is_on_time_names_no_hour():
    talk = talk_of(stop=DUE)

    reply = hold(talk, "Macon", meaning("I'll be on time", Intent.ON_TIME))[-1]

    assert "loaded or empty" in reply.text
    assert talk.state["eta"] == "I'll be on time"


@pytest.mark.parametrize(
    "words",
    ["I'm at the shipper now.", "I'm here already", "Backed into door 12", "Ya llegué, estoy en el muelle"],
)
def test_driver_who_has_arrived_is_asked_when_he_is_done(words):
    talk = talk_of(callType="pickup", stop=DUE)

    second = hold(talk, meaning(words))[-1]

    assert second.text.endswith("When do you expect to be loaded?")
    assert "late_minutes" not in talk.state


def test_driver_at_the_dock_who_tells_all_is_asked_for_the_rest_alone():
    talk = talk_of(callType="pickup", stop=DUE)
    told = meaning(
        "I'm at the shipper, checked in an hour ago, they said thirty minutes",
        Intent.CHECKED_IN,
        time=datetime(2026, 3, 2, 16, 40),
    )

    last = hold(talk, told)[-1]

    assert last.is_last
    assert SKILL.conclude(talk).extracted["checked"] == "in"


def test_time_of_the_check_in_is_no_arrival():
    talk = talk_of(waitingAtFacility=True, callType="pickup")

    hold(
        talk,
        "About an hour",
        meaning("checked in at 7:45", Intent.CHECKED_IN, time=datetime(2026, 3, 3, 7, 45)),
    )

    assert talk.state["eta_local"] == "2026-03-02T17:10:00"
    assert talk.state["check"] == "in"


@pytest.mark.parametrize(("intent", "checked"), [(Intent.YES, "in"), (Intent.NO, "no")])
def test_yes_and_no_answer_whether_he_has_checked_in(intent, checked):
    talk = talk_of(waitingAtFacility=True, callType="pickup")

    last = hold(talk, "About an hour", meaning("Yes or no.", intent))[-1]

    assert last.is_last
    assert SKILL.conclude(talk).extracted["checked"] == checked


def test_reefer_alone_is_asked_for_its_temperature():
    talk = talk_of(isReefer=True, callType="pickup")
    empty = meaning("Empty", Intent.EMPTY)

    *_, asked, last = hold(talk, "Macon", "at 6 pm", empty, meaning("34 below", temperature=Decimal("-34")))

    assert asked.text.endswith("What temperature is the reefer running at?")
    assert last.is_last
    assert SKILL.conclude(talk).extracted["reeferTemperature"] == -34.0
    assert "Reefer: -34 °F." in SKILL.conclude(talk).summary


def test_what_was_told_unasked_is_not_asked():
    talk = talk_of(isReefer=True)
    everything = meaning(
        "I'm in Macon, loaded, 34 degrees, BOL is 88213, there at 6",
        Intent.LOADED,
        place=Place("Macon"),
        time=datetime(2026, 3, 2, 18),
        temperature=Decimal(34),
        bol="88213",
    )

    last = hold(talk, everything)[-1]

    assert last.is_last


def test_nice_to_know_is_asked_once():
    talk = talk_of()

    *_, bol, last = hold(talk, "Macon", "at 6 pm", LOADED, "I got it right here in the cab")

    assert "BOL" in bol.text
    assert last.is_last
    assert SKILL.conclude(talk).extracted["bolNumber"] is None


def test_nice_to_know_is_asked_again_after_silence_or_noise():
    *_, again, last = hold(talk_of(), "Macon", "at 6 pm", LOADED, "Huh?", "Huh?")

    assert again.text == "What's the BOL number?"
    assert last.is_last


def test_dispatcher_is_asked_about_the_truck():
    assert hold(talk_of(isDispatcher=True))[0].text.endswith("Where is the truck right now?")


@pytest.mark.parametrize(
    ("topic", "words"),
    [
        (Topic.WHO, "This is the automated assistant of Acme Freight."),
        (Topic.ROBOT, "This is the automated assistant of Acme Freight."),
        (Topic.LOAD, "It's about load L-1, delivering in Atlanta, GA."),
        (Topic.DELIVERY, "The appointment is today between 4 PM and 5 PM."),
        (Topic.PAYMENT, "I don't have that here, the team can tell you."),
    ],
)
def test_question_asked_back_is_answered_and_ours_stays_open(topic, words):
    talk = talk_of(stop=DUE)

    back = hold(talk, meaning("Say what?", topics=frozenset({topic})))[-1]

    assert back.text == f"{words} Where are you right now?"
    assert talk.state["repeats"] == 0


def test_question_asked_back_beside_an_answer_gets_both():
    talk = talk_of()
    said = meaning("Macon. Who is this?", place=Place("Macon"), topics=frozenset({Topic.WHO}))

    back = hold(talk, said)[-1]

    assert back.text.startswith("This is the automated assistant of Acme Freight. And what time")


def test_somebody_who_only_asks_back_comes_to_an_end():
    talk = talk_of()
    ask = meaning("Who is this?", topics=frozenset({Topic.WHO}))

    replies = hold(talk, *[ask] * 8)

    assert replies[-1].is_last


def test_whole_talk_in_spanish():
    talk = talk_of("es", stop=DUE, isReefer=True)

    replies = hold(
        talk,
        meaning("Voy pasando por Macon", place=Place("Macon"), language="es"),
        meaning("como a las cuatro y media", time=datetime(2026, 3, 2, 16, 30), language="es"),
        meaning("cargado", Intent.LOADED, language="es"),
        meaning("a 34 grados", temperature=Decimal(34), language="es"),
        meaning("es el 88213", bol="88213", language="es"),
    )

    assert [reply.text for reply in replies] == [
        "Hola Mike, le habla el asistente automatizado de Acme Freight para dar seguimiento a la carga L-1, con "
        "entrega en Atlanta, GA. La cita es hoy entre las 4 PM y las 5 PM. ¿Dónde está en este momento?",
        "Entendido. ¿Y a qué hora espera llegar a la entrega?",
        "Entendido. ¿Va cargado o vacío en este momento?",
        "Muy bien, gracias. ¿A qué temperatura va el equipo refrigerado?",
        "Gracias. ¿Cuál es el número de BOL?",
        "Gracias, ya lo anoté. Maneje con cuidado, adiós.",
    ]
    assert SKILL.conclude(talk).summary.startswith(
        "Check call on load L-1 (dropoff). Truck: Voy pasando por Macon."
    )


@pytest.mark.parametrize("heard", ["Hola, ¿bueno?", "Sí, ¿mande?", "¿Quién habla?"])
def test_small_talk_in_spanish_is_no_place(heard):
    talk = talk_of("es")

    hold(talk, meaning(heard, language="es"))

    assert "location" not in talk.state


def test_report_holds_all_that_was_told(stored, reachable):
    stored.state["facts"] |= {"isReefer": True, "stop": stored.state["facts"]["stop"] | DUE}
    told = [
        "Macon",
        "at 6 pm",
        "flat tire",
        meaning("loaded", Intent.LOADED),
        meaning("34.5 degrees", temperature=Decimal("34.5")),
        BOL,
    ]
    hold(stored, *told)

    SKILL.store(stored)

    report = CheckCallReport.objects.get()
    assert (report.late_minutes, report.is_late) == (60, True)
    assert report.delay_reason == "flat tire"
    assert (report.loading, report.checked, report.is_waiting) == ("loaded", "", False)
    assert (report.temperature, report.bol_number) == (Decimal("34.5"), "88213")


def test_reachable_team_is_who_the_rules_name(stored):
    rules = CallingRules.objects.update_or_create(
        organization=stored.conversation.organization,
        defaults={"transfer_number": "+13125550100", "transfer_hours_start": 0, "transfer_hours_end": 24},
    )
    stored.state["facts"]["stop"] |= DUE

    late = hold(stored, "Macon", "at 6 pm")[-1]

    assert rules
    assert "I'm letting the team know." in late.text
