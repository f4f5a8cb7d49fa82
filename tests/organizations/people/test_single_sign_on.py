"""Signing in at an organization's identity provider, and whom one may never sign in."""

import base64

import httpx
import pytest
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialApp
from django.contrib.auth import get_user
from django.test import Client

from organizations.models import Membership, SignInDomain, User
from organizations.tenancy.states import Role
from tests.factories import MembershipFactory, UserFactory
from tests.identity_providers import CLIENT_ID, CLIENT_SECRET, OpenIdProvider, SamlProvider, query_of
from tests.organizations.people.conftest import PASSWORD, add_app, confirm

pytestmark = [pytest.mark.django_db, pytest.mark.sampled(10)]


@pytest.fixture(autouse=True)
def _is_on(settings):
    settings.SINGLE_SIGN_ON = True


@pytest.fixture
def openid():
    """Acme's identity provider, which vouches for Kim."""
    provider = OpenIdProvider(sub="1", email="kim@acme.example", email_verified=True)
    yield provider
    provider.stop()


@pytest.fixture
def saml():
    """The same, by SAML."""
    provider = SamlProvider("kim@acme.example")
    yield provider
    provider.stop()


def connect(provider, organization, domain="acme.example", name="acme"):
    """Let the organization's people with an address in the domain sign in there."""
    is_saml = isinstance(provider, SamlProvider)
    app = SocialApp.objects.create(
        provider="saml" if is_saml else "openid_connect",
        provider_id=name,
        name="Acme Login",
        client_id=name if is_saml else CLIENT_ID,
        secret=CLIENT_SECRET,
        settings=provider.settings,
    )
    return SignInDomain.unscoped.create(organization=organization, domain=domain, app=app)


def browser():
    return Client(headers={"host": "localhost"})


def sign_in_at(provider, name="acme", client=None, onward=""):
    """Start at the connection, go there and come back: the client, and the last answer."""
    client = client or browser()
    protocol = "saml" if isinstance(provider, SamlProvider) else "oidc"
    there = client.get(f"/sign-in/{protocol}/{name}/login/", {"next": onward} if onward else {})["Location"]
    return client, come_back(provider, there, client)


def come_back(provider, there, client):
    if isinstance(provider, OpenIdProvider):
        return client.get(httpx.get(there).headers["Location"].removeprefix("http://localhost"))
    destination, response = provider.response_to(query_of(there)["SAMLRequest"])
    return post_answer(client, destination, response)


def post_answer(client, destination, response):
    answer = client.post(destination.removeprefix("http://localhost"), {"SAMLResponse": response})
    return client.get(answer["Location"])


def is_in(client):
    return get_user(client).is_authenticated


# The way


@pytest.mark.parametrize("protocol", ["openid", "saml"])
def test_member_signs_in(request, kim, acme, protocol):
    provider = request.getfixturevalue(protocol)
    connect(provider, acme)
    client = browser()
    page = client.post("/sign-in/", {"login": "Kim@acme.example", "next": "/calls/"})

    answer = come_back(provider, client.get(page.context["url"])["Location"], client)

    assert answer["Location"] == "/calls/"
    assert get_user(client) == kim
    assert client.get("/loads/").status_code == 200
    assert not SocialAccount.objects.exists()


def test_address_of_no_connection_is_asked_for_its_password(openid, acme, client):
    connect(openid, acme)

    assert b'name="password"' in client.post("/sign-in/", {"login": "kim@other.example"}).content
    assert b'name="password"' in client.post("/sign-in/", {"login": "kim@sub.acme.example"}).content


def test_form_leads_nowhere_else(openid, acme, client):
    connect(openid, acme)
    page = client.post("/sign-in/", {"login": "kim@acme.example", "next": "https://evil.example/"})

    assert query_of(page.context["url"])["next"] == "/"


def test_second_factor_of_ones_own_is_asked_for_as_well(openid, kim, acme):
    connect(openid, acme)
    app = add_app(kim)
    client, answer = sign_in_at(openid)

    assert answer["Location"] == "/sign-in/code/"
    assert not is_in(client)
    client.post("/sign-in/code/", {"code": app.code()})
    assert is_in(client)


def test_nobody_is_led_away_while_it_is_switched_off(openid, kim, acme, client, settings):
    connect(openid, acme)
    settings.SINGLE_SIGN_ON = False

    assert b'name="password"' in client.post("/sign-in/", {"login": kim.email}).content
    assert client.get("/sign-in/oidc/acme/login/").status_code == 404


