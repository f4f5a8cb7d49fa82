"""Thousands of events to four receivers, while the process that sends is killed and Redis forgets everything.

`LOADLINE_EVENTS` says how many (2,500 unless told otherwise), `LOADLINE_EVENTS_A_SECOND` how fast they happen.
"""

import contextlib
import os
import random
import signal
import statistics
import subprocess
import sys
import threading
import time
from collections import defaultdict
from datetime import datetime

import pytest
from django.conf import settings
from django.db import connection, connections
from django.utils import timezone
from redis import Redis

from config.local import folder
from organizations.events import delivery, services, types
from organizations.models import Delivery, Event
from organizations.tenancy.actors import system
from organizations.tenancy.scope import scope
from organizations.tenancy.states import DeliveryStatus
from tests.organizations.events.receiving import is_signed, receiver
from tests.waiting import wait_until

pytestmark = [pytest.mark.deep, pytest.mark.django_db(transaction=True)]

EVENTS = int(os.environ.get("LOADLINE_EVENTS", "2500"))
A_SECOND = float(os.environ.get("LOADLINE_EVENTS_A_SECOND", "10"))
PER_CONVERSATION = 10
KILLS = 5
# As `bin/up` starts it, but for the pauses, which are to be over while the test lasts.
SENDER = """
from config.celery import app
import django
django.setup()
from datetime import timedelta
from organizations.events import delivery
delivery.PAUSES = [timedelta(milliseconds=300)]
app.worker_main(["worker", "-n", "sender@test", "-Q", "deliveries", "--pool", "threads", "--concurrency", "16",
    "--without-gossip", "--without-mingle", "-l", "WARNING"])
"""


class Sender:
    """The process that sends."""

    def start(self):
        database = folder.database_url().rpartition("/")[0] + f"/{connection.settings_dict['NAME']}"
        environment = os.environ | {
            "DATABASE_URL": database,
            "REDIS_URL": settings.REDIS_URL,
            "CELERY_BROKER_URL": settings.CELERY_BROKER_URL,
            "LOADLINE_LOCAL": "1",
            "LOADLINE_DATABASE_CONNECTIONS": "",
            "PYTHONWARNINGS": "ignore",
        }
        self.process = subprocess.Popen(
            [sys.executable, "-c", SENDER], cwd=folder.CHECKOUT, env=environment, start_new_session=True
        )

    def kill(self):
        """`kill -9`: no goodbye."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(60)


@pytest.fixture
def sender():
    """It, with sweeps beside, as `beat` would send them."""
    found, stop = Sender(), threading.Event()
    found.start()

    def sweep():
        while not stop.wait(1):
            with contextlib.suppress(Exception):  # Redis is away for a moment
                delivery.sweep(at=timezone.now())
        connections.close_all()

    sweeping = threading.Thread(target=sweep)
    sweeping.start()
    yield found
    stop.set()
    sweeping.join()
    found.kill()


def slow(request):
    time.sleep(0.1)
    return (200,)


def flaky(request):
    return (random.choice([200, 500]),)


def hangs(request):
    time.sleep(60)
    return (200,)


def happen(acme, number):
    with scope(acme.pk):
        types.record(
            "test",
            organization=acme,
            conversation=f"call:{number // PER_CONVERSATION}",
            payload=lambda: {"message": str(number)},
            at=timezone.now(),
        )


def latency(request):
    happened = datetime.fromisoformat(request.event["occurredAt"])
    return request.at - happened.timestamp()


def test_every_event_arrives_in_order_whoever_fails_hangs_or_is_killed(acme, sender, capsys):
    by = {"by": system("tests"), "at": timezone.now()}
    chance = random.Random(19)
    kills = sorted(chance.sample(range(EVENTS // 10, EVENTS), KILLS))
    flush_at = EVENTS // 2
    with contextlib.ExitStack() as stack:
        receivers = {
            name: stack.enter_context(receiver(answer))
            for name, answer in (
                ("healthy", lambda request: (200,)),
                ("slow", slow),
                ("flaky", flaky),
                ("hanging", hangs),
            )
        }
        with scope(acme.pk):
            made = {
                name: services.create_endpoint(organization=acme, url=found.url, **by)
                for name, found in receivers.items()
            }
        acme.refresh_from_db()
        begun = time.monotonic()
        for number in range(EVENTS):
            happen(acme, number)
            if number in kills:
                sender.kill()
                sender.start()
            if number == flush_at:
                with Redis.from_url(settings.REDIS_URL) as redis:
                    redis.flushdb()
            time.sleep(max(0.0, begun + number / A_SECOND - time.monotonic()))

        def arrived(name):
            with scope(acme.pk):
                rows = Delivery.objects.filter(endpoint=made[name].endpoint)
                return rows.filter(status=DeliveryStatus.DELIVERED).count() == EVENTS

        for name in ("healthy", "slow", "flaky"):
            wait_until(lambda name=name: arrived(name), f"all at {name}", seconds=600)
        sender.kill()

    assert Event.unscoped.filter(sequence=None).count() == 0
    for name in ("healthy", "slow", "flaky"):
        found = receivers[name].received
        assert {request.event["message"] for request in found} == {str(number) for number in range(EVENTS)}
        assert all(is_signed(request, made[name].secret, now=request.at) for request in found)
        firsts = defaultdict(list)
        for request in found:  # of repeats the first counts
            event = request.event
            if event["sequence"] not in firsts[event["message"][:-1]]:
                firsts[event["message"][:-1]].append(event["sequence"])
        assert all(order == sorted(order) for order in firsts.values()), name
        assert all(len(order) == PER_CONVERSATION for order in firsts.values())
    assert receivers["hanging"].received
    assert len(receivers["healthy"].received) < EVENTS * 1.1
    seen, waits = set(), []
    for request in receivers["healthy"].received:
        if request.event["id"] not in seen:
            seen.add(request.event["id"])
            waits.append(latency(request))
    told = {
        "median": statistics.median(waits),
        "p95": statistics.quantiles(waits, n=20)[-1],
        "max": max(waits),
    }
    with capsys.disabled():
        sys.stdout.write(f"\nseconds to the healthy receiver, of {EVENTS} events: {told}\n")
    assert told["median"] < 2, told
