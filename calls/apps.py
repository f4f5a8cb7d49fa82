from django.apps import AppConfig


class CallsConfig(AppConfig):
    """Conversations by phone."""

    name = "calls"

    def ready(self) -> None:
        """Add its steps to setting up, and the agents that every brokerage has."""
        # Models are there only now.
        from calls.services.standard_agents import create_standard_agents  # noqa: PLC0415
        from calls.setup import STEPS  # noqa: PLC0415
        from organizations import setup  # noqa: PLC0415

        for step in STEPS:
            setup.add_step(step)
        setup.add_furniture(create_standard_agents)
