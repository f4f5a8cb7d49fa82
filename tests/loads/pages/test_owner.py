"""A broker says whose a load is."""

import pytest

from loads.models import Load
from tests.factories import LoadFactory

pytestmark = pytest.mark.django_db


def test_broker_says_whose_load_it_is(browser, acme, owner):
    load = LoadFactory(organization=acme)
    answer = browser.post(f"/loads/{load.pk}/owner/", {"owner": owner.pk})
    assert answer.status_code == 302
    assert Load.unscoped.get().owner == owner
    assert b"selected" in browser.get(f"/loads/{load.pk}/").content
    browser.post(f"/loads/{load.pk}/owner/", {"owner": ""})
    assert Load.unscoped.get().owner is None


def test_nobody_of_another_organization_owns_a_load(browser, acme, stranger, viewer):
    load = LoadFactory(organization=acme)
    for somebody in (stranger.pk, viewer.pk, "x", 2**70):
        browser.post(f"/loads/{load.pk}/owner/", {"owner": somebody})
        assert Load.unscoped.get().owner is None


def test_who_only_reads_sees_the_owner_and_changes_nothing(client, acme, viewer, owner):
    load = LoadFactory(organization=acme, owner=owner)
    client.force_login(viewer)
    page = client.get(f"/loads/{load.pk}/").content.decode()
    assert str(owner) in page
    assert f"/loads/{load.pk}/owner/" not in page
    assert client.post(f"/loads/{load.pk}/owner/", {"owner": ""}).status_code == 403
    assert Load.unscoped.get().owner == owner
