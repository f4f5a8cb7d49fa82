"""One call's page: the talk, its outcome, the line's history, the recording, what to know to call back."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import FETCH_RAISE, Count, OuterRef, Q, Subquery
from django.urls import reverse
from django.utils.dateparse import parse_datetime

from calls.models import (
    Call,
    CallStatusChange,
    CheckCallReport,
    Conversation,
    ConversationLoad,
    DoNotCall,
    Recording,
    Transfer,
    Turn,
)
from calls.models.reports import TrackingApp
from calls.selectors.agents import names_of
from calls.selectors.approved_answers import AskedQuestion, questions_of_call
from calls.selectors.calls import length_of, party, party_name, party_number
from calls.states import CallStatus, Order, Role, TransferStatus
from calls.wording import (
    PERSONS_STEPS,
    STEPS,
    TONES,
    actor_words,
    clock,
    details_of,
    facts_of,
    punctuality,
    reason_words,
    tags_beside,
    unspelled,
)
from loads.models import Load, StopType
from loads.selectors import add_facts
from organizations.formats import phone

# What can be done with a live line, and what is being done with it; its recording once it is there.


NOTES = {
    TransferStatus.REQUESTED: "Transferring to a person…",
    TransferStatus.RINGING: "Ringing the person taking over…",
    TransferStatus.CONNECTED: "Transferred to a person.",
    TransferStatus.ENDED: "Transferred to a person.",
}
# Of a call that a person makes, by its status.
PERSONS_NOTES = {
    CallStatus.QUEUED: "We’re calling your phone now.",
    CallStatus.DIALING: "We’re calling your phone now.",
    CallStatus.PLACED: "Your phone is ringing. We’ll call the carrier when you pick up.",
    CallStatus.RINGING: "Ringing the carrier.",
    CallStatus.ANSWERED: "You’re connected.",
}


@dataclass(frozen=True)
class Line:
    """The line as a call's page shows it; `note` says what is under way, `recording_url` is empty without one."""

    can_hang_up: bool
    can_take_over: bool
    note: str
    recording_url: str
    is_recording_awaited: bool


def line_of(call: Call) -> Line:
    """Return the line of a call that `find_call` gave; no query."""
    transfer = call.transfer_status  # type: ignore[attr-defined]  # joined by `find_call`
    is_ending = call.order == Order.HANG_UP
    note = "" if call.is_finished and transfer != TransferStatus.ENDED else NOTES.get(transfer, "")
    if call.is_by_person and call.status in PERSONS_NOTES:
        note = PERSONS_NOTES[CallStatus(call.status)]
    if is_ending and not call.is_finished:
        note = "Hanging up…"
    recording = recording_of(call)
    is_stored = recording is not None and recording.stored_at is not None
    return Line(
        can_hang_up=not call.is_finished and not is_ending,
        can_take_over=call.status == CallStatus.ANSWERED
        and not call.is_by_person
        and not is_ending
        and transfer not in NOTES,
        note=note,
        recording_url=reverse("calls:recording", args=[call.pk]) if is_stored else "",
        is_recording_awaited=recording is not None and recording.next_attempt_at is not None,
    )


def line_stamp(call: Call) -> str:
    """Return a word that changes with what the page shows of the line."""
    recording = recording_of(call)
    is_stored = recording is not None and recording.stored_at is not None
    transfer = call.transfer_status or ""  # type: ignore[attr-defined]  # joined by `find_call`
    return f"{call.order}-{transfer}{'-recorded' if is_stored else ''}"


def recording_of(call: Call) -> Recording | None:
    """Return the recording that was joined to a call, or None."""
    try:
        return call.recording
    except Recording.DoesNotExist:
        return None


TURNS_SHOWN = 1_000
STEPS_SHOWN = 100
LOADS_SHOWN = 10
MAX_LABEL = 24  # characters beside a value
IN_REPORT = frozenset(
    {
        *("loadNumber", "callType", "location", "eta", "etaLocal", "isLate", "lateMinutes", "delayReason"),
        *("isWaiting", "checked", "loading", "reeferTemperature", "bolNumber", "outcome"),
        *("waitingSince", "deliveredDate", "deliveredTime", "reeferSetPoint", "trackingApp", "isTracking"),
    }
)


@dataclass(frozen=True)
class Utterance:
    """What one side said; `offset` is the time since the answer, `seconds` the same as a number in text."""

    role: str
    speaker: str
    offset: str
    seconds: str
    text: str
    is_interrupted: bool


@dataclass(frozen=True)
class Step:
    """A line of the history."""

    at: datetime
    label: str
    reason: str
    by: str
    tone: str


