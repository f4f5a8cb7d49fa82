"""What Prometheus is told: requests, dials, calls, relay steps, language models and tasks of one kind of process.

All workers of a process write into one folder (`PROMETHEUS_MULTIPROC_DIR`, of each process its own), from which any of
them answers for all. No label bears a tenant's data: routes are patterns, everything else a word of ours.
"""

import hmac
import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from django.conf import settings
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import REGISTRY, Collector

# Seconds. A page has half a second, the database fifteen; a word on the telephone has less than one.
PAGES = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15)
TALKS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2)
WORK = (0.05, 0.25, 1, 5, 15, 60, 300)

requests = Counter("loadline_requests", "Requests answered by Django.", ["method", "route", "status"])
request_seconds = Histogram("loadline_request_seconds", "How long they took.", ["route"], buckets=PAGES)
dials = Counter("loadline_dials", "Answers of the provider to being asked to dial.", ["outcome"])
calls_ended = Counter("loadline_calls_ended", "Calls that ended.", ["direction", "status"])
relay_seconds = Histogram(
    "loadline_relay_step_seconds",
    "A step of a talk, from the message to what is to be said.",
    ["step"],
    buckets=TALKS,
)
model_seconds = Histogram(
    "loadline_model_first_word_seconds", "How long a language model took to its first word.", buckets=TALKS
)
model_failures = Counter(
    "loadline_model_failures", "Answers of a language model that didn't come, or not in time."
)
model_tokens = Counter(
    "loadline_model_tokens", "Tokens of the installation's own language model, as it told them.", ["kind"]
)
model_cost = Counter("loadline_model_cost_dollars", "What they cost, by the prices of the settings.")
deliveries = Counter("loadline_event_attempts", "Attempts to tell an endpoint of an event.", ["outcome"])
tasks = Counter("loadline_tasks", "Tasks that ended.", ["task", "state"])
task_seconds = Histogram("loadline_task_seconds", "How long they took.", ["task"], buckets=WORK)
task_success = Gauge(
    "loadline_task_last_success_timestamp_seconds",
    "When a task last ended well.",
    ["task"],
    multiprocess_mode="mostrecent",
)

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

type Answer = tuple[int, str, bytes]
"""Status, content type and body."""


def count_request(method: str, route: str | None, status: int, seconds: float) -> None:
    """Count a request; `route` is the URL's pattern, None where there is none."""
    route = (route or "unknown").removesuffix(r"/?\Z")  # as the API's patterns end
    requests.labels(method if method in METHODS else "other", route, status).inc()
    request_seconds.labels(route).observe(seconds)


@contextmanager
def timed(histogram: Histogram) -> Iterator[None]:
    """Observe how long the block takes, however it ends."""
    began = time.perf_counter()
    try:
        yield
    finally:
        histogram.observe(time.perf_counter() - began)


class Looked(Collector):
    """Figures that are looked up when they are asked for: names and words, each with the look-up of its values."""

    def __init__(
        self, name: str, words: str, label: str, look: Callable[[], Iterable[tuple[str, float]]]
    ) -> None:
        self.name, self._words, self._label, self.look = name, words, label, look

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """The values now."""
        family = GaugeMetricFamily(self.name, self._words, labels=[self._label] if self._label else None)
        for value, number in self.look():
            family.add_metric([value] if self._label else [], number)
        yield family


def answer(authorization: str | None, looked: Iterable[Looked] = ()) -> Answer:
    """The answer to `GET /metrics`: 404 without a token in the settings, 401 without it in the request."""
    token = settings.METRICS_TOKEN
    if not token:
        return 404, "text/plain", b""
    given = (authorization or "").removeprefix("Bearer ").strip()
    if not hmac.compare_digest(given.encode(), token.encode()):
        return 401, "text/plain", b"Give the token of LOADLINE_METRICS_TOKEN as a bearer.\n"
    own = CollectorRegistry()
    for each in looked:
        own.register(each)
    return 200, CONTENT_TYPE_LATEST, generate_latest(_kept()) + generate_latest(own)


def _kept() -> CollectorRegistry:
    """What all workers of this process have counted; without a folder this one alone."""
    folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    if not folder:
        return REGISTRY
    registry = CollectorRegistry()
    MultiProcessCollector(registry, folder)
    return registry
