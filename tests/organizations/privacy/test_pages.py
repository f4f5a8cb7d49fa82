"""Settings, Privacy."""

import pytest
from django.urls import reverse

from calls.states import CallStatus
from organizations.models import AuditEntry, Erasure, Retention
from organizations.privacy import erasing
from organizations.tenancy.scope import scope
from tests.factories import NOW, CallFactory, CarrierFactory

NUMBER = "+13125550147"


@pytest.fixture
def page(client, owner):
    """A signed-in owner's browser."""
    client.force_login(owner)
    return client


def a_call(organization, status=CallStatus.COMPLETED):
    """A call from the number."""
    return CallFactory(
        organization=organization, from_phone=NUMBER, conversation__direction="inbound", status=status
    )


def test_periods_are_set_and_audited(page, acme):
    page.post(reverse("organizations:privacy"), {"recordings_days": "90", "callers_days": ""})

    assert Retention.unscoped.get().recordings_days == 90
    assert Retention.unscoped.get().callers_days is None
    assert AuditEntry.unscoped.get(action="retention.changed").details == {"recordings_days": 90}


@pytest.mark.parametrize("days", ["0", "-1", "4000", "soon"])
def test_period_is_a_number_of_days(page, acme, days):
    response = page.post(reverse("organizations:privacy"), {"recordings_days": days})

    assert response.status_code == 200
    assert not Retention.unscoped.exists()


def test_page_tells_what_is_held(page, acme):
    a_call(acme)
    CarrierFactory(organization=acme, phone=NUMBER)

    text = page.post(reverse("organizations:find_person"), {"person": "(312) 555-0147"}).content.decode()

    assert "Calls and emails" in text
    assert "Carriers" in text
    assert NUMBER in text
    assert not Erasure.unscoped.exists()


def test_person_is_erased_once_named_again(page, acme):
    call = a_call(acme)
    url = reverse("organizations:erase_person")

    refused = page.post(url, {"person": NUMBER, "again": "312 555 0148"})
    assert "This doesn’t match." in refused.content.decode()
    assert not Erasure.unscoped.exists()
    page.post(url, {"person": NUMBER, "again": "312 555 0147"})

    with scope(acme.pk):
        assert erasing.carry_out(erasure_id=Erasure.objects.get().pk, at=NOW)
    call.refresh_from_db()
    assert call.from_phone == ""
    assert NUMBER not in page.get(reverse("organizations:privacy")).content.decode()


def test_whoever_is_on_the_line_waits(page, acme):
    a_call(acme, CallStatus.ANSWERED)

    for name, told in (("find_person", {}), ("erase_person", {"again": NUMBER})):
        response = page.post(reverse(f"organizations:{name}"), {"person": NUMBER, **told}, follow=True)
        assert "Try again after the call" in response.content.decode()
    assert not Erasure.unscoped.exists()


@pytest.mark.parametrize("name", ["privacy", "find_person", "erase_person"])
def test_others_than_owners_see_nothing(client, broker, acme, name):
    client.force_login(broker)

    assert (
        client.post(reverse(f"organizations:{name}"), {"person": NUMBER, "again": NUMBER}).status_code == 403
    )
