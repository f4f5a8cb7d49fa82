"""What every conversation answers alike: opt-outs, persons wanted, holds, repeats, silence, languages, the length."""

from datetime import datetime, timedelta

import pytest

from calls.agent import endings, runtime
from calls.agent.custom import CustomPromptSkill
from calls.agent.language.builtin import BuiltIn
from calls.agent.meaning import Intent, Meaning, Money
from calls.agent.runtime.lines import LINES
from calls.agent.skill import Reply
from calls.models import CallingRules, ConversationLoad, DoNotCall, Turn
from calls.services import person_for
from calls.states import Direction
from tests.factories import NOW, LoadFactory, MembershipFactory

pytestmark = pytest.mark.usefixtures("prompted")

WORK_HOURS = NOW  # Monday, 9 in the morning in Chicago


class Scripted(BuiltIn):
    """Understands by heart: words to what they mean."""

    def __init__(self, **meanings):
        self.meanings = meanings

    def understand(self, heard, listening):
        known = {"language": listening.language} | self.meanings.get(heard, {})
        return Meaning(text=heard, **known)


def meaning(*intents, **more):
    return {"intents": frozenset(intents), **more}


LANGUAGE = Scripted(
    stop=meaning(Intent.OPT_OUT),
    wrong=meaning(Intent.WRONG_NUMBER),
    person=meaning(Intent.WANTS_PERSON),
    hold=meaning(Intent.HOLD),
    hold_for_money=meaning(Intent.HOLD, money=(Money(2400),)),
    again=meaning(Intent.REPEAT),
    spanish=meaning(Intent.SPANISH),
    english=meaning(Intent.ENGLISH),
    hola=meaning(language="es"),
    two=meaning(time=datetime(2026, 3, 2, 14, 0)),
    nope=meaning(Intent.NO),
    money=meaning(money=(Money(2400),)),
    machine=meaning(Intent.VOICEMAIL),
)


@pytest.fixture
def say(answered, fresh):
    """What the agent says to some words, in a conversation that has begun."""
    runtime.begin(fresh(answered), at=NOW)
    return lambda words, **more: runtime.hear(fresh(answered), words, at=NOW, language=LANGUAGE, **more)


def line(name, language="en", turn=0):
    return LINES.say(name, language, turn)


def state_of(answered, fresh):
    return fresh(answered).conversation.skill_state


def set_rules(organization, **rules):
    CallingRules.unscoped.update_or_create(organization=organization, defaults=rules)


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


# Persons


def test_person_is_put_through_to(answered, fresh, say):
    set_rules(answered.organization, transfer_number="+13125550199")
    say("Yes")

    reply = say("person")

    assert (reply.text, reply.is_last) == (line("transferring"), False)
    assert reply.transfer.to == "+13125550199"
    assert "Does it stand?" in reply.transfer.whisper
    assert state_of(answered, fresh)["transfer"]["status"] == "asked"


def test_agent_is_silent_while_a_person_takes_over(answered, fresh, say):
    set_rules(answered.organization, transfer_number="+13125550199")
    say("person")

    assert say("Hello?") == runtime.SILENCE
    assert runtime.silence(fresh(answered), at=NOW) == runtime.SILENCE
    assert runtime.run_out_of_time(fresh(answered), at=NOW) == runtime.SILENCE
    assert Turn.objects.order_by("position").last().text == "Hello?"


def test_agents_own_number_and_the_loads_owner_come_before_the_organizations(answered, fresh):
    conversation = answered.conversation
    set_rules(answered.organization, transfer_number="+13125550101")
    assert person_for(conversation, at=WORK_HOURS) == "+13125550101"

    member = MembershipFactory(organization=answered.organization, phone="+13125550102")
    load = LoadFactory(organization=answered.organization, owner=member.user)
    ConversationLoad.objects.create(organization=answered.organization, conversation=conversation, load=load)
    assert person_for(conversation, at=WORK_HOURS) == "+13125550102"

    conversation.agent.transfer_number = "+13125550103"
    assert person_for(conversation, at=WORK_HOURS) == "+13125550103"


def test_owner_who_left_is_nobody(answered):
    stranger = MembershipFactory(phone="+13125550102")
    load = LoadFactory(organization=answered.organization, owner=stranger.user)
    ConversationLoad.objects.create(
        organization=answered.organization, conversation=answered.conversation, load=load
    )

    assert person_for(answered.conversation, at=WORK_HOURS) is None


@pytest.mark.parametrize(("hours", "is_there"), [(-1, True), (-2, False), (8, True), (9, False)])
def test_persons_hours_are_kept(answered, hours, is_there):
    set_rules(answered.organization, transfer_number="+13125550101")

    found = person_for(answered.conversation, at=WORK_HOURS + timedelta(hours=hours))

    assert (found is not None) == is_there


