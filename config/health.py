"""Whether each process lives and can do its work: heartbeats, and what `/livez` and `/readyz` answer.

`web` and `live` answer requests anyway; of workers and of `beat` a thread does, and tells Prometheus its figures.
"""

import asyncio
import functools
import json
import os
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import structlog
from celery import current_app, shared_task, signals
from celery.worker import state as worker_state
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.cache import cache
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe
from kombu import Exchange, Queue
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from organizations import metrics, replica
from organizations.redis_servers import connect

log = structlog.get_logger(__name__)

# Heartbeats: when each process, each queue and each sweep was last heard of. In Redis, since a row every few seconds
# for each would be written for nothing: what Redis loses is told again within seconds.


HEARTBEATS = "loadline:heartbeats"  # a sorted set: names by seconds since 1970
EVERY = 15.0  # seconds from one to the next
LATE = 60.0  # seconds after which somebody is missed, and in which a loop must have turned
KEPT = 3 * 86_400.0  # seconds that a name is kept; some tasks run once a day


@functools.cache
def _client(url: str) -> Redis:
    retry = Retry(NoBackoff(), 0)
    return connect(url, socket_timeout=2, socket_connect_timeout=1, retry=retry)


def beat(name: str) -> None:
    """Note that this was heard of just now; where Redis is away, the next heartbeat tells."""
    now = time.time()
    try:
        with _client(settings.REDIS_URL).pipeline(transaction=False) as pipe:
            pipe.zadd(HEARTBEATS, {name: now})
            pipe.zremrangebyscore(HEARTBEATS, 0, now - KEPT)
            pipe.execute()
    except RedisError as error:
        log.warning("heartbeat not noted", name=name, error=repr(error))


def heartbeats() -> dict[str, float]:
    """How many seconds ago each name was last heard of; raises RedisError."""
    now = time.time()
    found: Any = _client(settings.REDIS_URL).zrange(HEARTBEATS, 0, -1, withscores=True)
    return {name.decode(): max(0.0, now - told) for name, told in found}


@shared_task(name="config.health.heartbeat")
def heartbeat(name: str) -> None:
    """Note that a message came through a queue: whoever sent it says through which, or to which worker."""
    beat(name)


async def keep_beating(kind: str, threads: Executor | None = None) -> None:
    """Tell again and again that this process' loop turns, and that its threads have time."""
    name = f"{kind}:{socket.gethostname()}:{os.getpid()}"
    while True:
        await asyncio.get_running_loop().run_in_executor(threads, beat, name)
        await asyncio.sleep(EVERY)


# What `web` and `live` need: asked whenever somebody asks them.


_is_migrated = False


def readiness() -> tuple[int, dict[str, Any]]:
    """200 when the database answers, Redis answers and no migration is missing; else 503. With what says which."""
    checks = {"database": _check(_database), "redis": _check(_redis)}
    is_database_there = checks["database"] == "ok"
    checks["migrations"] = _check(_migrations) if is_database_there else "unknown"
    is_ready = set(checks.values()) == {"ok"}
    if (
        replica.is_configured()
    ):  # without it the primary answers: whoever asks is told, and it costs nobody anything
        checks["replica"] = "ok" if replica.lag() <= settings.REPLICA_MAX_LAG else "left out"
    return (200 if is_ready else 503), {"status": "ok" if is_ready else "unavailable", "checks": checks}


def _check(ask: Callable[[], str]) -> str:
    try:
        return ask() or "ok"
    except Exception as error:  # whatever a driver raises: the answer says that it failed, the log says how
        log.warning("not ready", check=ask.__name__.strip("_"), error=repr(error))
        return "failed"


def _database() -> str:
    """Without its limits a statement would hold a request for as long as it likes (a pooler drops them silently).

    Nor does row-level security hold for a role that owns the tables, whatever settings say.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('statement_timeout'), "
            "row_security_active(to_regclass('organizations_auditentry')::oid)"
        )
        limit, is_held = cursor.fetchone()
    if limit == "0":
        return "no statement_timeout"
    return "row-level security doesn't hold" if settings.ROW_SECURITY and is_held is False else ""


def _redis() -> str:
    cache.get("readyz")
    return ""


def _migrations() -> str:
    """ "pending" while the database is older than the code; looked at until it was good once."""
    global _is_migrated
    if not _is_migrated:
        executor = MigrationExecutor(connection)
        _is_migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return "" if _is_migrated else "pending"


# Workers and beat answer no requests: a thread of their main process tells whether they live, and their figures.


class Health:
    """How a worker or beat is, as far as its main process knows: asking for it asks nobody.

    A worker that hears nothing any more looks well from outside: its loop turns, its connection stands (known of Celery
    after a reconnect). So each sends itself a message through the broker every few seconds, on a queue of its own.
    """

    def __init__(self, has_room: Callable[[], bool] = lambda: True) -> None:
        self._has_room = has_room
        self._turned_at = time.monotonic()
        self._sent_at: float | None = None  # the last heartbeat that the broker took
        self._heard_at: float | None = None
        self._unheard_since: float | None = None
        self.is_ending = False

    def turn(self, **_: Any) -> None:
        """Its loop turns."""
        self._turned_at = time.monotonic()

    def sent(self, **_: Any) -> None:
        """The broker took a heartbeat."""
        self._sent_at = time.monotonic()
        if self._unheard_since is None:
            self._unheard_since = self._sent_at

    def not_sent(self) -> None:
        """The broker is away: who hears nothing now isn't deaf."""
        self._unheard_since = None

    def hear(self, **_: Any) -> None:
        """A message came, its own or another."""
        self._heard_at, self._unheard_since = time.monotonic(), None

    def stand_by(self) -> None:
        """Another one does its work, and it would at once."""
        self.turn()
        self.sent()
        self.hear()

    def end(self, **_: Any) -> None:
        """It ends what it has, and hears no more."""
        self.is_ending = True

    def checks(self) -> dict[str, str]:
        """What it needs to work, each "ok" or what is wrong with it."""
        now = time.monotonic()
        is_deaf = self._unheard_since is not None and now - self._unheard_since > LATE and self._has_room()
        return {
            "loop": "ok" if now - self._turned_at < LATE else "stuck",
            "broker": "ok" if self._sent_at is not None and now - self._sent_at < LATE else "failed",
            "messages": "deaf" if is_deaf else "ok" if self._heard_at is not None else "none yet",
        }

    @property
    def lives(self) -> bool:
        """Whether nothing is wrong with it that a new start would mend; the broker's absence isn't."""
        found = self.checks()
        return self.is_ending or (found["loop"] == "ok" and found["messages"] != "deaf")

    @property
    def is_ready(self) -> bool:
        """Whether it takes work."""
        return not self.is_ending and set(self.checks().values()) == {"ok"}


