"""Booking a load for a carrier that is named by its number: one that isn't known yet is added."""

from datetime import datetime
from decimal import Decimal

from bids.models import Booking
from bids.services.booking import book_load, load_as_seen
from carriers.identity import Numbers, ensure_carriers
from carriers.models import Carrier
from loads.models import Load
from organizations.tenancy.actors import Actor


def book_by_number(
    *,
    load: Load,
    seen: str,
    numbers: Numbers,
    amount: Decimal,
    is_rebooking: bool,
    by: Actor,
    at: datetime,
) -> Booking:
    """Book the load for the carrier of these numbers, while it is as it was `seen` (`booking.stamp_of`).

    Raises Changed, InvalidAmount, LoadBooked unless it is to be booked again, or Raced where somebody else just added
    the carrier; then nothing has changed.
    """
    with load_as_seen(load, seen) as locked:
        [pk] = ensure_carriers(
            organization=load.organization, numbers=[numbers], at=at, are_told=True, are_stubs=False
        ).values()
        return book_load(
            load=locked,
            carrier=Carrier.objects.get(pk=pk),
            amount=amount,
            is_rebooking=is_rebooking,
            by=by,
            at=at,
        )
