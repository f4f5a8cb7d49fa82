"""Bids as the API and pages show them: of a load, a call, a carrier, and beside each load and call of a list."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

import orjson
from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import (
    FETCH_RAISE,
    Case,
    CharField,
    Count,
    Exists,
    F,
    Min,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import Cast, Coalesce, Concat

from bids.models import Bid, Booking, EndedBooking
from bids.querysets import BidQuerySet
from bids.states import BID_LIFECYCLE, BidStatus, BookingEnd
from calls.models import Call, Conversation, ConversationLoad, OpenQuestion
from calls.states import Tag
from calls.wording import actor_words
from carriers.models import Carrier
from carriers.states import Standing, standing
from loads.models import Load
from loads.rates import Margin, ask_state, margin
from loads.selectors import Bids
from organizations.api.listing import Listed
from organizations.formats import money, phone
from organizations.models import User

# Who did it, by name.


def names_of(actors: Iterable[str]) -> dict[str, str]:
    """Return `by Mia Kent`, `by the agent` for actors such as `user:12`; one query where people are among them."""
    actors = {actor for actor in actors if actor}
    keys = [int(key) for kind, _, key in (actor.partition(":") for actor in actors) if kind == "user"]
    people = (
        {f"user:{person.pk}": f"by {person}" for person in User.objects.filter(pk__in=keys)} if keys else {}
    )
    return {actor: people.get(actor) or actor_words(actor) for actor in actors}


TONES = {
    BidStatus.OPEN: "info",
    BidStatus.COUNTERED: "wait",
    BidStatus.ACCEPTED: "go",
    BidStatus.REJECTED: "stop",
}
ICONS = {"phone": "phone", "email": "mail", "manual": "pencil"}
UNDECIDED_FIRST = Case(When(status__in=Bid.lifecycle.unfinished, then=0), default=1)
BEST_FIRST = (F("amount").asc(nulls_last=True), F("pk").asc())
UNFINISHED_CALL = Call.lifecycle.unfinished
# A decision that old was told some other way, or doesn't matter any more.
TOLD_WITHIN = timedelta(days=3)

LOAD_COLUMNS = [f"load__{field.name}" for field in Load._meta.concrete_fields]
CARRIER_COLUMNS = [
    f"carrier__{name}"
    for name in (
        *("name", "mc_number", "dot_number", "phone", "rules_assessment", "connection_status"),
        *("is_blocked", "block_reason", "is_preferred", "is_capacity_carrier"),
    )
]
LEFT_OUT = ("notes", "load__special_instructions", "load__import_trail")


@dataclass(frozen=True)
class Row:
    """A bid's line; `ask` is what is to be paid as it stands: the figure agreed on, else the carrier's last one.

    `questions` are those of the conversation that wait for a broker, in the caller's words.
    """

    bid: Bid
    load: Load
    party: str
    standing: Standing | None
    tone: str
    icon: str
    ask: Decimal | None
    margin: Margin | None
    state: str
    by: str
    call_id: int | None
    is_live: bool
    is_told: bool
    is_load_booked: bool
    questions: list[str]

    @property
    def is_undecided(self) -> bool:
        """Whether somebody may still decide on it."""
        return self.bid.status in Bid.lifecycle.unfinished

    @property
    def is_load_taken(self) -> bool:
        """Whether the load has a carrier already, by a booking here or by what the TMS says."""
        return self.is_load_booked or self.load.is_settled

    @property
    def is_within_max_buy(self) -> bool:
        """Whether a person may say yes to the ask without going over what the load may cost."""
        most = self.load.max_rate
        return self.is_undecided and self.ask is not None and most is not None and self.ask <= most

    @property
    def is_declined(self) -> bool:
        """Whether the carrier turned our last counter down, as its call ended."""
        is_agents = self.bid.status == BidStatus.COUNTERED and not self.bid.decided_by.startswith("user:")
        tags = self.bid.conversation.content_tags if is_agents and self.bid.conversation else []
        return bool(self.bid.counter_amount) and Tag.RATE_REJECTED in tags

    @property
    def status_label(self) -> str:
        """Where the bid stands, in words."""
        if self.is_declined:
            return f"Declined our {money(self.bid.counter_amount)}"
        return BidStatus(self.bid.status).label

    @property
    def came_down(self) -> Decimal | None:
        """Dollars between the carrier's first figure and its last; None where it never moved."""
        if self.bid.first_ask is None or self.ask is None or self.bid.first_ask == self.ask:
            return None
        return self.bid.first_ask - self.ask


