"""Sums as carriers name them, and figures that are none."""

import pytest

from calls.language.reading import Act, Topic
from tests.calls.agent.understood import figures_in, heard, sums, written

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
    ("somewhere between 24 and 25 hundred", "2400"),
    ("24 or 25 hundred", "2400"),
    ("I can pick up at 9 and I need 2500", "2500"),
    ("come up to 2500", "2500"),
    ("bump it to twenty-five hundred", "2500"),
    ("2,450, sorry, 2,550", "2550"),
    ("another broker's got it at 2700, can you match it", "2700"),
    ("dos cuatrocientos cincuenta", "2450"),
    ("tres mil docientos", "3200"),
    ("mil seisientos cincuenta", "1650"),
    ("ventiocho cincuenta", "2850"),
    ("diesiocho cincuenta", "1850"),
    ("quinse cincuenta", "1550"),
    ("veintiseiscientos", "2600"),
    ("treintaicinco cientos", "3500"),
    ("dos cuatro cincuenta", "2450"),
    ("24, digo, 25", "2500"),
    ("no la muevo por menos de 25", "2500"),
    ("la recojo mañana a las ocho por dos mil quinientos", "2500"),
]


@pytest.mark.parametrize(("words", "expected"), ASKS)
def test_sum_for_the_load_is_read_beside_the_offer(words, expected):
    assert sums(figures_in(words)) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("two ninety a mile", "2.9/mi"),
        ("290 a mile", "2.9/mi"),
        ("it has to be 2.75/mile", "2.75/mi"),
        ("two bucks ninety a mile", "2.9/mi"),
        ("rate per mile 2.80", "2.8/mi"),
        ("three per loaded mile", "3/mi"),
        ("dos punto ocho la milla", "2.8/mi"),
        ("$2.90", "2.9/mi"),
        ("ten cents more a mile", "+101"),
    ],
)
def test_price_a_mile_is_known_by_its_words_or_its_size(words, expected):
    assert sums(figures_in(words)) == expected


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
    assert sums(figures_in(words)) == expected


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
    assert sums(figures_in(words)) == ""


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
    assert sums(figures_in(words)) == ""


def test_without_an_offer_a_sum_must_be_plausible_by_itself():
    assert sums(figures_in("two and a half", offer=None, miles=None)) == "2500"
    assert sums(figures_in("I need 24", offer=None, miles=None)) == "2400"
    assert sums(figures_in("it's 24 of them", "nothing", offer=None, miles=None)) == ""
    assert sums(figures_in("I need ninety thousand", offer=None, miles=None)) == ""


def test_small_offer_moves_the_readings_with_it():
    assert sums(figures_in("nine fifty", offer="900")) == "950"
    assert sums(figures_in("eight and a half", offer="800", miles="200")) == "850"
    assert sums(figures_in("twelve", offer="1000", miles="300")) == "1200"
    assert sums(figures_in("twelve", offer="11000", miles="2800")) == "12000"


def test_deal_hung_on_another_figure_is_no_agreement():
    assert not heard("make it 26 and I'm your guy").agrees
    assert not heard("if you do 2500 we can book it").agrees
    assert not heard("2500 and it's a deal").agrees
    assert heard("2300 works for me, book it").has(Act.AGREES)


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        ("2300?", "offer"),
        ("can you do 2300", "offer"),
        ("I can't do it for 2300", "offer"),
        ("twenty three hundred, right", "confirmation"),
        ("twenty to fifty", "offer"),
        ("that's barely two twenty five a mile", "offer"),
    ],
)
def test_our_figure_said_back_is_never_an_ask(words, asked):
    offer = "2250" if "fifty" in words else "2300"
    assert written(figures_in(words, asked, offer=offer)) == f"back {offer}"


def test_our_figure_said_back_as_a_question_asks_for_the_rate():
    assert heard("2300?").asks(Topic.RATE)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("I can't do 2400", "other 2400"),
        ("2500 won't work", "other 2500"),
        ("last week I got 2800 on this lane", "other 2800"),
        ("another broker offered me 2600", "other 2600"),
        ("my buddy hauled it for 2600", "other 2600"),
        ("the customer's paying you 2800", "other 2800"),
        ("is 2500 your max", "other 2500"),
        ("ayer me ofrecieron dos mil quinientos", "other 2500"),
        ("you're at 2300, I'm at 2700, call it 25", "back 2300, 2700, 2500"),
    ],
)
def test_somebody_elses_price_is_told_from_their_own(words, expected):
    assert written(figures_in(words)) == expected


@pytest.mark.parametrize(
    "words",
    [
        "does that start with a three",
        "is there a 3 in front",
        "the right price, it's right",
        "two stops or three",
        "is that net thirty",
        "detention's 60 an hour",
        "what's the lumper, 150",
        "diesel is four dollars",
        "it's 1010 miles right",
        "I'm at 24 pallets",
    ],
)
def test_probe_count_or_cost_is_no_figure_at_all(words):
    assert written(figures_in(words)) == ""


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("twenty five plus a hundred a stop", "2500"),
        ("2500 and 50 for the lumper", "2500"),
        ("if you cover the 150 detention I'm good", ""),
        ("dos quinientos más cincuenta por parada", "2500"),
        ("tack on two fifty for the tarps", "+250"),
    ],
)
def test_extra_beside_a_price_is_not_the_price(words, expected):
    assert sums(figures_in(words)) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("thirty ate hundred", "3800"),
        ("give me to thousand five hundred", "2500"),
        ("i need to fifty a mile", "2.5/mi"),
        ("put another too hundred on there", "+200"),
        ("for tea two hundred", "4200"),
        ("twenty sicks fitty", "2650"),
    ],
)
def test_recognizers_homophones_are_read(words, expected):
    assert sums(figures_in(words, offer="3000" if expected in ("3800", "4200") else "2300")) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("dos cinco", "2500"),
        ("dos mil seis", "2600"),
        ("a dos ochenta la milla", "2.8/mi"),
        ("échele doscientos más", "+200"),
        ("entre dos mil quinientos y dos mil seiscientos", "2500"),
        ("no bajo de dos mil quinientos", "2500"),
        ("dos mil quinientos, no tres", "3000"),
    ],
)
def test_spanish_shorthands_are_read(words, expected):
    assert sums(figures_in(words, language="es")) == expected


def test_fraction_said_twice_is_no_stammer():
    assert heard("1.1 1.1 01", "time").own_figures == ()


def test_bare_figure_is_no_money_while_something_else_is_asked():
    assert sums(figures_in("twenty four fifty", "identity")) == ""
    assert sums(figures_in("4512", "load")) == ""
    assert sums(figures_in("34", "temperature")) == ""
    assert sums(figures_in("two thirty", "time")) == ""
