"""Figures that carriers name beside a price question and that are no money, and figures that they take back."""

from datetime import datetime
from decimal import Decimal

import pytest

from calls.language.reading import Expecting, Listening
from calls.language.understanding import understand

NOW = datetime(2026, 11, 26, 10)  # a Thursday


def hear(words, *, offer, miles=781, asked=Expecting.OFFER, language="en"):
    listening = Listening(
        expecting=asked, now=NOW, language=language, offer=Decimal(offer), miles=Decimal(miles)
    )
    return understand(words, listening)


def asks(words, **beside):
    return [int(each.amount) for each in hear(words, **beside).own_figures]


@pytest.mark.parametrize(
    ("words", "language"),
    [
        ("six to ten no sir can't make that i'm in reno in the morning could they load me saturday", "en"),
        ("between eight and two won't work for me can they do the afternoon", "en"),
        ("they load from seven to three", "en"),
        ("can't make nine to noon my truck's in waco", "en"),
        ("ten to four i can do what's it pay", "en"),
        ("de seis a diez no puedo estoy en reno", "es"),
        ("entre ocho y diez no llego", "es"),
    ],
)
@pytest.mark.parametrize("offer", [975, 1500])
def test_hours_from_and_to_are_no_price(words, language, offer):
    assert asks(words, offer=offer, language=language) == []


@pytest.mark.parametrize(
    ("words", "offer", "price"),
    [
        ("need eleven to twelve on that", 975, 1100),
        ("i'd need eleven to twelve hundred", 975, 1100),
        ("how about eleven to twelve", 1000, 1100),
        ("ten to twelve is what i need", 975, 1000),
        ("eighteen to nineteen hundred", 1500, 1800),
        ("eleven fifty to move it", 1050, 1150),
    ],
)
def test_a_range_of_prices_is_one(words, offer, price):
    assert asks(words, offer=offer)[0] == price


@pytest.mark.parametrize(
    ("words", "language"),
    [
        (
            "forty six five whoo thats too heavy for me i can only scale forty five i'll have to pass on it",
            "en",
        ),
        ("forty six thousand is over my limit i can only haul forty four", "en"),
        ("forty six five that's too heavy on my trailer", "en"),
        ("i can't scale forty six five", "en"),
        ("that's heavy my max is thirty nine", "en"),
        ("cuarenta y dos mil es mucho peso yo cargo cuarenta nada mas", "es"),
        ("pesa cuarenta y cuatro mil y yo nomas cargo cuarenta y dos", "es"),
    ],
)
@pytest.mark.parametrize("offer", [2400, 3650])
def test_weights_are_no_price(words, language, offer):
    assert asks(words, offer=offer, miles=1030, language=language) == []


@pytest.mark.parametrize(
    ("words", "price"),
    [
        ("thats light for forty seven five on a flatbed i'd need like twenty nine", 2900),
        ("it's heavy so i need twenty eight", 2800),
        ("thirty two hundred since it's heavy", 3200),
        ("i can pull it for thirty but it's heavy", 3000),
        ("i can scale forty six so i'd need twenty nine", 2900),
        ("too heavy for twenty four i'd want thirty", 3000),
    ],
)
def test_price_beside_a_weight_is_one(words, price):
    assert asks(words, offer=2400, miles=1030)[-1] == price


@pytest.mark.parametrize(
    "words",
    [
        "truck nineteen is the one that'd take it",
        "my unit seventeen fifty is empty",
        "trailer fifty three twelve truck nine oh one",
        "i'm on twenty west by weatherford right now",
        "we'd come down forty five to houston",
        "he's on interstate forty in amarillo",
        "i'm calling about four eight two one oh one",
        "load number ending in nineteen twenty",
    ],
)
def test_units_roads_and_load_numbers_are_no_price(words):
    assert asks(words, offer=1500) == []


@pytest.mark.parametrize(
    ("words", "language"),
    [
        ("i never said a thousand", "en"),
        ("i didn't say nineteen hundred", "en"),
        ("whoa i didnt ask for eighteen", "en"),
        ("i never gave you a number", "en"),
        ("forget the thousand", "en"),
        ("yo nunca dije dos mil", "es"),
        ("no le dije mil ochocientos", "es"),
    ],
)
def test_figure_that_was_never_named_is_taken_back(words, language):
    heard = hear(words, offer=1500, language=language)

    assert heard.takes_back
    assert heard.own_figures == ()


@pytest.mark.parametrize(
    ("words", "language", "price"),
    [
        ("i never said a thousand i said eleven fifty", "en", 1150),
        ("i didn't say nineteen i said twenty one", "en", 2100),
        ("no forget the thousand that was you talkin i'd do eleven fifty saturday", "en", 1150),
        ("i never said two thousand i said twenty two hundred", "en", 2200),
        ("no dije dos mil dije dos mil doscientos", "es", 2200),
    ],
)
def test_what_was_said_instead_is_the_price(words, language, price):
    offer = 975 if price < 1500 else 2000
    asked = Expecting.OFFER if price < 1500 else Expecting.CONFIRMATION
    heard = hear(words, offer=offer, asked=asked, language=language)

    assert heard.takes_back
    assert [int(each.amount) for each in heard.own_figures] == [price]


@pytest.mark.parametrize(
    "words", ["you never said two thousand", "i said nineteen hundred", "i need nineteen"]
)
def test_a_price_or_a_claim_takes_nothing_back(words):
    assert not hear(words, offer=1500).takes_back
