"""How long an organization keeps what figures don't need, and the nightly task that deletes the rest."""

import time
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from organizations import audit
from organizations.models import PERIODS, Organization, Retention
from organizations.privacy import rows
from organizations.privacy.erasing import empty_talks
from organizations.privacy.holdings import FILES, HOLDINGS, OLD_TALKS, RAW
from organizations.tenancy.actors import Actor
from organizations.tenancy.queueing import prompt

BATCH = 500  # conversations in a transaction
CLAIM = timedelta(minutes=15)
MAX_SECONDS = 480  # of one run; what is left then, the next one does


def retention_of(organization: Organization) -> Retention:
    """Its periods; where it has set none, a row that isn't stored."""
    return Retention.objects.filter(organization=organization).first() or Retention(organization=organization)


def change_retention(
    *, organization: Organization, periods: Mapping[str, int | None], by: Actor, at: datetime
) -> None:
    """Keep things for so many days (by `PERIODS`), or, with None, as long as the organization is here."""
    with transaction.atomic():
        retention, _ = Retention.objects.select_for_update().get_or_create(organization=organization)
        changed = {name: days for name, days in periods.items() if getattr(retention, name) != days}
        if changed:
            Retention.objects.filter(pk=retention.pk).update(**changed)
            audit.record(
                organization=organization,
                action="retention.changed",
                subject=retention,
                by=by,
                at=at,
                **changed,
            )


def start_forgetting() -> None:
    """Ask for every organization that keeps something for a time only."""
    some = Q(*((f"{name}__isnull", False) for name in PERIODS), _connector=Q.OR)
    for organization_id in (
        Retention.unscoped.filter(some).order_by("pk").values_list("organization_id", flat=True)
    ):
        prompt("organizations.tasks.forget_old_of", organization_id)


def forget_old(*, at: datetime) -> bool:
    """Delete what is older than the organization in scope keeps it; whether nothing is left to do.

    In batches, each a transaction; whoever begins anew, after a crash or a day later, finds what is left. Steps: claims
    the row; recordings, what was said, who it was, raw messages.
    """
    free = Q(claimed_until=None) | Q(claimed_until__lt=at)
    if not Retention.objects.filter(free).update(claimed_until=at + CLAIM):
        return True
    retention, end = Retention.objects.get(), time.monotonic() + MAX_SECONDS
    is_done = all(time.monotonic() < end for _ in _steps(retention, at))
    done = {"done_at": at} if is_done else {}
    Retention.objects.filter(pk=retention.pk).update(claimed_until=None, **done)
    return is_done


def _steps(retention: Retention, at: datetime) -> Iterator[None]:
    """One batch at a time."""

    def before(days: int) -> datetime:
        return at - timedelta(days=days)

    if retention.recordings_days:
        for talks in _old_talks(before(retention.recordings_days)):
            for delete in FILES.values():
                delete(talks)
            yield
    if retention.transcripts_days:
        for talks in _old_talks(before(retention.transcripts_days)):
            empty_talks(talks, contacts=False)
            yield
    if retention.callers_days:
        limit = before(retention.callers_days)
        for talks in _old_talks(limit):
            empty_talks(talks, words=False)
            yield
        for holding in HOLDINGS.values():
            if holding.of_no_talk:
                rows.empty(
                    holding, holding.of_no_talk, rows.values_of(None, []) | {"before": limit}, words=False
                )
                yield
    if retention.load_events_days:
        for forget in RAW.values():
            yield from _until_none(forget, before(retention.load_events_days))


def _old_talks(limit: datetime) -> Iterator[list[int]]:
    for find in OLD_TALKS.values():
        after = 0
        while talks := find(before=limit, after=after, limit=BATCH):
            yield talks
            after = talks[-1]


def _until_none(forget: Callable[[datetime], int], limit: datetime) -> Iterator[None]:
    while forget(limit):
        yield
