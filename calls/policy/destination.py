"""Whose number is it? The form that is asked for, the numbers that are never called, and where a number is at home."""

import re
from collections.abc import Collection, Set
from dataclasses import dataclass
from functools import cache

import phonenumbers
from phonenumbers import PhoneNumberType
from phonenumbers.timezone import UNKNOWN_TIMEZONE, time_zones_for_number
from phonenumbers.tzdata import TIMEZONE_DATA

from calls.policy.reason import Reason

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


def read_destination(text: str) -> Destination:
    """The destination in `+13125550123` or `+13125550123;ext=42`; raises NotDialable.

    The region is libphonenumber's (`+1` alone says little: it is two dozen countries), empty where it knows none.
    Emergency, N11 and other short numbers are nobody's number: as E.164 they lead nowhere, so they are not dialable.
    """
    found = DIALABLE.fullmatch(text)
    if found is None:
        raise NotDialable(
            "Give the number in E.164 form: + and country code, then digits; an extension as ;ext=123."
        )
    number, extension = found[1], found[2] or ""
    try:
        parsed = phonenumbers.parse(number)
    except phonenumbers.NumberParseException:
        raise NotDialable("No phone number has these digits.") from None
    if not phonenumbers.is_valid_number(parsed):
        raise NotDialable("No phone number has these digits.")
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
        return _not_allowed("Premium-rate, shared-cost and personal numbers are never called.")
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
