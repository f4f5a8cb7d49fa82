"""Sets of loads."""

from typing import Self

from django.db.models import Q

from loads.states import OPEN_STATUSES
from organizations.tenancy.scope import OwnedQuerySet


class LoadQuerySet(OwnedQuerySet):
    """Loads."""

    def open(self) -> Self:
        """Open to offers: unassigned or an opportunity, neither locked nor on hold."""
        return self.filter(status__in=OPEN_STATUSES, is_locked=False, held_at=None)

    def complete(self) -> Self:
        """With all that the agent needs to offer them: places, pickup time, a status, a rate to open at."""
        return self.filter(
            Q(start_rate__isnull=False) | Q(book_now_rate__isnull=False), pickup_time__isnull=False
        ).exclude(Q(origin_city="") | Q(destination_city="") | Q(status=""))

    def locked(self) -> Self:
        """Locked by the TMS while they wait for a carrier."""
        return self.filter(status__in=OPEN_STATUSES, is_locked=True)

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
