"""Reads for the page of today: calls under way, and call-backs that were promised."""

from dataclasses import dataclass
from datetime import UTC, datetime

from django.db.models import FETCH_RAISE, Exists, OuterRef, Prefetch, prefetch_related_objects

from calls.models import Call, Conversation, ConversationLoad, Promise, Turn
from calls.selectors.calls import CallRow, newest_rows, party_name, party_number
from calls.states import Role
from loads.models import Load
from organizations.dashboard.formats import zone_of

MAX_SHOWN = 5
MAX_COUNTED = 100


@dataclass(frozen=True)
class Said:
    """The last words of a call under way: `speaker` is "Agent" or "Caller"; both empty where nothing was said."""

    speaker: str = ""
    text: str = ""


@dataclass(frozen=True)
class LiveCalls:
    """Calls under way, the newest first, each with its last words; `more` aren't shown."""

    rows: list[tuple[CallRow, Said]]
    more: int


@dataclass(frozen=True)
class PromiseRow:
    """A call-back that was promised: to whom, about which loads, and whether it is late."""

    promise: Promise
    conversation_id: int
    party: str
    number: str
    summary: str
    loads: list[Load]
    is_due: bool
    due: datetime  # by the clock of its zone, naive


@dataclass(frozen=True)
class Promises:
    """What is due first; `more` aren't shown."""

    rows: list[PromiseRow]
    more: int


def calls_now(*, at: datetime) -> LiveCalls:
    """Return the calls under way, in three queries."""
    unfinished = Call.objects.unfinished().values("pk")
    rows = newest_rows(Conversation.objects.by_phone().filter(pk__in=unfinished), MAX_COUNTED, at=at)
    shown = rows[:MAX_SHOWN]
    last = (
        Turn.objects.filter(conversation__in=[row.pk for row in shown])
        .order_by("conversation", "-position")
        .distinct("conversation")
    )
    said = {turn.conversation_id: Said(Role(turn.role).label, turn.text) for turn in last}
    return LiveCalls([(row, said.get(row.pk, Said())) for row in shown], len(rows) - len(shown))


def promises_due(*, at: datetime, most: int = MAX_SHOWN) -> Promises:
    """Return the call-backs that are promised until tomorrow, in two queries.

    Kept is also what a person has called back about, from the conversation's page, and got through.
    """
    called_back = Call.objects.filter(follows=OuterRef("conversation"), answered_at__isnull=False)
    pending = (
        Promise.objects.pending(at)
        .exclude(Exists(called_back))
        .select_related("conversation__call", "conversation__carrier", "conversation__agent")
        .defer("conversation__skill_state", "conversation__call__transcript", "conversation__import_trail")
        .fetch_mode(FETCH_RAISE)
    )
    found = list(pending[:MAX_COUNTED])
    shown = found[:most]
    links = ConversationLoad.objects.select_related("load").order_by("conversation_id", "id")
    links = links.only("conversation_id", "load__external_id").fetch_mode(FETCH_RAISE)
    conversations = [promise.conversation for promise in shown]
    prefetch_related_objects(conversations, Prefetch("load_links", queryset=links, to_attr="links"))
    return Promises([_promise_row(promise, at) for promise in shown], len(found) - len(shown))


def _promise_row(promise: Promise, at: datetime) -> PromiseRow:
    conversation = promise.conversation
    call = getattr(conversation, "call", None)
    if call is not None:
        call.conversation = conversation
    number = promise.phone or (party_number(call) if call else "")
    name = party_name(call) if call else (conversation.carrier.name if conversation.carrier else "")
    return PromiseRow(
        promise=promise,
        conversation_id=conversation.pk,
        party=name,
        number=number,
        summary=conversation.summary,
        loads=[link.load for link in conversation.links],  # type: ignore[attr-defined]
        is_due=promise.due_at <= at,
        due=promise.due_at.astimezone(zone_of(promise.timezone) or UTC).replace(tzinfo=None),
    )
