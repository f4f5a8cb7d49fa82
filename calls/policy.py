"""May this number be called? Pure rules: each answer is yes, or the reason as the API tells it."""

import re
from collections.abc import Collection
from dataclasses import dataclass

import phonenumbers
from phonenumbers import PhoneNumberType

# E.164, and RFC 3966's way of naming an extension.
DIALABLE = re.compile(r"(\+[1-9][0-9]{6,14})(?:;ext=([0-9]{1,10}))?", re.ASCII)

# Calls that cost the caller extra, or that nobody answers as a carrier would.
BARRED_TYPES = {
    PhoneNumberType.PREMIUM_RATE,
    PhoneNumberType.SHARED_COST,
    PhoneNumberType.VOICEMAIL,
    PhoneNumberType.UAN,
    PhoneNumberType.PAGER,
}


class NotDialable(ValueError):
    """Not a phone number in the form the API asks for; `str()` says what is wrong."""

    code = "invalid_phone"


class NotAllowed(ValueError):
    """A real number that this organization's agent may not call; `code` and `str()` say why."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code


@dataclass(frozen=True, slots=True)
class Destination:
    """Whom to call: a number in E.164 form and, where given, the extension to dial after the answer."""

    number: str
    extension: str
    region: str


def read_destination(text: str) -> Destination:
    """The destination in `+13125550123` or `+13125550123;ext=42`; raises NotDialable.

    The region is libphonenumber's (`+1` alone says little: it is two dozen countries), empty where it knows none.
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


def check_destination(destination: Destination, *, countries: Collection[str]) -> None:
    """Raise NotAllowed unless the number lies in one of the two-letter `countries` and costs what a call costs."""
    parsed = phonenumbers.parse(destination.number)
    if phonenumbers.number_type(parsed) in BARRED_TYPES:
        raise NotAllowed("destination_not_allowed", "Premium-rate and shared-cost numbers are never called.")
    if destination.region not in countries:
        raise NotAllowed(
            "destination_not_allowed",
            f"Numbers of {destination.region or 'no single country'} are not among those this organization calls "
            f"({', '.join(sorted(countries)) or 'none'}).",
        )
