from django.apps import AppConfig


class LoadsConfig(AppConfig):
    """Loads, their stops and the events that told of them."""

    name = "loads"

    def ready(self) -> None:
        """Register the board with its place in the rail, the search, and the steps of setting up."""
        # Models are there only now.
        from loads import privacy  # noqa: PLC0415, F401 (what it holds registers itself)
        from loads.mappings.services import TENDERS  # noqa: PLC0415
        from loads.selectors import find_loads  # noqa: PLC0415
        from loads.setup import STEP  # noqa: PLC0415
        from loads.tables import LoadTable  # noqa: PLC0415
        from organizations import setup  # noqa: PLC0415
        from organizations.dashboard.navigation import ELSEWHERE, RAIL, Destination  # noqa: PLC0415
        from organizations.dashboard.search import SEARCHES  # noqa: PLC0415
        from organizations.dashboard.table import TABLES  # noqa: PLC0415
        from organizations.events import types  # noqa: PLC0415

        types.TENDERS.register("loads", TENDERS)
        TABLES.register("loads", LoadTable)
        SEARCHES.register("loads", find_loads)
        setup.add_step(STEP)
        RAIL.register("loads:list", Destination(20, "Loads", "truck", "l"))
        ELSEWHERE.register("loads:events", "organizations:integrations")
        ELSEWHERE.register("loads:mappings", "organizations:integrations")
