"""Following a call: the provider's news in any order, the end it leads to, and what remains of it."""

from datetime import UTC, datetime, timedelta

import pytest

from calls import turns
from calls.models import CallStatusChange, CheckCallReport, ConversationLoad
from calls.services import progress
from calls.services.progress import PROVIDER_STATUSES
from calls.skills.custom import CustomPromptSkill
from calls.states import CallStatus
from organizations.tenancy.actors import Actor
from tests.factories import NOW, AgentFactory, CallFactory, LoadFactory, PhoneNumberFactory

pytestmark = pytest.mark.sampled(30)

PROVIDER = Actor("provider", "twilio")
SID = "CA" + "1" * 32


@pytest.fixture
def placed(in_acme):
    return CallFactory(
        organization=in_acme,
        conversation__agent=AgentFactory(organization=in_acme, prompt="Which dock is it?"),
        status=CallStatus.PLACED,
        callback_rank=1,
        provider_sid=SID,
    )


def note(call, status, at=NOW, **news):
    progress.note_status(call_id=call.pk, provider_status=status, by=PROVIDER, at=at, **news)
    call.refresh_from_db()
    return call.status


def later(seconds):
    return NOW + timedelta(seconds=seconds)


# What the provider tells, in order


def test_call_goes_its_way(placed):
    assert note(placed, "ringing", later(1)) == CallStatus.RINGING
    assert note(placed, "in-progress", later(9)) == CallStatus.ANSWERED
    assert note(placed, "completed", later(70)) == CallStatus.COMPLETED

    assert (placed.ringing_at, placed.answered_at, placed.ended_at) == (later(1), later(9), later(70))
    assert (placed.updated_at, placed.status_changed_at, placed.seconds_connected) == (
        later(70),
        later(70),
        61,
    )


@pytest.mark.parametrize(
    ("news", "status"),
    [
        (["ringing", "initiated"], CallStatus.RINGING),
        (["in-progress", "ringing", "initiated", "queued"], CallStatus.ANSWERED),
        (["ringing", "ringing", "ringing"], CallStatus.RINGING),
        (["answered", "in-progress"], CallStatus.ANSWERED),
        (["completed", "in-progress", "ringing"], CallStatus.COMPLETED),
        (["busy", "completed"], CallStatus.BUSY),
        (["completed", "failed"], CallStatus.COMPLETED),
        (["no-answer", "no-answer"], CallStatus.NO_ANSWER),
        (["canceled", "in-progress", "completed"], CallStatus.CANCELED),
        (["exploded", "", "RINGING", "in progress"], CallStatus.PLACED),
    ],
)
def test_old_repeated_and_unknown_news_change_nothing(placed, news, status):
    for each in news:
        note(placed, each)

    assert placed.status == status
    assert placed.status_changes.count() == (0 if status == CallStatus.PLACED else 1)


@pytest.mark.parametrize("status", sorted(PROVIDER_STATUSES))
def test_final_status_is_sticky(placed, status):
    note(placed, "busy", later(5))

    assert note(placed, status, later(9)) == CallStatus.BUSY
    assert placed.ended_at == later(5)


@pytest.mark.parametrize(
    ("news", "status", "tags", "summary"),
    [
        ("busy", CallStatus.BUSY, ["busy"], "The line was busy."),
        ("no-answer", CallStatus.NO_ANSWER, ["no_answer"], "No answer."),
        ("failed", CallStatus.FAILED, [], "The call failed: the number can't be reached."),
        ("canceled", CallStatus.CANCELED, [], "The call was canceled before it was answered."),
        ("completed", CallStatus.COMPLETED, ["dropped"], "The call dropped before anyone spoke."),
    ],
)
def test_call_that_was_not_held_tells_why(placed, news, status, tags, summary):
    assert note(placed, news) == status

    conversation = placed.conversation
    conversation.refresh_from_db()
    assert (conversation.content_tags, conversation.summary) == (tags, summary)
    assert (placed.ended_at, placed.transcript, placed.seconds_connected) == (NOW, "", 0)


