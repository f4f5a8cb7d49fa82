"""An organization that demands a second factor or single sign-on: without it, its members go no further."""

import pytest
from allauth.mfa.models import Authenticator

from organizations.dashboard import live_stream
from organizations.models import AuditEntry, Organization
from organizations.tenancy.states import Role
from tests.factories import MembershipFactory
from tests.organizations.people.conftest import App, confirm
from tests.organizations.people.test_single_sign_on import connect, openid, sign_in_at  # noqa: F401
from tests.organizations.routes.asking import ask
from tests.organizations.routes.rows import Needs
from tests.organizations.routes.table import ROUTES

pytestmark = [pytest.mark.django_db, pytest.mark.sampled(14)]

# What stays open: the way out, to another organization, and to a second factor of one's own.
OPEN = {
    "organizations:switch_organization",
    "account_change_password",
    "account_reauthenticate",
    "mfa_reauthenticate",
    "mfa_reauthenticate_webauthn",
    "mfa_activate_totp",
    "mfa_deactivate_totp",
    "mfa_view_recovery_codes",
    "mfa_generate_recovery_codes",
    "mfa_add_webauthn",
    "mfa_remove_webauthn",
}
PAGES = {
    name: route
    for name, route in ROUTES.items()
    if route.needs in (Needs.SESSION, Needs.SESSION_OR_TOKEN) and name not in OPEN
}
DEMANDS = {
    "requires_second_factor": b"requires two-factor sign-in",
    "requires_single_sign_on": b"requires single sign-on",
}


def demand(organization, name):
    Organization.objects.filter(pk=organization.pk).update(**{name: True})


@pytest.mark.deep_but(8)
@pytest.mark.parametrize("demanded", DEMANDS)
@pytest.mark.parametrize("name", PAGES)
def test_page_is_closed_to_who_hasnt_what_is_demanded(client, owner, acme, name, demanded):
    demand(acme, demanded)
    client.force_login(owner)
    route = PAGES[name]

    answer = ask(client, name, route, route.rows(acme) if route.rows else None)

    if route.needs is Needs.SESSION_OR_TOKEN:  # says the same of everything that one may not hear
        assert answer.status_code == 404
    else:
        assert answer.status_code == 403
        assert DEMANDS[demanded] in answer.content


@pytest.mark.parametrize("name", sorted(OPEN))
def test_way_out_and_to_a_second_factor_stay_open(client, owner, acme, name):
    demand(acme, "requires_second_factor")
    client.force_login(owner)

    answer = ask(client, name, ROUTES[name])

    assert answer.status_code in (200, 302, 403, 404)
    assert b"requires two-factor sign-in" not in answer.content


@pytest.mark.parametrize("demanded", DEMANDS)
def test_live_updates_are_closed_too(client, owner, acme, demanded):
    demand(acme, demanded)
    client.force_login(owner)

    assert listener_of(client).organization_id is None


def listener_of(client):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(live_stream.connections, "close_all", lambda: None)
        return live_stream._listener_of(client.session.session_key)


def test_second_factor_opens_the_pages(kim, app, acme, sign_in):
    demand(acme, "requires_second_factor")
    browser, _ = sign_in(kim.email)
    browser.post("/sign-in/code/", {"code": app.code()})

    assert browser.get("/loads/").status_code == 200
    assert listener_of(browser).organization_id == acme.pk


def test_recovery_code_opens_the_pages(kim, app, acme, sign_in):
    demand(acme, "requires_second_factor")
    browser, _ = sign_in(kim.email)
    browser.post("/sign-in/code/", {"code": app.recovery_codes[0]})

    assert browser.get("/loads/").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_second_factor_that_is_added_opens_the_pages_here_alone(kim, browser, acme, sign_in):
    demand(acme, "requires_second_factor")
    other, _ = sign_in(kim.email)
    assert browser.get("/loads/").status_code == 403
    confirm(browser)
    page = browser.get("/settings/account/second-factor/")
    app = App(page.context["form"].secret)

    browser.post("/settings/account/second-factor/", {"code": app.code()})

    assert browser.get("/settings/account/recovery-codes/").status_code == 200
    assert browser.get("/loads/").status_code == 200
    assert "didn’t use it" in other.get("/loads/").content.decode()


def test_second_factor_that_is_removed_closes_them(kim, app, acme, sign_in):
    demand(acme, "requires_second_factor")
    browser, _ = sign_in(kim.email)
    browser.post("/sign-in/code/", {"code": app.code()})
    Authenticator.objects.exclude(type="recovery_codes").delete()

    assert browser.get("/loads/").status_code == 403


def test_other_organizations_stay_open(kim, browser, acme, rival):
    demand(acme, "requires_second_factor")
    MembershipFactory(user=kim, organization=rival)
    page = browser.get("/loads/").content.decode()

    browser.post("/switch/", {"organization": rival.pk})

    assert "Rival" in page
    assert browser.get("/loads/").status_code == 200


def test_single_sign_on_opens_the_pages(openid, kim, acme, browser, settings):  # noqa: F811
    settings.SINGLE_SIGN_ON = True
    demand(acme, "requires_single_sign_on")
    connect(openid, acme)

    assert b"/sign-in/oidc/acme/login/" in browser.get("/loads/").content
    client, _ = sign_in_at(openid)

    assert client.get("/loads/").status_code == 200
    confirm(client)
    assert client.get("/loads/").status_code == 200


def test_single_sign_on_is_no_second_factor(openid, kim, acme, settings):  # noqa: F811
    settings.SINGLE_SIGN_ON = True
    demand(acme, "requires_second_factor")
    connect(openid, acme)
    client, _ = sign_in_at(openid)

    assert client.get("/loads/").status_code == 403


def test_identity_provider_of_another_organization_doesnt_count(openid, kim, acme, rival, settings):  # noqa: F811
    settings.SINGLE_SIGN_ON = True
    demand(acme, "requires_single_sign_on")
    MembershipFactory(user=kim, organization=rival)
    connect(openid, rival)
    client, _ = sign_in_at(openid)
    confirm(client)

    assert client.get("/loads/").status_code == 403
    assert b"No identity provider is set up" in client.get("/loads/").content


# Who may demand


def save(client, **demands):
    return client.post(
        "/settings/organization/", {"name": "Acme Freight", "timezone": "America/Chicago", **demands}
    )


def test_owner_demands_what_they_have_themselves(kim, app, acme, sign_in):
    kim.memberships.update(role=Role.OWNER)
    browser, _ = sign_in(kim.email)
    browser.post("/sign-in/code/", {"code": app.code()})

    save(browser, requires_second_factor="on")

    acme.refresh_from_db()
    assert acme.requires_second_factor
    assert AuditEntry.unscoped.get(action="organization.changed").details == {
        "fields": ["requires_second_factor"]
    }


@pytest.mark.parametrize("name", DEMANDS)
def test_owner_cannot_lock_everybody_out(kim, browser, acme, name):
    kim.memberships.update(role=Role.OWNER)

    assert b"this way yourself before" in save(browser, **{name: "on"}).content
    acme.refresh_from_db()
    assert not getattr(acme, name)
