"""What an organization asks of carriers."""

from dataclasses import dataclass
from decimal import Decimal

from carriers.states import Effect


@dataclass(frozen=True, slots=True)
class Rules:
    """Amounts in dollars; 0 asks for nothing.

    $750,000 is what the FMCSA asks of carriers of general freight (49 CFR 387.9); $100,000 of cargo is the trade's
    custom. The authority's age is off by default: the public registry doesn't tell it.
    """

    requires_active_authority: bool = True
    least_authority_days: int = 0
    young_authority: Effect = Effect.PARTIAL_PASS
    least_liability: Decimal = Decimal(750_000)
    least_cargo: Decimal = Decimal(100_000)
    low_cargo: Effect = Effect.PARTIAL_PASS
    refuses_out_of_service: bool = True
    conditional_rating: Effect = Effect.PARTIAL_PASS
    unrated: Effect = Effect.PASS
    requires_connection: bool = True
    requires_phone: bool = True
    most_days_old: int = 30
