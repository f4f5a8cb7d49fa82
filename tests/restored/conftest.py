"""For tests of `tests/api` over the wire, on a service that was restored: the database is DATABASE_URL's as it stands.

Each test has a new organization beside those that were there before.
"""

import os
from functools import partial
from uuid import uuid4

import pytest
import requests
from django.db import connections
from django.http import HttpResponse
from django.test import Client

import organizations.tenancy.queueing
from tests.api.desk import set_up_desk
from tests.factories import CallFactory, OrganizationFactory

FIRST = 1_000_000  # numbers that no restored row has


class Wire(Client):
    """Django's test client, whose requests go to a running `web`."""

    def request(self, **request):
        environ = self._base_environ(**request)
        headers = {
            name.removeprefix("HTTP_").replace("_", "-"): value
            for name, value in environ.items()
            if name.startswith("HTTP_") and name != "HTTP_COOKIE"
        }
        if environ.get("CONTENT_TYPE"):
            headers["Content-Type"] = environ["CONTENT_TYPE"]
        answer = requests.request(
            environ["REQUEST_METHOD"],
            f"{os.environ['LOADLINE_RESTORED_URL']}{environ['PATH_INFO']}?{environ.get('QUERY_STRING', '')}",
            data=environ["wsgi.input"].read(),
            headers=headers,
            allow_redirects=False,
        )
        response = HttpResponse(answer.content, status=answer.status_code)
        for name, value in answer.headers.items():
            response[name] = value
        response.json = partial(self._parse_json, response)
        return response


@pytest.fixture(scope="session")
def django_db_setup(django_db_blocker):
    """No database of the tests' own."""
    with django_db_blocker.unblock():
        CallFactory.reset_sequence(FIRST)
        yield
        connections.close_all()


@pytest.fixture
def db(django_db_setup, django_db_blocker):
    """What a test writes is committed, so that `web` sees it."""
    with django_db_blocker.unblock():
        yield


@pytest.fixture
def client():
    return Wire()


@pytest.fixture
def acme(db):
    return OrganizationFactory(name="Acme Freight", slug=f"acme-{uuid4().hex[:12]}")


@pytest.fixture
def desk(acme, monkeypatch):
    monkeypatch.setattr(organizations.tenancy.queueing, "_send_soon", lambda name, args: None)
    return set_up_desk(acme)
