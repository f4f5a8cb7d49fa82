"""Sets of conversations and calls."""

from datetime import datetime, timedelta
from typing import Self

from django.db.models import F

from calls.states import CALL_LIFECYCLE, Channel
from organizations.tenancy.scope import OwnedQuerySet

FORGOTTEN_AFTER = timedelta(days=7)
SOON = timedelta(days=1)


class ConversationQuerySet(OwnedQuerySet):
    """Conversations by any channel."""

    def by_phone(self) -> Self:
        """Those that are calls."""
        return self.filter(channel=Channel.PHONE)

    def in_window(self, start: datetime, end: datetime) -> Self:
        """Begun at `start` or later, and before `end`."""
        return self.filter(created_at__gte=start, created_at__lt=end)

    def of_load(self, external_id: str) -> Self:
        """In which the load with this id of the TMS was discussed."""
        return self.filter(
            load_links__load__external_id=external_id, load_links__load__organization=F("organization")
        )

    def of_mc(self, mc_number: str) -> Self:
        """With the carrier of this MC number, given as digits."""
        return self.filter(mc_number=mc_number)

    def newest_first(self) -> Self:
        """By creation, then by id: a total order."""
        return self.order_by("-created_at", "-id")


class CallQuerySet(OwnedQuerySet):
    """Phone calls."""

    def unfinished(self) -> Self:
        """Neither ended nor refused."""
        return self.filter(status__in=CALL_LIFECYCLE.unfinished)


class PromiseQuerySet(OwnedQuerySet):
    """Callbacks that were promised."""

    def pending(self, at: datetime) -> Self:
        """Not ticked off, due by the day after, and not so old that nobody waits any more; what is due first."""
        found = self.filter(kept_at=None, due_at__gt=at - FORGOTTEN_AFTER, due_at__lt=at + SOON)
        return found.order_by("due_at", "id")


class OpenQuestionQuerySet(OwnedQuerySet):
    """What callers asked and the agent couldn't answer."""

    def waiting(self) -> Self:
        """Not answered yet."""
        return self.filter(answered_at=None)

    def in_order(self) -> Self:
        """As they were asked."""
        return self.order_by("asked_at", "id")


class LoadAlarmQuerySet(OwnedQuerySet):
    """What happened to loads."""

    def unseen(self) -> Self:
        """Nobody takes care of it yet."""
        return self.filter(seen_at=None)

    def newest_first(self) -> Self:
        """By when they were raised."""
        return self.order_by("-raised_at", "-id")


class AgentQuerySet(OwnedQuerySet):
    """Configured agents."""

    def active(self) -> Self:
        """Switched on."""
        return self.filter(is_active=True)

    def for_purpose(self, purpose: str) -> Self:
        """Made for this purpose, the oldest first."""
        return self.filter(purpose=purpose).order_by("id")
