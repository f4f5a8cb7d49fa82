"""A forgotten password, and a changed one."""

import re

import pytest
from django.contrib.auth import get_user
from django.core import mail
from django.test import Client
from structlog.testing import capture_logs

from organizations import tasks
from organizations.models import AuditEntry
from organizations.people.invitations import send_password_reset
from organizations.tenancy import queueing
from tests.factories import UserFactory
from tests.organizations.people.conftest import PASSWORD

pytestmark = pytest.mark.django_db
NEW = "another horse battery"


@pytest.fixture(autouse=True)
def prompted(monkeypatch):
    """What the broker is sent."""
    found = []
    monkeypatch.setattr(queueing, "_send_soon", lambda name, arguments: found.append((name, *arguments)))
    return found


@pytest.fixture
def on_commit(django_capture_on_commit_callbacks):
    return django_capture_on_commit_callbacks


def link_in(message):
    (path,) = re.findall(r"https?://[^/]+(/\S+)", message.body)
    return path


# Forgotten


@pytest.mark.parametrize("email", ["kim@acme.example", "KIM@acme.example", "nobody@acme.example"])
def test_page_says_the_same_of_every_address(kim, client, prompted, on_commit, email):
    with on_commit(execute=True):
        answer = client.post("/password/", {"email": email})

    assert answer["Location"] == "/password/sent/"
    assert prompted == [("organizations.tasks.send_password_reset", email.lower())]


def test_address_that_is_none_is_refused(client):
    assert b'aria-invalid="true"' in client.post("/password/", {"email": "kim"}).content


def test_mailbox_is_not_flooded(kim, client):
    answers = [client.post("/password/", {"email": kim.email}).status_code for _ in range(4)]

    assert answers == [302, 302, 302, 429]


def test_mail_leads_to_a_new_password(kim, client, sign_in):
    there, _ = sign_in(kim.email)
    send_password_reset(email=kim.email)
    (message,) = mail.outbox
    page = client.get(link_in(message), follow=True)
    address = page.redirect_chain[-1][0]

    answer = client.post(address, {"password1": NEW, "password2": NEW}, follow=True)

    assert message.to == [kim.email]
    assert "expires in 60 minutes" in message.body
    assert answer.redirect_chain[-1][0] == "/sign-in/"
    assert "Password changed" in answer.content.decode()
    assert not get_user(there).is_authenticated
    assert get_user(sign_in(kim.email, NEW)[0]).is_authenticated
    assert AuditEntry.unscoped.filter(action="user.password_reset").count() == 1


def test_link_works_once(kim, client):
    send_password_reset(email=kim.email)
    path = link_in(mail.outbox[0])
    address = client.get(path)["Location"]
    client.post(address, {"password1": NEW, "password2": NEW})

    assert Client().get(path).status_code == 404


def test_link_ends(kim, client, settings):
    send_password_reset(email=kim.email)
    settings.PASSWORD_RESET_TIMEOUT = -1

    assert client.get(link_in(mail.outbox[0])).status_code == 404


@pytest.mark.deep_but(1)
@pytest.mark.parametrize(
    "passwords", [("short", "short"), (NEW, "else"), ("1234567890", "1234567890"), ("", "")]
)
def test_weak_password_is_refused(kim, client, passwords):
    send_password_reset(email=kim.email)
    address = client.get(link_in(mail.outbox[0]))["Location"]

    answer = client.post(address, dict(zip(("password1", "password2"), passwords, strict=True)))

    assert answer.status_code == 200
    assert b'aria-invalid="true"' in answer.content
    kim.refresh_from_db()
    assert kim.check_password(PASSWORD)


def test_mailed_link_stands_in_no_log(kim, client):
    send_password_reset(email=kim.email)
    path = link_in(mail.outbox[0])

    with capture_logs() as lines:
        client.get(path)

    assert [line["path"] for line in lines if line["event"] == "request"] == [
        f"{path.partition('-')[0]}-•••/"
    ]


def test_who_never_had_a_password_gets_a_link(db):
    UserFactory(email="new@acme.example")

    assert send_password_reset(email="New@acme.example")


def test_disabled_and_unknown_people_get_no_mail(kim):
    kim.is_active = False
    kim.save()

    assert not send_password_reset(email=kim.email)
    assert not send_password_reset(email="nobody@acme.example")
    assert mail.outbox == []


def test_link_is_of_our_own_address(kim, client, settings):
    settings.PUBLIC_URL = "https://loadline.example"
    tasks.send_password_reset(kim.email)

    assert "https://loadline.example/password/" in mail.outbox[0].body


# Changed


def change(browser, old=PASSWORD, new=NEW):
    fields = {"oldpassword": old, "password1": new, "password2": new}
    return browser.post("/settings/account/password/", fields)


def test_changed_password_ends_other_sessions(kim, browser, sign_in):
    other, _ = sign_in(kim.email)

    assert change(browser)["Location"] == "/settings/account/"

    assert get_user(browser).is_authenticated
    assert not get_user(other).is_authenticated
    assert "Sign out there" not in browser.get("/settings/account/").content.decode()
    assert AuditEntry.unscoped.latest("pk").action == "user.password_changed"


@pytest.mark.deep
def test_wrong_old_password_changes_nothing(kim, browser):
    answer = change(browser, old="wrong")

    assert "Wrong password." in answer.content.decode()
    kim.refresh_from_db()
    assert kim.check_password(PASSWORD)


@pytest.mark.deep
def test_old_password_cannot_be_tried_out(kim, browser):
    for _ in range(5):
        change(browser, old="wrong")
    answer = change(browser)

    assert answer.status_code == 429
    kim.refresh_from_db()
    assert kim.check_password(PASSWORD)


@pytest.mark.deep
def test_weak_new_password_is_refused(kim, browser):
    assert b'aria-invalid="true"' in change(browser, new="short").content
    assert get_user(browser).is_authenticated


@pytest.mark.deep
def test_page_of_passwords_is_quick(browser, django_assert_num_queries):
    with django_assert_num_queries(3):  # session, user, memberships
        browser.get("/settings/account/password/")
