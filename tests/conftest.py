"""The named cast, and what every test may ask for.

acme is the brokerage that tests act for; rival is another tenant. owner, broker and viewer are of acme, stranger of
rival.
"""

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from typing import Any
from uuid import uuid4

import hypothesis
import pytest
from django.conf import settings
from django.core.handlers.base import BaseHandler
from django.core.signals import request_finished, request_started
from django.db import connection, connections
from django.test import TransactionTestCase
from redis import Redis

from config.local import folder
from organizations import services as organizations
from organizations import tokens, unavailable
from organizations.api import ratelimit
from organizations.tenancy import queueing
from organizations.tenancy.actors import system
from organizations.tenancy.queueing import OrganizationTask, SweepTask
from organizations.tenancy.scope import scope, unscoped
from organizations.tenancy.states import Role
from organizations.unavailable import Cache
from tests.database import as_owner, held, migrated, nothing_said
from tests.factories import NOW, MembershipFactory, OrganizationFactory

pytest_plugins = ["tests.deep", "tests.running"]

PATIENCE = 60  # seconds

# What an example takes tells of the machine, which may do other work.
hypothesis.settings.register_profile(
    "loadline", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("loadline")


@pytest.fixture(autouse=True)
def _database_is_there(monkeypatch):
    """No test inherits another one's outage."""
    monkeypatch.setattr(unavailable, "_away_until", 0.0)


@pytest.fixture(autouse=True)
def _tokens_are_unknown():
    """No test knows another one's tokens, whose rows are gone."""
    tokens.forget_tokens()


@pytest.fixture(autouse=True)
def _messages_leave_at_once(monkeypatch):
    """No test waits for what another one has sent."""
    monkeypatch.setattr(queueing, "PAUSE", 0.0)


@pytest.fixture
def long_memory(monkeypatch):
    """Readers stay known throughout the test, however slow the machine is."""
    monkeypatch.setattr(tokens, "RECENT", 3600.0)


@pytest.fixture
def under_way() -> Iterator[list[str]]:
    """What the live server is answering: a test ends when that has ended, or its tables are emptied under it."""
    answering: list[str] = []

    def start(environ: dict, **_) -> None:
        answering.append(environ["PATH_INFO"])

    def finish(**_) -> None:
        answering.pop()

    request_started.connect(start)
    request_finished.connect(finish)
    yield answering
    request_started.disconnect(start)
    request_finished.disconnect(finish)


@pytest.fixture(scope="session")
def is_made_by_owner() -> bool:
    """The tests' database is made by who owns it; whether all tests shall work with less than its rights."""
    if not settings.ROW_SECURITY:
        return False
    settings.ROW_SECURITY, connections.settings["default"]["USER"] = False, folder.USER
    return True


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings, is_made_by_owner, django_db_blocker):
    """The tests' database is copied from one that has all migrations."""
    with django_db_blocker.unblock():
        connection.settings_dict["TEST"]["TEMPLATE"] = migrated()


@pytest.fixture(scope="session")
def django_db_setup(is_made_by_owner, django_db_setup, django_db_blocker):
    """With DATABASE_ROW_SECURITY=1 all tests work with the rights of the processes' role."""
    with django_db_blocker.unblock(), held() if is_made_by_owner else nullcontext():
        yield


@pytest.fixture(scope="module")
def row_security(django_db_setup, django_db_blocker):
    """The module's tests work with the rights of the processes' role, and PostgreSQL keeps organizations apart."""
    with django_db_blocker.unblock(), held():
        yield


@pytest.fixture(scope="module")
def owner_at_work(django_db_setup, django_db_blocker):
    """The module's tests work with the rights of the tables' owner, also with DATABASE_ROW_SECURITY=1."""
    with django_db_blocker.unblock(), held(by_policies=False):
        yield


@pytest.fixture(scope="session", autouse=True)
def _tests_stand_outside():
    """Tests see all organizations unless they open a scope; requests and tasks what they have said themselves."""
    with pytest.MonkeyPatch.context() as patch, unscoped():
        patch.setattr(BaseHandler, "get_response", _with_nothing_said(BaseHandler.get_response))
        for task in (OrganizationTask, SweepTask):
            patch.setattr(task, "__call__", _with_nothing_said(task.__call__))
        yield


