"""An organization's rules that make load events of its TMS's messages: where each field stands, and what words mean.

Paths are JMESPath expressions. Pure but for the gazetteer, which tells the zone of a place.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation
from typing import Any
from zoneinfo import ZoneInfo

from loads.load_events import FIELDS, MAX_STOPS, PLACE_PARTS, PLACES, STOP_PARTS, zone_of
from loads.models import StopType
from organizations.api import problems
from organizations.api.problems import FieldError
from organizations.paths import Unreadable, found
from organizations.places.regions import read_country, read_regions

MAX_RECORDS = 200  # loads of one message

LABELS = {
    "id": "Load number",
    "status": "Status",
    "customerName": "Customer",
    "origin": "Origin (city, ST ZIP)",
    "destination": "Destination (city, ST ZIP)",
    "pickupTime": "Pickup from",
    "pickupEndTime": "Pickup until",
    "dropoffTime": "Delivery from",
    "dropoffEndTime": "Delivery until",
    "equipment": "Equipment",
    "totalDistance": "Distance",
    "weight": "Weight",
    "commodity": "Commodity",
    "customerRate": "Customer rate",
    "startRate": "Target rate",
    "maxRate": "Max buy",
    "bookNowRate": "Book-it-now rate",
    "specialInstructions": "Special instructions",
    "teamServiceRequired": "Team required",
    "outboundCarrierSalesEnabled": "Agent can call carriers",
    "routingGuideEnabled": "Routing guide first",
    "isVisibleToExternalCarriers": "Released to core carriers",
    "locked": "Locked",
} | {f"{place}.{part}": f"{place.capitalize()} {part}" for place in PLACES for part in PLACE_PARTS}
STOP_LABELS = {
    "type": "Type",
    "street": "Street",
    "place": "Place (city, ST ZIP)",
    "city": "City",
    "state": "State",
    "zip": "ZIP",
    "country": "Country",
    "timezone": "Time zone",
    "windowStart": "From",
    "windowEnd": "Until",
}
FLAGS = {name for name, _, empty in FIELDS if empty is False}
TIMES = ("pickupTime", "pickupEndTime", "dropoffTime", "dropoffEndTime")
AMOUNTS = ("customerRate", "startRate", "maxRate", "bookNowRate")
SHARES = ("startRate", "maxRate")  # may be so many percent of the customer rate, where a message tells none
WORDED = {
    "status": "Status",
    "equipment": "Equipment",
    "type": "Stop type",
}  # what a table of words may translate
UNITS: dict[str, dict[str, Decimal]] = {
    # To miles, and to pounds (the international yard and pound of 1959).
    "totalDistance": {
        **dict.fromkeys(("mi", "mile", "miles", "m"), Decimal(1)),
        **dict.fromkeys(("km", "kms", "kilometer", "kilometers"), Decimal("0.621371192")),
    },
    "weight": {
        **dict.fromkeys(("lb", "lbs", "pound", "pounds", "l"), Decimal(1)),
        **dict.fromkeys(("kg", "kgs", "kilogram", "kilograms", "k"), Decimal("2.20462262")),
        **dict.fromkeys(("t", "mt", "tonne", "tonnes"), Decimal("2204.62262")),
        **dict.fromkeys(("ton", "tons", "st"), Decimal(2000)),
    },
}
# Miles and pounds that some write where they know none.
STANDING_FOR_NONE = {"totalDistance": (0,), "weight": (0, 1)}
YES, NO = {"true", "yes", "y", "1", "on", "t"}, {"false", "no", "n", "0", "off", "f"}
DAYS = ("%m/%d/%Y", "%m/%d/%y", "%Y-%m-%d", "%m-%d-%Y", "%d-%b-%Y", "%b %d, %Y", "%b %d %Y", "%Y%m%d")
CLOCKS = ("", " %H:%M", " %H:%M:%S", " %I:%M %p", " %I:%M%p", " %I %p", " %H%M", "%H%M", "%H%M%S")
LOCAL = "local"  # times without an offset are those of the place
WRITTEN = "written"  # and so are those with one, but for UTC: some write the offset of winter all year


def default_rules() -> dict[str, Any]:
    """Rules that find nothing yet."""
    return {
        "records": "",
        "fields": {},
        "stops": "",
        "stopFields": {},
        "words": {},
        "units": {"totalDistance": "mi", "weight": "lb"},
        "shares": {},
        "clock": LOCAL,
    }


def events_of(message: Any, rules: Mapping[str, Any]) -> Iterator[tuple[dict[str, Any], list[FieldError]]]:
    """The load event that each load of the message comes to, as the webhook's own body, with what couldn't be read.

    What a path doesn't lead to is left out, and an empty text clears, as in the webhook's own form.
    """
    for record in _records(_without_nulls(message), rules.get("records") or ""):
        yield _event(record, rules)


def _without_nulls(value: Any) -> Any:
    """The message with nothing where a document's template wrote "null"."""
    if isinstance(value, dict):
        return {name: _without_nulls(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_without_nulls(each) for each in value]
    return None if value == "null" else value


def _records(message: Any, path: str) -> list[Any]:
    if not path:
        return [message]
    try:
        records = found(path, message)
    except Unreadable as error:
        raise _refused("no_load", f"The path to the loads: {error}") from None
    records = records if isinstance(records, list) else [] if records is None else [records]
    if not records:
        raise _refused("no_load", "Nothing is where the loads should be.")
    if len(records) > MAX_RECORDS:
        raise _refused("too_many", f"More than {MAX_RECORDS} loads in one message.")
    return records


def _refused(code: str, detail: str) -> problems.Invalid:
    return problems.Invalid(errors=[{"field": "", "code": code, "detail": detail}])


def _event(record: Any, rules: Mapping[str, Any]) -> tuple[dict[str, Any], list[FieldError]]:
    event: dict[str, Any] = {}
    errors: list[FieldError] = []
    late: dict[str, Any] = {}  # times, which need their place's zone
    for name, path in (rules.get("fields") or {}).items():
        try:
            value = _there(path, record)
            if value is None:
                continue
            place, _, part = name.partition(".")
            if name in TIMES:
                late[name] = value
            elif place in PLACES:
                parts = {part: _text(value)} if part else city_and_state(_text(value))
                event[place] = (
                    parts | (event.get(place) or {}) if not part else (event.get(place) or {}) | parts
                )
            else:
                found_value = _value(name, value, rules)
                if found_value not in STANDING_FOR_NONE.get(name, ()):
                    event[name] = found_value
        except Unreadable as error:
            errors.append({"field": name, "code": "unreadable", "detail": str(error)})
    _fill_rates(event, rules.get("shares") or {})
    _read_stops(event, record, rules, errors)
    _fill_ends(event)
    for address in (
        *(event.get(place) for place in PLACES),
        *(stop["address"] for stop in event.get("stops", ())),
    ):
        if address:
            address |= _codes(address)
    for name, value in late.items():
        place = event.get("origin" if name.startswith("pickup") else "destination") or {}
        try:
            event[name] = read_moment(value, place, rules.get("clock") or LOCAL)
        except Unreadable as error:
            errors.append({"field": name, "code": "unreadable", "detail": str(error)})
    for end in ("pickup", "dropoff"):
        _drop_midnight(event, f"{end}Time", f"{end}EndTime")
    return event, errors


def _fill_rates(event: dict[str, Any], shares: Mapping[str, int]) -> None:
    """Take the rates that the message doesn't tell as a share of the customer rate, in whole dollars."""
    if (whole := event.get("customerRate")) is None:
        return
    for name, percent in shares.items():
        if event.get(name) is None:
            event[name] = Decimal(round(whole * percent / 100))


def _drop_midnight(told: dict[str, Any], start: str, end: str) -> None:
    """Leave out a window's end before its beginning whose time of day wasn't told: a date alone is its midnight."""
    first, last = told.get(start), told.get(end)
    if first and last and last < first and last.endswith("T00:00:00"):
        del told[end]


def _there(path: str, record: Any) -> Any:
    """What the path leads to; of a list whose first is missing (`[weight, unit]`) nothing."""
    value = found(path, record) if path else None
    return None if isinstance(value, list) and (not value or value[0] is None) else value


def _value(name: str, value: Any, rules: Mapping[str, Any]) -> Any:
    if name in WORDED:
        return _translated(_text(value), (rules.get("words") or {}).get(name) or {})
    if name in FLAGS:
        return _flag(value)
    if name in UNITS:
        unit = (rules.get("units") or {}).get(name) or ""
        if isinstance(value, list) and len(value) == 2:
            value, unit = value[0], value[1] or unit
        number = read_number(value)
        if number is None:
            return None
        factor = UNITS[name].get(_text(unit).strip(" .").casefold())
        if factor is None:
            raise Unreadable(f"“{_text(unit)[:20]}” isn’t a unit that Loadline knows.")
        return round(number * factor, 3)
    if name in AMOUNTS:
        return read_number(value)
    return _text(value)


def _read_stops(
    event: dict[str, Any], record: Any, rules: Mapping[str, Any], errors: list[FieldError]
) -> None:
    path = rules.get("stops") or ""
    try:
        given = found(path, record) if path else None
    except Unreadable as error:
        errors.append({"field": "stops", "code": "unreadable", "detail": str(error)})
        return
    if given is None:
        return
    given = given if isinstance(given, list) else [given]
    event["stops"] = [
        _stop(at, stop, rules, errors) for at, stop in enumerate(given[: MAX_STOPS + 1]) if stop is not None
    ]


def _stop(at: int, record: Any, rules: Mapping[str, Any], errors: list[FieldError]) -> dict[str, Any]:
    address: dict[str, str] = {}
    stop: dict[str, Any] = {"address": address}
    late: dict[str, Any] = {}
    for name, path in (rules.get("stopFields") or {}).items():
        try:
            value = _there(path, record)
            if value is None:
                continue
            if name in ("windowStart", "windowEnd"):
                late[name] = value
            elif name == "type":
                stop["type"] = stop_type(
                    _translated(_text(value), (rules.get("words") or {}).get("type") or {})
                )
            elif name == "place":
                address.update({**city_and_state(_text(value)), **address})
            elif name in STOP_PARTS:
                address[name] = _text(value)
        except Unreadable as error:
            errors.append({"field": f"stops.{at}.{name}", "code": "unreadable", "detail": str(error)})
    for name, value in late.items():
        try:
            stop[name] = read_moment(value, address, rules.get("clock") or LOCAL)
        except Unreadable as error:
            errors.append({"field": f"stops.{at}.{name}", "code": "unreadable", "detail": str(error)})
    _drop_midnight(stop, "windowStart", "windowEnd")
    return stop


def _fill_ends(event: dict[str, Any]) -> None:
    """Take origin and destination with their windows from the first and last stop, where nothing else tells."""
    stops = event.get("stops") or []
    if not stops:
        return
    for place, stop, times in (
        ("origin", stops[0], ("pickupTime", "pickupEndTime")),
        ("destination", stops[-1], ("dropoffTime", "dropoffEndTime")),
    ):
        if place not in event and (address := stop["address"]):
            event[place] = {part: address[part] for part in PLACE_PARTS if part in address}
            for name, key in zip(times, ("windowStart", "windowEnd"), strict=True):
                if stop.get(key) is not None:
                    event.setdefault(name, stop[key])


def _codes(address: Mapping[str, str]) -> dict[str, str]:
    """Country and state as codes of two letters, where those are known."""
    country = read_country(address.get("country", ""))
    states = read_regions(address.get("state", ""), country)
    codes = {"country": country} if country else {}
    return codes | ({"state": states[0].code} if len(states) == 1 and len(states[0].code) == 2 else {})


def stop_type(word: str) -> str | None:
    """A pickup or a dropoff, of the words that TMSs have for them; None for any other."""
    plain = word.strip().casefold()
    if plain in StopType.values:
        return plain
    if "pick" in plain or plain in ("pu", "p", "ld", "cl", "pl", "load", "shipper", "origin"):
        return str(StopType.PICKUP)
    if any(part in plain for part in ("drop", "deliver", "consignee", "destination")) or plain in (
        *("so", "d", "del", "ul", "cu", "pu/del", "unload"),
    ):
        return str(StopType.DROPOFF)
    return None


def _translated(word: str, table: Mapping[str, str]) -> str:
    known = {key.strip().casefold(): value for key, value in table.items()}
    return known.get(word.strip().casefold(), word)


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, bool) or value is None:
        raise Unreadable("Expected a text, and found yes, no or nothing.")
    if isinstance(value, int | Decimal):
        return f"{value:f}" if isinstance(value, Decimal) else str(value)
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, list) and value and all(isinstance(each, str | int | Decimal) for each in value):
        return ", ".join(filter(None, (_text(each) for each in value)))
    raise Unreadable("Expected a text, and found a list or an object.")


