"""People who sign in with a password."""

import pytest
from django.test import Client

from tests.factories import MembershipFactory, UserFactory

PASSWORD = "correct horse battery"


@pytest.fixture
def kim(acme):
    """A broker of acme with a password."""
    person = UserFactory(email="kim@acme.example", name="Kim Ortiz")
    person.set_password(PASSWORD)
    person.save()
    MembershipFactory(user=person, organization=acme)
    return person


@pytest.fixture
def sign_in():
    """Sign in by the form: `sign_in("kim@acme.example")`; the client and the answer."""

    def do(email, password=PASSWORD, client=None, **headers):
        client = client or Client()
        answer = client.post("/sign-in/", {"username": email, "password": password}, **headers)
        return client, answer

    return do
