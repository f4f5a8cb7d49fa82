"""Reads for the call list, a load's calls and a carrier's."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, tzinfo
from decimal import Decimal
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import FETCH_RAISE, Prefetch, prefetch_related_objects
from django.db.models.fields.json import KT

from calls.counting import Ways, place_page
from calls.forms import LIVE, OLDEST, window_of
from calls.models import Agent, Call, Conversation, ConversationLoad
from calls.querysets import ConversationQuerySet
from calls.states import CallStatus, Direction
from calls.wording import TONES, clock, duration, tags_beside
from carriers.models import Carrier
from loads.models import Load
from organizations.display import phone
from organizations.lists import Order, in_batches

PAGE_SIZE = 50
MOST_PAGES = 1_000_000
LIVE_SHOWN = 20
LOADS_SHOWN = 3
OF_LOAD_SHOWN = 10
# Filters that leave so few calls that they are found and counted one by one.
SELECTIVE = ("load", "mc", "carrier", "day")

COLUMNS = (
    "organization_id",
    "direction",
    "created_at",
    "summary",
    "content_tags",
    "mc_number",
    "agent__name",
    "carrier__name",
    "call__status",
    "call__from_phone",
    "call__to_phone",
    "call__to_extension",
    "call__caller_name",
    "call__caller_extension",
    "call__answered_at",
    "call__ended_at",
)


@dataclass(frozen=True)
class CallRow:
    """A call as lists show it: who it was with, what came of it, how long and when."""

    pk: int
    direction: str
    name: str
    number: str
    agent: str
    status: str
    status_label: str
    tone: str
    is_live: bool
    tags: list[str]
    summary: str
    mc_number: str
    length: str
    created_at: datetime
    loads: list[Load]
    more_loads: int
    # Of a check call, where the row is one of a load's: "45 min late".
    punctuality: str = ""
    punctuality_tone: str = ""
    load_ids: tuple[str, ...] = ()  # of all loads, as the TMS has them
    bid: Decimal | None = None  # the carrier's last figure, where somebody was asked for it

    @property
    def party(self) -> str:
        """Whom it was with: a name, else a number."""
        return party(self.name, self.number)


@dataclass(frozen=True)
class CallList:
    """One page of the call list; on the first one, without a status chosen, live calls stand on top."""

    live: list[CallRow]
    has_more_live: bool
    page: Page
    rows: list[CallRow]


class _Counted(Paginator):
    """Counted already, by what found the page."""

    count: int = 0


def call_list(filters: dict[str, Any], page_number: str | None, *, zone: tzinfo, at: datetime) -> CallList:
    """Return the list's page under `CallFilterForm.filters()`, in four queries whatever the number of calls.

    The pages hold the calls that have ended, or those of the chosen status; a page number that doesn't
    exist is the nearest page that does. `zone` says where the chosen day begins.
    """
    found = narrowed(filters, zone)
    status = filters.get("status")
    if status == LIVE or any(filters.get(name) for name in SELECTIVE):
        page, ended = _page_of_few(found, filters, page_number)
    else:
        page, ended = _page_of_many(found, filters, page_number)
    live: list[Conversation] = []
    if not status and page.number == 1:
        unfinished = Call.objects.unfinished().values("pk")
        live = list(_with_columns(found.filter(call__in=unfinished))[: LIVE_SHOWN + 1])
    rows = _rows([*live[:LIVE_SHOWN], *ended], at)
    shown = len(rows) - len(ended)
    return CallList(live=rows[:shown], has_more_live=len(live) > LIVE_SHOWN, page=page, rows=rows[shown:])


def call_rows(found: ConversationQuerySet, most: int, *, at: datetime) -> list[CallRow]:
    """Return the newest of some calls, in two queries."""
    return _rows(list(_with_columns(found)[:most]), at)


def calls_in_batches(filters: dict[str, Any], *, zone: tzinfo, at: datetime) -> Iterator[list[CallRow]]:
    """Return all calls of the list, without the live ones on top, some at a time."""
    found = _with_columns(in_status(narrowed(filters, zone), filters.get("status")))
    for batch in in_batches(found, Order("created_at", is_descending=not _is_oldest_first(filters))):
        yield _rows(batch, at)


def with_bids(rows: Sequence[CallRow], amounts: Mapping[int, Decimal]) -> list[CallRow]:
    """Return the rows with the carrier's last figure, by the call's key."""
    return [replace(row, bid=amounts.get(row.pk)) for row in rows]


def calls_of_load(load: Load, *, at: datetime) -> list[CallRow]:
    """Return the newest calls in which a load was discussed, in two queries."""
    found = Conversation.objects.by_phone().filter(load_links__load=load)
    reported = [f"check_call_report__{name}" for name in ("organization_id", "late_minutes", "is_waiting")]
    newest = _with_columns(found, *reported).select_related("check_call_report")[:OF_LOAD_SHOWN]
    return _rows(list(newest), at, with_reports=True)


def rows_of(keys: Sequence[int], *, at: datetime) -> list[CallRow]:
    """Return the calls of these keys, newest first, in two queries."""
    return _rows(list(_with_columns(Conversation.objects.by_phone().filter(pk__in=keys))), at) if keys else []


def calls_of_carrier(carrier: Carrier, *, at: datetime) -> list[CallRow]:
    """Return the newest calls with a carrier, in two queries."""
    found = Conversation.objects.by_phone().filter(carrier=carrier)
    return _rows(list(_with_columns(found)[:OF_LOAD_SHOWN]), at)


def calls_of_agent(agent: Agent, *, at: datetime) -> list[CallRow]:
    """Return the newest calls that an agent held, in two queries."""
    found = Conversation.objects.by_phone().filter(agent=agent)
    return _rows(list(_with_columns(found)[:OF_LOAD_SHOWN]), at)


def party_name(call: Call, said: str | None = "") -> str:
    """Return the other side's name: the carrier's, the caller's, or who was to be called (`said`)."""
    carrier = call.conversation.carrier
    return (carrier.name if carrier else "") or call.caller_name or said or ""


