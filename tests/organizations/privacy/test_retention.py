"""What an organization keeps no longer is deleted, and figures stay."""

from datetime import timedelta

import pytest
from django.core.files.storage import default_storage

from analytics.rebuilding import complete
from bids.models import Bid
from calls.models import Call, Conversation, Recording, SpokenWords, Turn
from loads.models import LoadEvent
from organizations.models import Retention
from organizations.privacy import retention
from organizations.privacy.retention import change_retention, forget_old
from organizations.tenancy.actors import system
from organizations.tenancy.scope import scope
from tests.factories import NOW, BidFactory, CallFactory
from tests.organizations.privacy import figures
from tests.organizations.privacy.test_erasing import NUMBER, WORDS, spoken_of

pytestmark = pytest.mark.sampled(3)

BY = system("tests")
LATER = NOW + timedelta(days=31)
EVERYTHING = dict.fromkeys(("recordings_days", "transcripts_days", "callers_days", "load_events_days"), 30)


def run(organization, at=LATER, **periods):
    with scope(organization.pk):
        change_retention(organization=organization, periods=periods, by=BY, at=at)
        return forget_old(at=at)


@pytest.fixture(autouse=True)
def kept(settings, tmp_path):
    """An empty storage."""
    settings.MEDIA_ROOT = tmp_path


def test_what_is_old_goes_and_figures_stay(acme, api):
    call = spoken_of(acme)
    complete(acme)
    before = figures.analytics(api, NOW.date())

    assert run(acme, **EVERYTHING)

    call.refresh_from_db()
    assert (call.from_phone, call.to_phone, call.caller_name, call.transcript) == ("", "+12145550100", "", "")
    assert not default_storage.exists(f"recordings/{acme.pk}/{call.pk}-RE1.wav")
    assert (Recording.unscoped.get().file, Turn.unscoped.get().text) == ("", "")
    assert SpokenWords.unscoped.get().words == ""
    assert bytes(LoadEvent.unscoped.get().raw) == b""
    assert Bid.unscoped.filter(conversation=call.pk).values_list("caller_name", "phone", "amount").get() == (
        "",
        "",
        1800,
    )
    complete(acme)
    assert figures.analytics(api, NOW.date()) == before
    assert Retention.unscoped.get().done_at == LATER


def test_what_is_young_or_has_no_period_stays(acme):
    call = spoken_of(acme)
    run(acme, at=NOW + timedelta(days=29), **EVERYTHING)
    run(acme, at=LATER, **dict.fromkeys(EVERYTHING))

    call.refresh_from_db()
    assert (call.from_phone, Turn.unscoped.get().text) == (NUMBER, WORDS)


def test_each_period_is_for_its_own(acme):
    call = spoken_of(acme)

    run(acme, transcripts_days=30)
    call.refresh_from_db()
    assert (call.from_phone, call.transcript) == (NUMBER, "")
    assert Conversation.unscoped.get(pk=call.pk).input_data["driverPhone"] == NUMBER
    run(acme, transcripts_days=None, callers_days=30)
    call.refresh_from_db()
    assert call.from_phone == ""
    assert "driverPhone" not in Conversation.unscoped.get(pk=call.pk).input_data


def test_offer_entered_by_hand_loses_its_caller(acme):
    bid = BidFactory(organization=acme, conversation=None, caller_name="Dana", phone=NUMBER, discussed_at=NOW)

    run(acme, callers_days=30)

    bid.refresh_from_db()
    assert (bid.caller_name, bid.phone) == ("", "")


def test_run_that_is_out_of_time_goes_on_the_next(acme, monkeypatch):
    calls = [
        CallFactory(organization=acme, caller_name="Dana", status="COMPLETED", conversation__created_at=NOW)
        for _ in range(5)
    ]
    monkeypatch.setattr(retention, "BATCH", 2)
    monkeypatch.setattr(retention, "MAX_SECONDS", 0)

    assert not run(acme, callers_days=30)
    assert Call.unscoped.filter(caller_name="").count() == 2
    monkeypatch.setattr(retention, "MAX_SECONDS", 60)
    assert run(acme, callers_days=30)
    assert Call.unscoped.filter(caller_name="").count() == len(calls)


def test_two_don_t_work_at_once(acme):
    call = CallFactory(
        organization=acme, caller_name="Dana", status="COMPLETED", conversation__created_at=NOW
    )
    with scope(acme.pk):
        change_retention(organization=acme, periods={"callers_days": 30}, by=BY, at=NOW)
    Retention.unscoped.update(claimed_until=LATER + timedelta(minutes=1))

    assert run(acme, callers_days=30)

    call.refresh_from_db()
    assert call.caller_name == "Dana"


def test_organizations_with_a_period_are_asked_for(acme, rival, monkeypatch):
    asked = []
    monkeypatch.setattr(retention, "prompt", lambda *told: asked.append(told))
    with scope(acme.pk):
        change_retention(organization=acme, periods={"callers_days": 30}, by=BY, at=NOW)
    with scope(rival.pk):
        change_retention(organization=rival, periods={"callers_days": None}, by=BY, at=NOW)

    retention.start_forgetting()

    assert asked == [("organizations.tasks.forget_old_of", acme.pk)]
