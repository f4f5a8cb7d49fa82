"""Sets of carriers, and of what is known of them."""

from datetime import date, timedelta
from typing import Self

from django.db.models import Q

from carriers.states import ConnectionStatus, RulesAssessment
from organizations.tenancy.scope import OwnedQuerySet


class CarrierQuerySet(OwnedQuerySet):
    """Carriers."""

    def refused(self) -> Self:
        """With whom nobody talks rates; as `Carrier.is_refused`."""
        return self.filter(_REFUSED)

    def not_refused(self) -> Self:
        """All others."""
        return self.exclude(_REFUSED)


class ContactFindingQuerySet(OwnedQuerySet):
    """Words about phone numbers and e-mail addresses."""

    def risky(self) -> Self:
        """That end the talk about rates."""
        return self.filter(risks__len__gt=0)


class CapacityQuerySet(OwnedQuerySet):
    """Trucks that were told of."""

    def available(self, today: date) -> Self:
        """Those that still count."""
        return self.filter(expires_on__gte=today)

    def around(self, day: date, days: int) -> Self:
        """Empty on the day, or at most that many before or after it."""
        return self.filter(day__range=(day - timedelta(days=days), day + timedelta(days=days)))


class LearnedQuerySet(OwnedQuerySet):
    """What carriers told of themselves."""

    def standing(self) -> Self:
        """What they told, and nobody removed."""
        return self.filter(removed_at=None, times__gt=0)


_REFUSED = (
    Q(is_blocked=True)
    | Q(connection_status=ConnectionStatus.DO_NOT_DISPATCH)
    | Q(rules_assessment=RulesAssessment.FAIL)
)
