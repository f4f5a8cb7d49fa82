"""Who could move it, and where they run."""

from carriers.models.capacity import TruckCapacity
from carriers.models.carriers import Carrier
from carriers.models.contacts import CarrierContact, ContactFinding
from carriers.models.lanes import CarrierLane
from carriers.models.requests import FactsRequest
from carriers.models.vetting import (
    CarrierFinding,
    HaulRestriction,
    RoutingGuideEntry,
    Vetting,
    VettingRules,
)

__all__ = [
    "Carrier",
    "CarrierContact",
    "CarrierFinding",
    "CarrierLane",
    "ContactFinding",
    "FactsRequest",
    "HaulRestriction",
    "RoutingGuideEntry",
    "TruckCapacity",
    "Vetting",
    "VettingRules",
]
