"""Time zones of places that came without one."""

import pytest

from loads.load_events import zone_of

pytestmark = pytest.mark.django_db


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
        ("Twin Falls", "ID", "", "America/Boise"),
        ("Nowhere in particular", "AL", "", "America/Chicago"),
        # A code that several countries have goes to the first with such a town, and else to the first.
        ("Monterrey", "NL", "", "America/Monterrey"),
        ("Nowhere in particular", "BC", "MX", "America/Tijuana"),
        # A town that is meant without saying where.
        ("Dallas", "", "", "America/Chicago"),
        ("Guadalajara", "", "Mexico", "America/Mexico_City"),
        # Not sure enough.
        ("A small town", "TX", "US", ""),
        ("A small town", "KS", "US", ""),
        ("Anywhere", "NL", "", ""),
        ("Nowhere", "NL", "MX", ""),
        ("Springfield", "", "", ""),
        ("Dallas", "XX", "US", ""),
        ("Paris", "", "FR", ""),
        ("", "", "", ""),
    ],
)
def test_zone_of_a_place(city, state, country, zone):
    assert zone_of(city, state, country) == zone
