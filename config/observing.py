"""What is seen from outside: figures of the database, the broker and of tasks, traces and error reports.

Traces and error reports come from packages of the group `telemetry`, imported only where a setting asks for them.
"""

import time
from collections.abc import Iterator
from functools import cache
from typing import Any
from urllib.parse import urlsplit

import structlog
from celery import current_app, signals
from django.conf import settings
from django.db import close_old_connections
from django.db.models import Count, Min, Q
from django.db.models.functions import Coalesce
from django.utils import timezone
from redis.exceptions import RedisError

from analytics.models import Change
from calls.models import Call
from calls.states import CALL_LIFECYCLE, CallStatus
from config import health
from organizations import metrics, partitions, replica
from organizations.logs import mask_path, mask_paths, mask_phones
from organizations.models import Delivery, EventEndpoint
from organizations.tenancy.scope import unscoped
from organizations.tenancy.states import DELIVERY_LIFECYCLE, SwitchedOff

log = structlog.get_logger(__name__)

MAX_MARKS = 100_000  # counted at most


def look_at_web(authorization: str | None) -> metrics.Answer:
    """The answer of `web` to `GET /metrics`: besides its own figures those of the database and the broker."""
    try:
        with unscoped():
            return metrics.answer(authorization, LOOKED)
    finally:
        close_old_connections()


def _calls() -> Iterator[tuple[str, float]]:
    counted = dict.fromkeys(map(str, CALL_LIFECYCLE.unfinished), 0)
    counted |= dict(Call.unscoped.unfinished().order_by().values_list("status").annotate(Count("pk")))
    yield from counted.items()


def _oldest_queued() -> Iterator[tuple[str, float]]:
    now = timezone.now()
    queued = Call.unscoped.filter(Q(not_before=None) | Q(not_before__lte=now), status=CallStatus.QUEUED)
    since = queued.aggregate(since=Min(Coalesce("not_before", "status_changed_at")))["since"]
    yield "", (now - since).total_seconds() if since else 0


def _marks() -> Iterator[tuple[str, float]]:
    yield "", Change.unscoped.order_by()[:MAX_MARKS].count()


def _deliveries() -> Iterator[tuple[str, float]]:
    counted = dict.fromkeys(map(str, DELIVERY_LIFECYCLE.unfinished), 0)
    unfinished = Delivery.unscoped.filter(status__in=DELIVERY_LIFECYCLE.unfinished).order_by()
    counted |= dict(unfinished.values_list("status").annotate(Count("pk")))
    yield from counted.items()


def _delivery_ages() -> Iterator[tuple[str, float]]:
    """How long the oldest has been due at an endpoint that answers, and the oldest tried in vain."""
    now = timezone.now()
    found = Delivery.unscoped.filter(
        status__in=DELIVERY_LIFECYCLE.unfinished,
        endpoint__switched_off_at=None,
        organization__suspended_at=None,
    ).aggregate(
        due=Min("due_at", filter=Q(endpoint__failing_since=None, due_at__lte=now)),
        failing=Min("first_tried_at", filter=Q(endpoint__failing_since__isnull=False)),
    )
    for state, since in found.items():
        yield state, (now - since).total_seconds() if since else 0


def _endpoints() -> Iterator[tuple[str, float]]:
    """Those that somebody turned off aren't counted."""
    found = EventEndpoint.unscoped.aggregate(
        well=Count("pk", filter=Q(switched_off_at=None, failing_since=None)),
        failing=Count("pk", filter=Q(switched_off_at=None, failing_since__isnull=False)),
        off=Count("pk", filter=~Q(switched_off_for__in=["", SwitchedOff.BY_HAND])),
    )
    yield from found.items()


def _strays() -> Iterator[tuple[str, float]]:
    yield from partitions.strays().items()


def _queues() -> Iterator[tuple[str, float]]:
    """Messages that wait in the broker; none of them where it is away, which `/readyz` tells."""
    try:
        with current_app.connection_for_read() as connection:
            for name in (name for names in settings.WORKER_QUEUES.values() for name in names):
                yield name, _messages(connection, name)
    except Exception as error:  # whatever a driver raises; the other figures are worth having without
        log.warning("broker not looked at", error=repr(error))


def _queue_ages() -> Iterator[tuple[str, float]]:
    """Since when no heartbeat came through each queue; +Inf where Redis knows of none."""
    try:
        heard = health.heartbeats()
    except RedisError as error:
        log.warning("heartbeats not looked at", error=repr(error))
        return
    for name in (name for names in settings.WORKER_QUEUES.values() for name in names):
        yield name, heard.get(f"queue:{name}", float("inf"))


def _replica_lag() -> Iterator[tuple[str, float]]:
    if replica.is_configured():
        yield "", replica.lag()


def _messages(connection: Any, queue: str) -> int:
    with connection.channel() as channel:
        try:
            found: int = channel.queue_declare(queue, passive=True).message_count
        except connection.channel_errors:  # Redis has no empty lists, a new broker no queues
            return 0
        return found