def test_sid_is_kept_from_whatever_comes_first(placed):
    placed.provider_sid = ""
    placed.save()

    note(placed, "exploded", sid="CAnone")
    assert placed.provider_sid == ""
    note(placed, "queued", sid="CAfirst")
    note(placed, "ringing", sid="CAother")

    assert placed.provider_sid == "CAfirst"


def test_sid_of_another_call_is_left_to_it(placed, in_acme):
    other = CallFactory(organization=in_acme, status=CallStatus.DIALING)

    assert note(other, "ringing", sid=SID) == CallStatus.RINGING
    assert other.provider_sid == ""


def test_endless_sid_is_cut(placed):
    placed.provider_sid = ""
    placed.save()

    note(placed, "ringing", sid="CA" + "9" * 1000)

    assert len(placed.provider_sid) == 40


def test_call_put_back_that_rings_after_all_is_not_dialed_again(in_acme):
    call = CallFactory(organization=in_acme)

    assert note(call, "ringing", sid=SID) == CallStatus.RINGING


# The end


def test_completed_without_an_answer_counts_its_seconds(placed):
    note(placed, "completed", later(100), seconds=61)

    assert (placed.answered_at, placed.seconds_connected) == (later(39), 61)


@pytest.mark.parametrize("seconds", [None, 0])
def test_completed_without_seconds_was_not_connected(placed, seconds):
    note(placed, "completed", seconds=seconds)

    assert (placed.answered_at, placed.seconds_connected) == (None, 0)


def test_known_answer_wins_over_the_told_seconds(placed):
    note(placed, "in-progress", later(10))
    note(placed, "completed", later(30), seconds=999)

    assert placed.seconds_connected == 20


def test_absurd_seconds_are_bounded(placed):
    assert note(placed, "completed", seconds=10**15) == CallStatus.COMPLETED


@pytest.mark.parametrize(
    ("answered_by", "status"),
    [
        ("machine_start", CallStatus.VOICEMAIL),
        ("machine_end_beep", CallStatus.VOICEMAIL),
        ("machine_end_silence", CallStatus.VOICEMAIL),
        ("fax", CallStatus.VOICEMAIL),
        ("human", CallStatus.COMPLETED),
        ("unknown", CallStatus.COMPLETED),
        ("", CallStatus.COMPLETED),
        ("x" * 1000, CallStatus.COMPLETED),
    ],
)
def test_machine_makes_a_completed_call_a_voicemail(placed, answered_by, status):
    progress.note_machine(call_id=placed.pk, answered_by=answered_by, by=PROVIDER, at=NOW)

    assert note(placed, "completed") == status


