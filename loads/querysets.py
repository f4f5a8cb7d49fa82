"""Sets of loads."""

from typing import Self

from django.db.models import Q

from loads.states import OPEN_STATUSES
from organizations.querysets import OwnedQuerySet


class LoadQuerySet(OwnedQuerySet):
    """Loads."""

    def open(self) -> Self:
        """Open to offers: unassigned or an opportunity, neither locked nor on hold."""
        return self.filter(status__in=OPEN_STATUSES, is_locked=False, held_at=None)

    def held(self) -> Self:
        """Put on hold by a broker."""
        return self.filter(held_at__isnull=False)

    def matching(self, words: str) -> Self:
        """Whose id, customer or place contains the words."""
        return self.filter(
            Q(external_id__icontains=words)
            | Q(customer_name__icontains=words)
            | Q(origin_city__icontains=words)
            | Q(destination_city__icontains=words)
        )
