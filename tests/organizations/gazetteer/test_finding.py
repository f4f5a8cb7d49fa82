"""Finding a place, what it costs, and what lies around it."""

import math

import pytest

from organizations.places import gazetteer
from organizations.places.gazetteer import (
    PlaceText,
    find_place,
    find_place_of,
    find_places,
    miles_between,
    places_within,
    suggest_places,
    zone_of_region,
)
from organizations.places.models import Place

pytestmark = [pytest.mark.django_db, pytest.mark.sampled(14)]


@pytest.fixture
def _nothing_is_remembered():
    gazetteer.forget_places()
    yield
    gazetteer.forget_places()


def test_a_clash_goes_on_to_the_country_that_has_the_town():
    assert str(find_place("Monterrey", "NL")) == "Monterrey, NL"
    assert str(find_place("Corner Brook", "NL")) == "Corner Brook, NL"
    assert str(find_place("Tijuana", "BC")) == "Tijuana, BC"
    assert str(find_place("Kelowna", "BC")) == "Kelowna, BC"


def test_the_country_is_honoured():
    assert find_place("Dallas", "TX", "US") == find_place("Dallas", "TX")
    assert find_place("Dallas", "TX", "Canada") is None
    assert find_place("Dallas", "TX", "France") is None
    assert find_place("Nogales", country="MX").region == "SON"


def test_without_a_region_only_what_is_meant_surely():
    assert str(find_place("Chicago")) == "Chicago, IL"
    assert str(find_place("New York")) == "New York City, NY"
    assert find_place("Springfield") is None
    assert find_place("Portland") is None
    assert find_place("Paris") is None
    assert str(find_place("London", country="CA")) == "London, ON"


def test_an_own_name_goes_before_another_ones_alternative():
    """ "Mound City" is what St. Louis was once called."""
    assert find_place("Mound City", "MO").name == "Mound City"


def test_the_larger_of_two_in_a_region():
    assert find_place("Guadalupe", "NL", "MX").population > 500_000


@pytest.mark.parametrize(
    ("city", "region", "country"),
    [
        ("", "", ""),
        ("Dallas", "XX", ""),
        ("Nowhere at all", "TX", ""),
        ("\x00", "TX", ""),
        ("Dallas\x00", "T\x00X\x00Q", ""),
        ("達拉斯", "TX", ""),
        ("%", "%", "%"),
        ("x" * 10_000, "TX", ""),
    ],
)
def test_what_is_no_place_is_none(city, region, country):
    assert find_place(city, region, country) is None
    assert suggest_places(f"{city}, {region}", limit=1) is not None


def test_text_is_taken_apart_and_found():
    assert (
        find_place_of("Dallas, TX") == find_place_of(PlaceText("Dallas", "TX")) == find_place("Dallas", "TX")
    )


@pytest.mark.usefixtures("_nothing_is_remembered")
def test_a_place_is_looked_up_once(django_assert_num_queries):
    with django_assert_num_queries(1):
        assert find_place("Dallas", "TX") is find_place("Dallas", "TX")
    with django_assert_num_queries(1):
        assert find_place("Nowhere at all", "TX") is find_place("Nowhere at all", "TX") is None


@pytest.mark.usefixtures("_nothing_is_remembered")
def test_many_are_looked_up_by_two_statements(django_assert_num_queries):
    wanted = [
        ("Dallas", "TX", ""),
        ("Atlanta", "Georgia", "USA"),
        ("Chicago", "", ""),
        ("Nowhere at all", "TX", ""),
    ]
    wanted += [("Monterrey", "NL", ""), ("", "TX", ""), ("Springfield", "", "US")]
    with django_assert_num_queries(2):
        found = find_places(wanted)
    with django_assert_num_queries(0):
        assert found == {spelling: find_place(*spelling) for spelling in wanted}
    assert [str(found[spelling]) for spelling in wanted] == [
        "Dallas, TX",
        "Atlanta, GA",
        "Chicago, IL",
        "None",
        "Monterrey, NL",
        "None",
        "None",
    ]


