"""The analytics package."""

from django.apps import AppConfig


class AnalyticsConfig(AppConfig):
    """What happened."""

    name = "analytics"

    def ready(self) -> None:
        """Register the overview's place in the rail, the figures of today, and that figures hold nothing of persons."""
        # Models are there only now.
        from analytics.models import Bucket, Change, LoadResult, LoadSpan, Mention  # noqa: PLC0415
        from organizations.dashboard.navigation import PARTS, RAIL, Destination, Part  # noqa: PLC0415
        from organizations.privacy.holdings import Holding, declare, plain  # noqa: PLC0415

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
        declare(
            Holding(model=Bucket, plain=plain(DERIVED="numbers tags hour day")),
            Holding(model=Change, plain=plain(DERIVED="quarters conversations carriers loads")),
            Holding(model=LoadResult),
            Holding(model=LoadSpan),
            Holding(model=Mention),
        )
