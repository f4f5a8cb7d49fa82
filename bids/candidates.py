"""Which carriers fit a load: reads only."""

from collections.abc import Collection
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

from django.db.models import CharField, Count, Exists, F, Max, Min, OuterRef, Q, Sum, Value
from django.db.models.functions import Cast, Concat

from bids.models import Booking, EndedBooking, OutreachCandidate, OutreachRules
from bids.ranking import (
    Empty,
    Facts,
    Kept,
    Lane,
    Preferences,
    Ranked,
    Truck,
    Wanted,
    codes_of,
    haul_of,
    rank,
    restriction_of,
)
from bids.states import BookingEnd, CandidateOutcome
from calls.calling_rules import NotDialable, judge_destination, read_destination
from calls.models import CheckCallReport, DoNotCall
from carriers.models import (
    Carrier,
    CarrierContact,
    CarrierLane,
    ContactFinding,
    HaulRestriction,
    LearnedFact,
    RoutingGuideEntry,
    TruckCapacity,
)
from carriers.states import Effect, LearnedKind, RulesAssessment
from carriers.vetting import effect_on
from loads.models import Load
from organizations.formats import zone_of
from organizations.places.gazetteer import box, miles_between, places_within
from organizations.places.models import Place
from organizations.privacy.erasing import never_called

MAX_LISTED = 100  # in an outreach
MAX_FOUND = 500  # of each kind, before they are put in order
EMPTY_BEFORE, EMPTY_AFTER = timedelta(days=3), timedelta(hours=6)  # of the pickup
MAX_HAUL_MILES = timedelta(days=10)
LOOK_BACK = timedelta(days=90)  # who picks up
TOLD_LATELY = timedelta(days=365)  # what was said before, or taken for a mile, says nothing of today
BROKEN_LATELY = timedelta(days=180)
MIN_TIMES = 2  # that trucks were somewhere, until they usually are
SIMILAR = Decimal("0.5"), Decimal(2)  # hauls: of the load's miles
MAX_TRUCK_MILES, MAX_TRUCK_DAYS = 100, 1  # between the pickup and a truck that a carrier has told of
UNANSWERED = (CandidateOutcome.NO_ANSWER, CandidateOutcome.BUSY, CandidateOutcome.VOICEMAIL)


def ranked_candidates(load: Load, rules: OutreachRules, *, at: datetime) -> list[Ranked]:
    """The carriers to call about the load, in order, at most `MAX_LISTED`; a fixed number of queries.

    Those that ran or bid on the lane or asked for it, that will be empty or told of a truck near the pickup or usually
    have trucks there, that the routing guide names where the load goes by it, and the preferred ones. Never one that is
    refused, that may not haul it or lacks the trailer, a capacity carrier unless the load is visible to them, or one
    whose number is missing, of ill repute or not to be called.
    """
    lanes = _lanes(load, rules)
    empties = _empties(load, rules)
    trucks = _trucks(load, at=at)
    guide = _guide(load)
    preferences = _preferences(load, rules, at=at)
    known = {*lanes, *empties, *trucks, *guide, *preferences}
    carriers = [carrier for carrier in _carriers(load, known) if _may_haul(carrier, load)]
    phones = _phones(carriers, load)
    calls = _calls(phones, at=at)
    lowest, kept = _lowest(phones, load, at=at), _kept(phones, at=at)
    found = [
        Facts(
            pk=carrier.pk,
            name=str(carrier),
            phone=phones[carrier.pk],
            guide_rank=guide.get(carrier.pk),
            is_preferred=carrier.is_preferred,
            is_incomplete=carrier.rules_assessment in ("", RulesAssessment.INCOMPLETE),
            lane=lanes.get(carrier.pk, Lane()),
            empty=empties.get(carrier.pk),
            truck=trucks.get(carrier.pk),
            preferences=preferences.get(carrier.pk, Preferences()),
            lowest=lowest.get(carrier.pk),
            kept=kept.get(carrier.pk, Kept()),
            calls=calls.get(carrier.pk, (0, 0))[0],
            answered=calls.get(carrier.pk, (0, 0))[1],
        )
        for carrier in _unrestricted(carriers, load)
        if carrier.pk in phones
    ]
    return rank(found, wanted_of(load, rules, at=at))[:MAX_LISTED]


