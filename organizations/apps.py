from django.apps import AppConfig
from django.db.models.signals import post_migrate


class OrganizationsConfig(AppConfig):
    """The ground."""

    name = "organizations"

    def ready(self) -> None:
        """Let `migrate` fill the gazetteer and make months, listen to allauth, begin setting up and the navigation."""
        # Models are there only now.
        from organizations import setup  # noqa: PLC0415
        from organizations.dashboard import views  # noqa: PLC0415
        from organizations.dashboard.navigation import RAIL, SETTINGS, Destination, Section  # noqa: PLC0415
        from organizations.partitions import keep_after_migrate  # noqa: PLC0415
        from organizations.people import sessions  # noqa: PLC0415
        from organizations.places.loading import load_after_migrate  # noqa: PLC0415
        from organizations.privacy import holdings  # noqa: PLC0415, F401 (what it holds registers itself)

        sessions.connect()
        setup.add_step(views.BROKERAGE)
        post_migrate.connect(load_after_migrate, sender=self)
        post_migrate.connect(keep_after_migrate, sender=self)
        RAIL.register("organizations:today", Destination(10, "Today", "house", "t"))
        RAIL.register("organizations:settings", Destination(80, "Settings", "settings", "s"))
        SETTINGS.register("organizations:organization", Section(10, "Organization", "building-2"))
        SETTINGS.register("organizations:members", Section(20, "Users", "users"))
        SETTINGS.register(
            "organizations:integrations", Section(90, "Integrations", "plug", is_for_owners=True)
        )
        SETTINGS.register("organizations:privacy", Section(95, "Privacy", "shield", is_for_owners=True))
        SETTINGS.register("organizations:setup", Section(100, "Setup", "list-checks"))
        SETTINGS.register("organizations:account", Section(110, "Your account", "user-round"))
