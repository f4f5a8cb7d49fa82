"""The `worker` and `beat` processes; queues, routes and the beat schedule stand in settings."""

import os

from celery import Celery
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("loadline")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def _keep_django_logging(**_kwargs: object) -> None:
    """Settings have configured the logs already; Celery would replace them."""
