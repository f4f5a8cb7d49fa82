"""Made-up loads and the talks about their rate. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from random import Random
from typing import Any

from config.demo.past_carriers import Trucker, pick, words
from config.demo.past_places import EQUIPMENT, Lane

CUSTOMERS = words(
    "Kestrel Mills|Northstar Paper|Harbor & Pine|Meridian Auto|Solano Fresh|Prairie Beef|Alba Blooms|Copperline Steel|"
    "Ironwood Lumber|Blue Heron|Brightwater|Gulf Machinery|Lakehead Dairy|Tecna Maquila|Gulf Chemicals|Maple & Main"
)
COMMODITIES = (
    ("Flour", "Paper towels", "Furniture", "Wire harnesses", "Shoes", "Bottled water", "Appliances"),
    ("Table grapes", "Frozen beef", "Cheese", "Cut flowers", "Ice cream", "Salad"),
    ("Line pipe", "Steel coils", "Lumber", "Generators", "Roof trusses"),
)
MILES_A_DAY = 550


@dataclass(slots=True)
class Freight:
    """A load on its way through the generator."""

    id: str
    lane: Lane
    spelling: str
    kind: str
    customer: str
    commodity: str
    weight: int
    pickup: datetime  # on the clock there
    dropoff: datetime
    start: int
    book_now: int
    ceiling: int
    customer_rate: int
    market: float
    is_booked: bool = False
    status: str = "UNASSIGNED"

    def event(self) -> dict[str, Any]:
        """The load as its TMS first tells of it."""
        return {
            "id": self.id,
            "status": self.status,
            "customerName": self.customer,
            "origin": self.lane.origin.address,
            "destination": self.lane.destination.address,
            "pickupTime": _clock(self.pickup),
            "pickupEndTime": _clock(self.pickup + timedelta(hours=4)),
            "dropoffTime": _clock(self.dropoff),
            "dropoffEndTime": _clock(self.dropoff + timedelta(hours=6)),
            "equipment": self.spelling,
            "totalDistance": self.lane.miles,
            "weight": self.weight,
            "commodity": self.commodity,
            "customerRate": self.customer_rate,
            "startRate": self.start,
            "maxRate": self.ceiling,
            "bookNowRate": self.book_now,
            "outboundCarrierSalesEnabled": True,
        }


@dataclass(slots=True)
class Deal:
    """What a carrier asked, how both sides moved, and what came of it."""

    first_ask: int
    amount: int
    status: str
    steps: list[tuple[int, int]] = field(default_factory=list)

    @property
    def is_agreed(self) -> bool:
        """Whether both sides took the same figure."""
        return self.status == "ACCEPTED"


def new_freight(
    rng: Random, number: str, lanes: Sequence[Lane], weights: Sequence[float], day: date
) -> Freight:
    """Return a load posted on that day, its rates about the lane's market."""
    lane = rng.choices(lanes, cum_weights=weights)[0]
    spellings, kind, _, _ = EQUIPMENT[lane.equipment]
    ahead = min(int(rng.expovariate(0.6)), 6)
    pickup = datetime.combine(day + timedelta(days=1 + ahead), datetime.min.time()) + timedelta(
        hours=6 + int(rng.random() * 11)
    )
    market = lane.market(day.toordinal()) * rng.gauss(1.0, 0.04)
    customer_rate = market * rng.uniform(1.10, 1.24)
    return Freight(
        id=number,
        lane=lane,
        spelling=pick(rng, spellings),
        kind=kind,
        customer=pick(rng, CUSTOMERS),
        commodity=pick(rng, COMMODITIES[lane.equipment]),
        weight=18_000 + int(rng.random() * 27) * 1_000,
        pickup=pickup,
        dropoff=pickup + timedelta(days=lane.miles // MILES_A_DAY, hours=lane.miles % MILES_A_DAY // 50 + 2),
        start=_round(market * 0.90, 25),
        book_now=_round(market * 0.95, 25),
        ceiling=_round(market * 1.05, 25),
        customer_rate=_round(customer_rate, 5),
        market=market,
    )


def haggle(rng: Random, freight: Freight, trucker: Trucker, *, is_recent: bool) -> Deal:
    """Return how a talk about the rate went: the carrier comes down by its habits, the agent goes up to the ceiling."""
    ask = first = max(
        _round(freight.market * trucker.price * (1.03 + 0.12 * rng.random()), 25), freight.start
    )
    offer = freight.start
    steps: list[tuple[int, int]] = []
    while ask > offer and len(steps) < 3:
        offer = min(freight.ceiling, _round(offer + (ask - offer) * 0.4, 25))
        ask = max(offer, _round(ask - (ask - offer) * (1 - trucker.firmness) * rng.random(), 25))
        steps.append((offer, ask))
        if rng.random() < 0.25:
            break
    chance = rng.random()
    if ask <= freight.ceiling and chance < 0.3:
        return Deal(first, ask, "ACCEPTED", steps)
    if is_recent and chance < 0.6:
        return Deal(first, ask, "OPEN" if chance < 0.5 else "COUNTERED", steps)
    if chance < 0.8:
        return Deal(first, ask, "REJECTED", steps)
    return Deal(first, ask, "EXPIRED" if chance < 0.93 else "WITHDRAWN", steps)


def _round(amount: float, step: int) -> int:
    return max(step, round(amount / step) * step)


def _clock(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")
