"""Loads that aren't for this carrier: the organization's restrictions by lane and equipment."""

from collections.abc import Callable

from django.db.models import Q

from bids.carrier_sales.scene import Scene
from bids.ranking import haul_of, restriction_of
from carriers.models import HaulRestriction
from carriers.states import Effect, RulesAssessment
from carriers.vetting import Restriction, effect_on
from loads.models import Load


def effect_for(scene: Scene, load: Load) -> Effect:
    """Return whether the carrier may haul it, may bid for it alone, or is not told of it."""
    passes = scene.talk.conversation.rules_assessment == RulesAssessment.PASS
    return effect_on(haul_of(load), _restrictions(scene), passes=passes)


def may_hear_of(scene: Scene) -> Callable[[Load], bool]:
    """Return a test of which loads the carrier may be told of."""
    return lambda load: effect_for(scene, load) != Effect.FAIL


def _restrictions(scene: Scene) -> list[Restriction]:
    """Those of the carrier and of every carrier; looked up once a turn, and only where there are any."""
    if not scene.notes.is_restricted:
        return []
    seen: list[Restriction] | None = scene.talk.seen.get("restrictions")
    if seen is None:
        carrier_id = scene.talk.conversation.carrier_id
        rows = HaulRestriction.objects.filter(Q(carrier=None) | Q(carrier_id=carrier_id)).order_by("pk")
        seen = scene.talk.seen["restrictions"] = [restriction_of(row) for row in rows]
    return seen
