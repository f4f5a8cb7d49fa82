"""A made-up history, line by line: days of calls and mail, with lanes that have a market and carriers with habits."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from config.demo import past_talk
from config.demo.past_calls import Phone
from config.demo.past_carriers import Trucker, pick, words
from config.demo.past_loads import EQUIPMENT, Board, Lane, Line, Plan, draw, moments, shares

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


# Made-up e-mail threads. Pure.


MAILBOX = "loads@brokerage.example"
MAIL_IN = (("rate_request", 70), ("booking_confirmation", 14), ("general_inquiry", 16))
MAIL_OUT = (("quote_sent", 70), ("follow_up", 30))


class Mailbox:
    """The brokerage's mail."""

    def __init__(self, board: Board) -> None:
        self.board, self.rng = board, board.rng
        self.number = 0

    def thread(self, at: datetime, *, is_recent: bool) -> Line:
        """Return a thread that begins then, in or out; of a recent one the bid may still be open."""
        rng = self.rng
        self.number += 1
        is_inbound = rng.random() < 0.72
        tag = draw(rng, MAIL_IN if is_inbound else MAIL_OUT)
        freight, trucker = self.board.meet(at.date())
        name = pick(rng, trucker.people)
        deal = None
        if tag in ("rate_request", "quote_sent") and self.board.may_deal(freight, trucker):
            deal = haggle(rng, freight, trucker, is_recent=is_recent) if rng.random() < 0.7 else None
        subject, texts = past_talk.mail(rng, freight, trucker, name, deal, tag)
        external_id = f"g{self.board.plan.seed}-t{self.number}"
        line: Line = {
            "type": "emailThread",
            "externalId": external_id,
            "direction": "inbound" if is_inbound else "outbound",
            "createdAt": at,
            "subject": subject,
            "contentTags": [tag],
            "summary": past_talk.summary_of(deal, freight) if deal else "",
            "loadIds": [freight.id],
            **identity(trucker),
            "transferred": False,
            "messages": _messages(
                external_id, trucker.email, at, subject, texts, is_ours_first=not is_inbound
            ),
            "bids": [],
            "bookings": [],
        }
        if deal is not None:
            seconds = 1_500.0 * len(texts)
            add_money(rng, line, at, seconds, freight, trucker, deal, is_assisted=rng.random() < 0.5)
        return line


def _messages(
    external_id: str, carrier: str, at: datetime, subject: str, texts: list[str], *, is_ours_first: bool
) -> list[Line]:
    both = (MAILBOX, carrier) if is_ours_first else (carrier, MAILBOX)
    return [
        {
            "messageId": f"<{external_id}-{place}@mail.example>",
            "from": both[place % 2],
            "to": [both[(place + 1) % 2]],
            "sentAt": at + timedelta(minutes=17 * place),
            "subject": subject if place == 0 else f"Re: {subject}",
            "text": text,
        }
        for place, text in enumerate(texts)
    ]


RECENT_DAYS = 3


def lines(plan: Plan) -> Iterator[Line]:
    """Yield the history's lines, as `import_history` takes them: carriers first, then day by day.

    Moments are datetimes; orjson writes them as the import wants them.
    """
    board = Board(plan)
    yield from board.carriers()
    phone, mailbox = Phone(board), Mailbox(board)
    first = plan.last - timedelta(days=plan.days - 1)
    loads_a_day, *talks_a_day = [
        shares(board.rng, first, plan.days, total) for total in (plan.loads, plan.calls, plan.emails)
    ]
    if plan.loads and not loads_a_day[0]:
        # Nobody asks about a load before there is one: the first of them comes on the first day.
        loads_a_day[next(offset for offset, number in enumerate(loads_a_day) if number)] -= 1
        loads_a_day[0] = 1
    for offset, (loads, calls, emails) in enumerate(zip(loads_a_day, *talks_a_day, strict=True)):
        day = first + timedelta(days=offset)
        yield from board.post(day, loads)
        yield from _talks(board, phone, mailbox, day, calls, emails)
        yield from board.close(day)


def _talks(
    board: Board, phone: Phone, mailbox: Mailbox, day: date, calls: int, emails: int
) -> Iterator[Line]:
    """The day's conversations in the order in which they began."""
    zone = ZoneInfo(board.plan.timezone)
    is_recent = day > board.plan.last - timedelta(days=RECENT_DAYS)
    todo = [(at, False) for at in moments(board.rng, day, zone, calls)]
    todo += [(at, True) for at in moments(board.rng, day, zone, emails)]
    for at, is_mail in sorted(todo):
        line = (mailbox.thread if is_mail else phone.ring)(at, is_recent=is_recent)
        board.talks += 1
        board.bids += len(line["bids"])
        yield line


# A made-up history that looks like one: lanes with a market, carriers with habits, talks that move.


VERSION = 1  # one more whenever a plan gives other lines than before: who keeps a made history makes it anew


def identity(trucker: Trucker | None) -> Line:
    """Return who the carrier said it is, and what the vetting said."""
    if trucker is None:
        return {
            "mcNumber": None,
            "dotNumber": None,
            "carrierHwConnectionStatus": None,
            "carrierHwRulesAssessment": None,
        }
    return {
        "mcNumber": trucker.mc,
        "dotNumber": trucker.dot,
        "carrierHwConnectionStatus": trucker.connection,
        "carrierHwRulesAssessment": trucker.assessment,
    }


def add_money(
    rng: Random,
    line: Line,
    at: datetime,
    seconds: float,
    freight: Freight,
    trucker: Trucker,
    deal: Deal,
    *,
    is_assisted: bool,
) -> None:
    """Write down the bid and, where it was agreed on and the load is still free, the booking."""
    agreed_at = at + timedelta(seconds=int(seconds)) if deal.is_agreed else None
    line["bids"] = [
        {
            "loadId": freight.id,
            "createdAt": at + timedelta(seconds=int(seconds * 0.5)),
            "firstAsk": deal.first_ask,
            "amount": deal.amount,
            "status": deal.status,
            "agreedAt": agreed_at,
            "notes": "",
        }
    ]
    if agreed_at is not None and rng.random() < 0.94:
        freight.is_booked = True
        kind = "capacity" if trucker.is_capacity else "assisted" if is_assisted else "e2e"
        later = timedelta(minutes=int(rng.random() * 25) if is_assisted else 0, seconds=20)
        line["bookings"] = [
            {"loadId": freight.id, "bookedAt": agreed_at + later, "amount": deal.amount, "kind": kind}
        ]
