"""What a load, a stop and a piece of equipment can be."""

from django.db import models


class LoadStatus(models.TextChoices):
    """Statuses that Loadline knows; the TMS is the system of record, so other words are kept too."""

    OPPORTUNITY = "OPPORTUNITY", "Opportunity"
    UNASSIGNED = "UNASSIGNED", "Unassigned"
    TENDERED = "TENDERED", "Tendered"
    COVERED = "COVERED", "Covered"
    IN_TRANSIT = "IN_TRANSIT", "In transit"
    DELIVERED = "DELIVERED", "Delivered"


OPEN_STATUSES = (LoadStatus.UNASSIGNED, LoadStatus.OPPORTUNITY)
UNCONFIRMED_STATUSES = ("", *OPEN_STATUSES)  # of a booked load: the TMS doesn't know of the booking
SETTLED_STATUSES = (LoadStatus.COVERED, LoadStatus.IN_TRANSIT, LoadStatus.DELIVERED)


class StopType(models.TextChoices):
    """What happens at a stop."""

    PICKUP = "pickup", "Pickup"
    DROPOFF = "dropoff", "Delivery"
