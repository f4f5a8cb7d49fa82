"""Random histories around the moments at which clocks are put forward and back, and what happens to them later."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal

from hypothesis import strategies as st

from bids.states import BidStatus, BookingKind
from calls.states import CALL_LIFECYCLE, Channel, Direction

QUARTER = timedelta(minutes=15)


@dataclass(frozen=True)
class Era:
    """A few days somewhere, about the day when something happens to the clocks."""

    zone: str
    day: date

    def moment(self, quarters: int, beside: timedelta) -> datetime:
        """So many quarters of an hour from the day's noon in UTC, or just beside that."""
        return datetime.combine(self.day, time(12), UTC) + quarters * QUARTER + beside


ERAS = [
    Era("America/Chicago", date(2026, 3, 8)),  # 23 hours
    Era("America/Chicago", date(2025, 11, 2)),  # 25 hours
    Era("UTC", date(2026, 3, 1)),
    Era("Asia/Kolkata", date(2026, 3, 1)),  # +05:30
    Era("Asia/Kathmandu", date(2026, 1, 1)),  # +05:45
    Era("Australia/Lord_Howe", date(2025, 10, 5)),  # 23½ hours
    Era("Australia/Lord_Howe", date(2026, 4, 5)),  # 24½ hours
    Era("America/Sao_Paulo", date(2018, 11, 4)),  # begins at 1 AM
    Era("America/Sao_Paulo", date(2018, 2, 17)),  # 11 PM twice
    Era("America/Havana", date(2025, 11, 2)),  # midnight twice
    Era("Africa/Cairo", date(2026, 4, 24)),  # begins at 1 AM
    Era("Africa/Casablanca", date(2026, 2, 15)),  # clocks back for Ramadan
    Era("Europe/Dublin", date(2026, 3, 29)),  # summer time is the standard
    Era("America/St_Johns", date(2025, 11, 2)),  # -02:30 to -03:30
    Era("Pacific/Apia", date(2011, 12, 30)),  # a day that never was
]
TAGS = ["negotiation", "transferred", "booking_confirmed", "our own", 'a "quoted" \\ tag', "größe", "null"]
LOADS = [f"L-{number}" for number in range(5)]
CARRIERS = [
    {"dotNumber": 11},
    {"dotNumber": 22, "mcNumber": "222"},
    {"mcNumber": "222"},
    {"mcNumber": "333"},
    {"dotNumber": 33, "mcNumber": "333"},
    {},
]
STATUSES = ["COMPLETED", *CALL_LIFECYCLE.final]

# On the edge of a bucket, a little to either side, and well inside.
BESIDE = st.sampled_from(
    [timedelta(), *(timedelta(milliseconds=ms) for ms in (-1, 1, 420_000)), timedelta(microseconds=-1)]
)
DOLLARS = st.integers(1, 400_000).map(lambda cents: cents / 100)


def moments(era: Era) -> st.SearchStrategy[datetime]:
    """Moments of the era: most of them about its day."""
    quarters = st.one_of(st.integers(-60, 60), st.integers(-288, 288))
    return st.builds(era.moment, quarters, BESIDE)


def texts(era: Era) -> st.SearchStrategy[str]:
    """The same as a line has them."""
    return moments(era).map(datetime.isoformat)


def bids(era: Era) -> st.SearchStrategy[dict]:
    """A bid within a line; of some the figures are missing."""
    return st.fixed_dictionaries(
        {"loadId": st.sampled_from(LOADS), "status": st.sampled_from(BidStatus.values)},
        optional={
            "createdAt": texts(era),
            "firstAsk": DOLLARS,
            "amount": DOLLARS,
            "agreedAt": texts(era),
            "externalId": st.sampled_from(["b-0", "b-1"]),
        },
    )


def bookings(era: Era) -> st.SearchStrategy[dict]:
    """A booking within a line."""
    return st.fixed_dictionaries(
        {
            "loadId": st.sampled_from(LOADS),
            "bookedAt": texts(era),
            "kind": st.sampled_from(BookingKind.values),
        }
    )


