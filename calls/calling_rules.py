"""May this number be called now? Pure rules, without a database: each answer is yes, or the reason that says no."""

import re
from collections.abc import Collection, Iterable, Iterator, Set
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo

import phonenumbers
from phonenumbers import PhoneNumberType
from phonenumbers.timezone import UNKNOWN_TIMEZONE, time_zones_for_number
from phonenumbers.tzdata import TIMEZONE_DATA

from organizations.formats import hour_range, time_of_day

# What a rule answers when it says no.


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a call may not be placed now.

    `code` stays and is told to API clients, `detail` is a sentence for people; `retry_at` is the moment from which on
    the rule no longer says no, None where time alone cures nothing (or nobody can tell when).
    """

    code: str
    detail: str
    retry_at: datetime | None = None


class NotAllowed(ValueError):
    """The organization's agent may not place this call: `reason` says why, `str()` in words."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.detail)
        self.reason = reason

    @property
    def code(self) -> str:
        """The reason's code."""
        return self.reason.code


# How many calls may be placed, how many at once, and how soon again about the same load.


@dataclass(frozen=True, slots=True)
class Cap:
    """At most `most` calls within any `window`; `words` say of what.

    `reached_by` is when the `most`th newest of them was asked for, None while there are fewer: the cap is reached until
    that one has left the window.
    """

    words: str
    most: int
    window: timedelta
    reached_by: datetime | None

    def free_again(self, at: datetime) -> datetime | None:
        """When the next call may be placed; None if one may be placed now."""
        if self.reached_by is None or at - self.reached_by >= self.window:
            return None
        return self.reached_by + self.window


def judge_caps(caps: Iterable[Cap], *, live: int, most_live: int, at: datetime) -> Reason | None:
    """What speaks against one more call beside `live` unfinished ones: the cap that lasts longest."""
    reached = [(again, cap.words) for cap in caps if (again := cap.free_again(at)) is not None]
    if live >= most_live:
        return Reason(
            "call_limit_reached",
            f"Call limit reached: {live} of {most_live} simultaneous calls.",
            max(reached)[0] if reached else None,
        )
    if not reached:
        return None
    again, words = max(reached)
    return Reason("call_limit_reached", f"Call limit reached: {words}.", again)


@dataclass(frozen=True, slots=True)
class Contact:
    """What was asked about a load before: when it was last told of, and check calls that are still under way."""

    reported_at: datetime | None = None
    asked_at: datetime | None = None  # of the newest unfinished check call, whomever it goes to
    is_asking_number: bool = False  # whether one of them goes to this very number


def judge_contact(contact: Contact, *, quiet: timedelta, at: datetime) -> Reason | None:
    """What speaks against another check call about a load: a fresh answer, or one that is being asked for."""
    if not quiet:
        return None
    if contact.reported_at is not None and at - contact.reported_at < quiet:
        return _recently("This load was just updated by a check call.", contact.reported_at + quiet)
    if contact.asked_at is not None and at - contact.asked_at < quiet:
        return _recently("A check call on this load is already in progress.", contact.asked_at + quiet)
    if contact.is_asking_number:
        return _recently("A check call on this load to this number is already in progress.", None)
    return None


def _recently(detail: str, again: datetime | None) -> Reason:
    return Reason("recently_contacted", detail, again)


# Whose number is it? The form that is asked for, the numbers that are never called, and where a number is at home.


# E.164, and RFC 3966's way of naming an extension.
DIALABLE = re.compile(r"(\+[1-9][0-9]{6,14})(?:;ext=([0-9]{1,10}))?", re.ASCII)

# Calls that cost the caller extra, or that nobody answers as a carrier would.
BARRED_TYPES = {
    PhoneNumberType.PREMIUM_RATE,
    PhoneNumberType.SHARED_COST,
    PhoneNumberType.PERSONAL_NUMBER,
    PhoneNumberType.VOICEMAIL,
    PhoneNumberType.UAN,
    PhoneNumberType.PAGER,
}
# What libphonenumber takes for subscribers in North America: pay-per-call exchanges and directory assistance.
NORTH_AMERICAN_SERVICE = re.compile(r"\+1\d{3}(?:976\d{4}|5551212)", re.ASCII)
NORTH_AMERICA = 1


class NotDialable(ValueError):
    """Not a phone number in the form the API asks for; `str()` says what is wrong."""

    code = "invalid_phone"


@dataclass(frozen=True, slots=True)
class Destination:
    """Whom to call: a number in E.164 form and, where given, the extension to dial after the answer."""

    number: str
    extension: str
    region: str

    def __str__(self) -> str:
        return f"{self.number};ext={self.extension}" if self.extension else self.number


def read_destination(text: str) -> Destination:
    """The destination in `+13125550123` or `+13125550123;ext=42`; raises NotDialable.

    The region is libphonenumber's (`+1` alone says little: it is two dozen countries), empty where it knows none.
    Emergency, N11 and other short numbers are nobody's number: as E.164 they lead nowhere, so they are not dialable.
    """
    found = DIALABLE.fullmatch(text)
    if found is None:
        raise NotDialable(
            "Enter the number with + and country code, then digits. Add an extension as ;ext=123."
        )
    number, extension = found[1], found[2] or ""
    try:
        parsed = phonenumbers.parse(number)
    except phonenumbers.NumberParseException:
        raise NotDialable("That isn’t a valid phone number.") from None
    if not phonenumbers.is_valid_number(parsed):
        raise NotDialable("That isn’t a valid phone number.")
    region = phonenumbers.region_code_for_number(parsed) or ""
    return Destination(
        number, extension, "" if region == "001" else region
    )  # 001: satellites, the whole world


