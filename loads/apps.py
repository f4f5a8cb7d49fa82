from django.apps import AppConfig


class LoadsConfig(AppConfig):
    """Loads, their stops and the events that told of them."""

    name = "loads"
