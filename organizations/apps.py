from django.apps import AppConfig


class OrganizationsConfig(AppConfig):
    """The ground."""

    name = "organizations"
