"""Time zones of places that came without one."""

import pytest

from loads.zones import zone_of


@pytest.mark.parametrize(
    ("city", "state", "country", "zone"),
    [
        ("Dallas", "TX", "US", "America/Chicago"),
        ("El Paso", "TX", "US", "America/Denver"),
        ("dallas", "tx", "", "America/Chicago"),
        ("Saint Louis", "MO", "USA", "America/Chicago"),
        ("St. Louis", "MO", "", "America/Chicago"),
        ("Phoenix", "AZ", "US", "America/Phoenix"),
        ("Nowhere in particular", "GA", "US", "America/New_York"),
        ("", "GA", "US", "America/New_York"),
        ("Montréal", "QC", "CA", "America/Toronto"),
        ("Montreal", "QC", "", "America/Toronto"),
        ("Monterrey", "NL", "MX", "America/Monterrey"),
        # A code that both countries could mean goes to the first that has it.
        ("Anywhere", "NL", "", "America/St_Johns"),
        # Not sure enough.
        ("A small town", "TX", "US", ""),
        ("A small town", "KS", "US", ""),
        ("Nowhere", "NL", "MX", ""),
        ("Dallas", "", "", ""),
        ("Dallas", "XX", "US", ""),
        ("Paris", "", "FR", ""),
        ("", "", "", ""),
    ],
)
def test_zone_of_a_place(city, state, country, zone):
    assert zone_of(city, state, country) == zone