@st.composite
def conversations(draw, era: Era) -> dict:
    """The line of a call or thread."""
    line = draw(
        st.fixed_dictionaries(
            {
                "type": st.sampled_from(["call", "call", "emailThread"]),
                "externalId": st.integers(0, 9).map(str),
                "direction": st.sampled_from(Direction.values),
                "createdAt": texts(era),
                "contentTags": st.lists(st.sampled_from(TAGS), max_size=3),
                "loadIds": st.lists(st.sampled_from(LOADS), max_size=3),
                "transferred": st.booleans(),
                "bids": st.lists(bids(era), max_size=2, unique_by=lambda bid: bid.get("externalId", id(bid))),
                "bookings": st.lists(bookings(era), max_size=2),
            }
        )
    )
    line |= draw(st.sampled_from(CARRIERS))
    if line["type"] == "call":
        line["status"] = draw(st.sampled_from(STATUSES))
        created = datetime.fromisoformat(line["createdAt"])
        seconds = draw(st.one_of(st.none(), st.integers(0, 2_000), st.just(0.5), st.just(61.234567)))
        answered = created + timedelta(seconds=9)
        line["answeredAt"] = draw(st.sampled_from([answered.isoformat()] * 5 + [None]))
        line["endedAt"] = None if seconds is None else (answered + timedelta(seconds=seconds)).isoformat()
    return line


CARRIER_LINES = st.builds(
    lambda numbers, is_capacity: {"type": "carrier", "name": "X", "capacityCarrier": is_capacity} | numbers,
    st.sampled_from(CARRIERS[:-1]),
    st.booleans(),
)
LOAD_LINES = st.sampled_from(LOADS).map(
    lambda name: {"type": "load", "event": {"id": name, "status": "UNASSIGNED"}}
)


def lines(era: Era) -> st.SearchStrategy[dict]:
    """Any line."""
    return st.one_of(conversations(era), conversations(era), conversations(era), CARRIER_LINES, LOAD_LINES)


# What happens later: the name of a change, which row it is about, and what it makes of it. See `changing`.


def changes(era: Era) -> st.SearchStrategy[tuple]:
    """Something that a person, an agent or the import does to what there is."""
    which, at = st.integers(0, 99), moments(era)
    money = DOLLARS.map(lambda dollars: Decimal(str(dollars)))
    channel, direction = st.sampled_from(Channel.values), st.sampled_from(Direction.values)
    return st.one_of(
        st.tuples(st.just("import"), st.lists(lines(era), min_size=1, max_size=3)),
        st.tuples(st.just("retag"), which, st.lists(st.sampled_from(TAGS), max_size=3)),
        st.tuples(st.just("move_conversation"), which, at),
        st.tuples(st.just("transfer"), which, st.one_of(st.none(), at)),
        st.tuples(st.just("turn_round"), which, direction),
        st.tuples(st.just("give_carrier"), which, which),
        st.tuples(st.just("delete_conversation"), which),
        st.tuples(st.just("begin"), channel, direction, at, which),
        st.tuples(st.just("end_call"), which, st.sampled_from(STATUSES), at, st.integers(0, 3_000)),
        st.tuples(st.just("unlink_load"), which),
        st.tuples(st.just("link_load"), which, which),
        st.tuples(st.just("delete_load"), which),
        st.tuples(st.just("bid"), which, which, money, at),
        st.tuples(st.just("bid_by_hand"), which, money, at),
        st.tuples(st.just("accept"), which, at),
        st.tuples(st.just("close_bid"), which, st.sampled_from(BidStatus.values)),
        st.tuples(st.just("correct_bid"), which, money, money, at),
        st.tuples(st.just("delete_bid"), which),
        st.tuples(st.just("book"), which, st.sampled_from(BookingKind.values), at),
        st.tuples(st.just("correct_booking"), which, st.sampled_from(BookingKind.values), at),
        st.tuples(st.just("delete_booking"), which),
        st.tuples(st.just("fall_off"), which, at),
        st.tuples(st.just("capacity"), which, st.booleans()),
        st.tuples(st.just("delete_carrier"), which),
    )


def questions(era: Era) -> st.SearchStrategy[tuple]:
    """First and last day, granularity and zone of an answer of shape A."""
    zones = st.sampled_from([era.zone] * 4 + ["UTC", "Asia/Kathmandu", "America/Chicago", "Pacific/Apia"])
    return st.builds(
        lambda before, days, granularity, zone: (
            era.day + timedelta(days=before),
            era.day + timedelta(days=before + days),
            granularity,
            zone,
        ),
        st.integers(-3, 1),
        st.integers(0, 3),
        st.sampled_from(["hour", "day"]),
        zones,
    )
