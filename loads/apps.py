from django.apps import AppConfig


class LoadsConfig(AppConfig):
    """Loads, their stops and the events that told of them."""

    name = "loads"

    def ready(self) -> None:
        """Add its step to setting up."""
        # Models are there only now.
        from loads.setup import STEP  # noqa: PLC0415
        from organizations import setup  # noqa: PLC0415

        setup.add_step(STEP)
