"""Distances from a town, letters of a number's spelling, round thousands, and what is held of a reading."""

from datetime import date, datetime
from decimal import Decimal

import pytest

from calls.language.clauses import untold
from calls.language.model_reading import _papers_number, candidates_of
from calls.language.reading import Expecting, Listening, Place, Reading
from calls.language.roads import from_town
from calls.language.understanding import understand

NOW = datetime(2026, 3, 3, 9)


@pytest.mark.parametrize(
    ("words", "town", "far"),
    [
        ("about 60 miles south of saint louis on 55", "St. Louis", "60 miles south of"),
        ("an hour south of bakersfield at the grapevine", "Bakersfield", "an hour south of"),
        ("forty miles past des moines heading east", "Des Moines", "40 miles past"),
        ("como a una hora al norte de laredo", "Laredo", "1 hour north of"),
        ("media hora antes de san antonio", "San Antonio", "half an hour before"),
        ("40 miles west of amarillo", "Tulsa", ""),
        ("just left tulsa", "Tulsa", ""),
    ],
)
def test_distance_is_told_with_its_town(words, town, far):
    assert from_town(words, Place(town)) == far


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("eme ka guion ocho ocho tres uno cuatro", "MK-88314"),
        ("be ele cuatro cuatro siete", "BL447"),
        ("es el de la carga tres uno dos", "312"),
    ],
)
def test_letters_are_spelled_by_their_spanish_names(words, number):
    assert _papers_number(words, Listening(now=NOW, language="es", expecting=Expecting.BOL)) == number


@pytest.mark.parametrize(
    ("words", "amounts"),
    [
        ("gimme two even", {Decimal(2000)}),
        ("twelve even", {Decimal(1200), 12}),
    ],
)
def test_few_even_are_thousands(words, amounts):
    listening = Listening(now=NOW, expecting=Expecting.OFFER, offer=Decimal(1775))

    assert set(candidates_of(words, understand(words, listening))[0].amounts) == amounts


def test_before_lunch_is_before_noon():
    assert understand("before lunch", Listening(now=NOW, expecting=Expecting.CALLBACK)).time.hour == 12


HEARD = Reading(
    text="call sandy at three and it has to be no touch",
    conditions=("it has to be no touch",),
    time=datetime(2026, 3, 3, 15),
    time_words="at three",
    person="Sandy",
    is_by_model=True,
)


@pytest.mark.parametrize(
    ("held", "said", "left"),
    [
        ("", (), ["it has to be no touch", "call sandy at three", "call sandy at three"]),
        ("it has to be no touch; call Sandy at three", (), []),
        ("it has to be no touch, Sandy", ("3 PM",), ["call sandy at three"]),
        ("it has to be no touch, Sandy, 3 PM", ("3 PM",), []),
        ('it has to be no touch, Sandy, "2026-03-03T15:00"', (), []),
    ],
)
def test_what_nothing_holds_is_left_by_its_clause(held, said, left):
    assert untold(HEARD, held, *said) == left


def test_day_alone_is_held_by_its_date():
    heard = Reading(
        text="put me down for friday", day=date(2026, 3, 6), time_words="friday", is_by_model=True
    )

    assert untold(heard, "2026-03-06") == []
    assert untold(heard, "2026-03-05") == ["put me down for friday"]


def test_one_o_clock_by_the_clock_here_is_no_hour_long():
    listening = Listening(
        expecting=Expecting.TIME, now=datetime(2026, 11, 28, 10, 0), language="es", appointment=(None, None)
    )

    assert understand("como a la una hora de aqui", listening).time == datetime(2026, 11, 28, 13, 0)
    assert understand("en una hora", listening).time == datetime(2026, 11, 28, 11, 0)


@pytest.mark.parametrize(
    ("words", "amount"),
    [
        ("no le digo tres mil doscientos tres dos cero cero", 3200),
        ("deme treinta y doscientos parejos", 3200),
        ("quiero treinta y dos cientos", 3200),
        ("dame dos mil doscientos", 2200),
    ],
)
def test_sum_said_twice_or_by_hundreds_is_a_candidate(words, amount):
    listening = Listening(
        expecting=Expecting.OFFER,
        now=datetime(2026, 11, 28, 10),
        language="es",
        offer=Decimal(3150),
        appointment=(None, None),
    )

    found = candidates_of(words, understand(words, listening))

    assert Decimal(amount) in {each for candidate in found for each in candidate.amounts}
