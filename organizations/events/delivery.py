"""Bringing events to endpoints: numbered, in order for each conversation, at least once.

An event is a row of its transaction; a message prompts this, and a sweep finds what no message told of. Each step is a
transaction of its own, and none of them holds one while an endpoint takes its time:

- *dispatch* numbers what is new within its conversation, and makes a delivery for each endpoint that asks for it. Of a
  conversation's deliveries to an endpoint the first unfinished one is due, the others wait behind it.
- *claim* takes a due delivery for itself, by a lease, which is renewed while the endpoint takes its time: who dies with
  it is found out within seconds.
- *finish* keeps the attempt, and either is done and lets the next of the conversation go, or says when to try again.

An endpoint that fails or hangs holds up its own conversations alone: of its deliveries only a few are under way at
once, one while it fails, and the process that sends does nothing else.
"""

import os
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import DatabaseError, connections, transaction
from django.db.models import Max, Q, QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from organizations import audit, metrics, outbound
from organizations.events.types import ALL, TYPES, addressed, body_of, headers_of, shown
from organizations.models import Delivery, DeliveryAttempt, Event, EventEndpoint, Membership
from organizations.paths import Unreadable
from organizations.sql import try_lock
from organizations.tenancy.actors import system
from organizations.tenancy.lifecycle import move, move_many
from organizations.tenancy.queueing import prompt
from organizations.tenancy.scope import unscoped
from organizations.tenancy.states import (
    DELIVERY_LIFECYCLE,
    LEASE,
    TRIED_FOR,
    DeliveryStatus,
    EndpointKind,
    Role,
    SwitchedOff,
)

log = structlog.get_logger(__name__)

BY = system("events")
BATCH = 200  # events that are numbered in one transaction
MAX_UNDER_WAY = 4  # requests to an endpoint at once
MAX_WHILE_FAILING = 1
RENEWED_EVERY = 1.0  # seconds; LEASE is some times as long
TURN = 20.0  # seconds after which a task lets others have its place
# Until the next attempt; the last pause again and again, until three days are over.
PAUSES = [
    timedelta(seconds=5),
    timedelta(seconds=30),
    *(timedelta(minutes=minutes) for minutes in (2, 10, 30)),
    *(timedelta(hours=hours) for hours in (1, 2, 4, 8, 12)),
]
UNNUMBERED_FOR = timedelta(seconds=2)  # then its message is taken for lost
KEPT_FOR = timedelta(days=90)
GONE = 410


def dispatch(*, organization_id: int, at: datetime) -> None:
    """Number the organization's new events, and set them on their way, unless somebody else is at it.

    Nobody waits for the other, who looks again once the lock is let go: so what came while they held it isn't left.
    """
    while _dispatch_some(organization_id, at) and Event.objects.filter(sequence=None).exists():
        pass


def _dispatch_some(organization_id: int, at: datetime) -> bool:
    """A batch of them; False where somebody else is at it."""
    with transaction.atomic():
        if not try_lock(f"events:{organization_id}"):
            return False
        events = list(Event.objects.filter(sequence=None).order_by("id")[:BATCH])
        _number(events)
        for endpoint in EventEndpoint.objects.filter(switched_off_at=None).order_by("id"):
            if made := _set_out(endpoint, events, at):
                log.debug("events set out", endpoint=endpoint.pk, count=made)
                prompt("organizations.tasks.deliver_events", organization_id, endpoint.pk)
    return True


def _number(events: list[Event]) -> None:
    """Give each the number after the last one of its conversation."""
    numbered = Event.objects.filter(conversation__in={each.conversation for each in events})
    last = dict(
        numbered.exclude(sequence=None).values_list("conversation").annotate(Max("sequence")).order_by()
    )
    for event in events:
        event.sequence = last[event.conversation] = last.get(event.conversation, 0) + 1
    Event.objects.bulk_update(events, ["sequence"])


def _set_out(endpoint: EventEndpoint, events: list[Event], at: datetime) -> int:
    """Make the deliveries of those that the endpoint asks for; how many it were.

    The conversations' unfinished ones are locked first: one that ends at this moment either lets the new one go, or has
    ended when we look.
    """
    wanted = [event for event in events if asks_for(endpoint, event.type)]
    if wanted and endpoint.kind == EndpointKind.X12:
        found = addressed(Event.objects.filter(pk__in=[event.pk for event in wanted]), endpoint)
        theirs = set(found.values_list("pk", flat=True))
        wanted = [event for event in wanted if event.pk in theirs]
    if not wanted:
        return 0
    conversations = {event.conversation for event in wanted}
    under_way = unfinished(endpoint).filter(conversation__in=conversations)
    list(under_way.order_by("id").select_for_update(no_key=True).values_list("pk"))
    Delivery.objects.bulk_create(
        [new_delivery(endpoint, event, at=at) for event in wanted],
        ignore_conflicts=True,  # one that somebody has sent by hand meanwhile
    )
    let_go(endpoint, conversations, at=at)
    return len(wanted)


