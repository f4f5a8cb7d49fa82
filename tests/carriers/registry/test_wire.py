"""Sources that are slow, busy or away: bounded time, tried again within reason, then left alone."""

import logging
import time
from dataclasses import replace
from datetime import timedelta

import pytest

from carriers.identity import Numbers
from carriers.registry import client
from carriers.registry.client import Patience
from carriers.registry.findings import Nonsense, SourceError, Unavailable
from carriers.registry.sources import Fmcsa, IdentityService
from tests.carriers.registry.answers import DOT, identified
from tests.carriers.registry.conftest import KEY, PATIENT
from tests.carriers.registry.wires import Reply, elapsed_since
from tests.exchange import free_port
from tests.factories import NOW

pytestmark = pytest.mark.sampled(6)

PATH = f"carriers/DOT/{DOT}/by_identifier"
NUMBERS = Numbers(DOT, "")
HASTY = Patience(connect=0.5, request=0.4, total=1.0, pause=0.01)
FOREVER = 60.0  # seconds: nobody waits as long as that
MARGIN = 20.0  # seconds that a busy machine may add


@pytest.fixture
def hasty(wires):
    """The identity service, asked by somebody who doesn't wait long."""
    return IdentityService(wires.url, KEY, patience=HASTY)


@pytest.mark.parametrize(
    "first", [Reply(b"oops", status=500), Reply(b"", status=503), Reply(identified(), breaks_off=True)]
)
def test_passing_failure_is_tried_again(identity, wires, first):
    wires.on(PATH, first, Reply(identified()))
    assert identity.look_up(NUMBERS, at=NOW).facts is not None
    assert len(wires.asked) == 2


@pytest.mark.deep
def test_slow_once_is_tried_again(wires):
    source = IdentityService(wires.url, KEY, patience=replace(PATIENT, request=1))
    wires.on(PATH, Reply(identified(), after=FOREVER), Reply(identified()))
    assert source.look_up(NUMBERS, at=NOW).facts is not None


def test_failure_that_stays_is_told_after_three_tries(identity, wires):
    wires.on(PATH, Reply(b"oops", status=500))
    with pytest.raises(Unavailable):
        identity.look_up(NUMBERS, at=NOW)
    assert len(wires.asked) == 3


@pytest.mark.deep
@pytest.mark.parametrize(
    "reply", [Reply(identified(), after=FOREVER), Reply(b" " * 1000, trickle=FOREVER / 1000)]
)
def test_slowness_that_stays_ends_within_the_patience(hasty, wires, reply):
    wires.on(PATH, reply)
    begin = time.monotonic()
    with pytest.raises(Unavailable):
        hasty.look_up(NUMBERS, at=NOW)
    assert elapsed_since(begin) < HASTY.total + MARGIN
    assert 1 <= len(wires.asked) <= 3


def test_nobody_listens():
    source = IdentityService(f"http://127.0.0.1:{free_port()}", KEY, patience=PATIENT)
    with pytest.raises(Unavailable, match="Not reachable: ConnectError"):
        source.look_up(NUMBERS, at=NOW)


def test_unusable_url_is_a_failure_of_the_source():
    with pytest.raises(Unavailable):
        IdentityService("http://127.0.0.1:none", KEY, patience=PATIENT).look_up(NUMBERS, at=NOW)


def test_nonsense_is_not_asked_for_again(identity, wires):
    wires.on(PATH, Reply(b"<html>"))
    with pytest.raises(Nonsense):
        identity.look_up(NUMBERS, at=NOW)
    assert len(wires.asked) == 1


@pytest.mark.parametrize(
    ("header", "pause"),
    [("7", timedelta(seconds=7)), ("", timedelta(minutes=1)), ("soon", timedelta(minutes=1))],
)
def test_limit_is_honoured_by_everybody(identity, wires, header, pause):
    wires.on(PATH, Reply({}, status=429, headers={"Retry-After": header}))
    with pytest.raises(Unavailable) as raised:
        identity.look_up(NUMBERS, at=NOW)
    assert raised.value.retry_after == pause
    with pytest.raises(Unavailable, match="Not asked for a while"):
        identity.look_up(NUMBERS, at=NOW)
    assert len(wires.asked) == 1


def test_limit_until_a_date(identity, wires):
    wires.on(PATH, Reply({}, status=429, headers={"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}))
    with pytest.raises(Unavailable) as raised:
        identity.look_up(NUMBERS, at=NOW)
    assert raised.value.retry_after == timedelta(seconds=1)


def _fail(identity, times):
    for _ in range(times):
        with pytest.raises(SourceError):
            identity.look_up(NUMBERS, at=NOW)


def test_source_that_fails_three_times_costs_nothing_after_that(identity, wires):
    wires.on(PATH, Reply(b"<html>"))
    _fail(identity, 3)
    _fail(identity, 50)
    assert len(wires.asked) == 3


def test_one_asks_whether_it_is_back_and_the_others_wait(identity, wires, monkeypatch):
    monkeypatch.setattr(client, "FIRST_REST", timedelta(seconds=0.2))
    wires.on(PATH, Reply(b"<html>"))
    _fail(identity, 3)
    time.sleep(0.25)
    client.check_circuit("identity")  # somebody else, who has no answer yet
    _fail(identity, 1)
    assert len(wires.asked) == 3


def test_source_that_is_back_is_asked_again(identity, wires, monkeypatch):
    monkeypatch.setattr(client, "FIRST_REST", timedelta(seconds=0.2))
    wires.on(PATH, Reply(b"<html>"))
    _fail(identity, 3)
    time.sleep(0.25)
    wires.on(PATH, Reply(identified()))
    for _ in range(3):
        assert identity.look_up(NUMBERS, at=NOW).facts is not None


def test_rest_grows_to_half_an_hour():
    for _ in range(20):
        client.note_failure("identity")
    with pytest.raises(Unavailable):
        client.check_circuit("identity")
    assert min(client.FIRST_REST * 2**10, client.MAX_COOLDOWN) == timedelta(minutes=30)


@pytest.mark.deep_but(2)
@pytest.mark.parametrize(
    "reply", [Reply(b"<html>"), Reply(b"", status=500), Reply(b"", status=403), Reply(b"", after=FOREVER)]
)
def test_key_is_in_no_log_and_no_error(wires, caplog, reply):
    fmcsa = Fmcsa(wires.url, KEY, patience=replace(PATIENT, request=1, total=2))
    wires.on(f"carriers/{DOT}", reply)
    with caplog.at_level(logging.DEBUG), pytest.raises(SourceError) as raised:
        fmcsa.look_up(NUMBERS, at=NOW)
    assert KEY in wires.asked[0].query["webKey"]
    assert KEY not in caplog.text
    assert KEY not in repr(raised.value)
