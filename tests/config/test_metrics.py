"""`/metrics`: who may read it, what it tells, and that nothing of a tenant's is in it."""

import os
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from datetime import timedelta

import pytest
import structlog
from celery import current_app
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from calls.states import CallStatus
from config import observing
from config.local.folder import CHECKOUT
from organizations import metrics
from organizations.tenancy import queueing
from organizations.tenancy.states import DeliveryStatus, SwitchedOff
from tests.factories import CallFactory, DeliveryFactory, EventEndpointFactory, EventFactory
from tests.waiting import listens, wait_until

pytestmark = pytest.mark.sampled(8)

TOKEN = "a token for figures"


def values_of(text):
    """Every sample: its name and labels, and the value."""
    return {
        (sample.name, *sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


@pytest.fixture
def figures(settings):
    """What is told now."""
    settings.METRICS_TOKEN = TOKEN

    def look(looked=()):
        status, _, body = metrics.answer(f"Bearer {TOKEN}", looked)
        assert status == 200
        return values_of(body.decode())

    return look


@pytest.mark.parametrize(("token", "given", "status"), [
    ("", None, 404),
    ("", "Bearer ", 404),
    (TOKEN, None, 401),
    (TOKEN, "Bearer wrong", 401),
    (TOKEN, "Bearer é", 401),
    (TOKEN, f"Bearer {TOKEN}", 200),
])  # fmt: skip
def test_figures_are_for_who_has_the_token(settings, token, given, status):
    settings.METRICS_TOKEN = token
    assert metrics.answer(given)[0] == status


def test_request_is_counted_by_its_pattern(api, figures):
    before = figures()
    assert api.get("/api/v1/calls?startTime=2026-01-01&endTime=2026-02-01").status_code == 200
    assert api.get("/nowhere/4321/").status_code == 404

    after = figures()
    route = ("route", "api/v1/calls")
    [key] = [
        each
        for each in after
        if each[0] == "loadline_requests_total" and route in each and ("status", "200") in each
    ]
    assert after[key] - before.get(key, 0) == 1
    assert ("loadline_request_seconds_count", route) in after
    assert not any("4321" in str(key) for key in after)


def test_queue_is_told_by_age_and_length(in_acme, figures):
    now = timezone.now()
    CallFactory(organization=in_acme, status_changed_at=now - timedelta(seconds=90))
    CallFactory(organization=in_acme, status_changed_at=now, not_before=now + timedelta(hours=1))
    CallFactory(organization=in_acme, status=CallStatus.ANSWERED, status_changed_at=now)

    found = figures(observing.LOOKED)

    assert found["loadline_calls", ("status", "QUEUED")] == 2
    assert found["loadline_calls", ("status", "ANSWERED")] == 1
    assert found["loadline_calls", ("status", "DIALING")] == 0
    assert 90 <= found["loadline_call_queue_age_seconds",] < 150
    assert found["loadline_rollup_marks",] >= 0
    assert found["loadline_queue_messages", ("queue", "calls")] >= 0


@pytest.fixture
def other_endpoints(in_acme):
    """One that fails for an hour, one that failed until it was switched off, one that somebody turned off."""
    hour_ago = timezone.now() - timedelta(hours=1)
    failing = EventEndpointFactory(organization=in_acme, failing_since=hour_ago)
    DeliveryFactory(
        organization=in_acme,
        endpoint=failing,
        status=DeliveryStatus.PENDING,
        due_at=timezone.now() - timedelta(minutes=10),
        first_tried_at=hour_ago,
    )
    for reason in (SwitchedOff.FAILING, SwitchedOff.BY_HAND):
        off = EventEndpointFactory(
            organization=in_acme, switched_off_at=hour_ago, switched_off_for=reason, failing_since=hour_ago
        )
        DeliveryFactory(
            organization=in_acme, endpoint=off, status=DeliveryStatus.CANCELED, first_tried_at=hour_ago
        )


def test_deliveries_are_told_by_state_and_age(in_acme, other_endpoints, figures):
    now = timezone.now()
    well = EventEndpointFactory(organization=in_acme)
    for number, (status, due_at) in enumerate([
        (DeliveryStatus.PENDING, now - timedelta(seconds=90)),
        (DeliveryStatus.PENDING, now + timedelta(hours=1)),
        (DeliveryStatus.WAITING, None),
        (DeliveryStatus.DELIVERED, None),
    ]):  # fmt: skip
        event = EventFactory(organization=in_acme, conversation=f"talk:{number}")
        DeliveryFactory(organization=in_acme, endpoint=well, event=event, status=status, due_at=due_at)

    found = figures(observing.LOOKED)

    told = {
        status: found["loadline_event_deliveries", ("status", status)]
        for status in ("PENDING", "WAITING", "SENDING")
    }
    assert told == {"PENDING": 3, "WAITING": 1, "SENDING": 0}
    assert ("loadline_event_deliveries", ("status", "DELIVERED")) not in found
    assert 90 <= found["loadline_event_delivery_age_seconds", ("state", "due")] < 150
    assert 3600 <= found["loadline_event_delivery_age_seconds", ("state", "failing")] < 3660
    states = {
        state: found["loadline_event_endpoints", ("state", state)] for state in ("well", "failing", "off")
    }
    assert states == {"well": 1, "failing": 1, "off": 1}


def test_nobody_waits_for_a_suspended_organization(in_acme, other_endpoints, figures):
    type(in_acme).objects.filter(pk=in_acme.pk).update(suspended_at=timezone.now())
    found = figures(observing.LOOKED)
    assert found["loadline_event_delivery_age_seconds", ("state", "failing")] == 0


def test_database_is_asked_ten_times(in_acme, figures, django_assert_num_queries):
    with django_assert_num_queries(10):
        figures(observing.LOOKED)


def test_labels_name_no_tenant(in_acme, figures):
    CallFactory(organization=in_acme)
    text = str(list(figures(observing.LOOKED)))
    assert in_acme.slug not in text
    assert "+1" not in text


def test_task_is_counted_with_its_end(figures):
    current_app.loader.import_default_modules()
    task = current_app.tasks["calls.tasks.sweep_calls"]
    observing._task_begins(task_id="one", task=task)
    observing._task_ends(task_id="one", task=task, state="SUCCESS")
    found = figures()
    name = ("task", task.name)
    assert found["loadline_tasks_total", ("state", "SUCCESS"), name] >= 1
    assert found["loadline_task_last_success_timestamp_seconds", name] > 1_700_000_000


def test_request_is_known_to_the_task_that_it_asked_for(monkeypatch):
    sent = []
    monkeypatch.setattr(
        type(current_app._get_current_object()), "send_task", lambda app, *_, **more: sent.append(more)
    )
    with structlog.contextvars.bound_contextvars(request_id="of-a-request"):
        queueing._send_soon("calls.tasks.sweep_calls", ())
    wait_until(lambda: sent, "the message left")
    assert sent[0]["headers"] == {"loadline_request_id": "of-a-request"}

    current_app.loader.import_default_modules()
    task = current_app.tasks["calls.tasks.sweep_calls"]
    task.push_request(**sent[0]["headers"])
    try:
        observing._task_begins(task_id="two", task=task)
        assert structlog.contextvars.get_contextvars()["request_id"] == "of-a-request"
        observing._task_ends(task_id="two", task=task, state="SUCCESS")
        assert "request_id" not in structlog.contextvars.get_contextvars()
    finally:
        task.pop_request()


SERVED = """
import os, sys
sys.path.insert(0, ROOT)
import config.web as web
from django.http import HttpResponse
from organizations import metrics

def django(environ, start_response):
    metrics.count_request("GET", environ["HTTP_X_WORKER"], 200, 0.01)
    start_response("200 OK", [])
    return HttpResponse(str(os.getpid()))

web.observing.LOOKED.clear()
application = web.Web(django, threads=2)
"""


def fetched(port, path, **headers):
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers=headers)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return answer.read().decode()


@pytest.mark.deep
def test_any_worker_answers_for_all(tmp_path):
    (tmp_path / "served.py").write_text(SERVED.replace("ROOT", repr(str(CHECKOUT))))
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    command = (
        f"-m granian --host 127.0.0.1 --port {port} --interface rsgi --no-ws --workers 2 served:application"
    )
    environment = os.environ | {
        "PROMETHEUS_MULTIPROC_DIR": str(tmp_path / "figures"),
        "LOADLINE_METRICS_TOKEN": TOKEN,
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    server = subprocess.Popen([sys.executable, *command.split()], cwd=tmp_path, env=environment)
    try:
        wait_until(lambda: listens(port), "web listens")
        seen, asked = set(), 0
        while len(seen) < 2 and asked < 500:
            seen.add(fetched(port, "/", **{"X-Worker": "it", "Connection": "close"}))
            asked += 1
        assert len(seen) == 2

        for _ in range(5):
            found = values_of(fetched(port, "/metrics", Authorization=f"Bearer {TOKEN}"))
            assert found["loadline_request_seconds_count", ("route", "it")] == asked
        with pytest.raises(urllib.error.HTTPError, match="401"):
            fetched(port, "/metrics")
    finally:
        server.terminate()
        server.wait(timeout=30)


def test_reports_hold_no_secret():
    event = {
        "request": {
            "url": "https://loadline.example/invitations/abcdefgh12345678/?number=1",
            "data": {"maxRate": 1953},
            "cookies": {"loadline_session": "x"},
            "headers": {"Authorization": "Bearer secret"},
            "query_string": "number=1",
        },
        "user": {"email": "dana@acme.example"},
        "exception": {"values": [{"type": "ValueError", "value": "no such number: +13125550142"}]},
        "logentry": {"message": "called (312) 555-0142", "params": ["+13125550142"]},
    }
    told = str(observing.masked(event))
    assert "ValueError" in told
    assert "0142" in told
    for secret in ("312", "abcdefgh", "1953", "secret", "dana", "number=1", "loadline_session"):
        assert secret not in told


UNSET = """
import django
django.setup()
import sys
import config.observing
print([name for name in sys.modules if name.startswith(("sentry_sdk", "opentelemetry.instrumentation"))])
"""
SET = """
import django
django.setup()
import sentry_sdk
from opentelemetry import trace
print(sentry_sdk.get_client().is_active(), type(trace.get_tracer_provider()).__module__)
"""


@pytest.mark.parametrize(("code", "more", "expected"), [
    (UNSET, {}, "[]"),
    pytest.param(SET, {"SENTRY_DSN": "http://key@127.0.0.1:9/1", "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9",
                       "OTEL_BSP_EXPORT_TIMEOUT": "100", "OTEL_EXPORTER_OTLP_TIMEOUT": "1"},
                 "True opentelemetry.sdk.trace", marks=pytest.mark.deep),
])  # fmt: skip
def test_telemetry_is_imported_where_it_is_asked_for(code, more, expected):
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings"} | more
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=CHECKOUT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.stdout.strip() == expected, done.stderr
