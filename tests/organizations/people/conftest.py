"""People who sign in with a password."""

import time

import pytest
from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, generate_totp_secret, hotp_value
from django.test import Client

from tests.factories import MembershipFactory, UserFactory

PASSWORD = "correct horse battery"


class App:
    """A person's authenticator app, and their recovery codes."""

    def __init__(self, secret):
        self.secret = secret

    def code(self, later=0):
        """What it shows now, or some seconds later."""
        return format_hotp_value(hotp_value(self.secret, int(time.time() + later) // 30))


def add_app(person):
    """Let the person have an authenticator app and recovery codes."""
    app = App(generate_totp_secret())
    encrypt = get_adapter().encrypt
    Authenticator.objects.create(user=person, type="totp", data={"secret": encrypt(app.secret)})
    data = {"seed": encrypt("ab" * 40), "used_mask": 0, "viewed_at": 1}
    codes = Authenticator.objects.create(user=person, type="recovery_codes", data=data)
    app.recovery_codes = codes.wrap().get_unused_codes()
    return app


@pytest.fixture
def kim(acme):
    """A broker of acme with a password."""
    person = UserFactory(email="kim@acme.example", name="Kim Ortiz")
    person.set_password(PASSWORD)
    person.save()
    MembershipFactory(user=person, organization=acme)
    return person


@pytest.fixture
def app(kim):
    """Kim's authenticator app."""
    return add_app(kim)


@pytest.fixture
def sign_in():
    """Sign in by the form: `sign_in("kim@acme.example")`; the client and the answer."""

    def do(email, password=PASSWORD, client=None, **headers):
        client = client or Client()
        answer = client.post("/sign-in/", {"login": email, "password": password}, **headers)
        return client, answer

    return do


@pytest.fixture
def browser(kim, sign_in):
    """Kim's, signed in."""
    return sign_in(kim.email)[0]


def confirm(browser, password=PASSWORD):
    """Give the password once more, as before changes of the account."""
    return browser.post("/settings/account/confirm/", {"password": password})