@dataclass(frozen=True)
class Report:
    """What a check call told, in local words: the ETA against the stop's window as the call had it."""

    load: Load
    about: str
    location: str
    eta_said: str
    eta: datetime | None
    eta_label: str
    window_start: datetime | None
    window_end: datetime | None
    timezone: str
    punctuality: str
    tone: str
    details: list[tuple[str, str]]


@dataclass(frozen=True)
class CallPage:
    """All that a call's page shows."""

    call: Call
    stamp: str
    name: str
    number: str
    status_label: str
    tone: str
    length: str
    tags: list[str]
    failure: str
    turns: list[Utterance]
    has_more_turns: bool
    steps: list[Step]
    loads: list[Load]
    more_loads: int
    report: Report | None
    facts: list[tuple[str, str, str]]
    asked_for: list[tuple[str, str, str]]
    line: Line
    follow_ups: list[Call]
    questions: list[AskedQuestion]
    is_opted_out: bool

    @property
    def party(self) -> str:
        """Whom it was with: a name, else a number."""
        return party(self.name, self.number)

    @property
    def has_long_facts(self) -> bool:
        """Whether labels are whole questions, which stand above their answers."""
        return any(len(label) > MAX_LABEL for label, _, _ in self.facts)


def find_call(pk: int) -> Call | None:
    """Return the call with its conversation, agent, carrier, recording and whoever made it, in one query, or None.

    Its `transfer_status` is that of its newest transfer, None without one.
    """
    newest = Transfer.objects.filter(call=OuterRef("pk")).order_by("-pk").values("status")[:1]
    calls = Call.objects.select_related("conversation__agent", "conversation__carrier", "recording", "person")
    return calls.annotate(transfer_status=Subquery(newest)).filter(pk=pk).first()


def stamp_of(call: Call) -> str:
    """Return a word that changes with whatever may change on the page of a live call; one query.

    A page that bears the same word has nothing to fetch.
    """
    said = Turn.objects.filter(conversation=call.pk).aggregate(
        turns=Count("pk"), interrupted=Count("pk", filter=Q(is_interrupted=True))
    )
    tags = ",".join(call.conversation.content_tags)
    return f"{call.status}-{said['turns']}-{said['interrupted']}-{tags}-{line_stamp(call)}"


def call_page(call: Call, *, stamp: str, at: datetime) -> CallPage:
    """Return the page of a call that `find_call` gave, in eight queries at most."""
    conversation = call.conversation
    turns = list(Turn.objects.filter(conversation=call.pk).order_by("position")[: TURNS_SHOWN + 1])
    report = _report(call)
    loads = loads_of(call)
    return CallPage(
        call=call,
        stamp=stamp,
        name=party_name(call, _asked_name(conversation.input_data)),
        number=party_number(call),
        status_label=CallStatus(call.status).label,
        tone=TONES.get(call.status, ""),
        length=length_of(call, at),
        tags=tags_beside(conversation.content_tags, call.status),
        failure=_failure(call),
        turns=_utterances(turns[:TURNS_SHOWN], call.answered_at),
        has_more_turns=len(turns) > TURNS_SHOWN,
        steps=_steps(call),
        loads=loads[:LOADS_SHOWN],
        more_loads=max(0, len(loads) - LOADS_SHOWN),
        report=report,
        facts=facts_of(conversation.extracted_data, without=_shown_elsewhere(conversation, report)),
        asked_for=_asked_for(conversation, report),
        line=line_of(call),
        questions=questions_of_call(conversation),
        follow_ups=list(Call.objects.filter(follows=call.pk).select_related("person").order_by("pk")),
        is_opted_out=DoNotCall.objects.filter(number=party_number(call)).exists(),
    )


def _shown_elsewhere(conversation: Conversation, report: Any) -> frozenset[str]:
    """Keys that the report's card shows, and `loads` where it says of the only load what stands beside it."""
    data = conversation.extracted_data
    loads = data.get("loads") if isinstance(data, dict) and "loadId" in data else None
    is_repeated = isinstance(loads, list) and len(loads) == 1
    return (IN_REPORT if report else frozenset()) | ({"loads"} if is_repeated else set())


def _asked_name(input_data: Any) -> str:
    """Whom the request for a check call named."""
    given = input_data if isinstance(input_data, dict) else {}
    return str(given.get("driverName") or given.get("contactName") or "")


def _failure(call: Call) -> str:
    if call.status != CallStatus.FAILED:
        return ""
    return reason_words(call.failure_reason) or "That number can’t be reached."


