"""Reads about alarms: what a load's broker must know at once, for the page of today and for the load's."""

from dataclasses import dataclass

from django.db.models import FETCH_RAISE, QuerySet

from calls.models import LoadAlarm
from calls.pages.agents import names_of
from calls.pages.lists import party, party_name, party_number
from calls.states import AlarmKind
from loads.models import Load

MAX_SHOWN = 5
MAX_COUNTED = 100
MAX_OF_LOAD = 10
TONES = {AlarmKind.LATE: "wait"}


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
    conversation = alarm.conversation
    call = getattr(conversation, "call", None)
    if call is not None:
        call.conversation = conversation
    name = party_name(call) if call else (conversation.carrier.name if conversation.carrier else "")
    number = party_number(call) if call else ""
    return AlarmRow(alarm, TONES.get(AlarmKind(alarm.kind), "stop"), party(name, number), seen_by)
