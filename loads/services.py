"""Every write to loads: events of the TMS taken in or kept as refused, stubs for unknown numbers."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from loads import events, rows
from loads.models import Load, LoadEvent
from organizations import audit
from organizations.actors import Actor
from organizations.models import Organization, User


def ingest_load_event(
    *, organization: Organization, raw: bytes, event: dict[str, Any], by: Actor, at: datetime
) -> Load:
    """Take in a load event: `raw` as it came, `event` as `loads.serializers.validate_event` returned it.

    Steps, all or none: inserts the load of that id or sets what the event gives, clears what it gives as null, leaves
    the rest; replaces the stops where they differ; appends the event with what it changed. An identical repeat only
    appends. Of two events of one load at once, the later one wins.
    """
    given = _Given(organization, raw, event, source=str(by), at=at)
    load = _take_in(given)
    if load is None:  # another event of this load came in between: wait for it, and for all others
        with transaction.atomic():
            load = _take_in(given, is_locked=True) or _take_in(given, is_locked=True)
    assert load is not None, "a load vanished between two statements"
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


def ensure_load(*, organization: Organization, external_id: str, by: Actor, at: datetime) -> Load:
    """Return the load of that id, or a stub of it which a later event fills."""
    load = Load.unscoped.of(organization).filter(external_id=external_id).first()
    if load is not None:
        return load
    stub = _new_load(organization, external_id, at)
    with transaction.atomic():
        if rows.insert(stub):
            audit.record(organization=organization, action="load.stubbed", subject=stub, by=by, at=at)
            return stub
    return Load.unscoped.of(organization).get(external_id=external_id)


@dataclass(frozen=True, slots=True)
class _Given:
    """An event to be taken in."""

    organization: Organization
    raw: bytes
    event: dict[str, Any]
    source: str
    at: datetime


def _take_in(given: _Given, *, is_locked: bool = False) -> Load | None:
    """Store what the event says and the event; None where the load was changed between reading and writing it.

    That can't happen to a load that is there and locked.
    """
    external_id = given.event["id"]
    found = rows.find(given.organization.pk, external_id, is_locked=is_locked)
    load, version = found or (_new_load(given.organization, external_id, given.at), "")
    changes = {} if found else {"id": [None, external_id]}
    changes |= events.apply(load, events.column_values(given.event))
    stops = _other_stops(load, given.event, changes) if "stops" in given.event else None
    received = rows.Received(given.at, given.source, given.raw, changes, stops)
    if found is None:
        is_stored = rows.insert(load, received)
    elif changes:
        load.updated_at = given.at
        is_stored = rows.update(load, version, received)
    else:
        is_stored = rows.keep(load, version, received)
    return load if is_stored else None


def _new_load(organization: Organization, external_id: str, at: datetime) -> Load:
    return Load(organization=organization, external_id=external_id, created_at=at, updated_at=at)


def _other_stops(load: Load, event: dict[str, Any], changes: dict[str, Any]) -> list[dict[str, Any]] | None:
    """Return the stops that the event gives, and note the change, unless they are the load's already: then None."""
    given = events.stop_values(event["stops"])
    stored = [] if load.pk is None else rows.stops_of(load)
    if stored == given:
        return None
    changes["stops"] = [events.plain_stops(stored), events.plain_stops(given)]
    return given
