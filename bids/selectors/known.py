"""What is known of a carrier from its calls and loads, each with where that comes from."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, ExpressionWrapper, F, FloatField, Q

from bids.models import Booking, EndedBooking
from bids.states import BookingEnd
from calls.models import CheckCallReport
from calls.wording import duration
from carriers.models import Carrier, LearnedFact, TruckCapacity
from carriers.selectors.carrier import carrier_record
from carriers.states import PROVEN, LearnedKind
from loads.models import Load
from organizations.api.parsers import utc_second
from organizations.equipment import Equipment
from organizations.formats import money, per_mile, phone

SHOWN = 5  # of a kind; the rest is folded away
MAX_FACTS = 200
MAX_PROMISES = 20
MAX_TRUCKS = 3
LOOK_BACK = timedelta(days=365)  # rates and promises; older ones say nothing of today
MIN_MILES = 50  # below that a rate a mile says nothing
# The order in which a broker asks.
ORDER = (
    *(LearnedKind.RPM, LearnedKind.EQUIPMENT, LearnedKind.PLACE, LearnedKind.LANE),
    *(LearnedKind.CONTACT, LearnedKind.DRIVER, LearnedKind.EMAIL, LearnedKind.BROKEN),
)


@dataclass(frozen=True, slots=True)
class Known:
    """One fact in words; `key` and `phone` name it to whoever removes it, `call_id` or `load_id` prove it."""

    kind: LearnedKind
    label: str
    value: str
    key: str
    at: datetime
    detail: str = ""
    words: str = ""
    times: int = 1
    phone: str = ""
    tone: str = ""
    call_id: int | None = None
    load_id: int | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """How a carrier kept its word: loads delivered and fallen off, and how many check calls told that it was late."""

    delivered: int = 0
    fell_off: int = 0
    reports: int = 0
    late: int = 0

    @property
    def words(self) -> str:
        """9 delivered · 1 fell off · late in 2 of 7 check calls; empty where there is none."""
        told = [f"{self.delivered:,} delivered"] if self.delivered else []
        told += [f"{self.fell_off:,} fell off"] if self.fell_off else []
        if self.reports:
            told.append(f"late in {self.late:,} of {self.reports:,} check call{'s' * (self.reports != 1)}")
        return " · ".join(told)


@dataclass(frozen=True)
class KnownPage:
    """All of it; what a person removed stands apart."""

    record: Record
    facts: list[Known] = field(default_factory=list)
    more: list[Known] = field(default_factory=list)
    removed: list[Known] = field(default_factory=list)
    trucks: list[TruckCapacity] = field(default_factory=list)


def known_of_carrier(carrier: Carrier, *, at: datetime) -> KnownPage:
    """Return what is known of a carrier, in six queries."""
    told = list(
        LearnedFact.objects.filter(carrier=carrier).order_by("-times", "-confirmed_at", "-pk")[:MAX_FACTS]
    )
    removed = {(row.kind, row.value, row.phone) for row in told if row.removed_at}
    record, promises = _promises(carrier, removed, at)
    rates = _rates(carrier, at, beyond=sum(kind == LearnedKind.RPM for kind, _, _ in removed))
    facts = [*rates, *(_known_fact(row) for row in told if row.kind not in PROVEN), *promises]
    facts.sort(key=lambda fact: ORDER.index(fact.kind))
    standing = [fact for fact in facts if (fact.kind, fact.key, fact.phone) not in removed]
    # Of the rates the lowest counts.
    standing = [fact for fact in standing if fact.kind != LearnedKind.RPM or fact == _first(standing)]
    first, more = _folded(standing)
    return KnownPage(
        record=record,
        facts=first,
        more=more,
        removed=[fact for fact in facts if (fact.kind, fact.key, fact.phone) in removed],
        trucks=list(TruckCapacity.objects.filter(carrier=carrier).order_by("-noted_at", "-pk")[:MAX_TRUCKS]),
    )


def _first(facts: list[Known]) -> Known | None:
    return next((fact for fact in facts if fact.kind == LearnedKind.RPM), None)


def _folded(facts: Iterable[Known]) -> tuple[list[Known], list[Known]]:
    """The first few of each kind, and the rest."""
    shown: dict[str, int] = {}
    first: list[Known] = []
    more: list[Known] = []
    for fact in facts:
        shown[fact.kind] = shown.get(fact.kind, 0) + 1
        (first if shown[fact.kind] <= SHOWN else more).append(fact)
    return first, more


def _known_fact(row: LearnedFact) -> Known:
    value = row.value
    if row.kind == LearnedKind.EQUIPMENT:
        value = dict(Equipment.choices).get(value, value)
    calls_from = "calls from " if row.kind == LearnedKind.CONTACT else ""
    return Known(
        kind=LearnedKind(row.kind),
        label=row.get_kind_display(),
        value=value,
        key=row.value,
        at=row.confirmed_at,
        detail=f"{calls_from}{phone(row.phone)}" if row.phone else "",
        words=row.words,
        times=row.times,
        phone=row.phone,
        call_id=row.conversation_id,
    )


def _rates(carrier: Carrier, at: datetime, *, beyond: int) -> list[Known]:
    """The lowest rates a mile that it took, the lowest first: as many as were removed, and one more."""
    bookings = Booking.objects.filter(
        carrier=carrier, amount__gt=0, load__total_distance__gte=MIN_MILES, booked_at__gte=at - LOOK_BACK
    )
    per = ExpressionWrapper(F("amount") / F("load__total_distance"), output_field=FloatField())
    lowest = (
        bookings.select_related("load").defer("load__special_instructions").order_by(per, "-booked_at", "-pk")
    )
    return [
        Known(
            kind=LearnedKind.RPM,
            label=LearnedKind.RPM.label,
            value=per_mile(booking.amount, booking.load.total_distance),
            key=f"booking {booking.pk}",
            at=booking.booked_at,
            detail=f"{money(booking.amount)}, {_lane(booking.load)}",
            load_id=booking.load_id,
        )
        for booking in lowest[: beyond + 1]
    ]


def _promises(
    carrier: Carrier, removed: set[tuple[str, str, str]], at: datetime
) -> tuple[Record, list[Known]]:
    """How it kept its word, and where it broke it, the newest first; what was removed counts for nothing."""
    since = at - LOOK_BACK
    delivered = Booking.objects.filter(carrier=carrier, booked_at__gte=since).aggregate(
        number=Count("pk", filter=Q(load__status="DELIVERED"))
    )
    ended = EndedBooking.objects.filter(carrier=carrier, how=BookingEnd.FELL_OFF, ended_at__gte=since)
    reports = CheckCallReport.objects.filter(
        load__bookings__carrier=carrier, late_minutes__isnull=False, reported_at__gte=since
    )
    found = [
        _fell_off(row) for row in ended.select_related("load").order_by("-ended_at", "-pk")[:MAX_PROMISES]
    ]
    # Of each stop the last word counts: who was late at noon may have made it up.
    last = list(
        reports.select_related("load")
        .order_by("load_id", "about", "-reported_at", "-pk")
        .distinct("load_id", "about")[:MAX_FACTS]
    )
    late = [_late(row) for row in sorted(last, key=lambda row: row.reported_at, reverse=True) if row.is_late]
    counted = [fact for fact in (*found, *late) if (fact.kind, fact.key, fact.phone) not in removed]
    record = Record(
        delivered=delivered["number"],
        fell_off=sum(fact.call_id is None for fact in counted),
        reports=len(last),
        late=sum(fact.call_id is not None for fact in counted),
    )
    return record, [*found, *late]


def _fell_off(ended: EndedBooking) -> Known:
    return Known(
        kind=LearnedKind.BROKEN,
        label="Fell off",
        value=f"{ended.load.external_id}, {_lane(ended.load)}",
        key=f"booking {ended.number}",
        at=ended.ended_at,
        detail=ended.reason,
        tone="stop",
        load_id=ended.load_id,
    )


def _late(report: CheckCallReport) -> Known:
    late = duration(timedelta(minutes=report.late_minutes or 0))
    stop = "pickup" if report.about == "pickup" else "delivery"
    return Known(
        kind=LearnedKind.BROKEN,
        label="Late",
        value=f"{late} at {stop}, {report.load.external_id}, {_lane(report.load)}",
        key=f"report {report.pk}",
        at=report.reported_at,
        words=report.delay_reason,
        tone="wait",
        call_id=report.conversation_id,
    )


def _lane(load: Load) -> str:
    ends = (load.origin_city, load.origin_state), (load.destination_city, load.destination_state)
    return " → ".join(", ".join(filter(None, end)) or "–" for end in ends)


# What the API tells of it.


def known_record(carrier: Carrier, *, at: datetime) -> dict[str, Any]:
    """Return the carrier with all that is known of it, in nine queries."""
    known = known_of_carrier(carrier, at=at)
    return carrier_record(carrier) | {
        "trackRecord": {
            "delivered": known.record.delivered,
            "fellOff": known.record.fell_off,
            "checkCalls": known.record.reports,
            "late": known.record.late,
        },
        "facts": [_fact(each) for each in (*known.facts, *known.more)],
        "trucks": [_truck(each) for each in known.trucks],
    }


def _fact(known: Known) -> dict[str, Any]:
    return {
        "kind": known.kind,
        "label": known.label,
        "value": known.value,
        "detail": known.detail or None,
        "words": known.words or None,
        "phone": known.phone or None,
        "times": known.times,
        "at": utc_second(known.at),
        "conversationId": known.call_id,
    }


def _truck(truck: TruckCapacity) -> dict[str, Any]:
    return {
        "city": truck.city or None,
        "state": truck.state or None,
        "day": truck.day.isoformat(),
        "equipment": truck.equipment or None,
        "wantedDestination": truck.wanted_destination or None,
        "phone": truck.phone or None,
        "notedAt": utc_second(truck.noted_at),
        "conversationId": truck.conversation_id,
    }
