"""What the page offers to choose, as links and hidden fields that keep the rest of the choice."""

from dataclasses import dataclass

from django.http import QueryDict

from analytics.figures import Granularity
from analytics.forms import DEFAULT_PRESET, MOST_DAYS_BY_HOUR, PRESETS, Choice
from organizations.tables.chips import Chip, query

NAMES = {"today": "Today", "7": "7 days", "30": "30 days", "90": "90 days"}
ZONES = (
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Phoenix",
    "America/Los_Angeles",
    "America/Anchorage",
    "Pacific/Honolulu",
    "America/Toronto",
    "America/Mexico_City",
    "UTC",
)


@dataclass(frozen=True)
class Controls:
    """Chips for periods and granularity, zones to choose from, and what each form must keep."""

    periods: list[Chip]
    granularities: list[Chip]
    zones: tuple[str, ...]
    kept_by_zone: list[tuple[str, str]]
    kept_by_days: list[tuple[str, str]]
    download: str


def controls(current: QueryDict, choice: Choice) -> Controls:
    """Return them for an address and what was made of it."""
    periods = [
        Chip(
            label,
            query(current, period=None if name == DEFAULT_PRESET else name, since=None, until=None),
            choice.preset == name,
        )
        for name, label in NAMES.items()
        if name in PRESETS
    ]
    granularities = []
    if choice.days <= MOST_DAYS_BY_HOUR:
        granularities = [
            Chip(label, query(current, by=each.value), choice.granularity == each)
            for each, label in ((Granularity.HOUR, "Hours"), (Granularity.DAY, "Days"))
        ]
    return Controls(
        periods=periods,
        granularities=granularities,
        zones=ZONES,
        kept_by_zone=_kept(current, "period", "since", "until", "by"),
        kept_by_days=_kept(current, "by", "zone"),
        download=query(current),
    )


def _kept(current: QueryDict, *names: str) -> list[tuple[str, str]]:
    return [(name, value) for name in names if (value := current.get(name))]
