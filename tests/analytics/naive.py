"""The judge: both shapes of analytics, counted by plain loops over the rows as they stand, bucket by bucket.

Shares nothing with the package that it judges: it reads rows with the simplest of queries, and knows the calendar from
zoneinfo alone, by walking along the hours and looking at the clock.
"""

from datetime import UTC, date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from itertools import pairwise
from zoneinfo import ZoneInfo

from bids.models import Bid, Booking
from calls.models import Call, Conversation, ConversationLoad
from carriers.models import Carrier

DAY = timedelta(days=1)
STEP = timedelta(minutes=15)
MILLISECOND = timedelta(milliseconds=1)
MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


# The calendar


@cache
def midnight(day: date, zone: str) -> datetime:
    """The first moment of a local day, in UTC: the clock is looked at every quarter of an hour until it shows it."""
    at = datetime.combine(day, time(), UTC) - timedelta(hours=15)
    while at.astimezone(ZoneInfo(zone)).date() < day:
        at += STEP
    return at


def days_between(first: date, last: date) -> list[date]:
    """All days from the first to the last."""
    return [first + DAY * number for number in range((last - first).days + 1)]


def days_of(first: date, last: date, zone: str) -> list[tuple[datetime, datetime]]:
    """The local days as pairs of instants; a day that the zone's calendar skipped isn't there."""
    starts = [midnight(day, zone) for day in [*days_between(first, last), last + DAY]]
    return [(start, end) for start, end in pairwise(starts) if start < end]


@cache
def hours_of(first: date, last: date, zone: str) -> list[tuple[datetime, datetime]]:
    """The local hours as pairs of instants: one begins wherever the clock strikes, and wherever it is put on or back.

    So an hour that repeats is there twice, one that is skipped not at all, and half an hour is half an hour.
    """
    info = ZoneInfo(zone)

    def shown(at: datetime) -> tuple:
        local = at.astimezone(info)
        return local.date(), local.hour, local.utcoffset()

    at, end = midnight(first, zone), midnight(last + DAY, zone)
    starts: list[datetime] = []
    while at < end:
        if not starts or shown(at) != shown(starts[-1]):
            starts.append(at)
        at += STEP
    return list(pairwise([*starts, end]))


def label(at: datetime, granularity: str) -> str:
    """What a bucket that begins then is called."""
    day = f"{MONTHS[at.month - 1]} {at.day}"
    if granularity == "day":
        return day
    return f"{day}, {at.hour % 12 or 12} {'AM' if at.hour < 12 else 'PM'}"


# The rows


