"""Whether a call may be placed: the calling rules, held against what is known; the do-not-call list and consent."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.db import connection, transaction
from django.db.models import QuerySet

from calls import events
from calls.calling_rules import (
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
from calls.models import (
    Call,
    CallingRules,
    CheckCallReport,
    ConsentRecord,
    Conversation,
    DoNotCall,
    PhoneNumber,
)
from calls.states import AgentPurpose, CallStatus, Direction
from loads.models import Load
from organizations import audit, sql
from organizations.models import Organization
from organizations.privacy.erasing import allow_calls, never_called
from organizations.tenancy.actors import Actor
from organizations.tenancy.lifecycle import move

ALWAYS = Hours(0, 24)
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
    *,
    organization: Organization,
    destination: Destination,
    check_call_about: Load | None,
    is_own_phone: bool = False,
    at: datetime,
) -> None:
    """Raise NotAllowed unless a new call may be written down at the moment `at`, in this transaction.

    A check call says which load it is about; to the phone of whoever asks for the call no hour is too late. Whoever
    asks at the same moment waits here, so that the caps are exact.
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
    called = _called(organization, rules, destination, is_own_phone=is_own_phone)
    if reason := judge_request(called, traffic, at=at):
        raise NotAllowed(reason)


def check_dialing(call: Call, rules: CallingRules, *, at: datetime) -> None:
    """Raise NotAllowed unless the call, which may have waited in the queue, may still be placed at the moment `at`."""
    destination = read_destination(call.to_phone)
    is_own_phone = bool(call.conversation.skill_state.get("is_own_phone"))
    called = _called(call.organization, rules, destination, is_own_phone=is_own_phone)
    if reason := judge(called, at=at):
        raise NotAllowed(reason)


def _called(
    organization: Organization, rules: CallingRules, destination: Destination, *, is_own_phone: bool
) -> Called:
    number = destination.number
    lacks_consent = False
    if rules.requires_consent and not is_own_phone:
        newest = ConsentRecord.objects.filter(number=number).order_by("-at", "-id").first()
        lacks_consent = newest is None or newest.kind != ConsentRecord.Kind.GRANTED
    return Called(
        destination=destination,
        countries=organization.callable_countries,
        hours=ALWAYS if is_own_phone else Hours(rules.hours_start, rules.hours_end),
        home_zone=organization.timezone,
        is_opted_out=DoNotCall.objects.filter(number=number).exists() or bool(never_called([number])),
        is_own=PhoneNumber.objects.filter(number=number).exists(),
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
        _cap(asked, "per minute", rules.per_minute, MINUTE, at),
        _cap(asked, "per day", rules.per_day, DAY, at),
        _cap(to_number, "per hour to this number", rules.per_number_hour, HOUR, at),
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


# The do-not-call list: who asked not to be called, and the record of consent.


log = structlog.get_logger(__name__)

REASON = "do_not_call"


def opt_out(
    *,
    organization: Organization,
    number: str,
    reason: str,
    by: Actor,
    at: datetime,
    conversation: Conversation | None = None,
) -> bool:
    """Never call a number (E.164) again; whether that is new.

    `reason` tells in words how that is known ("said so on a call"), `conversation` is where it was said. Puts the
    number on the organization's list and the withdrawal on record, and cancels the calls to it that wait in the queue.
    A repeat changes nothing.
    """
    with transaction.atomic():
        entry, is_new = DoNotCall.objects.get_or_create(
            organization=organization,
            number=number,
            defaults={
                "reason": reason[:200],
                "conversation": conversation,
                "by": str(by),
                "created_at": at,
            },
        )
        if is_new:
            record_consent(
                organization=organization,
                number=number,
                kind=ConsentRecord.Kind.REVOKED,
                source=reason,
                conversation=conversation,
                by=by,
                at=at,
            )
            audit.record(
                organization=organization,
                action="do_not_call.added",
                subject=entry,
                by=by,
                at=at,
                number=number,
            )
            events.opted_out(organization, number, reason, conversation, at=at)
            log.info("number opted out", entry=entry.pk)
        _cancel_queued([number], by=by, at=at)
    return is_new


def opt_out_many(*, organization: Organization, reasons: Mapping[str, str], by: Actor, at: datetime) -> int:
    """Never call these numbers (E.164, each with how that is known) again; how many of them are new to the list.

    As `opt_out`, for a list that somebody brings along: the audit has one row for all of it.
    """
    with transaction.atomic():
        known = DoNotCall.objects.filter(number__in=reasons).values_list("number", flat=True)
        new = sorted(set(reasons) - set(known))
        DoNotCall.objects.bulk_create(
            (
                DoNotCall(
                    organization=organization,
                    number=number,
                    reason=reasons[number][:200],
                    by=str(by),
                    created_at=at,
                )
                for number in new
            ),
            # Another one who brings the same list at the same moment is as good.
            ignore_conflicts=True,
        )
        ConsentRecord.objects.bulk_create(
            ConsentRecord(
                organization=organization,
                number=number,
                kind=ConsentRecord.Kind.REVOKED,
                source=reasons[number][:200],
                by=str(by),
                at=at,
            )
            for number in new
        )
        if new:
            audit.record(
                organization=organization,
                action="do_not_call.imported",
                subject=organization,
                by=by,
                at=at,
                count=len(new),
            )
        _cancel_queued(list(reasons), by=by, at=at)
    return len(new)


def allow_again(*, entry: DoNotCall, source: str, by: Actor, at: datetime) -> None:
    """Take a number off the list, since its owner agreed to be called again; `source` tells how that is known."""
    with transaction.atomic():
        record_consent(
            organization=entry.organization,
            number=entry.number,
            kind=ConsentRecord.Kind.GRANTED,
            source=source,
            by=by,
            at=at,
        )
        audit.record(
            organization=entry.organization,
            action="do_not_call.removed",
            subject=entry,
            by=by,
            at=at,
            number=entry.number,
        )
        entry.delete()


def record_consent(
    *,
    organization: Organization,
    number: str,
    kind: str,
    source: str,
    by: Actor,
    at: datetime,
    conversation: Conversation | None = None,
) -> ConsentRecord:
    """Append that a number's owner agreed to be called, or took that back; the newest record holds."""
    if kind == ConsentRecord.Kind.GRANTED:
        allow_calls(number)
    return ConsentRecord.objects.create(
        organization=organization,
        number=number,
        kind=kind,
        source=source[:200],
        conversation=conversation,
        by=str(by),
        at=at,
    )


def _cancel_queued(numbers: Sequence[str], *, by: Actor, at: datetime) -> None:
    """Cancel the calls that nobody has begun to dial; a call that is being dialed can't be held back any more."""
    waiting = Call.objects.select_for_update(no_key=True, of=("self",)).filter(
        status=CallStatus.QUEUED, to_phone__in=numbers
    )
    for call in waiting.order_by("pk"):
        move(
            call,
            CallStatus.CANCELED,
            by=by,
            at=at,
            reason=REASON,
            failure_reason=REASON,
            ended_at=at,
            updated_at=at,
        )
        Conversation.objects.filter(pk=call.pk).update(
            summary="Call canceled before dialing: the number was put on the do-not-call list."
        )
