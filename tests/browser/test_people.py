"""People: an invitation, a second factor, a password that was forgotten, each from beginning to end."""

import re

import pyotp
import pytest
from django.core import mail
from django.utils import timezone
from playwright.sync_api import expect

from organizations.models import Invitation
from organizations.people.mail import send_invitation, send_password_reset
from organizations.states import Role
from tests.browser.conftest import PASSWORD
from tests.factories import MembershipFactory, UserFactory

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
    page.get_by_role("link", name="Members").click()
    page.get_by_label("E-mail").fill("nia@acme.example")
    page.get_by_role("button", name="Invite").click()
    page.get_by_text("An invitation is on its way to nia@acme.example.").wait_for()
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
    page.get_by_text("Nia West is viewer now.").wait_for()
    page.get_by_role("row", name="Nia West").get_by_role("button", name="Remove").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    page.get_by_text("Nia West is no member any more.").wait_for()


def test_a_second_factor_is_added_and_asked_for(window, broker):
    screen = window(width=390, java_script_enabled=False)
    page = screen.sign_in(broker)
    page = screen.open("/settings/account/")
    page.get_by_role("link", name="Add a second factor").click()
    app = pyotp.TOTP(page.locator("code.secret").inner_text())
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_label("Code that the app shows").fill(app.now())
    page.get_by_role("button", name="Add it").click()
    code = page.locator(".codes code").first.inner_text()
    assert not screen.is_wider_than_itself()

    other = window()
    page = other.open("/sign-in/?next=/settings/account/")
    page.get_by_label("E-mail").fill(broker.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_label("Code").fill("000000")
    page.get_by_role("button", name="Continue").click()
    page.get_by_text("That code isn’t right").wait_for()
    page.get_by_label("Code").fill(code)
    page.get_by_role("button", name="Continue").click()
    page.get_by_text("You have 9 recovery codes left.").wait_for()
    page.get_by_role("button", name="Sign out everywhere else").click()
    page.get_by_text("You are signed out everywhere else.").wait_for()
    assert screen.open("/settings/account/").url.endswith("/sign-in/?next=/settings/account/")


@pytest.mark.deep
def test_a_forgotten_password_is_replaced(window, broker):
    page = window(width=390, color_scheme="dark").open("/sign-in/")
    page.get_by_role("link", name="Forgot your password?").click()
    page.get_by_label("E-mail").fill(broker.email)
    page.get_by_role("button", name="Mail me a link").click()
    page.get_by_role("heading", name="Look into your mailbox").wait_for()
    send_password_reset(email=broker.email)

    screen = window()
    page = screen.open(link_in(mail.outbox[-1]))
    page.get_by_label("New password", exact=True).fill("another-long-password")
    page.get_by_label("New password confirmation").fill("another-long-password")
    page.get_by_role("button", name="Keep this password").click()
    page.get_by_text("Your password is changed. Sign in with it.").wait_for()


@pytest.mark.deep
@pytest.mark.parametrize("width", [390, 1440])
def test_members_with_long_names_fit(window, owner, acme, width):
    person = UserFactory(name=LONG[:200], email=f"{'a' * 60}@{'b' * 60}.example")
    MembershipFactory(organization=acme, user=person, role=Role.VIEWER, phone="+13125550142")
    screen = window(width=width)
    screen.enter(owner, "/settings/members/")

    assert not screen.is_wider_than_itself()
