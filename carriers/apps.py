from django.apps import AppConfig


class CarriersConfig(AppConfig):
    """Motor carriers."""

    name = "carriers"

    def ready(self) -> None:
        """Register the list and the search, and the steps of setting up."""
        # Models are there only now.
        from carriers.selectors.search import find_carriers  # noqa: PLC0415
        from carriers.setup import STEP  # noqa: PLC0415
        from carriers.tables import CarrierTable  # noqa: PLC0415
        from organizations import setup  # noqa: PLC0415
        from organizations.dashboard.search import SEARCHES  # noqa: PLC0415
        from organizations.dashboard.table import TABLES  # noqa: PLC0415

        TABLES.register("carriers", CarrierTable)
        SEARCHES.register("carriers", find_carriers)
        setup.add_step(STEP)
