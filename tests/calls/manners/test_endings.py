"""Opt-outs, wrong numbers, machines, silence, the length: how a talk ends."""

import pytest

from calls import turns
from calls.language.reading import Act, Expecting
from calls.language.speech import Reply
from calls.models import DoNotCall, OpenQuestion
from calls.services import outcomes
from calls.skills.custom import CustomPromptSkill
from calls.states import Direction
from tests.calls.manners.scripted import line, state_of
from tests.factories import NOW, CarrierFactory

pytestmark = pytest.mark.usefixtures("prompted")


# Opt-out


def test_opt_out_is_confirmed_and_kept_at_once(answered, say):
    reply = say("stop")

    assert (reply.text, reply.is_last) == (line("opted_out"), True)
    entry = DoNotCall.objects.get()
    assert (entry.number, entry.conversation_id) == (answered.to_phone, answered.pk)


@pytest.fixture
def inbound(answered):
    """The other side has called us."""
    answered.conversation.direction = Direction.INBOUND
    answered.conversation.save(update_fields=["direction"])


def test_opt_out_of_a_caller_is_of_the_callers_number(inbound, answered, say):
    say("stop")

    assert DoNotCall.objects.get().number == answered.from_phone


def test_opt_out_is_told_afterwards_and_what_was_said_before_stays(answered, fresh, say):
    say("Yes")
    say("stop")

    conclusion = outcomes.conclude(fresh(answered), at=NOW)

    assert conclusion.tags == ("do_not_call", "follow_up")
    assert conclusion.extracted["outcome"] == "opted_out"
    assert conclusion.extracted["answers"]
    assert "not to call again" in conclusion.summary


@pytest.mark.parametrize(
    "words",
    [
        "please stop calling me",
        "take me off your list",
        "dont call me no more",
        "quíteme de la lista",
        "ya no me llame más",
    ],
)
def test_words_that_the_law_names_opt_out_whatever_was_understood(answered, say, words):
    assert say(words).text == line("opted_out")
    assert DoNotCall.objects.get().number == answered.to_phone


@pytest.mark.parametrize("words", ["don't call me about Florida loads", "don't call me before eight"])
def test_narrower_wishes_opt_out_of_nothing(say, words):
    assert not say(words).is_last
    assert not DoNotCall.objects.exists()


@pytest.mark.parametrize("answer", ["yep", "stop_maybe"])
def test_opt_out_that_isnt_sure_is_asked_about_and_done_on_a_yes(answered, fresh, say, answer):
    question = say("stop_maybe")

    assert (question.text, question.expecting) == (line("sure_opts_out"), Expecting.CONFIRMATION)
    assert not DoNotCall.objects.exists()
    assert say(answer) == Reply(line("opted_out"), is_last=True)
    assert DoNotCall.objects.get().number == answered.to_phone


def test_opt_out_that_is_denied_leaves_our_question_open(answered, fresh, say):
    say("stop_maybe")

    assert say("nope").text == "All right. Does it stand?"
    assert state_of(answered, fresh)["answers"] == []
    assert say("stop_maybe").text != line("sure_opts_out")
    assert not DoNotCall.objects.exists()


@pytest.mark.parametrize(("words", "is_promised"), [("nope_anytime", False), ("nope_at_two", True)])
def test_who_may_be_called_any_time_is_promised_no_call(answered, fresh, say, words, is_promised):
    say("stop_maybe")

    say(words)

    assert bool(state_of(answered, fresh).get("call_back")) == is_promised


def test_answer_to_our_own_question_is_heard_beside_the_doubt(answered, fresh, say):
    say("stop_maybe")

    assert say("Dock 12").text == "Thanks. Which dock is it?"


def test_withheld_number_opts_out_of_nothing_and_is_told_goodbye(answered, say):
    answered.to_phone = ""
    answered.save(update_fields=["to_phone"])

    assert say("stop").is_last
    assert not DoNotCall.objects.exists()


# Wrong numbers and machines


def test_wrong_number_is_taken_leave_of(answered, fresh, say):
    assert say("wrong") == Reply(line("wrong_number"), is_last=True)
    assert outcomes.conclude(fresh(answered), at=NOW).tags[0] == "wrong_number"


