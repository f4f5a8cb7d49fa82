"""The page of Django admin that says how the service is: what it tells, to whom, and at what cost."""

import time
from datetime import UTC, datetime, timedelta

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from redis import Redis

from calls.states import CallStatus
from config import health, observing
from organizations.models import AuditEntry
from organizations.tenancy.states import DeliveryStatus, SwitchedOff
from tests.exchange import free_port
from tests.factories import (
    CallFactory,
    DeliveryFactory,
    EventEndpointFactory,
    EventFactory,
    OrganizationFactory,
    UserFactory,
)

URL = "/admin/status/"
KINDS = ("web", "live", *settings.WORKER_QUEUES, "beat")


@pytest.fixture
def heard():
    """Redis, where everybody was heard of just now."""
    redis = health._client(settings.REDIS_URL)
    redis.delete(health.HEARTBEATS)
    now = time.time()
    queues = (name for names in settings.WORKER_QUEUES.values() for name in names)
    names = [
        *(f"{kind}:host:{number}" for number, kind in enumerate(KINDS, 100)),
        *(f"queue:{name}" for name in queues),
        *(f"task:{name}" for name in observing.scheduled()),
    ]
    redis.zadd(health.HEARTBEATS, dict.fromkeys(names, now))
    return redis


@pytest.fixture
def desk(client, db):
    client.force_login(UserFactory(is_staff=True, is_superuser=True))
    return client


def lines(response):
    """Each line of the page by its name."""
    return {line.name: line for part in response.context["parts"].values() for line in part}


def wrong(response):
    return [line.name for line in response.context["wrong"]]


def test_all_is_well(desk, heard):
    response = desk.get(URL)

    assert wrong(response) == []
    assert "All is well." in response.text
    assert lines(response)["web"].value == "1 running"
    assert lines(response)["calls"].value == "0 waiting"


def test_process_that_is_gone_or_silent_or_doubled_is_told(desk, heard):
    now = time.time()
    heard.zrem(health.HEARTBEATS, "live:host:101")
    heard.zadd(
        health.HEARTBEATS,
        {"web:host:7": now - 300, "web:host:8": now - 7200, "beat:other:9": now, "live:host:6": now - 90},
    )

    response = desk.get(URL)
    told = lines(response)

    assert wrong(response) == ["live", "beat"]
    assert told["live"].note == "host:6 silent for 90 sec"
    assert told["web"].note == "host:100, host:7 silent for 5 min"
    assert "twice" in told["beat"].wrong


def test_queue_that_nobody_takes_from_is_told(desk, heard):
    heard.zadd(health.HEARTBEATS, {"queue:calls": time.time() - 120})
    heard.zrem(health.HEARTBEATS, "queue:mail")

    response = desk.get(URL)

    assert wrong(response) == ["calls", "mail"]
    assert lines(response)["mail"].note == "taken by worker; last heartbeat never"


def test_scheduled_task_without_success_is_told(desk, heard):
    now = time.time()
    heard.zadd(
        health.HEARTBEATS,
        {
            "task:calls.tasks.sweep_calls": now - 170,
            "task:bids.tasks.sweep_outreaches": now - 190,
            "task:organizations.tasks.forget_sessions": now - 170_000,
        },
    )
    heard.zrem(health.HEARTBEATS, "task:analytics.tasks.roll_up_changes")

    assert wrong(desk.get(URL)) == ["roll up changes", "sweep outreaches"]


def test_task_that_runs_seldom_is_waited_for_in_a_new_installation(desk, heard):
    seldom = ("carriers.tasks.sweep_vetting", "organizations.tasks.forget_sessions")
    heard.zrem(health.HEARTBEATS, *(f"task:{name}" for name in seldom))

    response = desk.get(URL)
    assert wrong(response) == []
    assert lines(response)["sweep vetting"].note == "last ended well never"

    heard.zadd(health.HEARTBEATS, dict.fromkeys((f"task:{name}" for name in seldom), time.time() - 175_000))
    assert wrong(desk.get(URL)) == ["sweep vetting", "forget sessions"]


def test_call_that_nobody_dials_is_told(desk, heard):
    now = timezone.now()
    CallFactory(status=CallStatus.QUEUED, status_changed_at=now - timedelta(seconds=45))
    assert wrong(desk.get(URL)) == []

    CallFactory(status=CallStatus.QUEUED, status_changed_at=now - timedelta(minutes=5))
    response = desk.get(URL)
    assert wrong(response) == ["Oldest call due"]
    assert lines(response)["Oldest call due"].value == "waits 5 min"
    assert lines(response)["Calls that haven't ended"].value == "2"


def test_endpoints_that_need_somebody_are_told_with_the_way_there(desk, heard):
    now = timezone.now()
    failing = EventEndpointFactory(
        url="https://tms.example/hooks/s3cret", failing_since=now - timedelta(hours=3)
    )
    EventEndpointFactory(
        url="https://gone.example/",
        switched_off_at=now - timedelta(days=4),
        switched_off_for=SwitchedOff.GONE,
    )
    EventEndpointFactory(switched_off_at=now, switched_off_for=SwitchedOff.BY_HAND)
    event = EventFactory(organization=failing.organization)
    DeliveryFactory(
        organization=failing.organization,
        endpoint=failing,
        event=event,
        status=DeliveryStatus.PENDING,
        first_tried_at=now - timedelta(hours=2),
    )

    response = desk.get(URL)
    told = lines(response)

    name = f"{failing.organization.name}: tms.example"
    assert told[name].value == "failing for 3 hr"
    assert told["Endpoints"].value == "0 well, 1 failing, 1 off"
    assert told["Oldest at a failing endpoint"].value == "tried for 2 hr"
    assert [each for each in wrong(response) if each.endswith("gone.example")]
    assert len(wrong(response)) == 2
    assert "s3cret" not in response.text
    assert desk.get(told[name].url).status_code == 200


def test_row_outside_its_months_is_told(desk, heard):
    AuditEntry.unscoped.create(organization=OrganizationFactory(), at=datetime(2090, 1, 1, tzinfo=UTC))

    response = desk.get(URL)

    name = "organizations_auditentry: rows outside its months"
    assert wrong(response) == [name]
    assert lines(response)[name].value == "1"


@pytest.mark.deep  # it waits for what is away
def test_page_is_there_while_redis_is_away(desk, heard, monkeypatch):
    nobody = Redis(port=free_port())
    monkeypatch.setattr(health, "_client", lambda url: nobody)

    response = desk.get(URL)

    assert response.status_code == 200
    assert "Redis" in wrong(response)


def test_page_is_for_superusers_and_stands_on_each_page_of_theirs(client, db, heard):
    client.force_login(UserFactory(is_staff=True))
    assert client.get(URL).status_code == 403
    assert URL not in client.get(reverse("admin:index")).text

    client.force_login(UserFactory(is_staff=True, is_superuser=True))
    assert client.post(URL).status_code == 405
    assert f'href="{URL}"' in client.get(reverse("admin:index")).text


def test_page_costs_the_same_however_much_there_is(desk, heard, django_assert_num_queries):
    for _ in range(3):
        EventEndpointFactory(failing_since=timezone.now())
        CallFactory(status=CallStatus.QUEUED, status_changed_at=timezone.now())

    with django_assert_num_queries(13):  # session and person, and eleven for figures
        desk.get(URL)
