"""Django admin's site, with a page beside the tables: how the service is, for operators."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

import structlog
from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver, path, reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views.decorators.http import require_safe
from redis.exceptions import RedisError

from config import health, observing
from organizations.models import EventEndpoint
from organizations.tenancy.states import SwitchedOff

log = structlog.get_logger(__name__)

# From when on something is wrong, as deploy/monitoring/alerts.yaml has it.
CALL_WAITS = 60.0  # seconds that a call due may wait
QUEUE_UNHEARD = 90.0  # seconds without a heartbeat
EVENT_WAITS = 120.0  # seconds that an event due may wait where the endpoint answers
MESSAGES_WAIT = 1000
MARKS_WAIT = 20_000
TASK_LATE = 180.0  # seconds, beside two turns of a task, without its success

OFTEN = 60.0  # seconds between two turns of a task that soon runs in a new installation
GONE = 3600.0  # seconds after which a silent process has ended, as each does at a new release
MAX_ENDPOINTS = 50


@dataclass(frozen=True)
class Line:
    """A line of the page: what is told, its figure in words, and what is wrong with it (empty: nothing)."""

    name: str
    value: str
    wrong: str = ""
    note: str = ""
    url: str = ""


class OperatorsSite(admin.AdminSite):
    """Django admin as everybody knows it; it has no sign-in page of its own."""

    login = method_decorator(secure_admin_login)(admin.AdminSite.login)

    def get_urls(self) -> list[URLResolver | URLPattern]:
        """Return the site's pages."""
        return [path("status/", self.admin_view(self.status), name="status"), *super().get_urls()]

    @method_decorator(require_safe)
    def status(self, request: HttpRequest) -> HttpResponse:
        """Show how processes, queues, tasks, calls and events are; to superusers, since it is about all tenants."""
        if not request.user.is_superuser:
            raise PermissionDenied
        parts = look()
        context = {
            **self.each_context(request),
            "title": "System status",
            "parts": parts,
            "wrong": [line for lines in parts.values() for line in lines if line.wrong],
            "now": timezone.now(),
        }
        return TemplateResponse(request, "admin/status.html", context)


def look() -> dict[str, list[Line]]:
    """How everything is now, by part; what can't be looked at is a line that says so."""
    figures = observing.figures()
    try:
        heard = health.heartbeats()
    except RedisError as error:
        log.warning("heartbeats not looked at", error=repr(error))
        return {"Redis": [Line("Redis", "away", "Doesn't answer.")], **_work(figures)}
    return {
        "Processes": list(_processes(heard)),
        "Queues": list(_queues(figures)),
        "Scheduled tasks": list(_tasks(heard)),
        **_work(figures),
    }


def _work(figures: observing.Figures) -> dict[str, list[Line]]:
    return {
        "Calls and analytics": list(_calls(figures)),
        "Tables by month": list(_partitions(figures)),
        "Event deliveries": list(_deliveries(figures)),
        "Event endpoints that need somebody": list(_endpoints()),
    }


def _processes(heard: dict[str, float]) -> Iterator[Line]:
    """Those of each kind that were heard of lately, and what kinds nobody runs."""
    for kind in ("web", "live", *settings.WORKER_QUEUES, "beat"):
        ages = {
            name.partition(":")[2]: age
            for name, age in heard.items()
            if name.startswith(f"{kind}:") and age < GONE
        }
        alive = sorted(name for name, age in ages.items() if age < health.LATE)
        silent = {name: age for name, age in sorted(ages.items()) if age >= health.LATE}
        wrong = "" if alive else "None was heard of in the last minute."
        if kind == "beat" and len(alive) > 1:
            wrong = "More than one runs: scheduled tasks come twice."
        note = ", ".join([*alive, *(f"{name} silent for {seconds(age)}" for name, age in silent.items())])
        yield Line(kind, f"{len(alive)} running", wrong, note)


def _queues(figures: observing.Figures) -> Iterator[Line]:
    messages, ages = figures["loadline_queue_messages"], figures["loadline_queue_heartbeat_age_seconds"]
    for worker, names in settings.WORKER_QUEUES.items():
        for name in names:
            waiting, age = messages.get(name), ages.get(name, math.inf)
            wrong = ""
            if waiting is None:
                wrong = "The message broker doesn't answer."
            elif age > QUEUE_UNHEARD:
                wrong = "Nobody takes anything from it."
            elif waiting > MESSAGES_WAIT:
                wrong = "Messages come faster than they are done."
            value = "unknown" if waiting is None else f"{waiting:,.0f} waiting"
            yield Line(name, value, wrong, f"taken by {worker}; last heartbeat {ago(age)}")


