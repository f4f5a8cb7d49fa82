"""What carriers tell of themselves on calls: kept with the call that told it, removed by a person who knows better; and
trucks that will be empty, for which there is no load yet.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.db.models import BigIntegerField, Case, CharField, F, Q, Value, When
from django.db.models.functions import Greatest, Least

from carriers.models import Carrier, LearnedFact, TruckCapacity
from carriers.states import PROVEN, LearnedKind
from organizations import audit
from organizations.models import Organization
from organizations.places.gazetteer import find_place
from organizations.places.models import Place
from organizations.tenancy.actors import Actor

Town = tuple[str, str]  # city and state, either may be empty
ANYWHERE: Town = ("", "")


@dataclass(frozen=True, slots=True)
class Told:
    """Something that was told on a call, in these `words`.

    A place is `origin` alone; a lane has a `destination`, and its origin may be anywhere. Everything else is a `value`.
    `phone` is the person's, in E.164.
    """

    kind: LearnedKind
    value: str = ""
    phone: str = ""
    origin: Town = ANYWHERE
    destination: Town = ANYWHERE
    words: str = ""


def learn_facts(*, carrier: Carrier, facts: Iterable[Told], conversation_id: int, at: datetime) -> None:
    """Keep what the carrier told on a call; what is known already is confirmed, once a call.

    A call may be older than what is known: then it counts, and the last word stays the later one's. What a person
    removed stays removed, however often it is told.
    """
    rows = {(row.kind, row.value, row.phone): row for row in (_row(carrier, fact) for fact in facts)}
    if not rows:
        return
    for row in rows.values():
        row.learned_at = row.confirmed_at = at
    with transaction.atomic():
        LearnedFact.unscoped.bulk_create(rows.values(), ignore_conflicts=True)
        # By key, so that two calls that end at once don't wait for each other crosswise.
        for (kind, value, phone), row in sorted(rows.items()):
            known = LearnedFact.unscoped.filter(carrier=carrier, kind=kind, value=value, phone=phone)
            is_last = Q(confirmed_at__lte=at)
            known.filter(Q(times=0) | ~Q(conversation_id=conversation_id)).update(
                times=F("times") + 1,
                learned_at=Least("learned_at", Value(at)),
                confirmed_at=Greatest("confirmed_at", Value(at)),
                conversation_id=Case(
                    When(is_last, then=Value(conversation_id, BigIntegerField())),
                    default=F("conversation_id"),
                ),
                words=Case(When(is_last, then=Value(row.words, CharField())), default=F("words")),
            )


def _row(carrier: Carrier, fact: Told) -> LearnedFact:
    """Places are named as the gazetteer has them, so that each is one however it is said."""
    origin, destination = _named(fact.origin), _named(fact.destination)
    value = fact.value
    if fact.kind == LearnedKind.PLACE:
        value = origin[0]
    elif fact.kind == LearnedKind.LANE:
        value = f"{origin[0] or 'Anywhere'} → {destination[0]}"
    elif fact.kind == LearnedKind.EMAIL:
        value = value.lower()
    return LearnedFact(
        organization_id=carrier.organization_id,
        carrier=carrier,
        kind=fact.kind,
        value=value[:300],
        phone=fact.phone[:20],
        origin_place=origin[1],
        destination_place=destination[1],
        words=fact.words[:300],
    )


def _named(town: Town) -> tuple[str, Place | None]:
    city, state = town
    place = find_place(city, state) if city else None
    return (f"{place.name}, {place.region}", place) if place else (", ".join(filter(None, town)), None)


def remove_fact(
    *, carrier: Carrier, kind: LearnedKind, value: str, phone: str = "", by: Actor, at: datetime
) -> bool:
    """Take a wrong fact out: it is neither used nor learned again; whether there was such a one to remove."""
    key = {"carrier": carrier, "kind": kind, "value": value, "phone": phone}
    with transaction.atomic():
        if kind in PROVEN:
            LearnedFact.objects.bulk_create(
                [LearnedFact(organization_id=carrier.organization_id, **key, learned_at=at, confirmed_at=at)],
                ignore_conflicts=True,
            )
        changed = LearnedFact.objects.filter(**key, removed_at=None).update(removed_at=at, removed_by=str(by))
        if changed:
            _record("carrier.fact_removed", carrier, kind, value, by, at)
    return bool(changed)


def restore_fact(
    *, carrier: Carrier, kind: LearnedKind, value: str, phone: str = "", by: Actor, at: datetime
) -> bool:
    """Put a fact back that was removed; whether there was such a one."""
    removed = LearnedFact.objects.filter(
        carrier=carrier, kind=kind, value=value, phone=phone, removed_at__isnull=False
    )
    with transaction.atomic():
        changed = removed.update(removed_at=None, removed_by="")
        if changed:
            _record("carrier.fact_restored", carrier, kind, value, by, at)
    return bool(changed)


def _record(action: str, carrier: Carrier, kind: LearnedKind, value: str, by: Actor, at: datetime) -> None:
    audit.record(
        organization=carrier.organization,
        action=action,
        subject=carrier,
        by=by,
        at=at,
        kind=str(kind),
        value=value,
    )


MAX_DAYS_KEPT = 1  # after the day that the truck is empty


def note_capacity(
    *,
    organization: Organization,
    city: str,
    state: str,
    day: date,
    at: datetime,
    carrier: Carrier | None = None,
    mc_number: str = "",
    phone: str = "",
    equipment: str = "",
    rate_asked: Decimal | None = None,
    wanted_destination: str = "",
    conversation_id: int | None = None,
    instead_of: int | None = None,
) -> TruckCapacity:
    """Note where and when a truck is empty; once for a conversation, place and day, however often it is told.

    What is told later goes in the place of what was told before; what isn't told again stays. `instead_of` is the key
    of one that was noted wrongly.
    """
    told: dict[str, Any] = {
        "carrier": carrier,
        "mc_number": mc_number[:10],
        "phone": phone[:20],
        "equipment": equipment,
        "rate_asked": rate_asked,
        "wanted_destination": wanted_destination[:200],
    }
    fixed: dict[str, Any] = {
        "place": find_place(city, state) if city else None,
        "noted_at": at,
        "expires_on": day + timedelta(days=MAX_DAYS_KEPT),
    }
    where: dict[str, Any] = {"city": city[:120], "state": state[:40], "day": day}
    if conversation_id is None:
        return TruckCapacity.unscoped.create(organization=organization, **where, **told, **fixed)
    news = {name: value for name, value in told.items() if value} | fixed
    noted, _ = TruckCapacity.unscoped.update_or_create(
        news, conversation_id=conversation_id, organization=organization, **where
    )
    if instead_of is not None and instead_of != noted.pk:
        TruckCapacity.unscoped.filter(pk=instead_of, conversation_id=conversation_id).delete()
    return noted
