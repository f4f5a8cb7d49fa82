"""A bid as pages show it: who asks what, what that leaves, how it came, where it stands, what to do next."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import FETCH_RAISE, Case, Exists, F, OuterRef, When

from bids.models import Bid, Booking
from bids.pages.people import names_of
from bids.querysets import BidQuerySet
from bids.states import BidStatus
from calls.models import Call, ConversationLoad, OpenQuestion
from carriers.standing import Standing, standing
from loads.ladder import ask_state
from loads.margins import Margin, margin
from loads.models import Load
from organizations.display import phone

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
