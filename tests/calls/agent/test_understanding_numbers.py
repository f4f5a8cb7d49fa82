"""MC, DOT, load and BOL numbers as they are read out."""

import pytest

from tests.calls.agent.understood import heard


@pytest.mark.parametrize(
    "words",
    [
        "MC one two three four five six",
        "my MC is 123456",
        "MC# 123-456",
        "emcee twelve thirty-four fifty-six",
        "M.C. number is uh one two three, um, four five six",
        "MC one twenty three four fifty six",
        "MC a hundred twenty three thousand four hundred fifty six",
        "not 123465, MC 123456",
        "MC 123465, sorry, 123456",
        "MC 123465, no, 56",
        "mi MC es uno dos tres cuatro cinco seis",
        "MC número ciento veintitrés cuatro cinco seis",
    ],
)
def test_mc_number_is_read_however_it_is_grouped(words):
    meaning = heard(words, "identity")
    assert (meaning.mc, meaning.dot, meaning.digits, meaning.own_figures) == ("123456", "", "123456", ())


@pytest.mark.parametrize(
    "words",
    [
        "DOT 3124567",
        "US D.O.T. three one two four five six seven",
        "our dot number is three million one hundred twenty four thousand five sixty seven",
        "mi número de DOT es tres uno dos cuatro cinco seis siete",
        "I don't have the MC, DOT is 312 4567",
    ],
)
def test_dot_number_is_told_from_an_mc_number(words):
    meaning = heard(words, "identity")
    assert (meaning.mc, meaning.dot, meaning.digits) == ("", "3124567", "3124567")


@pytest.mark.parametrize(
    ("words", "digits"),
    [
        ("790123", "790123"),
        ("seven ninety oh twelve three", "7900123"),
        ("double oh seven triple five", "007555"),
        ("seven eight, sorry, seven nine oh one two three", "790123"),
        ("seven nine oh one two four, sorry, three", "790123"),
        ("four four eight, no wait, four four nine eight one two", "449812"),
        ("it's not 790123, it's 790132", "790132"),
        ("setecientos noventa mil ciento veintitrés", "790123"),
        ("oh seven nine zero one two", "079012"),
    ],
)
def test_bare_digits_are_kept_where_an_identity_was_asked_for(words, digits):
    meaning = heard(words, "identity")
    assert (meaning.digits, meaning.own_figures) == (digits, ())


@pytest.mark.parametrize(
    ("words", "number", "is_tail"),
    [
        ("load 48213", "48213", False),
        ("reference ABC123", "ABC123", False),
        ("L-48213", "L48213", False),
        ("load number LD 48213", "LD48213", False),
        ("ends in two one three", "213", True),
        ("last four eight two one three", "8213", True),
        ("la que termina en 213", "213", True),
        ("I don't know the load number", "", False),
        ("load 2 trucks", "", False),
    ],
)
def test_load_number_is_whole_or_how_it_ends(words, number, is_tail):
    meaning = heard(words, "load", offer=None, miles=None)
    assert (meaning.load.replace("-", ""), meaning.is_tail, meaning.own_figures) == (number, is_tail, ())


@pytest.mark.parametrize(
    ("words", "bol"),
    [
        ("BOL is 773104", "773104"),
        ("it's BR-5512", "BR5512"),
        ("haven't got it yet", ""),
        ("773104", "773104"),
        ("k as in king five one oh two d as in dog", "K5102D"),
    ],
)
def test_bill_of_lading_has_its_letters(words, bol):
    assert heard(words, "bol").bol.replace("-", "") == bol
