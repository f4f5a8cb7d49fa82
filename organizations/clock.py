"""The clock that people read: 12-hour (5:00 PM) unless their organization has chosen the 24-hour one (17:00), and
time zones as they call them.

Activated for a request, as Django does it with time zones; `organizations.dashboard.formats` writes every time of day
by it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, time

from organizations.models import Clock

_current: ContextVar[Clock] = ContextVar("clock", default=Clock.TWELVE)


@contextmanager
def override(clock: str) -> Iterator[None]:
    """Times inside are written by this clock."""
    token = _current.set(Clock(clock))
    try:
        yield
    finally:
        _current.reset(token)


def time_of_day(moment: datetime | time, *, with_seconds: bool = False) -> str:
    """Return `5:00 PM`, by the 24-hour clock `17:00`."""
    seconds = f":{moment.second:02}" if with_seconds else ""
    if _is_24h():
        return f"{moment:%H:%M}{seconds}"
    return f"{moment.hour % 12 or 12}:{moment.minute:02}{seconds} {_half(moment.hour)}"


def time_range(start: datetime | time, end: datetime | time) -> str:
    """Return `5–9 PM`, `8 AM–12 PM` or `5:30–9:00 PM`; by the 24-hour clock `17:00–21:00`."""
    if _is_24h():
        return f"{start:%H:%M}–{end:%H:%M}"
    is_whole = not start.minute and not end.minute
    first, last = (
        f"{each.hour % 12 or 12}" + ("" if is_whole else f":{each.minute:02}") for each in (start, end)
    )
    first_half, last_half = _half(start.hour), _half(end.hour)
    return f"{first}{'' if first_half == last_half else f' {first_half}'}–{last} {last_half}"


def hour_of_day(hour: int) -> str:
    """Return a whole hour, 0 to 24, as `5 PM`, by the 24-hour clock `17:00`."""
    if _is_24h():
        return f"{hour:02}:00"
    return f"{hour % 12 or 12} {_half(hour % 24)}"


def hour_range(start: int, end: int) -> str:
    """Return whole hours, 0 to 24, as `8 AM–9 PM`, by the 24-hour clock `08:00–21:00`; all of them as `Anytime`."""
    if (start, end) == (0, 24):
        return "Anytime"
    return f"{hour_of_day(start)}–{hour_of_day(end)}"


# As people in the US call them.
ZONE_NAMES = {
    "America/New_York": "Eastern",
    "America/Detroit": "Eastern",
    "America/Indiana/Indianapolis": "Eastern",
    "America/Kentucky/Louisville": "Eastern",
    "America/Toronto": "Eastern",
    "America/Chicago": "Central",
    "America/Winnipeg": "Central",
    "America/Denver": "Mountain",
    "America/Boise": "Mountain",
    "America/Edmonton": "Mountain",
    "America/Phoenix": "Arizona",
    "America/Los_Angeles": "Pacific",
    "America/Vancouver": "Pacific",
    "America/Tijuana": "Pacific",
    "America/Anchorage": "Alaska",
    "Pacific/Honolulu": "Hawaii",
    "America/Halifax": "Atlantic",
    "America/St_Johns": "Newfoundland",
}
ZONE_PLACES = {"America/St_Johns": "St. John’s"}


def zone_name(zone: str) -> str:
    """`America/Chicago` is Central, `America/Monterrey` Monterrey time."""
    return ZONE_NAMES.get(zone) or (zone if zone == "UTC" else f"{_zone_place(zone)} time")


def zone_words(zone: str) -> str:
    """`America/Chicago` is Central (Chicago), `America/Monterrey` Monterrey."""
    place = _zone_place(zone)
    return f"{ZONE_NAMES[zone]} ({place})" if zone in ZONE_NAMES else place


def _zone_place(zone: str) -> str:
    return ZONE_PLACES.get(zone) or zone.rpartition("/")[2].replace("_", " ")


def _is_24h() -> bool:
    return _current.get() == Clock.TWENTY_FOUR


def _half(hour: int) -> str:
    return "AM" if hour < 12 else "PM"
