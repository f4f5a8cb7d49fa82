from django.apps import AppConfig
from django.db.models.signals import post_migrate


class OrganizationsConfig(AppConfig):
    """The ground."""

    name = "organizations"

    def ready(self) -> None:
        """Let `migrate` fill the gazetteer, listen to allauth, and begin the steps of setting up."""
        # Models are there only now.
        from organizations import setup, setup_views  # noqa: PLC0415
        from organizations.people import sessions  # noqa: PLC0415
        from organizations.places.loading import load_after_migrate  # noqa: PLC0415

        sessions.connect()
        setup.add_step(setup_views.BROKERAGE)
        post_migrate.connect(load_after_migrate, sender=self)