def _tasks(heard: dict[str, float]) -> Iterator[Line]:
    for name, every in sorted(observing.scheduled().items()):
        age, allowed = heard.get(f"task:{name}", math.inf), max(2 * every, TASK_LATE)
        # What runs seldom hasn't yet in a new installation, or since Redis was emptied.
        is_late = age > allowed and (every <= OFTEN or age < math.inf)
        words = name.rpartition(".")[2].replace("_", " ")
        wrong = "Hasn't ended well in time." if is_late else ""
        yield Line(words, f"every {seconds(every)}", wrong, f"last ended well {ago(age)}")


def _calls(figures: observing.Figures) -> Iterator[Line]:
    unfinished = figures["loadline_calls"]
    told = ", ".join(f"{count:,.0f} {status.lower()}" for status, count in unfinished.items())
    yield Line("Calls that haven't ended", f"{sum(unfinished.values()):,.0f}", "", told)
    waits = figures["loadline_call_queue_age_seconds"][""]
    yield Line("Oldest call due", f"waits {seconds(waits)}" if waits else "none", _over(waits, CALL_WAITS))
    marks = figures["loadline_rollup_marks"][""]
    wrong = "Analytics stay exact, but get slower." if marks > MARKS_WAIT else ""
    yield Line("Changes not rolled up yet", f"{marks:,.0f}", wrong)


def _partitions(figures: observing.Figures) -> Iterator[Line]:
    for table, count in figures["loadline_default_partition_rows"].items():
        wrong = "No month's partition is there for them: nobody makes any." if count else ""
        yield Line(f"{table}: rows outside its months", f"{count:,.0f}", wrong)


def _deliveries(figures: observing.Figures) -> Iterator[Line]:
    waiting, ages = figures["loadline_event_deliveries"], figures["loadline_event_delivery_age_seconds"]
    told = ", ".join(f"{count:,.0f} {status.lower()}" for status, count in waiting.items())
    yield Line("Events on their way", f"{sum(waiting.values()):,.0f}", "", told)
    due, failing = ages["due"], ages["failing"]
    yield Line("Oldest due event", f"waits {seconds(due)}" if due else "none", _over(due, EVENT_WAITS))
    yield Line("Oldest at a failing endpoint", f"tried for {seconds(failing)}" if failing else "none")
    counts = figures["loadline_event_endpoints"]
    yield Line(
        "Endpoints", f"{counts['well']:,.0f} well, {counts['failing']:,.0f} failing, {counts['off']:,.0f} off"
    )


def _over(waits: float, allowed: float) -> str:
    return f"Waits longer than {seconds(allowed)}: nobody does it." if waits > allowed else ""


def _endpoints() -> Iterator[Line]:
    """Those that fail, and those that Loadline turned off; not what somebody turned off on purpose."""
    bad = Q(switched_off_at=None, failing_since__isnull=False) | ~Q(
        switched_off_for__in=["", SwitchedOff.BY_HAND]
    )
    rows = EventEndpoint.unscoped.filter(bad).select_related("organization").order_by("-failing_since", "id")
    for row in rows[:MAX_ENDPOINTS]:
        is_off = row.switched_off_at is not None
        since = row.switched_off_at or row.failing_since
        assert since  # as the rows were asked for
        yield Line(
            # Its path may be as good as a password.
            f"{row.organization.name}: {urlsplit(row.url).hostname}",
            f"{'off' if is_off else 'failing'} for {seconds((timezone.now() - since).total_seconds())}",
            f"{row.get_switched_off_for_display()}." if is_off else "Doesn't take events.",
            url=reverse("admin:organizations_eventendpoint_change", args=[row.pk]),
        )


def seconds(span: float) -> str:
    """Return a span as `40 sec`, `12 min`, `3 hr` or `2 days`, rounded down."""
    for unit, length in (("days", 86_400), ("hr", 3600), ("min", 60)):
        if span >= length * (2 if unit == "min" else 1):
            return f"{span // length:.0f} {unit}"
    return f"{span:.0f} sec"


def ago(age: float) -> str:
    """Return how long ago something was, in words."""
    return f"{seconds(age)} ago" if age < math.inf else "never"
