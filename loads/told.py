"""What packages above tell of loads in lists: bids and calls. Loads knows nothing of them but where to ask."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Protocol, cast

from django.conf import settings
from django.utils.module_loading import import_string

from loads.models import Load


@dataclass(frozen=True)
class Bids:
    """A load's bids: how many, the lowest ask of those that may still be taken or were, and what it was booked at."""

    number: int = 0
    best: Decimal | None = None
    booked: Decimal | None = None


@dataclass(frozen=True)
class Told:
    """What is told of a load."""

    bids: Bids = field(default_factory=Bids)
    calls: int = 0


class Teller(Protocol):
    """`settings.LOAD_TELLER`: what it says of loads, each in one query."""

    def bids_of(self, loads: Sequence[int]) -> dict[int, Bids]:
        """The bids of loads by their keys; of none where there are none."""

    def calls_of(self, loads: Sequence[int]) -> dict[int, int]:
        """How many conversations were about each load."""

    def loads_with_bids(self) -> Any:
        """The keys of loads with bids that wait for a decision, as a queryset for `__in`."""


def teller() -> Teller:
    """Who tells."""
    return cast(Teller, import_string(settings.LOAD_TELLER)())


def tell(loads: Iterable[Load], *, bids: bool, calls: bool) -> None:
    """Set `told` of each load, in a query for the bids and one for the calls, where they are wanted."""
    rows = list(loads)
    keys = [load.pk for load in rows]
    bids_of = teller().bids_of(keys) if bids and keys else {}
    calls_of = teller().calls_of(keys) if calls and keys else {}
    for load in rows:
        load.told = Told(bids_of.get(load.pk, Bids()), calls_of.get(load.pk, 0))  # type: ignore[attr-defined]
