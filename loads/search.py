"""Loads found by id, place or customer."""

from datetime import datetime
from urllib.parse import urlencode

from django.db.models import Case, F, IntegerField, Q, Value, When
from django.urls import reverse

from loads.models import Load
from loads.states import LoadStatus
from organizations.search import Hit, Section

WORDS = 6
COLUMNS = (
    "organization_id",
    "external_id",
    "status",
    "is_locked",
    "customer_name",
    "origin_city",
    "origin_state",
    "destination_city",
    "destination_state",
    "pickup_time",
)


def find_loads(text: str, *, limit: int, at: datetime) -> Section:
    """Return the loads that say every word: one with just that id first, then those picked up last; one query."""
    is_it = Q(external_id__in={text, text.upper(), text.lower()})
    says = Q()
    for word in text.replace(",", " ").split()[:WORDS]:
        says &= _says(word)
    rank = Case(When(is_it, then=Value(0)), default=Value(1), output_field=IntegerField())
    found = (
        Load.objects.filter(is_it | says)
        .annotate(rank=rank)
        .order_by("rank", F("pickup_at").desc(nulls_last=True), "-pk")
        .only(*COLUMNS)[: limit + 1]
    )
    hits = [_hit(load) for load in found]
    more = f"{reverse('loads:list')}?{urlencode({'status': 'all', 'q': text})}" if len(hits) > limit else ""
    return Section("Loads", "truck", hits[:limit], more)


def _says(word: str) -> Q:
    """The id, the customer or a place contains the word, or a state is the word."""
    found = Q(origin_state__iexact=word) | Q(destination_state__iexact=word)
    for name in ("external_id", "customer_name", "origin_city", "destination_city"):
        found |= Q(**{f"{name}__icontains": word})
    return found


def _hit(load: Load) -> Hit:
    ends = (
        ", ".join(part for part in (city, state) if part)
        for city, state in (
            (load.origin_city, load.origin_state),
            (load.destination_city, load.destination_state),
        )
    )
    day = f"picks up {load.pickup_time:%b} {load.pickup_time.day}" if load.pickup_time else ""
    lane = " → ".join(end or "–" for end in ends)
    return Hit(
        url=reverse("loads:page", args=[load.pk]),
        title=load.external_id,
        detail=" · ".join(part for part in (lane, day, load.customer_name) if part),
        state=dict(LoadStatus.choices).get(load.status, load.status),
        is_exact=getattr(load, "rank", 1) == 0,
    )
