from django.apps import AppConfig

from config.celery import app as celery_app

__all__ = ["ConfigConfig", "celery_app"]


class ConfigConfig(AppConfig):
    """Holds `manage.py up` and `create_demo`; importing it makes Celery's app the current one."""

    name = "config"
