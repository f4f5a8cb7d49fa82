"""A transfer's row: each step with its moment and its author, whatever order the news comes in."""

from datetime import timedelta

import pytest

from calls import turns
from calls.models import Conversation, Transfer
from calls.selectors.call import find_call, line_of
from calls.services import progress, transfers
from calls.services.transfers import NotLive
from calls.states import CallStatus, TransferStatus
from organizations.tenancy.actors import Actor
from tests.factories import NOW, AgentFactory, CallFactory

BROKER, PROVIDER, PERSON = "+13125550199", Actor("provider", "twilio"), Actor("user", "1")


def after(seconds):
    return NOW + timedelta(seconds=seconds)


@pytest.fixture
def call(in_acme):
    """A talk that goes on."""
    return CallFactory(
        organization=in_acme,
        conversation__agent=AgentFactory(organization=in_acme),
        conversation__skill_state={
            "is_begun": True,
            "questions": [{"question": "Which dock is it?", "field": None}],
            "answers": [],
        },
        status=CallStatus.ANSWERED,
        answered_at=NOW,
    )


@pytest.fixture
def requested(call):
    """A transfer that the agent asks for."""
    conversation = Conversation.objects.get(pk=call.pk)
    transfers.request_transfer(
        call, conversation, to=BROKER, whisper="About L-1.", by=Actor("agent", "desk"), at=after(1)
    )
    conversation.save(update_fields=["skill_state"])
    return call


def ring(call, at=2):
    return transfers.start_transfer(call_id=call.pk, by=PROVIDER, at=after(at))


def answer(call, at=3):
    return transfers.note_person_answered(call_id=call.pk, by=PROVIDER, at=after(at))


def end_line(call, outcome="completed", at=4):
    return transfers.note_transfer_ended(call_id=call.pk, outcome=outcome, by=PROVIDER, at=after(at))


def end_call(call, at=5):
    progress.end_call(call_id=call.pk, status=CallStatus.COMPLETED, reason="", by=PROVIDER, at=after(at))


def state_of(call):
    conversation = Conversation.objects.get(pk=call.pk)
    return Transfer.objects.get(call=call).status, conversation.transferred_at


def test_each_step_has_its_moment_and_its_author(requested):
    assert ring(requested) == BROKER
    assert answer(requested) == "About L-1."
    assert end_line(requested)

    transfer = Transfer.objects.get(call=requested)
    assert (transfer.to_phone, transfer.requested_by) == (BROKER, "agent:desk")
    assert (transfer.requested_at, transfer.ringing_at, transfer.connected_at, transfer.ended_at) == tuple(
        after(each) for each in (1, 2, 3, 4)
    )
    assert list(transfer.status_changes.order_by("pk").values_list("old", "new", "by")) == [
        ("", "REQUESTED", "agent:desk"),
        ("REQUESTED", "RINGING", "provider:twilio"),
        ("RINGING", "CONNECTED", "provider:twilio"),
        ("CONNECTED", "ENDED", "provider:twilio"),
    ]
    assert state_of(requested) == (TransferStatus.ENDED, after(3))


def test_news_that_is_told_twice_changes_nothing(requested):
    assert ring(requested) == ring(requested, at=20) == BROKER
    assert answer(requested) == answer(requested, at=30) == "About L-1."
    assert end_line(requested)
    assert end_line(requested, at=40)
    assert ring(requested, at=50) is None

    assert Transfer.objects.get(call=requested).status_changes.count() == 4
    assert state_of(requested) == (TransferStatus.ENDED, after(3))


def test_whisper_that_was_lost_is_passed_through_at_the_end(requested):
    ring(requested)

    assert end_line(requested)

    news = Transfer.objects.get(call=requested).status_changes.order_by("pk").values_list("new", flat=True)
    assert list(news) == ["REQUESTED", "RINGING", "CONNECTED", "ENDED"]
    assert state_of(requested) == (TransferStatus.ENDED, after(4))


def test_nobody_picks_up_and_another_may_be_asked(requested):
    ring(requested)

    assert not end_line(requested, "no-answer")

    assert state_of(requested) == (TransferStatus.FAILED, None)
    assert Transfer.objects.get(call=requested).failure_reason == "no-answer"
    transfers.take_over_call(call_id=requested.pk, to="+13125550111", by=PERSON, at=after(9))
    first, second = Transfer.objects.order_by("pk")
    assert (first.status, second.status, second.is_take_over) == ("FAILED", "REQUESTED", True)
    assert second.requested_by == "user:1"


def test_caller_who_comes_back_hears_once_that_nobody_picked_up(requested):
    ring(requested)
    end_line(requested, "busy")

    told = [turns.begin(requested, at=after(each)).text for each in (5, 6)]

    assert "no one picked up" in told[0]
    assert "no one picked up" not in told[1]


def test_agent_goes_on_without_a_word_where_a_broker_did_not_pick_up(call):
    transfers.take_over_call(call_id=call.pk, to=BROKER, by=PERSON, at=after(1))
    ring(call)
    end_line(call, "busy")

    assert "no one picked up" not in turns.begin(call, at=after(5)).text


def test_line_on_its_way_to_a_person_is_not_handed_over_twice(requested):
    with pytest.raises(NotLive):
        transfers.take_over_call(call_id=requested.pk, to=BROKER, by=PERSON, at=after(2))


@pytest.mark.parametrize(
    ("steps", "expected"), [((), "CANCELED"), ((ring,), "CANCELED"), ((ring, answer), "ENDED")]
)
def test_transfer_ends_with_its_call(requested, steps, expected):
    for step in steps:
        step(requested)

    end_call(requested)

    transfer = Transfer.objects.get(call=requested)
    assert (transfer.status, transfer.ended_at) == (expected, after(5))
    tags = Conversation.objects.get(pk=requested.pk).content_tags
    assert ("transferred" in tags) == (expected == "ENDED")


def test_end_of_the_second_line_may_be_told_after_that_of_the_call(requested):
    ring(requested)
    end_call(requested)

    assert end_line(requested, at=6)

    assert state_of(requested) == (TransferStatus.ENDED, after(6))


def test_who_hung_up_during_the_whisper_was_nobody_also_after_the_call(requested):
    ring(requested)
    answer(requested)
    end_call(requested)

    assert not end_line(requested, "no-answer", at=6)

    assert state_of(requested) == (TransferStatus.FAILED, None)


def test_transfer_that_never_rang_was_not_held(requested):
    end_call(requested)

    end_line(requested, at=6)

    assert state_of(requested) == (TransferStatus.CANCELED, None)


@pytest.mark.parametrize(
    ("steps", "note"),
    [
        ((), "Transferring to a person…"),
        ((ring,), "Ringing the person taking over…"),
        ((ring, answer), "Transferred to a person."),
        ((ring, answer, end_line, end_call), "Transferred to a person."),
        ((ring, end_call), ""),
        ((ring, lambda call: end_line(call, "busy")), ""),
    ],
)
def test_page_tells_where_it_stands(requested, steps, note, django_assert_num_queries):
    for step in steps:
        step(requested)

    with django_assert_num_queries(1):
        line = line_of(find_call(requested.pk))
    assert line.note == note
