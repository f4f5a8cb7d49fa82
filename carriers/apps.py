from django.apps import AppConfig


class CarriersConfig(AppConfig):
    """Motor carriers."""

    name = "carriers"
