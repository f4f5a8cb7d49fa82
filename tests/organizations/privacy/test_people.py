"""Who is looked for: spellings of a number, names beside it, and what is left of a text."""

import pytest

from organizations.privacy.people import ERASED, NobodyNamed, Person, person_of, without, without_words

DANA = Person(number="+13125550147", names=("Dana Reyes",))


@pytest.mark.parametrize(
    "text",
    [
        "+13125550147",
        "13125550147",
        "3125550147",
        "(312) 555-0147",
        "+1 312.555.0147",
        "312 555 0147",
        "three one two, five five five, zero one four seven",
        "three one two triple five oh one four seven",
        "tres uno dos, cinco cinco cinco, cero uno cuatro siete",
        "dana   REYES",
    ],
)
def test_number_and_name_are_found_however_they_are_spelled(text):
    assert DANA.pattern.sub(ERASED, f"Call {text}, please.") == f"Call {ERASED}, please."


@pytest.mark.parametrize("text", ["93125550147", "31255501478", "+13125550148", "Dana", "312-555-014"])
def test_others_stay(text):
    assert not DANA.is_named_in(text)


@pytest.mark.parametrize("typed", ["(312) 555-0147", "312-555-0147", "+1 312 555 0147"])
def test_number_may_be_typed_in_any_way(typed):
    assert person_of(typed) == Person(number="+13125550147")


def test_address_is_of_any_case():
    person = person_of(" Dana@Reyes.example ")

    assert person == Person(email="dana@reyes.example")
    assert person.is_named_in("from DANA@reyes.example today")


@pytest.mark.parametrize("typed", ["", "Dana", "12", "dana@"])
def test_what_names_nobody_is_refused(typed):
    with pytest.raises(NobodyNamed):
        person_of(typed)


def test_names_beside_the_number_go_with_it():
    told = {
        "driverName": "Dana",
        "driverPhone": "312-555-0147",
        "carrierName": "Blue Mesa",
        "load": {"name": "L-1", "rate": 1800},
        "others": [{"name": "Sam", "phone": "+13125550199"}],
    }

    assert without(DANA, told) == told | {"driverName": ERASED, "driverPhone": ERASED}


def test_number_as_a_json_number_goes_too():
    assert without(DANA, {"phone": 3125550147}) == {"phone": ERASED}


def test_figures_stay_and_texts_alone_go():
    told = {
        "rate": 1800,
        "outcome": "booked",
        "said": "I am Dana",
        "tags": ["a"],
        "loads": [{"outcome": "booked"}],
    }

    assert without_words(told, ["outcome"]) == {
        "rate": 1800,
        "outcome": "booked",
        "loads": [{"outcome": "booked"}],
    }
    assert without_words(told, ["outcome"], empty=True)["said"] is None
