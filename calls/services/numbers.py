"""Phone numbers of an organization: found at the provider, bought there, pointed at us."""

from datetime import datetime

from django.conf import settings
from django.db import IntegrityError, transaction

from calls import telephony
from calls.models import Agent, PhoneNumber
from calls.states import AgentPurpose
from calls.telephony import number_urls
from organizations.models import Organization
from organizations.tenancy import audit
from organizations.tenancy.actors import Actor

SHOWN = 10
DEMO = "https://demo.twilio.com/"  # where the provider leads a new number's callers


class NumberRefused(RuntimeError):
    """The number can't be had: `str()` says why, for the person who asked."""


def spare_numbers() -> list[str]:
    """Numbers of the provider's account that nobody answers and no organization has; raises Unreachable."""
    owned = [each.number for each in telephony.owned_numbers() if _is_free(each)]
    taken = _taken(owned)
    return [number for number in owned if number not in taken][:SHOWN]


def numbers_on_sale(*, organization: Organization, area_code: str = "") -> list[telephony.Offered]:
    """Numbers that can be bought, in an area if one is named; raises Unreachable."""
    if not may_buy():
        return []
    try:
        found = telephony.available_numbers(
            country=_country(organization), area_code=area_code, most=2 * SHOWN
        )
    except telephony.Refused:  # no such area code
        return []
    taken = _taken([each.number for each in found])
    return [each for each in found if each.number not in taken][:SHOWN]


def may_buy() -> bool:
    """Whether the organization in scope may have one more number bought for it."""
    return PhoneNumber.objects.count() < settings.MAX_NUMBERS


def connect_number(*, organization: Organization, number: str, by: Actor, at: datetime) -> PhoneNumber:
    """Make a number (E.164) the organization's, answered by its carrier-sales agent; one that it has stays as it is.

    Steps: finds the number in the provider's account, or buys it; points its calls at us; writes it down. Where a later
    step fails, the number is a spare one of the account. Raises NumberRefused, or provider.Unreachable.
    """
    if known := PhoneNumber.unscoped.filter(number=number).first():
        return _own(known, organization)
    _connect(organization, number)
    try:
        with transaction.atomic():
            agent = Agent.objects.active().for_purpose(AgentPurpose.CARRIER_SALES).first()
            made = PhoneNumber.objects.create(
                organization=organization, number=number, agent=agent, created_at=at
            )
            audit.record(
                organization=organization,
                action="phone_number.added",
                subject=made,
                by=by,
                at=at,
                number=number,
            )
    except IntegrityError:  # somebody was faster
        return _own(PhoneNumber.unscoped.get(number=number), organization)
    return made


def _connect(organization: Organization, number: str) -> None:
    try:
        owned = telephony.owned_number(number)
        if owned is not None:
            if not _is_free(owned):
                raise NumberRefused(NOT_AVAILABLE)
            telephony.point_number(owned.sid, **number_urls())
        elif not may_buy():
            raise NumberRefused(
                f"You have {settings.MAX_NUMBERS} numbers, the most that can be added here. "
                "Ask us if you need more."
            )
        elif not telephony.is_available(number, country=_country(organization)):
            raise NumberRefused(NOT_AVAILABLE)
        else:
            telephony.buy_number(number, **number_urls())
    except telephony.Refused as error:
        raise NumberRefused(f"The phone carrier says: {error}") from error


# The same whether another brokerage has it or nobody sells it: who has which number is nobody else's business.
NOT_AVAILABLE = (
    "This number isn’t available. To bring one that you have elsewhere, ask us to port it in first."
)


def _taken(among: list[str]) -> set[str]:
    """Those of the numbers that some organization has."""
    return set(PhoneNumber.unscoped.filter(number__in=among).values_list("number", flat=True))


def _own(number: PhoneNumber, organization: Organization) -> PhoneNumber:
    if number.organization_id != organization.pk:
        raise NumberRefused(NOT_AVAILABLE)
    return number


def _is_free(owned: telephony.OwnedNumber) -> bool:
    """Whether nobody answers it, or we do: never take one that another service of the operator's has."""
    return owned.voice_url == "" or owned.voice_url.startswith((DEMO, f"{settings.PUBLIC_URL}/"))


def _country(organization: Organization) -> str:
    countries = organization.callable_countries
    return "US" if "US" in countries or not countries else countries[0]
