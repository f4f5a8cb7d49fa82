"""What was forgotten: lost messages, lost callbacks, calls past their time. Changes states, never dials."""

from datetime import datetime, timedelta

import structlog
from django.core.cache import cache
from django.db import transaction
from django.db.models import Q, QuerySet

from calls import telephony
from calls.models import Call, Recording
from calls.services.progress import PROVIDER_STATUSES, adopt_sid, end_call, note_other_line, note_status
from calls.states import MAX_LINE_DURATION, CallStatus
from organizations.tenancy.actors import Actor
from organizations.tenancy.lifecycle import move
from organizations.tenancy.queueing import prompt
from organizations.tenancy.scope import scope, unscoped
from organizations.unavailable import is_unavailable

log = structlog.get_logger(__name__)

MAX_AT_ONCE = 500
MAX_FAILURES = 3  # in one sweep: then the provider is taken to be away, and isn't waited for any more
# After this much silence the sweep asks the provider itself.
QUIET = {
    CallStatus.DIALING: timedelta(seconds=20),
    CallStatus.PLACED: timedelta(seconds=45),
    CallStatus.RINGING: timedelta(seconds=60),
    CallStatus.ANSWERED: timedelta(seconds=90),
}
PROMPT = timedelta(seconds=10)  # what was asked for so long ago should have been done


def sweep(*, by: Actor, at: datetime) -> None:
    """Look after every unfinished call that has been quiet for too long, of all organizations.

    Queued and due: its message was lost, so it is sent again. Dialing, but never sent: whoever had it is gone, and
    it is queued again. Dialing without the provider's id: adopted if the provider knows exactly one such call that
    is nobody else's, and failed as `dial_outcome_unknown` past the deadline. Under way: brought up to what the
    provider says of it, and ended past the deadline. Orders that weren't carried out, and recordings that weren't
    fetched, are tried again.
    """
    _carry_out_orders(at)
    _ask_for_recordings(at)
    failures = 0
    for call in _quiet_calls(at):
        with scope(call.organization_id):
            try:
                if failures < MAX_FAILURES or call.status == CallStatus.QUEUED:
                    _look_after(call, by=by, at=at)
                else:
                    _end_if_overdue(call, by=by, at=at)
            except telephony.Ambiguous as error:
                failures += 1
                log.warning("provider away", call=call.pk, reason=str(error))
                _end_if_overdue(call, by=by, at=at)
            except Exception as error:  # one call's trouble must not keep the others from their end
                if is_unavailable(error):
                    raise
                log.exception("call not looked after", call=call.pk)


def _carry_out_orders(at: datetime) -> None:
    orders = Call.unscoped.filter(
        status__in=Call.lifecycle.unfinished, order_done_at=None, ordered_at__lt=at - PROMPT
    )
    for call in orders.exclude(order="").order_by("ordered_at", "pk")[:MAX_AT_ONCE]:
        prompt("calls.tasks.carry_out_order", call.organization_id, call.pk)


def _ask_for_recordings(at: datetime) -> None:
    waiting = Recording.unscoped.filter(next_attempt_at__lte=at).order_by("next_attempt_at", "pk")
    for recording in waiting[:MAX_AT_ONCE]:
        prompt("calls.tasks.fetch_recording", recording.organization_id, recording.pk)


def _quiet_calls(at: datetime) -> list[Call]:
    """Lost messages first, since somebody waits for those calls; then the calls under way."""
    calls = Call.unscoped.select_related("conversation")
    queued = calls.filter(status=CallStatus.QUEUED, status_changed_at__lt=at - timedelta(seconds=5)).filter(
        Q(not_before=None) | Q(not_before__lte=at)
    )
    quiet = Q()
    for status, silence in QUIET.items():
        quiet |= Q(status=status, status_changed_at__lt=at - silence)
    return [*_next_batch("queued", queued), *_next_batch("under-way", calls.filter(quiet))]


def _next_batch(name: str, calls: QuerySet[Call]) -> list[Call]:
    """The oldest `MAX_AT_ONCE`; where there are more, those that come after the last sweep's.

    Calls stay quiet for as long as people talk: the first ones would be all that is ever looked at.
    """
    key = f"calls:sweep:{name}"
    batch = list(calls.filter(pk__gt=cache.get(key, 0)).order_by("pk")[:MAX_AT_ONCE])
    cache.set(key, batch[-1].pk if len(batch) == MAX_AT_ONCE else 0)
    return batch