def with_columns(bids: BidQuerySet) -> BidQuerySet:
    """Fetch along what a row shows; asking for anything else raises."""
    later = ConversationLoad.objects.filter(
        load=OuterRef("load"),
        conversation__carrier=OuterRef("carrier"),
        conversation__created_at__gt=OuterRef("updated_at"),
    )
    asked = OpenQuestion.objects.waiting().filter(conversation=OuterRef("conversation")).in_order()
    return (
        bids.select_related("load", "carrier", "conversation__call")
        .only(
            *(field.name for field in Bid._meta.concrete_fields if field.name not in LEFT_OUT),
            *(name for name in LOAD_COLUMNS if name not in LEFT_OUT),
            *CARRIER_COLUMNS,
            "conversation__created_at",
            "conversation__content_tags",
            "conversation__call__status",
        )
        .annotate(
            was_told=Exists(later),
            is_load_booked=Exists(Booking.objects.filter(load=OuterRef("load"))),
            questions=ArraySubquery(asked.values("words")),
        )
        .fetch_mode(FETCH_RAISE)
    )


def rows_of(bids: Sequence[Any], *, at: datetime) -> list[Row]:
    """Return the rows of bids that `with_columns` gave; one query where people decided on some."""
    names = names_of(bid.decided_by for bid in bids)
    return [_row(bid, names, at) for bid in bids]


def party_of(bid: Bid) -> str:
    """Return who bids: the carrier's name, else what it was known by."""
    if bid.carrier is not None:
        return str(bid.carrier)
    if bid.mc_number:
        return f"MC {bid.mc_number}"
    return bid.caller_name or (phone(bid.phone) if bid.phone else "Unknown carrier")


def _row(bid: Any, names: dict[str, str], at: datetime) -> Row:
    load = bid.load
    call = getattr(bid.conversation, "call", None) if bid.conversation_id else None
    is_open_decision = bid.status in (BidStatus.COUNTERED, BidStatus.ACCEPTED)
    is_to_be_told = (
        is_open_decision and bid.decided_by.startswith("user:") and bid.updated_at > at - TOLD_WITHIN
    )
    return Row(
        bid=bid,
        load=load,
        party=party_of(bid),
        standing=standing(bid.carrier) if bid.carrier is not None else None,
        tone=TONES.get(BidStatus(bid.status), ""),
        icon=ICONS.get(bid.channel, "hand-coins"),
        ask=bid.amount,
        margin=margin(load.customer_rate, bid.amount, load.total_distance),
        state=ask_state(
            start=load.start_rate, ceiling=load.max_rate, book_now=load.book_now_rate, best_ask=bid.amount
        ),
        by=names.get(bid.decided_by, ""),
        call_id=call.pk if call else None,
        is_live=call is not None and call.status in UNFINISHED_CALL,
        is_told=bid.was_told or not is_to_be_told,
        is_load_booked=bid.is_load_booked,
        questions=bid.questions,
    )


# Reads of a load's bids and of a call's.


MAX_ON_ITS_PAGE = 50
MAX_BOOKINGS = 5


@dataclass(frozen=True)
class Booked:
    """A booking of a load that stands, or that has ended, in words."""

    booking: Booking | EndedBooking
    party: str
    by: str


@dataclass(frozen=True)
class LoadBids:
    """A load's bids best first, how many aren't shown, what is booked, and which carriers fell off."""

    load: Load
    rows: list[Row]
    more: int
    bookings: list[Booked]
    fallen: list[Booked]


