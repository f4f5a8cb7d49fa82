"""What a person saw before deciding: a decision counts only while that is still how it stands."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal

from django.db import transaction

from bids.models import Bid, Booking
from calls.models import Conversation
from loads.models import Load


class Changed(RuntimeError):
    """What the person saw has changed meanwhile; `str()` says so, and nothing was done."""

    def __init__(self) -> None:
        super().__init__("Something has changed since you opened this. Look again before you decide.")


def stamp_of(load: Load, bid: Bid | None = None) -> str:
    """Return a word that changes with whatever a decision on the load, or on the bid for it, goes by; one query.

    The bid's standing and figures, the load's status, hold and rates, and its bookings.
    """
    facts: list[object] = [str(load.status), load.is_locked, load.is_held]
    facts += [_plain(rate) for rate in (load.customer_rate, load.max_rate, load.start_rate)]
    if bid is not None:
        facts += [str(bid.status), _plain(bid.amount), _plain(bid.counter_amount), bid.carrier_id]
    facts += Booking.objects.filter(load=load).order_by("pk").values_list("pk", flat=True)
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]


@contextmanager
def bid_as_seen(bid: Bid, seen: str) -> Iterator[Bid]:
    """Within, nobody else decides on the bid or books its load; raises Changed unless both are as they were `seen`.

    Locks conversation, load and bid, in this order, as `accept_bid` does.
    """
    with transaction.atomic():
        if bid.conversation_id:
            Conversation.objects.select_for_update(no_key=True).only("pk").get(pk=bid.conversation_id)
        load = Load.objects.select_for_update(no_key=True).get(pk=bid.load_id)
        bid = Bid.objects.select_for_update(no_key=True).get(pk=bid.pk)
        if stamp_of(load, bid) != seen:
            raise Changed
        yield bid


@contextmanager
def load_as_seen(load: Load, seen: str) -> Iterator[Load]:
    """Within, nobody else books the load; raises Changed unless it is as it was `seen`."""
    with transaction.atomic():
        load = Load.objects.select_for_update(no_key=True).get(pk=load.pk)
        if stamp_of(load) != seen:
            raise Changed
        yield load


def _plain(figure: Decimal | None) -> str:
    return "" if figure is None else f"{figure:.2f}"