def _look_after(call: Call, *, by: Actor, at: datetime) -> None:
    if call.status == CallStatus.QUEUED:
        if not _end_if_overdue(call, by=by, at=at):
            prompt("calls.tasks.place_call", call.organization_id, call.pk)
        return
    if call.status == CallStatus.DIALING and call.dial_sent_at is None:
        _queue_again(call, by=by, at=at)
        return
    if not call.provider_sid:
        _find_outcome(call, by=by, at=at)
        return
    known = telephony.fetch_call(call.provider_sid)
    if known is None:
        end_call(call_id=call.pk, status=CallStatus.FAILED, reason="lost_by_provider", by=by, at=at)
        return
    if call.is_by_person and (other := telephony.second_line(call.provider_sid)):
        # Before the person's own line: its end doesn't tell whether the two have talked.
        note_other_line(call_id=call.pk, provider_status=other.status, seconds=other.duration, by=by, at=at)
        call.refresh_from_db()
    note_status(call_id=call.pk, provider_status=known.status, seconds=known.duration, by=by, at=at)
    if known.status not in PROVIDER_STATUSES or PROVIDER_STATUSES[known.status][0] < 9:
        # A machine that still records after all this time didn't hear our message end.
        if _is_overdue(call, at) or call.has_reached_machine:
            telephony.hang_up(call.provider_sid)
        _end_if_overdue(call, by=by, at=at)


def _queue_again(call: Call, *, by: Actor, at: datetime) -> None:
    """A call that was claimed and never sent; who claimed it, if alive after all, finds it gone before sending it."""
    with transaction.atomic():
        locked = Call.objects.select_for_update(no_key=True).get(pk=call.pk)
        if locked.status != CallStatus.DIALING or locked.dial_sent_at is not None:
            return
        move(locked, CallStatus.QUEUED, by=by, at=at, reason="never_sent", updated_at=at)
        prompt("calls.tasks.place_call", call.organization_id, call.pk)
    log.warning("call was claimed and never sent", call=call.pk)


def _find_outcome(call: Call, *, by: Actor, at: datetime) -> None:
    """A dial whose answer never came: adopt the provider's call, if there is one that can only be this one's."""
    found = telephony.calls_between(
        from_phone=call.from_phone,
        to_phone=call.dialed_phone,
        since=call.status_changed_at - timedelta(seconds=5),
    )
    known = Call.unscoped.filter(provider_sid__in=[each.sid for each in found])
    with unscoped():
        taken = set(known.values_list("provider_sid", flat=True))
    candidates = [each for each in found if each.sid not in taken]
    dials_it = Q(person_phone=call.dialed_phone) | Q(person_phone="", to_phone=call.dialed_phone)
    unknown = Call.unscoped.filter(
        dials_it,
        from_phone=call.from_phone,
        status__in=call.lifecycle.unfinished,
        provider_sid="",
    ).exclude(status=CallStatus.QUEUED)
    with unscoped():
        is_only_one = len(candidates) == 1 and unknown.count() == 1
    if is_only_one:
        adopt_sid(call_id=call.pk, sid=candidates[0].sid, by=by, at=at)
        note_status(
            call_id=call.pk,
            provider_status=candidates[0].status,
            seconds=candidates[0].duration,
            by=by,
            at=at,
        )
    else:
        _end_if_overdue(call, by=by, at=at)


def _is_overdue(call: Call, at: datetime) -> bool:
    # A provider that is busy again and again puts a call back into the queue: that must end too.
    since = call.conversation.created_at if call.status == CallStatus.QUEUED else call.status_changed_at
    are_people_talking = call.is_by_person and call.status == CallStatus.ANSWERED
    if call.conversation.transferred_at or are_people_talking:
        return at - since > MAX_LINE_DURATION
    return at - since > call.lifecycle.deadlines[call.status]


REASONS: dict[str, str] = {
    CallStatus.QUEUED: "expired_in_queue",
    CallStatus.DIALING: "dial_outcome_unknown",
}


def _end_if_overdue(call: Call, *, by: Actor, at: datetime) -> bool:
    if not _is_overdue(call, at):
        return False
    # A call that was answered did take place, even if nobody told us how it ended.
    status = CallStatus.COMPLETED if call.status == CallStatus.ANSWERED else CallStatus.FAILED
    return end_call(call_id=call.pk, status=status, reason=REASONS.get(call.status, "no_news"), by=by, at=at)
