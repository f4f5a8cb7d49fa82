"""The rules that an organization's calls go by, held against what the database knows."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import QuerySet

from calls.models import Call, CallingRules, CheckCallReport, ConsentRecord, Conversation, DoNotCall
from calls.policy import (
    Called,
    Cap,
    Contact,
    Destination,
    Hours,
    NotAllowed,
    Traffic,
    judge,
    judge_request,
    read_destination,
)
from calls.states import AgentPurpose, Direction
from loads.models import Load
from organizations import sql
from organizations.models import Organization

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def rules_of(organization: Organization) -> CallingRules:
    """Return the organization's rules of calling: its own row, or the defaults, unsaved, where it has none."""
    found = CallingRules.unscoped.filter(organization=organization).first()
    rules = found or CallingRules(organization=organization)
    for name, value in (_rehearsed.get() or {}).items():
        setattr(rules, name, value)
    return rules


_rehearsed: ContextVar[Mapping[str, Any] | None] = ContextVar("rehearsed", default=None)


@contextmanager
def rehearsing(limits: Mapping[str, Any]) -> Iterator[None]:
    """Go by these limits meanwhile, and wait for nobody: what happens is taken back, so it counts for nothing."""
    token = _rehearsed.set(limits)
    try:
        yield
    finally:
        _rehearsed.reset(token)


def is_rehearsing() -> bool:
    """Whether what happens is taken back: then nobody else is to wait for it."""
    return _rehearsed.get() is not None


def lock_requests(organization: Organization) -> None:
    """Let the organization's requests for calls wait for each other until the transaction ends.

    Then what one of them counts is what is there. Take it before any other lock of the request; it may be taken again.
    """
    if is_rehearsing():
        return
    sql.lock(f"calls of organization {organization.pk}")


def check_request(
    *, organization: Organization, destination: Destination, check_call_about: Load | None, at: datetime
) -> None:
    """Raise NotAllowed unless a new call may be written down at the moment `at`, in this transaction.

    A check call says which load it is about. Whoever asks at the same moment waits here, so that the caps are exact.
    """
    assert connection.in_atomic_block, "the lock ends with the transaction"
    lock_requests(organization)
    rules = rules_of(organization)
    traffic = Traffic(
        caps=_caps(rules, destination, at),
        live=_calls_out().count(),
        most_live=rules.most_live,
        contact=_contact(check_call_about, destination) if check_call_about else Contact(),
        quiet=rules.quiet,
    )
    if reason := judge_request(_called(organization, rules, destination), traffic, at=at):
        raise NotAllowed(reason)


def check_dialing(call: Call, rules: CallingRules, *, at: datetime) -> None:
    """Raise NotAllowed unless the call, which may have waited in the queue, may still be placed at the moment `at`."""
    destination = read_destination(call.to_phone)
    if reason := judge(_called(call.organization, rules, destination), at=at):
        raise NotAllowed(reason)


def _called(organization: Organization, rules: CallingRules, destination: Destination) -> Called:
    number = destination.number
    lacks_consent = False
    if rules.requires_consent:
        newest = ConsentRecord.objects.filter(number=number).order_by("-at", "-id").first()
        lacks_consent = newest is None or newest.kind != ConsentRecord.Kind.GRANTED
    return Called(
        destination=destination,
        countries=organization.callable_countries,
        hours=Hours(rules.hours_start, rules.hours_end),
        home_zone=organization.timezone,
        is_opted_out=DoNotCall.objects.filter(number=number).exists(),
        lacks_consent=lacks_consent,
    )


def _calls_out() -> QuerySet[Call]:
    """Calls by our agents that haven't ended; those of an imported history were somebody else's."""
    return Call.objects.unfinished().filter(
        conversation__direction=Direction.OUTBOUND, conversation__external_id=""
    )


def _caps(rules: CallingRules, destination: Destination, at: datetime) -> list[Cap]:
    asked = Conversation.objects.by_phone().filter(direction=Direction.OUTBOUND, external_id="")
    to_number = asked.filter(call__to_phone=destination.number)
    return [
        _cap(asked, "a minute", rules.per_minute, MINUTE, at),
        _cap(asked, "a day", rules.per_day, DAY, at),
        _cap(to_number, "an hour to this number", rules.per_number_hour, HOUR, at),
    ]


def _cap(asked: QuerySet[Conversation], words: str, most: int, window: timedelta, at: datetime) -> Cap:
    """The cap, and when the `most`th newest call was asked for, if that was within the window."""
    newest = asked.filter(created_at__gt=at - window).order_by("-created_at")
    reached_by = newest.values_list("created_at", flat=True)[most - 1 : most].first()
    return Cap(f"{most} call{'' if most == 1 else 's'} {words}", most, window, reached_by)


def _contact(load: Load, destination: Destination) -> Contact:
    # Who only said whom to ask has told nothing: the one to ask may be called at once.
    reports = CheckCallReport.objects.filter(load=load).exclude(outcome="ask_other").order_by("-reported_at")
    asking = _calls_out().filter(
        conversation__load_links__load=load,
        conversation__agent__purpose=AgentPurpose.CHECK_CALL,
    )
    newest = asking.order_by("-conversation__created_at")
    return Contact(
        reported_at=reports.values_list("reported_at", flat=True).first(),
        asked_at=newest.values_list("conversation__created_at", flat=True).first(),
        is_asking_number=asking.filter(to_phone=destination.number).exists(),
    )
