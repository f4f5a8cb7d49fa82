"""The do-not-call list: who asked not to be called, and the record of consent.

Nothing here goes through `calls.services.progress`: the conversation itself asks for these services, within a turn.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

import structlog
from django.db import transaction

from calls.models import Call, ConsentRecord, Conversation, DoNotCall
from calls.states import CallStatus
from organizations import audit
from organizations.actors import Actor
from organizations.lifecycle import move
from organizations.models import Organization

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
            summary="The call was canceled before it was placed: the owner of the number asked not to be called."
        )
