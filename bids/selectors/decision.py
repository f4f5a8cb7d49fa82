"""One bid and what must be known before deciding on it: the others compared, warnings, a booking without a bid."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import Enum, auto
from typing import Any

from django.db.models import Count, Max, Q

from bids.models import Bid, BidStatusChange, Booking, NegotiationStep, PriceTalk
from bids.negotiation import Action
from bids.negotiation import Standing as NegotiationStanding
from bids.selectors.bids import (
    UNDECIDED_FIRST,
    Booked,
    Row,
    bookings_of,
    names_of,
    party_of,
    rows_of,
    with_columns,
)
from bids.selectors.negotiation_receipts import Receipt, receipt_of_talk
from bids.services.booking import stamp_of
from bids.states import BidStatus
from calls.models import CheckCallReport
from carriers.models import Carrier, Vetting
from carriers.states import ConnectionStatus, RulesAssessment, Standing, standing
from loads.models import Load
from loads.rates import Margin, margin, status_label
from organizations.formats import money, percent

CHANGES_SHOWN = 30


class Rates(Enum):
    """What a warning may tell of customer rate and max buy."""

    NAMED = auto()
    HIDDEN = auto()  # that the amount is over, and not by how much
    UNTOLD = auto()  # nothing: another amount has been held against them


@dataclass(frozen=True)
class Step:
    """A line of a bid's history."""

    at: datetime
    label: str
    tone: str
    by: str
    reason: str


@dataclass(frozen=True)
class BidPage:
    """All that a bid's page shows; `hindrance` says why it can't be accepted at all."""

    row: Row
    bid: Bid
    load: Load
    standing: Standing | None
    bookings: list[Booked]
    steps: list[Step]
    summary: str
    notes: str
    stamp: str
    warnings: list[str]
    hindrance: str
    talk: PriceTalk | None
    receipt: Receipt | None

    @property
    def offered(self) -> Decimal | None:
        """Our offer as the carrier has it, over all its calls."""
        return NegotiationStanding.from_json(self.talk.standing).offer if self.talk else None

    @property
    def talk_state(self) -> str:
        """Where the price talk stands, in a word or two."""
        return str(self.talk.get_status_display()) if self.talk else ""

    @property
    def figures(self) -> list[tuple[Decimal, str]]:
        """At what it may be accepted: their last ask, and our offer while it stands."""
        found = []
        if self.bid.amount is not None:
            found.append((self.bid.amount, self._at(self.bid.amount, "carrier’s ask")))
        offer = self.bid.counter_amount
        if self.bid.status == BidStatus.COUNTERED and offer not in (None, self.bid.amount):
            assert offer is not None
            found.append((offer, self._at(offer, "carrier accepted our counter")))
        return found

    def margin_at(self, amount: Decimal | None) -> Margin | None:
        """What stays of the customer rate if they get this."""
        return margin(self.load.customer_rate, amount, self.load.total_distance)

    def _at(self, amount: Decimal, words: str) -> str:
        left = self.margin_at(amount)
        share = f" ({percent(left.share)})" if left and left.share is not None else ""
        return f"{money(amount)}, {words}" + (f": margin {money(left.amount)}{share}" if left else "")


@dataclass(frozen=True)
class BookingPage:
    """What must be known before a load is booked without a bid; without `carrier` one is made."""

    load: Load
    carrier: Carrier | None
    party: str
    standing: Standing | None
    amount: Decimal
    margin: Margin | None
    warnings: list[str]
    hindrance: str


def find_bid(pk: int) -> Any:
    """Return the bid with its load, carrier and call, or None."""
    return with_columns(Bid.objects.all()).filter(pk=pk).first()


def bid_page(bid: Any, *, at: datetime) -> BidPage:
    """Return the page of a bid that `find_bid` gave, in twelve queries at most."""
    load, carrier = bid.load, bid.carrier
    talk = PriceTalk.objects.filter(pk=bid.price_talk_id).first() if bid.price_talk_id else None
    told = Bid.objects.filter(pk=bid.pk).values_list("notes", "conversation__summary")[0]
    bookings = bookings_of(load)
    return BidPage(
        row=rows_of([bid], at=at)[0],
        bid=bid,
        load=load,
        standing=standing(carrier, _reasons(carrier)) if carrier else None,
        bookings=bookings,
        steps=_steps(bid),
        summary=told[1] or "",
        notes=told[0],
        stamp=stamp_of(load, bid),
        warnings=[*_about_load(load, bookings), *_about_carrier(carrier), *_about_amount(load, bid.amount)],
        hindrance=_hindrance(carrier)
        or ("" if bid.amount else "No rate from the carrier yet. Enter a counter."),
        talk=talk,
        receipt=receipt_of_talk(talk, bid.conversation_id) if talk else None,
    )


def accept_warnings(page: BidPage, amount: Decimal, *, rates: Rates = Rates.NAMED) -> list[str]:
    """Return what speaks against accepting at this."""
    found = [*_about_load(page.load, page.bookings), *_about_carrier(page.bid.carrier)]
    return found + _about_amount(page.load, amount, rates=rates)


