"""What carriers hold of persons: dispatchers and drivers, and what is known of numbers and addresses."""

from carriers.models import (
    Carrier,
    CarrierContact,
    CarrierFinding,
    CarrierLane,
    ContactFinding,
    FactsRequest,
    HaulRestriction,
    LearnedFact,
    RoutingGuideEntry,
    TruckCapacity,
    Vetting,
    VettingRules,
)
from organizations.privacy.holdings import Holding, declare, plain

_OF_TALKS = "conversation_id = ANY(%(talks)s)"

declare(
    Holding(
        model=Carrier,
        of_person="phone = %(number)s OR lower(email) = %(email)s",
        # Each becomes empty where it is the person's: a company may have another number.
        expressions={
            "phone": "CASE WHEN phone = %(number)s THEN '' ELSE phone END",
            "email": "CASE WHEN lower(email) = %(email)s THEN '' ELSE email END",
        },
        contacts=["phone", "email"],
        named=["address", "notes", "block_reason", "legal_name", "name", "dba_name"],
        plain=plain(COMPANY="mc_number", CODE="equipment_types", SEALED="import_trail"),
    ),
    Holding(
        model=CarrierContact,
        of_person="phone = %(number)s OR lower(email) = %(email)s",
        is_deleted=True,
        names=["name"],
        addresses=["phone", "lower(email)"],
        contacts=["name", "title", "phone", "email"],
    ),
    Holding(model=CarrierFinding, named=["data"]),
    Holding(model=CarrierLane, plain=plain(DERIVED="origin destination equipment")),
    Holding(
        model=ContactFinding,
        of_person="address = %(number)s OR address = %(email)s",
        is_deleted=True,
        contacts=["address"],
        named=["data"],
        plain=plain(CODE="risks"),
    ),
    Holding(
        model=FactsRequest,
        of_person="subject = %(number)s OR subject = %(email)s",
        is_deleted=True,
        contacts=["subject"],
        named=["problem"],
    ),
    Holding(
        model=HaulRestriction,
        named=["reason"],
        plain=plain(
            CODE="equipment_types", PLACE="origin_country origin_state destination_country destination_state"
        ),
    ),
    Holding(
        model=LearnedFact,
        of_talks=f"{_OF_TALKS} AND kind NOT IN ('contact', 'driver', 'email')",
        of_person=(
            f"phone = %(number)s OR lower(value) = %(email)s OR "
            f"({_OF_TALKS} AND kind IN ('contact', 'driver', 'email'))"
        ),
        is_deleted=True,
        names=["CASE WHEN kind IN ('contact', 'driver') THEN value END"],
        contacts=["phone"],
        words=["words"],
        named=["value"],
        plain=plain(ACTOR="removed_by"),
    ),
    Holding(
        model=RoutingGuideEntry,
        plain=plain(
            PLACE="origin_city origin_state destination_city destination_state", CODE="equipment_type"
        ),
    ),
    Holding(
        model=TruckCapacity,
        of_talks=_OF_TALKS,
        of_person="phone = %(number)s",
        of_no_talk="conversation_id IS NULL AND noted_at < %(before)s",
        contacts=["phone"],
        plain=plain(COMPANY="mc_number", PLACE="city state wanted_destination"),
    ),
    Holding(model=Vetting, named=["reasons", "facts"]),
    Holding(model=VettingRules, plain=plain(SETTING="papers_email")),
)
