"""Celery's beat, of which several may run: the one that holds the lease sends, the others stand by."""

import os
import socket
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import structlog
from celery.beat import PersistentScheduler
from django.conf import settings
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from organizations.redis_servers import connect

log = structlog.get_logger(__name__)

LEASE = "loadline:beat"
SECONDS = 15  # that a lease lasts; who holds it renews it several times
LOOKS_EVERY = 3.0  # seconds until somebody who stands by asks again

# KEYS: the lease. ARGV: who asks, seconds. Takes it where nobody has it, renews it where the asker has; whether it is
# the asker's.
TAKE = """
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
return 1
"""


class LeasedScheduler(PersistentScheduler):
    """Sends nothing while another one does.

    Where Redis is away nobody knows who holds the lease, and all send: each task bears being sent twice, since it
    begins by looking what there is to do; it doesn't bear not being sent.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._name = f"{socket.gethostname()}:{os.getpid()}:{uuid4().hex}"
        self._redis = connect(
            settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=1, retry=Retry(NoBackoff(), 0)
        )
        self._take = self._redis.register_script(TAKE)
        self._has_lease: bool | None = None
        self.when_standing_by: Callable[[], None] = lambda: None
        super().__init__(*args, **kwargs)

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Send what is due, or look after the lease; how many seconds until the next time."""
        if not self._holds_lease():
            self.when_standing_by()
            return LOOKS_EVERY
        self._forget_the_future()
        return min(float(super().tick(*args, **kwargs)), SECONDS / 3)

    def close(self) -> None:
        """Leave the lease to whoever stands by."""
        try:
            if self._redis.get(LEASE) == self._name.encode():
                self._redis.delete(LEASE)
        except RedisError as error:
            log.warning("lease not given back", error=repr(error))
        super().close()

    def _forget_the_future(self) -> None:
        """A clock that was fast and is set right has tasks sent last at a time to come: they would wait for that."""
        now = self.app.now()
        early = [entry for entry in self.schedule.values() if entry.last_run_at and entry.last_run_at > now]
        for entry in early:
            entry.last_run_at = now
        if early:
            log.warning("the clock was set back", tasks=len(early))
            self._heap = None  # made anew from the entries

    def _holds_lease(self) -> bool:
        try:
            has_lease = bool(self._take(keys=[LEASE], args=[self._name, SECONDS]))
        except RedisError as error:
            log.warning("lease not looked at", error=repr(error))
            return True
        if has_lease != self._has_lease:
            log.info("sends what is due" if has_lease else "stands by")
            self._has_lease = has_lease
        return has_lease
