from django.apps import AppConfig


class CarriersConfig(AppConfig):
    name = "carriers"