# Whom it may sign in


@pytest.fixture
def elsewhere(rival):
    """A member of another organization, whose address acme's identity provider tells."""
    person = UserFactory(email="lee@rival.example")
    MembershipFactory(user=person, organization=rival, role=Role.OWNER)
    return person


def assert_refused(client, answer):
    assert answer.status_code == 403
    assert not is_in(client)
    assert "account_authentication_methods" not in client.session


@pytest.mark.parametrize("protocol", ["openid", "saml"])
def test_member_of_another_organization_is_refused(request, acme, elsewhere, protocol):
    provider = request.getfixturevalue(protocol)
    connect(provider, acme)
    provider.email, provider.claims = (
        elsewhere.email,
        {"sub": "1", "email": elsewhere.email, "email_verified": True},
    )

    assert_refused(*sign_in_at(provider))


def test_member_of_another_organization_is_refused_in_ones_own_domain(openid, acme, elsewhere):
    connect(openid, acme)
    User.objects.filter(pk=elsewhere.pk).update(email="lee@acme.example")
    openid.claims["email"] = "lee@acme.example"

    assert_refused(*sign_in_at(openid))


def test_member_is_refused_outside_the_connections_domains(openid, kim, acme, elsewhere):
    connect(openid, acme)
    MembershipFactory(user=elsewhere, organization=acme)
    openid.claims["email"] = elsewhere.email

    assert_refused(*sign_in_at(openid))


def test_domain_of_another_connection_counts_for_that_one_alone(openid, acme, rival, elsewhere):
    connect(openid, acme)
    other = SocialApp.objects.create(provider="openid_connect", provider_id="rival", client_id="other")
    SignInDomain.unscoped.create(organization=rival, domain="rival.example", app=other)
    openid.claims["email"] = elsewhere.email

    assert_refused(*sign_in_at(openid))


@pytest.mark.parametrize("told", [False, None, "false", 0])
def test_address_that_it_hasnt_verified_is_refused(openid, kim, acme, told):
    connect(openid, acme)
    openid.claims["email_verified"] = told

    assert_refused(*sign_in_at(openid))


def test_address_may_count_as_verified_by_the_connections_settings(openid, kim, acme):
    connection = connect(openid, acme)
    connection.app.settings |= {"verified_email": True}
    connection.app.save()
    del openid.claims["email_verified"]

    assert is_in(sign_in_at(openid)[0])


def test_email_authentication_of_allauth_stays_off(openid, acme, elsewhere):
    connection = connect(openid, acme)
    connection.app.settings |= {"email_authentication": True, "verified_email": True}
    connection.app.save()
    elsewhere.set_password(PASSWORD)
    elsewhere.save()
    openid.claims["email"] = elsewhere.email

    assert_refused(*sign_in_at(openid))
    elsewhere.refresh_from_db()
    assert elsewhere.check_password(PASSWORD)


def test_account_that_was_tied_to_it_once_opens_nothing(openid, acme, elsewhere):
    connect(openid, acme)
    SocialAccount.objects.create(user=elsewhere, provider="acme", uid="1")

    client, _ = sign_in_at(openid)

    assert not is_in(client)


def test_nobody_is_made_a_member(openid, acme):
    connect(openid, acme)
    openid.claims["email"] = "new@acme.example"

    assert_refused(*sign_in_at(openid))
    assert not User.objects.filter(email="new@acme.example").exists()


@pytest.mark.parametrize("change", [{"is_active": False}, {"email": "kim2@acme.example"}])
def test_disabled_and_renamed_people_are_refused(openid, kim, acme, change):
    connect(openid, acme)
    User.objects.filter(pk=kim.pk).update(**change)

    assert_refused(*sign_in_at(openid))


def test_member_who_was_removed_is_refused(openid, kim, acme):
    connect(openid, acme)
    Membership.objects.filter(user=kim).delete()

    assert_refused(*sign_in_at(openid))


@pytest.mark.parametrize("process", ["connect", "redirect"])
def test_nothing_but_signing_in_is_done_with_it(openid, kim, acme, process):
    connect(openid, acme)
    client = browser()
    client.force_login(kim)
    there = client.get("/sign-in/oidc/acme/login/", {"process": process})["Location"]

    assert come_back(openid, there, client).status_code == 403
    assert not SocialAccount.objects.exists()