def new_delivery(endpoint: EventEndpoint, event: Event, *, at: datetime) -> Delivery:
    """The delivery of a numbered event to an endpoint, not stored yet."""
    return Delivery(
        organization_id=endpoint.organization_id,
        endpoint=endpoint,
        event=event,
        conversation=event.conversation,
        sequence=event.sequence or 0,
        status=DELIVERY_LIFECYCLE.start,
        status_changed_at=at,
    )


def asks_for(endpoint: EventEndpoint, name: str) -> bool:
    """Whether the endpoint is to be told of such events."""
    if endpoint.types and ALL not in endpoint.types:
        return name in endpoint.types
    kind = TYPES.get(name)
    return EndpointKind(endpoint.kind).is_signed or (kind is not None and not kind.is_frequent)


def unfinished(endpoint: EventEndpoint) -> QuerySet[Delivery]:
    """The endpoint's deliveries that aren't over."""
    return Delivery.objects.filter(endpoint=endpoint, status__in=DELIVERY_LIFECYCLE.unfinished)


def let_go(endpoint: EventEndpoint, conversations: Iterable[str] | None, *, at: datetime) -> int:
    """Let the first unfinished delivery of each conversation be due, where it still waits; how many it were."""
    rows = unfinished(endpoint)
    if conversations is not None:
        rows = rows.filter(conversation__in=conversations)
    first = rows.order_by("conversation", "sequence", "id").distinct("conversation").values("pk")
    waiting = Delivery.objects.filter(pk__in=first, status=DeliveryStatus.WAITING)
    return move_many(waiting, DeliveryStatus.PENDING, at=at, due_at=at)


# One attempt: claimed, sent, finished.


@dataclass(frozen=True, slots=True)
class Result:
    """How an attempt ended: the answer, or why there was none."""

    attempt: DeliveryAttempt

    @property
    def is_good(self) -> bool:
        """Whether the endpoint has taken the event."""
        return self.attempt.status is not None and 200 <= self.attempt.status < 300

    @property
    def outcome(self) -> str:
        """For figures: `taken`, `refused` by an answer, or `unanswered`."""
        if self.is_good:
            return "taken"
        return "unanswered" if self.attempt.status is None else "refused"

    @property
    def words(self) -> str:
        """For lists: `200`, or what went wrong."""
        status = self.attempt.status
        if status is None:
            return self.attempt.error
        return f"{status} (redirects aren’t followed)" if 300 <= status < 400 else str(status)


def deliver_due(*, endpoint_id: int) -> None:
    """Send what is due at the endpoint, until nothing is, or others want the place too."""
    until = time.monotonic() + TURN
    while (delivery := claim(endpoint_id=endpoint_id, at=timezone.now())) is not None:
        with _leases.kept(delivery):
            result = attempt(delivery)
        finish(delivery=delivery, result=result, at=timezone.now())
        if time.monotonic() > until:
            prompt("organizations.tasks.deliver_events", delivery.organization_id, endpoint_id)
            return


def claim(*, endpoint_id: int, at: datetime) -> Delivery | None:
    """Take a due delivery of the endpoint's; None where there is none, or enough are under way.

    The endpoint is locked so that no more are under way than may be, and only where something is due.
    """
    due = Delivery.objects.filter(
        endpoint=endpoint_id, status__in=[DeliveryStatus.PENDING, DeliveryStatus.SENDING], due_at__lte=at
    )
    if not due.exists():
        return None
    with transaction.atomic():
        endpoint = (
            EventEndpoint.objects.select_for_update(of=["self"], no_key=True)
            .select_related("organization")
            .filter(pk=endpoint_id, switched_off_at=None)
            .first()
        )
        if endpoint is None or endpoint.organization.is_suspended:
            return None
        sending = Delivery.objects.filter(endpoint=endpoint, status=DeliveryStatus.SENDING, due_at__gt=at)
        most = MAX_WHILE_FAILING if endpoint.failing_since else MAX_UNDER_WAY
        if sending.count() >= most:
            return None
        delivery = due.select_related("event").order_by("due_at", "id").first()
        if delivery is None:
            return None
        lost = (DeliveryStatus.PENDING,) if delivery.status == DeliveryStatus.SENDING else ()
        moved = move(
            delivery,
            DeliveryStatus.SENDING,
            via=lost,
            by=BY,
            at=at,
            due_at=at + LEASE,
            tries=delivery.tries + 1,
            first_tried_at=delivery.first_tried_at or at,
        )
        delivery.endpoint = endpoint
    return delivery if moved else None


