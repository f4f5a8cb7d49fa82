"""Sums as carriers name them, and figures that are none."""

import pytest

from tests.calls.agent.understood import heard, sums

ASKS = [
    ("twenty four fifty", "2450"),
    ("24 50", "2450"),
    ("24-50", "2450"),
    ("24.50", "2450"),
    ("$2,450.00", "2450"),
    ("two four fifty", "2450"),
    ("two thousand four fifty", "2450"),
    ("2 thousand 4 hundred and fifty", "2450"),
    ("twenty five oh five", "2505"),
    ("two five", "2500"),
    ("2.5", "2500"),
    ("2.5k", "2500"),
    ("two thousand and a half", "2500"),
    ("25 hundred bucks", "2500"),
    ("I need 3", "3000"),
    ("an even three grand", "3000"),
    ("let's settle on 25", "2500"),
    ("I'd be at 27 on that", "2700"),
    ("can't you do 2500", "2500"),
    ("no, 2500", "2500"),
    ("would 2500 work?", "2500"),
    ("my minimum is 2400", "2400"),
    ("I won't move for anything less than 2500", "2500"),
    ("can't do it for less than 2500", "2500"),
    ("I can't go lower than 2400", "2400"),
    ("somewhere between 24 and 25 hundred", "2400, 2500"),
    ("24 or 25 hundred", "2400, 2500"),
    ("I can pick up at 9 and I need 2500", "2500"),
    ("come up to 2500", "2500"),
    ("bump it to twenty-five hundred", "2500"),
    ("2,450, sorry, 2,550", "2550"),
    ("another broker's got it at 2700, can you match it", "2700"),
    ("dos cuatrocientos cincuenta", "2450"),
    ("dos cuatro cincuenta", "2450"),
    ("24, digo, 25", "2500"),
    ("no la muevo por menos de 25", "2500"),
    ("la recojo mañana a las ocho por dos mil quinientos", "2500"),
]


@pytest.mark.parametrize(("words", "expected"), ASKS)
def test_sum_for_the_load_is_read_beside_the_offer(words, expected):
    assert sums(heard(words)) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("two fifteen a mile", "2.15/mi"),
        ("215 a mile", "2.15/mi"),
        ("it has to be 2.75/mile", "2.75/mi"),
        ("a buck ninety a mile", "1.9/mi"),
        ("rate per mile 2.80", "2.8/mi"),
        ("three per loaded mile", "3/mi"),
        ("dos punto ocho la milla", "2.8/mi"),
        ("$2.15", "2.15/mi"),
        ("two fifteen", "2.15/mi"),
        ("ten cents more a mile", "+101"),
    ],
)
def test_price_a_mile_is_known_by_its_words_or_its_size(words, expected):
    assert sums(heard(words)) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("give me two more", "+200"),
        ("a couple more hundred", "+200"),
        ("three hundred over that", "+300"),
        ("we're only a hundred apart", "+100"),
        ("200 more than that", "+200"),
        ("dame cien más", "+100"),
        ("otros doscientos", "+200"),
    ],
)
def test_sum_on_top_of_the_offer_is_told_from_the_whole(words, expected):
    assert sums(heard(words)) == expected


@pytest.mark.parametrize(
    "words",
    [
        "I can't do 2400",
        "2400 won't work",
        "2300 doesn't even cover my fuel",
        "I'm not running it for twenty-three hundred",
        "no, no way I do it for 2300",
        "I need more than 2300",
        "you said 2300?",
        "is your max above or below 2600",
        "is 2500 your max",
        "last week I got 2800 on this lane",
        "the market says 2800",
        "that's barely two dollars a mile",
        "dos mil trescientos es muy poco",
    ],
)
def test_sum_that_is_refused_quoted_or_probed_is_no_ask(words):
    assert sums(heard(words)) == ""


@pytest.mark.parametrize(
    "words",
    [
        "I've got a 53 foot reefer",
        "it weighs 44 thousand",
        "forty-four thousand pounds",
        "I'm 24 miles out",
        "about 45 minutes",
        "call me at 214 555 0188",
        "two one four, five five five, oh one eight eight",
        "MC 245067",
        "load 2450",
        "I-24 is closed",
        "exit 245",
        "on 35 just north of Waco",
        "mile marker 152",
        "on the 24th",
        "March 24",
        "be there at 2:30",
        "I can be there at 10 tomorrow",
        "24 pallets",
        "twenty four hours",
        "set at minus 10 degrees",
        "ten four",
        "24/7",
        "a hundred percent",
        "hold on one second",
        "the other one",
        "tengo dos camiones",
        "son 780 millas",
    ],
)
def test_figure_that_is_something_else_is_no_money(words):
    assert sums(heard(words)) == ""


def test_without_an_offer_a_sum_must_be_plausible_by_itself():
    assert sums(heard("two and a half", offer=None, miles=None)) == "2500"
    assert sums(heard("I need 24", offer=None, miles=None)) == "2400"
    assert sums(heard("it's 24 of them", "nothing", offer=None, miles=None)) == ""
    assert sums(heard("I need ninety thousand", offer=None, miles=None)) == ""


def test_small_offer_moves_the_readings_with_it():
    assert sums(heard("nine fifty", offer="900")) == "950"
    assert sums(heard("eight and a half", offer="800", miles="200")) == "850"
    assert sums(heard("twelve", offer="1000", miles="300")) == "1200"
    assert sums(heard("twelve", offer="11000", miles="2800")) == "12000"


def test_deal_hung_on_another_figure_is_no_agreement():
    assert not heard("make it 26 and I'm your guy").has("deal", "yes")
    assert not heard("if you do 2500 we can book it").has("deal", "yes")
    assert not heard("2500 and it's a deal").has("deal", "yes")
    assert heard("2300 works for me, book it").has("deal")


def test_our_figure_said_back_asks_for_the_rate():
    meaning = heard("2300?")
    assert meaning.has("asks_rate")
    assert not meaning.money


def test_bare_figure_is_no_money_while_something_else_is_asked():
    assert sums(heard("twenty four fifty", "identity")) == ""
    assert sums(heard("4512", "load")) == ""
    assert sums(heard("34", "temperature")) == ""
    assert sums(heard("two thirty", "time")) == ""
