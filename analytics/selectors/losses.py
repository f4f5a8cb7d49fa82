"""Loads that the agent didn't book, each with its one reason: of a period, by lane, customer and week."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse

from analytics.losses import End, Lost, Reason, TalkAbout, judge
from bids.models import Bid, Booking, Outreach
from bids.states import BookingKind, StopReason
from calls.models import ConversationLoad
from calls.states import AgentPurpose
from loads.models import Load, LoadEvent
from loads.states import OPEN_STATUSES, SETTLED_STATUSES, LoadStatus

MAX_DAYS = 92
GIVEN_AWAY = (LoadStatus.TENDERED, *SETTLED_STATUSES)


@dataclass(frozen=True, slots=True)
class LostLoad:
    """A load that the agent didn't book, how it ended, and why."""

    pk: int
    number: str  # the TMS's id
    origin: str
    destination: str
    customer: str
    pickup_at: datetime
    end: End
    ended_at: datetime
    lost: Lost
    is_call: bool  # whether the talk that proves it was a call

    @property
    def lane(self) -> str:
        """Origin to destination."""
        return f"{self.origin} to {self.destination}"


@dataclass(frozen=True)
class Ledger:
    """All loads of a period: those that the agent booked, counted, and those that it didn't, judged."""

    booked: int
    untouched: int  # booked by the team without a talk of the agent's
    lost: list[LostLoad]

    @property
    def loads(self) -> int:
        """How many loads had their pickup in the period and are settled one way or the other."""
        return self.booked + self.untouched + len(self.lost)


def lost_loads(start: datetime, end: datetime, *, now: datetime) -> Ledger:
    """Judge the loads whose pickup lies from `start` to before `end` and is past, or that somebody has covered.

    Loads still open with their pickup ahead aren't lost yet; those to whose status the TMS gives a word of its own
    (canceled, say) aren't counted. Runs in the organization's scope, in six queries.
    """
    settled = Load.objects.filter(
        Q(status__in=GIVEN_AWAY)
        | Q(status__in=OPEN_STATUSES, pickup_at__lt=now)
        | Exists(Booking.objects.filter(load=OuterRef("pk"))),
        pickup_at__gte=start,
        pickup_at__lt=end,
    )
    loads = settled.order_by("pickup_at", "pk").only(
        *("external_id", "origin_city", "origin_state", "destination_city", "destination_state"),
        *("customer_name", "status", "pickup_at", "max_rate", "start_rate", "book_now_rate"),
    )
    keys = settled.values("pk")
    bookings = {each.load_id: each for each in _bookings(keys)}
    given_away = _given_away(keys)
    talks = _talks(keys)
    calling = set(
        Outreach.objects.filter(load__in=keys, stop_reason=StopReason.LOAD_COVERED).values_list(
            "load", flat=True
        )
    )
    booked = untouched = 0
    lost = []
    for load in loads:
        assert load.pickup_at is not None, "the window is one of pickups"
        booking = bookings.get(load.pk)
        if booking is not None and _is_by_agent(booking):
            booked += 1
            continue
        if booking is not None and not talks[load.pk]:
            untouched += 1
            continue
        how, at = _end(load, booking, given_away.get(load.pk))
        why = judge(
            talks[load.pk],
            end=how,
            ended_at=at,
            limit=load.max_rate or load.start_rate or load.book_now_rate,
            booked_for=booking.amount if booking else None,
            booked_in=_talk_of(booking),
            was_calling=load.pk in calling,
        )
        lost.append(
            LostLoad(
                pk=load.pk,
                number=load.external_id,
                origin=_place(load.origin_city, load.origin_state),
                destination=_place(load.destination_city, load.destination_state),
                customer=load.customer_name,
                pickup_at=load.pickup_at,
                end=how,
                ended_at=at,
                lost=why,
                is_call=any(each.pk == why.talk and each.call_status for each in talks[load.pk]),
            )
        )
    return Ledger(booked, untouched, lost)