def counter_warnings(page: BidPage, amount: Decimal, *, rates: Rates = Rates.NAMED) -> list[str]:
    """Return what speaks against offering this."""
    offered = page.bid.counter_amount
    found = [*_about_load(page.load, page.bookings), *_about_carrier(page.bid.carrier)]
    found += _about_amount(page.load, amount, rates=rates)
    if offered is not None and page.bid.status == BidStatus.COUNTERED and amount < offered:
        found.append(f"We already countered at {money(offered)}. This is lower.")
    elif page.offered is not None and amount < page.offered:
        found.append(f"The carrier already has our offer of {money(page.offered)}. This is lower.")
    return found


def booking_page(
    load: Load, carrier: Carrier | None, party: str, amount: Decimal, *, rates: Rates = Rates.NAMED
) -> BookingPage:
    """Return what speaks for and against booking this carrier at this amount."""
    bookings = bookings_of(load)
    about_carrier = (
        _about_carrier(carrier) if carrier else [f"{party} is new to you and will be added without vetting."]
    )
    return BookingPage(
        load=load,
        carrier=carrier,
        party=party,
        standing=standing(carrier, _reasons(carrier)) if carrier else None,
        amount=amount,
        margin=margin(load.customer_rate, amount, load.total_distance),
        warnings=[
            *_about_load(load, bookings),
            *about_carrier,
            *_about_amount(load, amount, rates=rates),
        ],
        hindrance=_hindrance(carrier),
    )


def bidders_of(load: Load) -> list[tuple[str, str]]:
    """Return the numbers and names of carriers that bid for the load, to choose from."""
    bids = (
        Bid.objects.filter(load=load).exclude(carrier=None).select_related("carrier").order_by("amount", "pk")
    )
    found: dict[str, str] = {}
    for bid in bids[:20]:
        carrier = bid.carrier
        assert carrier is not None
        number = f"MC {carrier.mc_number}" if carrier.mc_number else f"DOT {carrier.dot_number}"
        found.setdefault(number, f"{party_of(bid)}, offer {money(bid.amount)}")
    return list(found.items())


def _reasons(carrier: Carrier) -> Sequence[dict[str, Any]]:
    newest = Vetting.objects.filter(carrier=carrier).order_by("-vetted_at", "-pk")
    return newest.values_list("reasons", flat=True).first() or ()


def _steps(bid: Bid) -> list[Step]:
    tones = {BidStatus.ACCEPTED: "go", BidStatus.REJECTED: "stop", BidStatus.COUNTERED: "wait"}
    changes = list(BidStatusChange.objects.filter(bid=bid).order_by("-at", "-pk")[:CHANGES_SHOWN])
    names = names_of(change.by for change in changes)
    return [
        Step(
            at=change.at,
            label=_step_words(change),
            tone=tones.get(BidStatus(change.new), ""),
            # That the agent heard it needs no name.
            by="" if change.new == BidStatus.OPEN and change.by == "agent" else names.get(change.by, ""),
            reason="From your imported records" if change.reason == "imported" else change.reason,
        )
        for change in changes
    ]


def _step_words(change: BidStatusChange) -> str:
    if change.new != BidStatus.OPEN:
        return str(BidStatus(change.new).label)
    if not change.old:
        return "Offer received"
    return "Carrier came back" if change.old == BidStatus.COUNTERED else "Reopened"


def _hindrance(carrier: Carrier | None) -> str:
    if carrier is not None and carrier.is_blocked:
        reason = f": {carrier.block_reason}" if carrier.block_reason else ""
        return f"{carrier} is marked “Do not use”{reason}. Change that on the carrier’s page first."
    return ""


def _about_load(load: Load, bookings: Sequence[Booked]) -> list[str]:
    found = [
        f"Load already booked: {each.party}, {money(each.booking.amount)} {each.by}.".replace(" .", ".")
        for each in bookings[:1]
    ]
    if load.is_held:
        found.append("This load is on hold.")
    if load.is_locked:
        found.append("Your TMS locked this load.")
    if not found and not load.is_open:
        found.append(f"This load is no longer open: {status_label(load.status)}.")
    return found


def _about_carrier(carrier: Carrier | None) -> list[str]:
    if carrier is None:
        return ["Carrier unknown."]
    if carrier.connection_status == ConnectionStatus.DO_NOT_DISPATCH:
        return [f"{carrier} is marked “Do not use” in its setup."]
    if carrier.rules_assessment == RulesAssessment.FAIL:
        return [f"{carrier} isn’t approved under your vetting rules."]
    if carrier.rules_assessment != RulesAssessment.PASS:
        return [f"{carrier} isn’t fully approved under your vetting rules: {standing(carrier).text}."]
    return []


