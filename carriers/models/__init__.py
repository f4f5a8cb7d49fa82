"""Who could move it, and where they run."""

from carriers.models.carriers import Carrier, CarrierContact, ContactFinding, FactsRequest
from carriers.models.lanes import CarrierLane, LearnedFact, TruckCapacity
from carriers.models.vetting import CarrierFinding, HaulRestriction, RoutingGuideEntry, Vetting, VettingRules

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
