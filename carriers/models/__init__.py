"""Who could move it, and where they run."""

from carriers.models.carriers import (
    Carrier,
    CarrierContact,
    CarrierLane,
    ContactFinding,
    FactsRequest,
    TruckCapacity,
)
from carriers.models.vetting import (
    CarrierFinding,
    HaulRestriction,
    LearnedFact,
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
    "LearnedFact",
    "RoutingGuideEntry",
    "TruckCapacity",
    "Vetting",
    "VettingRules",
]
