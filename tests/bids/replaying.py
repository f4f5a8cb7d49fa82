"""Whether the price talks that a test left behind play again as they were held."""

from datetime import UTC, datetime

from django.db.models import Q

from bids.models import PriceTalk
from bids.offer_limits import Rules
from bids.replay import Settings
from bids.selectors.replays import Replays, replayed
from organizations.tenancy.scope import scope

NOT_PRACTICE = Q(conversation=None) | ~Q(conversation__skill_state__has_key="is_own_phone")
EVER = datetime(2000, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC)


def replayed_ever(settings: Settings | None = None) -> Replays:
    """All of the organization's talks."""
    return replayed(*EVER, settings or Settings(Rules()), most=10_000)


def assert_talks_replay() -> None:
    """All of all organizations do, to the dollar."""
    for organization in PriceTalk.unscoped.order_by().values_list("organization", flat=True).distinct():
        with scope(organization):
            found = replayed_ever()
            assert found.wrong == 0, _difference()
            # None but those that a test wrote by hand.
            held = PriceTalk.objects.filter(NOT_PRACTICE, moves__isnull=False).count()
            assert found.matching == held, "a talk can't be played"


def _difference() -> str:
    return repr(list(PriceTalk.objects.values("pk", "standing", "moves", "openings")))
