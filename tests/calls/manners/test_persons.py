"""A person is wanted: put through to, or called back by."""

from datetime import timedelta

import pytest

from calls import turns
from calls.language.speech import Reply
from calls.models import ConversationLoad, Transfer, Turn
from calls.services import outcomes
from calls.services.transfers import person_for
from tests.calls.manners.scripted import line, set_rules, state_of
from tests.factories import NOW, LoadFactory, MembershipFactory

pytestmark = pytest.mark.usefixtures("prompted")

WORK_HOURS = NOW  # Monday, 9 in the morning in Chicago


def test_person_is_put_through_to(answered, fresh, say):
    set_rules(answered.organization, transfer_number="+13125550199")
    say("Yes")

    reply = say("person")

    assert (reply.text, reply.is_last) == (line("transferring"), False)
    assert reply.transfer.to == "+13125550199"
    assert "Does it stand?" in reply.transfer.whisper
    transfer = Transfer.objects.get(call=answered)
    assert (transfer.status, transfer.to_phone) == ("REQUESTED", "+13125550199")
    assert transfer.requested_by == f"agent:{answered.conversation.agent.slug}"
    assert state_of(answered, fresh)["is_handed_over"]


def test_person_asked_for_by_name_is_who_is_rung(answered, say):
    set_rules(answered.organization, transfer_number="+13125550199")
    MembershipFactory(organization=answered.organization, user__name="Dana Reyes", phone="+13125550107")

    assert say("dana").transfer.to == "+13125550107"


def test_agent_is_silent_while_a_person_takes_over(answered, fresh, say):
    set_rules(answered.organization, transfer_number="+13125550199")
    say("person")

    assert say("Hello?") == turns.SILENCE
    assert turns.silence(fresh(answered), at=NOW) == turns.SILENCE
    assert turns.run_out_of_time(fresh(answered), at=NOW) == turns.SILENCE
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

    conclusion = outcomes.conclude(fresh(answered), at=NOW)

    assert "callback_requested" in conclusion.tags
    assert conclusion.extracted["callbackTime"] == "2026-03-02T14:00:00"
    assert conclusion.extracted["callbackPhone"] == answered.to_phone


def test_call_back_may_be_declined(answered, fresh, say):
    say("person")

    assert say("nope") == Reply(line("no_call_back"), is_last=True)
    assert "callback_requested" not in outcomes.conclude(fresh(answered), at=NOW).tags


def test_talk_may_go_on_instead_of_a_call_back(answered, fresh, say):
    say("person")

    assert say("money").text == "Thanks. Which dock is it?"
    assert say("two").text != line("call_back")
