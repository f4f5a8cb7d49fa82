"""`kill -9` of the process `live` in the middle of fifty conversations: none is lost, none hangs."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bids.models import Bid
from calls.models import Call
from calls.services import sweep
from calls.states import CallStatus
from organizations.tenancy.actors import system
from tests.factories import (
    AgentFactory,
    CallFactory,
    CarrierFactory,
    LoadFactory,
    OrganizationFactory,
    PhoneNumberFactory,
)
from tests.waiting import wait_until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.deep]

DESK, SALES = "+12145550100", "+12145550101"
CONVERSATIONS = 50
ANSWERS = [f"Answer number {n}." for n in range(6)]


@pytest.fixture
def brokerage(killable):
    organization = OrganizationFactory(name="Acme Freight")
    desk = AgentFactory(
        organization=organization, prompt=" ".join(f"What is number {n}?" for n in range(len(ANSWERS)))
    )
    sales = AgentFactory(organization=organization, purpose="carrier_sales", greeting="")
    PhoneNumberFactory(organization=organization, number=DESK, agent=desk)
    PhoneNumberFactory(organization=organization, number=SALES, agent=sales)
    return organization


def spoken(words, seconds):
    return [part for each in words for part in ({"wait": seconds}, {"say": each})]


def begin_conversations(killable, brokerage):
    """Half are asked by a desk, half talk about a load and have named their price before the kill."""
    for n in range(CONVERSATIONS // 2):
        killable.exchange.inbound(to=DESK, from_=f"+1312555{n:04d}", script=spoken(ANSWERS, 1.5))
        load = LoadFactory(organization=brokerage, external_id=f"{51000 + n}")
        mc = f"{790100 + n}"
        phone = f"+1312556{n:04d}"
        CarrierFactory(organization=brokerage, mc_number=mc, phone=phone)
        words = [f"I'm calling about load {load.external_id}.", f"My MC is {mc}.", "Yes, that's right."]
        words += ["I need 2400 on that.", "How much does it weigh?", "I'll have to pass on that one."]
        killable.exchange.inbound(to=SALES, from_=phone, script=spoken(words, 0.8))


def calls():
    return Call.unscoped.select_related("conversation")


def all_ended():
    return not calls().filter(status__in=Call.lifecycle.unfinished).exists()


def test_killed_live_process_loses_no_conversation(killable, brokerage):
    begin_conversations(killable, brokerage)
    wait_until(lambda: Bid.unscoped.count() >= CONVERSATIONS // 4, "some have named their price")
    under_way = set(calls().filter(status=CallStatus.ANSWERED).values_list("pk", flat=True))
    bids = set(Bid.unscoped.values_list("pk", flat=True))

    killable.live.kill()
    said_before = {call.pk: call.conversation.skill_state.get("turns", 0) for call in calls()}
    killable.live.start()

    wait_until(all_ended, calls().values, seconds=120)
    assert calls().count() == CONVERSATIONS
    assert len(under_way) > CONVERSATIONS // 2
    ended = {call.pk: call for call in calls()}
    assert {call.status for call in ended.values()} == {CallStatus.COMPLETED}
    for pk, call in ended.items():
        assert call.transcript.count("\n") + 1 >= said_before[pk], call.transcript
    taken_up = [pk for pk in under_way if ended[pk].conversation.skill_state.get("resumes")]
    assert len(taken_up) > len(under_way) * 0.9
    assert bids <= set(Bid.unscoped.values_list("pk", flat=True))
    assert Bid.unscoped.values("conversation").distinct().count() == CONVERSATIONS // 2
    desks = [call for call in ended.values() if call.to_phone == DESK]
    answers = [len(call.conversation.extracted_data.get("answers", [])) for call in desks]
    assert min(answers) >= len(ANSWERS) - 1, answers  # one may have been said again


def test_live_process_that_stays_away_ends_its_conversations(killable, brokerage, monkeypatch):
    monkeypatch.setattr("calls.turns.PATIENCE", timedelta(seconds=2))
    for n in range(5):
        killable.exchange.inbound(to=DESK, from_=f"+1312555{n:04d}", script=spoken(ANSWERS, 2))
    begun = calls().filter(conversation__skill_state__is_begun=True)
    wait_until(lambda: begun.count() == 5, calls().values)

    killable.live.kill()

    wait_until(all_ended, calls().values)
    for call in calls():
        assert call.status == CallStatus.COMPLETED
        assert call.transcript.startswith("Agent: ")
    for call in killable.exchange.calls():
        heard = killable.exchange.finished(sid=call["sid"])["lines"]
        assert "trouble with the line" in heard[-1]["text"]


def test_conversation_whose_end_nobody_told_is_ended_by_the_sweep(killable, brokerage):
    call = CallFactory(
        organization=brokerage,
        status=CallStatus.ANSWERED,
        callback_rank=3,
        provider_sid="CA" + "0" * 32,
        status_changed_at=timezone.now() - timedelta(minutes=5),
        conversation__skill_state={"is_begun": True},
    )

    sweep.sweep(by=system("sweep"), at=timezone.now())

    call.refresh_from_db()
    assert (call.status, call.failure_reason) == (CallStatus.FAILED, "lost_by_provider")
