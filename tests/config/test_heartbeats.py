"""Heartbeats: what is heard of processes and queues, and that whoever hears nothing any more doesn't look well."""

import json
import logging
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import ExitStack
from pathlib import Path

import pytest
from celery import current_app
from django.conf import settings
from prometheus_client.parser import text_string_to_metric_families
from redis import Redis

from config import health, observing
from config.local.folder import CHECKOUT
from organizations import logs, metrics
from tests.exchange import free_port
from tests.waiting import wait_until

QUEUES = {name for names in settings.WORKER_QUEUES.values() for name in names}


@pytest.fixture(autouse=True)
def heard():
    """Nobody was heard of before."""
    redis = health._client(settings.REDIS_URL)
    redis.delete(health.HEARTBEATS)
    return redis


@pytest.fixture
def no_redis(monkeypatch):
    nobody = Redis(port=free_port())
    monkeypatch.setattr(health, "_client", lambda url: nobody)


def ages():
    """What `/metrics` tells of queues."""
    settings.METRICS_TOKEN, token = "token", settings.METRICS_TOKEN
    try:
        _, _, body = metrics.answer("Bearer token", observing.LOOKED[-1:])
    finally:
        settings.METRICS_TOKEN = token
    families = {family.name: family for family in text_string_to_metric_families(body.decode())}
    found = families["loadline_queue_heartbeat_age_seconds"].samples
    return {sample.labels["queue"]: sample.value for sample in found}


def test_heartbeat_is_told_by_its_age(heard):
    health.heartbeat("queue:calls")
    heard.zadd(health.HEARTBEATS, {"queue:mail": time.time() - 90})

    told = ages()

    assert set(told) == QUEUES
    assert 0 <= told["calls"] < 30
    assert 90 <= told["mail"] < 120
    assert told["rollups"] == float("inf")


def test_names_are_forgotten(heard):
    heard.zadd(health.HEARTBEATS, {"worker:gone:7": time.time() - health.KEPT - 1})
    health.beat("worker:here:8")
    assert set(health.heartbeats()) == {"worker:here:8"}


@pytest.mark.deep
def test_redis_away_stops_nobody(no_redis):
    health.beat("web:here:1")
    assert ages() == {}


def test_beat_sends_through_every_queue():
    sent = [
        (entry["args"][0], entry["options"]["queue"], entry["schedule"])
        for entry in current_app.conf.beat_schedule.values()
        if entry["task"] == health.heartbeat.name
    ]
    assert {f"queue:{queue}" for queue in QUEUES} == {name for name, _, _ in sent}
    assert all(name == f"queue:{queue}" and every <= health.LATE / 3 for name, queue, every in sent)


def test_sweep_is_heard_of_when_it_ended_well():
    current_app.loader.import_default_modules()
    task = current_app.tasks["calls.tasks.sweep_calls"]
    observing._task_ends(task_id="one", task=task, state="FAILURE")
    assert not health.heartbeats()
    observing._task_ends(task_id="one", task=task, state="SUCCESS")
    assert set(health.heartbeats()) == {"task:calls.tasks.sweep_calls"}


@pytest.mark.parametrize(("name", "words", "is_kept"), [
    ("celery.worker.strategy", "Task config.health.heartbeat[1] received", False),
    ("celery.app.trace", "Task config.health.heartbeat[1] raised unexpected: ValueError()", True),
    ("celery.worker.strategy", "Task calls.tasks.sweep_calls[1] received", True),
    ("elsewhere", "config.health.heartbeat", True),
])  # fmt: skip
def test_heartbeats_fill_no_logs(name, words, is_kept):
    level = logging.ERROR if "raised" in words else logging.INFO
    record = logging.LogRecord(name, level, "", 0, words, None, None)
    assert logs.is_worth_a_line(record) is is_kept


# What a worker's main process makes of it.


class Clock:
    def __init__(self, monkeypatch):
        self.now = 1000.0
        monkeypatch.setattr(health.time, "monotonic", lambda: self.now)

    def go_on(self, seconds, *each_second):
        for _ in range(seconds):
            self.now += 1
            for do in each_second:
                do()


@pytest.fixture
def clock(monkeypatch):
    return Clock(monkeypatch)


def test_worker_is_ready_once_it_hears_itself(clock):
    worker = health.Health()
    assert worker.lives
    assert not worker.is_ready
    worker.sent()
    assert not worker.is_ready
    worker.hear()
    assert worker.is_ready


def test_deaf_worker_is_neither_ready_nor_alive(clock):
    worker = health.Health()
    worker.sent(), worker.hear()
    clock.go_on(60, worker.turn, worker.sent)
    assert worker.is_ready
    clock.go_on(2, worker.turn, worker.sent)
    assert worker.checks() == {"loop": "ok", "broker": "ok", "messages": "deaf"}
    assert not worker.is_ready
    assert not worker.lives
    worker.hear()
    assert worker.is_ready
    assert worker.lives


def test_busy_worker_is_not_deaf(clock):
    room = [False]
    worker = health.Health(lambda: room[0])
    worker.sent(), worker.hear()
    clock.go_on(300, worker.turn, worker.sent)
    assert worker.is_ready
    room[0] = True
    assert not worker.is_ready