def _with_nothing_said(work: Callable[..., Any]) -> Callable[..., Any]:
    def run(*args: Any, **kwargs: Any) -> Any:
        with nothing_said():
            return work(*args, **kwargs)

    return run


@pytest.fixture(scope="session", autouse=True)
def _passwords_are_cheap():
    """What makes guessing slow makes each sign-in of a test slow."""
    settings.PASSWORD_HASHERS.insert(0, "django.contrib.auth.hashers.MD5PasswordHasher")


@pytest.fixture(scope="session", autouse=True)
def _servers_have_time():
    """A machine that is busy with other tests is no outage: a deployment gives up sooner."""
    database = connections.settings["default"]["OPTIONS"]
    database["connect_timeout"] = PATIENCE
    database["pool"]["timeout"] = PATIENCE
    settings.CACHES["default"]["OPTIONS"] |= {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
    ratelimit.TIMEOUT = PATIENCE


@pytest.fixture(scope="session", autouse=True)
def _tables_are_emptied_quickly():
    """After a test that commits: rows go where there are any. Django's TRUNCATE of all tables takes half a second."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda self: empty_tables())
        yield


def empty_tables() -> None:
    """Delete all rows but those of Django's that `migrate` made, without triggers; waits for whoever still writes."""
    kept = {"auth_permission", "django_content_type"}
    tables = sorted(
        {*connection.introspection.django_table_names(only_existing=True, include_views=False)} - kept
    )
    with as_owner() as cursor:
        cursor.execute(f"LOCK TABLE {', '.join(tables)} IN SHARE ROW EXCLUSIVE MODE")
        cursor.execute(
            " UNION ALL ".join(f"SELECT '{each}' WHERE EXISTS (SELECT FROM {each})" for each in tables)
        )
        filled = [table for (table,) in cursor]
        cursor.execute("SET LOCAL session_replication_role = replica")
        for table in filled:
            cursor.execute(f"DELETE FROM {table}")


@pytest.fixture(scope="session", autouse=True)
def _buckets_are_full():
    """No test inherits the rate limits of the run before, whose tokens had the same keys."""
    with Redis.from_url(settings.REDIS_URL) as client:
        for key in client.scan_iter("loadline:rate:*"):
            client.delete(key)


@pytest.fixture(autouse=True)
def _guesses_are_forgotten(monkeypatch):
    """No test inherits what another one left in the cache: all wrong passwords come from one address."""
    kind = uuid4().hex
    monkeypatch.setattr(Cache, "make_key", lambda self, key, version=None: f"{kind}:{key}")


@pytest.fixture
def acme(db):
    """The organization that tests act for."""
    return OrganizationFactory(name="Acme Freight", slug="acme")


@pytest.fixture
def rival(db):
    """Another tenant."""
    return OrganizationFactory(name="Rival Logistics", slug="rival")


@pytest.fixture
def in_acme(acme):
    """The test runs in acme's scope."""
    with scope(acme.pk):
        yield acme


@pytest.fixture
def owner(acme):
    """Acme's owner."""
    return MembershipFactory(organization=acme, role=Role.OWNER).user


@pytest.fixture
def broker(acme):
    """A broker of acme."""
    return MembershipFactory(organization=acme, role=Role.BROKER).user


@pytest.fixture
def viewer(acme):
    """Somebody of acme who only reads."""
    return MembershipFactory(organization=acme, role=Role.VIEWER).user


@pytest.fixture
def stranger(rival):
    """A broker of another tenant."""
    return MembershipFactory(organization=rival, role=Role.BROKER).user


@pytest.fixture
def token(acme):
    """A bearer token of acme, as plain text, with all scopes."""
    return organizations.create_token(organization=acme, name="test", by=system("tests"), at=NOW).plain


@pytest.fixture
def rival_token(rival):
    """A bearer token of the other tenant."""
    return organizations.create_token(organization=rival, name="test", by=system("tests"), at=NOW).plain


@pytest.fixture
def api(client, token):
    """Django's test client speaking JSON with acme's token."""
    client.defaults["HTTP_AUTHORIZATION"] = f"Bearer {token}"
    client.defaults["content_type"] = "application/json"
    return client
