"""A key is kept for a day."""

from datetime import timedelta

import pytest
from django.utils import timezone

from config.celery import app
from organizations.api import idempotency
from organizations.models import ApiToken, IdempotencyKey
from tests.factories import NOW
from tests.organizations.idempotency.things import REPLAYED, effects


@pytest.mark.urls("tests.organizations.idempotency.things")
def test_key_is_free_after_a_day(post):
    post()
    day_ago = timezone.now() - timedelta(hours=24)
    IdempotencyKey.unscoped.update(created_at=day_ago + timedelta(minutes=1))
    assert post()[REPLAYED] == "true"
    IdempotencyKey.unscoped.update(created_at=day_ago - timedelta(seconds=1))

    assert REPLAYED not in post({"rate": 1})
    assert post({"rate": 1})[REPLAYED] == "true"
    assert effects() == 2


def test_old_keys_are_deleted_in_batches(acme, token, monkeypatch):
    monkeypatch.setattr(idempotency, "BATCH", 2)
    IdempotencyKey.unscoped.bulk_create(
        IdempotencyKey(
            organization=acme,
            token=ApiToken.unscoped.get(),
            key=str(hours),
            fingerprint=b"",
            status=200,
            answer=b"{}",
            created_at=NOW - timedelta(hours=hours),
        )
        for hours in (0, 23, 24, 25, 26, 27, 28)
    )

    assert idempotency.forget(at=NOW) == 5
    assert set(IdempotencyKey.unscoped.values_list("key", flat=True)) == {"0", "23"}
    assert idempotency.forget(at=NOW) == 0


def test_beat_tells_when_to_forget(db):
    app.loader.import_default_modules()
    asked_for = {entry["task"] for entry in app.conf.beat_schedule.values()}

    assert "organizations.tasks.forget_idempotency_keys" in asked_for & app.tasks.keys()
    app.tasks["organizations.tasks.forget_idempotency_keys"]()