def _about_amount(load: Load, amount: Decimal | None, *, rates: Rates = Rates.NAMED) -> list[str]:
    if amount is None:
        return []
    if rates is Rates.UNTOLD:
        return ["Another amount was tried on this load in the last 24 hours, so this one isn’t checked."]
    names_rates = rates is Rates.NAMED
    found = []
    if load.max_rate is not None and amount > load.max_rate:
        over = f"{money(amount - load.max_rate)} over your max buy of {money(load.max_rate)}"
        found.append(f"{money(amount)} is {over if names_rates else 'over your max buy'}.")
    left = margin(load.customer_rate, amount, load.total_distance)
    if left is not None and left.is_negative:
        share = f", {percent(left.share)}" if left.share is not None else ""
        found.append(
            f"This loses money: {money(left.amount)}{share}." if names_rates else "This loses money."
        )
    return found


# The carriers that bid for a load, side by side.


MAX = 6  # side by side
OFFERS_SHOWN = 5


@dataclass(frozen=True)
class Compared:
    """A carrier's column: its bid, what we offered, what it did before, what was said."""

    row: Row
    offers: list[Decimal]
    bookings: int
    last_booked_at: datetime | None
    reports: int
    late: int
    summary: str


def compared(load: Load, *, at: datetime) -> list[Compared]:
    """Return the best bids of different carriers, those that wait first; six queries at most."""
    bids = with_columns(Bid.objects.filter(load=load)).order_by(UNDECIDED_FIRST, "amount", "pk")
    rows = _one_a_carrier(rows_of(list(bids[: MAX * 5]), at=at))[:MAX]
    carriers = [row.bid.carrier_id for row in rows if row.bid.carrier_id]
    offers = _offers(load, [row.bid for row in rows])
    booked = _booked(carriers)
    kept = _kept(carriers)
    summaries = dict(
        Bid.objects.filter(pk__in=[row.bid.pk for row in rows])
        .exclude(conversation=None)
        .values_list("pk", "conversation__summary")
    )
    columns = []
    for row in rows:
        made = offers[row.bid.pk]
        if row.bid.counter_amount is not None and row.bid.counter_amount not in made:
            made = [*made, row.bid.counter_amount]
        number, last = booked.get(row.bid.carrier_id or 0, (0, None))
        reports, late = kept.get(row.bid.carrier_id or 0, (0, 0))
        summary = summaries.get(row.bid.pk) or ""
        columns.append(Compared(row, made[-OFFERS_SHOWN:], number, last, reports, late, summary))
    return columns


def _one_a_carrier(rows: Sequence[Row]) -> list[Row]:
    """The first bid of each carrier; of those whose carrier isn't known, of each caller's number."""
    first: dict[object, Row] = {}
    for row in rows:
        bid = row.bid
        first.setdefault(bid.carrier_id or bid.mc_number or bid.phone or f"bid {bid.pk}", row)
    return list(first.values())


def _offers(load: Load, bids: Sequence[Bid]) -> dict[int, list[Decimal]]:
    """What we offered for each bid, over all calls of its price talk, in order, each figure once."""
    talks = [bid.price_talk_id for bid in bids if bid.price_talk_id]
    conversations = [bid.conversation_id for bid in bids if bid.conversation_id]
    found: dict[int, list[Decimal]] = {bid.pk: [] for bid in bids}
    if not conversations:
        return found
    of = Q(price_talk__in=talks) | Q(price_talk=None, conversation__in=conversations)
    steps = NegotiationStep.objects.filter(of, load=load).exclude(action=Action.ACCEPT).order_by("at", "pk")
    made: dict[tuple[int | None, int | None], list[Decimal]] = {}
    for talk, conversation, offer in steps.values_list("price_talk_id", "conversation_id", "offer"):
        offers = made.setdefault((talk, None) if talk else (None, conversation), [])
        if not offers or offers[-1] != offer:
            offers.append(offer)
    for bid in bids:
        key = (bid.price_talk_id, None) if bid.price_talk_id else (None, bid.conversation_id)
        found[bid.pk] = made.get(key, [])
    return found


def _booked(carriers: Sequence[int]) -> dict[int, tuple[int, datetime | None]]:
    """How many loads each was given, and when the last."""
    if not carriers:
        return {}
    rows = Booking.objects.filter(carrier__in=carriers).order_by().values_list("carrier_id")
    return {
        carrier: (number, last)
        for carrier, number, last in rows.annotate(number=Count("pk"), last=Max("booked_at"))
    }


def _kept(carriers: Sequence[int]) -> dict[int, tuple[int, int]]:
    """How many check calls told how each stood with its appointment, and how many that it was late."""
    if not carriers:
        return {}
    told = CheckCallReport.objects.filter(load__bookings__carrier__in=carriers, late_minutes__isnull=False)
    rows = told.order_by().values_list("load__bookings__carrier")
    return {
        carrier: (number, late)
        for carrier, number, late in rows.annotate(
            number=Count("pk", distinct=True), late=Count("pk", distinct=True, filter=Q(late_minutes__gt=0))
        )
    }