def party_number(call: Call) -> str:
    """Return the other side's number with its extension, as `;ext=` has it; empty where it is withheld."""
    if call.conversation.direction == Direction.INBOUND:
        number, extension = call.from_phone, call.caller_extension
    else:
        number, extension = call.to_phone, call.to_extension
    return f"{number};ext={extension}" if number and extension else number


def party(name: str, number: str) -> str:
    """Return what to call the other side: its name, else its number (E.164), else that it is withheld."""
    return name or (phone(number) if number else "Number withheld")


def length_of(call: Call, at: datetime) -> str:
    """Return how long the two sides talked, until now where they still do; empty where nobody answered."""
    if call.answered_at is None:
        return ""
    if not call.is_finished:
        return clock((at - call.answered_at).total_seconds())
    return clock(call.seconds_connected)


def narrowed(filters: dict[str, Any], zone: tzinfo) -> ConversationQuerySet:
    """Return the calls under the filters, live ones too; everything but the status narrows them."""
    found = Conversation.objects.by_phone()
    if direction := filters.get("direction"):
        found = found.filter(direction=direction)
    if tag := filters.get("tag"):
        found = found.filter(content_tags__contains=[tag])
    if load := filters.get("load"):
        found = found.of_load(load)
    if mc_number := filters.get("mc"):
        found = found.of_mc(mc_number)
    if carrier := filters.get("carrier"):
        found = found.filter(carrier=carrier)
    if day := filters.get("day"):
        found = found.in_window(*window_of(day, zone))
    return found


def in_status(found: ConversationQuerySet, status: str | None) -> ConversationQuerySet:
    """Return the calls that stand so: live ones, those of a status, else all that have ended."""
    unfinished = Call.objects.unfinished().values("pk")
    if status == LIVE:
        return found.filter(call__in=unfinished)
    # By key, so that counting needs no join: few are unfinished, whatever the history.
    return found.filter(call__status=status) if status else found.exclude(pk__in=unfinished)


