"""Passwords and second factors of before django-allauth: a person signs in with what they had."""

import base64

import pytest
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.hashers import make_password
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.utils import timezone
from django.utils.crypto import salted_hmac

from tests.organizations.people.conftest import PASSWORD, App

SALT = "organizations.people.second_factor"
BEFORE = [("organizations", "0007_lists")]
RECOVERY_CODE = "abcde23456"


def migrate(targets):
    executor = MigrationExecutor(connection)
    executor.migrate(targets)
    return executor.loader.project_state(targets).apps


@pytest.fixture
def before(transactional_db):
    """The tables as they were; afterwards, as they are."""
    latest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    yield migrate(BEFORE)
    migrate(latest)


def test_person_signs_in_with_what_they_had(before):
    latest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    user = before.get_model("organizations", "User").objects.create(
        email="kim@acme.example", password=make_password(PASSWORD)
    )
    seed = bytes(range(32))
    factors = before.get_model("organizations", "SecondFactor").objects
    factors.create(user=user, seed=seed, last_step=1, created_at=timezone.now())
    digest = salted_hmac(SALT, RECOVERY_CODE, secret=settings.SECRET_KEY, algorithm="sha256").digest()
    before.get_model("organizations", "RecoveryCode").objects.create(user=user, digest=digest)
    derived = salted_hmac(SALT, seed, secret=settings.SECRET_KEY, algorithm="sha256").digest()
    app = App(base64.b32encode(derived[:20]).decode())

    migrate(latest)

    for code, is_right in ((app.code(), True), ("ABCDE-23456", True), ("ABCDE-23456", False)):
        browser = Client()
        answer = browser.post("/sign-in/", {"login": "kim@acme.example", "password": PASSWORD})
        assert answer["Location"] == "/sign-in/code/"
        browser.post("/sign-in/code/", {"code": code})
        assert get_user(browser).is_authenticated is is_right
