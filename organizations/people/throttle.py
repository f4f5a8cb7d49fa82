"""Pauses between guesses: at a password, a code, a mailbox. Counted in Redis, the same for every process.

Each attempt counts before it is looked at, so that guesses sent at once don't pass together; one that succeeds is
forgiven. After a number of failures each further attempt must wait twice as long as the one before. Where Redis is
away, attempts pass: people must be able to work.
"""

import hashlib
import math
import time
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from ipaddress import IPv6Address, ip_address

import structlog
from django.conf import settings
from django.http import HttpRequest
from redis import Redis
from redis.backoff import NoBackoff
from redis.commands.core import Script
from redis.exceptions import RedisError
from redis.retry import Retry

log = structlog.get_logger(__name__)

PREFIX = "loadline:guess"
FIRST_PAUSE = timedelta(seconds=30)
LONGEST_PAUSE = timedelta(minutes=15)
MEMORY = timedelta(hours=1)  # after the last attempt, or the end of the pause
TIMEOUT = 0.3  # seconds that an attempt waits for a Redis that hangs
RETRY = 5.0  # seconds until it is asked again

# How many attempts are free. An address may be a whole office's.
PER_ACCOUNT = 5
PER_ADDRESS = 30

# KEYS: whatever is counted. ARGV: first pause, longest pause and memory in milliseconds, then for each key how many
# attempts are free. Returns the milliseconds to wait; 0 where the attempt may go on, which is counted then.
ATTEMPT = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local wait = 0
for _, key in ipairs(KEYS) do
    wait = math.max(wait, tonumber(redis.call('HGET', key, 'until') or 0) - now)
end
if wait > 0 then
    return wait
end
for i, key in ipairs(KEYS) do
    local over = redis.call('HINCRBY', key, 'count', 1) - tonumber(ARGV[3 + i])
    local pause = 0
    if over >= 0 then
        pause = math.min(tonumber(ARGV[2]), tonumber(ARGV[1]) * 2 ^ math.min(over, 30))
        redis.call('HSET', key, 'until', string.format('%.0f', now + pause))
    end
    redis.call('PEXPIRE', key, string.format('%.0f', pause + tonumber(ARGV[3])))
end
return 0
"""

# KEYS: an account's count, which is forgotten, and an address's, which has one failure less.
FORGIVE = """
redis.call('DEL', KEYS[1])
if redis.call('EXISTS', KEYS[2]) == 1 then
    if redis.call('HINCRBY', KEYS[2], 'count', -1) < 1 then
        redis.call('DEL', KEYS[2])
    else
        redis.call('HDEL', KEYS[2], 'until')
    end
end
"""

_away_until = 0.0


@dataclass(frozen=True, slots=True)
class Guess:
    """What is guessed at: `kind` of secret, whose `account`, and from which `address`."""

    kind: str
    account: str
    address: str
    per_account: int = PER_ACCOUNT

    @property
    def keys(self) -> tuple[str, str]:
        """The counts in Redis: they name no account."""
        account = hashlib.sha256(self.account.encode()).hexdigest()[:32]
        return f"{PREFIX}:{self.kind}:{account}", f"{PREFIX}:{self.kind}:at:{self.address}"


def guess(request: HttpRequest, kind: str, account: str, per_account: int = PER_ACCOUNT) -> Guess:
    """Return what a request guesses at."""
    return Guess(kind, account, network_of(client_address(request)), per_account)


def attempt(one: Guess) -> timedelta | None:
    """Count an attempt; return how long to wait where it is one too many, else None: it may be looked at."""
    pauses = [str(round(span.total_seconds() * 1000)) for span in (FIRST_PAUSE, LONGEST_PAUSE, MEMORY)]
    wait = _run(ATTEMPT, one, [*pauses, str(one.per_account), str(PER_ADDRESS)])
    return timedelta(milliseconds=wait) if wait else None


def forgive(one: Guess) -> None:
    """Forget the account's failures, and take the attempt back from its address: it was right."""
    _run(FORGIVE, one, [])


def advice(wait: timedelta) -> str:
    """What to tell who has to wait: `Too many attempts. Wait 2 minutes, then try again.`"""
    seconds = seconds_of(wait)
    amount, unit = (seconds, "second") if seconds < 60 else (math.ceil(seconds / 60), "minute")
    return f"Too many attempts. Wait {amount} {unit}{'' if amount == 1 else 's'}, then try again."


def seconds_of(wait: timedelta) -> int:
    """Whole seconds, rounded up."""
    return math.ceil(wait.total_seconds())


def client_address(request: HttpRequest) -> str:
    """The address that a request came from; behind a proxy (`PROXIES`) the one that it has seen."""
    seen = [part.strip() for part in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")]
    told = seen[-settings.PROXIES] if 0 < settings.PROXIES <= len(seen) else ""
    for text in (told, request.META.get("REMOTE_ADDR", "")):
        try:
            return str(ip_address(text))
        except ValueError:
            continue
    return ""


def network_of(address: str) -> str:
    """What counts as one address: of IPv6 the /64, all of which one household has."""
    if not address:
        return "unknown"
    found = ip_address(address)
    if isinstance(found, IPv6Address):
        return found.ipv4_mapped.compressed if found.ipv4_mapped else f"{int(found) >> 64:x}"
    return str(found)


def _run(text: str, one: Guess, arguments: list[str]) -> int:
    """The script's answer; 0 where Redis is away."""
    global _away_until
    if time.monotonic() < _away_until:
        return 0
    try:
        return int(_script(settings.REDIS_URL, text)(keys=list(one.keys), args=arguments) or 0)
    except RedisError as error:
        _away_until = time.monotonic() + RETRY
        log.warning("guesses aren't counted", error=repr(error))
        return 0


@cache
def _script(url: str, text: str) -> Script:
    retry = Retry(NoBackoff(), 0)
    client = Redis.from_url(url, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT, retry=retry)
    return client.register_script(text)
