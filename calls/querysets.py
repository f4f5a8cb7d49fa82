"""Sets of conversations and calls."""

from datetime import datetime
from typing import Self

from organizations.querysets import OwnedQuerySet


class CallQuerySet(OwnedQuerySet):
    """Phone calls."""

    def unfinished(self) -> Self:
        """Neither ended nor refused."""
        return self.filter(status__in=self.model.lifecycle.unfinished)

    def overdue(self, at: datetime) -> Self:
        """Past the deadline of their status at that moment."""
        deadlines = self.model.lifecycle.deadlines
        overdue = self.none()
        for status, longest in deadlines.items():
            overdue = overdue | self.filter(status=status, status_changed_at__lt=at - longest)
        return overdue

    def of_load(self, load_id: int) -> Self:
        """Calls in which the load was discussed."""
        return self.filter(conversation__load_links__load_id=load_id)

    def newest_first(self) -> Self:
        """By creation, then by id: a total order."""
        return self.order_by("-conversation__created_at", "-conversation_id")


class AgentQuerySet(OwnedQuerySet):
    """Configured agents."""

    def active(self) -> Self:
        """Switched on."""
        return self.filter(is_active=True)

    def for_purpose(self, purpose: str) -> Self:
        """Made for this purpose, the oldest first."""
        return self.filter(purpose=purpose).order_by("id")
