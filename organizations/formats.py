"""How facts read: money, distance, weight, times of day, wall-clock windows, zones, ages, phone numbers.

`dashboard/tags.py` offers them to templates. A missing value is an en dash. The clock has 12 hours (5:00 PM) unless an
organization has chosen 24 (17:00); it is set for a request, as Django does with time zones.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import phonenumbers

from organizations.models import Clock
from organizations.places.regions import short_region

MISSING = "–"
NO_BREAK = "\u00a0"  # a number stays with its unit
_current: ContextVar[Clock] = ContextVar("clock", default=Clock.TWELVE)


def as_decimal(value: object) -> Decimal | None:
    """Return a finite Decimal of `value`, or None where it is none."""
    if value is None or isinstance(value, bool):
        return None
    try:
        number = value if isinstance(value, Decimal) else Decimal(str(value).strip())
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def money(value: object) -> str:
    """Return dollars as `$2,450`, with cents only where there are any; `−$150` when negative."""
    amount = as_decimal(value)
    if amount is None:
        return MISSING
    amount = amount.quantize(Decimal("0.01"))
    sign = "−" if amount < 0 else ""
    digits = f"{abs(amount):,.2f}".removesuffix(".00")
    return f"{sign}${digits}"


def whole_money(value: object) -> str:
    """Return dollars without cents, as an average reads: `$1,767`."""
    amount = as_decimal(value)
    return money(None if amount is None else amount.to_integral_value(ROUND_HALF_UP))


def short_money(value: object) -> str:
    """Return dollars for a narrow place: `2,450`, below a thousand `150.50`, from a million on `1.25M`."""
    amount = as_decimal(value)
    if amount is None:
        return MISSING
    if abs(amount) >= 999_500:
        return f"{amount / 1_000_000:.4g}M"
    return money(amount).replace("$", "") if abs(amount) < 1000 else f"{amount:,.0f}"


def per_mile(amount: object, miles: object) -> str:
    """Return dollars a mile as `$2.15/mi`, without cents from a thousand on; empty where one is missing."""
    dollars, distance = as_decimal(amount), as_decimal(miles)
    if dollars is None or not distance:
        return ""
    rate = dollars / distance
    sign = "−" if rate < 0 else ""
    digits = f"{abs(rate):,.2f}" if abs(rate) < 1000 else f"{abs(rate):,.0f}"
    return f"{sign}${digits}/mi"


def miles(value: object) -> str:
    """Return a distance as `781 mi`, with one decimal below ten miles."""
    return _measure(value, "mi")


def pounds(value: object) -> str:
    """Return a weight as `42,000 lb`."""
    return _measure(value, "lb")


def number(value: object) -> str:
    """Return a count as `1,234,567`."""
    amount = as_decimal(value)
    return MISSING if amount is None else f"{amount:,.0f}"


def counted(noun: str, count: object) -> str:
    """Return the plural of what is counted, or its singular where there is one: `members` as `member`."""
    if as_decimal(count) != 1:
        return noun
    return noun.replace("calls and emails", "call or email").removesuffix("s")


def percent(value: object) -> str:
    """Return a share (0.32) as `32%`, with one decimal between −1% and 1%."""
    share = as_decimal(value)
    if share is None:
        return MISSING
    points = share * 100
    digits = (f"{abs(points):,.1f}" if abs(points) < 1 else f"{abs(points):,.0f}").removesuffix(".0")
    return f"{'−' if points < 0 and digits != '0' else ''}{digits}%"


def zone_of(name: str | None) -> ZoneInfo | None:
    """Return the IANA zone called `name`, or None where there is none of that name."""
    try:
        return ZoneInfo(name) if name else None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def abbreviation(wall_clock: datetime, zone: ZoneInfo | None) -> str:
    """Return the zone's abbreviation at a wall-clock time: `CST`, `UTC−5` where it has no letters."""
    if zone is None:
        return ""
    name = wall_clock.replace(tzinfo=zone).tzname() or ""
    if name[:1] in "+-":
        sign, hours, minutes = name[0].replace("-", "−"), name[1:3].lstrip("0") or "0", name[3:5]
        return f"UTC{sign}{hours}" + (f":{minutes}" if minutes.strip("0") else "")
    return name


def day_name(day: date, today: date) -> str:
    """Return `Today`, `Tomorrow`, `Yesterday`, `Thu` in the coming week, else `Dec 14` or `Dec 14, 2027`."""
    distance = (day - today).days
    if -1 <= distance <= 1:
        return ("Yesterday", "Today", "Tomorrow")[distance + 1]
    if 2 <= distance <= 6:
        return f"{day:%a}"
    return f"{day:%b} {day.day}" + ("" if day.year == today.year else f", {day.year}")