def test_worker_without_a_broker_lives_and_waits(clock):
    worker = health.Health()
    worker.sent(), worker.hear(), worker.sent()
    clock.go_on(600, worker.turn, worker.not_sent)
    assert worker.checks() == {"loop": "ok", "broker": "failed", "messages": "ok"}
    assert not worker.is_ready
    assert worker.lives


def test_worker_whose_loop_stands_still_is_dead_unless_it_ends(clock):
    worker = health.Health()
    worker.sent(), worker.hear()
    clock.go_on(61, worker.sent, worker.hear)
    assert worker.checks()["loop"] == "stuck"
    assert not worker.lives
    worker.end()
    assert worker.lives
    assert not worker.is_ready


@pytest.mark.parametrize("is_abstract", [False, True])
def test_systemd_is_told(tmp_path, monkeypatch, is_abstract):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        name = f"@{tmp_path}" if is_abstract else str(tmp_path / "notify")
        systemd.bind(name.replace("@", "\0"))
        systemd.settimeout(10)
        monkeypatch.setenv("NOTIFY_SOCKET", name)
        health._notify_systemd(b"WATCHDOG=1")
        assert systemd.recv(100) == b"WATCHDOG=1"


# Real ones, in a hurry.


HURRIED = """
import os
import sys
from config import health
health.EVERY, health.LATE = 0.2, 5.0
from celery.__main__ import main

def nowhere(worker):  # once the file is there, what it sends itself never comes
    return own_queue(worker if not os.path.exists(os.environ["DEAF"]) else "nobody")

own_queue, health.own_queue = health.own_queue, nowhere
sys.argv = ["celery", "-A", "config", *sys.argv[1:]]
sys.exit(main())
"""
EMPTY_DATABASE = "15"  # of Redis: no test run uses it


class Process:
    """A worker or beat, and what it answers."""

    def __init__(self, *arguments, deaf):
        self.port = port = free_port()
        environment = os.environ | {
            "LOADLINE_METRICS_PORT": str(port),
            "DEAF": str(deaf),
            "LOADLINE_REDIS_DB": EMPTY_DATABASE,
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }
        self.process = subprocess.Popen(
            [sys.executable, "-c", HURRIED, *arguments], cwd=CHECKOUT, env=environment
        )

    def asked(self, path):
        """Status and checks; 0 where nobody answers."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=10) as answer:
                return answer.status, json.load(answer)["checks"]
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)["checks"]
        except OSError:
            return 0, {}

    def stop(self):
        self.process.terminate()
        self.process.wait(60)


@pytest.mark.deep
def test_worker_that_hears_nothing_any_more_is_told_from_one_that_does(tmp_path):
    url = settings.REDIS_URL.partition("?")[0] + f"?db={EMPTY_DATABASE}"
    with ExitStack() as until, Redis.from_url(url) as redis:
        redis.flushdb()
        deaf = tmp_path / "deaf"
        worker = Process(
            *("worker", "-n", "worker@here", "-Q", "calls,mail", "--concurrency", "1", "-l", "WARNING"),
            "--without-gossip",
            deaf=deaf,
        )
        until.callback(worker.stop)
        beat = Process(*f"beat -l WARNING --pidfile= --schedule {tmp_path / 'schedule'}".split(), deaf=deaf)
        until.callback(beat.stop)
        wait_until(lambda: worker.asked("/readyz")[0] == 200, lambda: worker.asked("/readyz"))
        wait_until(lambda: beat.asked("/readyz")[0] == 200, lambda: beat.asked("/readyz"))

        def told():
            return {name.decode() for name in redis.zrange(health.HEARTBEATS, 0, -1)}

        wait_until(lambda: {"queue:calls", "queue:mail"} <= told(), told)
        assert any(name.startswith("worker:here:") for name in told())
        assert "queue:rollups" not in told()

        deaf.touch()
        wait_until(lambda: worker.asked("/livez")[0] == 503, lambda: worker.asked("/livez"))
        assert worker.asked("/readyz")[1] == {"loop": "ok", "broker": "ok", "messages": "deaf"}
        assert beat.asked("/readyz")[0] == 200


def test_folder_that_one_stands_in_holds_no_modules_of_ours(tmp_path):
    (tmp_path / "calls.py").write_text("raise SystemExit('taken for ours')")
    script = tmp_path / "elsewhere" / "script.py"
    script.parent.mkdir()
    script.write_text("import config.celery, calls; print(calls.__file__)")
    environment = os.environ | {"PYTHONPATH": str(CHECKOUT), "DJANGO_SETTINGS_MODULE": "config.settings"}
    told = subprocess.run(
        [sys.executable, str(script)],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )

    assert told.stdout == f"{CHECKOUT / 'calls' / '__init__.py'}\n", told.stderr


@pytest.mark.deep
def test_workers_that_a_deployment_starts_in_our_folder_find_our_modules():
    """`deploy/run` starts the script `celery`, which doesn't put this folder on the path itself."""
    script = Path(sys.executable).with_name("celery")
    told = subprocess.run(
        [str(script), "-A", "config", "--skip-checks", "report"],
        cwd=CHECKOUT,
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert "No module named" not in told.stdout + told.stderr
    assert "software" in told.stdout, told.stderr
