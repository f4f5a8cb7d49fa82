"""Calls that people make, over the wire: the own phone first, then the carrier's, the two put through."""

from datetime import timedelta

import pytest
from django.utils import timezone

from calls.calling_rules import NotAllowed, read_destination
from calls.models import (
    Call,
    CallingRules,
    CallStatusChange,
    Conversation,
    ConversationLoad,
    PhoneNumber,
    Recording,
)
from calls.services import dialing, recordings, sweep
from calls.states import CallStatus
from organizations.models import AuditEntry
from organizations.tenancy.actors import system, user
from organizations.tenancy.scope import scope
from tests.factories import (
    NOW,
    AgentFactory,
    CallFactory,
    CarrierFactory,
    ConversationFactory,
    DoNotCallFactory,
    LoadFactory,
    MembershipFactory,
    OrganizationFactory,
    PhoneNumberFactory,
)
from tests.waiting import wait_until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sampled(5)]

NUMBER, CARRIER, BROKER = "+12145550100", "+13125550142", "+13125550199"


@pytest.fixture
def brokerage(loadline):
    organization = OrganizationFactory(name="Acme Freight")
    agent = AgentFactory(organization=organization)
    PhoneNumberFactory(organization=organization, number="+12145550001")
    PhoneNumberFactory(organization=organization, number=NUMBER, agent=agent)
    return organization


@pytest.fixture
def broker(brokerage):
    return MembershipFactory(organization=brokerage, phone=BROKER, user__name="Sam Broker").user


@pytest.fixture
def earlier(brokerage):
    """A carrier's call about a load, with the agent, that is to be called back."""
    carrier = CarrierFactory(organization=brokerage, mc_number="790123", dot_number=2790123)
    conversation = ConversationFactory(
        organization=brokerage, direction="inbound", carrier=carrier, mc_number="790123"
    )
    load = LoadFactory(organization=brokerage, external_id="48213")
    ConversationLoad.unscoped.create(organization=brokerage, conversation=conversation, load=load)
    return CallFactory(
        organization=brokerage,
        conversation=conversation,
        status=CallStatus.COMPLETED,
        from_phone=CARRIER,
        to_phone=NUMBER,
        caller_name="Dana",
        answered_at=NOW,
        ended_at=NOW,
    )


@pytest.fixture
def call_back(brokerage, broker, earlier):
    """Ask for the call as the page does."""

    def ask(**changes):
        with scope(brokerage.pk):
            return dialing.request_persons_call(
                **{
                    "organization": brokerage,
                    "person": broker,
                    "person_phone": BROKER,
                    "destination": read_destination(CARRIER),
                    "loads": list(earlier.conversation.loads.all()),
                    "follows": earlier.conversation,
                    "party": "Dana",
                    "by": user(broker),
                    "at": timezone.now(),
                }
                | changes
            )

    return ask


def set_rules(organization, **rules):
    CallingRules.unscoped.update_or_create(organization=organization, defaults=rules)


def eventually(look):
    return wait_until(look, Call.unscoped.values)


def reached(call, *statuses):
    found = Call.unscoped.select_related("conversation")
    return eventually(lambda: found.filter(pk=call.pk, status__in=statuses).first())


def ended(call):
    return reached(call, *Call.lifecycle.final)


def second_lines(loadline):
    return loadline.exchange.client().calls.list(to=CARRIER)


@pytest.mark.deep
def test_own_phone_is_rung_first_and_then_the_carrier(loadline, call_back, broker, earlier):
    loadline.exchange.subscriber(BROKER, answer="human", pace=0.02)

    call = ended(call_back())

    first = loadline.exchange.finished(to=BROKER)
    (second,) = second_lines(loadline)
    assert (first["from"], first["transferredTo"]) == (NUMBER, CARRIER)
    assert (second._from, second.status, second.parent_call_sid) == (NUMBER, "completed", first["sid"])
    assert [line["text"] for line in first["lines"]][:1] == ["Calling Dana."]
    assert call.status == CallStatus.COMPLETED
    assert call.answered_at
    assert call.provider_sid == first["sid"]
    told = CallStatusChange.unscoped.filter(call=call).order_by("pk").values_list("new", flat=True)
    assert list(told) == ["QUEUED", "DIALING", "PLACED", "RINGING", "ANSWERED", "COMPLETED"]


