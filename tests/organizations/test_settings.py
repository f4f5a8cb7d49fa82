"""The settings' frame, the organization's own page, the integrations."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from organizations import services as organizations
from organizations.dashboard import navigation
from organizations.models import ApiToken, AuditEntry
from organizations.tenancy.actors import system
from tests.factories import NOW

BY = {"by": system("tests"), "at": NOW}
INTEGRATIONS = "/settings/integrations/"


@pytest.fixture
def manager(client, owner):
    client.force_login(owner)
    return client


@pytest.fixture
def clerk(client, broker):
    client.force_login(broker)
    return client


def test_settings_begin_with_the_organization(clerk):
    assert clerk.get("/settings/")["Location"] == "/settings/organization/"


def test_navigation_names_what_exists(manager):
    page = manager.get("/settings/organization/").content.decode()

    for url_name in navigation.SETTINGS:
        assert f'href="{reverse(url_name)}"' in page


def test_navigation_leaves_out_what_is_for_owners(clerk):
    page = clerk.get("/settings/organization/").content.decode()

    assert reverse("organizations:integrations") not in page


def test_owner_chooses_the_clock_that_pages_are_written_by(manager, acme):
    organizations.create_token(organization=acme, name="TMS", **BY)
    form = {"name": acme.name, "timezone": acme.timezone}
    half_of_day = re.compile(r"[0-9] [AP]M C[SD]T")

    assert half_of_day.search(manager.get(INTEGRATIONS).text)
    manager.post("/settings/organization/", form | {"clock": "24h"})

    assert not half_of_day.search(manager.get(INTEGRATIONS).text)
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
        page = manager.get(INTEGRATIONS).content.decode()

    assert f"{old.prefix}…" in page
    assert "Revoked" in page
    assert "Expired" in page
    assert "Active" in page
    assert "theirs" not in page


def test_no_tokens_says_how_they_come(manager):
    assert b"No API tokens yet" in manager.get(INTEGRATIONS).content


def test_integrations_are_for_owners(clerk, acme):
    token = organizations.create_token(organization=acme, name="tms", **BY).token

    assert clerk.get(INTEGRATIONS).status_code == 403
    assert clerk.post(INTEGRATIONS, {"name": "x", "scopes": ["read"]}).status_code == 403
    for action in ("rotate", "revoke"):
        assert clerk.post(f"{INTEGRATIONS}tokens/{token.pk}/{action}/").status_code == 403
    assert ApiToken.unscoped.get() == token


def new_token(response):
    """The token that a page shows once."""
    assert response.status_code == 200
    assert response["Cache-Control"] == "no-store"
    return re.search(r"ll_[0-9A-Za-z]+_[0-9A-Za-z]+", response.content.decode())[0]


def push(client, plain):
    """The status that a load event with this token is answered with."""
    headers = {"Authorization": f"Bearer {plain}"}
    event = {"id": "L-1"}
    return client.post(
        "/api/v1/webhooks/loads/events", event, content_type="application/json", headers=headers
    ).status_code


def test_owner_makes_a_token_that_is_shown_once_and_works(manager, owner, acme):
    plain = new_token(manager.post(INTEGRATIONS, {"name": " McLeod ", "scopes": ["ingest"], "days": "30"}))

    assert push(manager, plain) == 200
    token = ApiToken.unscoped.get()
    assert (token.name, token.scopes, token.created_by) == ("McLeod", ["ingest"], f"user:{owner.pk}")
    assert token.expires_at - token.created_at == timedelta(days=30)
    assert AuditEntry.unscoped.get().action == "api_token.created"
    assert plain not in manager.get(INTEGRATIONS).content.decode()


def test_rotated_token_works_beside_its_successor_until_it_is_revoked(manager, acme):
    old = new_token(manager.post(INTEGRATIONS, {"name": "McLeod", "scopes": ["ingest"]}))
    first = ApiToken.unscoped.get()

    new = new_token(manager.post(f"{INTEGRATIONS}tokens/{first.pk}/rotate/"))

    assert (push(manager, old), push(manager, new)) == (200, 200)
    first.refresh_from_db()
    assert timedelta(hours=23) < first.expires_at - timezone.now() <= timedelta(hours=24)
    assert manager.post(f"{INTEGRATIONS}tokens/{first.pk}/revoke/")["Location"] == INTEGRATIONS
    assert (push(manager, old), push(manager, new)) == (401, 200)
    rotated_again = manager.post(f"{INTEGRATIONS}tokens/{first.pk}/rotate/", follow=True)
    assert "revoked or expired" in rotated_again.content.decode()
    assert ApiToken.unscoped.count() == 2
    actions = set(AuditEntry.unscoped.values_list("action", flat=True))
    assert actions == {"api_token.created", "api_token.rotated", "api_token.revoked"}


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"name": "", "scopes": ["read"]},
        {"name": "x" * 101, "scopes": ["read"]},
        {"name": "tms", "scopes": []},
        {"name": "tms", "scopes": ["admin"]},
        {"name": "tms", "scopes": ["read"], "days": "9999"},
    ],
)
def test_token_that_makes_no_sense_is_refused_beside_the_field(manager, data):
    response = manager.post(INTEGRATIONS, data)

    assert response.status_code == 400
    assert b'class="error"' in response.content
    assert not ApiToken.unscoped.exists()
