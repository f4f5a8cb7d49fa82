"""Values as registries write them: texts that are numbers, letters that are states, dates in several forms.

All raise ValueError with what is wrong; empty is None, or an empty text.
"""

import re
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from typing import Any

import phonenumbers

NORTH_AMERICAN = re.compile(r"[2-9]\d{2}[2-9]\d{6}", re.ASCII)
EMAIL = re.compile(r"[^@\s,;<>\"]+@[^@\s,;<>\"]+\.[^@\s,;<>\".]{2,}", re.ASCII)
MAX_EMAIL_LENGTH = 254
# 2019-04-30, 20190430, "20190430 0930", 30-APR-19, 04/30/2019
DATES = ("%Y-%m-%d", "%Y%m%d", "%d-%b-%y", "%d-%b-%Y", "%m/%d/%Y")
MAX_DOLLARS = Decimal(10_000_000_000)
INT32_MAX = 2**31 - 1


def text_of(value: Any) -> str:
    """Return a text with single spaces."""
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise ValueError("Expected a text.")
    return " ".join(str(value).replace("\x00", " ").split())


def whole_of(value: Any, *, most: int = INT32_MAX) -> int | None:
    """Return a whole number that isn't negative, from a number or its digits (`"1,204"`, `"12.0"`)."""
    if value is None or value == "":
        return None
    if isinstance(value, str):
        value = value.strip().replace(",", "").removesuffix(".0")
        if not value:
            return None
        if not (value.isascii() and value.isdecimal()):
            raise ValueError("Expected a whole number.")
        value = int(value[:20])
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError("Expected a whole number.")
    if not 0 <= value <= most:
        raise ValueError(f"Must be from 0 to {most}.")
    return value


def dollars_of(value: Any) -> Decimal | None:
    """Return dollars that aren't negative, from a number or a text (`"$1,000,000"`)."""
    if value is None or isinstance(value, bool | list | dict):
        if value is None:
            return None
        raise ValueError("Expected an amount in dollars.")
    plain = str(value).strip().removeprefix("$").replace(",", "")
    if not plain:
        return None
    try:
        amount = Decimal(plain)
    except InvalidOperation:
        raise ValueError("Expected an amount in dollars.") from None
    if not amount.is_finite() or not 0 <= amount < MAX_DOLLARS:
        raise ValueError("Expected an amount in dollars.")
    return amount.quantize(Decimal("0.01"))


def flag_of(value: Any) -> bool | None:
    """Return what Y or N says; None for anything that says neither, such as `u`."""
    if isinstance(value, bool):
        return value
    return {"Y": True, "N": False}.get(text_of(value).upper())


def date_of(value: Any) -> date | None:
    """Return a day, from any of the forms that registries use; a time of day after it doesn't matter."""
    text = text_of(value)
    if not text:
        return None
    day = re.split(r"[ T]", text, maxsplit=1)[0]
    if re.fullmatch(r"\d{4}-\d\d-\d\d", day, re.ASCII):
        try:
            return date.fromisoformat(day)
        except ValueError:
            raise ValueError("Expected a date.") from None
    for form in DATES[1:]:
        try:
            found = datetime.strptime(day, form).date()  # noqa: DTZ007 (a day has no zone)
        except ValueError:
            continue
        if found.year > datetime.now().year + 20 and "%y" in form:  # noqa: DTZ005
            found = found.replace(year=found.year - 100)
        return found
    raise ValueError("Expected a date.")


def phone_of(value: Any, country: str = "US") -> str:
    """Return a phone number in E.164 form, or "" where it is none: registries hold much that nobody can dial."""
    text = text_of(value)
    digits = re.sub(r"\D", "", text)
    if country in ("US", "CA", "") and NORTH_AMERICAN.fullmatch(digits):
        return f"+1{digits}"
    if len(digits) < 7:
        return ""
    try:
        parsed = phonenumbers.parse(text, country or "US")
    except phonenumbers.NumberParseException:
        return ""
    if not phonenumbers.is_possible_number(parsed):
        return ""
    if parsed.country_code == 1 and not NORTH_AMERICAN.fullmatch(str(parsed.national_number)):
        return ""
    return str(phonenumbers.format_number(parsed, phonenumbers.PhoneNumberFormat.E164))


def email_of(value: Any) -> str:
    """Return an e-mail address in lower case, or "" where it is none."""
    text = text_of(value).lower().strip(" .;,")
    return text if EMAIL.fullmatch(text) and len(text) <= MAX_EMAIL_LENGTH else ""