def test_call_is_a_conversation_like_any_other(call_back, broker, earlier):
    talk = ended(call_back()).conversation

    assert (talk.direction, talk.channel, talk.agent) == ("outbound", "phone", None)
    assert (talk.carrier_id, talk.mc_number, talk.dot_number) == (
        earlier.conversation.carrier_id,
        "790123",
        2790123,
    )
    discussed = ConversationLoad.unscoped.filter(conversation=talk)
    assert list(discussed.values_list("load__external_id", flat=True)) == ["48213"]
    assert talk.content_tags == ["follow_up"]
    assert talk.summary.startswith("Sam Broker called and talked for ")
    assert talk.transferred_at is None  # nobody was handed over
    assert Call.unscoped.get(follows=earlier.conversation).pk == talk.pk
    assert AuditEntry.unscoped.filter(action="call.made", actor=f"user:{broker.pk}").exists()


@pytest.mark.deep_but(1)
@pytest.mark.parametrize(
    ("answer", "reason", "words"),
    [
        ("busy", "person_busy", "teammate’s phone was busy"),
        ("no-answer", "person_no_answer", "teammate didn’t pick up"),
        ("fail", "person_not_reached", "teammate’s phone can’t be reached"),
        ("machine", "person_machine", "teammate’s voicemail picked up"),
    ],
)
def test_carrier_isnt_rung_where_the_broker_doesnt_pick_up(loadline, call_back, answer, reason, words):
    loadline.exchange.subscriber(BROKER, answer=answer, ringSeconds=0.05)

    call = ended(call_back())

    assert (call.status, call.failure_reason) == (CallStatus.CANCELED, reason)
    assert call.conversation.summary == f"Your {words}, so the other party wasn’t called."
    assert not second_lines(loadline)


@pytest.mark.deep_but(1)
@pytest.mark.parametrize(
    ("answer", "status", "tags", "words"),
    [
        ("busy", CallStatus.BUSY, ["busy"], "The line is busy."),
        ("no-answer", CallStatus.NO_ANSWER, ["no_answer"], "No answer."),
        ("fail", CallStatus.FAILED, [], "This number can't be reached."),
    ],
)
def test_broker_hears_why_the_carrier_isnt_reached(loadline, call_back, answer, status, tags, words):
    loadline.exchange.subscriber(CARRIER, answer=answer, ringSeconds=0.05)

    call = ended(call_back())

    assert (call.status, call.conversation.content_tags, call.answered_at) == (status, tags, None)
    assert loadline.exchange.finished(to=BROKER)["lines"][-1]["text"] == words


@pytest.mark.deep
def test_recording_is_announced_to_the_carrier_alone(loadline, brokerage, call_back):
    set_rules(brokerage, records_calls=True, recording_announcement="We record this call.")

    call = ended(call_back())

    eventually(lambda: Recording.unscoped.exclude(stored_at=None).filter(call=call).exists())
    (own, second) = loadline.exchange.calls(legs="true")
    assert [line["text"] for line in second["lines"]] == ["We record this call."]
    assert "We record this call." not in [line["text"] for line in own["lines"]]


@pytest.mark.deep
def test_ringing_tone_isnt_kept_as_a_recording(loadline, brokerage, call_back):
    set_rules(brokerage, records_calls=True)
    loadline.exchange.subscriber(CARRIER, answer="busy")

    call = ended(call_back())

    loadline.exchange.finished(to=BROKER)
    assert call.is_recorded
    with scope(brokerage.pk):
        recordings.note_recording(call_id=call.pk, sid="RE1", seconds=2, at=timezone.now())
    assert not Recording.unscoped.exists()


@pytest.mark.deep
def test_extension_is_dialed_to_the_carrier(loadline, call_back):
    ended(call_back(destination=read_destination(f"{CARRIER};ext=42")))

    own, second = loadline.exchange.calls(legs="true")
    assert (own["digits"], second["digits"]) == ("", "42")


@pytest.mark.deep_but(1)
@pytest.mark.parametrize("rings_at", [BROKER, CARRIER])
def test_broker_hangs_up_from_the_page(loadline, brokerage, broker, call_back, client, rings_at):
    loadline.exchange.subscriber(rings_at, answer="human", ringSeconds=20, pace=1)
    call = call_back()
    reached(call, CallStatus.PLACED if rings_at == BROKER else CallStatus.RINGING)
    client.force_login(broker)

    client.post(f"/calls/{call.pk}/hang-up/")

    call = ended(call)
    assert call.status == CallStatus.CANCELED
    assert loadline.exchange.finished(to=BROKER)["status"] in ("completed", "canceled")
    assert all(each.status != "in-progress" for each in second_lines(loadline))


