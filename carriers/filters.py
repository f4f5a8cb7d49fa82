"""What narrows the carriers: in the dashboard's list, and for `GET /carriers`."""

from dataclasses import dataclass
from functools import cached_property

from django import forms

from carriers.selectors.search import HALF_ROUND, End
from carriers.states import RulesAssessment
from organizations.api.listing import Page, Query
from organizations.dashboard.table_filters import Number, Parameter, Search, TableFilters, Town
from organizations.equipment import Equipment, normalize
from organizations.places.gazetteer import find_place_of, read_place, suggest_places

UNVETTED = "none"
BLOCKED, PREFERRED = "blocked", "preferred"
STANDINGS = ((BLOCKED, "Do not use"), (PREFERRED, "Preferred"))
VETTINGS = (*RulesAssessment.choices, (UNVETTED, "Not checked"))
DEFAULT_RADIUS, MAX_RADIUS = 75, 500  # miles


class CarrierFilters(TableFilters):
    """A lane, and what else narrows the list: read by the statements of `carriers.selectors.carriers`."""

    shown = ("q", "origin", "destination", "radius", "equipment")
    defaults = {"radius": DEFAULT_RADIUS}
    minor = ("radius",)

    origin = Parameter(forms.CharField, label="From", max_length=100, widget=Town("origin"))
    destination = Parameter(forms.CharField, label="To", max_length=100, widget=Town("destination"))
    radius = Parameter(
        forms.IntegerField,
        label="Within",
        min_value=0,
        max_value=MAX_RADIUS,
        widget=Number("mi", placeholder=DEFAULT_RADIUS),
    )
    equipment = Parameter(forms.ChoiceField, label="Equipment", choices=[("", "any"), *Equipment.choices])
    q = Parameter(
        forms.CharField,
        label="Search",
        max_length=200,
        widget=Search("name, MC or DOT", "Find a carrier by name, MC or DOT"),
    )
    vetting = Parameter(forms.ChoiceField, choices=VETTINGS)
    standing = Parameter(forms.ChoiceField, choices=STANDINGS)

    @cached_property
    def ends(self) -> dict[str, End]:
        """The ends of the lane, by name; one that the gazetteer doesn't know is compared as it is written."""
        found = {}
        for name in ("origin", "destination"):
            if text := self.given.get(name):
                place, read = find_place_of(text), read_place(text)
                words = ", ".join(part for part in (read.city, read.region) if part)
                found[name] = End(place=place, miles=self.values["radius"]) if place else End(text=words)
        return found

    @property
    def unknown(self) -> list[str]:
        """The ends that aren't known: nothing is near those."""
        return [name for name, end in self.ends.items() if end.place is None]


@dataclass(frozen=True, slots=True)
class LaneFilter:
    """The lane, the equipment and the page."""

    origin: End
    destination: End
    equipment: frozenset[str]
    page: Page

    @classmethod
    def read(cls, query: Query) -> "LaneFilter":
        """From the query; raises Invalid with all that is wrong, unknown places included."""
        origin, destination = (query.text(name, required=True) for name in ("origin", "destination"))
        radius = min(query.number("radius", default=0.0, minimum=0), HALF_ROUND)
        equipment = _equipment(query)
        page = Page.read(query)
        query.check()
        ends = (
            _end(query, "origin", origin or "", radius),
            _end(query, "destination", destination or "", radius),
        )
        query.check()
        return cls(*ends, equipment, page)


def _equipment(query: Query) -> frozenset[str]:
    """The types named, in any usual spelling."""
    text = query.text("equipmentTypes")
    if text is None:
        return frozenset()
    found = frozenset(filter(None, map(normalize, text.split(","))))
    if not found:
        query.fail("equipmentTypes", "invalid", "Enter at least one type, such as: van,reefer.")
    return found


def _end(query: Query, name: str, text: str, radius: float) -> End:
    """The places meant; a town that isn't known is compared as it is written, but nothing is near it."""
    read = read_place(text)
    place = find_place_of(read)
    if place is not None:
        return End(place=place, miles=radius)
    if radius:
        query.fail(name, "unknown_place", _unknown(text))
    return End(text=", ".join(part for part in (read.city, read.region) if part))


def _unknown(text: str) -> str:
    near = "; ".join(map(str, suggest_places(text)))
    return f"We don't recognize this place, so we can't search around it.{f' Did you mean: {near}?' if near else ''}"
