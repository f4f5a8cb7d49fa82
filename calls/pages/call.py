"""Reads for one call's page: the talk, what came of it, the line's history, what to know to call back."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import FETCH_RAISE, Count, Q
from django.utils.dateparse import parse_datetime

from calls.models import Call, CallStatusChange, CheckCallReport, Conversation, ConversationLoad, Turn
from calls.pages.answers import AskedQuestion, questions_of_call
from calls.pages.line import Line, line_of, line_stamp
from calls.pages.lists import length_of, party, party_name, party_number
from calls.states import CallStatus, Role
from calls.wording import (
    PERSONS_STEPS,
    STEPS,
    TONES,
    actor_words,
    clock,
    facts_of,
    punctuality,
    reason_words,
    tags_beside,
)
from loads.models import Load
from loads.states import StopType

TURNS_SHOWN = 1_000
STEPS_SHOWN = 100
LOADS_SHOWN = 10
IN_REPORT = frozenset(
    {
        *("loadNumber", "callType", "location", "eta", "etaLocal", "isLate", "lateMinutes", "delayReason"),
        *("isWaiting", "checked", "loading", "reeferTemperature", "bolNumber", "outcome"),
        *("waitingSince", "deliveredDate", "deliveredTime"),
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
    line: Line
    follow_ups: list[Call]
    questions: list[AskedQuestion]

    @property
    def party(self) -> str:
        """Whom it was with: a name, else a number."""
        return party(self.name, self.number)


def find_call(pk: int) -> Call | None:
    """Return the call with its conversation, agent, carrier, recording and whoever made it, in one query, or None."""
    calls = Call.objects.select_related("conversation__agent", "conversation__carrier", "recording", "person")
    return calls.filter(pk=pk).first()


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
    """Return the page of a call that `find_call` gave, in seven queries at most."""
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
        facts=facts_of(conversation.extracted_data, without=_told_elsewhere(conversation, report)),
        line=line_of(call),
        questions=questions_of_call(conversation),
        follow_ups=list(Call.objects.filter(follows=call.pk).select_related("person").order_by("pk")),
    )


def _told_elsewhere(conversation: Conversation, report: Any) -> frozenset[str]:
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
    return reason_words(call.failure_reason) or "The number can’t be reached."


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
            text=turn.text,
            is_interrupted=turn.is_interrupted,
        )
        for turn in turns
    ]


def _steps(call: Call) -> list[Step]:
    steps = PERSONS_STEPS if call.is_by_person else {}
    changes = CallStatusChange.objects.filter(call=call.pk).order_by("at", "pk")
    return [
        Step(
            at=change.at,
            label=(steps.get(change.new) or STEPS.get(change.new, change.new)),
            reason=reason_words(change.reason),
            by=actor_words(change.by),
            tone=TONES.get(change.new, ""),
        )
        for change in changes[:STEPS_SHOWN]
    ]


def loads_of(call: Call) -> list[Load]:
    """Return the loads that a call was about, in order; one query."""
    links = ConversationLoad.objects.filter(conversation=call.pk).select_related("load").order_by("pk")
    return [link.load for link in links.defer("load__special_instructions").fetch_mode(FETCH_RAISE)]


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
        about=row.about,
        location=row.location,
        eta_said=row.eta_said,
        eta=row.eta,
        eta_label=done if is_waiting else "ETA",
        window_start=start,
        window_end=end,
        timezone=zone,
        punctuality=words,
        tone=tone,
        details=_details(row),
    )


def _details(row: CheckCallReport) -> list[tuple[str, str]]:
    """What else was told."""
    day = f"{row.delivered_date:%b} {row.delivered_date.day}" if row.delivered_date else ""
    time = f"{row.delivered_time:%H:%M}" if row.delivered_time else ""
    since = row.waiting_since
    told = (
        ("Status", " ".join(part for part in (row.get_outcome_display(), day, time) if part)),
        ("There since", f"{since:%b} {since.day}, {since:%H:%M}" if since else ""),
        ("Delay", row.delay_reason),
        ("Facility", row.get_checked_display()),
        ("Trailer", row.get_loading_display()),
        ("Reefer", "" if row.temperature is None else f"{row.temperature.normalize():f} °F"),
        ("BOL", row.bol_number),
    )
    return [(name, words) for name, words in told if words]


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
