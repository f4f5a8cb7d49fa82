"""From a call's end to a receiver's hands."""

import pytest

from calls.services import progress
from calls.states import CallStatus, Role
from organizations.models import Event
from organizations.tenancy.actors import Actor
from organizations.tenancy.scope import scope
from tests.api.desk import post
from tests.factories import NOW, AgentFactory, CallFactory
from tests.organizations.events.receiving import is_signed

pytestmark = pytest.mark.django_db(transaction=True)


def end(acme):
    """A check call ends."""
    call = CallFactory(
        organization=acme,
        conversation__agent=AgentFactory(organization=acme, purpose="check_call"),
        conversation__input_data={"loadNumber": "L-1", "metadata": {"maxRate": 2000, "team": "west"}},
        status=CallStatus.ANSWERED,
        answered_at=NOW,
    )
    with scope(acme.pk):
        call.conversation.turns.create(
            organization=acme, position=0, role=Role.AGENT, text="Where is the truck now?", at=NOW
        )
        progress.note_status(
            call_id=call.pk, provider_status="completed", by=Actor("provider", "twilio"), at=NOW
        )
    return call


def test_call_ended_is_told_and_signed(api, acme, tms, work):
    made = post(api, "/api/v1/event-endpoints", {"url": tms.url, "types": ["call_ended"]}).json()

    call = end(acme)
    work()

    (request,) = tms.received
    assert is_signed(request, made["secret"])
    assert not is_signed(request, made["secret"][:-8] + "AAAAAAA=")
    event = request.event
    assert request.headers["webhook-id"] == event["id"]
    assert {key: event[key] for key in ("event", "sequence", "callId", "callType", "status")} == {
        "event": "call_ended",
        "sequence": 1,
        "callId": call.pk,
        "callType": "TRACK_AND_TRACE",
        "status": "COMPLETED",
    }
    assert event["occurredAt"] == "2026-03-02T15:00:00.000Z"
    assert event["inputData"] == {"loadNumber": "L-1", "metadata": {"team": "west"}}
    assert event["formattedTranscript"] == "Agent: Where is the truck now?"
    assert event["transcript"] == [
        {
            "role": "bot",
            "message": "Where is the truck now?",
            "time": "2026-03-02T15:00:00.000Z",
            "endTime": "2026-03-02T15:00:01.750Z",
            "secondsFromStart": 0,
            "duration": 1.75,
        }
    ]


def test_without_an_endpoint_nothing_is_written(acme, work):
    end(acme)

    assert not Event.unscoped.exists()