def bids_of_load(load: Load, *, at: datetime) -> LoadBids:
    """Return the load's bids, those that wait first, each lot best first; six queries at most."""
    bids = with_columns(Bid.objects.filter(load=load)).order_by(UNDECIDED_FIRST, *BEST_FIRST)
    shown = list(bids[: MAX_ON_ITS_PAGE + 1])
    more = 0
    if len(shown) > MAX_ON_ITS_PAGE:
        more = Bid.objects.filter(load=load).count() - MAX_ON_ITS_PAGE
    bookings = bookings_of(load)
    return LoadBids(load, rows_of(shown[:MAX_ON_ITS_PAGE], at=at), more, bookings, fallen_of(load))


def bids_of_call(conversation: Conversation, *, at: datetime) -> list[Row]:
    """Return what was asked in a conversation, those that wait first."""
    bids = with_columns(Bid.objects.filter(conversation=conversation))
    bids = bids.order_by(UNDECIDED_FIRST, "-position", "-pk")
    return rows_of(list(bids[:MAX_ON_ITS_PAGE]), at=at)


def bookings_of(load: Load) -> list[Booked]:
    """Return what was booked of the load, newest first; two queries at most."""
    bookings = (
        Booking.objects.filter(load=load).select_related("carrier", "bid").order_by("-booked_at", "-pk")
    )
    found = list(bookings[:MAX_BOOKINGS])
    names = names_of(booking.booked_by for booking in found)
    return [Booked(each, booked_party(each), names.get(each.booked_by, "")) for each in found]


def booked_of(booking: Booking) -> Booked:
    """Return a booking, read with its carrier and bid, in words; one query at most."""
    return Booked(booking, booked_party(booking), names_of([booking.booked_by]).get(booking.booked_by, ""))


def fallen_of(load: Load) -> list[Booked]:
    """Return the load's bookings whose carrier fell off, newest first; two queries at most."""
    ended = EndedBooking.objects.filter(load=load, how=BookingEnd.FELL_OFF).select_related("carrier", "bid")
    found = list(ended.order_by("-ended_at", "-pk")[:MAX_BOOKINGS])
    names = names_of(each.ended_by for each in found)
    return [Booked(each, booked_party(each), names.get(each.ended_by, "")) for each in found]


def booked_party(booking: Booking | EndedBooking) -> str:
    """Return whom it is booked with: the carrier's name, else who called."""
    if booking.carrier is not None:
        return str(booking.carrier)
    return (booking.bid.caller_name if booking.bid else "") or "an unknown carrier"


# A carrier's newest bids, for its page.


SHOWN = 20
DECIDED_TONES = {
    BidStatus.ACCEPTED: "go",
    BidStatus.REJECTED: "stop",
    BidStatus.COUNTERED: "wait",
}


def bids_of_carrier(carrier: Carrier) -> list[tuple[Bid, str]]:
    """Return the newest bids with their loads, each with its badge's tone; one query."""
    found = Bid.objects.filter(carrier=carrier).newest_first().select_related("load")
    found = found.defer("notes", "load__special_instructions").fetch_mode(FETCH_RAISE)[:SHOWN]
    return [(bid, DECIDED_TONES.get(BidStatus(bid.status), "")) for bid in found]


# What the calls' list shows of money.


def amounts_of_calls(calls: Sequence[int]) -> dict[int, Decimal]:
    """The carrier's last figure in each of these calls, in dollars; of none where none was named. One query."""
    bids = Bid.objects.filter(conversation__in=calls, amount__isnull=False).order_by("conversation_id", "-pk")
    rows = bids.distinct("conversation_id").values_list("conversation_id", "amount")
    return {call: amount for call, amount in rows if call is not None and amount is not None}


# What the loads' lists show of bids and calls.

WORTH = (*BID_LIFECYCLE.unfinished, BidStatus.ACCEPTED)

# As `str` of a carrier.
_NAME = Case(
    When(carrier__name__gt="", then=F("carrier__name")),
    When(carrier__mc_number__gt="", then=Concat(Value("MC "), "carrier__mc_number")),
    When(carrier__dot_number__gt=0, then=Concat(Value("DOT "), Cast("carrier__dot_number", CharField()))),
    default=Value(""),
    output_field=CharField(),
)


