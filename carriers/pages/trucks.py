"""Trucks that carriers told of, and that had no load then."""

from datetime import datetime

from django.db.models import QuerySet

from carriers.models import TruckCapacity
from organizations.display import zone_of
from organizations.models import Organization

MAX_SHOWN = 20


def available_trucks(organization: Organization, *, at: datetime) -> QuerySet[TruckCapacity]:
    """Those that still count by the organization's calendar, the newest first; one query, when they are looked at."""
    today = at.astimezone(zone_of(organization.timezone)).date()
    trucks = TruckCapacity.objects.available(today).select_related("carrier")
    return trucks.order_by("-noted_at", "-pk")[:MAX_SHOWN]
