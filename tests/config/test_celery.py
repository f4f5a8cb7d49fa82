"""Several beats: one sends, the others stand by and take its place."""

from datetime import timedelta
from unittest.mock import patch

import pytest
from celery import current_app
from celery.beat import PersistentScheduler, Scheduler
from django.conf import settings
from redis import Redis
from redis.exceptions import ConnectionError as ConnectionLost

from config.celery import LEASE, LOOKS_EVERY, SECONDS, LeasedScheduler


@pytest.fixture
def redis():
    with Redis.from_url(settings.REDIS_URL) as client:
        client.delete(LEASE)
        yield client
        client.delete(LEASE)


@pytest.fixture
def beats(redis, tmp_path):
    """Two of them, and who has sent."""
    sent = []
    made = [
        LeasedScheduler(
            app=current_app._get_current_object(), lazy=True, schedule_filename=str(tmp_path / name)
        )
        for name in "ab"
    ]

    for each in made:
        each.setup_schedule()

    def tick(self, *_, **__):
        sent.append(made.index(self))
        return 100.0

    with patch.object(Scheduler, "tick", tick):
        yield made, sent
    for each in made:
        each._store.close()


def test_one_sends(beats):
    (first, second), sent = beats
    for _ in range(3):
        assert first.tick() == SECONDS / 3  # soon enough to renew its lease
        assert second.tick() == LOOKS_EVERY
    assert sent == [0, 0, 0]


def test_the_other_takes_its_place_when_it_ends_or_is_silent(beats, redis):
    (first, second), sent = beats
    first.tick()
    with patch.object(PersistentScheduler, "close"):
        first.close()
    second.tick()
    first.tick()
    assert sent == [0, 1]

    redis.delete(LEASE)  # as when its time is over
    first.tick()
    second.tick()
    assert sent == [0, 1, 0]


def test_all_send_while_redis_is_away(beats, monkeypatch):
    (first, second), sent = beats
    for each in (first, second):
        monkeypatch.setattr(each, "_take", lambda **_: (_ for _ in ()).throw(ConnectionLost))
        each.tick()
    assert sent == [0, 1]


def test_one_that_stands_by_says_so(beats):
    (first, second), _ = beats
    heard = []
    second.when_standing_by = lambda: heard.append(True)
    first.tick()
    second.tick()
    assert heard == [True]


def test_a_clock_that_is_set_back_delays_nothing(redis, tmp_path):
    app = current_app._get_current_object()
    beat = LeasedScheduler(app=app, lazy=True, schedule_filename=str(tmp_path / "c"))
    beat.setup_schedule()
    entry = beat.schedule["sweep calls"]
    beat.schedule.clear()
    beat.schedule["sweep calls"] = entry
    entry.last_run_at = app.now() + timedelta(minutes=10)
    with patch.object(LeasedScheduler, "apply_async"):
        beat.tick()
    assert abs(entry.last_run_at - app.now()) < timedelta(seconds=30)
    assert beat._heap[0].entry.is_due().next <= 30
    beat.close()
