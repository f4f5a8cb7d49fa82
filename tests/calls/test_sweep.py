"""What the sweep finds: lost messages, lost callbacks, a provider that is away, calls past their time."""

from datetime import timedelta

import pytest

from calls import telephony
from calls.models import Call
from calls.services import sweep as services_sweep
from calls.states import MAX_CALL_DURATION, CallStatus
from organizations.tenancy.actors import system
from organizations.tenancy.scope import ScopeMissing
from tests.factories import NOW, AgentFactory, CallFactory, OrganizationFactory

SWEEP = system("sweep")
SID = "CA" + "1" * 32
UNDER_WAY = [CallStatus.PLACED, CallStatus.RINGING, CallStatus.ANSWERED]
RANKS = {CallStatus.PLACED: 1, CallStatus.RINGING: 2, CallStatus.ANSWERED: 3}


def call_in(status, organization=None, **values):
    organization = organization or OrganizationFactory()
    known = {"provider_sid": SID, "callback_rank": RANKS[status]} if status in UNDER_WAY else {}
    known |= {"dial_sent_at": NOW} if status == CallStatus.DIALING else {}
    return CallFactory(
        organization=organization,
        conversation__agent=AgentFactory(organization=organization),
        status=status,
        **known | values,
    )


@pytest.fixture
def away(monkeypatch):
    """The provider is out of reach; what it was asked stands in the list."""
    asked = []

    def fail(*arguments, **named):
        asked.append(arguments or named)
        raise telephony.Ambiguous("away")

    for name in ("fetch_call", "calls_between", "hang_up", "place_call"):
        monkeypatch.setattr(telephony, name, fail)
    return asked


def provider_says(monkeypatch, status, duration=0):
    found = status and telephony.PlacedCall(sid=SID, status=status, started_at=NOW, duration=duration)
    hung_up = []
    monkeypatch.setattr(telephony, "fetch_call", lambda sid: found)
    monkeypatch.setattr(telephony, "hang_up", hung_up.append)
    return hung_up


def sweep(after):
    services_sweep.sweep(by=SWEEP, at=NOW + after)


def state(call):
    found = Call.unscoped.get(pk=call.pk)
    return found.status, found.failure_reason


def seconds(count):
    return timedelta(seconds=count)


@pytest.mark.django_db
def test_lost_message_is_sent_again(prompted, django_capture_on_commit_callbacks):
    call = call_in(CallStatus.QUEUED)

    with django_capture_on_commit_callbacks(execute=True):
        sweep(seconds(4))
        assert prompted == []
        sweep(seconds(6))

    assert prompted == [("calls.tasks.place_call", (call.organization_id, call.pk))]
    assert state(call) == ("QUEUED", "")


@pytest.mark.django_db
def test_call_that_is_to_wait_is_left_alone(prompted, django_capture_on_commit_callbacks):
    call_in(CallStatus.QUEUED, not_before=NOW + seconds(60))

    with django_capture_on_commit_callbacks(execute=True):
        sweep(seconds(59))
        assert prompted == []
        sweep(seconds(60))

    assert len(prompted) == 1


@pytest.mark.django_db
def test_queued_call_expires():
    call = call_in(CallStatus.QUEUED)

    sweep(timedelta(minutes=15, seconds=1))

    assert state(call) == ("FAILED", "expired_in_queue")


@pytest.mark.django_db
def test_call_that_is_put_back_again_and_again_expires_too():
    call = call_in(CallStatus.QUEUED, status_changed_at=NOW + timedelta(minutes=15))

    sweep(timedelta(minutes=15, seconds=30))

    assert state(call) == ("FAILED", "expired_in_queue")


@pytest.mark.django_db
@pytest.mark.parametrize("status", UNDER_WAY)
@pytest.mark.parametrize(
    ("told", "ending"),
    [
        ("completed", "COMPLETED"),
        ("busy", "BUSY"),
        ("no-answer", "NO_ANSWER"),
        ("failed", "FAILED"),
        ("canceled", "CANCELED"),
    ],
)
def test_lost_last_callback_is_made_up_for(monkeypatch, status, told, ending):
    call = call_in(status)
    provider_says(monkeypatch, told, duration=20)

    sweep(seconds(100))

    assert state(call) == (ending, "")


