"""Every write to loads: events of the TMS taken in, kept as refused or replayed, stubs for unknown numbers."""

from datetime import datetime
from functools import cache
from typing import Any

import orjson
from django.db import transaction
from psycopg.types.json import Jsonb
from rest_framework.exceptions import ValidationError

from loads import load_events
from loads.load_events import validate_event
from loads.mappings import formats, rules
from loads.models import Load, LoadEvent, LoadMapping, Stop
from organizations import audit
from organizations.api import problems
from organizations.api.parsers import parse_strict
from organizations.api.problems import FieldError
from organizations.models import Organization, User
from organizations.registry import Registry
from organizations.sql import Columns, fetch_planned
from organizations.tenancy import live_updates
from organizations.tenancy.actors import Actor
from organizations.tenancy.queueing import prompt
from organizations.tenancy.scope import OwnedQuerySet

MAX_REFUSED = 1_000  # of an organization; a client that errs without end fills no disk
FORGOTTEN_AT_ONCE = 100
MAX_KEPT = 10 << 20  # bytes that one message of many loads may take, kept with each of them
# Tasks for a load that carriers may be called about, when it changes: they get the organization's key and the load's.
FOLLOWERS: Registry[str] = Registry("task")
# What decides whether carriers may be called about a load; names as in the API.
FOR_CALLS_OUT = {"id", "status", "locked", "outboundCarrierSalesEnabled", "pickupTime"}


def ingest_load_event(
    *,
    organization: Organization,
    raw: bytes,
    event: dict[str, Any],
    by: Actor,
    at: datetime,
    mapping: LoadMapping | None = None,
) -> Load:
    """Take in a load event: `raw` as it came, `event` as `validate_event` returned it.

    Steps, all or none: locks the load of that id or makes it; sets what the event gives, clears what it gives as null,
    leaves the rest; replaces the stops where they differ; appends the event with what it changed. An identical repeat
    only appends. Of two events of one load at once, the later one wins. `mapping` is what read the message, where it
    isn't in our own form.
    """
    while (load := _take_in(organization, raw, event, by, at, mapping)) is None:
        pass  # another event has just made this load: now it is there to be locked
    return load


def receive_load_event(*, organization: Organization, raw: bytes, by: Actor, at: datetime) -> Load:
    """Take in a message as it came over the wire: parse it, check it, ingest it.

    Raises problems.Invalid; what is refused is kept with the errors of the answer.
    """
    body: dict[str, Any] = {}
    try:
        body = parse_strict(raw)
        event = validate_event(body)
    except problems.Invalid as error:  # the parser's: there is no body to look at
        refusal = error
    except ValidationError as error:
        refusal = problems.Invalid(errors=problems.flatten(error.detail))
    else:
        return ingest_load_event(organization=organization, raw=raw, event=event, by=by, at=at)
    refuse_load_event(
        organization=organization, raw=raw, refusal=refusal, external_id=body.get("id"), by=by, at=at
    )
    raise refusal


def refuse_load_event(
    *,
    organization: Organization,
    raw: bytes,
    refusal: problems.Problem,
    by: Actor,
    at: datetime,
    external_id: object = None,
    mapping: LoadMapping | None = None,
) -> LoadEvent:
    """Keep what was answered with a problem, so that people can see why, and replay it; the newest thousand are kept.

    `external_id` is whatever stood as the body's id: where it is a known load's, the event shows among that load's.
    """
    errors = refusal.errors or [{"field": "", "code": refusal.slug, "detail": str(refusal.detail)}]
    load = None
    if isinstance(external_id, str):
        load = Load.unscoped.of(organization).filter(external_id=external_id.strip()).only("id").first()
    event = LoadEvent.unscoped.create(
        organization=organization,
        load=load,
        mapping=mapping,
        received_at=at,
        source=str(by),
        raw=raw,
        is_accepted=False,
        status=refusal.status_code,
        errors=errors[: problems.MAX_ERRORS],
    )
    refused = LoadEvent.unscoped.of(organization).filter(is_accepted=False).order_by("-received_at", "-pk")
    oldest = list(refused.values_list("pk", flat=True)[MAX_REFUSED : MAX_REFUSED + FORGOTTEN_AT_ONCE])
    if oldest:
        LoadEvent.unscoped.filter(pk__in=oldest).delete()
    return event


