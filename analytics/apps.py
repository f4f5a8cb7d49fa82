"""The analytics package."""

from django.apps import AppConfig


class AnalyticsConfig(AppConfig):
    """What happened."""

    name = "analytics"