def _utterances(turns: list[Turn], answered_at: datetime | None) -> list[Utterance]:
    """Times count from the answer; from the first words where nobody told of one."""
    if not turns:
        return []
    start = min(answered_at or turns[0].at, turns[0].at)
    return [
        Utterance(
            role=turn.role,
            speaker=Role(turn.role).label,
            offset=clock((turn.at - start).total_seconds()),
            seconds=f"{(turn.at - start).total_seconds():.1f}",
            text=unspelled(turn.text) if turn.role == Role.AGENT else turn.text,
            is_interrupted=turn.is_interrupted,
        )
        for turn in turns
    ]


def _steps(call: Call) -> list[Step]:
    steps = {**STEPS, **(PERSONS_STEPS if call.is_by_person else {})}
    changes = CallStatusChange.objects.filter(call=call.pk).order_by("at", "pk")
    shown = list(changes[:STEPS_SHOWN])
    people = {change.by for change in shown if change.by.startswith("user:")}
    names = names_of(people) if people else {}
    return [
        Step(
            at=change.at,
            # First in the queue, a call was requested; later it is back in it.
            label=steps.get(change.new, change.new)
            if position or change.new != CallStatus.QUEUED
            else "Requested",
            reason=reason_words(change.reason),
            by=actor_words(change.by, names),
            tone=TONES.get(change.new, ""),
        )
        for position, change in enumerate(shown)
    ]


def loads_of(call: Call) -> list[Load]:
    """Return the loads that a call was about, in order, with what is told of their bids; two queries."""
    links = ConversationLoad.objects.filter(conversation=call.pk).select_related("load").order_by("pk")
    loads = [link.load for link in links.defer("load__special_instructions").fetch_mode(FETCH_RAISE)]
    add_facts(loads)
    return loads


def _report(call: Call) -> Report | None:
    reports = CheckCallReport.objects.filter(conversation=call.pk).select_related("load")
    row = reports.defer("load__special_instructions").first()
    if row is None:
        return None
    start, end, zone = _window(call.conversation.skill_state, row)
    is_pickup = row.about == StopType.PICKUP
    is_waiting = row.is_waiting or bool(_facts(call.conversation.skill_state).get("waitingAtFacility"))
    # A truck that waits at the dock has arrived: its ETA is when it will be done.
    words, tone = ("", "") if is_waiting else punctuality(row.eta, start, end)
    done = "Loaded by" if is_pickup else "Unloaded by"
    return Report(
        load=row.load,
        about=StopType(row.about).label.lower(),
        location=row.location,
        eta_said=row.eta_said,
        eta=row.eta,
        eta_label=done if is_waiting else "ETA",
        window_start=start,
        window_end=end,
        timezone=zone,
        punctuality=words,
        tone=tone,
        details=details_of(row),
    )


def _asked_for(conversation: Conversation, report: Report | None) -> list[tuple[str, str, str]]:
    """What the request for a check call brought beside the stop, as `_components/facts.html` takes it."""
    facts, given = _facts(conversation.skill_state), conversation.input_data
    dispatch = str(given.get("dispatchPhone") or "") if isinstance(given, dict) else ""
    told = [("Dispatch", phone(dispatch) if dispatch else "", "")]
    if report is None:
        temperature = facts.get("reeferTemperature")
        told += [
            ("Reefer set point", f"{temperature} °F" if temperature else "", ""),
            ("Tracking app", dict(TrackingApp.choices).get(facts.get("trackingApp", ""), ""), ""),
        ]
    return [fact for fact in told if fact[1]]


def _facts(skill_state: Any) -> dict[str, Any]:
    facts = skill_state.get("facts") if isinstance(skill_state, dict) else None
    return facts if isinstance(facts, dict) else {}


def _window(skill_state: Any, row: CheckCallReport) -> tuple[datetime | None, datetime | None, str]:
    """The window and zone of the stop asked about: as the call had them, else as the load has them now."""
    stop = _facts(skill_state).get("stop")
    if isinstance(stop, dict):
        return _local(stop.get("windowStart")), _local(stop.get("windowEnd")), str(stop.get("timezone") or "")
    load = row.load
    if row.about == StopType.PICKUP:
        return load.pickup_time, load.pickup_end_time, load.origin_timezone
    return load.dropoff_time, load.dropoff_end_time, load.destination_timezone


def _local(text: Any) -> datetime | None:
    """A wall-clock time from ISO text; anything else is none."""
    if not isinstance(text, str):
        return None
    try:
        moment = parse_datetime(text)
    except ValueError:
        return None
    return moment.replace(tzinfo=None) if moment else None
