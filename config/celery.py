"""The `worker` and `beat` processes; queues and routes stand in settings."""

import os
import socket
import sys
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import celery.app.amqp  # noqa: F401 - before a thread and the loop both ask for it at once
import structlog
from celery import Celery
from celery.beat import PersistentScheduler
from celery.signals import setup_logging
from django.conf import settings
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from config.local.folder import CHECKOUT
from organizations.redis_servers import connect

log = structlog.get_logger(__name__)

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("loadline")
# Celery puts the folder that one stands in first on the path: packages of another project's would be taken for ours.
# `celery`, started in ours, finds them by that alone.
if os.getcwd() != str(CHECKOUT):
    sys.path.remove(os.getcwd())
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.conf.beat_schedule = {
    "sweep calls": {"task": "calls.tasks.sweep_calls", "schedule": 30.0, "options": {"expires": 30}},
    "expire bids": {"task": "bids.tasks.expire_overdue_bids", "schedule": 60.0, "options": {"expires": 60}},
    "close price talks": {
        "task": "bids.tasks.close_overdue_price_talks",
        "schedule": 60.0,
        "options": {"expires": 60},
    },
    "sweep outreaches": {
        "task": "bids.tasks.sweep_outreaches",
        "schedule": 30.0,
        "options": {"expires": 30},
    },
    "roll up analytics": {
        "task": "analytics.tasks.roll_up_changes",
        "schedule": 10.0,
        "options": {"expires": 10},
    },
    "sweep vetting": {
        "task": "carriers.tasks.sweep_vetting",
        "schedule": 300.0,
        "options": {"expires": 300},
    },
    "sweep asking": {
        "task": "carriers.tasks.sweep_asking",
        "schedule": 60.0,
        "options": {"expires": 60},
    },
    "sweep invitations": {
        "task": "organizations.tasks.sweep_invitations",
        "schedule": 60.0,
        "options": {"expires": 60},
    },
    "forget sessions": {
        "task": "organizations.tasks.forget_sessions",
        "schedule": 86_400.0,
        "options": {"expires": 3600},
    },
    "sweep events": {
        "task": "organizations.tasks.sweep_events",
        "schedule": 5.0,
        "options": {"expires": 5},
    },
    "forget events": {
        "task": "organizations.tasks.forget_events",
        "schedule": 86_400.0,
        "options": {"expires": 3600},
    },
    "keep partitions": {
        "task": "organizations.tasks.keep_partitions",
        "schedule": 86_400.0,
        "options": {"expires": 3600},
    },
    "forget idempotency keys": {
        "task": "organizations.tasks.forget_idempotency_keys",
        "schedule": 600.0,
        "options": {"expires": 600},
    },
    "sweep erasures": {
        "task": "organizations.tasks.sweep_erasures",
        "schedule": 60.0,
        "options": {"expires": 60},
    },
    "forget what is old": {
        "task": "organizations.tasks.forget_old",
        "schedule": 86_400.0,
        "options": {"expires": 3600},
    },
    # Through each queue that somebody should listen to, so that it is known when nobody does.
    **{
        f"heartbeat {queue}": {
            "task": "config.health.heartbeat",
            "schedule": 15.0,
            "args": [f"queue:{queue}"],
            "options": {"queue": queue, "expires": 60},
        }
        for queues in settings.WORKER_QUEUES.values()
        for queue in queues
    },
}


@setup_logging.connect
def _keep_django_logging(**_kwargs: object) -> None:
    """Settings have configured the logs already; Celery would replace them."""


# Beat, of which several may run: the one that holds the lease sends, the others stand by.

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