def wanted_of(load: Load, rules: OutreachRules, *, at: datetime) -> Wanted:
    """The load as the order goes by it."""
    return Wanted(
        lane=f"{load.origin_city} → {load.destination_city}",
        start_rate=load.start_rate,
        max_rate=load.max_rate,
        radius=rules.radius,
        at=at,
        miles=load.total_distance,
        zone=zone_of(load.organization.timezone) or UTC,
    )


def _lanes(load: Load, rules: OutreachRules) -> dict[int, Lane]:
    """What carriers did near both ends; with any trailer where the load or the old one doesn't say which."""
    rows = CarrierLane.objects.all()
    for end in ("origin", "destination"):
        place = getattr(load, f"{end}_place")
        if place is not None:
            rows = rows.filter(**{f"{end}_place_id__in": places_within(place, rules.radius)})
        else:
            city, state = getattr(load, f"{end}_city"), getattr(load, f"{end}_state")
            rows = rows.filter(**{f"{end}__iexact": ", ".join(filter(None, (city, state)))})
    if load.equipment_type:
        rows = rows.filter(equipment__in=("", load.equipment_type))
    summed = (
        rows.values("carrier")
        .annotate(
            runs=Sum("bookings"),
            kept=Sum("delivered"),
            asks=Sum("bids"),
            dollars=Sum("amount_sum"),
            figures=Sum("amount_count"),
            last=Max("last_at"),
        )
        .filter(Q(runs__gt=0) | Q(asks__gt=0))
        .order_by("-runs", "-asks", "carrier")
    )
    return {
        row["carrier"]: Lane(
            bookings=row["runs"],
            delivered=row["kept"],
            bids=row["asks"],
            average=round(row["dollars"] / row["figures"], 2) if row["figures"] > 0 else None,
            last_at=row["last"],
        )
        for row in summed[:MAX_FOUND]
    }


def _empties(load: Load, rules: OutreachRules) -> dict[int, Empty]:
    """Carriers whose booked loads end near the pickup shortly before it; the nearest such load of each."""
    if load.origin_place is None or load.pickup_at is None:
        return {}
    near = places_within(load.origin_place, 2 * rules.radius)
    bookings = (
        Booking.objects.filter(
            carrier__isnull=False,
            load__destination_place_id__in=near,
            load__dropoff_at__range=(load.pickup_at - EMPTY_BEFORE, load.pickup_at + EMPTY_AFTER),
            # By these the index of loads finds them.
            load__pickup_at__range=(load.pickup_at - MAX_HAUL_MILES, load.pickup_at + EMPTY_AFTER),
        )
        .exclude(load=load)
        .select_related("load__destination_place")
        .order_by("-booked_at", "-pk")[:MAX_FOUND]
    )
    found: dict[int, Empty] = {}
    for booking in bookings:
        ended, carrier_id = booking.load, booking.carrier_id
        place, moment = ended.destination_place, ended.dropoff_time or ended.dropoff_at
        if carrier_id is None or place is None or moment is None:
            continue  # by the conditions above there is none such
        miles = miles_between(place, load.origin_place)
        if carrier_id not in found or miles < found[carrier_id].miles:
            found[carrier_id] = Empty(miles, ended.destination_city, moment.date())
    return found


def _trucks(load: Load, *, at: datetime) -> dict[int, Truck]:
    """Carriers that told of a truck near the pickup around its day; the nearest of each."""
    pickup, place = load.pickup_time, load.origin_place
    if place is None or pickup is None:
        return {}
    zone = zone_of(load.organization.timezone)
    told = (
        TruckCapacity.objects.available(at.astimezone(zone).date())
        .around(pickup.date(), MAX_TRUCK_DAYS)
        .filter(carrier__isnull=False, **_around("place", place, MAX_TRUCK_MILES))
        .select_related("place")
        .order_by("-noted_at", "-pk")
    )
    if load.equipment_type:
        told = told.filter(equipment__in=("", load.equipment_type))
    found: dict[int, Truck] = {}
    for each in told[:MAX_FOUND]:
        miles, carrier_id = miles_between(each.place, place), each.carrier_id
        if carrier_id is None or miles > MAX_TRUCK_MILES:
            continue
        if carrier_id not in found or miles < found[carrier_id].miles:
            ago = at.astimezone(zone).date() - each.noted_at.astimezone(zone).date()
            found[carrier_id] = Truck(miles, each.city, ago.days)
    return found


