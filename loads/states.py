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
SETTLED_STATUSES = (LoadStatus.COVERED, LoadStatus.IN_TRANSIT, LoadStatus.DELIVERED)


class StopType(models.TextChoices):
    """What happens at a stop."""

    PICKUP = "pickup", "Pickup"
    DROPOFF = "dropoff", "Dropoff"


class Equipment(models.TextChoices):
    """Trailer types as freight names them; `loads.equipment.normalize` finds one in free text."""

    VAN = "van", "Van"
    REEFER = "reefer", "Reefer"
    FLATBED = "flatbed", "Flatbed"
    STEP_DECK = "step_deck", "Step deck"
    POWER_ONLY = "power_only", "Power only"
    HOTSHOT = "hotshot", "Hotshot"
    CONESTOGA = "conestoga", "Conestoga"
    BOX_TRUCK = "box_truck", "Box truck"
    CONTAINER = "container", "Container"
    TANKER = "tanker", "Tanker"
    DOUBLE_DROP = "double_drop", "Double drop"
    LOWBOY = "lowboy", "Lowboy"
    RGN = "rgn", "RGN"
    OTHER = "other", "Other"