def test_wrong_number_that_isnt_sure_is_asked_about(answered, fresh, say):
    assert say("wrong_maybe").text == line("sure_wrong_number")
    assert say("yep") == Reply(line("wrong_number"), is_last=True)
    assert outcomes.conclude(fresh(answered), at=NOW).tags[0] == "wrong_number"


def test_caller_never_has_the_wrong_number(inbound, answered, fresh, say):
    company = answered.organization.name

    assert say("wrong").text == line("reached", company=company)
    assert say("wrong").text == line("reached", turn=1, company=company)
    assert say("wrong_bye").is_last
    assert "wrong_number" not in outcomes.conclude(fresh(answered), at=NOW).tags


def test_skill_that_knows_better_is_asked(answered, say, monkeypatch):
    monkeypatch.setattr(CustomPromptSkill, "handles", frozenset({Act.WRONG_NUMBER}), raising=False)

    assert say("wrong").text == "Thanks. Which dock is it?"


# Where the number is from


def test_source_of_a_carriers_number_is_told_and_ours_asked_again(answered, fresh, say):
    answered.conversation.carrier = CarrierFactory(organization=answered.organization)
    answered.conversation.save(update_fields=["carrier"])

    reply = say("where'd you get my number")

    assert reply.text == f"{line('source', company=answered.organization.name)} Does it stand?"
    assert state_of(answered, fresh)["answers"] == []


def test_source_of_another_number_is_left_to_the_broker(answered, say):
    reply = say("where'd you get my number")

    assert reply.text.endswith("pass it on to the team. Does it stand?")
    assert OpenQuestion.objects.get().topic == "who"


def test_machine_that_is_understood_is_met_with_silence(answered, fresh, say, prompted):
    assert say("machine") == turns.SILENCE
    assert fresh(answered).has_reached_machine


def test_machine_that_isnt_sure_is_spoken_to(answered, fresh, say):
    assert say("machine_maybe").text
    assert not fresh(answered).has_reached_machine


def test_caller_is_no_machine(inbound, answered, fresh, say):
    assert say("machine").text
    assert not fresh(answered).has_reached_machine


# Called back, and somebody else


def test_call_back_that_is_asked_for_is_promised(answered, fresh, say):
    assert "good time" in say("later").text
    assert say("two").is_last

    extracted = outcomes.conclude(fresh(answered), at=NOW).extracted

    assert extracted["callbackTime"] == "2026-03-02T14:00:00"
    assert extracted["callbackPhone"] == answered.to_phone


def test_somebody_else_to_ask_is_told_afterwards(answered, fresh, say):
    assert say("maria").is_last

    conclusion = outcomes.conclude(fresh(answered), at=NOW)

    assert conclusion.tags == ("follow_up", "callback_requested")
    assert conclusion.extracted["outcome"] == "ask_other"
    assert conclusion.extracted["contactName"] == "Maria"
    assert conclusion.extracted["callbackPhone"] == conclusion.extracted["contactPhone"] == "3125550142"
    assert "Maria at 3125550142" in conclusion.summary


# Silence


def test_silence_is_asked_about_twice_then_taken_leave_of(answered, fresh, say):
    replies = [turns.silence(fresh(answered), at=NOW) for _ in range(4)]

    assert [reply.text for reply in replies] == [
        f"{line('silent')} Does it stand?",
        f"{line('silent', turn=1)} Does it stand?",
        line("hung_up_on"),
        "",
    ]
    assert [reply.is_last for reply in replies] == [False, False, True, True]


def test_words_end_the_silence(answered, fresh, say):
    turns.silence(fresh(answered), at=NOW)
    turns.silence(fresh(answered), at=NOW)
    say("Yes")

    assert not turns.silence(fresh(answered), at=NOW).is_last


def test_nobody_is_asked_before_the_beginning_or_beside_a_machine(answered, fresh):
    assert turns.silence(fresh(answered), at=NOW) == turns.SILENCE
    turns.begin(answered, at=NOW)
    answered.answered_by = "machine_start"
    answered.save(update_fields=["answered_by"])

    assert turns.silence(fresh(answered), at=NOW) == turns.SILENCE


def test_call_that_lasts_too_long_is_taken_leave_of(answered, fresh, say):
    assert turns.run_out_of_time(fresh(answered), at=NOW) == Reply(line("time_up"), is_last=True)
    assert turns.run_out_of_time(fresh(answered), at=NOW) == turns.OVER
