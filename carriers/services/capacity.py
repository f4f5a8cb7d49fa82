"""Trucks that carriers tell of, and that there is no load for yet."""

from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from carriers.models import Carrier, TruckCapacity
from organizations.models import Organization
from organizations.places.gazetteer import find_place

MAX_DAYS_KEPT = 1  # after the day that the truck is empty


def note_capacity(
    *,
    organization: Organization,
    city: str,
    state: str,
    day: date,
    at: datetime,
    carrier: Carrier | None = None,
    mc_number: str = "",
    phone: str = "",
    equipment: str = "",
    rate_asked: Decimal | None = None,
    wanted_destination: str = "",
    conversation_id: int | None = None,
) -> TruckCapacity:
    """Note where and when a truck is empty; once for a conversation, place and day, however often it is told.

    What is told later goes in the place of what was told before; what isn't told again stays.
    """
    told: dict[str, Any] = {
        "carrier": carrier,
        "mc_number": mc_number[:10],
        "phone": phone[:20],
        "equipment": equipment,
        "rate_asked": rate_asked,
        "wanted_destination": wanted_destination[:200],
    }
    fixed: dict[str, Any] = {
        "place": find_place(city, state) if city else None,
        "noted_at": at,
        "expires_on": day + timedelta(days=MAX_DAYS_KEPT),
    }
    where: dict[str, Any] = {"city": city[:120], "state": state[:40], "day": day}
    if conversation_id is None:
        return TruckCapacity.unscoped.create(organization=organization, **where, **told, **fixed)
    news = {name: value for name, value in told.items() if value} | fixed
    noted, _ = TruckCapacity.unscoped.update_or_create(
        news, conversation_id=conversation_id, organization=organization, **where
    )
    return noted
