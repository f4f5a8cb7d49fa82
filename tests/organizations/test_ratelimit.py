"""Rate limits: the bucket's arithmetic with a clock passed in, the headers, and what happens without Redis."""

import secrets
import socket
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from redis import Redis

from organizations import services as organizations
from organizations.api import ratelimit
from organizations.models import Organization
from organizations.tenancy.actors import system
from organizations.tenancy.states import Scope
from tests.factories import NOW

pytestmark = pytest.mark.sampled(16)

BY = {"by": system("tests"), "at": NOW}
PROBE = "/api/v1/probe"
NAMES = ("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "RateLimit-Policy")
SECOND = 1_000_000
START = 1_790_000_000 * SECOND


@pytest.fixture(autouse=True)
def _redis_is_there(monkeypatch):
    monkeypatch.setattr(ratelimit, "_away_until", 0.0)


@pytest.fixture
def bucket():
    """A bucket of a token that nobody has: `bucket(after, per_minute)` takes a request out of it."""
    token_id = 2**40 + secrets.randbelow(2**40)

    def take(after=0.0, per_minute=600):
        return ratelimit.take(token_id=token_id, per_minute=per_minute, now=START + round(after * SECOND))

    return take


def drain(bucket, **arguments):
    """How many requests the bucket lets through at once."""
    count = 0
    while bucket(**arguments).is_allowed:
        count += 1
    return count


# The bucket


@pytest.mark.parametrize(
    ("per_minute", "size"), [(1, 1), (7, 7), (99, 99), (100, 100), (600, 100), (6_001, 100)]
)
def test_full_bucket_holds_a_hundred_or_a_minutes_worth(bucket, per_minute, size):
    assert bucket(per_minute=per_minute).remaining == size - 1
    assert drain(bucket, per_minute=per_minute) == size - 1


@pytest.mark.parametrize("per_minute", [2**31 - 1, 60_000_000])
def test_highest_limits_make_sense(bucket, per_minute):
    assert all(bucket(after=step, per_minute=per_minute).is_allowed for step in range(200))


def test_bucket_fills_up_evenly(bucket):
    drain(bucket)

    assert not bucket(after=0.099).is_allowed
    assert bucket(after=0.1).is_allowed
    assert not bucket(after=0.199).is_allowed
    assert drain(bucket, after=5.1) == 50
    assert drain(bucket, after=1000) == 100


def test_a_minute_has_as_many_requests_as_it_may(bucket):
    let_through = sum(bucket(after=step / 100).is_allowed for step in range(60 * 100))

    assert let_through == 100 + 599


def test_refusal_costs_nothing(bucket):
    drain(bucket)
    for _ in range(500):
        bucket()

    assert bucket(after=0.1).is_allowed


def test_what_is_left_is_told(bucket):
    first = bucket()
    assert (first.remaining, first.wait, first.until_full) == (99, 0, 0.1 * SECOND)
    drain(bucket)
    refused = bucket(after=0.04)

    assert (refused.remaining, refused.wait, refused.until_full) == (0, 0.06 * SECOND, 9.96 * SECOND)


def test_headers_are_whole_seconds_rounded_up(bucket):
    assert bucket(per_minute=30).headers == {
        "RateLimit-Limit": "30",
        "RateLimit-Remaining": "29",
        "RateLimit-Reset": "2",
        "RateLimit-Policy": "30;w=60;burst=30",
    }
    drain(bucket, per_minute=30)

    assert bucket(per_minute=30, after=0.1).headers == {
        "RateLimit-Limit": "30",
        "RateLimit-Remaining": "0",
        "RateLimit-Reset": "60",
        "RateLimit-Policy": "30;w=60;burst=30",
        "Retry-After": "2",
    }


def test_clock_set_back_locks_nobody_out(bucket):
    bucket(after=1_000_000)

    assert not bucket(after=0).is_allowed  # the most that it costs: a bucket to be filled
    assert bucket(after=0.1).is_allowed


def test_raised_limit_holds_for_an_empty_bucket_too(bucket):
    drain(bucket, per_minute=60)

    assert bucket(per_minute=60_000).wait == 0.001 * SECOND
    assert bucket(per_minute=60_000, after=0.001).is_allowed


def test_buckets_are_apart(bucket):
    drain(bucket)

    assert ratelimit.take(token_id=secrets.randbelow(2**40), per_minute=600).is_allowed


def test_bucket_is_forgotten_a_minute_after_it_is_full(settings):
    token_id = 2**40 + secrets.randbelow(2**40)
    ratelimit.take(token_id=token_id, per_minute=600)

    with closing(Redis.from_url(settings.REDIS_URL)) as client:
        assert 0 < client.pttl(f"loadline:rate:{token_id}") <= 60_100


def test_redis_clock_is_the_default():
    token_id = 2**40 + secrets.randbelow(2**40)
    verdicts = [ratelimit.take(token_id=token_id, per_minute=2) for _ in range(3)]

    assert [verdict.is_allowed for verdict in verdicts] == [True, True, False]
    assert 29 * SECOND < verdicts[2].wait <= 30 * SECOND


def test_requests_at_once_are_counted_exactly(bucket):
    with ThreadPoolExecutor(8) as pool:
        verdicts = list(pool.map(lambda _: bucket(), range(400)))

    let_through = sorted(verdict.remaining for verdict in verdicts if verdict.is_allowed)
    assert let_through == list(range(100))


# What a process takes ahead


@pytest.fixture
def trips(monkeypatch):
    """The commands that Redis was asked."""
    asked, ask = [], ratelimit._ask
    monkeypatch.setattr(ratelimit, "_ask", lambda *command: asked.append(command) or ask(*command))
    return asked


def take_many(count, per_minute):
    token_id = 2**40 + secrets.randbelow(2**40)
    return [ratelimit.take(token_id=token_id, per_minute=per_minute) for _ in range(count)]


def test_high_limits_seldom_ask_redis(trips, monkeypatch):
    monkeypatch.setattr(ratelimit, "KEPT", 3600.0)
    assert all(verdict.is_allowed for verdict in take_many(200, 6_000_000))
    assert len(trips) <= 20


@pytest.mark.parametrize("per_minute", [1, 600, 6_000])
def test_every_request_of_other_limits_is_counted_there(trips, per_minute):
    take_many(50, per_minute)
    assert len(trips) == 50


def test_what_was_taken_ahead_is_told_as_left():
    """The bucket gains a request each millisecond; whoever reads it sees no step of ten."""
    began = time.monotonic()
    told = [verdict.remaining for verdict in take_many(30, 60_000)]
    regained = (time.monotonic() - began) * 1000
    assert told[0] == 99
    assert all(99 - number <= left <= 99 - number + regained + 1 for number, left in enumerate(told))


def test_a_high_limit_lets_no_more_through_either():
    token_id = 2**40 + secrets.randbelow(2**40)
    began, let_through, refused = time.monotonic(), 0, 0
    while time.monotonic() - began < (0.5 if refused else 60):
        verdict = ratelimit.take(token_id=token_id, per_minute=60_000)
        let_through += verdict.is_allowed
        refused += not verdict.is_allowed
    assert refused
    regained = (time.monotonic() - began) * 1000
    assert let_through <= 100 + regained + 1


def test_what_was_taken_ahead_is_forgotten_soon(trips, monkeypatch):
    token_id = 2**40 + secrets.randbelow(2**40)
    ratelimit.take(token_id=token_id, per_minute=600_000)
    monkeypatch.setattr(ratelimit, "KEPT", 0.0)
    assert ratelimit.take(token_id=token_id, per_minute=600_000).is_allowed
    assert len(trips) == 2


def test_a_lowered_limit_holds_at_once():
    token_id = 2**40 + secrets.randbelow(2**40)
    ratelimit.take(token_id=token_id, per_minute=600_000)
    assert ratelimit.take(token_id=token_id, per_minute=2).headers["RateLimit-Limit"] == "2"


def test_threads_share_what_was_taken_ahead():
    token_id = 2**40 + secrets.randbelow(2**40)
    with ThreadPoolExecutor(8) as pool:
        taken = [pool.submit(ratelimit.take, token_id=token_id, per_minute=6_000_000) for _ in range(400)]
    verdicts = [each.result() for each in taken]
    assert all(verdict is not None and verdict.is_allowed for verdict in verdicts)


# The API


@pytest.mark.urls("tests.organizations.probe")
@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", PROBE, b"", 200),
        ("POST", PROBE, b'{"id": "1"}', 200),
        ("POST", PROBE, b"{", 400),
        ("GET", "/api/v1/fail/404", b"", 404),
        ("PUT", PROBE, b"", 405),
        ("GET", "/api/v1/fail/conflict", b"", 409),
        ("POST", PROBE, b"x" * 1_048_577, 413),
        ("GET", "/api/v1/fail/database", b"", 503),
    ],
)
def test_every_answer_to_a_token_tells_the_limit(api, method, path, body, status):
    response = api.generic(method, path, body, content_type="application/json")

    assert response.status_code == status
    assert [response[name] for name in NAMES] == ["100", "99", "1", "600;w=60;burst=100"]
    assert "Retry-After" not in response or status == 503


