"""Posting under a key, and the gate where a handler waits."""

import json

import pytest

from tests.organizations.idempotency import things
from tests.organizations.idempotency.things import URL, Gate


@pytest.fixture(autouse=True)
def gate(monkeypatch):
    """A closed gate, which a handler waits at that is to be slow."""
    monkeypatch.setattr(things, "gate", Gate())
    return things.gate


@pytest.fixture
def post(api):
    """Post a body under a key."""

    def send(body=b"{}", key="k-1", url=URL, plain=None, **headers):
        headers |= {"Idempotency-Key": key} if key is not None else {}
        headers |= {"Authorization": f"Bearer {plain}"} if plain else {}
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return api.post(url, data, content_type="application/json", headers=headers)

    return send
