from django.apps import AppConfig


class CarriersConfig(AppConfig):
    """Motor carriers."""

    name = "carriers"

    def ready(self) -> None:
        """Add its step to setting up."""
        # Models are there only now.
        from carriers.setup import STEP  # noqa: PLC0415
        from organizations import setup  # noqa: PLC0415

        setup.add_step(STEP)
