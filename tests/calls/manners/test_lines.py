"""Holds, repeats, languages, the announcement of a recording: what is said beside the matter."""

import pytest

from calls import turns
from calls.models import Turn
from tests.calls.manners.scripted import line, set_rules, state_of
from tests.factories import NOW

pytestmark = pytest.mark.usefixtures("prompted")


# Hold and repeat


def test_hold_is_granted_and_nothing_is_taken_for_an_answer(answered, fresh, say):
    reply = say("hold")

    assert (reply.text, reply.is_patient) == (line("hold"), True)
    assert state_of(answered, fresh)["answers"] == []


def test_hold_with_an_ask_is_an_ask(answered, fresh, say):
    assert not say("hold_for_money").is_patient
    assert len(state_of(answered, fresh)["answers"]) == 1


def test_repeat_says_the_last_line_and_no_aside(answered, say):
    asked = say("Yes").text
    say("hold")

    assert say("again").text == asked
    assert say("again").text == asked


# Languages


@pytest.mark.parametrize(
    ("words", "tongue"), [("spanish", ""), ("hola", ""), ("Yes", "es-US"), ("Yes", "es")]
)
def test_spanish_is_spoken_from_then_on(answered, fresh, say, words, tongue):
    assert say(words, tongue=tongue).language == "es"
    assert state_of(answered, fresh)["language"] == "es"

    reply = say("hold")

    assert (reply.text, reply.language) == (line("hold", "es"), "")


def test_english_comes_back(answered, fresh, say):
    say("spanish")

    reply = say("hold", tongue="en-US")

    assert (reply.text, reply.language, reply.is_patient) == (line("hold"), "en", True)


@pytest.mark.parametrize("tongue", ["", "fr-FR", "x", "en-US"])
def test_other_languages_switch_nothing(say, tongue):
    assert say("Yes", tongue=tongue).language == ""


# Recording


def test_recorded_call_begins_with_the_announcement(answered, fresh):
    set_rules(answered.organization, records_calls=True, recording_announcement="We record.")
    answered.is_recorded = True
    answered.save(update_fields=["is_recorded"])

    reply = turns.begin(fresh(answered), at=NOW)

    assert reply.preface == "We record."
    assert Turn.objects.get().text == f"We record. {reply.text}"
    assert turns.begin(fresh(answered), at=NOW).preface == ""  # a resumed one was told


def test_announcement_is_in_the_language_that_is_spoken(answered, fresh):
    answered.is_recorded = True
    answered.save(update_fields=["is_recorded"])
    answered.conversation.agent.language = "es-US"
    answered.conversation.agent.save()

    assert turns.begin(fresh(answered), at=NOW).preface == line("recording", "es")