def test_machine_prompts_the_voicemail_once(placed, prompted, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        progress.note_machine(call_id=placed.pk, answered_by="machine_start", by=PROVIDER, at=NOW)
        progress.note_machine(call_id=placed.pk, answered_by="machine_end_beep", by=PROVIDER, at=NOW)

    assert prompted == [("calls.tasks.leave_voicemail", (placed.organization_id, placed.pk))]


def test_person_prompts_nothing(placed, prompted, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        progress.note_machine(call_id=placed.pk, answered_by="human", by=PROVIDER, at=NOW)

    assert prompted == []


def test_machine_that_is_heard_after_the_end_is_no_news(placed):
    note(placed, "busy")

    progress.note_machine(call_id=placed.pk, answered_by="machine_start", by=PROVIDER, at=NOW)

    placed.refresh_from_db()
    assert placed.answered_by == ""


@pytest.mark.parametrize(
    ("message", "told"), [("Call us.", "The agent left a message"), ("", "No message left")]
)
def test_voicemail_tells_whether_a_message_was_left(placed, message, told):
    placed.conversation.agent.voicemail_message = message
    placed.conversation.agent.save()
    progress.note_machine(call_id=placed.pk, answered_by="machine_start", by=PROVIDER, at=NOW)

    note(placed, "completed")

    placed.conversation.refresh_from_db()
    assert placed.conversation.content_tags == ["voicemail"]
    assert told in placed.conversation.summary


def test_held_conversation_leaves_transcript_summary_and_data(placed):
    note(placed, "in-progress")
    turns.begin(placed, at=NOW)
    turns.hear(placed, "Dock 12", at=later(5))

    note(placed, "completed", later(9))

    assert placed.transcript.splitlines()[1:] == [
        "Caller: Dock 12",
        "Agent: Thank you, I've noted that. Have a good day, goodbye.",
    ]
    conversation = placed.conversation
    conversation.refresh_from_db()
    assert conversation.content_tags == ["follow_up"]
    assert "Dock 12" in conversation.summary
    assert conversation.extracted_data["answers"][0]["answer"] == "Dock 12"


def test_check_call_leaves_a_report(in_acme):
    call = CallFactory(
        organization=in_acme,
        conversation__agent=AgentFactory(organization=in_acme, purpose="check_call"),
        conversation__skill_state={
            "facts": {
                "loadNumber": "L-1",
                "callType": "pickup",
                "waitingAtFacility": False,
                "name": "",
                "stop": {"city": "Dallas", "state": "TX", "timezone": "America/Chicago"},
            }
        },
        status=CallStatus.ANSWERED,
        callback_rank=3,
    )
    load = LoadFactory(organization=in_acme)
    ConversationLoad.objects.create(organization=in_acme, conversation=call.conversation, load=load)
    at = datetime(2026, 3, 2, 15, 0, tzinfo=UTC)  # nine in Dallas
    turns.begin(call, at=at)
    turns.hear(call, "Waco, there at 11", at=at)

    note(call, "completed")

    report = CheckCallReport.objects.get()
    assert (report.load, report.location, report.eta) == (
        load,
        "Waco, TX",
        datetime(2026, 3, 2, 11, 0),
    )
    call.conversation.refresh_from_db()
    assert call.conversation.extracted_data["etaLocal"] == "2026-03-02T11:00:00"


def test_call_ends_though_its_skill_stumbles(placed, monkeypatch):
    def stumble(self, talk):
        raise KeyError("questions")

    monkeypatch.setattr(CustomPromptSkill, "conclude", stumble)
    turns.begin(placed, at=NOW)

    assert note(placed, "completed") == CallStatus.COMPLETED
    placed.conversation.refresh_from_db()
    assert "without a clear outcome" in placed.conversation.summary


def test_end_of_ours_is_told_once(placed):
    def end(reason):
        return progress.end_call(
            call_id=placed.pk,
            status=CallStatus.FAILED,
            reason=reason,
            detail="word " * 100,
            by=PROVIDER,
            at=NOW,
        )

    assert end("no_news") is True
    assert end("again") is False

    placed.refresh_from_db()
    assert (placed.failure_reason, placed.conversation.call.status) == ("no_news", CallStatus.FAILED)
    assert len(CallStatusChange.objects.get().reason) == 200


# Calls that come in


@pytest.fixture
def number(in_acme):
    return PhoneNumberFactory(organization=in_acme, agent=AgentFactory(organization=in_acme))


def receive(number, sid=SID, **changes):
    caller = {"from_phone": "+13125550123", "caller_name": "DANA"} | changes
    return progress.receive_call(number=number, sid=sid, by=PROVIDER, at=NOW, **caller)


def test_incoming_call_is_written_down(number):
    call = receive(number)

    assert (call.status, call.ringing_at, call.to_phone) == (CallStatus.RINGING, NOW, number.number)
    assert (call.from_phone, call.caller_name, call.provider_sid) == ("+13125550123", "DANA", SID)
    assert (call.conversation.direction, call.conversation.agent) == ("inbound", number.agent)
    assert list(call.status_changes.values_list("old", "new")) == [("", "RINGING")]


def test_repeat_of_an_incoming_call_finds_it(number):
    assert receive(number).pk == receive(number).pk


def test_endless_fields_of_an_incoming_call_are_cut(number):
    call = receive(number, sid="CA" + "2" * 500, from_phone="+1" + "3" * 500, caller_name="D" * 500)

    call.refresh_from_db()
    assert (len(call.provider_sid), len(call.from_phone), len(call.caller_name)) == (40, 16, 200)
    assert receive(number, sid="CA" + "2" * 500).pk == call.pk


def test_incoming_call_ends(number):
    call = receive(number)
    note(call, "in-progress")

    assert note(call, "completed") == CallStatus.COMPLETED