@pytest.mark.urls("tests.organizations.probe")
def test_token_without_the_scope_is_counted(client, acme):
    made = organizations.create_token(organization=acme, name="TMS", scopes=[Scope.INGEST], **BY)
    response = client.get(PROBE, headers={"Authorization": f"Bearer {made.plain}"})

    assert (response.status_code, response["RateLimit-Remaining"]) == (403, "99")


@pytest.mark.urls("tests.organizations.probe")
def test_request_without_a_token_is_not_limited(client, db):
    response = client.get(PROBE)

    assert response.status_code == 401
    assert not any(name in response for name in NAMES)


@pytest.mark.urls("tests.organizations.probe")
def test_one_request_too_many_is_refused(api, acme, rival, rival_token):
    Organization.objects.update(requests_per_minute=2)
    assert [api.get(PROBE).status_code for _ in range(2)] == [200, 200]

    response = api.post(PROBE, b"not even JSON", content_type="text/plain")

    assert response.status_code == 429
    assert response["Content-Type"] == "application/problem+json"
    assert response.json()["type"] == "/api/v1/docs#rate-limited"
    assert response["Retry-After"] == "30"
    assert [response[name] for name in NAMES] == ["2", "0", "60", "2;w=60;burst=2"]
    assert response["Cache-Control"] == "no-store"
    assert response["X-Request-Id"]
    other = organizations.create_token(organization=acme, name="other", **BY).plain
    for plain in (other, rival_token):  # of the same organization, of another one
        assert api.get(PROBE, headers={"Authorization": f"Bearer {plain}"}).status_code == 200


