"""An endpoint of acme's with its receiver, and a worker that does what was prompted."""

import pytest
from celery import current_app

from organizations.events import services
from organizations.events.types import record
from organizations.tenancy import queueing
from organizations.tenancy.actors import system
from organizations.tenancy.scope import scope
from tests.factories import NOW
from tests.organizations.events.receiving import receiver

BY = {"by": system("tests"), "at": NOW}


@pytest.fixture
def tms():
    """Who listens."""
    with receiver() as found:
        yield found


@pytest.fixture
def work(monkeypatch):
    """Do what was prompted, and what that prompts, until nothing is left; needs real commits."""
    current_app.loader.import_default_modules()
    todo = []
    monkeypatch.setattr(queueing, "_send_soon", lambda name, args: todo.append((name, args)))

    def run():
        while todo:
            name, args = todo.pop(0)
            current_app.tasks[name].apply(args=args, throw=True)

    return run


@pytest.fixture
def happen(acme):
    """Something happens in acme: a type's test event, in a conversation."""

    def event(conversation="call:1", message="hello", at=NOW):
        with scope(acme.pk):
            acme.refresh_from_db(fields=["event_types"])
            return record(
                "test",
                organization=acme,
                conversation=conversation,
                payload=lambda: {"message": message},
                at=at,
            )

    return event


@pytest.fixture
def listen(acme):
    """Make an endpoint of acme's."""

    def make(url, **given):
        with scope(acme.pk):
            return services.create_endpoint(organization=acme, url=url, **(BY | given))

    return make
