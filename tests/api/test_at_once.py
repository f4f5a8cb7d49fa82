"""The same request several times at the same moment: races on unique keys."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.test import Client

import organizations.tenancy.queueing
from calls.models import Call
from loads.models import Load, LoadEvent
from tests.api.desk import CHECK, CUSTOM, EVENTS, GOOD, PHONE, post, set_up_desk

AT_ONCE = 6


@pytest.fixture
def at_once(token, monkeypatch):
    """Send the same request several times at the same moment; returns the answers."""
    monkeypatch.setattr(organizations.tenancy.queueing, "_send_soon", lambda name, args: None)

    def run(url, body, **headers):
        start = threading.Barrier(AT_ONCE)

        def send(_):
            try:
                client = Client(headers={"Authorization": f"Bearer {token}"})
                start.wait(60)
                return post(client, url, body, **headers)
            finally:
                connection.close()

        with ThreadPoolExecutor(AT_ONCE) as pool:
            return list(pool.map(send, range(AT_ONCE)))

    return run


@pytest.mark.deep
@pytest.mark.django_db(transaction=True)
def test_events_of_a_new_load_at_once_make_one_load(acme, at_once):
    answers = at_once(EVENTS, GOOD[EVENTS])

    assert {answer.status_code for answer in answers} == {200}
    assert (Load.unscoped.count(), LoadEvent.unscoped.count()) == (1, AT_ONCE)
    assert LoadEvent.unscoped.filter(changes__has_key="id").count() == 1


@pytest.mark.deep
@pytest.mark.django_db(transaction=True)
def test_check_calls_of_an_unknown_load_at_once_make_one_stub(acme, at_once):
    set_up_desk(acme)

    answers = at_once(CHECK, GOOD[CHECK] | {"loadNumber": "L-new"})

    assert {answer.status_code for answer in answers} == {200}
    assert Load.unscoped.filter(external_id="L-new").count() == 1
    assert Call.unscoped.count() == AT_ONCE


@pytest.mark.django_db(transaction=True)
def test_requests_of_one_key_at_once_start_one_call(acme, at_once):
    set_up_desk(acme)

    answers = at_once(CUSTOM, {"toPhone": PHONE}, **{"Idempotency-Key": "k-1"})

    assert {answer.status_code for answer in answers} <= {200, 409}
    assert len({answer.content for answer in answers if answer.status_code == 200}) == 1
    assert Call.unscoped.count() == 1


@pytest.mark.django_db(transaction=True)
def test_event_and_check_call_of_a_new_load_at_once_make_one_load(acme, token, at_once):
    set_up_desk(acme)
    stubs = ThreadPoolExecutor(1).submit(at_once, CHECK, GOOD[CHECK] | {"loadNumber": "L-1"})

    events = at_once(EVENTS, GOOD[EVENTS] | {"status": "COVERED"})

    assert {answer.status_code for answer in [*events, *stubs.result(60)]} == {200}
    assert Load.unscoped.get(external_id="L-1").status == "COVERED"