@pytest.mark.deep
def test_talk_ends_when_it_is_hung_up_from_the_page(loadline, broker, call_back, client):
    loadline.exchange.subscriber(BROKER, answer="human", pace=0.5)  # the two talk for a while
    call = reached(call_back(), CallStatus.ANSWERED)
    client.force_login(broker)

    page = client.get(f"/calls/{call.pk}/").content.decode()
    client.post(f"/calls/{call.pk}/take-over/", {"phone": BROKER})
    client.post(f"/calls/{call.pk}/hang-up/")

    assert "Hang up" in page
    assert "Take over" not in page  # it is a person's already
    call = ended(call)
    assert (call.status, call.order) == (CallStatus.COMPLETED, "hang_up")


@pytest.mark.deep
def test_both_sides_are_heard_in_the_recording(loadline, brokerage, call_back):
    set_rules(brokerage, records_calls=True)
    loadline.exchange.subscriber(BROKER, answer="human", script=["Can you do nineteen hundred?", "Bye."])
    loadline.exchange.subscriber(CARRIER, answer="human", script=["I can do that.", "Thanks."])

    call = ended(call_back())

    lines = [(line["role"], line["text"]) for line in loadline.exchange.finished(to=BROKER)["lines"]]
    assert lines == [
        ("agent", "Calling Dana."),
        ("agent", "Can you do nineteen hundred?"),
        ("carrier", "I can do that."),
        ("agent", "Bye."),
        ("carrier", "Thanks."),
    ]
    eventually(lambda: Recording.unscoped.filter(call=call, seconds__gte=5).exists())


@pytest.mark.parametrize("mode", ["duplicate", "shuffle", "lost"])
def test_call_ends_properly_however_callbacks_come(loadline, call_back, mode):
    loadline.exchange.faults(callbacks={"mode": mode})

    call = call_back()

    call = ended(call)
    assert call.status == CallStatus.COMPLETED
    assert call.answered_at


def test_phone_is_rung_once_where_the_answer_was_lost(loadline, brokerage, call_back):
    loadline.exchange.faults(createCall={"mode": "accept_then_drop"}, callbacks={"mode": "lost"})
    loadline.exchange.subscriber(BROKER, answer="busy", ringSeconds=0.2)

    call = reached(call_back(), CallStatus.DIALING)
    loadline.exchange.finished(to=BROKER)
    loadline.exchange.faults(createCall=None, callbacks=None)
    for seconds in (30, 60):
        sweep.sweep(by=system("tests"), at=timezone.now() + timedelta(seconds=seconds))

    call = ended(call)
    assert (call.status, call.failure_reason) == (CallStatus.CANCELED, "person_busy")
    assert len(loadline.exchange.calls(to=BROKER)) == 1


@pytest.mark.deep
def test_sweep_finds_out_that_the_two_are_talking(loadline, call_back):
    loadline.exchange.faults(callbacks={"mode": "lost"})
    loadline.exchange.subscriber(BROKER, answer="human", pace=0.5)
    call = reached(call_back(), CallStatus.PLACED)
    eventually(lambda: any(line.status == "in-progress" for line in second_lines(loadline)))

    sweep.sweep(by=system("tests"), at=timezone.now() + timedelta(seconds=60))

    assert reached(call, CallStatus.ANSWERED)
    # Past what an agent may talk, two people still may.
    sweep.sweep(by=system("tests"), at=timezone.now() + timedelta(hours=2))
    assert not Call.unscoped.get(pk=call.pk).is_finished


# Refusals


def test_number_on_the_do_not_call_list_isnt_called_by_people_either(brokerage, call_back):
    DoNotCallFactory(organization=brokerage, number=CARRIER)

    with pytest.raises(NotAllowed, match="do-not-call list"):
        call_back()
    assert Conversation.unscoped.count() == 1


@pytest.mark.deep_but(1)
@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ({"per_number_hour": 1}, "call_limit_reached"),
        ({"most_live": 1}, "call_limit_reached"),
        ({"requires_consent": True}, "no_consent"),
    ],
)
def test_rules_hold_for_people(loadline, brokerage, call_back, rules, code):
    loadline.exchange.subscriber(BROKER, answer="human", ringSeconds=10)
    set_rules(brokerage, **(rules if code == "no_consent" else {}))
    if code == "call_limit_reached":
        call_back()
        set_rules(brokerage, **rules)

    with pytest.raises(NotAllowed) as refused:
        call_back()
    assert refused.value.code == code


def test_nobody_calls_their_own_phone(call_back):
    with pytest.raises(NotAllowed, match="your own phone"):
        call_back(destination=read_destination(BROKER))


@pytest.mark.deep
def test_number_that_was_given_up_isnt_called_from(loadline, brokerage, call_back):
    PhoneNumber.unscoped.filter(number=NUMBER).delete()

    assert ended(call_back()).from_phone == "+12145550001"
