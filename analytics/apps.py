"""The analytics package."""

from django.apps import AppConfig


class AnalyticsConfig(AppConfig):
    """What happened."""

    name = "analytics"

    def ready(self) -> None:
        """Register the overview's place in the rail, and the figures of today."""
        # Models are there only now.
        from analytics import privacy  # noqa: PLC0415, F401 (what it holds registers itself)
        from organizations.dashboard.navigation import PARTS, RAIL, Destination, Part  # noqa: PLC0415

        RAIL.register("analytics:overview", Destination(60, "Analytics", "chart-column", "a"))
        figures = Part(
            title="Yesterday and today",
            position=90,
            url_name="analytics:yesterday",
            names="calls bids",
            every=30,
            kind="figures",
        )
        PARTS.register("figures", figures)