def _flag(value: Any) -> bool | None:
    if isinstance(value, bool):
        return value
    word = _text(value).casefold()
    if word in YES:
        return True
    if word in NO:
        return False
    if not word:
        return None
    raise Unreadable(f"“{word[:40]}” is neither yes nor no.")


# Numbers, places and times as people and programs write them; lists of loads read them too (loads/setup.py).


def read_number(value: Any) -> Decimal | None:
    """The number ("$1,500.00", "42,000 lbs"); None for an empty text. Raises Unreadable."""
    if isinstance(value, bool | dict | list):
        raise Unreadable("Expected a number.")
    text = str(value)
    plain = re.sub(r"(?i)[$,\s]|usd|lbs?\.?$|mi(les)?$", "", text)
    if not plain:
        return None
    try:
        number = Decimal(plain)
    except InvalidOperation:
        raise Unreadable(f"“{text[:40]}” isn’t a number.") from None
    if not number.is_finite() or abs(number) >= 10**9:
        raise Unreadable(f"“{text[:40]}” isn’t a number.")
    return number


def city_and_state(text: str) -> dict[str, str]:
    """`Dallas, TX 75212` in its parts."""
    split = re.fullmatch(r"(.+?),?\s+([A-Za-z]{2})(?:[ ,]+([0-9A-Za-z -]{3,10}))?", text)
    if not split:
        return {"city": text}
    parts = {"city": split[1].strip(" ,"), "state": split[2].upper()}
    return {**parts, "zip": split[3].strip()} if split[3] else parts