@pytest.mark.usefixtures("_nothing_is_remembered")
def test_what_is_remembered_is_bounded(monkeypatch):
    monkeypatch.setattr(gazetteer, "MAX_REMEMBERED", 3)
    for number in range(10):
        find_place(f"Nowhere {number}", "TX")
    assert len(gazetteer._remembered) == 3
    find_place("x" * 10_000, "TX")
    assert max(len(city) for city, *_ in gazetteer._remembered) < 1_000


def test_zones_of_whole_regions():
    assert zone_of_region("GA") == "America/New_York"
    assert zone_of_region("Georgia", "US") == "America/New_York"
    assert zone_of_region("HI") == "Pacific/Honolulu"
    assert zone_of_region("TX") == ""
    assert zone_of_region("NL", "MX") == ""
    assert zone_of_region("XX") == zone_of_region("") == zone_of_region("GA", "France") == ""


# Distances


def test_miles_as_the_crow_flies():
    dallas, atlanta = find_place("Dallas", "TX"), find_place("Atlanta", "GA")
    assert miles_between(dallas, atlanta) == pytest.approx(721, abs=5)
    assert miles_between(atlanta, dallas) == miles_between(dallas, atlanta)
    assert miles_between(dallas, dallas) == 0
    north, south = Place(latitude=90, longitude=0), Place(latitude=-90, longitude=123)
    assert miles_between(north, south) == pytest.approx(math.pi * 3958.8)


@pytest.mark.deep_but("*-75.5")
@pytest.mark.parametrize("miles", [0, 5, 75.5, 300, 2500, 20_000])
@pytest.mark.parametrize("spot", [("Dallas", "TX"), ("Utqiagvik", "AK"), ("Mérida", "YUC")])
def test_what_lies_within_is_what_is_near(spot, miles, django_assert_num_queries):
    center = find_place(*spot)
    near = [place.pk for place in Place.objects.order_by("id") if miles_between(center, place) <= miles]
    with django_assert_num_queries(1):
        assert places_within(center, miles) == near
    assert center.pk in near


@pytest.mark.deep
def test_what_lies_within_is_found_around_a_pole():
    assert len(places_within(Place(latitude=89.9, longitude=10), 1_500)) == sum(
        miles_between(Place(latitude=89.9, longitude=10), place) <= 1_500 for place in Place.objects.all()
    )


# Suggestions


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Dalas", "Dallas, TX"),
        ("Dal", "Dallas, TX"),
        ("Philadelfia", "Philadelphia, PA"),
        ("Chicgo", "Chicago, IL"),
        ("San Fransisco", "San Francisco, CA"),
        ("Albuquerqe", "Albuquerque, NM"),
        ("Saint Loius, MO", "St. Louis, MO"),
        ("Monterey, NL", "Monterrey, NL"),
        ("Atlana, GA", "Atlanta, GA"),
        ("Tiajuana", "Tijuana, BC"),
        ("Loredo, Texas", "Laredo, TX"),
        ("Mississagua, ON", "Mississauga, ON"),
        ("Ciudad Juares", "Ciudad Juárez, CH"),
        ("Springfeild, IL", "Springfield, IL"),
    ],
)
def test_what_was_meant_comes_first(typed, meant, django_assert_num_queries):
    with django_assert_num_queries(1):
        assert str(suggest_places(typed)[0]) == meant


def test_suggestions_are_as_many_as_wanted_and_of_the_region():
    assert len(suggest_places("San", limit=7)) == 7
    assert {place.region for place in suggest_places("Spring, TX", limit=5)} == {"TX"}
    assert {place.country for place in suggest_places("London, Canada", limit=3)} == {"CA"}
    assert suggest_places("") == suggest_places("??") == []
    assert suggest_places("Qqqqqqqqqq") == []
