"""The `worker` and `beat` processes; queues and routes stand in settings."""

import os
import sys

import celery.app.amqp  # noqa: F401 - before a thread and the loop both ask for it at once
from celery import Celery
from celery.signals import setup_logging
from django.conf import settings

from config.local.folder import CHECKOUT

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
