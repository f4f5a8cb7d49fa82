"""What of loads counts on the lanes of carriers."""

from bids.projections import LANES
from loads.models import Load


class LaneLoad(Load):
    """A load, whose changes take its bids and bookings along to another lane."""

    class Meta:
        proxy = True
        default_permissions = ()
        triggers = LANES.triggers("loads_load")
