"""The carrier list's filters, as its address bears them, and what a broker may say of a carrier."""

from dataclasses import dataclass, field

from django import forms

from carriers.lanes import End
from carriers.states import RulesAssessment
from organizations.equipment import Equipment
from organizations.gazetteer import Place, find_place_of, read_place, suggest_places

UNVETTED = "none"
BLOCKED, PREFERRED = "blocked", "preferred"
STANDINGS = ((BLOCKED, "Blocked"), (PREFERRED, "Preferred"))
DEFAULT_RADIUS, MOST_RADIUS = 75, 500  # miles
SEEN, BIDS = "-seen", "-bids"
SORTS = ("seen", "name", "units", "bids", "booked", "rate")
OF_LANE = ("bids", "booked", "rate")  # what only a search for a lane can sort by


@dataclass(frozen=True)
class Filters:
    """What of the address is valid; without a lane `origin` and `destination` are None."""

    origin: End | None = None
    destination: End | None = None
    miles: int = DEFAULT_RADIUS
    equipment: str = ""
    words: str = ""
    vetting: str = ""
    standing: str = ""
    sort: str = SEEN

    @property
    def has_lane(self) -> bool:
        """Whether one end at least is asked for."""
        return self.origin is not None or self.destination is not None

    @property
    def default_sort(self) -> str:
        """How it is sorted unless the address says otherwise."""
        return BIDS if self.has_lane else SEEN


@dataclass(frozen=True)
class Unknown:
    """An end that the gazetteer doesn't know, and what may have been meant."""

    end: str
    text: str
    suggestions: list[Place] = field(default_factory=list)


class ListForm(forms.Form):
    """A lane, and filters and order of the list. What isn't valid is told, and as good as left out."""

    origin = forms.CharField(max_length=100, required=False)
    destination = forms.CharField(max_length=100, required=False)
    radius = forms.IntegerField(min_value=0, max_value=MOST_RADIUS, required=False)
    equipment = forms.ChoiceField(choices=[("", "any"), *Equipment.choices], required=False)
    q = forms.CharField(max_length=200, required=False)
    vetting = forms.ChoiceField(choices=[*RulesAssessment.choices, (UNVETTED, "Not vetted")], required=False)
    standing = forms.ChoiceField(choices=STANDINGS, required=False)
    sort = forms.ChoiceField(
        choices=[(f"{sign}{name}", name) for name in SORTS for sign in ("", "-")], required=False
    )

    def filters(self) -> tuple[Filters, list[Unknown]]:
        """Return what is valid, and the ends that aren't known: nothing can be near those, so no carrier is found."""
        self.is_valid()
        given = self.cleaned_data
        miles = DEFAULT_RADIUS if given.get("radius") is None else given["radius"]
        ends: dict[str, End] = {}
        unknown = []
        for name in ("origin", "destination"):
            text = given.get(name, "")
            if not text:
                continue
            place = find_place_of(text)
            if place is None:
                unknown.append(Unknown(name, text, suggest_places(text)))
                read = read_place(text)
                ends[name] = End(text=", ".join(part for part in (read.city, read.region) if part))
            else:
                ends[name] = End(place=place, miles=miles)
        found = Filters(
            origin=ends.get("origin"),
            destination=ends.get("destination"),
            miles=miles,
            equipment=given.get("equipment", ""),
            words=given.get("q", ""),
            vetting=given.get("vetting", ""),
            standing=given.get("standing", ""),
        )
        sort = given.get("sort") or found.default_sort
        if not found.has_lane and sort.removeprefix("-") in OF_LANE:
            sort = found.default_sort
        return Filters(**(found.__dict__ | {"sort": sort})), unknown


class BlockForm(forms.Form):
    """Why nobody shall talk rates with a carrier."""

    reason = forms.CharField(
        max_length=300, label="Why?", help_text="For colleagues; never said to the carrier."
    )


class NoteForm(forms.Form):
    """What colleagues should know of a carrier."""

    notes = forms.CharField(
        max_length=5000,
        required=False,
        label="Notes",
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="For colleagues; never said to the carrier.",
    )