def read_events(raw: bytes, *, mapping: LoadMapping | None) -> list[dict[str, Any]]:
    """The load events, validated, that a message comes to: one in our own form, or as many as the mapping finds.

    Raises problems.Invalid with everything that is wrong.
    """
    if mapping is None:
        bodies: list[tuple[Any, list[FieldError]]] = [(parse_strict(raw), [])]
    else:
        bodies = list(rules.events_of(formats.read_message(raw, mapping.format), mapping.rules))
    events: list[dict[str, Any]] = []
    errors: list[FieldError] = []
    for number, (body, unread) in enumerate(bodies):
        wrong = list(unread)
        try:
            events.append(validate_event(body))
        except ValidationError as error:
            wrong += problems.flatten(error.detail)
        prefix = f"loads.{number}." if len(bodies) > 1 else ""
        errors += [{**each, "field": f"{prefix}{each['field']}"} for each in wrong]
    if errors:
        raise problems.Invalid(errors=errors)
    if len(raw) * len(events) > MAX_KEPT:  # each load keeps the whole message
        detail = "The message is too long for as many loads: send fewer of them in each."
        raise problems.Invalid(errors=[{"field": "", "code": "too_many", "detail": detail}])
    return events


def replay_load_event(*, event: LoadEvent, by: Actor, at: datetime) -> Load:
    """Take a kept message in as if it came now; it stays as it is. Raises problems.Invalid where it still isn't valid.

    Again and again makes no difference: what repeats what is known changes nothing.
    """
    raw, mapping = bytes(event.raw), event.mapping
    given = read_events(raw, mapping=mapping)
    with transaction.atomic():
        for each in given:
            load = ingest_load_event(
                organization=event.organization, raw=raw, event=each, by=by, at=at, mapping=mapping
            )
        audit.record(
            organization=event.organization, action="load_event.replayed", subject=event, by=by, at=at
        )
    return load


def send_test_event(*, organization: Organization, by: Actor, at: datetime) -> Load:
    """Let a sample load come in as the TMS would send it: parsed, checked and ingested alike."""
    raw = orjson.dumps(load_events.test_event(at))
    with transaction.atomic():
        load = receive_load_event(organization=organization, raw=raw, by=by, at=at)
        audit.record(organization=organization, action="test_load.sent", subject=load, by=by, at=at)
    return load


def remove_test_load(*, organization: Organization, by: Actor, at: datetime) -> bool:
    """Take the test load out again with all that hangs on it, its events included; whether there was one."""
    with transaction.atomic():
        found = Load.unscoped.of(organization).filter(external_id=load_events.TEST_LOAD).select_for_update()
        load = found.first()
        if load is None:
            return False
        audit.record(organization=organization, action="test_load.removed", subject=load, by=by, at=at)
        _tell(load)
        LoadEvent.unscoped.filter(load=load).delete()
        load.delete()
    return True


def assign_owner(*, load: Load, owner: User | None, by: Actor, at: datetime) -> None:
    """Set the load's owner, or none: the agent transfers callers to that person's phone."""
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


