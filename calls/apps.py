from django.apps import AppConfig


class CallsConfig(AppConfig):
    """Conversations by phone."""

    name = "calls"