def test_nobody_there_is_made_up_for_by_a_call_back(answered, fresh, say):
    assert say("person").text == line("nobody_there")
    assert say("two") == Reply(line("call_back"), is_last=True)

    conclusion = endings.conclude(fresh(answered), at=NOW)

    assert "callback_requested" in conclusion.tags
    assert conclusion.extracted["callbackTime"] == "2026-03-02T14:00:00"
    assert conclusion.extracted["callbackPhone"] == answered.to_phone


def test_call_back_may_be_declined(answered, fresh, say):
    say("person")

    assert say("nope") == Reply(line("no_call_back"), is_last=True)
    assert "callback_requested" not in endings.conclude(fresh(answered), at=NOW).tags


def test_talk_may_go_on_instead_of_a_call_back(answered, fresh, say):
    say("person")

    assert say("money").text == "Thanks. Which dock is it?"
    assert say("two").text != line("call_back")


# Recording


def test_recorded_call_begins_with_the_announcement(answered, fresh):
    set_rules(answered.organization, records_calls=True, recording_announcement="We record.")
    answered.is_recorded = True
    answered.save(update_fields=["is_recorded"])

    reply = runtime.begin(fresh(answered), at=NOW)

    assert reply.preface == "We record."
    assert Turn.objects.get().text == f"We record. {reply.text}"
    assert runtime.begin(fresh(answered), at=NOW).preface == ""  # a resumed one was told


def test_announcement_is_in_the_language_that_is_spoken(answered, fresh):
    answered.is_recorded = True
    answered.save(update_fields=["is_recorded"])
    answered.conversation.agent.language = "es-US"
    answered.conversation.agent.save()

    assert runtime.begin(fresh(answered), at=NOW).preface == line("recording", "es")


# A language that takes its time


class Slow(Scripted):
    """Understands outside of any lock; `meanwhile` happens then."""

    is_instant = False

    def __init__(self, meanwhile=lambda: None, **meanings):
        super().__init__(**meanings)
        self.meanwhile = meanwhile

    def understand(self, heard, listening):
        self.meanwhile()
        return super().understand(heard, listening)


def test_words_are_written_before_they_are_understood(answered, fresh):
    runtime.begin(fresh(answered), at=NOW)
    seen = []

    def look():
        seen.extend(Turn.objects.order_by("position").values_list("text", flat=True)[1:])

    reply = runtime.hear(fresh(answered), "Yes", at=NOW, language=Slow(look))

    assert seen == ["Yes"]
    assert reply.text == "Thanks. Which dock is it?"


def test_answer_to_a_call_that_has_ended_meanwhile_is_its_end(answered, fresh):
    runtime.begin(fresh(answered), at=NOW)

    def end():
        answered.status = "COMPLETED"
        answered.save(update_fields=["status"])

    assert runtime.hear(fresh(answered), "Yes", at=NOW, language=Slow(end)) == runtime.OVER
    assert state_of(answered, fresh)["answers"] == []


def test_words_that_were_overtaken_are_kept_and_not_answered(answered, fresh):
    runtime.begin(fresh(answered), at=NOW)
    faster = Scripted()

    def overtake():
        runtime.hear(fresh(answered), "Sure it does", at=NOW, language=faster)

    assert runtime.hear(fresh(answered), "Yes", at=NOW, language=Slow(overtake)) == runtime.SILENCE
    assert [each["answer"] for each in state_of(answered, fresh)["answers"]] == ["Sure it does"]
    assert list(Turn.objects.order_by("position").values_list("text", flat=True))[1:3] == [
        "Yes",
        "Sure it does",
    ]


def test_turn_is_corrected_to_what_was_said(answered, fresh):
    runtime.begin(fresh(answered), at=NOW)

    runtime.correct(fresh(answered), "Hey Dana, does it stand?")

    assert Turn.objects.get().text == "Hey Dana, does it stand?"
    assert not Turn.objects.get().is_interrupted


def test_dialogue_is_told_without_the_line_to_be_said(answered, fresh, say):
    say("Yes")

    assert [spoken.text for spoken in runtime.dialogue(fresh(answered))][1:] == ["Yes"]


# Two sockets


def test_newer_socket_takes_over(answered, fresh):
    runtime.begin(fresh(answered), at=NOW, socket="old")
    runtime.begin(fresh(answered), at=NOW, socket="new")

    with pytest.raises(runtime.Superseded):
        runtime.hear(fresh(answered), "Yes", at=NOW, socket="old")
    assert runtime.hear(fresh(answered), "Yes", at=NOW, socket="new").text == "Thanks. Which dock is it?"


# What a turn costs


def test_turn_takes_two_queries(answered, fresh, django_assert_num_queries):
    runtime.begin(answered, at=NOW)
    language = BuiltIn()

    with django_assert_num_queries(4):  # two of them the savepoint that stands for the transaction
        runtime.hear(answered, "Yes", at=NOW, language=language)
