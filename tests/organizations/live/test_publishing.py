"""What is told leaves after the commit, together, from any process; Redis can't hurt who tells it."""

import os
import signal
import threading
import time

import pytest
from django.conf import settings
from django.db import transaction
from redis import Redis

from organizations.tenancy import live_updates
from organizations.tenancy.live_updates import channel, memory, process_channel
from tests.waiting import wait_until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def heard(acme):
    """The messages of acme's channel, as they come."""
    with Redis.from_url(settings.REDIS_URL) as redis, redis.pubsub() as subscription:
        redis.delete(memory(acme.pk))
        subscription.subscribe(channel(acme.pk))
        assert subscription.get_message(timeout=60)["type"] == "subscribe"

        def heard(seconds=60.0):
            message = subscription.get_message(timeout=seconds)
            return message and set(message["data"].decode().split())

        yield heard


def test_nothing_is_told_before_the_commit(acme, heard):
    with transaction.atomic():
        live_updates.changed(acme.pk, "bids")
        assert heard(0.5) is None

    assert heard() == {"bids"}


def test_nothing_is_told_of_what_was_rolled_back(acme, heard):
    with transaction.atomic():
        live_updates.changed(acme.pk, "bids")
        transaction.set_rollback(True)

    assert heard(0.5) is None


def test_it_is_remembered_for_who_comes_later(acme, heard):
    live_updates.changed(acme.pk, "load:1", "loads")

    assert heard() == {"load:1", "loads"}
    with Redis.from_url(settings.REDIS_URL) as redis:
        assert set(redis.zrange(memory(acme.pk), 0, -1)) == {b"load:1", b"loads"}
        assert 0 < redis.pttl(memory(acme.pk)) <= 120_000


def test_forked_child_tells_by_a_thread_of_its_own(acme, heard):
    live_updates.changed(acme.pk, "first")
    assert heard() == {"first"}

    child = os.fork()
    if not child:
        live_updates._publisher.add(acme.pk, ("from-the-child",))
        time.sleep(120)
        os._exit(0)

    try:
        assert heard() == {"from-the-child"}
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def test_redis_that_is_away_costs_nothing_but_a_line(acme, settings, monkeypatch):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    lines, tries, may_fail = [], [], threading.Event()
    publish = live_updates._publish

    def try_to_publish(*arguments):
        may_fail.wait()
        tries.append(threading.current_thread())
        publish(*arguments)

    monkeypatch.setattr(live_updates, "_publish", try_to_publish)
    monkeypatch.setattr(live_updates.log, "warning", lambda text, **_values: lines.append(text))
    monkeypatch.setattr(live_updates, "PAUSE_AFTER_FAILURE", 0.01)
    monkeypatch.setattr(live_updates, "_publisher", live_updates.Publisher())

    for n in range(1000):  # while the thread waits for Redis
        live_updates.changed(acme.pk, "calls", f"call:{n % 50}")
    may_fail.set()
    wait_until(lambda: lines, "the failure is told")
    for _ in range(2):
        tried = len(tries)
        live_updates.changed(acme.pk, "calls")
        wait_until(lambda tried=tried: len(tries) > tried, "it is tried again")

    assert threading.current_thread() not in tries
    assert len(lines) == 1


def test_channels_tell_databases_of_redis_apart(settings):
    settings.REDIS_URL = "redis://127.0.0.1:6379/3"
    assert process_channel() == "loadline:live:3"
    settings.REDIS_URL = "redis://127.0.0.1:6379"
    assert channel(7) == "loadline:live:0:7"