def hold_load(*, load: Load, reason: str = "", held_by: User | None = None, by: Actor, at: datetime) -> bool:
    """Put it on hold: the agent doesn't offer it and calls nobody about it until it is released.

    Whether this call did it; one that is on hold stays as it is. Talks that go on end by themselves, without a deal.
    `held_by` is the person, where it is one.
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
def _take_in(
    organization: Organization,
    raw: bytes,
    event: dict[str, Any],
    by: Actor,
    at: datetime,
    mapping: LoadMapping | None,
) -> Load | None:
    """The load; None, with nothing done, where somebody else made it since it was looked for."""
    external_id = event["id"]
    changes: dict[str, Any] = {}
    load = _locked(organization, external_id)
    if load is None:
        load = Load(organization=organization, external_id=external_id, created_at=at)
        changes["id"] = [None, external_id]
    is_new = load.pk is None
    changes |= load_events.apply(load, load_events.column_values(event))
    stops = _other_stops(load, event, changes) if "stops" in event else None
    if changes:
        load.updated_at = at
    told = {"received_at": at, "source": str(by), "raw": raw, "changes": changes}
    if not _write(load, told | {"mapping_id": mapping.pk if mapping else None}):
        return None
    if stops is not None:
        if not is_new:
            _stops_of(load).delete()
        Stop.unscoped.bulk_create(Stop(organization=organization, load=load, **stop) for stop in stops)
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
    live_updates.changed(load.organization_id, "loads", f"load:{load.pk}")


def _may_matter_for_calls_out(load: Load, changes: dict[str, Any]) -> bool:
    """Whether carriers may be called about it, or might have been until now."""
    return load.is_outbound_sales_enabled or "outboundCarrierSalesEnabled" in changes


def _other_stops(load: Load, event: dict[str, Any], changes: dict[str, Any]) -> list[dict[str, Any]] | None:
    """Return the stops that the event gives, and note the change, unless they are the load's already: then None."""
    given = load_events.stop_values(event["stops"])
    stored = list(_stops_of(load).order_by("position").values(*load_events.STOP_COLUMNS)) if load.pk else []
    if stored == given:
        return None
    changes["stops"] = [load_events.plain_stops(stored), load_events.plain_stops(given)]
    return given


def _stops_of(load: Load) -> OwnedQuerySet:
    return Stop.unscoped.filter(load=load)


# What the webhook reads and writes of a load and its event, as planned statements: by the ORM they took three quarters
# of the request (docs/performance.md).


@cache
def _columns() -> Columns[Load]:
    return Columns(Load, without=["import_trail"])


def _locked(organization: Organization, external_id: str) -> Load | None:
    """The load, locked; its key isn't, so that new calls can refer to it."""
    statement = (
        f"SELECT {_columns().select} FROM loads_load "  # noqa: S608
        "WHERE organization_id = %s AND external_id = %s FOR NO KEY UPDATE"
    )
    found = fetch_planned(statement, [organization.pk, external_id])
    if not found:
        return None
    load = _columns().instance(found[0])
    load.organization = organization
    return load


def _write(load: Load, event: dict[str, Any]) -> bool:
    """Append the event; insert the load before it, or update the locked one where the event changes it.

    False where a load of that id is there by now: then neither is done.
    """
    statement = _INSERT if load.pk is None else _UPDATE if event["changes"] else _LEAVE
    values = {name: getattr(load, name) for name in ("id", "organization_id", "external_id", *WRITTEN)}
    written = fetch_planned(statement, values | event | {"changes": Jsonb(event["changes"])})
    if written:
        [(load.pk,)] = written
        load._state.adding = False
    return bool(written)


WRITTEN = (*load_events.API_NAMES, *load_events.DERIVED, "created_at", "updated_at")
_EVENT = """
WITH stored AS ({})
INSERT INTO loads_loadevent (
    organization_id, load_id, mapping_id, received_at, source, raw, is_accepted, changes, errors
)
SELECT %(organization_id)s, id, %(mapping_id)s::bigint, %(received_at)s, %(source)s, %(raw)s, true, %(changes)s, '[]'
FROM stored
RETURNING load_id
"""
_INSERT = _EVENT.format(
    f"INSERT INTO loads_load (organization_id, external_id, {', '.join(WRITTEN)}) "  # noqa: S608
    f"VALUES (%(organization_id)s, %(external_id)s, {', '.join(f'%({name})s' for name in WRITTEN)}) "
    "ON CONFLICT (organization_id, external_id) DO NOTHING RETURNING id"
)
_UPDATE = _EVENT.format(
    f"UPDATE loads_load SET {', '.join(f'{name} = %({name})s' for name in WRITTEN)} "  # noqa: S608
    "WHERE id = %(id)s RETURNING id"
)
_LEAVE = _EVENT.format("SELECT %(id)s::bigint AS id")
