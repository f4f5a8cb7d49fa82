"""Connecting an organization's identity provider, in Django admin."""

import pytest
from allauth.socialaccount.models import SocialApp
from django.db import IntegrityError, transaction

from organizations.models import AuditEntry, SignInDomain
from tests.factories import SignInDomainFactory, SocialAppFactory, UserFactory

pytestmark = pytest.mark.django_db
APPS = "/admin/socialaccount/socialapp/"
DOMAINS = "/admin/organizations/signindomain/"
OPENID = {
    "provider": "openid_connect",
    "provider_id": "acme",
    "name": "Acme Login",
    "client_id": "client",
    "secret": "client-secret",
    "settings": '{"server_url": "https://idp.example"}',
}
SAML = OPENID | {
    "provider": "saml",
    "client_id": "",
    "settings": '{"idp": {"entity_id": "https://idp.example"}}',
}


@pytest.fixture
def desk(client):
    client.force_login(UserFactory(is_staff=True, is_superuser=True))
    return client


def test_connection_is_made_and_its_secret_shown_to_nobody(desk):
    desk.post(f"{APPS}add/", OPENID)
    app = SocialApp.objects.get()

    page = desk.get(f"{APPS}{app.pk}/change/").content.decode()
    desk.post(f"{APPS}{app.pk}/change/", OPENID | {"name": "Acme", "secret": ""})

    app.refresh_from_db()
    assert "client-secret" not in page
    assert (app.name, app.secret) == ("Acme", "client-secret")


def test_saml_is_found_by_its_short_name(desk):
    desk.post(f"{APPS}add/", SAML)

    assert SocialApp.objects.get().client_id == "acme"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"provider_id": "taken"}, "This name is already in use."),
        ({"provider_id": "saml"}, "This name is already in use."),
        ({"provider_id": "a/b"}, "Enter a valid “slug”"),
        ({"client_id": "taken"}, "Another connection already uses this client ID."),
        ({"client_id": ""}, "Provided by the identity provider."),
        ({"settings": "{}"}, "server_url"),
        (SAML | {"settings": "{}"}, "idp"),
    ],
)
def test_connection_that_would_not_be_found_is_refused(desk, change, told):
    SocialAppFactory(provider_id="taken", client_id="taken")

    assert told in desk.post(f"{APPS}add/", OPENID | change).content.decode()
    assert SocialApp.objects.count() == 1


def test_domain_is_of_one_organization_and_in_its_audit(desk, acme, rival):
    app = SocialAppFactory()
    desk.post(f"{DOMAINS}add/", {"organization": acme.pk, "domain": " @ACME.example", "app": app.pk})
    answer = desk.post(f"{DOMAINS}add/", {"organization": rival.pk, "domain": "acme.example", "app": app.pk})

    assert "already connected" in answer.content.decode()
    assert SignInDomain.unscoped.get().domain == "acme.example"
    assert AuditEntry.unscoped.get().action == "signindomain.created"


def test_database_holds_domains_apart(acme, rival):
    SignInDomainFactory(organization=acme, domain="acme.example")

    for domain in ("acme.example", "Acme.example"):
        with pytest.raises(IntegrityError), transaction.atomic():
            SignInDomainFactory(organization=rival, domain=domain)


@pytest.mark.parametrize(
    "path", ["mfa/authenticator", "usersessions/usersession", "socialaccount/socialtoken"]
)
def test_secrets_and_sessions_stand_in_no_admin_page(desk, path):
    assert desk.get(f"/admin/{path}/").status_code == 404
