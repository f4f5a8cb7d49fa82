"""Sets of carriers."""

from typing import Self

from django.db.models import Q

from carriers.states import ConnectionStatus, RulesAssessment
from organizations.querysets import OwnedQuerySet


class CarrierQuerySet(OwnedQuerySet):
    """Carriers."""

    def refused(self) -> Self:
        """With whom nobody talks rates; as `Carrier.is_refused`."""
        return self.filter(_REFUSED)

    def not_refused(self) -> Self:
        """All others."""
        return self.exclude(_REFUSED)


_REFUSED = (
    Q(is_blocked=True)
    | Q(connection_status=ConnectionStatus.DO_NOT_DISPATCH)
    | Q(rules_assessment=RulesAssessment.FAIL)
)