# Without Redis


@pytest.fixture
def nowhere(settings):
    """A Redis that isn't there."""
    settings.REDIS_URL = "unix:///tmp/loadline-nowhere.sock"


@pytest.fixture
def silent(settings, monkeypatch):
    """A Redis that accepts and never answers; each that asks it gives up after its timeout."""
    monkeypatch.setattr(ratelimit, "TIMEOUT", 0.3)
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)) as listener,
    ):
        listener.bind(str(Path(folder) / "silent.sock"))
        listener.listen(64)
        settings.REDIS_URL = f"unix://{folder}/silent.sock"
        yield


@pytest.mark.urls("tests.organizations.probe")
@pytest.mark.parametrize("away", ["nowhere", "silent"])
def test_requests_pass_without_redis_and_one_asks_for_all(api, request, away, trips, monkeypatch):
    request.getfixturevalue(away)
    monkeypatch.setattr(ratelimit, "PAUSE", 3600.0)

    def once():
        response = api.get(PROBE)
        assert response.status_code == 200
        assert not any(name in response for name in NAMES)

    for _ in range(20):
        once()
    assert len(trips) == 1


def test_redis_is_found_again(settings, bucket, monkeypatch):
    monkeypatch.setattr(ratelimit, "PAUSE", 3600.0)
    there, settings.REDIS_URL = settings.REDIS_URL, "unix:///tmp/loadline-nowhere.sock"
    assert bucket() is None
    settings.REDIS_URL = there
    assert bucket() is None  # within the pause
    monkeypatch.setattr(ratelimit, "_away_until", time.monotonic() - 0.001)

    assert bucket().remaining == 99
    assert bucket().remaining == 98


def test_one_request_alone_tries_a_redis_that_was_away(silent, bucket, trips, monkeypatch):
    monkeypatch.setattr(ratelimit, "PAUSE", 3600.0)
    monkeypatch.setattr(ratelimit, "_away_until", time.monotonic() - 0.001)

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda _: bucket(), range(8))) == [None] * 8

    assert len(trips) == 1


@pytest.mark.parametrize(
    "error", ["OOM command not allowed", "READONLY a replica", "NOAUTH", "BUSY a script"]
)
def test_redis_that_refuses_is_as_good_as_away(bucket, monkeypatch, error):
    monkeypatch.setattr(ratelimit, "TAKE", f"return redis.error_reply('{error}')")
    ratelimit._script.cache_clear()
    try:
        assert bucket() is None
    finally:
        ratelimit._script.cache_clear()