@pytest.mark.django_db
def test_lost_callback_on_the_way_is_made_up_for(monkeypatch):
    call = call_in(CallStatus.PLACED)
    hung_up = provider_says(monkeypatch, "in-progress")

    sweep(seconds(50))

    assert state(call) == ("ANSWERED", "")
    assert hung_up == []


@pytest.mark.django_db
@pytest.mark.parametrize("status", UNDER_WAY)
def test_quiet_call_is_left_alone_for_a_while(away, status):
    call_in(status)

    sweep(seconds(40))

    assert away == []


@pytest.mark.django_db
@pytest.mark.parametrize("status", UNDER_WAY)
def test_call_that_the_provider_does_not_know_is_lost(monkeypatch, status):
    call = call_in(status)
    provider_says(monkeypatch, None)

    sweep(seconds(100))

    assert state(call) == ("FAILED", "lost_by_provider")


OVERDUE = [
    (CallStatus.PLACED, timedelta(minutes=2), ("FAILED", "no_news")),
    (CallStatus.RINGING, timedelta(minutes=3), ("FAILED", "no_news")),
    (CallStatus.ANSWERED, MAX_CALL_DURATION + timedelta(minutes=2), ("COMPLETED", "no_news")),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("status", "deadline", "ending"), OVERDUE)
def test_overdue_call_is_hung_up_and_ended(monkeypatch, status, deadline, ending):
    call = call_in(status)
    told = {"PLACED": "queued", "RINGING": "ringing", "ANSWERED": "in-progress"}[status]
    hung_up = provider_says(monkeypatch, told)

    sweep(deadline)
    assert state(call) == (status, "")
    assert hung_up == []
    sweep(deadline + seconds(1))

    assert state(call) == ending
    assert hung_up == [SID]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("status", "deadline", "ending"),
    [*OVERDUE, (CallStatus.DIALING, timedelta(minutes=2), ("FAILED", "dial_outcome_unknown"))],
)
def test_overdue_call_ends_also_while_the_provider_is_away(away, status, deadline, ending):
    call = call_in(status)

    sweep(deadline)
    assert state(call) == (status, "")
    sweep(deadline + seconds(1))

    assert state(call) == ending


@pytest.mark.django_db
def test_provider_that_is_away_is_not_asked_for_every_call(away):
    organization = OrganizationFactory()
    for n in range(10):
        call_in(CallStatus.RINGING, organization, provider_sid=f"CA{n}")

    sweep(seconds(70))

    assert len(away) == 3


@pytest.mark.django_db
def test_one_call_that_stumbles_keeps_no_other_from_its_end(monkeypatch):
    bad, good = call_in(CallStatus.RINGING), call_in(CallStatus.RINGING, provider_sid="CAgood")

    def fetch(sid):
        if sid == bad.provider_sid:
            raise TypeError("what is this?")
        return telephony.PlacedCall(sid=sid, status="busy", started_at=NOW, duration=0)

    monkeypatch.setattr(telephony, "fetch_call", fetch)

    sweep(seconds(70))

    assert state(bad) == ("RINGING", "")
    assert state(good) == ("BUSY", "")


@pytest.mark.django_db
def test_two_lost_dials_of_one_number_are_not_mixed_up(monkeypatch):
    organization = OrganizationFactory()
    calls = [call_in(CallStatus.DIALING, organization) for _ in range(2)]
    found = telephony.PlacedCall(sid="CAone", status="ringing", started_at=NOW, duration=0)
    monkeypatch.setattr(telephony, "calls_between", lambda **_: [found])

    sweep(seconds(30))

    assert [state(call) for call in calls] == [("DIALING", "")] * 2


