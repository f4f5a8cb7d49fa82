"""Every write to loads: events of the TMS taken in or kept as refused, stubs for unknown numbers."""

from datetime import datetime
from typing import Any

from django.db import transaction

from loads import events, rows
from loads.models import Load, LoadEvent, Stop
from organizations import audit
from organizations.actors import Actor
from organizations.models import Organization

STOP_COLUMNS = ("position", "type", *events.STOP_PARTS, "window_start", "window_end")


def ingest_load_event(
    *, organization: Organization, raw: bytes, event: dict[str, Any], by: Actor, at: datetime
) -> Load:
    """Take in a load event: `raw` as it came, `event` as `loads.serializers.validate_event` returned it.

    Steps, in one transaction: locks or inserts the load of that id (two events of one load wait for each
    other, the later one wins); sets what the event gives, clears what it gives as null, leaves the rest;
    replaces the stops where they differ; appends the event with what it changed. An identical repeat only
    appends.
    """
    values = events.column_values(event)
    with transaction.atomic():
        load, changes = _store(organization, event["id"], values, at)
        if "stops" in event:
            changes |= _replace_stops(load, events.stop_values(event["stops"]), is_new="id" in changes)
        LoadEvent.unscoped.create(
            organization=organization,
            load=load,
            received_at=at,
            source=str(by),
            raw=raw,
            is_accepted=True,
            changes=changes,
        )
    return load


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


def ensure_load(*, organization: Organization, external_id: str, by: Actor, at: datetime) -> Load:
    """Return the load of that id, or a stub of it which a later event fills."""
    load = Load.unscoped.of(organization).filter(external_id=external_id).first()
    if load is not None:
        return load
    stub = Load(organization=organization, external_id=external_id, created_at=at, updated_at=at)
    with transaction.atomic():
        if rows.insert(stub):
            audit.record(organization=organization, action="load.stubbed", subject=stub, by=by, at=at)
            return stub
    return Load.unscoped.of(organization).get(external_id=external_id)


def _store(
    organization: Organization, external_id: str, values: dict[str, Any], at: datetime
) -> tuple[Load, dict[str, Any]]:
    """Return the load with the values stored, locked until the transaction ends, and what changed."""
    load = rows.find_locked(organization.pk, external_id)
    if load is None:
        load = Load(organization=organization, external_id=external_id, created_at=at, updated_at=at)
        changes = events.apply(load, values)
        if rows.insert(load):
            return load, {"id": [None, external_id]} | changes
        # Another event of the same new id was faster; the insert waited until that one was committed.
        load = rows.find_locked(organization.pk, external_id)
        assert load is not None, "a load vanished between two statements"
    changes = events.apply(load, values)
    if changes:
        load.updated_at = at
        load.save(force_update=True)
    return load, changes


def _replace_stops(load: Load, given: list[dict[str, Any]], *, is_new: bool) -> dict[str, Any]:
    """Replace the load's stops where they differ from those given; return what changed."""
    stops = Stop.unscoped.filter(load=load)
    stored = [] if is_new else list(stops.order_by("position").values(*STOP_COLUMNS))
    if stored == given:
        return {}
    if stored:
        stops.delete()
    Stop.unscoped.bulk_create(
        [Stop(organization_id=load.organization_id, load=load, **stop) for stop in given], batch_size=500
    )
    return {"stops": [events.plain_stops(stored), events.plain_stops(given)]}
