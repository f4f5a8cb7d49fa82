"""Every write to loads: events of the TMS taken in or kept as refused, stubs for unknown numbers."""

from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction

from loads import events
from loads.models import Load, LoadEvent, Stop
from organizations.models import Organization, User
from organizations.registry import Registry
from organizations.tenancy import audit, live
from organizations.tenancy.actors import Actor
from organizations.tenancy.owned import OwnedQuerySet
from organizations.tenancy.queueing import prompt

# What decides whether carriers may be called about a load; names as in the API.
# Tasks for a load that carriers may be called about, when it changes: they get the organization's key and the load's.
FOLLOWERS: Registry[str] = Registry("task")
FOR_CALLS_OUT = {"id", "status", "locked", "outboundCarrierSalesEnabled", "pickupTime"}


def ingest_load_event(
    *, organization: Organization, raw: bytes, event: dict[str, Any], by: Actor, at: datetime
) -> Load:
    """Take in a load event: `raw` as it came, `event` as `loads.serializers.validate_event` returned it.

    Steps, all or none: locks the load of that id or makes it; sets what the event gives, clears what it gives as null,
    leaves the rest; replaces the stops where they differ; appends the event with what it changed. An identical repeat
    only appends. Of two events of one load at once, the later one wins.
    """
    try:
        return _take_in(organization, raw, event, by, at)
    except IntegrityError:  # another event has just made this load: now it is there to be locked
        return _take_in(organization, raw, event, by, at)


def refuse_load_event(
    *,
    organization: Organization,
    raw: bytes,
    errors: list[dict[str, str]],
    by: Actor,
    at: datetime,
    external_id: object = None,
) -> LoadEvent:
    """Keep a body that was answered with a 400, so that an operator can see and replay it.

    `errors` are those of the answer; `external_id` is whatever stood as the body's id: where it is a known
    load's, the event shows among that load's events.
    """
    load = None
    if isinstance(external_id, str):
        load = Load.unscoped.of(organization).filter(external_id=external_id.strip()).only("id").first()
    return LoadEvent.unscoped.create(
        organization=organization,
        load=load,
        received_at=at,
        source=str(by),
        raw=raw,
        is_accepted=False,
        errors=errors,
    )


def assign_owner(*, load: Load, owner: User | None, by: Actor, at: datetime) -> None:
    """Say whose load it is, or nobody's: the agent transfers callers to that person's phone."""
    with transaction.atomic():
        changed = Load.objects.filter(pk=load.pk).exclude(owner=owner).update(owner=owner)
        if changed:
            audit.record(
                organization=load.organization,
                action="load.owner_changed",
                subject=load,
                by=by,
                at=at,
                owner=owner.email if owner else None,
            )
    load.owner = owner
    _tell(load)


def hold_load(*, load: Load, reason: str = "", held_by: User, by: Actor, at: datetime) -> bool:
    """Put it on hold: the agent doesn't offer it and calls nobody about it until it is released.

    Whether this call did it; one that is on hold stays as it is. Talks that go on end by themselves, without a deal.
    """
    with transaction.atomic():
        held = Load.objects.filter(pk=load.pk, held_at=None)
        if not held.update(held_at=at, held_by=held_by, hold_reason=reason[:200]):
            return False
        _follow_hold(load, "load.held", by, at, reason=reason[:200])
    load.held_at, load.held_by, load.hold_reason = at, held_by, reason[:200]
    return True


def release_load(*, load: Load, by: Actor, at: datetime) -> bool:
    """End a hold, whoever's it is; whether this call did it."""
    with transaction.atomic():
        held = Load.objects.filter(pk=load.pk, held_at__isnull=False)
        if not held.update(held_at=None, held_by=None, hold_reason=""):
            return False
        _follow_hold(load, "load.released", by, at)
    load.held_at, load.held_by, load.hold_reason = None, None, ""
    return True


def ensure_load(*, organization: Organization, external_id: str, by: Actor, at: datetime) -> Load:
    """Return the load of that id, or a stub of it which a later event fills."""
    with transaction.atomic():
        load, is_new = Load.unscoped.get_or_create(
            organization=organization,
            external_id=external_id,
            defaults={"created_at": at, "updated_at": at},
        )
        if is_new:
            audit.record(organization=organization, action="load.stubbed", subject=load, by=by, at=at)
            _tell(load)
    return load


def _follow_hold(load: Load, action: str, by: Actor, at: datetime, **details: str) -> None:
    audit.record(organization=load.organization, action=action, subject=load, by=by, at=at, **details)
    _tell(load)
    if load.is_outbound_sales_enabled:
        _follow(load)


@transaction.atomic
def _take_in(organization: Organization, raw: bytes, event: dict[str, Any], by: Actor, at: datetime) -> Load:
    external_id = event["id"]
    changes: dict[str, Any] = {}
    try:  # the key isn't locked, so that new calls can refer to the load
        locked = Load.unscoped.select_for_update(no_key=True)
        load = locked.get(organization=organization, external_id=external_id)
    except Load.DoesNotExist:
        load = Load(organization=organization, external_id=external_id, created_at=at)
        changes["id"] = [None, external_id]
    is_new = load.pk is None
    changes |= events.apply(load, events.column_values(event))
    stops = _other_stops(load, event, changes) if "stops" in event else None
    if changes:
        load.updated_at = at
        load.save(update_fields=None if is_new else ["updated_at", *events.columns_of(changes)])
    if stops is not None:
        if not is_new:
            _stops_of(load).delete()
        Stop.unscoped.bulk_create(Stop(organization=organization, load=load, **stop) for stop in stops)
    LoadEvent.unscoped.create(
        organization=organization,
        load=load,
        received_at=at,
        source=str(by),
        raw=raw,
        is_accepted=True,
        changes=changes,
    )
    if changes:
        _tell(load)
    # Of a new load nothing goes on yet: a sweep finds it, and the webhook is spared a message.
    if not is_new and changes.keys() & FOR_CALLS_OUT and _may_matter_for_calls_out(load, changes):
        _follow(load)
    return load


def _follow(load: Load) -> None:
    for task in FOLLOWERS.values():
        prompt(task, load.organization_id, load.pk)


def _tell(load: Load) -> None:
    """Tell open pages that the load is new, or isn't what they show."""
    live.changed(load.organization_id, "loads", f"load:{load.pk}")


def _may_matter_for_calls_out(load: Load, changes: dict[str, Any]) -> bool:
    """Whether carriers may be called about it, or might have been until now."""
    return load.is_outbound_sales_enabled or "outboundCarrierSalesEnabled" in changes


def _other_stops(load: Load, event: dict[str, Any], changes: dict[str, Any]) -> list[dict[str, Any]] | None:
    """Return the stops that the event gives, and note the change, unless they are the load's already: then None."""
    given = events.stop_values(event["stops"])
    stored = list(_stops_of(load).order_by("position").values(*events.STOP_COLUMNS)) if load.pk else []
    if stored == given:
        return None
    changes["stops"] = [events.plain_stops(stored), events.plain_stops(given)]
    return given


def _stops_of(load: Load) -> OwnedQuerySet:
    return Stop.unscoped.filter(load=load)