def wall_clock(text: str) -> datetime:
    """The date, with its time where there is one, and its offset where one is told. Raises Unreadable."""
    plain = " ".join(text.split())
    compact = re.fullmatch(r"(\d{8}) ?(\d{4}|\d{6}) ?([+-]\d{4}|Z)?", plain)
    if compact:
        clock = compact[2].ljust(6, "0")
        plain = f"{compact[1]}T{clock}{compact[3] or ''}"
    try:
        return datetime.fromisoformat(plain)
    except ValueError:
        pass
    spaced = plain.replace("T", " ") if re.match(r"\d{4}-", plain) else plain
    for day in DAYS:
        for clock in CLOCKS:
            try:
                return datetime.strptime(spaced, day + clock)  # noqa: DTZ007 (the wall clock's)
            except ValueError:
                continue
    raise Unreadable(f"“{text[:40]}” isn’t a date, such as 3/14/2026 08:00.")


def read_moment(value: Any, place: Mapping[str, Any], clock: str) -> str | None:
    """The wall clock's time at the place, as the webhook takes it; None for an empty text. Raises Unreadable.

    `value` is a text, or a list of a date and a time. A time with an offset is turned to the place's zone; one without
    is that place's already, or the one of the zone that `clock` names.
    """
    if isinstance(value, list):
        parts = [_text(each) for each in value if each not in (None, "", False)]
        # A date that stands as its midnight, beside the time.
        value = " ".join([*(re.sub(r"[ T]00:00(?::00)?$", "", each) for each in parts[:-1]), *parts[-1:]])
    text = _text(value)
    if not text:
        return None
    moment = wall_clock(text)
    if clock == WRITTEN and moment.utcoffset():
        moment = moment.replace(tzinfo=None)
    if moment.tzinfo is None and clock not in (LOCAL, WRITTEN):
        moment = moment.replace(tzinfo=ZoneInfo(clock))
    if moment.tzinfo is not None:
        zone = place.get("timezone") or zone_of(
            place.get("city") or "", place.get("state") or "", place.get("country") or ""
        )
        if not zone:
            raise Unreadable("The time has an offset, and the place’s time zone isn’t known.")
        try:
            moment = moment.astimezone(UTC).astimezone(ZoneInfo(zone))
        except (KeyError, ValueError, OverflowError):
            raise Unreadable(f"“{zone[:40]}” isn’t a time zone.") from None
    return moment.replace(tzinfo=None, microsecond=0).isoformat()
