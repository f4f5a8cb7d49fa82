"""Loads out of an imported history: many load events at once, with the webhook's meaning."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

import orjson
from rest_framework import serializers

from loads import load_events
from loads.load_events import validate_event
from loads.models import Load, LoadEvent, Stop
from organizations import sql
from organizations.api import imports, problems
from organizations.api.imports import Line, Outcome, Refused, Trail
from organizations.models import Organization
from organizations.places.gazetteer import Spelling, find_places
from organizations.tenancy.actors import Actor

COLUMNS = [field.attname for field in Load._meta.concrete_fields if not field.primary_key]


def read_load(data: dict[str, Any]) -> dict[str, Any]:
    """Return the validated load event of a `load` line; raises Refused with all that is wrong."""
    try:
        return validate_event(data.get("event"))
    except serializers.ValidationError as error:
        wrong = problems.flatten(error.detail, "event")
        raise Refused("; ".join(f"{one['field']}: {one['detail']}" for one in wrong)) from None


def load_key(data: dict[str, Any]) -> str | None:
    """Return what a `load` line is about: the event's id, or None where it has none."""
    event = data.get("event")
    external_id = event.get("id") if isinstance(event, dict) else None
    return external_id.strip() if isinstance(external_id, str) else None


def find_trails(*, organization: Organization, external_ids: Collection[str]) -> dict[str, Trail]:
    """Return the trails of those loads that there are."""
    return dict(_find(organization, ["external_id", "import_trail"], external_ids))


def ensure_loads(
    *, organization: Organization, external_ids: Collection[str], at: datetime
) -> dict[str, int]:
    """Return the keys of the loads of these ids; makes stubs, which later lines or events fill."""
    found = _ids(organization, external_ids)
    missing = [external_id for external_id in dict.fromkeys(external_ids) if external_id not in found]
    if missing:
        stubs = [{"external_id": external_id} for external_id in missing]
        made = sql.insert(
            Load,
            stubs,
            returning=["external_id", "id"],
            ignore_conflicts=True,
            organization_id=organization.pk,
            import_trail=b"",
            created_at=at,
            updated_at=at,
        )
        found |= dict(made)
        if len(made) < len(missing):  # a webhook was faster
            found |= _ids(organization, missing)
    return found


def import_loads(
    *, organization: Organization, lines: Sequence[Line], by: Actor, at: datetime
) -> list[Outcome]:
    """Take in the events, in order, as `services.ingest_load_event` would one by one; in the caller's transaction.

    `lines` have been read. Steps: makes a stub of what is new and locks all; applies each event to its load; writes
    loads, stops and events, a few statements in all.
    """
    external_ids = [line.key for line in lines]
    ensure_loads(organization=organization, external_ids=external_ids, at=at)
    loads = _locked(organization, {line.key for line in lines})
    stops = _stops(loads.values())
    before = {load.pk: stops[load.pk] for load in loads.values()}
    _look_up_places(lines)
    outcomes, kept, changed = [], [], {}
    for line in lines:
        load = loads[line.key]
        # A stub of ours, whether made just now or by a conversation earlier; null is a load that the TMS told of.
        is_new = load.import_trail is not None and not load.import_trail
        changes: dict[str, Any] = {"id": [None, load.external_id]} if is_new else {}
        changes |= load_events.apply(load, load_events.column_values(line.values))
        if "stops" in line.values:
            given = load_events.stop_values(line.values["stops"])
            if given != stops[load.pk]:
                changes["stops"] = [load_events.plain_stops(stops[load.pk]), load_events.plain_stops(given)]
                stops[load.pk] = given
        load.import_trail = imports.join([*imports.split(load.import_trail), line.digest])
        if changes:
            load.updated_at = at
        changed[load.pk] = load
        kept.append(
            {"load_id": load.pk, "raw": orjson.dumps(line.data["event"], default=str), "changes": changes}
        )
        outcomes.append(Outcome.IMPORTED if is_new else Outcome.UPDATED if changes else Outcome.UNCHANGED)
    sql.update(
        Load,
        [{"id": load.pk} | {name: getattr(load, name) for name in COLUMNS} for load in changed.values()],
        organization_id=organization.pk,
    )
    _replace_stops(organization, {pk: stops[pk] for pk in before if stops[pk] != before[pk]})
    sql.insert(
        LoadEvent,
        kept,
        organization_id=organization.pk,
        received_at=at,
        source=str(by),
        is_accepted=True,
    )
    return outcomes


def _look_up_places(lines: Sequence[Line]) -> None:
    """Ask the gazetteer for all places of a batch at once; applying the events then finds them remembered."""
    wanted: set[Spelling] = set()
    for line in lines:
        wanted.update(load_events.spellings(load_events.column_values(line.values)))
        wanted.update(load_events.stop_spellings(line.values.get("stops") or []))
    find_places(wanted)


def _ids(organization: Organization, external_ids: Collection[str]) -> dict[str, int]:
    return dict(_find(organization, ["external_id", "id"], external_ids))


def _find(
    organization: Organization, columns: Sequence[str], external_ids: Collection[str]
) -> list[tuple[Any, ...]]:
    among = "external_id", list(dict.fromkeys(external_ids))
    return sql.find(Load, columns, organization_id=organization.pk, among=among)


def _locked(organization: Organization, external_ids: Collection[str]) -> dict[str, Load]:
    """The loads by their ids, locked in one order until the transaction ends, as events of the TMS lock them."""
    loads = Load.unscoped.of(organization).filter(external_id__in=list(external_ids)).order_by("id")
    return {load.external_id: load for load in loads.select_for_update(no_key=True)}


def _stops(loads: Collection[Load]) -> dict[int, list[dict[str, Any]]]:
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    stops = Stop.unscoped.filter(load__in=[load.pk for load in loads]).order_by("load_id", "position")
    for stop in stops.values("load_id", *load_events.STOP_COLUMNS):
        found[stop.pop("load_id")].append(stop)
    return found


def _replace_stops(organization: Organization, stops: dict[int, list[dict[str, Any]]]) -> None:
    if not stops:
        return
    Stop.unscoped.of(organization).filter(load__in=list(stops)).delete()
    rows = [{"load_id": pk, **stop} for pk, given in stops.items() for stop in given]
    sql.insert(Stop, rows, organization_id=organization.pk)
