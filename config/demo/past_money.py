"""What a made-up conversation's line says of the carrier and of money. Pure."""

from datetime import datetime, timedelta
from random import Random

from config.demo.past_carriers import Trucker
from config.demo.past_freight import Deal, Freight
from config.demo.past_loads import Line


def identity(trucker: Trucker | None) -> Line:
    """Return who the carrier said it is, and what the vetting said."""
    if trucker is None:
        return {
            "mcNumber": None,
            "dotNumber": None,
            "carrierHwConnectionStatus": None,
            "carrierHwRulesAssessment": None,
        }
    return {
        "mcNumber": trucker.mc,
        "dotNumber": trucker.dot,
        "carrierHwConnectionStatus": trucker.connection,
        "carrierHwRulesAssessment": trucker.assessment,
    }


def add_money(
    rng: Random,
    line: Line,
    at: datetime,
    seconds: float,
    freight: Freight,
    trucker: Trucker,
    deal: Deal,
    *,
    is_assisted: bool,
) -> None:
    """Write down the bid and, where it was agreed on and the load is still free, the booking."""
    agreed_at = at + timedelta(seconds=int(seconds)) if deal.is_agreed else None
    line["bids"] = [
        {
            "loadId": freight.id,
            "createdAt": at + timedelta(seconds=int(seconds * 0.5)),
            "firstAsk": deal.first_ask,
            "amount": deal.amount,
            "status": deal.status,
            "agreedAt": agreed_at,
            "notes": "",
        }
    ]
    if agreed_at is not None and rng.random() < 0.94:
        freight.is_booked = True
        kind = "capacity" if trucker.is_capacity else "assisted" if is_assisted else "e2e"
        later = timedelta(minutes=int(rng.random() * 25) if is_assisted else 0, seconds=20)
        line["bookings"] = [
            {"loadId": freight.id, "bookedAt": agreed_at + later, "amount": deal.amount, "kind": kind}
        ]