def _page_of_few(
    found: ConversationQuerySet, filters: dict[str, Any], page_number: str | None
) -> tuple[Page, list[Conversation]]:
    """A page of what an index finds and counts, row by row: a day at most, or the calls of a carrier or a load."""
    rows = _with_columns(in_status(found, filters.get("status")), is_oldest_first=_is_oldest_first(filters))
    page = Paginator(rows, PAGE_SIZE).get_page(page_number)
    return page, list(page.object_list)


def _page_of_many(
    found: ConversationQuerySet, filters: dict[str, Any], page_number: str | None
) -> tuple[Page, list[Conversation]]:
    """A page of any part of the history: the counts say where it lies."""
    status = filters.get("status", "")
    ways = Ways(direction=filters.get("direction", ""), status=status, tag=filters.get("tag", ""))
    is_oldest_first = _is_oldest_first(filters)
    place = place_page(ways, number=_number(page_number), size=PAGE_SIZE, is_oldest_first=is_oldest_first)
    pages = _Counted([], PAGE_SIZE)
    pages.count = place.total
    page = pages.get_page(place.number)
    if not place.total:
        return page, []
    ended = [status] if status else Call.lifecycle.final
    rows = _with_columns(
        found.filter(place.within(), call__status__in=ended), is_oldest_first=is_oldest_first
    )
    page.object_list = list(rows[place.skip : place.skip + PAGE_SIZE])
    return page, page.object_list


def _is_oldest_first(filters: dict[str, Any]) -> bool:
    return filters.get("sort") == OLDEST


def _number(text: str | None) -> int:
    """The page asked for, as Django's paginator understands it: the first one where that is no number."""
    is_number = text is not None and text.isascii() and text.isdecimal() and len(text) < 10
    return min(max(int(text or 1), 1), MOST_PAGES) if is_number else 1


def _with_columns(
    conversations: ConversationQuerySet, *more: str, is_oldest_first: bool = False
) -> ConversationQuerySet:
    """Newest first, with what a row shows and nothing more: asking for anything else raises."""
    ordered = conversations.order_by("created_at", "id") if is_oldest_first else conversations.newest_first()
    return (
        ordered.select_related("call", "agent", "carrier")
        .only(*COLUMNS, *more)
        .annotate(driver=KT("input_data__driverName"), contact=KT("input_data__contactName"))
        .fetch_mode(FETCH_RAISE)
    )


def _rows(
    conversations: Sequence[Conversation], at: datetime, *, with_reports: bool = False
) -> list[CallRow]:
    links = ConversationLoad.objects.select_related("load").order_by("conversation_id", "id")
    links = links.only("conversation_id", "load__external_id").fetch_mode(FETCH_RAISE)
    prefetch_related_objects(conversations, Prefetch("load_links", queryset=links, to_attr="links"))
    return [_row(conversation, at, with_reports) for conversation in conversations]


def _row(conversation: Any, at: datetime, with_report: bool) -> CallRow:
    call = conversation.call
    words, tone = _standing(conversation) if with_report else ("", "")
    return CallRow(
        pk=conversation.pk,
        direction=conversation.direction,
        name=party_name(call, conversation.driver or conversation.contact),
        number=party_number(call),
        agent=conversation.agent.name if conversation.agent else "",
        status=call.status,
        status_label=CallStatus(call.status).label,
        tone=TONES.get(call.status, ""),
        is_live=not call.is_finished,
        tags=tags_beside(conversation.content_tags, call.status),
        summary=conversation.summary,
        mc_number=conversation.mc_number,
        length=length_of(call, at),
        created_at=conversation.created_at,
        loads=[link.load for link in conversation.links[:LOADS_SHOWN]],
        more_loads=max(0, len(conversation.links) - LOADS_SHOWN),
        load_ids=tuple(link.load.external_id for link in conversation.links),
        punctuality=words,
        punctuality_tone=tone,
    )


def _standing(conversation: Any) -> tuple[str, str]:
    """How a truck stands with its appointment, and the badge's tone; empty where no check call told."""
    report = getattr(conversation, "check_call_report", None)
    if report is None or (report.late_minutes is None and not report.is_waiting):
        return "", ""
    if report.late_minutes:
        return f"{duration(timedelta(minutes=report.late_minutes))} late", "stop"
    return ("At the facility", "info") if report.is_waiting else ("On time", "go")
