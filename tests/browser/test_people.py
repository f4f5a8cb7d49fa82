"""People: an invitation, second factors, single sign-on, a forgotten password, each from beginning to end."""

import re

import pytest
from django.core import mail
from django.utils import timezone
from playwright.sync_api import expect

from organizations.models import Invitation
from organizations.people.invitations import send_invitation, send_password_reset
from organizations.tenancy.states import Role
from tests.browser.conftest import PASSWORD
from tests.factories import MembershipFactory, UserFactory
from tests.identity_providers import OpenIdProvider, SamlProvider
from tests.organizations.people.conftest import App
from tests.organizations.people.test_single_sign_on import connect

LONG = "Maximiliane " * 16


@pytest.fixture
def owner(acme, owner):
    """An owner of acme who can sign in."""
    owner.set_password(PASSWORD)
    owner.save()
    return owner


def link_in(message):
    """The path of a mail's link."""
    (path,) = re.findall(r"https?://[^/]+(/\S+)", message.body)
    return path


@pytest.mark.deep
def test_an_owner_invites_and_somebody_joins(window, owner, acme):
    page = window().enter(owner, "/settings/")
    page.get_by_role("link", name="Users").click()
    page.get_by_label("Email").fill("nia@acme.example")
    page.get_by_role("button", name="Invite").click()
    page.get_by_text("Sending the invitation to nia@acme.example.").wait_for()
    send_invitation(invitation=Invitation.unscoped.get(), at=timezone.now())

    screen = window(width=390)
    theirs = screen.open(link_in(mail.outbox[-1]))
    theirs.get_by_label("Name").fill("Nia West")
    theirs.get_by_label("Password").fill("a-password-of-nia")
    theirs.get_by_role("button", name="Join").click()
    theirs.get_by_text("Welcome to Acme Freight.").wait_for()
    assert not screen.is_wider_than_itself()

    page.reload()
    expect(page.get_by_role("row", name="Nia West")).to_be_visible()
    page.get_by_label("Role of Nia West").select_option("viewer")
    page.get_by_role("button", name="Save the role of Nia West").click()
    page.get_by_text("Nia West is now viewer.").wait_for()
    page.get_by_role("row", name="Nia West").get_by_role("button", name="Remove").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    page.get_by_text("Nia West is no longer a user.").wait_for()


def confirm(page):
    """Give one's password once more."""
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()


@pytest.mark.deep
def test_a_second_factor_is_added_and_asked_for(window, broker):
    screen = window(width=390, java_script_enabled=False)
    page = screen.sign_in(broker)
    page = screen.open("/settings/account/")
    page.get_by_role("link", name="Add an authenticator app").click()
    confirm(page)
    app = App(page.locator("code.secret").inner_text())
    assert not screen.is_wider_than_itself()
    page.get_by_label("Code from the app").fill(app.code())
    page.get_by_role("button", name="Add app").click()
    code = page.locator(".codes code").first.inner_text()
    assert not screen.is_wider_than_itself()

    other = window()
    page = other.open("/sign-in/?next=/settings/account/")
    other.give_password(broker)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_label("Code").fill("000000")
    page.get_by_role("button", name="Continue").click()
    page.get_by_text("That code is wrong").wait_for()
    page.get_by_label("Code").fill(code)
    page.get_by_role("button", name="Continue").click()
    page.get_by_text("You have 9 recovery codes left.").wait_for()
    page.get_by_role("button", name="Sign out everywhere else").click()
    page.get_by_text("Signed out on all other devices.").wait_for()
    assert screen.open("/settings/account/").url.endswith("/sign-in/?next=/settings/account/")

    page.get_by_role("link", name="Get new recovery codes").click()
    confirm(page)
    page.get_by_role("button", name="Get new codes").click()
    expect(page.locator(".codes code")).to_have_count(10)
    page.get_by_role("link", name="I saved them").click()
    page.get_by_role("link", name="Remove the authenticator app").click()
    page.get_by_role("button", name="Remove", exact=True).click()
    page.get_by_text("Authenticator app removed.").wait_for()


