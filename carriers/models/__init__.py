"""Who could move it, and where they run."""

from carriers.models.carriers import Carrier

__all__ = ["Carrier"]
