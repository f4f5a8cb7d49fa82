"""What the simulated carriers say to what."""

import re

import pytest

from calls.exchange.personas import PERSONAS, make_persona
from calls.exchange.talk import HangUp, Say
from calls.exchange.topics import Topic
from calls.exchange.understanding import amounts_of, clock_times_of, digits_of, is_hold, topics_of

SEEDS = range(20)


def said(persona, heard):
    """What a persona says to some words."""
    return " ".join(act.text for act in persona.reply(heard) if isinstance(act, Say))


@pytest.mark.parametrize("seed", SEEDS)
def test_agreeable_answers_what_a_broker_asks(seed):
    carrier = make_persona("agreeable", seed=seed)
    assert carrier.facts.mc in said(carrier, "Thanks for picking up. What's your MC number?")
    assert said(carrier, f"I have MC {carrier.facts.mc}. Is that right?") == "Yes, that's us."
    assert said(carrier, "So that's MC 111111, correct?").startswith("No, it's MC")
    assert carrier.facts.town in said(carrier, "Where is your truck right now?")
    assert "2 PM" in said(carrier, "And when can he be there?")
    assert re.search("works|can do|take", said(carrier, "I can offer $2,350 on this one."))
    assert said(carrier, "Does that work for you?")
    assert re.search(r"\b(No|Nope)\b", said(carrier, "Is there anything else I can help you with?"))
    assert "ye" in said(carrier, "Great, you have a wonderful day. Good-bye.").lower()


@pytest.mark.parametrize("seed", SEEDS)
def test_driver_tells_place_arrival_and_load_and_sticks_to_them(seed):
    driver = make_persona("driver_on_time", seed=seed)
    greeting = (
        "Hi, this is the automated assistant of Demo Brokerage with a check call about load 4411,"
        " delivering in Atlanta, GA. Your appointment is at 2:00 PM. Where are you right now?"
    )
    place = said(driver, greeting)
    assert re.search(r"(Macon|Tifton|Cartersville), Georgia", place)
    assert "1:30 PM" in said(driver, "What's your ETA?")
    assert "loaded" in said(driver, "Are you loaded or empty?")
    assert "time" in said(driver, "Any delays on the way?")
    town = re.search(r"(\w+), Georgia", place)[0]
    assert town in said(driver, "Sorry, where are you?")
    assert re.search("Yep|Yeah", said(driver, f"So you're in {town}, ETA 1:30 PM. Did I get that right?"))
    assert "ye" in said(driver, "Thanks, drive safe. Bye!").lower()


def test_driver_on_the_way_to_a_pickup_is_empty():
    driver = make_persona("driver_on_time", seed=1)
    assert "mpty" in said(driver, "About your pickup in Dallas, TX tomorrow at 08:00: are you empty?")
    assert "tomorrow around 7:30 AM" in said(driver, "When will you be there?")


def test_driver_without_a_named_time_is_ahead_of_the_appointment():
    driver = make_persona("driver_on_time", seed=1)
    assert "in about an hour" in said(driver, "What time do you expect to be at the delivery?")


def test_driver_at_the_facility_says_when_he_will_be_done():
    driver = make_persona("driver_on_time", seed=1)
    heard = "I see that you're at the facility. When do you expect to be loaded?"
    assert said(driver, heard) == "They're working on it, should be done in about an hour."


def test_voicemail_greets_and_then_says_nothing():
    machine = make_persona("voicemail", seed=1)
    assert machine.is_machine
    assert len(machine.opening()) == 1
    assert machine.reply("Please call us back, what's your MC?") == ()
    assert machine.silence(1) == (HangUp(),)


@pytest.mark.parametrize("name", [name for name in PERSONAS if not PERSONAS[name].is_machine])
def test_nobody_stays_for_ever(name):
    persona = make_persona(name, seed=1)
    acts = [act for _ in range(41) for act in persona.reply("Interesting.")]
    assert HangUp() in acts
    again = make_persona(name, seed=1)
    assert [again.reply("Good-bye.")[-1] for _ in range(3)][-1] == HangUp()


@pytest.mark.parametrize("name", PERSONAS)
def test_same_seed_says_the_same(name):
    first, second = make_persona(name, seed=7), make_persona(name, seed=7)
    assert first.facts == second.facts
    assert first.opening() == second.opening()
    assert first.reply("Where are you?") == second.reply("Where are you?")


def test_agent_who_asks_for_a_moment_gets_it():
    assert make_persona("agreeable", seed=1).reply("One moment, let me check on that.") == ()
    assert is_hold("Hold on please.")
    assert not is_hold("Let me check that. What's your MC?")


@pytest.mark.parametrize(
    ("heard", "topics"),
    [
        ("What is the ETA, and where are you?", [Topic.ETA, Topic.LOCATION]),
        ("Who am I speaking with?", [Topic.WHO]),
        ("Am I speaking with Mike?", [Topic.RIGHT_PERSON]),
        ("What rate would you need?", [Topic.ASK_RATE]),
        ("Is this still available on your side?", [Topic.RIGHT_PERSON, Topic.AVAILABILITY]),
        ("Nothing here.", []),
    ],
)
def test_topics_are_found_in_their_order(heard, topics):
    assert topics_of(heard) == topics


def test_figures_are_found():
    assert amounts_of("Between $2,350 and 1900 dollars, not 400 miles") == [2350, 1900]
    assert digits_of("MC seven eight 4, oh one 2") == "784012"
    assert clock_times_of("from 8 AM to 12:30 p.m., or 14:05") == [480, 750, 845]