def add_device(page):
    """A phone that confirms every passkey by its owner's finger."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    device = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": device})
    return session, made["authenticatorId"]


@pytest.mark.deep
def test_a_passkey_signs_in_alone(window, broker, acme):
    acme.requires_second_factor = True
    acme.save()
    screen = window()
    page = screen.open("/sign-in/")
    session, device = add_device(page)
    screen.give_password(broker)
    with page.expect_response(lambda answer: answer.status == 403):
        page.get_by_role("button", name="Sign in").click()
    page.get_by_role("heading", name="requires two-factor sign-in").wait_for()
    page.get_by_role("link", name="Add a passkey").click()
    confirm(page)
    page.get_by_label("Name").fill("My phone")
    page.get_by_role("button", name="Add passkey").click()
    expect(page.locator(".codes code")).to_have_count(10)
    page.get_by_role("link", name="I saved them").click()
    page.get_by_text("My phone", exact=True).wait_for()

    page.get_by_label("Account:").click()
    page.get_by_role("button", name="Sign out").click()
    page.goto(f"{screen.url}/sign-in/?next=/loads/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url(f"{screen.url}/loads/")

    session.send("WebAuthn.clearCredentials", {"authenticatorId": device})
    session.send("WebAuthn.setUserVerified", {"authenticatorId": device, "isUserVerified": False})
    page.get_by_label("Account:").click()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.get_by_text("That didn’t work.").wait_for()
    screen.complaints = [each for each in screen.complaints if "403" not in each]


@pytest.mark.deep
def test_a_passkey_is_a_second_factor(window, broker):
    screen = window(width=390, color_scheme="dark")
    page = screen.open("/sign-in/?next=/settings/account/")
    add_device(page)
    screen.give_password(broker)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="Add a passkey").click()
    confirm(page)
    page.get_by_label("Sign in without a password").uncheck()
    assert not screen.is_wider_than_itself()
    page.get_by_role("button", name="Add passkey").click()
    page.get_by_role("link", name="I saved them").click()
    page.get_by_label("Account:").click()
    page.get_by_role("button", name="Sign out").click()

    page.goto(f"{screen.url}/sign-in/?next=/settings/account/")
    screen.give_password(broker)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name="Use a passkey").click()
    page.get_by_role("link", name="Passkey 1").click()
    page.get_by_role("link", name="Use a security key").click()
    page.get_by_role("button", name="Use a passkey").click()
    page.get_by_role("button", name="Remove", exact=True).click()
    page.get_by_text("Passkey removed.").wait_for()


@pytest.fixture(params=["openid", "saml"])
def provider(request, broker, acme, settings):
    """Acme's identity provider, which vouches for the broker."""
    settings.SINGLE_SIGN_ON = True
    acme.requires_single_sign_on = True
    acme.save()
    broker.email = "dana@acme.example"
    broker.save()
    if request.param == "openid":
        found = OpenIdProvider(sub="1", email=broker.email, email_verified=True)
    else:
        found = SamlProvider(broker.email)
    connect(found, acme)
    yield found
    found.stop()


@pytest.mark.deep
def test_single_sign_on_leads_there_and_back(window, broker, provider):
    screen = window(width=390)
    page = screen.open("/sign-in/?next=/loads/")
    page.get_by_label("Email").fill(broker.email)
    page.get_by_role("button", name="Continue").click()
    if isinstance(provider, SamlProvider):
        page.get_by_role("button", name=f"Sign in as {broker.email}").click()
    page.wait_for_url(f"{screen.url}/loads/")
    page.get_by_role("heading", name="Loads", exact=True).wait_for()


@pytest.mark.deep
def test_a_forgotten_password_is_replaced(window, broker):
    page = window(width=390, color_scheme="dark").open("/sign-in/")
    page.get_by_role("link", name="Forgot your password?").click()
    page.get_by_label("Email").fill(broker.email)
    page.get_by_role("button", name="Email me a link").click()
    page.get_by_role("heading", name="Check your email").wait_for()
    send_password_reset(email=broker.email)

    screen = window()
    page = screen.open(link_in(mail.outbox[-1]))
    page.get_by_label("New password", exact=True).fill("another-long-password")
    page.get_by_label("Confirm new password").fill("another-long-password")
    page.get_by_role("button", name="Save password").click()
    page.get_by_text("Password changed.").wait_for()


@pytest.mark.deep
@pytest.mark.parametrize("width", [390, 1440])
def test_members_with_long_names_fit(window, owner, acme, width):
    person = UserFactory(name=LONG[:200], email=f"{'a' * 60}@{'b' * 60}.example")
    MembershipFactory(organization=acme, user=person, role=Role.VIEWER, phone="+13125550142")
    screen = window(width=width)
    screen.enter(owner, "/settings/members/")

    assert not screen.is_wider_than_itself()
