"""The settings' frame, the organization's own page, the API tokens."""

import re
from datetime import timedelta

import pytest
from django.urls import NoReverseMatch, reverse

from organizations.dashboard import navigation
from organizations.models import ApiToken, AuditEntry
from organizations.tenancy import services as organizations
from organizations.tenancy.actors import system
from tests.factories import NOW

BY = {"by": system("tests"), "at": NOW}


@pytest.fixture
def manager(client, owner):
    client.force_login(owner)
    return client


@pytest.fixture
def clerk(client, broker):
    client.force_login(broker)
    return client


def exists(url_name):
    try:
        reverse(url_name)
    except NoReverseMatch:
        return False
    return True


def test_settings_begin_with_the_organization(clerk):
    assert clerk.get("/settings/")["Location"] == "/settings/organization/"


def test_navigation_names_what_exists(manager):
    page = manager.get("/settings/organization/").content.decode()

    for section in navigation.SETTINGS:
        if exists(section.url_name):
            assert f'href="{reverse(section.url_name)}"' in page


def test_navigation_leaves_out_what_is_for_owners(clerk):
    page = clerk.get("/settings/organization/").content.decode()

    assert reverse("organizations:api_tokens") not in page


def test_owner_chooses_the_clock_that_pages_are_written_by(manager, acme):
    organizations.create_token(organization=acme, name="TMS", **BY)
    form = {"name": acme.name, "timezone": acme.timezone}
    half_of_day = re.compile(r"[0-9] [AP]M C[SD]T")

    assert half_of_day.search(manager.get("/settings/api-tokens/").text)
    manager.post("/settings/organization/", form | {"clock": "24h"})

    assert not half_of_day.search(manager.get("/settings/api-tokens/").text)
    manager.post("/settings/organization/", form)  # left out, it stays as it is
    acme.refresh_from_db()
    assert acme.clock == "24h"


def test_owner_changes_name_and_zone(manager, acme):
    response = manager.post("/settings/organization/", {"name": " Acme West ", "timezone": "America/Denver"})

    acme.refresh_from_db()
    assert response["Location"] == "/settings/organization/"
    assert (acme.name, acme.timezone) == ("Acme West", "America/Denver")
    assert AuditEntry.unscoped.get().action == "organization.changed"


def test_unchanged_organization_leaves_no_audit(manager, acme):
    manager.post("/settings/organization/", {"name": acme.name, "timezone": acme.timezone})

    assert not AuditEntry.unscoped.exists()


@pytest.mark.parametrize(
    "data",
    [
        {"name": "", "timezone": "America/Denver"},
        {"name": "x" * 201, "timezone": "America/Denver"},
        {"name": "Acme", "timezone": "Mars/Olympus"},
        {},
    ],
)
def test_wrong_values_are_refused_beside_the_field(manager, acme, data):
    response = manager.post("/settings/organization/", data)

    acme.refresh_from_db()
    assert response.status_code == 200
    assert b'aria-invalid="true"' in response.content
    assert (acme.name, acme.timezone) == ("Acme Freight", "America/Chicago")


def test_broker_reads_but_does_not_change(clerk, acme):
    assert b"Only owners can edit" in clerk.get("/settings/organization/").content
    response = clerk.post("/settings/organization/", {"name": "Mine", "timezone": "America/Denver"})

    acme.refresh_from_db()
    assert response.status_code == 403
    assert acme.name == "Acme Freight"


def test_tokens_are_listed_for_owners(manager, acme, rival, django_assert_num_queries):
    for name in ("tms", "reports"):
        organizations.create_token(organization=acme, name=name, **BY)
    organizations.create_token(organization=rival, name="theirs", **BY)
    old = organizations.create_token(organization=acme, name="old", expires_at=NOW + timedelta(1), **BY).token
    organizations.revoke_token(token=ApiToken.unscoped.get(name="tms"), **BY)

    with django_assert_num_queries(4):  # session, user, memberships, tokens
        page = manager.get("/settings/api-tokens/").content.decode()

    assert f"{old.prefix}…" in page
    assert "Revoked" in page
    assert "Expired" in page
    assert "Active" in page
    assert "theirs" not in page


def test_no_tokens_says_how_they_come(manager):
    assert b"No API tokens yet" in manager.get("/settings/api-tokens/").content


def test_tokens_are_for_owners(clerk):
    assert clerk.get("/settings/api-tokens/").status_code == 403
