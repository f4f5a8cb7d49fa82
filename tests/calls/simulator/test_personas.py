"""What the simulated carriers say to what."""

import re

import phonenumbers
import pytest

from calls.simulator.facts import COMPANIES, FAILING, GOOD, IMPOSTOR_PHONE, read_about
from calls.simulator.persona import HangUp, Say, Script, read_script
from calls.simulator.personas import MAX_TURNS, PERSONAS, Heard, Utterance, make_persona, rehearse
from organizations.equipment import Equipment

SEEDS = range(20)


def said(persona, heard):
    """What a persona says to some words."""
    return " ".join(act.text for act in persona.reply(heard) if isinstance(act, Say))


@pytest.mark.parametrize("seed", SEEDS)
def test_driver_tells_place_arrival_and_load_and_sticks_to_them(seed):
    driver = make_persona("driver_on_time", seed=seed)
    greeting = (
        "Hi, this is the automated assistant with Demo Brokerage with a check call about load 4411,"
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


def test_driver_tells_the_temperature_and_nothing_beside_it():
    driver = make_persona("driver_on_time", seed=1)
    assert said(driver, "What temperature is the reefer running at?") == "It's set at 34 and holding steady."


def test_loaded_driver_knows_the_number_of_his_bill_of_lading():
    driver = make_persona("driver_on_time", seed=1)
    assert re.search(r"BOL.* \d{7}\.", said(driver, "And what's the BOL number?"))


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


@pytest.mark.parametrize("seed", SEEDS)
def test_late_driver_arrives_after_the_time_named_and_knows_why(seed):
    driver = make_persona("driver_late", seed=seed)
    assert driver.hours in (1, 2, 3)
    said(driver, "This is about load 4411, delivering in Atlanta, GA at 2:00 PM. Where are you right now?")
    assert f"{2 + driver.hours} PM" in said(driver, "What's your ETA?")
    assert re.search(r"(late|behind), (I|there|the)", said(driver, "Any delays on the way?"))


@pytest.mark.parametrize("seed", SEEDS)
def test_late_driver_without_a_named_time_says_how_late(seed):
    driver = make_persona("driver_late", seed=seed)
    assert re.search(
        r"about (an hour|two hours|three hours)", said(driver, "What time do you expect to be there?")
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_driver_at_the_dock_has_checked_in_and_knows_when_he_is_done(seed):
    driver = make_persona("driver_at_dock", seed=seed)
    assert "shipper" in said(
        driver, "This is a check call on load 4411, picking up in Dallas. Where are you?"
    )
    assert "checked in" in said(driver, "Have you checked in yet?")
    assert "loaded" in said(driver, "Are you loaded?")
    assert re.search("hour", said(driver, "What time do you expect to be loaded?"))


@pytest.mark.parametrize("name", PERSONAS)
def test_every_persona_has_a_phone_of_its_own(name):
    persona = make_persona(name, seed=3)
    assert persona.phone == (IMPOSTOR_PHONE if name == "impostor" else persona.facts.phone)


def test_persona_stands_where_the_load_is_and_has_its_trailer():
    about = {"load": "48213", "lane": ["Dallas, TX", "Atlanta, GA"], "rate": 2400, "equipment": "reefer"}
    facts = make_persona("agreeable", seed=1, about=about).facts
    assert (facts.state, facts.equipment, facts.price) == ("Texas", "reefer", 2400)
    abroad = make_persona("agreeable", seed=1, about={"lane": ["Toronto, ON", "Charlotte, NC"]}).facts
    assert abroad.town in {company.town for company in GOOD}


@pytest.mark.parametrize(
    ("given", "trailer"),
    [
        ("V", "53-foot dry van"),
        ("Reefer 34F", "Reefer"),
        ("", "53-foot dry van"),
        ("F", "48-foot flatbed"),
        ("?", "53-foot dry van"),
    ],
)
def test_trailer_is_called_as_people_call_it(given, trailer):
    assert make_persona("agreeable", seed=1, about={"equipment": given}).facts.equipment == trailer


@pytest.mark.parametrize(
    "about",
    [
        [],
        {"load": 12},
        {"lane": "Dallas"},
        {"lane": ["Dallas, TX"]},
        {"lane": ["", "Atlanta, GA"]},
        {"rate": -1},
        {"rate": True},
        {"rate": "2400"},
        {"equipment": "x" * 101},
        {"colour": "red"},
    ],
)
def test_senseless_loads_are_refused(about):
    with pytest.raises(ValueError, match=r"must|has no"):
        read_about(about)


def test_there_are_enough_of_each_standing():
    assert len(GOOD) >= 12
    assert len(FAILING) == 2


@pytest.mark.parametrize("field", ["name", "mc", "dot", "phone"])
def test_no_two_companies_share_anything_that_tells_them_apart(field):
    values = [getattr(company, field) for company in COMPANIES]
    assert len(set(values)) == len(values)
    assert IMPOSTOR_PHONE not in values


@pytest.mark.parametrize("company", COMPANIES, ids=lambda company: company.name)
def test_company_could_be_real_and_is_not(company):
    assert company.mc.isdigit()
    assert len(company.mc) in (6, 7)
    assert company.dot.isdigit()
    assert len(company.dot) == 7
    for phone in (company.phone, IMPOSTOR_PHONE):
        assert phonenumbers.is_valid_number(phonenumbers.parse(phone))
        assert phone[5:10] == "55501"
    assert set(company.equipment) <= set(Equipment.values)
    assert "van" in company.equipment


def script(*items):
    return Script(read_script(list(items)))


def run(talker, *answers, opening="Hello there, who is this?"):
    """A talk of an agent that gives these answers, the last one as its last words; and what it heard."""
    heard, left = [], list(answers)

    def hears(what):
        heard.append(what)
        return left.pop(0), not left

    return rehearse(talker, opens=lambda: (opening, False), hears=hears), heard


def lines(talk):
    return [(line.role, line.text) for line in talk.lines]


def test_talk_goes_to_and_fro_until_the_agent_ends():
    talk, heard = run(script("One.", "Two."), "And?", "Bye.")
    assert lines(talk) == [
        ("agent", "Hello there, who is this?"),
        ("carrier", "One."),
        ("agent", "And?"),
        ("carrier", "Two."),
        ("agent", "Bye."),
    ]
    assert heard == [Heard("One."), Heard("Two.")]
    assert (talk.ended_by, talk.turns) == ("agent", 3)


def test_carrier_hangs_up():
    talk, _ = run(script("One.", {"hangup": True}), "And?", "Bye.")
    assert talk.ended_by == "carrier"
    assert talk.lines[-1] == Utterance("agent", "And?")


def test_keys_are_heard_as_keys():
    talk, heard = run(script({"dtmf": "12#"}), "Thanks.")
    assert heard == [Heard(digits="12#")]
    assert talk.lines[1].text == "[12#]"


def test_interruption_cuts_the_agents_words():
    talk, heard = run(script({"say": "Wait.", "interrupt": True}), "Yes?")
    assert lines(talk)[:2] == [("agent", "Hello there,—"), ("carrier", "Wait.")]
    assert heard == [Heard("Wait.", interrupted="Hello there,")]


def test_silent_agent_is_asked_for_and_left():
    talk = rehearse(script(), opens=lambda: ("", False), hears=lambda _: ("", False))
    assert lines(talk) == [("carrier", "Hello?"), ("carrier", "Hello?")]
    assert talk.ended_by == "carrier"


def test_carrier_who_waits_is_heard_as_silence():
    talk, heard = run(script({"wait": 2}, "Now."), "Are you there?", "Good.")
    assert heard == [Heard(), Heard("Now.")]
    assert heard[0].is_silence
    assert lines(talk)[1:] == [("agent", "Are you there?"), ("carrier", "Now."), ("agent", "Good.")]


def test_agent_who_asks_for_a_moment_goes_on_by_itself():
    talk, heard = run(
        make_persona("agreeable", seed=1), "Is that right?", "Bye.", opening="One moment, please."
    )
    assert [what.is_silence for what in heard] == [True, False]
    assert talk.lines[1].role == "agent"


def test_machine_greets_and_hears_the_message():
    talk, heard = run(make_persona("voicemail", seed=1), "Please call us back.", "Bye.", opening="Hello?")
    assert [line.role for line in talk.lines] == ["agent", "carrier", "agent", "agent"]
    assert heard[1].is_silence


def test_opening_may_be_all_there_is():
    talk = rehearse(script("Hi."), opens=lambda: ("Sorry to bother you.", True), hears=lambda _: ("", False))
    assert lines(talk) == [("agent", "Sorry to bother you.")]
    assert talk.ended_by == "agent"


def test_talk_is_bounded():
    class Patient(Script):
        def reply(self, heard):
            return read_script(["Okay."])

    talk = rehearse(Patient(()), opens=lambda: ("Hi.", False), hears=lambda _: ("Hm.", False))
    assert (talk.ended_by, talk.turns) == ("too_long", MAX_TURNS + 1)


def test_mistakes_of_the_agent_come_through():
    with pytest.raises(ZeroDivisionError):
        rehearse(script("Hi."), opens=lambda: ("Hi.", False), hears=lambda _: (1 / 0, False))
