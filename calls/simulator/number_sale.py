"""The provider's numbers for sale, on the wire."""

import re

from calls.simulator.facts import COMPANIES, IMPOSTOR_PHONE

AREAS = {
    "214": ("DALLAS", "TX"),
    "312": ("CHICAGO", "IL"),
    "404": ("ATLANTA", "GA"),
    "213": ("LOS ANGELES", "CA"),
    "602": ("PHOENIX", "AZ"),
    "615": ("NASHVILLE", "TN"),
    "713": ("HOUSTON", "TX"),
    "816": ("KANSAS CITY", "MO"),
    "901": ("MEMPHIS", "TN"),
    "973": ("NEWARK", "NJ"),
}
TAKEN = frozenset({company.phone for company in COMPANIES} | {IMPOSTOR_PHONE})


def sellable(area: str, digits: str) -> list[str]:
    """Numbers in an area, or one in each area in turn; of those the ones that hold the digits.

    A whole number that somebody asks for by all its digits can always be had: people try what they have.
    """
    if re.fullmatch(r"1?[2-9]\d{9}", digits):
        return [f"+1{digits[-10:]}"]
    areas = [area] if area else list(AREAS)
    numbers = [f"+1{each}55501{line:02}" for line in range(100) for each in areas]
    return [number for number in numbers if digits in number and number not in TAKEN]


def place_of(number: str) -> tuple[str, str]:
    """The town and state of a number's area; nothing where that isn't known."""
    return AREAS.get(number[2:5], ("", ""))
