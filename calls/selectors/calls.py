"""Calls as lists show them: in the list of calls, of a load, of a carrier, of an agent."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from django.db.models import FETCH_RAISE, Prefetch, prefetch_related_objects
from django.db.models.fields.json import KT

from calls.models import Agent, Call, Conversation, ConversationLoad
from calls.querysets import ConversationQuerySet
from calls.states import CallStatus, Direction
from calls.wording import TONES, clock, duration, tags_beside
from carriers.models import Carrier
from loads.models import Load
from organizations.dashboard.formats import phone

LOADS_SHOWN = 3
OF_LOAD_SHOWN = 10

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


def newest_rows(found: ConversationQuerySet, limit: int, *, at: datetime) -> list[CallRow]:
    """Return the newest of some calls, in two queries."""
    return call_rows(list(with_columns(found).newest_first()[:limit]), at=at)


def calls_of_load(load: Load, *, at: datetime) -> list[CallRow]:
    """Return the newest calls in which a load was discussed, in two queries."""
    found = Conversation.objects.by_phone().filter(load_links__load=load)
    reported = [f"check_call_report__{name}" for name in ("organization_id", "late_minutes", "is_waiting")]
    newest = with_columns(found, *reported).select_related("check_call_report").newest_first()
    return call_rows(list(newest[:OF_LOAD_SHOWN]), at=at, with_reports=True)


def rows_of(keys: Sequence[int], *, at: datetime) -> list[CallRow]:
    """Return the calls of these keys, newest first, in two queries."""
    found = Conversation.objects.by_phone().filter(pk__in=keys)
    return newest_rows(found, len(keys), at=at) if keys else []


def calls_of_carrier(carrier: Carrier, *, at: datetime) -> list[CallRow]:
    """Return the newest calls with a carrier, in two queries."""
    found = Conversation.objects.by_phone().filter(carrier=carrier)
    return newest_rows(found, OF_LOAD_SHOWN, at=at)


def calls_of_agent(agent: Agent, *, at: datetime) -> list[CallRow]:
    """Return the newest calls that an agent held, in two queries."""
    found = Conversation.objects.by_phone().filter(agent=agent)
    return newest_rows(found, OF_LOAD_SHOWN, at=at)


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


def with_columns(conversations: ConversationQuerySet, *more: str) -> ConversationQuerySet:
    """Fetch along what a row shows and nothing more: asking for anything else raises."""
    return (
        conversations.select_related("call", "agent", "carrier")
        .only(*COLUMNS, *more)
        .annotate(driver=KT("input_data__driverName"), contact=KT("input_data__contactName"))
        .fetch_mode(FETCH_RAISE)
    )


def call_rows(
    conversations: Sequence[Conversation], *, at: datetime, with_reports: bool = False
) -> list[CallRow]:
    """Return the rows of calls that `with_columns` gave, with their loads; one query."""
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
