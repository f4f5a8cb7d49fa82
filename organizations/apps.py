from django.apps import AppConfig
from django.db.models.signals import post_migrate


class OrganizationsConfig(AppConfig):
    """The ground."""

    name = "organizations"

    def ready(self) -> None:
        """Let `migrate` fill the gazetteer, and listen to allauth."""
        # Models are there only now.
        from organizations.gazetteer.loading import load_after_migrate  # noqa: PLC0415
        from organizations.people import trail  # noqa: PLC0415

        trail.connect()
        post_migrate.connect(load_after_migrate, sender=self)
