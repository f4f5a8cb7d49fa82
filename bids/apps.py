from django.apps import AppConfig


class BidsConfig(AppConfig):
    """Bids and bookings."""

    name = "bids"