def own_queue(worker: str) -> Queue:
    """The queue through which a worker of that name (`background@host`) hears itself; it goes with the worker."""
    name = f"heartbeat.{worker}"
    return Queue(name, Exchange("heartbeats"), routing_key=name, auto_delete=True, expires=10 * LATE)


@signals.celeryd_after_setup.connect
def _watch_worker(sender: str = "", instance: Any = None, **_: Any) -> None:
    instance.app.amqp.queues.select_add(own_queue(sender))
    # What it has in hand counts until it is done: a worker takes no more than it has processes.
    health = Health(lambda: len(worker_state.reserved_requests) < instance.concurrency)

    def begin(**_: Any) -> None:
        health.turn()
        _watch(health, lambda: _send_heartbeat(sender, health))

    # Before it starts: Celery tells of its loop only where somebody listens by then.
    signals.heartbeat_sent.connect(health.turn, weak=False)
    signals.task_received.connect(health.hear, weak=False)
    signals.worker_shutting_down.connect(health.end, weak=False)
    signals.worker_ready.connect(begin, weak=False)


def _send_heartbeat(worker: str, health: Health) -> None:
    name = f"{worker.replace('@', ':', 1)}:{os.getpid()}"
    try:
        # A connection of its own: Celery's belongs to the loop, and a fork may come at any moment.
        with current_app.connection_for_write() as connection:
            current_app.send_task(
                heartbeat.name,
                args=[name],
                queue=own_queue(worker),  # type: ignore[arg-type] # Celery takes both
                connection=connection,
                expires=LATE,
                retry=False,
            )
        health.sent()
    except Exception as error:  # whatever a driver raises
        health.not_sent()
        log.warning("heartbeat not sent", error=repr(error))


@signals.beat_init.connect
def _watch_beat(sender: Any, **_: Any) -> None:
    # It sends something every few seconds: whether the broker took it is all that there is to know. One that stands by
    # has been told by Redis.
    health, name = Health(), f"beat:{socket.gethostname()}:{os.getpid()}"
    sender.scheduler.when_standing_by = health.stand_by
    signals.before_task_publish.connect(health.turn, weak=False)
    signals.after_task_publish.connect(health.sent, weak=False)
    signals.after_task_publish.connect(health.hear, weak=False)
    _watch(health, lambda: beat(name) if health.is_ready else None)


def _watch(health: Health, pulse: Callable[[], None]) -> None:
    """Have a thread do `pulse` every few seconds, and tell systemd that the process lives; another answers by HTTP."""

    def keep() -> None:
        while True:
            pulse()
            if health.lives:
                _notify_systemd(b"WATCHDOG=1")
            time.sleep(EVERY)

    threading.Thread(target=keep, name="heartbeat", daemon=True).start()
    if settings.METRICS_PORT:
        server = ThreadingHTTPServer((settings.METRICS_HOST, settings.METRICS_PORT), _Probes)
        server.health = health  # type: ignore[attr-defined]
        threading.Thread(target=server.serve_forever, name="probes", daemon=True).start()


def _notify_systemd(word: bytes) -> None:
    """A unit with `WatchdogSec` is started anew where this isn't heard; elsewhere nobody listens."""
    if address := os.environ.get("NOTIFY_SOCKET"):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as there:
            there.sendto(word, address.replace("@", "\0", 1) if address.startswith("@") else address)


class _Probes(BaseHTTPRequestHandler):
    timeout = 10

    def do_GET(self) -> None:
        """`/livez`, `/readyz` and `/metrics`."""
        health: Health = self.server.health  # type: ignore[attr-defined]
        kind, body = "application/json", b""
        if self.path == "/livez":
            status = 200 if health.lives else 503
        elif self.path == "/readyz":
            status = 200 if health.is_ready else 503
        elif self.path == "/metrics":
            status, kind, body = metrics.answer(self.headers.get("Authorization"))
        else:
            status = 404
        if self.path in ("/livez", "/readyz"):
            word = "ok" if status == 200 else "unavailable"
            body = json.dumps({"status": word, "checks": health.checks()}).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Say nothing: somebody asks every few seconds."""


# What `web` answers.


@require_safe
@login_not_required
def livez(request: HttpRequest) -> JsonResponse:
    """The process answers; touches nothing else."""
    return JsonResponse({"status": "ok"})


@require_safe
@login_not_required
def readyz(request: HttpRequest) -> JsonResponse:
    """200 when the database answers, Redis answers and no migration is missing; else 503, saying which."""
    status, told = readiness()
    return JsonResponse(told, status=status)
