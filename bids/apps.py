from django.apps import AppConfig


class BidsConfig(AppConfig):
    """Bids and bookings."""

    name = "bids"

    def ready(self) -> None:
        """Register the carrier-sales skill, what lists of calls and loads show of bids, and the outreach of a load."""
        # Models are there only now.
        from bids.carrier_sales.skill import CarrierSalesSkill  # noqa: PLC0415
        from bids.selectors.bids import BidsAndCalls, amounts_of_calls  # noqa: PLC0415
        from bids.tasks import follow_load  # noqa: PLC0415
        from calls.skill import SKILLS  # noqa: PLC0415
        from calls.states import AgentPurpose  # noqa: PLC0415
        from calls.tables import FIGURES  # noqa: PLC0415
        from loads.selectors import FACTS  # noqa: PLC0415
        from loads.services import FOLLOWERS  # noqa: PLC0415

        SKILLS.register(AgentPurpose.CARRIER_SALES, CarrierSalesSkill)
        FIGURES.register("bid", amounts_of_calls)
        FACTS.register("bids and calls", BidsAndCalls())
        FOLLOWERS.register("outreach", follow_load.name)