class BidsAndCalls:
    """Tells of the loads of the organization in scope."""

    def bids_of(self, loads: Sequence[int]) -> dict[int, Bids]:
        """Their bids: all of them counted, the lowest ask of those that wait or were accepted; the newest booking."""
        bids = Bid.objects.filter(load=OuterRef("pk")).order_by().values("load")
        newest = Booking.objects.filter(load=OuterRef("pk")).order_by("-booked_at", "-pk")
        rows = Load.objects.filter(pk__in=loads).order_by()
        found = rows.values_list(
            "pk",
            Coalesce(Subquery(bids.annotate(number=Count("pk")).values("number")), 0),
            Subquery(bids.annotate(best=Min("amount", filter=Q(status__in=WORTH))).values("best")),
            Exists(newest),
            Subquery(newest.values("amount")[:1]),
            Coalesce(Subquery(newest.values(name=_NAME)[:1]), Value("")),
        )
        return {load: Bids(*told) for load, *told in found}

    def calls_of(self, loads: Sequence[int]) -> dict[int, int]:
        """How many conversations each was discussed in."""
        rows = ConversationLoad.objects.filter(load__in=loads).order_by().values_list("load_id")
        return dict(rows.annotate(number=Count("pk")))

    def loads_with_bids(self) -> QuerySet:
        """The keys of loads with bids that wait for a decision."""
        return Bid.objects.unfinished().order_by().values("load_id")

    def is_booked(self) -> Exists:
        """Whether a load has a booking."""
        return Exists(Booking.objects.filter(load=OuterRef("pk")))


# Reads that shape several tables: the records of the bid list.


MAX_EXACT = 2**53 - 1  # the integers that every JSON reader keeps apart

# PostgreSQL writes each record as JSON, as it does those of calls (calls.selectors.calls).
RECORDS = f"""
SELECT row_to_json(record)::text, {{total}}
FROM bids_bid AS bid
JOIN loads_load AS load ON load.id = bid.load_id
LEFT JOIN calls_conversation AS conversation ON conversation.id = bid.conversation_id
CROSS JOIN LATERAL (
    SELECT
        -- The TMS's id as a number where it is one that JSON keeps exact ("1042", not "007"); else the load's own key.
        CASE WHEN load.external_id !~ '^(0|[1-9][0-9]{{0,15}})$' THEN load.id
            WHEN load.external_id::bigint > {MAX_EXACT} THEN load.id
            ELSE load.external_id::bigint END AS "loadId",
        nullif(concat_ws(', ', nullif(load.origin_city, ''), nullif(load.origin_state, '')), '') AS "originLocation",
        nullif(concat_ws(', ', nullif(load.destination_city, ''), nullif(load.destination_state, '')), '')
            AS "destinationLocation",
        nullif(bid.mc_number, '') AS "carrierMc",
        bid.dot_number::text AS "carrierDot",
        nullif(bid.phone, '') AS "phoneNumber",
        nullif(bid.extension, '') AS "extension",
        nullif(bid.caller_name, '') AS "callerName",
        nullif(conversation.summary, '') AS "callSummary",
        to_char(bid.discussed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "callDateTime",
        -- Beyond the record that a client must know.
        bid.id AS "id",
        load.external_id AS "externalLoadId",
        trim_scale(bid.amount) AS "amount",
        bid.status AS "status",
        bid.channel AS "channel"
) AS record
WHERE bid.id IN ({{page}})
ORDER BY bid.discussed_at DESC, bid.id DESC
"""  # noqa: S608 (a number of our own)


def bid_records(listed: Listed) -> tuple[list[orjson.Fragment], dict[str, int]]:
    """The API's records of a page of bids, newest first, as JSON already; and its pagination object. One query."""
    rows, pagination = listed.fetch(RECORDS)
    return [orjson.Fragment(record) for record, _total in rows], pagination
