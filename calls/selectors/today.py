"""Calls and alarms on Today, and what must be known to start a call."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.db.models import FETCH_RAISE, Exists, OuterRef, Prefetch, Q, QuerySet, prefetch_related_objects
from django.db.models.functions import Lower

from calls.models import (
    Call,
    CheckCallReport,
    Conversation,
    ConversationLoad,
    DoNotCall,
    LoadAlarm,
    Promise,
    Turn,
)
from calls.models.reports import Outcome
from calls.selectors.agents import names_of
from calls.selectors.call import LOADS_SHOWN, loads_of
from calls.selectors.calls import CallRow, newest_rows, party, party_name, party_number
from calls.states import AlarmKind, Role
from calls.wording import duration
from carriers.models import Carrier, CarrierContact, CarrierLane
from loads.models import Load
from organizations.dashboard.navigation import Part, Waiting
from organizations.formats import zone_of

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
    """A callback that was promised: to whom, about which loads, and whether it is late."""

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
    """Return the callbacks that are promised until tomorrow, in two queries."""
    pending = (
        _promised(at)
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


def _promised(at: datetime) -> QuerySet[Promise]:
    """Kept is also what a person has called back about, from the conversation's page, and got through."""
    called_back = Call.objects.filter(follows=OuterRef("conversation"), answered_at__isnull=False)
    return Promise.objects.pending(at).exclude(Exists(called_back))


def _promise_row(promise: Promise, at: datetime) -> PromiseRow:
    conversation = promise.conversation
    name, number = _party_of(conversation)
    return PromiseRow(
        promise=promise,
        conversation_id=conversation.pk,
        party=name,
        number=promise.phone or number,
        summary=conversation.summary,
        loads=[link.load for link in conversation.links],  # type: ignore[attr-defined]
        is_due=promise.due_at <= at,
        due=promise.due_at.astimezone(zone_of(promise.timezone) or UTC).replace(tzinfo=None),
    )


def _party_of(conversation: Conversation) -> tuple[str, str]:
    """Name and number of whom it was with, each empty where it isn't known."""
    call = getattr(conversation, "call", None)
    if call is None:
        return (conversation.carrier.name if conversation.carrier else ""), ""
    call.conversation = conversation
    return party_name(call), party_number(call)


# What of calls the page of today shows, and what is counted on every page.


PARTS = {
    "alarms": Part(
        title="Needs attention",
        position=20,
        url_name="calls:alarms",
        names="alarms",
        every=2,
        all_url_name="calls:alarms",
    ),
    "promises": Part(
        title="Callbacks due",
        position=30,
        url_name="calls:promises",
        names="promises calls",
        every=3,
        all_url_name="calls:promises",
    ),
    "live-calls": Part(
        title="Live calls",
        position=50,
        url_name="calls:live_now",
        names="calls words",
        every=2,
        all_url_name="calls:list",
        all_label="All calls",
    ),
}

WAITING = {
    "alarms": Waiting(
        beside="organizations:today",
        words=("alert", "alerts"),
        names="alarms",
        rows=lambda _at: LoadAlarm.objects.unseen().newest_first(),
        since="raised_at",
    ),
    "callbacks": Waiting(
        beside="calls:list",
        words=("callback due", "callbacks due"),
        names="promises",
        rows=lambda at: _promised(at).filter(due_at__lte=at),
        since="due_at",
    ),
}


# What the pages read on which a broker has somebody called.


NUMBERS_SHOWN = 10
CARRIERS_SHOWN = 25
OPEN_LOADS_SHOWN = 50
REPORTS_SHOWN = 5


@dataclass(frozen=True)
class CallBack:
    """What to know before a number is called back."""

    call: Call
    name: str
    number: str
    loads: list[Load]
    more_loads: int
    numbers: list[tuple[str, str]]
    opted_out: list[str]

    @property
    def is_opted_out(self) -> bool:
        """Whether the number is on the do-not-call list."""
        return self.number in self.opted_out

    @property
    def party(self) -> str:
        """Whom it is: a name, else a number."""
        return party(self.name, self.number)


# Outcomes that say more than the clock.
GRAVE: dict[str, tuple[str, str]] = {
    Outcome.DELIVERED: (Outcome.DELIVERED.label, "go"),
    Outcome.BROKEN_DOWN: (Outcome.BROKEN_DOWN.label, "stop"),
    Outcome.CANCELLED: (Outcome.CANCELLED.label, "stop"),
    Outcome.WRONG_LOAD: (Outcome.WRONG_LOAD.label, "stop"),
    Outcome.ASK_OTHER: (Outcome.ASK_OTHER.label, "wait"),
}


@dataclass(frozen=True)
class ReportSummary:
    """What a check call told, for the load's page; times are local to the stop."""

    report: CheckCallReport
    timezone: str
    standing: str
    tone: str


def call_back_of(call: Call) -> CallBack:
    """Return what to know before calling back about a call that `find_call` gave; four queries at most."""
    loads = loads_of(call)
    carrier = call.conversation.carrier
    numbers = numbers_of(carrier) if carrier else []
    return CallBack(
        call=call,
        name=party_name(call),
        number=party_number(call),
        loads=loads[:LOADS_SHOWN],
        more_loads=max(0, len(loads) - LOADS_SHOWN),
        numbers=numbers,
        opted_out=opted_out([party_number(call), *(number for number, _ in numbers)]),
    )