def _bookings(keys: QuerySet) -> Iterable[Booking]:
    """Standing ones; of several the first."""
    found = Booking.objects.filter(load__in=keys).select_related("bid").order_by("-booked_at", "-pk")
    return found.only("load", "kind", "amount", "booked_at", "booked_by", "conversation", "bid__conversation")


def _is_by_agent(booking: Booking) -> bool:
    """Whether no person closed it; of a core carrier's both are told apart by who booked."""
    if booking.kind == BookingKind.CAPACITY:
        return not booking.booked_by.startswith("user:")
    return booking.kind == BookingKind.E2E


def _talk_of(booking: Booking | None) -> int | None:
    if booking is None:
        return None
    return booking.conversation_id or (booking.bid.conversation_id if booking.bid else None)


def _given_away(keys: QuerySet) -> dict[int, datetime]:
    """When the TMS first said that a load had a carrier."""
    first: dict[int, datetime] = {}
    events = LoadEvent.objects.filter(load__in=keys, is_accepted=True, changes__has_key="status")
    for load, at, changed in events.order_by("received_at", "pk").values_list(
        "load", "received_at", "changes__status"
    ):
        if isinstance(changed, list) and changed[-1] in GIVEN_AWAY:
            first.setdefault(load, at)
    return first


def _end(load: Load, booking: Booking | None, given_away_at: datetime | None) -> tuple[End, datetime]:
    """How and when the load was out of the agent's hands; its pickup, where nothing tells."""
    pickup_at = load.pickup_at
    assert pickup_at is not None, "the window is one of pickups"
    if booking is not None:
        return End.BY_TEAM, booking.booked_at
    if load.status in GIVEN_AWAY:
        return End.ELSEWHERE, min(given_away_at or pickup_at, pickup_at)
    return End.NEVER, pickup_at


def _talks(keys: QuerySet) -> dict[int, list[TalkAbout]]:
    """What each load's talks came to; check calls and a team's own calls aren't among them."""
    bids: dict[tuple[int, int], tuple[Decimal, bool]] = {}
    offered = Bid.objects.filter(load__in=keys, conversation__isnull=False).order_by("pk")
    for load, talk, amount, agreed_at in offered.values_list("load", "conversation", "amount", "agreed_at"):
        bids[load, talk] = amount, agreed_at is not None
    found: dict[int, list[TalkAbout]] = defaultdict(list)
    links = (
        ConversationLoad.objects.filter(load__in=keys)
        .filter(Q(conversation__agent=None) | Q(conversation__agent__purpose=AgentPurpose.CARRIER_SALES))
        .filter(Q(conversation__call=None) | Q(conversation__call__person_phone=""))
    )
    rows = links.values_list(
        *(
            "load",
            "load__external_id",
            "conversation",
            "conversation__created_at",
            "conversation__content_tags",
        ),
        *(
            "conversation__extracted_data__loads",
            "conversation__call__status",
            "conversation__transferred_at",
        ),
    )
    for load, number, talk, at, tags, noted, status, transferred_at in rows:
        ask, is_agreed = bids.get((load, talk), (None, False))
        found[load].append(
            TalkAbout(
                pk=talk,
                at=at,
                tags=frozenset(tags),
                outcome=_noted(noted, number),
                call_status=status or "",
                ask=ask,
                is_agreed=is_agreed,
                was_transferred=transferred_at is not None,
            )
        )
    return found


def _noted(noted: Any, number: str) -> str:
    """What the agent itself noted of this load; nothing in talks that were imported."""
    for each in noted if isinstance(noted, list) else []:
        if isinstance(each, dict) and each.get("loadId") == number:
            return str(each.get("outcome") or "")
    return ""


def _place(city: str, state: str) -> str:
    return ", ".join(part for part in (city, state) if part) or "Unknown"


# What the page shows of it.


PAGE_SIZE = 50
FEW_GROUPS = 12  # shown at first


@dataclass(frozen=True)
class ReasonRow:
    """A reason with its share of the lost loads; `gap` is the mean, in dollars, where the rate was too high."""

    reason: Reason
    count: int
    share: int  # percent
    gap: Decimal | None
    help: str
    help_url: str
    help_label: str


