"""What is told beside an act: a condition taken back, a discount, who calls whom, why a load isn't wanted."""

from dataclasses import replace
from datetime import datetime
from decimal import Decimal

import pytest

from calls.language.asides import read_asides
from calls.language.model_reading import candidates_of
from calls.language.opt_out import asks_to_stop
from calls.language.reading import Act, Expecting, Figure, Listening, Role
from calls.language.understanding import understand

LISTENING = Listening(
    expecting=Expecting.OFFER, now=datetime(2026, 3, 2, 15, 10), offer=Decimal(1675), miles=Decimal(781)
)
PLAIN = Listening(expecting=Expecting.CONFIRMATION, now=LISTENING.now)


@pytest.mark.parametrize(
    ("words", "amount"),
    [
        ("i could maybe come down fifty bucks but thats about it", 50),
        ("ok knock off another twenty five", 25),
        ("take a hundred off that", 100),
        ("le bajo cien pesos", 100),
    ],
)
def test_discount_is_less_than_their_own_price(words, amount):
    assert understand(words, LISTENING).figures == (Figure(Decimal(amount), Role.OFF),)


@pytest.mark.parametrize(
    "words",
    ["i can come down to nineteen hundred", "can you come up fifty bucks", "¿hay que bajar una app?"],
)
def test_what_a_price_comes_down_to_is_no_discount(words):
    assert Role.OFF not in {each.role for each in understand(words, LISTENING).figures}


def test_discount_is_among_the_figures_that_a_model_may_name():
    words = "i could maybe come down fifty bucks"

    assert any(Decimal(50) in each.amounts for each in candidates_of(words, understand(words, LISTENING)))


@pytest.mark.parametrize(
    ("words", "is_dropped"),
    [
        ("you know what twenty seven and ill eat the lumper", True),
        ("lumpers on me twenty seven flat", True),
        ("yo pago el lumper", True),
        ("and you eat the lumper", False),
        ("is that with the lumper on you", False),
    ],
)
def test_cost_that_they_take_themselves_is_taken_back(words, is_dropped):
    assert bool(read_asides(words).dropped) == is_dropped


@pytest.mark.parametrize(
    ("words", "is_theirs"),
    [
        ("let him call yall his name is rick", True),
        ("rickll call you guys in a bit", True),
        ("mejor que le marque mi esposo", True),
        ("no ill call you dont need to call me on that one", True),
        ("leave it, i'll ask my driver and call back", True),
        ("have somebody call me back", False),
    ],
)
def test_call_that_comes_from_their_side(words, is_theirs):
    assert read_asides(words).is_their_call == is_theirs


@pytest.mark.parametrize(
    ("words", "is_stop"),
    [
        ("just email me dont call", False),
        ("text me instead, don't call", False),
        ("mandeme un correo y no me llame", False),
        ("i dont read email and dont call me", True),
    ],
)
def test_whoever_wants_to_be_written_to_instead_opts_out_of_nothing(words, is_stop):
    assert asks_to_stop(words) == is_stop


@pytest.mark.parametrize("words", ["like i said yes", "i already told you yeah man", "si ya le dije que si"])
def test_yes_that_was_said_before_is_one(words):
    assert understand(words, PLAIN).acts == (Act.YES,)


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("this is cedar valley runners about that load", ""),
        ("hey its granite flatbed", ""),
        ("this is dana with granite flatbed", "Dana"),
    ],
)
def test_first_word_of_a_company_is_nobodys_name(words, name):
    assert understand(words, PLAIN).name == name


def test_name_begun_twice_is_said_once():
    assert (
        understand("driver is marcus marcus webb", replace(PLAIN, expecting=Expecting.CONTACT)).driver
        == "Marcus Webb"
    )
