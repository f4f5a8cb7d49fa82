"""A place in one line of text, taken apart; names and regions as keys."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from organizations.places.gazetteer import PlaceText, read_place
from organizations.places.regions import REGIONS, place_key, read_country, read_regions


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Dallas, TX", ("Dallas", "TX", "")),
        ("dallas,tx", ("dallas", "TX", "")),
        ("St. Louis, Missouri", ("St. Louis", "MO", "")),
        ("Montréal, QC, Canada", ("Montréal", "QC", "CA")),
        ("Laredo TX", ("Laredo", "TX", "")),
        ("Laredo TX USA", ("Laredo", "TX", "US")),
        ("Laredo, TX USA", ("Laredo", "TX", "US")),
        ("Laredo TX, USA", ("Laredo", "TX", "US")),
        ("Las Vegas New Mexico", ("Las Vegas", "NM", "")),
        ("Dallas, TX 75201", ("Dallas", "TX", "")),
        ("Toronto, ON M5V 2T6, Canada", ("Toronto", "ON", "CA")),
        ("Monterrey, Nuevo León C.P. 64000, México", ("Monterrey", "NLE", "MX")),
        ("Wichita (KS)", ("Wichita", "KS", "")),
        # A city that is called as its state, or ends like one.
        ("New York", ("New York", "", "")),
        ("New York NY", ("New York", "NY", "")),
        ("Kansas City", ("Kansas City", "", "")),
        ("West Virginia", ("West Virginia", "", "")),
        ("Mexico City", ("Mexico City", "", "")),
        # Codes that several countries have stay as they are: who looks them up tries one after the other.
        ("Monterrey, NL", ("Monterrey", "NL", "")),
        ("Monterrey, NL, MX", ("Monterrey", "NLE", "MX")),
        ("Tijuana, B.C., Mexico", ("Tijuana", "BCN", "MX")),
        ("Toluca, Mexico", ("Toluca", "", "MX")),
        ("Toluca, México, México", ("Toluca", "MEX", "MX")),
        ("Ontario, CA", ("Ontario", "CA", "")),
        ("London, Canada", ("London", "", "CA")),
        # What isn't known is left as it was written.
        ("Paris, France", ("Paris", "France", "")),
        ("Dallas, Zz", ("Dallas", "Zz", "")),
        ("Dallas", ("Dallas", "", "")),
        (" , ,", ("", "", "")),
        ("", ("", "", "")),
    ],
)
def test_place_is_taken_apart(text, parts):
    assert read_place(text) == PlaceText(*parts)


@given(st.text(max_size=200))
def test_any_text_is_taken_apart(text):
    place = read_place(text)
    assert len(place.city) <= len(text)
    assert place_key(place.city).isascii()


@pytest.mark.parametrize(
    "spellings",
    [
        ("St. Louis", "Saint Louis", "ST LOUIS", "st.louis", "Saint-Louis"),
        ("Sault Ste. Marie", "Sault Sainte-Marie", "Sault St Marie"),
        ("Fort Worth", "Ft. Worth", "FT WORTH", "Ft.Worth"),
        ("Mount Vernon", "Mt. Vernon", "Mt Vernon"),
        ("North Las Vegas", "N. Las Vegas", "No. Las Vegas"),
        ("East St. Louis", "E. Saint Louis"),
        ("Coeur d'Alene", "Coeur d’Alene", "Coeur dAlene", "COEUR D ALENE"),
        ("Winston-Salem", "Winston Salem"),
        ("McAllen", "Mc Allen"),
        ("Montréal", "Montreal", "MONTRÉAL"),
        ("Ciudad Juárez", "Cd. Juarez"),
        ("Washington D.C.", "Washington DC", "Washington D. C."),
        ("Łódź", "Lodz"),
    ],
)
def test_spellings_of_one_name_are_one_key(spellings):
    assert len(set(map(place_key, spellings))) == 1


def test_names_that_differ_keep_their_keys():
    names = (
        "Port Arthur",
        "Fort Arthur",
        "St",
        "S",
        "Salem",
        "Santa Fe",
        "Saint Fe",
        "Moscow",
        "South",
        "1st",
    )
    assert len(set(map(place_key, names))) == len(names)
    assert place_key("Москва") == place_key("...") == place_key("") == ""


def test_codes_that_clash_are_the_united_states_then_canadas_then_mexicos():
    assert [(region.country, region.code) for region in read_regions("NL")] == [("CA", "NL"), ("MX", "NLE")]
    assert [(region.country, region.code) for region in read_regions("CO")] == [("US", "CO"), ("MX", "COA")]
    assert [(region.country, region.code) for region in read_regions("b.c.")] == [("CA", "BC"), ("MX", "BCN")]
    assert [region.code for region in read_regions("NL", "MX")] == ["NLE"]
    assert read_regions("TX", "CA") == ()
    assert read_regions("Atlantis") == read_regions("") == ()


def test_no_country_has_a_spelling_twice():
    for region in REGIONS:
        for word in region.words:
            assert read_regions(word, region.country) == (region,), word


@pytest.mark.parametrize(
    ("text", "code"),
    [("U.S.A.", "US"), ("EE.UU.", "US"), ("Canadá", "CA"), ("MÉXICO", "MX"), ("France", ""), ("", "")],
)
def test_countries_are_read(text, code):
    assert read_country(text) == code