def _guide(load: Load) -> dict[int, int]:
    """The routing guide's ranks on this lane, where the load goes by it; a carrier's best."""
    if not load.is_routing_guide_enabled:
        return {}
    entries = RoutingGuideEntry.objects.filter(
        Q(equipment_type="") | Q(equipment_type=load.equipment_type),
        *(_at_end(load, end) for end in ("origin", "destination")),
    )
    best = entries.values("carrier_id").annotate(best=Min("rank")).order_by("best", "carrier_id")
    return {row["carrier_id"]: row["best"] for row in best[:MAX_FOUND]}


def _at_end(load: Load, end: str) -> Q:
    """Entries for this town, for its whole state, or for anywhere."""
    city, place = getattr(load, f"{end}_city"), getattr(load, f"{end}_place")
    state, _ = codes_of(getattr(load, f"{end}_state"), getattr(load, f"{end}_country"))
    towns = Q(**{f"{end}_city": ""}) | Q(**{f"{end}_city__iexact": city})
    if place is not None:
        towns |= Q(**{f"{end}_city__iexact": place.name})
    return towns & (Q(**{f"{end}_state": ""}) | Q(**{f"{end}_state__iexact": state}))


def _carriers(load: Load, keys: Collection[int]) -> list[Carrier]:
    """Those of the keys and the preferred ones, as far as nothing in their own row speaks against them."""
    carriers = Carrier.objects.not_refused().filter(Q(pk__in=keys) | Q(is_preferred=True))
    if not load.is_visible_to_external_carriers:
        carriers = carriers.filter(is_capacity_carrier=False)
    return list(carriers.order_by("-is_preferred", "pk")[: 2 * MAX_FOUND])


def _may_haul(carrier: Carrier, load: Load) -> bool:
    """Whether it has the trailer, as far as is known."""
    kinds = carrier.equipment_types
    return not kinds or not load.equipment_type or load.equipment_type in kinds


def _unrestricted(carriers: Collection[Carrier], load: Load) -> list[Carrier]:
    """Without those whom the organization's restrictions keep from this load."""
    rows = list(
        HaulRestriction.objects.filter(Q(carrier=None) | Q(carrier__in=[each.pk for each in carriers]))
    )
    haul = haul_of(load)

    def effect(carrier: Carrier) -> Effect:
        holding = [restriction_of(row) for row in rows if row.carrier_id in (None, carrier.pk)]
        return effect_on(haul, holding, passes=carrier.rules_assessment == RulesAssessment.PASS)

    return [carrier for carrier in carriers if effect(carrier) != Effect.FAIL]


def _phones(carriers: Collection[Carrier], load: Load) -> dict[int, str]:
    """The number to call each carrier at: its own, else the first registered one of a contact; only good ones."""
    wanted: dict[int, list[str]] = {each.pk: [each.phone] if each.phone else [] for each in carriers}
    contacts = CarrierContact.objects.filter(carrier__in=list(wanted), is_registered=True).exclude(phone="")
    for pk, phone in contacts.order_by("pk").values_list("carrier_id", "phone"):
        wanted[pk].append(phone)
    numbers = {phone for phones in wanted.values() for phone in phones}
    opted_out = DoNotCall.objects.filter(number__in=numbers).values_list("number", flat=True)
    risky = ContactFinding.objects.risky().filter(address__in=numbers).values_list("address", flat=True)
    bad = {*opted_out.union(risky), *never_called(numbers)}
    countries = load.organization.callable_countries
    good = {pk: [each for each in phones if each not in bad] for pk, phones in wanted.items()}
    return {
        pk: next(each for each in phones if _is_dialable(each, countries))
        for pk, phones in good.items()
        if any(_is_dialable(each, countries) for each in phones)
    }


def _is_dialable(phone: str, countries: Collection[str]) -> bool:
    try:
        return judge_destination(read_destination(phone), countries=countries) is None
    except NotDialable:
        return False


def _calls(carriers: Collection[int], *, at: datetime) -> dict[int, tuple[int, int]]:
    """How many calls each had in earlier outreaches lately, and how many it answered."""
    turns = OutreachCandidate.objects.filter(
        carrier__in=list(carriers), called_at__gt=at - LOOK_BACK, finished_at__isnull=False
    )
    counted = turns.values("carrier_id").annotate(
        calls=Count("pk"), answered=Count("pk", filter=~Q(outcome__in=UNANSWERED))
    )
    return {row["carrier_id"]: (row["calls"], row["answered"]) for row in counted.order_by("carrier_id")}


# What carriers told on calls, and how they kept their word.


