from django.apps import AppConfig


class CarriersConfig(AppConfig):
    """Motor carriers."""

    name = "carriers"

    def ready(self) -> None:
        """Register the list and the settings with their places, the search, and the steps of setting up."""
        # Models are there only now.
        from carriers import privacy  # noqa: PLC0415, F401 (what it holds registers itself)
        from carriers.selectors.search import find_carriers  # noqa: PLC0415
        from carriers.setup import STEP  # noqa: PLC0415
        from carriers.tables import CarrierTable  # noqa: PLC0415
        from organizations import setup  # noqa: PLC0415
        from organizations.dashboard.navigation import RAIL, SETTINGS, Destination, Section  # noqa: PLC0415
        from organizations.dashboard.search import SEARCHES  # noqa: PLC0415
        from organizations.dashboard.table import TABLES  # noqa: PLC0415

        TABLES.register("carriers", CarrierTable)
        SEARCHES.register("carriers", find_carriers)
        setup.add_step(STEP)
        RAIL.register("carriers:list", Destination(50, "Carriers", "map-pin", "r"))
        SETTINGS.register("carriers:vetting_rules", Section(80, "Vetting", "shield-check"))
