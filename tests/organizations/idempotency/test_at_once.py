"""One effect for each key, whatever comes at once."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.test import Client

from tests.organizations.idempotency.things import REPLAYED, URL, effects

pytestmark = pytest.mark.urls("tests.organizations.idempotency.things")


def send(plain, do="slow", key="k-1"):
    """The status and whether it is a replay, of a request on a thread of its own."""
    client = Client(raise_request_exception=False)
    try:
        response = client.post(
            URL,
            json.dumps({"do": do}),
            content_type="application/json",
            headers={"Authorization": f"Bearer {plain}", "Idempotency-Key": key},
        )
        return response.status_code, REPLAYED in response
    finally:
        connection.close()


@pytest.mark.django_db(transaction=True)
def test_request_that_still_runs_is_a_conflict(token, post, gate):
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(send, token)
        assert gate.entered.wait(60)
        same, other, apart = post({"do": "slow"}), post({"rate": 1}), post(key="k-2")
        gate.opened.set()
        assert first.result() == (200, False)

    assert (same.status_code, same["Retry-After"]) == (409, "1")
    assert (other.status_code, apart.status_code) == (409, 200)
    assert post({"do": "slow"})[REPLAYED] == "true"
    assert effects() == 2


@pytest.mark.django_db(transaction=True)
def test_many_at_once_have_one_effect(token, gate):
    gate.opened.set()
    start = threading.Barrier(8)

    def at_once(_):
        start.wait(60)
        return send(token)

    with ThreadPoolExecutor(8) as pool:
        first, *later = [list(pool.map(at_once, range(8))) for _ in range(5)]

    assert first.count((200, False)) == 1
    assert set(first) <= {(200, False), (200, True), (409, False)}
    assert {answer for answers in later for answer in answers} <= {(200, True), (409, False)}
    assert effects() == 1


@pytest.mark.django_db(transaction=True)
def test_connection_that_is_lost_frees_the_key(token, post, gate):
    """What PostgreSQL sees of a process that was killed, and what a client is told whose process lives on."""
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(send, token)
        assert gate.entered.wait(60)
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'idle in transaction'"
            )
            assert cursor.fetchall() == [(True,)]
        again = post({"do": "plain"})
        gate.opened.set()
        assert first.result() == (503, False)

    assert again.status_code == 200
    assert effects() == 1
