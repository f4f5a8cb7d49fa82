"""Liveness and readiness."""

import pytest
import redis.exceptions
from django.core.cache import cache
from django.db import OperationalError, connection

from config import health


@pytest.fixture(autouse=True)
def _forget(monkeypatch):
    monkeypatch.setattr(health, "_is_migrated", False)


def away(*args, **kwargs):
    raise OperationalError("password=secret")


def test_life_touches_nothing(client, monkeypatch):
    monkeypatch.setattr(connection, "cursor", away)
    monkeypatch.setattr(cache, "get", away)

    response = client.get("/livez")

    assert (response.status_code, response.json()) == (200, {"status": "ok"})


@pytest.mark.django_db
def test_ready_says_so(client):
    response = client.get("/readyz")

    assert response.status_code == 200
    assert response.json() == {
        "status": "ok",
        "checks": {"database": "ok", "redis": "ok", "migrations": "ok"},
    }


@pytest.mark.django_db
def test_migrations_are_looked_at_until_they_are_there(client, monkeypatch, django_assert_num_queries):
    client.get("/readyz")

    with django_assert_num_queries(1):
        client.get("/readyz")


@pytest.mark.django_db
def test_missing_migration_is_not_ready(client, monkeypatch):
    monkeypatch.setattr(health.MigrationExecutor, "migration_plan", lambda self, targets: ["one"])

    response = client.get("/readyz")

    assert response.status_code == 503
    assert response.json()["checks"] == {"database": "ok", "redis": "ok", "migrations": "pending"}


def test_database_away_is_not_ready(client, monkeypatch):
    monkeypatch.setattr(connection, "cursor", away)

    response = client.get("/readyz")

    assert response.status_code == 503
    assert response.json()["checks"] == {"database": "failed", "redis": "ok", "migrations": "unknown"}
    assert b"secret" not in response.content


@pytest.mark.django_db
def test_redis_away_is_not_ready(client, monkeypatch):
    def fail(key):
        raise redis.exceptions.ConnectionError

    monkeypatch.setattr(cache, "get", fail)

    response = client.get("/readyz")

    assert response.status_code == 503
    assert response.json()["checks"]["redis"] == "failed"


@pytest.mark.parametrize("path", ["/livez", "/readyz"])
def test_health_is_asked_not_told(client, path):
    assert client.post(path).status_code == 405