def numbers_of(carrier: Carrier) -> list[tuple[str, str]]:
    """Return a carrier's numbers (E.164) with whose they are, its own first; one query."""
    found = CarrierContact.objects.filter(carrier=carrier).exclude(phone="").order_by("pk")
    contacts = [(contact.phone, contact.name or contact.title) for contact in found[:NUMBERS_SHOWN]]
    own = [(carrier.phone, "office")] if carrier.phone else []
    return list({number: (number, whose) for number, whose in [*reversed(contacts), *own]}.values())[::-1]


def opted_out(numbers: Iterable[str]) -> list[str]:
    """Return those of the numbers (E.164) that are on the do-not-call list; one query."""
    known = [number for number in numbers if number]
    found = DoNotCall.objects.filter(number__in=known).order_by("number")
    return list(found.values_list("number", flat=True))


def open_loads() -> list[Load]:
    """Return the open loads that are picked up soonest, to choose one; one query."""
    found = Load.objects.open().order_by("pickup_at", "pk")
    return list(
        found.only(
            "external_id", "origin_city", "origin_state", "destination_city", "destination_state"
        ).fetch_mode(FETCH_RAISE)[:OPEN_LOADS_SHOWN]
    )


def carriers_of_lane(load: Load) -> list[Carrier]:
    """Return carriers with a number and papers that ran or bid on the load's lane, or are preferred; two queries.

    Those whose number is on the do-not-call list aren't among them.
    The agent talks rates with none that is refused.
    """
    lane = CarrierLane.objects.annotate(begins=Lower("origin"), ends=Lower("destination")).filter(
        begins=f"{load.origin_city}, {load.origin_state}".lower(),
        ends=f"{load.destination_city}, {load.destination_state}".lower(),
    )
    run_it = lane.order_by("-bids", "pk").values_list("carrier", flat=True)[: 4 * CARRIERS_SHOWN]
    found = Carrier.objects.not_refused().filter(Q(pk__in=list(run_it)) | Q(is_preferred=True))
    found = found.exclude(phone="").exclude(dot_number=None)
    found = found.exclude(Exists(DoNotCall.objects.filter(number=OuterRef("phone"))))
    return list(found.order_by("-is_preferred", "name", "pk")[:CARRIERS_SHOWN])


def reports_of(load: Load) -> list[ReportSummary]:
    """Return the newest answers about where a load is; one query."""
    reports = CheckCallReport.objects.filter(load=load).order_by("-reported_at", "-pk")
    return [_summary(report, load) for report in reports[:REPORTS_SHOWN]]


def _summary(report: CheckCallReport, load: Load) -> ReportSummary:
    zone = load.origin_timezone if report.about == "pickup" else load.destination_timezone
    standing, tone = GRAVE.get(report.outcome, ("", ""))
    if standing:
        return ReportSummary(report, zone, standing, tone)
    if report.late_minutes:
        standing, tone = f"{duration(timedelta(minutes=report.late_minutes))} late", "stop"
    elif report.is_waiting:
        standing, tone = "At the facility", "info"
    elif report.late_minutes == 0:
        standing, tone = "On time", "go"
    return ReportSummary(report, zone, standing, tone)


# Reads about alarms: what a load's broker must know at once, for the page of today and for the load's.


MAX_OF_LOAD = 10


@dataclass(frozen=True)
class AlarmRow:
    """An alarm with who told it, and who has seen it (empty: nobody)."""

    alarm: LoadAlarm
    tone: str
    party: str
    seen_by: str


@dataclass(frozen=True)
class Alarms:
    """The newest first; `more` aren't shown."""

    rows: list[AlarmRow]
    more: int


def open_alarms(*, most: int = MAX_SHOWN) -> Alarms:
    """Return what nobody has seen yet; one query."""
    found = list(_with_parties(LoadAlarm.objects.unseen().newest_first())[:MAX_COUNTED])
    return Alarms([_row(alarm, "") for alarm in found[:most]], max(0, len(found) - most))


def alarms_of_load(load: Load) -> list[AlarmRow]:
    """Return what happened to a load, what nobody has seen first; two queries at most."""
    of_load = _with_parties(LoadAlarm.objects.filter(load=load).newest_first())
    found = sorted(of_load[:MAX_OF_LOAD], key=lambda alarm: alarm.seen_at is not None)
    names = names_of(alarm.seen_by for alarm in found if alarm.seen_by)
    return [_row(alarm, names.get(alarm.seen_by, "")) for alarm in found]


def _with_parties(alarms: QuerySet[LoadAlarm]) -> QuerySet[LoadAlarm]:
    joined = alarms.select_related("load", "conversation__call", "conversation__carrier")
    return joined.defer(
        "load__special_instructions", "conversation__skill_state", "conversation__call__transcript"
    ).fetch_mode(FETCH_RAISE)


def _row(alarm: LoadAlarm, seen_by: str) -> AlarmRow:
    words = party(*_party_of(alarm.conversation))
    tone = "wait" if alarm.kind == AlarmKind.LATE else "stop"
    return AlarmRow(alarm, tone, words, seen_by)