@pytest.mark.django_db
def test_call_that_was_claimed_and_never_sent_is_queued_again(
    monkeypatch, prompted, django_capture_on_commit_callbacks
):
    """Whoever claimed it was killed before the provider was asked: nobody was rung."""
    call = call_in(CallStatus.DIALING, dial_sent_at=None, dial_attempts=1)
    monkeypatch.setattr(
        telephony, "calls_between", lambda **_: pytest.fail("the provider knows nothing of it")
    )

    sweep(seconds(10))
    assert state(call) == ("DIALING", "")
    with django_capture_on_commit_callbacks(execute=True):
        sweep(seconds(30))

    assert state(call) == ("QUEUED", "")
    assert prompted == [("calls.tasks.place_call", (call.organization_id, call.pk))]


@pytest.mark.django_db
def test_several_candidates_are_none(monkeypatch):
    call = call_in(CallStatus.DIALING)
    found = [
        telephony.PlacedCall(sid=sid, status="ringing", started_at=NOW, duration=0)
        for sid in ("CAone", "CAtwo")
    ]
    monkeypatch.setattr(telephony, "calls_between", lambda **_: found)

    sweep(seconds(30))

    assert state(call) == ("DIALING", "")


@pytest.mark.django_db
def test_sweep_never_dials(away, monkeypatch):
    for status in CallStatus:
        call_in(status, provider_sid=f"CA{status}" if status in UNDER_WAY else "")
    dialed = []
    monkeypatch.setattr(telephony, "place_call", lambda **asked: dialed.append(asked))

    sweep(timedelta(days=2))

    assert dialed == []
    assert not Call.unscoped.unfinished().exists()


@pytest.mark.django_db
def test_sweep_sees_every_organization_and_leaves_no_scope(away):
    calls = [call_in(CallStatus.QUEUED) for _ in range(2)]

    sweep(timedelta(days=2))

    assert [state(call)[0] for call in calls] == ["FAILED", "FAILED"]
    with pytest.raises(ScopeMissing):
        Call.objects.count()


@pytest.mark.django_db
def test_machine_that_still_records_is_hung_up_on(monkeypatch):
    call_in(CallStatus.ANSWERED, answered_by="machine_end_beep")
    hung_up = provider_says(monkeypatch, "in-progress")

    sweep(timedelta(seconds=91))

    assert hung_up == [SID]


@pytest.mark.django_db
def test_person_who_talks_for_long_is_let_be(monkeypatch):
    call_in(CallStatus.ANSWERED, answered_by="human")
    hung_up = provider_says(monkeypatch, "in-progress")

    sweep(timedelta(seconds=91))

    assert hung_up == []


@pytest.mark.django_db
def test_long_talks_keep_no_lost_message_waiting(monkeypatch, prompted, django_capture_on_commit_callbacks):
    monkeypatch.setitem(services_sweep.sweep.__globals__, "MAX_AT_ONCE", 2)
    provider_says(monkeypatch, "in-progress")
    for number in range(3):
        answered(number)
    lost = call_in(CallStatus.QUEUED)

    with django_capture_on_commit_callbacks(execute=True):
        sweep(seconds(100))

    assert prompted == [("calls.tasks.place_call", (lost.organization_id, lost.pk))]


@pytest.mark.django_db
@pytest.mark.parametrize("status", [CallStatus.ANSWERED, CallStatus.QUEUED])
def test_each_of_many_quiet_calls_gets_its_turn(
    monkeypatch, prompted, django_capture_on_commit_callbacks, status
):
    monkeypatch.setitem(services_sweep.sweep.__globals__, "MAX_AT_ONCE", 2)
    asked = []
    monkeypatch.setattr(telephony, "fetch_call", lambda sid: asked.append(sid) or talking(sid))
    calls = [call_in(status) if status == CallStatus.QUEUED else answered(n) for n in range(5)]

    with django_capture_on_commit_callbacks(execute=True):
        for after in (100, 130, 160):
            sweep(seconds(after))

    seen = asked or [call for _, (_, call) in prompted]
    assert seen == [call.provider_sid or call.pk for call in calls]


def answered(number):
    return call_in(CallStatus.ANSWERED, provider_sid=f"CA{number:032}")


def talking(sid):
    return telephony.PlacedCall(sid=sid, status="in-progress", started_at=NOW, duration=0)