def window(start: datetime | None, end: datetime | None, zone: str | None, now: datetime) -> str:
    """Return a stop's window in its own wall-clock time: `Today 8 AM–12 PM CST`.

    `start` and `end` are naive local times at the stop. Days are named as whoever reads it counts them: `now` is the
    moment in the reader's zone. Where the stop's zone isn't known there is no abbreviation.
    """
    first = start or end
    if first is None:
        return MISSING
    known = zone_of(zone)
    today = now.date()
    text = f"{day_name(first.date(), today)} {_times(start, end)}"
    if start and end and end.date() != start.date():
        text += f" – {day_name(end.date(), today)} {time_of_day(end)}"
    return f"{text} {abbreviation(first, known)}".rstrip()


def full_window(start: datetime | None, end: datetime | None, zone: str | None) -> str:
    """Return the same window in full, for a title: `Wed Jan 14, 2026, 8 AM–12 PM Central`."""
    first = start or end
    if first is None:
        return ""
    text = f"{_full_day(first)}, {_times(start, end).removeprefix('by ')}"
    if start and end and end.date() != start.date():
        text += f" – {_full_moment(end)}"
    return f"{text} {zone_name(zone)}" if zone and zone_of(zone) else text


def age(instant: datetime, now: datetime) -> str:
    """Return how long ago an instant was, or how far ahead: `just now`, `3 min ago`, `in 2 hr`, `5 days ago`."""
    distance = now - instant
    ahead = distance < timedelta(0)
    seconds = abs(distance).total_seconds()
    if seconds < 45:
        return "just now"
    for unit, length, limit in (("min", 60, 3600), ("hr", 3600, 86_400), ("day", 86_400, 86_400 * 60)):
        if seconds < limit:
            count = max(1, int(seconds // length))
            text = f"{count} {unit}{'s' if unit == 'day' and count > 1 else ''}"
            return f"in {text}" if ahead else f"{text} ago"
    return f"{instant:%b} {instant.day}, {instant.year}"


def phone(value: str | None) -> str:
    """Return an E.164 number as people write it: `(214) 555-0133`, abroad `+52 81 5555 0133`."""
    if not value:
        return MISSING
    number, _, extension = str(value).partition(";ext=")
    try:
        parsed = phonenumbers.parse(number, "US")
    except phonenumbers.NumberParseException:
        return str(value)
    formats = phonenumbers.PhoneNumberFormat
    style = formats.NATIONAL if parsed.country_code == 1 else formats.INTERNATIONAL
    text = phonenumbers.format_number(parsed, style)
    return f"{text} ext. {extension}" if extension else text


def local_time(iso: str) -> str:
    """Return a local time or day in ISO's writing as `Mar 4, 5:00 PM` or `Mar 4`; what isn't one, as it is."""
    try:
        moment = datetime.fromisoformat(iso)
    except ValueError:
        return iso
    day = f"{moment:%b} {moment.day}"
    if len(iso) == len("2026-03-04"):
        return day
    return f"{day}, {time_of_day(moment)}"


def place(city: str, state: str) -> str:
    """Return a place as `Dallas, TX`, or what there is of it."""
    return f",{NO_BREAK}".join(part for part in (city, short_region(state)) if part) or MISSING


def _measure(value: object, unit: str) -> str:
    number = as_decimal(value)
    if number is None:
        return MISSING
    digits = f"{number:,.1f}".removesuffix(".0") if abs(number) < 10 else f"{number:,.0f}"
    return f"{digits}{NO_BREAK}{unit}"


def full_moment(moment: datetime, zone: str) -> str:
    """Return an instant to the second, for a title: `Wed Jan 14, 2026, 5:00:09 PM CST`; `zone` as it reads."""
    return f"{_full_day(moment)}, {time_of_day(moment, with_seconds=True)} {zone}".rstrip()


def _times(start: datetime | None, end: datetime | None) -> str:
    """The times of a window's first day."""
    if start is None:
        return f"by {time_of_day(end)}" if end else ""
    is_range = end is not None and end != start and end.date() == start.date()
    return time_range(start, end) if end and is_range else time_of_day(start)


def _full_day(moment: datetime) -> str:
    return f"{moment:%a %b} {moment.day}, {moment.year}"


def _full_moment(moment: datetime) -> str:
    return f"{_full_day(moment)}, {time_of_day(moment)}"


# The clock.


@contextmanager
def clock_set(clock: str) -> Iterator[None]:
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
