"""The load board: filters, columns, order."""

from collections import Counter
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import cached_property
from typing import Any, cast

from django import forms
from django.db.models import BooleanField, CharField, Count, ExpressionWrapper, Q, QuerySet
from django.forms import ModelChoiceField
from django_filters import CharFilter, ChoiceFilter

from loads import rates, selectors
from loads.models import (
    NEEDED,
    OPEN_STATUSES,
    SETTLED_STATUSES,
    UNCONFIRMED_STATUSES,
    WANTED,
    Load,
    LoadQuerySet,
    LoadStatus,
)
from loads.rates import margin, missing_words, state_label
from loads.selectors import FACTS
from organizations.dashboard.table import Empty, Table
from organizations.dashboard.table_columns import Column
from organizations.dashboard.table_filters import (
    Chip,
    Day,
    FieldFilter,
    Number,
    Parameter,
    Search,
    TableFilters,
    Town,
    Words,
)
from organizations.equipment import Equipment
from organizations.formats import zone_of
from organizations.models import Organization, User
from organizations.places.gazetteer import find_place_of, places_within
from organizations.places.models import Place
from organizations.tenancy.states import Role


class OwnerForm(forms.Form):
    """The load's owner: one of the organization's people who act, or nobody."""

    owner = forms.ModelChoiceField(
        queryset=User.objects.none(), required=False, empty_label="No owner", label="Owner"
    )

    def __init__(self, *args, organization: Organization, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        people = User.objects.filter(
            memberships__organization=organization,
            memberships__role__in=(Role.OWNER, Role.BROKER),
            is_active=True,
        )
        field = cast(forms.ModelChoiceField, self.fields["owner"])
        field.queryset = people.order_by("name", "email")


# What narrows the load board.


OPEN, BOOKED, HELD, LOCKED, ALL = "open", "booked", "held", "locked", "all"
TODAY, TOMORROW = "today", "tomorrow"
COVERED, UNCOVERED, WITH_BIDS = "covered", "uncovered", "bids"
MISSING = (("yes", "Missing info"),)
DEFAULT_RADIUS, MAX_RADIUS = 75, 500  # miles
CUSTOMERS_OFFERED = 200
WORDS_SEARCHED = 6


class PickupDayField(forms.DateField):
    """A day as `today`, `tomorrow` or an ISO date; cleaned to the word or the date."""

    widget = Day
    input_formats = ("%Y-%m-%d",)

    def to_python(self, value: Any) -> Any:
        """Return the word as it stands, else the date."""
        return value if value in (TODAY, TOMORROW) else super().to_python(value)


class PlaceField(forms.CharField):
    """A town, cleaned to the gazetteer's place."""

    def clean(self, value: Any) -> Any:
        """Return the place, None where nothing was said; raise ValidationError for one that isn't known."""
        text = super().clean(value)
        if not text:
            return None
        place = find_place_of(text)
        if place is None:
            raise forms.ValidationError(f"We don’t recognize “{text}”. Enter a city and state: Dallas, TX.")
        return place


def customers_offered() -> list[str]:
    """Return the names of customers with open loads, in order, for the filter's suggestions."""
    names = Load.objects.open().exclude(customer_name="").order_by("customer_name")
    return list(names.values_list("customer_name", flat=True).distinct()[:CUSTOMERS_OFFERED])


class LoadFilters(TableFilters):
    """The load board's filters."""

    shown = ("q", "origin", "destination", "radius", "equipment", "customer", "pickup", "coverage")
    defaults = {"status": OPEN, "radius": DEFAULT_RADIUS}

    status = CharFilter(method="in_status", max_length=40)
    equipment = ChoiceFilter(
        label="Equipment", field_name="equipment_type", choices=Equipment.choices, empty_label="any"
    )
    customer = CharFilter(
        label="Customer",
        field_name="customer_name",
        lookup_expr="icontains",
        max_length=300,
        widget=Words("any", offer=customers_offered, list="customers"),
    )
    pickup = FieldFilter(PickupDayField, label="Pickup", method="picked_up")
    origin = FieldFilter(PlaceField, label="From", method="near", max_length=100, widget=Town("origin"))
    destination = FieldFilter(
        PlaceField, label="To", method="near", max_length=100, widget=Town("destination")
    )
    radius = Parameter(
        forms.IntegerField,
        label="Within",
        min_value=0,
        max_value=MAX_RADIUS,
        widget=Number("mi", placeholder=DEFAULT_RADIUS),
    )
    coverage = ChoiceFilter(
        label="Coverage",
        method="covered",
        choices=[(UNCOVERED, "Uncovered"), (WITH_BIDS, "Has offers"), (COVERED, "Covered")],
        empty_label="any",
    )
    missing = ChoiceFilter(method="lacking", choices=MISSING)
    q = CharFilter(
        label="Search",
        method="saying",
        max_length=200,
        widget=Search("Find a load", "Find a load by ID, city or customer"),
    )

    def in_status(self, loads: LoadQuerySet, _name: str, status: str) -> LoadQuerySet:
        """Return the loads of a status, those that are open, booked, on hold or locked, or all.

        Of the statuses that offers are taken in, those that are open: their numbers add up to it.
        """
        if status == ALL:
            return loads
        if status == HELD:
            return loads.held()
        if status == LOCKED:
            return loads.locked()
        is_booked = FACTS["bids and calls"].is_booked()
        if status == BOOKED:
            return loads.filter(is_booked, status__in=UNCONFIRMED_STATUSES)
        if status != OPEN:
            loads = loads.filter(status=status)
        return loads.open().exclude(is_booked) if status in (OPEN, *OPEN_STATUSES) else loads

    def picked_up(self, loads: LoadQuerySet, _name: str, day: date | str) -> LoadQuerySet:
        """Return the loads of a day, as the stop's wall clock has it; which one today is the organization's says."""
        if not isinstance(day, date):
            day = self.today + timedelta(days=day == TOMORROW)
        return loads.filter(
            pickup_time__range=(datetime.combine(day, time.min), datetime.combine(day, time.max))
        )

    def near(self, loads: LoadQuerySet, end: str, place: Place) -> LoadQuerySet:
        """Return the loads that begin or end within the radius of a place."""
        return loads.filter(**{f"{end}_place__in": places_within(place, self.values["radius"])})

    def covered(self, loads: LoadQuerySet, _name: str, coverage: str) -> LoadQuerySet:
        """Return the loads that have a carrier, have none, or have bids that wait."""
        if coverage == WITH_BIDS:
            return loads.filter(pk__in=FACTS["bids and calls"].loads_with_bids())
        has_carrier = Q(status__in=SETTLED_STATUSES) | Q(FACTS["bids and calls"].is_booked())
        return loads.filter(has_carrier if coverage == COVERED else ~has_carrier)

    def lacking(self, loads: LoadQuerySet, _name: str, _value: str) -> LoadQuerySet:
        """Return the loads of which something is missing, as `Load.missing` has it."""
        lacking = Q(start_rate=None, book_now_rate=None)
        for name, _ in NEEDED + WANTED:
            is_text = isinstance(Load._meta.get_field(name), CharField)
            lacking |= Q(**{name: ""}) if is_text else Q(**{name: None})
        return loads.filter(lacking)

    def saying(self, loads: LoadQuerySet, _name: str, text: str) -> LoadQuerySet:
        """Return the loads whose id, customer or place contains each word, or whose state or ZIP is the word."""
        for word in text.replace(",", " ").split()[:WORDS_SEARCHED]:
            found = Q()
            for name in ("external_id", "customer_name", "origin_city", "destination_city"):
                found |= Q(**{f"{name}__icontains": word})
            for name in ("origin_state", "destination_state", "origin_zip", "destination_zip"):
                found |= Q(**{f"{name}__iexact": word})
            loads = loads.filter(found)
        return loads


def _window(end: str, name: str) -> dict[str, Any]:
    """The cells of a window at an end of the way, which are its wall clock's; without a zone where that isn't known."""

    def at(field: str) -> Any:
        def moment(load: Load) -> datetime | None:
            local: datetime | None = getattr(load, field)
            return local and local.replace(tzinfo=zone_of(getattr(load, f"{end}_timezone")))

        return moment

    word = "Pickup" if name == "pickup" else "Delivery"
    return {f"{word} from": at(f"{name}_time"), f"{word} until": at(f"{name}_end_time")}


def _place(end: str) -> dict[str, str]:
    words = {"city": "city", "state": "state", "ZIP": "zip"}
    return {f"{end.capitalize()} {word}": f"{end}_{part}" for word, part in words.items()}


def _margin(load: Any) -> Decimal | None:
    found = margin(load.customer_rate, load.told.bids.best)
    return None if found is None else found.amount


def _rate(name: str, label: str, field: str, head: str) -> Column:
    return Column(name, label, "num", {head: field}, sort=name, field=field, first=f"-{name}")


class LoadTable(Table):
    """The load board."""

    name, title, url_name, parts = "loads", "Loads", "loads:list", "loads/table.html"
    model, filterset = Load, LoadFilters
    live_topics, live_every = "loads bids", 3
    form_css, form_label = "scroll narrowing", "Filter loads"
    sorted_otherwise = "A list this long sorts by pickup or load ID only. Add a filter to sort by rate."
    no_rows = Empty(
        "truck",
        "No loads yet",
        "Loads show up here as soon as your TMS sends them. Setup connects it, or adds a load by hand.",
        "Setup",
        "/setup/",
    )
    no_match = Empty(
        "search-x",
        "No matching loads",
        "Clear a filter or look in All. Covered and in-transit loads aren’t under Open.",
    )
    none_in_status = Empty(
        "package-check",
        "No loads in this status",
        "Loads show up here as your TMS updates them. Try another status, or All.",
        "Show all loads",
        "?status=all",
    )
    columns = (
        Column("pick", "Selected", "pick", needs="may_act", is_action=True),
        Column(
            "id",
            "Load",
            "id",
            {
                "Load": "external_id",
                "Status": lambda load: state_label(load, is_booked=load.told.bids.is_booked),
                "On hold in TMS": "is_locked",
            },
            sort="id",
            field="external_id",
            is_indexed=True,
            is_fixed=True,
            is_head=True,
        ),
        Column("lane", "Lane", "wide", _place("origin") | _place("destination"), word=""),
        Column(
            "window",
            "Pickup / delivery",
            "half",
            _window("origin", "pickup") | _window("destination", "dropoff"),
            sort="pickup",
            field="pickup_at",
            is_indexed=True,
        ),
        Column(
            "equipment",
            "Equipment",
            "name half",
            {"Equipment": lambda load: load.equipment or load.get_equipment_type_display()},
            is_usual=False,
        ),
        Column("miles", "Miles", "num", {"Miles": "total_distance"}, is_usual=False),
        Column("weight", "Weight", "num", {"Weight in pounds": "weight"}, is_usual=False),
        Column("customer", "Customer", "name half", {"Customer": "customer_name"}),
        _rate("rate", "Customer rate", "customer_rate", "Customer rate"),
        _rate("start", "Target", "start_rate", "Target (opening)"),
        _rate("book", "Book-it-now", "book_now_rate", "Book-it-now"),
        _rate("max", "Max buy", "max_rate", "Max buy"),
        Column(
            "room",
            "Rate range · best offer · margin",
            csv={"Best offer": "told.bids.best", "Margin at best offer": _margin},
            word="Rate range",
        ),
        Column("bids", "Offers, calls", "num", {"Offers": "told.bids.number", "Calls": "told.calls"}),
        Column(
            "missing",
            "Missing info",
            "name half",
            {"Missing info": lambda load: ", ".join(missing_words(load))},
            is_usual=False,
        ),
        Column(
            "owner",
            "Owner",
            "name half",
            {"Owner": lambda load: str(load.owner or "")},
            is_usual=False,
        ),
    )

    @property
    def default_sort(self) -> str:
        """What is picked up first; of what has been delivered, the latest."""
        return "-pickup" if self.filters.values.get("status") == LoadStatus.DELIVERED else "pickup"

    def shaped(self, rows: QuerySet[Any, Any]) -> QuerySet[Any, Any]:
        """Without what no list shows."""
        return rows.defer("special_instructions").select_related("owner")

    def prepared(self, rows: Sequence[Any]) -> Sequence[Any]:
        """With what is told of bids, and of calls where that is shown."""
        selectors.add_facts(rows, calls="bids" in self.shown)
        return rows

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many loads each status has under the other filters, known ones first; two queries."""
        held = ExpressionWrapper(Q(held_at__isnull=False), output_field=BooleanField())
        loads = self.filters.narrow_but("status").order_by().annotate(is_held=held)
        by_status: Counter[str] = Counter()
        every = held_loads = locked_loads = booked_loads = 0
        facts = loads.values_list("status", "is_locked", "is_held").annotate(number=Count("pk"))
        for status, is_locked, is_held, number in facts:
            every += number
            held_loads += number if is_held else 0
            locked_loads += number if is_locked and status in OPEN_STATUSES else 0
            by_status[status] += 0 if (is_locked or is_held) and status in OPEN_STATUSES else number
        booked = self.filters.narrow_but("status").order_by()
        booked = booked.filter(
            selectors.FACTS["bids and calls"].is_booked(), status__in=UNCONFIRMED_STATUSES
        ).values_list("status")
        unmarked = Count("pk", filter=Q(status__in=OPEN_STATUSES, is_locked=False, held_at=None))
        for status, number, open_loads in booked.annotate(Count("pk"), open=unmarked):
            booked_loads += number
            by_status[status] -= open_loads
        others = sorted(status for status in by_status if status not in LoadStatus.values)
        return {
            OPEN: sum(by_status[status] for status in OPEN_STATUSES),
            BOOKED: booked_loads,
            HELD: held_loads,
            LOCKED: locked_loads,
            **{status: by_status[status] for status in (*LoadStatus.values, *others)},
            ALL: every,
        }

    @cached_property
    def total(self) -> int:
        """One of the counts."""
        return self.counts.get(self.filters.values["status"], 0)

    @cached_property
    def chips(self) -> dict[str, list[Chip]]:
        """Statuses that have loads, the two days that matter most, loads that lack data."""
        chosen = self.filters.values["status"]
        labels = {
            OPEN: "Open",
            BOOKED: rates.BOOKED,
            HELD: "On hold",
            LOCKED: "On hold in TMS",
            ALL: "All",
            **dict(LoadStatus.choices),
        }
        counts = {OPEN: 0, BOOKED: 0, HELD: 0, LOCKED: 0, **self.counts}
        counts.setdefault(chosen, 0)  # last: the others stay in their places whichever is chosen
        statuses = [
            status for status in counts if status != ALL and (counts[status] or status in (OPEN, chosen))
        ]
        choices = [(status, labels.get(status, status)) for status in (*statuses, ALL) if status]
        return {
            "Status": self.choices_of("status", choices, counts),
            "Pickup day": self.switches_of("pickup", ((TODAY, "Picking up today"), (TOMORROW, "Tomorrow"))),
            "Info": self.switches_of("missing", MISSING),
        }

    @property
    def owners(self) -> QuerySet[User]:
        """Whose the loads that are ticked may be."""
        field = OwnerForm(organization=self.organization).fields["owner"]
        return cast("QuerySet[User]", cast(ModelChoiceField, field).queryset)

    @property
    def empty(self) -> Empty:
        """What to do about it."""
        return self.none_in_status if self.counts[ALL] and not self.is_filtered else super().empty
