"""Which database a read asks, and when the replica is left out; a real one is in tests/config/test_replica.py."""

from math import inf

import pytest
from django.db import OperationalError, connection, connections
from psycopg.errors import QueryCanceled

from organizations import replica


@pytest.fixture
def watcher(monkeypatch):
    """A watcher whose databases say what is put into `told`, one after the other."""
    told = []
    monkeypatch.setattr(replica, "_ask", lambda *_: [told.pop(0)])
    monkeypatch.setattr(replica, "CATCHES_UP", 0)
    found = replica.Watcher()
    found.told = told
    return found


def test_lag_is_since_the_last_instant_it_has_everything_of(watcher, monkeypatch):
    now = [100.0]
    monkeypatch.setattr(replica.time, "monotonic", lambda: now[0])
    assert watcher.lag() == inf

    for at, primary, replayed in ((100, 10, 10), (101, 20, 15), (102, 30, 19), (103, 40, 20)):
        now[0] = at
        watcher.told.extend([(primary,), (True, replayed)])
        watcher.look()
        assert watcher.lag() == {100: 0, 101: 1, 102: 2, 103: 2}[at]


def test_one_that_was_promoted_ages(watcher, monkeypatch):
    now = [100.0]
    monkeypatch.setattr(replica.time, "monotonic", lambda: now[0])
    watcher.told.extend([(10,), (True, 10), (20,), (False, 99)])
    watcher.look()
    now[0] = 107.0
    watcher.look()
    assert watcher.lag() == 7


@pytest.fixture
def there(monkeypatch):
    """A replica that is up to date: another connection of the same database."""
    monkeypatch.setattr(replica, "is_configured", lambda: True)
    monkeypatch.setattr(replica, "_may_be_asked", lambda: True)
    other = connection.copy(alias="replica")
    connections["replica"] = other
    yield other
    del connections["replica"]


def test_reads_are_the_replicas_and_then_the_primarys_again(there):
    primary = connections["default"]
    assert replica.read(lambda: connections["default"]) is there
    assert connections["default"] is primary


def failing(times, error):
    def look():
        times.append(connections["default"])
        if len(times) == 1:
            raise OperationalError("no") from error
        return "found"

    return look


def test_the_primary_answers_where_the_replica_fails(there):
    times = []
    assert replica.read(failing(times, None)) == "found"
    assert times == [there, connections["default"]]
    assert replica._watcher.lag() == inf


def test_what_takes_too_long_isnt_asked_twice(there):
    times = []
    with pytest.raises(OperationalError):
        replica.read(failing(times, QueryCanceled()))
    assert times == [there]


def test_without_one_the_primary_answers(monkeypatch):
    primary = connections["default"]
    assert replica.read(lambda: connections["default"]) is primary
    assert replica.read_with_token(1, lambda: connections["default"]) is primary
