"""One subscription to Redis for all pages that a process serves: what it hears goes to those whom it is about."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from typing import Any

import structlog
from django.conf import settings
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import RedisError

from organizations.tenancy.live import (
    EVERYTHING,
    KEPT_MS,
    channel,
    memory,
    options,
    organization_of,
    process_channel,
    within_bounds,
)

log = structlog.get_logger(__name__)

SILENCE = 15.0  # seconds until Redis is asked whether it is still there, and again until it is given up
PAUSE = 1.0  # seconds before the next attempt
CLOCKS_MS = 3_000  # how far the clocks of machines may be apart


class Away(Exception):
    """Redis can't be reached: nobody would hear of anything."""


class Reader:
    """An open page: what it is yet to be told. However slow it reads, that is a set of bounded size."""

    def __init__(self, organization_id: int, user_id: int) -> None:
        self.organization_id = organization_id
        self.user_id = user_id
        self.is_let_go = False
        self._names: set[str] = set()
        self._news = asyncio.Event()

    def tell(self, names: Iterable[str]) -> None:
        """Have the page told; what it is told twice it hears once."""
        self._names = within_bounds(self._names.union(names))
        self._news.set()

    def let_go(self) -> None:
        """End the page's stream: it asks again."""
        self.is_let_go = True
        self._news.set()

    async def take(self, *, timeout: float) -> set[str]:
        """Wait for news, at most so many seconds; empty where there are none."""
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout):
                await self._news.wait()
        self._news.clear()
        names, self._names = self._names, set()
        return names


class Fanout:
    """The pages that this process serves, and the subscription; `run` it as long as the process lives."""

    def __init__(self) -> None:
        self._readers: dict[int, set[Reader]] = {}
        self._people: Counter[int] = Counter()
        self._redis: Redis | None = None  # None: away
        self._subscription: Any = None
        self._complete_since = 0  # from this moment (ms) on nothing went by unheard
        self._changing = asyncio.Lock()

    def count_of(self, user_id: int) -> int:
        """Return how many pages of a person are open here."""
        return self._people[user_id]

    @asynccontextmanager
    async def reading(self, reader: Reader) -> AsyncIterator[None]:
        """Have the page told what is new, as long as the block lasts. Raises Away."""
        organization_id = reader.organization_id
        self._people[reader.user_id] += 1
        self._readers.setdefault(organization_id, set()).add(reader)
        try:
            await self._follow(organization_id)
            yield
        finally:
            self._people[reader.user_id] -= 1
            self._people += Counter()  # forget who has none
            self._readers[organization_id].discard(reader)
            await self._follow(organization_id, is_needed=False)

    async def missed(self, organization_id: int, since: int) -> set[str]:
        """Return what changed at `since` (ms since 1970) or later, for a page that wasn't listening. Raises Away."""
        now = time.time_ns() // 1_000_000
        since -= CLOCKS_MS
        if self._redis is None:
            raise Away
        if since < max(now - KEPT_MS, self._complete_since):
            return {EVERYTHING}
        try:
            found: Any = await self._redis.zrangebyscore(memory(organization_id), since, "+inf")
        except (RedisError, OSError) as error:
            raise Away from error
        return within_bounds({name.decode() for name in found})

    async def run(self) -> None:
        """Listen to Redis for ever; while it is away every page is let go, so that it asks by itself."""
        is_failing = False
        while True:
            try:
                # Without retries: a subscription that is taken up again by itself has missed something.
                retry = Retry(NoBackoff(), 0)
                redis = Redis.from_url(settings.REDIS_URL, retry=retry, **options())
                async with redis, redis.pubsub() as heard:
                    await heard.subscribe(process_channel(), *map(channel, self._readers))
                    self._redis, self._subscription = redis, heard
                    self._complete_since = time.time_ns() // 1_000_000
                    is_failing = False
                    await self._listen(heard)
            except (RedisError, OSError) as error:
                if not is_failing:
                    log.warning("live updates stand still, browsers ask by themselves", error=str(error))
                is_failing = True
            finally:
                self._redis = self._subscription = None
                self._let_all_go()
            await asyncio.sleep(PAUSE)

    async def _listen(self, heard: Any) -> None:
        is_asked = False
        while True:
            message = await heard.get_message(timeout=SILENCE)
            if message is None and is_asked:
                raise ConnectionLost("Redis doesn't answer")
            is_asked = message is None
            if message is None:
                await heard.ping()
            elif message["type"] == "message":
                organization_id = organization_of(message["channel"])
                for reader in self._readers.get(organization_id or 0, ()):
                    reader.tell(message["data"].decode().split())

    async def _follow(self, organization_id: int, *, is_needed: bool = True) -> None:
        """Subscribe to the organization's channel, or leave it where nobody reads it any more."""
        async with self._changing:
            if not self._readers.get(organization_id):
                self._readers.pop(organization_id, None)
            if self._subscription is None:
                if is_needed:
                    raise Away
                return
            name = channel(organization_id)
            is_followed = name.encode() in self._subscription.channels
            try:
                if organization_id in self._readers and not is_followed:
                    await self._subscription.subscribe(name)
                elif organization_id not in self._readers and is_followed:
                    await self._subscription.unsubscribe(name)
            except (RedisError, OSError) as error:
                if is_needed:
                    raise Away from error

    def _let_all_go(self) -> None:
        for readers in self._readers.values():
            for reader in readers:
                reader.let_go()