@dataclass(frozen=True)
class GroupRow:
    """A lane, customer or week: its lost loads by reason, in the order of `Reason`."""

    name: str
    value: str
    count: int
    by_reason: list[tuple[Reason, int]]


# What would have changed it, in words, and where.
HELP: dict[Reason, tuple[str, str, str]] = {
    Reason.DECISION: (
        "The agent had a rate, or the carrier on the line, and the booking waited for your team.",
        "bids:list",
        "Offers",
    ),
    Reason.RATE: ("Carriers asked for more than max buy.", "bids:negotiation_rules", "Negotiation"),
    Reason.AGENT: ("The call failed, or ended before anything was settled.", "calls:list", "Calls"),
    Reason.TIMING: ("Carriers turned it down before a rate came up.", "carriers:list", "Carriers"),
    Reason.EQUIPMENT: ("Carriers didn’t have the trailer.", "carriers:list", "Carriers"),
    Reason.VETTING: (
        "Carriers that wanted it didn’t pass your vetting rules.",
        "carriers:vetting_rules",
        "Vetting rules",
    ),
    Reason.COVERED_FIRST: ("It was covered before a carrier could take it.", "loads:list", "Loads"),
    Reason.NOT_REACHED: ("No one picked up, or only voicemail.", "calls:calling_rules", "Calling rules"),
    Reason.NO_CARRIERS: ("The agent didn’t call anyone about it.", "carriers:list", "Carriers"),
}


def reason_rows(lost: list[LostLoad]) -> list[ReasonRow]:
    """Every reason, also those that lost nothing; counts add up to the loads."""
    counts = Counter(each.lost.reason for each in lost)
    gaps = [each.lost.gap for each in lost if each.lost.gap is not None]
    rows = []
    for reason in Reason:
        words, url_name, label = HELP[reason]
        gap = sum(gaps, Decimal(0)) / len(gaps) if reason == Reason.RATE and gaps else None
        share = round(100 * counts[reason] / len(lost)) if lost else 0
        rows.append(ReasonRow(reason, counts[reason], share, gap, words, reverse(url_name), label))
    return rows


GROUPS: dict[str, tuple[str, Callable[[LostLoad, ZoneInfo], str]]] = {
    "lane": ("Lane", lambda each, _zone: each.lane),
    "customer": ("Customer", lambda each, _zone: each.customer or "No customer"),
    "week": ("Week of pickup", lambda each, zone: monday(each.pickup_at, zone).isoformat()),
}


def monday(instant: datetime, zone: ZoneInfo) -> date:
    """The local Monday of an instant's week."""
    day = instant.astimezone(zone).date()
    return day - timedelta(days=day.weekday())


def group_rows(lost: list[LostLoad], by: str, *, zone: ZoneInfo) -> list[GroupRow]:
    """The lost loads by lane, customer or week, with the reasons that occur at all; most first, weeks in order."""
    occurring = {each.lost.reason for each in lost}
    groups: dict[str, Counter[Reason]] = defaultdict(Counter)
    key = GROUPS[by][1]
    for each in lost:
        groups[key(each, zone)][each.lost.reason] += 1
    rows = [
        GroupRow(
            f"{date.fromisoformat(value):%b} {date.fromisoformat(value).day}" if by == "week" else value,
            value,
            counts.total(),
            [(reason, counts[reason]) for reason in Reason if reason in occurring],
        )
        for value, counts in groups.items()
    ]
    return sorted(rows, key=lambda row: row.value if by == "week" else (-row.count, row.name))


def narrowed(
    lost: list[LostLoad], *, reason: str = "", by: str = "", value: str = "", zone: ZoneInfo
) -> list[LostLoad]:
    """Those of a reason and of a group; empty means all."""
    return [
        each
        for each in lost
        if (not reason or each.lost.reason == reason) and (not value or GROUPS[by][1](each, zone) == value)
    ]
