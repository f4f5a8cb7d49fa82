"""Talks in one process, without a line."""

import pytest

from calls.simulator.persona import Script, read_script
from calls.simulator.personas import MAX_TURNS, Heard, Utterance, make_persona, rehearse


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
