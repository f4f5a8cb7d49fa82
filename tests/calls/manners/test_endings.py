"""Opt-outs, wrong numbers, machines, silence, the length: how a talk ends."""

import pytest

from calls.agent import endings, runtime
from calls.agent.custom import CustomPromptSkill
from calls.agent.meaning import Intent
from calls.agent.skill import Reply
from calls.models import DoNotCall
from calls.states import Direction
from tests.calls.manners.scripted import line
from tests.factories import NOW

pytestmark = pytest.mark.usefixtures("prompted")


# Opt-out


def test_opt_out_is_confirmed_and_kept_at_once(answered, say):
    reply = say("stop")

    assert (reply.text, reply.is_last) == (line("opted_out"), True)
    entry = DoNotCall.objects.get()
    assert (entry.number, entry.conversation_id) == (answered.to_phone, answered.pk)


def test_opt_out_of_a_caller_is_of_the_callers_number(answered, say):
    answered.conversation.direction = Direction.INBOUND
    answered.conversation.save(update_fields=["direction"])

    say("stop")

    assert DoNotCall.objects.get().number == answered.from_phone


def test_opt_out_is_told_afterwards_and_what_was_said_before_stays(answered, fresh, say):
    say("Yes")
    say("stop")

    conclusion = endings.conclude(fresh(answered), at=NOW)

    assert conclusion.tags == ("do_not_call", "follow_up")
    assert conclusion.extracted["outcome"] == "opted_out"
    assert conclusion.extracted["answers"]
    assert "not to be called again" in conclusion.summary


def test_withheld_number_opts_out_of_nothing_and_is_told_goodbye(answered, say):
    answered.to_phone = ""
    answered.save(update_fields=["to_phone"])

    assert say("stop").is_last
    assert not DoNotCall.objects.exists()


# Wrong numbers and machines


def test_wrong_number_is_taken_leave_of(answered, fresh, say):
    assert say("wrong") == Reply(line("wrong_number"), is_last=True)
    assert endings.conclude(fresh(answered), at=NOW).tags[0] == "wrong_number"


def test_skill_that_knows_better_is_asked(answered, say, monkeypatch):
    monkeypatch.setattr(CustomPromptSkill, "handles", frozenset({Intent.WRONG_NUMBER}), raising=False)

    assert say("wrong").text == "Thanks. Which dock is it?"


def test_machine_that_is_understood_is_met_with_silence(answered, fresh, say, prompted):
    assert say("machine") == runtime.SILENCE
    assert fresh(answered).has_reached_machine


# Silence


def test_silence_is_asked_about_twice_then_taken_leave_of(answered, fresh, say):
    replies = [runtime.silence(fresh(answered), at=NOW) for _ in range(4)]

    assert [reply.text for reply in replies] == [
        f"{line('silent')} Does it stand?",
        f"{line('silent', turn=1)} Does it stand?",
        line("hung_up_on"),
        "",
    ]
    assert [reply.is_last for reply in replies] == [False, False, True, True]


def test_words_end_the_silence(answered, fresh, say):
    runtime.silence(fresh(answered), at=NOW)
    runtime.silence(fresh(answered), at=NOW)
    say("Yes")

    assert not runtime.silence(fresh(answered), at=NOW).is_last


def test_nobody_is_asked_before_the_beginning_or_beside_a_machine(answered, fresh):
    assert runtime.silence(fresh(answered), at=NOW) == runtime.SILENCE
    runtime.begin(answered, at=NOW)
    answered.answered_by = "machine_start"
    answered.save(update_fields=["answered_by"])

    assert runtime.silence(fresh(answered), at=NOW) == runtime.SILENCE


def test_call_that_lasts_too_long_is_taken_leave_of(answered, fresh, say):
    assert runtime.run_out_of_time(fresh(answered), at=NOW) == Reply(line("time_up"), is_last=True)
    assert runtime.run_out_of_time(fresh(answered), at=NOW) == runtime.OVER
