"""Lanes counted the plain way, from every bid and booking; and what the triggers have kept of them."""

from collections import defaultdict
from decimal import Decimal

from bids.models import Bid, Booking
from carriers.models import CarrierLane

COUNTS = ("bids", "amount_sum", "amount_count", "bookings", "delivered")


def key_of(done):
    """The carrier and lane of a bid or booking; None where it has none."""
    load = done.load
    origin = ", ".join(filter(None, [load.origin_city, load.origin_state]))
    destination = ", ".join(filter(None, [load.destination_city, load.destination_state]))
    if done.carrier_id is None or not origin or not destination:
        return None
    places = load.origin_place_id, load.destination_place_id
    return done.organization_id, done.carrier_id, origin, destination, *places, load.equipment_type


def counted():
    """The counts by lane, of every organization."""
    found = defaultdict(lambda: [0, Decimal(0), 0, 0, 0])
    for bid in Bid.unscoped.select_related("load"):
        counts = found[key_of(bid)]
        counts[0] += 1
        if bid.amount is not None:
            counts[1] += bid.amount
            counts[2] += 1
    for booking in Booking.unscoped.select_related("load"):
        counts = found[key_of(booking)]
        counts[3] += 1
        counts[4] += booking.load.status == "DELIVERED"
    found.pop(None, None)
    return dict(found)


def kept():
    """The counts that the triggers have kept, added up."""
    found = defaultdict(lambda: [0, Decimal(0), 0, 0, 0])
    for lane in CarrierLane.unscoped.all():
        key = (
            *(lane.organization_id, lane.carrier, lane.origin, lane.destination),
            *(lane.origin_place_id, lane.destination_place_id, lane.equipment),
        )
        found[key] = [count + getattr(lane, name) for count, name in zip(found[key], COUNTS, strict=True)]
    return {key: counts for key, counts in found.items() if any(counts)}
