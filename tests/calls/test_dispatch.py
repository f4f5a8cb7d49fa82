"""Dispatch is called by itself where the driver isn't reached, or says to ask somebody else."""

import pytest

from calls.models import Call, Promise
from calls.services import progress
from calls.services.permission import rules_of
from calls.states import CallStatus
from organizations.tenancy.actors import system
from tests.api.desk import CHECK, PHONE, post, set_up_desk
from tests.factories import NOW

DISPATCH = "+13125550188"
BODY = {
    "toPhone": PHONE,
    "loadNumber": "L-9",
    "driverName": "Mike",
    "dispatchPhone": DISPATCH,
    "reeferTemperature": 34,
    "trackingApp": "macropoint",
    "metadata": {"ticket": "T-1"},
}
WORKER = system("tests")


@pytest.fixture
def checked(api, in_acme, prompted):
    """A check call to a driver, as the API asked for it, that is ringing."""
    set_up_desk(in_acme)
    answer = post(api, CHECK, BODY)
    assert answer.status_code == 200, answer.content
    call = Call.objects.get(pk=answer.json()["call"]["id"])
    Call.objects.filter(pk=call.pk).update(status=CallStatus.RINGING, callback_rank=2, placed_at=NOW)
    return call


def end(call, provider_status):
    progress.note_status(call_id=call.pk, provider_status=provider_status, by=WORKER, at=NOW)


def follow_ups(call):
    return list(Call.objects.filter(follows=call.pk).select_related("conversation"))


@pytest.mark.parametrize("provider_status", ["no-answer", "busy"])
def test_dispatch_is_called_where_the_driver_doesnt_answer(checked, provider_status):
    end(checked, provider_status)
    end(checked, provider_status)

    (made,) = follow_ups(checked)
    assert (made.to_phone, made.status, made.caller_name) == (DISPATCH, CallStatus.QUEUED, "")
    facts = made.conversation.skill_state["facts"]
    assert facts["isDispatcher"]
    assert "dispatchPhone" not in facts
    assert (facts["reeferTemperature"], facts["trackingApp"]) == ("34.0", "macropoint")
    assert facts["stop"] == checked.conversation.skill_state["facts"]["stop"]
    given = made.conversation.input_data
    assert (given["metadata"], given["contactType"]) == ({"ticket": "T-1"}, "dispatcher")
    assert made.conversation.load_links.get().load.external_id == "L-9"

    end(made, "no-answer")

    assert follow_ups(made) == []


@pytest.mark.parametrize("provider_status", ["failed", "canceled"])
def test_dispatch_isnt_called_where_the_driver_wasnt_tried(checked, provider_status):
    end(checked, provider_status)

    assert follow_ups(checked) == []


def test_dispatch_is_called_where_the_driver_says_so_and_nobody_else_has_to(checked):
    conversation = checked.conversation
    conversation.skill_state |= {
        "is_begun": True,
        "told": True,
        "outcome": "ask_other",
        "is_waiting": False,
        "ask_other": {"name": "", "phone": DISPATCH, "words": "Ask my dispatcher."},
    }
    conversation.save()
    Call.objects.filter(pk=checked.pk).update(status=CallStatus.ANSWERED, answered_at=NOW)

    end(checked, "completed")

    assert [made.to_phone for made in follow_ups(checked)] == [DISPATCH]
    assert Promise.objects.get(conversation=conversation).kept_at == NOW


def test_number_that_may_not_be_called_is_left_to_people(checked, in_acme):
    rules = rules_of(in_acme)
    rules.per_day = 1
    rules.save()

    end(checked, "no-answer")

    assert follow_ups(checked) == []
    checked.refresh_from_db()
    assert checked.status == CallStatus.NO_ANSWER


def test_page_shows_what_was_asked_for_and_both_calls(client, broker, checked):
    client.force_login(broker)
    end(checked, "no-answer")

    page = client.get(f"/calls/{checked.pk}/").content.decode()
    assert "(312) 555-0188" in page
    assert "MacroPoint" in page
    assert "34.0 °F" in page
    assert "Dispatch called" in page
    assert "Dispatch, called after" in client.get(f"/calls/{follow_ups(checked)[0].pk}/").content.decode()
