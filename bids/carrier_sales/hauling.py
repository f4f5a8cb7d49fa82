"""Loads that aren't for this carrier: the organization's restrictions by lane and equipment."""

from collections.abc import Callable

from django.db.models import Q

from bids.carrier_sales.scene import Scene
from carriers.models import HaulRestriction
from carriers.states import Effect, RulesAssessment
from carriers.vetting import Haul, Restriction, effect_on
from loads.models import Load
from organizations.gazetteer.regions import read_country, read_regions


def effect_for(scene: Scene, load: Load) -> Effect:
    """Return whether the carrier may haul it, may bid for it alone, or is not told of it."""
    passes = scene.talk.conversation.rules_assessment == RulesAssessment.PASS
    return effect_on(_haul(load), _restrictions(scene), passes=passes)


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
        seen = scene.talk.seen["restrictions"] = [
            Restriction(
                effect=Effect(row.effect),
                only_partial=row.only_partial,
                equipment_types=tuple(row.equipment_types),
                origin_state=row.origin_state,
                origin_country=row.origin_country,
                destination_state=row.destination_state,
                destination_country=row.destination_country,
            )
            for row in rows
        ]
    return seen


def _haul(load: Load) -> Haul:
    origin_state, origin_country = _end(load.origin_state, load.origin_country)
    destination_state, destination_country = _end(load.destination_state, load.destination_country)
    return Haul(
        equipment=load.equipment_type,
        origin_state=origin_state,
        origin_country=origin_country,
        destination_state=destination_state,
        destination_country=destination_country,
    )


def _end(state: str, country: str) -> tuple[str, str]:
    """State and country as codes, however the TMS writes them; a state tells its country."""
    code = read_country(country)
    region = next(iter(read_regions(state, code)), None)
    return (region.code, region.country) if region else (state, code)
