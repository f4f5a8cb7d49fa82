from django.apps import AppConfig


class BidsConfig(AppConfig):
    """Bids and bookings."""

    name = "bids"

    def ready(self) -> None:
        """Register pages with their places, the carrier-sales skill, what lists show of bids, and a load's outreach."""
        # Models are there only now.
        from bids import events, privacy  # noqa: PLC0415, F401 (what it holds registers itself)
        from bids.carrier_sales.skill import CarrierSalesSkill  # noqa: PLC0415
        from bids.selectors.bids import BidsAndCalls, amounts_of_calls  # noqa: PLC0415
        from bids.selectors.today import PARTS, WAITING  # noqa: PLC0415
        from bids.tasks import follow_load  # noqa: PLC0415
        from calls.skill import SKILLS  # noqa: PLC0415
        from calls.states import AgentPurpose  # noqa: PLC0415
        from calls.tables import FIGURES  # noqa: PLC0415
        from carriers.tables import ROAD_MILES  # noqa: PLC0415
        from loads.selectors import FACTS, shortest_miles  # noqa: PLC0415
        from loads.services import FOLLOWERS  # noqa: PLC0415
        from organizations.dashboard import navigation  # noqa: PLC0415
        from organizations.dashboard.navigation import RAIL, SETTINGS, Destination, Section  # noqa: PLC0415
        from organizations.events import types  # noqa: PLC0415

        for name, event in events.TYPES.items():
            types.TYPES.register(name, event)
        SKILLS.register(AgentPurpose.CARRIER_SALES, CarrierSalesSkill)
        FIGURES.register("bid", amounts_of_calls)
        FACTS.register("bids and calls", BidsAndCalls())
        ROAD_MILES.register("loads", shortest_miles)
        FOLLOWERS.register("outreach", follow_load.name)
        RAIL.register("bids:list", Destination(40, "Offers", "hand-coins", "b"))
        SETTINGS.register("bids:negotiation_rules", Section(70, "Negotiation", "hand-coins"))
        for name, part in PARTS.items():
            navigation.PARTS.register(name, part)
        for name, kind in WAITING.items():
            navigation.WAITING.register(name, kind)