class _Leases:
    """Renews the leases of what this process is sending, in a thread of its own, for as long as that takes."""

    def __init__(self) -> None:
        self._kept: set[int] = set()
        self._some = threading.Event()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    @contextmanager
    def kept(self, delivery: Delivery) -> Iterator[None]:
        """Nobody else takes the delivery over meanwhile."""
        with self._lock:
            self._kept.add(delivery.pk)
            self._some.set()
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="leases", daemon=True)
                self._thread.start()
        try:
            yield
        finally:
            with self._lock:
                self._kept.discard(delivery.pk)
                if not self._kept:
                    self._some.clear()

    def _run(self) -> None:
        while self._some.wait():
            time.sleep(RENEWED_EVERY)
            with self._lock:
                kept = list(self._kept)
            try:
                renew(kept, at=timezone.now())
            except DatabaseError as error:  # away: the others can't take anything over either
                log.warning("leases not renewed", error=str(error))
            finally:
                connections.close_all()


def renew(keys: list[int], *, at: datetime) -> None:
    """Keep those of the deliveries that are still being sent from being taken for lost."""
    if keys:
        with unscoped():
            Delivery.unscoped.filter(pk__in=keys, status=DeliveryStatus.SENDING).update(due_at=at + LEASE)


def _forget_leases() -> None:
    global _leases
    _leases = _Leases()


_leases = _Leases()
os.register_at_fork(after_in_child=_forget_leases)


def attempt(delivery: Delivery) -> Result:
    """Send it once, and tell how that went; writes nothing."""
    endpoint, at = delivery.endpoint, timezone.now()
    row = DeliveryAttempt(
        organization_id=delivery.organization_id, delivery=delivery, started_at=at, url=endpoint.url
    )
    begun = time.monotonic()
    try:
        body = body_of(delivery.event, endpoint.kind, endpoint.format, endpoint.types)
        headers = headers_of(endpoint, delivery.event, body, at=at)
        row.request, row.request_headers = _readable(body), shown(headers)
        answer = outbound.post(endpoint.url, body=body, headers=headers)
    except (outbound.Refused, outbound.Unanswered, Unreadable) as error:
        row.error = str(error)[:200]
    except Exception:  # a fault of ours: seen, tried again, and given up like any other
        log.exception("event not sent", delivery=delivery.pk)
        row.error = "Loadline couldn’t send this."
    else:
        row.status, row.answer = answer.status, _readable(answer.body)
        headers_cut = list(answer.headers.items())[:50]
        row.answer_headers = {name: value[:1000].replace("\0", "") for name, value in headers_cut}
    row.milliseconds = round((time.monotonic() - begun) * 1000)
    result = Result(row)
    metrics.deliveries.labels(result.outcome).inc()
    return result


def _readable(body: bytes) -> str:
    """A body as text that can be stored."""
    return body[: outbound.MAX_ANSWER].decode(errors="replace").replace("\0", "\ufffd")


def finish(*, delivery: Delivery, result: Result, at: datetime) -> None:
    """Keep the attempt, and be done with the delivery, or say when it is tried again.

    Somebody else may have taken it over, had we been taken for lost: then the attempt alone is kept. The endpoint is
    locked where something is written there: where it fails, or did as this was sent.
    """
    endpoint = delivery.endpoint
    with transaction.atomic():
        if endpoint.failing_since is not None or not result.is_good:
            endpoint = EventEndpoint.objects.select_for_update(no_key=True).get(pk=endpoint.pk)
        result.attempt.save(force_insert=True)
        if result.is_good:
            _succeed(endpoint, delivery, result, at)
        else:
            _fail(endpoint, delivery, result, at)


def _succeed(endpoint: EventEndpoint, delivery: Delivery, result: Result, at: datetime) -> None:
    move(delivery, DeliveryStatus.DELIVERED, by=BY, at=at, due_at=None, result=result.words)
    if endpoint.failing_since is not None:
        endpoint.failing_since = None
        endpoint.save(update_fields=["failing_since"])
    let_go(endpoint, [delivery.conversation], at=at)


def _fail(endpoint: EventEndpoint, delivery: Delivery, result: Result, at: datetime) -> None:
    if endpoint.failing_since is None:
        endpoint.failing_since = at
        endpoint.save(update_fields=["failing_since"])
    due_at = next_try(delivery, at)
    if due_at is not None and result.attempt.status != GONE:
        move(delivery, DeliveryStatus.PENDING, by=BY, at=at, due_at=due_at, result=result.words[:200])
        return
    move(delivery, DeliveryStatus.FAILED, by=BY, at=at, due_at=None, result=result.words[:200])
    if result.attempt.status == GONE:
        switch_off(endpoint, SwitchedOff.GONE, at=at)
    elif endpoint.failing_since <= at - TRIED_FOR:
        switch_off(endpoint, SwitchedOff.FAILING, at=at)
    else:
        let_go(endpoint, [delivery.conversation], at=at)  # it takes other events: this one it never will


