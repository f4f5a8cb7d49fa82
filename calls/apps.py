from django.apps import AppConfig


class CallsConfig(AppConfig):
    """Conversations by phone."""

    name = "calls"

    def ready(self) -> None:
        """Register pages with their places, the search, what agents can talk about, and the steps of setting up."""
        # Models are there only now.
        from calls import events, privacy  # noqa: PLC0415, F401 (what it holds registers itself)
        from calls.selectors.search import find_calls  # noqa: PLC0415
        from calls.selectors.today import PARTS, WAITING  # noqa: PLC0415
        from calls.setup import STEPS, create_standard_agents  # noqa: PLC0415
        from calls.skill import SKILLS  # noqa: PLC0415
        from calls.skills.check_call import CheckCallSkill  # noqa: PLC0415
        from calls.skills.custom import CustomPromptSkill  # noqa: PLC0415
        from calls.states import AgentPurpose  # noqa: PLC0415
        from calls.tables import CallTable  # noqa: PLC0415
        from organizations import setup  # noqa: PLC0415
        from organizations.dashboard import navigation  # noqa: PLC0415
        from organizations.dashboard.navigation import RAIL, SETTINGS, Destination, Section  # noqa: PLC0415
        from organizations.dashboard.search import SEARCHES  # noqa: PLC0415
        from organizations.dashboard.table import TABLES  # noqa: PLC0415
        from organizations.events import types  # noqa: PLC0415
        from organizations.services import PROVISIONS  # noqa: PLC0415

        SKILLS.register(AgentPurpose.CUSTOM, CustomPromptSkill)
        SKILLS.register(AgentPurpose.CHECK_CALL, CheckCallSkill)
        for name, event in events.TYPES.items():
            types.TYPES.register(name, event)
        TABLES.register("calls", CallTable)
        SEARCHES.register("calls", find_calls)
        for step in STEPS:
            setup.add_step(step)
        PROVISIONS.register("standard agents", create_standard_agents)
        RAIL.register("calls:list", Destination(30, "Calls", "phone", "c"))
        RAIL.register("agents:list", Destination(70, "AI agents", "bot", "e"))
        SETTINGS.register("calls:numbers", Section(30, "Phone numbers", "phone"))
        SETTINGS.register("calls:calling_rules", Section(40, "Calling rules", "clock"))
        SETTINGS.register("calls:do_not_call", Section(50, "Do not call", "phone-off"))
        SETTINGS.register("calls:answers", Section(60, "Approved answers", "message-square-quote"))
        for name, part in PARTS.items():
            navigation.PARTS.register(name, part)
        for name, kind in WAITING.items():
            navigation.WAITING.register(name, kind)