def test_answer_to_nobodys_question_is_refused(openid, saml, kim, acme):
    connect(openid, acme)
    there = browser().get("/sign-in/oidc/acme/login/")["Location"]
    client = browser()

    assert come_back(openid, there, client).status_code == 401
    assert not is_in(client)


@pytest.mark.parametrize("fault", ["unsigned", "unsolicited", "stolen", "changed", "garbled"])
def test_saml_answer_that_isnt_whole_is_refused(saml, kim, acme, fault):
    connect(saml, acme)
    client = browser()
    request = query_of(client.get("/sign-in/saml/acme/login/")["Location"])["SAMLRequest"]
    if fault == "unsolicited":
        saml_answer = saml.answer_to
        saml.answer_to = lambda asked, destination: saml_answer("", destination)
    destination, response = saml.response_to(request, is_signed=fault != "unsigned")
    if fault == "stolen":
        client = browser()
    if fault == "changed":
        text = base64.b64decode(response).replace(b"kim@", b"lee@")
        response = base64.b64encode(text).decode()
    if fault == "garbled":
        response = base64.b64encode(b"<saml").decode()

    assert post_answer(client, destination, response).status_code in (401, 403)
    assert not is_in(client)


@pytest.mark.deep
@pytest.mark.parametrize("sent", ["x", "PHNhbWw+", "Ã", ""])
@pytest.mark.parametrize("name", ["SAMLRequest", "SAMLResponse"])
def test_nonsense_is_refused_where_one_would_sign_out(saml, acme, name, sent):
    connect(saml, acme)

    assert browser().get("/sign-in/saml/acme/sls/", {name: sent}).status_code in (400, 401)


def test_metadata_says_where_to_answer(saml, acme):
    connect(saml, acme)

    assert b"http://localhost/sign-in/saml/acme/acs/" in browser().get("/sign-in/saml/acme/metadata/").content


def test_saml_answer_counts_once(saml, kim, acme):
    connect(saml, acme)
    client = browser()
    request = query_of(client.get("/sign-in/saml/acme/login/")["Location"])["SAMLRequest"]
    destination, response = saml.response_to(request)
    post_answer(client, destination, response)
    client.post("/sign-out/")

    post_answer(client, destination, response)

    assert not is_in(client)


# What such a session may open


@pytest.fixture
def of_both(kim, rival):
    """Kim is of the other organization as well."""
    MembershipFactory(user=kim, organization=rival, role=Role.OWNER)
    return kim


def test_session_opens_the_connections_organization_alone(openid, of_both, acme, rival):
    connect(openid, acme)
    client, _ = sign_in_at(openid)

    assert client.post("/switch/", {"organization": rival.pk}).status_code == 404
    assert client.post("/switch/", {"organization": acme.pk}).status_code == 302
    assert "Rival" not in client.get("/settings/account/").content.decode()


def test_password_opens_the_others_again(openid, of_both, acme, rival):
    connect(openid, acme)
    client, _ = sign_in_at(openid)
    confirm(client)

    assert client.post("/switch/", {"organization": rival.pk}).status_code == 302


def test_session_never_opens_the_admin(openid, kim, acme):
    connect(openid, acme)
    kim.is_staff = kim.is_superuser = True
    kim.save()
    client, _ = sign_in_at(openid)

    assert client.get("/admin/").status_code == 403
    confirm(client)
    assert client.get("/admin/").status_code == 200


def test_session_gives_the_account_no_other_way_in(openid, kim, acme):
    connect(openid, acme)
    client, _ = sign_in_at(openid)
    paths = ["password/", "second-factor/", "passkeys/add/", "recovery-codes/new/"]
    for path in paths:
        client.post(f"/settings/account/{path}", {"code": "000000"})
    kim.set_unusable_password()
    kim.save()
    client, _ = sign_in_at(openid)
    for path in paths:
        client.post(f"/settings/account/{path}", {"code": "000000"})

    assert client.get("/settings/account/second-factor/")["Location"] == "/password/"
    assert not Authenticator.objects.exists()


def test_session_ends_with_the_connection(openid, kim, acme):
    connection = connect(openid, acme)
    client, _ = sign_in_at(openid)
    assert client.get("/loads/").status_code == 200

    connection.delete()

    assert client.get("/loads/").status_code == 403
