"""What a stage needs in the organization's books: the personas' carriers, and a load where none is named."""

from datetime import datetime, timedelta
from decimal import Decimal
from itertools import count

from calls.exchange.cast import COMPANIES
from carriers.models import Carrier
from carriers.states import ConnectionStatus, RulesAssessment
from loads.models import Load
from organizations.models import Organization

VETTINGS = {
    "good": (ConnectionStatus.ONBOARDED, RulesAssessment.PASS),
    "failing": (ConnectionStatus.DO_NOT_DISPATCH, RulesAssessment.FAIL),
}
FIRST_MADE_UP = 70431


def ensure_cast(organization: Organization, *, at: datetime) -> None:
    """Make the carriers that the exchange's simulated callers belong to; those that are there stay as they are."""
    Carrier.objects.bulk_create(
        (
            Carrier(
                organization=organization,
                mc_number=company.mc,
                dot_number=int(company.dot),
                name=company.name,
                address=f"{company.town}, {company.state}",
                phone=company.phone,
                equipment_types=list(company.equipment),
                connection_status=VETTINGS[company.standing][0],
                rules_assessment=VETTINGS[company.standing][1],
                created_at=at,
                updated_at=at,
            )
            for company in COMPANIES
        ),
        ignore_conflicts=True,
    )


def make_up_load(organization: Organization, *, at: datetime) -> Load:
    """Make a van's load from Dallas to Atlanta, picked up tomorrow morning, at rates as they are common there."""
    taken = set(
        Load.objects.filter(external_id__startswith=str(FIRST_MADE_UP)[:2]).values_list(
            "external_id", flat=True
        )
    )
    pickup = at.replace(tzinfo=None, hour=8, minute=0, second=0, microsecond=0) + timedelta(days=1)
    return Load.objects.create(
        organization=organization,
        external_id=next(str(number) for number in count(FIRST_MADE_UP) if str(number) not in taken),
        status="UNASSIGNED",
        customer_name="A made-up customer",
        origin_city="Dallas",
        origin_state="TX",
        origin_country="US",
        origin_timezone="America/Chicago",
        destination_city="Atlanta",
        destination_state="GA",
        destination_country="US",
        destination_timezone="America/New_York",
        pickup_time=pickup,
        pickup_end_time=pickup + timedelta(hours=4),
        dropoff_time=pickup + timedelta(hours=26),
        dropoff_end_time=pickup + timedelta(hours=32),
        equipment="Dry Van 53'",
        equipment_type="van",
        commodity="paper towels",
        weight=Decimal(38_400),
        total_distance=Decimal(781),
        start_rate=Decimal(1_700),
        book_now_rate=Decimal(1_750),
        max_rate=Decimal(2_050),
        customer_rate=Decimal(2_420),
        is_outbound_sales_enabled=True,
    )
