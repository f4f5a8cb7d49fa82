"""Every write to loads: events of the TMS taken in or kept as refused, stubs for unknown numbers."""

from datetime import datetime
from typing import Any

from django.db import connection, transaction

from loads import events
from loads.models import Load, LoadEvent, Stop
from organizations import audit
from organizations.actors import Actor
from organizations.models import Organization

LOAD_COLUMNS = [field for field in Load._meta.concrete_fields if not field.primary_key]
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
        if _insert(stub):
            audit.record(organization=organization, action="load.stubbed", subject=stub, by=by, at=at)
            return stub
    return Load.unscoped.of(organization).get(external_id=external_id)


def _store(
    organization: Organization, external_id: str, values: dict[str, Any], at: datetime
) -> tuple[Load, dict[str, Any]]:
    """Return the load with the values stored, locked until the transaction ends, and what changed."""
    load = _locked(organization, external_id)
    if load is None:
        load = Load(organization=organization, external_id=external_id, created_at=at, updated_at=at)
        changes = events.apply(load, values)
        if _insert(load):
            return load, {"id": [None, external_id]} | changes
        # Another event of the same new id was faster; the insert waited until that one was committed.
        load = _locked(organization, external_id)
        assert load is not None, "a load vanished between two statements"
    changes = events.apply(load, values)
    if changes:
        load.updated_at = at
        load.save(force_update=True)
    return load, changes


def _locked(organization: Organization, external_id: str) -> Load | None:
    """Return the load, locked; not its key, so that calls about it can be made meanwhile."""
    loads = Load.unscoped.of(organization).filter(external_id=external_id)
    return loads.select_for_update(no_key=True).first()


def _insert(load: Load) -> bool:
    """Insert the load unless its id is taken; whether it was inserted.

    Plain SQL: Django's ON CONFLICT DO NOTHING returns no key, and its get_or_create() takes a savepoint.
    """
    quote = connection.ops.quote_name
    names = ", ".join(quote(field.column or "") for field in LOAD_COLUMNS)
    marks = ", ".join(["%s"] * len(LOAD_COLUMNS))
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {quote(Load._meta.db_table)} ({names}) VALUES ({marks}) "  # noqa: S608 - our own names
            "ON CONFLICT (organization_id, external_id) DO NOTHING RETURNING id",
            [field.get_db_prep_save(getattr(load, field.attname), connection) for field in LOAD_COLUMNS],
        )
        row = cursor.fetchone()
    if row is None:
        return False
    load.pk = row[0]
    load._state.adding = False
    return True


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
