"""How many requests a token may make: a bucket in Redis, the same for every process.

A bucket holds up to 100 requests (fewer where a minute has fewer) and fills up again evenly, by as many a minute as the
organization's `requests_per_minute`. What is kept of it is one instant: when it will be full again (known as GCRA).
Where Redis is away, requests pass.

A process takes as many requests ahead as the bucket regains in a hundredth of a second, and counts these itself: with
limits of hundreds a second, whose clients make many requests, most cost no trip to Redis; with others each is counted
there.
"""

import math
import time
from dataclasses import dataclass
from functools import cache

import structlog
from django.conf import settings
from redis.backoff import NoBackoff
from redis.commands.core import Script
from redis.exceptions import RedisError
from redis.retry import Retry

from organizations.redis_servers import connect

log = structlog.get_logger(__name__)

BURST = 100
TIMEOUT = 0.3  # seconds that a request waits for a Redis that hangs
PAUSE = 5.0  # seconds until it is asked again
REGAINED = 10_000  # microseconds in which the bucket regains what a process takes ahead
KEPT = 0.1  # seconds in which it uses that up, or forgets it
MAX_HELD = 1_000  # tokens

MINUTE = 60_000_000  # microseconds

# KEYS: the bucket. ARGV: microseconds a request, requests a bucket, now in microseconds ("": Redis's own clock), how
# many requests to take at most. Returns in microseconds how long to wait for the next request (0: this one is let
# through), and until the bucket is full; and how many requests were taken. No bucket is emptier than empty: a clock
# that was set back, or a limit that was raised, locks no token out. It is forgotten a minute after it is full: the
# clock that was passed in may be slower than Redis's.
TAKE = """
local each, size, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
if not now then
    local time = redis.call('TIME')
    now = time[1] * 1000000 + time[2]
end
local full_at = tonumber(redis.call('GET', KEYS[1]) or now)
full_at = math.min(math.max(full_at, now), now + each * size)
local wait = math.max(0, full_at - now - each * (size - 1))
local taken = 0
if wait == 0 then
    taken = math.min(tonumber(ARGV[4]), math.floor((now + each * size - full_at) / each))
    full_at = full_at + each * taken
end
redis.call('SET', KEYS[1], string.format('%.0f', full_at), 'PX', math.ceil((full_at - now) / 1000) + 60000)
return {wait, full_at - now, taken}
"""

# A Redis that accepts and never answers would cost every request its timeout: after one failure, nobody asks for a
# while; then one request tries, and the others pass until it knows.
_away_until = 0.0


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one request, and what is left; `wait` is 0 where it was let through. Times in microseconds."""

    per_minute: int
    size: int
    remaining: int
    wait: int
    until_full: int

    @property
    def is_allowed(self) -> bool:
        """Whether the request may go on."""
        return not self.wait

    @property
    def headers(self) -> dict[str, str]:
        """The RateLimit headers, whole seconds rounded up; Retry-After where the request was one too many."""
        told = {
            "RateLimit-Limit": str(self.size),
            "RateLimit-Remaining": str(self.remaining),
            "RateLimit-Reset": str(_seconds(self.until_full)),
            "RateLimit-Policy": f"{self.per_minute};w=60;burst={self.size}",
        }
        return told if self.is_allowed else told | {"Retry-After": str(_seconds(self.wait))}


def take(*, token_id: int | str, per_minute: int, now: int | None = None) -> Verdict | None:
    """Take one request out of the token's bucket; None where Redis is away and nobody counts.

    What isn't about a token has a bucket by a name of its own: `export:12`.

    `now`, in microseconds, is for tests: Redis's own clock is the same for all processes.
    """
    global _away_until
    if _away_until:
        if time.monotonic() < _away_until:
            return None
        _away_until = time.monotonic() + PAUSE
    each, size = _each(per_minute), min(BURST, per_minute)
    at_once = 1 if now is not None else max(1, min(size // 5, REGAINED // each))
    held = _held.get((token_id, per_minute)) if at_once > 1 else None
    if held is not None and held.is_fresh and (verdict := held.take()) is not None:
        return verdict
    try:
        wait, until_full, taken = _ask(
            f"loadline:rate:{token_id}", str(each), str(size), "" if now is None else str(now), str(at_once)
        )
    except RedisError as error:
        _away_until = time.monotonic() + PAUSE
        log.warning("rate limits are off", error=repr(error))
        return None
    _away_until = 0.0
    if taken <= 1:
        return _verdict(per_minute, size, wait=wait, until_full=until_full)
    if len(_held) >= MAX_HELD:
        _held.clear()
    held = _Held(per_minute, size, until_full, taken)
    verdict = held.take()
    _held[token_id, per_minute] = held
    return verdict


def _each(per_minute: int) -> int:
    """Microseconds in which the bucket regains one request."""
    return max(1, MINUTE // per_minute)


def _verdict(per_minute: int, size: int, *, wait: int, until_full: int) -> Verdict:
    each = _each(per_minute)
    remaining = (each * size - until_full) // each
    return Verdict(per_minute=per_minute, size=size, remaining=remaining, wait=wait, until_full=until_full)


class _Held:
    """Requests that this process has taken ahead for a token, and may let through without asking."""

    def __init__(self, per_minute: int, size: int, until_full: int, taken: int) -> None:
        self._per_minute, self._size, self._until_full = per_minute, size, until_full
        self._left = list(range(taken))  # a pop is one step, whichever thread does it
        self._since = time.monotonic()

    @property
    def is_fresh(self) -> bool:
        """Whether they may still be used: later the bucket has others."""
        return time.monotonic() - self._since < KEPT

    def take(self) -> Verdict | None:
        """One of them, as if each had been taken alone; None where there is none any more."""
        try:
            left = self._left.pop()
        except IndexError:  # another thread was faster
            return None
        each = _each(self._per_minute)
        passed = int((time.monotonic() - self._since) * 1_000_000)
        until_full = max(each, self._until_full - each * left - passed)
        return _verdict(self._per_minute, self._size, wait=0, until_full=until_full)


_held: dict[tuple[int | str, int], _Held] = {}


def _ask(key: str, *arguments: str) -> tuple[int, int, int]:
    """What the script returns; raises RedisError."""
    wait, until_full, taken = _script(settings.REDIS_URL)(keys=[key], args=arguments)
    return wait, until_full, taken


@cache
def _script(url: str) -> Script:
    retry = Retry(NoBackoff(), 0)  # not the cache's patience
    return connect(url, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT, retry=retry).register_script(
        TAKE
    )


def _seconds(microseconds: int) -> int:
    return math.ceil(microseconds / 1_000_000)