def next_try(delivery: Delivery, at: datetime) -> datetime | None:
    """When to send it once more after so many tries; None once it has been tried for three days."""
    last = (delivery.first_tried_at or at) + TRIED_FOR
    pause = PAUSES[min(delivery.tries, len(PAUSES)) - 1]
    return min(at + pause, last) if at < last else None


# The end of an endpoint that doesn't answer any more, and the news of it.


def switch_off(endpoint: EventEndpoint, reason: SwitchedOff, *, at: datetime) -> None:
    """Tell a locked endpoint of nothing more, and its owners why."""
    endpoint.switched_off_at, endpoint.switched_off_for, endpoint.owners_told_at = at, reason, None
    endpoint.save(update_fields=["switched_off_at", "switched_off_for", "owners_told_at"])
    cancel(endpoint, at=at)
    audit.record(
        organization=endpoint.organization,
        action="event_endpoint.switched_off",
        subject=endpoint,
        by=BY,
        at=at,
        reason=str(reason),
    )
    prompt("organizations.tasks.send_endpoint_notice", endpoint.organization_id, endpoint.pk)
    log.warning("event endpoint disabled", endpoint=endpoint.pk, reason=str(reason))


def cancel(endpoint: EventEndpoint, *, at: datetime) -> int:
    """End all that is on its way to the endpoint."""
    return move_many(unfinished(endpoint), DeliveryStatus.CANCELED, at=at, due_at=None)


def send_notice(*, endpoint: EventEndpoint, at: datetime) -> None:
    """Mail the owners that the endpoint is off; raises what the mail server raises, and a sweep tries again."""
    if endpoint.is_on or endpoint.owners_told_at or endpoint.switched_off_for == SwitchedOff.BY_HAND:
        return
    owners = Membership.objects.filter(
        organization=endpoint.organization_id, role=Role.OWNER, user__is_active=True
    )
    to = sorted(owners.values_list("user__email", flat=True))
    if to:
        path = reverse("organizations:event_endpoint", args=[endpoint.pk])
        told = {"endpoint": endpoint, "url": f"{settings.PUBLIC_URL}{path}"}
        body = render_to_string("organizations/mail/endpoint_off.txt", told)
        EmailMessage("Loadline stopped sending events to one of your endpoints", body, to=to).send()
    EventEndpoint.objects.filter(pk=endpoint.pk, owners_told_at=None).update(owners_told_at=at)


# What messages were lost of, and what is kept no longer.


def sweep(*, at: datetime) -> None:
    """Send the messages again of what is late, of all organizations."""
    unnumbered = Event.unscoped.filter(sequence=None, occurred_at__lt=at - UNNUMBERED_FOR)
    for (organization_id,) in unnumbered.order_by().values_list("organization_id").distinct()[:500]:
        prompt("organizations.tasks.dispatch_events", organization_id)
    late = Delivery.unscoped.filter(
        status__in=[DeliveryStatus.PENDING, DeliveryStatus.SENDING],
        due_at__lte=at,
        endpoint__switched_off_at=None,
    )
    for found in late.order_by().values_list("organization_id", "endpoint_id").distinct()[:500]:
        prompt("organizations.tasks.deliver_events", *found)
    untold = EventEndpoint.unscoped.filter(owners_told_at=None, switched_off_at__lt=at - timedelta(minutes=1))
    for found in untold.exclude(switched_off_for=SwitchedOff.BY_HAND).values_list("organization_id", "pk")[
        :100
    ]:
        prompt("organizations.tasks.send_endpoint_notice", *found)


def forget(*, at: datetime) -> int:
    """Delete events, with their deliveries and attempts, that are kept no longer; how many events it were."""
    old = Event.unscoped.filter(occurred_at__lt=at - KEPT_FOR).exclude(
        Q(deliveries__status__in=DELIVERY_LIFECYCLE.unfinished)
    )
    count = 0
    while keys := list(old.order_by("occurred_at", "pk").values_list("pk", flat=True)[:BATCH]):
        with transaction.atomic():
            DeliveryAttempt.unscoped.filter(delivery__event__in=keys).delete()
            Delivery.unscoped.filter(event__in=keys).delete()
            count += Event.unscoped.filter(pk__in=keys).delete()[0]
    return count
