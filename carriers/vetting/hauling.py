"""May this carrier haul that load? Restrictions by lane and equipment."""

from collections.abc import Iterable
from dataclasses import dataclass

from carriers.states import Effect

GRAVITY = {Effect.PASS: 0, Effect.PARTIAL_PASS: 1, Effect.FAIL: 2}


@dataclass(frozen=True, slots=True)
class Haul:
    """A load as far as restrictions go by it: codes; empty where unknown."""

    equipment: str = ""
    origin_state: str = ""
    origin_country: str = ""
    destination_state: str = ""
    destination_country: str = ""


@dataclass(frozen=True, slots=True)
class Restriction:
    """All of what isn't empty must fit; `only_partial` means carriers that don't pass in full."""

    effect: Effect
    only_partial: bool = False
    equipment_types: tuple[str, ...] = ()
    origin_state: str = ""
    origin_country: str = ""
    destination_state: str = ""
    destination_country: str = ""

    def holds_for(self, haul: Haul, *, passes: bool) -> bool:
        """Whether it is about this load, of a carrier that passes in full or doesn't."""
        if self.only_partial and passes:
            return False
        if self.equipment_types and haul.equipment not in self.equipment_types:
            return False
        ends = (
            (self.origin_state, haul.origin_state),
            (self.origin_country, haul.origin_country),
            (self.destination_state, haul.destination_state),
            (self.destination_country, haul.destination_country),
        )
        return all(not wanted or wanted.upper() == is_.upper() for wanted, is_ in ends)


def effect_on(haul: Haul, restrictions: Iterable[Restriction], *, passes: bool) -> Effect:
    """Return the gravest effect of the restrictions on the load; PASS where none holds."""
    effects = (each.effect for each in restrictions if each.holds_for(haul, passes=passes))
    return max(effects, key=GRAVITY.__getitem__, default=Effect.PASS)