class Rows:
    """Everything of an organization that counts, as it is at this moment."""

    def __init__(self, organization_id: int) -> None:
        def read(model, *names):
            rows = model.unscoped.filter(organization_id=organization_id).order_by("pk")
            return [dict(zip(names, row, strict=True)) for row in rows.values_list(*names)]

        self.conversations = read(
            Conversation,
            "id",
            "channel",
            "direction",
            "created_at",
            "content_tags",
            "transferred_at",
            "carrier_id",
        )
        calls = read(Call, "conversation_id", "status", "answered_at", "ended_at")
        self.calls = {call["conversation_id"]: call for call in calls}
        self.bids = read(Bid, "conversation_id", "status", "first_ask", "amount", "agreed_at", "discussed_at")
        self.bookings = read(Booking, "kind", "booked_at")
        carriers = read(Carrier, "id", "is_capacity_carrier")
        capacity = {carrier["id"] for carrier in carriers if carrier["is_capacity_carrier"]}
        self.loads: dict[int, set[int]] = {}
        for link in read(ConversationLoad, "conversation_id", "load_id"):
            self.loads.setdefault(link["conversation_id"], set()).add(link["load_id"])
        with_bids = {bid["conversation_id"] for bid in self.bids}
        for talk in self.conversations:
            talk["has_bids"] = talk["id"] in with_bids
            talk["is_with_capacity"] = talk["carrier_id"] in capacity

    def loads_of(self, talks: list[dict]) -> set[int]:
        """The loads discussed in these conversations."""
        return set().union(*(self.loads.get(talk["id"], ()) for talk in talks))

    def seconds(self, talk: dict) -> Decimal:
        """How long a call was connected."""
        call = self.calls.get(talk["id"])
        if call is None or call["answered_at"] is None or call["ended_at"] is None:
            return Decimal(0)
        connected = call["ended_at"] - call["answered_at"]
        return max(Decimal(0), Decimal(connected // timedelta(microseconds=1)) / 1_000_000)


def within(rows: list[dict], name: str, start: datetime, end: datetime) -> list[dict]:
    """Those of the rows whose instant lies in the span, its end excluded."""
    return [row for row in rows if row[name] is not None and start <= row[name] < end]


def rounded(value: Decimal) -> float:
    """To 2 decimals, halves away from zero."""
    return float(value.quantize(Decimal("0.01"), ROUND_HALF_UP))


def mean(values: list[Decimal]) -> float:
    """Their mean, rounded; 0 of none."""
    return rounded(sum(values, Decimal(0)) / len(values)) if values else 0.0


def tags_of(talks: list[dict]) -> dict[str, int]:
    """How many of the conversations bear each tag."""
    counts: dict[str, int] = {}
    for talk in talks:
        for tag in set(talk["content_tags"]):
            counts[tag] = counts.get(tag, 0) + 1
    return counts


# Shape A


def figures(rows: Rows, start: datetime, end: datetime) -> dict:
    """The metric set of a span of time, its end excluded."""
    talks = within(rows.conversations, "created_at", start, end)

    def of(channel: str, direction: str) -> list[dict]:
        return [talk for talk in talks if (talk["channel"], talk["direction"]) == (channel, direction)]

    calls_in, calls_out = of("phone", "inbound"), of("phone", "outbound")
    mail_in, mail_out = of("email", "inbound"), of("email", "outbound")
    agreed = within(rows.bids, "agreed_at", start, end)
    made = [booking["kind"] for booking in within(rows.bookings, "booked_at", start, end)]
    return {
        "totalCalls": len(calls_in) + len(calls_out),
        "inboundCalls": len(calls_in),
        "outboundCalls": len(calls_out),
        "inboundCallsTags": tags_of(calls_in),
        "outboundCallsTags": tags_of(calls_out),
        "inboundCallsWithBids": sum(talk["has_bids"] for talk in calls_in),
        "outboundCallsWithBids": sum(talk["has_bids"] for talk in calls_out),
        "inboundCallsTransferred": sum(talk["transferred_at"] is not None for talk in calls_in),
        "outboundCallsTransferred": sum(talk["transferred_at"] is not None for talk in calls_out),
        "inboundCallMinutes": rounded(sum(map(rows.seconds, calls_in), Decimal(0)) / 60),
        "outboundCallMinutes": rounded(sum(map(rows.seconds, calls_out), Decimal(0)) / 60),
        "avgNegotiatedValue": mean(
            [
                bid["first_ask"] - bid["amount"]
                for bid in agreed
                if bid["first_ask"] is not None and bid["amount"] is not None
            ]
        ),
        "totalEmailThreads": len(mail_in) + len(mail_out),
        "inboundEmailThreads": len(mail_in),
        "outboundEmailThreads": len(mail_out),
        "inboundEmailThreadsTags": tags_of(mail_in),
        "outboundEmailThreadsTags": tags_of(mail_out),
        "inboundEmailThreadsWithBids": sum(talk["has_bids"] for talk in mail_in),
        "outboundEmailThreadsWithBids": sum(talk["has_bids"] for talk in mail_out),
        "totalUniqueLoads": len(rows.loads_of(talks)),
        "totalE2EBookings": made.count("e2e"),
        "totalAssistedBookings": made.count("assisted"),
        "totalLoadsBooked": len(made),
        "totalBmtCapacityLoadsTouched": len(
            rows.loads_of([talk for talk in talks if talk["is_with_capacity"]])
        ),
        "totalBmtCapacityLoadBookingsAssisted": made.count("capacity"),
    }


def _stats(rows: Rows, first: date, last: date, granularity: str, zone: str) -> dict:
    info = ZoneInfo(zone)
    buckets = (days_of if granularity == "day" else hours_of)(first, last, zone)
    return figures(rows, midnight(first, zone), midnight(last + DAY, zone)) | {
        "statsByLabel": [
            {
                "label": label(start.astimezone(info), granularity),
                "from": start.astimezone(info),
                "to": (end - MILLISECOND).astimezone(info),
                **figures(rows, start, end),
            }
            for start, end in buckets
        ]
    }


def shape_a(rows: Rows, first: date, last: date, granularity: str, zone: str = "America/Chicago") -> dict:
    """The whole answer of shape A; `from` and `to` are datetimes in the zone."""
    count = (last - first).days + 1
    return _stats(rows, first, last, granularity, zone) | {
        "previousPeriod": _stats(rows, first - DAY * count, first - DAY, granularity, zone)
    }


# Shape B


def shape_b(rows: Rows, first: date, last: date, metric: str | None = None) -> list[dict]:
    """All items of shape B, of every UTC day."""
    return [
        {"date": f"{day}T00:00:00Z", "metrics": _metrics(rows, day, metric)}
        for day in days_between(first, last)
    ]


def _metrics(rows: Rows, day: date, metric: str | None) -> dict:
    start = datetime.combine(day, time(), UTC)
    span = start, start + DAY
    talks = within(rows.conversations, "created_at", *span)
    calls = [talk for talk in talks if talk["channel"] == "phone"]
    completed = [
        talk for talk in calls if talk["id"] in rows.calls and rows.calls[talk["id"]]["status"] == "COMPLETED"
    ]
    bids = within(rows.bids, "discussed_at", *span)
    duration = mean([rows.seconds(talk) for talk in completed])
    always = {
        "totalCalls": len(calls),
        "successfulCalls": len(completed),
        "averageCallDuration": duration,
        "totalBids": len(bids),
        "acceptedBids": sum(bid["status"] == "ACCEPTED" for bid in bids),
    }
    asked_for = {
        None: {},
        "average_rate": {"averageRate": mean([bid["amount"] for bid in bids if bid["amount"] is not None])},
        "avg_call_duration": {"avgCallDuration": duration},
        "total_bids": {"totalBids": len(bids)},
        "call_volume": {"callVolume": len(calls)},
        "loads_touched": {"loadsTouched": len(rows.loads_of(talks))},
        "loads_booked": {"loadsBooked": len(within(rows.bookings, "booked_at", *span))},
    }
    return always | asked_for[metric]


METRICS = [
    None,
    "average_rate",
    "avg_call_duration",
    "total_bids",
    "call_volume",
    "loads_touched",
    "loads_booked",
]
