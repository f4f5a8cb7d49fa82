"""Mappings made, changed and removed; messages in a TMS's own form taken in by them, and what is odd in them."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import count
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.db.models.fields.json import KT
from django.utils.text import slugify

from loads import load_events
from loads.mappings import rules
from loads.mappings.ready import Ready
from loads.models import Load, LoadEvent, LoadMapping, LoadStatus, MessageFormat
from loads.rates import missing_words
from loads.services import ingest_load_event, read_events, refuse_load_event
from organizations import audit
from organizations.api import problems
from organizations.events.types import Tenders
from organizations.models import Event, Organization
from organizations.tenancy.actors import Actor

STATUSES = (*LoadStatus.values, "CANCELED")  # which mappings may come to; a canceled load is closed to offers
MAX_DOUBTS = 20  # that are told


def receive_message(*, mapping: LoadMapping, raw: bytes, by: Actor, at: datetime) -> list[Load]:
    """Take in a message in the TMS's own form, with all loads that it tells of or with none.

    Raises problems.Invalid, or Conflict where the mapping is off; what is refused is kept, and can be replayed.
    """
    organization = mapping.organization
    try:
        if not mapping.is_on:
            raise problems.Conflict("The mapping isn't turned on. The message is kept.", code="mapping_off")
        events = read_events(raw, mapping=mapping)
    except (problems.Invalid, problems.Conflict) as refusal:
        refuse_load_event(organization=organization, raw=raw, refusal=refusal, mapping=mapping, by=by, at=at)
        raise
    with transaction.atomic():
        return [
            ingest_load_event(organization=organization, raw=raw, event=event, by=by, at=at, mapping=mapping)
            for event in events
        ]


def add_mapping(
    *, organization: Organization, name: str, ready: Ready | None, form: str, by: Actor, at: datetime
) -> LoadMapping:
    """A new mapping, off, with the rules of a TMS to begin with, or with none."""
    taken = set(LoadMapping.unscoped.of(organization).values_list("slug", flat=True))
    wanted = slugify(name)[:50] or "tms"
    numbered = (f"{wanted}-{number}" for number in count(2))
    slug = wanted if wanted not in taken else next(each for each in numbered if each not in taken)
    with transaction.atomic():
        mapping = LoadMapping.unscoped.create(
            organization=organization,
            name=name,
            slug=slug,
            format=ready.format if ready else form,
            rules=ready.rules if ready else rules.default_rules(),
            created_at=at,
            updated_at=at,
        )
        audit.record(organization=organization, action="load_mapping.added", subject=mapping, by=by, at=at)
    return mapping


def change_mapping(*, mapping: LoadMapping, changes: dict[str, Any], by: Actor, at: datetime) -> None:
    """Change its `name`, `rules`, or whether it `is_on`."""
    changed = {name: value for name, value in changes.items() if getattr(mapping, name) != value}
    if not changed:
        return
    for name, value in changed.items():
        setattr(mapping, name, value)
    mapping.updated_at = at
    with transaction.atomic():
        mapping.save(update_fields=[*changed, "updated_at"])
        details = {"is_on": mapping.is_on} if "is_on" in changed else {"changed": sorted(changed)}
        audit.record(
            organization=mapping.organization,
            action="load_mapping.changed",
            subject=mapping,
            by=by,
            at=at,
            **details,
        )


def remove_mapping(*, mapping: LoadMapping, by: Actor, at: datetime) -> None:
    """Take it away; the messages that it read stay, those that it couldn't read too."""
    with transaction.atomic():
        audit.record(
            organization=mapping.organization,
            action="load_mapping.removed",
            subject=mapping,
            by=by,
            at=at,
            name=mapping.name,
        )
        mapping.delete()


# What a trading partner tendered by EDI: loads whose last accepted message an X12 mapping read.


def answerable(events: QuerySet[Event], mapping: str = "") -> QuerySet[Event]:
    """Those of the events that tell of a load that came by EDI; with `mapping` (its slug), by that one."""
    newest = LoadEvent.objects.filter(load=OuterRef("pk"), is_accepted=True).order_by("-received_at", "-pk")
    theirs = LoadMapping.objects.filter(format=MessageFormat.X12)
    if mapping:
        theirs = theirs.filter(slug=mapping)
    loads = Load.objects.annotate(read_by=Subquery(newest.values("mapping_id")[:1]))
    tendered = loads.filter(external_id=OuterRef("load_number"), read_by__in=theirs.values("pk"))
    return events.annotate(load_number=KT("payload__loadId")).filter(Exists(tendered))


def x12_mappings() -> dict[str, str]:
    """The organization's X12 mappings: names by slug."""
    found = LoadMapping.objects.filter(format=MessageFormat.X12).order_by("name", "pk")
    return dict(found.values_list("slug", "name"))


TENDERS = Tenders(answerable, x12_mappings)


def doubts(events: Sequence[dict[str, Any]]) -> list[str]:
    """What is missing or odd in loads that a message comes to, which are taken in all the same: a sentence for each.

    Of validated events, by what the loads would be with them; nothing is stored. With several loads each begins with
    the load's number.
    """
    known = {
        load.external_id: load for load in Load.objects.filter(external_id__in=[e["id"] for e in events])
    }
    found: list[str] = []
    for event in events:
        prefix = f"{event['id']}: " if len(events) > 1 else ""
        found += [
            prefix + words
            for words in _doubts_of(known.get(event["id"]) or Load(external_id=event["id"]), event)
        ]
    return found[:MAX_DOUBTS]


def _doubts_of(load: Load, event: dict[str, Any]) -> Iterator[str]:
    load_events.apply(load, load_events.column_values(event))
    if load.status and load.status not in STATUSES:
        yield f"Status “{load.status}” isn’t one of ours, so the load isn’t offered. Add it under Status values."
    elif load.is_open and load.missing:
        offered = "The agent won’t offer it yet. " if load.lacking else ""
        yield f"{offered}Missing info: {', '.join(missing_words(load))}."
    if load.has_crossed_rates:
        yield "Target is above max buy."
    for place, words in (("origin", "Origin"), ("destination", "Destination")):
        if getattr(load, f"{place}_city") and not getattr(load, f"{place}_state"):
            yield f"{words} has no state."
    for words, start, end in (
        ("Pickup", load.pickup_time, load.pickup_end_time),
        ("Delivery", load.dropoff_time, load.dropoff_end_time),
    ):
        yield from _window(words, start, end)
    for stop in load_events.stop_values(event.get("stops"))[1:-1]:  # the ends are pickup and delivery
        yield from _window(f"Stop {stop['position'] + 1}", stop["window_start"], stop["window_end"])


def _window(words: str, start: datetime | None, end: datetime | None) -> Iterator[str]:
    if start and end and end < start:
        yield f"{words} window ends before it begins."
