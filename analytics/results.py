"""How each load ended, judged from the rows by the rule of `analytics.losses`, and what is kept of it (`LoadResult`).

Roll-ups judge the loads that bear marks; what is kept says the same as judging anew at any later moment, since an open
load's result is the one that holds once its pickup is past.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from decimal import Decimal
from itertools import batched
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from analytics.losses import End, TalkAbout, judge
from analytics.models import LoadResult
from bids.models import Bid, Booking, Outreach
from bids.states import BookingKind, StopReason
from calls.models import ConversationLoad
from calls.states import AgentPurpose
from loads.models import OPEN_STATUSES, SETTLED_STATUSES, Load, LoadEvent, LoadStatus
from organizations.sql import fetch
from organizations.tenancy.scope import current_organization_id, scope

GIVEN_AWAY = (LoadStatus.TENDERED, *SETTLED_STATUSES)
AT_ONCE = 1_000  # loads: some megabytes


def pending() -> list[int]:
    """The loads of the organization in scope that bear a mark: what is kept of them may be out of date."""
    return [load for (load,) in fetch(_PENDING, {"organization": current_organization_id()})]


# A conversation's loads are those that it has now: whoever took one away has marked it.
RESOLVE_LOADS = """
SELECT unnest(loads) AS load FROM mark
UNION
SELECT link.load_id FROM (SELECT DISTINCT unnest(conversations) AS id FROM mark) AS marked
JOIN calls_conversationload AS link ON link.conversation_id = marked.id
"""
_PENDING = f"""
WITH mark AS MATERIALIZED (
    SELECT conversations, loads FROM analytics_change WHERE organization_id = %(organization)s
)
{RESOLVE_LOADS}
"""  # noqa: S608 (names of our own)


def keep(organization_id: int, loads: Collection[int]) -> None:
    """Judge these loads anew and keep what comes of it; those that don't count, or are gone, lose their row."""
    with scope(organization_id):
        for some in batched(sorted(loads), AT_ONCE):
            with transaction.atomic():
                LoadResult.objects.filter(load__in=some).delete()
                LoadResult.objects.bulk_create(judged(some))


def keep_all(organization_id: int) -> Iterator[int]:
    """Judge all loads of the organization anew, a batch in each transaction; yields how many are done."""
    with scope(organization_id):
        loads = _all()
    done = 0
    for some in batched(loads, AT_ONCE):
        keep(organization_id, some)
        done += len(some)
        yield done


def differing() -> Iterator[int]:
    """The loads of the organization in scope of which something else is kept than judging anew gives."""
    for some in batched(_all(), AT_ONCE):
        right = {each.load: _said(each) for each in judged(some)}
        kept = {each.load: _said(each) for each in LoadResult.objects.filter(load__in=some)}
        yield from (load for load in some if right.get(load) != kept.get(load))


def _said(result: LoadResult) -> tuple[Any, ...]:
    names = ("end", "ended_at", "reason", "gap", "talk", "is_call")
    return tuple(getattr(result, name) for name in names)


def _all() -> list[int]:
    """All loads, and those that are gone but still have a result."""
    kept = LoadResult.objects.values_list("load", flat=True)
    return sorted({*Load.objects.values_list("pk", flat=True), *kept})


def judged(loads: Collection[int]) -> list[LoadResult]:
    """How these loads of the organization in scope ended, or will have once their pickup is past; in six queries.

    Loads without a pickup, and those to whose status the TMS gives a word of its own (canceled, say), don't count.
    """
    counted = Load.objects.filter(
        Q(status__in=(*GIVEN_AWAY, *OPEN_STATUSES)) | Exists(Booking.objects.filter(load=OuterRef("pk"))),
        pk__in=list(loads),
        pickup_at__isnull=False,
    ).only("organization", "status", "pickup_at", "max_rate", "start_rate", "book_now_rate")
    keys = counted.values("pk")
    bookings = {each.load_id: each for each in _bookings(keys)}
    given_away = _given_away(keys)
    talks = _talks(keys)
    calling = set(
        Outreach.objects.filter(load__in=keys, stop_reason=StopReason.LOAD_COVERED).values_list(
            "load", flat=True
        )
    )
    return [
        _result(
            load,
            booking=bookings.get(load.pk),
            talks=talks[load.pk],
            given_away_at=given_away.get(load.pk),
            was_calling=load.pk in calling,
        )
        for load in counted
    ]


def _result(
    load: Load,
    *,
    booking: Booking | None,
    talks: list[TalkAbout],
    given_away_at: datetime | None,
    was_calling: bool,
) -> LoadResult:
    result = LoadResult(organization_id=load.organization_id, load=load.pk, is_call=False)
    result.end, result.ended_at = _end(load, booking, given_away_at)
    if booking is not None and _is_by_agent(booking):
        result.end = End.BOOKED
    elif booking is not None and not talks:
        result.end = End.UNTOUCHED
    else:
        why = judge(
            talks,
            end=End(result.end),
            ended_at=result.ended_at,
            limit=load.max_rate or load.start_rate or load.book_now_rate,
            booked_for=booking.amount if booking else None,
            booked_in=_talk_of(booking),
            was_calling=was_calling,
        )
        result.reason, result.talk = why.reason, why.talk
        result.gap = why.gap  # type: ignore[assignment]  # the stubs know of no null here
        result.is_call = any(each.pk == why.talk and each.call_status for each in talks)
    return result


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
    assert pickup_at is not None, "loads without a pickup don't count"
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
        "load",
        "load__external_id",
        "conversation",
        "conversation__created_at",
        "conversation__content_tags",
        "conversation__extracted_data__loads",
        "conversation__call__status",
        "conversation__transferred_at",
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
