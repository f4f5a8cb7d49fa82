"""What stands beside our price: hours that are none, a yes in any dress, a no that is none of the price."""

from dataclasses import replace
from datetime import datetime
from decimal import Decimal

import pytest

from calls.language.reading import Act, Expecting, Listening, Role, Topic
from calls.language.understanding import understand

OFFER = Listening(expecting=Expecting.OFFER, now=datetime(2026, 3, 3, 10), offer=Decimal(1725))


def hear(words, *, offer=1725, **beside):
    return understand(words, replace(OFFER, offer=Decimal(offer), **beside))


@pytest.mark.parametrize(
    ("words", "offer"),
    [
        ("its ten thirty in la the window closed can they still load me around one", 975),
        ("its already eleven fifteen here arent they closing on me", 1100),
        ("ya son las once y treinta y la ventana cierra a las doce", 1100),
    ],
)
def test_time_of_day_beside_words_of_time_is_no_price(words, offer):
    assert not hear(words, offer=offer).own_figures


@pytest.mark.parametrize(
    "words",
    [
        "i was getting 2425 bucks back in the spring",
        "we got 2425 on it last summer",
        "it paid 2425 back in march",
    ],
)
def test_price_of_another_season_is_none_of_theirs(words):
    assert not hear(words, offer=2200).own_figures


@pytest.mark.parametrize(
    ("words", "amount"),
    [("make it ten thirty and ill roll", 1030), ("i can do eleven fifteen if they load me", 1115)],
)
def test_figure_that_is_asked_for_stays_a_price(words, amount):
    assert [each.amount for each in hear(words, offer=975).own_figures] == [amount]


@pytest.mark.parametrize(
    ("words", "hour"),
    [
        ("yes if they say okay on three", 3),
        ("sure if they go with the five", 5),
        ("okay long as its four", 4),
    ],
)
def test_hour_that_was_asked_about_is_no_price(words, hour):
    reading = hear(words, expecting=Expecting.CONFIRMATION, hours=frozenset({hour}))

    assert not reading.own_figures
    assert reading.has(Act.AGREES, Act.AGREES_IF)


@pytest.mark.parametrize(
    "words",
    [
        "what no i said im good with your seventeen twenty five",
        "no man im fine at seventeen twenty five",
        "nah the seventeen twenty five is okay",
        "no oiga con los mil setecientos veinticinco estoy de acuerdo con mil setecientos veinticinco",
    ],
)
def test_our_price_taken_by_the_words_beside_it_is_a_doubtful_yes(words):
    reading = hear(words)

    assert reading.has(Act.AGREES)
    assert not reading.agrees
    assert not reading.has(Act.NO, Act.REFUSES)


@pytest.mark.parametrize(
    "words",
    [
        "seventeen twenty five is not okay with me",
        "thats no good at seventeen twenty five",
        "seventeen twenty five dont work",
    ],
)
def test_our_price_that_is_turned_down_is_no_yes(words):
    assert not hear(words).has(Act.AGREES)


@pytest.mark.parametrize(
    ("words", "condition"),
    [
        ("seventeen twenty five is okay i just need detention after two hours", "i just need detention"),
        ("what about seventeen twenty five plus detention if they hold me", "if they hold me"),
        ("sale en mil setecientos veinticinco mas el chasis", "mas el chasis"),
    ],
)
def test_our_price_with_something_beside_hangs_on_it(words, condition):
    reading = hear(words, language="es" if "mas" in words else "en")

    assert condition in " ".join(reading.conditions)
    assert {each.role for each in reading.figures} == {Role.OFFER_BACK}
    assert reading.has(Act.AGREES_IF)


@pytest.mark.parametrize(
    "words",
    [
        "no we got no truck out there got anything coming out of memphis",
        "it dont matter what it pays we cant cover it",
        "my guys are all in ohio aint nothing near dallas till friday",
        "no tenemos camiones por alla esta semana",
    ],
)
def test_who_has_no_truck_there_turns_the_load_down(words):
    assert hear(words).has(Act.DECLINES)


@pytest.mark.parametrize("words", ["you got nothing near dallas", "do you have a truck parts load or what"])
def test_question_for_loads_turns_nothing_down(words):
    assert not hear(words).has(Act.DECLINES)


def test_question_for_another_load_is_no_yes_on_a_condition():
    reading = hear("y no tienes otra que salga de dallas que no lleve lonas", language="es")

    assert reading.asks(Topic.OTHER_LOADS)
    assert not reading.has(Act.AGREES_IF)


@pytest.mark.parametrize(
    "words",
    [
        "so could he deliver tomorrow morning instead otherwise we gotta pass",
        "can they load me tomorrow otherwise im gonna have to pass",
    ],
)
def test_other_day_that_is_asked_for_or_else_hangs_on_it(words):
    reading = hear(words, expecting=Expecting.CONFIRMATION)

    assert not reading.has(Act.DECLINES)
    assert reading.asks(Topic.FLEXIBILITY)
    assert reading.conditions


@pytest.mark.parametrize(
    "words",
    [
        "its past ten already out there how am i supposed to make that pickup",
        "he is three hours out how is he gonna make the window",
    ],
)
def test_how_to_make_the_pickup_is_asked_of_the_appointment(words):
    reading = hear(words)

    assert reading.asks(Topic.FLEXIBILITY)
    assert not reading.asks(Topic.INSTRUCTIONS)


def test_what_they_need_to_know_is_no_condition():
    words = "pues necesito saber el last free day y si hay chasis en el puerto"

    assert not hear(words, language="es").conditions


@pytest.mark.parametrize(
    "words",
    [
        "it was posted at eighteen hundred so gimme the eighteen hundred",
        "you had it at nineteen so give me nineteen",
    ],
)
def test_posted_price_that_is_asked_for_is_theirs(words):
    assert hear(words).own_figures


@pytest.mark.parametrize(
    ("words", "more"),
    [
        ("seventeen twenty five plus a hundred for the deadhead and ill take off right now", 100),
        ("seventeen twenty five plus fifty for the tarp", 50),
        ("mil setecientos veinticinco mas cien por la lona y la llevo", 100),
        ("seventeen twenty five plus fifty an hour detention", None),
    ],
)
def test_sum_that_is_added_to_our_price_is_on_top_of_it(words, more):
    asked = [(each.amount, each.role) for each in hear(words).own_figures]

    assert asked == ([(more, Role.ON_TOP)] if more else [])