LOOKED = [
    metrics.Looked("loadline_calls", "Calls that haven't ended.", "status", _calls),
    metrics.Looked(
        "loadline_call_queue_age_seconds", "How long the oldest call due has waited.", "", _oldest_queued
    ),
    metrics.Looked("loadline_rollup_marks", "Changes that no roll-up has seen yet.", "", _marks),
    metrics.Looked("loadline_event_deliveries", "Events on their way to endpoints.", "status", _deliveries),
    metrics.Looked(
        "loadline_event_delivery_age_seconds",
        "How long the oldest has been on its way.",
        "state",
        _delivery_ages,
    ),
    metrics.Looked("loadline_event_endpoints", "Endpoints that events are sent to.", "state", _endpoints),
    metrics.Looked(
        "loadline_replica_lag_seconds", "How far the read replica may be behind.", "", _replica_lag
    ),
    metrics.Looked(
        "loadline_default_partition_rows", "Rows that no month's partition was there for.", "table", _strays
    ),
    metrics.Looked("loadline_queue_messages", "Messages that wait in the broker.", "queue", _queues),
    metrics.Looked(
        "loadline_queue_heartbeat_age_seconds", "Since when no heartbeat came through.", "queue", _queue_ages
    ),
]

type Figures = dict[str, dict[str, float]]
"""Values by a figure's name and its label."""


def figures() -> Figures:
    """What Prometheus is told of the database, the broker and Redis, for people."""
    return {each.name: dict(each.look()) for each in LOOKED}


# Traces and error reports, to wherever an operator has them.


def start() -> None:
    """Begin to report, in each process that sets Django up; without the settings nothing is imported."""
    if settings.SENTRY_DSN:
        _start_sentry()
    if settings.TRACES_URL:
        _start_traces()


def _start_sentry() -> None:
    import sentry_sdk  # noqa: PLC0415 - few have it

    sentry_sdk.init(
        dsn=settings.SENTRY_DSN,
        # Bodies, cookies and variables hold phone numbers and rates: none of them leaves.
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        before_send=masked,
        before_breadcrumb=lambda *_: None,
    )


def masked(event: Any, _hint: Any = None) -> Any:
    """A report without phone numbers and one-time links, and without what a request bears beside its path."""
    request = event.get("request", {})
    event["request"] = {
        "method": request.get("method"),
        "url": mask_path(urlsplit(str(request.get("url", ""))).path),
    }
    event.pop("user", None)
    for each in event.get("exception", {}).get("values", []):
        each["value"] = mask_paths(mask_phones(str(each.get("value", ""))))
    if "logentry" in event:
        event["logentry"] = {"message": mask_paths(mask_phones(str(event["logentry"].get("message", ""))))}
    event["tags"] = {**event.get("tags", {}), **_bound()}
    return event


def _bound() -> dict[str, str]:
    """The ids that this request's or task's log lines bear."""
    bound = structlog.contextvars.get_contextvars()
    return {name: str(bound[name]) for name in ("request_id", "organization") if name in bound}


def _start_traces() -> None:
    from opentelemetry import trace  # noqa: PLC0415 - few have it
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415
    from opentelemetry.instrumentation.celery import CeleryInstrumentor  # noqa: PLC0415
    from opentelemetry.instrumentation.django import DjangoInstrumentor  # noqa: PLC0415
    from opentelemetry.instrumentation.psycopg import PsycopgInstrumentor  # noqa: PLC0415
    from opentelemetry.sdk.resources import Resource  # noqa: PLC0415
    from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
    from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415

    if isinstance(trace.get_tracer_provider(), TracerProvider):
        return
    provider = TracerProvider(resource=Resource.create({"service.name": "loadline"}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace.set_tracer_provider(provider)
    DjangoInstrumentor().instrument(request_hook=_name_span)
    CeleryInstrumentor().instrument()  # type: ignore[no-untyped-call]
    PsycopgInstrumentor().instrument(skip_dep_check=True)


def _name_span(span: Any, request: Any) -> None:
    """A trace names the request as log lines do; its path may be a one-time link."""
    span.set_attribute("loadline.request_id", getattr(request, "request_id", ""))
    for name in ("http.url", "http.target", "url.path", "url.full"):
        span.set_attribute(name, mask_path(request.path))


# Tasks, in the worker's processes.


_began: dict[str, float] = {}


@signals.task_prerun.connect
def _task_begins(task_id: str = "", task: Any = None, **_: Any) -> None:
    _began[task_id] = time.perf_counter()
    # Whose request asked for it; a sweep's is its own.
    request_id = getattr(task.request, "loadline_request_id", None) or task_id
    structlog.contextvars.bind_contextvars(request_id=request_id)


@signals.task_postrun.connect
def _task_ends(task_id: str = "", task: Any = None, state: str | None = None, **_: Any) -> None:
    structlog.contextvars.unbind_contextvars("request_id")
    name, began = task.name, _began.pop(task_id, None)
    metrics.tasks.labels(name, state or "lost").inc()
    if began is not None:
        metrics.task_seconds.labels(name).observe(time.perf_counter() - began)
    if state == "SUCCESS":
        metrics.task_success.labels(name).set_to_current_time()
        if name in scheduled():
            health.beat(f"task:{name}")


@cache
def scheduled() -> dict[str, float]:
    """The tasks that `beat` sends, each with the seconds from one to the next; heartbeats are none of them."""
    entries = current_app.conf.beat_schedule.values()
    return {
        each["task"]: float(each["schedule"]) for each in entries if each["task"] != health.heartbeat.name
    }
