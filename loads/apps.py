from django.apps import AppConfig


class LoadsConfig(AppConfig):
    name = "loads"