def _preferences(load: Load, rules: OutreachRules, *, at: datetime) -> dict[int, Preferences]:
    """Carriers that asked for the lane, or whose trucks are usually near the pickup: the nearest such town of each."""
    pickup, drop = load.origin_place, load.destination_place
    if pickup is None:
        return {}
    wanted = (
        Q(kind=LearnedKind.LANE, **_around("destination_place", drop, rules.radius)) if drop else Q(pk__in=())
    )
    rows = (
        LearnedFact.objects.standing()
        .filter(
            wanted | Q(kind=LearnedKind.PLACE, times__gte=MIN_TIMES),
            confirmed_at__gte=at - TOLD_LATELY,
            **_around("origin_place", pickup, rules.radius),
        )
        .select_related("origin_place", "destination_place")
    )
    found: dict[int, Preferences] = {}
    for row in rows.order_by("-confirmed_at", "-pk")[:MAX_FOUND]:
        told, miles = found.get(row.carrier_id, Preferences()), miles_between(row.origin_place, pickup)
        away = miles_between(row.destination_place, drop) if row.kind == LearnedKind.LANE and drop else 0
        if max(miles, away) > rules.radius:
            continue
        if row.kind == LearnedKind.LANE:
            found[row.carrier_id] = replace(told, wants_at=told.wants_at or row.confirmed_at)
        elif not told.place or miles < told.miles:
            found[row.carrier_id] = replace(told, place=row.value, miles=miles)
    return found


def _around(name: str, place: Place, miles: float) -> dict[str, Any]:
    """The place of this name lies about that near, as a filter: some of those that it lets through lie farther."""
    south, north, west, east = box(place, miles)
    return {f"{name}__latitude__range": (south, north), f"{name}__longitude__range": (west, east)}


def _lowest(carriers: Collection[int], load: Load, *, at: datetime) -> dict[int, Decimal]:
    """The least that each took for a mile lately, on hauls about as long as the load's."""
    if not load.total_distance:
        return {}
    shortest, longest = (load.total_distance * share for share in SIMILAR)
    bookings = Booking.objects.filter(
        ~_removed(LearnedKind.RPM, "booking ", "pk"),
        carrier__in=list(carriers),
        amount__gt=0,
        booked_at__gte=at - TOLD_LATELY,
        load__total_distance__range=(shortest, longest),
    )
    rows = bookings.values("carrier_id").annotate(lowest=Min(F("amount") / F("load__total_distance")))
    return {row["carrier_id"]: round(row["lowest"], 2) for row in rows.order_by("carrier_id")}


def _kept(carriers: Collection[int], *, at: datetime) -> dict[int, Kept]:
    """How each kept its word lately, but for what a person took out; two queries."""
    since, keys = at - BROKEN_LATELY, list(carriers)
    ended = EndedBooking.objects.filter(
        ~_removed(LearnedKind.BROKEN, "booking ", "number"),
        carrier__in=keys,
        how=BookingEnd.FELL_OFF,
        ended_at__gte=since,
    )
    fell_off = ended.values("carrier_id").annotate(number=Count("pk")).order_by("carrier_id")
    # Of each stop the last word counts.
    later = CheckCallReport.objects.filter(
        load=OuterRef("load"), about=OuterRef("about"), reported_at__gt=OuterRef("reported_at")
    )
    reports = CheckCallReport.objects.filter(
        ~Exists(later.filter(late_minutes__isnull=False)),
        ~_removed(LearnedKind.BROKEN, "report ", "pk", carrier="load__bookings__carrier"),
        load__bookings__carrier__in=keys,
        late_minutes__isnull=False,
        reported_at__gte=since,
    )
    told = reports.values("load__bookings__carrier").annotate(
        number=Count("pk", distinct=True), late=Count("pk", distinct=True, filter=Q(late_minutes__gt=0))
    )
    found = {row["carrier_id"]: Kept(fell_off=row["number"]) for row in fell_off}
    for row in told.order_by("load__bookings__carrier"):
        pk = row["load__bookings__carrier"]
        found[pk] = replace(found.get(pk, Kept()), reports=row["number"], late=row["late"])
    return found


def _removed(kind: LearnedKind, prefix: str, key: str, *, carrier: str = "carrier") -> Exists:
    """Whether a person took the row out of what is known of its carrier."""
    value = Concat(Value(prefix), Cast(OuterRef(key), CharField()))
    rows = LearnedFact.objects.filter(carrier=OuterRef(carrier), kind=kind, value=value)
    return Exists(rows.filter(removed_at__isnull=False))