def judge_destination(destination: Destination, *, countries: Collection[str]) -> Reason | None:
    """What speaks against the number itself: it lies in none of the two-letter `countries`, or isn't a plain one."""
    parsed = phonenumbers.parse(destination.number)
    if phonenumbers.number_type(parsed) in BARRED_TYPES or NORTH_AMERICAN_SERVICE.fullmatch(
        destination.number
    ):
        return _not_allowed("We don’t call premium-rate, shared-cost or personal numbers.")
    if destination.region not in countries:
        return _not_allowed(
            f"Numbers of {destination.region or 'no single country'} are not among those this organization calls "
            f"({', '.join(sorted(countries)) or 'none'})."
        )
    return None


def zones_of(number: str) -> Set[str]:
    """IANA time zones in which the number's owner may be; empty where the number doesn't tell.

    In North America all zones of its area code count, not those of its exchange alone: numbers move with their owners
    from one carrier to another, and libphonenumber's own data falls back to the wrong half of some area codes.
    """
    parsed = phonenumbers.parse(number)
    if parsed.country_code == NORTH_AMERICA:
        return _zones_of_area_codes().get(phonenumbers.national_significant_number(parsed)[:3], frozenset())
    return frozenset(time_zones_for_number(parsed)) - {UNKNOWN_TIMEZONE}


@cache
def _zones_of_area_codes() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for prefix, zones in TIMEZONE_DATA.items():
        if prefix.startswith(str(NORTH_AMERICA)) and len(prefix) >= 4:
            found[prefix[1:4]] = found.get(prefix[1:4], frozenset()) | frozenset(zones)
    return found


def _not_allowed(detail: str) -> Reason:
    return Reason("destination_not_allowed", detail)


# Calling hours by the clock of the place that is called.


DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Hours:
    """From the whole hour `start` on, until just before `end`; 0 to 24 is always."""

    start: int
    end: int

    def __str__(self) -> str:
        return hour_range(self.start, self.end)


def judge_hours(hours: Hours, *, zones: Collection[str], at: datetime) -> Reason | None:
    """What speaks against a call at the moment `at` to somebody who may be in any of these IANA zones.

    All of them must be within the hours, since nobody can tell which one it is.
    """
    if _is_open(hours, zones, at):
        return None
    opening = next_opening(hours, zones=zones, at=at)
    clocks = " or ".join(sorted({time_of_day(at.astimezone(ZoneInfo(zone))) for zone in zones}))
    return Reason(
        "outside_calling_window",
        f"It’s {clocks} where this number is. Your calling window there is {hours}.",
        opening,
    )


def next_opening(hours: Hours, *, zones: Collection[str], at: datetime) -> datetime | None:
    """The first moment after `at` within the hours of all zones; None where they never have one in common."""
    return min(
        (moment for moment in _starts(hours, zones, at) if _is_open(hours, zones, moment)), default=None
    )


def _starts(hours: Hours, zones: Collection[str], at: datetime) -> Iterator[datetime]:
    """When the hours begin in each zone, from `at` on; the first moment common to all is one of these."""
    for zone in map(ZoneInfo, zones):
        today = at.astimezone(zone).date()
        for day in (today, today + DAY, today + 2 * DAY):
            start = datetime.combine(day, time(hours.start), zone).astimezone(at.tzinfo)
            if start > at:
                yield start


def _is_open(hours: Hours, zones: Collection[str], at: datetime) -> bool:
    return all(hours.start <= at.astimezone(ZoneInfo(zone)).hour < hours.end for zone in zones)


@dataclass(frozen=True, slots=True)
class Called:
    """Who would be called, and what the organization has to say about such calls."""

    destination: Destination
    countries: Collection[str]
    hours: Hours
    home_zone: str  # of the organization: where the number doesn't tell its place
    is_opted_out: bool
    is_own: bool = False  # one of the organization's numbers: its agent would talk to itself
    lacks_consent: bool = False  # the organization asks for consent, and there is none


@dataclass(frozen=True, slots=True)
class Traffic:
    """The organization's calls so far, as far as they speak against one more."""

    caps: Collection[Cap]
    live: int
    most_live: int
    contact: Contact
    quiet: timedelta


def judge(called: Called, *, at: datetime) -> Reason | None:
    """What speaks against ringing this number at the moment `at`; None: it may be called.

    What time doesn't cure comes first.
    """
    if reason := judge_destination(called.destination, countries=called.countries):
        return reason
    if called.is_own:
        return Reason("destination_not_allowed", "This is one of your own numbers.")
    if called.is_opted_out:
        return Reason("do_not_call", "This number is on your do-not-call list.")
    if called.lacks_consent:
        return Reason("no_consent", "No consent on file for this number.")
    zones = zones_of(called.destination.number) or {called.home_zone}
    return judge_hours(called.hours, zones=zones, at=at)


def judge_request(called: Called, traffic: Traffic, *, at: datetime) -> Reason | None:
    """What speaks against a new request for a call: all that `judge` goes by, then what was called lately."""
    return (
        judge(called, at=at)
        or judge_contact(traffic.contact, quiet=traffic.quiet, at=at)
        or judge_caps(traffic.caps, live=traffic.live, most_live=traffic.most_live, at=at)
    )
